"""Where everything is in the drawing, and how a beach is zoomed so that all of it is in view."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from math import ceil
from typing import NamedTuple

from strandline.engine.elements import number, tag
from strandline.games.day_at_the_beach.rules.tables import COLUMNS, DISPLAY, GROUND, PLACES, Deck

Point = tuple[float, float]


class Box(NamedTuple):
    """A rectangle of the drawing."""

    x: float
    y: float
    width: float
    height: float

    def rect(self, class_: str, radius: float) -> str:
        """Draw it."""
        return tag("rect", x=self.x, y=self.y, width=self.width, height=self.height, rx=radius, class_=class_)

    def scale(self) -> str:
        """Write how a tile of 100 fills it, as a transform."""
        return moved(self.x, self.y, self.width / 100)


class Zoom(NamedTuple):
    """Where the entrance lies in the drawing, and how large a cell of 100 becomes."""

    x: float
    y: float
    scale: float

    def written(self, cell: int = 0) -> str:
        """Write it as a transform, for what is drawn in cells of 100 from this cell on."""
        x, y = CELL_AT[cell]
        return moved(self.x + x * self.scale, self.y + y * self.scale, self.scale)

    def shows(self, cell: int, sea: Box) -> bool:
        """Is the whole of a cell within the sea?"""
        left, top = (at + self.scale * place for at, place in zip((self.x, self.y), CELL_AT[cell], strict=True))
        across, down = sea.width - 100 * self.scale, sea.height - 100 * self.scale
        return -1 <= left - sea.x <= across + 1 and -1 <= top - sea.y <= down + 1


def moved(x: float, y: float, scale: float) -> str:
    """Write a transform."""
    return f"translate({number(round(x, 1))} {number(round(y, 1))})scale({round(scale, 3):g})"


@dataclass(frozen=True, eq=False)  # known by its identity: what is drawn for it is remembered with it
class Plan:
    """Where the panels are, and what lies on them: one for each arrangement and number of players."""

    width: float
    height: float
    panels: tuple[Box, ...]  # besides those of the players
    own_card: Box
    own_sea: Box
    cards: tuple[Box, ...]  # of the other players, in the order of play
    seas: tuple[Box, ...]  # their beaches, where these are shown
    grid: tuple[Box, ...]  # its places, where it is shown
    decks: dict[int, Box]
    waters: tuple[Box, ...]
    umbrellas: tuple[Box, ...]
    tray: Box
    turn: float  # how large the tile in hand is there
    count: float  # the radius of a disc with a number
    raised: float  # how far it is above the lower side of a deck
    letters: float  # no writing is smaller
    summed: bool  # is it said where points come from, as long as nothing is in hand?

    def grown(self, size: float, scale: float) -> float:
        """Say how much writing of this size must be enlarged where everything is scaled like this."""
        return max(1.0, ceil(100 * self.letters / (size * scale)) / 100)


GAP = 8.0
LETTERS = 13.5  # so that a window that shows a drawing at nine tenths still shows 12
OFFER = 84.0  # how wide the card of an umbrella is in its own measure
TITLE, STRIP, HEAD = 19.0, 48.0, 61.0  # what is on offer; the deck below the grid; who plays, and what is in hand
RIVALS = {2: 190.0, 3: 168.0, 4: 152.0, 5: 152.0}  # the width of the others' cards beside the table, by seats
TURN = 46.0  # how large a tile in hand is
BELOW = 142.0  # the height of the others' cards below the table
BROAD = 300.0  # from this width on, a card has its beach beside what is written, and not below
LARGEST = 1.04
MARGIN = 0.3
CELL_AT = [(100 * x, 100 * y) for x, y in GROUND.places]  # in cells of 100


def row_of(count: int, first: Box, right: float, down: float) -> tuple[Box, ...]:
    """Find boxes that follow the first one in even steps."""
    return tuple(first._replace(x=first.x + right * k, y=first.y + down * k) for k in range(count))


def parted(count: int, box: Box, gap: float, *, down: bool = False) -> tuple[Box, ...]:
    """Part a box evenly, side by side or one below the other."""
    room = box.height if down else box.width
    each = round((room - gap * (count - 1)) / count, 1)
    if down:
        return row_of(count, box._replace(height=each), 0, each + gap)
    return row_of(count, box._replace(width=each), each + gap, 0)


@cache
def wide_plan(seats: int) -> Plan:
    """Arrange a wide window: the own beach, beside it the grid and what is on offer, and then the others."""
    rivals = RIVALS[seats]
    own, middle = Box(0, 0, 924 - 312 - rivals - 2 * GAP, 590), Box(924 - 312 - rivals - GAP, 0, 312, 590)
    return beside(924, 590, own, middle, parted(seats - 1, Box(924 - rivals, 0, rivals, 590), GAP, down=True))


@cache
def square_plan(seats: int) -> Plan:
    """Arrange a window as wide as it is high: the own beach beside the grid and what is on offer, the others below."""
    own, middle = Box(0, 0, 352, 510), Box(360, 0, 300, 510)
    return beside(660, 660, own, middle, parted(seats - 1, Box(0, 660 - BELOW, 660, BELOW), GAP))


def beside(width: float, height: float, own: Box, middle: Box, cards: tuple[Box, ...]) -> Plan:
    """Arrange the own beach left of the grid and what is on offer."""
    place = min((middle.width - 31) / COLUMNS, (middle.height - 320) / 3.1)
    left, step = middle.x + (middle.width - COLUMNS * (place + 5) + 5) / 2, place + 5
    rows = PLACES // COLUMNS
    upper = middle._replace(height=9 + rows * step + STRIP + 6)
    lower = middle._replace(y=upper.height + GAP, height=middle.height - upper.height - GAP)
    tile = (middle.width - 42) / (DISPLAY + 1)
    apart = (lower.height - 2 * TITLE - 2.55 * tile) / 5
    umbrella = Box(middle.x + 9, lower.y + TITLE + 1.6 * apart, tile, 1.55 * tile)
    umbrellas = row_of(DISPLAY + 1, umbrella, tile + 8, 0)
    water = umbrella._replace(y=umbrella.y + umbrella.height + TITLE + 2 * apart, height=tile)
    waters = row_of(DISPLAY + 1, water, tile + 8, 0)
    sand = Box(left, upper.y + 9 + rows * step, 44, 44)
    turns = 4 * (TURN + 4) + 2
    return Plan(
        width=width,
        height=height,
        panels=(upper, lower),
        own_card=own,
        own_sea=Box(own.x + 5, own.y + HEAD, own.width - 10, own.height - HEAD - 5),
        cards=cards,
        seas=tuple(map(sea_on, cards)),
        grid=tuple(
            Box(round(left + step * (k % COLUMNS), 1), round(upper.y + 9 + step * (k // COLUMNS), 1), place, place)
            for k in range(PLACES)
        ),
        decks={Deck.SAND: sand, Deck.WATER: waters[0], Deck.UMBRELLA: umbrellas[0]},
        waters=waters[1:],
        umbrellas=umbrellas[1:],
        tray=Box(own.x + own.width - turns - 5, own.y + 6, turns, HEAD - 11),
        turn=TURN,
        count=11.5,
        raised=7,
        letters=LETTERS,
        summed=True,
    )


def sea_on(card: Box) -> Box:
    """Find the beach on the card of somebody else: below what is written there, or on a broad card beside it."""
    if card.width > BROAD:
        return Box(card.x + 152, card.y + 5, card.width - 157, card.height - 10)
    return Box(card.x + 5, card.y + HEAD, card.width - 10, card.height - HEAD - 5)


@lru_cache(maxsize=1000)
def zoom_of(cells: tuple[int, ...], sea: Box, least: int, margin: float = MARGIN) -> Zoom:
    """Zoom so that these cells and the least around the entrance fill the sea, up to a margin for the surf."""
    west, north, east, south = GROUND.bounds(cells, least)
    columns, rows = east - west + 1, south - north + 1
    side = min(sea.width / (columns + margin), sea.height / (rows + margin), 100 * LARGEST)
    x = sea.x + (sea.width - side * columns) / 2 - side * west
    y = sea.y + (sea.height - side * rows) / 2 - side * north
    return Zoom(round(x, 1), round(y, 1), round(side / 100, 3))


class Pan(NamedTuple):
    """A part of a broad beach, and how far it can be moved to the left and to the right to see the rest."""

    zoom: Zoom
    left: float
    right: float


@lru_cache(maxsize=500)
def panned(cells: tuple[int, ...], sea: Box, least: int, scale: float) -> Pan:
    """Choose the columns with the most of these cells, where not all fit side by side at this scale."""
    west, north, east, south = GROUND.bounds(cells, least)
    side = 100 * scale
    fit = int(sea.width / side)
    columns = [CELL_AT[cell][0] // 100 for cell in cells]
    middle = (west + east - fit + 1) / 2
    first = max(
        range(west, east - fit + 2),
        key=lambda start: (sum(start <= column < start + fit for column in columns), -abs(start - middle)),
    )
    x = sea.x + (sea.width - side * fit) / 2 - side * first
    y = sea.y + (sea.height - side * (south - north + 1)) / 2 - side * north
    return Pan(Zoom(round(x, 1), round(y, 1), scale), side * (first + fit - 1 - east), side * (first - west))


def corner_of(cell: int, corner: int) -> Point:
    """Find a corner of a cell, in cells of 100."""
    x, y = CELL_AT[cell]
    return x + 100 * (corner in {1, 2}), y + 100 * (corner in {2, 3})


def middle_of(point: int) -> Point:
    """Find where the four cells of a pattern meet, in cells of 100."""
    x, y = GROUND.middle(point)
    return 100 * x, 100 * y
