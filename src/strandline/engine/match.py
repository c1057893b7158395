"""A match: one playing of a game. It is the only door for moves from outside, and it keeps the log."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from strandline.engine.contract import CHANCE, NOBODY, OVER
from strandline.engine.errors import BadMove, CannotUndo, IllegalMove
from strandline.engine.row import copy_of, to_bytes
from strandline.engine.texts import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    import msgspec

    from strandline.engine.chance import Dice
    from strandline.engine.game import Game
    from strandline.engine.row import Row

UNDO = -1
"""In the log: the last move that still stood was taken back."""


@dataclass
class Match:
    """One playing of a game by `seats` players; positions, scores and undo all follow from its log."""

    game: Game
    seats: int
    options: msgspec.Struct
    dice: Dice | None = None  # None: the outcomes of chance are played by hand
    start: dict[str, Any] | None = None  # the position it began from, where that was not the set-up
    log: list[int] = field(default_factory=list)
    players: tuple[str, ...] = ()  # who sits on the seats: names, or those of bots
    commitment: str | None = None  # published before the first move, where the seed is told only at the end
    language: str = "en"

    def __post_init__(self) -> None:
        """Set up the start, and let chance have its turn."""
        state = self.game.start(self.seats, self.options)
        if self.start is not None:
            self.game.notation.place(state, self.start)
        self._states = [state]
        self._turns = [state.turn]
        self._played: list[int] = []
        log, self.log = self.log, []
        for entry in log:
            self._take_back() if entry == UNDO else self.play(entry, settle=False)
        self.settle()

    @property
    def state(self) -> Row:
        """The position as a row; look, but do not write."""
        return self._states[-1]

    @property
    def turn(self) -> int:
        """The seat to move, CHANCE or OVER."""
        return self._turns[-1]

    @property
    def over(self) -> bool:
        """Is the match over?"""
        return self.turn == OVER

    @property
    def ply(self) -> int:
        """How many entries does the log have?"""
        return len(self.log)

    @property
    def count(self) -> int:
        """How many moves stand?"""
        return len(self._played)

    @property
    def played(self) -> tuple[int, ...]:
        """The moves that stand, chance included, without those that were taken back."""
        return tuple(self._played)

    def state_at(self, count: int) -> Row:
        """Give the position after the first `count` moves that stand."""
        if not 0 <= count <= len(self._played):
            raise BadMove("move.no_such_ply", ply=count, high=len(self._played))
        return self._states[count]

    def move_at(self, index: int) -> int:
        """Which move stands at this place?"""
        return self._played[index]

    def turn_at(self, count: int) -> int:
        """Whose turn was it after the first `count` moves that stand?"""
        return self._turns[count]

    def view(self, seat: int) -> Row:
        """Give the position as this seat may know it."""
        return self.game.seen_by(self.state, seat)

    def has_secret(self, seat: int) -> bool:
        """Does this seat know anything now that a spectator does not?"""
        return self.game.view is not None and to_bytes(self.view(seat)) != to_bytes(self.view(NOBODY))

    def told(self, index: int, language: str, seat: int) -> str | None:
        """Tell a move that stands in words; None where this seat may not know it."""
        before, move = self._states[index], self._played[index]
        known = self.game.known_to(before, move, seat)
        return self.game.words.tell(before, move, self.game.texts(language)) if known else None

    # Moves

    def legal_numbers(self) -> list[int]:
        """List the legal moves, or the outcomes of chance, as numbers."""
        into = self.game.buffer()
        count = self.game.rules.moves(self.state, into)
        legal: list[int] = into[:count].tolist()
        return legal

    def legal(self) -> list[str]:
        """List the legal moves, or the outcomes of chance, in notation."""
        return [self.game.spelled[move] for move in self.legal_numbers()]

    def play(self, move: str | int, *, seat: int | None = None, settle: bool = True) -> None:
        """Play a move of the seat to move, in notation or as its number, then let chance have its turn."""
        number = self.number(move)
        if seat is not None and seat != self.turn:
            whose = self.game.texts(self.language).say(f"turn.{turn_name(self.turn)}")
            raise BadMove("move.wrong_seat", move=self.game.notation.spell(number), seat=seat, turn=whose)
        if refused := self._refusal(number):
            raise refused
        self._go_on(number)
        if settle:
            self.settle()

    def _go_on(self, number: int) -> None:
        """Carry out a move that is known to be legal."""
        state = copy_of(self._states[-1])
        self.game.rules.play(state, number)
        self._states.append(state)
        self._turns.append(state.turn)
        self._played.append(number)
        self.log.append(number)

    def settle(self) -> None:
        """Let chance have its turn, unless it is played by hand."""
        while self.dice is not None and self._turns[-1] == CHANCE:
            self._go_on(int(self.game.rules.sample(self._states[-1], self.dice.at(len(self.log)))))

    def number(self, move: str | int) -> int:
        """Read a move from outside: notation, or a number within range."""
        if isinstance(move, str):
            try:
                return self.game.notation.parse(move)
            except ValueError:
                raise BadMove("move.unreadable", move=move, game=self.game.slug) from None
        if isinstance(move, bool) or not isinstance(move, int | np.integer):
            raise BadMove("move.unreadable", move=repr(move), game=self.game.slug)
        if not 0 <= move < self.game.rules.MOVES:
            raise BadMove("move.range", move=move, game=self.game.slug, high=self.game.rules.MOVES - 1)
        return int(move)

    def why(self, move: str | int) -> IllegalMove | None:
        """Which rule forbids the move? None where it is legal."""
        try:
            return self._refusal(self.number(move))
        except IllegalMove as refused:
            return refused

    def _refusal(self, number: int) -> IllegalMove | None:
        """Put the refusal of a rule into words, in every language."""
        found = self.game.rules.refusal(self.state, number)
        return refuse(self.game, number, self.game.rules.REFUSALS[found]) if found else None

    # Undo

    def undo(self, seat: int | None = None, *, yielding: Collection[int] = ()) -> int:
        """Take back the last move of a seat, if nothing was revealed and nobody answered since; how many went back?

        Answers of `yielding` seats, such as a bot's that does not mind, go back with it.
        """
        answers = 0
        for index in reversed(range(len(self._played))):
            mover = self._turns[index]
            if mover == CHANCE:
                raise CannotUndo("undo.revealed")
            if mover == seat or (seat is None and mover not in yielding):
                break
            if mover not in yielding:
                raise CannotUndo("undo.answered")
            answers += 1
        else:
            raise CannotUndo("undo.nothing")
        for _ in range(answers + 1):
            self._take_back()
        return answers + 1

    def _take_back(self) -> None:
        """Take the last move back; the log keeps both."""
        self._states.pop()
        self._turns.pop()
        self._played.pop()
        self.log.append(UNDO)

    # Results

    def sheet(self, state: Row | None = None) -> list[dict[str, int]]:
        """Give the score sheet, now or of an earlier position: for every seat its lines by name."""
        into = np.zeros((self.seats, len(self.game.rules.SHEET)), np.int64)
        self.game.rules.score(self.state if state is None else state, into)
        return [dict(zip(self.game.rules.SHEET, map(int, line), strict=True)) for line in into]

    def scores(self, state: Row | None = None) -> list[int]:
        """Give the points by seat, so far or final, now or of an earlier position."""
        return [line[self.game.rules.SHEET[0]] for line in self.sheet(state)]

    def places(self) -> list[int]:
        """Rank the seats, from 1; tied seats share a place."""
        into = np.zeros(self.seats, np.int64)
        self.game.rules.places(self.state, into)
        return [int(place) for place in into]

    # Text and pictures

    def position(self) -> dict[str, Any]:
        """Write the position as a document in rulebook words; `at` sets it up again."""
        from strandline.engine.record import option_values

        common = {"game": self.game.slug, "seats": self.seats, "options": option_values(self.options)}
        return common | self.game.notation.position(self.state)

    def record(self) -> str:
        """Write the match as the text of its record."""
        from strandline.engine.record import write

        return write(self)

    def save(self, path: str | Path) -> None:
        """Write the record to a file, whole or not at all."""
        from strandline.engine.record import save

        save(self, path)

    def svg(self, *, language: str | None = None, seat: int | None = None) -> str:
        """Draw the position, whole, or as a seat sees it."""
        from strandline.engine.picture import svg

        last = self._played[-1] if self._played else -1
        if seat is None:
            return svg(self.game, self.state, language or self.language, last)
        return svg(self.game, self.view(seat), language or self.language, last, seat)

    def _repr_svg_(self) -> str:
        """Show the board in a notebook."""
        return self.svg()

    def __repr__(self) -> str:
        """Name game, move and turn in a line."""
        return f"<{self.game.slug}: {len(self._played)} moves, turn: {turn_name(self.turn)}, scores {self.scores()}>"


def turn_name(turn: int) -> str:
    """Name whose turn it is: a seat's number, chance or over."""
    return {CHANCE: "chance", OVER: "over"}.get(turn, str(turn))


def refuse(game: Game, number: int, rule: str) -> IllegalMove:
    """Make the refusal of a move by a rule, with its reason in every language."""
    move = game.notation.spell(number)
    reasons = {
        language: game.texts(language).say(f"refusal.{rule}", move=move, path=game.notation.path(number))
        for language in LANGUAGES
    }
    return IllegalMove(move, rule, reasons)
