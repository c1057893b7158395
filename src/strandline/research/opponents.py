"""Who plays on the other seats of an environment: bots by name, bots of your own, functions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, cast

from strandline.bots import BOTS
from strandline.engine.chance import begin
from strandline.engine.contract import CHANCE
from strandline.engine.errors import BadMove, BadOptions
from strandline.engine.match import Match
from strandline.engine.playout import random_table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from strandline.engine.chance import Random
    from strandline.engine.game import Game
    from strandline.engine.row import Row

    Opponent = str | Callable[[Game, Row, Any], int]


def bots_of(opponents: Opponent | Sequence[Opponent], others: int, game: Game) -> list[Opponent]:
    """Check who plays on the other seats: one bot on all, or one for each, in the order of seats after the own."""
    from strandline.bots.own import registry

    several = isinstance(opponents, Iterable) and not isinstance(opponents, str)
    given = cast("list[Opponent]", [*opponents] if several else [opponents] * others)  # type: ignore[misc]
    if len(given) != others:
        raise BadOptions("door.how_many", found=len(given), wanted=others)
    for bot in given:
        if callable(bot):
            continue
        if not isinstance(bot, str) or not registry.is_bot(bot):
            raise BadOptions("door.opponents", value=bot, known=", ".join(registry.names(game.slug)))
        registry.check_plays(bot, game.slug)
    return given


def is_own(bot: Opponent) -> bool:
    """Is it a bot of your own, by its name?"""
    return isinstance(bot, str) and bot not in BOTS


def ask(bot: Opponent, game: Game, state: Row, dice: Any) -> int:
    """Let a bot choose from what its seat may see; `state` is its own copy."""
    if game.view is not None:
        game.view.hide(state, state.turn)
    move = int((BOTS[bot] if isinstance(bot, str) else bot)(game, state, dice))
    if not 0 <= move < game.rules.MOVES or game.rules.refusal(state, move):
        raise BadMove("door.policy", move=move)
    return move


class Beside:
    """The same match beside the environment, move by move: bots of your own are told what was played.

    Environments let chance have its turn in compiled code, which notes nothing. So its random numbers are copied before
    a move, and draw the same outcomes here.
    """

    def __init__(self, game: Game, seats: int, options: Any, seed: int, stream: int) -> None:
        self.match = Match(game, seats, options)  # chance by hand
        random = random_table(1)
        begin(random[0], seed, stream)
        self._settle(cast("Random", random[0]))

    def play(self, move: int, random: Random) -> None:
        """Play a move too; the random numbers are those before it, and may be spent."""
        self.match.play(move)
        self._settle(random)

    def _settle(self, random: Random) -> None:
        match = self.match
        while match.turn == CHANCE:
            match.play(int(match.game.rules.sample(match.state, random)))

    def ask(self, bot: str, dice: Random) -> int:
        """Let a bot of your own choose; one that fails has a random move played for it, and the log says so."""
        from strandline.bots.choosing import choose

        return choose(self.match, bot, dice).move

    def end(self, opponents: Sequence[Opponent], own: int) -> None:
        """Tell bots of your own that the match is over; the first of them sits behind the own seat."""
        from strandline.bots.choosing import finish

        names = ["" if callable(bot) else bot for bot in opponents]
        seats = self.match.seats
        finish(self.match, ["" if seat == own else names[(seat - own) % seats - 1] for seat in range(seats)])
