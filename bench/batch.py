"""How fast is a batch stepped from Python, beside `Drive` and beside `playouts`? `python -m bench.batch`.

Random moves everywhere. `Drive` steps one match from Python, so it is counted in decisions per second; `playouts` never
comes back to Python before a match is over, so it is counted in matches per second. All three run in turn, several
times over; each figure is the median of its times, and a ratio that of the two medians. On one thread, the default,
seconds are those of the processor, so that whatever else runs on the machine does not count.
"""

from __future__ import annotations

import argparse
import random
import time
from statistics import median
from typing import TYPE_CHECKING

from bench.worker import ROOT

import strandline as sl
from strandline.engine.playout import Drive

if TYPE_CHECKING:
    from collections.abc import Callable

    from strandline.engine.game import Game

WANTED_OF_DRIVE, WANTED_OF_PLAYOUTS = 20, 0.7


def main() -> None:
    """Measure every game, and connect four."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[])
    parser.add_argument("--count", type=int, default=1024)
    parser.add_argument("--seconds", type=float, default=0.5, help="for one time of one of them")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=1, help="of Batch and playouts alike; Drive has one")
    given = parser.parse_args()
    sl.add_game(ROOT / "examples" / "connect_four")
    columns = (
        "Drive, decisions/s",
        "Batch, decisions/s",
        "of Drive",
        "playouts, matches/s",
        "Batch, matches/s",
        "of it",
    )
    print(f"| game | {' | '.join(columns)} |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    for slug in given.games or sl.all_games():
        measure(sl.game(slug), given.count, given.seconds, given.rounds, given.threads)
    print(f"\nWanted: {WANTED_OF_DRIVE} times Drive, {WANTED_OF_PLAYOUTS} of playouts; {given.count} at once.")


def measure(game: Game, count: int, seconds: float, rounds: int, threads: int) -> None:
    """Measure one game, and print its line."""
    batch = sl.Batch(game, count, restart=True, threads=threads)
    ways: list[Callable[[], tuple[int, int]]] = [
        driven(game),
        lambda: stepped(batch),
        lambda: (0, len(sl.playouts(game, count, threads=threads))),
    ]
    rates: list[list[tuple[float, float]]] = [[], [], []]
    for way in ways:
        way()
    for _ in range(rounds):
        for way, found in zip(ways, rates, strict=True):
            found.append(timed(way, seconds, time.process_time if threads == 1 else time.perf_counter))
    drive = median(rate for rate, _ in rates[0])
    decisions, matches = (median(part) for part in zip(*rates[1], strict=True))
    whole = median(rate for _, rate in rates[2])
    ratios = f"{decisions / drive:.1f} | {whole:,.0f} | {matches:,.0f} | {matches / whole:.2f}"
    print(f"| {game.slug} | {drive:,.0f} | {decisions:,.0f} | {ratios} |", flush=True)


def timed(way: Callable[[], tuple[int, int]], seconds: float, clock: Callable[[], float]) -> tuple[float, float]:
    """Repeat it for so long: how many decisions and matches in a second?"""
    decisions = matches = 0
    began = clock()
    while (passed := clock() - began) < seconds:
        more, ended = way()
        decisions += more
        matches += ended
    return decisions / passed, matches / passed


def driven(game: Game) -> Callable[[], tuple[int, int]]:
    """Drive one match from Python."""
    drive, below = Drive(game), random.Random(1).randrange
    seeds = iter(range(1 << 62))

    def play() -> tuple[int, int]:
        plies, count = 0, drive.begin(next(seeds))
        while count:
            count = drive.step(below(count))
            plies += 1
        return plies, 1

    return play


def stepped(batch: sl.Batch) -> tuple[int, int]:
    """Step a batch from Python; moves that it has chosen itself need no check."""
    ended = 0
    for _ in range(16):
        batch.step(batch.choose("random"), check=False)
        ended += int(batch.over.sum())
    return 16 * len(batch), ended


if __name__ == "__main__":
    main()
