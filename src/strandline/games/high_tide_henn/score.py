"""What the chairs, surfers, coins and the last open dice are worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from strandline.engine.contract import OVER
from strandline.engine.rule import rule
from strandline.games.high_tide_henn.components import BOX
from strandline.games.high_tide_henn.state import BAR, BEACHES, HIDDEN, WATER, many

if TYPE_CHECKING:
    from strandline.engine.row import Array
    from strandline.games.high_tide_henn.state import State

SHEET = ("points", "beaches", "bars", "surfer", "coins", "baywatch")
POINTS, FROM_BEACHES, FROM_BARS, FROM_SURFER, FROM_COINS, FROM_BAYWATCH = range(6)


def padded(few: tuple[int, ...], many: tuple[int, ...]) -> list[list[int]]:
    """Write points by place for both sides of the board, with nothing for the places after the last."""
    return [[*places, *[0] * (7 - len(places))] for places in (few, many)]


PLACE_POINTS = np.array(padded(BOX.scoring.places.few, BOX.scoring.places.many))
COIN_POINTS = np.array(padded(BOX.scoring.coins.few, BOX.scoring.coins.many))
BAR_POINTS = BOX.scoring.bar
SURFER_AT_BAR = BOX.scoring.surfer_at_bar
SURFER_IN_WATER = BOX.scoring.surfer_in_water
TOTAL_FIRST: int = 10 ** (2 * BEACHES)  # no coin is worth more than 99
BAYWATCH_POINTS = BOX.scoring.baywatch


@rule
def score(state: State, into: Array) -> None:
    """Fill in the score sheet, as if the match ended here (H-E6, H-E7, H-C4, H-U2, H-B2)."""
    for seat in range(state.seats):
        for line in range(len(SHEET)):
            into[seat, line] = 0
        for beach in range(BEACHES):
            score_chair(state, seat, beach, into)
        into[seat, FROM_COINS] = coin_points(state, seat)
        into[seat, FROM_BAYWATCH] = BAYWATCH_POINTS if state.saved == seat else 0
        for line in range(1, len(SHEET)):
            into[seat, POINTS] += into[seat, line]


@rule
def score_chair(state: State, seat: int, beach: int, into: Array) -> None:
    """Score one chair: a surfer's, one at the bar, or one on the sand."""
    space = state.chair[beach, seat]
    if surfs(state, seat, beach):
        if space == WATER:
            into[seat, FROM_SURFER] = SURFER_IN_WATER  # H-U2
        elif space == BAR:
            into[seat, FROM_SURFER] = SURFER_AT_BAR  # H-U3
    elif space == BAR:
        into[seat, FROM_BARS] += BAR_POINTS  # H-E7
    elif space < WATER:
        into[seat, FROM_BEACHES] += PLACE_POINTS[many(state), chairs_before(state, seat, beach)]


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
    """What are the coins of a player worth, compared with all others (H-C4)?"""
    own = coin_key(state, seat)
    if own == 0:
        return 0
    before = 0
    for other in range(state.seats):
        before += coin_key(state, other) > own
    return int(COIN_POINTS[many(state), before])


@rule
def coin_key(state: State, seat: int) -> int:
    """Order the players by their coins: the total, then the black coin, the purple one, … (H-C4, H-C7)."""
    total, coins = 0, 0
    for beach in range(BEACHES):
        total += int(state.purse[seat, beach])
        coins = 100 * coins + int(state.purse[seat, beach])
    return total * TOTAL_FIRST + coins


@rule
def places(state: State, into: Array) -> None:
    """Rank the players by points; ties share a place (H-E8)."""
    sheet = np.zeros((int(state.seats), len(SHEET)), np.int64)
    score(state, sheet)
    for seat in range(state.seats):
        into[seat] = 1
        for other in range(state.seats):
            into[seat] += sheet[other, POINTS] > sheet[seat, POINTS]
