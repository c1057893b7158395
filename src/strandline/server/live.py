"""The live door: one WebSocket for each viewer. A slow one holds up nobody: it is sent the newest, not the next."""

from __future__ import annotations

import asyncio
import os
import time
from collections import deque
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers

from strandline.engine.contract import NOBODY
from strandline.engine.errors import BadMove, IllegalMove, StrandlineError
from strandline.engine.texts import LANGUAGES
from strandline.server.scene import look, state_frame
from strandline.server.table import TableError
from strandline.server.words import texts

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from strandline.server.room import Room
    from strandline.server.table import Table

WRONG_KEY, NO_TABLE, BAD_FRAME, TOO_MANY = 4003, 4004, 4000, 4008
HELLO_WITHIN = 10  # seconds
BURST = int(os.environ.get("STRANDLINE_MESSAGES", "60"))  # messages of one viewer at once …
PER_SECOND = 20  # … and in the long run
MESSAGE = msgspec.json.Decoder(dict[str, Any])


class Gone(Exception):
    """The viewer has closed the socket."""


class Socket:
    """A WebSocket as the server gives it to us: on the way of every move, each layer in between would be paid for."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.scope, self._receive, self._send = scope, receive, send

    @property
    def same_origin(self) -> bool:
        """Does the page that opens this socket come from us? Programs that are no browsers send no origin."""
        headers = Headers(scope=self.scope)
        return "origin" not in headers or urlsplit(headers["origin"]).netloc == headers.get("host")

    async def accept(self) -> None:
        """Take up the connection."""
        await self._receive()
        await self._send({"type": "websocket.accept"})

    async def close(self, code: int) -> None:
        """Say why it ends, and end it."""
        await self._send({"type": "websocket.close", "code": code})

    async def send(self, frame: bytes) -> None:
        """Send one frame of text."""
        await self._send({"type": "websocket.send", "text": frame.decode()})

    async def receive(self) -> str:
        """Read one frame; what is no text reads as none."""
        frame = await self._receive()
        if frame["type"] == "websocket.disconnect":
            raise Gone
        return frame.get("text") or ""


class Live:
    """The door itself, an application of its own."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one viewer of one table until it leaves."""
        room: Room = scope["app"].state.room
        socket = Socket(scope, receive, send)
        if not socket.same_origin:
            await socket.close(WRONG_KEY)
            return
        await socket.accept()
        try:
            table = room.table(scope["path_params"]["table"])
        except StrandlineError:
            await socket.close(NO_TABLE)
            return
        viewer = Viewer(socket, room, table)
        try:
            await viewer.run()
        except* (Gone, TimeoutError, OSError):
            pass  # gone, silent, or too slow to be sent anything
        finally:
            viewer.leave()


class Allowance:
    """How many messages a viewer may send: a burst, then so many a second."""

    def __init__(self) -> None:
        self.left = float(BURST)
        self.at = time.monotonic()

    def spend(self) -> bool:
        """Is one more allowed?"""
        now = time.monotonic()
        self.left = min(BURST, self.left + (now - self.at) * PER_SECOND)
        self.at = now
        self.left -= 1
        return self.left >= 0


class Viewer:
    """Somebody who looks at a table, and may have seats at it."""

    def __init__(self, socket: Socket, room: Room, table: Table) -> None:
        self.socket, self.room, self.table = socket, room, table
        self.key: str | None = None
        self.language = "en"
        self.known = NOBODY  # the log up to here is on the viewer's page
        self.told = NOBODY  # the version of the table that was sent last
        self.news = asyncio.Event()
        self.answers: deque[bytes] = deque()
        self.allowance = Allowance()
        self.played: int | None = None  # the request whose answer is the next state

    async def run(self) -> None:
        """Say hello, then listen and send until either ends."""
        async with asyncio.timeout(HELLO_WITHIN):
            hello = await self.receive()
        if hello is None or hello.get("do") != "hello":
            await self.socket.close(BAD_FRAME)
            return
        if not await self.greet(hello):
            return
        async with asyncio.TaskGroup() as group:
            sender = group.create_task(self.send())
            try:
                await self.listen()
            finally:
                sender.cancel()

    async def greet(self, hello: dict[str, Any]) -> bool:
        """Take a seat by its secret, or look on; is the secret one of this table's?"""
        key = hello.get("key")
        self.key = key if isinstance(key, str) and key else None
        self.language = hello["language"] if hello.get("language") in LANGUAGES else "en"
        known = hello.get("known")
        self.known = known if isinstance(known, int) and NOBODY <= known <= self.table.match.ply else NOBODY
        if self.key and not self.table.seats_of(self.key) and not self.table.invites_of(self.key):
            await self.socket.close(WRONG_KEY)
            return False
        self.table.present[self] = self.table.seats_of(self.key)
        self.room.hub.listen(self.table.id, self.news)
        self.news.set()
        if self.table.present[self]:
            self.table.seated()
        return True

    def leave(self) -> None:
        """Get up; the others see it."""
        self.room.hub.leave(self.table.id, self.news)
        if self.table.present.pop(self, None):
            self.table.seated()

    # Sending

    async def send(self) -> None:
        """Send answers, and the newest state whenever there is one."""
        while True:
            await self.news.wait()
            self.news.clear()
            while self.answers:
                await self.socket.send(self.answers.popleft())
            if self.table.lock.locked():
                async with self.table.lock:
                    pass  # something is on its way to the disk: it is not to be seen before it is there
            if self.told != self.table.version:
                frame = self.frame()
                await asyncio.sleep(0)  # all who wait are drawn for, then all are sent to: cheaper than in turns
                await self.socket.send(frame)

    def frame(self) -> bytes:
        """Draw the state for this viewer; from now on the page knows it."""
        frame = state_frame(self.table, self.known, self.seats, self.key, self.language, self.played)
        self.known, self.told, self.played = self.table.match.ply, self.table.version, None
        return frame

    def answer(self, number: object, content: dict[str, Any]) -> None:
        """Answer a request."""
        self.answers.append(msgspec.json.encode({"is": "answer", "n": number, **content}))
        self.news.set()

    # Listening

    async def receive(self) -> dict[str, Any] | None:
        """Read one message; None where it is no message of ours."""
        frame = await self.socket.receive()
        try:
            return MESSAGE.decode(frame)
        except (msgspec.MsgspecError, RecursionError, UnicodeEncodeError):
            return None

    async def listen(self) -> None:
        """Carry out requests one after the other."""
        while True:
            message = await self.receive()
            if not self.allowance.spend():
                await self.socket.close(TOO_MANY)
                return
            number = message.get("n") if message else None
            number = number if isinstance(number, int) else None
            try:
                content = await self.carry_out(message or {})
            except IllegalMove as refused:
                self.answer(number, {"ok": False, "says": refused.sentence(self.language), "rule": refused.rule})
            except StrandlineError as error:
                self.answer(number, {"ok": False, "says": error.sentence(self.language), "rule": None})
            else:
                self.succeed(number, content)

    def succeed(self, number: int | None, content: dict[str, Any]) -> None:
        """Answer a request that was carried out; where there is nothing to say, the state that follows says it."""
        if content or number is None or self.played is not None or self.told == self.table.version:
            self.answer(number, {"ok": True, **content})
        else:
            self.played = number
            self.news.set()

    async def carry_out(self, message: dict[str, Any]) -> dict[str, Any]:
        """Do what the message asks for."""
        todo = REQUESTS.get(str(message.get("do")))
        if todo is None:
            raise TableError("error.message")
        return await todo(self, message)

    @property
    def seats(self) -> set[int]:
        """The seats of this viewer."""
        return self.table.present.get(self, set())

    async def play(self, message: dict[str, Any]) -> dict[str, Any]:
        """Play a move, by number or in notation."""
        await self.table.play(self.seats, whole_number(message, "ply"), move_of(message))
        return {}

    async def undo(self, message: dict[str, Any]) -> dict[str, Any]:
        """Take a move back."""
        await self.table.undo(self.seats, whole_number(message, "ply"))
        return {}

    async def why(self, message: dict[str, Any]) -> dict[str, Any]:
        """Say which rule forbids a move, or what was pointed at."""
        path = message.get("path")
        if not isinstance(path, list):
            refused = self.table.match.why(move_of(message))
        else:
            refused = refused_path(self.table, path)
            if refused is not None and refused.move != "-".join(map(str, path)):  # only a part of a move was pointed at
                return {"ok": False, "says": f"{refused.reasons[self.language]} ({refused.rule})", "rule": refused.rule}
        if refused is not None:
            raise refused
        return {"says": texts(self.language).say("table.allowed")}

    async def command(self, message: dict[str, Any]) -> dict[str, Any]:
        """Carry out what was typed: a move in notation, or a command as in the terminal."""
        text = str(message.get("text", ""))[:100].strip()
        word, _, rest = text.lower().partition(" ")
        ours = texts(self.language)
        if word in ours.say("command.list").split():
            legal = self.table.match.legal() if self.table.match.turn in self.seats else []
            return {"says": ours.say("table.legal", count=len(legal), moves=", ".join(legal))}
        for name, act in (("undo", self.undo), ("hint", self.hint)):
            if word in ours.say(f"command.{name}").split():
                return await act(message)
        try:
            if word in ours.say("command.why").split():
                return await self.why({"text": rest})
            return await self.play({**message, "text": text})
        except IllegalMove:
            raise
        except BadMove as error:
            raise TableError("table.no_such_move") from error

    async def hint(self, message: dict[str, Any]) -> dict[str, Any]:  # noqa: ARG002
        """Let a bot propose a move."""
        move, state = await self.table.hint(self.seats)
        game = self.table.game
        told = game.words.tell(state, move, game.texts(self.language))
        spelled = game.notation.spell(move)
        return {"move": move, "text": spelled, "path": game.notation.path(move), "says": f"{spelled}: {told}"}

    async def look(self, message: dict[str, Any]) -> dict[str, Any]:
        """Show an earlier position, through one's own eyes, or any when the match is over."""
        seat = whole_number(message, "seat")
        allowed = {NOBODY, *self.seats, *(range(len(self.table.seats)) if self.table.match.over else ())}
        if seat not in allowed:
            raise TableError("error.not_your_seat")
        async with self.table.lock:
            shown = look(self.table, whole_number(message, "at"), seat, self.language)
        self.answers.append(msgspec.json.encode({"is": "look", "n": message.get("n"), "all": shown}))
        return {}

    async def sit(self, message: dict[str, Any]) -> dict[str, Any]:
        """Take an open seat."""
        key = await self.table.sit(str(message.get("invite", "")), message.get("name"), message.get("salt"))
        self.key = key
        self.table.present[self] = self.table.seats_of(key)
        self.table.seated()
        return {"key": key}

    async def give_up(self, message: dict[str, Any]) -> dict[str, Any]:
        """Hand a seat to a bot."""
        await self.table.give_up(self.seats, message.get("seat"), message.get("bot"))
        for viewer in self.table.present:
            if isinstance(viewer, Viewer):
                self.table.present[viewer] = self.table.seats_of(viewer.key)
        self.table.seated()
        return {}

    async def rematch(self, message: dict[str, Any]) -> dict[str, Any]:  # noqa: ARG002
        """Play once more."""
        if not self.seats:
            raise TableError("error.not_your_seat")
        return {"table": await self.room.rematch(self.table)}


REQUESTS = {
    "play": Viewer.play,
    "undo": Viewer.undo,
    "why": Viewer.why,
    "command": Viewer.command,
    "hint": Viewer.hint,
    "look": Viewer.look,
    "sit": Viewer.sit,
    "leave": Viewer.give_up,
    "rematch": Viewer.rematch,
}


def whole_number(message: dict[str, Any], name: str) -> int:
    """Read a number of a message."""
    value = message.get(name)
    if type(value) is not int:
        raise TableError("error.message")
    return value


def move_of(message: dict[str, Any]) -> int | str:
    """Read a move of a message: a number, or a text in notation."""
    move = message.get("text", message.get("move"))
    if isinstance(move, str):
        return move[:100]
    return whole_number(message, "move")


def refused_path(table: Table, path: list[Any]) -> IllegalMove | None:
    """Which rule forbids what was pointed at? Of a part of a move, the one that forbids all that go on from it."""
    targets = tuple(str(target)[:100] for target in path[:8])
    game, match = table.game, table.match
    going_on = [move for move, path in enumerate(game.paths) if targets and path[: len(targets)] == targets]
    if not going_on:
        return match.why("-".join(targets))
    refusals = [match.why(move) for move in going_on]
    if None in refusals:
        return None
    # Of several reasons the one that came closest to being allowed says most: it stands latest in the rules.
    return max(
        (refused for refused in refusals if refused), key=lambda refused: game.rules.REFUSALS.index(refused.rule)
    )
