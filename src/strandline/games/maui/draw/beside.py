"""Where things lie in windows with room side by side: wide ones, and those about as wide as high.

Market and beach are large and do not move. In a wide window races and players stand beside them, in a square one below.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from strandline.games.maui.rules.tables import COLUMNS

from .layout import SCALE, Box, Coins, Head, Layout, Plot, Size, rows_down

GAP = 8
EDGE = 1.5
HAND = 130  # the width of the card with the tile in hand
HEAD = 25  # the height of a panel's first line
FLAT, STEEP = 1.4, 1.1  # how much wider than high, and higher than wide, a cell of another's beach may be
GOODS = 20  # how far another's goods are apart, one below the other
SLIM = 120  # narrower cards have less on them


class Measures(NamedTuple):
    """The panels of an arrangement, and what depends on their size."""

    width: float
    height: float
    left: float  # the width of market and beach
    market: float  # the height of the market
    area: float  # the width of a dollar area
    signs: float  # the width of the signposts
    down: tuple[float, ...]  # the rows of the beach
    races: Box
    own: Box
    others: Box


WIDE = Measures(
    924, 590, 584, 176, 56, 31, rows_down((38, 40), 40.5, 22),
    races=(592, 1, 331, 163), own=(592, 172, 331, 76), others=(592, 256, 331, 333),
)  # fmt: skip
DUEL = WIDE._replace(races=(592, 1, 331, 209), own=(592, 218, 331, 88), others=(592, 314, 331, 275))
SQUARE = Measures(
    660, 680, 660, 142, 68, 34, rows_down((36, 38), 38, 16),
    races=(1, 528, 325, 151), own=(334, 530, 325, 56), others=(334, 594, 325, 85),
)  # fmt: skip


class Beside(Layout):
    """An arrangement by its measures."""

    emblem = (17, 22, 30)
    coins = Coins(34, 18, 74, 24, 24)

    def __init__(self, seats: int, extended: int, measures: Measures) -> None:
        """Look up the beaches once."""
        super().__init__(seats, extended)
        self.measures = measures
        self.area = measures.area
        self.race = (measures.races[3] - SCALE - 5) / 5
        self.plots = [self.own_plot(), *(self.small(place) for place in range(1, seats))]

    def size(self) -> tuple[float, float]:
        """Give what was measured."""
        return self.measures.width, self.measures.height

    # Beaches and players

    def own_plot(self) -> Plot:
        """Give the whole beach below the market."""
        _, top, wide, _ = self.beach_box()
        signs = self.measures.signs
        return Plot(signs, top, (wide - signs) / (COLUMNS + 1), self.measures.down, Size.CLOSE, wide)

    def small(self, place: int) -> Plot:
        """Give the beach in another's panel, as large as there is room for it beside some goods."""
        left, top, wide, high = self.panel_box(place)
        fits = (wide - 12 - self.goods_wide(place)) / (COLUMNS + 1)
        row = min((high - HEAD - 5) / rows_down((0.9, 1), 1, 0.65)[-1], STEEP * fits)
        down = rows_down((0.9 * row, row), row, 0.65 * row)
        return Plot(left + 5, top + HEAD, min(FLAT * row, fits), down, Size.SMALL, left + wide)

    def goods_wide(self, place: int) -> float:
        """Give how far apart another's goods are, side by side."""
        return 40 if self.panel_box(place)[2] < SLIM else 46

    def plot(self, place: int) -> Plot:
        """Give the beach of a place."""
        return self.plots[place]

    def beach_box(self) -> Box:
        """Give what lies below the market."""
        measures = self.measures
        return EDGE, measures.market + GAP, measures.left - 2 * EDGE, measures.down[-1]

    def panel_box(self, place: int) -> Box:
        """Give one's own panel, or the others' one below the other, in a square window side by side."""
        if place == 0:
            return self.measures.own
        x, y, wide, high = self.measures.others
        others = self.seats - 1
        if wide > high:
            each = (wide - GAP * (others - 1)) / others
            return x + (place - 1) * (each + GAP), y, each, high
        each = (high - GAP * (others - 1)) / others
        return x, y + (place - 1) * (each + GAP), wide, each

    def head(self, place: int) -> Head:
        """Write points at the right; on slim cards there are no arrows and no flower."""
        slim = self.panel_box(place)[2] < SLIM
        return Head(arrows=not slim, flower=not slim, apart=13) if slim else Head()

    def goods_places(self, place: int, count: int) -> list[tuple[float, float, float, str]]:
        """Put one's own goods in a row, those of others beside their beach, from top to bottom."""
        x, y, wide, high = self.panel_box(place)
        if place == 0:
            step = (wide - 16) / max(count, 4)
            return [(x + 22 + step * k, y + (high + HEAD) / 2 - 2, 25, "many") for k in range(count)]
        plot, across, down = self.plots[place], self.goods_wide(place), GOODS
        left = plot.x(COLUMNS + 1) + 13
        rows, columns = max(int((high - HEAD) / down), 1), max(int((x + wide - left + 13) / across), 1)
        rows = min(rows, -(-count // columns))
        top = y + HEAD + max(0, (high - HEAD - 4 - rows * down) / 2) + down / 2
        slots = [(k // rows, k % rows) for k in range(min(count, rows * columns))]
        return [(left + across * right, top + down * low, 17, "few") for right, low in slots]

    def change_place(self) -> tuple[float, float, str]:
        """Write it a little further right: one's own numbers are large."""
        x, y, figures = super().change_place()
        return x + 7, y, figures

    # The tile in hand, beside the market

    def hand_card(self) -> Box:
        """Give the card right of the stalls."""
        measures = self.measures
        return measures.left - HAND - EDGE, EDGE, HAND, measures.market - EDGE

    def hand_box(self) -> Box:
        """Give the middle of the card, with room for tokens on both sides."""
        x, y, wide, high = self.hand_card()
        tall = min(high - 12, 144)
        return x + wide / 2 - 21, y + (high - tall) / 2, 42, tall

    def bag_place(self) -> tuple[float, float, float, float, float, str]:
        """Put the bag where the tile in hand will be."""
        x, y, wide, high = self.hand_card()
        return x + wide / 2, y + high / 2 - 12, 84, x + wide / 2, y + high / 2 + 50, "many middle"

    # The market

    def stall_box(self, row: int) -> Box:
        """Give the stalls side by side."""
        measures = self.measures
        wide = (measures.left - HAND - 2 * GAP - 2 * EDGE) / 2
        return EDGE + (wide + GAP) * row, EDGE, wide, measures.market - EDGE

    # The races

    def races_box(self) -> Box:
        """Give what was measured."""
        return self.measures.races


@lru_cache(maxsize=16)
def arranged(seats: int, extended: int, measures: Measures) -> Beside:
    """Give the arrangement by its measures."""
    return Beside(seats, extended, measures)


def measures_for(seats: int) -> Measures:
    """Give the measures of a wide window."""
    return DUEL if seats == 2 else WIDE
