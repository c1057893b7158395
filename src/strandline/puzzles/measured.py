"""Puzzles by playouts: positions out of strong bots' matches in which one move is worth far more than all others.

Cheap questions first: a few playouts of each move, then more of those that are left, then as many as a deep review has,
and in the end the highest level's own search must choose the same move. Every stage draws anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from strandline.analysis.measure import COMPARE, LOOK, Measure
from strandline.analysis.values import shares, standard_errors
from strandline.bots import BOTS
from strandline.bots.levels import value_after
from strandline.engine.chance import seeded
from strandline.engine.row import to_bytes
from strandline.puzzles.puzzle import Kind, LineTold, Measured, Node, Puzzle

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from strandline.engine.match import Match
    from strandline.engine.row import Row

MIN_MOVES, MAX_MOVES = 3, 90  # to choose from: with fewer it is a guess, with more nobody looks at all
SECOND = 16  # a part of the playouts of a deep review
# What is looked at before: so many of the moves that look best, a part of the playouts of a deep review, so many at
# least, and what the best must be worth more. The less is looked at, the more the best is flattered.
GLANCES = ((6, 1000, 8, 0.12), (12, 150, 24, 0.13), (12, SECOND, 64, 0.10))
GAP = 0.10  # what the right move is worth more than the next best
SURE = 5  # standard errors that the gap must have
LEVELS = {"paddler": 800, "swimmer": 1100, "surfer": 1400, "lifeguard": 1700}  # what they are rated as solvers
TRIES = 6  # by each of them
LOWEST, HIGHEST = 600, 2200


class Seen(NamedTuple):
    """A move, and how it was seen to end for each playout."""

    move: int
    won: np.ndarray
    sheet: np.ndarray

    @property
    def chance(self) -> float:
        """The mover's chance to win."""
        return float(self.won.mean())


class Finder:
    """Makes puzzles of positions of one match."""

    def __init__(self, match: Match, seed: int) -> None:
        self.match, self.game = match, match.game
        self.measure = Measure(match, "deep", seed, threads=1, table="PUZZLES")
        self.deep = self.measure.depth.playouts

    def close(self) -> None:
        """Let go of the threads."""
        self.measure.pool.shutdown()

    def puzzle(self, match: Match, chosen: int, index: int) -> Puzzle | None:
        """Make a puzzle of where a match stands, in which a strong bot made this move; None where it would be none."""
        state, seat = match.state, match.turn
        view = match.seen_by(state, seat)
        twin = twins(match, view, match.legal_numbers())
        legal, chosen = [*dict.fromkeys(twin.values())], twin[chosen]
        if not MIN_MOVES <= len(legal) <= MAX_MOVES:
            return None
        order = sorted(legal, key=lambda move: -value_after(self.game, view, move))
        others = [move for move in order if move != chosen]
        for most, part, least, gap in GLANCES:
            seen = self.looked(state, [chosen, *others[: most - 1]], index, max(self.deep // part, least))
            if not stands_out(seen, chosen, gap):
                return None
            ranked = [one.move for one in seen[1:]]
            others = [*ranked, *(move for move in others if move not in ranked)]
        whole = self.looked(state, legal, index, max(self.deep // SECOND, 64))
        if not stands_out(whole, chosen, GAP):
            return None
        best = self.looked(state, [one.move for one in whole[:3]], index, self.deep, COMPARE)
        gap, error = difference(best)
        if not stands_out(best, chosen, GAP) or gap < SURE * error:
            return None
        dice = seeded(self.measure.seed, index)
        if twin[BOTS["tide"](self.game, view, dice)] != chosen:
            return None
        return self.made(match, whole, best, error, dice)

    def looked(self, state: Row, moves: Sequence[int], index: int, count: int, purpose: int = LOOK) -> list[Seen]:
        """Play out each of several moves, the best first."""
        seat = int(state.turn)
        done = 0 if purpose == COMPARE else count  # another stream for another count
        ends = self.measure.after_each(state, moves, index, purpose, done, count)
        found = [Seen(move, shares(end.place)[:, seat], end.sheet) for move, end in zip(moves, ends, strict=True)]
        return sorted(found, key=lambda one: -one.chance)

    def made(self, match: Match, whole: list[Seen], best: list[Seen], error: float, dice: object) -> Puzzle:
        """Write the puzzle."""
        spelled, right = self.game.spelled, best[0].move
        chances = {one.move: one.chance for one in (*whole, *best)}
        listed = match.legal_numbers()
        twin = twins(match, match.seen_by(match.state, match.turn), listed)
        same = {move for move in listed if twin[move] == right}
        measured = Measured(
            playouts=self.deep,
            chances={spelled[move]: round(1000 * chance) for move, chance in chances.items()},
            error=max(round(1000 * error), 1),
            lines=self.lines(best[0], best[1]),
        )
        root = Node(
            {spelled[move]: None for move in listed if move in same},
            {spelled[move]: "" for move in listed if move not in same},
        )
        rating = self.rating(match, same, dice)
        return Puzzle(Kind.BEST, match.position(), root, rating, measured=measured)

    def lines(self, right: Seen, other: Seen) -> list[LineTold]:
        """Name the lines of the score sheet that differ most, for sure."""
        gaps = [gap for gap in self.measure.line_gaps(right.sheet, other.sheet) if gap.sure]
        gaps.sort(key=lambda gap: -abs(gap.gap))
        return [LineTold(gap.seat, gap.line, round(gap.better, 2), round(gap.chosen, 2)) for gap in gaps[:6]]

    def rating(self, match: Match, right: set[int], dice: object) -> int:
        """Grade by who finds it: the rating at which the levels would have found it as often as they did."""
        view = match.seen_by(match.state, match.turn)
        found = {
            level: sum(BOTS[level](self.game, view, dice) in right for _ in range(TRIES))  # type: ignore[arg-type]
            for level in LEVELS
        }
        return fitted(found)


def fitted(found: dict[str, int]) -> int:
    """Find the rating under which what was found is most likely; an imagined success and a failure keep it sober."""
    low, high = LOWEST, HIGHEST
    while high - low > 1:
        rating = (low + high) // 2
        expected = sum(TRIES * chance_to_find(LEVELS[level], rating) for level in found)
        expected += chance_to_find(LOWEST, rating) + chance_to_find(HIGHEST, rating)
        low, high = (rating, high) if expected > sum(found.values()) + 1 else (low, rating)
    return low


def chance_to_find(solver: float, puzzle: float) -> float:
    """How likely does somebody with a rating find a puzzle with one?"""
    return float(1 / (1 + 10 ** ((puzzle - solver) / 400)))


def twins(match: Match, view: Row, legal: Sequence[int]) -> dict[int, int]:
    """Name for each move the first one that comes to the same."""
    first: dict[bytes, int] = {}
    return {move: first.setdefault(to_bytes(match.game.after(view, move)), move) for move in legal}


def stands_out(seen: Sequence[Seen], chosen: int, gap: float) -> bool:
    """Is this move the best by so much?"""
    return seen[0].move == chosen and seen[0].chance - seen[1].chance >= gap


def difference(seen: Sequence[Seen]) -> tuple[float, float]:
    """Tell what the best is worth more than the next, and the standard error of that."""
    return seen[0].chance - seen[1].chance, float(standard_errors((seen[0].won - seen[1].won)[:, None])[0])
