"""Moves as text: `take b2`, `n2e1 east`, `cover n1e1`, `umbrella 1`; chance: `first=2`, `sand=palm/nw+ne+se`."""

from __future__ import annotations

import re

from strandline.games.day_at_the_beach.beach import SIDES
from strandline.games.day_at_the_beach.document import place, position
from strandline.games.day_at_the_beach.land import CELL_NAME
from strandline.games.day_at_the_beach.rules import (
    BEGIN,
    CHOOSE_UMBRELLA,
    CHOOSE_WATER,
    COVER,
    COVERED,
    LAY,
    MOVES,
    TAKE,
    TURN_UP,
)
from strandline.games.day_at_the_beach.tiles import DECK_NAME, FIRST_KIND, KIND_NAME, PLACE_NAME, in_any_order

__all__ = ["parse", "path", "place", "position", "spell"]

LAID = re.compile(r"((?:[ns]\d+)?(?:[ew]\d+)?) ?-? ?([nesw]|north|east|south|west)")
SPACES = re.compile(r"\s+")


def deck_of(kind: int) -> str:
    """Name the deck that a kind of tile is turned up from."""
    return DECK_NAME[sum(kind >= first for first in FIRST_KIND.tolist()) - 1]


def spell(move: int) -> str:
    """Write a move."""
    if move < TAKE:
        return " ".join(path(move))
    if move < COVER:
        return f"take {PLACE_NAME[move - TAKE]}"
    if move < BEGIN:
        return path(move)[0]
    if move < TURN_UP:
        return f"first={move - BEGIN + 1}"
    return f"{deck_of(move - TURN_UP)}={KIND_NAME[move - TURN_UP]}"


def path(move: int) -> tuple[str, ...]:
    """Name what is pointed at, one after the other, to make the move."""
    if move < TAKE:
        return CELL_NAME[1 + (move - LAY) // 4], SIDES[(move - LAY) % 4]
    if move < COVER:
        return (PLACE_NAME[move - TAKE],)
    if move < CHOOSE_UMBRELLA:
        return (f"cover {CELL_NAME[COVERED[move - COVER]]}",)
    if move < CHOOSE_WATER:
        return (f"umbrella {move - CHOOSE_UMBRELLA + 1}",)
    if move < BEGIN:
        return (f"water {move - CHOOSE_WATER + 1}",)
    return () if move < TURN_UP else (f"{deck_of(move - TURN_UP)} deck",)


NUMBER = {in_any_order(spell(move)): move for move in range(MOVES)}


def parse(text: str) -> int:
    """Read a move, in capitals or not; a side may be its first letter, elements may stand in any order."""
    text = SPACES.sub(" ", text.strip().lower().replace(" = ", "="))
    if laid := LAID.fullmatch(text):
        side = next(name for name in SIDES if name.startswith(laid[2]))
        text = f"{laid[1]} {side}"
    text = in_any_order(text)
    if text not in NUMBER:
        raise ValueError(text)
    return NUMBER[text]
