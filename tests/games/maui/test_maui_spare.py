"""Maui, from the ledger: the spare towel (M-T11, M-T12, M-T20, M-T21)."""

from __future__ import annotations

from typing import Any

import pytest
from maui_boards import (
    CRAB,
    SPACES,
    at,
    bag,
    chances,
    check_components,
    ending,
    legal,
    listed,
    markers,
    market,
    mover,
    now,
    pearls,
    play,
    player,
    refill,
    rule_against,
    sheet,
)

import strandline as sl

NONE = [["yfo", "yfp", "yof"], ["opf", "pof", "ypf"]]  # no pale blue anywhere
DEAR = [["yfo", "bfy", "yob"], ["opf", "pob", "byp"]]  # only what costs something has pale blue
SPARES = {f"spare {space}" for space in SPACES}
TOKENS: dict[str, Any] = {"tokens": ["pale_blue"], "markers": {"yellow": 5}}


def stuck(tiles: list[list[str]], areas: tuple[int, int] = (0, 0), laid: int = 2, **words: Any) -> sl.Match:
    """Of A's last tile only pale blue lies in the play area; B has all dollars that lie nowhere else."""
    variant = words.pop("variant", {})
    dollars = words.pop("dollars", 0)
    lying = {**ending("bfo@7", laid, avoid=listed(tiles)), "dollars": dollars, **words}
    return at(2, variant, market=tiles, areas=list(areas), A=lying, B={"dollars": 4 - dollars - sum(areas)})


# M-T11, M-T12, M-T20: when


def test_a_spare_towel_where_nothing_matches_and_no_dollars_lie_there() -> None:
    """M-T11: any of the six, for free, and nothing else can be done."""
    for dollars in (0, 4):
        match = stuck(NONE, dollars=dollars)
        assert legal(match) == SPARES
        assert rule_against(match, "take 1-1") == "M-T4"
        assert rule_against(match, "dollars 1") == "M-T10"


@pytest.mark.parametrize("areas", [(1, 0), (0, 1), (2, 2)])
def test_no_spare_towel_while_dollars_can_be_taken(areas: tuple[int, int]) -> None:
    """M-T11: then they have to be taken."""
    match = stuck(NONE, areas)
    assert legal(match) == {f"dollars {area}" for area in (1, 2) if areas[area - 1]}
    for space in SPACES:
        assert rule_against(match, f"spare {space}") == "M-T11"


def test_no_spare_towel_while_a_tile_can_be_paid_and_laid() -> None:
    """M-T11."""
    free = stuck([["bfy", "yfp", "yof"], NONE[1]])
    assert legal(free) == {"take 1-1"}
    assert rule_against(free, "spare 1-2") == "M-T11"
    dear = stuck(DEAR, dollars=1)
    assert legal(dear) == {"take 1-2", "take 2-2"}
    assert rule_against(dear, "spare 1-1") == "M-T11"


def test_a_spare_towel_where_what_matches_cannot_be_paid() -> None:
    """M-T12, M-T20: it may be any of the six, also a match that is too dear."""
    match = stuck(DEAR)
    assert legal(match) == SPARES
    assert rule_against(match, "take 1-2") == "M-T1"
    play(match, "spare 1-2")
    assert player(match, "A")["beach"][-1] == "bfy@3"
    assert player(match, "A")["dollars"] == 0
    assert match.position()["areas"] == [0, 0]


def test_two_dollars_are_not_enough_for_three() -> None:
    """M-T12: the matching tiles lie on the third places; one dollar does not pay them."""
    third = [["yfo", "yfp", "yob"], ["opf", "pof", "byp"]]
    assert legal(stuck(third, dollars=1)) == SPARES
    assert legal(stuck(third, dollars=2)) == {"take 1-3", "take 2-3"}


def test_a_token_is_never_compulsory() -> None:
    """M-T20, M-T12: a pale blue token makes a match of every free tile, and the spare towel is offered all the same."""
    match = stuck(NONE, **TOKENS)
    assert legal(match) == SPARES | {"take 1-1", "take 2-1"}
    assert legal(stuck(NONE, dollars=1, **TOKENS)) == SPARES | {"take 1-1", "take 2-1", "take 1-2", "take 2-2"}
    assert rule_against(match, "take 1-2") == "M-T1"


def test_a_token_may_be_used_instead_of_a_spare_towel() -> None:
    """M-T12: the tile is taken and laid with the token."""
    match = refill(play(stuck(NONE, **TOKENS), "take 1-1"))
    assert legal(match) == {"lay 7 pale_blue@1", "lay 6 pale_blue@2", "lay 5 pale_blue@3"}
    play(match, "lay 5 pale_blue@3")
    assert markers(match, "A") == {"yellow": 5, "pale_blue": 3}


def test_a_token_that_does_not_help_changes_nothing() -> None:
    """M-T20: orange lies nowhere in the play area."""
    assert legal(stuck(NONE, tokens=["orange"], markers={"fish": 5})) == SPARES


def test_with_dollars_in_an_area_a_token_is_one_choice_of_several() -> None:
    """M-T20, M-T11: no spare towel then."""
    assert legal(stuck(NONE, (1, 0), **TOKENS)) == {"dollars 1", "take 1-1", "take 2-1"}


# M-T11, M-T21: what happens


@pytest.mark.parametrize("space", SPACES)
def test_a_spare_towel_lies_in_the_middle_rows_and_costs_nothing(space: str) -> None:
    """M-T11, M-T13: it is laid at once, then the market is refilled."""
    match = stuck(NONE, dollars=1)
    index, place = int(space[0]) - 1, int(space[2]) - 1
    play(match, f"spare {space}")
    assert player(match, "A")["beach"][-1] == f"{NONE[index][place]}@3"
    assert player(match, "A")["dollars"] == 1
    assert (now(match), match.turn) == ("refill", sl.CHANCE)
    assert "hand" not in match.position()
    assert len(chances(match)) == len(bag(match))
    drawn = match.legal()[0].removeprefix("tile=")
    refill(match)
    assert market(match)[index] == [tile for tile in NONE[index] if tile != NONE[index][place]] + [drawn]
    assert (now(match), mover(match)) == ("turn", "B")
    check_components(match)


def test_a_spare_towel_scores_nothing() -> None:
    """M-T11."""
    match = stuck(NONE)
    points = match.scores()
    play(match, "spare 2-3")
    assert match.scores() == points
    assert markers(match, "A") == {}


def test_a_spare_towel_beside_its_own_patterns_scores_nothing() -> None:
    """M-T11, M-T12, M-C2: yellow and fish lie on rows 3 and 5, and the tiles with them are too dear."""
    tiles = [["bop", "yfo", "fyb"], ["pbo", "yof", "ybf"]]
    lying = {"dock": "opb", "beach": ["yob@3", "ypf@3 crab=2"], "dollars": 0}
    match = at(2, CRAB, market=tiles, areas=[0, 0], A=lying, B={"dollars": 4})
    assert legal(match) == SPARES
    play(match, "spare 2-2")  # yof: yellow on row 3, fish on row 5, as before
    assert markers(match, "A") == {}


def test_a_spare_towel_is_active_on_all_three_rows() -> None:
    """M-T21: the next tile matches as beside any other."""
    match = refill(play(stuck(NONE), "spare 1-1"))
    position = match.position()
    position["player"], position["first"] = "A", "A"
    position["now"], position["hand"] = "lay", "bop"
    assert legal(sl.at("maui", position, chance="by hand")) == {"lay 4"}  # yfo on rows 3 to 5, orange on row 5


@pytest.mark.parametrize(("laid", "kind"), [(4, "white"), (4, "orange+pink"), (7, "pink"), (4, "pale_blue+pink")])
def test_a_token_under_a_spare_towel_leaves_without_effect(laid: int, kind: str) -> None:
    """M-T11, M-T21: rows 5 and 3 in columns 5 and 8."""
    match = stuck(NONE, laid=laid, umbrellas={str(laid + 1): kind, "11": "white"})
    refill(play(match, "spare 1-1"))
    assert (pearls(match, "A"), markers(match, "A")) == ({}, {})
    assert player(match, "A")["umbrellas"] == {"11": "white"}
    assert (now(match), mover(match)) == ("turn", "B")


@pytest.mark.parametrize("laid", [2, 5, 6, 9, 10])
def test_a_token_beside_a_spare_towel_leaves_too(laid: int) -> None:
    """M-T21: the icon is on row 1, 2, 6 or 7."""
    match = stuck(NONE, laid=laid, umbrellas={str(laid + 1): "white"})
    refill(play(match, "spare 1-1"))
    assert pearls(match, "A") == {}
    assert player(match, "A")["umbrellas"] == {}


def test_a_spare_towel_counts_as_a_tile() -> None:
    """M-T21."""
    match = stuck(NONE)
    assert sheet(match, "A", "tiles") == 2
    play(match, "spare 1-1")
    assert sheet(match, "A", "tiles") == 3
    assert sheet(match, "A", "penalties") == -2  # those of the tile before


def test_a_spare_towel_may_be_the_twelfth_tile() -> None:
    """M-T21, M-E1: the market is refilled, the round is finished, then it is over."""
    match = refill(play(stuck(NONE, laid=11), "spare 1-1"))
    assert sheet(match, "A", "tiles") == 12
    assert (now(match), mover(match)) == ("turn", "B")
    refill(play(match, "take 1-1"))
    match.play(match.legal()[0])
    assert match.over
    assert rule_against(match, "spare 1-1") == "M-E1"


def test_the_last_player_of_the_round_ends_the_match_by_a_spare_towel() -> None:
    """M-T21, M-E1: after the refill."""
    lying = {**ending("bfo@7", 11, avoid=listed(NONE)), "dollars": 0}
    match = at(market=NONE, first="B", player="A", areas=[0, 0], A=lying, B={"dollars": 4})
    play(match, "spare 2-1")
    assert not match.over
    refill(match)
    assert match.over


def test_every_row_of_a_beach_is_open_after_a_spare_towel() -> None:
    """M-T21, M-T4: with three active, different patterns every tile fits."""
    match = refill(play(stuck(NONE), "spare 2-2"))
    position = {**match.position(), "player": "A", "first": "A", "areas": [0, 0]}
    position["players"]["A"]["dollars"], position["players"]["B"]["dollars"] = 4, 0
    again = sl.at("maui", position, chance="by hand")
    assert legal(again) == {f"take {space}" for space in SPACES}
