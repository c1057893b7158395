"""Moves as text (a column, `a` to `g`) and positions as documents in rulebook words."""

import re
from collections.abc import Mapping
from typing import Any

from strandline.engine.contract import NOBODY, OVER
from strandline.engine.document import Document

from .rules import CELL, COLOURS, COLUMNS, EMPTY, ROWS, State, drop, four_through

NAMES = tuple("abcdefg")  # of the columns
LETTERS = "RY"  # of the discs
DISCS = re.compile(rf"[{LETTERS}]{{0,{ROWS}}}")  # of a column


def spell(move: int) -> str:
    """Write a move."""
    return NAMES[move]


def parse(text: str) -> int:
    """Read a move, in capitals or not; ValueError where the text is none."""
    return NAMES.index(text.strip().lower())


def path(move: int) -> tuple[str, ...]:
    """Name what is pointed at to make the move: the column."""
    return (NAMES[move],)


def stack(state: State, column: int) -> list[int]:
    """List the discs of a column from the bottom up."""
    return [int(state.disc[CELL[column, row]]) for row in range(state.height[column])]


def position(state: State) -> dict[str, Any]:
    """Write a position: the columns from the bottom up (R, Y), and whose turn it is."""
    columns = {name: "".join(LETTERS[disc] for disc in stack(state, column)) for column, name in enumerate(NAMES)}
    turn = "over" if state.turn == OVER else COLOURS[state.turn]
    return {"turn": turn, "columns": {name: discs for name, discs in columns.items() if discs}}


def place(state: State, wanted: Mapping[str, Any]) -> None:
    """Set a position up; whose turn it is follows from the discs, and must not be told otherwise (C-R1)."""
    document = Document(wanted, ("turn", "columns"))
    if "columns" not in document:
        document.refuse("columns", 'd = "RYR", …')
    columns, first = document.table("columns", NAMES), state.turn
    for name in columns:
        for letter in columns.match(name, DISCS, "RYR, …")[0]:
            state.turn = LETTERS.index(letter)
            drop(state, NAMES.index(name))
    red, yellow = (state.disc.tolist().count(seat) for seat in range(2))
    lead = red - yellow if first == 0 else yellow - red
    if lead not in (0, 1):
        known = f"R = Y, {LETTERS[first]} = {LETTERS[1 - first]} + 1"
        document.refuse("columns", known, f"{red} R, {yellow} Y")
    settle(state, first if lead == 0 else 1 - first)
    document.word("turn", [position(state)["turn"]], default="")


def settle(state: State, mover: int) -> None:
    """Find out whether the match is over; where both have four in a line, the one who moved last has won (C-R1)."""
    filled = [cell for cell in CELL.ravel().tolist() if state.disc[cell] != EMPTY]
    winners = {int(state.disc[cell]) for cell in filled if four_through(state, cell)}
    last = 1 - mover
    state.winner = last if last in winners else max(winners, default=NOBODY)
    state.turn = OVER if winners or state.laid == COLUMNS * ROWS else mover
