"""Where things lie in the drawing."""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from strandline.games.maui.components import HEIGHT
from strandline.games.maui.rules.tables import COLUMNS, FIRST_TOP, FRAME_STEP, LAST_STEP, PLACES, ROWS

Box = tuple[float, float, float, float]  # left, top, width, height

WIDTH, MARGIN, GAP = 960, 14, 12
BAND, EXTENDED_BAND = 264, 330  # the height of market and score board
PANELS = 226  # the height of the players' panels

# A beach from the row beyond the beach in the ocean to the one behind the trees. What lies so far out needs less room.
COLUMN, ROW, FAR = 65, 63, 40
DEEP = [FAR, ROW, *[ROW] * ROWS, FAR, FAR]
DOWN = [0, *accumulate(DEEP)]
TOUCH = 22  # how far the row in the ocean can be pointed at beyond the beach, so that it is as high as the others
DOCK = 76  # the left side of the dock on the large beach
BEACH = DOWN[-1]
TOWEL = (66, 63)

TRACK, FRAME = 63, 18  # the width of a score track; the room that the tokens on an ornate frame need above its step
SLOT = 64  # the width of a market space
OWN = {2: 454, 3: 254, 4: 254}  # the width of one's own panel, by seats
SMALL = {2: 0.288, 3: 0.288, 4: 0.241}  # the others' beaches
STALL = 566  # the width of the market
HALF = (MARGIN, 2 * MARGIN + BAND - 2, STALL, EXTENDED_BAND - BAND - 12)  # where a long game says which half is played
HEAD = 34  # the height of a panel's first line


class Plot(NamedTuple):
    """Where a beach lies, and how large it is."""

    left: float
    top: float
    scale: float

    @property
    def large(self) -> bool:
        """Is this the beach that one plays on?"""
        return self.scale == 1

    def x(self, column: float) -> float:
        """Give the left side of a column."""
        return self.left + self.scale * COLUMN * column

    def y(self, row: int) -> float:
        """Give the upper side of a row."""
        return self.top + self.scale * DOWN[row - FIRST_TOP]

    def box(self, column: int, row: int, rows: int = 1) -> Box:
        """Give left, top, width and height of a column's cells from this row on."""
        return self.x(column), self.y(row), self.scale * COLUMN, self.y(row + rows) - self.y(row)

    def boxes(self, column: int, top: int) -> list[Box]:
        """Give the cells that a tile covers."""
        return [self.box(column, top + spot) for spot in range(HEIGHT)]

    def touch_box(self, column: int, row: int) -> Box:
        """Give the cell in which a row is pointed at."""
        x, y, wide, high = self.box(column, row)
        more = TOUCH * self.scale if row == FIRST_TOP else 0
        return x, y - more, wide, high + more


def band(extended: int) -> int:
    """Give the height of market and score board."""
    return EXTENDED_BAND if extended else BAND


def large(extended: int) -> Plot:
    """Give the plot of the beach that one plays on."""
    return Plot(DOCK, 2 * MARGIN + band(extended), 1)


def height(extended: int) -> float:
    """Give the height of the whole drawing."""
    return 4 * MARGIN + band(extended) + BEACH + PANELS


def beach_box(extended: int) -> dict[str, object]:
    """Give the outline of the large beach."""
    return {"x": MARGIN, "y": large(extended).top, "width": WIDTH - 2 * MARGIN, "height": BEACH, "rx": 26}


def panel_box(seats: int, extended: int, place: int) -> Box:
    """Give the panel of a place at the table: one's own first, the others after it."""
    top = height(extended) - MARGIN - PANELS
    if place == 0:
        return MARGIN, top, OWN[seats], PANELS
    other = (WIDTH - 2 * MARGIN - OWN[seats] - GAP * (seats - 1)) / (seats - 1)
    return MARGIN + OWN[seats] + GAP + (place - 1) * (other + GAP), top, other, PANELS


@lru_cache(maxsize=32)
def plot(seats: int, extended: int, place: int) -> Plot:
    """Give the beach of a place at the table: the first large, the others in their panels."""
    if place == 0:
        return large(extended)
    left, top, _, _ = panel_box(seats, extended, place)
    return Plot(left + 5, top + HEAD, SMALL[seats])


def space_box(space: int) -> Box:
    """Give a space of the market, its price included."""
    row, rank = divmod(space, PLACES)
    left, top, _, high = area_box(row)
    return left + 68 + 65 * rank, top, SLOT, high


def tile_box(space: int) -> Box:
    """Give the place of the tile on a space."""
    x, y, wide, high = space_box(space)
    return x + 2.5, y + 34, wide - 5, high - 38


def area_box(row: int) -> Box:
    """Give the dollar area of a market row."""
    return 24 + 282 * row, 62, SLOT, 208


def track_box(track: int, extended: int) -> Box:
    """Give a score track with the towel at its foot."""
    return 630 + TRACK * track, MARGIN + 6, TRACK, band(extended) - 12


def step_height(extended: int) -> float:
    """Give the height of a step."""
    return (band(extended) - 56 - FRAME * len(set(FRAME_STEP.tolist()))) / (int(LAST_STEP[extended]) + 1)


def step_top(step: int, extended: int) -> float:
    """Give the upper side of a step, below the tokens that may lie in it."""
    rooms = sum(FRAME for framed in set(FRAME_STEP.tolist()) if framed >= step)
    return MARGIN + 8 + rooms + (int(LAST_STEP[extended]) - step) * step_height(extended)


def marker_place(track: int, seat: int, seats: int, step: int, extended: int) -> tuple[float, float, float]:
    """Give the place and the size of a marker; every seat has its own lane."""
    x, _, wide, _ = track_box(track, extended)
    lane = min(wide / seats, 18)
    middle = x + wide / 2 + lane * (seat - (seats - 1) / 2)
    return middle, step_top(step, extended) + step_height(extended) / 2, min(step_height(extended) * 1.12, 20)


def hand_box(seats: int, extended: int) -> Box:
    """Give the place of the tile in hand: at the right of one's own panel, with room for tokens on both sides."""
    x, y, wide, _ = panel_box(seats, extended, 0)
    return x + wide - 8 - 63 - 64, y + HEAD + 2, 62, 186


def goods_places(place: int, seats: int, extended: int, count: int) -> list[tuple[float, float, float, str]]:
    """Give the places of a player's goods in a panel, their sizes, and how their numbers are written."""
    x, y, _, high = panel_box(seats, extended, place)
    if place == 0 and seats > 2:
        return [(x + 22, y + 56 + 36 * k, 28, "many") for k in range(count)]
    if place and seats == 4:
        size, figures, step = (19, "fewer", 40) if count > 4 else (22, "few", 50)
        return [(x + 16 + step * k, y + high - 19, size, figures) for k in range(count)]
    left = plot(seats, extended, place).x(COLUMNS + 1) if place else x
    if seats == 3:
        return [(left + 22, y + 56 + 36 * k, 26, "many") for k in range(count)]
    return [(left + 44 + (92 if place else 124) * (k % 2), y + 74 + 62 * (k // 2), 42, "most") for k in range(count)]
