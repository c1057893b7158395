"""How long until something happens: fresh processes, timed from outside."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from bench.worker import ROOT, environment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

IMPORT = "import strandline; strandline.new"
FIRST_MOVES = "import strandline; strandline.new('high-tide-leiman', seed=1).legal()"
MATCHES = "import strandline; strandline.playouts('high-tide-leiman', 1000, seed=1)"


@dataclass(frozen=True)
class Run:
    """One process, from its start to its end."""

    wall: float  # seconds
    peak: float  # megabytes


def run(code: str, **variables: str) -> Run:
    """Run a line of Python in a process of its own."""
    began = time.perf_counter()
    child = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, env=environment(**variables))
    _, status, used = os.wait4(child.pid, 0)
    wall = time.perf_counter() - began
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise subprocess.CalledProcessError(child.returncode, code)
    return Run(wall, used.ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10))


@dataclass(frozen=True)
class Start:
    """What came of starting something several times."""

    what: str
    seconds: float  # the median
    low: float
    high: float
    peak: float  # megabytes, the median


def measure(times: int, tick: Callable[[], None]) -> list[Start]:
    """Start everything this many times (half as often what has to be compiled anew)."""

    def started(what: str, code: str, runs: Iterable[dict[str, str]]) -> Start:
        done = []
        for variables in runs:
            done.append(run(code, **variables))
            tick()
        wall = [one.wall for one in done]
        return Start(what, median(wall), min(wall), max(wall), median(one.peak for one in done))

    python = [{"STRANDLINE_RULES": "python"}] * times
    with tempfile.TemporaryDirectory() as caches:
        empty = [{"STRANDLINE_CACHE": f"{caches}/{number}"} for number in range(cold(times))]
        filled = [empty[0]] * times
        return [
            started("1,000 matches, nothing compiled yet", MATCHES, empty),
            started("1,000 matches, compiled before", MATCHES, filled),
            started("import, rules compiled", IMPORT, filled),
            started("import, rules in Python", IMPORT, python),
            started("first legal moves, rules in Python", FIRST_MOVES, python),
        ]


def cold(times: int) -> int:
    """How often is everything compiled anew?"""
    return max(1, times // 2)


def steps(times: int) -> int:
    """How many processes will be started?"""
    return 4 * times + cold(times)
