"""Whose turn it is: a seat, or one of these."""

from __future__ import annotations

CHANCE = -1
OVER = -2
NOBODY = -1


def turn_name(turn: int) -> str:
    """Name whose turn it is: a seat's number, chance or over."""
    return {CHANCE: "chance", OVER: "over"}.get(turn, str(turn))
