"""What is known of a position, and of a decision: chances with how sure they are."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

SURE = 1.96  # standard errors on either side of a number within which the truth is, 95 times in 100


class Value(msgspec.Struct, frozen=True):
    """How a position stands for each seat."""

    chances: tuple[float, ...]  # to win; a shared victory is split
    places: tuple[float, ...]  # expected
    errors: tuple[float, ...]  # standard errors of the chances
    place_errors: tuple[float, ...]
    exact: bool = False  # won or lost by force, or over


class LineGap(msgspec.Struct, frozen=True):
    """What a line of the score sheet shows at the end, on average, after the better move and after the chosen one."""

    seat: int
    line: str
    better: float
    chosen: float
    error: float  # standard error of the difference

    @property
    def gap(self) -> float:
        """How much more is there after the better move?"""
        return self.better - self.chosen

    @property
    def sure(self) -> bool:
        """Is the difference larger than what is not known of it?"""
        return abs(self.gap) > SURE * self.error


class Comparison(msgspec.Struct, frozen=True):
    """The move that was chosen beside the best one that was found, by what the mover could know."""

    best: int
    legal: int  # how many moves there were
    better: tuple[float, ...] = ()  # each seat's chance after the best move; nothing where the chosen one is the best
    chosen: tuple[float, ...] = ()
    errors: tuple[float, ...] = ()  # standard errors of the differences
    exact: bool = False
    lines: tuple[LineGap, ...] = ()

    def lost(self, seat: int) -> float:
        """How much less is a seat's chance after the chosen move than after the best one?"""
        return self.better[seat] - self.chosen[seat] if self.better else 0.0

    def error(self, seat: int) -> float:
        """Give the standard error of that difference."""
        return self.errors[seat] if self.errors else 0.0


def shares(place: Any) -> Any:
    """Split each victory among those who share it: [match, seat] from places to parts of a victory."""
    first = place == 1
    return first / first.sum(axis=1, keepdims=True)


def standard_errors(samples: Any) -> Any:
    """Give the standard error of the mean of each column; never quite nothing, as so few may all agree by luck."""
    count = len(samples)
    return np.sqrt(samples.var(axis=0) / count + 0.25 / count**2)


def mean_value(place: Any) -> Value:
    """Sum up how playouts of one position ended."""
    won = shares(place)
    return Value(
        numbers(won.mean(axis=0)),
        numbers(place.mean(axis=0)),
        numbers(standard_errors(won)),
        numbers(standard_errors(place.astype(float))),
    )


def final_value(places: Sequence[int]) -> Value:
    """Say how a match ended."""
    place = np.array([places])
    nothing = (0.0,) * len(places)
    return Value(numbers(shares(place)[0]), numbers(place[0]), nothing, nothing, exact=True)


def average(values: Sequence[Value]) -> Value:
    """Average positions, one as likely as the other; how far they differ says how sure that is."""
    chances, places = (np.array([getattr(value, name) for value in values]) for name in ("chances", "places"))
    inside = np.mean([np.square(value.errors) for value in values], axis=0)
    return Value(
        numbers(chances.mean(axis=0)),
        numbers(places.mean(axis=0)),
        numbers(np.sqrt(standard_errors(chances) ** 2 + inside)),
        numbers(standard_errors(places)),
    )


def numbers(array: Any) -> tuple[float, ...]:
    """Give an array as plain numbers."""
    return tuple(float(number) for number in array)


def together(*errors: float) -> float:
    """Add up standard errors that have nothing to do with each other."""
    return sqrt(sum(error * error for error in errors))
