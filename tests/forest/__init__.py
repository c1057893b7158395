"""A forest of tiny games, for tests of the search: which moves there are and what comes of them is read from tables.

A place says whose turn it is, where each move leads, how it looks to each seat, and who has won if it is the end. All
trees stand in the same tables, so that the search is compiled for them once.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from strandline.engine.chance import below
from strandline.engine.contract import CHANCE, OVER
from strandline.engine.defaults import features as features
from strandline.engine.game import Game
from strandline.engine.row import Array, Row, int8, int16
from strandline.engine.rule import RULES_OF, rule

if TYPE_CHECKING:
    from strandline.engine.chance import Random

SEATS = range(2, 7)
SEATS_MOST = SEATS[-1]
UNKNOWN, RARE, COMMON = range(3)  # the secret; it is the rare one in one deal of four
CROWD = 60  # outcomes of the widest chance


class Place(NamedTuple):
    """One position of a tree."""

    turn: int
    ways: tuple[Place, ...] = ()
    weights: tuple[int, ...] = ()
    needs: tuple[int, ...] = ()  # the secret by which a move is legal, or UNKNOWN: by any
    look: tuple[int, ...] = ()
    points: tuple[int, ...] = ()


def seat(turn: int, *ways: Place, look: tuple[int, ...] = (), needs: tuple[int, ...] = ()) -> Place:
    """Let a seat choose."""
    return Place(turn, ways, needs=needs, look=look)


def chance(*ways: tuple[int, Place], look: tuple[int, ...] = ()) -> Place:
    """Let chance choose, by weights."""
    return Place(CHANCE, tuple(place for _, place in ways), tuple(weight for weight, _ in ways), look=look)


def over(*points: int, look: tuple[int, ...] = ()) -> Place:
    """End the match; who has most points is first."""
    return Place(OVER, look=look, points=points)


def line(*turns: int) -> Place:
    """Have one move in every position; the first seat looks better with each of them, and has lost at the end."""
    place = over(0, 1)
    for depth in range(len(turns) - 1, -1, -1):
        place = seat(turns[depth], place, look=(100 * depth, 0))
    return place


KEEP, GIVE = 0, 1


def keepers(seats: int, given: tuple[int, ...] = ()) -> Place:
    """Let one seat after the other keep its point, or give it to the next."""
    turn = len(given)
    if turn == seats:
        points = [0] * seats
        for giver, choice in enumerate(given):
            points[(giver + choice) % seats] += 1
        return over(*points)
    return seat(turn, *(keepers(seats, (*given, choice)) for choice in (KEEP, GIVE)))


WIN, LOSS, DRAW = over(1, 0), over(0, 1), over(1, 1)

TREES: dict[str, Place] = {
    # Who takes the others for enemies shares all places by the second move; who hopes for help takes the third.
    "rivals": seat(
        0,
        seat(1, over(1, 2, 3), over(2, 3, 1)),
        seat(1, over(1, 2, 1)),
        seat(2, over(3, 1, 2), over(1, 2, 3)),
    ),
    **{f"keepers {seats}": keepers(seats) for seats in range(3, 7)},
    "dice": seat(0, chance(*((weight, seat(1, seat(0, WIN, LOSS), WIN)) for weight in (1, 2, 3, 6))), LOSS),
    "bet": seat(0, chance((3, WIN), (1, LOSS)), chance((1, WIN), (1, LOSS)), LOSS),
    "line": line(0, 1, 0, 1, 0, 1),
    "pairs": line(0, 0, 1, 1, 0, 0, 1, 1),
    "endless": line(*[0, 1] * 150),
    "fog": seat(0, chance((1, LOSS), look=(100, 0)), DRAW),
    "lure": seat(0, seat(1, over(1, 0, look=(0, 50)), LOSS, LOSS, LOSS)),
    "sight": seat(0, over(1, 1, look=(300, 0)), over(1, 1, look=(200, 0)), over(1, 1, look=(0, 0))),
    "lead": seat(0, over(1, 0, look=(100, 0)), over(1, 0), over(0, 1, look=(100, 0))),
    "crowd": seat(0, *(chance(*((1, WIN) for _ in range(CROWD))) for _ in range(4))),
    # The rival can refute the second move by the rare secret only.
    "secret": seat(0, DRAW, seat(1, LOSS, WIN, needs=(RARE, COMMON))),
}

PLACES: list[Place] = []
ROOT: dict[str, int] = {}
SEATS_OF: dict[str, int] = {}


def plant(place: Place) -> int:
    """Number the places of a tree."""
    PLACES.append(place)
    number = len(PLACES) - 1
    first = {id(way): plant(way) for way in {id(way): way for way in place.ways}.values()}
    NUMBERED[number] = [first[id(way)] for way in place.ways]
    return number


def seats_in(place: Place) -> int:
    """How many seats have points at the end?"""
    return len(place.points) or seats_in(place.ways[0])


NUMBERED: dict[int, list[int]] = {}
sys.setrecursionlimit(max(sys.getrecursionlimit(), 2000))
for name, tree in TREES.items():
    ROOT[name], SEATS_OF[name] = plant(tree), seats_in(tree)

MOVES = CROWD
TURN: Any = np.array([place.turn for place in PLACES])
WIDE: Any = np.array([len(place.ways) for place in PLACES])
WAY: Any = np.full((len(PLACES), MOVES), -1)
WEIGHT: Any = np.zeros((len(PLACES), MOVES), np.int64)
NEEDS: Any = np.zeros((len(PLACES), MOVES), np.int64)
LOOK: Any = np.zeros((len(PLACES), SEATS_MOST), np.int64)
POINTS: Any = np.zeros((len(PLACES), SEATS_MOST), np.int64)
for index, place in enumerate(PLACES):
    WAY[index, : len(place.ways)] = NUMBERED[index]
    WEIGHT[index, : len(place.weights)] = place.weights
    NEEDS[index, : len(place.needs)] = place.needs
    LOOK[index, : len(place.look)] = place.look
    POINTS[index, : len(place.points)] = place.points


class State(Row):
    """One position."""

    place: int = int16
    turn: int = int8
    seats: int = int8
    secret: int = int8


def start(name: str, secret: int = UNKNOWN) -> State:
    """Begin at the root of a tree."""
    state = State()
    state.place, state.seats, state.secret = ROOT[name], SEATS_OF[name], secret
    state.turn = int(TURN[state.place])
    return state


@rule
def moves(state: State, into: Array) -> int:
    """List the moves; how many?"""
    count = 0
    for move in range(WIDE[state.place]):
        needed = NEEDS[state.place, move]
        if needed == UNKNOWN or needed == state.secret:
            into[count] = move
            count += 1
    return count


@rule
def play(state: State, move: int) -> None:
    """Go there."""
    state.place = WAY[state.place, move]
    state.turn = TURN[state.place]


@rule
def weight(state: State, move: int) -> int:
    """Weigh an outcome."""
    return int(WEIGHT[state.place, move])


@rule
def sample(state: State, random: Random) -> int:
    """Draw an outcome."""
    weights = 0
    for move in range(WIDE[state.place]):
        weights += weight(state, move)
    drawn = below(random, weights)
    move = -1
    while drawn >= 0:
        move += 1
        drawn -= weight(state, move)
    return move


@rule
def places(state: State, into: Array) -> None:
    """Rank the seats by their points."""
    for one in range(state.seats):
        into[one] = 1
        for other in range(state.seats):
            into[one] += POINTS[state.place, other] > POINTS[state.place, one]


@rule
def evaluate(state: State, seat: int) -> int:
    """Say how it looks."""
    return int(LOOK[state.place, seat])


def hide(state: State, seat: int) -> None:
    """Nobody knows the secret."""
    state.secret = UNKNOWN


def knows(state: State, move: int, seat: int) -> bool:
    """Everybody knows the moves."""
    return True


@rule
def redeal(state: State, seat: int, random: Random) -> None:
    """Deal the secret where it is one."""
    if NEEDS[WAY[state.place, 1], 0] != UNKNOWN and state.secret == UNKNOWN:
        state.secret = RARE if below(random, 4) == 0 else COMMON


ALL: Any = sys.modules[__name__]
RULES_OF[State.dtype] = ALL
FOREST = Game("forest", Path(__file__).parent, ALL, ALL, ALL, ALL, ALL, view=None, solve=None)
SECRETIVE = Game("secretive", Path(__file__).parent, ALL, ALL, ALL, ALL, ALL, view=ALL, solve=None)
