"""Why a move cannot be, by the facts of the position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.games.day_at_the_beach.rules.state import tiles_of
from strandline.games.day_at_the_beach.rules.tables import Move, cell_and_turn

from .description import prompt

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.day_at_the_beach.rules.state import State


def reason(state: State, move: int, rule: str, texts: Texts) -> str:
    """Say whether a cell is covered or lonely (B-T2), that no corner is free (B-T1), what comes first (B-R5)."""
    if state.turn < 0:
        return ""
    if rule == "B-T1":
        return texts.say("reason.corner")
    if rule == "B-T2" and move < Move.TAKE:
        cell, _ = cell_and_turn(move)
        covered = any(cell == laid for laid, *_ in tiles_of(state, int(state.seat)))
        return texts.say("reason.covered" if covered else "reason.beside")
    if rule == "B-R5":
        return texts.say("reason.first", prompt=prompt(state, texts))
    return ""
