"""The lab beside what it is made of: matches per second beside `playouts`, a cluster of two beside one, luck taken out.

python -m bench.lab speed      # random play through the lab, Parquet and statistics included, beside sl.playouts
python -m bench.lab ray        # two workers of a Ray cluster beside one
python -m bench.lab luck       # how many of the matches would do with luck taken out
python -m bench.lab equal      # how often two equal arms are told apart, in 1,000 runs
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import strandline as sl
from strandline.lab.experiment import parse_experiment
from strandline.lab.finding import contrast, corrected, series_of
from strandline.lab.playing import Bench
from strandline.lab.running import Run, run, works_of

ROUNDS = 3
GAMES = {"high-tide-henn": 1_000_000, "maui": 300_000, "high-tide-leiman": 100_000, "day-at-the-beach": 200_000}


def lab_seconds(slug: str, matches: int, seed: int) -> tuple[float, int]:
    """Run an experiment with the usual measures: CPU seconds of all threads, and a sum by which to compare."""
    experiment = parse_experiment(f'game = "{slug}"\nmatches = {matches}\nseed = {seed}')
    with tempfile.TemporaryDirectory() as folder:
        began = time.process_time()
        playing = Run(experiment, Path(folder) / "lab", on="threads")
        playing.run()
        seconds = time.process_time() - began
        columns = playing.results.columns(experiment.arms[0])
        return seconds, int(columns["plies"].sum())


def playouts_seconds(slug: str, matches: int, seed: int) -> tuple[float, int]:
    """Play the same matches without a lab."""
    began = time.process_time()
    played = sl.playouts(slug, matches, seed=seed, sheets=True)
    return time.process_time() - began, int(played.plies.sum())


def speed() -> None:
    """Print matches per CPU second of both, and the ratio, rounds side by side."""
    for slug, matches in GAMES.items():
        lab_seconds(slug, 2_000, 0)
        playouts_seconds(slug, 2_000, 0)
        ratios, rates = [], []
        for number in range(ROUNDS):
            ours, plies = lab_seconds(slug, matches, number)
            theirs, same = playouts_seconds(slug, matches, number)
            assert plies == same, "both play the same matches"
            ratios.append(theirs / ours)
            rates.append(matches / ours)
        rate, ratio = median(rates), median(ratios)
        print(
            f"{slug}: {rate:,.0f} matches per CPU second, {ratio:.2f} of playouts ({min(ratios):.2f}–{max(ratios):.2f})"
        )


def ray(matches: int = 600_000) -> None:
    """Print the wall-clock rate of a cluster with one worker and with two, once their processes are warm."""
    rates = {}
    for workers in (1, 2):
        text = f'game = "high-tide-henn"\nseats = 4\nbots = "greedy"\nmatches = {matches}'
        marks: list[tuple[float, int]] = []
        with tempfile.TemporaryDirectory() as folder:
            playing = Run(
                parse_experiment(text),
                Path(folder) / "lab",
                on="ray",
                workers=workers,
                progress=lambda told, marks=marks: marks.append((time.monotonic(), told.done)),  # type: ignore[misc]
            )
            playing.run()
        first = next(mark for mark in marks if mark[1] > matches / 4)
        last = next(mark for mark in marks if mark[1] > matches * 0.85)
        rates[workers] = (last[1] - first[1]) / (last[0] - first[0])
        print(f"{workers} worker(s): {rates[workers]:,.0f} matches a second")
    print(f"two beside one: {rates[2] / rates[1]:.2f}")


def luck() -> None:
    """Print the part of the matches that would do with luck taken out, by game, seats and bots."""
    for slug, seats, bots, how, matches in (
        ("high-tide-henn", 3, "greedy", "true", 4_000),
        ("high-tide-henn", 3, "greedy", "300", 300),
        ("high-tide-henn", 4, "swimmer", "true", 4_000),
        ("high-tide-henn", 4, "swimmer", "300", 200),
        ("maui", 2, "greedy", "300", 60),
    ):
        text = f'game = "{slug}"\nseats = {seats}\nbots = "{bots}"\nmatches = {matches}\nluck = {how}\nmeasure = "win"'
        with tempfile.TemporaryDirectory() as folder:
            found = run(parse_experiment(text), Path(folder) / "lab", on="threads")
        left = [one.left for one in found.estimates if one.kind == "seat" and one.left is not None]
        print(
            f"{slug}, {seats} seats, {bots}, luck = {how}: {sum(left) / len(left):.0%} of {matches} matches would do",
            flush=True,
        )


def equal(runs: int = 1_000, size: int = 400) -> None:
    """Print in how many of so many runs two equal arms, each with seeds of its own, are told apart."""
    text = 'game = "high-tide-henn"\nseats = 4\nmeasure = ["win", "points", "length", "spread", "sheet"]'
    experiment = parse_experiment(text)
    bench = Bench(works_of(experiment)[0])
    columns, apart = bench.play(0, 2 * runs * size), 0
    for number in range(runs):
        parts = [slice((2 * number + half) * size, (2 * number + half + 1) * size) for half in (0, 1)]
        sides = [{name: values[part] for name, values in columns.items()} for part in parts]
        ours, theirs = (series_of(bench.arm, side, experiment.measures) for side in sides)
        several = [
            contrast(experiment, bench.arm, bench.arm, ours[name], theirs[name], 0, paired=False) for name in ours
        ]
        apart += any(one.apart for one in corrected(several, experiment.confidence))
    print(f"told apart in {apart} of {runs} runs, {len(ours)} comparisons each")


if __name__ == "__main__":
    {"speed": speed, "ray": ray, "luck": luck, "equal": equal}[sys.argv[1]]()
