"""What a learner sees: the grid and the displays, the tile in hand, then the beaches from its own on, tile by tile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.arrays import narrow
from strandline.engine.contract import NOBODY, Field
from strandline.engine.observing import put, put_each, put_one_of
from strandline.engine.rule import rule

from .rules import tables
from .rules.beach import is_water, umbrellas_of
from .rules.legal import takeable
from .rules.score import total
from .rules.tables import COLOURS, DISPLAY, ELEMENTS, EMPTY, KINDS, NOWHERE, PLACES, SANDS, Line, Move

if TYPE_CHECKING:
    from strandline.engine.row import Array

    from .rules import State

HAD = len(ELEMENTS)
LINES = len(Line)
TILE = 2 * HAD + 4 + 2  # numbers that a tile takes
LAID = 2 + TILE + 4  # and one on a beach
UMBRELLA = len(COLOURS) + HAD + 1  # that an umbrella takes
PLACED = UMBRELLA + 3  # and one on a beach
DUE = (Move.LAY, Move.TAKE, Move.COVER, Move.UMBRELLA, Move.WATER)
DUE_NUMBER = narrow(DUE)
FAR = tables.MOST_SAND + 1


def fields(seats: int) -> tuple[Field, ...]:
    """List what is seen: the table, then player by player."""
    tile = f"elements on sand ({HAD}), elements of water ({HAD}), quarters in its four corners, is it sand, is it water"
    umbrella = f"colour ({len(COLOURS)}), elements it needs ({HAD}), points"
    most = int(max(tables.POINTS.max(), tables.HAS.max(), tables.NEEDS.max()))
    table = (
        Field(
            "due", len(DUE_NUMBER), 0, 1, "what has to be done next: " + ", ".join(move.name.lower() for move in DUE)
        ),
        Field("turn", seats, 0, 1, "whose turn it is: you, then the others in order"),
        Field("round", 1, 0, 9, "the round, from 0"),
        Field("rounds", 1, 0, 9, "how many are played (B-R1)"),
        Field("water_line", LINES, 0, 1, "option: inland, line, cross"),
        Field("grid", PLACES * TILE, 0, most, f"by place: {tile}"),
        Field("takeable", PLACES, 0, 1, "by place: the tile has a free corner (B-T1)"),
        Field("water_open", DISPLAY * TILE, 0, most, f"the waters to choose from: {tile}"),
        Field("umbrella_open", DISPLAY * UMBRELLA, 0, most, f"the umbrellas to choose from: {umbrella}"),
        Field("top_sand", TILE, 0, most, f"the visible tile of the sand deck: {tile}"),
        Field("top_water", TILE, 0, most, f"that of the water deck: {tile}"),
        Field("top_umbrella", UMBRELLA, 0, most, f"that of the umbrella deck: {umbrella}"),
        Field("hand", TILE, 0, most, f"the tile to be laid: {tile}"),
        Field("waits", 1, 0, tables.MOST_PATTERNS, "completed patterns that wait for an umbrella"),
        Field(
            "covering", 3, -FAR, FAR, "the pattern to be covered: is there one, and its outermost cell east and south"
        ),
        Field("left", KINDS, 0, int(tables.COPIES.max()), "tiles of each kind that nobody has seen"),
    )
    return table + tuple(field for number in range(seats) for field in player_fields(number, tile, umbrella, most))


def player_fields(number: int, tile: str, umbrella: str, most: int) -> tuple[Field, ...]:
    """List what is seen of one player; 0 is whoever looks."""
    where = "cells to the east and to the south of the entrance, "
    parts = (
        ("points", 1, 0, 127, "points so far"),
        ("placed", 1, 0, tables.MOST_PATTERNS, "umbrellas on the beach"),
        ("sets", len(COLOURS), 0, tables.MOST_PATTERNS, "umbrellas of each colour"),
        ("laid", 1, 0, tables.MOST_TILES, "tiles on the beach"),
        ("tiles", tables.MOST_TILES * LAID, -FAR, FAR, f"in the order of laying: {where}{tile}, where water points"),
        ("umbrellas", tables.MOST_PATTERNS * PLACED, -FAR, FAR, f"in the order of taking: {where}face up, {umbrella}"),
    )
    return tuple(
        Field(f"player_{number}.{name}", count, low, max(high, most), about) for name, count, low, high, about in parts
    )


@rule
def put_tile(into: Array, at: int, tile: int, turn: int) -> int:
    """Write a tile, turned so, or nothing: elements on sand, elements of water, quarters, what it is."""
    for index in range(TILE):
        into[at + index] = 0
    if tile != EMPTY:
        for element in range(HAD):
            into[at + element] = tables.HAS[tile, element]
            if is_water(tile):
                into[at + HAD + element] = tables.SHOWS[tile - SANDS, element]
        for corner in range(4):
            into[at + 2 * HAD + corner] = tables.QUARTER[tile, turn, corner]
        into[at + 2 * HAD + 4] = tile < SANDS
        into[at + 2 * HAD + 5] = is_water(tile)
    return at + TILE


@rule
def put_umbrella(into: Array, at: int, umbrella: int) -> int:
    """Write an umbrella, or nothing: colour, needs, points."""
    for index in range(UMBRELLA):
        into[at + index] = 0
    if umbrella != EMPTY:
        into[at + int(tables.COLOUR[umbrella])] = 1
        for element in range(HAD):
            into[at + len(COLOURS) + element] = tables.NEEDS[umbrella, element]
        into[at + len(COLOURS) + HAD] = tables.POINTS[umbrella]
    return at + UMBRELLA


@rule
def put_cell(into: Array, at: int, cell: int) -> int:
    """Write where a cell lies, as steps to the east and to the south of the entrance."""
    return put(into, put(into, at, tables.X[cell]), tables.Y[cell])


@rule
def put_beach(into: Array, at: int, state: State, seat: int) -> int:
    """Write the tiles of a beach, and its umbrellas."""
    for slot in range(tables.MOST_TILES):
        there = slot < state.laid[seat]
        tile = int(state.tile[seat, slot]) if there else EMPTY
        turn = int(state.side[seat, slot])
        at = put_cell(into, at, int(state.cell[seat, slot]) if there else 0)
        at = put_tile(into, at, tile, turn)
        at = put_one_of(into, at, turn if is_water(tile) else NOWHERE, 4)
    for slot in range(tables.MOST_PATTERNS):
        there = slot < state.placed[seat]
        at = put_cell(into, at, int(state.point[seat, slot]) if there else 0)
        at = put(into, at, there and state.up[seat, slot] == 1)
        at = put_umbrella(into, at, int(state.umbrella[seat, slot]) if there else EMPTY)
    return at


@rule
def put_player(into: Array, at: int, state: State, seat: int) -> int:
    """Write what is seen of a player."""
    at = put(into, at, total(state, seat))
    at = put(into, at, state.placed[seat])
    for colour in range(len(COLOURS)):
        at = put(into, at, umbrellas_of(state, seat, colour))
    at = put(into, at, state.laid[seat])
    return put_beach(into, at, state, seat)


@rule
def put_displays(into: Array, at: int, state: State) -> int:
    """Write the grid, what can be chosen, and the visible tiles of the decks."""
    for place in range(PLACES):
        at = put_tile(into, at, int(state.grid[place]), 0)
    for place in range(PLACES):
        at = put(into, at, takeable(state, place))
    for place in range(DISPLAY):
        at = put_tile(into, at, int(state.water_open[place]), 0)
    for place in range(DISPLAY):
        at = put_umbrella(into, at, int(state.umbrella_open[place]))
    at = put_tile(into, at, int(state.top[0]), 0)
    at = put_tile(into, at, int(state.top[1]), 0)
    return put_umbrella(into, at, int(state.top[2]))


@rule
def observe(state: State, seat: int, into: Array) -> int:
    """Write what a seat sees."""
    at = 0
    for index in range(len(DUE_NUMBER)):
        at = put(into, at, state.due == DUE_NUMBER[index])
    at = put_one_of(into, at, (int(state.seat) - seat) % state.seats if state.seat != NOBODY else NOBODY, state.seats)
    at = put(into, at, state.round)
    at = put(into, at, tables.ROUNDS[state.seats])
    at = put_one_of(into, at, state.water_line, LINES)
    at = put_displays(into, at, state)
    at = put_tile(into, at, int(state.hand), 0)
    at = put(into, at, state.waits)
    at = put(into, at, state.covering != NOWHERE)
    at = put_cell(into, at, int(state.covering) if state.covering != NOWHERE else 0)
    at = put_each(into, at, state.left, KINDS)
    for number in range(state.seats):
        at = put_player(into, at, state, (seat + number) % state.seats)
    return at
