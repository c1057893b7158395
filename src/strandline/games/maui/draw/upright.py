"""Where things lie on a phone held upright: market, beach, races and players, one below the other.

One unit is one pixel of the page. What the next move needs is large: while a tile is laid, the beach grows over the
market, and while a marker steps, the races do; the players shrink to a strip meanwhile.
"""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from strandline.games.maui.rules.tables import COLUMNS, FRAME_STEP, LAST_STEP, PLACES, ROWS

from .layout import Box, Coins, Head, Layout, Plot, Size

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

SCALE = 15  # the height of the line that says what the steps of the races are worth
RACE, TALL_RACE = 20, 48  # the height of a race; while a marker steps
RACES = SCALE + 5 * RACE + 4
TALL_RACES = SCALE + 5 * TALL_RACE + 6
START, FINISH = 31, 332  # where the races begin and end
FRAME = 28  # the room that the tokens on an ornate frame need before its step
LANES = {  # how far from the middle of a step each seat's marker stands, in parts of the step and of the race
    2: ((0, -0.2), (0, 0.2)),
    3: ((-0.2, -0.22), (0.2, -0.1), (-0.05, 0.24)),
    4: ((-0.22, -0.24), (0.22, -0.2), (-0.22, 0.2), (0.22, 0.24)),
}


def rows_down(sea: tuple[float, float], row: float, trees: float) -> tuple[float, ...]:
    """Give how far below a beach's top each row begins."""
    return (0, *accumulate((*sea, *[row] * ROWS, trees, trees)))


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
CARD_HEAD = Head((13, 12, 20), (13, 12, 27), (26, 17), 17.5, 6, 10.2, 9.6, 11, 14, 12, " tall", arrows=False)
SLIM_HEAD = CARD_HEAD._replace(right=5, signs=8, apart=13, sign=11, flower=False)
STRIP_HEAD = Head(
    (12, 12.5, 18), (13, 12.5, 27), None, 17.5, 0, 9, 9.6, 0, 15, 12, " tall", tokens=False, flower=False, arrows=False
)


class Tall(Layout):
    """The arrangement for one kind of move; while a tile is laid, with these columns and tokens in hand."""

    coins = Coins(26, 15, 62, 17, 21, "amount tall")
    token_target = TOKEN_TARGET
    style = " slim"

    def __init__(self, seats: int, extended: int, kind: Kind, first: int, tokens: tuple[bool, ...]) -> None:
        """Look up the beaches once."""
        super().__init__(seats, extended)
        self.kind, self.first, self.tokens = kind, first, tokens
        self.tokens_at_hand = kind == Kind.LAYING
        self.tops = PANELS[kind]
        self.plots = [self.own_plot(), *(self.small(place) for place in range(1, seats))]

    # Beaches and players

    def own_plot(self) -> Plot:
        """Give the whole beach, or while a tile is laid a part of it close by."""
        top = self.tops.beach
        if self.kind == Kind.LAYING:
            last = min(self.first + SHOWN - 1, COLUMNS)
            return Plot(CLOSE_SIGNS, top, CLOSE_COLUMN, CLOSE, Size.CLOSE, self.first, last)
        return Plot(SIGNS, top, COLUMN, WHOLE, Size.WHOLE)

    def small(self, place: int) -> Plot:
        """Give the beach on another's card; there is none on a strip, and it has no columns."""
        left, top, _, _ = self.panel_box(place)
        last = -1 if self.kind == Kind.LAYING else COLUMNS
        return Plot(left + 4, top + HEAD, SMALL[self.seats], TINY, Size.SMALL, 0, last)

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
        figures = "few tall"
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

    def change_place(self) -> tuple[float, float, str]:
        """Write it right of the number."""
        x, y, size, figures = self.goods_places(0, 1)[0]
        return x + size * 0.6 + 11, y + size * 0.27, figures

    def bag_place(self) -> tuple[float, float, float, float, float, str]:
        """Put the bag on one's own card, beside the dollars."""
        x, y, wide, _ = self.panel_box(0)
        left, base = x + wide - 37, y + HEAD + 7
        return left, base, 20, left + 11, base + 5, "few tall"

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

    # The market, which is there while a tile is taken

    def area_box(self, row: int) -> Box:
        """Give the tray left of its spaces."""
        return EDGE + 3 + (STALL + GAP) * row, 17, 44, MARKET - 21

    def space_box(self, space: int) -> Box:
        """Give the spaces right of the tray."""
        row, rank = divmod(space, PLACES)
        left, top, wide, high = self.area_box(row)
        return left + wide + 3 + 42 * rank, top, 42, high

    def tile_box(self, space: int) -> Box:
        """Give what the price leaves."""
        x, y, wide, high = self.space_box(space)
        return x + 1.5, y + 21, wide - 3, high - 24

    # The races

    def races_box(self) -> Box:
        """Give the card of the races."""
        return EDGE, self.tops.races, WIDTH - 2 * EDGE, self.tops.players - GAP - self.tops.races

    def track_box(self, track: int) -> Box:
        """Give a race from its towel to the points."""
        return EDGE + 1, self.tops.races + SCALE + self.tops.race * track, WIDTH - 2 * EDGE - 2, self.tops.race

    @property
    def step_wide(self) -> float:
        """Give the width of a step."""
        return (FINISH - START - FRAME * len(set(FRAME_STEP.tolist()))) / (int(LAST_STEP[self.extended]) + 1)

    def step_left(self, step: int) -> float:
        """Give the left side of a step, right of the tokens that may lie before it."""
        rooms = sum(FRAME for framed in set(FRAME_STEP.tolist()) if framed <= step)
        return START + rooms + step * self.step_wide

    def marker_place(self, track: int, seat: int, step: int) -> tuple[float, float, float]:
        """Give every seat its place in a step."""
        _, y, _, high = self.track_box(track)
        across, down = LANES[self.seats][seat]
        wide = self.step_wide
        size = min(high * 0.72, 24) + (2 if self.seats == 2 else 0)
        return self.step_left(step) + wide * (0.5 + across), y + high * (0.5 + down), size

    def frame_place(self, track: int, step: int, number: int, left: int) -> tuple[float, float, float]:
        """Lay tokens side by side before the step."""
        _, y, _, high = self.track_box(track)
        return self.step_left(step) - FRAME / 2 + 13 * (number - (left - 1) / 2), y + high / 2, 11


@lru_cache(maxsize=500)
def arranged(seats: int, extended: int, kind: Kind, column: int = 0, tokens: tuple[bool, ...] = (False, False)) -> Tall:
    """Give the arrangement for a kind of move; while a tile is laid, around its column, beside tokens in hand."""
    before = 3 if all(tokens) else 4
    return Tall(seats, extended, kind, max(column - before, 0), tokens)
