"""How much play does a server take? Ours and boardgame.io's under the same load: `python -m bench.server.load`."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from bench.machine import installed, processor
from bench.report import number
from bench.server.servers import PEER, ServerFailed, free_port, our_command, peer_command, running, warm
from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

OURS, MEMORY, FILES = "Strandline", "boardgame.io, in memory", "boardgame.io, flat files"
DATABASE = "Strandline, PostgreSQL"
WARM = 2  # seconds before anything is counted, unless it is said otherwise
AT_LEAST, P99_UNDER = 1.0, 50  # as many moves as the peer in memory; milliseconds at the given rate
OF_SQLITE = 0.6  # of the moves that are kept by SQLite
BUSY = 0.9  # of one core: more than this, and the load itself would be measured

Result = dict[str, dict[str, float]]


class NoLoad(Exception):
    """The load cannot be made here."""


@dataclass
class Side:
    """One server, with what every round has measured of it."""

    name: str
    rounds: list[Result] = field(default_factory=list)

    def middle(self, phase: str, value: str) -> float:
        """Give the median of the rounds."""
        return median(result[phase][value] for result in self.rounds)


def play(name: str, wish: argparse.Namespace) -> Result:
    """Start a server, load it, stop it."""
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="strandline-load-", ignore_cleanup_errors=True) as folder:
        kept = Path(folder)
        ours = name in {OURS, DATABASE}
        where = wish.postgresql if name == DATABASE else kept
        command = our_command(port, where) if ours else peer_command(port, kept if name == FILES else None)
        return drive(name, command, port, wish, ours=ours)


def drive(
    name: str,
    command: list[str],
    port: int,
    wish: argparse.Namespace,
    *,
    ours: bool,
    database: int | None = None,
    slowed: Callable[[int], AbstractContextManager[object]] = contextlib.nullcontext,
) -> Result:
    """Start a server, and load it; what the process of a database does beside it is measured too."""
    with running(command, port) as server, slowed(server.pid):
        load = {
            "side": "ours" if ours else "peer",
            "port": port,
            "pid": server.pid,
            "database": database,
            "tables": wish.tables,
            "warm": wish.warm,
            "seconds": wish.seconds,
            "rate": wish.rate,
        }
        driven = subprocess.run(
            ["node", str(PEER / "drive.js"), json.dumps(load)], capture_output=True, text=True, check=False
        )
    if driven.returncode != 0:
        raise NoLoad(f"{name}: {driven.stderr.strip()}")
    result: Result = json.loads(driven.stdout)
    return result


def check_node() -> None:
    """Refuse to begin without node and its packages."""
    if shutil.which("node") is None:
        raise NoLoad("node is needed, for the load and for the peer")
    if not (PEER / "node_modules" / "boardgame.io").exists():
        raise NoLoad(f"the peer is not installed: npm install --no-package-lock, in {os.path.relpath(PEER)}")


def measure(wish: argparse.Namespace) -> list[Side]:
    """Load one server after the other, round by round."""
    sides = [Side(OURS), *([] if wish.alone else [Side(MEMORY), Side(FILES)])]
    sides += [Side(DATABASE)] if wish.postgresql else []
    notes = Console(stderr=True)
    for turn in range(wish.rounds):
        for side in sides:
            side.rounds.append(play(side.name, wish))
            full = side.rounds[-1]["full"]
            notes.print(f"round {turn + 1}: {side.name}: {full['rate']:,.0f} moves a second", highlight=False)
    return sides


def ratios(ours: Side, peer: Side, phase: str, value: str) -> list[float]:
    """Compare rounds that were played side by side."""
    return [mine[phase][value] / theirs[phase][value] for mine, theirs in zip(ours.rounds, peer.rounds, strict=True)]


def facts() -> dict[str, Any]:
    """Describe the machine and the versions."""
    manifest = PEER / "node_modules" / "boardgame.io" / "package.json"
    return {
        "processor": processor(),
        "cores": os.cpu_count(),
        "load before": round(os.getloadavg()[0], 2),
        "Python": platform.python_version(),
        "node": subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip(),
        "boardgame.io": json.loads(manifest.read_text(encoding="utf-8"))["version"],
        **{package: installed(package) for package in ("uvicorn", "websockets", "uvloop", "starlette")},
    }


def as_data(machine: dict[str, Any], sides: list[Side]) -> str:
    """Write everything as JSON."""
    return json.dumps({"machine": machine, "sides": {side.name: side.rounds for side in sides}}, indent=2)


def table(sides: list[Side], wish: argparse.Namespace) -> Table:
    """Tabulate medians over the rounds, and what ours is of the others."""
    shown = Table(
        title=f"{wish.tables} tables, two sockets each; medians of {wish.rounds} rounds", title_justify="left"
    )
    shown.add_column("server")
    paced = f"at {wish.rate} a second: "
    for column in ("moves/s", "ours is", "CPU ms/move", "p50", "p95", "p99 ms", "kB/move", f"{paced}p50", "p99 ms"):
        shown.add_column(column, justify="right")
    for side in sides:
        ratio = "" if side is sides[0] else f"{median(ratios(sides[0], side, 'full', 'rate')):.2f}"
        full = [number(side.middle("full", value)) for value in ("cpu_ms", "p50", "p95", "p99")]
        size = number(side.middle("full", "bytes") / 1000)
        slow = [number(side.middle("paced", value)) for value in ("p50", "p99")]
        shown.add_row(side.name, number(side.middle("full", "rate")), ratio, *full, size, *slow)
    return shown


def verdicts(sides: list[Side], wish: argparse.Namespace) -> list[str]:
    """Say what is wanted, and whether it was reached."""
    p99 = sides[0].middle("paced", "p99")
    said = [f"p99 at {wish.rate} moves a second: {p99:.1f} ms, wanted under {P99_UNDER}: {reached(p99 < P99_UNDER)}"]
    for side in sides:
        if side.name == DATABASE:
            share = median(ratios(side, sides[0], "full", "rate"))
            said.append(f"moves, PostgreSQL to SQLite: {share:.2f}, wanted {OF_SQLITE}: {reached(share >= OF_SQLITE)}")
    for peer in [side for side in sides if side.name == MEMORY]:
        found = ratios(sides[0], peer, "full", "rate")
        strayed = f"{median(found):.2f} ({min(found):.2f}–{max(found):.2f})"
        said.append(f"moves, ours to {peer.name}: {strayed}, wanted {AT_LEAST}: {reached(median(found) >= AT_LEAST)}")
    said += [
        f"{side.name}: the load itself took {side.middle('full', 'driver_load'):.2f} of a core: perhaps the limit"
        for side in sides
        if side.middle("full", "driver_load") > BUSY
    ]
    return said


def reached(so: bool) -> str:
    """Say whether something was reached."""
    return "reached" if so else "missed"


def main() -> None:
    """Read the command line, measure, report."""
    parser = argparse.ArgumentParser(prog="python -m bench.server.load", description="Load servers with play.")
    parser.add_argument("--rounds", type=int, default=3, help="each server is loaded so many times, in turns")
    parser.add_argument("--seconds", type=float, default=8, help="of each of the two phases")
    parser.add_argument("--warm", type=float, default=WARM, help="seconds before anything is counted")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rate", type=int, default=400, help="moves a second in the second phase, all tables together")
    parser.add_argument("--alone", action="store_true", help="only our server")
    parser.add_argument("--postgresql", metavar="URL", help="our server over this database as well")
    parser.add_argument("--json", action="store_true", help="every round as data")
    wish = parser.parse_args()
    try:
        check_node()
        warm()
        machine = facts()
        sides = measure(wish)
    except (NoLoad, ServerFailed) as error:
        sys.exit(f"{type(error).__name__}: {error}")
    if wish.json:
        print(as_data(machine, sides))
        return
    console = Console()
    if not console.is_terminal:
        console.width = 120
    console.print(table(sides, wish))
    for line in verdicts(sides, wish):
        console.print(line, highlight=False)
    console.print(", ".join(f"{name}: {fact}" for name, fact in machine.items()), highlight=False)


if __name__ == "__main__":
    main()
