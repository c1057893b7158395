"""Compiled, bounds-checked and uncompiled rules play the same matches; what is cached is never stale."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest
from catalogue import ADDED, EXAMPLE, ONLY, SLUGS

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Program

FOLDERS = [str(folder.resolve()) for folder in ADDED]
PYTHON = {"STRANDLINE_RULES": "python"}
NO_JIT = {"NUMBA_DISABLE_JIT": "1"}
COMPILED = {"STRANDLINE_RULES": "compiled"}
CHECKED = {"STRANDLINE_RULES": "compiled", "NUMBA_BOUNDSCHECK": "1"}
of_the_engine = pytest.mark.skipif(bool(ONLY), reason="of the engine, whatever game is added")

PLAYOUTS = """
import gc, json, sys
gc.disable()  # as `strand warm` does: looking through all that the compiler makes takes a tenth of its time
import strandline as sl
for folder in {folders!r}:
    sl.add_game(folder)
from strandline.engine.rule import compiled
results = {{}}
for slug in {slugs!r}:
    played = sl.playouts(slug, {count}, seed=5)
    results[slug] = [played.checksum, int(played.plies.sum()), played.points.tolist()]
print(json.dumps([compiled(), results]))
"""

RECORDS = """
import sys
import strandline as sl
from strandline.bots import BOTS
from strandline.engine.chance import seeded
for folder in {folders!r}:
    sl.add_game(folder)
for slug in {slugs!r}:
    for seed in range(3):
        match = sl.new(slug, seed=seed)
        dice = seeded(seed)
        while not match.over:
            match.play(BOTS["greedy" if match.turn else "random"](match.game, match.view(match.turn), dice))
        print(match.record())
"""


def run(program: Program, code: str, **environment: str) -> str:
    done = program.python("-c", code, **environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_compiled_bounds_checked_and_uncompiled_rules_play_the_same_matches(program: Program) -> None:
    code = PLAYOUTS.format(folders=FOLDERS, slugs=SLUGS, count=40)
    results = [json.loads(run(program, code, **mode)) for mode in (COMPILED, CHECKED, PYTHON, NO_JIT)]
    assert [mode for mode, _ in results] == [True, True, False, False]
    assert all(result == results[0][1] for _, result in results)


def test_a_thousand_matches_within_bounds(program: Program) -> None:
    """The bounds-checked build plays without an index out of its array (a million: bench/million.py)."""
    code = PLAYOUTS.format(folders=FOLDERS, slugs=SLUGS, count=1000)
    checked, compiled = (json.loads(run(program, code, **mode)) for mode in (CHECKED, COMPILED))
    assert checked == compiled


def test_the_same_seed_gives_the_same_record_in_every_process(program: Program) -> None:
    code = RECORDS.format(folders=FOLDERS, slugs=SLUGS)
    first = run(program, code, **COMPILED)
    assert first.count("strandline record 2") == 3 * len(SLUGS)
    assert run(program, code, **COMPILED) == first
    assert run(program, code, **PYTHON) == first


COUNT_FILES = """
from pathlib import Path
from strandline.engine.sources import cache_root
print(len(list(Path(cache_root()).rglob("*.nbc"))))
"""


@of_the_engine
def test_after_warming_up_nothing_is_compiled_any_more(program: Program, tmp_path: Path) -> None:
    cache = {"STRANDLINE_CACHE": str(tmp_path / "cache")}
    games = ["--games", str(EXAMPLE)]
    assert program.strand(*games, "warm", "connect-four", **cache).returncode == 0
    assert "already" in program.strand(*games, "warm", "connect-four", **cache).stdout
    before = int(run(program, COUNT_FILES, **cache))
    assert before > 0
    code = RECORDS.format(folders=FOLDERS, slugs=["connect-four"])
    code += PLAYOUTS.format(folders=FOLDERS, slugs=["connect-four"], count=10)
    run(program, code, **COMPILED, **cache)
    assert program.strand(*games, "perft", "connect-four", "--depth", "3", **cache).returncode == 0
    assert int(run(program, COUNT_FILES, **cache)) == before


@of_the_engine
def test_a_comment_compiles_nothing_anew(program: Program, tmp_path: Path) -> None:
    """Neither time stamps nor lines count, only what the sources mean; another folder with the same has it at once."""
    cache = {"STRANDLINE_CACHE": str(tmp_path / "cache")}
    folder, moved = tmp_path / "one" / "connect_four", tmp_path / "two" / "connect_four"
    shutil.copytree(EXAMPLE, folder)
    code = PLAYOUTS.format(folders=[str(folder)], slugs=["connect-four"], count=10)
    first = run(program, code, **COMPILED, **cache)
    before = int(run(program, COUNT_FILES, **cache))
    rules = (folder / "rules.py").read_text(encoding="utf-8")
    (folder / "rules.py").write_text(f"# once more\n\n{rules}", encoding="utf-8")
    assert run(program, code, **COMPILED, **cache) == first
    shutil.copytree(folder, moved)
    assert run(program, code.replace(str(folder), str(moved)), **COMPILED, **cache) == first
    assert int(run(program, COUNT_FILES, **cache)) == before > 0


@of_the_engine
def test_edited_rules_are_compiled_anew(program: Program, tmp_path: Path) -> None:
    """A stale cache would go on playing the old rules, without a word."""
    folder = tmp_path / "connect_four"
    shutil.copytree(EXAMPLE, folder)
    code = PLAYOUTS.format(folders=[str(folder)], slugs=["connect-four"], count=50)
    before = run(program, code, **COMPILED)
    rules = folder / "rules.py"
    text = rules.read_text(encoding="utf-8")
    edited = text.replace("ROWS = 6", "ROWS = 4").replace("COLUMNS, ROWS = 7, 6", "COLUMNS, ROWS = 7, 4")
    assert edited != text
    rules.write_text(edited, encoding="utf-8")
    after = run(program, code, **COMPILED)
    assert after != before
    assert json.loads(after)[1] == json.loads(run(program, code, **PYTHON))[1]


@of_the_engine
def test_other_components_are_compiled_anew(program: Program, tmp_path: Path) -> None:
    folder = tmp_path / "box"
    folder.mkdir()
    box = (EXAMPLE.parent.parent / "src/strandline/games/high_tide_leiman/components.toml").read_text(encoding="utf-8")
    (folder / "high_tide_leiman.toml").write_text(
        box.replace("to_win = 3", "to_win = 2").replace("in_box = 5", "in_box = 3"), encoding="utf-8"
    )
    code = PLAYOUTS.format(folders=FOLDERS, slugs=["high-tide-leiman"], count=30)
    other = run(program, code, **COMPILED, STRANDLINE_COMPONENTS=str(folder))
    points = json.loads(other)[1]["high-tide-leiman"][2]
    assert {max(pair) for pair in points} == {2}
    assert json.loads(run(program, code, **PYTHON, STRANDLINE_COMPONENTS=str(folder)))[1] == json.loads(other)[1]


@of_the_engine
@pytest.mark.parametrize("threads", [1, 2, 5])
def test_the_number_of_threads_changes_nothing(threads: int) -> None:
    import strandline as sl

    several = sl.playouts("high-tide-leiman", 1200, seed=3, threads=threads)
    assert several.checksum == sl.playouts("high-tide-leiman", 1200, seed=3, threads=1).checksum
    assert len(several) == 1200


@of_the_engine
def test_a_wrong_mode_is_refused(program: Program) -> None:
    done = program.strand("perft", "high-tide-leiman", "--depth", "1", STRANDLINE_RULES="fast")
    assert done.returncode == 2
    assert done.stderr == "STRANDLINE_RULES cannot be 'fast'; set it to compiled or python.\n"
