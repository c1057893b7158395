"""Recorded matches, counts of positions and drawings that were kept: they must come out the same for ever."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any

import pytest
from catalogue import ROOT, SLUGS, folder_of_tests

import strandline as sl
from strandline.engine.match import Match
from strandline.engine.playout import perft
from strandline.engine.rule import compiled
from strandline.games import GAMES

CASES = {slug: folder_of_tests(slug) / "cases" for slug in SLUGS}
RECORDS = [path for folder in CASES.values() for path in sorted(folder.glob("*.strand"))]
DRAWINGS = [path for folder in CASES.values() for path in sorted(folder.glob("*.svg"))]
COUNTS = [
    (slug, count)
    for slug, folder in CASES.items()
    if (folder / "perft.toml").exists()
    for count in tomllib.loads((folder / "perft.toml").read_text(encoding="utf-8"))["count"]
]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_stored_match_replays_to_the_letter(path: Path) -> None:
    match = sl.load(path)
    assert match.record() == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_stored_match_has_the_chance_of_its_seed(path: Path) -> None:
    """Every draw in the record is the one that the dice of its seed give there, as they counted in its form."""
    match = sl.load(path)
    assert match.dice is not None
    of_then: dict[str, Any] = {"version": match.version, "form": match.form}
    again = Match(match.game, match.seats, match.options, dice=match.dice, **of_then)
    while again.ply < match.ply:
        again.replay(match.log[again.ply])
    assert again.log == match.log


@pytest.mark.parametrize(("slug", "count"), COUNTS, ids=lambda value: str(value).replace(" ", ""))
def test_positions_are_counted_as_before(slug: str, count: dict[str, Any]) -> None:
    """Perft; one depth is derived on paper beside the number (L-S2)."""
    if not compiled() and count["leaves"] > 1000:
        count = {**count, "depth": 2, "leaves": None}
    seeded = {"seed": count["seed"]} if "seed" in count else {"chance": "by hand"}
    match = sl.new(slug, **seeded)
    leaves = perft(match.game, match.state, count["depth"])
    if count["leaves"] is None:  # uncompiled, the deep ones would take minutes: count two moves by hand instead
        count["leaves"] = sum(len(after(slug, seeded, move)) for move in match.legal())
    assert leaves == count["leaves"]


def after(slug: str, seeded: dict[str, Any], move: str) -> list[str]:
    """List the moves after a first move."""
    match = sl.new(slug, **seeded)
    match.dice = None
    match.play(move)
    return match.legal()


@pytest.mark.parametrize("kept", DRAWINGS, ids=lambda path: path.stem)
def test_a_stored_position_is_drawn_as_before(kept: Path) -> None:
    """Changed on purpose? `make drawings` keeps the new ones: look at them before."""
    match = sl.load(kept.with_suffix(".strand"))
    ghosts = match.game.draw.ghosts(match.state, match.colours(match.language), match.turn)
    drawn = match.svg().replace("</svg>", f'<g class="ghosts">{ghosts}</g></svg>' if ghosts else "</svg>")
    drawn = drawn.replace("><", ">\n<") + "\n"  # so that a difference can be read
    if os.environ.get("STRANDLINE_KEEP_DRAWINGS"):
        kept.write_text(drawn, encoding="utf-8")
    if kept.read_text(encoding="utf-8") != drawn:
        new = ROOT / "build" / "drawings" / kept.name
        new.parent.mkdir(parents=True, exist_ok=True)
        new.write_text(drawn, encoding="utf-8")
        pytest.fail(f"{kept.name} is drawn differently; look at {new.relative_to(ROOT)}, then `make drawings` keeps it")


def test_every_game_of_the_package_keeps_records_and_a_drawing() -> None:
    for slug in set(GAMES) & set(SLUGS):
        assert any(path.parent == CASES[slug] for path in RECORDS)
        assert any(path.parent == CASES[slug] for path in DRAWINGS)
