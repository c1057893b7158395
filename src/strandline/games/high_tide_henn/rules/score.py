"""What the chairs, surfers, coins and the last open dice are worth."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from strandline.engine.contract import OVER
from strandline.engine.rule import rule

from . import tables
from .state import many
from .tables import BAR, BEACHES, HIDDEN, WATER

if TYPE_CHECKING:
    from strandline.engine.row import Array

    from .state import State


class Line(IntEnum):
    """The lines of the score sheet."""

    POINTS, BEACHES, BARS, SURFER, COINS, BAYWATCH = range(6)


SHEET = tuple(line.name.lower() for line in Line)
TOTAL_FIRST: int = 10 ** (2 * BEACHES)  # no coin is worth more than 99


@rule
def score(state: State, into: Array) -> None:
    """Fill in the score sheet, as if the match ended here (H-E6, H-E7, H-C4, H-U2, H-B2)."""
    for seat in range(state.seats):
        for line in range(len(SHEET)):
            into[seat, line] = 0
        for beach in range(BEACHES):
            into[seat, line_of(state, seat, beach)] += chair_points(state, seat, beach)
        into[seat, Line.COINS] = coin_points(state, seat)
        into[seat, Line.BAYWATCH] = tables.BAYWATCH_POINTS if state.saved == seat else 0
        for line in range(1, len(SHEET)):
            into[seat, Line.POINTS] += into[seat, line]


@rule
def line_of(state: State, seat: int, beach: int) -> int:
    """Find the line of the sheet that a chair belongs to."""
    if surfs(state, seat, beach):
        return Line.SURFER
    return Line.BARS if state.chair[beach, seat] == BAR else Line.BEACHES


@rule
def chair_points(state: State, seat: int, beach: int) -> int:
    """Score one chair: a surfer's, one at the bar, or one on the sand (H-E6, H-E7, H-U2, H-U3)."""
    space = state.chair[beach, seat]
    if surfs(state, seat, beach):
        return tables.SURFER_IN_WATER if space == WATER else tables.SURFER_AT_BAR if space == BAR else 0
    if space == BAR:
        return tables.BAR_POINTS
    return int(tables.PLACE_POINTS[many(state), chairs_before(state, seat, beach)]) if space < WATER else 0


@rule
def score_beaches(state: State, into: Array) -> None:
    """Fill in what each chair would bring: into[beach, seat]."""
    for beach in range(BEACHES):
        for seat in range(state.seats):
            into[beach, seat] = chair_points(state, seat, beach)


@rule
def surfs(state: State, seat: int, beach: int) -> bool:
    """Has this player a surfer here that everybody can see? Hidden ones are turned up at the end (H-U1, H-U4)."""
    return bool(state.surfer[seat] == beach and (state.surfers != HIDDEN or state.turn == OVER))


@rule
def chairs_before(state: State, seat: int, beach: int) -> int:
    """How many chairs come before this one: nearer to the water, further right, or surfing (H-E6, H-U2, H-U3)?"""
    own = chair_key(state, seat, beach)
    count = 0
    for other in range(state.seats):
        if surfs(state, other, beach):
            count += state.chair[beach, other] == WATER
        else:
            count += own < chair_key(state, other, beach) < 8 * WATER
    return count


@rule
def chair_key(state: State, seat: int, beach: int) -> int:
    """Order the chairs of a beach: by space, and on one space from left to right."""
    return 8 * int(state.chair[beach, seat]) + int(state.rank[beach, seat])


@rule
def coin_points(state: State, seat: int) -> int:
    """Score the coins of a player, compared with all others (H-C4)."""
    own = coin_key(state, seat)
    if own == 0:
        return 0
    before = 0
    for other in range(state.seats):
        before += coin_key(state, other) > own
    return int(tables.COIN_POINTS[many(state), before])


@rule
def coin_key(state: State, seat: int) -> int:
    """Order the players by their coins: the total, then the black coin, the purple one, … (H-C4, H-C7)."""
    total, coins = 0, 0
    for beach in range(BEACHES):
        total += int(state.purse[seat, beach])
        coins = 100 * coins + int(state.purse[seat, beach])
    return total * TOTAL_FIRST + coins


@rule
def points_of(state: State, seat: int) -> int:
    """Add up what a player has, as if the match ended here: the first line of the score sheet."""
    total = coin_points(state, seat) + (tables.BAYWATCH_POINTS if state.saved == seat else 0)
    for beach in range(BEACHES):
        total += chair_points(state, seat, beach)
    return int(total)


def points(state: State) -> list[int]:
    """Give the points of every player, as if the match ended here."""
    return [points_of(state, seat) for seat in range(state.seats)]
