"""Every text exists in English and German, with the same keys and the same blanks to fill in."""

from __future__ import annotations

import string
from pathlib import Path

import pytest
from catalogue import GERMAN, SLUGS, random_match

import strandline as sl
from strandline.engine.game import choices_of
from strandline.engine.texts import LANGUAGES, Texts, load, preferred

PACKAGE = Path(sl.__file__).parent
OURS = [
    PACKAGE / part / "texts" for part in ("engine", "bots", "analysis", "lab", "puzzles", "cli", "server", "assistant")
]
FOLDERS = [*OURS, *(sl.game(slug).folder / "texts" for slug in GERMAN)]


def blanks(text: str) -> set[str]:
    return {name.split("[")[0] for _, name, _, _ in string.Formatter().parse(text) if name}


def raw(texts: Texts) -> dict[str, str]:
    return {key: texts._entries[key] for key in texts}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_both_languages_have_the_same_keys_and_blanks(folder: Path) -> None:
    english, german = raw(load(folder, "en")), raw(load(folder, "de"))
    assert list(english) == list(german)
    for key, text in english.items():
        assert text.strip()
        assert german[key].strip()
        assert blanks(text) == blanks(german[key]), key


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_has_all_the_texts_that_the_doors_need(slug: str, language: str) -> None:
    game, texts = sl.game(slug), sl.game(slug).texts(language)
    needed = ["name", "designer", "line", "length", "turn.chance", "turn.over"]
    needed += [f"sheet.{name}" for name in game.rules.SHEET]
    needed += [f"refusal.{rule}" for rule in game.rules.REFUSALS[1:]]
    for seat in range(game.rules.SEATS[-1]):
        needed += [f"seat.{seat}", f"turn.{seat}"]
    for name in game.rules.Options.__struct_fields__:
        needed += [f"option.{name}.label", f"option.{name}.help"]
        needed += [f"option.{name}.{choice}" for choice in choices_of(game.rules.Options, name)]
    assert [key for key in needed if key not in texts] == []


@pytest.mark.parametrize("slug", SLUGS)
def test_every_move_is_told_in_both_languages(slug: str) -> None:
    match = random_match(slug, 3)
    for index, move in enumerate(match.played):
        told = [match.game.tell(match.state_at(index), move, lang) for lang in LANGUAGES]
        assert all(told)
        assert (told[0] != told[1]) == (slug in GERMAN)


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LC_ALL": "en_GB.UTF-8", "LANG": "de_DE.UTF-8"}, "en"),
        ({"STRANDLINE_LANG": "de", "LC_ALL": "C"}, "de"),
    ],
)
def test_the_environment_chooses_the_language(environment: dict[str, str], language: str) -> None:
    assert preferred(environment) == language
