"""The same rooms in every game: whoever knows one folder knows all; CONTRIBUTING.md has the table that is held here."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from catalogue import ROOT

import strandline as sl
from strandline.engine.checks import check_texts
from strandline.engine.contract import OPTIONAL_ROOMS, ROOMS, offers
from strandline.engine.texts import LANGUAGES
from strandline.games import GAMES

FILES = {
    *("RULES.md", "RULES.de.md", "guide.en.md", "guide.de.md", "components.toml", "lobby.strand", "style.css", "texts"),
    *("__init__", "components", "lessons"),
}
TAUGHT = {"base", "coach", "help"}  # and a lesson for each expansion or variant
INSIDE = {
    "rules": {"tables", "state", "setup", "legal", "chance", "turn", "beach", "ground", "track", "score", "preview"},
    "notation": {"names", "moves", "read", "write", "edit"},
    "words": {"names", "telling", "description", "refusing", "scoring", "terminal", "signs"},
    "solve": {"board", "starts"},
    "network": {"features", "thought"},
}
DRAWN = {"layout", "shapes", "ghosts", "targets"}

every_game = pytest.mark.parametrize("slug", GAMES)


def top_level(folder: Path) -> set[str]:
    """What is in a folder, modules and packages alike by their names?"""
    return {path.name.removesuffix(".py") for path in folder.iterdir() if path.name != "__pycache__"}


def modules(package: Path) -> set[str]:
    """Name the modules of a package, but for its front."""
    return {path.stem for path in package.glob("*.py")} - {"__init__"}


@every_game
def test_a_game_has_the_rooms_of_the_contract_and_no_others(slug: str) -> None:
    found = top_level(sl.game(slug).folder)
    assert found - OPTIONAL_ROOMS == FILES | (set(ROOMS) - OPTIONAL_ROOMS)
    assert found & OPTIONAL_ROOMS >= {"evaluate", "observe"}, "ours say themselves how good a position looks, and how"


@every_game
def test_inside_the_rooms_the_same_names_stand_for_the_same_jobs(slug: str) -> None:
    folder = sl.game(slug).folder
    for room, names in INSIDE.items():
        assert modules(folder / room) <= names, room
    if (folder / "draw").is_dir():
        assert modules(folder / "draw") >= DRAWN


@every_game
def test_what_a_room_offers_is_found_by_its_name(slug: str) -> None:
    """Where is a move told? In `words.telling`, or in `words`, in every game; and so on."""
    folder = sl.game(slug).folder
    homes = {
        "tell": "telling",
        "describe": "description",
        "reason": "refusing",
        "spell": "moves",
        "place": "read",
        "position": "write",
    }
    homes |= {"refusal": "legal", "moves": "legal", "play": "turn", "sample": "chance", "score": "score"}
    for room in ("rules", "notation", "words"):
        for name in set(offers(room)) & set(homes):
            package = folder / room
            home = package / f"{homes[name]}.py" if package.is_dir() else folder / f"{room}.py"
            assert re.search(rf"^def {name}\(", home.read_text(encoding="utf-8"), re.MULTILINE), (home, name)


@every_game
def test_every_text_that_is_asked_for_is_there_in_every_language(slug: str) -> None:
    game = sl.game(slug)
    assert game.languages == LANGUAGES
    check_texts(game)


@every_game
def test_every_game_is_taught_by_lessons_a_coach_and_help(slug: str) -> None:
    names = {path.name for path in (sl.game(slug).folder / "lessons").iterdir()}
    assert names >= {f"{name}.toml" for name in TAUGHT}


@every_game
def test_the_lobby_shows_a_match_that_is_going_on(slug: str) -> None:
    match = sl.load(sl.game(slug).folder / "lobby.strand")
    assert match.game.slug == slug
    assert not match.over


def test_the_table_of_rooms_is_in_the_documentation() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for names in (*INSIDE.values(), DRAWN, set(ROOMS), FILES - {"__init__", "components", "texts"}, TAUGHT):
        for name in names:
            assert f"`{name}" in page, name


def test_imports_are_few() -> None:
    """Namespaces keep them short: no file of a game begins with a page of names."""
    for path in (Path(sl.__file__).parent / "games").rglob("*.py"):
        lines = path.read_text(encoding="utf-8").splitlines()
        imported = [line for line in lines if re.match(r"    [A-Z_]+,$", line)]
        assert len(imported) <= 12, path
