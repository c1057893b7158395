"""The rules of Can't Stop, as the ledger in RULES.md tells them; each function names the lines it carries out."""

from __future__ import annotations

from enum import IntEnum
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from strandline.engine.arrays import narrow
from strandline.engine.chance import below
from strandline.engine.contract import CHANCE, NOBODY, OVER
from strandline.engine.row import Array, Row, int8
from strandline.engine.rule import rule

if TYPE_CHECKING:
    from strandline.engine.chance import Random

VERSION = 1
SEATS = range(2, 5)
SHEET = ("columns", "steps")
COLOURS = ("red", "blue", "green", "yellow")  # a player's colour is the number of the seat

COLUMNS, LOWEST = 11, 2  # column 0 belongs to the sum 2
LENGTH = narrow([3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3])
RUNNERS, TO_WIN = 3, 3
NONE = -1  # no column, no roll

# A roll is one of 126 sets of four dice. In whatever order dice fall, THROWN says which set it is: of the 6⁴ throws,
# each as likely, WEIGHT give the same set.
ROLLS = list(combinations_with_replacement(range(1, 7), 4))
THROWN = narrow([ROLLS.index((*sorted(throw),)) for throw in product(range(1, 7), repeat=4)])
WEIGHT = narrow(np.bincount(THROWN))


def pairings_of(dice: tuple[int, ...]) -> list[tuple[int, int]]:
    """List the different pairings of a roll, each as two columns, the lower one first."""
    first, total = dice[0], sum(dice)
    return sorted({(min(pair, total - pair) - LOWEST, max(pair, total - pair) - LOWEST)
                   for pair in (first + other for other in dice[1:])})  # fmt: skip


PAIRINGS = [pairings_of(dice) for dice in ROLLS]
WAYS = narrow([len(pairings) for pairings in PAIRINGS])
PAIRING = narrow([(pairings * 3)[:3] for pairings in PAIRINGS])  # PAIRING[roll, way]: two columns; the first WAYS count


class Move(IntEnum):
    """Where each kind of move begins; outcomes of chance are moves as well."""

    ROLL = 0
    STOP = 1
    ONE = 2  # a step in one column
    BOTH = ONE + COLUMNS  # a step in each of two columns, or two steps in one
    FALL = BOTH + COLUMNS * (COLUMNS + 1) // 2  # how the dice fall


PAIRS = list(combinations_with_replacement(range(COLUMNS), 2))
STEPS = narrow([*[(NONE, NONE)] * Move.ONE, *((column, NONE) for column in range(COLUMNS)), *PAIRS])  # by move
BOTH = narrow([[Move.BOTH + PAIRS.index((min(a, b), max(a, b))) for b in range(COLUMNS)] for a in range(COLUMNS)])
MOVES = Move.FALL + len(ROLLS)

REFUSALS = ("", "CS-T1", "CS-T2", "CS-T3", "CS-T4", "CS-T5", "CS-T7", "CS-E2")


class Refused(IntEnum):
    """Why a move is refused: places in REFUSALS."""

    NOT = 0
    DICE = 1
    NO_PAIRING = 2
    NO_RUNNER = 3
    NOT_BOTH = 4
    NO_STEP = 5
    NOT_NOW = 6
    OVER = 7


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing can be chosen."""


class State(Row):
    """One position of a match."""

    marker: Array = int8[SEATS[-1], COLUMNS]  # the step of each player's marker, 0 where there is none
    runner: Array = int8[COLUMNS]  # the step of this turn's runner, 0 where there is none
    owner: Array = int8[COLUMNS]  # who has won the column, or NOBODY
    roll: int = int8  # the dice that lie there to be paired, or NONE
    player: int = int8  # whose turn it is, also while the dice roll; who has won when the match is over
    seats: int = int8
    turn: int = int8  # the player, CHANCE while the dice roll, or OVER


def setup(state: State, seats: int, options: Options) -> None:  # noqa: ARG001
    """Empty the columns; the first player's dice roll (CS-S1, CS-S2, CS-S3, CS-T1)."""
    state.owner[:] = NOBODY
    state.seats = seats
    state.roll = NONE
    state.turn = CHANCE


# What can be done


@rule
def moves(state: State, into: Array) -> int:
    """List the rolls that can fall, the advances of the roll, or the decision to roll or to stop; how many?"""
    if state.turn == OVER:
        return 0
    if state.turn == CHANCE:
        for roll in range(len(WEIGHT)):
            into[roll] = Move.FALL + roll
        return len(WEIGHT)
    if state.roll == NONE:
        into[0], into[1] = Move.ROLL, Move.STOP
        return 2
    return advances(state, into)


@rule
def advances(state: State, into: Array) -> int:
    """List the advances of the roll, pairing by pairing (CS-R1); how many? None is a bust (CS-T6)."""
    count = 0
    for way in range(WAYS[state.roll]):
        count = pairing_advances(state, way, into, count)
    return count


@rule
def pairing_advances(state: State, way: int, into: Array, count: int) -> int:
    """Add the advances of one pairing to a list: both columns, else either (CS-T4, CS-R2); how many are there then?"""
    low, high = int(PAIRING[state.roll, way, 0]), int(PAIRING[state.roll, way, 1])
    if both_can(state, low, high):
        into[count] = BOTH[low, high]
        return count + 1
    for column in range(low, high + 1, max(high - low, 1)):
        if can(state, column):
            into[count] = Move.ONE + column
            count += 1
    return count


@rule
def room(state: State, column: int) -> int:
    """Count the steps above the player in a column; none where it is closed (CS-T5)."""
    if state.owner[column] != NOBODY:
        return 0
    return int(LENGTH[column]) - max(int(state.runner[column]), int(state.marker[state.player, column]))


@rule
def runners_left(state: State) -> int:
    """Count the runners that are not on the board (CS-T3)."""
    left = RUNNERS
    for column in range(COLUMNS):
        left -= state.runner[column] > 0
    return left


@rule
def can(state: State, column: int) -> bool:
    """Can the player make a step in this column (CS-T3, CS-T5)?"""
    return room(state, column) > 0 and (state.runner[column] > 0 or runners_left(state) > 0)


@rule
def both_can(state: State, low: int, high: int) -> bool:
    """Can the player make a step in each of these columns, or two where they are one (CS-T3, CS-T5)?"""
    if low == high:
        return room(state, low) > 1 and can(state, low)
    entered = int(state.runner[low] == 0) + int(state.runner[high] == 0)
    return room(state, low) > 0 and room(state, high) > 0 and entered <= runners_left(state)


# What happens


@rule
def play(state: State, move: int) -> None:
    """Carry out a decision, or what the dice do (CS-T1, CS-T7)."""
    if move >= Move.FALL:
        fall(state, move - Move.FALL)
    elif move == Move.ROLL:
        state.turn = CHANCE
    elif move == Move.STOP:
        stop(state)
    else:
        state.roll = NONE
        for index in range(2):
            if STEPS[move, index] != NONE:
                step(state, int(STEPS[move, index]))


@rule
def fall(state: State, roll: int) -> None:
    """Let the dice lie as they fell: the player pairs them, or is bust (CS-T1, CS-T6)."""
    state.roll = roll
    state.turn = state.player
    for way in range(WAYS[roll]):
        if can(state, PAIRING[roll, way, 0]) or can(state, PAIRING[roll, way, 1]):
            return
    pass_on(state)


@rule
def step(state: State, column: int) -> None:
    """Move the runner of a column up, or put one above the player's marker (CS-T2, CS-T3)."""
    state.runner[column] = max(int(state.runner[column]), int(state.marker[state.player, column])) + 1


@rule
def stop(state: State) -> None:
    """Put markers where the runners are; a third column wins, or else the turn passes (CS-T8, CS-E1)."""
    for column in range(COLUMNS):
        if state.runner[column] > 0:
            keep(state, column)
    if won(state, state.player) >= TO_WIN:
        state.runner[:] = 0
        state.turn = OVER
    else:
        pass_on(state)


@rule
def keep(state: State, column: int) -> None:
    """Put the player's marker where the runner is; on the top step it wins the column (CS-T8, CS-T9, CS-R3)."""
    if state.runner[column] == LENGTH[column]:
        state.owner[column] = state.player
        for seat in range(state.seats):
            state.marker[seat, column] = 0
    state.marker[state.player, column] = state.runner[column]


@rule
def pass_on(state: State) -> None:
    """Take the runners off the board and let the next player's dice roll (CS-S3, CS-T1, CS-T6, CS-T8)."""
    state.runner[:] = 0
    state.roll = NONE
    state.player = (state.player + 1) % state.seats
    state.turn = CHANCE


@rule
def weight(state: State, move: int) -> int:  # noqa: ARG001
    """Count the throws of four dice that come to this roll, out of 1,296 (CS-T1)."""
    return int(WEIGHT[move - Move.FALL])


@rule
def sample(state: State, random: Random) -> int:  # noqa: ARG001
    """Throw four dice (CS-T1)."""
    return Move.FALL + int(THROWN[below(random, len(THROWN))])


# What is told of it


@rule
def refusal(state: State, move: int) -> int:
    """Which rule forbids the move, as an index into REFUSALS; 0 where none does?"""
    if state.turn == OVER:
        return int(Refused.OVER)
    if state.turn == CHANCE or move >= Move.FALL:
        return int(Refused.NOT if state.turn == CHANCE and move >= Move.FALL else Refused.DICE)
    if (state.roll == NONE) != (move < Move.ONE):
        return int(Refused.NOT_NOW)
    return int(Refused.NOT) if move < Move.ONE else advance_refusal(state, STEPS[move, 0], STEPS[move, 1])


@rule
def advance_refusal(state: State, first: int, second: int) -> int:
    """Which rule forbids this advance (CS-T2 – CS-T5)? The second column is NONE where there is one step only."""
    way = way_of(state, first, second)
    if way == NONE:
        return int(Refused.NO_PAIRING)
    low, high = int(PAIRING[state.roll, way, 0]), int(PAIRING[state.roll, way, 1])
    if both_can(state, low, high):
        return int(Refused.NOT if second != NONE else Refused.NOT_BOTH)
    if room(state, first) == 0 or (second != NONE and room(state, second) <= (first == second)):
        return int(Refused.NO_STEP)
    return int(Refused.NOT if second == NONE and can(state, first) else Refused.NO_RUNNER)


@rule
def way_of(state: State, first: int, second: int) -> int:
    """Which pairing of the roll has these columns, or this one; NONE where none has (CS-T2)?"""
    for way in range(WAYS[state.roll]):
        low, high = PAIRING[state.roll, way, 0], PAIRING[state.roll, way, 1]
        if (first == low and second in (high, NONE)) or (first == high and second == NONE):
            return way
    return NONE


@rule
def won(state: State, seat: int) -> int:
    """Count the columns that a player has won (CS-E1)."""
    count = 0
    for column in range(COLUMNS):
        count += state.owner[column] == seat
    return count


@rule
def score(state: State, into: Array) -> None:
    """Fill in the score sheet: columns won, and steps of the markers; places go by the columns (CS-E1, CS-R6)."""
    for seat in range(state.seats):
        into[seat, 0] = won(state, seat)
        into[seat, 1] = 0
        for column in range(COLUMNS):
            into[seat, 1] += state.marker[seat, column]
