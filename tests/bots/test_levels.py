"""The levels: legal moves in every game, the same for the same seed, and each stronger than the one below it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from catalogue import SLUGS

import strandline as sl
from strandline.bots import BOTS, levels
from strandline.bots.solve import Solver, Value
from strandline.bots.tournament import Tournament, play_match
from strandline.engine.chance import seeded

if TYPE_CHECKING:
    from conftest import Program

LEVELS = ("paddler", "swimmer", "tide")
GAME = "connect-four"


def test_old_names_stay_because_records_and_tables_name_them() -> None:
    assert list(BOTS) == ["random", "greedy", *LEVELS]


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("level", LEVELS)
def test_a_level_plays_legal_moves_the_same_for_the_same_seed(slug: str, level: str) -> None:
    match = sl.new(slug, seed=3)
    for _ in range(6):
        view = match.view(match.turn)
        chosen = [BOTS[level](match.game, view, seeded(seed)) for seed in (5, 5)]
        assert chosen[0] == chosen[1]
        match.play(chosen[0])


def choices(level: str) -> Counter[int]:
    """Let a level choose in one position, with many throws of its own dice."""
    match = sl.new(GAME, seed=1)
    return Counter(BOTS[level](match.game, match.view(match.turn), seeded(seed)) for seed in range(1000))


def test_the_paddler_plays_anything_but_rather_what_looks_better() -> None:
    often = [move for move, _ in choices("paddler").most_common()]
    assert sorted(often) == list(range(7))
    assert {often[-1], often[-2]} == {0, 6}, "the outer columns are the worst to begin with"
    assert 250 < choices("paddler")[3] < 450


def test_the_swimmer_plays_what_looks_best_and_slips_now_and_then() -> None:
    assert 780 < choices("swimmer")[3] < 920, "the column in the middle is the best to begin with"


def test_the_tide_plays_perfectly_where_a_game_is_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    match = sl.new("high-tide-leiman", seed=2)
    assert Solver(match.game).value(match.view(match.turn)) is Value.WINS
    match.play(BOTS["tide"](match.game, match.view(match.turn), seeded(1)))
    assert Solver(match.game).value(match.view(match.turn)) is Value.LOSES
    monkeypatch.setattr(levels, "POSITIONS", 10)
    monkeypatch.setattr(levels, "greedy", lambda game, view, dice: -1)
    assert BOTS["tide"](match.game, match.view(match.turn), seeded(1)) == -1, "nobody knows so soon"


UNCOMPILED = """
import time
import strandline as sl
from strandline.bots import BOTS
from strandline.engine.chance import seeded
for slug in sl.all_games():
    match = sl.new(slug, seed=1, seats=sl.game(slug).rules.SEATS[-1])
    started = time.process_time()
    match.play(BOTS["tide"](match.game, match.view(match.turn), seeded(1)))
    print(slug, time.process_time() - started)
"""


def test_without_compiled_rules_the_highest_level_answers_in_time(program: Program) -> None:
    done = program.python("-c", UNCOMPILED, STRANDLINE_RULES="python")
    assert done.returncode == 0, done.stderr
    seconds = {line.split()[0]: float(line.split()[1]) for line in done.stdout.splitlines()}
    assert set(seconds) == {slug for slug in SLUGS if slug != GAME}
    assert max(seconds.values()) < 10, seconds


def test_each_of_the_lower_levels_is_stronger_than_the_one_below_it() -> None:
    """These are quick enough to be sure of it here; `strand arena` is for the others (bench/LADDER.md)."""
    bots = ["random", "paddler", "swimmer"]
    tournament = Tournament(bots, 2)
    game = sl.game(GAME)
    for seed, lineup in tournament.plan(0, 240):
        tournament.played.append(play_match(game, game.options(), seed, lineup))
    assert [line.bot for line in tournament.standings()] == bots[::-1]
