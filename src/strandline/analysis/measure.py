"""How likely does each seat win a position, and what would another move have brought? By playouts, all seats alike.

Every mover of a playout makes the best of a few random candidates. Where perfect play is within reach, who wins by
force is asked instead. Whatever is secret is dealt anew from what the one who looks at it may know.
"""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from strandline.analysis.playing import NONE, play_out
from strandline.analysis.values import (
    Comparison,
    LineGap,
    Value,
    average,
    final_value,
    mean_value,
    numbers,
    shares,
    standard_errors,
)
from strandline.bots.levels import value_after
from strandline.bots.search import settings_in
from strandline.bots.solve import Solver
from strandline.bots.solve import Value as Verdict
from strandline.engine.chance import seeded
from strandline.engine.contract import CHANCE, NOBODY, OVER
from strandline.engine.playout import fresh, random_table, results
from strandline.engine.row import copy_of, to_bytes
from strandline.engine.rule import compiled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from strandline.engine.game import Game
    from strandline.engine.match import Match
    from strandline.engine.row import Row, Table


class Depth(NamedTuple):
    """How much is looked at."""

    playouts: int  # of each position, and of each move that is compared
    moves: int  # compared at most, those that look best at first sight
    starts: int  # drawn to weigh chance where positions can be solved
    positions: int  # looked at to solve one; the hardest start known takes a few million


DEPTHS = {
    "quick": Depth(300, 6, 8, 5_000_000),
    "normal": Depth(2_000, 8, 16, 5_000_000),
    "deep": Depth(10_000, 24, 200, 20_000_000),
}
# What a game may set otherwise in `REVIEW` of its `evaluate`. Candidates of a mover in a playout: with 2, 3, 4 and 8
# the Brier score of chances among equals is 0.158, 0.150, 0.149 and 0.158 in Maui (120 matches) and 0.181 to 0.184 in
# High Tide (Henn): fewer play too badly, more always the same. By a network it is no better: bench/README.md.
DEFAULTS = {
    "playouts": 100,  # so many in 100 of the usual number, where they take long
    "candidates": 4,
}
FIRST_LOOK = 16  # a part of the playouts: so many are enough to drop the worse half of the moves
CHUNK = 32  # rows that one thread plays before it asks for more
UNCOMPILED_DIVISOR = 100
CURVE, LOOK, COMPARE, DEAL, BRANCH = range(5)  # what a stream of chance is for
ENDINGS = 64  # playouts among which one is looked for that ends as wanted


class Ends(NamedTuple):
    """How playouts ended."""

    place: Any  # [playout, seat]
    sheet: Any  # [playout, seat, line]


def settings_of(game: Game, table: str = "REVIEW") -> dict[str, int]:
    """Give what a game's positions are measured with."""
    return {**DEFAULTS, **settings_in(game, table, DEFAULTS)}


class Measure:
    """Measures positions of one match: the same for the same seed and depth, on any number of cores."""

    def __init__(
        self, match: Match, depth: str, seed: int = 0, threads: int | None = None, *, table: str = "REVIEW"
    ) -> None:
        self.match, self.game, self.seed = match, match.game, seed
        self.seats = match.seats
        settings = settings_of(self.game, table)
        self.candidates = settings["candidates"]
        chosen = DEPTHS[depth]
        divisor = 1 if compiled() else UNCOMPILED_DIVISOR
        self.depth = chosen._replace(
            playouts=max(chosen.playouts * settings["playouts"] // 100 // divisor, 8),
            starts=max(chosen.starts // divisor, 2),
            positions=chosen.positions // divisor,
        )
        self.solvable = self.game.solve is not None and self.seats == 2
        self.pool = ThreadPoolExecutor(threads or os.cpu_count() or 1)
        self._solvers = threading.local()
        self._winners: dict[bytes, int] = {}
        self._branches: dict[tuple[int, int], Value] = {}

    # Playouts

    def stream(self, index: int, purpose: int, first: int, count: int) -> Any:
        """Number the streams of chance of one question."""
        return ((index * 8 + purpose) << 32) + np.arange(first, first + count)

    def ends(self, states: Table, first: Any, stream: Any) -> Ends:
        """Play rows to their end on all cores."""
        count, lines = len(states), len(self.game.rules.SHEET)
        place = np.zeros((count, self.seats), np.int8)
        sheet = np.zeros((count, self.seats, lines), np.int32)
        points = np.zeros((count, self.seats), np.int32)

        def play(begin: int) -> None:
            part = slice(begin, begin + CHUNK)
            self.play(states[part], first[part], stream[part])
            room, placed = np.zeros((self.seats, lines), np.int64), np.zeros(self.seats, np.int64)
            results(states[part], room, placed, points[part], place[part], sheet[part])

        list(self.pool.map(play, range(0, count, CHUNK)))
        return Ends(place, sheet)

    def play(self, states: Table, first: Any, stream: Any, *, until_chance: bool = False) -> None:
        """Play rows on in this thread."""
        scratch, random = fresh(states[0], 3), random_table()
        play_out(states, first, stream, scratch, self.game.buffer(), random, self.seed, self.candidates, until_chance)

    def seen(self, state: Row, seat: int) -> Row:
        """Give a position as a seat may know it."""
        return self.match.seen_by(state, seat)

    def open(self, state: Row) -> bool:
        """Is there nothing secret in a position?"""
        return self.game.view is None or to_bytes(self.seen(state, NOBODY)) == to_bytes(state)

    def deals(self, state: Row, seat: int, index: int, first: int, count: int) -> Table:
        """Make positions that a seat may take this one for: whatever is secret from it is dealt anew in each."""
        view = self.seen(state, seat)
        rows = fresh(view, count)
        if self.game.view is not None:
            streams = self.stream(index, DEAL, first, count).tolist()
            for row, stream in zip(rows, streams, strict=True):
                self.game.view.redeal(row, seat, seeded(self.seed, stream))
        return rows

    # Positions

    def value(self, state: Row, index: int, segment: int) -> Value:
        """Say how a position stands, by what everybody may know; `segment` is the last move of chance before it."""
        if state.turn == OVER:
            places = np.zeros(self.seats, np.int64)
            self.game.rules.places(state, places)
            return final_value(places.tolist())
        if self.solvable:
            found = self.weighed(state, index) if state.turn == CHANCE else self.forced(state, segment)
            if found is not None:
                return found
        return self.played(state, index, CURVE, self.depth.playouts)

    def played(self, state: Row, index: int, purpose: int, count: int) -> Value:
        """Say how a position stands by playouts."""
        nothing = np.full(count, NONE)
        rows = self.deals(state, NOBODY, index, 0, count)
        return mean_value(self.ends(rows, nothing, self.stream(index, purpose, 0, count)).place)

    # Where perfect play is within reach

    @property
    def solver(self) -> Solver:
        """The solver of this thread."""
        if not hasattr(self._solvers, "own"):
            self._solvers.own = Solver(self.game, self.depth.positions)
        return self._solvers.own  # type: ignore[no-any-return]

    def winner(self, state: Row) -> int:
        """Which seat wins by force, until chance sets in again? NOBODY where that is not known."""
        key = to_bytes(state)
        if key not in self._winners:
            verdict = self.solver.value(state)
            wins = {Verdict.WINS: int(state.turn), Verdict.LOSES: 1 - int(state.turn), Verdict.UNKNOWN: NOBODY}
            self._winners[key] = wins[verdict]
        return self._winners[key]

    def prepare(self, states: Sequence[Row]) -> None:
        """Solve positions on all cores, before they are asked about one by one."""
        if self.solvable:
            list(self.pool.map(self.winner, states))

    def forced(self, state: Row, segment: int) -> Value | None:
        """Say how a position stands that is won by force; None where it is not known to be."""
        winner = self.winner(state)
        return None if winner == NOBODY else self.branch(state, segment, winner)

    def branch(self, state: Row, segment: int, winner: int) -> Value | None:
        """Say how the match stands once this seat has won what is played for until chance sets in again.

        How it is won is taken to make no difference, so any ending will do in which it is.
        """
        key = segment, winner
        if key not in self._branches:
            ends = (self.ending(start, segment, winner) for start in (self.opening(segment), state))
            end = next((end for end in ends if end is not None), None)
            if end is None:
                return None
            self._branches[key] = self.value_at_end(end, segment)
        return self._branches[key]

    def opening(self, segment: int) -> Row:
        """Give the position of the match in which chance had had its turn: from there everybody can still win."""
        while self.match.turn_at(segment) == CHANCE:
            segment += 1
        return self.match.state_at(segment)

    def value_at_end(self, state: Row, segment: int) -> Value:
        """Say how the match stands where a segment has ended."""
        if state.turn == OVER:
            return self.value(state, segment, segment)
        value = self.played(state, segment, BRANCH, self.depth.playouts)
        return Value(value.chances, value.places, value.errors, value.place_errors, exact=True)

    def ending(self, state: Row, segment: int, winner: int) -> Row | None:
        """Find a position where chance sets in again, or the match is over, after this seat has won a point."""
        for first in (0, ENDINGS, 2 * ENDINGS):
            rows = fresh(state, ENDINGS)
            streams = self.stream(segment, LOOK, first, ENDINGS)
            self.play(rows, np.full(ENDINGS, NONE), streams, until_chance=True)
            for row in rows:
                if self.gained(state, row) == winner:
                    return cast("Row", copy_of(row))
        return None

    def gained(self, before: Row, after: Row) -> int:
        """Which seat alone has more by the first line of the score sheet? NOBODY where none, or several do."""
        scores = zip(self.match.scores(before), self.match.scores(after), strict=True)
        rose = [seat for seat, (had, has) in enumerate(scores) if has > had]
        return rose[0] if len(rose) == 1 else NOBODY

    def weighed(self, state: Row, index: int) -> Value | None:
        """Say how a position before chance stands: the mean of solved positions that chance may bring."""
        if self.depth.starts < 2:
            return None
        starts = [self.drawn(state, stream) for stream in self.stream(index, COMPARE, 0, self.depth.starts).tolist()]
        if any(start.turn < 0 for start in starts):
            return None
        winners = list(self.pool.map(self.winner, starts))
        values = [
            (None if winner == NOBODY else self.branch(start, index, winner))
            or self.played(start, index, CURVE, self.depth.playouts)
            for start, winner in zip(starts, winners, strict=True)
        ]
        return average(values)

    def drawn(self, state: Row, stream: int) -> Row:
        """Let chance have its turn."""
        random = seeded(self.seed, stream)
        while state.turn == CHANCE:
            state = self.game.after(state, int(self.game.rules.sample(state, random)))
        return state

    # Decisions

    def compare(self, state: Row, chosen: int, index: int, segment: int) -> Comparison:
        """Compare a move with the best one, by what its mover could know."""
        view = self.seen(state, int(state.turn))
        into = self.game.buffer()
        legal = into[: self.game.rules.moves(view, into)].tolist()
        if len(legal) == 1:
            return Comparison(chosen, 1)
        if self.solvable and (found := self.compare_solved(state, chosen, segment, len(legal))) is not None:
            return found
        best = self.best_of(state, self.promising(view, legal, chosen), index)
        return (
            Comparison(chosen, len(legal)) if best == chosen else self.contrast(state, best, chosen, index, len(legal))
        )

    def compare_solved(self, state: Row, chosen: int, segment: int, legal: int) -> Comparison | None:
        """Compare moves by who wins by force after them; None where that is not known."""
        seat = int(state.turn)
        rightful, winner = self.winner(state), self.winner_after(state, chosen)
        if NOBODY in {rightful, winner}:
            return None
        if winner == rightful:
            return Comparison(chosen, legal, exact=True)
        won, lost = self.branch(state, segment, seat), self.branch(state, segment, winner)
        if won is None or lost is None:
            return None
        errors = tuple(float(np.hypot(one, other)) for one, other in zip(won.errors, lost.errors, strict=True))
        _, best = self.solver.answer(state)
        return Comparison(int(best), legal, won.chances, lost.chances, errors, exact=True)

    def winner_after(self, state: Row, move: int) -> int:
        """Which seat wins by force once this move is made?"""
        after = self.game.after(state, move)
        if after.turn >= 0:
            return self.winner(after)
        return self.gained(state, after)

    def promising(self, view: Row, legal: Sequence[int], chosen: int) -> list[int]:
        """Choose the moves that look best at first sight, after the one that was made: it is the best of equals."""
        others = [move for move in legal if move != chosen]
        if len(others) >= self.depth.moves:
            others.sort(key=lambda move: -value_after(self.game, view, move))
        return [chosen, *others[: self.depth.moves - 1]]

    def best_of(self, state: Row, moves: list[int], index: int) -> int:
        """Find the best of several moves: all are played out a little, the better half twice as often, and so on."""
        seat = int(state.turn)
        won = dict.fromkeys(moves, 0.0)
        done, wanted = 0, max(self.depth.playouts // FIRST_LOOK, 4)
        while len(moves) > 1:
            ends = self.after_each(state, moves, index, LOOK, done, wanted - done)
            for move, end in zip(moves, ends, strict=True):
                won[move] += float(shares(end.place)[:, seat].sum())
            moves = sorted(moves, key=lambda move: -won[move])[: (len(moves) + 1) // 2]
            done, wanted = wanted, 2 * wanted
        return moves[0]

    def after_each(
        self, state: Row, moves: Sequence[int], index: int, purpose: int, done: int, count: int
    ) -> list[Ends]:
        """Play out each of several moves from the same deals and with the same chance."""
        deals = self.deals(state, int(state.turn), index, done, count)
        rows = np.concatenate([deals] * len(moves))
        streams = np.tile(self.stream(index, purpose, done, count), len(moves))
        ends = self.ends(rows, np.repeat(np.array(moves), count), streams)
        parts = [slice(number * count, (number + 1) * count) for number in range(len(moves))]
        return [Ends(ends.place[part], ends.sheet[part]) for part in parts]

    def contrast(self, state: Row, best: int, chosen: int, index: int, legal: int) -> Comparison:
        """Compare two moves by fresh playouts: those by which the best was found flatter it."""
        better, other = self.after_each(state, [best, chosen], index, COMPARE, 0, self.depth.playouts)
        won, less = shares(better.place), shares(other.place)
        return Comparison(
            best,
            legal,
            numbers(won.mean(axis=0)),
            numbers(less.mean(axis=0)),
            numbers(standard_errors(won - less)),
            lines=self.line_gaps(better.sheet, other.sheet),
        )

    def line_gaps(self, better: Any, chosen: Any) -> tuple[LineGap, ...]:
        """Compare the score sheets at the end, line by line."""
        errors = np.sqrt((better - chosen).var(axis=0) / len(better))
        means = better.mean(axis=0), chosen.mean(axis=0)
        return tuple(
            LineGap(seat, line, float(means[0][seat, at]), float(means[1][seat, at]), float(errors[seat, at]))
            for seat in range(self.seats)
            for at, line in enumerate(self.game.rules.SHEET)
        )
