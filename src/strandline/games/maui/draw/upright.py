"""Where things lie on a phone held upright: market, beach, races and players, one below the other.

One unit is one pixel of the page. What the next move needs is large: while a tile is laid, the beach grows over the
market, and while a marker steps, the races do; the players shrink to a strip meanwhile.
"""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from strandline.games.maui.rules.tables import COLUMNS

from .layout import SCALE, Box, Head, Layout, Plot, Size, rows_down

WIDTH, HIGH, GAP, EDGE = 366, 552, 5, 1
BOTTOM = HIGH - EDGE
STALL = (WIDTH - 2 * EDGE - GAP) / 2  # the width of a stall of the market
MARKET = 138
CARD, STRIP = 67, 25  # the height of the players, and while a tile is laid
HEAD = 21  # the height of a card's first line
ROW_OF_GOODS = 15.2
OWN = {2: (WIDTH - 2 * EDGE - GAP) / 2, 3: 122, 4: 106}  # the width of one's own card, by seats
SMALL = {2: 7.0, 3: 5.4, 4: 3.1}  # the columns of the others' beaches
SHORT = 53  # the width of another's strip

RACE, TALL_RACE = 20, 48  # the height of a race; while a marker steps
RACES = SCALE + 5 * RACE + 4
TALL_RACES = SCALE + 5 * TALL_RACE + 6

WHOLE = rows_down((17, 19), 21.5, 13)
CLOSE = rows_down((41, 41), 41, 14.5)
TINY = rows_down((4, 4.5), 4.3, 2.9)
SIGNS, COLUMN = 23, 26  # the width of the signposts of the whole beach, and of a column
CLOSE_SIGNS, CLOSE_COLUMN = 33, 46.5
SHOWN = 7  # so many columns are seen close by
HAND, CLOSE_HAND = (24, 60), (42, 126)  # the size of the tile in hand
TOKEN_TARGET = 42
FINGER = 46  # what a finger needs, and what the halo leaves of it


class Kind(IntEnum):
    """What the next move is about."""

    TAKING = 0
    LAYING = 1
    STEPPING = 2


class Tops(NamedTuple):
    """Where the panels begin, from top to bottom, and how high a race is."""

    beach: float
    races: float
    race: float
    players: float


LOW = BOTTOM - CARD
PANELS = {
    Kind.TAKING: Tops(MARKET + GAP, LOW - GAP - RACES, RACE, LOW),
    Kind.LAYING: Tops(EDGE, BOTTOM - STRIP - GAP - RACES, RACE, BOTTOM - STRIP),
    Kind.STEPPING: Tops(EDGE, LOW - GAP - TALL_RACES, TALL_RACE, LOW),
}
CARD_HEAD = Head(arrows=False)
SLIM_HEAD = CARD_HEAD._replace(right=5, signs=8, apart=13, sign=11, flower=False)
STRIP_HEAD = Head(
    (12, 12.5, 18), name=None, sun=(13, 12.5, 27), right=0, letter=9, signs=0, apart=15, tokens=False, flower=False,
    arrows=False,
)  # fmt: skip


class Tall(Layout):
    """The arrangement for one kind of move; while a tile is laid, with these columns and tokens in hand."""

    token_target = TOKEN_TARGET
    area = 44

    def __init__(self, seats: int, extended: int, kind: Kind, first: int, tokens: tuple[bool, ...]) -> None:
        """Look up the beaches once."""
        super().__init__(seats, extended)
        self.kind, self.first, self.tokens = kind, first, tokens
        self.tokens_at_hand = kind == Kind.LAYING
        self.tops = PANELS[kind]
        self.race = self.tops.race
        self.cut = f"mi-beach-{kind.name.lower()}"
        self.emblem = (19, 22, 32) if kind == Kind.LAYING else (13, 16, 22)
        self.plots = [self.own_plot(), *(self.small(place) for place in range(1, seats))]

    def size(self) -> tuple[float, float]:
        """Give the same to every arrangement."""
        return WIDTH, HIGH

    # Beaches and players

    def own_plot(self) -> Plot:
        """Give the whole beach, or while a tile is laid a part of it close by."""
        top = self.tops.beach
        if self.kind == Kind.LAYING:
            last = min(self.first + SHOWN - 1, COLUMNS)
            return Plot(CLOSE_SIGNS, top, CLOSE_COLUMN, CLOSE, Size.CLOSE, WIDTH, self.first, last)
        return Plot(SIGNS, top, COLUMN, WHOLE, Size.WHOLE, WIDTH)

    def small(self, place: int) -> Plot:
        """Give the beach on another's card; there is none on a strip, and it has no columns."""
        left, top, _, _ = self.panel_box(place)
        last = -1 if self.kind == Kind.LAYING else COLUMNS
        return Plot(left + 4, top + HEAD, SMALL[self.seats], TINY, Size.SMALL, WIDTH, 0, last)

    def plot(self, place: int) -> Plot:
        """Give the beach of a place."""
        return self.plots[place]

    def beach_box(self) -> Box:
        """Give the outline of one's own beach."""
        return EDGE, self.tops.beach, WIDTH - 2 * EDGE, self.plots[0].bottom - self.tops.beach

    def panel_box(self, place: int) -> Box:
        """Give the cards side by side; while a tile is laid, the strips."""
        others, top = self.seats - 1, self.tops.players
        if self.kind == Kind.LAYING:
            long = WIDTH - 2 * EDGE - others * (SHORT + GAP)
            at = EDGE + long + GAP + (place - 1) * (SHORT + GAP)
            return (at, top, SHORT, STRIP) if place else (EDGE, top, long, STRIP)
        own = OWN[self.seats]
        other = (WIDTH - 2 * EDGE - own - others * GAP) / others
        left = EDGE if place == 0 else EDGE + own + GAP + (place - 1) * (other + GAP)
        return left, top, other if place else own, CARD

    def head(self, place: int) -> Head:
        """Write points at the right of a card; on a strip beside the emblem."""
        if self.kind != Kind.LAYING:
            return SLIM_HEAD if place and self.seats == 4 else CARD_HEAD._replace(arrows=place == 0)
        return STRIP_HEAD._replace(right=self.panel_box(place)[2] - 50)

    def goods_places(self, place: int, count: int) -> list[tuple[float, float, float, str]]:
        """Put dollars first, two and two below them; on slim cards only three; on a strip one's own in a row."""
        x, y, _, _ = self.panel_box(place)
        figures = "few"
        if self.kind == Kind.LAYING:
            apart = {2: 48, 3: 36, 4: 30}[self.seats]
            shown = 0 if place else min(count, 4 if self.seats == 4 else 5)
            return [(x + (66 if self.seats == 4 else 70) + apart * k, y + STRIP / 2, 17, figures) for k in range(shown)]
        left, top = self.plots[place].x(COLUMNS + 1) + 11 if place else x + 14, y + HEAD + 7
        if place and self.seats > 2:
            return [(left - 2, top + ROW_OF_GOODS * k, 13, figures) for k in range(min(count, 3))]
        apart = 36 if place else 48
        slots = [(0, 0), *((k % 2, 1 + k // 2) for k in range(count - 1))]
        return [(left + apart * across, top + ROW_OF_GOODS * down, 15, figures) for across, down in slots]

    def bag_place(self) -> tuple[float, float, float, float, float, str]:
        """Put the bag on one's own card, beside the dollars."""
        x, y, wide, _ = self.panel_box(0)
        left, base = x + wide - 37, y + HEAD + 7
        return left, base, 20, left + 11, base + 5, "few"

    def hand_box(self) -> Box:
        """Give the tile in hand the corner of the sea, with room for tokens at its side."""
        wide, high = CLOSE_HAND if self.kind == Kind.LAYING else HAND
        return WIDTH - EDGE - 6 - wide - (TOKEN_TARGET + 2) * self.tokens[1], self.tops.beach + 5, wide, high

    def hand_card(self) -> Box:
        """Give the card below the tile in hand and its tokens."""
        x, y, _, high = self.hand_box()
        left = x - (TOKEN_TARGET + 2) * self.tokens[0]
        return left - 3, y - 3, WIDTH - EDGE - left, high + 6

    def finger_box(self, box: Box) -> Box:
        """Widen what is too slim for a finger."""
        x, y, wide, high = box
        room = max(FINGER, wide)
        return min(x - (room - wide) / 2, WIDTH - EDGE - room), y, room, high

    def stall_box(self, row: int) -> Box:
        """Give the stalls side by side, which are there while a tile is taken."""
        return EDGE + (STALL + GAP) * row, EDGE, STALL, MARKET - EDGE

    def races_box(self) -> Box:
        """Give the card of the races."""
        return EDGE, self.tops.races, WIDTH - 2 * EDGE, self.tops.players - GAP - self.tops.races


@lru_cache(maxsize=500)
def arranged(seats: int, extended: int, kind: Kind, column: int = 0, tokens: tuple[bool, ...] = (False, False)) -> Tall:
    """Give the arrangement for a kind of move; while a tile is laid, around its column, beside tokens in hand."""
    before = 3 if all(tokens) else 4
    return Tall(seats, extended, kind, max(column - before, 0), tokens)
