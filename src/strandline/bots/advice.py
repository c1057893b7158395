"""Advice on a position: the best move, what the others promise, and who is likely to win."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from strandline.bots.levels import simulations_of, solver_in_time
from strandline.bots.search import Thinker
from strandline.bots.solve import Value

if TYPE_CHECKING:
    from strandline.engine.chance import Random
    from strandline.engine.game import Game
    from strandline.engine.row import Row


class Promise(NamedTuple):
    """A move, and how likely the mover wins by it."""

    move: int
    chance: float


class Advice(NamedTuple):
    """What can be said of a position in which a seat is to move."""

    value: Value  # does the mover win, or lose, by force; or does nobody know?
    moves: tuple[Promise, ...]  # the best first
    chances: tuple[float, ...]  # of each seat, to win

    @property
    def best(self) -> int:
        """The move to make."""
        return self.moves[0].move


def advise(game: Game, view: Row, dice: Random) -> Advice:
    """Look at a position as its mover sees it: solve it if that is within reach, else think about it."""
    return solved(game, view) or thought(game, view, dice)


def solved(game: Game, view: Row) -> Advice | None:
    """Give the advice of perfect play, where it is known soon enough."""
    if game.solve is None:
        return None
    solution = solver_in_time(game).solve(view)
    if solution.value is Value.UNKNOWN:
        return None
    promises = [Promise(move, float(move in solution.winning)) for move in solution.moves]
    promises.sort(key=lambda promise: (promise.move != solution.best, -promise.chance))
    seats = range(game.rules.SEATS[0])
    wins = [(seat == view.turn) == (solution.value is Value.WINS) for seat in seats]
    return Advice(solution.value, tuple(promises), tuple(map(float, wins)))


def thought(game: Game, view: Row, dice: Random) -> Advice:
    """Give the advice of a search."""
    thinker = Thinker(game)
    options = thinker.think(view, dice, simulations_of(game, "tide") // 2)
    promises = tuple(Promise(option.move, option.chance) for option in options)
    return Advice(Value.UNKNOWN, promises, thinker.wins())
