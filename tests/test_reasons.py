"""Refusals by the facts of the position: what it costs and what one has, what lies there, what comes first."""

from __future__ import annotations

import random
import re

import pytest
from catalogue import SLUGS

import strandline as sl
from strandline.engine.match import Match
from strandline.engine.texts import LANGUAGES

NOTATION = re.compile(r"\w=\w|legal\(|\{|\}|undefined|None|" + "|".join(map(re.escape, SLUGS)))


def refusals(match: Match, rule: str) -> set[str]:
    """What is said in English of all moves that a rule forbids here?"""
    found = (match.why(move, seat=match.turn) for move in range(match.game.rules.MOVES))
    return {refused.reasons["en"] for refused in found if refused and refused.rule == rule}


def played_until(slug: str, rule: str, wanted: str, **facts: object) -> str:
    """Play by lot until a rule refuses something with these words, and give the sentence."""
    for seed in range(1, 12):
        match = sl.new(slug, seed=seed, **facts)  # type: ignore[arg-type]
        chance = random.Random(seed)
        while not match.over:
            for said in refusals(match, rule):
                if re.search(wanted, said):
                    return said
            match.play(chance.choice(match.legal_numbers()))
    raise AssertionError(f"{rule} never says so")


def test_maui_tells_the_price_and_the_purse() -> None:
    """M-T1."""
    match = sl.new("maui", seed=3)
    chance = random.Random(1)
    while not (said := refusals(match, "M-T1")):
        match.play(chance.choice(match.legal_numbers()))
    have = int(match.state["dollars"][match.turn])
    prices = {int(cost) for cost in (1, 2) if cost > have}
    assert said == {f"Too dear: it costs {cost}, and you have {have}." for cost in prices}


@pytest.mark.parametrize(
    ("slug", "rule", "wanted"),
    [
        ("maui", "M-T11", r"there (is|are) still \d dollars? to take"),
        ("maui", "M-T13", "First: "),
        ("day-at-the-beach", "B-T2", "A tile lies here already"),
        ("day-at-the-beach", "B-T2", "No side of this cell touches sand"),
        ("day-at-the-beach", "B-T1", "at each of its corners another tile"),
        ("day-at-the-beach", "B-R5", "First: "),
        ("high-tide-henn", "H-T5", "No pair lies on this space"),
        ("high-tide-henn", "H-T9", "cannot be rolled again"),
        ("high-tide-henn", "H-T9", "only one die can be rolled again"),
        ("high-tide-henn", "H-T10", "First: "),
        ("high-tide-leiman", "L-T4", r"is at height \d and has to climb; .* only \d high"),
        ("high-tide-leiman", "L-T4", "the highest stack beside it is only"),
    ],
)
def test_a_refusal_tells_the_facts(slug: str, rule: str, wanted: str) -> None:
    played_until(slug, rule, wanted)


@pytest.mark.parametrize("wanted", [r"^\w+ has this tile\.", "lies open still", "used up"])
def test_henn_says_where_a_tile_is(wanted: str) -> None:
    """H-B2."""
    played_until("high-tide-henn", "H-B2", wanted, options={"baywatch": True})


def test_people_are_called_by_their_names() -> None:
    match = sl.new("high-tide-henn", seed=2, options={"baywatch": True})
    match.call({language: {seat: f"Ann{seat}" for seat in range(3)} for language in LANGUAGES})
    chance = random.Random(2)
    while not any(said.startswith("Ann") for said in refusals(match, "H-B2")):
        match.play(chance.choice(match.legal_numbers()))


@pytest.mark.parametrize("slug", SLUGS)
def test_every_reason_is_a_short_sentence_in_both_languages(slug: str) -> None:
    """Over a match by lot; no notation, no blank left open."""
    match, chance = sl.new(slug, seed=5), random.Random(slug)
    for _ in range(40):
        if match.over:
            break
        for move in chance.sample(range(match.game.rules.MOVES), min(60, match.game.rules.MOVES)):
            if refused := match.why(move, seat=match.turn):
                for language in LANGUAGES:
                    said = refused.reasons[language]
                    assert 10 < len(said) < 200, said
                    assert not NOTATION.search(said), said
        match.play(chance.choice(match.legal_numbers()))
