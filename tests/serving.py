"""A real server in a process of its own, on loopback, and somebody who talks to it over a socket."""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
from websockets.sync.client import ClientConnection, connect

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from keeping import Place

GAME = "high-tide-leiman"
PATIENCE = 180  # bots think uncompiled, in processes that step back for whatever else is at work


class Server:
    """`strand serve` over one data folder; it can be stopped, killed and started again on the same port."""

    def __init__(self, data: Path, *arguments: str, options: Sequence[str] = (), **environment: str) -> None:
        self.data = data
        self.arguments, self.options = arguments, options
        self.environment = {"STRANDLINE_RULES": "python", "STRANDLINE_PACE": "0", "PYTHONUTF8": "1", **environment}
        self.port, self.base = 0, ""
        self.guests: list[Guest] = []
        self.start()

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = [sys.executable, "-m", "strandline", *self.arguments, "serve", "--no-browser"]
        command += ["--port", str(self.port), *self.keeping(), *self.options]
        self.errors = (self.data.parent / "server.log").open("a", encoding="utf-8")
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=self.errors, text=True, env={**os.environ, **self.environment}
        )
        atexit.register(self.process.kill)  # whatever happens in a test, no server outlives it
        assert self.process.stdout is not None
        found, told = None, "-"
        while found is None:  # before it, corrected boxes are told
            assert told, "the server has ended"
            told = self.process.stdout.readline()
            found = re.search(r"http\S*:(\d+)(\S*)/", told)
        self.port, self.base = int(found[1]), found[2]
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                if httpx.get(f"{self.url}/static/look.css", timeout=2).status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError("the server does not answer")

    def keeping(self) -> list[str]:
        """Say where it keeps its tables."""
        return ["--data", str(self.data)]

    @property
    def url(self) -> str:
        """Where the lobby is."""
        return f"http://127.0.0.1:{self.port}{self.base}"

    @property
    def log(self) -> str:
        """What it has written to its error stream."""
        return (self.data.parent / "server.log").read_text(encoding="utf-8")

    def stop(self) -> int:
        """Ask it to stop."""
        self.process.send_signal(signal.SIGINT)
        return self._ended()

    def kill(self) -> int:
        """Kill it without a word."""
        self.process.kill()
        return self._ended()

    def _ended(self) -> int:
        code = self.process.wait(PATIENCE)
        for guest in self.guests:
            guest.close()
        self.guests.clear()
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.errors.close()
        return code

    def line(self, table: str) -> ClientConnection:
        """Open the live line of a table."""
        return connect(f"ws{self.url.removeprefix('http')}/live/{table}", open_timeout=PATIENCE)

    def create(self, *players: str, game: str = GAME, name: str = "Ann", **options: Any) -> dict[str, Any]:
        """Set up a table."""
        form = {"game": game, "options": options, "seats": [{"player": player} for player in players], "name": name}
        answer = httpx.post(f"{self.url}/tables", json={**form, "salt": "salt"}, timeout=PATIENCE)
        assert answer.status_code == 201, answer.text
        return dict(answer.json())


class Elsewhere(Server):
    """A server that keeps its tables in some place."""

    def __init__(self, folder: Path, place: Place, **settings: Any) -> None:
        self.place = place
        super().__init__(folder / "data", **settings)

    def keeping(self) -> list[str]:
        """Name the place."""
        return self.place.options()


class Several(Elsewhere):
    """`strand serve --workers`, over a database of its own."""

    def __init__(self, folder: Path, count: int = 2, options: Sequence[str] = (), **environment: str) -> None:
        from keeping import InDatabase  # late: whoever has no database needs none of it

        place = InDatabase()
        super().__init__(folder, place, options=["--workers", str(count), *options], **environment)

    @property
    def children(self) -> list[int]:
        """The processes that serve, without those in which bots think; at first in the order of their places."""
        listed = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text(encoding="ascii")
        return [int(child) for child in listed.split()]


class Guest:
    """Somebody at a table."""

    def __init__(
        self, server: Server, table: str, key: str | None = None, *, language: str = "en", known: int = -1
    ) -> None:
        self._open = contextlib.ExitStack()
        self.socket: ClientConnection = self._open.enter_context(server.line(table))
        server.guests.append(self)
        self.number = 0
        self.state: dict[str, Any] = {}
        self.parts: dict[str, str] = {}
        self.log: list[dict[str, Any]] = []
        self.send(do="hello", key=key, language=language, known=known)
        self.until(lambda message: message["is"] == "state")

    def send(self, **message: object) -> None:
        """Send a message as it is."""
        self.socket.send(json.dumps(message))

    def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Read on until such a message comes; states are taken in on the way, as a page would."""
        while True:
            message: dict[str, Any] = json.loads(self.socket.recv(timeout=PATIENCE))
            if message["is"] == "state":
                self.take_in(message)
            if wanted(message):
                return message

    def take_in(self, message: dict[str, Any]) -> None:
        """Change the page as a state frame says."""
        self.state = message
        everything = message["all"]
        self.parts |= everything["parts"]
        if "order" in everything:
            self.parts = {name: self.parts[name] for name in everything["order"]}
        self.log = [entry for entry in self.log if entry["n"] < len(self.log)] + everything["log"]
        if "salt" in message["you"]["applies"]:
            self.send(do="salt", salt="added by a page")

    def ask(self, **message: object) -> dict[str, Any]:
        """Ask for something and read the answer."""
        self.number += 1
        number = self.number
        self.send(n=number, **message)
        return self.until(lambda answer: answer.get("n") == number)

    def wait(self, ply: int) -> None:
        """Wait until the log is at least so long."""
        if self.state["all"]["ply"] < ply:
            self.until(lambda message: message["is"] == "state" and message["all"]["ply"] >= ply)

    @property
    def ply(self) -> int:
        """How long is the log on this page?"""
        return int(self.state["all"]["ply"])

    @property
    def my_turn(self) -> bool:
        """Can this guest move?"""
        return bool(self.state["you"]["moves"])

    def play(self, index: int = 0) -> dict[str, Any]:
        """Play one of the moves that are offered."""
        move = self.state["you"]["moves"][index % len(self.state["you"]["moves"])]
        return self.ask(do="play", ply=self.ply, move=move[0])

    def close(self) -> None:
        """Leave."""
        self._open.close()
