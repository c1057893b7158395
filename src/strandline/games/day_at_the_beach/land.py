"""What lies on a beach: its tiles and open cells, the patterns of umbrella quarters, the umbrellas, the water lines."""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING

from strandline.engine.rule import rule
from strandline.games.day_at_the_beach.beach import Beach
from strandline.games.day_at_the_beach.tiles import (
    COLOUR,
    COLOURS,
    ENTRANCE,
    HAS,
    MOST_SAND,
    NEEDS,
    POINTS,
    QUARTER,
    SANDS,
    SET_POINTS,
    WORTH,
)

if TYPE_CHECKING:
    from strandline.games.day_at_the_beach.rules import State

EMPTY = NOTHING = NOWHERE = -1

GROUND = Beach(reach=MOST_SAND)  # B-T7: nobody gets farther
CELLS = GROUND.cells
BEYOND = GROUND.beyond
CELL_NAME = GROUND.name
X = GROUND.x
Y = GROUND.y
NEIGHBOUR = GROUND.neighbour
POINT = GROUND.point
BLOCK = GROUND.block

MOST_WATER = len(COLOURS)
MOST_TILES = 1 + MOST_SAND + MOST_WATER
MOST_OPEN = 2 * (1 + MOST_SAND) + 2  # cells beside so much sand, when it lies in a row
MOST_PATTERNS = MOST_TILES - isqrt(4 * MOST_TILES - 1)  # 2×2 blocks in so many tiles: tiles + 1 − ⌈2√tiles⌉
INLAND, LINE, CROSS = range(3)  # readings of a water line
READINGS = ("inland", "line", "cross")


# Tiles and open cells


@rule
def tile_at(state: State, seat: int, cell: int) -> int:
    """Which tile of the beach, counted in the order of laying, lies on this cell, or NOTHING?"""
    for slot in range(state.laid[seat]):
        if state.cell[seat, slot] == cell:
            return slot
    return NOTHING


@rule
def is_water(tile: int) -> bool:
    """Is it a water tile?"""
    return SANDS <= tile < ENTRANCE


@rule
def closed(state: State, seat: int, cell: int) -> bool:
    """Does a water tile turn its water side to this cell (B-T3, B-T5)?"""
    for slot in range(state.laid[seat]):
        if is_water(state.tile[seat, slot]) and NEIGHBOUR[state.cell[seat, slot], state.side[seat, slot]] == cell:
            return True
    return False


@rule
def put(state: State, seat: int, tile: int, cell: int, side: int) -> None:
    """Put a tile on a beach and keep the list of open cells: beside sand and the entrance, not at a water side."""
    slot = int(state.laid[seat])
    state.cell[seat, slot] = cell
    state.tile[seat, slot] = tile
    state.side[seat, slot] = side
    state.laid[seat] += 1
    take_off(state, seat, cell)
    if is_water(tile):
        take_off(state, seat, NEIGHBOUR[cell, side])
        return
    for beside in range(4):
        near = int(NEIGHBOUR[cell, beside])
        if near != BEYOND and tile_at(state, seat, near) == NOTHING and not closed(state, seat, near):
            put_on(state, seat, near)


@rule
def open_index(state: State, seat: int, cell: int) -> int:
    """Where in the list of open cells is this one, or would it be?"""
    index = 0
    while index < state.opens[seat] and state.open[seat, index] < cell:
        index += 1
    return index


@rule
def is_open(state: State, seat: int, cell: int) -> bool:
    """May sand be laid on this cell (B-T2, B-T3)?"""
    index = open_index(state, seat, cell)
    return bool(index < state.opens[seat] and state.open[seat, index] == cell)


@rule
def put_on(state: State, seat: int, cell: int) -> None:
    """Put a cell on the list of open ones, if it is not there."""
    index = open_index(state, seat, cell)
    if index < state.opens[seat] and state.open[seat, index] == cell:
        return
    for later in range(state.opens[seat], index, -1):
        state.open[seat, later] = state.open[seat, later - 1]
    state.open[seat, index] = cell
    state.opens[seat] += 1


@rule
def take_off(state: State, seat: int, cell: int) -> None:
    """Take a cell off the list of open ones, if it is there."""
    index = open_index(state, seat, cell)
    if index == state.opens[seat] or state.open[seat, index] != cell:
        return
    state.opens[seat] -= 1
    for earlier in range(index, state.opens[seat]):
        state.open[seat, earlier] = state.open[seat, earlier + 1]
    state.open[seat, state.opens[seat]] = 0


@rule
def faces_tile(state: State, seat: int, cell: int, side: int) -> bool:
    """Does this side of a cell face a tile (B-T4)?"""
    return tile_at(state, seat, NEIGHBOUR[cell, side]) != NOTHING


@rule
def beside_land(state: State, seat: int, cell: int) -> bool:
    """Is sand or the entrance beside this cell (B-T2)?"""
    for side in range(4):
        slot = tile_at(state, seat, NEIGHBOUR[cell, side])
        if slot != NOTHING and not is_water(state.tile[seat, slot]):
            return True
    return False


# Umbrella patterns


@rule
def quarter_at(state: State, seat: int, cell: int, corner: int) -> bool:
    """Does a tile on this cell show a quarter in this corner (B-U1)?"""
    slot = tile_at(state, seat, cell)
    return bool(slot != NOTHING and QUARTER[state.tile[seat, slot], state.side[seat, slot], corner])


@rule
def ripe(state: State, seat: int, cell: int, corner: int) -> bool:
    """Do the three other tiles around this corner of a cell show their quarters there (B-U1)?"""
    point = POINT[cell, corner]
    for around in range(4):
        other = BLOCK[point, around]
        if other != cell and not quarter_at(state, seat, other, (around + 2) % 4):
            return False
    return True


@rule
def complete(state: State, seat: int, point: int) -> bool:
    """Do four quarters meet at this point (B-U1)?"""
    outermost = BLOCK[point, 0]
    return quarter_at(state, seat, outermost, 2) and ripe(state, seat, outermost, 2)


@rule
def meets(state: State, seat: int, point: int, umbrella: int) -> bool:
    """Do the elements of the four tiles around a point meet the needs of an umbrella (B-U2, B-U3)?"""
    for element in range(NEEDS.shape[1]):
        lacking = int(NEEDS[umbrella, element])
        for corner in range(4):
            slot = tile_at(state, seat, BLOCK[point, corner])
            if lacking > 0 and slot != NOTHING:
                lacking -= HAS[state.tile[seat, slot], element]
        if lacking > 0:
            return False
    return True


@rule
def umbrellas_of(state: State, seat: int, colour: int) -> int:
    """How many umbrellas of a colour has this player, face up or down?"""
    count = 0
    for index in range(state.placed[seat]):
        count += COLOUR[state.umbrella[seat, index]] == colour
    return count


@rule
def waters(state: State, seat: int) -> int:
    """How many water tiles has this player?"""
    count = 0
    for slot in range(state.laid[seat]):
        count += is_water(state.tile[seat, slot])
    return count


@rule
def brings_water(state: State, seat: int, umbrella: int) -> bool:
    """Would this umbrella bring a water tile: is its colour new (B-W1)?"""
    return umbrellas_of(state, seat, COLOUR[umbrella]) == 0


@rule
def cover(state: State, seat: int, point: int, umbrella: int) -> None:
    """Lay an umbrella on a pattern, face up if its needs are met (B-U2, B-U4)."""
    index = int(state.placed[seat])
    state.umbrella[seat, index] = umbrella
    state.point[seat, index] = point
    state.up[seat, index] = meets(state, seat, point, umbrella)
    state.placed[seat] += 1


# Points


@rule
def line_points(state: State, seat: int, cell: int, turn: int, water: int) -> int:
    """What does a water tile score on this cell, its water side turned so, on the beach as it is (B-E2, B-E5, B-E6)?"""
    if state.water_line == INLAND:
        return walk_inland(state, seat, cell, turn, water)
    return whole_line(state, seat, cell, turn, water)


@rule
def walk_inland(state: State, seat: int, cell: int, turn: int, water: int) -> int:
    """Add up the shown elements from the water tile inland, up to the first gap (B-E2)."""
    points = 0
    inland = (turn + 2) % 4
    slot = tile_at(state, seat, NEIGHBOUR[cell, inland])
    while slot != NOTHING:
        points += int(WORTH[water - SANDS, state.tile[seat, slot]])
        slot = tile_at(state, seat, NEIGHBOUR[state.cell[seat, slot], inland])
    return points


@rule
def whole_line(state: State, seat: int, cell: int, turn: int, water: int) -> int:
    """Add up the shown elements of the row or column, or of both, gaps or not (B-E6)."""
    points = 0
    column = state.water_line == CROSS or turn % 2 == 0
    row = state.water_line == CROSS or turn % 2 == 1
    for slot in range(state.laid[seat]):
        other = state.cell[seat, slot]
        if (column and X[other] == X[cell]) or (row and Y[other] == Y[cell]):
            points += int(WORTH[water - SANDS, state.tile[seat, slot]])
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
    """What does the entrance's table give for so many umbrellas of one colour (B-E3)?"""
    return int(SET_POINTS[min(count, len(SET_POINTS) - 1)])


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
