"""The bot that searches: it plays the match on in thought, thousands of times, and ever more where that goes well."""

from __future__ import annotations

import heapq
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from strandline.bots.tree import NOTHING, ONE, Node, Settings, Tree, simulate
from strandline.engine.chance import seeded, word
from strandline.engine.playout import fresh
from strandline.engine.row import copy_of, table_of, to_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from strandline.engine.chance import Random
    from strandline.engine.game import Game
    from strandline.engine.row import Row

DEFAULTS = {
    "exploration": 1500,
    "hope": 0,
    "trust": 0,
    "ripe": 1,
    "looks": 1,
    "horizon": 1_000_000,
    "until_chance": 0,
    "scale": 1000,
    "margin": 0,
}
NODES = 1 << 20  # room for as many moves and outcomes, all positions of the tree together
CHUNK = 256  # simulations from one deal after another of what is secret, or between two looks at the clock
ROOM = 64  # nodes for each simulation that a thinker is to run, some matches need less
STEPS = 100  # positions looked at to find one again in the tree
FAMILIAR = 8  # visits that make it worth to be found again
ROOT = 1


class Option(NamedTuple):
    """A legal move, and what has come of it."""

    move: int
    visits: int
    chance: float  # of the mover, to win
    chances: tuple[float, ...]  # of each seat: the part of the others that it leaves behind


class Search:
    """The tree of what was thought about one position. It can grow further, and be taken along when moves are made."""

    def __init__(self, game: Game, view: Row, *, nodes: int = NODES, **settings: int) -> None:
        self.game = game
        self.settings = Settings()
        for name, value in {**DEFAULTS, **getattr(game.evaluate, "SEARCH", {}), **settings}.items():
            self.settings[name] = value
        self._redeal = getattr(game.view, "redeal", None)
        nodes = max(nodes, ROOT + 1 + game.rules.MOVES)
        self._nodes = Node.table(nodes)
        self._total = np.zeros((nodes, game.seats_of(view)), np.int64)
        self._won = np.zeros_like(self._total)
        self._tree = table_of(Tree())
        self._work = fresh(view, 2)
        self._into = game.buffer()
        self.begin(view)

    def begin(self, view: Row) -> None:
        """Forget everything, and think about this position."""
        self._look_at(view)
        self._nodes[ROOT] = Node()
        self._total[ROOT] = self._won[ROOT] = 0
        self._tree[0].root, self._tree[0].used = ROOT, ROOT + 1

    def _look_at(self, view: Row) -> None:
        """Take a position to think about."""
        if view.turn < 0:
            raise ValueError("no seat is to move")
        self.view, self._seen = copy_of(view), to_bytes(view)

    @property
    def visits(self) -> int:
        """How many simulations have begun from the position?"""
        return int(self._nodes[self._tree[0].root].visits)

    def run(self, dice: Random, simulations: int) -> None:
        """Run so many simulations."""
        for done in range(0, simulations, CHUNK):
            roots = self._deals(dice, min(CHUNK, simulations - done))
            simulate(
                roots,
                self._work,
                self._nodes,
                self._total,
                self._won,
                self._tree[0],
                self.settings,
                dice,
                self._into,
                min(CHUNK, simulations - done),
            )

    def run_for(self, dice: Random, seconds: float) -> None:
        """Run simulations until the time is over, some at least."""
        end = time.perf_counter() + seconds
        self.run(dice, CHUNK)
        while time.perf_counter() < end:
            self.run(dice, CHUNK)

    def _deals(self, dice: Random, many: int) -> Any:
        """Make the positions to begin from: what is secret is dealt anew in each of them; else one is enough."""
        if self._redeal is None:
            return fresh(self.view, 1)
        roots = fresh(self.view, max(many, 2))  # from two on, the search knows that they differ
        for index in range(len(roots)):
            self._redeal(roots[index], int(self.view.turn), dice)
            if to_bytes(roots[index]) == self._seen:  # nothing is secret in this match
                return roots[:1]
        return roots

    def _children(self, node: int) -> Iterator[int]:
        """Walk over the moves that the tree knows after a node."""
        child = int(self._nodes[node].first)
        while child != NOTHING:
            yield child
            child = int(self._nodes[child].next)

    def options(self) -> list[Option]:
        """List the moves of the position, the one that was thought about most first."""
        options, turn = [], int(self.view.turn)
        for child in self._children(int(self._tree[0].root)):
            node, visits = self._nodes[child], int(self._nodes[child].visits)
            if visits:
                whole = visits * ONE
                shares = (float(total / whole) for total in self._total[child])
                options.append(Option(int(node.move), visits, float(self._won[child, turn] / whole), tuple(shares)))
        return self.sorted(options)

    def sorted(self, options: Iterable[Option]) -> list[Option]:
        """Put the move first that was thought about most."""
        turn = int(self.view.turn)
        return sorted(options, key=lambda option: (-option.visits, -option.chances[turn], option.move))

    def wins(self) -> tuple[float, ...]:
        """How likely is each seat to win?"""
        won = self._won[self._tree[0].root]
        return tuple(float(share) for share in won / max(int(won.sum()), 1))

    def follow(self, view: Row) -> bool:
        """Think about a later position of the match; was it in the tree, so that something is known of it already?"""
        wanted, order = to_bytes(view), count()
        if self._tree[0].used > len(self._nodes) // 2:
            return False
        near = [(0, next(order), int(self._tree[0].root), self.view)]
        for _ in range(STEPS):
            if not near:
                break
            _, _, node, state = heapq.heappop(near)
            if to_bytes(state) == wanted:
                self._look_at(view)
                self._tree[0].root = node
                return True
            for child in self._children(node):
                if self._nodes[child].visits >= FAMILIAR:
                    after = copy_of(state)
                    self.game.rules.play(after, int(self._nodes[child].move))
                    heapq.heappush(near, (-int(self._nodes[child].visits), next(order), child, after))
        return False


def merged(one: Option, other: Option) -> Option:
    """Make one of what two searches found out about a move."""
    visits = one.visits + other.visits
    part = one.visits / visits
    chances = (part * a + (1 - part) * b for a, b in zip(one.chances, other.chances, strict=True))
    return Option(one.move, visits, part * one.chance + (1 - part) * other.chance, tuple(chances))


class Thinker:
    """Somebody who thinks about a match: with one tree or several, which are taken along from move to move.

    It runs so many simulations for each decision, less those of the trees at hand that began from the same position:
    how well it plays does not depend on the machine.
    """

    def __init__(self, game: Game, trees: int = 1, **settings: int) -> None:
        self.game = game
        self.trees = trees
        self.settings = settings
        self.searches: list[Search] = []

    def think(self, view: Row, dice: Random, simulations: int) -> list[Option]:
        """Think about a position; list its moves, the best first."""
        if not all(search.follow(view) for search in self.searches) or not self.searches:
            nodes = min(NODES, ROOM * simulations // self.trees + 4 * self.game.rules.MOVES)
            self.searches = [Search(self.game, view, nodes=nodes, **self.settings) for _ in range(self.trees)]
        share = -(-simulations // self.trees)
        streams = [seeded(word(dice) << 20, stream) for stream in range(self.trees)]
        if self.trees == 1:
            self.searches[0].run(streams[0], share - self.searches[0].visits)
        else:
            with ThreadPoolExecutor(self.trees) as pool:
                jobs = zip(self.searches, streams, strict=True)
                list(pool.map(lambda job: job[0].run(job[1], share - job[0].visits), jobs))
        found: dict[int, Option] = {}
        for option in (option for search in self.searches for option in search.options()):
            found[option.move] = merged(found[option.move], option) if option.move in found else option
        return self.searches[0].sorted(found.values())

    def wins(self) -> tuple[float, ...]:
        """How likely is each seat to win?"""
        return tuple(fmean(shares) for shares in zip(*(search.wins() for search in self.searches), strict=True))


def search(game: Game, view: Row, dice: Random, simulations: int, trees: int = 1, **settings: int) -> int:
    """Choose a move."""
    return Thinker(game, trees, **settings).think(view, dice, simulations)[0].move
