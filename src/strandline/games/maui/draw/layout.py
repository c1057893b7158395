"""Where things lie: what every arrangement says of it, and the one for wide windows.

An arrangement is made once and passed to whatever draws, so that the same thing is drawn the same way in all of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from enum import IntEnum
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
DOWN = (0, *accumulate(DEEP))
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


class Size(IntEnum):
    """How large a beach is drawn, and with it what is seen on it."""

    SMALL = 0  # another's: tiles and tokens
    WHOLE = 1  # one's own on a phone: umbrellas and seams as well
    CLOSE = 2  # a part of one's own on a phone, on which a tile is laid
    LARGE = 3  # one's own


class Plot(NamedTuple):
    """Where a beach lies, how large it is, and which of its columns are seen."""

    left: float
    top: float
    column: float  # the width of one
    down: tuple[float, ...]  # how far below the top each row begins
    size: Size
    first: int = 0
    last: int = COLUMNS

    @property
    def scale(self) -> float:
        """Give how large this is, compared with the large beach of a wide window."""
        return self.column / COLUMN

    @property
    def own(self) -> bool:
        """Is this the beach that one plays on?"""
        return self.size != Size.SMALL

    def x(self, column: float) -> float:
        """Give the left side of a column."""
        return self.left + self.column * (column - self.first)

    def y(self, row: int) -> float:
        """Give the upper side of a row."""
        return self.top + self.down[row - FIRST_TOP]

    @property
    def bottom(self) -> float:
        """Give where the trees end."""
        return self.top + self.down[-1]

    def box(self, column: int, row: int, rows: int = 1) -> Box:
        """Give left, top, width and height of a column's cells from this row on."""
        return self.x(column), self.y(row), self.column, self.y(row + rows) - self.y(row)

    def boxes(self, column: int, top: int) -> list[Box]:
        """Give the cells that a tile covers."""
        return [self.box(column, top + spot) for spot in range(HEIGHT)]

    def touch_box(self, column: int, row: int) -> Box:
        """Give the cell in which a row is pointed at."""
        x, y, wide, high = self.box(column, row)
        more = TOUCH * self.scale if row == FIRST_TOP and self.size in {Size.LARGE, Size.SMALL} else 0
        return x, y - more, wide, high + more


class Head(NamedTuple):
    """Where emblem, name, points and signs stand in the first line of a panel."""

    emblem: tuple[float, float, float] = (23, 20, 36)  # from the panel's corner; the size
    sun: tuple[float, float, float] = (23, 19, 46)
    name: tuple[float, float] | None = (46, 27)
    points: float = 28  # how far down they are written
    right: float = 14  # how far from the right side they end
    letter: float = 13  # the width of a letter of a name
    digit: float = 16
    signs: float = 24  # how far from the points the first sign stands
    apart: float = 27
    sign: float = 22  # the size of a token
    style: str = ""
    tokens: bool = True  # are tokens in hand among the signs?
    flower: bool = True  # and the starting player's flower?
    arrows: bool = True  # and the sign of who sits across?


class Coins(NamedTuple):
    """How the dollars of an area lie one above the other."""

    size: float = 44
    apart: float = 27
    room: float = 122
    foot: float = 28
    number: float = 28  # how far down their number is written
    style: str = "amount"


class Layout(ABC):
    """Where everything lies, for so many seats, with or without the extension of the score board."""

    coins = Coins()
    token_target = 62  # the width of the place from which a token is laid
    tokens_at_hand = True  # are there places for tokens beside any tile in hand?
    style = ""  # the class of texts and halos that are smaller than in a wide window

    def __init__(self, seats: int, extended: int) -> None:
        """Make an arrangement; `wide` and `tall.arranged` do, once for each."""
        self.seats, self.extended = seats, extended

    def finger_box(self, box: Box) -> Box:
        """Give what is pointed at for a cell or a column of one's own beach: for a finger, more than is seen."""
        return box

    @abstractmethod
    def plot(self, place: int) -> Plot:
        """Give the beach of a place at the table: one's own first, the others after it."""

    @abstractmethod
    def panel_box(self, place: int) -> Box:
        """Give the panel of a place at the table."""

    @abstractmethod
    def area_box(self, row: int) -> Box:
        """Give the dollar area of a market row."""

    @abstractmethod
    def space_box(self, space: int) -> Box:
        """Give a space of the market, its price included."""

    @abstractmethod
    def tile_box(self, space: int) -> Box:
        """Give the place of the tile on a space."""

    @abstractmethod
    def track_box(self, track: int) -> Box:
        """Give a score track with its towel."""

    @abstractmethod
    def marker_place(self, track: int, seat: int, step: int) -> tuple[float, float, float]:
        """Give the place and the size of a marker; every seat has its own lane."""

    @abstractmethod
    def frame_place(self, track: int, step: int, number: int, left: int) -> tuple[float, float, float]:
        """Give the place and the size of a token on the ornate frame of a track, of so many left there."""

    @abstractmethod
    def hand_box(self) -> Box:
        """Give the place of the tile in hand."""

    @abstractmethod
    def bag_place(self) -> tuple[float, float, float, float, float, str]:
        """Give the place and the size of the bag; where the number of its tiles is written, and how."""

    @abstractmethod
    def head(self, place: int) -> Head:
        """Give the measures of a panel's first line."""

    @abstractmethod
    def goods_places(self, place: int, count: int) -> list[tuple[float, float, float, str]]:
        """Give the places of a player's goods, their sizes, how numbers are written; maybe not for all of them."""

    @abstractmethod
    def change_place(self) -> tuple[float, float, str]:
        """Give where a change of one's own dollars is written, and how."""


# Wide windows


def band(extended: int) -> int:
    """Give the height of market and score board."""
    return EXTENDED_BAND if extended else BAND


def large(extended: int) -> Plot:
    """Give the plot of the beach that one plays on."""
    return Plot(DOCK, 2 * MARGIN + band(extended), COLUMN, DOWN, Size.LARGE)


def height(extended: int) -> float:
    """Give the height of the whole drawing."""
    return 4 * MARGIN + band(extended) + BEACH + PANELS


def beach_box(extended: int) -> dict[str, object]:
    """Give the outline of the large beach."""
    return {"x": MARGIN, "y": large(extended).top, "width": WIDTH - 2 * MARGIN, "height": BEACH, "rx": 26}


def step_height(extended: int) -> float:
    """Give the height of a step."""
    return (band(extended) - 56 - FRAME * len(set(FRAME_STEP.tolist()))) / (int(LAST_STEP[extended]) + 1)


def step_top(step: int, extended: int) -> float:
    """Give the upper side of a step, below the tokens that may lie in it."""
    rooms = sum(FRAME for framed in set(FRAME_STEP.tolist()) if framed >= step)
    return MARGIN + 8 + rooms + (int(LAST_STEP[extended]) - step) * step_height(extended)


class Wide(Layout):
    """Market and score board above, one's own beach large, below it the players and the others' beaches."""

    def __init__(self, seats: int, extended: int) -> None:
        """Look up the beaches once."""
        super().__init__(seats, extended)
        self.plots = [large(extended), *(self.small(place) for place in range(1, seats))]

    def small(self, place: int) -> Plot:
        """Give the beach in another's panel."""
        left, top, _, _ = self.panel_box(place)
        scale = SMALL[self.seats]
        return Plot(left + 5, top + HEAD, scale * COLUMN, tuple(scale * down for down in DOWN), Size.SMALL)

    def plot(self, place: int) -> Plot:
        """Give the beach of a place: the first large, the others in their panels."""
        return self.plots[place]

    def panel_box(self, place: int) -> Box:
        """Give the panels side by side."""
        top = height(self.extended) - MARGIN - PANELS
        own, others = OWN[self.seats], self.seats - 1
        if place == 0:
            return MARGIN, top, own, PANELS
        other = (WIDTH - 2 * MARGIN - own - GAP * others) / others
        return MARGIN + own + GAP + (place - 1) * (other + GAP), top, other, PANELS

    def area_box(self, row: int) -> Box:
        """Give the tray left of its spaces."""
        return 24 + 282 * row, 62, SLOT, 208

    def space_box(self, space: int) -> Box:
        """Give the spaces right of the tray."""
        row, rank = divmod(space, PLACES)
        left, top, _, high = self.area_box(row)
        return left + 68 + 65 * rank, top, SLOT, high

    def tile_box(self, space: int) -> Box:
        """Give what the price leaves."""
        x, y, wide, high = self.space_box(space)
        return x + 2.5, y + 34, wide - 5, high - 38

    def track_box(self, track: int) -> Box:
        """Give an upright track."""
        return 630 + TRACK * track, MARGIN + 6, TRACK, band(self.extended) - 12

    def marker_place(self, track: int, seat: int, step: int) -> tuple[float, float, float]:
        """Give lanes side by side."""
        x, _, wide, _ = self.track_box(track)
        lane = min(wide / self.seats, 18)
        middle = x + wide / 2 + lane * (seat - (self.seats - 1) / 2)
        high = step_height(self.extended)
        return middle, step_top(step, self.extended) + high / 2, min(high * 1.12, 20)

    def frame_place(self, track: int, step: int, number: int, left: int) -> tuple[float, float, float]:
        """Lay tokens side by side above the step."""
        x, _, wide, _ = self.track_box(track)
        middle = x + wide / 2 - 11 * (left - 1)
        return middle + 22 * number, step_top(step, self.extended) - FRAME / 2 + 3, 16

    def hand_box(self) -> Box:
        """Give the right of one's own panel, with room for tokens on both sides."""
        x, y, wide, _ = self.panel_box(0)
        return x + wide - 8 - 63 - 64, y + HEAD + 2, 62, 186

    def bag_place(self) -> tuple[float, float, float, float, float, str]:
        """Put the bag where the tile in hand will be."""
        x, y, wide, high = self.hand_box()
        return x + wide / 2, y + high / 2 - 18, 96, x + wide / 2, y + high / 2 + 54, "most middle"

    def head(self, place: int) -> Head:  # noqa: ARG002
        """Give the same measures to all."""
        return Head()

    def goods_places(self, place: int, count: int) -> list[tuple[float, float, float, str]]:
        """Put goods in a column, or in a row where room is scarce."""
        x, y, _, high = self.panel_box(place)
        if place == 0 and self.seats > 2:
            return [(x + 22, y + 56 + 36 * k, 28, "many") for k in range(count)]
        if place and self.seats == 4:
            size, figures, step = (19, "fewer", 40) if count > 4 else (22, "few", 50)
            return [(x + 16 + step * k, y + high - 19, size, figures) for k in range(count)]
        left = self.plot(place).x(COLUMNS + 1) if place else x
        if self.seats == 3:
            return [(left + 22, y + 56 + 36 * k, 26, "many") for k in range(count)]
        return [
            (left + 44 + (92 if place else 124) * (k % 2), y + 74 + 62 * (k // 2), 42, "most") for k in range(count)
        ]

    def change_place(self) -> tuple[float, float, str]:
        """Write it right of the number."""
        x, y, size, figures = self.goods_places(0, 1)[0]
        return x + size * 0.6 + 23, y + size * 0.27, figures


@lru_cache(maxsize=8)
def wide(seats: int, extended: int) -> Wide:
    """Give the arrangement for wide windows."""
    return Wide(seats, extended)
