"""Puzzles where perfect play is within reach: the solver says of every move whether it wins by force."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from strandline.bots.levels import value_after
from strandline.bots.solve import Solver, Value
from strandline.engine.row import copy_of
from strandline.puzzles.puzzle import Follow, Kind, Node, Puzzle

if TYPE_CHECKING:
    from strandline.bots.solve import Solution
    from strandline.engine.game import Game
    from strandline.engine.match import Match
    from strandline.engine.row import Row

POSITIONS = 200_000  # looked at for one question; positions that need more are passed over
MIN_MOVES = 5  # to choose from, else it is too easy to guess
MAX_RIGHT = 3  # moves that win at first, and no more than a third of all
MAX_RIGHT_LATER = 2  # where more win, the line is at its end: it is won whatever one does
MAX_LENGTH = 6
LOWEST, HIGHEST = 700, 2400


class Unproved(Exception):
    """A position that the solver gave up."""


class Prover:
    """Makes puzzles of positions of one game."""

    def __init__(self, game: Game, positions: int = POSITIONS) -> None:
        self.game = game
        self.solver = Solver(game, positions)

    def puzzle(self, match: Match) -> Puzzle | None:
        """Make a puzzle of where a match stands; None where it would be none."""
        state = match.state
        try:
            found = self.solved(state)
            if (
                not self.worth(found, MAX_RIGHT)
                or len(found.moves) < MIN_MOVES
                or 3 * len(found.winning) > len(found.moves)
            ):
                return None
            root, length = self.node(state, found, 1)
        except Unproved:
            return None
        kind = self.kind(match, found, length)
        if kind is None:
            return None
        return Puzzle(kind, match.position(), root, self.rating(state, found, length), length)

    def solved(self, state: Row) -> Solution:
        """Solve a position wholly."""
        found = self.solver.solve(copy_of(state))
        if found.value is Value.UNKNOWN or found.unknown:
            raise Unproved
        return found

    def worth(self, found: Solution, most: int) -> bool:
        """Is there something to be found: a few moves win, and others do not?"""
        return 0 < len(found.winning) <= most and len(found.winning) < len(found.moves)

    def kind(self, match: Match, found: Solution, length: int) -> Kind | None:
        """Say what is asked for; None where somebody who just takes what looks best need not think."""
        tempting = self.favourite(match.state, found)
        behind = self.game.evaluate.evaluate(match.state, match.turn) < 0
        if len(found.winning) == 1 and behind and tempting not in found.winning:
            return Kind.SAVE
        if length > 1:
            return Kind.FORCE
        return Kind.ONLY if len(found.winning) == 1 else None

    def favourite(self, state: Row, found: Solution) -> int:
        """Give the move that looks best at first sight."""
        return max(found.moves, key=lambda move: value_after(self.game, state, move))

    def rating(self, state: Row, found: Solution, length: int) -> int:
        """Grade: by the moves to be found, by how few of all moves win, and whether the one that looks best does."""
        few = math.log2(len(found.moves) / len(found.winning))
        tempting = self.favourite(state, found) not in found.winning
        return round(min(max(500 + 220 * (length - 1) + 200 * few + 200 * tempting, LOWEST), HIGHEST))

    def node(self, state: Row, found: Solution, length: int) -> tuple[Node, int]:
        """Sort the moves of a position, and go on where the next decision matters as well; how long is the line?"""
        spelled, longest = self.game.spelled, length
        node = Node({}, {})
        for move in found.moves:
            after = self.game.after(state, move)
            if move in found.winning:
                follow, lasts = self.follow(after, length)
                node.right[spelled[move]] = follow
                longest = max(longest, lasts)
            else:
                node.wrong[spelled[move]] = "" if after.turn < 0 else spelled[self.refutation(after)]
        return node, longest

    def refutation(self, state: Row) -> int:
        """Find the reply that wins."""
        value, move = self.solver.answer(copy_of(state))
        if value is not Value.WINS:
            raise Unproved
        return int(move)

    def follow(self, after: Row, length: int) -> tuple[Follow | None, int]:
        """Let the rival defend as well as possible after a right move."""
        if after.turn < 0 or length >= MAX_LENGTH:
            return None, length
        value, reply = self.solver.answer(copy_of(after))
        if value is not Value.LOSES:
            raise Unproved
        state = self.game.after(after, int(reply))
        if state.turn < 0:
            return None, length
        found = self.solved(state)
        if found.value is not Value.WINS:
            raise Unproved
        if not self.worth(found, MAX_RIGHT_LATER):
            return None, length
        node, lasts = self.node(state, found, length + 1)
        return Follow(self.game.spelled[int(reply)], node), lasts
