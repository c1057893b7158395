"""Moves as text (a column, `a` to `g`) and positions as documents in rulebook words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from connect_four.rules import CELL, COLOURS, COLUMNS, ROWS, drop, four_through
from strandline.engine.contract import NOBODY, OVER
from strandline.engine.errors import BadPosition

if TYPE_CHECKING:
    from collections.abc import Mapping

    from connect_four.rules import State

NAMES = tuple("abcdefg")  # of the columns
LETTERS = "RY"  # of the discs


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
    columns = {NAMES[column]: "".join(LETTERS[disc] for disc in stack(state, column)) for column in range(COLUMNS)}
    return {
        "turn": "over" if state.turn == OVER else COLOURS[state.turn],
        "columns": {name: discs for name, discs in columns.items() if discs},
    }


def place(state: State, position: Mapping[str, Any]) -> None:
    """Set a position up; whose turn it is follows from the discs, and must not be told otherwise (C-R1)."""
    for key in position:
        if key not in {"turn", "columns"}:
            raise BadPosition("position.unknown", key=key, known="turn, columns")
    first = int(state.turn)
    fill(state, position.get("columns"))
    settle(state, first)
    turn = "over" if state.turn == OVER else COLOURS[state.turn]
    if position.get("turn", turn) != turn:
        raise BadPosition("position.value", key="turn", value=position["turn"], known=turn)


def fill(state: State, columns: Any) -> None:
    """Drop the discs of every column."""
    known = 'd = "RYR", …'
    if not isinstance(columns, dict):
        raise BadPosition("position.value", key="columns", value=columns, known=known)
    for name, discs in columns.items():
        if name not in NAMES or not isinstance(discs, str) or len(discs) > ROWS or set(discs) - set(LETTERS):
            raise BadPosition("position.value", key=f"columns.{name}", value=discs, known=known)
        for letter in discs:
            state.turn = LETTERS.index(letter)
            drop(state, NAMES.index(name))


def settle(state: State, first: int) -> None:
    """Find out whose turn it is and whether anybody has won: if both have, the one who moved last did (C-R1)."""
    discs = [disc for column in range(COLUMNS) for disc in stack(state, column)]
    lead = discs.count(first) - discs.count(1 - first)
    if lead not in (0, 1):
        found = f"{discs.count(0)} R, {discs.count(1)} Y"
        known = f"R = Y, {LETTERS[first]} = {LETTERS[1 - first]} + 1"
        raise BadPosition("position.value", key="columns", value=found, known=known)
    mover = first if lead == 0 else 1 - first
    for seat in (mover, 1 - mover):
        if has_four(state, seat):
            state.winner = seat
    state.turn = mover if state.winner == NOBODY and state.laid < COLUMNS * ROWS else OVER


def has_four(state: State, seat: int) -> bool:
    """Has this player four in a line (C-E1)?"""
    return any(state.disc[cell] == seat and four_through(state, cell) for cell in CELL.ravel().tolist())
