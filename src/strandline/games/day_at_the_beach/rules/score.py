"""Points and places: umbrellas face up, water lines, sets of one colour."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from strandline.engine.rule import rule

from .beach import is_water, tile_at, umbrellas_of
from .tables import COLOUR, COLOURS, NEIGHBOUR, NOTHING, POINTS, SANDS, SET_POINTS, WORTH, Line, X, Y

if TYPE_CHECKING:
    from strandline.engine.row import Array

    from .state import State


@rule
def next_in_line(state: State, seat: int, cell: int, turn: int, slot: int) -> int:
    """Find the tile that follows another one in the line of a water tile on this cell; from NOTHING on to NOTHING.

    The line runs inland up to the first gap, or is the whole row or column, or both, gaps or not (B-E2, B-E5, B-E6).
    """
    if state.water_line == Line.INLAND:
        last = cell if slot == NOTHING else int(state.cell[seat, slot])
        return tile_at(state, seat, NEIGHBOUR[last, (turn + 2) % 4])
    column = state.water_line == Line.CROSS or turn % 2 == 0
    row = state.water_line == Line.CROSS or turn % 2 == 1
    for other in range(slot + 1, state.laid[seat]):
        there = state.cell[seat, other]
        if (column and X[there] == X[cell]) or (row and Y[there] == Y[cell]):
            return other
    return NOTHING


@rule
def line_points(state: State, seat: int, cell: int, turn: int, water: int) -> int:
    """Add up what a water tile scores on this cell, its water side turned so, on the beach as it is (B-E2)."""
    points = 0
    slot = next_in_line(state, seat, cell, turn, NOTHING)
    while slot != NOTHING:
        points += int(WORTH[water - SANDS, state.tile[seat, slot]])
        slot = next_in_line(state, seat, cell, turn, slot)
    return points


@rule
def umbrella_points(state: State, seat: int) -> int:
    """Add up the points of the umbrellas that lie face up (B-E1)."""
    points = 0
    for index in range(state.placed[seat]):
        if state.up[seat, index]:
            points += int(POINTS[state.umbrella[seat, index]])
    return points


@rule
def water_points(state: State, seat: int) -> int:
    """Add up what the water tiles score (B-E2)."""
    points = 0
    for slot in range(state.laid[seat]):
        tile = int(state.tile[seat, slot])
        if is_water(tile):
            points += line_points(state, seat, int(state.cell[seat, slot]), int(state.side[seat, slot]), tile)
    return points


@rule
def set_points(count: int) -> int:
    """Read in the entrance's table what so many umbrellas of one colour score (B-E3)."""
    return int(SET_POINTS[min(count, len(SET_POINTS) - 1)])


@rule
def set_growth(state: State, seat: int, umbrella: int) -> int:
    """Reckon what one more umbrella adds to the set of its colour (B-E3)."""
    count = umbrellas_of(state, seat, COLOUR[umbrella])
    return set_points(count + 1) - set_points(count)


@rule
def sets_points(state: State, seat: int) -> int:
    """Add up what the sets of one colour score (B-E3)."""
    points = 0
    for colour in range(len(COLOURS)):
        points += set_points(umbrellas_of(state, seat, colour))
    return points


@rule
def total(state: State, seat: int) -> int:
    """Add up a player's points (B-E1, B-E2, B-E3)."""
    return umbrella_points(state, seat) + water_points(state, seat) + sets_points(state, seat)


@rule
def score(state: State, into: Array) -> None:
    """Fill in the score sheet."""
    for seat in range(state.seats):
        into[seat, 1] = umbrella_points(state, seat)
        into[seat, 2] = water_points(state, seat)
        into[seat, 3] = sets_points(state, seat)
        into[seat, 4] = state.placed[seat]
        into[seat, 0] = into[seat, 1] + into[seat, 2] + into[seat, 3]


@rule
def places(state: State, into: Array) -> None:
    """Rank the players by points, then by umbrellas placed; who is still tied shares a place (B-E4)."""
    for seat in range(state.seats):
        into[seat] = 1
        mine = total(state, seat)
        for other in range(state.seats):
            theirs = total(state, other)
            if theirs > mine or (theirs == mine and state.placed[other] > state.placed[seat]):
                into[seat] += 1


def winners(state: State) -> list[int]:
    """List the players on the first place."""
    into = np.zeros(state.seats, np.int64)
    places(state, into)
    return np.flatnonzero(into == 1).tolist()
