"""The documentation is true: sessions run, commands work, every command and option is told."""

from __future__ import annotations

import doctest
import json
import os
import re
import shlex
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import typer
from catalogue import ROOT, folder_of_tests

import strandline as sl
from strandline.lab.measures import MEASURES

if TYPE_CHECKING:
    from conftest import Program

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
SESSIONS = [page for page in PAGES if ">>>" in page.read_text(encoding="utf-8")]
INSIGHT = ROOT / "docs" / "insight"
GAMES = ROOT / "src" / "strandline" / "games"
READ = [*PAGES, *sorted((ROOT / "bench").rglob("*.md")), *sorted(GAMES.glob("*/*.md"))]
SPOKEN = re.compile(r"(?:`|^(?:\$ )?)strand ((?:--|[a-zA-Z…])[^`\n]*)", re.MULTILINE)
CONSOLE = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)  # what stands there is no link
LINK = re.compile(r"\]\(([^)#:]+)\)")


@pytest.mark.parametrize("page", SESSIONS, ids=lambda page: page.name)
def test_python_sessions_run_as_shown(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("docs", "examples", "bench"):
        (tmp_path / name).symlink_to(ROOT / name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("strandline.api.ADDED", {})
    monkeypatch.setattr("strandline.bots.own.registry.ADDED", {})
    text = page.read_text(encoding="utf-8").replace("```\n", "\n")
    parsed = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
    told: list[str] = []
    runner.run(parsed, out=told.append)
    assert runner.failures == 0, "".join(told)
    assert runner.tries > 0


def commands() -> list[tuple[str, str, str]]:
    """Every command in a console block, with the output that the page shows, if any."""
    found = []
    for page in PAGES:
        for block in CONSOLE.findall(page.read_text(encoding="utf-8")):
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, output = part.partition("\n")
                found.append((page.name, command, output))
    return found


@pytest.mark.parametrize(("page", "command", "output"), commands(), ids=lambda value: str(value)[:60].strip())
def test_commands_work_as_shown(program: Program, page: str, command: str, output: str) -> None:
    words = shlex.split(command)
    assert words[0] == "strand"
    for name in ("docs", "examples"):
        (program.home / name).symlink_to(ROOT / name)
    done = program.strand(*words[1:])
    assert done.returncode == 0, done.stderr
    if output:
        assert done.stdout == output


def test_every_command_and_option_is_told() -> None:
    """A page names every command; its table or the other pages name every option."""
    from strandline.cli import app

    group = typer.main.get_command(app)
    table = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    pages = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    missing = []
    for name, command in group.commands.items():  # type: ignore[attr-defined]
        if f"`strand {name}" not in table:
            missing.append(name)
        missing += [
            f"{name} {option}"
            for param in command.load().params
            for option in param.opts
            if option.startswith("--") and option != "--help" and option not in pages
        ]
    missing += [o for param in group.params for o in param.opts if o.startswith("--") and o not in pages]
    assert missing == []


@pytest.mark.parametrize("page", READ, ids=lambda page: f"{page.parent.name}/{page.name}")
def test_commands_that_a_page_speaks_of_are_there(page: Path) -> None:
    """`strand play GAME --seats 4` in a sentence or a block: a command that there is, with options that it has."""
    from strandline.cli import app

    group = typer.main.get_command(app)
    everywhere = options_of(group)
    for told in SPOKEN.findall(page.read_text(encoding="utf-8")):
        words = told.split("#")[0].split()
        while words and words[0].startswith("--"):
            assert words[0] in everywhere, told
            del words[:2]
        if not words or not re.fullmatch(r"[a-z-]+", words[0]):
            continue  # COMMAND, or …
        command = group.commands[words[0]].load()  # type: ignore[attr-defined]
        known = everywhere | options_of(command)
        for name in words[1:2]:
            known |= options_of(getattr(command, "commands", {}).get(name))
        for word in words[1:]:
            if option := re.match(r"--[a-z][a-z-]*", word):
                assert option[0] in known, told


def options_of(command: Any) -> set[str]:
    """Name the options of a command; none of no command."""
    return {"--help"} | {name for param in getattr(command, "params", ()) for name in param.opts}


@pytest.mark.parametrize("file", sorted(INSIGHT.glob("*.toml")), ids=lambda file: file.stem)
def test_every_experiment_is_listed_and_measures_what_pages_ask_of_it(file: Path) -> None:
    """`strand lab report build/lab/NAME --measure win`, and `points`: both are measured."""
    asked = tomllib.loads(file.read_text(encoding="utf-8"))["measure"]
    pages = {page.name: page.read_text(encoding="utf-8") for page in INSIGHT.glob("*.md")}
    assert f"[{file.stem}]({file.name})" in pages.pop("README.md")
    assert any(re.search(rf"(?<![\w-]){file.stem}(?![\w-])", text) for text in pages.values())
    for text in pages.values():
        for line in re.findall(rf"build/lab/{file.stem}( --measure .*?)(?:strand lab|$)", text, re.MULTILINE):
            named = {*re.findall(r"--measure (\w+)", line), *({*re.findall(r"`(\w+)`", line)} & {*MEASURES})}
            assert named <= {*asked}, line


@pytest.mark.parametrize("name", sorted(path.stem for path in INSIGHT.glob("*.svg")))
def test_every_plot_of_the_insight_is_on_a_page(name: str) -> None:
    assert any(f"({name}.svg)" in page.read_text(encoding="utf-8") for page in INSIGHT.glob("*.md"))


@pytest.mark.parametrize("page", [*PAGES, ROOT / "bench" / "README.md"], ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(CODE.sub("", page.read_text(encoding="utf-8"))):
        assert (page.parent / target).exists(), target


def test_the_readme_is_short() -> None:
    """What it is, a picture, two commands, where to go."""
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 90


def test_the_picture_in_the_readme_is_a_position_of_a_stored_match() -> None:
    """`strand draw tests/games/high_tide_leiman/cases/three-two.strand --at 145 -o docs/high-tide-leiman.svg`."""
    from strandline.engine.picture import svg

    match = sl.load(folder_of_tests("high-tide-leiman") / "cases" / "three-two.strand")
    drawn = svg(match.game, match.state_at(145), "en", match.played[144])
    kept = ROOT / "docs" / "high-tide-leiman.svg"
    if os.environ.get("STRANDLINE_KEEP_DRAWINGS"):
        kept.write_text(drawn, encoding="utf-8")
    assert kept.read_text(encoding="utf-8") == drawn


def test_the_version_is_told_once() -> None:
    pyproject = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert f'version = "{sl.__version__}"' in pyproject


def test_nothing_speaks_of_a_machine_or_a_registry() -> None:
    for page in [*PAGES, *(ROOT / "constraints").iterdir(), ROOT / "pyproject.toml", ROOT / "Makefile"]:
        text = page.read_text(encoding="utf-8")
        assert not re.search(r"https?://(?!www\.w3\.org|127\.0\.0\.1|games\.example)", text), page.name
        assert f"{ROOT}/" not in text, page.name
        assert str(Path.home()) not in text, page.name


UNITS = {
    "strandline.service": "--metrics",
    "strandline-node@.service": "--metrics",
    "strandline-think.service": "--hub",
}


@pytest.mark.parametrize("unit", UNITS)
def test_a_unit_starts_what_there_is_with_options_that_there_are(program: Program, unit: str) -> None:
    lines = (ROOT / "docs" / unit).read_text(encoding="utf-8").splitlines()
    [command] = [line.partition("=")[2] for line in lines if line.startswith("ExecStart=")]
    path, *words = shlex.split(command.replace("%i", "8411"))
    assert path == "/opt/strandline/bin/strand"
    done = program.strand(*words, "--help")
    assert done.returncode == 0, done.stderr
    assert UNITS[unit] in done.stdout


def test_the_container_file_names_what_there_is(program: Program) -> None:
    """No engine builds it here: its files are there, and its commands are understood."""
    text = (ROOT / "docs" / "Containerfile").read_text(encoding="utf-8")
    lines = [line.split(maxsplit=1) for line in text.replace("\\\n", "").splitlines() if line and line[0] != "#"]
    steps = [(step, rest) for step, rest in lines]
    for rest in (rest for step, rest in steps if step == "COPY" and "--from" not in rest):
        assert all((ROOT / source).exists() for source in rest.split()[:-1]), rest
    for file in re.findall(r"-r (\S+)", text):
        assert (ROOT / file).exists()
    [entry], [usual] = (
        [json.loads(rest) for step, rest in steps if step == wanted] for wanted in ("ENTRYPOINT", "CMD")
    )
    assert entry == ["strand"]
    warming = [shlex.split(rest)[1:] for step, rest in steps if step == "RUN" and rest.startswith("strand ")]
    for words in (usual, *warming, ["think"]):
        done = program.strand(*words, "--help")
        assert done.returncode == 0, done.stderr
    built = next(rest for step, rest in steps if step == "FROM")
    assert tuple(map(int, re.findall(r"python:(\d+)\.(\d+)", built)[0])) >= (3, 11)
