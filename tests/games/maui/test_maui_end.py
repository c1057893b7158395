"""Maui, from the ledger: the end, the score, ties (M-E1 – M-E4)."""

from __future__ import annotations

from typing import Any

import pytest
from maui_boards import (
    CRAB,
    PLAYERS,
    at,
    ending,
    legal,
    mover,
    now,
    play,
    player,
    refill,
    rule_against,
    sheet,
    strip,
)

import strandline as sl
from strandline.engine.errors import BadPosition


def over(seats: int, first: str = "A", **players: dict[str, Any]) -> sl.Match:
    """A match that has ended: A has twelve tiles, unless it is said otherwise."""
    found: dict[str, dict[str, Any]] = {}
    start = 0
    for name in PLAYERS[:seats]:
        words = dict(players.get(name, {}))
        count = words.pop("tiles", 12 if name == "A" else 10)
        found[name] = {"beach": strip(count, start), "dollars": 1, **words}
        start += count
    return at(seats, now="over", first=first, **found)


# M-E1: the last round


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("first", PLAYERS)
@pytest.mark.parametrize("last", PLAYERS)
def test_the_round_of_the_twelfth_tile_is_finished(seats: int, first: str, last: str) -> None:
    """M-E1, M-E4: whoever comes after in player order has one more turn, and nobody else."""
    if first not in PLAYERS[:seats] or last not in PLAYERS[:seats]:
        return
    lying = ending("yfb@3", 11, avoid="yof")
    match = at(seats, now="lay", first=first, player=last, hand="yof", **{last: lying})
    play(match, "lay 3")
    order = PLAYERS[PLAYERS.index(first) : seats] + PLAYERS[: PLAYERS.index(first)]
    for name in order[order.index(last) + 1 :]:
        assert (now(match), mover(match)) == ("turn", name)
        refill(play(match, "take 1-1"))
        match.play(match.legal()[0])
    assert match.over
    assert (now(match), match.legal()) == ("over", [])
    assert sheet(match, last, "tiles") == 12


def test_nothing_can_be_done_after_the_end() -> None:
    """M-E1: neither by a player nor by chance."""
    match = over(2)
    for move in ("take 1-1", "dollars 1", "spare 1-1", "lay 3", "step pink", "tile=yfb", "umbrella=white", "first=A"):
        assert rule_against(match, move) == "M-E1"
    assert rule_against(over(2, B={"tiles": 12}), "crab=2") == "M-E1"


def test_two_players_may_lay_the_twelfth_tile_in_the_same_round() -> None:
    """M-E1."""
    match = at(
        now="lay",
        hand="yof",
        market=[["yop", "ypf", "ypo"], ["ypb", "yob", "ybp"]],
        A={"dock": "fyb", "beach": [*strip(10), "yfo@3"]},
        B={"dock": "byf", "beach": [*strip(10, 10), "yfp@3"]},
    )
    refill(play(match, "lay 3", "take 1-1"))
    play(match, "lay 3")
    assert match.over
    assert [line["tiles"] for line in match.sheet()] == [12, 12]


def test_eleven_tiles_end_nothing() -> None:
    """M-E1."""
    lying = ending("yfb@3", 10, avoid="yof")
    match = at(now="lay", first="B", player="A", hand="yof", A=lying)
    play(match, "lay 3")
    assert (now(match), mover(match)) == ("turn", "B")


def test_dollars_may_be_the_last_turn() -> None:
    """M-E1: the twelfth tile of A, then B takes dollars, and both are counted."""
    match = play(at(now="lay", hand="yof", A=ending("yfb@3", 11, avoid="yof")), "lay 3", "dollars 1")
    assert match.over
    assert sheet(match, "B", "dollars") == 2


@pytest.mark.parametrize("who", ["A", "B", "C"])
def test_a_position_keeps_the_round(who: str) -> None:
    """M-E1, M-R2: B began and A is to move, so B and C have moved in this round, D and A have not."""
    words: dict[str, Any] = {"first": "B", "player": "D", who: {"beach": strip(12)}}
    if who == "A":
        with pytest.raises(BadPosition):
            at(4, **words)
    else:
        assert mover(at(4, **words)) == "D"


def test_nobody_moves_with_a_full_beach() -> None:
    """M-E1, M-R2."""
    with pytest.raises(BadPosition):
        at(A={"beach": strip(12)})


@pytest.mark.parametrize("moment", ["over", "halftime"])
def test_it_is_not_over_before_somebody_has_twelve(moment: str) -> None:
    """M-E1, M-R2."""
    with pytest.raises(BadPosition):
        at(2, {"variant": "long"}, now=moment, A={"beach": strip(11)}, half=2 if moment == "over" else 1)


# M-E2: the score


def test_the_worked_example_of_the_final_score() -> None:
    """M-E2: 50 on the tracks, 3 and 1 pearls for 11, 2 dollars, 3 penalty tokens: 60."""
    beach = [*strip(8), "yfb@3", "bof@5", "fpy@7", "ofy@6"]  # two patterns outside, then one
    steps = {"yellow": 3, "fish": 3, "pale_blue": 5, "orange": 8, "pink": 10}
    words = {"beach": beach, "markers": steps, "pearls": {"pink": 3, "white": 1}, "dollars": 2}
    match = at(4, now="over", first="C", C=words, A={"dollars": 0})
    lines = {"tracks": 50, "pearls": 11, "dollars": 2, "penalties": -3, "crabs": 0}
    assert match.sheet()[2] == {"points": 60, **lines, "tiles": 12}
    assert match.places()[2] == 1


@pytest.mark.parametrize(
    ("white", "pink", "points"), [(0, 0, 0), (1, 0, 2), (0, 2, 5), (3, 0, 9), (1, 1, 4), (2, 3, 14), (3, 3, 18)]
)
def test_pearls_count_by_colour(white: int, pink: int, points: int) -> None:
    """M-E2: 2, 5 and 9 for one, two and three of a colour."""
    match = over(2, A={"pearls": {"white": white, "pink": pink}})
    assert sheet(match, "A", "pearls") == points
    assert sheet(match, "A", "points") == points + 1


def test_a_dollar_is_worth_a_point() -> None:
    """M-E2."""
    match = at(3, now="over", areas=[0, 0], A={"beach": strip(12), "dollars": 4}, B={"dollars": 0}, C={"dollars": 1})
    assert match.scores() == [4, 0, 1]


def test_markers_count_by_their_steps() -> None:
    """M-E2."""
    match = over(2, A={"markers": {"yellow": 1, "fish": 4, "pale_blue": 6, "orange": 0, "pink": 10}})
    assert sheet(match, "A", "tracks") == 1 + 5 + 9 + 0 + 22


def test_crabs_count_and_towel_tokens_do_not() -> None:
    """M-E2, M-C4."""
    lying = {"dock": "yfb", "beach": ["yfo@3", "yfp@3 crab=4", "pyo@2 crab=2", *strip(9)]}
    match = at(2, CRAB, now="over", A={**lying, "tokens": ["pale_blue"], "markers": {"yellow": 5}})
    lines = {"tracks": 7, "pearls": 0, "dollars": 1, "penalties": 0, "crabs": -6}
    assert match.sheet()[0] == {"points": 2, **lines, "tiles": 12}


def test_the_sheet_adds_up_at_any_time() -> None:
    """M-E2: so far or final."""
    match = sl.new("maui", seats=3, seed=4)
    while not match.over:
        for line in match.sheet():
            parts = [line[key] for key in ("tracks", "pearls", "dollars", "penalties", "crabs")]
            assert line["points"] == sum(parts)
        match.play(match.legal()[-1])
    assert match.scores() == [line["points"] for line in match.sheet()]


# M-E3, M-E4: ties


def test_more_points_win() -> None:
    """M-E3: whatever the tiles."""
    match = over(3, B={"markers": {"pink": 3}}, C={"markers": {"pink": 1}, "tiles": 3})
    assert match.scores() == [1, 4, 2]
    assert match.places() == [3, 1, 2]


def test_of_equal_points_fewer_tiles_win() -> None:
    """M-E3: although A has more dollars and C comes last."""
    words: dict[str, Any] = {"A": {"dollars": 2}, "B": {"dollars": 1, "markers": {"pink": 1}, "tiles": 9}}
    match = over(3, **words, C={"dollars": 0, "markers": {"pink": 2}, "tiles": 10})
    assert match.scores() == [2, 2, 2]
    assert match.places() == [3, 1, 2]


def test_of_equal_points_and_tiles_more_dollars_win() -> None:
    """M-E3: although C comes last."""
    words: dict[str, Any] = {"A": {"dollars": 2, "tiles": 12}, "B": {"dollars": 0, "markers": {"pink": 2}, "tiles": 12}}
    match = over(3, **words, C={"dollars": 1, "markers": {"pink": 1}, "tiles": 12})
    assert match.scores() == [2, 2, 2]
    assert match.places() == [1, 3, 2]


@pytest.mark.parametrize(
    ("first", "places"), [("A", [4, 3, 2, 1]), ("B", [1, 4, 3, 2]), ("C", [2, 1, 4, 3]), ("D", [3, 2, 1, 4])]
)
def test_else_who_comes_later_in_player_order_wins(first: str, places: list[int]) -> None:
    """M-E3, M-E4: counted from the starting player; the chain ranks all places."""
    match = at(
        4, now="over", first=first, **{name: {"beach": strip(12, 12 * index)} for index, name in enumerate("ABCD")}
    )
    assert match.scores() == [1, 1, 1, 1]
    assert match.places() == places


def test_the_chain_ranks_the_lower_places_too() -> None:
    """M-E4: A wins, and of the other three each step of the chain decides one place."""
    words: dict[str, Any] = {
        "A": {"markers": {"pink": 5}, "dollars": 1},
        "B": {"dollars": 1, "tiles": 10, "markers": {"pink": 1}},
        "C": {"dollars": 2, "tiles": 10},
        "D": {"dollars": 0, "markers": {"pink": 2}, "tiles": 9},
    }
    match = over(4, **words)
    assert match.scores() == [8, 2, 2, 2]
    assert match.places() == [1, 4, 3, 2]


def test_a_played_tie_is_won_by_the_later_player() -> None:
    """M-E3: both end with twelve tiles, one dollar and one step."""
    match = at(
        now="lay",
        hand="yof",
        market=[["ybo", "ypf", "ypo"], ["ypb", "yob", "ybp"]],
        A={"dock": "fyb", "beach": [*strip(10), "yfo@3"]},
        B={"dock": "byf", "beach": [*strip(10, 10), "yfp@3"]},
    )
    refill(play(match, "lay 3", "take 1-1"))
    play(match, "lay 3")
    assert match.scores() == [2, 2]
    assert match.places() == [2, 1]


def test_the_starting_tile_is_not_one_of_the_twelve() -> None:
    """M-E4: twelve besides the dock, and it counts for no tie."""
    match = at(now="lay", hand="yof", A=ending("yfb@3", 11, avoid="yof"))
    assert sheet(match, "A", "tiles") == 11
    assert sheet(match, "B", "tiles") == 0
    play(match, "lay 3")
    found = player(match, "A")
    assert len(found["beach"]) == 12
    assert found["dock"]
    assert legal(match)
