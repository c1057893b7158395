"""Our side of the text protocol in docs/bots.md: asks a program for its moves, and begins it anew where it fails."""

from __future__ import annotations

import sys
import time
from base64 import b64encode
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import msgspec

from strandline.bots.own.child import FLOOD, Child, Ended, Flooded, Silent
from strandline.bots.own.faults import BotFailed
from strandline.bots.own.view import HIDDEN, document, who
from strandline.engine.row import from_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from strandline.bots.own.registry import OwnBot
    from strandline.bots.own.view import Question
    from strandline.engine.game import Game

VERSION = 1  # of the protocol
BEGIN = 20.0  # seconds until it must be ready
GRACE = 0.25  # seconds that an answer may be late, for the way
AGAIN = 20.0  # seconds after which one that did not begin is tried once more
LEAVE = 0.5  # seconds to end after `quit`
HOST = "strandline.host"  # the module in which Python is on the other side
ROWS = "wants rows"


class Dialogue:
    """A bot in a process of its own. It begins when it is first asked, and again after it has failed."""

    def __init__(self, bot: OwnBot) -> None:
        self.bot = bot
        self._child: Child | None = None
        self._rows = False
        self._told: tuple[object, ...] = ()  # which match and seat it hears about, and …
        self._heard: tuple[tuple[int, int], ...] = ()  # … what it has heard of it
        self._broken: tuple[float, BotFailed] | None = None  # until when it is not begun again, and why

    def move(self, game: Game, question: Question) -> str:
        """Ask for a move; whatever is wrong ends the process, and the next question begins a new one."""
        child = self._begun()
        until = time.monotonic() + self.bot.seconds + GRACE
        legal = self._legal(game, question)
        try:
            child.send("\n".join([*self._news(game, question), *legal, self._go(question), ""]), until)
            return self._answer(child, until)
        except (Ended, Silent, Flooded) as error:
            self._fail(error)

    def refuse(self, sentence: str) -> None:
        """Tell the program why its answer is not played."""
        self._tell(f"refused {' '.join(sentence.split())}\n")

    def end(self, game: Game, question: Question, places: Sequence[int]) -> None:
        """Tell the program that a match is over."""
        if self._child is not None:
            self._tell("\n".join([*self._news(game, question), f"end {' '.join(map(str, places))}", ""]))

    def close(self) -> None:
        """Have it end."""
        if self._child is not None:
            self._tell("quit\n")
            self._end(LEAVE)

    def _tell(self, text: str) -> None:
        """Tell it something that needs no answer."""
        if self._child is not None:
            try:
                self._child.send(text, time.monotonic() + GRACE)
            except (Ended, Silent):
                self._end()

    # Beginning and ending

    def _begun(self) -> Child:
        """Give the process, begun and ready."""
        if self._child is not None and self._child.code is None:
            return self._child
        self._end()
        if self._broken is not None and time.monotonic() < self._broken[0]:
            raise self._broken[1]
        try:
            self._begin()
        except BotFailed as error:
            self._broken = (time.monotonic() + AGAIN, error)
            raise
        self._broken = None
        assert self._child is not None  # noqa: S101
        return self._child

    def _begin(self) -> None:
        """Begin the process and wait until it is ready."""
        try:
            self._child = Child(self._command(), str(Path(self.bot.home).parent) if self.bot.home else None)
        except OSError as error:
            reason = f"{self._command()[0]}: {error.strerror or error}"
            raise BotFailed("start", bot=self.bot.name, reason=reason) from error
        until = time.monotonic() + BEGIN
        try:
            self._child.send(f"strandline {VERSION}\n", until)
            self._rows = False
            for line in self._lines(self._child, until):
                if line == ROWS:
                    self._rows = True
                elif line == "ready":
                    return
        except (Ended, Silent, Flooded) as error:
            self._fail(error, began=False)

    def _command(self) -> list[str]:
        """Give the command that begins it."""
        return [sys.executable, "-P", "-m", HOST, self.bot.python] if self.bot.python else list(self.bot.command)

    def _end(self, grace: float = 0.0) -> None:
        """End the process."""
        if self._child is not None:
            self._child.end(grace)
        self._child, self._told, self._heard = None, (), ()

    def _fail(self, error: Exception, *, began: bool = True) -> NoReturn:
        """Say what went wrong, and end the process."""
        child = self._child
        self._end(LEAVE if isinstance(error, Ended) else 0.0)
        name, seconds = self.bot.name, self.bot.seconds if began else BEGIN
        if isinstance(error, Silent):
            raise BotFailed("slow" if began else "not_ready", bot=name, seconds=f"{seconds:g}") from error
        if isinstance(error, Flooded):
            raise BotFailed("flood", bot=name, limit=FLOOD) from error
        last = f" ({child.errors})" if child is not None and child.errors else ""
        raise BotFailed("died", bot=name, code=child.code if child else "?", last=last) from error

    # What is said

    def _news(self, game: Game, question: Question) -> list[str]:
        """Say what it has not heard yet: of another match, or one whose moves were taken back, everything."""
        told, lines = (question.match, question.seat), []
        if told != self._told or question.played[: len(self._heard)] != self._heard:
            self._heard = ()
            lines.append(f"start {self._start(game, question)}")
        for seat, move in question.played[len(self._heard) :]:
            lines.append(f"played {who(seat)} {'?' if move == HIDDEN else game.spelled[move]}")
        self._told, self._heard = told, question.played
        state = from_bytes(game.rules.State.dtype, question.state)
        lines.append(f"position {json(document(game, state, question.seats, question.options))}")
        return lines + ([f"row {b64encode(question.state).decode()}"] if self._rows else [])

    def _start(self, game: Game, question: Question) -> str:
        """Write what there is to know of a match when it begins."""
        first = from_bytes(game.rules.State.dtype, question.start)
        facts = {"match": question.match, "game": game.slug, "seat": question.seat, "seats": question.seats}
        facts |= {"options": question.options, "position": game.notation.position(first)}
        if self._rows:
            facts |= {"folder": str(game.folder), "row": b64encode(question.start).decode()}
        return json(facts)

    @staticmethod
    def _legal(game: Game, question: Question) -> list[str]:
        """List the legal moves, a line each."""
        into = game.buffer()
        count = game.rules.moves(from_bytes(game.rules.State.dtype, question.state), into)
        return [f"legal {game.spelled[int(move)]}" for move in into[:count]]

    def _go(self, question: Question) -> str:
        """Ask: milliseconds, and a seed for whoever wants chance."""
        return f"go {round(1000 * self.bot.seconds)} {question.seed}"

    def _answer(self, child: Child, until: float) -> str:
        """Wait for the move; whatever else is said is passed over."""
        for line in self._lines(child, until):
            if line.startswith("bestmove"):
                return line.removeprefix("bestmove").strip()
            if line.startswith("failed"):
                raise BotFailed("raised", bot=self.bot.name, reason=line.removeprefix("failed").strip())
        raise AssertionError("lines end in an answer or an error")

    @staticmethod
    def _lines(child: Child, until: float) -> Iterator[str]:
        """Read lines until what is waited for has come; not too many of them."""
        budget = FLOOD
        while True:
            line = child.line(until, budget)
            budget -= len(line) + 1
            if budget < 0:
                raise Flooded
            yield line


def json(data: object) -> str:
    """Write data on one line."""
    return msgspec.json.encode(data).decode()
