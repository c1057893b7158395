"""What a learner is shown: numbers by field, the own seat first, never what is secret from it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from strandline.engine.contract import Field
from strandline.engine.errors import BadOptions
from strandline.engine.row import table_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from strandline.engine.game import Game
    from strandline.engine.match import Match
    from strandline.engine.row import Row, Table

Kind = Literal["float32", "int8"]
Numbers = np.ndarray[Any, np.dtype[Any]]


class Observation:
    """What is seen of a game where so many play: its fields, in order, and how large all of it is.

    As int8 the numbers are within the bounds that each field has; as float32 they are divided by the larger of them,
    so that they are between −1 and 1. A game without a room `observe` shows which seat looks and the bytes of the row
    as that seat may know it, wherever they stand: learners do better with a room.
    """

    def __init__(self, game: Game, seats: int) -> None:
        if seats not in game.rules.SEATS:
            raise game.wrong_seats(seats)
        self.game, self.seats = game, seats
        self.columns: Numbers | None = None  # of the row, where the game has no `observe`
        if game.observe is not None:
            self.fields = game.observe.fields(seats)
        else:
            listed = list(fields_of_row(game, seats))
            self.fields = tuple(field for field, _ in listed)
            self.columns = np.array([at for _, places in listed for at in places], np.int64)
        self.size = sum(field.size for field in self.fields)
        counts = [field.size for field in self.fields]
        self.low = np.repeat([field.low for field in self.fields], counts).astype(np.int8)
        self.high = np.repeat([field.high for field in self.fields], counts).astype(np.int8)
        scale = np.repeat([1 / field.scale for field in self.fields], counts)
        self._scale: dict[str, Numbers] = {"float32": scale.astype(np.float32), "int8": np.ones(self.size, np.int8)}

    def scale(self, kind: str) -> Numbers:
        """Give what each number is multiplied by."""
        if kind not in self._scale:
            raise BadOptions("batch.kind", value=kind)
        return self._scale[kind]

    def slice(self, name: str) -> slice:
        """Say where the numbers of a field stand."""
        at = 0
        for field in self.fields:
            if field.name == name:
                return slice(at, at + field.size)
            at += field.size
        raise BadOptions("batch.field", value=name, game=self.game.slug, known=", ".join(it.name for it in self.fields))

    def of(self, state: Row, seat: int, kind: Kind = "float32") -> Numbers:
        """Give what a seat sees of a position."""
        into = np.zeros((1, self.size), kind)
        self.write(table_of(state), np.array([seat], np.int8), self.scale(kind), into)
        seen: Numbers = into[0]
        return seen

    def write(self, states: Table, seats: Numbers, scale: Numbers, into: Numbers) -> None:
        """Write what a seat sees of each row, on this very thread."""
        # Late: compiled when somebody looks, not when somebody asks what could be seen.
        from strandline.research.kernels import look, look_at_fields

        scratch = self.game.rules.State.table(1)
        if self.columns is None:
            look(states, seats, scratch, np.zeros(self.size, np.int8), scale, into)
        else:
            raw = scratch.view(np.int8).reshape(1, -1)
            look_at_fields(states, seats, scratch, raw, self.columns, scale, into)

    def __repr__(self) -> str:
        """Write a table of the fields."""
        width = max(len(field.name) for field in self.fields)
        head = f"{self.game.slug} for {self.seats}: {self.size} numbers"
        bounds = [f"{field.low} … {field.high}" for field in self.fields]
        lines = [
            f"{it.name:{width}} {it.size:5} {to:>10}  {it.about}" for it, to in zip(self.fields, bounds, strict=True)
        ]
        return "\n".join([head, *lines])


def fields_of_row(game: Game, seats: int) -> Iterator[tuple[Field, list[int]]]:
    """List the fields of a row as an observation, each with the bytes that it shows: the wider ones lowest first."""
    yield Field("seat", seats, 0, 1, "which seat looks"), []
    dtype = game.rules.State.dtype
    for name in (dtype.names or ())[1:]:  # the first one says nothing of the position
        kind, start = dtype.fields[name][:2]  # type: ignore[index]
        width = kind.base.itemsize
        about = "as in the row" if width == 1 else f"as in the row, each in {width} bytes, the lowest first"
        yield Field(name, kind.itemsize, -128, 127, about), list(range(start, start + kind.itemsize))


@cache
def observation_of(game: Game, seats: int) -> Observation:
    """Give what is seen of a game, worked out once."""
    return Observation(game, seats)


def found(game: str | Game) -> Game:
    """Find a game by its name, or take it as it is."""
    from strandline import api

    return api.game(game) if isinstance(game, str) else game


def observation(game: str | Game, *, seats: int | None = None) -> Observation:
    """List what a learner is shown of a game: every field with its bounds and its meaning."""
    chosen = found(game)
    return observation_of(chosen, chosen.rules.SEATS[0] if seats is None else seats)


def observe(match: Match, seat: int | None = None, kind: Kind = "float32") -> Numbers:
    """Give what a seat sees of a match, or else the seat to move."""
    looking = match.turn if seat is None else seat
    if not 0 <= looking < match.seats:
        raise BadOptions("batch.seat", value=looking, high=match.seats - 1)
    return observation_of(match.game, match.seats).of(match.state, looking, kind)


def symmetries(game: str | Game, *, seats: int | None = None) -> tuple[Numbers, Numbers]:
    """Give the symmetries of a game as two tables of indices, for observations and for moves; the first is none at all.

    `seen[observation[k]]` is what is seen of the position as the k-th symmetry turns or mirrors it, and in that
    position `moves[k, move]` is the move.
    """
    seen = observation(game, seats=seats)
    if hasattr(seen.game.observe, "symmetries"):
        tables: tuple[Numbers, Numbers] = seen.game.observe.symmetries(seen.seats)  # type: ignore[union-attr]
        return tables
    return np.arange(seen.size, dtype=np.int32)[None], np.arange(seen.game.rules.MOVES, dtype=np.int32)[None]
