"""Is every move that somebody has seen still there after kill -9? `python -m bench.server.crash --kills 50`.

Twenty tables are played while the server is killed at random moments and started again. Half of the tables have two
scripted players, half have one and a bot; each has a spectator too, and somebody keeps fetching pages and records.
Nobody may ever have seen what is not kept.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import re
import signal
import sqlite3
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from bench.server.servers import ServerFailed, free_port, our_command, start, warm
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from strandline import api
from strandline.engine.chance import Dice
from strandline.engine.contract import CHANCE, NOBODY
from strandline.engine.match import Match
from strandline.engine.record import Reader
from strandline.server.store import read_match

if TYPE_CHECKING:
    import subprocess

    from websockets.asyncio.client import ClientConnection

GAME = "high-tide-leiman"
TABLES = 20
BETWEEN = 0.06  # seconds between two moves of a player: a viewer may send 20 messages a second
BACK_WITHIN = 30
PAGE_PLY, RECORD_PLY = re.compile(rb'data-ply="(\d+)"'), re.compile(rb"\nend (\d+)")


@dataclass
class Seen:
    """What anybody has ever seen of one table."""

    id: str
    key: str
    told: dict[int, tuple[int, str]] = field(default_factory=dict)  # by ply: whose move it was, and its words
    ply: int = -1  # through a socket
    fetched: int = -1  # through a page or a record

    def note(self, known: int, shown: dict[str, Any]) -> str | None:
        """Note a frame; what is wrong with it?"""
        if shown["ply"] < self.ply:
            return f"table {self.id}: ply {self.ply} was seen, now there are {shown['ply']}"
        self.ply = shown["ply"]
        numbers = [entry["n"] for entry in shown["log"]]
        if numbers != list(range(max(known, 0), self.ply)):
            return f"table {self.id}: the log after {known} goes {numbers[:3]} … {numbers[-3:]}, up to {self.ply}"
        for entry in shown["log"]:
            told = (entry["seat"], entry["text"])
            if self.told.setdefault(entry["n"], told) != told:
                return f"table {self.id}: ply {entry['n']} was {self.told[entry['n']]}, now it is {told}"
        return None


@dataclass
class Trial:
    """The tables, those who play at them, and what was lost."""

    port: int
    tables: list[Seen] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    back: set[str] = field(default_factory=set)  # viewers that have been shown something since the last start
    stopping: bool = False
    pages: int = 0  # fetched

    async def new_table(self, *, bot: bool) -> Seen:
        """Set a table up."""
        second = "random" if bot else "here"
        wanted = {
            "game": GAME,
            "options": {},
            "seats": [{"player": "me"}, {"player": second}],
            "name": "A",
            "salt": "s",
        }
        made = await post(self.port, "/tables", wanted)
        seen = Seen(made["id"], made["key"])
        self.tables.append(seen)
        return seen

    async def play(self, number: int) -> None:
        """Play match after match at one table, and look on from a second socket."""
        while not self.stopping:
            try:
                seen = await self.new_table(bot=number % 2 == 0)
            except (OSError, EOFError):
                await asyncio.sleep(0.1)
                continue
            await asyncio.gather(*(self.follow(f"{number} {key is None}", seen, key) for key in (seen.key, None)))

    async def fetch(self) -> None:
        """Look at the newest tables through their pages and their records, over and over."""
        while not self.stopping:
            for seen in self.tables[-TABLES:]:
                for path, ply in (("", PAGE_PLY), ("/record", RECORD_PLY)):
                    with contextlib.suppress(OSError, EOFError):
                        answer = await ask(self.port, f"GET /t/{seen.id}{path}", b"", b"200")
                        seen.fetched = max(seen.fetched, *map(int, ply.findall(answer)), -1)
                        self.pages += 1
            await asyncio.sleep(0.01)

    async def follow(self, viewer: str, seen: Seen, key: str | None) -> None:
        """Stay with a match until it is over, whatever happens to the server."""
        address, known, over = f"ws://127.0.0.1:{self.port}/live/{seen.id}", -1, False
        while not over and not self.stopping:
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                async with connect(address, max_size=None, compression=None) as socket:
                    await say(socket, {"do": "hello", "key": key, "language": "en", "known": known})
                    while not over:
                        frame = msgspec.json.decode(await socket.recv(), type=dict[str, Any])
                        if frame["is"] == "state":
                            self.look(viewer, seen, known, frame["all"])
                            known, over = frame["all"]["ply"], frame["all"]["over"]
                            await answer(socket, known, frame["you"]["moves"])
            await asyncio.sleep(random.uniform(0.02, 0.1))

    def look(self, viewer: str, seen: Seen, known: int, shown: dict[str, Any]) -> None:
        """Take a frame in."""
        self.back.add(viewer)
        if wrong := seen.note(known, shown):
            self.lost.append(wrong)

    async def all_back(self) -> None:
        """Wait until every viewer has been shown something again."""
        self.back.clear()
        deadline = time.monotonic() + BACK_WITHIN
        while len(self.back) < 2 * TABLES:
            if time.monotonic() > deadline:
                self.lost.append(f"only {len(self.back)} of {2 * TABLES} viewers came back")
                return
            await asyncio.sleep(0.02)


async def say(socket: ClientConnection, message: dict[str, Any]) -> None:
    """Send a message."""
    await socket.send(msgspec.json.encode(message).decode())


async def answer(socket: ClientConnection, ply: int, moves: list[Any]) -> None:
    """Play a random move, if it is one's turn."""
    if moves:
        await asyncio.sleep(BETWEEN)
        await say(socket, {"do": "play", "n": ply, "ply": ply, "move": random.choice(moves)[0]})


async def post(port: int, path: str, content: dict[str, Any]) -> dict[str, Any]:
    """Post something over HTTP."""
    return msgspec.json.decode(
        await ask(port, f"POST {path}", msgspec.json.encode(content), b"201"), type=dict[str, Any]
    )


async def ask(port: int, what: str, body: bytes, status: bytes) -> bytes:
    """Ask for something over HTTP, and read the answer whole."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        head = f"{what} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\ncontent-length: {len(body)}\r\n\r\n"
        writer.write(head.encode() + body)
        answer = await reader.read()
    finally:
        writer.close()
    if not answer.startswith(b"HTTP/1.1 " + status):
        raise EOFError(answer[:100])
    return answer.partition(b"\r\n\r\n")[2]


# What is on the disk


def check(file: Path, tables: list[Seen]) -> list[str]:
    """Compare what is kept with what was seen; what is lost?"""
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as reader:
        return [wrong for seen in tables if (wrong := check_table(reader, seen))]


def check_table(reader: sqlite3.Connection, seen: Seen) -> str | None:
    """Replay what is kept of a table; what is wrong with it?"""
    stored = read_match(reader, seen.id)
    if stored is None:
        return f"table {seen.id} is gone"
    plies = [ply for (ply,) in reader.execute("SELECT ply FROM log WHERE match = ? ORDER BY ply", (seen.id,))]
    if plies != list(range(len(plies))):
        return f"table {seen.id}: the plies that are kept have gaps"
    if len(plies) < max(seen.ply, seen.fetched):
        return f"table {seen.id}: ply {seen.ply} was seen, {seen.fetched} in a page, {len(plies)} are kept"
    game = api.game(stored.game)
    match = Match(game, len(stored.seats), game.options(stored.options), log=stored.log)
    dice = Dice(str(stored.seed), stored.salts or ())
    for ply, entry in enumerate(match.entries):
        if entry.seat == CHANCE and int(game.rules.sample(entry.before, dice.at(ply))) != entry.move:
            return f"table {seen.id}: at ply {ply} chance would have brought something else"
        kept = (entry.seat, match.tell(entry, "en", NOBODY))
        if seen.told.get(ply, kept) != kept:
            return f"table {seen.id}: ply {ply} was seen as {seen.told[ply]}, kept is {kept}"
    again = Reader("record", match.record()).match(api.game, "en")
    return None if again.log == match.log and again.places() == match.places() else f"table {seen.id}: another record"


# The server


def kill(server: subprocess.Popen[bytes]) -> None:
    """Kill the server, and then the processes it leaves behind: those in which bots think."""
    server.kill()
    server.wait()
    with contextlib.suppress(ProcessLookupError):
        os.killpg(server.pid, signal.SIGKILL)


async def trial(kills: int, folder: Path) -> list[str]:
    """Play, kill, look, start again; what was lost?"""
    port, file = free_port(), folder / "tables.sqlite"
    command = our_command(port, folder)
    going = Trial(port)
    server = start(command, port, own_group=True)
    players = [asyncio.create_task(going.play(number)) for number in range(TABLES)]
    players.append(asyncio.create_task(going.fetch()))
    try:
        await going.all_back()
        for number in range(1, kills + 1):
            await asyncio.sleep(random.uniform(0.02, 0.6))
            kill(server)
            going.lost += await asyncio.to_thread(check, file, list(going.tables))
            begun = time.monotonic()
            server = await asyncio.to_thread(start, command, port, own_group=True)
            await going.all_back()
            if number % 10 == 0 or number == kills:
                tell(number, going, time.monotonic() - begun)
    finally:
        going.stopping = True
        for player in players:
            player.cancel()
        await asyncio.gather(*players, return_exceptions=True)
        kill(server)
    return going.lost + check(file, going.tables)


def tell(number: int, going: Trial, seconds: float) -> None:
    """Say how it stands."""
    plies = sum(max(seen.ply, 0) for seen in going.tables)
    told = f"{len(going.tables)} tables, {plies:,} plies seen, {going.pages:,} pages, {len(going.lost)} problems"
    print(f"{number} kills: {told}; all back {seconds:.1f} s after the last", flush=True)


def main() -> None:
    """Read the command line, try, report."""
    parser = argparse.ArgumentParser(prog="python -m bench.server.crash", description="Kill the server under load.")
    parser.add_argument("--kills", type=int, default=50)
    wish = parser.parse_args()
    warm()
    with tempfile.TemporaryDirectory(prefix="strandline-crash-", ignore_cleanup_errors=True) as folder:
        try:
            lost = asyncio.run(trial(wish.kills, Path(folder)))
        except ServerFailed as error:
            sys.exit(f"ServerFailed: {error}")
    for wrong in lost[:20]:
        print(wrong)
    print(f"{wish.kills} kills, {len(lost)} problems: {'nothing seen was lost' if not lost else 'FAILED'}")
    sys.exit(1 if lost else 0)


if __name__ == "__main__":
    main()
