"""What lies on a beach: its tiles and open cells, the patterns of umbrella quarters, the umbrellas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.rule import rule

from .tables import BEYOND, BLOCK, COLOUR, DISTINCT, ENTRANCE, HAS, NEEDS, NEIGHBOUR, NOTHING, POINT, QUARTER, SANDS

if TYPE_CHECKING:
    from .state import State


# Tiles and open cells


@rule
def tile_at(state: State, seat: int, cell: int) -> int:
    """Find the tile on a cell: its slot, which counts the tiles of a beach in the order of laying, or NOTHING."""
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
    write(state, seat, int(state.laid[seat]), tile, cell, side)
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
def write(state: State, seat: int, slot: int, tile: int, cell: int, side: int) -> None:
    """Note a tile in the list of those that lie on a beach."""
    state.cell[seat, slot] = cell
    state.tile[seat, slot] = tile
    state.side[seat, slot] = side


@rule
def open_index(state: State, seat: int, cell: int) -> int:
    """Find where in the list of open cells this one is, or would be."""
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
def may_turn(state: State, seat: int, tile: int, cell: int, turn: int) -> bool:
    """May a tile be laid on an open cell in this turn (B-T4, B-T8)?"""
    return bool(DISTINCT[tile, turn]) and not (is_water(tile) and faces_tile(state, seat, cell, turn))


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
def lacks_quarter(state: State, seat: int, cell: int, corner: int) -> bool:
    """Would a quarter in this corner of a cell complete a pattern: do the three others meet there (B-U1)?"""
    point = POINT[cell, corner]
    for around in range(4):
        other = BLOCK[point, around]
        if other != cell and not quarter_at(state, seat, other, (around + 2) % 4):
            return False
    return True


@rule
def completes(state: State, seat: int, tile: int, cell: int, turn: int, corner: int) -> bool:
    """Would a tile that is laid so complete a pattern in this corner (B-U1)?"""
    return bool(QUARTER[tile, turn, corner]) and lacks_quarter(state, seat, cell, corner)


@rule
def complete(state: State, seat: int, point: int) -> bool:
    """Do four quarters meet at this point (B-U1)?"""
    outermost = BLOCK[point, 0]
    return quarter_at(state, seat, outermost, 2) and lacks_quarter(state, seat, outermost, 2)


@rule
def lacking(state: State, seat: int, point: int, umbrella: int, element: int) -> int:
    """How many of an element do the four tiles around a point lack for an umbrella's needs (B-U3)?"""
    lack = int(NEEDS[umbrella, element])
    for corner in range(4):
        slot = tile_at(state, seat, BLOCK[point, corner])
        if lack > 0 and slot != NOTHING:
            lack -= int(HAS[state.tile[seat, slot], element])
    return max(lack, 0)


@rule
def meets(state: State, seat: int, point: int, umbrella: int) -> bool:
    """Do the elements of the four tiles around a point meet the needs of an umbrella (B-U2, B-U3)?"""
    for element in range(NEEDS.shape[1]):
        if lacking(state, seat, point, umbrella, element) > 0:
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
def waters_of(state: State, seat: int) -> int:
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
