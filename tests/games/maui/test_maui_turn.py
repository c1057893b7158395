"""Maui, from the ledger: the market, a tile or dollars, the order of a turn (M-T1 – M-T3, M-T10, M-T13, M-T14)."""

from __future__ import annotations

import pytest
from maui_boards import (
    SPACES,
    TILES,
    at,
    bag,
    check_components,
    ending,
    legal,
    listed,
    market,
    mover,
    now,
    play,
    player,
    refill,
    rule_against,
    strip,
)

import strandline as sl
from strandline.engine.errors import BadMove, BadPosition, CannotUndo

MARKET = [["yfo", "yfp", "ybf"], ["ybo", "ybp", "yof"]]
COST = dict(zip(SPACES, (0, 1, 2, 0, 1, 2), strict=True))


# M-T1: what a tile costs


@pytest.mark.parametrize("dollars", [0, 1, 2, 4])
def test_a_tile_costs_what_its_place_says(dollars: int) -> None:
    """M-T1: 0, 1 or 2; where every tile fits, all that can be paid may be taken."""
    match = at(market=MARKET, areas=[0, 4 - dollars], A={"dollars": dollars, "dock": "yfb"}, B={"dollars": 0})
    takes = {f"take {space}" for space, cost in COST.items() if cost <= dollars}
    assert legal(match) == takes | ({"dollars 2"} if dollars < 4 else set())
    for space, cost in COST.items():
        if cost > dollars:
            assert rule_against(match, f"take {space}") == "M-T1"


@pytest.mark.parametrize("space", SPACES)
def test_dollars_are_paid_into_the_area_of_that_row(space: str) -> None:
    """M-T1: never added or lost."""
    match = at(3, market=MARKET, areas=[1, 0], A={"dollars": 3, "dock": "yfb"}, B={"dollars": 0})
    play(match, f"take {space}")
    areas = [1, 0]
    areas[int(space[0]) - 1] += COST[space]
    assert match.position()["areas"] == areas
    assert player(match, "A")["dollars"] == 3 - COST[space]
    check_components(match)


def test_nobody_else_pays() -> None:
    """M-T1: a rich rival does not help."""
    match = at(market=MARKET, areas=[0, 0], A={"dollars": 0, "dock": "yfb"}, B={"dollars": 4})
    assert legal(match) == {"take 1-1", "take 2-1"}


# M-T2: the market closes up


@pytest.mark.parametrize("space", SPACES)
def test_the_market_closes_up_and_is_filled_at_the_far_end(space: str) -> None:
    """M-T2: the other row stays as it is."""
    match = at(market=MARKET, A={"dollars": 2, "dock": "yfb"}, B={"dollars": 0})
    index, place = int(space[0]) - 1, int(space[2]) - 1
    left = [tile for tile in MARKET[index] if tile != MARKET[index][place]]
    play(match, f"take {space}")
    assert now(match) == "refill"
    assert market(match)[index] == left
    assert market(match)[1 - index] == MARKET[1 - index]
    assert legal(match) == {f"tile={tile}" for tile in bag(match)}
    assert len(bag(match)) == 60 - 8
    play(match, "tile=pof")
    assert market(match)[index] == [*left, "pof"]
    assert match.position()["hand"] == MARKET[index][place]
    assert "pof" not in bag(match)


def test_what_is_not_in_the_bag_cannot_be_drawn() -> None:
    """M-T2: tiles in the market, on docks and beaches, and in hand; and nothing is drawn at another time."""
    match = at(market=MARKET, A={"dock": "yfb", "beach": ["pfo@3"]}, B={"dock": "fyb"})
    assert rule_against(match, "tile=pof") == "M-T2"
    play(match, "take 1-1")
    for tile in ("yfo", "yfp", "yof", "yfb", "pfo", "fyb"):
        assert rule_against(match, f"tile={tile}") == "M-T2"
    refill(match)
    assert rule_against(match, "tile=pof") == "M-T2"


def test_the_bag_never_runs_dry() -> None:
    """M-T2, M-S1: with four full beaches two tiles are left, and the last refill is one of three."""
    low = [tile for tile in TILES if f"{tile}@3" not in strip(47)]
    players = {"A": {"beach": strip(11), "dock": low[0]}, "B": {"beach": strip(12, 11), "dock": low[1]}}
    players |= {"C": {"beach": strip(12, 23), "dock": low[2]}, "D": {"beach": strip(12, 35), "dock": low[3]}}
    full = at(4, first="B", player="A", market=[low[4:7], low[7:10]], **players)
    assert len(bag(full)) == 3
    play(full, "take 1-1")
    assert len(legal(full)) == 3
    refill(full)
    assert len(bag(full)) == 2


# M-T3: where a tile goes


def test_tiles_go_into_the_columns_from_left_to_right() -> None:
    """M-T3: a lay names only the row, the column is always the next one."""
    match = at(market=MARKET, A={"dock": "yfb"})
    refill(play(match, "take 1-1"))
    play(match, "lay 3", "dollars 1")
    assert player(match, "A")["beach"] == ["yfo@3"]
    refill(play(match, "take 1-1"))
    play(match, "lay 3", "dollars 2")
    assert player(match, "A")["beach"] == ["yfo@3", "yfp@3"]
    assert player(match, "B")["beach"] == []
    assert player(match, "B")["dollars"] == 3


def test_a_tile_is_never_turned() -> None:
    """M-T3: oyp fits beside yfb in one way only; turned over it would have to be pyo."""
    for hand in ("oyp", "pyo"):
        match = at(now="lay", hand=hand, A={"dock": "yfb"})
        assert legal(match) == {"lay 2"}
        play(match, "lay 2")
        assert player(match, "A")["beach"] == [f"{hand}@2"]


@pytest.mark.parametrize(
    "text", ["lay 8", "lay -2", "lay 2.5", "lay", "lay 3 turned", "lay 3 pink@1", "take 3-1", "take 1-4"]
)
def test_there_is_no_such_place(text: str) -> None:
    """M-T3, M-T14: on the grid, at most two patterns outside; six tiles in the market."""
    with pytest.raises(BadMove):
        at().play(text)


# M-T10: dollars


def test_all_dollars_of_one_area_are_taken() -> None:
    """M-T10, M-S3."""
    match = at(4, areas=[3, 1], A={"dollars": 2}, B={"dollars": 0}, C={"dollars": 0}, D={"dollars": 0})
    play(match, "dollars 1")
    assert match.position()["areas"] == [0, 1]
    assert player(match, "A")["dollars"] == 5
    assert (now(match), mover(match)) == ("turn", "B")
    assert rule_against(match, "dollars 1") == "M-T10"
    play(match, "dollars 2")
    assert player(match, "B")["dollars"] == 1
    assert rule_against(match, "dollars 2") == "M-T10"
    assert not [move for move in legal(match) if move.startswith("dollars")]
    check_components(match)


def test_dollars_are_taken_instead_of_a_tile() -> None:
    """M-T10: the market stays, nothing is laid, nothing is drawn."""
    match = at(market=MARKET)
    play(match, "dollars 2")
    assert market(match) == MARKET
    assert player(match, "A")["beach"] == []


# M-T13: the order of a turn


def test_the_new_tile_is_seen_before_the_tile_is_laid() -> None:
    """M-T13: take, draw, lay."""
    match = at(market=MARKET, A={"dock": "yfb"})
    assert rule_against(match, "lay 3") == "M-T13"
    play(match, "take 1-1")
    assert (now(match), match.turn) == ("refill", sl.CHANCE)
    for move in ("lay 3", "take 2-1", "dollars 1", "spare 1-1", "step pink"):
        assert rule_against(match, move) == "M-T13"
    refill(match)
    assert (now(match), mover(match)) == ("lay", "A")
    for move in ("take 1-1", "dollars 1", "spare 1-1"):
        assert rule_against(match, move) == "M-T13"
    play(match, "lay 3")
    assert (now(match), mover(match)) == ("turn", "B")


def test_what_was_revealed_cannot_be_taken_back() -> None:
    """M-T13: undo does not reach behind the take, but a lay can be taken back."""
    match = sl.new("maui", seed=3, options={"first": "A"})
    with pytest.raises(CannotUndo):
        match.undo()
    match.play(next(move for move in match.legal() if move.startswith("take")))
    assert now(match) == "lay"
    with pytest.raises(CannotUndo):
        match.undo()
    before = match.position()
    match.play(match.legal()[0])
    match.undo()
    assert match.position() == before


def test_dollars_can_be_given_back() -> None:
    """M-T13: nothing was revealed."""
    match = at()
    before = match.position()
    play(match, "dollars 1").undo()
    assert match.position() == before


def test_the_step_is_taken_back_before_the_lay() -> None:
    """M-T13, M-T24: one decision at a time."""
    lying = ending("yfb@4", 1)
    match = at(now="lay", hand="yof", A={**lying, "umbrellas": {"2": "pale_blue+pink"}})
    start = match.position()
    play(match, "lay 4")
    between = match.position()
    play(match, "step pink").undo()
    assert match.position() == between
    match.undo()
    assert match.position() == start


def test_a_lay_is_asked_even_with_one_row() -> None:
    """M-T13."""
    match = at(market=[["oyp", "yfp", "ybf"], MARKET[1]], A={"dock": "yfb"})
    refill(play(match, "take 1-1"))
    assert now(match) == "lay"
    assert legal(match) == {"lay 2"}


# M-T14: which tiles may be taken


def test_a_tile_that_cannot_be_laid_cannot_be_taken() -> None:
    """M-T14, M-T4: only fish lies in the play area."""
    tiles = [["ybo", "yfp", "bop"], ["pof", "ypb", "obf"]]
    match = at(market=tiles, A={**ending("fbo@7", avoid=listed(tiles)), "dollars": 2}, B={"dollars": 0})
    assert legal(match) == {"dollars 1", "dollars 2", "take 1-2", "take 2-1", "take 2-3"}
    for space in ("1-1", "1-3", "2-2"):
        assert rule_against(match, f"take {space}") == "M-T4"


def test_of_a_tile_too_dear_that_does_not_fit_the_price_is_named() -> None:
    """M-R1, M-T1: the price first."""
    tiles = [["ybo", "byp", "bop"], ["pof", "ypb", "obf"]]
    match = at(market=tiles, A={**ending("fbo@7", avoid=listed(tiles)), "dollars": 0}, B={"dollars": 2})
    assert rule_against(match, "take 1-2") == "M-T1"
    assert rule_against(match, "take 1-1") == "M-T4"


@pytest.mark.parametrize(
    ("last", "hand", "top"), [("fbo@7", "fyp", 7), ("fbo@7", "yfp", 6), ("fbo@7", "ypf", 5), ("bof@-1", "ypf", -1)]
)
def test_top_rows_run_from_the_ocean_to_the_trees(last: str, hand: str, top: int) -> None:
    """M-T14: from −1 to 7, so that one pattern lies in the play area."""
    match = at(now="lay", hand=hand, A=ending(last, avoid=hand))
    assert legal(match) == {f"lay {top}"}


def test_a_position_with_a_tile_that_cannot_be_laid_is_refused() -> None:
    """M-T14, M-R2: in hand, whether the market is being refilled or not."""
    for moment in ("lay", "refill"):
        with pytest.raises(BadPosition):
            at(now=moment, hand="ybo", A=ending("fbo@7", avoid="ybo"))


def test_a_token_makes_a_tile_worth_taking() -> None:
    """M-T14, M-T9: only pale blue lies in the play area, and a token of it is in hand."""
    tiles = [["yfo", "yfp", "yof"], ["opf", "pof", "ypf"]]
    lying = ending("bfo@7", avoid=listed(tiles))
    without = at(market=tiles, A=lying)
    assert legal(without) == {"dollars 1", "dollars 2"}
    match = at(market=tiles, A={**lying, "tokens": ["pale_blue"], "markers": {"yellow": 5}})
    assert legal(match) == {"dollars 1", "dollars 2", "take 1-1", "take 1-2", "take 2-1", "take 2-2"}
    wrong = at(market=tiles, A={**lying, "tokens": ["orange"], "markers": {"fish": 5}})
    assert legal(wrong) == {"dollars 1", "dollars 2"}
