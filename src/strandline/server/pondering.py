"""Opinions as a worker forms them: a slice of thinking at a time, which goes on where the last one stopped."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from strandline.bots.advice import Advice, MoveChance, solved
from strandline.bots.search import Search, network_for
from strandline.bots.solve import Value
from strandline.engine.chance import seeded
from strandline.engine.contract import NOBODY
from strandline.engine.row import to_bytes

if TYPE_CHECKING:
    from strandline.analysis.values import Value as Values
    from strandline.engine.match import Match
    from strandline.engine.row import Row

SLICE = 0.4  # seconds, after which others may have the worker
ENOUGH = 400_000  # simulations, after which nothing more is thought
NODES = 1 << 18  # of one tree: some 20 to 40 MB
TREES = 2  # kept between slices, the last ones that were asked for
PLAYOUTS = 32  # of a position before chance, between two looks at the clock
PLAYED_ENOUGH = 4_000  # of those


class Opinion(NamedTuple):
    """What is thought of a position so far."""

    advice: Advice | None  # None where chance is to decide: only everybody's chances are known then
    chances: tuple[float, ...]
    looked: int  # simulations, or playouts
    done: bool


class Pondered:
    """A position that is thought about."""

    def __init__(self, match: Match) -> None:
        self.match, self.view = match, view_of(match)
        self.dice = seeded(time.time_ns())
        self.advice = solved(match.game, self.view) if match.turn >= 0 else None
        self.search = self.begin() if match.turn >= 0 and not self.advice else None
        self.values: list[Values] = []

    def begin(self) -> Search:
        """Begin to search where somebody is to move."""
        game = self.match.game
        return Search(game, self.view, network_for(game, self.view), nodes=NODES)

    def go_on(self, seconds: float) -> Opinion:
        """Think a little more."""
        if self.advice is not None:
            return Opinion(self.advice, self.advice.chances, 0, done=True)
        return self.searched(self.search, seconds) if self.search is not None else self.played(seconds)

    def searched(self, search: Search, seconds: float) -> Opinion:
        """Search on where somebody is to move."""
        search.run_for(self.dice, seconds)
        moves = tuple(MoveChance(one.move, one.chance) for one in search.move_stats())
        advice = Advice(Value.UNKNOWN, moves, search.wins())
        only = self.match.game.rules.moves(self.view, self.match.game.buffer()) == 1
        return Opinion(advice, advice.chances, search.visits, done=search.visits >= ENOUGH or only)

    def played(self, seconds: float) -> Opinion:
        """Play on where chance is to decide, many times, all seats alike."""
        from strandline.analysis.measure import CURVE, Measure
        from strandline.analysis.values import average

        measure, until = Measure(self.match, "quick", 0, threads=1), time.monotonic() + seconds
        with measure.pool:
            while True:
                self.values.append(measure.played(self.match.state, len(self.values), CURVE, PLAYOUTS))
                if time.monotonic() > until:
                    break
        many = PLAYOUTS * len(self.values)
        return Opinion(None, average(self.values).chances, many, done=many >= PLAYED_ENOUGH)


def view_of(match: Match) -> Row:
    """Give a position as its mover may know it."""
    return match.view(match.turn if match.turn >= 0 else NOBODY)


thought: dict[tuple[str, bytes], Pondered] = {}  # in this process: the last positions, the least recent first


def ponder(match: Match, seconds: float = SLICE) -> Opinion:
    """Think about a position for a moment, on where the last one stopped."""
    key = match.game.slug, to_bytes(view_of(match))
    found = thought.pop(key, None)
    while len(thought) >= TREES:
        del thought[next(iter(thought))]
    thought[key] = found or Pondered(match)
    return thought[key].go_on(seconds)
