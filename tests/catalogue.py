"""Every game, built in or example, with every number of players and every set of options."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import strandline as sl
from strandline.engine.errors import BadGame
from strandline.engine.game import load_folder
from strandline.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from strandline.engine.match import Match

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "examples" / "connect_four"
EXAMPLES = sorted(path.parent for path in (ROOT / "examples").glob("*/RULES.md"))
ONLY = [Path(folder) for folder in os.environ.get("STRANDLINE_TEST_GAMES", "").split(os.pathsep) if folder]
ADDED = ONLY or EXAMPLES
SLUGS = [*(() if ONLY else GAMES), *(sl.add_game(folder).slug for folder in ADDED)]
GERMAN = [slug for slug in SLUGS if slug in GAMES or "de" in sl.game(slug).languages]  # games of the package must be


def tables(slug: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Walk over every table that a game can be set at: seats and options."""
    game = sl.game(slug)
    for options in game.option_sets():
        for seats in game.rules.SEATS:
            yield seats, options


TABLES = [(slug, seats, options) for slug in SLUGS for seats, options in tables(slug)]


def folder_of_tests(slug: str) -> Path:
    """Where are the tests of a game, and the cases that it keeps? Those of a folder of its own are in FOLDER/tests."""
    folder = sl.game(slug).folder
    return ROOT / "tests" / "games" / folder.name if slug in GAMES else folder / "tests"


def name_of(table: tuple[str, int, dict[str, Any]]) -> str:
    """Name a table in a test report."""
    slug, seats, options = table
    return f"{slug}-{seats}-{'-'.join(map(str, options.values()))}"


def random_match(slug: str, seed: int, *, seats: int | None = None, options: dict[str, Any] | None = None) -> Match:
    """Play a whole match at random; the seed settles chance and choices alike."""
    match = sl.new(slug, seats=seats, options=options or {}, seed=seed)
    choose = seed
    while not match.over:
        legal = match.legal_numbers()
        choose = (choose * 1103515245 + 12345) % 2**31
        match.play(legal[(choose >> 8) % len(legal)])
    return match


def complaint_about(folder: Path, module: str, text: str) -> str:
    """Copy the example into a folder, with one module more; what is wrong with it when it is loaded?"""
    shutil.copytree(EXAMPLE, folder)
    for path in folder.rglob("*.py"):
        path.write_text(path.read_text(encoding="utf-8").replace("connect_four.", f"{folder.name}."), encoding="utf-8")
    (folder / module).write_text(text, encoding="utf-8")
    with pytest.raises(BadGame) as refused:
        load_folder(folder)
    return str(refused.value)
