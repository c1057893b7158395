"""One page about an experiment, as HTML and as Markdown: plots, tables, and the command that prints each again."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

from strandline import api
from strandline.engine.components import spelled
from strandline.engine.errors import printable
from strandline.lab import plots
from strandline.lab.findings import EVEN, find, series_of
from strandline.lab.measures import SHARES
from strandline.lab.running import load
from strandline.lab.words import (
    effect_in_words,
    estimate_in_words,
    figure,
    gap_in_words,
    in_short,
    luck_in_words,
    luckless_in_words,
    p_in_words,
    subject_in_words,
    texts_in,
)

if TYPE_CHECKING:
    from pathlib import Path

    from strandline.engine.texts import Texts
    from strandline.lab.experiment import Arm, Experiment
    from strandline.lab.findings import Contrast, Estimate, Findings
    from strandline.lab.results import Results

DISTRIBUTED = ("points", "length", "spread", "branching")  # measures whose distribution is drawn

PAGE = """<!doctype html>
<html lang="{lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>{title}</title><style>{style}</style></head><body>
<header><svg class="sea" viewBox="0 0 1200 110" preserveAspectRatio="none" aria-hidden="true"><path class="deep"
d="M0 0H1200V70q-50 30-100 0t-100 0-100 0-100 0-100 0-100 0-100 0-100 0-100 0-100 0-100 0-100 0z"/><path class="foam"
d="M0 70q50 30 100 0t100 0 100 0 100 0 100 0 100 0 100 0 100 0 100 0 100 0 100 0 100 0v9q-50 30-100 0t-100 0-100 0-100 0-100
0-100 0-100 0-100 0-100 0-100 0-100 0-100 0z"/></svg><h1>{title}</h1><p class="sub">{sub}</p></header><main>
{body}</main></body></html>
"""
STYLE = """
:root { --paper: #fbf6ea; --ink: #3b2a14; --soft: #6b5636; --line: #e2cfa6; --card: #fffdf7; --sea: #1d6f8a; --foam: #e9f7f8;
  --yes: #2f7a45; color-scheme: light dark; }
@media (prefers-color-scheme: dark) { :root { --paper: #0f2530; --ink: #f0e6d2; --soft: #b9c9cc; --line: #2b4a58;
  --card: #14303d; --sea: #4fb3bf; --foam: #1b4150; --yes: #8ad39a; } }
* { box-sizing: border-box } body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.55 system-ui, sans-serif; font-variant-numeric: tabular-nums }
header { position: relative; padding: 84px 20px 8px; max-width: 900px; margin: auto }
.sea { position: absolute; left: 50%; top: 0; width: 100vw; height: 72px; transform: translateX(-50%) }
.deep { fill: var(--sea) } .foam { fill: var(--foam) }
h1 { font-size: clamp(1.5rem, 4.4vw, 2.2rem); line-height: 1.2; margin: 12px 0 4px; text-wrap: balance } .sub { color: var(--soft); margin: 0 }
main { max-width: 900px; margin: auto; padding: 0 20px 60px } h2 { margin: 42px 0 6px; font-size: 1.25rem }
section.card { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 6px 20px 14px; margin-top: 22px }
section.card h2 { margin-top: 14px } ul.short { padding-left: 1.2em } .about { color: var(--soft); margin: 2px 0 10px }
.wide { overflow-x: auto; margin: 10px -4px } table { border-collapse: collapse; width: 100%; font-size: .92rem }
th, td { text-align: right; padding: 6px 8px; border-bottom: 1px solid var(--line); white-space: nowrap }
th { color: var(--soft); font-weight: 600 } td.w, th.w { text-align: left; white-space: normal }
td.yes { color: var(--yes); font-weight: 700 } svg.plot { width: 100%; height: auto; display: block; margin: 6px 0 }
figure { margin: 8px 0 } code { font: .86em ui-monospace, monospace; background: color-mix(in srgb, var(--line) 35%, transparent);
  padding: 2px 6px; border-radius: 5px; overflow-wrap: anywhere } .again { color: var(--soft); font-size: .88rem }
details summary { cursor: pointer; color: var(--soft) } .key { display: flex; flex-wrap: wrap; gap: 4px 18px; margin: 6px 0; font-size: .9rem }
.key svg { width: 16px; height: 16px; vertical-align: -3px }
@media (max-width: 560px) { section.card { padding: 4px 12px 10px; border-radius: 10px } header { padding-top: 64px } }
"""


class Grid(NamedTuple):
    """A table: heads, rows, and how many columns hold words."""

    heads: tuple[str, ...]
    rows: list[tuple[str, ...]]
    words: int

    def as_html(self, yes: str) -> str:
        """Write it for the page."""
        kind = lambda at: ' class="w"' if at < self.words else ""  # noqa: E731
        head = "".join(f"<th{kind(at)}>{escape(cell)}</th>" for at, cell in enumerate(self.heads))
        lines = []
        for row in self.rows:
            cells = [
                f'<td class="yes">{escape(cell)}</td>' if cell == yes and at == len(row) - 1 else f"<td{kind(at)}>{escape(cell)}</td>"
                for at, cell in enumerate(row)
            ]
            lines.append(f"<tr>{''.join(cells)}</tr>")
        return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{"".join(lines)}</tbody></table></div>'

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
        rows = []
        for one in mine:
            value, bounds = estimate_in_words(one, self.texts)
            row = [one.arm, self.subject(one), figure(one.matches, self.texts, half=10, share=False), value, bounds]
            rows.append((*row, *([luckless_in_words(one, self.texts)] if lucky else [])))
        return Grid(tuple(self.say(head) for head in heads), rows, 2)

    def contrasts(self, measure: str) -> Grid:
        """Make the table of what was compared of a measure."""
        heads = ("arm", "baseline", "what", "difference", "interval", "p", "effect", "verdict")
        rows = []
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
        cells = (arm.label, name, str(arm.seats), options, bots, box or self.say("as_delivered"), arm.components, played)
        return tuple(map(printable, cells))

    def subject(self, one: Estimate | Contrast) -> str:
        """Name whom a number is about; a line of the score sheet in the words of its game."""
        if one.kind == "line":
            game = next(arm.game for arm in self.experiment.arms if arm.label == one.arm)
            return api.game(game).texts(self.language).say(f"sheet.{one.subject}")
        return subject_in_words(one.kind, one.subject, self.texts)

    # Plots

    def interval_plot(self, measure: str) -> str:
        """Draw the intervals of a measure, what belongs together side by side."""
        mine = list(self.found.of(measure))
        order = list(dict.fromkeys(one.name for one in mine))
        mine.sort(key=lambda one: (order.index(one.name), self.number[one.arm]))
        several = len(self.experiment.arms) > 1
        points = []
        for one in mine:
            label = f"{self.subject(one)} · {one.arm}" if several and one.kind else one.arm if several else self.subject(one)
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
            series = series_of(arm, self.results.columns(arm), (measure,))
            if series and len(next(iter(series.values())).values):
                arms.append((arm.label, next(iter(series.values())).values))
        title = self.say("distribution", measure=self.texts.say(f"measure.{measure}"))
        return plots.distributions(arms, title, self.tick(measure), self.say("axis_share")) if arms else ""

    # The page

    def sections(self, folder: str) -> list[Section]:
        """Lay out the page."""
        short = [*self.state(), *in_short(self.found, self.texts)]
        found = [Section(self.say("short"), tuple(short), {}, ())]
        found.append(Section(self.say("arms"), (), {}, (self.arms(),)))
        key = tuple(self.number) if len(self.number) > 1 else ()
        for measure in self.experiment.measures:
            grids = [grid for grid in (self.estimates(measure), self.contrasts(measure)) if grid.rows]
            if grids:
                drawn = {measure: self.interval_plot(measure)}
                if measure in DISTRIBUTED and (plot := self.distribution_plot(measure)):
                    drawn[f"{measure}-distribution"] = plot
                command = f"strand lab report {folder} --measure {measure}"
                title, about = self.texts.say(f"measure.{measure}"), self.texts.say(f"about.{measure}")
                found.append(Section(title, (about,), drawn, tuple(grids), command, key))
        if lucky := luck_in_words(self.found, self.texts):
            found.append(Section(self.say("luck"), tuple(lucky), {}, ()))
        return [*found, Section(self.say("method"), tuple(self.method()), {}, (), f"strand lab {self.experiment.name}.toml")]

    def state(self) -> list[str]:
        """Say whether all was played that should be."""
        if self.found.stopped_early:
            return [self.say("stopped_early")]
        if self.found.finished:
            return []
        played = sum(map(self.results.played, self.experiment.arms))
        total = sum(self.experiment.seeds(arm) * arm.rotations for arm in self.experiment.arms)
        return [self.say("unfinished", count=played, total=total)]

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
        return self.experiment.question or self.experiment.name

    @property
    def sub(self) -> str:
        """Say what was played, in a line."""
        games = dict.fromkeys(arm.game for arm in self.experiment.arms)
        named = [f"{(told := api.game(slug).texts(self.language)).say('name')} ({told.say('designer')})" for slug in games]
        played = figure(sum(map(self.results.played, self.experiment.arms)), self.texts, half=10, share=False)
        return f"{', '.join(named)} · {played} {self.say('matches')}"

    def as_html(self, folder: str) -> str:
        """Write the page."""
        body = "".join(self.html_of(section, number) for number, section in enumerate(self.sections(folder)))
        facts = {"lang": self.say("lang"), "title": escape(self.title), "sub": escape(self.sub)}
        return PAGE.format(**facts, style=STYLE + plots.STYLE, body=body)

    def html_of(self, section: Section, number: int) -> str:
        """Write a part of the page."""
        told = "".join(f"<li>{escape(line)}</li>" for line in section.about)
        words = f'<ul class="short">{told}</ul>' if not section.plots else f'<p class="about">{escape(section.about[0])}</p>'
        drawn = "".join(f"<figure>{plot}</figure>" for plot in section.plots.values())
        first = "".join(grid.as_html(self.say("yes")) for grid in section.grids[:1])
        more = "".join(
            f"<details{' open' if len(grid.rows) < 9 else ''}><summary>{escape(self.say('compared'))}</summary>{grid.as_html(self.say('yes'))}</details>"
            for grid in section.grids[1:]
        )
        again = f'<p class="again">{escape(self.say("again"))}: <code>{escape(section.command)}</code></p>' if section.command else ""
        signs = "".join(
            f'<span><svg viewBox="0 0 16 16" aria-hidden="true">{plots.sign(at, 8, 8)}</svg> {escape(arm)}</span>'
            for at, arm in enumerate(section.key)
        )
        key = f'<div class="key">{signs}</div>' if signs else ""
        head = f'<section class="card" id="part-{number}"><h2>{escape(section.title)}</h2>'
        return f"{head}{words if section.about else ''}{key}{drawn}{first}{more}{again}</section>\n"

    def as_markdown(self, folder: str) -> str:
        """Write it as Markdown; plots are files beside it."""
        parts = [f"# {self.title}", self.sub]
        for section in self.sections(folder):
            parts.append(f"## {section.title}")
            parts += section.about if section.plots else ["\n".join(f"- {line}" for line in section.about)] if section.about else []
            parts += [f"![{section.title}](plots/{name}.svg)" for name in section.plots]
            parts += [grid.as_markdown() for grid in section.grids]
            if section.command:
                parts.append(f"{self.say('again')}: `{section.command}`")
        return "\n\n".join(parts) + "\n"

    def write(self, folder: Path) -> tuple[Path, Path]:
        """Write both pages and the plots into the folder of the results."""
        shown = folder.name
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
