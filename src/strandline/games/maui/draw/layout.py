"""Where things lie: what every arrangement says of it, and what is the same in all of them.

An arrangement is made once and passed to whatever draws, so that the same thing is drawn the same way in all of them:
`beside` has those for wide windows and for square ones, `upright` those for a phone held upright.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from enum import IntEnum
from itertools import accumulate
from typing import NamedTuple

from strandline.games.maui.components import HEIGHT
from strandline.games.maui.rules.tables import COLUMNS, FIRST_TOP, FRAME_STEP, LAST_STEP, PLACES, ROWS

Box = tuple[float, float, float, float]  # left, top, width, height

COLUMN, ROW = 65, 63  # a cell in the measure in which shapes are drawn
TOWEL = (66, 63)
SCALE = 15  # the height of the line that says what the steps of the races are worth
START, FINISH = 30, 33  # how far from the sides of their card the races begin and end
FRAME = 28  # the room that the tokens on an ornate frame need before its step
LANES = {  # how far from the middle of a step each seat's marker stands, in parts of the step and of the race
    2: ((0, -0.2), (0, 0.2)),
    3: ((-0.2, -0.22), (0.2, -0.1), (-0.05, 0.24)),
    4: ((-0.22, -0.24), (0.22, -0.2), (-0.22, 0.2), (0.22, 0.24)),
}


def rows_down(sea: tuple[float, float], row: float, trees: float) -> tuple[float, ...]:
    """Give how far below a beach's top each row begins: two in the ocean, those of the beach, two behind the trees."""
    return (0, *accumulate((*sea, *[row] * ROWS, trees, trees)))


class Size(IntEnum):
    """How large a beach is drawn, and with it what is seen on it."""

    SMALL = 0  # another's: tiles and tokens
    WHOLE = 1  # one's own on a phone: umbrellas and seams as well
    CLOSE = 2  # one's own where there is room; on a phone the part of it on which a tile is laid


class Plot(NamedTuple):
    """Where a beach lies, how large it is, and which of its columns are seen."""

    left: float
    top: float
    column: float  # the width of one
    down: tuple[float, ...]  # how far below the top each row begins
    size: Size
    right: float  # beyond this nothing may be written
    first: int = 0
    last: int = COLUMNS

    @property
    def scale(self) -> float:
        """Give how large this is, compared with the measure of shapes."""
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


class Head(NamedTuple):
    """Where emblem, name, points and signs stand in the first line of a panel."""

    emblem: tuple[float, float, float] = (13, 12, 20)  # from the panel's corner; the size
    sun: tuple[float, float, float] = (13, 12, 27)
    name: tuple[float, float] | None = (26, 17)
    points: float = 17.5  # how far down they are written
    right: float = 6  # how far from the right side they end
    letter: float = 10.2  # the width of a letter of a name
    digit: float = 9.6
    signs: float = 11  # how far from the points the first sign stands
    apart: float = 14
    sign: float = 12  # the size of a token
    tokens: bool = True  # are tokens in hand among the signs?
    flower: bool = True  # and the starting player's flower?
    arrows: bool = True  # and the sign of who sits across?


class Coins(NamedTuple):
    """How the dollars of an area lie one above the other."""

    size: float = 26
    apart: float = 15
    room: float = 62
    foot: float = 17
    number: float = 21  # how far down their number is written


class Layout(ABC):
    """Where everything lies, for so many seats, with or without the extension of the score board."""

    coins = Coins()
    area: float  # the width of a dollar area
    race: float  # the height of a race
    emblem: tuple[float, float, float] = (13, 16, 22)  # where one's own stands in the sea, and its size
    cut = "mi-beach"  # the name of what the beach is cut out with
    token_target = 42  # the width of the place from which a token is laid
    tokens_at_hand = True  # are there places for tokens beside any tile in hand?

    def __init__(self, seats: int, extended: int) -> None:
        """Make an arrangement; the functions `arranged` do, once for each."""
        self.seats, self.extended = seats, extended

    def finger_box(self, box: Box) -> Box:
        """Give what is pointed at for a cell or a column of one's own beach: for a finger, more than is seen."""
        return box

    @abstractmethod
    def size(self) -> tuple[float, float]:
        """Give the width and the height of the picture."""

    @abstractmethod
    def plot(self, place: int) -> Plot:
        """Give the beach of a place at the table: one's own first, the others after it."""

    @abstractmethod
    def beach_box(self) -> Box:
        """Give the outline of one's own beach."""

    @abstractmethod
    def panel_box(self, place: int) -> Box:
        """Give the panel of a place at the table."""

    @abstractmethod
    def stall_box(self, row: int) -> Box:
        """Give the stall of a market row."""

    @abstractmethod
    def races_box(self) -> Box:
        """Give the card of the races."""

    @abstractmethod
    def hand_box(self) -> Box:
        """Give the place of the tile in hand."""

    @abstractmethod
    def hand_card(self) -> Box:
        """Give the card below the tile in hand and its tokens."""

    @abstractmethod
    def bag_place(self) -> tuple[float, float, float, float, float, str]:
        """Give the place and the size of the bag; where the number of its tiles is written, and how."""

    @abstractmethod
    def head(self, place: int) -> Head:
        """Give the measures of a panel's first line."""

    @abstractmethod
    def goods_places(self, place: int, count: int) -> list[tuple[float, float, float, str]]:
        """Give the places of a player's goods, their sizes, how numbers are written; maybe not for all of them."""

    def change_place(self) -> tuple[float, float, str]:
        """Give where a change of one's own dollars is written, and how: right of their number."""
        x, y, size, figures = self.goods_places(0, 1)[0]
        return x + size * 0.6 + 11, y + size * 0.27, figures

    # The market

    def area_box(self, row: int) -> Box:
        """Give the dollar area of a market row, left of its spaces."""
        x, y, _, high = self.stall_box(row)
        return x + 3, y + 16, self.area, high - 20

    def space_box(self, space: int) -> Box:
        """Give a space of the market, its price included."""
        row, rank = divmod(space, PLACES)
        left, top, wide, high = self.area_box(row)
        slot = (self.stall_box(row)[2] - wide - 9) / PLACES
        return left + wide + 3 + slot * rank, top, slot, high

    def tile_box(self, space: int) -> Box:
        """Give the place of the tile on a space: what the price leaves."""
        x, y, wide, high = self.space_box(space)
        return x + 1.5, y + 21, wide - 3, high - 24

    # The races

    def track_box(self, track: int) -> Box:
        """Give a race from its towel to the points."""
        x, y, wide, _ = self.races_box()
        return x + 1, y + SCALE + self.race * track, wide - 2, self.race

    @property
    def start(self) -> float:
        """Give where the races begin."""
        return self.races_box()[0] + START

    @property
    def step_wide(self) -> float:
        """Give the width of a step."""
        long = self.races_box()[2] - START - FINISH - FRAME * len(set(FRAME_STEP.tolist()))
        return long / (int(LAST_STEP[self.extended]) + 1)

    def step_left(self, step: int) -> float:
        """Give the left side of a step, right of the tokens that may lie before it."""
        rooms = sum(FRAME for framed in set(FRAME_STEP.tolist()) if framed <= step)
        return self.start + rooms + step * self.step_wide

    def marker_place(self, track: int, seat: int, step: int) -> tuple[float, float, float]:
        """Give the place and the size of a marker; every seat has its own in a step."""
        _, y, _, high = self.track_box(track)
        across, down = LANES[self.seats][seat]
        size = min(high * 0.72, 24) + (2 if self.seats == 2 else 0)
        return self.step_left(step) + self.step_wide * (0.5 + across), y + high * (0.5 + down), size

    def frame_place(self, track: int, step: int, number: int, left: int) -> tuple[float, float, float]:
        """Give the place and the size of a token on the ornate frame of a track, of so many left there."""
        _, y, _, high = self.track_box(track)
        return self.step_left(step) - FRAME / 2 + 13 * (number - (left - 1) / 2), y + high / 2, 11
