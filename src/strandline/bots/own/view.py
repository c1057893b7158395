"""What a bot is asked with: the view of its seat, and nothing that this seat may not know."""

from __future__ import annotations

import time
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from strandline.engine.match import told_options
from strandline.engine.row import copy_of, from_bytes, to_bytes
from strandline.engine.turns import CHANCE

if TYPE_CHECKING:
    from strandline.engine.game import Game
    from strandline.engine.match import Match
    from strandline.engine.row import Row

HIDDEN = -1  # in place of a move that the seat may not know


class Question(msgspec.Struct, frozen=True):
    """A decision, or the end of a match, as it goes from process to process: only what the seat may know."""

    match: str  # which match it is; a name that says nothing else
    game: str
    seat: int
    seats: int
    options: dict[str, Any]
    start: bytes  # the first position
    played: tuple[tuple[int, int], ...]  # seat or CHANCE, and the move or HIDDEN, of all moves that stand
    state: bytes  # the position now
    seed: int


class Played(NamedTuple):
    """A move that was made, as a seat may know it."""

    seat: int  # or CHANCE
    move: str | None  # in notation; None where the seat may not know it


def question_of(match: Match, seat: int, name: str, seed: int) -> Question:
    """Ask a seat of a match: its view is taken here, and nothing else goes further."""
    standing = [match.standing(index) for index in range(match.count)]
    played = ((one.seat, one.move if match.known_to(one.before, one.move, seat) else HIDDEN) for one in standing)
    start, state = (to_bytes(match.seen_by(state, seat)) for state in (match.state_at(0), match.state))
    options = told_options(match.options)
    return Question(name, match.game.slug, seat, match.seats, options, start, tuple(played), state, seed)


class View:
    """What a bot sees when it is asked: the position as its seat may know it, its legal moves, chance and time."""

    def __init__(self, game: Game, question: Question, seconds: float) -> None:
        dtype = game.rules.State.dtype
        self.game, self.match = game, question.match
        self.seat, self.seats, self.options = question.seat, question.seats, question.options
        self.state: Row = from_bytes(dtype, question.state)  # the position as a row
        self.first: Row = from_bytes(dtype, question.start)  # the first position
        self.history = tuple(Played(seat, None if move < 0 else game.spelled[move]) for seat, move in question.played)
        self.moves: tuple[int, ...] = ()  # the legal moves as numbers
        if self.state.turn == self.seat:
            into = game.buffer()
            self.moves = tuple(into[: game.rules.moves(self.state, into)].tolist())
        self.random = Random(question.seed)
        self.seconds = seconds  # for this decision
        self._until = time.monotonic() + seconds

    @property
    def legal(self) -> tuple[str, ...]:
        """The legal moves in notation."""
        return tuple(self.game.spelled[move] for move in self.moves)

    @property
    def left(self) -> float:
        """How many seconds are left for this decision?"""
        return max(0.0, self._until - time.monotonic())

    def number(self, move: str | int) -> int:
        """Give the number of a move."""
        return self.game.parse(move) if isinstance(move, str) else int(move)

    def after(self, move: str | int) -> Row:
        """Give the position after a legal move, as a row; chance has not had its turn."""
        return self.game.after(self.state, self.number(move))

    def value(self, move: str | int) -> int:
        """Value the position after a legal move for this seat, as the game does: the higher, the better."""
        return int(self.game.evaluate.evaluate(self.after(move), self.seat))

    def tell(self, move: str | int, language: str = "en") -> str:
        """Tell what a legal move would do."""
        return self.game.tell(self.state, self.number(move), language)

    def describe(self, language: str = "en") -> str:
        """Describe the position in words."""
        return self.game.words.describe(self.state, self.game.texts_for(self.state, language))

    def position(self) -> dict[str, Any]:
        """Write the position as a document in rulebook words."""
        return document(self.game, self.state, self.seats, self.options)

    def beginning(self) -> View:
        """Give the view of the first position: what a bot is told when a match begins."""
        view = object.__new__(View)
        vars(view).update(vars(self), state=copy_of(self.first), history=(), moves=())
        return view


def document(game: Game, state: Row, seats: int, options: dict[str, Any]) -> dict[str, Any]:
    """Write a position as a document that says what it is of."""
    return {"game": game.slug, "seats": seats, "options": options, **game.notation.position(state)}


def who(seat: int) -> str:
    """Write whose move it was."""
    return "chance" if seat == CHANCE else str(seat)
