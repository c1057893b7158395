"""The stored matches of High Tide (Leiman) end as their names say."""

from __future__ import annotations

from typing import Any

import pytest
from catalogue import folder_of_tests

import strandline as sl
from strandline.engine.match import Match
from strandline.engine.turns import NOBODY
from strandline.games.high_tide_leiman import rules

CASES = folder_of_tests("high-tide-leiman") / "cases"


def state_of(match: Match, count: int) -> Any:
    return match.state_at(count)


def case(name: str) -> Match:
    return sl.load(CASES / f"{name}.strand")


@pytest.mark.parametrize(("name", "rule"), [("more-tiles", "L-E2"), ("highest-stack", "L-E3"), ("last-mover", "L-E4")])
def test_a_round_for_each_way_to_win_it(name: str, rule: str) -> None:
    """L-E2, L-E3, L-E4, and L-R1: a match of one round."""
    match = case(name)
    assert match.over
    assert sorted(match.scores()) == [0, 1]
    last: Any = match.state
    assert bool(rules.visible_lead(last)) == (rule == "L-E2")
    assert bool(rules.height_lead(last)) or rule != "L-E3"
    told = match.tell(match.standing(-1), "en", NOBODY) or ""
    assert f"({rule})" in told


@pytest.mark.parametrize(("name", "stones"), [("three-nil", [3, 0]), ("three-one", [3, 1]), ("three-two", [2, 3])])
def test_matches_to_three_stones(name: str, stones: list[int]) -> None:
    """L-E5: three stones win, and the loser of a round begins the next (L-S3)."""
    match = case(name)
    assert match.over
    assert match.scores() == stones
    won = [0, 0]
    for index in range(1, len(match.played) + 1):
        before, after = state_of(match, index - 1), state_of(match, index)
        now = [int(stone) for stone in after.stones]
        if now != won:
            loser = 0 if now[1] > won[1] else 1
            won = now
            assert after.first == loser
        if before.turn == sl.CHANCE and after.turn >= 0 and sum(won):
            assert after.turn == after.first


@pytest.mark.parametrize(
    ("name", "option", "value"),
    [
        ("reading-any-sides", "free_sides", "any"),
        ("reading-ground-contact", "contact", "ground"),
        ("reading-own-highest", "highest_stack", "own"),
    ],
)
def test_a_match_for_each_reading(name: str, option: str, value: str) -> None:
    match = case(name)
    assert match.over
    assert getattr(match.options, option) == value


def test_a_match_with_moves_taken_back() -> None:
    match = case("taken-back")
    assert match.record().count("\nundo\n") == 2
    assert len(match.played) == match.ply - 4
