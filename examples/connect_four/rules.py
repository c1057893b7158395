"""The rules of connect four, as the ledger in RULES.md tells them; each function names the lines it carries out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec
import numpy as np

from strandline.engine.contract import NOBODY, OVER
from strandline.engine.row import Array, Row, int8
from strandline.engine.rule import rule

if TYPE_CHECKING:
    from strandline.engine.chance import Random

VERSION = 1
SEATS = range(2, 3)

RED, YELLOW, EMPTY = 0, 1, -1  # a player's colour is the number of the seat
COLOURS = ("red", "yellow")

COLUMNS, ROWS = 7, 6
# Cells are numbered up the columns, one column after the other. Above every column and all around the board lie cells
# that stay empty: a line of discs ends there at the latest, and no rule has to ask where the rim is.
UP, RIGHT = 1, ROWS + 1
RISING, FALLING = RIGHT + UP, RIGHT - UP
CELL = RISING + RIGHT * np.arange(COLUMNS)[:, np.newaxis] + np.arange(ROWS)  # CELL[column, row], rows from the bottom
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
    if state.turn == OVER:
        return 0
    count = 0
    for column in range(COLUMNS):
        if state.height[column] < ROWS:
            into[count] = column
            count += 1
    return count


@rule
def play(state: State, move: int) -> None:
    """Drop a disc; four in a line win, a full board is a draw, or else the turn passes (C-T1, C-E1, C-E2)."""
    cell = drop(state, move)
    if four_through(state, cell):
        state.winner = state.turn
        state.turn = OVER
    elif state.laid == COLUMNS * ROWS:
        state.turn = OVER
    else:
        state.turn = 1 - state.turn


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
        in_line(state, cell, UP) >= 4
        or in_line(state, cell, RIGHT) >= 4
        or in_line(state, cell, RISING) >= 4
        or in_line(state, cell, FALLING) >= 4
    )


@rule
def in_line(state: State, cell: int, step: int) -> int:
    """How many discs of one colour stand in an unbroken line through this cell?"""
    return along(state, cell, step) + 1 + along(state, cell, -step)


@rule
def along(state: State, cell: int, step: int) -> int:
    """How many discs of its colour follow the one on this cell without a gap?"""
    count = 0
    beside = cell + step
    while state.disc[beside] == state.disc[cell]:
        count += 1
        beside += step
    return count


@rule
def weight(state: State, move: int) -> int:  # noqa: ARG001
    """Weigh an outcome of chance: there is none in this game."""
    return 0


@rule
def sample(state: State, random: Random) -> int:  # noqa: ARG001
    """Draw an outcome of chance: there is none in this game."""
    return 0


@rule
def refusal(state: State, move: int) -> int:
    """Which rule forbids the move, as an index into REFUSALS; 0 where none does?"""
    if state.turn == OVER:
        return MATCH_OVER
    return ALLOWED if state.height[move] < ROWS else COLUMN_FULL


@rule
def score(state: State, into: Array) -> None:
    """Fill in the score sheet: one for a win (C-E1)."""
    for seat in range(2):
        into[seat, 0] = state.winner == seat


@rule
def places(state: State, into: Array) -> None:
    """Rank the players: the winner first; without one they share the first place (C-E1, C-E2)."""
    for seat in range(2):
        into[seat] = 1 + (state.winner == 1 - seat)
