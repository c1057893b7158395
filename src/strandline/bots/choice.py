"""A start to choose, where a game can be solved: one that whoever begins wins by force, or one that the other does."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any

from strandline.bots.levels import quick_solver
from strandline.bots.solve import Value
from strandline.bots.words import TEXTS
from strandline.engine.chance import Dice
from strandline.engine.errors import BadOptions
from strandline.engine.match import Match
from strandline.engine.rule import compiled

if TYPE_CHECKING:
    import msgspec

    from strandline.engine.game import Game

ANY = "any"
WINNER = {"first": Value.WINS, "second": Value.LOSES}  # the value of a start, for whoever begins


def check_start(game: Game, start: object) -> None:
    """Refuse a start that cannot be chosen."""
    if not isinstance(start, str) or start not in {ANY, *WINNER}:
        raise BadOptions("start.value", home=TEXTS, value=start)
    if start != ANY and game.solve is None:
        raise BadOptions("start.unsolved", home=TEXTS, game=game.slug)


def chosen_start(game: Game, seats: int, options: msgspec.Struct, start: str, seed: int | str) -> dict[str, Any] | None:
    """Draw starts until the player who is to win by force does; the same for the same seed. None: any will do.

    The start is a position that was set up, not one that the dice of the match gave: a seed that is thrown away until
    it fits would no longer be random, and the rounds after the first hang on it too.
    """
    check_start(game, start)
    if start == ANY:
        return None
    if not compiled():
        raise BadOptions("start.uncompiled", home=TEXTS)
    solver = quick_solver(game)
    drawn = (Match(game, seats, options, dice=Dice(f"{seed} start {number}")).state for number in count())
    return next(game.notation.position(state) for state in drawn if solver.value(state) is WINNER[start])


def kind_of(game: Game, seats: int, options: msgspec.Struct, position: dict[str, Any]) -> str:
    """Who was to win the start that was chosen? Any, where that cannot be found out."""
    value = quick_solver(game).value(Match(game, seats, options, start=position).state)
    return next((start for start, wanted in WINNER.items() if wanted is value), ANY)
