"""One page about an experiment, as HTML and as Markdown: plots, tables, and the command that prints each again."""

from __future__ import annotations

from html import escape
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from strandline import api
from strandline.engine.components import spelled
from strandline.engine.errors import printable
from strandline.lab import plots
from strandline.lab.finding import EVEN, find, series_of
from strandline.lab.measures import SHARES, by_seat
from strandline.lab.results import EXPERIMENT
from strandline.lab.running import load
from strandline.lab.words import (
    about_in_words,
    effect_in_words,
    estimate_in_words,
    figure,
    gap_in_words,
    in_short,
    luck_in_words,
    luckless_in_words,
    p_in_words,
    texts_in,
)

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.lab.experiment import Arm, Experiment
    from strandline.lab.finding import Contrast, Estimate, Findings
    from strandline.lab.results import Results

LONG = 18  # letters of a cell that may be broken
FOLDED = 12  # rows; a longer table opens when somebody wants it
DISTRIBUTED = ("points", "length", "spread", "branching")  # measures whose distribution is drawn

HERE = Path(__file__).parent / "page"


class Grid(NamedTuple):
    """A table: heads, rows, and how many columns hold words."""

    heads: tuple[str, ...]
    rows: list[tuple[str, ...]]
    words: int

    def as_html(self, yes: str) -> str:
        """Write it for the page."""
        head = "".join(f"<th{self.kind(at, '')}>{escape(cell)}</th>" for at, cell in enumerate(self.heads))
        lines = []
        for row in self.rows:
            cells = [
                f'<td class="yes">{escape(cell)}</td>'
                if cell == yes and at == len(row) - 1
                else f"<td{self.kind(at, cell)}>{escape(cell)}</td>"
                for at, cell in enumerate(row)
            ]
            lines.append(f"<tr>{''.join(cells)}</tr>")
        return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{"".join(lines)}</tbody></table></div>'

    def kind(self, at: int, cell: str) -> str:
        """Say whether a cell holds words, and so many that they may be broken."""
        return "" if at >= self.words else ' class="w long"' if len(cell) > LONG else ' class="w"'

    def as_markdown(self) -> str:
        """Write it as Markdown."""
        rule = "|" + "|".join("---" if at < self.words else "--:" for at in range(len(self.heads))) + "|"
        rows = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in (self.heads, *self.rows)]
        return "\n".join([rows[0], rule, *rows[1:]])


class Section(NamedTuple):
    """A part of the page: words, plots by the names of their files, tables, and the command that prints it again."""

    title: str
    about: tuple[str, ...]
    plots: dict[str, str]
    grids: tuple[Grid, ...]
    command: str = ""
    key: tuple[str, ...] = ()  # arms, by their signs


class Report:
    """The page of one experiment, in one language."""

    def __init__(self, experiment: Experiment, results: Results, language: str) -> None:
        self.experiment, self.results = experiment, results
        self.texts: Texts = texts_in(language)
        self.language = language
        self.found: Findings = find(experiment, results)
        self.number = {arm.label: number for number, arm in enumerate(experiment.arms)}

    def say(self, key: str, /, **facts: object) -> str:
        """Say something on the page."""
        return self.texts.say(f"report.{key}", **facts)

    # Tables

    def estimates(self, measure: str) -> Grid:
        """Make the table of a measure."""
        mine = list(self.found.of(measure))
        lucky = any(one.adjusted is not None for one in mine)
        heads = ("arm", "what", "matches", "value", "interval", *(["luckless"] if lucky else []))
        rows: list[tuple[str, ...]] = []
        for one in mine:
            value, bounds = estimate_in_words(one, self.texts)
            row = [one.arm, self.subject(one), figure(one.matches, self.texts, half=10, share=False), value, bounds]
            rows.append((*row, *([luckless_in_words(one, self.texts)] if lucky else [])))
        return Grid(tuple(self.say(head) for head in heads), rows, 2)

    def contrasts(self, measure: str) -> Grid:
        """Make the table of what was compared of a measure."""
        heads = ("arm", "baseline", "what", "difference", "interval", "p", "effect", "verdict")
        rows: list[tuple[str, ...]] = []
        for one in self.found.about(measure):
            gap, bounds = gap_in_words(one, self.texts)
            base = self.say("even") if one.baseline == EVEN else one.baseline
            verdict = self.say("yes" if one.apart else "no")
            doubt = p_in_words(one.corrected, self.texts), effect_in_words(one.effect, self.texts)
            rows.append((one.arm, base, self.subject(one), gap, bounds, *doubt, verdict))
        return Grid(tuple(self.say(head) for head in heads), rows, 3)

    def arms(self) -> Grid:
        """Make the table of what was played."""
        heads = ("arm", "game", "seats", "options", "bots", "box", "fingerprint", "matches")
        rows = [self.arm_row(arm) for arm in self.experiment.arms]
        return Grid(tuple(self.say(head) for head in heads), rows, 7)

    def arm_row(self, arm: Arm) -> tuple[str, ...]:
        """Write what an arm is."""
        options = ", ".join(f"{name}={spelled(value)}" for name, value in arm.options.items()) or "–"
        bots = ", ".join(dict.fromkeys(arm.bots)) if arm.rotations == 1 else ", ".join(arm.bots)
        box = ", ".join(f"{name} = {spelled(value)}" for name, value in arm.changes.items())
        name = api.game(arm.game).texts(self.language).say("name")
        played = figure(self.results.played(arm), self.texts, half=10, share=False)
        cells = (
            arm.label,
            name,
            str(arm.seats),
            options,
            bots,
            box or self.say("as_delivered"),
            arm.components,
            played,
        )
        return tuple(map(printable, cells))

    def subject(self, one: Estimate | Contrast) -> str:
        """Name whom or what a number is about."""
        return about_in_words(one, self.experiment, self.texts)

    # Plots

    def interval_plot(self, measure: str) -> str:
        """Draw the intervals of a measure, what belongs together side by side."""
        mine = list(self.found.of(measure))
        order = list(dict.fromkeys(one.name for one in mine))
        mine.sort(key=lambda one: (order.index(one.name), self.number[one.arm]))
        several = len(self.experiment.arms) > 1
        points = []
        for one in mine:
            label = (
                f"{self.subject(one)} · {one.arm}"
                if several and one.kind
                else one.arm
                if several
                else self.subject(one)
            )
            place = (one.name, label, one.value, one.low, one.high, self.number[one.arm])
            points.append(plots.Point(*place, narrow=one.adjusted))
        seats = {arm.seats for arm in self.experiment.arms}
        even = 1 / next(iter(seats)) if measure == "win" and len(seats) == 1 else None
        return plots.intervals(points, self.texts.say(f"measure.{measure}"), self.tick(measure), even)

    def tick(self, measure: str) -> Any:
        """Give what writes a number beneath an axis."""
        share = measure in SHARES
        return lambda value: figure_of_tick(value, self.texts, share=share)

    def distribution_plot(self, measure: str) -> str:
        """Draw how often each value comes up."""
        arms = []
        for arm in self.experiment.arms[: len(plots.SIGNS)]:
            columns = self.results.columns(arm)
            if measure == "points" and columns:
                arms.append((arm.label, np.concatenate(by_seat(columns, "points", arm.seats)).astype(float)))
            elif series := series_of(arm, columns, (measure,)):
                arms.append((arm.label, next(iter(series.values())).values))
        title = self.say("distribution", measure=self.texts.say(f"measure.{measure}"))
        return plots.distributions(arms, title, self.tick(measure), self.say("axis_share")) if arms else ""

    # The page

    def sections(self, folder: str) -> list[Section]:
        """Lay out the page."""
        short = [*self.state(), *in_short(self.found, self.experiment, self.texts)]
        found = [Section(self.say("short"), tuple(short), {}, ())]
        found.append(Section(self.say("arms"), (), {}, (self.arms(),)))
        key = tuple(self.number) if len(self.number) > 1 else ()
        for measure in self.experiment.measures:
            grids = [grid for grid in (self.estimates(measure), self.contrasts(measure)) if grid.rows]
            if grids:
                drawn = {measure: self.interval_plot(measure)}
                if measure in DISTRIBUTED and (plot := self.distribution_plot(measure)):
                    drawn[f"{measure}-distribution"] = plot
                command = f"strand lab report {quote(folder)} --measure {measure}"
                title, about = self.texts.say(f"measure.{measure}"), self.texts.say(f"about.{measure}")
                found.append(Section(title, (about,), drawn, tuple(grids), command, key))
        if lucky := luck_in_words(self.found, self.texts):
            found.append(Section(self.say("luck"), tuple(lucky), {}, ()))
        return [
            *found,
            Section(self.say("method"), tuple(self.method()), {}, (), self.command(folder)),
        ]

    @staticmethod
    def command(folder: str) -> str:
        """Give the command that runs the experiment again, where its folder is."""
        return f"strand lab {quote(f'{folder}/{EXPERIMENT}')} --into {quote(folder)}"

    def state(self) -> list[str]:
        """Say whether all was played that should be."""
        if self.found.stopped_early:
            return [self.say("stopped_early")]
        if self.found.finished:
            return []
        played = sum(map(self.results.played, self.experiment.arms))
        total = sum(self.experiment.seeds(arm) * arm.rotations for arm in self.experiment.arms)
        count, whole = (figure(number, self.texts, half=10, share=False) for number in (played, total))
        return [self.say("unfinished", count=count, total=whole)]

    def method(self) -> list[str]:
        """Say how it was done."""
        percent = figure(self.experiment.confidence, self.texts, half=0.05, share=True)
        said = [self.say("method_pairs"), self.say("method_intervals", percent=percent)]
        said.append(self.say("method_holm", count=len(self.found.contrasts)))
        if self.experiment.luck:
            said.append(self.say("method_luck"))
        if self.found.watched:
            said.append(self.say("method_sequence", measure=self.texts.say(f"measure.{self.found.watched}")))
        return [*said, self.say("method_seed", seed=self.experiment.seed)]

    @property
    def title(self) -> str:
        """The question, or the name of the file."""
        return printable(" ".join(self.experiment.question.split()) or self.experiment.name)

    @property
    def sub(self) -> str:
        """Say what was played, in a line."""
        games = dict.fromkeys(arm.game for arm in self.experiment.arms)
        named = [
            f"{(told := api.game(slug).texts(self.language)).say('name')} ({told.say('designer')})" for slug in games
        ]
        played = figure(sum(map(self.results.played, self.experiment.arms)), self.texts, half=10, share=False)
        return f"{', '.join(named)} · {played} {self.say('matches')}"

    def as_html(self, folder: str) -> str:
        """Write the page."""
        body = "".join(map(self.html_of, self.sections(folder)))
        facts = {"lang": self.say("lang"), "title": escape(self.title), "sub": escape(self.sub)}
        style = (HERE / "style.css").read_text(encoding="utf-8") + plots.STYLE
        return (HERE / "page.html").read_text(encoding="utf-8").format(**facts, style=style, body=body)

    def html_of(self, section: Section) -> str:
        """Write a part of the page."""
        lines = "".join(f"<li>{escape(line)}</li>" for line in section.about)
        words = f"<ul>{lines}</ul>" if lines else ""
        if section.plots:
            words = f'<p class="about">{escape(section.about[0])}</p>'
        signs = "".join(
            f'<span><svg viewBox="0 0 16 16" aria-hidden="true">{plots.sign(at, 8, 8)}</svg> {escape(arm)}</span>'
            for at, arm in enumerate(section.key)
        )
        key = f'<div class="key">{signs}</div>' if signs else ""
        drawn = "".join(f'<figure tabindex="0">{plot}</figure>' for plot in section.plots.values())
        tables = "".join(self.folded(grid, number) for number, grid in enumerate(section.grids))
        again = f"{escape(self.say('again'))}: <code>{escape(section.command)}</code>" if section.command else ""
        end = f'<p class="again">{again}</p>' if again else ""
        return f"<section><h2>{escape(section.title)}</h2>{words}{key}{drawn}{tables}{end}</section>\n"

    def folded(self, grid: Grid, number: int) -> str:
        """Write a table, a long one folded up."""
        name = self.say("compared" if number else "figures")
        shown = " open" if len(grid.rows) <= FOLDED else ""
        return f"<details{shown}><summary>{escape(name)}</summary>{grid.as_html(self.say('yes'))}</details>"

    def as_markdown(self, folder: str) -> str:
        """Write it as Markdown; plots are files beside it."""
        parts = [f"# {self.title}", self.sub]
        for section in self.sections(folder):
            parts.append(f"## {section.title}")
            parts += (
                section.about
                if section.plots
                else ["\n".join(f"- {line}" for line in section.about)]
                if section.about
                else []
            )
            parts += [f"![{section.title}](plots/{name}.svg)" for name in section.plots]
            parts += [grid.as_markdown() for grid in section.grids]
            if section.command:
                parts.append(f"{self.say('again')}: `{section.command}`")
        return "\n\n".join(parts) + "\n"

    def write(self, folder: Path) -> tuple[Path, Path]:
        """Write both pages and the plots into the folder of the results."""
        shown = folder.absolute().name
        with self.results.telling():
            (folder / "plots").mkdir(exist_ok=True)
            for section in self.sections(shown):
                for name, plot in section.plots.items():
                    (folder / "plots" / f"{name}.svg").write_text(plots.alone(plot), encoding="utf-8")
        self.results.write("report.html", self.as_html(shown).encode())
        self.results.write("report.md", self.as_markdown(shown).encode())
        return folder / "report.html", folder / "report.md"


def figure_of_tick(value: float, texts: Texts, *, share: bool) -> str:
    """Write a round number beneath an axis."""
    from strandline.engine.texts import written

    number = written(f"{100 * value if share else value:.6g}", texts.language).replace("-", "−")
    return texts.say("number.percent", number=number) if share else number


def report(folder: str | Path, language: str = "en") -> tuple[Path, Path]:
    """Write the pages about the results in a folder: where is the one, and where the other?"""
    experiment, results = load(folder)
    return Report(experiment, results, language).write(results.folder)
