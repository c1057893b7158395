"""How much play do nodes take, and over which store? `python -m bench.cluster.load`, each under the same load in turns.

One process over SQLite, one over PostgreSQL, two processes over PostgreSQL (`--workers 2`), and boardgame.io over its
PostgreSQL store. PostgreSQL is started here, and syncs every commit, as SQLite does.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from functools import partial
from statistics import median
from typing import ClassVar

from bench.cluster.machines import Database
from bench.cluster.shares import NoShares, shares
from bench.report import number
from bench.server.load import WARM, NoLoad, Result, Side, check_node, drive, facts, ratios, reached
from bench.server.servers import ServerFailed, free_port, our_command, peer_command, warm
from rich.console import Console
from rich.table import Table

FILE, ONE, TWO, PEER = "SQLite, one process", "PostgreSQL, one process", "PostgreSQL, --workers 2", "boardgame.io"
SIDES = {"file": FILE, "one": ONE, "two": TWO, "peer": PEER}
OF_SQLITE, OF_ONE, P99_UNDER = 0.6, 1.6, 50


class Durable(Database):
    """A PostgreSQL server that waits for its disk, with nothing else set."""

    settings: ClassVar[dict[str, str]] = {"listen_addresses": "127.0.0.1", "max_connections": "100"}


def play(name: str, database: Durable, wish: argparse.Namespace) -> Result:
    """Load one server, over tables of its own."""
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="strandline-load-", ignore_cleanup_errors=True) as folder:
        where = folder if name == FILE else database.database()
        command = peer_command(port, where) if name == PEER else our_command(port, where)
        workers = 2 if name == TWO else 1
        command += [str(workers)] if workers > 1 else []
        process = None if name == FILE else database.process.pid
        slowed = partial(shares, workers=workers, share=wish.share)
        return drive(name, command, port, wish, ours=name != PEER, database=process, slowed=slowed)


def table(sides: list[Side], wish: argparse.Namespace) -> Table:
    """Tabulate medians over the rounds."""
    title = f"{wish.tables} tables, two sockets each; medians of {wish.rounds} rounds; loads in cores"
    shown = Table(title=title, title_justify="left")
    shown.add_column("server")
    paced = f"at {wish.rate} a second: "
    loads = ("its load", "the database's", "the driver's")
    for column in ("moves/s", "CPU ms/move", *loads, "p50", "p99 ms", f"{paced}p50", "p99 ms"):
        shown.add_column(column, justify="right")
    for side in sides:
        keys = ("rate", "cpu_ms", "server_load", "database_load", "driver_load", "p50", "p99")
        full = [number(side.middle("full", key)) for key in keys]
        shown.add_row(side.name, *full, *(number(side.middle("paced", key)) for key in ("p50", "p99")))
    return shown


def verdicts(sides: dict[str, Side]) -> list[str]:
    """Say what is wanted, and whether it was reached."""
    said = []
    for one, other, least in ((ONE, FILE, OF_SQLITE), (TWO, ONE, OF_ONE)):
        if one in sides and other in sides:
            share = median(ratios(sides[one], sides[other], "full", "rate"))
            said.append(f"moves, {one} to {other}: {share:.2f}, wanted {least}: {reached(share >= least)}")
    if PEER in sides and ONE in sides:
        said.append(f"moves, {ONE} to {PEER}: {median(ratios(sides[ONE], sides[PEER], 'full', 'rate')):.2f}")
    if TWO in sides:
        p99 = sides[TWO].middle("paced", "p99")
        said.append(f"p99 on two nodes: {p99:.1f} ms, wanted under {P99_UNDER}: {reached(p99 < P99_UNDER)}")
    return said


def main() -> None:
    """Read the command line, measure, report."""
    parser = argparse.ArgumentParser(prog="python -m bench.cluster.load", description="Load nodes with play.")
    parser.add_argument("--rounds", type=int, default=3, help="each server is loaded so many times, in turns")
    parser.add_argument("--seconds", type=float, default=8, help="of each of the two phases")
    parser.add_argument("--warm", type=float, default=WARM, help="seconds before anything is counted")
    parser.add_argument("--share", type=float, help="of a core for each process of a server; all it can get without it")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rate", type=int, default=400, help="moves a second in the second phase, all tables together")
    parser.add_argument("--sides", default="file,one,two,peer", help="which servers")
    parser.add_argument("--json", action="store_true", help="every round as data")
    wish = parser.parse_args()
    sides = [Side(SIDES[name]) for name in wish.sides.split(",")]
    notes, database = Console(stderr=True), Durable()
    try:
        check_node()
        warm()
        machine = facts()
        for turn in range(wish.rounds):
            for side in sides:
                side.rounds.append(play(side.name, database, wish))
                rate = side.rounds[-1]["full"]["rate"]
                notes.print(f"round {turn + 1}: {side.name}: {rate:,.0f} moves a second", highlight=False)
    except (NoLoad, NoShares, ServerFailed) as error:
        sys.exit(f"{type(error).__name__}: {error}")
    finally:
        database.remove()
    if wish.json:
        print(json.dumps({"machine": machine, "sides": {side.name: side.rounds for side in sides}}, indent=2))
        return
    console = Console()
    if not console.is_terminal:
        console.width = 140
    console.print(table(sides, wish))
    for line in verdicts({side.name: side for side in sides}):
        console.print(line, highlight=False)
    console.print(", ".join(f"{name}: {fact}" for name, fact in machine.items()), highlight=False)


if __name__ == "__main__":
    main()
