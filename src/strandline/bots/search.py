"""The bot that searches: it plays the match on in thought, thousands of times, and ever more where that goes well."""

from __future__ import annotations

import heapq
import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import count
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from strandline.bots.tree import NO_NODE, REWARD_UNIT, Node, Settings, Tree, simulate
from strandline.engine.chance import seeded, word
from strandline.engine.errors import BadGame
from strandline.engine.network import load, no_network
from strandline.engine.playout import fresh
from strandline.engine.row import copy_of, table_of, to_bytes

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from strandline.engine.chance import Random
    from strandline.engine.game import Game
    from strandline.engine.network import Network
    from strandline.engine.row import Row

DEFAULTS = {
    "exploration": 1500,
    "urgency": 0,
    "prior_weight": 0,
    "expand_after": 1,
    "candidates": 1,
    "horizon": 1_000_000,
    "until_chance": 0,
    "scale": 1000,
    "margin": 0,
    "merged": 0,
    "learned": 0,
}
NODES = 1 << 20  # room for as many moves and outcomes, all positions of the tree together
BATCH = 256  # simulations between two looks at the clock, each from another deal of what is secret
NODES_PER_SIMULATION = 64  # of a thinker's tree; some matches need less
REUSE_POSITIONS = 100  # looked at to find the next position of the match in the tree
REUSE_VISITS = 8  # nodes with fewer are not looked at
ROOT = 1


def settings_in(game: Game, table: str, known: Collection[str], *, taught: bool = False) -> dict[str, Any]:
    """Give what a game sets for its bots in a table of its `evaluate`, or beyond that where its network is asked."""
    wanted: dict[str, Any] = getattr(game.evaluate, table, {})
    if taught:
        wanted = wanted | getattr(game.network, table, {})
    for name in wanted:
        if name not in known:
            raise BadGame("game.setting", game=game.slug, name=name, known=", ".join(known))
    return wanted


def network_for(game: Game, view: Row) -> Network | None:
    """Give the network that was taught to value matches like this one, if there is such."""
    if game.network is None or game.corrected or not game.network.covers(view):
        return None
    file = game.folder / "network" / f"{weights_for(game, view)}.npz"
    return loaded_network(file) if file.exists() else None


def weights_for(game: Game, view: Row) -> str:
    """Name the weights for matches like this one: by the number of seats, if the room `network` says nothing else."""
    named = getattr(game.network, "weights", None)
    return str(game.seats_of(view) if named is None else named(view))


loaded_network = cache(load)


def in_the_same_time(game: Game, view: Row, network: Network | None, simulations: int) -> int:
    """How many simulations take as long with this network as so many take without any, for as many seats?"""
    pace: int | dict[int, int] = 100 if network is None else getattr(game.network, "PACE", 100)
    return simulations * (pace.get(game.seats_of(view), 100) if isinstance(pace, dict) else pace) // 100


class MoveStats(NamedTuple):
    """A legal move, and what has come of it."""

    move: int
    visits: int
    chance: float  # of the mover, to win
    chances: tuple[float, ...]  # of each seat: the part of the others that it leaves behind


class Search:
    """The tree of what was thought about one position. It can grow further, and be taken along when moves are made."""

    def __init__(
        self, game: Game, view: Row, network: Network | None = None, /, *, nodes: int = NODES, **settings: int
    ) -> None:
        self.game = game
        self.settings = Settings()
        tuned = settings_in(game, "SEARCH", DEFAULTS, taught=network is not None)
        for name, value in {**DEFAULTS, **tuned, **settings}.items():
            self.settings[name] = value
        self._network = network or no_network()
        self._active = np.zeros(1 if game.network is None else game.network.ROOM, np.int32)
        self._redeal = getattr(game.view, "redeal", None)
        nodes = max(nodes, ROOT + 1 + game.rules.MOVES)
        self._nodes = Node.table(nodes)
        self._total = np.zeros((nodes, game.seats_of(view)), np.int64)
        self._won = np.zeros_like(self._total)
        self._tree = table_of(Tree())
        self._work = fresh(view, 2)
        self._into = game.buffer()
        self.reset(view)

    def reset(self, view: Row) -> None:
        """Begin a new tree from this position."""
        self._set_view(view)
        self._nodes[ROOT] = Node()
        self._total[ROOT] = self._won[ROOT] = 0
        self._tree[0].root, self._tree[0].used = ROOT, ROOT + 1

    def _set_view(self, view: Row) -> None:
        """Set the position that is searched."""
        if view.turn < 0:
            raise ValueError("no seat is to move")
        self.view, self._seen = copy_of(view), to_bytes(view)

    @property
    def visits(self) -> int:
        """How many simulations have begun from the position?"""
        return int(self._nodes[self._tree[0].root].visits)

    def run(self, dice: Random, simulations: int) -> None:
        """Run so many simulations."""
        for done in range(0, simulations, BATCH):
            roots = self._deals(dice, min(BATCH, simulations - done))
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
                self._network,
                self._active,
                min(BATCH, simulations - done),
            )

    def run_for(self, dice: Random, seconds: float) -> None:
        """Run simulations until the time is over, some at least."""
        end = time.perf_counter() + seconds
        self.run(dice, BATCH)
        while time.perf_counter() < end:
            self.run(dice, BATCH)

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
        while child != NO_NODE:
            yield child
            child = int(self._nodes[child].next)

    def move_stats(self) -> list[MoveStats]:
        """List the moves of the position, the most visited first."""
        found, turn = [], int(self.view.turn)
        for child in self._children(int(self._tree[0].root)):
            node, visits = self._nodes[child], int(self._nodes[child].visits)
            if visits:
                whole = visits * REWARD_UNIT
                shares = (float(total / whole) for total in self._total[child])
                found.append(MoveStats(int(node.move), visits, float(self._won[child, turn] / whole), tuple(shares)))
        return self.sorted(found)

    def sorted(self, moves: Iterable[MoveStats]) -> list[MoveStats]:
        """Put the most visited move first."""
        turn = int(self.view.turn)
        return sorted(moves, key=lambda stats: (-stats.visits, -stats.chances[turn], stats.move))

    def wins(self) -> tuple[float, ...]:
        """How likely is each seat to win?"""
        won = self._won[self._tree[0].root]
        return tuple(float(share) for share in won / max(int(won.sum()), 1))

    def reuse(self, view: Row) -> bool:
        """Make a later position of the match the root, with the tree below it; False where it is not in the tree."""
        wanted, order = to_bytes(view), count()
        if self._tree[0].used > len(self._nodes) // 2 or self.settings.merged:
            return False
        near = [(0, next(order), int(self._tree[0].root), self.view)]
        for _ in range(REUSE_POSITIONS):
            if not near:
                break
            _, _, node, state = heapq.heappop(near)
            if to_bytes(state) == wanted:
                self._set_view(view)
                self._tree[0].root = node
                return True
            for child in self._children(node):
                if self._nodes[child].visits >= REUSE_VISITS:
                    after = copy_of(state)
                    self.game.rules.play(after, int(self._nodes[child].move))
                    heapq.heappush(near, (-int(self._nodes[child].visits), next(order), child, after))
        return False


def merged(one: MoveStats, other: MoveStats) -> MoveStats:
    """Make one of what two searches found out about a move."""
    visits = one.visits + other.visits
    part = one.visits / visits
    chances = (part * a + (1 - part) * b for a, b in zip(one.chances, other.chances, strict=True))
    return MoveStats(one.move, visits, part * one.chance + (1 - part) * other.chance, tuple(chances))


class Thinker:
    """Somebody who thinks about a match: with one tree or several, which are taken along from move to move.

    It runs so many simulations for each decision, less those of the trees at hand that began from the same position:
    how well it plays does not depend on the machine.
    """

    def __init__(self, game: Game, trees: int = 1, **settings: int) -> None:
        self.game = game
        self.trees = trees
        self.network: Network | None = None  # that values positions; whoever knows of one may set it
        self.settings = settings
        self.searches: list[Search] = []

    def think(self, view: Row, dice: Random, simulations: int) -> list[MoveStats]:
        """Think about a position; list its moves, the best first."""
        if not all(search.reuse(view) for search in self.searches) or not self.searches:
            nodes = min(NODES, NODES_PER_SIMULATION * simulations // self.trees + 4 * self.game.rules.MOVES)
            new = (Search(self.game, view, self.network, nodes=nodes, **self.settings) for _ in range(self.trees))
            self.searches = list(new)
        share = -(-simulations // self.trees)
        streams = [seeded(word(dice) << 20, stream) for stream in range(self.trees)]
        if self.trees == 1:
            self.searches[0].run(streams[0], share - self.searches[0].visits)
        else:
            with ThreadPoolExecutor(self.trees) as pool:
                jobs = zip(self.searches, streams, strict=True)
                list(pool.map(lambda job: job[0].run(job[1], share - job[0].visits), jobs))
        found: dict[int, MoveStats] = {}
        for stats in (stats for search in self.searches for stats in search.move_stats()):
            found[stats.move] = merged(found[stats.move], stats) if stats.move in found else stats
        return self.searches[0].sorted(found.values())

    def wins(self) -> tuple[float, ...]:
        """How likely is each seat to win?"""
        return tuple(fmean(shares) for shares in zip(*(search.wins() for search in self.searches), strict=True))
