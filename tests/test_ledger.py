"""Every rule of every ledger is proved by a test that names it, and told in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from catalogue import GERMAN, SLUGS, folder_of_tests

import strandline as sl

TESTS = Path(__file__).parent


def named_in_tests(slug: str) -> set[str]:
    """Every ledger id in the source of a test, ours or in the folder of the game."""
    paths = {path for folder in (TESTS, folder_of_tests(slug)) for path in folder.rglob("test_*.py")}
    sources = "\n".join(path.read_text(encoding="utf-8") for path in sorted(paths))
    return set(re.findall(r"\b[A-Z]+\d*-[A-Z]+\d+\b", sources))


@pytest.mark.parametrize("slug", SLUGS)
def test_every_rule_is_named_by_a_test(slug: str) -> None:
    rules = sl.game(slug).ledger().rules
    assert rules
    assert sorted(set(rules) - named_in_tests(slug)) == []


@pytest.mark.parametrize("slug", GERMAN)
def test_the_german_ledger_has_the_same_rules(slug: str) -> None:
    english, german = sl.game(slug).ledger("en").rules, sl.game(slug).ledger("de").rules
    assert list(english) == list(german)
    assert all(english[rule] != german[rule] for rule in english)


@pytest.mark.parametrize("slug", SLUGS)
def test_rules_cite_only_rules_that_exist(slug: str) -> None:
    """Every id in the sources of a game is in its ledger."""
    game = sl.game(slug)
    ledger = game.ledger().rules
    prefix = next(iter(ledger)).split("-")[0]
    cited = set()
    for path in game.folder.rglob("*.py"):
        cited |= set(re.findall(rf"\b{prefix}-[A-Z]+\d+\b", path.read_text(encoding="utf-8")))
    assert cited - set(ledger) == set()
