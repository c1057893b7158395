"""Levels for every game, from one that a child can beat to the strongest that we have."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from strandline.bots.greedy import greedy
from strandline.bots.search import Thinker
from strandline.bots.solve import Solver, Value
from strandline.engine.chance import below
from strandline.engine.row import copy_of
from strandline.engine.rule import compiled

if TYPE_CHECKING:
    from strandline.engine.chance import Random
    from strandline.engine.game import Game
    from strandline.engine.row import Row

POSITIONS = 1_000_000  # looked at to solve one, about a second
UNCOMPILED = 500  # so many times fewer without compiled rules
THINKING = {"surfer": 300, "lifeguard": 3_000, "tide": 30_000}  # simulations, where a game does not say it itself
FEWEST = 24  # even then
TREES = 2  # of the highest level: they grow at the same time
MOST_THINKERS = 8
PADDLER_SLIPS, PADDLER_SEES = 2, 4  # one move in so many is any move; how many moves does it see else?
SWIMMER_SLIPS, SLIPPED_SEES = 2, 2  # one move in so many is a slip; how many moves does it see then?


def paddler(game: Game, view: Row, dice: Random) -> int:
    """Choose a move: any at all, or the best of a few."""
    return glance(game, view, dice, 1 if below(dice, PADDLER_SLIPS) == 0 else PADDLER_SEES)


def swimmer(game: Game, view: Row, dice: Random) -> int:
    """Choose the move that looks best, or, every other time, the better one of two."""
    if below(dice, SWIMMER_SLIPS) == 0:
        return glance(game, view, dice, SLIPPED_SEES)
    return greedy(game, view, dice)


def surfer(game: Game, view: Row, dice: Random) -> int:
    """Choose a move by thinking a little."""
    return thoughtful(game, view, dice, "surfer")


def lifeguard(game: Game, view: Row, dice: Random) -> int:
    """Choose a move by thinking well."""
    return thoughtful(game, view, dice, "lifeguard")


def tide(game: Game, view: Row, dice: Random) -> int:
    """Choose a move by perfect play where that is within reach, else by thinking for as long as people like to wait."""
    move = perfect_move(game, view)
    return thoughtful(game, view, dice, "tide") if move is None else move


def thoughtful(game: Game, view: Row, dice: Random, level: str) -> int:
    """Choose a move by a search, with what the same seat thought about the match before."""
    into = game.buffer()
    if game.rules.moves(view, into) == 1:
        return int(into[0])
    trees = TREES if level == "tide" else 1
    return kept_thinker(game, level, int(view.turn), trees).think(view, dice, simulations_of(game, level))[0].move


def simulations_of(game: Game, level: str) -> int:
    """How many simulations does a level run for a decision in this game?"""
    wanted: int = {**THINKING, **getattr(game.evaluate, "THINKING", {})}[level]
    return wanted if compiled() else max(wanted // UNCOMPILED, FEWEST)


class Kept(threading.local):
    """The thinkers of a thread; who was asked last is the last."""

    def __init__(self) -> None:
        self.thinkers: dict[tuple[Game, str, int], Thinker] = {}


KEPT = Kept()


def kept_thinker(game: Game, level: str, seat: int, trees: int) -> Thinker:
    """Find the thinker of this level on this seat, or let a new one come for the one that was not asked for longest."""
    asked, thinkers = (game, level, seat), KEPT.thinkers
    thinkers[asked] = thinkers.pop(asked) if asked in thinkers else Thinker(game, trees)
    if len(thinkers) > MOST_THINKERS:
        del thinkers[next(iter(thinkers))]
    return thinkers[asked]


def glance(game: Game, view: Row, dice: Random, count: int) -> int:
    """Choose the move that looks best among so many drawn by lot; no other is seen."""
    into = game.buffer()
    legal = [int(move) for move in into[: game.rules.moves(view, into)]]
    drawn = [legal.pop(below(dice, len(legal))) for _ in range(min(count, len(legal)))]
    return max(drawn, key=lambda move: look_of(game, view, move))


def look_of(game: Game, view: Row, move: int) -> int:
    """How does the position look to the mover after this move?"""
    state = copy_of(view)
    game.rules.play(state, move)
    return int(game.evaluate.evaluate(state, view.turn))


def perfect_move(game: Game, view: Row) -> int | None:
    """Find the move that wins, or that is hardest to refute; None where nobody knows, or not soon enough."""
    if game.solve is None:
        return None
    value, move = solver_in_time(game).answer(view)
    return None if value is Value.UNKNOWN else move


def solver_in_time(game: Game) -> Solver:
    """Make a solver that gives up before anybody is tired of waiting."""
    return Solver(game, POSITIONS if compiled() else POSITIONS // UNCOMPILED)
