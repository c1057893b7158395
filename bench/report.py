"""The report: tables to read, or the same as data."""

from __future__ import annotations

import json
from dataclasses import asdict
from math import floor, log10
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.table import Table

if TYPE_CHECKING:
    from bench.contest import Line
    from bench.startup import Start

Facts = dict[str, str | int | float | None]
WIDE = 120  # where there is no terminal to fit into


def as_data(machine: Facts, lines: list[Line], starts: list[Start]) -> str:
    """Write the report as JSON, every round included."""
    report = {"machine": machine, "contests": [asdict(x) for x in lines], "starts": [asdict(x) for x in starts]}
    return json.dumps(report, indent=2)


def show(machine: Facts, lines: list[Line], starts: list[Start]) -> None:
    """Print the report."""
    console = Console()
    if not console.is_terminal:
        console.width = WIDE
    console.print(contests(lines))
    console.print(start_up(starts))
    console.print(", ".join(f"{name}: {fact}" for name, fact in machine.items() if fact is not None), highlight=False)


def contests(lines: list[Line]) -> Table:
    """Tabulate what was measured against somebody."""
    table = Table(title="Random matches: ours, side by side with a peer", title_justify="left")
    for column in ("what", "ours", "peer", "", "unit", "ratio", "lowest–highest", "wanted"):
        table.add_column(column, justify="right" if column in {"ours", "", "ratio"} else "left")
    for line in lines:
        theirs = escape(line.note) if line.peer is None else number(line.peer)
        table.add_row(
            line.what, number(line.ours), line.peer_name, theirs, line.unit, ratio(line), strayed(line), wanted(line)
        )
    return table


def start_up(starts: list[Start]) -> Table:
    """Tabulate how long starting takes."""
    table = Table(title="Start-up: a process from its start to its end", title_justify="left")
    for column in ("what", "seconds", "lowest–highest", "peak memory, MB"):
        table.add_column(column, justify="left" if column == "what" else "right")
    for start in starts:
        lowest_highest = f"{number(start.low)}–{number(start.high)}"
        table.add_row(start.what, number(start.seconds), lowest_highest, number(start.peak))
    return table


def number(value: float) -> str:
    """Write a number with three digits that mean something."""
    digits = 2 - floor(log10(abs(value))) if value else 0
    return f"{round(value, digits):,.{max(0, digits)}f}"


def ratio(line: Line) -> str:
    """Write the ratio."""
    return "" if line.ratio is None else f"{line.ratio:.2f}"


def strayed(line: Line) -> str:
    """Write how far the ratio strayed from round to round."""
    return "" if line.low is None or line.high is None else f"{line.low:.2f}–{line.high:.2f}"


def wanted(line: Line) -> str:
    """Say what is wanted, and whether it was reached."""
    if line.ratio is None:
        return f"≥ {line.wanted}"
    return f"≥ {line.wanted} {'reached' if line.ratio >= line.wanted else '[bold]missed[/bold]'}"
