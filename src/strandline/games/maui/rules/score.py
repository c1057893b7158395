"""Points, and who stands before whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.rule import rule

from .tables import COLUMNS, PATTERNS, PEARL_POINTS, PEARLS, POINTS

if TYPE_CHECKING:
    from strandline.engine.row import Array

    from .state import State


@rule
def track_points(state: State, seat: int) -> int:
    """Count the points of the markers (M-E2)."""
    total = 0
    for track in range(len(PATTERNS)):
        total += int(POINTS[state.marker[seat, track]])
    return total


@rule
def pearl_points(state: State, seat: int) -> int:
    """Count the points of the pearls, colour by colour (M-E2)."""
    total = 0
    for colour in range(len(PEARLS)):
        total += int(PEARL_POINTS[state.pearls[seat, colour]])
    return total


@rule
def crab_points(state: State, seat: int) -> int:
    """Count what the crabs cost (M-C4)."""
    total = 0
    for column in range(1, COLUMNS + 1):
        total += int(state.crab[seat, column])
    return total


@rule
def points(state: State, seat: int) -> int:
    """Count the points of a seat, so far or final (M-E2, M-C4, M-L4)."""
    plus = track_points(state, seat) + pearl_points(state, seat) + int(state.dollars[seat])
    return plus - int(state.forfeited[seat]) - crab_points(state, seat)


@rule
def lowest(state: State, seat: int) -> bool:
    """Has nobody fewer points than this seat (M-L2)?"""
    for other in range(state.seats):
        if points(state, other) < points(state, seat):
            return False
    return True


@rule
def score(state: State, into: Array) -> None:
    """Fill in the score sheet."""
    for seat in range(state.seats):
        into[seat, 0] = points(state, seat)
        into[seat, 1] = track_points(state, seat)
        into[seat, 2] = pearl_points(state, seat)
        into[seat, 3] = state.dollars[seat]
        into[seat, 4] = -int(state.forfeited[seat])
        into[seat, 5] = -crab_points(state, seat)
        into[seat, 6] = state.laid[seat]


@rule
def standing(state: State, seat: int) -> int:
    """Weigh points, then fewer tiles, then more dollars, then the later place in player order (M-E3, M-E4, M-L8)."""
    later = (seat - max(int(state.first), 0)) % state.seats
    return ((points(state, seat) * 100 - int(state.laid[seat])) * 100 + int(state.dollars[seat])) * 100 + later


@rule
def places(state: State, into: Array) -> None:
    """Rank the seats (M-E3)."""
    for seat in range(state.seats):
        into[seat] = 1
        for other in range(state.seats):
            into[seat] += standing(state, other) > standing(state, seat)
