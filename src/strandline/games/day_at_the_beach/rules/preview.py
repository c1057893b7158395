"""What the decisions of a position would bring: for drawings and words, which ask and never tell a rule again.

Each answer is for the whole table at once: from Python a call costs more than what it asks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from strandline.engine.row import copy_of
from strandline.engine.rule import rule

from .beach import (
    beside_land,
    brings_water,
    completes,
    is_water,
    lacking,
    lacks_quarter,
    may_turn,
    meets,
    write,
)
from .legal import takeable
from .score import line_points, next_in_line, set_growth, water_points
from .tables import (
    DISPLAY,
    ELEMENTS,
    EMPTY,
    MOST_OPEN,
    MOST_TILES,
    MOST_WATER,
    NEIGHBOUR,
    NOTHING,
    PLACES,
    POINT,
    POINTS,
    QUARTER,
)

if TYPE_CHECKING:
    from strandline.engine.row import Array

    from .state import State

Rows = list[list[int]]


@rule
def free_places(state: State) -> Array:
    """Say of each place of the grid whether its tile may be taken (B-T1)."""
    found = np.zeros(PLACES, np.int64)
    for place in range(PLACES):
        found[place] = takeable(state, place)
    return found


@rule
def missing_quarters(state: State, seat: int) -> Array:
    """List the corners of open cells where one quarter would complete a pattern: cell, corner (B-U1)."""
    found = np.zeros((4 * MOST_OPEN, 2), np.int64)
    count = 0
    for index in range(state.opens[seat]):
        cell = int(state.open[seat, index])
        for corner in range(4):
            if lacks_quarter(state, seat, cell, corner):
                found[count, 0] = cell
                found[count, 1] = corner
                count += 1
    return found[:count]


@rule
def open_sea(state: State, seat: int) -> Array:
    """List the cells beside land that stay empty because a water tile turns its water side to them (B-T3)."""
    found = np.zeros(MOST_WATER, np.int64)
    count = 0
    for slot in range(state.laid[seat]):
        if is_water(state.tile[seat, slot]):
            cell = int(NEIGHBOUR[state.cell[seat, slot], state.side[seat, slot]])
            if beside_land(state, seat, cell):
                found[count] = cell
                count += 1
    return found[:count]


@rule
def umbrella_gains(state: State, seat: int) -> Array:
    """Say of each open umbrella what it would score face down, for its set, and face up (B-E1, B-E3)."""
    found = np.zeros((DISPLAY, 2), np.int64)
    for place in range(DISPLAY):
        umbrella = int(state.umbrella_open[place])
        if umbrella != EMPTY:
            found[place, 0] = set_growth(state, seat, umbrella)
            found[place, 1] = found[place, 0] + int(POINTS[umbrella])
    return found


@rule
def open_umbrellas(state: State, seat: int, point: int) -> Array:
    """Say of each open umbrella whether it would bring water, lie face up on a pattern, and what it would lack there.

    What it would lack is counted by element; NOWHERE has none of any (B-U2, B-U3, B-W1).
    """
    found = np.zeros((DISPLAY, 2 + len(ELEMENTS)), np.int64)
    for place in range(DISPLAY):
        umbrella = int(state.umbrella_open[place])
        if umbrella != EMPTY:
            found[place, 0] = brings_water(state, seat, umbrella)
            found[place, 1] = meets(state, seat, point, umbrella)
            for element in range(len(ELEMENTS)):
                found[place, 2 + element] = lacking(state, seat, point, umbrella, element)
    return found


@rule
def water_lines(state: State, seat: int) -> Array:
    """List the water tiles of a beach: slot, points, and then for each slot whether its tile is in line (B-E2)."""
    found = np.zeros((MOST_WATER, 2 + MOST_TILES), np.int64)
    count = 0
    for slot in range(state.laid[seat]):
        cell, tile, turn = int(state.cell[seat, slot]), int(state.tile[seat, slot]), int(state.side[seat, slot])
        if is_water(tile):
            found[count, 0] = slot
            found[count, 1] = line_points(state, seat, cell, turn, tile)
            other = next_in_line(state, seat, cell, turn, NOTHING)
            while other != NOTHING:
                found[count, 2 + other] = 1
                other = next_in_line(state, seat, cell, turn, other)
            count += 1
    return found[:count]


# What a tile would bring. A tile is tried on a copy of the row, as the last one of the mover's beach.


def layings(state: State) -> Rows:
    """List the ways to lay the tile in hand: cell, turn, what the water gains, and for each corner a set of umbrellas.

    These are the open umbrellas that would lie face up on the pattern completed there, as `faces` writes them;
    NOTHING where no pattern would be completed.
    """
    found: Rows = layings_tried(state, copy_of(state)).tolist()
    return found


def takings(state: State) -> Rows:
    """List where tiles of the grid could complete a pattern with an umbrella face up: place, cell, corner, `faces`."""
    found: Rows = takings_tried(state, copy_of(state)).tolist()
    return found


def waters(state: State) -> Rows:
    """List where open waters would gain points: place, cell, and how many in the best turn (B-E2, B-W1)."""
    found: Rows = waters_tried(state, copy_of(state)).tolist()
    return found


@rule
def faces(state: State, seat: int, point: int) -> int:
    """Find the open umbrellas that would lie face up on a pattern: 1 for the first, 2 for the second, 4 … (B-U2)."""
    found = 0
    for place in range(DISPLAY):
        umbrella = int(state.umbrella_open[place])
        if umbrella != EMPTY and meets(state, seat, point, umbrella):
            found |= 1 << place
    return found


@rule
def layings_tried(state: State, tried: State) -> Array:
    """List the ways to lay the tile in hand, each tried."""
    seat, tile = int(state.seat), int(state.hand)
    found = np.zeros((4 * MOST_OPEN, 7), np.int64)
    slot, before = try_one_more(state, tried), water_points(state, seat)
    count = 0
    for index in range(state.opens[seat]):
        cell = int(state.open[seat, index])
        for turn in range(4):
            if may_turn(state, seat, tile, cell, turn):
                write(tried, seat, slot, tile, cell, turn)
                found[count, 0] = cell
                found[count, 1] = turn
                found[count, 2] = water_points(tried, seat) - before
                for corner in range(4):
                    complete = completes(state, seat, tile, cell, turn, corner)
                    found[count, 3 + corner] = faces(tried, seat, POINT[cell, corner]) if complete else NOTHING
                count += 1
    return found[:count]


@rule
def takings_tried(state: State, tried: State) -> Array:
    """List where tiles of the grid could complete a pattern with an umbrella face up, each tried."""
    seat, slot = int(state.seat), try_one_more(state, tried)
    quarters = missing_quarters(state, seat)
    found = np.zeros((PLACES * len(quarters), 4), np.int64)
    count = 0
    for place in range(PLACES):
        if takeable(state, place):
            tile = int(state.grid[place])
            for index in range(len(quarters)):
                cell, corner = int(quarters[index, 0]), int(quarters[index, 1])
                write(tried, seat, slot, tile, cell, 0)
                umbrellas = faces(tried, seat, POINT[cell, corner])
                if umbrellas and QUARTER[tile].any():  # some turn brings a quarter into any corner
                    found[count, 0] = place
                    found[count, 1] = cell
                    found[count, 2] = corner
                    found[count, 3] = umbrellas
                    count += 1
    return found[:count]


@rule
def waters_tried(state: State, tried: State) -> Array:
    """List where open waters would gain points, each tried in every turn."""
    seat = int(state.seat)
    found = np.zeros((DISPLAY * MOST_OPEN, 3), np.int64)
    slot, before = try_one_more(state, tried), water_points(state, seat)
    count = 0
    for place in range(DISPLAY):
        tile = int(state.water_open[place])
        for index in range(state.opens[seat] if tile != EMPTY else 0):
            cell, best = int(state.open[seat, index]), 0
            for turn in range(4):
                if may_turn(state, seat, tile, cell, turn):
                    write(tried, seat, slot, tile, cell, turn)
                    best = max(best, water_points(tried, seat) - before)
            if best > 0:
                found[count, 0] = place
                found[count, 1] = cell
                found[count, 2] = best
                count += 1
    return found[:count]


@rule
def try_one_more(state: State, tried: State) -> int:
    """Make room for one tile more on the mover's beach, and say in which slot."""
    slot = int(state.laid[state.seat])
    tried.laid[state.seat] = slot + 1
    return slot
