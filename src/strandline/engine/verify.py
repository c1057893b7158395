"""Dice anyone can check: prove that every outcome of chance in a record follows from the seed that was committed to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.contract import CHANCE
from strandline.engine.errors import BadRecord

if TYPE_CHECKING:
    from collections.abc import Sequence

    from strandline.engine.chance import Dice
    from strandline.engine.match import Entry, Match


def verify(match: Match, source: str, *, commitment: str | None = None, salts: Sequence[str] = ()) -> int:
    """Check every draw of a match against its dice; how many were there?

    Whoever kept the commitment and what they added to chance can have the dice held to that as well.
    """
    if match.dice is None:
        raise BadRecord("verify.no_seed", file=source)
    if commitment is not None and match.dice.commitment != commitment.lower():
        raise BadRecord("verify.commitment", file=source, commitment=commitment)
    for salt in salts:
        if salt not in match.dice.salts:
            raise BadRecord("verify.salt", file=source, salt=salt)
    if match.commitment is not None and match.dice.commitment != match.commitment:
        raise BadRecord("verify.commitment", file=source, commitment=match.commitment)
    draws = 0
    for ply, entry in enumerate(match.entries):
        if entry.seat == CHANCE:
            check_draw(match, match.dice, ply, entry, source)
            draws += 1
    return draws


def check_draw(match: Match, dice: Dice, ply: int, entry: Entry, source: str) -> None:
    """Refuse an outcome that these dice do not give there."""
    game, index = match.game, match.draw_index(ply, entry.count - 1)
    expected = int(game.rules.sample(entry.before, dice.at(index)))
    if expected != entry.move:
        found, wanted = game.spelled[entry.move], game.spelled[expected]
        raise BadRecord("verify.draw", file=source, ply=ply, found=found, expected=wanted)
