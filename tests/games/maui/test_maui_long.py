"""Maui, from the ledger: base game, then crabs (M-L1 – M-L9)."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from maui_boards import (
    CRAB_SIDE,
    GAME,
    LONG,
    PLAYERS,
    POINTS,
    TILES,
    at,
    bag,
    chances,
    check_components,
    ending,
    legal,
    markers,
    market,
    mover,
    new,
    now,
    pearls,
    play,
    player,
    rule_against,
    sheet,
    strip,
)

import strandline as sl
from strandline.engine.errors import BadPosition


def halftime(seats: int = 2, /, **words: Any) -> sl.Match:
    """The first half has just ended; A has twelve tiles."""
    given = {"beach": strip(12), **words.pop("A", {})}
    return at(seats, LONG, now="halftime", A=given, **words)


def half_two(seats: int = 2, /, **words: Any) -> sl.Match:
    """Set up a position of the second half."""
    return at(seats, LONG, half=2, **words)


# M-L1, M-L5: the extension


def test_the_extension_lies_there_from_the_first_half_on() -> None:
    """M-L1, M-L5: steps 11 to 18, in both halves."""
    for half in (1, 2):
        for step in range(11, 19):
            match = at(2, LONG, half=half, A={"markers": {"pink": step}})
            assert sheet(match, "A", "tracks") == POINTS[step]
        with pytest.raises(BadPosition):
            at(2, LONG, half=half, A={"markers": {"pink": 19}})
    with pytest.raises(BadPosition):
        at(A={"markers": {"pink": 11}})


@pytest.mark.parametrize("half", [1, 2])
def test_markers_go_on_into_the_extension(half: int) -> None:
    """M-L1, M-T5: up to step 18."""
    for start, end in ((9, 12), (15, 18), (16, 18), (18, 18)):
        words = {**ending("ofb@1", avoid="oyp"), "markers": {"orange": start}}
        match = play(at(2, LONG, half=half, now="lay", hand="oyp", A=words), "lay 1")
        assert markers(match, "A") == {"orange": end}


def test_a_scoring_token_moves_markers_in_the_extension() -> None:
    """M-L1, M-T8, M-T19: ten is no end any more, eighteen is."""
    words = {**ending("yfb@4", 1, avoid="yof"), "umbrellas": {"2": "orange+pink"}}
    match = play(at(2, LONG, now="lay", hand="yof", A={**words, "markers": {"orange": 10, "pink": 10}}), "lay 4")
    assert legal(match) == {"step orange", "step pink"}
    forced = play(at(2, LONG, now="lay", hand="yof", A={**words, "markers": {"orange": 18, "pink": 17}}), "lay 4")
    assert markers(forced, "A") == {"yellow": 1, "orange": 18, "pink": 18}


def test_the_extension_counts_in_the_first_scoring() -> None:
    """M-L5, M-L2: B has 26 and A 22 and 1 from the tracks, so A begins."""
    match = halftime(A={"markers": {"orange": 10, "pink": 1}}, B={"markers": {"orange": 11}})
    assert match.scores() == [24, 27]
    assert legal(match) == {"first=A"}


# M-L2, M-L9: who begins the second half


def test_the_lowest_score_begins_the_second_half() -> None:
    """M-L2: all of it counts, pearls, dollars and penalty tokens too; nothing is left to choose."""
    match = halftime(
        3,
        A={"pearls": {"white": 1}},
        B={"markers": {"pink": 3}, "dollars": 0, "dock": "yfb", "beach": ["bof@5", "fpy@7"]},
        C={"dollars": 2},
    )
    assert match.scores() == [3, 1, 2]
    assert match.turn == sl.CHANCE
    assert chances(match) == {"first=B": Fraction(1)}
    for name in "AC":
        assert rule_against(match, f"first={name}") == "M-L2"
    play(match, "first=B")
    assert match.position()["first"] == "B"


def test_a_tie_for_the_lowest_score_is_drawn() -> None:
    """M-L2, M-L8: no tie chain, although C has fewer tiles and B more dollars."""
    match = halftime(4, A={"markers": {"pink": 4}}, B={"dollars": 1, "beach": strip(9, 12)}, C={"beach": strip(3, 21)})
    assert match.scores() == [6, 1, 1, 1]
    assert chances(match) == {f"first={name}": Fraction(1, 3) for name in "BCD"}
    assert rule_against(match, "first=A") == "M-L2"


def test_at_halftime_nothing_else_can_be_done() -> None:
    """M-L2, M-L9."""
    match = halftime()
    for move in ("take 1-1", "dollars 1", "spare 1-1", "lay 3", "step pink"):
        assert rule_against(match, move) == "M-L2"


def test_who_begins_is_settled_while_the_beaches_still_lie() -> None:
    """M-L9: then they are cleared."""
    words = {**ending("yfb@3", 11, avoid="yof"), "umbrellas": {}}
    match = play(at(2, LONG, now="lay", hand="yof", A=words), "lay 3", "dollars 1")
    assert (now(match), match.position()["half"]) == ("halftime", 1)
    assert len(player(match, "A")["beach"]) == 12
    assert not match.over
    play(match, match.legal()[0])
    assert (now(match), match.position()["half"]) == ("market", 2)
    assert player(match, "A")["beach"] == player(match, "B")["beach"] == []


def test_the_second_half_begins_with_whom_it_should() -> None:
    """M-L2, M-S8: the option says only who begins the first; nothing is drawn after the docks."""
    for options in (LONG, {**LONG, "first": "A"}):
        words = {"A": {"beach": strip(12), "markers": {"pink": 9}}}
        match = play(at(3, options, now="halftime", **words, B={"markers": {"pink": 1}}), "first=C")
        random = Random(1)
        seen = []
        while match.turn == sl.CHANCE:
            seen.append(now(match))
            assert mover(match) == "chance"
            match.play(random.choice(match.legal()))
        assert seen == ["market"] * 6 + ["docks"] * 3
        assert (now(match), mover(match)) == ("turn", "C")
        play(match, "dollars 1", "dollars 2")
        assert mover(match) == "B"


# M-L3, M-L6, M-L7: what goes and what stays


def test_what_is_carried_over() -> None:
    """M-L3: markers, pearls, dollars in hand and in the areas, tokens in hand, penalty tokens."""
    kept = {
        "markers": {"yellow": 6, "pink": 12},
        "pearls": {"white": 2, "pink": 3},
        "tokens": ["pale_blue"],
        "dollars": 0,
    }
    lying = ["bof@5", "fpy@7", *strip(10)]
    match = at(3, LONG, now="halftime", areas=[3, 0], A={**kept, "dock": "yfb", "beach": lying})
    assert sheet(match, "A", "penalties") == -2
    before = match.scores()
    play(match, "first=B")
    assert match.position()["areas"] == [3, 0]
    assert markers(match, "A") == {"yellow": 6, "pink": 12}
    assert pearls(match, "A") == {"white": 2, "pink": 3}
    assert player(match, "A")["tokens"] == ["pale_blue"]
    assert player(match, "A")["penalties"] == 2
    assert [player(match, name)["dollars"] for name in "ABC"] == [0, 1, 1]
    assert match.scores() == before
    assert [line["tiles"] for line in match.sheet()] == [0, 0, 0]
    check_components(match)


def test_all_tiles_go_back_to_the_bag() -> None:
    """M-L3, M-L7: those on the docks and in the market too."""
    match = play(
        halftime(4, B={"markers": {"pink": 1}}, C={"markers": {"pink": 1}}, D={"markers": {"pink": 1}}), "first=A"
    )
    assert market(match) == [[], []]
    assert len(bag(match)) == 60
    assert chances(match) == {f"tile={tile}": Fraction(1, 60) for tile in TILES}
    assert all("dock" not in player(match, name) for name in PLAYERS)


def test_the_crab_side_is_laid_out_anew() -> None:
    """M-L3, M-L7: leftover umbrella tokens are gone, both scoring tokens are back even if used."""
    words = {"umbrellas": {"11": "pale_blue+pink", "10": "white"}, "beach": strip(3, 12)}
    match = play(halftime(B=words), "first=A")
    for name in "AB":
        assert player(match, name)["umbrellas"] == CRAB_SIDE
    assert pearls(match, "B") == {}


def test_all_seven_crabs_lie_there_again() -> None:
    """M-L3, M-C1."""
    lying = {"dock": "yfb", "beach": ["yfo@3"], "umbrellas": {"2": "crab"}}
    match = play(half_two(now="lay", hand="yop", A=lying), "lay 3")
    assert chances(match) == {"crab=2": Fraction(2, 7), "crab=3": Fraction(3, 7), "crab=4": Fraction(2, 7)}


def test_tokens_on_tiles_leave_and_frames_are_not_replenished() -> None:
    """M-L6: on a frame, in hand, on a tile: one stays, one stays, one goes."""
    words = {"dock": "yfb", "beach": ["yop@3 pale_blue@2", *strip(11)], "markers": {"yellow": 5, "fish": 5}}
    match = halftime(3, A={**words, "tokens": ["orange"]}, B={"tokens": ["pale_blue"], "markers": {"yellow": 6}})
    assert match.position()["frames"] == {"pale_blue": 0, "orange": 1}
    play(match, match.legal()[0])
    assert match.position()["frames"] == {"pale_blue": 0, "orange": 1}
    assert [player(match, name)["tokens"] for name in "ABC"] == [["orange"], ["pale_blue"], []]
    check_components(match)


def test_a_frame_behind_a_marker_gives_nothing_in_the_second_half() -> None:
    """M-L6, M-T18: once per marker; who passes it only now takes what is left."""
    for start, tokens in ((5, []), (9, []), (4, ["pale_blue"]), (2, ["pale_blue"])):
        words = {**ending("yfb@1", avoid="yop"), "markers": {"yellow": start}}
        match = play(half_two(3, now="lay", hand="yop", A=words, frames={"pale_blue": 1, "orange": 2}), "lay 1")
        assert player(match, "A")["tokens"] == tokens
        assert match.position()["frames"]["pale_blue"] == 1 - len(tokens)


def test_a_token_kept_is_used_in_the_second_half() -> None:
    """M-L6, M-L3, M-T9."""
    words = {**ending("bfo@1", 3, avoid="yop"), "tokens": ["pale_blue"], "markers": {"yellow": 5}}
    match = play(half_two(now="lay", hand="yop", A=words), "lay 1 pale_blue@1")
    assert markers(match, "A") == {"yellow": 5, "pale_blue": 3}


# M-L4, M-L8: the second scoring


def test_only_the_second_final_scoring_decides() -> None:
    """M-L4: nobody has won at halftime, and the match goes on."""
    match = halftime(A={"markers": {"pink": 18}})
    assert not match.over
    play(match, "first=B")
    assert not match.over
    last = half_two(now="over", first="A", A={"beach": strip(12), "markers": {"pink": 2}}, B={"markers": {"pink": 3}})
    assert last.over
    assert last.places() == [2, 1]


def test_penalties_of_both_halves_count_once_each() -> None:
    """M-L8, M-L3: those of the first half lie on the dock."""
    lying = {"dock": "yfb", "beach": ["bof@5", "fpy@7"], "penalties": 3}
    match = half_two(A=lying)
    assert sheet(match, "A", "penalties") == -5
    with pytest.raises(BadPosition):
        at(2, LONG, half=1, A={"penalties": 3})
    with pytest.raises(BadPosition):
        at(A={"penalties": 1})


def test_pearls_stay_and_no_more_come() -> None:
    """M-L3, M-C1."""
    match = half_two(A={"pearls": {"white": 3}})
    assert sheet(match, "A", "pearls") == 9
    with pytest.raises(BadPosition):
        half_two(A={"umbrellas": {"2": "white"}})


def test_the_tie_chain_knows_only_the_second_half() -> None:
    """M-L8: its tiles, and its player order: C began, so B came last."""
    equal = {name: {"beach": strip(12, 12 * index)} for index, name in enumerate("ABC")}
    match = half_two(3, now="over", first="C", **equal)
    assert match.scores() == [1, 1, 1]
    assert match.places() == [2, 1, 3]
    fewer = half_two(3, now="over", first="C", **{**equal, "C": {"beach": strip(11, 24)}})
    assert fewer.places() == [3, 2, 1]


def test_the_second_half_ends_the_match() -> None:
    """M-L4, M-E1: the same way as the first, with the round of the second starting player."""
    words = ending("yfb@3", 11, avoid="yof")
    match = play(half_two(3, first="B", player="C", now="lay", hand="yof", C=words), "lay 3")
    assert (now(match), mover(match)) == ("turn", "A")
    play(match, "dollars 1")
    assert match.over
    assert rule_against(match, "first=A") == "M-E1"


def test_a_whole_long_match() -> None:
    """M-L1 to M-L9: set-up, half, draw, set-up, half."""
    match = new(2, LONG)
    random = Random(8)
    seen: list[tuple[str, int]] = []
    while not match.over:
        moment = (now(match), match.position()["half"])
        if not seen or seen[-1] != moment:
            seen.append(moment)
        check_components(match)
        match.play(random.choice(match.legal()))
    order = [moment for moment in seen if moment[0] in {"market", "umbrellas", "docks", "first", "halftime"}]
    first = [("market", 1), ("umbrellas", 1), ("docks", 1), ("first", 1)]
    assert order == [*first, ("halftime", 1), ("market", 2), ("docks", 2)]
    assert match.position()["half"] == 2


@pytest.mark.parametrize(("options", "half"), [({}, 2), ({"variant": "crabs"}, 2), (LONG, 3), (LONG, 0)])
def test_only_the_long_game_has_a_second_half(options: dict[str, Any], half: int) -> None:
    """M-L1, M-R2."""
    with pytest.raises(BadPosition):
        sl.at(GAME, {"options": options, "half": half})


def test_halftime_is_in_the_first_half_of_a_long_game() -> None:
    """M-L2, M-R2."""
    for options, half in (({}, 1), ({"variant": "crabs"}, 1), (LONG, 2)):
        with pytest.raises(BadPosition):
            at(2, options, half=half, now="halftime", A={"beach": strip(12)})
    with pytest.raises(BadPosition):
        at(2, LONG, half=1, now="over", A={"beach": strip(12)})
