"""A contestant in a process of its own: it plays a round whenever it is asked, and says how long that took."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

ROOT = Path(__file__).parents[1]
# What is measured is the package as it is delivered, whatever the shell is set to.
OF_THE_SHELL = ("STRANDLINE_RULES", "STRANDLINE_COMPONENTS", "NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK")


class WorkerFailed(Exception):
    """A contestant did not answer; its own words are on stderr."""


@dataclass(frozen=True)
class Played:
    """The matches of one round."""

    matches: int
    plies: int  # 0 where the contestant does not count them
    lead: float  # how much more often than the second the first seat wins, from −1 to 1
    check: int = 0  # mixed from all moves and results; 0 where the contestant does not keep it


@dataclass(frozen=True)
class Round:
    """What was played in one round, and how long it took."""

    played: Played
    cpu: float  # seconds, of all threads together
    wall: float  # seconds


def environment(**more: str) -> dict[str, str]:
    """Give a child the variables of the shell, without those that would change what is measured."""
    return {name: value for name, value in os.environ.items() if name not in OF_THE_SHELL} | more


class Worker:
    """The side that asks."""

    def __init__(self, name: str, cores: int = 1) -> None:
        self.name = name
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bench.contestants", name, str(cores)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env=environment(),
        )

    def play(self, matches: int, seed: int) -> Round:
        """Have a round played."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            self.process.stdin.write(f"{matches} {seed}\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise WorkerFailed(self.name) from None
        answer = self.process.stdout.readline()
        if not answer:
            raise WorkerFailed(self.name)
        said = json.loads(answer)
        return Round(Played(**said["played"]), said["cpu"], said["wall"])

    def __enter__(self) -> Self:
        """Start with a match that does not count, so that compilers and caches have had their turn."""
        self.play(1, 0)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Send the contestant home."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


def answer(play: Callable[[int, int], Played]) -> None:
    """Play a round for every line on stdin: the side that is asked."""
    for line in sys.stdin:
        matches, seed = map(int, line.split())
        cpu, wall = time.process_time(), time.perf_counter()
        played = play(matches, seed)
        cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
        print(json.dumps(asdict(Round(played, cpu, wall))), flush=True)


def stay_on(cores: int) -> None:
    """Use no more than this many cores, the same ones for every contestant (where the system can be told so)."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:cores])


def usable_cores() -> int:
    """How many cores may this process use?"""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
