"""The levels: legal moves in every game, the same for the same seed, and each stronger than the one below it."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from catalogue import SLUGS

import strandline as sl
from strandline.bots import BOTS, LEVELS, levels
from strandline.bots.advice import advise
from strandline.bots.solve import Solver, Value
from strandline.bots.tournament import Tournament, play_match
from strandline.engine.chance import seeded
from strandline.engine.row import to_bytes
from strandline.games import GAMES

if TYPE_CHECKING:
    from conftest import Program

    from strandline.bots.search import Search
    from strandline.engine.row import Row

THOUGHTFUL = LEVELS[2:]
GAME = "connect-four"
LITTLE = {"surfer": 20, "lifeguard": 40, "tide": 80}  # as many simulations as a test has time for


@pytest.fixture(autouse=True)
def nobody_has_thought_before() -> None:
    """Begin without anything kept."""
    levels.CACHE.thinkers.clear()


@pytest.fixture
def little_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all levels think little, in every game."""
    monkeypatch.setattr(levels, "THINKING", LITTLE)
    monkeypatch.setattr(levels, "MIN_SIMULATIONS", 4)
    for slug in SLUGS:
        monkeypatch.setattr(sl.game(slug).evaluate, "THINKING", {}, raising=False)


def test_old_names_stay_because_records_and_tables_name_them() -> None:
    assert LEVELS == ("paddler", "swimmer", "surfer", "lifeguard", "tide")
    assert list(BOTS) == ["random", "greedy", *LEVELS]


def played_by(level: str, slug: str, moves: int) -> list[int]:
    """Let a level play some moves of a match on all seats."""
    levels.CACHE.thinkers.clear()
    match, dice = sl.new(slug, seed=3), seeded(5)
    while len(match.played) < moves and not match.over:
        before = to_bytes(match.state)
        chosen = BOTS[level](match.game, match.view(match.turn), dice)
        assert chosen in match.legal_numbers()
        assert to_bytes(match.state) == before
        match.play(chosen)
    return list(match.played)


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.usefixtures("little_thought")
def test_a_level_plays_legal_moves_the_same_for_the_same_seed(slug: str, level: str) -> None:
    """And what it keeps from move to move is a part of that: the second match begins without it, like the first."""
    begun = len(sl.new(slug, seed=3).played)
    assert played_by(level, slug, begun + 12) == played_by(level, slug, begun + 12)


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
    assert 590 < choices("swimmer")[3] < 700, "the column in the middle is the best to begin with"


def test_the_tide_plays_perfectly_where_a_game_is_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    match = sl.new("high-tide-leiman", seed=2)
    assert Solver(match.game).value(match.view(match.turn)) is Value.WINS
    match.play(BOTS["tide"](match.game, match.view(match.turn), seeded(1)))
    assert Solver(match.game).value(match.view(match.turn)) is Value.LOSES
    monkeypatch.setattr(levels, "POSITIONS", 10)
    monkeypatch.setattr(levels, "searched_move", lambda game, view, dice, level: (level, dice.counter))
    dice = seeded(1)
    chosen: object = BOTS["tide"](match.game, match.view(match.turn), dice)
    assert chosen == ("tide", dice.counter), "nobody knows so soon, so it thinks"


# Thinking


def test_how_much_a_level_thinks_is_the_same_in_every_game_that_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    game = sl.game(GAME)
    monkeypatch.setattr(levels, "compiled", lambda: True)
    assert [levels.simulations_of(game, level, 2) for level in THOUGHTFUL] == list(levels.THINKING.values())
    monkeypatch.setattr(game.evaluate, "THINKING", {"lifeguard": 77}, raising=False)
    wanted = {**levels.THINKING, "lifeguard": 77}
    assert {level: levels.simulations_of(game, level, 2) for level in THOUGHTFUL} == wanted
    assert levels.simulations_of(sl.game("maui"), "lifeguard", 2) != 77


def test_uncompiled_a_level_thinks_less_but_at_least_a_little(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "compiled", lambda: False)
    monkeypatch.setattr(levels, "THINKING", {"surfer": 1, "tide": 1_000 * levels.UNCOMPILED_DIVISOR})
    assert levels.simulations_of(sl.game(GAME), "surfer", 2) == levels.MIN_SIMULATIONS
    assert levels.simulations_of(sl.game(GAME), "tide", 2) == 1_000


def test_every_game_lets_a_higher_level_think_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "compiled", lambda: True)
    for slug in SLUGS:
        for seats in sl.game(slug).rules.SEATS:
            thinking = [levels.simulations_of(sl.game(slug), level, seats) for level in THOUGHTFUL]
            assert thinking == sorted(set(thinking)), (slug, seats)


def test_a_game_may_let_a_level_think_otherwise_from_some_number_of_seats_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "compiled", lambda: True)
    game = sl.game("high-tide-henn")
    monkeypatch.setattr(game.evaluate, "THINKING", {"surfer": {3: 16, 5: 4}, "lifeguard": 77}, raising=False)
    assert [levels.simulations_of(game, "surfer", seats) for seats in (3, 4, 5, 6)] == [16, 16, 4, 4]
    assert [levels.simulations_of(game, "lifeguard", seats) for seats in (3, 6)] == [77, 77]


@pytest.mark.usefixtures("little_thought")
@pytest.mark.parametrize("level", THOUGHTFUL)
def test_a_level_thinks_as_much_as_it_should(level: str) -> None:
    match = sl.new(GAME)
    BOTS[level](match.game, match.view(match.turn), seeded(1))
    (thinker,) = levels.CACHE.thinkers.values()
    trees = levels.TREES if level == "tide" else 1
    assert len(thinker.searches) == trees
    wanted = levels.simulations_of(match.game, level, 2)
    assert [search.visits for search in thinker.searches] == [wanted // trees] * trees


@pytest.mark.parametrize("level", THOUGHTFUL)
def test_a_single_move_needs_no_thought(level: str) -> None:
    match = sl.new(GAME)
    for column in "aaaaaabbbbbbccccccgggggddddddeeeeeeffffff":
        match.play(column)
    assert match.legal() == ["g"]
    assert BOTS[level](match.game, match.view(match.turn), seeded(1)) == match.number("g")
    assert not levels.CACHE.thinkers


def test_what_was_thought_is_kept_for_the_next_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "simulations_of", lambda game, level, seats: 1000)
    match = sl.new(GAME)
    for column in "dd":
        match.play(column)
    match.play(BOTS["lifeguard"](match.game, match.view(0), seeded(1)))
    (thinker,) = levels.CACHE.thinkers.values()
    before = thinker.searches[0]
    assert before.visits == 1000
    match.play(max(match.legal_numbers(), key=lambda reply: known(before, match, reply)))
    BOTS["lifeguard"](match.game, match.view(0), seeded(2))
    assert thinker.searches == [before], "the same tree, which was brought up to as many simulations as before"
    assert before.visits == 1000


def known(search: Search, match: sl.Match, reply: int) -> int:
    """How often was this reply to the last move thought about?"""
    found = 0
    for child in search._children(int(search._tree[0].root)):
        if search._nodes[child].move == match.played[-1]:
            nodes = (search._nodes[node] for node in search._children(child))
            found = sum(int(node.visits) for node in nodes if node.move == reply)
    return found


@pytest.mark.usefixtures("little_thought")
def test_only_so_many_thinkers_are_kept_and_those_asked_last() -> None:
    for slug in (GAME, "maui"):
        for level in ("surfer", "lifeguard"):
            for seed in range(4):
                match = sl.new(slug, seed=seed, seats=2)
                for _ in range(2):
                    match.play(BOTS[level](match.game, match.view(match.turn), seeded(1)))
                assert len(levels.CACHE.thinkers) <= levels.MAX_THINKERS
    for number in range(3 * levels.MAX_THINKERS):
        levels.cached_thinker(sl.game(GAME), "surfer", number, 1)
    seats = [seat for _, _, seat in levels.CACHE.thinkers]
    assert seats == list(range(2 * levels.MAX_THINKERS, 3 * levels.MAX_THINKERS))
    levels.cached_thinker(sl.game(GAME), "surfer", seats[0], 1)
    levels.cached_thinker(sl.game(GAME), "surfer", 99, 1)
    assert [seat for _, _, seat in levels.CACHE.thinkers] == [*seats[2:], seats[0], 99]


@pytest.mark.usefixtures("little_thought")
def test_many_think_at_the_same_time_and_come_to_the_same() -> None:
    """Each in a thread of its own, as on a server."""
    game = sl.game(GAME)
    views = [sl.at(GAME, {"columns": {column: "R"}}).view(1) for column in "abcdefg"] * 3

    def choose(view: Row) -> int:
        return BOTS["lifeguard"](game, view, seeded(1))

    alone = []
    for view in views:
        levels.CACHE.thinkers.clear()
        alone.append(choose(view))
    levels.CACHE.thinkers.clear()
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(choose, views)) == alone
    assert len(levels.CACHE.thinkers) <= levels.MAX_THINKERS


@pytest.mark.parametrize("seats", [2, 3])
def test_every_level_plays_with_as_many_seats_as_there_are(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """One thread thinks about matches of two and of three, one after the other, and keeps its trees."""
    monkeypatch.setattr(levels, "THINKING", LITTLE)
    monkeypatch.setattr(sl.game("maui").evaluate, "THINKING", {}, raising=False)
    for count in (5 - seats, seats):
        match = sl.new("maui", seed=1, seats=count)
        for level in LEVELS:
            for _ in range(count):
                match.play(BOTS[level](match.game, match.view(match.turn), seeded(1)))
        assert len(advise(match.game, match.view(match.turn), seeded(1)).chances) == count
        assert {len(thinker.wins()) for thinker in levels.CACHE.thinkers.values()} <= {2, 3}


UNCOMPILED = """
import time
import strandline as sl
from strandline.bots import BOTS
from strandline.engine.chance import seeded
from strandline.engine.row import to_bytes
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
    assert set(seconds) == set(GAMES)
    assert max(seconds.values()) < 10, seconds


def test_each_of_the_lower_levels_is_stronger_than_the_one_below_it() -> None:
    """These are quick enough to be sure of it here; `strand arena` is for the others (bench/LADDER.md)."""
    bots = ["random", "paddler", "swimmer"]
    tournament = Tournament(bots, 2)
    game = sl.game(GAME)
    for seed, lineup in tournament.plan(0, 240):
        tournament.played.append(play_match(game, game.options(), seed, lineup))
    assert [line.bot for line in tournament.standings()] == bots[::-1]
