"""Where everything is in the drawing, and how a beach is zoomed so that all of it is in view."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from strandline.engine.elements import number, tag
from strandline.games.day_at_the_beach.land import BEYOND, CROSS, INLAND, NEIGHBOUR, POINT, X, Y
from strandline.games.day_at_the_beach.tiles import COLUMNS, ENTRANCE, QUARTER, SANDS, WORTH

if TYPE_CHECKING:
    from collections.abc import Iterable

    from strandline.games.day_at_the_beach.rules import State

Point = tuple[float, float]
Tile = tuple[int, int, int]  # cell, tile, side
Laid = tuple[Tile, ...]  # a beach in the order of laying


class Box(NamedTuple):
    """A rectangle of the drawing."""

    x: float
    y: float
    width: float
    height: float

    def rect(self, class_: str, radius: float) -> str:
        """Draw it."""
        return tag("rect", x=self.x, y=self.y, width=self.width, height=self.height, rx=radius, class_=class_)


class Zoom(NamedTuple):
    """Where the entrance lies in the drawing, and how large a cell of 100 becomes."""

    x: float
    y: float
    scale: float

    def written(self, cell: int = 0) -> str:
        """Write it as a transform, for what is drawn in cells of 100 from this cell on."""
        side = 100 * self.scale
        return moved(self.x + side * int(X[cell]), self.y + side * int(Y[cell]), self.scale)


def moved(x: float, y: float, scale: float) -> str:
    """Write a transform."""
    return f"translate({number(round(x, 1))} {number(round(y, 1))})scale({round(scale, 3):g})"


WIDTH, HEIGHT = 860.0, 916.0
GRID_CARD, OFFER_CARD = Box(16, 16, 426, 256), Box(454, 16, 390, 256)
OWN_CARD, OWN_SEA = Box(16, 286, 540, 614), Box(24, 376, 524, 516)
OTHERS = Box(570, 286, 274, 614)
TRAY = Box(290, 294, 258, 72)
PLACE, OFFER, TURN = 72.0, 84.0, 60.0  # how large tiles are: on the grid, on offer, in hand
UMBRELLA_TOP, WATER_TOP, UMBRELLA_HEIGHT = 30.0, 174.0, 130.0
GAP = 14.0
BESIDE = 4  # from so many players on, the names of the others are beside their beaches, and not above
LARGEST = 1.04
MARGIN = 0.3


def others_card(seats: int, index: int) -> Box:
    """Where is the card of another player?"""
    height = (OTHERS.height - GAP * (seats - 2)) / (seats - 1)
    return Box(OTHERS.x, round(OTHERS.y + index * (height + GAP), 1), OTHERS.width, round(height, 1))


def others_sea(seats: int, index: int) -> Box:
    """Where on that card is the beach?"""
    card = others_card(seats, index)
    if seats >= BESIDE:
        return Box(card.x + 86, card.y + 8, card.width - 94, card.height - 16)
    return Box(card.x + 8, card.y + 90, card.width - 16, card.height - 98)


def place_at(place: int) -> Point:
    """Where is a place of the grid?"""
    return GRID_CARD.x + 103 + (PLACE + 7) * (place % COLUMNS), GRID_CARD.y + 14 + (PLACE + 6) * (place // COLUMNS)


def offer_at(top: float, index: int) -> Point:
    """Where is an open tile, counted from the deck, which is 0?"""
    return OFFER_CARD.x + 14 + index * (OFFER + 8.6), top


def zoom_of(cells: Iterable[int], sea: Box, least: int) -> Zoom:
    """Zoom so that these cells and the least around the entrance fill the sea, up to a margin for the surf."""
    box = bounds(cells, least)
    columns, rows = box[2] - box[0] + 1, box[3] - box[1] + 1
    side = min(sea.width / (columns + MARGIN), sea.height / (rows + MARGIN), 100 * LARGEST)
    x = sea.x + (sea.width - side * columns) / 2 - side * box[0]
    y = sea.y + (sea.height - side * rows) / 2 - side * box[1]
    return Zoom(round(x, 1), round(y, 1), round(side / 100, 3))


def bounds(cells: Iterable[int], least: int) -> tuple[int, int, int, int]:
    """Find the outermost columns and rows."""
    cells = list(cells)
    x = [-least, least, *(int(X[cell]) for cell in cells)]
    y = [-least, least, *(int(Y[cell]) for cell in cells)]
    return min(x), min(y), max(x), max(y)


def corner_of(cell: int, corner: int) -> Point:
    """Find a corner of a cell, in cells of 100."""
    return 100 * (int(X[cell]) + (corner in {1, 2})), 100 * (int(Y[cell]) + (corner in {2, 3}))


def middle_of(point: int) -> Point:
    """Find where the four cells of a pattern meet, in cells of 100: the corner of its cell nearest to the entrance."""
    return 100 * (int(X[point]) + (int(X[point]) < 0)), 100 * (int(Y[point]) + (int(Y[point]) < 0))


def beach_of(state: State, seat: int) -> Laid:
    """List the tiles of a beach in the order of laying."""
    rows = zip(*(field.tolist()[seat] for field in (state.cell, state.tile, state.side)), strict=True)
    return tuple(rows)[: state.laid[seat]]


def open_cells(state: State, seat: int) -> tuple[int, ...]:
    """List the cells where sand may be laid."""
    return tuple(state.open.tolist()[seat][: state.opens[seat]])


@lru_cache(maxsize=1000)
def ripe_corners(laid: Laid, cells: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Which corners of these open cells lack nothing but a quarter of their own (B-U1)?"""
    meeting: dict[int, int] = {}
    for cell, tile, side in laid:
        for corner in range(4):
            point = int(POINT[cell, corner])
            meeting[point] = meeting.get(point, 0) + int(QUARTER[tile, side, corner])
    meeting[BEYOND] = 0
    return tuple((cell, corner) for cell in cells for corner in range(4) if meeting.get(int(POINT[cell, corner])) == 3)


def in_line(reading: int, laid: Laid, cell: int, side: int) -> list[Tile]:
    """Which tiles lie in the line of a water tile (B-E2)?"""
    if reading == INLAND:
        there, line = {tile[0]: tile for tile in laid}, []
        while (cell := int(NEIGHBOUR[cell, (side + 2) % 4])) in there:
            line.append(there[cell])
        return line
    column, row = (reading == CROSS or side % 2 == axis for axis in range(2))
    return [tile for tile in laid if (column and X[tile[0]] == X[cell]) or (row and Y[tile[0]] == Y[cell])]


@lru_cache(maxsize=1000)
def flow(reading: int, laid: Laid) -> int:
    """Add up what the water tiles of a beach score (B-E2)."""
    points = 0
    for cell, tile, side in laid:
        if SANDS <= tile < ENTRANCE:
            points += sum(int(WORTH[tile - SANDS, other]) for _, other, _ in in_line(reading, laid, cell, side))
    return points
