"""Measure everything: `python -m bench`, as a table, or `--json`."""

from __future__ import annotations

import argparse
import sys
from functools import partial

from bench import machine, report, startup
from bench.contest import Contest, Effort, Line, NotTheSame, hold
from bench.peers import missing
from bench.twin import NoTwin, compile_twin
from bench.worker import WorkerFailed, usable_cores
from rich.console import Console
from rich.progress import Progress

FULL = Effort(processes=3, rounds=5, share=1.0)
QUICK = Effort(processes=1, rounds=5, share=0.25)

AGAINST_C = Contest(
    "Leiman, one thread",
    "C twin",
    "leiman",
    "leiman in C",
    matches=(20_000, 20_000),
    wanted=0.8,
    same_matches=True,
)
ROLLOUTS = Contest(
    "Connect four, one thread",
    "OpenSpiel C++",
    "connect four",
    "connect four, OpenSpiel",
    matches=(400_000, 60_000),
    wanted=3,
)
VECTORS = Contest(
    "Connect four, one thread", "pgx", "connect four", "connect four, pgx", matches=(400_000, 100_000), wanted=3
)
DRIVEN = Contest(
    "Connect four from Python",
    "OpenSpiel",
    "connect four, driven",
    "connect four, OpenSpiel driven",
    matches=(15_000, 15_000),
    wanted=1,
    same_matches=True,
)


def on_cores(cores: int) -> Contest:
    """Compare this many cores with one, by the clock on the wall."""
    return Contest(
        f"Leiman, {cores} threads",
        "one thread",
        "leiman",
        "leiman",
        matches=(40_000, 40_000),
        wanted=round(0.9 * cores, 1),
        clock="wall",
        cores=cores,
        same_matches=True,
    )


def twin_missing() -> str | None:
    """Compile the C twin, or say why there is none."""
    try:
        compile_twin()
    except NoTwin as reason:
        return str(reason)
    return None


def contests() -> list[tuple[Contest, str | None]]:
    """List who plays against whom, and why a peer is absent."""
    cores = usable_cores()
    return [
        (AGAINST_C, twin_missing()),
        *((on_cores(number), None) for number in sorted({2, cores}) if number <= cores and number > 1),
        (ROLLOUTS, missing("open-spiel")),
        (VECTORS, missing("pgx")),
        (DRIVEN, missing("open-spiel")),
    ]


def measure(quick: bool) -> tuple[list[Line], list[startup.Start]]:
    """Measure everything, with progress on stderr."""
    effort, times = (QUICK, 3) if quick else (FULL, 7)
    lines = []
    with Progress(console=Console(stderr=True), transient=True) as progress:
        for contest, absent in contests():
            task = progress.add_task(f"{contest.what}: {contest.peer_name}", total=effort.processes * effort.rounds)
            lines.append(hold(contest, effort, absent, tick=partial(progress.advance, task)))
        task = progress.add_task("Start-up", total=startup.steps(times))
        return lines, startup.measure(times, tick=partial(progress.advance, task))


def main() -> None:
    """Read the command line, measure, report."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure Strandline against its peers.")
    parser.add_argument("--quick", action="store_true", help="less than a minute instead of three, and less sure")
    parser.add_argument("--json", action="store_true", help="the same as data")
    wish = parser.parse_args()
    facts = machine.facts()
    try:
        lines, starts = measure(wish.quick)
    except (NotTheSame, WorkerFailed) as error:
        sys.exit(f"{type(error).__name__}: {error}")
    if wish.json:
        print(report.as_data(facts, lines, starts))
    else:
        report.show(facts, lines, starts)


if __name__ == "__main__":
    main()
