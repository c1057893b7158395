"""Let any bot choose, a level or one of your own, for whoever is to move in a match."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from strandline.bots import BOTS
from strandline.bots.own import referee, registry
from strandline.bots.own.faults import BadBot
from strandline.bots.own.referee import Answer
from strandline.bots.own.view import question_of
from strandline.engine.chance import below

if TYPE_CHECKING:
    from collections.abc import Sequence

    from strandline.bots.own.view import Question
    from strandline.engine.chance import Random
    from strandline.engine.match import Match

SEEDS = 1 << 31
NAMES: WeakKeyDictionary[Match, str] = WeakKeyDictionary()
NUMBERS = count(1)


def choose(match: Match, bot: str, dice: Random) -> Answer:
    """Let a bot choose from what its seat may see."""
    seat = match.turn
    if seat < 0:
        raise BadBot("not_to_move")
    if bot in BOTS:
        return Answer(BOTS[bot](match.game, match.view(seat), dice))
    registry.check_plays(bot, match.game.slug)
    return referee.choose(match.game, bot, question(match, seat, dice))


def question(match: Match, seat: int, dice: Random) -> Question:
    """Ask a seat; a bot has a chance of its own to think by."""
    return question_of(match, seat, name_of(match), below(dice, SEEDS))


def finish(match: Match, bots: Sequence[str]) -> None:
    """Tell the bots of your own that a match is over."""
    for bot, last in last_questions(match, bots):
        referee.finish(match.game, bot, last, match.places())


def last_questions(match: Match, bots: Sequence[str]) -> list[tuple[str, Question]]:
    """List the bots of your own at a match that is over, each with what its seat sees of the end."""
    own = [(seat, bot) for seat, bot in enumerate(bots) if registry.find(bot) is not None]
    return [(bot, question_of(match, seat, name_of(match), 0)) for seat, bot in own]


def name_of(match: Match) -> str:
    """Name a match of this process: by a number that says nothing of it."""
    if match not in NAMES:
        NAMES[match] = f"match-{next(NUMBERS)}"
    return NAMES[match]
