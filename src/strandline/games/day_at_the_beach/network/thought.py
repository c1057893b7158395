"""A beach in thought: a map of its cells, on which a tile in hand lies already where it promises most."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from strandline.engine.arrays import narrow
from strandline.engine.rule import long_rule, rule
from strandline.games.day_at_the_beach.evaluate import DEAD, POINT_IN_SIGHT, progress
from strandline.games.day_at_the_beach.rules import tables
from strandline.games.day_at_the_beach.rules.beach import is_water
from strandline.games.day_at_the_beach.rules.tables import (
    BEYOND,
    DISPLAY,
    DISTINCT,
    EMPTY,
    NEIGHBOUR,
    SANDS,
    WORTH,
    Move,
)

if TYPE_CHECKING:
    from strandline.engine.row import Array
    from strandline.games.day_at_the_beach.rules import State

    Corners = tuple[int, int, int, int]
    Place = tuple[int, int, int]  # what it promises, cell, turn

# Features: two for every three quarters, open cells, the rest
MOST = 4 * tables.MOST_TILES * 2 // 3 + tables.MOST_OPEN + 4 + 40

# Behind the features there is room for the beach in thought
MAP = MOST  # by cell: FREE, SHUT or TILE + 4 * tile + side
ON_BEACH = MAP + BEYOND + 1  # the cells that have tiles
LINE_END = ON_BEACH + tables.MOST_TILES + 1  # by water tile: where its line ends inland
LINE_WATER = LINE_END + tables.MOST_WATER + 1  # and which water it is
SET = LINE_WATER + tables.MOST_WATER + 1  # by colour: umbrellas of it
OFFER = SET + len(tables.COLOURS)  # by open umbrella: what it would bring but for its own points
HAVE = OFFER + DISPLAY  # by element: what lies around a point
ROOM = HAVE + len(tables.ELEMENTS)

FREE, SHUT, TILE = 0, 1, 2

NO_TILE = np.zeros((TILE, 4), np.int64)
QUARTER_OF = narrow([*NO_TILE, *tables.QUARTER.reshape(-1, 4)])  # [what the map says, corner]
NO_ELEMENTS = [0] * len(tables.ELEMENTS)
HAS_OF = narrow([NO_ELEMENTS] * TILE + [list(row) for row in tables.HAS for _ in range(4)])  # [.., element]


def cells_around(cell: int, corner: int) -> list[int]:
    """List the three other cells that meet at a corner of a cell, clockwise from this one."""
    return [int(tables.BLOCK[tables.POINT[cell, corner], (corner + 2 + step) % 4]) for step in (1, 2, 3)]


AROUND = narrow([[cells_around(cell, corner) for corner in range(4)] for cell in range(BEYOND + 1)])
FACING = narrow([[(corner + step) % 4 for step in (1, 2, 3)] for corner in range(4)])  # their corner that meets there


@rule
def spread(state: State, seat: int, into: Array) -> int:
    """Spread a beach out on the map; how many tiles?"""
    for cell in range(BEYOND):
        into[MAP + cell] = FREE
    into[MAP + BEYOND] = SHUT
    for slot in range(state.laid[seat]):
        tile, cell, side = state.tile[seat, slot], state.cell[seat, slot], state.side[seat, slot]
        put_in_thought(into, slot, int(tile), int(cell), int(side))
    return int(state.laid[seat])


@rule
def put_in_thought(into: Array, slot: int, tile: int, cell: int, side: int) -> None:
    """Put a tile on the map; nothing ever lies at a water side (B-T3)."""
    into[ON_BEACH + slot] = cell
    into[MAP + cell] = TILE + 4 * tile + side
    if is_water(tile):
        into[MAP + NEIGHBOUR[cell, side]] = SHUT


@rule
def tile_on(into: Array, cell: int) -> int:
    """Read which tile lies on a cell of the map that has one."""
    return (int(into[MAP + cell]) - TILE) // 4


@rule
def others_at(into: Array, cell: int, corner: int) -> int:
    """Count the quarters that the other tiles around a corner show there; DEAD if it can never be all three."""
    count = 0
    for index in range(3):
        there = int(into[MAP + AROUND[cell, corner, index]])
        if there >= TILE:
            if QUARTER_OF[there, FACING[corner, index]] == 0:
                return DEAD
            count += 1
        elif there == SHUT:
            return DEAD
    return count


@rule
def around(into: Array, cell: int) -> Corners:
    """Count the quarters that other tiles show at each corner of a cell: the same for every turn of a tile there."""
    return others_at(into, cell, 0), others_at(into, cell, 1), others_at(into, cell, 2), others_at(into, cell, 3)


@rule
def is_first(into: Array, cell: int, corner: int) -> bool:
    """Has this cell the lowest number of those with tiles that meet at its corner? So every point is counted once."""
    for index in range(3):
        other = int(AROUND[cell, corner, index])
        if other < cell and into[MAP + other] >= TILE:
            return False
    return True


@rule
def along(into: Array, water: int, cell: int, turn: int) -> tuple[int, int]:
    """Follow the line of a water tile on a cell, turned so, inland (B-E2): where does it end, what does it score?"""
    inland, points = (turn + 2) % 4, 0
    cell = int(NEIGHBOUR[cell, inland])
    while into[MAP + cell] >= TILE:
        points += int(WORTH[water - SANDS, tile_on(into, cell)])
        cell = int(NEIGHBOUR[cell, inland])
    return cell, points


@rule
def follow_lines(into: Array, laid: int) -> tuple[int, int]:
    """Follow the lines of all waters and note where they end; how many, and what do they score?"""
    lines, total = 0, 0
    for slot in range(laid):
        cell = int(into[ON_BEACH + slot])
        water = tile_on(into, cell)
        if is_water(water):
            end, points = along(into, water, cell, (int(into[MAP + cell]) - TILE) % 4)
            into[LINE_WATER + lines], into[LINE_END + lines] = water, end
            total += points
            lines += 1
    return lines, total


@rule
def sand_worth(into: Array, lines: int, tile: int, cell: int) -> int:
    """Reckon what a sand tile would score for the lines that end on a cell."""
    points = 0
    for line in range(lines):
        if into[LINE_END + line] == cell:
            points += int(WORTH[int(into[LINE_WATER + line]) - SANDS, tile])
    return points


@long_rule
def best_place(state: State, seat: int, tile: int, lines: int, into: Array) -> Place:
    """Find where a tile promises most, by `evaluate`."""
    best, chosen, turned = -(1 << 30), 0, 0
    for index in range(state.opens[seat]):
        cell = int(state.open[seat, index])
        corners = around(into, cell)
        on_lines = 0 if is_water(tile) else sand_worth(into, lines, tile, cell)
        for turn in range(4):
            facing_tile = is_water(tile) and into[MAP + NEIGHBOUR[cell, turn]] >= TILE
            if DISTINCT[tile, turn] and not facing_tile:
                points = along(into, tile, cell, turn)[1] if is_water(tile) else on_lines
                value = POINT_IN_SIGHT * points + progress(corners, tile, turn)
                if value > best:
                    best, chosen, turned = value, cell, turn
    return best, chosen, turned


@rule
def lay_in_thought(state: State, seat: int, laid: int, into: Array) -> int:
    """Lay the tile in hand where it promises most, or the best open water where one is to come; how many tiles now?"""
    if state.hand == EMPTY and state.due != Move.WATER:
        return laid
    lines, _ = follow_lines(into, laid)
    best, tile, cell, turn = -(1 << 30), EMPTY, 0, 0
    for choice in range(DISPLAY if state.hand == EMPTY else 1):
        other = int(state.water_open[choice] if state.hand == EMPTY else state.hand)
        if other != EMPTY:
            value, where, turned = best_place(state, seat, other, lines, into)
            if value > best:
                best, tile, cell, turn = value, other, where, turned
    put_in_thought(into, laid, tile, cell, turn)
    return laid + 1


@rule
def newly_open(into: Array, laid: int, side: int) -> bool:
    """Is the cell on this side of the last tile, a sand tile, open because of it alone?"""
    cell = int(into[ON_BEACH + laid - 1])
    near = int(NEIGHBOUR[cell, side])
    if into[MAP + near] != FREE:
        return False
    for beside in range(4):
        other = int(NEIGHBOUR[near, beside])
        if other != cell and into[MAP + other] >= TILE and not is_water(tile_on(into, other)):
            return False
    return True
