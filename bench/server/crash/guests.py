"""Those who play while the server is killed: they set tables up, sit down, move, take back, leave, play once more."""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
import time
from typing import TYPE_CHECKING, Any

import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, WebSocketException

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bench.server.crash.seen import Seen, World
    from websockets.asyncio.client import ClientConnection

GAMES = {"high-tide-leiman": {}, "high-tide-henn": {"surfer": "face-down"}}
WEIGHTS = (4, 1)
WRONG_KEY, NO_TABLE, TRY_LATER = 4003, 4004, 1013
LOST = (OSError, EOFError, TimeoutError, WebSocketException)
UNDO, LEAVE, RIVAL, AGAIN = 0.06, 0.004, 0.25, 0.7  # how likely
PATIENCE, BORED = 20, 15  # seconds


class Guest:
    """Somebody at one table, with or without a seat, who comes back whenever the line is lost."""

    def __init__(self, world: World, seen: Seen, key: str | None = None, invite: str = "") -> None:
        self.world, self.seen, self.key, self.invite = world, seen, key, invite
        self.language = random.choice(("en", "de"))
        self.known = self.floor = -1
        self.moved_at = time.monotonic()
        self.refused_a_seat = self.left = self.over = False
        self.state: dict[str, Any] = {}

    async def stay(self) -> None:
        """Stay until the match is over and, perhaps, the next one is set up."""
        self.world.guests.add(self)
        try:
            while not self.over and not self.bored and not self.world.stopping:
                with contextlib.suppress(*LOST):
                    await self.visit()
                await asyncio.sleep(random.uniform(0.01, 0.06))
        finally:
            self.world.guests.discard(self)
            self.world.expected.discard(self)

    @property
    def bored(self) -> bool:
        """Has nothing happened for long? Bots hardly get to think between two kills."""
        return time.monotonic() > self.moved_at + BORED

    async def visit(self) -> None:
        """Connect, and do what is to be done until the line is lost."""
        self.floor = self.seen.ply
        try:
            async with at_table(self.world.port, self.seen.id) as socket:
                hello = {"do": "hello", "key": self.key, "language": self.language, "known": self.known}
                await say(socket, **hello, invite=bool(self.invite))
                if self.invite:
                    await say(socket, do="sit", n="sit", invite=self.invite, name="B", salt="t", key=self.key)
                while not self.over:
                    await self.take(socket, msgspec.json.decode(await socket.recv(), type=dict[str, Any]))
        except ConnectionClosed as error:
            self.world.complain(self.seen, self.sent_away(error.rcvd.code if error.rcvd else 0))

    def sent_away(self, code: int) -> str:
        """The server has closed the connection: may it?"""
        if code == WRONG_KEY and self.left:
            self.key = None
            return ""
        if code == WRONG_KEY:
            return f"the key {self.key} opens nothing any more"
        return "is gone" if code == NO_TABLE else ""

    async def take(self, socket: ClientConnection, frame: dict[str, Any]) -> None:
        """Take a frame in, and do something."""
        if frame["is"] == "state":
            self.look(frame)
        elif frame["is"] == "answer":
            self.hear(frame)
            if frame["ok"] and "key" not in frame:
                return
        else:
            return
        if self.state and not self.over:
            await asyncio.sleep(random.uniform(0, 0.03) if frame.get("ok", True) else 0.1)
            await self.act(socket)

    def look(self, frame: dict[str, Any]) -> None:
        """Look at the table."""
        world, shown, self.state = self.world, frame["all"], frame
        world.changed.add(self.seen.id)
        world.complain(self.seen, self.seen.note_frame(self.known, shown, self.language, self.floor))
        if shown["ply"] > self.known or shown["over"] or not world.moving:
            world.expected.discard(self)
        if shown["ply"] > self.known:
            self.moved_at = time.monotonic()
        self.known = self.floor = shown["ply"]
        if self.key and not self.invite and not self.left and not frame["you"]["seats"]:
            world.complain(self.seen, f"the seat of {self.key} is lost")
        if not shown["waiting"] and not shown["over"] and shown["turn"] < 0:
            world.complain(self.seen, "everybody sits, and nothing is dealt")
        if shown["over"] and (shown["rematch"] or not frame["you"]["seats"] or random.random() > AGAIN):
            self.over = True

    def hear(self, answer: dict[str, Any]) -> None:
        """Hear an answer."""
        if not answer["ok"]:
            self.world.refusals[answer["says"]] += 1
            if answer["n"] is None and self.invite:  # it was about the seat
                self.hear_no_seat(answer["says"])
        elif "key" in answer:
            self.world.counts["seats taken"] += 1
            if not self.left:  # it is asked for twice, on coming and on being shown the table: this may come late
                self.seen.keys[str(self.key)] = set()
            self.invite = ""
        elif "table" in answer:
            self.world.complain(self.seen, self.seen.note_rematch(answer["table"]))
            self.world.table(answer["table"])
            self.world.counts["rematches"] += 1
            self.over = True

    def hear_no_seat(self, says: str) -> None:
        """The seat is somebody else's, or cannot be had just now."""
        if "nvit" in says or "inlad" in says:
            self.refused_a_seat, self.invite, self.key = True, "", None

    async def act(self, socket: ClientConnection) -> None:
        """Do one of the things that can be done now."""
        shown, you = self.state["all"], self.state["you"]
        ply = {"n": shown["ply"], "ply": shown["ply"]}
        if self.invite:
            await say(socket, do="sit", n="sit", invite=self.invite, name="B", salt="t", key=self.key)
        elif "salt" in you["applies"]:
            await say(socket, do="salt", n=1, salt="r")
        elif shown["over"]:
            await say(socket, do="rematch", n=1)
        elif you["undo"] and random.random() < UNDO:
            self.world.counts["undos asked"] += 1
            await say(socket, do="undo", **ply)
        elif you["moves"] and random.random() < LEAVE:
            self.left = True
            self.seen.keys.pop(str(self.key), None)
            self.world.counts["seats left"] += 1
            await say(socket, do="leave", n=1, seat=you["seats"][0], bot="random")
        elif you["moves"]:
            self.world.counts["moves asked"] += 1
            await say(socket, do="play", move=random.choice(you["moves"])[0], **ply)


# Parties


async def party(world: World) -> None:
    """Play at one table after the other."""
    while not world.stopping:
        try:
            await play_together(world)
        except LOST:
            await asyncio.sleep(0.05)


async def play_together(world: World) -> None:
    """Set a table up, play there, and perhaps once more with the same people."""
    game = random.choices(list(GAMES), WEIGHTS)[0]
    other = random.choice(("here", "open", "open", "random"))
    made = await new_table(world.port, game, GAMES[game], "me", other)
    seen = world.table(made["id"])
    seen.keys[made["key"]] = set()
    world.counts["tables set up"] += 1
    invited = [Guest(world, seen, new_key(), invite) for invite in made["invites"].values()]
    if invited and random.random() < RIVAL:
        invited.append(Guest(world, seen, new_key(), invited[0].invite))
    guests = [Guest(world, seen, made["key"]), *invited, Guest(world, seen)]
    await asyncio.gather(*(guest.stay() for guest in guests))
    if invited and all(guest.refused_a_seat for guest in invited):
        world.complain(seen, "nobody got the seat")
    while seen.following and not world.stopping:
        # Without those who left, or never sat.
        keys = [guest.key for guest in guests if not guest.key or guest.key in seen.keys]
        seen = world.table(seen.following)
        seen.keys |= {key: set() for key in keys if key}
        guests = [Guest(world, seen, key) for key in keys]
        await asyncio.gather(*(guest.stay() for guest in guests))


def new_key() -> str:
    """Make a key to a seat, as a page does."""
    return secrets.token_urlsafe(18)


# Asking the server


@contextlib.asynccontextmanager
async def at_table(port: int, table: str) -> AsyncIterator[ClientConnection]:
    """Have a line to a table."""
    where = f"ws://127.0.0.1:{port}/live/{table}"
    async with connect(where, max_size=None, compression=None, open_timeout=PATIENCE, close_timeout=1) as socket:
        yield socket


async def say(socket: ClientConnection, **message: Any) -> None:
    """Send a message."""
    await socket.send(msgspec.json.encode(message).decode())


async def ask(port: int, what: str, body: bytes = b"") -> tuple[int, bytes]:
    """Ask for something over HTTP, and read the answer whole: its status, and what is in it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        head = f"{what} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\ncontent-length: {len(body)}\r\n\r\n"
        writer.write(head.encode() + body)
        answer = await reader.read()
    finally:
        writer.close()
    head_sent, found, content = answer.partition(b"\r\n\r\n")
    length = next((int(line[15:]) for line in head_sent.lower().split(b"\r\n") if line[:15] == b"content-length:"), 0)
    if not found or len(content) < length:
        raise EOFError
    return int(head_sent.split()[1]), content


async def new_table(port: int, game: str, options: dict[str, Any], *players: str) -> dict[str, Any]:
    """Set a table up."""
    seats = [{"player": player} for player in players]
    form = {"game": game, "options": options, "seats": seats, "name": "A", "salt": "s"}
    status, answer = await ask(port, "POST /tables", msgspec.json.encode(form))
    if status != 201:
        raise EOFError
    return msgspec.json.decode(answer, type=dict[str, Any])
