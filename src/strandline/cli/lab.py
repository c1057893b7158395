"""`strand lab`: experiments about games: run one, make the page about it, compare two."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, TextColumn
from rich.progress import Progress as Bar
from rich.table import Table
from rich.text import Text

from strandline.cli.shell import UsageError, complain, console, language, say, write_json
from strandline.engine.components import spelled
from strandline.engine.errors import printable
from strandline.lab.comparing import compare
from strandline.lab.engines import ENGINES
from strandline.lab.experiment import MOST_MATCHES, read_experiment
from strandline.lab.faults import BadLab
from strandline.lab.finding import find
from strandline.lab.reporting import Report
from strandline.lab.running import Run, default_folder, load
from strandline.lab.words import (
    about_in_words,
    effect_in_words,
    figure,
    gap_in_words,
    in_short,
    p_in_words,
    subject_in_words,
    texts_in,
)

if TYPE_CHECKING:
    from strandline.lab.experiment import Experiment
    from strandline.lab.finding import Findings
    from strandline.lab.reporting import Grid
    from strandline.lab.running import Progress

BY_SIGNAL = 128  # and the signal's number: the exit code of whoever is stopped by one
WIDEST = 1_000  # letters of a line in a file
ACTIONS = {"report": 1, "compare": 2}  # what can be done besides running one, and how many folders it takes


def lab(
    words: Annotated[
        list[str], typer.Argument(metavar="FILE|report WHERE|compare ONE OTHER", help=say("help.lab_words"))
    ],
    on: Annotated[str | None, typer.Option(metavar="|".join(ENGINES), help=say("help.lab_on"))] = None,
    workers: Annotated[int | None, typer.Option(min=1, help=say("help.lab_workers"))] = None,
    into: Annotated[str | None, typer.Option(metavar="FOLDER", help=say("help.lab_into"))] = None,
    matches: Annotated[int | None, typer.Option(min=1, max=MOST_MATCHES, help=say("help.lab_matches"))] = None,
    device: Annotated[str, typer.Option(metavar="cpu|cuda", help=say("help.lab_device"))] = "cpu",
    measure: Annotated[str | None, typer.Option(help=say("help.lab_measure"))] = None,
    as_json: Annotated[bool, typer.Option("--json", help=say("help.json"))] = False,
) -> None:
    """Run an experiment, make the page about it, or compare two."""
    action, places = (words[0], words[1:]) if words[0] in ACTIONS else ("run", words)
    if len(places) != ACTIONS.get(action, 1) or (measure is not None and action != "report"):
        raise UsageError("lab.usage")
    if into == "":
        raise BadLab("results.empty")
    if action == "report":
        report(Path(places[0]), measure, as_json=as_json)
    elif action == "compare":
        show_comparison(*map(Path, places), as_json=as_json)
    else:
        experiment = read_experiment(places[0])
        if matches is not None:
            experiment = msgspec.structs.replace(experiment, matches=matches)
        run(
            experiment, default_folder(experiment) if into is None else Path(into), on, workers, device, as_json=as_json
        )


# Running


def run(experiment: Experiment, into: Path, on: str | None, workers: int | None, device: str, *, as_json: bool) -> None:
    """Run an experiment and show what it found; whoever stops it is told how it goes on."""
    heard = [signal.SIGINT]

    def stop(number: int, _: object) -> None:
        """Do as at Ctrl-C, once: a second signal would disturb whoever writes."""
        signal.signal(number, signal.SIG_IGN)
        heard[:] = [signal.Signals(number)]
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        stopped = play_and_show(experiment, into, on, workers, device, as_json=as_json)
    except KeyboardInterrupt:
        stopped = True
    except BadLab as error:
        if error.key != "run.cluster":
            raise
        complain(error.sentence(language()))
        os._exit(2)  # Ray ends a process whose cluster is gone as it likes
    finally:
        signal.signal(signal.SIGTERM, before)
    if stopped:
        complain(say("lab.stopped", folder=into))
        raise typer.Exit(BY_SIGNAL + heard[0])


def play_and_show(
    experiment: Experiment, into: Path, on: str | None, workers: int | None, device: str, *, as_json: bool
) -> bool:
    """Play with a bar that says how far it is, and show what was found; was it stopped before its end?"""
    screen = Console(stderr=True)
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=24),
        TextColumn("{task.fields[told]}", markup=False),
    )
    with Bar(*columns, console=screen, transient=True, disable=not screen.is_terminal) as bar:
        task = bar.add_task(say("lab.playing", name=experiment.name), total=None, told="")

        def advance(progress: Progress) -> None:
            bar.update(task, completed=progress.done, total=progress.total, told=standing(progress))

        playing = Run(experiment, into, on=on, workers=workers, device=device, progress=advance)
        bar.update(task, completed=playing.done, total=playing.total)
        with redirect_stdout(StringIO() if on == "ray" else sys.stdout):  # Ray tells there of workers that have died
            found = playing.run()
    if as_json:
        write_json(in_json(experiment, found, playing))
    else:
        show(experiment, found, playing, into)
    return playing.interrupted


def standing(progress: Progress) -> str:
    """Say how far it is: rate, remaining time, and the interval as it narrows."""
    ours = texts_in(language())
    measure, _, rest = progress.measure.partition(".")
    kind, _, subject = rest.partition(".")
    share = measure in {"win", "forced", "ties", "comebacks"}
    value = figure(progress.value, ours, half=progress.half, share=share)
    half = figure(progress.half, ours, half=progress.half, share=share)
    told = subject_in_words(kind, subject, ours)
    minutes, seconds = divmod(int(min(progress.seconds, 359_999)), 60)
    hours, minutes = divmod(minutes, 60)
    left = f"{hours}:{minutes:02d}:{seconds:02d}"
    facts = {
        "done": f"{progress.done:,}",
        "total": f"{progress.total:,}",
        "rate": f"{progress.rate:,.0f}",
        "left": left,
    }
    named = ours.say(f"measure.{measure}") + (f" ({told})" if kind else "")
    return say("lab.standing", **facts, arm=progress.arm, measure=named, value=value, half=half)


def show(experiment: Experiment, found: Findings, playing: Run, into: Path) -> None:
    """Show what was found, in a few sentences and a table of the first measure."""
    page = Report(experiment, playing.results, language())
    console().print(printable(page.title), markup=False, style="bold")
    for line in [*page.state(), *in_short(found, experiment, page.texts)]:
        console().print(printable(line), markup=False)
    show_grid(page.estimates(experiment.measures[0]))
    console().print(say("lab.done", count=playing.done, folder=into), markup=False)


def in_json(experiment: Experiment, found: Findings, playing: Run) -> dict[str, Any]:
    """Give what was found for a program to read."""
    told = msgspec.to_builtins(found)
    return {"experiment": experiment.name, "matches": playing.done, "facts": playing.results.facts, **told}


# Pages


def report(where: Path, measure: str | None, *, as_json: bool) -> None:
    """Write the pages about results, or print one measure of them again."""
    experiment, results = load(where)
    if as_json:
        found = find(experiment, results)
        told = msgspec.to_builtins(found)
        if measure is not None:
            told |= {"estimates": msgspec.to_builtins(list(found.of(measure)))}
            told |= {"contrasts": msgspec.to_builtins(list(found.about(measure)))}
        write_json(told)
        return
    page = Report(experiment, results, language())
    if measure is None:
        html, markdown = page.write(results.folder)
        print(page.say("page", html=html, markdown=markdown))
        return
    if measure not in experiment.measures:
        raise UsageError("lab.measure", value=measure, known=", ".join(experiment.measures))
    for grid in (page.estimates(measure), page.contrasts(measure)):
        if grid.rows:
            show_grid(grid)


def show_grid(grid: Grid) -> None:
    """Show a table in the terminal."""
    table = Table(box=None, pad_edge=False)
    for at, head in enumerate(grid.heads):
        table.add_column(Text(head), justify="left" if at < grid.words else "right", overflow="fold")
    for row in grid.rows:
        table.add_row(*(Text(printable(cell)) for cell in row))
    show_table(table)


def show_table(table: Table) -> None:
    """Print a table; in a window that is too narrow cells break between words, elsewhere it is as wide as it is."""
    screen = console()
    if not screen.is_terminal:
        wide = screen.options.update(max_width=WIDEST)
        screen.width = max(screen.measure(table, options=wide).maximum, screen.width)
    screen.print(table, soft_wrap=False, crop=False)


def show_comparison(one: Path, other: Path, *, as_json: bool) -> None:
    """Show two sets of results beside each other."""
    found = compare(one, other)
    if as_json:
        write_json(msgspec.to_builtins(found))
        return
    ours, experiment = texts_in(language()), load(other)[0]
    for field, mine, theirs in found.facts:
        told = {"field": field, "one": spelled(mine), "other": spelled(theirs)}
        console().print(printable(ours.say("compare.differs", **told)), markup=False)
    if not found.facts:
        console().print(ours.say("compare.same"), markup=False)
    table = Table(box=None, pad_edge=False)
    for at, head in enumerate(("arm", "measure", "what", "difference", "interval", "p", "effect", "verdict")):
        table.add_column(ours.say(f"report.{head}"), justify="left" if at < 3 else "right", overflow="fold")
    for line in found.contrasts:
        gap, bounds = gap_in_words(line, ours)
        named = ours.say(f"measure.{line.measure}"), about_in_words(line, experiment, ours)
        doubt = p_in_words(line.corrected, ours), effect_in_words(line.effect, ours)
        verdict = ours.say("report.yes" if line.apart else "report.no")
        table.add_row(*(Text(printable(cell)) for cell in (line.arm, *named, gap, bounds, *doubt, verdict)))
    show_table(table)
