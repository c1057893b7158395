"""Is a review right? `python -m bench.review` lets levels play, reviews the matches, and checks what must hold.

Luck sums to nothing over many matches; the stronger level has the lower cost; chances come true as often as they say;
marks agree with the solver where there is one; and how long a match takes.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from itertools import combinations
from math import sqrt
from typing import TYPE_CHECKING, Any

import strandline as sl
from strandline.analysis.account import Mark
from strandline.bots import BOTS
from strandline.bots.solve import Solver, Value
from strandline.engine.chance import seeded

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from strandline.analysis.account import Review
    from strandline.engine.match import Match

    Forecasts = list[tuple[float, float]]  # a chance, and what came of it
    Reliability = list[tuple[float, float, int]]  # of forecasts that are alike: the mean, what came, how many

BINS = 5  # of the table of reliability
SURE = 1.96


def played(slug: str, levels: Sequence[str], number: int) -> Match:
    """Let levels play a match, seats in turn."""
    match, dice = sl.new(slug, seed=number), seeded(number)
    seats = [levels[(seat + number) % len(levels)] for seat in range(match.seats)]
    match.players = tuple(seats)
    while not match.over:
        match.play(BOTS[seats[match.turn]](match.game, match.view(match.turn), dice))
    return match


def reviews(slug: str, levels: Sequence[str], seeds: range, depth: str) -> Iterator[tuple[Match, Review, float]]:
    """Play and review matches; how long did each review take?"""
    for number in seeds:
        match = played(slug, levels, number)
        began = time.perf_counter()
        found = sl.review(match, depth, seed=number)
        yield match, found, time.perf_counter() - began


class Tally:
    """What is counted over all matches of a game."""

    def __init__(self) -> None:
        self.matches = 0
        self.luck: list[float] = []
        self.cost: dict[tuple[str, str], dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
        self.forecasts: dict[str, Forecasts] = defaultdict(list)  # by level: among equals alone
        self.seconds: list[float] = []
        self.solved: list[bool] = []  # does a mark agree with the solver?

    def add(self, pair: tuple[str, str], match: Match, found: Review, seconds: float) -> None:
        """Count one match."""
        self.matches += 1
        self.seconds.append(seconds)
        self.luck.append(found.accounts[0].luck.amount)
        for seat, account in enumerate(found.accounts):
            self.cost[pair][match.players[seat]].append(account.cost.amount)
        if pair[0] == pair[1]:
            results = [account.result for account in found.accounts]
            for _, value in found.curve[:-1]:
                self.forecasts[pair[0]] += zip(value.chances, results, strict=True)

    def check_marks(self, match: Match, found: Review, most: int) -> None:
        """Compare marks with a solver that is asked about every move."""
        solver = Solver(match.game)
        for step in found.steps:
            if step.mark is None or len(self.solved) >= most:
                continue
            solution = solver.solve(match.state_at(step.first))
            if solution.value is not Value.UNKNOWN and not solution.unknown:
                fine = not solution.winning or match.played[step.first] in solution.winning
                self.solved.append(fine == (step.mark is Mark.BEST))


def mean(numbers: Sequence[float]) -> tuple[float, float]:
    """Give the mean, and half the width of its interval."""
    middle = sum(numbers) / len(numbers)
    if len(numbers) < 2:
        return middle, float("inf")
    spread = sum((number - middle) ** 2 for number in numbers) / (len(numbers) - 1)
    return middle, SURE * sqrt(spread / len(numbers))


def brier(forecasts: Forecasts) -> float | None:
    """Give the mean square of what forecasts were off by; always saying one in two would have 0.25."""
    return sum((chance - result) ** 2 for chance, result in forecasts) / len(forecasts) if forecasts else None


def reliability(forecasts: Forecasts) -> Reliability:
    """Sort forecasts by what they said: the mean chance, how often it came true, and how many there were."""
    bins: list[list[tuple[float, float]]] = [[] for _ in range(BINS)]
    for chance, result in forecasts:
        bins[min(int(chance * BINS), BINS - 1)].append((chance, result))
    return [
        (sum(chance for chance, _ in one) / len(one), sum(result for _, result in one) / len(one), len(one))
        for one in bins
        if one
    ]


def summary(tally: Tally) -> dict[str, Any]:
    """Sum up what was counted."""
    luck, interval = mean(tally.luck)
    pairs = [(pair, costs) for pair, costs in tally.cost.items() if pair[0] != pair[1]]
    told = {f"{weak}, {strong}": [mean(costs[weak]), mean(costs[strong])] for (weak, strong), costs in pairs}
    forecasts = [one for level in tally.forecasts.values() for one in level]
    return {
        "matches": tally.matches,
        "seconds": sum(tally.seconds) / len(tally.seconds),
        "luck": luck,
        "luck_interval": interval,
        "luck_is_fair": abs(luck) <= interval,
        "cost": told,
        "stronger_costs_less": [sum(strong[0] < weak[0] for weak, strong in told.values()), len(told)],
        "brier": brier(forecasts),
        "reliability": reliability(forecasts),
        "by_level": {level: [brier(ours), reliability(ours)] for level, ours in tally.forecasts.items()},
        "solver": [sum(tally.solved), len(tally.solved)],
    }


def show(slug: str, found: dict[str, Any]) -> None:
    """Print a summary."""
    print(f"\n{slug}: {found['matches']} matches, {found['seconds']:.1f} s to review one")
    verdict = "within its interval" if found["luck_is_fair"] else "NOT within its interval"
    print(f"  luck of the first seat: {found['luck']:+.3f} ± {found['luck_interval']:.3f}, {verdict}")
    for pair, (weak, strong) in found["cost"].items():
        print(f"  cost per match, {pair}: {weak[0]:.3f} ± {weak[1]:.3f}, {strong[0]:.3f} ± {strong[1]:.3f}")
    lower, pairs = found["stronger_costs_less"]
    print(f"  the stronger level costs less in {lower} of {pairs} pairings")
    if found["brier"] is not None:
        print(f"  Brier score among equals: {found['brier']:.3f}")
        print(f"    {said_and_came(found['reliability'])}")
        for level, (score, table) in found["by_level"].items():
            print(f"    {level}, {score:.3f}: {said_and_came(table)}")
    if found["solver"][1]:
        print(f"  marks agree with the solver: {found['solver'][0]} of {found['solver'][1]}")


def said_and_came(table: Reliability) -> str:
    """Write a table of reliability in one line."""
    return " · ".join(f"said {chance:.0%}, came {came:.0%} ({count})" for chance, came, count in table)


def main() -> None:
    """Play, review, count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", action="append", help="one game; all without it")
    parser.add_argument("--levels", default="paddler,swimmer,surfer", help="the weakest first")
    parser.add_argument("--count", type=int, default=4, help="matches of each pairing, and of each level with itself")
    parser.add_argument("--depth", default="quick")
    parser.add_argument("--moves", type=int, default=1000, help="compared with the solver at most")
    parser.add_argument("--json", action="store_true")
    wish = parser.parse_args()
    levels = wish.levels.split(",")
    pairings = [*combinations(levels, 2), *((level, level) for level in levels)]
    results = {}
    for slug in wish.game or ["high-tide-leiman", "high-tide-henn", "maui", "day-at-the-beach"]:
        tally = Tally()
        for index, pair in enumerate(pairings):
            seeds = range(
                index * wish.count, (index + 1) * wish.count
            )  # no two share a set-up, or its luck counts twice
            for match, found, seconds in reviews(slug, pair, seeds, wish.depth):
                tally.add(pair, match, found, seconds)
                if match.game.solve is not None:
                    tally.check_marks(match, found, wish.moves)
        results[slug] = summary(tally)
        if not wish.json:
            show(slug, results[slug])
    if wish.json:
        print(json.dumps(results, indent=2))


if __name__ == "__main__":
    main()
