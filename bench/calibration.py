"""Whose chances come true? `python -m bench.calibration maui` asks several ways about the same positions.

Equal bots play; at some decisions of each match every way says how likely each seat is to win:

evaluate:4    playouts in which each move is the best of so many random ones by `evaluate`
network:16    the same by the network
glance        the network alone: the chance to leave all others behind, all seats together 1
hint          the search that hints ask, with the network
hint:plain    the same in the same time without it

The Brier score is the mean square of what they were off by; that of playouts less what comes of their small number
alone. Differences from the first way are paired by match, with their standard errors.
"""

from __future__ import annotations

import argparse
import time
from itertools import pairwise
from math import sqrt
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import strandline as sl
from strandline.analysis.measure import CURVE, Measure
from strandline.analysis.values import shares
from strandline.bots import BOTS
from strandline.bots.advice import searched
from strandline.bots.search import Search, network_for
from strandline.engine.chance import begin, below, seeded
from strandline.engine.contract import CHANCE, OVER, features, moves, places, play, sample
from strandline.engine.network import STRENGTH_UNIT, strength
from strandline.engine.playout import fresh, random_table
from strandline.engine.rule import long_rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from strandline.engine.game import Game
    from strandline.engine.match import Match
    from strandline.engine.network import Network
    from strandline.engine.row import Row, Table

CERTAIN = 1 << 40  # more than any network gives: a move that ends the match is worth what it ends with


class Forecast(NamedTuple):
    """What a way says of a position."""

    chances: Sequence[float]
    variances: Sequence[float]  # that come of how few playouts were made


@long_rule
def play_out(
    states: Any, stream: Any, scratch: Any, into: Any, random: Any, candidates: int, network: Network, active: Any,
    hidden: Any, placed: Any,
) -> None:  # fmt: skip
    """Play rows to their end as reviews do, but by the network: each move is the best of so many for its mover."""
    for index in range(len(states)):
        begin(random[0], 1, stream[index])
        scratch[0] = states[index]
        while scratch[0].turn != OVER:
            turn = int(scratch[0].turn)
            tries = best = 0
            if turn == CHANCE:
                into[0] = sample(scratch[0], random[0])
            else:
                legal = moves(scratch[0], into)
                tries = min(legal, candidates)
                for place in range(tries):
                    other = place + below(random[0], legal - place)
                    into[place], into[other] = into[other], into[place]
            chosen = int(into[0])
            for attempt in range(tries + 1):
                trial = attempt < tries
                if trial:
                    scratch[1] = scratch[0]
                play(scratch[1 if trial else 0], int(into[attempt]) if trial else chosen)
                if trial:
                    if scratch[1].turn == OVER:
                        places(scratch[1], placed)
                        worth = CERTAIN * (1 - int(placed[turn]))
                    else:
                        worth = strength(network, active, features(scratch[1], turn, active), hidden)
                    if attempt == 0 or worth > best:
                        best, chosen = worth, int(into[attempt])
        states[index] = scratch[0]


class ByNetwork(Measure):
    """Measures as reviews do, but the network chooses the moves of playouts."""

    network: Network

    def play(self, states: Table, first: Any, stream: Any, *, until_chance: bool = False) -> None:  # noqa: ARG002
        """Play rows on in this thread."""
        active, hidden = scratch_for(self.game, self.network)
        play_out(
            states, stream, fresh(states[0], 2), self.game.buffer(), random_table(), self.candidates, self.network,
            active, hidden, np.zeros(self.seats, np.int64),
        )  # fmt: skip


def scratch_for(game: Game, network: Network) -> tuple[Any, Any]:
    """Make room for the features of a position and for the hidden units of the network."""
    return np.zeros(game.network.ROOM, np.int32), np.zeros(len(network.bias), np.int32)  # type: ignore[union-attr]


def by_glance(game: Game, network: Network, state: Row) -> list[float]:
    """How likely is each seat to win, by the network? The chance to leave all others behind, all seats together 1."""
    active, hidden = scratch_for(game, network)
    shown = game.network.features  # type: ignore[union-attr]
    seats = range(game.seats_of(state))
    strong = [strength(network, active, shown(state, seat, active), hidden) for seat in seats]
    wins = []
    for seat in seats:
        leads = [(strong[seat] - other) / STRENGTH_UNIT for at, other in enumerate(strong) if at != seat]
        wins.append(np.prod([0.5 + 0.5 * lead / sqrt(1 + lead * lead) for lead in leads]))
    return [float(win / sum(wins)) for win in wins]


def asked(way: str, match: Match, network: Network, index: int, playouts: int) -> Forecast:
    """Ask one way about a position of a match."""
    kind, _, what = way.partition(":")
    state = match.state_at(index)
    nothing = [0.0] * match.seats
    if kind == "glance":
        return Forecast(by_glance(match.game, network, state), nothing)
    if kind == "hint":
        view = match.seen_by(state, int(state.turn))
        return Forecast(searched(match.game, view, seeded(1, index), None if what else network).chances, nothing)
    measure = ByNetwork(match, "quick", 1, threads=1) if kind == "network" else Measure(match, "quick", 1, threads=1)
    measure.candidates = int(what)
    if isinstance(measure, ByNetwork):
        measure.network = network
    with measure.pool:
        value = measure.played(state, index, CURVE, playouts)
    return Forecast(value.chances, [chance * (1 - chance) / (playouts - 1) for chance in value.chances])


def played(slug: str, seats: int, level: str, number: int) -> tuple[Match, Network]:
    """Let equal bots play a match; a number in place of a level are simulations of a search with the network."""
    match, dice = sl.new(slug, seats=seats, seed=number), seeded(number)
    network = network_for(match.game, match.state_at(0))
    if network is None:
        raise SystemExit(f"{slug} has no network for {seats}.")
    while not match.over:
        view, legal = match.view(match.turn), match.legal_numbers()
        if len(legal) == 1:
            match.play(legal[0])
        elif level.isdigit():
            search = Search(match.game, view, network, nodes=1 << 16)
            search.run(dice, int(level))
            match.play(search.move_stats()[0].move)
        else:
            match.play(BOTS[level](match.game, view, dice))
    return match, network


def chosen(match: Match, count: int, number: int) -> list[int]:
    """Choose so many decisions of a match, one by lot out of each part of it."""
    dice, decisions = seeded(number, 1), [index for index in range(match.count) if match.turn_at(index) >= 0]
    bounds = [len(decisions) * part // count for part in range(count + 1)]
    return [decisions[low + below(dice, high - low)] for low, high in pairwise(bounds) if high > low]


class Scores:
    """What each way was off by, match by match, and how long it took."""

    def __init__(self, ways: Sequence[str]) -> None:
        self.by_match: dict[str, list[float]] = {way: [] for way in ways}
        self.seconds = dict.fromkeys(ways, 0.0)
        self.positions = 0

    def add(self, match: Match, network: Network, indices: Sequence[int], playouts: int) -> None:
        """Ask every way about some positions of a match."""
        result = shares(np.array([match.places()]))[0]
        self.positions += len(indices)
        for way, scores in self.by_match.items():
            began = time.process_time()
            said = [asked(way, match, network, index, playouts) for index in indices]
            self.seconds[way] += time.process_time() - began
            off = [np.mean(np.square(one.chances - result) - one.variances) for one in said]
            scores.append(float(fmean(off)))

    def told(self) -> list[str]:
        """Tell each way's score beside that of the first."""
        first, *_ = self.by_match.values()
        lines = []
        for way, scores in self.by_match.items():
            gaps = [one - other for one, other in zip(first, scores, strict=True)]
            better = f"better by {fmean(gaps):+.4f} ± {stdev(gaps) / sqrt(len(gaps)):.4f}"
            pace = 1000 * self.seconds[way] / self.positions
            lines.append(f"  {way:12} {fmean(scores):.4f}, {better}, {pace:.1f} ms a position")
        return lines


def main() -> None:
    """Compare for each level."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.calibration", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--levels", default="swimmer,lifeguard,200", help="a number: simulations with the network")
    parser.add_argument("--ways", default="evaluate:4,network:16,glance")
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--positions", type=int, default=5, help="of each match")
    parser.add_argument("--playouts", type=int, default=40, help="of each position")
    parser.add_argument("--seed", type=int, default=0)
    wish = parser.parse_args()
    for level in wish.levels.split(","):
        scores = Scores(wish.ways.split(","))
        for number in range(wish.seed, wish.seed + wish.matches):
            match, network = played(wish.game, wish.seats, level, number)
            scores.add(match, network, chosen(match, wish.positions, number), wish.playouts)
        print(f"{wish.game}, {wish.seats} seats, {level}, {wish.matches} matches, {scores.positions} positions")
        print(*scores.told(), sep="\n", flush=True)


if __name__ == "__main__":
    main()
