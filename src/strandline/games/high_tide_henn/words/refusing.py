"""Why a move cannot be, by the facts of the position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.games.high_tide_henn.rules import tables
from strandline.games.high_tide_henn.rules.state import pips_of
from strandline.games.high_tide_henn.rules.tables import FACE_UP, LEFT, RIGHT, USED, Move, Phase

from .description import prompt

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.high_tide_henn.rules.state import State

OTHER_TIMES = {"H-T4", "H-T5", "H-T10"}  # what is told of these is only that something else comes first


def reason(state: State, move: int, rule: str, texts: Texts) -> str:
    """Say what the dice, the coins, the track and the tiles are like where they forbid a move."""
    if state.turn < 0:
        return ""
    if rule == "H-B2":
        return holder_in_words(int(state.tile[tables.TILE[move]]), texts)
    if rule == "H-T9" and state.phase == Phase.HAND:
        return texts.say("reason.again_one" if state.bonus == 1 else "reason.again_none")
    if rule == "H-B5" and state.phase == Phase.HAND:
        left, right = (pips_of(int(state.worth[die])) for die in (LEFT, RIGHT))
        return texts.say("reason.adjust", left=left, right=right)
    if rule == "H-T5" and state.phase == Phase.CHOOSE and move >= Move.TAKE:
        return texts.say("reason.no_pair")
    if rule == "H-C2":
        return texts.say("reason.coin", prompt=prompt(state, texts))
    return texts.say("reason.first", prompt=prompt(state, texts)) if rule in OTHER_TIMES else ""


def holder_in_words(holder: int, texts: Texts) -> str:
    """Say where a Baywatch tile is that the mover does not have (H-B2)."""
    if holder >= 0:
        return texts.say("reason.held", seat=texts.seat(holder))
    return {USED: texts.say("reason.used"), FACE_UP: texts.say("reason.face_up")}.get(holder, "")
