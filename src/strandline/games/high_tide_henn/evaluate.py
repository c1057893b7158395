"""How good a position looks to a player: what the own chairs would score, and what waves and dice may still bring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.arrays import narrow
from strandline.engine.contract import OVER
from strandline.engine.rule import rule
from strandline.games.high_tide_henn.rules import tables
from strandline.games.high_tide_henn.rules.beach import goal_of
from strandline.games.high_tide_henn.rules.score import points_of
from strandline.games.high_tide_henn.rules.state import colour_of, free_spaces, many, pips_of, player
from strandline.games.high_tide_henn.rules.tables import BAR, BEACHES, EMPTY, LARGE, LEFT, SMALL, WATER, Phase

if TYPE_CHECKING:
    from strandline.games.high_tide_henn.rules.state import State

# Weights found by hand, in thousandths of a point; `python -m bench.greedy` prints how often they win.
POINT = 1000
VICTORY = 3000
STEP = 40  # a space nearer to the water
COIN = 80  # a point of coins
TILE = 250  # a Baywatch tile in hand
OPEN_DICE = 150  # the lowest pair of the round so far
CHOICE = 300  # a roll that may still be declined
AGAIN = 200  # a die that may still be rolled again

# How the search does best, and how many simulations its levels run: bench/TUNING.md.
SEARCH = {"candidates": 4, "prior_weight": 30}
THINKING = {"surfer": {3: 16, 5: 25}, "lifeguard": 150, "tide": 1_500}

STEPS = narrow([0, 2, 5])
SHARE = narrow([-2, 1, 1])


@rule
def evaluate(state: State, seat: int) -> int:
    """Value the position for a seat: the higher, the better."""
    if state.turn == OVER:
        return final_value(state, seat)
    value = OPEN_DICE if state.open_seat == seat else 0
    for beach in range(BEACHES):
        value += chair_value(state, seat, beach, expected_space(state, seat, beach)) + coin_value(state, seat, beach)
    for tile in range(len(state.tile)):
        value += TILE if state.tile[tile] == seat else 0
    if state.turns < state.seats and player(state) == seat:
        value += AGAIN * int(state.bonus)
        if state.phase == Phase.ROLL:
            value += (2 if state.hand[LEFT] == EMPTY else 1) * roll_value(state, seat)
            value += CHOICE if free_spaces(state) > 1 else 0
    return value


@rule
def final_value(state: State, seat: int) -> int:
    """Value a match that is over: the points, and the victory."""
    best = 0
    for other in range(state.seats):
        best = max(best, points_of(state, other))
    mine = points_of(state, seat)
    return POINT * mine + (VICTORY if mine == best else -VICTORY)


@rule
def expected_space(state: State, seat: int, beach: int) -> int:
    """Find where the own chair will stand when the dice in hand have moved it."""
    space = int(state.chair[beach, seat])
    if state.turns == state.seats or player(state) != seat:
        return space
    for turn in range(state.moved, 2):
        die = state.first ^ turn
        showing = int(state.hand[die] if state.worth[die] == EMPTY else state.worth[die])
        if colour_of(showing) == beach and space != WATER:
            steps = 4 if (state.rolling >> die) & 1 else pips_of(showing)
            space = goal_of(state, beach, space, -steps if state.back == die else steps)
    return space


@rule
def chair_value(state: State, seat: int, beach: int, space: int) -> int:
    """Value the own chair of a beach, if it stood on this space."""
    if state.surfer[seat] == beach:
        return surfer_value(state, beach, space)
    if space == WATER:
        return 0
    if space == BAR:
        return POINT * tables.BAR_POINTS
    points = POINT * int(tables.PLACE_POINTS[many(state), chairs_ahead(state, seat, beach, space)])
    return points * (36 - danger(state, beach, space)) // 36 + STEP * space


@rule
def surfer_value(state: State, beach: int, space: int) -> int:
    """Value the chair of the own surfer: on the sand it is worth nothing, but the water comes nearer (H-U2, H-U3)."""
    if space == WATER:
        return POINT * tables.SURFER_IN_WATER
    if space == BAR:
        return POINT * tables.SURFER_AT_BAR
    return 3 * POINT * tables.SURFER_IN_WATER * space // (4 * int(state.dry[beach]) + 4)


@rule
def chairs_ahead(state: State, seat: int, beach: int, space: int) -> int:
    """How many chairs of others would be nearer to the water, surfers included?"""
    stays = state.chair[beach, seat] == space
    count = 0
    for other in range(state.seats):
        there = state.chair[beach, other]
        if other == seat:
            continue
        if there == WATER or state.surfer[other] == beach:
            count += there == WATER and state.surfer[other] == beach
        elif there == space:
            count += stays and state.rank[beach, other] > state.rank[beach, seat]
        else:
            count += there > space
    return count


@rule
def danger(state: State, beach: int, space: int) -> int:
    """In how many of 36 cases will one of the waves to come reach this space, about?"""
    gap = int(state.dry[beach]) - space
    cases = 6 * (gap < LARGE) + 6 * (gap < SMALL) + (gap < LARGE + SMALL)
    return cases * min(tables.ROUNDS - state.round + 1, 2)


@rule
def coin_value(state: State, seat: int, beach: int) -> int:
    """Value the coin taken on a beach, or half of the best one that can still be reached."""
    if state.purse[seat, beach] > 0:
        return COIN * int(state.purse[seat, beach])
    best = 0
    for space in range(state.chair[beach, seat], tables.COIN_SPACES):
        best = max(best, int(state.coin[beach, space]))
    return COIN * best // 2


@rule
def roll_value(state: State, seat: int) -> int:
    """Estimate what a die out of the bag would bring: a low one and a high one stand for all."""
    gain = 0
    for beach in range(BEACHES):
        space = int(state.chair[beach, seat])
        if space != WATER:
            for case in range(len(STEPS)):  # a loop, so that the value is compiled once
                value = chair_value(state, seat, beach, goal_of(state, beach, space, int(STEPS[case])))
                gain += int(state.bag[beach]) * int(SHARE[case]) * value
    return gain // max(2 * int(state.in_bag), 1)
