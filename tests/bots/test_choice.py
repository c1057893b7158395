"""A start to choose: the player who is to win it does by force, and its record is as true as any other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import strandline as sl
from strandline.bots.choice import ANY, WINNER, check_start, chosen_start, kind_of
from strandline.bots.solve import Solver, Value
from strandline.engine.errors import BadOptions
from strandline.engine.rule import compiled
from strandline.engine.verify import verify

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Program

GAME = "high-tide-leiman"
needs_compiled_rules = pytest.mark.skipif(not compiled(), reason="uncompiled, a start takes hours to solve")

READINGS: list[dict[str, Any]] = [
    {},
    {"free_sides": "any"},
    {"contact": "ground"},
    {"highest_stack": "own"},
    {"free_sides": "any", "contact": "ground", "highest_stack": "own", "length": "round"},
]


@needs_compiled_rules
@pytest.mark.parametrize("options", READINGS, ids=str)
@pytest.mark.parametrize("start", WINNER)
def test_the_start_is_won_by_whom_it_was_chosen_for(start: str, options: dict[str, Any]) -> None:
    match = sl.new(GAME, seed=1, options=options, start=start)
    assert Solver(match.game).value(match.state) is {"first": Value.WINS, "second": Value.LOSES}[start]
    assert match.played == (), "it is set up, not drawn"
    assert kind_of(match.game, 2, match.options, match.start or {}) == start


@needs_compiled_rules
@pytest.mark.parametrize(("first", "turn"), [("blue", 0), ("pink", 1)])
def test_the_second_player_is_the_one_who_does_not_begin(first: str, turn: int) -> None:
    match = sl.new(GAME, seed=2, options={"first": first}, start="second")
    assert match.turn == turn
    assert Solver(match.game).value(match.state) is Value.LOSES


@needs_compiled_rules
def test_the_same_seed_chooses_the_same_start_and_others_choose_others() -> None:
    starts = [sl.new(GAME, seed=seed, start="second").position()["stacks"] for seed in (5, 5, 6)]
    assert starts[0] == starts[1] != starts[2]
    by_hand = sl.new(GAME, seed=5, start="second", chance="by hand")
    assert by_hand.position()["stacks"] == starts[0]
    fresh = [sl.new(GAME, start="second").position()["stacks"] for _ in range(2)]
    assert fresh[0] != fresh[1]


@needs_compiled_rules
def test_a_match_from_a_chosen_start_is_recorded_verified_and_replayed(program: Program, tmp_path: Path) -> None:
    match = sl.new(GAME, seed=7, start="second")
    with pytest.raises(sl.StrandlineError):
        match.undo()
    begun = match.position()
    match.play(match.legal()[0])
    match.undo()
    assert match.position() == begun
    while not match.over:
        match.play(match.legal()[0])
    match.save(tmp_path / "mine.strand")
    again = sl.load(tmp_path / "mine.strand")
    assert again.record() == match.record()
    assert again.state_at(0).tobytes() == match.state_at(0).tobytes()
    draws = sum(match.turn_at(count) == sl.CHANCE for count in range(len(match.played)))
    assert verify(again, "mine.strand") == draws > 0, "later rounds are drawn"
    proved = program.strand("verify", "mine.strand", STRANDLINE_RULES="python").stdout.splitlines()
    assert f"all {draws} draws follow from the seed" in proved[0]
    assert proved[1] == "The position that it begins from was set up, not drawn."
    sl.new(GAME, seed=7).save(tmp_path / "drawn.strand")
    assert "set up" not in program.strand("verify", "drawn.strand", STRANDLINE_RULES="python").stdout


@needs_compiled_rules
def test_a_start_that_takes_too_long_to_solve_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    values = iter([Value.UNKNOWN, Value.WINS, Value.LOSES])
    monkeypatch.setattr(Solver, "value", lambda *_: next(values))
    assert sl.new(GAME, seed=1, start="second").start
    assert next(values, None) is None
    monkeypatch.setattr(Solver, "value", lambda *_: Value.UNKNOWN)
    match = sl.new(GAME, seed=1)
    assert kind_of(match.game, 2, match.options, {"stacks": match.position()["stacks"], "turn": "blue"}) == ANY


def test_any_start_is_drawn_as_ever() -> None:
    game = sl.game("maui")
    assert chosen_start(game, 2, game.options(), ANY, 1) is None
    assert sl.new(GAME, seed=3, start=ANY).record() == sl.new(GAME, seed=3).record()


def test_what_cannot_be_chosen_is_refused() -> None:
    with pytest.raises(BadOptions, match=r"The start of maui cannot be chosen"):
        sl.new("maui", start="second")
    nonsenses: list[object] = ["third", "", None, 7, ["second"], {}]
    for nonsense in nonsenses:
        with pytest.raises(BadOptions, match=r"choose any, first or second\."):
            check_start(sl.game(GAME), nonsense)


def test_uncompiled_no_start_can_be_chosen(program: Program) -> None:
    done = program.strand("play", GAME, "--start", "second", STRANDLINE_RULES="python")
    assert done.returncode == 2
    assert done.stderr == "A start can only be chosen with compiled rules; unset STRANDLINE_RULES.\n"
