"""A game that is broken is refused in one line that says where, and ends the command with exit code 2."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from catalogue import EXAMPLE

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Program

PLAY = "    if four_through(state, drop(state, move)):\n"  # the first line of a rule
SEARCH = 'SEARCH = {"prior_weight": 200,'

TEXT = "from rich.text import Text\n"
NUMPY = "import numpy as np\n"

# The file, what is written instead of what in the line that is named, and the reason.
IMPORTS = {
    "a syntax error": (
        "rules.py",
        PLAY,
        "    if = four_through(state, drop(state, move)):\n",
        "SyntaxError: invalid syntax.",
    ),
    "no such module": ("rules.py", NUMPY, "import numpie as np\n", "No module named 'numpie'."),
    "no such name": ("words.py", TEXT, "from rich.text import Texts\n", "ImportError: cannot import name 'Texts'"),
    "an error at the top": ("evaluate.py", SEARCH, f"1 / 0\n{SEARCH}", "ZeroDivisionError: division by zero."),
}
RULES = {
    "a name that there is not": ("    drip(state)\n", "NameError: name 'drip' is not defined"),
    "a field that there is not": ("    state.depth = 3\n", "KeyError: 'depth'"),
    "another type": ('    state.turn = "blue"\n', "Cannot cast Literal[str](blue) to int8"),
    "what is not for rules": ("    with open('x'): pass\n", "does not compile: "),
}


def broken_game(folder: Path, file: str, old: str, new: str) -> tuple[list[str], Path]:
    """Copy connect four and break it; give the arguments that add it, and the broken file."""
    shutil.copytree(EXAMPLE, folder / "connect_four")
    path = folder / "connect_four" / file
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")
    return ["--games", str(folder / "connect_four")], path


def line_of(file: str, text: str) -> int:
    """In which line does this text stand?"""
    whole = (EXAMPLE / file).read_text(encoding="utf-8")
    return whole[: whole.index(text)].count("\n") + 1


@pytest.mark.parametrize("name", IMPORTS)
def test_a_game_that_cannot_be_imported(program: Program, tmp_path: Path, name: str) -> None:
    file, old, new, reason = IMPORTS[name]
    added, path = broken_game(tmp_path, file, old, new)
    done = program.strand(*added, "games")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"{path}, line {line_of(file, old)}: the game cannot be imported: ")
    assert reason in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("name", RULES)
def test_a_rule_that_does_not_compile(program: Program, tmp_path: Path, name: str) -> None:
    line, reason = RULES[name]
    added, path = broken_game(tmp_path, "rules.py", PLAY, line + PLAY)
    done = program.strand(*added, "bench", "connect-four", "--count", "1", STRANDLINE_RULES="compiled")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"{path}, line ")
    named = int(done.stderr.split(", line ")[1].split(":")[0])
    assert line_of("rules.py", PLAY) - 3 <= named <= line_of("rules.py", PLAY), "the line, or else the head of its rule"
    assert reason in done.stderr
    assert done.stderr.endswith("; try `STRANDLINE_RULES=python`.\n")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("table", "known"), [("SEARCH", "exploration, urgency, "), ("THINKING", "surfer, lifeguard, tide.")]
)
def test_a_setting_that_nobody_knows(program: Program, tmp_path: Path, table: str, known: str) -> None:
    added, _ = broken_game(tmp_path, "evaluate.py", SEARCH, f'{table} = {{"trust": 3,')
    command = ["arena", "connect-four", "--bots", "surfer,random", "--matches", "1", "--processes", "1"]
    done = program.strand(*added, *command, STRANDLINE_RULES="python")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("The game connect-four sets 'trust' in evaluate, which nobody knows; known are: ")
    assert known in done.stderr
    assert done.stderr.count("\n") == 1
    assert (
        "setzt in evaluate 'trust'"
        in program.strand("--lang", "de", *added, *command, STRANDLINE_RULES="python").stderr
    )
