"""Those whom bench/ holds our search against must play the very same games. This wants OpenSpiel (extra `bench`)."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import strandline as sl
from strandline.engine.contract import CHANCE
from strandline.engine.row import to_bytes

if TYPE_CHECKING:
    from strandline.engine.match import Match

pyspiel = pytest.importorskip("pyspiel")
ROOT = Path(__file__).parents[1]
GAMES = ("high-tide-leiman", "maui")


@pytest.fixture(autouse=True)
def bench_can_be_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT))


def side_by_side(slug: str, seed: int) -> tuple[Match, Any]:
    """Begin a match here and there; chance is played by hand."""
    from bench.spiel import rulebook

    assert rulebook(slug, 2) is rulebook(slug, 2)
    return sl.new(slug, seats=2, chance="by hand", seed=seed), rulebook(slug, 2).new_initial_state()


def same(match: Match, state: Any) -> None:
    """Check that both are in the same position, as far as anybody can ask."""
    assert to_bytes(state.row) == to_bytes(match.state)
    assert state.is_terminal() == match.over
    assert state.is_chance_node() == (match.turn == CHANCE)
    assert state.current_player() == (pyspiel.PlayerId.TERMINAL if match.over else match.turn)
    assert state.legal_actions() == state.legal_actions(match.turn) == match.legal_numbers()
    assert state.legal_actions(1 - match.turn) == []
    if match.turn == CHANCE:
        weights = [int(match.game.rules.weight(match.state, move)) for move in match.legal_numbers()]
        shares = [weight / sum(weights) for weight in weights]
        assert state.chance_outcomes() == list(zip(match.legal_numbers(), shares, strict=True))


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_of_ours_is_the_same_game_in_openspiel(slug: str) -> None:
    for seed in range(3):
        chance = random.Random(seed)
        match, state = side_by_side(slug, seed)
        while not match.over:
            same(match, state)
            assert state.returns() == [0.0, 0.0]
            assert str(state) == str(match.game.notation.position(match.state))
            move = chance.choice(match.legal_numbers())
            assert state.action_to_string(move) == match.game.notation.spell(move)
            before = state.clone()
            state.apply_action(move)
            same(match, before)
            match.play(move)
        same(match, state)
        same(match, state.clone())
        assert state.returns() == [
            {1: 1.0, 2: -1.0}[place] if sum(match.places()) == 3 else 0.0 for place in match.places()
        ]


def test_its_search_ends_after_so_many_simulations_or_seconds() -> None:
    from bench.spiel import Timed

    match, state = side_by_side("high-tide-leiman", 1)
    chance = random.Random(1)
    while match.turn == CHANCE:
        move = chance.choice(match.legal_numbers())
        match.play(move)
        state.apply_action(move)
    counted = Timed(state.rulebook, 1.4, 1, simulations=60, seconds=None).mcts_search(state)
    assert counted.explore_count == 60
    assert counted.best_child().action in match.legal_numbers()
    hasty = Timed(state.rulebook, 1.4, 1, simulations=None, seconds=0.0).mcts_search(state)
    assert hasty.explore_count == 2  # one for the position itself, and one for a move to choose
    same(match, state)


def test_connect_four_is_the_same_game_with_the_same_columns() -> None:
    game = sl.add_game(ROOT / "examples" / "connect_four")
    for seed in range(20):
        chance = random.Random(seed)
        match, state = sl.new(game.slug), pyspiel.load_game("connect_four").new_initial_state()
        while not match.over:
            assert state.current_player() == match.turn
            assert state.legal_actions() == match.legal_numbers()
            move = chance.choice(match.legal_numbers())
            match.play(move)
            state.apply_action(move)
        assert state.is_terminal()
        assert state.returns() == [match.scores()[seat] - match.scores()[1 - seat] for seat in range(2)]


def test_a_contest_plays_every_seed_on_both_seats() -> None:
    from bench.search import CONTESTS, Effort, Goal, line_of, play

    contest, effort = CONTESTS["connect-four"], Effort(simulations=20)
    played = [play(contest, effort, number) for number in range(4)]
    assert [(match.seed, match.seat) for match in played] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert all(decision.simulations == 20 for match in played for decision in match.ours)
    line = line_of("connect-four", contest, Goal(effort, 0.5, matches=4), played)
    assert line.low <= line.score == sum(match.score for match in played) / 4 <= line.high
