"""Where things are in the drawing: the dice left, the beaches in the middle, the players right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from strandline.games.high_tide_henn.components import BOX
from strandline.games.high_tide_henn.rules.tables import BAR, COIN_SPACES, LENGTH, WATER

from .shapes import AWNING, CHAIR_WIDTH, LANE, SPACE

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
MIDDLE = (FELT[0] + FELT[2] / 2, FELT[1] + FELT[3] / 2)  # of the tray

# Middle: the sea, the beaches, the bar
BOARD_X, BOARD_WIDTH = 256.0, 752.0
BEACH_LEFT, PITCH = BOARD_X + 28, LANE + 6
SAND_TOP = 90.0
BAR_TOP = SAND_TOP + LENGTH * SPACE
DECK = 42.0
AWNING_TOP = BAR_TOP + DECK
PODIUM_TOP = AWNING_TOP + AWNING

# Right: the players, what the expansions need, the pool
RIGHT_X, RIGHT_WIDTH = 1022.0, 282.0
GAP = 6.0
STRIP_HEIGHT = 92.0


def lane_x(beach: int) -> float:
    """Find where a beach begins, from the left."""
    return BEACH_LEFT + PITCH * beach + 3


def space_y(space: int) -> float:
    """Find where a space begins, from the top."""
    return BAR_TOP - SPACE * space


def chair_at(beach: int, space: int, place: int, count: int) -> tuple[float, float, float]:
    """Find the foot of a chair and its size: so many stand to the left of it, so many on the space in all."""
    if not BAR < space < WATER:
        step = LANE / count
        y = BAR_TOP + DECK - 5 if space == BAR else SAND_TOP - 8
        return lane_x(beach) + step * (place + 0.5), y, min(step / CHAIR_WIDTH, 0.84)
    room = LANE - 27 if space <= COIN_SPACES else LANE - 2  # coins lie to the right
    scale = min(max(room / (count * CHAIR_WIDTH), 0.6), 1)
    width = scale * CHAIR_WIDTH
    step = min(width + 1, (room - width) / max(count - 1, 1))
    return lane_x(beach) + 1.5 + width / 2 + step * place, space_y(space) + SPACE - 1, scale


def among(spaces: tuple[int, ...], seat: int, space: int, rank: int) -> tuple[int, int]:
    """How many chairs stand to the left of this one where it stands or would stand, and how many in all?"""
    others = [other for other, there in enumerate(spaces) if there == space and other != seat]
    left = rank if BAR < space < WATER else sum(other < seat for other in others)
    return left, len(others) + 1


def coin_at(beach: int, space: int) -> Point:
    """Find the middle of the coin of a space."""
    return lane_x(beach) + LANE - 15, space_y(space) + SPACE / 2


def spaces_of(seats: int) -> int:
    """How many spaces has the track on this side of the board, the turtle's included?"""
    return BOX.track.spaces.few if seats < 5 else BOX.track.spaces.many


def track_pitch(seats: int) -> float:
    """Give the distance of the spaces of the track."""
    return TRACK_HEIGHT / spaces_of(seats)


def track_scale(seats: int) -> float:
    """Give the size of dice on the track."""
    return min(track_pitch(seats) / 62, 1.24)


def track_y(space: int, seats: int) -> float:
    """Find the middle of a space of the track; the topmost is 0."""
    return TRACK_TOP + track_pitch(seats) * (space + 0.5)


def die_on_track(space: int, side: int, seats: int) -> Point:
    """Find the middle of a die on the track."""
    scale = track_scale(seats)
    return LEFT_X + 106 + (side - 0.5) * 52 * scale, track_y(space, seats) - 2 * scale


def die_in_hand(side: int) -> Point:
    """Find the middle of a die in the player's hand."""
    x, y, width, height = FELT
    return x + width * (0.25 + 0.5 * side), y + height / 2 - 14


def pile_at(place: int) -> Point:
    """Find the middle of a towel in the pile; the one on top is 0."""
    return LEFT_X + 26 + 34 * place, PILE_Y


def rental_at(space: int, seats: int) -> tuple[float, float, float]:
    """Find the rental, and its size; behind the last usable space it stands beside the pile."""
    if space > seats + 1:
        return LEFT_X + 172, PILE_Y, 0.62
    return LEFT_X + 121, track_y(space - 1, seats), track_scale(seats) ** 0.5


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
