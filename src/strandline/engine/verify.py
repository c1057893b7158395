"""Dice anyone can check: prove that every outcome of chance in a record follows from the seed that was committed to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.contract import CHANCE
from strandline.engine.errors import BadRecord
from strandline.engine.match import UNDO, Match

if TYPE_CHECKING:
    from strandline.engine.chance import Dice


def verify(match: Match, source: str) -> int:
    """Check every draw of a match against its dice; how many were there?"""
    if match.dice is None:
        raise BadRecord("verify.no_seed", file=source)
    if match.commitment is not None and match.dice.commitment != match.commitment:
        raise BadRecord("verify.commitment", file=source, commitment=match.commitment)
    again = Match(match.game, match.seats, match.options, start=match.start)
    draws = 0
    for ply, entry in enumerate(match.log):
        if entry == UNDO:
            again.undo()
            continue
        if again.turn == CHANCE:
            check_draw(again, match.dice, ply, entry, source)
            draws += 1
        again.play(entry, settle=False)
    return draws


def check_draw(match: Match, dice: Dice, ply: int, found: int, source: str) -> None:
    """Refuse an outcome that these dice do not give at this ply."""
    expected = int(match.game.rules.sample(match.state, dice.at(ply)))
    if expected != found:
        spell = match.game.notation.spell
        raise BadRecord("verify.draw", file=source, ply=ply, found=spell(found), expected=spell(expected))
