"""Where things are in the drawing: the dice left, the beaches in the middle, the players right.

What is drawn in a tall window as well gets its measures as a value: `Shore` and `Track`, of which tall.py has others.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from strandline.games.high_tide_henn.components import BOX
from strandline.games.high_tide_henn.rules.tables import BAR, COIN_SPACES, LENGTH, WATER

from .shapes import AWNING, CHAIR_WIDTH, HELD, LANE, SPACE

if TYPE_CHECKING:
    from strandline.games.high_tide_henn.rules.state import State

Point = tuple[float, float]

WIDTH, HEIGHT = 1320.0, 800.0
TOP, BOTTOM = 16.0, 784.0

# Left: the round, the track, the pile of towels, the tray
LEFT_X, LEFT_WIDTH = 16.0, 226.0
TRACK_TOP, TRACK_HEIGHT = 52.0, 434.0
PILE_Y, FOLDED = 519.0, 34.0
TRAY_TOP = 552.0
FELT = (LEFT_X, TRAY_TOP, LEFT_WIDTH, BOTTOM - TRAY_TOP)

# Right: the players, what the expansions need, the pool
RIGHT_X, RIGHT_WIDTH = 1022.0, 282.0
GAP = 6.0
STRIP_HEIGHT = 92.0


@dataclass(frozen=True, eq=False)
class Shore:
    """The measures of the sea, the beaches and the bar."""

    x: float  # of sand and sea
    width: float
    top: float
    bottom: float
    left: float  # where the first beach begins
    lane: float  # the width of a beach
    gap: float  # between two of them
    sand_top: float
    space: float  # the height of a space
    deck: float  # of the deck with the chairs at the bars
    awning: float
    size: float = 1.0  # of what stands on the beaches, against a wide drawing
    beside: float = 27.0  # what chairs leave free on spaces with a coin
    coin: float = 1.0  # the size of coins
    numeral: float = 5.6  # how far below its middle its value is written
    sky: float = 0.0  # from where the sea is drawn
    corner: float = 26.0
    rulers: tuple[float, ...] = ()
    end: float = WIDTH  # of the drawing, on the right
    button: float = 0.0  # the least height of what is pointed at
    look: str = ""  # of its numerals

    @property
    def pitch(self) -> float:
        """The distance of the beaches."""
        return self.lane + self.gap

    @property
    def bar_top(self) -> float:
        """Where sand and deck meet."""
        return self.sand_top + LENGTH * self.space

    @property
    def awning_top(self) -> float:
        """Where the awnings begin."""
        return self.bar_top + self.deck

    @property
    def podium_top(self) -> float:
        """Where that begins which tells who scores."""
        return self.awning_top + self.awning

    def lane_x(self, beach: int) -> float:
        """Find where a beach begins, from the left."""
        return self.left + self.pitch * beach + self.gap / 2

    def space_y(self, space: int) -> float:
        """Find where a space begins, from the top."""
        return self.bar_top - self.space * space

    def chair_at(self, beach: int, space: int, place: int, count: int) -> tuple[float, float, float]:
        """Find the foot of a chair and its size: so many stand to the left of it, so many on the space in all."""
        size, chair = self.size, CHAIR_WIDTH * self.size
        if not BAR < space < WATER:
            step = self.lane / count
            y = self.awning_top - 5 * size if space == BAR else self.sand_top - 8 * size
            return self.lane_x(beach) + step * (place + 0.5), y, min(step / CHAIR_WIDTH, 0.84 * size)
        room = self.lane - self.beside if space <= COIN_SPACES else self.lane - 2  # coins lie to the right
        scale = min(max(room / (count * chair), 0.6), 1) * size
        width = scale * CHAIR_WIDTH
        step = min(width + 1, (room - width) / max(count - 1, 1))
        return self.lane_x(beach) + 1.5 + width / 2 + step * place, self.space_y(space) + self.space - 1, scale

    def coin_at(self, beach: int, space: int) -> Point:
        """Find the middle of the coin of a space."""
        return self.lane_x(beach) + self.lane - 15 * self.coin, self.space_y(space) + self.space / 2

    def step_at(self, beach: int, space: int, far: int) -> tuple[float, float, float, float]:
        """Find what is pointed at to go one or two spaces ahead: the space itself where that is high enough."""
        x, width = self.lane_x(beach) + 1, self.lane - 2
        if not self.button:
            return x, self.space_y(space + far) + 1, width, self.space - 2
        between = max(self.space_y(space + 1), self.top + self.button + 4)
        return x, between + (2 if far == 1 else -2 - self.button), width, self.button


SHORE = Shore(
    x=256.0,
    width=752.0,
    top=TOP,
    bottom=BOTTOM,
    left=284.0,
    lane=LANE,
    gap=6.0,
    sand_top=90.0,
    space=SPACE,
    deck=42.0,
    awning=AWNING,
    rulers=(271.0, 993.0),
)


def among(spaces: tuple[int, ...], seat: int, space: int, rank: int) -> tuple[int, int]:
    """How many chairs stand to the left of this one where it stands or would stand, and how many in all?"""
    others = [other for other, there in enumerate(spaces) if there == space and other != seat]
    left = rank if BAR < space < WATER else sum(other < seat for other in others)
    return left, len(others) + 1


@dataclass(frozen=True, eq=False)
class Track:
    """Where the track, the pile of towels and the tray are."""

    seats: int
    held: float = HELD  # how large dice in hand are
    felt: tuple[float, float, float, float] = FELT
    shown: float = 2.6  # how large a tile is that is asked about
    lying: str = "towel"  # how towels lie on the track
    knob_width: float = 68.0  # of what Plus/minus can do to a die
    knobs: tuple[tuple[str, float, float, str], ...] = (  # from where above or below its middle, and how high
        ("plus", -66, 28, "+1"),
        ("same", -37, 79, ""),
        ("minus", 43, 28, "−1"),
    )

    @property
    def spaces(self) -> int:
        """The spaces of the track on this side of the board, the turtle's included."""
        return BOX.track.spaces.few if self.seats < 5 else BOX.track.spaces.many

    @property
    def middle(self) -> Point:
        """The middle of the tray."""
        x, y, width, height = self.felt
        return x + width / 2, y + height / 2

    @property
    def pitch(self) -> float:
        """The distance of the spaces of the track."""
        return TRACK_HEIGHT / self.spaces

    @property
    def scale(self) -> float:
        """The size of dice on the track."""
        return min(self.pitch / 62, 1.24)

    def y(self, space: int) -> float:
        """Find the middle of a space of the track; the topmost is 0."""
        return TRACK_TOP + self.pitch * (space + 0.5)

    def slot(self, space: int) -> tuple[float, float, float, float]:
        """Find the outline of a space of the track."""
        return LEFT_X + 30, self.y(space) - self.pitch / 2 + 2, LEFT_WIDTH - 36, self.pitch - 4

    def die_at(self, space: int, side: int) -> Point:
        """Find the middle of a die on the track."""
        return LEFT_X + 106 + (side - 0.5) * 52 * self.scale, self.y(space) - 2 * self.scale

    def towel_at(self, space: int) -> tuple[float, float, tuple[float, float]]:
        """Find the middle of a towel on the track, and its size."""
        return LEFT_X + 106, self.y(space), (1, self.scale)

    def in_hand(self, side: int) -> Point:
        """Find the middle of a die in the player's hand."""
        x, y, width, height = self.felt
        return x + width * (0.25 + 0.5 * side), y + height / 2 - 14

    def folded_at(self, place: int, turns: int) -> tuple[float, float, float]:  # noqa: ARG002
        """Find the middle of a towel in the pile after so many turns, and its size; the one on top is 0."""
        return LEFT_X + 26 + 34 * place, PILE_Y, 1

    def rental_at(self, space: int) -> tuple[float, float, float | tuple[float, float]]:
        """Find the rental, and its size; behind the last usable space it stands beside the pile."""
        if space > self.seats + 1:
            return LEFT_X + 172, PILE_Y, 0.62
        return LEFT_X + 121, self.y(space - 1), self.scale**0.5


track_of = cache(Track)


def pool_scale(seats: int) -> float:
    """Give the size of the dice in the pool."""
    return 0.76 if seats > 4 else 1.0


def pool_row(seats: int) -> int:
    """How many dice lie in a row of the pool?"""
    return 6 if seats > 4 else 4


def pool_height(seats: int) -> float:
    """Give the height of the pool: two rows of dice must fit."""
    return 36 + 2 * 60 * pool_scale(seats)


def pool_top(seats: int) -> float:
    """Find where the pool begins."""
    return BOTTOM - pool_height(seats)


def die_in_pool(place: int, seats: int) -> Point:
    """Find the middle of a die in the pool."""
    row, scale = pool_row(seats), pool_scale(seats)
    step = (RIGHT_WIDTH - 20) / row
    return RIGHT_X + 10 + step * (place % row + 0.5), pool_top(seats) + 32 + 60 * scale * (place // row + 0.5)


def strip_top(seats: int) -> float:
    """Find where the tiles of the expansions begin."""
    return pool_top(seats) - GAP - STRIP_HEIGHT


@dataclass(frozen=True)
class Panels:
    """How the players' cards are laid out: what they must show depends on the expansions."""

    seats: int
    strip: bool  # tiles of shark alert or Baywatch lie below them
    tiles: bool  # players have tiles or surfers, in a second row

    @property
    def height(self) -> float:
        """The height of a card."""
        room = (strip_top(self.seats) if self.strip else pool_top(self.seats)) - TOP
        return min(room / self.seats - GAP, {3: 150.0, 4: 122.0}.get(self.seats, 100.0))

    @property
    def roomy(self) -> bool:
        """Is there room for larger letters?"""
        return self.seats < 5

    def top(self, seat: int) -> float:
        """Find where a card begins."""
        return TOP + seat * (self.height + GAP)

    def line(self, seat: int) -> float:
        """Find the line on which the name and the points are written."""
        if not self.tiles:
            return self.top(seat) + self.height / 2 + 9
        return self.top(seat) + (44 if self.roomy else 33)

    def tile_at(self, seat: int, place: int, count: int) -> tuple[float, float, float]:
        """Find the middle of a tile, the surfer's included, and its size."""
        scale = 1.2 if self.roomy else 0.95
        step = min(46 * scale, 222 / count)
        return RIGHT_X + 54 + step * (place + 0.5), self.top(seat) + self.height - 26.5 * scale, scale

    @property
    def score_x(self) -> float:
        """The right end of the points."""
        return RIGHT_X + RIGHT_WIDTH - 14


def panels_of(state: State) -> Panels:
    """Lay the players' cards out for a match."""
    strip = bool(state.shark or state.baywatch)
    return Panels(state.seats, strip, tiles=bool(state.surfers or state.baywatch))
