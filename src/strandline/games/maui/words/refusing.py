"""Why a move cannot be, by the facts of the position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.games.maui.rules import tables
from strandline.games.maui.rules.tables import Move, Phase

from .description import prompt

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.maui.rules.state import State


def reason(state: State, move: int, rule: str, texts: Texts) -> str:
    """Say what a towel costs and what one has (M-T1), what is left to take (M-T11), what comes first (M-T13)."""
    if state.turn < 0:
        return ""
    if rule == "M-T1":
        cost, have = int(tables.COST[move - Move.TAKE]), int(state.dollars[state.turn])
        return texts.say("reason.price", cost=cost, have=have)
    if rule == "M-T11":
        dollars = int(state.area[0] + state.area[1])
        return texts.say("reason.area", count=dollars) if dollars else texts.say("reason.match")
    if rule == "M-T13" or (rule == "M-T8" and state.phase != Phase.STEP):
        return texts.say("reason.first", prompt=prompt(state, texts))
    return ""
