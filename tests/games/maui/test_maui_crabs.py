"""Maui, from the ledger: the sand crab variant (M-C1 – M-C8)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from maui_boards import (
    CRAB,
    CRAB_ROW,
    CRAB_SIDE,
    CRABS,
    PLAYERS,
    SCORING_ROW,
    SPACES,
    at,
    chances,
    check_components,
    dealt,
    ending,
    legal,
    listed,
    markers,
    mover,
    now,
    play,
    player,
    refill,
    rule_against,
    sheet,
)

import strandline as sl
from strandline.engine.errors import BadPosition

BOTH = {"tokens": ["pale_blue", "orange"], "markers": {"yellow": 5, "fish": 5}}


def laying(towel: str, hand: str, laid: int, **words: Any) -> sl.Match:
    """A has a tile in hand, this one lies last, and the crab side is as it was laid out for the columns to come."""
    lying = {key: kind for key, kind in CRAB_SIDE.items() if int(key) > laid}
    return at(2, CRAB, now="lay", hand=hand, A={**ending(towel, laid, avoid=hand), "umbrellas": lying, **words})


# M-C1: the set-up


def test_there_are_seven_crabs_and_no_pearls() -> None:
    """M-C1: nobody knows which crab lies where, so the position does not say either."""
    match = dealt(4, CRAB)
    for name in PLAYERS:
        kinds = Counter(player(match, name)["umbrellas"].values())
        assert kinds == {"crab": 7, "pale_blue+pink": 1, "orange+pink": 1}
        assert player(match, name)["pearls"] == {"white": 0, "pink": 0}
    with pytest.raises(BadPosition):
        at(2, CRAB, A={"pearls": {"white": 1}})


def test_no_crab_in_the_base_game() -> None:
    """M-C1."""
    with pytest.raises(BadPosition):
        at(A={"umbrellas": {"2": "crab"}})
    with pytest.raises(BadPosition):
        at(A={"dock": "yfb", "beach": ["yfo@3", "yfp@3 crab=2"]})
    assert rule_against(at(), "crab=2") == "M-C2"


def test_the_shuffle_is_settled_when_a_crab_is_turned() -> None:
    """M-C1, M-C4: each of the seven is as likely: two of 2, three of 3, two of 4 points."""
    match = play(laying("yfb@3", "yop", 1), "lay 3")
    assert (now(match), match.turn) == ("crab", sl.CHANCE)
    assert chances(match) == {f"crab={value}": Fraction(count, 7) for value, count in CRABS.items()}


# M-C2, M-C8: covering a crab


def test_a_covered_crab_is_turned_up_after_scoring() -> None:
    """M-C2: the markers have moved, then it is turned, then the turn is over."""
    match = play(laying("yfb@3", "yop", 1), "lay 3")
    assert markers(match, "A") == {"yellow": 1}
    assert player(match, "A")["umbrellas"]["2"] == "crab"
    for move in ("take 1-1", "dollars 1", "spare 1-1", "lay 3", "step pink"):
        assert rule_against(match, move) == "M-C2"
    play(match, "crab=3")
    assert player(match, "A")["beach"][-1] == "yop@3 crab=3"
    assert "2" not in player(match, "A")["umbrellas"]
    assert (now(match), mover(match)) == ("turn", "B")
    assert rule_against(match, "crab=2") == "M-C2"
    check_components(match)


def test_the_pattern_under_a_crab_is_inactive_for_the_next_match() -> None:
    """M-C2: orange on row 4."""
    lying = {"dock": "yob", "beach": ["yfp@3", "yop@3 crab=3"]}
    for hand, rows in (("yfb", {"lay 3"}), ("fpb", {"lay 4"}), ("bop", {"lay 3"})):
        assert legal(at(2, CRAB, now="lay", hand=hand, A=lying)) == rows
    with pytest.raises(BadPosition):
        at(2, CRAB, now="lay", hand="bof", A=lying)
    without = {"dock": "yob", "beach": ["yfp@3", "yop@3"]}
    assert legal(at(2, CRAB, now="lay", hand="bof", A=without)) == {"lay 3"}


def test_only_the_next_tile_minds_the_crab() -> None:
    """M-C2: the tile after it is laid beside another one."""
    lying = {"dock": "yob", "beach": ["yfp@3", "yop@3 crab=3", "yof@3"]}
    match = at(2, CRAB, now="lay", hand="bop", A=lying)
    assert legal(match) == {"lay 3"}


def test_the_pattern_that_covers_a_crab_may_match_this_turn() -> None:
    """M-C8: even as the only match."""
    match = laying("ofb@3", "yfp", 1)
    assert legal(match) == {"lay 3"}  # fish on row 4, where the crab is
    play(match, "lay 3")
    assert markers(match, "A") == {"fish": 1}
    assert now(match) == "crab"


def test_no_extension_in_the_crab_game() -> None:
    """M-C8, M-L1: the last step is the tenth."""
    with pytest.raises(BadPosition):
        at(2, CRAB, A={"markers": {"pink": 11}})
    match = laying("ofb@1", "oyp", 5, markers={"orange": 9})
    play(match, "lay 1")
    assert markers(match, "A") == {"orange": 10}


@pytest.mark.parametrize(
    ("column", "top"), [(column, top) for column in CRAB_ROW for top in range(-1, 8) if column > 2 or 1 <= top <= 5]
)
def test_a_crab_is_covered_where_a_pattern_lies_on_its_icon(column: int, top: int) -> None:
    """M-C2, M-C7: and leaves where none does."""
    last, hand = ("fby", "opy") if top < 1 else ("yfb", "yop")
    match = play(laying(f"{last}@{top}", hand, column - 1), f"lay {top}")
    if top <= CRAB_ROW[column] <= top + 2:
        assert now(match) == "crab"
        play(match, "crab=4")
        assert sheet(match, "A", "crabs") == -4
    assert (now(match), mover(match)) == ("turn", "B")
    assert str(column) not in player(match, "A")["umbrellas"]


@pytest.mark.parametrize(("column", "kind"), [(4, "pale_blue+pink"), (9, "orange+pink")])
def test_scoring_tokens_work_as_in_the_base_game(column: int, kind: str) -> None:
    """M-C1, M-S12, M-T8: on row 1 of column 4 and row 7 of column 9."""
    row = SCORING_ROW[column]
    for top in (row - 2, row - 1, row):
        last, hand = ("fby", "opy") if top < 1 else ("yfb", "yop")
        match = play(laying(f"{last}@{top}", hand, column - 1), f"lay {top}")
        assert now(match) == "step"
        assert legal(match) == {f"step {track}" for track in kind.split("+")}
        play(match, "step pink")
        assert markers(match, "A")["pink"] == 1
    away = play(laying("yfb@3", "yop", column - 1), "lay 3")
    assert (now(away), mover(away)) == ("turn", "B")
    assert str(column) not in player(away, "A")["umbrellas"]


def test_the_last_turn_may_turn_up_a_crab() -> None:
    """M-C2, M-E1: then it is over."""
    full = ending("yfb@3", 12, avoid="pyo pof pob fop")
    match = at(
        2,
        CRAB,
        now="lay",
        first="A",
        player="B",
        hand="pof",
        A=full,
        B={"dock": "pyo", "beach": ["pob@3"], "umbrellas": {"2": "crab"}},
    )
    play(match, "lay 3")
    assert not match.over
    play(match, "crab=2")
    assert match.over
    assert sheet(match, "B", "crabs") == -2


# M-C3, M-C6: crabs and towel tokens


def test_no_towel_token_on_the_pattern_that_covers_a_crab() -> None:
    """M-C6, M-C3: row 4 in column 2."""
    match = laying("yfb@3", "yop", 1, **BOTH)
    assert rule_against(match, "lay 3 pale_blue@2") == "M-C6"
    assert {"lay 3 pale_blue@3", "lay 3 orange@3", "lay 3"} <= legal(match)
    assert rule_against(match, "lay 3 pale_blue@2 orange@3") == "M-C6"
    assert rule_against(match, "lay 4 pale_blue@1 orange@3") == "M-C6"
    play(match, "lay 3 pale_blue@3", "crab=2")
    assert player(match, "A")["beach"][-1] == "yop@3 pale_blue@3 crab=2"
    assert markers(match, "A") == {"yellow": 6, "fish": 5, "pale_blue": 1}


def test_no_towel_token_on_a_crab_later() -> None:
    """M-C3: a token goes only on the tile being laid, and no position has both on one pattern."""
    lying = {"dock": "yob", "beach": ["yfp@3", "yop@3 pale_blue@2 crab=3"], "markers": {"yellow": 5}}
    with pytest.raises(BadPosition):
        at(2, CRAB, A=lying)
    assert at(2, CRAB, A={**lying, "beach": ["yfp@3", "yop@3 pale_blue@3 crab=3"]})


def test_a_token_over_a_scoring_token_is_allowed() -> None:
    """M-C6: only crabs forbid it; row 1 in column 4."""
    match = laying("bfo@1", "yop", 3, **BOTH)
    play(match, "lay 1 pale_blue@1", "step pink")
    assert markers(match, "A") == {"yellow": 5, "fish": 5, "pale_blue": 3, "pink": 1}


CROSSED: dict[str, Any] = {
    "dock": "fob",
    "beach": ["yfb@3", "byf@2 crab=3"],
    "tokens": ["pale_blue"],
    "markers": {"yellow": 5},
}
"""Pale blue lies on row 2, yellow on row 3, and fish on row 4 under a crab."""
WITHOUT = [["fop", "fpo", "ofp"], ["opf", "pfo", "pof"]]  # neither pale blue nor yellow


def test_a_tile_whose_only_match_would_be_a_token_over_a_crab_cannot_be_taken() -> None:
    """M-C6, M-T14, M-T4: in column 3 the crab lies on row 2, just where pale blue would match."""
    words: dict[str, Any] = {"market": WITHOUT, "areas": [0, 0], "B": {"dollars": 3}}
    match = at(2, CRAB, **words, A={**CROSSED, "umbrellas": {"3": "crab"}})
    assert legal(match) == {f"spare {space}" for space in SPACES}
    assert rule_against(match, "take 1-1") == "M-T4"
    free = at(2, CRAB, **words, A=CROSSED)  # no crab there
    assert {move for move in legal(free) if move.startswith("take")} == {"take 1-1", "take 1-2", "take 2-1", "take 2-2"}


def test_such_a_lay_is_refused_for_the_crab() -> None:
    """M-C6, M-R1: also where the tile could be laid elsewhere."""
    match = at(2, CRAB, now="lay", hand="opy", A={**CROSSED, "umbrellas": {"3": "crab"}})
    assert legal(match) == {"lay 1", "lay 1 pale_blue@1"}
    for move in ("lay 2 pale_blue@1", "lay 1 pale_blue@2", "lay 0 pale_blue@3"):
        assert rule_against(match, move) == "M-C6"
    play(match, "lay 1 pale_blue@1", "crab=2")
    assert player(match, "A")["beach"][-1] == "opy@1 pale_blue@1 crab=2"


# M-C4: what crabs cost


@pytest.mark.parametrize("value", CRABS)
def test_a_crab_costs_its_points(value: int) -> None:
    """M-C4: two to four."""
    match = play(laying("yfb@3", "yop", 1), "lay 3")
    before = match.scores()[0]
    play(match, f"crab={value}")
    assert sheet(match, "A", "crabs") == -value
    assert match.scores()[0] == before - value


def test_crabs_that_were_not_covered_cost_nothing() -> None:
    """M-C4, M-C7."""
    match = laying("yfb@5", "yop", 1)
    play(match, "lay 5")
    assert sheet(match, "A", "crabs") == 0


# M-C5, M-C7: crabs that leave


def spare(laid: int) -> sl.Match:
    """A can only lay a spare towel, on the crab side."""
    tiles = [["yfo", "yfp", "yof"], ["opf", "pof", "ypf"]]
    lying = {**ending("bfo@7", laid, avoid=listed(tiles)), "dollars": 0}
    left = {key: kind for key, kind in CRAB_SIDE.items() if int(key) > laid}
    return at(2, CRAB, market=tiles, areas=[0, 0], A={**lying, "umbrellas": left}, B={"dollars": 4})


@pytest.mark.parametrize("laid", [2, 3, 4, 6, 7, 8, 9, 10])
def test_what_lies_under_or_beside_a_spare_towel_leaves_the_game(laid: int) -> None:
    """M-C5, M-C7, M-T21: unseen, without effect; the towel is active on all three rows."""
    match = spare(laid)
    play(match, "spare 1-1")
    assert now(match) == "refill"
    refill(match)
    assert player(match, "A")["umbrellas"] == {key: kind for key, kind in CRAB_SIDE.items() if int(key) > laid + 1}
    assert player(match, "A")["beach"][-1] == "yfo@3"
    assert sheet(match, "A", "crabs") == 0
    assert markers(match, "A") == {}
    position = match.position() | {"player": "A", "first": "A", "now": "lay", "hand": "bfp"}
    assert legal(sl.at("maui", position, chance="by hand")) == {"lay 3"}  # fish on row 4


def test_crabs_that_left_unseen_may_still_be_any_of_them() -> None:
    """M-C7: the crab in column 2 was not covered and left; the chances of the next one include it."""
    match = play(laying("yfb@1", "yop", 2), "lay 1")
    assert player(match, "A")["umbrellas"].get("2") is None
    assert chances(match) == {"crab=2": Fraction(2, 7), "crab=3": Fraction(3, 7), "crab=4": Fraction(2, 7)}


def test_crabs_that_were_seen_cannot_come_again() -> None:
    """M-C7, M-C2: six are left after a 3, and no 2 after both."""
    three = {"dock": "yob", "beach": ["yfp@3", "yop@3 crab=3"], "umbrellas": {"3": "crab"}}
    match = play(at(2, CRAB, now="lay", hand="byf", A=three), "lay 2")
    assert chances(match) == {f"crab={value}": Fraction(1, 3) for value in (2, 3, 4)}
    lying = {"dock": "yob", "beach": ["yfp@3", "yop@3 crab=2", "oyb@2 crab=2", "pyf@2"], "umbrellas": {"5": "crab"}}
    both = play(at(2, CRAB, now="lay", hand="fpo", A=lying), "lay 4")
    assert chances(both) == {"crab=3": Fraction(3, 5), "crab=4": Fraction(2, 5)}
    assert rule_against(both, "crab=2") == "M-C2"


def test_every_player_has_crabs_of_their_own() -> None:
    """M-C7, M-C1: what A has seen says nothing about B's."""
    seen = {"dock": "yob", "beach": ["yfp@3", "yop@3 crab=2", "oyb@2 crab=2"]}
    other = {"dock": "ybf", "beach": ["ybo@3"], "umbrellas": {"2": "crab"}}
    match = play(at(2, CRAB, now="lay", player="B", hand="ybp", A=seen, B=other), "lay 3")
    assert chances(match) == {"crab=2": Fraction(2, 7), "crab=3": Fraction(3, 7), "crab=4": Fraction(2, 7)}


@pytest.mark.parametrize(
    "beach",
    [
        ["yfp@3 crab=2"],  # no icon in column 1
        ["yfp@3", "yop@5 crab=2"],  # does not cover row 4
        ["yfp@3", "yop@3 crab=5"],
        ["yfp@3", "yop@3 crab=1"],
        ["yfp@3", "bop@3 crab=2", "oyb@5 crab=2"],  # only row 2 has a crab in column 3
        ["yfp@3", "oby@3 crab=2"],  # a spare towel, which turns no crab
        ["yfp@3", "yop@3 crab=2", "oyb@2 crab=2", "pyf@2", "fpo@4 crab=2"],  # there are only two
    ],
)
def test_crabs_lie_only_where_they_can(beach: list[str]) -> None:
    """M-C2, M-C4, M-R2."""
    with pytest.raises(BadPosition):
        at(2, CRAB, A={"dock": "yob", "beach": beach})
