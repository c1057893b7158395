"""Advice on a position: the best move, how likely the others win, and who is likely to win."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from strandline.bots.levels import quick_solver, simulations_of
from strandline.bots.search import Thinker, in_the_same_time, network_for
from strandline.bots.solve import Value
from strandline.engine.rule import compiled

if TYPE_CHECKING:
    from strandline.engine.chance import Random
    from strandline.engine.game import Game
    from strandline.engine.network import Network
    from strandline.engine.row import Row


class MoveChance(NamedTuple):
    """A move, and how likely the mover wins by it."""

    move: int
    chance: float


class Advice(NamedTuple):
    """What can be said of a position in which a seat is to move."""

    value: Value  # does the mover win, or lose, by force; or does nobody know?
    moves: tuple[MoveChance, ...]  # the best first
    chances: tuple[float, ...]  # of each seat, to win
    glance: bool = False  # was little thought about it, because rules run uncompiled?

    @property
    def best(self) -> int:
        """The move to make."""
        return self.moves[0].move


def advise(game: Game, view: Row, dice: Random) -> Advice:
    """Advise on a position as its mover sees it: solve it if that is within reach, else search it."""
    return solved(game, view) or searched(game, view, dice, network_for(game, view))


def solved(game: Game, view: Row) -> Advice | None:
    """Give the advice of perfect play, where it is known soon enough."""
    if game.solve is None:
        return None
    solution = quick_solver(game).solve(view)
    if solution.value is Value.UNKNOWN:
        return None
    moves = [MoveChance(move, float(move in solution.winning)) for move in solution.moves]
    moves.sort(key=lambda one: (one.move != solution.best, -one.chance))
    wins = [(seat == view.turn) == (solution.value is Value.WINS) for seat in range(game.seats_of(view))]
    return Advice(solution.value, tuple(moves), tuple(map(float, wins)))


def searched(game: Game, view: Row, dice: Random, network: Network | None) -> Advice:
    """Give the advice of a search, with a network or without."""
    thinker = Thinker(game)
    thinker.network = network
    wanted = simulations_of(game, "tide", game.seats_of(view)) // 2
    found = thinker.think(view, dice, in_the_same_time(game, view, network, wanted))
    return Advice(
        Value.UNKNOWN, tuple(MoveChance(one.move, one.chance) for one in found), thinker.wins(), not compiled()
    )
