"""Advice in words: the best move and what it promises beside others, or who wins by force, in both languages."""

from __future__ import annotations

from typing import Any

import pytest
from catalogue import SLUGS, random_match

import strandline as sl
from strandline.bots import advice as advising
from strandline.bots import levels, words
from strandline.bots.advice import Advice, MoveChance, advise
from strandline.bots.solve import Solver, Value
from strandline.engine.chance import seeded
from strandline.engine.match import Match
from strandline.engine.texts import LANGUAGES

GAME = "high-tide-leiman"
THREE = "high-tide-henn"


def thought(match: Match, *chances: float, seats: tuple[float, ...] = (0.6, 0.4)) -> Advice:
    """Advise on a position as a search would: the first moves with these chances."""
    promises = zip(match.legal_numbers(), chances, strict=False)
    return Advice(Value.UNKNOWN, tuple(MoveChance(move, chance) for move, chance in promises), seats)


def solved(match: Match, winning: int, best: int = 0) -> Advice:
    """Advise on a position that is solved: so many of its moves win."""
    moves = [MoveChance(move, float(index < winning)) for index, move in enumerate(match.legal_numbers())]
    moves.insert(0, moves.pop(best))
    value = Value.WINS if winning else Value.LOSES
    return Advice(value, tuple(moves), (float(winning > 0), float(winning == 0)))


def told(match: Match, advice: Advice, language: str = "en") -> str:
    return words.hint_in_words(match.game, match.view(match.turn), advice, language)


def chances(match: Match, advice: Advice, language: str = "en") -> str:
    return words.chances_in_words(match.game, match.view(match.turn), advice, language)


@pytest.fixture
def start() -> Match:
    match = sl.new(GAME, seed=3)
    assert (match.turn, len(match.legal())) == (0, 25)
    return match


def test_the_best_move_is_told_with_its_chance_beside_the_next_ones(start: Match) -> None:
    first, second, third, fourth = start.legal()[:4]
    said = told(start, thought(start, 0.62, 0.58, 0.5049, 0.3, 0.2))
    assert said.startswith(f"{first}: Blue moves the ")
    assert said.endswith(f"Chance to win: 62 %; with {second} 58 %, {third} 50 %, {fourth} 30 %.")
    german = told(start, thought(start, 0.62, 0.58), "de")
    assert german.startswith(f"{first}: Blau zieht von ")
    assert german.endswith(f"Aussicht auf den Sieg: 62 %; mit {second} 58 %.")


def test_a_move_that_was_hardly_tried_is_not_called_better_than_the_best(start: Match) -> None:
    assert told(start, thought(start, 0.62, 0.9)).endswith(f"62 %; with {start.legal()[1]} 62 %.")


def test_where_no_other_move_was_thought_about_none_is_named(start: Match) -> None:
    assert told(start, thought(start, 0.62)).endswith("Chance to win: 62 %.")


def test_what_is_only_likely_is_not_called_certain(start: Match) -> None:
    said = told(start, thought(start, 1.0, 0.0))
    assert said.endswith(f"Chance to win: over 99 %; with {start.legal()[1]} under 1 %.")
    assert chances(start, thought(start, 1.0)) == "Chances to win: Blue over 99 %, Pink under 1 %."


def test_who_wins_by_force_and_by_how_many_moves(start: Match) -> None:
    second, third = start.legal()[1:3]
    three = told(start, solved(start, 3))
    assert three.endswith(f"Blue wins this round by force: 3 of 25 moves do, also {second}, {third}.")
    assert "%" not in three
    german = told(start, solved(start, 3), "de")
    assert german.endswith(f"Blau gewinnt diese Runde zwingend: mit 3 von 25 Zügen, auch mit {second}, {third}.")
    assert told(start, solved(start, 1)).endswith("wins this round by force: of 25 moves only this one does.")
    assert told(start, solved(start, 25)).endswith("wins this round by force, with any of these 25 moves.")
    assert chances(start, solved(start, 3)) == "Blue wins this round by force."
    assert chances(start, solved(start, 3), "de") == "Blau gewinnt diese Runde zwingend."


def test_who_loses_whatever_is_played(start: Match) -> None:
    said = told(start, solved(start, 0, best=2))
    assert said.startswith(start.legal()[2])
    assert said.endswith("Blue loses this round against best play; this move is the hardest to refute.")
    assert chances(start, solved(start, 0)) == "Blue loses this round against best play."


def test_the_only_move_there_is() -> None:
    match = sl.new(GAME, seed=4)
    while len(match.legal()) > 1:
        match.play(match.legal()[0])
    seat = match.game.texts("en").say(f"seat.{match.turn}")
    assert told(match, solved(match, 1)).endswith(f"There is no other move. {seat} wins this round by force.")
    assert "There is no other move. Chances to win: Blue " in told(match, thought(match, 0.5))


def test_around_a_larger_table_the_hint_tells_the_chances_of_everybody() -> None:
    match = sl.new(THREE, seed=1, seats=3)
    seats = [match.game.texts("en").say(f"seat.{seat}") for seat in range(3)]
    mover = match.turn
    shares = [0.2, 0.2, 0.2]
    shares[mover] = 0.6
    said = told(match, thought(match, 0.7, 0.6, seats=tuple(shares)))
    expected = ", ".join(f"{name} {'70' if seat == mover else '15'} %" for seat, name in enumerate(seats))
    assert said.endswith(f"Chances to win: {expected}."), "after the best move, the others share what it leaves"


def test_little_thought_is_called_a_glance(start: Match) -> None:
    little = thought(start, 0.62)._replace(glance=True)
    for said in (told(start, little), chances(start, little)):
        assert said.endswith("That is a first glance only.")
    assert "glance" not in told(start, solved(start, 3))


@pytest.mark.parametrize("slug", SLUGS)
def test_advice_in_the_middle_of_any_match(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advising, "simulations_of", lambda *_: 24)
    monkeypatch.setattr(levels, "POSITIONS", 2000)
    whole = random_match(slug, 5)
    turns = [count for count in range(len(whole.played)) if whole.turn_at(count) >= 0]
    view = whole.seen_by(whole.state_at(turns[len(turns) // 2]), whole.turn_at(turns[len(turns) // 2]))
    found = advise(whole.game, view, seeded(1))
    assert found == advise(whole.game, view, seeded(1)), "the same seed, the same advice"
    into = whole.game.buffer()
    legal = set(into[: whole.game.rules.moves(view, into)].tolist())
    assert {one.move for one in found.moves} <= legal
    assert sum(found.chances) == pytest.approx(1)
    for language in LANGUAGES:
        for say in (words.hint_in_words, words.chances_in_words):
            assert say(whole.game, view, found, language).endswith(".")


def near_the_end(seed: int) -> Any:
    """A position a few moves before the end of a round: even uncompiled rules solve it at once."""
    match = sl.new(GAME, seed=seed, options={"length": "round"})
    while not match.over:
        match.play(match.legal()[0])
    turns = [count for count in range(len(match.played)) if match.turn_at(count) >= 0]
    return match, match.state_at(turns[-4])


@pytest.mark.parametrize("seed", range(4))
def test_the_advice_on_a_solved_position_is_the_solvers(seed: int) -> None:
    match, state = near_the_end(seed)
    found, solution = advise(match.game, state, seeded(1)), Solver(match.game).solve(state)
    assert (found.value, found.best) == (solution.value, solution.best)
    assert {one.move for one in found.moves if one.chance == 1} == set(solution.winning)
    assert len(found.moves) == len(solution.moves)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_that_can_be_solved_says_what_is_won_so(language: str) -> None:
    for slug in SLUGS:
        game = sl.game(slug)
        assert ("solved" in game.texts(language)) == (game.solve is not None), slug
