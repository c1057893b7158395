"""Honest pages: ledgers and guides say what is ours, and how to correct it; nothing of it sounds like a rulebook."""

from __future__ import annotations

import re

import pytest

import strandline as sl
from strandline.engine.errors import BadOptions
from strandline.engine.guide import guide_path, page
from strandline.engine.ledger import ROW
from strandline.engine.texts import LANGUAGES
from strandline.games import GAMES

BEACH, HENN, MAUI = "day-at-the-beach", "high-tide-henn", "maui"


def guide(slug: str, language: str) -> str:
    """Give the guide as one line of words."""
    return " ".join(guide_path(sl.game(slug), language).read_text(encoding="utf-8").split())


def rule(slug: str, name: str, language: str = "en") -> str:
    """Give the line of a rule with its mark."""
    return next(line for line in sl.game(slug).ledger(language).page.splitlines() if line.startswith(f"| {name} |"))


def mark(slug: str, name: str, language: str = "en") -> str:
    """Give the mark of a rule: where it comes from."""
    return rule(slug, name, language).rstrip(" |").rpartition("| ")[2]


# What is ours


RECONSTRUCTED = {
    HENN: ("H-S9", "H-S3", "H-S4", "H-C1", "H-K2"),
    MAUI: ("M-S6", "M-S12", "M-E2", "M-S4", "M-C4", "M-T1", "M-T8", "M-S5"),
    BEACH: ("B-E3",),
}


@pytest.mark.parametrize("slug", RECONSTRUCTED)
@pytest.mark.parametrize(
    ("language", "heading"), [("en", "What the book does not tell"), ("de", "Was das Heft nicht sagt")]
)
def test_a_guide_says_which_numbers_are_reconstructed_and_how_to_correct_them(
    slug: str, language: str, heading: str
) -> None:
    section = guide(slug, language).split(f"## {heading} ")[1].split(" ## ")[0]
    assert set(re.findall(r"\b[BHM]-[A-Z]\d+\b", section)) == set(RECONSTRUCTED[slug])
    for command in (f"strand components {slug}`", f"components {slug} --copy ", "components --check ", "--components "):
        assert command in section
    anchor = "correcting-the-box" if language == "en" else "die-schachtel-berichtigen"
    shown = page(sl.game(slug), language)
    assert f'href="#{anchor}"' in shown
    assert f'id="{anchor}"' in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_marks_say_what_is_a_ruling(language: str) -> None:
    """M-E2, M-S6, H-T9, H-B12, H-E5, H-E11, H-K1, B-E2."""
    for slug, name in (
        (MAUI, "M-E2"),
        (MAUI, "M-S6"),
        (HENN, "H-T9"),
        (HENN, "H-B12"),
        (HENN, "H-E5"),
        (BEACH, "B-E2"),
    ):
        assert re.search(r"\bR \(", mark(slug, name, language)), name
    assert mark(HENN, "H-E11", language) == "R"
    assert mark(HENN, "H-K1", language) == "T"


# Single corrections


def test_what_stands_at_the_bar_scores_whether_it_left_or_not() -> None:
    """H-E7, H-E11."""
    assert "never left the bar gets" not in guide(HENN, "en")
    assert "whether it never left or came back" in guide(HENN, "en")
    assert "die Bar nie verlassen hat, bekommt" not in guide(HENN, "de")
    assert "ob er sie nie verlassen hat oder zurückkam" in guide(HENN, "de")


def test_head_start_has_a_direction() -> None:
    """H-B11."""
    for text in (guide(HENN, "en"), rule(HENN, "H-B11")):
        assert "1 or 2 spaces towards the water" in text
    for text in (guide(HENN, "de"), rule(HENN, "H-B11", "de")):
        assert "1 oder 2 Felder zum Wasser vor" in text


def test_plus_minus_is_told_whole() -> None:
    """H-B5: a die may also count what it shows, each on its own."""
    assert "on its own, counts one more, one less or what it shows" in guide(HENN, "en")
    assert "für sich einen mehr, einen weniger oder was er zeigt" in guide(HENN, "de")


def test_the_stricter_reading_of_a_line_says_that_it_is_one() -> None:
    """B-E2, B-E6."""
    assert "Our reading is stricter" in guide(BEACH, "en")
    assert "Unsere Lesart ist strenger" in guide(BEACH, "de")


@pytest.mark.parametrize("slug", [BEACH, HENN, MAUI])
def test_both_ledgers_have_the_same_figures_below_the_rules(slug: str) -> None:
    figures = []
    for language in LANGUAGES:
        lines = sl.game(slug).ledger(language).page.splitlines()
        last = max(number for number, line in enumerate(lines) if ROW.match(line))
        below = re.sub(r"`[^`]*`|\b[BHM]-[A-Z]\d+\b", "", "\n".join(lines[last + 1 :]))
        figures.append(sorted(number.replace(",", ".") for number in re.findall(r"\d+(?:[.,]\d+)?", below)))
    assert figures[0] == figures[1]


def test_no_ledger_line_repeats_a_sentence_of_a_rulebook() -> None:
    """H-T1, M-C2: the turns of phrase that they had in common with one."""
    assert "whose towel is on top of the" not in rule(HENN, "H-T1")
    assert "on the pattern that covers it after" not in rule(MAUI, "M-C2")


# German


def test_german_says_reihenfolge_and_stattdessen() -> None:
    for slug in GAMES:
        game = sl.game(slug)
        texts = game.texts("de")
        words = [guide(slug, "de"), game.ledger("de").page, *(texts.raw(key) for key in texts)]
        for text in words:
            assert "statt dessen" not in text
            assert not re.search(r"\b(?:Folge|Wassern)\b", text)
            assert not re.search(r"\b(?:[Ee]in|[Dd]rei|[Jj]edes|[Vv]ier|\d) Wasser\b", text), text[:80]


def test_for_how_many_a_game_is_in_words() -> None:
    assert "für 3 bis 6 Personen" in guide(HENN, "de")
    with pytest.raises(BadOptions) as refused:
        sl.new(HENN, seats=2)
    assert refused.value.sentence("de") == "high-tide-henn ist nicht für 2 Personen, sondern für 3 bis 6 Personen."
    assert refused.value.sentence("en") == "high-tide-henn is not for 2 players but for 3 to 6 players."
