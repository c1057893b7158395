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

    def shows(self, cell: int, width: float) -> bool:
        """Is the whole width of a cell in a drawing as wide as that?"""
        left = self.x + CELL_AT[cell][0] * self.scale
        return 0 <= left <= width - 100 * self.scale


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
    letters: float  # no writing is smaller, or 0

    def grown(self, size: float, scale: float) -> float:
        """Say how much writing of this size must be enlarged where everything is scaled like this."""
        return max(1.0, ceil(100 * self.letters / (size * scale)) / 100)


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
CELL_AT = [(100 * x, 100 * y) for x, y in GROUND.places]  # in cells of 100


@cache
def others_card(seats: int, index: int) -> Box:
    """Find the card of another player."""
    height = (OTHERS.height - GAP * (seats - 2)) / (seats - 1)
    return Box(OTHERS.x, round(OTHERS.y + index * (height + GAP), 1), OTHERS.width, round(height, 1))


@cache
def others_sea(seats: int, index: int) -> Box:
    """Find the beach on that card."""
    card = others_card(seats, index)
    if seats >= BESIDE:
        return Box(card.x + 86, card.y + 8, card.width - 94, card.height - 16)
    return Box(card.x + 8, card.y + 90, card.width - 16, card.height - 98)


def place_box(place: int) -> Box:
    """Find a place of the grid."""
    x, y = GRID_CARD.x + 103 + (PLACE + 7) * (place % COLUMNS), GRID_CARD.y + 14 + (PLACE + 6) * (place // COLUMNS)
    return Box(x, y, PLACE, PLACE)


def offer_box(top: float, index: int, height: float) -> Box:
    """Find an open tile, counted from the deck, which is 0."""
    return Box(OFFER_CARD.x + 14 + index * (OFFER + 8.6), top, OFFER, height)


@cache
def wide_plan(seats: int) -> Plan:
    """Arrange a wide window: the grid and what is on offer above, the own beach below, the others beside it."""
    waters = [offer_box(WATER_TOP, index, OFFER) for index in range(DISPLAY + 1)]
    umbrellas = [offer_box(UMBRELLA_TOP, index, UMBRELLA_HEIGHT) for index in range(DISPLAY + 1)]
    sand = Box(GRID_CARD.x + 14, GRID_CARD.y + 14, PLACE, PLACE)
    return Plan(
        width=WIDTH,
        height=HEIGHT,
        panels=(GRID_CARD, OFFER_CARD),
        own_card=OWN_CARD,
        own_sea=OWN_SEA,
        cards=tuple(others_card(seats, index) for index in range(seats - 1)),
        seas=tuple(others_sea(seats, index) for index in range(seats - 1)),
        grid=tuple(map(place_box, range(PLACES))),
        decks={Deck.SAND: sand, Deck.WATER: waters[0], Deck.UMBRELLA: umbrellas[0]},
        waters=tuple(waters[1:]),
        umbrellas=tuple(umbrellas[1:]),
        tray=TRAY,
        turn=TURN,
        count=14,
        raised=2,
        letters=0,
    )


@lru_cache(maxsize=1000)
def zoom_of(cells: tuple[int, ...], sea: Box, least: int, margin: float = MARGIN) -> Zoom:
    """Zoom so that these cells and the least around the entrance fill the sea, up to a margin for the surf."""
    west, north, east, south = GROUND.bounds(cells, least)
    columns, rows = east - west + 1, south - north + 1
    side = min(sea.width / (columns + margin), sea.height / (rows + margin), 100 * LARGEST)
    x = sea.x + (sea.width - side * columns) / 2 - side * west
    y = sea.y + (sea.height - side * rows) / 2 - side * north
    return Zoom(round(x, 1), round(y, 1), round(side / 100, 3))


def corner_of(cell: int, corner: int) -> Point:
    """Find a corner of a cell, in cells of 100."""
    x, y = CELL_AT[cell]
    return x + 100 * (corner in {1, 2}), y + 100 * (corner in {2, 3})


def middle_of(point: int) -> Point:
    """Find where the four cells of a pattern meet, in cells of 100."""
    x, y = GROUND.middle(point)
    return 100 * x, 100 * y
