"""The settings of a search: each does what is said of it."""

from __future__ import annotations

import forest
import pytest
from forest import FOREST, start
from searching import FOUR, HENN, by_lead, by_move, children, inner_nodes, think

import strandline as sl
from strandline.bots import levels
from strandline.bots.search import DEFAULTS, Search, Thinker
from strandline.bots.tree import PRIOR_UNIT, Settings
from strandline.engine.chance import seeded
from strandline.engine.errors import BadGame

STAYS = 1 << 30  # as `expand_after`: the tree never grows beyond the moves of the position
QUICK = {"candidates": 1, "horizon": 1}


def test_settings_come_from_the_game_and_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    view = start("bet")
    assert {name: getattr(Search(FOREST, view).settings, name) for name in DEFAULTS} == DEFAULTS
    assert set(DEFAULTS) == {name for name in Settings.dtype.names or () if not name.startswith("key_")}
    monkeypatch.setattr(forest, "SEARCH", {"candidates": 3, "expand_after": 5}, raising=False)
    found = Search(FOREST, view, expand_after=7).settings
    assert (found.candidates, found.expand_after, found.horizon) == (3, 7, DEFAULTS["horizon"])
    assert Thinker(FOREST, expand_after=9).think(view, seeded(1), 20)


def test_a_setting_that_there_is_not_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises((AttributeError, TypeError, ValueError)):
        Search(FOREST, start("bet"), explorations=3)
    monkeypatch.setattr(forest, "SEARCH", {"candidate": 3}, raising=False)
    with pytest.raises(BadGame, match=r"The game forest sets 'candidate' in evaluate, .* urgency, prior_weight, "):
        Search(FOREST, start("bet"))
    monkeypatch.setattr(forest, "THINKING", {"surfers": 3}, raising=False)
    with pytest.raises(BadGame, match=r"'surfers' .*: surfer, lifeguard, tide\."):
        levels.simulations_of(FOREST, "tide", 2)


@pytest.mark.parametrize("slug", [HENN, "high-tide-leiman", "maui", "day-at-the-beach", FOUR])
def test_every_game_has_settings_that_there_are(slug: str) -> None:
    evaluate = sl.game(slug).evaluate
    assert set(getattr(evaluate, "SEARCH", {})) <= set(DEFAULTS)
    assert set(getattr(evaluate, "THINKING", {})) <= set(levels.THINKING)


@pytest.mark.parametrize(
    ("tree", "horizon", "depth"),
    [("line", 1, 2), ("line", 2, 4), ("pairs", 1, 4), ("line", 3, None), ("pairs", 2, None)],
)
def test_horizon_counts_how_often_the_turn_comes_round(tree: str, horizon: int, depth: int | None) -> None:
    """A second move of the same seat is not another round."""
    made = think(tree, 10, horizon=horizon, expand_after=STAYS, scale=100)
    expected = 0.0 if depth is None else by_lead(depth)
    assert made.move_stats()[0].chance == pytest.approx(expected, abs=1e-5)


def test_the_tree_goes_beyond_the_horizon() -> None:
    made = think("line", 100, horizon=1, scale=100)
    assert made.move_stats()[0].chance < 0.1


@pytest.mark.parametrize(("lead", "victories"), [(50, 0.72), (100, 0.85), (200, 0.95)])
def test_scale_is_a_lead_of_85_in_100(lead: int, victories: float) -> None:
    made = think("line", 10, horizon=1, expand_after=STAYS, scale=200 * 100 // lead)
    assert made.move_stats()[0].chance == pytest.approx(victories, abs=0.005)


def test_until_chance_values_where_chance_sets_in() -> None:
    seen = think("fog", 50, until_chance=1, expand_after=STAYS, scale=100)
    assert by_move(seen)[0].chance == pytest.approx(by_lead(1), abs=1e-5)
    assert by_move(seen)[1].chance == 0.5
    assert by_move(think("fog", 50, until_chance=0, expand_after=STAYS, scale=100))[0].chance == 0
    assert by_move(think("fog", 400, until_chance=1, expand_after=1, scale=100))[0].chance < 0.2, "the tree goes on"


@pytest.mark.parametrize(("candidates", "lured"), [(1, 0.25), (2, 0.5), (3, 0.75), (4, 1.0), (9, 1.0)])
def test_candidates_is_how_many_moves_are_seen_beyond_the_tree(candidates: int, lured: float) -> None:
    """The best-looking one of four moves is a mistake: it is made as often as it is among those seen."""
    made = think("lure", 1000, candidates=candidates, expand_after=STAYS)
    assert made.move_stats()[0].chance == pytest.approx(lured, abs=0.06 if lured < 1 else 0)


def test_prior_weight_makes_moves_promising_by_how_they_look() -> None:
    alike, weighed = think("sight", 1), think("sight", 1, prior_weight=100, scale=100)
    root = int(alike._tree[0].root)
    assert [int(child.prior) for child in children(alike, root)] == [PRIOR_UNIT // 3] * 3
    assert [int(child.move) for child in children(weighed, root)] == [0, 1, 2]
    priors = [int(child.prior) for child in children(weighed, root)]
    assert priors == pytest.approx([PRIOR_UNIT * 16 / 21, PRIOR_UNIT * 4 / 21, PRIOR_UNIT / 21], abs=1)
    visits = {option.move: option.visits for option in think("sight", 300, prior_weight=100, scale=100).move_stats()}
    assert visits[0] > visits[1] > visits[2]


def test_margin_is_the_part_of_a_result_that_is_the_lead() -> None:
    by_place = by_move(think("lead", 300, scale=100, margin=0))
    assert [by_place[move].chances[0] for move in range(3)] == [1, 1, 0]
    half = by_move(think("lead", 300, scale=100, margin=500))
    leads = [by_lead(1), 0.5, by_lead(1)]
    for move, place in enumerate((1, 1, 0)):
        assert half[move].chances[0] == pytest.approx(0.5 * place + 0.5 * leads[move], abs=1e-5)
        assert half[move].chance == place, "the chance to win is by places alone"
    assert think("lead", 300, scale=100, margin=500).move_stats()[0].move == 0


def test_urgency_is_how_good_a_move_is_taken_to_be_that_was_never_tried() -> None:
    """All moves are draws: a hopeful one tries all before any again, a desperate one stays with the first."""
    hopeful = think("sight", 3, urgency=1000, exploration=0)
    assert [option.visits for option in hopeful.move_stats()] == [1, 1, 1]
    desperate = think("sight", 50, urgency=-1000, exploration=0)
    assert [option.visits for option in desperate.move_stats()] == [50]


def test_with_more_exploration_worse_moves_are_tried_more() -> None:
    tried = [1000 - think("bet", 1000, exploration=much).move_stats()[0].visits for much in (300, 1500, 8000)]
    assert tried == sorted(set(tried))


def test_all_outcomes_of_chance_are_told_apart() -> None:
    made = think("crowd", 3000)
    best = next(node for node in made._children(int(made._tree[0].root)) if made._nodes[node].visits > 600)
    assert len(children(made, best)) == forest.CROWD


@pytest.mark.parametrize("expand_after", [1, 5, 40])
def test_the_tree_grows_beyond_a_node_after_enough_visits(expand_after: int) -> None:
    made = think("keepers 4", 200, expand_after=expand_after)
    root = int(made._tree[0].root)
    nodes = [node for node in inner_nodes(made) if node != root]
    assert nodes
    assert all(made._nodes[node].visits > expand_after for node in nodes)
    for node in nodes:
        assert sum(int(child.visits) for child in children(made, node)) == made._nodes[node].visits - expand_after


def test_merged_outcomes_of_chance_share_a_node_which_averages_over_them() -> None:
    apart, together = think("dice", 3000), think("dice", 3000, merged=1)
    for made, many in ((apart, 4), (together, 1)):
        rolled = next(node for node in made._children(int(made._tree[0].root)) if made._nodes[node].move == 0)
        after = list(children(made, rolled))
        assert len(after) == many
        assert sum(int(child.visits) for child in after) == made._nodes[rolled].visits - 1
    assert by_move(together)[0].chance == pytest.approx(by_move(apart)[0].chance, abs=0.08)


def test_a_merged_tree_is_not_taken_along() -> None:
    """What it says of the next position is a mean over what chance might have brought."""
    made = think("dice", 500, merged=1)
    assert not made.reuse(made.view)
