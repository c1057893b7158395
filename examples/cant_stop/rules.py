"""The rules of Can't Stop, as the ledger in RULES.md tells them; each function names the lines it carries out."""

from enum import IntEnum
from itertools import combinations_with_replacement, product

import msgspec
import numpy as np

from strandline.engine.arrays import narrow
from strandline.engine.chance import Random, below
from strandline.engine.contract import CHANCE, NOBODY, OVER
from strandline.engine.row import Array, Row, int8
from strandline.engine.rule import rule

VERSION = 1
SEATS = range(2, 5)
SHEET = ("columns",)
COLOURS = ("red", "blue", "green", "yellow")  # a player's colour is the number of the seat

COLUMNS, LOWEST = 11, 2  # column 0 belongs to the sum 2
LENGTH = narrow([3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3])
RUNNERS, TO_WIN = 3, 3
NONE = -1  # no column, no roll

# A roll is one of 126 sets of four dice. In whatever order dice fall, THROWN says which set it is: of the 6⁴ throws,
# each as likely, WEIGHT give the same set.
ROLLS: list[tuple[int, ...]] = list(combinations_with_replacement(range(1, 7), 4))
THROWN = narrow([ROLLS.index((*sorted(throw),)) for throw in product(range(1, 7), repeat=4)])
WEIGHT = narrow(np.bincount(THROWN))


def pairings_of(dice: tuple[int, ...]) -> list[tuple[int, int]]:
    """List the different pairings of a roll, each as two columns, the lower one first."""
    sums = [(dice[0] + other, sum(dice) - dice[0] - other) for other in dice[1:]]
    return sorted({(min(pair) - LOWEST, max(pair) - LOWEST) for pair in sums})


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


class Refusal(IntEnum):
    """Why a move is refused: places in REFUSALS."""

    NONE = 0
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
    left: int = int8  # runners that are not on the board
    owner: Array = int8[COLUMNS]  # who has won the column, or NOBODY
    won: Array = int8[SEATS[-1]]  # columns that each player has won
    roll: int = int8  # the dice that lie there to be paired, or NONE
    player: int = int8  # whose turn it is, also while the dice roll; who has won when the match is over
    seats: int = int8
    turn: int = int8  # the player, CHANCE while the dice roll, or OVER


def setup(state: State, seats: int, options: Options) -> None:  # noqa: ARG001
    """Empty the columns; the first player's dice roll (CS-S1, CS-S2, CS-S3, CS-T1)."""
    state.owner[:] = NOBODY
    state.seats = seats
    state.player = seats - 1
    pass_on(state)


@rule
def moves(state: State, into: Array) -> int:
    """List the rolls that can fall, the decision to roll or to stop, or the advances of every pairing; how many?"""
    if state.turn == CHANCE:
        for roll in range(len(WAYS)):
            into[roll] = Move.FALL + roll
        return len(WAYS)
    count = 0
    if state.turn != OVER and state.roll == NONE:
        into[0], into[1] = Move.ROLL, Move.STOP
        count = 2
    elif state.turn != OVER:
        for way in range(WAYS[state.roll]):
            count = pairing_advances(state, way, into, count)
    return count


@rule
def pairing_advances(state: State, way: int, into: Array, count: int) -> int:
    """Add the advances of a pairing to a list: both columns, else either (CS-T4, CS-R1, CS-R2); how many are there?"""
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
def can(state: State, column: int) -> bool:
    """Can the player make a step in this column (CS-T3, CS-T5)?"""
    return room(state, column) > 0 and (state.runner[column] > 0 or state.left > 0)


@rule
def both_can(state: State, low: int, high: int) -> bool:
    """Can the player make a step in each of these columns, or two where they are one (CS-T3, CS-T5)?"""
    if low == high:
        return room(state, low) > 1 and can(state, low)
    entered = int(state.runner[low] == 0) + int(state.runner[high] == 0)
    return room(state, low) > 0 and room(state, high) > 0 and entered <= state.left


@rule
def play(state: State, move: int) -> None:
    """Carry out a decision, or what the dice do: roll (CS-T1, CS-T7), fall, stop, or advance (CS-T2, CS-T3)."""
    if move >= Move.FALL:
        fall(state, move - Move.FALL)
    elif move == Move.ROLL:
        state.turn = CHANCE
    elif move == Move.STOP:
        stop(state)
    else:
        state.roll = NONE
        for index in range(2):
            column = int(STEPS[move, index])
            if column != NONE:
                state.left -= state.runner[column] == 0
                state.runner[column] = max(state.runner[column], state.marker[state.player, column]) + 1


@rule
def fall(state: State, roll: int) -> None:
    """Let the dice lie as they fell: the player pairs them, or is bust (CS-T1, CS-T6)."""
    state.roll = roll
    state.turn = state.player
    if moves(state, np.zeros(6, np.int32)) == 0:
        pass_on(state)


@rule
def stop(state: State) -> None:
    """Put markers where the runners are; a third column wins, or else the turn passes (CS-T8, CS-E1)."""
    for column in range(COLUMNS):
        if state.runner[column] == LENGTH[column]:  # the column is won (CS-T9, CS-R3)
            state.owner[column] = state.player
            state.won[state.player] += 1
            for seat in range(state.seats):
                state.marker[seat, column] = 0
        if state.runner[column] > 0:
            state.marker[state.player, column] = state.runner[column]
    winner = state.player
    pass_on(state)
    if state.won[winner] >= TO_WIN:
        state.player, state.turn = winner, OVER


@rule
def pass_on(state: State) -> None:
    """Take the runners off the board and let the next player's dice roll (CS-S3, CS-T1, CS-T6, CS-T8)."""
    for column in range(COLUMNS):
        state.runner[column] = 0
    state.left = RUNNERS
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


@rule
def refusal(state: State, move: int) -> int:
    """Which rule forbids the move, as an index into REFUSALS; 0 where none does?"""
    if state.turn == OVER:
        return Refusal.OVER
    if state.turn == CHANCE or move >= Move.FALL:
        return Refusal.NONE if state.turn == CHANCE and move >= Move.FALL else Refusal.DICE
    if (state.roll == NONE) != (move < Move.ONE):
        return Refusal.NOT_NOW
    return Refusal.NONE if move < Move.ONE else advance_refusal(state, move)


@rule
def advance_refusal(state: State, move: int) -> int:
    """Which rule forbids this advance (CS-T2 – CS-T5)?"""
    for way in range(WAYS[state.roll]):
        low, high = int(PAIRING[state.roll, way, 0]), int(PAIRING[state.roll, way, 1])
        both = both_can(state, low, high)
        if move == BOTH[low, high]:
            full = room(state, low) == 0 or room(state, high) <= (low == high)
            return Refusal.NONE if both else Refusal.NO_STEP if full else Refusal.NO_RUNNER
        column = move - Move.ONE
        if column == low or column == high:
            lone = Refusal.NO_STEP if room(state, column) == 0 else Refusal.NO_RUNNER
            return Refusal.NOT_BOTH if both else Refusal.NONE if can(state, column) else lone
    return Refusal.NO_PAIRING


@rule
def score(state: State, into: Array) -> None:
    """Fill in the score sheet: columns won; the engine ranks the players by them (CS-E1, CS-R6)."""
    for seat in range(state.seats):
        into[seat, 0] = state.won[seat]
