"""Can't Stop, from a folder of its own, through every door of the command line; and the page that tells of it."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from catalogue import ROOT

import strandline as sl
from strandline.engine.checks import check_texts
from strandline.engine.errors import BadGame
from strandline.engine.game import load_folder
from strandline.engine.texts import load

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Program

FOLDER = ROOT / "examples" / "cant_stop"
SLUG = "cant-stop"
RECORD = str(FOLDER / "tests" / "cases" / "bust.strand")
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
EXCERPTS = re.findall(r'^```\w+ title="cant_stop/([^"]+)"\n(.*?)^```$', PAGE, re.MULTILINE | re.DOTALL)
PYTHON = {"STRANDLINE_RULES": "python"}


def strand(program: Program, *arguments: str, stdin: str = "", **environment: str) -> str:
    """Run a command with the game added; it must succeed without a complaint."""
    done = program.strand("--games", str(FOLDER), *arguments, stdin=stdin, **(environment or PYTHON))
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


# The page


@pytest.mark.parametrize(("file", "lines"), EXCERPTS, ids=lambda value: value[:40].strip())
def test_an_excerpt_on_the_page_is_in_the_file_to_the_letter(file: str, lines: str) -> None:
    assert f"\n{lines}" in f"\n{(FOLDER / file).read_text(encoding='utf-8')}"


def test_the_game_is_as_short_as_the_page_says() -> None:
    """`find examples/cant_stop -type f -not -name '*.pyc' | xargs wc -l`."""
    assert len(EXCERPTS) >= 6
    files = [path for path in FOLDER.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    assert sum(path.read_text(encoding="utf-8").count("\n") for path in files) <= 900


# The doors


def test_it_is_listed_and_its_rules_are_told(program: Program) -> None:
    assert "Can't Stop by Sid Sackson, 2–4 players, 30 minutes" in strand(program, "games")
    assert strand(program, "rules", SLUG, "CS-E1") == "CS-E1: Whoever has won three columns wins.\n"
    assert "CS-R7" in strand(program, "rules", SLUG)
    assert strand(program, "--lang", "de", "rules", SLUG, "CS-E1").startswith("CS-E1: Whoever"), (
        "it speaks English only"
    )


def test_a_record_is_replayed_verified_and_drawn(program: Program) -> None:
    told = strand(program, "replay", RECORD)
    assert "7. Red rolls 3, 3, 4 and 5, cannot advance, and loses what the turn has brought.\n" in told
    assert "[1]  [1]  [4]  [4]" in told
    assert "all 4 draws follow from the seed" in strand(program, "verify", RECORD)
    for name in ("bust.svg", "bust.png"):
        strand(program, "draw", RECORD, "--out", name)
        assert (program.home / name).stat().st_size > 10_000


def test_a_match_is_played_in_the_terminal_to_its_end(program: Program) -> None:
    match = sl.new(sl.add_game(FOLDER).slug, seed=5, seats=3)
    lines = ["?", "hint", "why 2", "board", "score", "log"]
    for number in range(2000):
        if match.over:
            break
        legal = match.legal()
        lines.append("stop" if legal[-1] == "stop" and number % 3 else legal[number % len(legal)])
        match.play(lines[-1])
    told = strand(program, "play", SLUG, "--seats", "3", "--hot-seat", "--seed", "5", "--plain", stdin="\n".join(lines))
    assert match.over
    assert "has three columns and wins." in told


def test_ways_are_counted_and_bots_compared(program: Program) -> None:
    assert strand(program, "perft", SLUG, "--depth", "3").startswith("cant-stop: 462 ways to make 3 moves")
    players = "random,paddler,swimmer,greedy"
    told = strand(program, "arena", SLUG, "--bots", players, "--seats", "4", "--matches", "4", "--processes", "1")
    assert "4 matches of cant-stop for 4" in told


def test_it_is_compiled_ahead_of_time_and_greedy_bots_beat_random_ones(program: Program) -> None:
    """A match in which every first move is to roll again never ends; to compile it must not take that long."""
    compiled = {"STRANDLINE_RULES": "compiled"}
    assert "compiled" in strand(program, "warm", SLUG, **compiled)
    assert "already" in strand(program, "warm", SLUG, **compiled)
    told = strand(program, "arena", SLUG, "--bots", "random,greedy", "--matches", "20", "--processes", "1", **compiled)
    assert SLUG in strand(program, "bench", SLUG, "--count", "50", **compiled)
    assert re.search(r"^greedy.* 1\.\d\d ", told, re.MULTILINE)


def test_an_option_is_refused_where_there_is_none(program: Program) -> None:
    done = program.strand("--games", str(FOLDER), "play", SLUG, "--option", "first=red", **PYTHON)
    assert (done.returncode, done.stderr) == (2, "cant-stop has no option 'first'; it has: –.\n")


# The texts


def test_a_text_that_is_missing_is_named_when_the_game_is_loaded(tmp_path: Path) -> None:
    """Whichever it is: one that doors ask for, one that the code names, or either half of a plural."""
    folder = tmp_path / "wordless"
    shutil.copytree(FOLDER, folder)
    game = load_folder(folder)
    path = folder / "texts" / "en.toml"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    table = ""
    for number, line in enumerate(lines):
        table = line.strip("[]\n") + "." if line.startswith("[") else table
        if "=" in line:
            path.write_text("".join(lines[:number] + lines[number + 1 :]), encoding="utf-8")
            load.cache_clear()
            with pytest.raises(BadGame, match=re.escape(f"has no '{table}{line.split(' =')[0]}'")):
                check_texts(replace(game))
    load.cache_clear()
