"""The search: it finds what is there to be found, counts right, and follows the match.

Most is tried out in a forest of tiny games, where everything that a search should come to can be told beforehand.
"""

from __future__ import annotations

import json
from math import sqrt
from typing import TYPE_CHECKING, Any

import forest
import pytest
from catalogue import EXAMPLE
from forest import FOREST, GIVE, KEEP, start
from searching import FACE_DOWN, FOUR, HENN, at, by_move, children, inner_nodes, think

import strandline as sl
from strandline.bots.search import BATCH, REUSE_VISITS, MoveStats, Search, Thinker, merged
from strandline.bots.tree import MAX_DEPTH, NO_NODE, REWARD_UNIT
from strandline.engine.chance import seeded
from strandline.engine.contract import CHANCE
from strandline.engine.row import copy_of, to_bytes

if TYPE_CHECKING:
    from conftest import Program

    from strandline.engine.row import Row

STAYS = 1 << 30  # as `expand_after`: the tree never grows beyond the moves of the position
QUICK = {"candidates": 1, "horizon": 1}

# What it finds


def chosen_move(view: Row, dice: Any, simulations: int) -> int:
    """Let a search of connect four choose a move."""
    return Thinker(sl.game(FOUR)).think(view, dice, simulations)[0].move


@pytest.mark.parametrize(
    ("columns", "winning"),
    [
        pytest.param({"a": "RRR", "b": "YYY"}, "a", id="upright"),
        pytest.param({"a": "RY", "b": "RY", "c": "RY"}, "d", id="level"),
        pytest.param({"a": "RY", "b": "RY", "d": "RY"}, "c", id="a gap"),
        pytest.param({"a": "R", "b": "YR", "c": "YYR", "d": "RYY", "g": "R"}, "d", id="rising"),
    ],
)
def test_it_wins_where_one_move_wins(columns: dict[str, str], winning: str) -> None:
    assert chosen_move(at("red", **columns), seeded(1), 400) == "abcdefg".index(winning)


@pytest.mark.parametrize(
    ("columns", "blocking"),
    [
        pytest.param({"a": "RRR", "g": "YY"}, "a", id="upright"),
        pytest.param({"a": "RY", "b": "RY", "c": "R"}, "d", id="level"),
        pytest.param({"c": "RY", "d": "R", "f": "RY"}, "e", id="a gap"),
    ],
)
def test_it_blocks_where_all_else_loses(columns: dict[str, str], blocking: str) -> None:
    assert chosen_move(at("yellow", **columns), seeded(1), 600) == "abcdefg".index(blocking)


def test_it_finds_a_forced_win_of_two_moves() -> None:
    """Three in the middle of the lowest row, with both ends free, cannot be stopped."""
    thinker = Thinker(sl.game(FOUR))
    best = thinker.think(at("red", c="RY", d="RY"), seeded(1), 1500)[0]
    assert best.move in {1, 4}
    assert best.chance > 0.8


def test_it_stops_a_forced_loss_of_two_moves() -> None:
    assert chosen_move(at("yellow", c="RY", d="R"), seeded(1), 3000) in {1, 4}


def test_every_seat_is_taken_to_want_the_best_for_itself() -> None:
    """Neither for an enemy, which would make the second move best, nor for a friend, which would make it the third."""
    found = think("rivals", 3000)
    assert found.move_stats()[0].move == 0
    assert by_move(found)[0].chances == pytest.approx((0.5, 1.0, 0.0), abs=0.05)
    assert by_move(found)[2].chances[2] > 0.9, "the third seat helps itself"


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_each_of_many_seats_keeps_what_is_its_own(seats: int) -> None:
    made = think(f"keepers {seats}", 3000)
    node = int(made._tree[0].root)
    for _ in range(seats):
        visits = {int(child.move): int(child.visits) for child in children(made, node)}
        assert visits[KEEP] > visits[GIVE]
        node = next(child for child in made._children(node) if made._nodes[child].move == KEEP)
    assert made._nodes[node].first == NO_NODE
    assert tuple(made._total[node] / (REWARD_UNIT * made._nodes[node].visits)) == pytest.approx([0.5] * seats)


def test_it_bets_by_the_odds() -> None:
    made = think("bet", 3000)
    assert made.move_stats()[0].move == 0
    assert made.move_stats()[0].chance == pytest.approx(0.75, abs=0.04)
    assert by_move(made)[1].chance == pytest.approx(0.5, abs=0.15)


# What it counts


@pytest.mark.parametrize("parts", [(700,), (1,) * 20, (BATCH, BATCH + 1, 3), (0, 5)])
def test_it_runs_as_many_simulations_as_it_is_told(parts: tuple[int, ...]) -> None:
    made = Search(FOREST, start("keepers 3"))
    dice = seeded(2)
    for count in parts:
        made.run(dice, count)
    assert made.visits == sum(parts)
    assert sum(option.visits for option in made.move_stats()) == sum(parts)


def test_in_parts_it_finds_the_same_as_at_once() -> None:
    """Where nothing is secret, one stream of dice is used up in the same order."""
    game, view = sl.game(FOUR), sl.new(FOUR).state
    once, parts = Search(game, view), Search(game, view)
    once.run(seeded(3), 300)
    dice = seeded(3)
    for count in (1, 99, 200):
        parts.run(dice, count)
    assert parts.move_stats() == once.move_stats()
    assert parts.wins() == once.wins()


def test_visits_and_results_add_up_in_the_whole_tree() -> None:
    made = Search(sl.game(FOUR), at("red", c="RY", d="RY"))
    made.run(seeded(4), 1000)
    root = int(made._tree[0].root)
    for node in inner_nodes(made):
        first = 0 if node == root else int(made.settings.expand_after)  # the visits before the tree grew there
        assert sum(int(child.visits) for child in children(made, node)) == made._nodes[node].visits - first
        assert sum(made._total[node]) == pytest.approx(
            REWARD_UNIT * made._nodes[node].visits, abs=made._nodes[node].visits
        )
        below = sum(made._total[child] for child in made._children(node))
        assert all(0 <= rest <= first * REWARD_UNIT for rest in made._total[node] - below)
    assert made._tree[0].used <= len(made._nodes)


def test_the_chances_of_two_are_one() -> None:
    made = Search(sl.game(FOUR), at("yellow", d="RYR"))
    made.run(seeded(5), 500)
    for option in made.move_stats():
        assert sum(option.chances) == pytest.approx(1, abs=1e-5)
        assert option.chance == pytest.approx(option.chances[1], abs=1e-5), "yellow is the mover"
    assert sum(made.wins()) == pytest.approx(1)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_places_of_many_add_up(seats: int) -> None:
    """Each leaves a part of the others behind: half of all there are, together. And one of them wins."""
    match = sl.new(HENN, seats=seats, seed=seats, options=FACE_DOWN)
    made = Search(match.game, match.view(match.turn), **QUICK)
    made.run(seeded(1), 40)
    for option in made.move_stats():
        assert len(option.chances) == seats
        assert sum(option.chances) == pytest.approx(seats / 2, abs=1e-4)
        assert 0 <= option.chance <= 1
    assert len(made.wins()) == seats
    assert sum(made.wins()) == pytest.approx(1)


def test_options_are_listed_by_the_thought_given_to_them_and_only_legal_ones() -> None:
    match = sl.new("maui", seats=3, seed=6)
    made = Search(match.game, match.view(match.turn), **QUICK)
    made.run(seeded(1), 60)
    visits = [option.visits for option in made.move_stats()]
    assert visits == sorted(visits, reverse=True)
    assert {option.move for option in made.move_stats()} <= set(match.legal_numbers())


# Chance


def test_outcomes_come_by_their_weights() -> None:
    made = think("dice", 6000)
    rolled = next(node for node in made._children(int(made._tree[0].root)) if made._nodes[node].move == 0)
    visits = {int(child.move): int(child.visits) for child in children(made, rolled)}
    for move, weight in enumerate((1, 2, 3, 6)):
        expected = sum(visits.values()) * weight / 12
        assert abs(visits[move] - expected) < 4 * sqrt(expected)


def test_dice_out_of_the_bag_come_by_their_weights() -> None:
    """As the rules of a real game weigh them."""
    match = sl.new(HENN, seats=3, seed=2)
    made = Search(match.game, match.view(match.turn), **QUICK, until_chance=1)
    made.run(seeded(1), 1200)
    state, decline = copy_of(match.state), match.number("decline")
    match.game.rules.play(state, decline)
    assert state.turn == CHANCE
    rolled = next(node for node in made._children(int(made._tree[0].root)) if made._nodes[node].move == decline)
    visits = {int(child.move): int(child.visits) for child in children(made, rolled)}
    dice = match.game.buffer()
    weights = {
        int(die): int(match.game.rules.weight(state, die)) for die in dice[: match.game.rules.moves(state, dice)]
    }
    share = sum(visits.values()) / sum(weights.values())
    assert set(visits) <= set(weights)
    distance = sum((visits.get(die, 0) - share * weight) ** 2 / (share * weight) for die, weight in weights.items())
    assert share * min(weights.values()) > 5
    assert distance < len(weights) + 4 * sqrt(2 * len(weights)), "chi-squared"


# Dice, processes, machines


def test_the_same_dice_give_the_same() -> None:
    match = sl.new("maui", seed=3)
    found = [Thinker(match.game, **QUICK).think(match.view(match.turn), seeded(seed), 80) for seed in (5, 5, 6)]
    assert found[0] == found[1]
    assert found[0] != found[2]


def test_several_trees_give_the_same_whichever_is_ready_first() -> None:
    view = at("red", c="RY", d="RY")
    found = [Thinker(sl.game(FOUR), trees=3).think(view, seeded(5), 600) for _ in range(2)]
    assert found[0] == found[1]


UNCOMPILED = f"""
import json, sys
import strandline as sl
from strandline.bots.search import Search
from strandline.engine.chance import seeded
match = sl.new(sl.add_game({str(EXAMPLE)!r}).slug)
made = Search(match.game, match.state, candidates=2, prior_weight=100)
made.run(seeded(1), 60)
print(json.dumps([made.move_stats(), made.wins()]))
"""


def test_uncompiled_it_thinks_the_same(program: Program) -> None:
    match = sl.new(FOUR)
    made = Search(match.game, match.state, candidates=2, prior_weight=100)
    made.run(seeded(1), 60)
    done = program.python("-c", UNCOMPILED, STRANDLINE_RULES="python")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == json.loads(json.dumps([made.move_stats(), made.wins()]))


# Following the match


def position_after(tree: str, *moves: int) -> Row:
    """Play moves in the forest."""
    state = start(tree)
    for move in moves:
        forest.play(state, move)
    return state


def test_it_follows_the_own_move_chance_and_the_reply() -> None:
    made = think("dice", 2000)
    node = int(made._tree[0].root)
    for move in (0, 3, 0):
        node = next(child for child in made._children(node) if made._nodes[child].move == move)
    visits, total = int(made._nodes[node].visits), made._total[node].tolist()
    assert visits > REUSE_VISITS
    later = position_after("dice", 0, 3, 0)
    assert made.reuse(later)
    assert made.visits == visits
    assert to_bytes(made.view) == to_bytes(later)
    assert made._total[int(made._tree[0].root)].tolist() == total
    made.run(seeded(8), 100)
    assert made.visits == visits + 100
    assert sum(option.visits for option in made.move_stats()) == made.visits - 1
    assert made.move_stats()[0].move == 0
    assert made.move_stats()[0].chance > 0.9


def test_it_follows_step_by_step_as_well() -> None:
    match = sl.new(FOUR)
    made = Search(match.game, match.state)
    made.run(seeded(1), 3000)
    for _ in range(3):
        best = made.move_stats()[0]
        match.play(best.move)
        assert made.reuse(match.state)
        assert made.visits == best.visits


def test_a_position_that_is_not_in_the_tree_is_refused_and_nothing_changes() -> None:
    match = sl.new(FOUR)
    made = Search(match.game, match.state)
    made.run(seeded(1), 500)
    before = made.move_stats(), made.wins(), made.visits
    for elsewhere in (
        at("red", a="RYRYRY"),
        at("red", a="RY", g="RY"),
        sl.new(FOUR, options={"first": "yellow"}).state,
    ):
        assert not made.reuse(elsewhere)
        assert (made.move_stats(), made.wins(), made.visits) == before


def test_the_position_itself_is_found() -> None:
    made = think("dice", 100)
    assert made.reuse(start("dice"))
    assert made.visits == 100


def test_an_earlier_position_is_not_found() -> None:
    made = think("dice", 2000)
    assert made.reuse(position_after("dice", 0, 3))
    assert not made.reuse(start("dice"))


def test_a_thinker_needs_less_for_what_it_has_thought_about() -> None:
    match, thinker = sl.new(FOUR), Thinker(sl.game(FOUR))
    for _ in range(2):
        options = thinker.think(match.state, seeded(1), 2000)
        known = thinker.searches[0]
        match.play(options[0].move)
    assert thinker.searches[0] is known
    before = int(known.settings.expand_after)  # visits of the node before the tree grew beyond it
    assert sum(option.visits for option in options) in {2000, 2000 - before}, "what was known counts"
    thinker.think(sl.new(FOUR, options={"first": "yellow"}).state, seeded(1), 100)
    assert thinker.searches[0] is not known
    assert thinker.searches[0].visits == 100


def test_after_another_seats_move_the_chance_is_that_of_the_mover() -> None:
    """With two seats, the chance to win is the part of the others that one leaves behind."""
    made = Search(sl.game(FOUR), at("red", c="RY", d="RY"))
    made.run(seeded(1), 1000)
    assert made.reuse(at("yellow", b="R", c="RY", d="RY"))
    made.run(seeded(2), 200)
    for option in made.move_stats():
        assert option.chance == pytest.approx(option.chances[1], abs=1e-5)


def test_who_is_asked_again_still_knows_who_wins() -> None:
    thinker = Thinker(FOREST)
    for _ in range(2):
        thinker.think(start("bet"), seeded(1), 500)
        assert sum(thinker.wins()) == pytest.approx(1)


# Several trees


def test_two_findings_are_merged_by_their_weight() -> None:
    one, other = MoveStats(3, 10, 0.5, (0.5, 0.5)), MoveStats(3, 30, 0.9, (0.1, 0.9))
    both = merged(one, other)
    assert (both.move, both.visits) == (3, 40)
    assert both.chance == pytest.approx(0.8)
    assert both.chances == pytest.approx((0.2, 0.8))


@pytest.mark.parametrize("trees", [1, 2, 3])
def test_trees_share_the_simulations(trees: int) -> None:
    thinker = Thinker(FOREST, trees)
    options = thinker.think(start("keepers 3"), seeded(1), 600)
    assert [search.visits for search in thinker.searches] == [600 // trees] * trees
    assert sum(option.visits for option in options) == 600
    own = [option for search in thinker.searches for option in search.move_stats()]
    for option in options:
        assert option.visits == sum(other.visits for other in own if other.move == option.move)
    if trees > 1:
        assert thinker.searches[0].move_stats() != thinker.searches[1].move_stats(), "they draw different lots"


# Room and time


def test_when_the_pool_is_full_it_goes_on_thinking() -> None:
    room = 2 + 3 * 7
    made = Search(sl.game(FOUR), at("red", c="RY", d="RY"), nodes=room)
    made.run(seeded(1), 2000)
    assert made.visits == 2000
    assert made._tree[0].used <= room
    assert made.move_stats()[0].move in {1, 4}
    assert not made.reuse(at("yellow", b="R", c="RY", d="RY")), "there would be no room to grow"
    made.reset(at("yellow", b="R", c="RY", d="RY"))
    made.run(seeded(1), 10)
    assert made.visits == 10


CROWDED = """
from forest import FOREST, start
from strandline.bots.search import Search
from strandline.engine.chance import seeded
made = Search(FOREST, start("crowd"), nodes=130)
made.run(seeded(1), 500)
print(made.visits, made._tree[0].used)
"""


def test_outcomes_of_chance_find_the_pool_full_as_well(program: Program) -> None:
    """Uncompiled, in a process of its own: compiled, what is written beyond the pool goes somewhere."""
    done = program.python("-c", CROWDED, STRANDLINE_RULES="python", PYTHONPATH=str(EXAMPLE.parent.parent / "tests"))
    assert done.returncode == 0, done.stderr[-300:]
    visits, used = map(int, done.stdout.split())
    assert visits == 500
    assert used <= 130


def test_it_goes_no_deeper_than_it_can_note() -> None:
    made = think("endless", MAX_DEPTH + 20)
    assert made.visits == MAX_DEPTH + 20
    assert made._tree[0].used == MAX_DEPTH + 1, "one node for every step, the root, and the one that is never used"
    assert made.move_stats()[0].chances == (0.0, 1.0)


def test_time_is_enough_for_some_simulations_at_least() -> None:
    made = Search(FOREST, start("bet"))
    made.run_for(seeded(1), 0)
    assert made.visits == BATCH
    made.run_for(seeded(1), 0.01)
    assert made.visits > BATCH
    assert made.visits % BATCH == 0


@pytest.mark.parametrize("moves", [pytest.param((0,), id="chance"), pytest.param((0, 0), id="over")])
def test_where_nobody_is_to_move_there_is_nothing_to_think_about(moves: tuple[int, ...]) -> None:
    with pytest.raises(ValueError):
        Search(FOREST, position_after("bet", *moves))
