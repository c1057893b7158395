"""The kinds of tiles as tables: what is alike in the box is one kind, with a number and a name."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from strandline.games.day_at_the_beach.beach import CORNERS
from strandline.games.day_at_the_beach.components import BOX, PLAYERS

if TYPE_CHECKING:
    from collections.abc import Iterable

Table = np.ndarray[Any, np.dtype[np.int64]]

ELEMENTS = BOX.elements
COLOURS = BOX.colours


def in_order(elements: Iterable[str]) -> tuple[str, ...]:
    """Put elements into the order of the box."""
    return tuple(sorted(elements, key=ELEMENTS.index))


def counted(elements: Iterable[str]) -> list[int]:
    """Count elements, each in its column."""
    count = Counter(elements)
    return [count[element] for element in ELEMENTS]


def in_any_order(name: str) -> str:
    """Write the name of a kind so that it is the same in whichever order its elements and corners stand."""
    head, equals, kind = name.rpartition("=")
    return head + equals + "/".join("+".join(sorted(part.split("+"))) for part in kind.split("/"))


# Tiles of a beach are numbered sand first, then water, then the entrance; kinds of a deck sand, water, umbrellas.
SAND_BOX = Counter((in_order(tile.elements), tuple(sorted(tile.corners))) for tile in BOX.sand.tiles)
WATER_BOX = Counter(map(in_order, BOX.water.tiles))
UMBRELLA_BOX = Counter((tile.colour, in_order(tile.needs), tile.points) for tile in BOX.umbrella.tiles)
SANDS, WATERS, UMBRELLAS = len(SAND_BOX), len(WATER_BOX), len(UMBRELLA_BOX)
ENTRANCE = SANDS + WATERS
KINDS = SANDS + WATERS + UMBRELLAS

SAND_NAME = [f"{'+'.join(had)}/{'+'.join(CORNERS[corner] for corner in corners)}" for had, corners in SAND_BOX]
WATER_NAME = ["+".join(shown) for shown in WATER_BOX]
UMBRELLA_NAME = [f"{colour}/{'+'.join(needs)}" for colour, needs, _ in UMBRELLA_BOX]

SAND, WATER, UMBRELLA = range(3)  # the decks
DECK_NAME = ("sand", "water", "umbrella")
KIND_NAME = [*SAND_NAME, *WATER_NAME, *UMBRELLA_NAME]
FIRST_KIND = np.array([0, SANDS, ENTRANCE, KINDS])  # of each deck, and behind the last
COPIES = np.array([*SAND_BOX.values(), *WATER_BOX.values(), *UMBRELLA_BOX.values()])
COUNT = np.array([BOX.counts.sand, BOX.counts.water, BOX.counts.umbrellas])


def quarters(corners: tuple[int, ...], turn: int) -> list[int]:
    """Mark the corners that have a quarter when the tile is turned clockwise."""
    return [int((corner - turn) % 4 in corners) for corner in range(4)]


PRINTED = [*(corners for _, corners in SAND_BOX), *[BOX.water.corners] * WATERS, BOX.entrance.corners]
QUARTER = np.array([[quarters(corners, turn) for turn in range(4)] for corners in PRINTED])  # [tile, turn, corner]


def lowest_turn(tile: int, turn: int) -> int:
    """Find the lowest turn in which a tile looks as it does in this one; water looks another way in each (B-T8)."""
    if SANDS <= tile < ENTRANCE:
        return turn
    return next(lower for lower in range(4) if (QUARTER[tile, lower] == QUARTER[tile, turn]).all())


LOWEST = np.array([[lowest_turn(tile, turn) for turn in range(4)] for tile in range(ENTRANCE + 1)])
DISTINCT = np.arange(4) == LOWEST  # [tile, turn]

NONE_AT_ALL = [0] * len(ELEMENTS)
HAS = np.array([*(counted(had) for had, _ in SAND_BOX), *[NONE_AT_ALL] * (WATERS + 1)])  # [tile, element] (B-U1)
SHOWS = np.array([counted(set(shown)) for shown in WATER_BOX])  # [water, element]
NEEDS = np.array([counted(needs) for _, needs, _ in UMBRELLA_BOX])  # [umbrella, element]
WORTH: Table = BOX.water.points_per_element * SHOWS @ HAS.T  # [water, tile]: points for a tile in line (B-E2, B-E5)
WORTH = np.ascontiguousarray(WORTH)
COLOUR = np.array([COLOURS.index(colour) for colour, _, _ in UMBRELLA_BOX])
POINTS = np.array([points for _, _, points in UMBRELLA_BOX])
SET_POINTS = np.array(BOX.entrance.set_points)

COLUMNS, ROWS = BOX.counts.grid
PLACES = COLUMNS * ROWS
PLACE_NAME = [f"{'abcdef'[place % COLUMNS]}{place // COLUMNS + 1}" for place in range(PLACES)]
DISPLAY = BOX.counts.display


def touching(place: int, corner: int) -> list[int]:
    """Find the three places that touch a corner of a place of the grid; PLACES stands for outside (B-T1)."""
    column, row = place % COLUMNS, place // COLUMNS
    right, down = ((-1, -1), (1, -1), (1, 1), (-1, 1))[corner]
    around = ((column + right, row), (column, row + down), (column + right, row + down))
    return [x + COLUMNS * y if 0 <= x < COLUMNS and 0 <= y < ROWS else PLACES for x, y in around]


TOUCHING = np.array([[touching(place, corner) for corner in range(4)] for place in range(PLACES)])

ROUNDS = np.array([BOX.rounds.get(str(seats), 0) for seats in range(max(PLAYERS) + 1)])  # by number of players (B-R1)


def sand_taken(seats: int, rounds: int) -> list[int]:
    """Count the sand that each seat takes in so many rounds, from the one that begins the first (B-R2, B-R4)."""
    taken = [0] * seats
    for starter in range(rounds):
        for tile in range(PLACES):
            taken[(starter + tile) % seats] += 1
    return taken


MOST_SAND = max(max(sand_taken(seats, int(ROUNDS[seats]))) for seats in PLAYERS)  # of one player: 18
