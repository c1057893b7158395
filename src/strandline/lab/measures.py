"""What can be measured of a match, and which columns of the results it is read from."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from strandline.lab.statistics import Moments, moments, together

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from strandline.lab.experiment import Arm

    Columns = Mapping[str, Any]

DEFAULTS = ("win", "place", "points", "sheet", "length", "decisions", "branching", "forced", "spread", "ties")
WATCHED = ("lead_changes", "comebacks")  # those that look at the score after every move, which takes longer
MEASURES = (*DEFAULTS, "margin", *WATCHED, "uses")
SHARES = {"win", "forced", "ties", "comebacks"}  # measures that are told in percent
PARTS_OF_A_VICTORY = np.array([0.0, *(1 / winners for winners in range(1, 65))])
ON_DEVICE = {"win", "place", "points", "sheet", "length", "spread", "ties", "margin"}  # what a GPU notes

BLOCK = 1 << 16  # seeds that are summed up at once


class Measured:
    """Something that is measured of an arm: it has a name for programs, and is told in percent where it is a share."""

    __slots__ = ()
    measure: str
    kind: str  # what it is told by: seat, turn, bot, line, group, or nothing
    subject: str  # seat and turn from 1, the name of a bot, of a line of the score sheet, of a group of moves

    @property
    def name(self) -> str:
        """Name it for a program."""
        return ".".join(part for part in (self.measure, self.kind, self.subject) if part)

    @property
    def share(self) -> bool:
        """Is it a part of all matches, told in percent?"""
        return self.measure in SHARES


@dataclass(frozen=True, eq=False)
class Series(Measured):
    """One number of every match, and what it is about."""

    measure: str
    kind: str
    subject: str
    values: Any  # by seed; None where nobody asks for more than their moments
    control: Any = None  # the luck of whom it is about, whose mean is known to be 0
    summed: Moments | None = None

    @cached_property
    def moments(self) -> Moments:
        """Give mean and variance, reckoned once: of a million matches that takes as long as playing a hundred."""
        return self.summed or moments(self.values)

    @property
    def units(self) -> int:
        """How many seeds?"""
        return self.moments.units if self.values is None else len(self.values)


def by_seat(columns: Columns, name: str, seats: int) -> list[Any]:
    """Give the columns of all seats."""
    return [np.asarray(columns[f"{name}_{seat}"]) for seat in range(seats)]


def wins(columns: Columns, seats: int) -> list[Any]:
    """Split each victory among those who share it."""
    first = [place == 1 for place in by_seat(columns, "place", seats)]
    part = PARTS_OF_A_VICTORY.take(sum_of(first, np.int8))
    return [mine * part for mine in first]


def sum_of(columns: list[Any], kind: Any) -> Any:
    """Add columns up; many matches are quicker column by column than as a table."""
    found = columns[0].astype(kind)
    for column in columns[1:]:
        found += column
    return found


def within(places: Any, size: int) -> Any:
    """Have places beyond the end begin anew; far quicker than a division."""
    places -= (places >= size) * np.int64(size)
    return places


class Table:
    """The matches of one arm, from which series are read."""

    def __init__(self, arm: Arm, columns: Columns, *, by_turn: bool | None = None) -> None:
        self.arm, self.columns, self.seats = arm, columns, arm.seats
        self.by_turn = is_by_turn([columns]) if by_turn is None else by_turn
        self.luck = by_seat(columns, "luck", arm.seats) if "luck_0" in columns else None

    def series(self, measures: tuple[str, ...]) -> Iterator[Series]:
        """Read all series of these measures."""
        for measure in measures if self.columns else ():
            yield from getattr(self, measure)()

    def per_seat(self, measure: str, values: list[Any]) -> Iterator[Series]:
        """Tell a number that each seat has: by seat, by turn order, and by bot where they differ."""
        for seat in range(self.seats):
            yield self.one(measure, "seat", str(seat + 1), values[seat], self.luck_of(seat))
        if self.turns:
            every = np.concatenate(values)
            lucky = None if self.luck is None else np.concatenate(self.luck)
            for turn, where in enumerate(self.turns):
                luck = None if lucky is None else lucky.take(where)
                yield self.one(measure, "turn", str(turn + 1), every.take(where), luck)
        if self.arm.rotations > 1:
            yield from self.per_bot(measure, values)

    @cached_property
    def turns(self) -> list[Any]:
        """Where in the columns of all seats, one after the other, is whoever comes first, second, third …?"""
        if not self.by_turn:
            return []
        size = len(self.columns["began"])
        first = np.asarray(self.columns["began"], np.int64) * size + np.arange(size)
        return [within(first + turn * size, self.seats * size) for turn in range(self.seats)]

    def per_bot(self, measure: str, values: list[Any]) -> Iterator[Series]:
        """Tell a number by who sat there: the mean of all seats that a bot had."""
        rotation = np.asarray(self.columns["rotation"], np.int64)
        places = (np.arange(self.seats)[None, :] + rotation[:, None]) % self.seats
        table = np.stack(values, axis=1)
        lucky = None if self.luck is None else np.stack(self.luck, axis=1)
        for bot in dict.fromkeys(self.arm.bots):
            mine = np.array([name == bot for name in self.arm.bots])[places]
            count = mine.sum(axis=1)
            luck = None if lucky is None else (lucky * mine).sum(axis=1) / count
            yield self.one(measure, "bot", bot, (table * mine).sum(axis=1) / count, luck)

    def luck_of(self, seat: int) -> Any:
        """Give the luck of a seat, where it was measured."""
        return None if self.luck is None else self.luck[seat]

    def one(self, measure: str, kind: str, subject: str, values: Any, control: Any = None) -> Series:
        """Make a series of all seeds: matches of the same seed are rotations, and count as one."""
        return Series(measure, kind, subject, self.by_seed(values), None if control is None else self.by_seed(control))

    def by_seed(self, values: Any) -> Any:
        """Give the mean of all matches of each seed."""
        every = np.asarray(values, float)
        return every if self.arm.rotations == 1 else every.reshape(-1, self.arm.rotations).mean(axis=1)

    def column(self, name: str) -> Any:
        """Give a column as numbers."""
        return np.asarray(self.columns[name], float)

    # The measures, by their names

    def win(self) -> Iterator[Series]:
        """Part of the victories; a shared one is split."""
        return self.per_seat("win", wins(self.columns, self.seats))

    def place(self) -> Iterator[Series]:
        """Place, from 1."""
        return self.per_seat("place", by_seat(self.columns, "place", self.seats))

    def points(self) -> Iterator[Series]:
        """Points: of all seats, and of each."""
        values = by_seat(self.columns, "points", self.seats)
        yield self.one("points", "", "", sum_of(values, float) / self.seats)
        yield from self.per_seat("points", values)

    def sheet(self) -> Iterator[Series]:
        """Every other line of the score sheet, on average over all seats."""
        for name in self.columns:
            line = name.removeprefix("sheet_").removesuffix("_0")
            if name.startswith("sheet_") and name.endswith("_0"):
                values = by_seat(self.columns, f"sheet_{line}", self.seats)
                yield self.one("sheet", "line", line, sum_of(values, float) / self.seats)

    def length(self) -> Iterator[Series]:
        """Moves and outcomes of chance."""
        yield self.one("length", "", "", self.column("plies"))

    def decisions(self) -> Iterator[Series]:
        """Moves that somebody made."""
        yield self.one("decisions", "", "", self.column("decisions"))

    def branching(self) -> Iterator[Series]:
        """How many moves there were to choose from, on average."""
        yield self.one("branching", "", "", self.column("choices") / np.maximum(self.column("decisions"), 1))

    def forced(self) -> Iterator[Series]:
        """Part of the decisions with but one move."""
        yield self.one("forced", "", "", self.column("forced") / np.maximum(self.column("decisions"), 1))

    def spread(self) -> Iterator[Series]:
        """Points from the last to the first."""
        points = by_seat(self.columns, "points", self.seats)
        yield self.one("spread", "", "", np.maximum.reduce(points) - np.minimum.reduce(points))

    def margin(self) -> Iterator[Series]:
        """Points from the second to the first."""
        points = np.sort(np.stack(by_seat(self.columns, "points", self.seats), axis=1), axis=1)
        yield self.one("margin", "", "", points[:, -1] - points[:, -2] if self.seats > 1 else points[:, 0])

    def ties(self) -> Iterator[Series]:
        """Part of the matches that several win together."""
        first = [place == 1 for place in by_seat(self.columns, "place", self.seats)]
        yield self.one("ties", "", "", sum_of(first, np.int8) > 1)

    def lead_changes(self) -> Iterator[Series]:
        """How often somebody else than before has the most points alone."""
        yield self.one("lead_changes", "", "", self.column("lead_changes"))

    def comebacks(self) -> Iterator[Series]:
        """Part of the victories by somebody who was behind at half time."""
        behind = [gap > 0 for gap in by_seat(self.columns, "behind_half", self.seats)]
        won = [part * late for part, late in zip(wins(self.columns, self.seats), behind, strict=True)]
        yield self.one("comebacks", "", "", sum_of(won, float))

    def uses(self) -> Iterator[Series]:
        """How often moves of a group are made in a match."""
        for name in self.columns:
            if name.startswith("uses_"):
                yield self.one("uses", "group", name.removeprefix("uses_"), self.column(name))


class Sums:
    """Very many matches of one arm, of which the moments of series are reckoned block after block.

    What stays in the processor's cache takes half as long, and next to no room.
    """

    def __init__(self, arm: Arm, pieces: Sequence[Columns], measures: tuple[str, ...]) -> None:
        found: dict[str, list[Series]] = {}
        by_turn = is_by_turn(pieces)
        for block in blocks(pieces, BLOCK * arm.rotations):
            for one in Table(arm, block, by_turn=by_turn).series(measures):
                found.setdefault(one.name, []).append(replace(one, values=None, summed=one.moments))
        self.found = [replace(some[0], summed=together(one.moments for one in some)) for some in found.values()]

    def series(self, measures: tuple[str, ...]) -> Iterator[Series]:
        """Read all series of these measures, without their values."""
        return (one for one in self.found if one.measure in measures)


def is_by_turn(pieces: Iterable[Columns]) -> bool:
    """Is it told by turn order? Not where it is always the first seat that begins."""
    began = [piece["began"] for piece in pieces if "began" in piece and len(piece["began"])]
    return bool(began) and min(one.min() for one in began) >= 0 and max(one.max() for one in began) > 0


def blocks(pieces: Iterable[Columns], size: int) -> Iterator[Columns]:
    """Divide matches into blocks of at most this size."""
    for piece in pieces:
        for at in range(0, len(piece["seed"]), size):
            yield {name: values[at : at + size] for name, values in piece.items()}
