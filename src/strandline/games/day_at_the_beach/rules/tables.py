"""The box as tables: what is alike in it is one kind, with a number; and the numbers of moves, decks and refusals."""

from __future__ import annotations

from collections import Counter
from enum import IntEnum
from math import isqrt
from typing import TYPE_CHECKING

import numpy as np

from strandline.engine.arrays import narrow
from strandline.engine.rule import rule
from strandline.games.day_at_the_beach.components import BOX, PLAYERS

from .ground import DIAGONALS, Ground

if TYPE_CHECKING:
    from collections.abc import Iterable

EMPTY = NOTHING = NOWHERE = -1
ELEMENTS = BOX.elements
COLOURS = BOX.colours


class Deck(IntEnum):
    """The decks, in the order in which kinds are numbered."""

    SAND = 0
    WATER = 1
    UMBRELLA = 2


# Kinds


def in_order(elements: Iterable[str]) -> tuple[str, ...]:
    """Put elements into the order of the box."""
    return tuple(sorted(elements, key=ELEMENTS.index))


def counted(elements: Iterable[str]) -> list[int]:
    """Count elements, each in its column."""
    count = Counter(elements)
    return [count[element] for element in ELEMENTS]


# Tiles of a beach are numbered sand first, then water, then the entrance; kinds of a deck sand, water, umbrellas.
SAND_BOX = Counter((in_order(tile.elements), tuple(sorted(tile.corners))) for tile in BOX.sand.tiles)
WATER_BOX = Counter(map(in_order, BOX.water.tiles))
UMBRELLA_BOX = Counter((tile.colour, in_order(tile.needs), tile.points) for tile in BOX.umbrella.tiles)
SANDS, WATERS, UMBRELLAS = len(SAND_BOX), len(WATER_BOX), len(UMBRELLA_BOX)
ENTRANCE = SANDS + WATERS
KINDS = SANDS + WATERS + UMBRELLAS
FIRST_KIND = narrow([0, SANDS, ENTRANCE, KINDS])  # of each deck, and behind the last
COPIES = narrow([*SAND_BOX.values(), *WATER_BOX.values(), *UMBRELLA_BOX.values()])
COUNT = narrow([BOX.counts.sand, BOX.counts.water, BOX.counts.umbrellas])


def quarters(corners: tuple[int, ...], turn: int) -> list[int]:
    """Mark the corners that have a quarter when the tile is turned clockwise."""
    return [int((corner - turn) % 4 in corners) for corner in range(4)]


PRINTED = [*(corners for _, corners in SAND_BOX), *[BOX.water.corners] * WATERS, BOX.entrance.corners]
QUARTER = narrow([[quarters(corners, turn) for turn in range(4)] for corners in PRINTED])  # [tile, turn, corner]


def lowest_turn(tile: int, turn: int) -> int:
    """Find the lowest turn in which a tile looks as it does in this one; water looks another way in each (B-T8)."""
    if SANDS <= tile < ENTRANCE:
        return turn
    return next(lower for lower in range(4) if (QUARTER[tile, lower] == QUARTER[tile, turn]).all())


LOWEST = narrow([[lowest_turn(tile, turn) for turn in range(4)] for tile in range(ENTRANCE + 1)])
DISTINCT = narrow(np.arange(4) == LOWEST)  # [tile, turn]

NONE_AT_ALL = [0] * len(ELEMENTS)
HAS = narrow([*(counted(had) for had, _ in SAND_BOX), *[NONE_AT_ALL] * (WATERS + 1)])  # [tile, element] (B-U1)
SHOWS = narrow([counted(set(shown)) for shown in WATER_BOX])  # [water, element]
NEEDS = narrow([counted(needs) for _, needs, _ in UMBRELLA_BOX])  # [umbrella, element]
# [water, tile]: points for a tile in line (B-E2, B-E5)
WORTH = narrow(BOX.water.points_per_element * SHOWS.astype(np.int64) @ HAS.T)
COLOUR = narrow([COLOURS.index(colour) for colour, _, _ in UMBRELLA_BOX])
POINTS = narrow([points for _, _, points in UMBRELLA_BOX])
SET_POINTS = narrow(BOX.entrance.set_points)


# The table

COLUMNS, ROWS = BOX.counts.grid
PLACES = COLUMNS * ROWS
DISPLAY = BOX.counts.display


def touching(place: int, corner: int) -> list[int]:
    """Find the three places that touch a corner of a place of the grid; PLACES stands for outside (B-T1)."""
    column, row = place % COLUMNS, place // COLUMNS
    right, down = DIAGONALS[corner]
    around = ((column + right, row), (column, row + down), (column + right, row + down))
    return [x + COLUMNS * y if 0 <= x < COLUMNS and 0 <= y < ROWS else PLACES for x, y in around]


TOUCHING = narrow([[touching(place, corner) for corner in range(4)] for place in range(PLACES)])
ROUNDS = narrow([BOX.rounds.get(str(seats), 0) for seats in range(max(PLAYERS) + 1)])  # by number of players (B-R1)


def sand_taken(seats: int, rounds: int) -> list[int]:
    """Count the sand that each seat takes in so many rounds, from the one that begins the first (B-R2, B-R4)."""
    taken = [0] * seats
    for starter in range(rounds):
        for tile in range(PLACES):
            taken[(starter + tile) % seats] += 1
    return taken


# The beaches

MOST_SAND = max(max(sand_taken(seats, int(ROUNDS[seats]))) for seats in PLAYERS)  # of one player: 18
MOST_WATER = len(COLOURS)
MOST_TILES = 1 + MOST_SAND + MOST_WATER
MOST_OPEN = 2 * (1 + MOST_SAND) + 2  # cells beside so much sand, when it lies in a row
MOST_PATTERNS = MOST_TILES - isqrt(4 * MOST_TILES - 1)  # 2×2 blocks in so many tiles: tiles + 1 − ⌈2√tiles⌉

GROUND = Ground(reach=MOST_SAND)  # B-T7: nobody gets farther
BEYOND = GROUND.beyond
X, Y = GROUND.x, GROUND.y
NEIGHBOUR, POINT, BLOCK = GROUND.neighbour, GROUND.point, GROUND.block
PATTERNS = GROUND.points  # every point where a pattern can be, in the order of moves


class Line(IntEnum):
    """How far the line of a water tile goes: the readings of B-E2 and B-E6."""

    INLAND = 0
    LINE = 1
    CROSS = 2


# Moves and refusals


class Move(IntEnum):
    """The first move of each kind; the kinds of a player are also what can be due."""

    LAY = 0  # the tile in hand, on a cell, turned so
    TAKE = LAY + 4 * (GROUND.cells - 1)  # a tile of the grid
    COVER = TAKE + PLACES  # one of several patterns first
    UMBRELLA = COVER + len(PATTERNS)  # one of the open ones
    WATER = UMBRELLA + DISPLAY  # one of the open ones
    BEGIN = WATER + DISPLAY  # chance: who begins
    TURN_UP = BEGIN + PLAYERS[-1]  # chance: the tile that is turned up


MOVES = Move.TURN_UP + KINDS


@rule
def cell_and_turn(move: int) -> tuple[int, int]:
    """Say where a move lays the tile in hand, and turned how."""
    return 1 + (move - Move.LAY) // 4, (move - Move.LAY) % 4


class Refusal(IntEnum):
    """Why a move is refused, as an index into REFUSALS."""

    ALLOWED = 0
    MATCH_OVER = 1
    NOT_BEGINNING = 2
    NOT_TURNED_UP = 3
    NOT_DUE = 4
    NO_TILE = 5
    NO_FREE_CORNER = 6
    NOT_BESIDE = 7
    AT_WATER_SIDE = 8
    WATER_FACES_TILE = 9
    LOOKS_ALIKE = 10
    NO_PATTERN = 11
    NOT_OPEN = 12
    NO_UMBRELLA_YET = 13
    NO_WATER_YET = 14


REFUSALS = (
    *("", "B-R1", "B-S3", "B-S4", "B-R5", "B-R2", "B-T1", "B-T2", "B-T3", "B-T4", "B-T8", "B-U1", "B-S5"),
    *("B-U2", "B-W1"),
)
SHEET = ("points", "umbrellas", "water", "sets", "placed")
