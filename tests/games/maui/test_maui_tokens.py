"""Maui, from the ledger: towel tokens (M-T9, M-T15 – M-T17, M-T24)."""

from __future__ import annotations

from typing import Any

import pytest
from maui_boards import (
    at,
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
)

import strandline as sl
from strandline.engine.errors import BadMove, BadPosition

BOTH = ["pale_blue", "orange"]


def laying(towel: str, hand: str, tokens: list[str], **words: Any) -> sl.Match:
    """A has a tile and these tokens in hand, and this tile lies last on the beach."""
    lying = ending(towel, words.pop("laid", 2), avoid=hand)
    return at(now="lay", hand=hand, A={"tokens": tokens, "markers": {"yellow": 5, "fish": 5}, **lying, **words})


# M-T9: what tokens are for


def test_a_token_may_be_what_makes_the_match() -> None:
    """M-T9: of pale blue, fish and orange only pale blue lies in the play area, and the tile has none."""
    match = laying("bfo@7", "yop", ["pale_blue"])
    assert legal(match) == {"lay 7 pale_blue@1", "lay 6 pale_blue@2", "lay 5 pale_blue@3"}
    play(match, "lay 6 pale_blue@2")
    assert markers(match, "A") == {"yellow": 5, "fish": 5, "pale_blue": 3}
    assert player(match, "A")["tokens"] == []
    assert player(match, "A")["beach"][-1] == "yop@6 pale_blue@2"
    check_components(match)


def test_a_token_may_add_a_match() -> None:
    """M-T9: yellow matches anyway, and pale blue on row 2 as well."""
    match = laying("ybf@1", "yop", ["pale_blue"])
    assert {"lay 1", "lay 1 pale_blue@2"} <= legal(match)
    play(match, "lay 1 pale_blue@2")
    assert markers(match, "A") == {"yellow": 8, "fish": 5, "pale_blue": 2}


def test_a_token_may_be_for_a_later_match() -> None:
    """M-T9: nothing of pale blue lies beside it, yellow matches."""
    match = laying("yfo@3", "yop", ["pale_blue"])
    play(match, "lay 3 pale_blue@3")
    assert markers(match, "A") == {"yellow": 6, "fish": 5}
    assert player(match, "A")["beach"][-1] == "yop@3 pale_blue@3"


def test_no_token_need_be_used() -> None:
    """M-T9."""
    match = laying("yfo@3", "ypb", BOTH)
    play(match, "lay 3")
    assert player(match, "A")["tokens"] == BOTH


def test_two_tokens_may_go_on_one_tile() -> None:
    """M-T9: each on a pattern of its own."""
    match = laying("boy@1", "fpy", BOTH)
    play(match, "lay 1 pale_blue@1 orange@2")
    assert markers(match, "A") == {"yellow": 6, "fish": 5, "pale_blue": 3, "orange": 2}
    assert player(match, "A")["tokens"] == []
    assert player(match, "A")["beach"][-1] == "fpy@1 pale_blue@1 orange@2"
    check_components(match)


def test_all_places_of_two_tokens_are_offered() -> None:
    """M-T9: beside yfb on rows 3 to 5 the tile yop, whose own match is yellow on row 3."""
    match = laying("yfb@3", "yop", BOTH)
    assert legal(match) == {
        *("lay 3", "lay 3 pale_blue@2", "lay 3 pale_blue@3", "lay 3 orange@3", "lay 3 pale_blue@2 orange@3"),
        *(
            "lay 3 pale_blue@3 orange@1",
            "lay 4 pale_blue@2",
            "lay 4 pale_blue@2 orange@1",
            "lay 4 pale_blue@2 orange@3",
        ),
        *("lay 5 pale_blue@1", "lay 5 pale_blue@1 orange@3"),
    }


def test_a_token_that_is_not_in_hand_cannot_be_used() -> None:
    """M-T9: not one that the rival has, nor one that lies on the beach."""
    match = laying("yfo@3", "yop", ["pale_blue"])
    assert rule_against(match, "lay 3 orange@3") == "M-T9"
    none = laying("yfo@3", "yop", [])
    assert rule_against(none, "lay 3 pale_blue@3") == "M-T9"
    rival = {"tokens": ["orange"], "markers": {"fish": 6}}
    words = ending("yfo@3", 2, avoid="yop")
    assert rule_against(at(now="lay", hand="yop", A=words, B=rival), "lay 3 orange@3") == "M-T9"
    used = laying("yfo@3 pale_blue@3", "yop", [])
    assert rule_against(used, "lay 3 pale_blue@2") == "M-T9"


def test_of_two_tokens_both_must_be_in_hand() -> None:
    """M-T9, M-R1: whatever else is wrong with the other."""
    match = laying("yfo@3", "yop", ["pale_blue"])
    assert rule_against(match, "lay 3 pale_blue@2 orange@3") == "M-T9"
    assert rule_against(match, "lay -1 pale_blue@1 orange@3") == "M-T9"
    assert rule_against(match, "lay 7 pale_blue@2 orange@1") == "M-T9"


def test_a_token_gained_this_turn_waits_for_the_next() -> None:
    """M-T9, M-T6: the tile that brings the marker to the frame is laid without it."""
    words: dict[str, Any] = {**ending("yfb@1", avoid="yop fpy"), "markers": {"yellow": 4}}
    match = at(now="lay", hand="yop", market=[["fpy", "pfo", "pfy"], ["ofy", "opy", "obf"]], A=words)
    assert rule_against(match, "lay 1 pale_blue@2") == "M-T9"
    play(match, "lay 1", "dollars 1")
    assert player(match, "A")["tokens"] == ["pale_blue"]
    refill(play(match, "take 1-1"))
    assert rule_against(match, "lay -1 pale_blue@3") == "M-T15"
    play(match, "lay -1")
    assert player(match, "A")["tokens"] == ["pale_blue"]


def test_a_gained_token_is_used_in_the_next_turn() -> None:
    """M-T9."""
    words: dict[str, Any] = {**ending("yfb@1", avoid="yop yfp"), "markers": {"yellow": 4}}
    match = at(now="lay", hand="yop", market=[["yfp", "pfo", "pfy"], ["ofy", "opy", "obf"]], A=words)
    play(match, "lay 1", "dollars 1")
    refill(play(match, "take 1-1"))
    play(match, "lay 1 pale_blue@2")
    assert player(match, "A")["beach"][-1] == "yfp@1 pale_blue@2"
    assert player(match, "A")["tokens"] == []


# M-T15: a token may not destroy the only match


def test_a_token_may_not_destroy_the_only_match() -> None:
    """M-T15: yellow is what matches, and it must stay."""
    match = laying("yfo@3", "ypb", ["orange"])
    assert "lay 3" in legal(match)
    assert rule_against(match, "lay 3 orange@1") == "M-T15"
    assert rule_against(match, "lay 4 orange@1") == "M-T4"


def test_a_token_may_cover_one_match_if_there_is_another() -> None:
    """M-T15: printed, or made by the token."""
    match = laying("yfo@3", "yfb", ["orange"])
    assert {"lay 3 orange@1", "lay 3 orange@2", "lay 3 orange@3"} <= legal(match)
    play(match, "lay 3 orange@1")
    assert markers(match, "A") == {"yellow": 5, "fish": 6}
    swap = laying("yfo@3", "pob", ["orange"])
    assert "lay 5 orange@1" in legal(swap)
    assert legal(swap) >= {"lay 4", "lay 4 orange@1"}


def test_a_second_token_can_make_up_for_a_destroyed_match() -> None:
    """M-T15, M-T9: the yellow match goes, pale blue comes."""
    match = laying("yfb@3", "yop", BOTH)
    assert rule_against(match, "lay 3 orange@1") == "M-T15"
    assert rule_against(match, "lay 3 pale_blue@2 orange@1") == "M-T15"
    play(match, "lay 3 pale_blue@3 orange@1")
    assert markers(match, "A") == {"yellow": 5, "fish": 5, "pale_blue": 1}


# M-T16: where a token goes


def test_a_token_goes_inside_the_play_area() -> None:
    """M-T16: not on a pattern in the ocean or among the trees."""
    low = laying("fby@-1", "opy", ["pale_blue"])
    assert legal(low) == {"lay -1"}
    for spot in (1, 2):
        assert rule_against(low, f"lay -1 pale_blue@{spot}") == "M-T16"
    high = laying("yfb@7", "yop", BOTH)
    for move in ("lay 7 pale_blue@2", "lay 7 orange@3", "lay 7 pale_blue@3 orange@2", "lay 7 pale_blue@1 orange@3"):
        assert rule_against(high, move) == "M-T16"


def test_a_token_goes_on_a_different_pattern() -> None:
    """M-T16: pale blue is not replaced by pale blue."""
    match = laying("yfo@3", "ybo", BOTH)
    assert rule_against(match, "lay 3 pale_blue@2") == "M-T16"
    assert rule_against(match, "lay 3 orange@3") == "M-T16"
    assert {"lay 3 orange@2", "lay 3 pale_blue@3", "lay 3 pale_blue@3 orange@2"} <= legal(match)


@pytest.mark.parametrize("text", ["lay 3 pale_blue@2 orange@2", "lay 3 pale_blue@1 pale_blue@2", "lay 3 pale_blue@4"])
def test_one_token_to_a_pattern(text: str) -> None:
    """M-T16: there is no such move."""
    with pytest.raises(BadMove):
        laying("yfo@3", "ypb", BOTH).play(text)


def test_no_token_on_a_spare_towel() -> None:
    """M-T16, M-T11: a spare towel is laid as it is."""
    tiles = [["yfo", "yfp", "yof"], ["opf", "pof", "ypf"]]
    lying = ending("bfo@7", avoid=listed(tiles))
    words = {**lying, "tokens": ["pale_blue"], "markers": {"yellow": 5}, "dollars": 0}
    match = at(market=tiles, areas=[0, 0], A=words, B={"dollars": 4})
    play(match, "spare 1-1")
    assert player(match, "A")["beach"][-1] == "yfo@3"
    assert player(match, "A")["tokens"] == ["pale_blue"]
    with pytest.raises(BadMove):
        match.play("spare 1-1 pale_blue@1")
    with pytest.raises(BadPosition):  # yfo would not match without the token, nor with it
        at(A={**lying, "beach": [*lying["beach"], "yfo@3 pale_blue@1"], "markers": {"yellow": 5}})


@pytest.mark.parametrize(
    "towel",
    [
        *("yop@7 pale_blue@2", "yop@7 pale_blue@3", "opy@-1 orange@1", "opy@-1 orange@3"),
        *("yfp@3 orange@4", "yfp@3 orange@0", "yfp@3 pink@1", "ybp@3 pale_blue@2", "yfp@3 orange@2 pale_blue@2"),
    ],
)
def test_a_position_has_tokens_only_where_they_may_lie(towel: str) -> None:
    """M-T16, M-R2."""
    bare = towel.split(maxsplit=1)[0]
    before = {"7": "yfb@7", "-1": "fby@-1", "3": "yfb@3"}[bare.split("@")[1]]
    lying = ending(before, 2, avoid=bare[:3])
    words = {"markers": {"yellow": 9, "fish": 9}, "dock": lying["dock"]}
    assert at(A={**words, "beach": [*lying["beach"], bare]})
    with pytest.raises(BadPosition):
        at(A={**words, "beach": [*lying["beach"], towel]})


# M-T17: a pattern twice


def test_a_tile_may_show_a_pattern_twice_and_every_match_scores() -> None:
    """M-T17: yellow, pale blue and pale blue once more; yellow on row 1 and the token on row 3 match."""
    match = laying("yob@1", "ybp", ["pale_blue"])
    play(match, "lay 1 pale_blue@3")
    assert markers(match, "A") == {"yellow": 8, "fish": 5, "pale_blue": 1}
    assert player(match, "A")["beach"][-1] == "ybp@1 pale_blue@3"


def test_the_printed_match_scores_beside_the_token() -> None:
    """M-T17: pale blue twice, on rows 2 and 3, and this time the printed one matches."""
    match = laying("obf@1", "ybp", ["pale_blue"])
    play(match, "lay 1 pale_blue@3")
    assert markers(match, "A") == {"yellow": 5, "fish": 5, "pale_blue": 2}


def test_either_of_two_equal_patterns_can_be_matched_next() -> None:
    """M-T17: pale blue on rows 2 and 3."""
    lying = ending("ybp@1 pale_blue@3", avoid="bfo")
    match = at(now="lay", hand="bfo", A={**lying, "markers": {"yellow": 5}})
    assert legal(match) == {"lay 2", "lay 3"}
    play(match, "lay 2")
    assert markers(match, "A") == {"yellow": 5, "pale_blue": 2}


def test_the_next_tile_matches_the_token_and_not_what_is_under_it() -> None:
    """M-T17."""
    covered = {**ending("ypo@3 pale_blue@2", avoid="fbp"), "markers": {"yellow": 5}}
    assert legal(at(now="lay", hand="fbp", A=covered)) == {"lay 3"}
    bare = ending("ypo@3", avoid="fbp")
    assert legal(at(now="lay", hand="fbp", A=bare)) == {"lay 2"}


# M-T24: row and tokens together


def test_row_and_tokens_are_one_decision_and_the_step_another() -> None:
    """M-T24: the token lies there when the step is asked, and no marker has moved."""
    match = laying("yfb@4", "yof", ["pale_blue"], laid=1, umbrellas={"2": "orange+pink"})
    play(match, "lay 4 pale_blue@3")
    assert (now(match), mover(match)) == ("step", "A")
    assert player(match, "A")["beach"][-1] == "yof@4 pale_blue@3"
    assert player(match, "A")["tokens"] == []
    assert markers(match, "A") == {"yellow": 5, "fish": 5}
    play(match, "step orange")
    assert markers(match, "A") == {"yellow": 6, "fish": 5, "pale_blue": 2, "orange": 1}


def test_the_pattern_over_a_pearl_may_be_replaced() -> None:
    """M-T16, M-T8: the pearl is covered all the same."""
    match = laying("yfb@4", "yof", ["pale_blue"], laid=1, umbrellas={"2": "white"})
    play(match, "lay 4 pale_blue@3")
    assert pearls(match, "A") == {"white": 1}


def test_a_token_stays_on_its_tile() -> None:
    """M-T9, M-S4: it comes back neither to the hand nor to the frame, and the market is as it was."""
    match = laying("yfo@3", "yop", ["pale_blue"])
    before = market(match)
    play(match, "lay 3 pale_blue@3")
    assert market(match) == before
    assert match.position()["frames"] == {"pale_blue": 0, "orange": 1}
