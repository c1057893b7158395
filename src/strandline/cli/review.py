"""`strand review`: where was a finished match decided, what would have been better, and was it luck?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from strandline.analysis.account import Mark
from strandline.analysis.data import as_data
from strandline.analysis.review import check
from strandline.analysis.review import review as review_match
from strandline.analysis.words import moment_in_words, number_in_words, percent, signed, texts_in
from strandline.cli.match import open_match
from strandline.cli.shell import complain, console, language, say, write_json
from strandline.engine.contract import CHANCE
from strandline.engine.errors import printable
from strandline.engine.rule import compiled

if TYPE_CHECKING:
    from strandline.analysis.account import Account, Amount, Review, Step
    from strandline.engine.match import Match

INTERRUPTED = 130
LINES = ("start", "luck", "cost", "given", "rest", "result", "accuracy")  # of an account


def review(
    file: Annotated[Path, typer.Argument(help=say("help.record_argument"))],
    depth: Annotated[str, typer.Option(help=say("help.review_depth"))] = "normal",
    seed: Annotated[int, typer.Option(help=say("help.review_seed"))] = 0,
    keep: Annotated[Path | None, typer.Option(help=say("help.review_keep"))] = None,
    threads: Annotated[int | None, typer.Option(min=1, help=say("help.threads"))] = None,
    plain: Annotated[bool, typer.Option("--plain", help=say("help.plain"))] = False,
    as_json: Annotated[bool, typer.Option("--json", help=say("help.json"))] = False,
) -> None:
    """Review a finished match."""
    match = open_match(file)
    check(match, depth, seed)
    if not compiled():
        complain(say("review.uncompiled"))
    try:
        found = with_progress(match, depth, seed, keep, threads)
    except KeyboardInterrupt:
        complain(say("review.stopped", file=keep) if keep is not None else say("review.lost"))
        raise typer.Exit(INTERRUPTED) from None
    if as_json:
        write_json(as_data(found, match, language()))
    else:
        show(found, match, plain=plain)


def with_progress(match: Match, depth: str, seed: int, keep: Path | None, threads: int | None) -> Review:
    """Review a match, with a bar on the terminal that says how far it is."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    screen = Console(stderr=True)
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as bar:
        task = bar.add_task(say("review.working"), total=None)

        def advance(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        return review_match(match, depth, seed=seed, threads=threads, progress=advance, keep=keep)


def show(found: Review, match: Match, *, plain: bool) -> None:
    """Show the accounts, the marks, and the moments that decided."""
    out = console(plain=plain)
    name = match.colours(language()).say("name")
    facts = {"name": name, "seats": match.seats, "count": match.count, "depth": found.depth, "seed": found.seed}
    out.print(say("review.title", **facts), markup=False)
    if plain:
        for line in accounts_in_words(found, match):
            out.print(line, markup=False)
    else:
        out.print(accounts_as_table(found, match))
    out.print(say("review.sum"), markup=False)
    if not found.moments:
        out.print(say("review.nothing"), markup=False)
        return
    out.print(say("review.moments", count=len(found.moments)), markup=False)
    if not plain:
        out.print(moments_as_table(found, match))
    for step in found.moments:
        out.print(printable(moment_in_words(match, step, language())), markup=False)


def named(match: Match, seat: int) -> str:
    """Name a seat, with whoever played there."""
    player = f" ({printable(match.players[seat])})" if match.players else ""
    return match.texts(language()).seat(seat) + player


def amount(one: Amount, *, turned: bool = False, sign: bool = True) -> str:
    """Write a sum of chances with its interval, in percent."""
    rounded = round(-100 * one.amount if turned else 100 * one.amount)
    written = f"{rounded:+d}" if sign and rounded else str(rounded)
    return say("review.amount", amount=written.replace("-", "−"), half=round(100 * one.half))


def accounts_as_table(found: Review, match: Match) -> Table:
    """Make the table of accounts: where each seat's result came from, and how good its decisions were."""
    ours = texts_in(language())
    table = Table(box=None, pad_edge=False)
    table.add_column("", no_wrap=True)
    for seat in range(match.seats):
        table.add_column(Text(named(match, seat)), justify="right")
    for line in LINES:
        told = (line_in_words(account, line) for account in found.accounts)
        table.add_row(say(f"review.column.{line}"), *told)
    for mark in Mark:
        counts = (str(found.marks(seat)[mark]) for seat in range(match.seats))
        table.add_row(say("review.column.mark", mark=ours.say(f"mark.{mark}")), *counts)
    return table


def line_in_words(account: Account, line: str) -> str:
    """Write a line of an account."""
    value = getattr(account, line)
    if line in {"result", "accuracy"}:
        return percent(value, texts_in(language()), exact=True)
    return amount(value, turned=line == "cost", sign=line != "start")


def moments_as_table(found: Review, match: Match) -> Table:
    """Make the table of turning points: what happened to each seat's chance."""
    ours = texts_in(language())
    table = Table(box=None, pad_edge=False)
    for column in ("move", "who", "what"):
        table.add_column(say(f"review.column.{column}"))
    for seat in range(match.seats):
        table.add_column(Text(match.texts(language()).seat(seat)), justify="right")
    for step in found.moments:
        who = "" if step.seat == CHANCE else match.texts(language()).seat(step.seat)
        table.add_row(
            number_in_words(step, language()),
            Text(who),
            ours.say(f"mark.{step.mark or 'luck'}"),
            *(signed(change, ours) for change in swing(step)),
        )
    return table


def swing(step: Step) -> list[float]:
    """What did luck bring each seat, or a decision take from it?"""
    if step.seat == CHANCE or step.comparison is None:
        return list(step.luck)
    return [-step.comparison.lost(seat) for seat in range(len(step.before.chances))]


def accounts_in_words(found: Review, match: Match) -> list[str]:
    """Tell the accounts and the marks in sentences."""
    ours = texts_in(language())
    said = []
    for seat, account in enumerate(found.accounts):
        facts = {line: line_in_words(account, line) for line in LINES}
        marks = ", ".join(f"{ours.say(f'mark.{mark}')} {count}" for mark, count in found.marks(seat).items())
        said.append(say("review.account", seat=named(match, seat), **facts, marks=marks))
    return said
