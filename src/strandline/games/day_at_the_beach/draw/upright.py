"""The arrangements for a phone held upright, in CSS pixels; where the next move is made is large."""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from math import ceil

from strandline.games.day_at_the_beach.rules.tables import COLUMNS, DISPLAY, PLACES, Deck

from .layout import LETTERS, Box, Plan, parted, row_of


class Kind(IntEnum):
    """What an arrangement is for."""

    TAKE = 0  # a tile of the grid; also for whoever waits
    UMBRELLA = 1  # one of the open ones
    WATER = 2  # one of the open ones
    LAY = 3  # what is in hand, or choose a pattern
    END = 4  # look at what came of it


WIDTH, HEIGHT = 366.0, 556.0
GAP = 5.0
PLACE, WATER, UMBRELLA, TURN = 54.0, 112.0, 100.0, 44.0  # how large tiles are that can be taken
STEP = 58.0  # from one place of the grid to the next
TOP = {Kind.TAKE: 187.0, Kind.UMBRELLA: 169.0, Kind.WATER: 126.0, Kind.LAY: 60.0, Kind.END: 60.0}  # the panel above
STRIP, SMALL = 50.0, 40.0  # the strip of what is on offer, and a tile there
HEAD, TRAY = 33.0, 56.0  # above the own beach: who plays there; with what is in hand
LEAST = 44.0  # how large a cell is at least where a tile is laid; the beach pans where they do not fit side by side
ARROWS = 46.0  # what moves such a beach stands below it
ROW = 3  # from so many others on, their umbrellas have a row of their own


def others_height(kind: Kind, others: int) -> float:
    """Say how high the cards of the others are: without their beaches while a tile is laid."""
    if kind == Kind.LAY:
        return 32.0 if others < ROW else 52.0
    return (92.0 if others < ROW else 100.0) + 24 * (kind == Kind.END)


def room_for(columns: float, rows: float, seats: int) -> int:
    """Say how much higher than usual a sea must be, so that so many cells of the least size fit into it."""
    usual = HEIGHT - TOP[Kind.LAY] - TRAY - 2 * GAP - others_height(Kind.LAY, seats - 1)
    return max(0, ceil(LEAST * rows + (ARROWS if pans(columns) else 0) - usual))


def pans(columns: float) -> bool:
    """Are so many columns, with some room around them, too broad to be seen at once?"""
    return columns * LEAST > WIDTH


@cache
def plan_for(kind: Kind, seats: int, more: int = 0) -> Plan:
    """Arrange what this is for, higher by so much where a beach needs it."""
    others, large = seats - 1, kind >= Kind.LAY
    height = HEIGHT + more
    low = others_height(kind, others)
    top = Box(0, 0, WIDTH, TOP[kind])
    strip = Box(0, height - low - GAP - STRIP, WIDTH, STRIP)
    above, below = top.height + GAP, height - low - GAP if large else strip.y - GAP
    card = Box(0, above, WIDTH, below - above)
    sea = Box(0, above + TRAY, WIDTH, card.height - TRAY)
    if not large:
        sea = Box(5, above + HEAD, WIDTH - 10, card.height - HEAD - 5)
    decks, waters, umbrellas = on_offer(kind, strip.y + 5)
    cards = parted(others, Box(0, height - low, WIDTH, low), GAP)
    return Plan(
        width=WIDTH,
        height=height,
        panels=(top,) if large else (top, strip),
        own_card=card,
        own_sea=sea,
        cards=cards,
        seas=() if kind == Kind.LAY else tuple(beach_on(card, others) for card in cards),
        grid=tuple(map(place_box, range(PLACES))) if kind == Kind.TAKE else (),
        decks=decks,
        waters=waters,
        umbrellas=umbrellas,
        tray=Box(WIDTH - 199, above + 3, 194, TRAY - 6),
        turn=TURN,
        count=0 if large else 11.5,
        raised=9,
        letters=LETTERS,
        summed=large,
    )


Offer = tuple[dict[int, Box], tuple[Box, ...], tuple[Box, ...]]


def on_offer(kind: Kind, y: float) -> Offer:
    """Find the decks, the open waters and the open umbrellas; those to choose from are in the panel above."""
    waters = [Box(188 + (SMALL + 2) * k + 6 * (k > 0), y, SMALL, SMALL) for k in range(DISPLAY + 1)]
    sand, umbrella = Box(66, y, SMALL, SMALL), Box(118, y, 60, SMALL)
    decks: dict[int, Box] = {Deck.SAND: sand, Deck.WATER: waters[0], Deck.UMBRELLA: umbrella}
    if kind == Kind.TAKE:
        return decks, tuple(waters[1:]), row_of(DISPLAY, Box(246, 8, 113, PLACE), 0, STEP)
    if kind == Kind.UMBRELLA:
        return decks, tuple(waters[1:]), row_of(DISPLAY, Box(13, 7, UMBRELLA, 155), 120, 0)
    if kind == Kind.WATER:
        decks = {Deck.WATER: Box(8, y, SMALL, SMALL), Deck.UMBRELLA: Box(62, y, 66, SMALL)}
        return decks, row_of(DISPLAY, Box(8, 7, WATER, WATER), 119, 0), row_of(DISPLAY, Box(138, y, 72, SMALL), 75, 0)
    small = [Box(310 + 27 * (k % 2), 4 + 27 * (k // 2), 25, 25) for k in range(DISPLAY + 1)]
    decks = {Deck.WATER: small[0], Deck.UMBRELLA: Box(265, 3, 36, 54)}
    return decks, tuple(small[1:]), row_of(DISPLAY, Box(4, 3, 82, 54), 86, 0)


def place_box(place: int) -> Box:
    """Find a place of the grid."""
    return Box(8 + STEP * (place % COLUMNS), 8 + STEP * (place // COLUMNS), PLACE, PLACE)


def beach_on(card: Box, others: int) -> Box:
    """Find the beach on the card of somebody else: beside what is written there, or below."""
    if others == 1:
        return Box(card.x + 130, card.y + 4, card.width - 134, card.height - 8)
    head = 30 if others < ROW else 52
    return Box(card.x + 4, card.y + head, card.width - 8, card.height - head - 4)
