"""Levels for every game, from one that a child can beat to the strongest that we have."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from strandline.bots.greedy import greedy
from strandline.bots.search import Thinker, in_the_same_time, network_for, settings_in
from strandline.bots.solve import Solver, Value
from strandline.engine.chance import below
from strandline.engine.rule import compiled

if TYPE_CHECKING:
    from strandline.engine.chance import Random
    from strandline.engine.game import Game
    from strandline.engine.row import Row

POSITIONS = 1_000_000  # looked at to solve one, about a second
UNCOMPILED_DIVISOR = 500  # so many times fewer positions and simulations without compiled rules
THINKING = {"surfer": 300, "lifeguard": 3_000, "tide": 30_000}  # simulations, where a game does not say it itself
MIN_SIMULATIONS = 24  # without compiled rules
TREES = 2  # of the highest level: they are searched in parallel
MAX_THINKERS = 8  # in the cache of a thread
PADDLER_SLIPS, PADDLER_SAMPLE = 2, 4  # one move in so many is any move; how many moves does it see else?
SWIMMER_SLIPS, SLIP_SAMPLE = 2, 2  # one move in so many is a slip; how many moves does it see then?


def paddler(game: Game, view: Row, dice: Random) -> int:
    """Choose a move: any at all, or the best of a few."""
    return best_of_sample(game, view, dice, 1 if below(dice, PADDLER_SLIPS) == 0 else PADDLER_SAMPLE)


def swimmer(game: Game, view: Row, dice: Random) -> int:
    """Choose the move that looks best, or, every other time, the better one of two."""
    if below(dice, SWIMMER_SLIPS) == 0:
        return best_of_sample(game, view, dice, SLIP_SAMPLE)
    return greedy(game, view, dice)


def surfer(game: Game, view: Row, dice: Random) -> int:
    """Choose a move by thinking a little."""
    return searched_move(game, view, dice, "surfer")


def lifeguard(game: Game, view: Row, dice: Random) -> int:
    """Choose a move by thinking well."""
    return searched_move(game, view, dice, "lifeguard")


def tide(game: Game, view: Row, dice: Random) -> int:
    """Choose a move by perfect play where that is within reach, else by thinking for as long as people like to wait."""
    move = perfect_move(game, view)
    return searched_move(game, view, dice, "tide") if move is None else move


def searched_move(game: Game, view: Row, dice: Random, level: str) -> int:
    """Choose a move by a search that goes on with the tree of the last move of this seat."""
    into = game.buffer()
    if game.rules.moves(view, into) == 1:
        return int(into[0])
    highest = level == "tide"
    thinker = cached_thinker(game, level, int(view.turn), TREES if highest else 1)
    thinker.network = network_for(game, view) if highest else None
    wanted = simulations_of(game, level, game.seats_of(view))
    simulations = in_the_same_time(game, view, thinker.network, wanted)
    return thinker.think(view, dice, simulations)[0].move


def simulations_of(game: Game, level: str, seats: int) -> int:
    """How many simulations does a level run for a decision in this game, among so many?"""
    said: int | dict[int, int] = {**THINKING, **settings_in(game, "THINKING", THINKING)}[level]
    wanted = said[max(least for least in said if least <= seats)] if isinstance(said, dict) else said
    return wanted if compiled() else max(wanted // UNCOMPILED_DIVISOR, MIN_SIMULATIONS)


class ThinkerCache(threading.local):
    """The thinkers of a thread, the least recently used first."""

    def __init__(self) -> None:
        self.thinkers: dict[tuple[Game, str, int], Thinker] = {}


CACHE = ThinkerCache()


def cached_thinker(game: Game, level: str, seat: int, trees: int) -> Thinker:
    """Find the thinker of this level on this seat; a new one takes the place of the least recently used."""
    key, thinkers = (game, level, seat), CACHE.thinkers
    thinkers[key] = thinkers.pop(key) if key in thinkers else Thinker(game, trees)
    if len(thinkers) > MAX_THINKERS:
        del thinkers[next(iter(thinkers))]
    return thinkers[key]


def best_of_sample(game: Game, view: Row, dice: Random, count: int) -> int:
    """Choose the move that looks best among so many random ones."""
    into = game.buffer()
    legal = [int(move) for move in into[: game.rules.moves(view, into)]]
    drawn = [legal.pop(below(dice, len(legal))) for _ in range(min(count, len(legal)))]
    return max(drawn, key=lambda move: value_after(game, view, move))


def value_after(game: Game, view: Row, move: int) -> int:
    """Evaluate the position after a move for whoever makes it."""
    return int(game.evaluate.evaluate(game.after(view, move), view.turn))


def perfect_move(game: Game, view: Row) -> int | None:
    """Find the move that wins, or that is hardest to refute; None where nobody knows, or not soon enough."""
    if game.solve is None:
        return None
    value, move = quick_solver(game).answer(view)
    return None if value is Value.UNKNOWN else move


def quick_solver(game: Game) -> Solver:
    """Make a solver that gives up before anybody is tired of waiting."""
    return Solver(game, POSITIONS if compiled() else POSITIONS // UNCOMPILED_DIVISOR)
