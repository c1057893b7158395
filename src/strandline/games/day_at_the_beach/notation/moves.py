"""Moves as text: `take b2`, `n2e1 east`, `cover n1e1`, `umbrella 1`; chance: `first=2`, `sand=palm/nw+ne+se`."""

from __future__ import annotations

import re
from functools import cache

from strandline.games.day_at_the_beach.rules.tables import MOVES, PATTERNS, Move, cell_and_turn

from .names import CELL_NAME, DECK_NAME, KIND_NAME, PLACE_NAME, SIDES, deck_of, in_any_order

LAID = re.compile(r"((?:[ns]\d+)?(?:[ew]\d+)?) ?-? ?([nesw]|north|east|south|west)")
SPACES = re.compile(r"\s+")


def spell(move: int) -> str:
    """Write a move."""
    if move < Move.TAKE:
        return " ".join(path(move))
    if move < Move.COVER:
        return f"take {PLACE_NAME[move - Move.TAKE]}"
    if move < Move.BEGIN:
        return path(move)[0]
    if move < Move.TURN_UP:
        return f"first={move - Move.BEGIN + 1}"
    kind = move - Move.TURN_UP
    return f"{DECK_NAME[deck_of(kind)]}={KIND_NAME[kind]}"


def path(move: int) -> tuple[str, ...]:
    """Name what is pointed at, one after the other, to make the move."""
    if move < Move.TAKE:
        cell, turn = cell_and_turn(move)
        return CELL_NAME[cell], SIDES[turn]
    if move < Move.COVER:
        return (PLACE_NAME[move - Move.TAKE],)
    if move < Move.UMBRELLA:
        return (f"cover {CELL_NAME[PATTERNS[move - Move.COVER]]}",)
    if move < Move.WATER:
        return (f"umbrella {move - Move.UMBRELLA + 1}",)
    if move < Move.BEGIN:
        return (f"water {move - Move.WATER + 1}",)
    return () if move < Move.TURN_UP else (f"{DECK_NAME[deck_of(move - Move.TURN_UP)]} deck",)


@cache
def numbers() -> dict[str, int]:
    """List the number of every text; not while the game is loaded, because it asks a compiled rule."""
    return {in_any_order(spell(move)): move for move in range(MOVES)}


def parse(text: str) -> int:
    """Read a move, in capitals or not; a side may be its first letter, elements may stand in any order."""
    text = SPACES.sub(" ", text.strip().lower().replace(" = ", "="))
    if laid := LAID.fullmatch(text):
        side = next(name for name in SIDES if name.startswith(laid[2]))
        text = f"{laid[1]} {side}"
    move = numbers().get(in_any_order(text))
    if move is None:
        raise ValueError(text)
    return move
