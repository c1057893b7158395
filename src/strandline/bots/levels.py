"""Levels for every game, from one that a child can beat to the strongest that we have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.bots.greedy import greedy
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
PADDLER_SLIPS, PADDLER_SEES = 2, 4  # one move in so many is any move; how many moves does it see else?
SWIMMER_SLIPS, SLIPPED_SEES = 5, 2  # one move in so many is a slip; how many moves does it see then?


def paddler(game: Game, view: Row, dice: Random) -> int:
    """Choose a move: any at all, or the best of a few."""
    return glance(game, view, dice, 1 if below(dice, PADDLER_SLIPS) == 0 else PADDLER_SEES)


def swimmer(game: Game, view: Row, dice: Random) -> int:
    """Choose the move that looks best, with a slip now and then."""
    if below(dice, SWIMMER_SLIPS) == 0:
        return glance(game, view, dice, SLIPPED_SEES)
    return greedy(game, view, dice)


def tide(game: Game, view: Row, dice: Random) -> int:
    """Choose a move by perfect play where that is within reach, else the one that looks best."""
    move = perfect_move(game, view)
    return greedy(game, view, dice) if move is None else move


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
    solver = Solver(game, POSITIONS if compiled() else POSITIONS // UNCOMPILED)
    return None if solver.value(view) is Value.UNKNOWN else solver.best(view)
