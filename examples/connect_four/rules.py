"""The rules of connect four, as the ledger in RULES.md tells them; each function names the lines it carries out."""

from typing import Literal

import msgspec
import numpy as np

from strandline.engine.arrays import narrow
from strandline.engine.contract import NOBODY, OVER
from strandline.engine.row import Array, Row, int8
from strandline.engine.rule import rule

VERSION = 1
SEATS = range(2, 3)

COLOURS, EMPTY = ("red", "yellow"), -1  # a player's colour is the number of the seat
COLUMNS, ROWS = 7, 6
# Cells are numbered up the columns, one column after the other. Above every column and all around the board lie cells
# that stay empty: a line of discs ends there at the latest, and no rule has to ask where the rim is.
UP, RIGHT = 1, ROWS + 1
RISING, FALLING = RIGHT + UP, RIGHT - UP
CELL = narrow(RISING + RIGHT * np.arange(COLUMNS)[:, np.newaxis] + np.arange(ROWS))  # [column, row], from the bottom
CELLS = int(CELL[-1, -1]) + RISING + 1

MOVES = COLUMNS  # a move is the column that a disc is dropped into
SHEET = ("wins",)
REFUSALS = ("", "C-T2", "C-E3")
ALLOWED, COLUMN_FULL, MATCH_OVER = range(3)


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who begins."""

    first: Literal["red", "yellow"] = "red"


class State(Row):
    """One position of a match."""

    disc: Array = int8[CELLS]  # the colour on each cell, or EMPTY
    height: Array = int8[COLUMNS]  # discs in each column
    laid: int = int8  # discs on the board
    turn: int = int8  # seat to move, or OVER
    winner: int = int8  # who has four in a line, or NOBODY


def setup(state: State, seats: int, options: Options) -> None:  # noqa: ARG001
    """Empty the board; who begins is an option (C-S1, C-S2)."""
    state.disc[:] = EMPTY
    state.winner = NOBODY
    state.turn = COLOURS.index(options.first)


@rule
def moves(state: State, into: Array) -> int:
    """List the columns that take a disc (C-T2); how many?"""
    count = 0
    for column in range(COLUMNS):
        if refusal(state, column) == ALLOWED:
            into[count] = column
            count += 1
    return count


@rule
def refusal(state: State, move: int) -> int:
    """Which rule forbids the move, as an index into REFUSALS; 0 where none does?"""
    if state.turn == OVER:
        return MATCH_OVER
    return ALLOWED if state.height[move] < ROWS else COLUMN_FULL


@rule
def play(state: State, move: int) -> None:
    """Drop a disc; four in a line win, a full board is a draw, or else the turn passes (C-T1, C-E1, C-E2)."""
    if four_through(state, drop(state, move)):
        state.winner = state.turn
    over = state.winner != NOBODY or state.laid == COLUMNS * ROWS
    state.turn = OVER if over else 1 - state.turn


@rule
def drop(state: State, column: int) -> int:
    """Let the mover's disc fall to the lowest empty cell of a column (C-T1): which one?"""
    cell = int(CELL[column, state.height[column]])
    state.disc[cell] = state.turn
    state.height[column] += 1
    state.laid += 1
    return cell


@rule
def four_through(state: State, cell: int) -> bool:
    """Is the disc on this cell one of four in a line (C-E1)?"""
    return (
        along(state, cell, UP) + along(state, cell, -UP) >= 3
        or along(state, cell, RIGHT) + along(state, cell, -RIGHT) >= 3
        or along(state, cell, RISING) + along(state, cell, -RISING) >= 3
        or along(state, cell, FALLING) + along(state, cell, -FALLING) >= 3
    )


@rule
def along(state: State, cell: int, step: int) -> int:
    """How many discs of its colour follow the one on this cell without a gap?"""
    count, beside = 0, cell + step
    while state.disc[beside] == state.disc[cell]:
        count += 1
        beside += step
    return count


@rule
def score(state: State, into: Array) -> None:
    """Fill in the score sheet: one for a win (C-E1)."""
    for seat in range(2):
        into[seat, 0] = state.winner == seat
