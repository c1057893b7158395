"""What the project stands on: every version named with its hashes, every licence known."""

from __future__ import annotations

import json
import re
import tomllib
from importlib.metadata import version
from typing import TYPE_CHECKING

import pytest
from catalogue import ROOT

from strandline.cli.licences import used_by

if TYPE_CHECKING:
    from conftest import Program

LINE = re.compile(r"^([\w.-]+)==(\S+)", re.MULTILINE)


def named_in(kind: str) -> dict[str, str]:
    text = (ROOT / "constraints" / f"{kind}.txt").read_text(encoding="utf-8")
    return {name.replace("_", "-").lower(): chosen for name, chosen in LINE.findall(text)}


@pytest.mark.parametrize("kind", ["play", "dev", "bench"])
def test_every_version_has_its_hashes(kind: str) -> None:
    text = (ROOT / "constraints" / f"{kind}.txt").read_text(encoding="utf-8")
    blocks = re.split(r"\n(?=\S)", text.strip())
    assert len(blocks) == len(LINE.findall(text)) > 20  # some twice, for older and newer versions of Python
    for block in blocks:
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", block), block


def test_what_is_asked_for_is_named_and_installed_as_named() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for line in project["dependencies"]:
        assert re.split(r"[<>=;]", line)[0] in named_in("play")
    installed = {name: version(name) for name in used_by("strandline") - {"strandline"}}
    chosen = named_in("dev") | named_in("bench")
    assert {name: chosen.get(name) for name in installed} == installed


def test_a_command_lists_the_licences(program: Program) -> None:
    told = program.strand("licences")
    assert told.returncode == 0
    assert re.search(r"^numpy \S+ +BSD", told.stdout, re.MULTILINE)
    listed = json.loads(program.strand("licences", "--json").stdout)
    assert all(entry["licence"] for entry in listed), [entry for entry in listed if not entry["licence"]]


def test_without_the_extra_a_tournament_says_what_to_install_and_all_else_goes_on(program: Program) -> None:
    hidden = program.home / "hidden" / "openskill"
    hidden.mkdir(parents=True)
    (hidden / "__init__.py").write_text("raise ImportError('not here')")
    environment = {"PYTHONPATH": str(hidden.parent), "STRANDLINE_RULES": "python"}
    told = program.strand("arena", "high-tide-leiman", "--bots", "random,greedy", "--matches", "2", **environment)
    assert told.returncode == 2
    assert told.stderr == "This needs the package openskill, which is not installed; install strandline[arena].\n"
    assert "tide" in program.strand("bots", **environment).stdout
