"""A match in words: `sl.text` tells a seat what it may know and what it can do, and no secret of the others."""

from __future__ import annotations

import pytest
from catalogue import GERMAN, SLUGS, random_match

import strandline as sl
from strandline.engine.errors import BadOptions
from strandline.engine.texts import LANGUAGES


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_has_rules_position_and_every_legal_move(slug: str, language: str) -> None:
    match = sl.new(slug, seed=1)
    told = sl.text(match, match.turn, language)
    spelled = match.game.spelling(language).spelled
    for move in match.legal_numbers():
        assert f"- {spelled[move]}: " in told
    assert match.game.words.describe(match.view(match.turn), match.texts(language)) in told
    without = sl.text(match, match.turn, language, rules=False)
    assert told.endswith(without)
    assert len(told) > len(without) + 500
    if slug in GERMAN and language == "de":
        assert "Du bist am Zug" in told
        assert "Your legal moves" not in told


def test_who_is_not_to_move_is_told_no_moves() -> None:
    match = sl.new("high-tide-leiman", seed=3)
    for seat in (1 - match.turn, sl.NOBODY):
        told = sl.text(match, seat, rules=False)
        assert "It is not your turn" in told
        assert "Your legal moves" not in told


@pytest.mark.parametrize("slug", SLUGS)
def test_the_end_is_told(slug: str) -> None:
    match = random_match(slug, 3)
    told = sl.text(match, 0, rules=False)
    assert "The match is over" in told
    for place, points in zip(match.places(), match.scores(), strict=True):
        assert f"place {place}, {points} points" in told


def test_a_seat_that_is_not_there_is_refused() -> None:
    match = sl.new("high-tide-leiman", seed=3)
    for seat in (2, -2, "0"):
        with pytest.raises(BadOptions, match="There is no seat"):
            sl.text(match, seat)  # type: ignore[arg-type]


def dealt(hidden: int) -> sl.Match:
    """Deal the surfers of the other seats in one of several ways; everything else is the same."""
    match = sl.new("high-tide-henn", seats=3, options={"surfer": "face-down"}, chance="by hand")
    while match.turn == sl.CHANCE:
        moves = match.legal_numbers()
        mine = match.known_to(match.state, moves[0], 0)
        match.play(moves[0] if mine else moves[hidden % len(moves)])
    return match


def test_no_secret_of_another_seat_is_in_the_words() -> None:
    """Whatever the others were dealt face down, seat 0 reads the same (H-U1)."""
    one, other = dealt(0), dealt(3)
    assert one.log != other.log
    for language in LANGUAGES:
        assert sl.text(one, 0, language) == sl.text(other, 0, language)
        assert sl.text(one, sl.NOBODY, language) == sl.text(other, sl.NOBODY, language)
    assert "A move that you may not know." in sl.text(one, 0)
    assert sl.text(one, 1) != sl.text(other, 1)
