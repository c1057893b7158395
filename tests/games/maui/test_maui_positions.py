"""Maui: positions as documents; what they say, what they leave out, and what cannot be set up."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from maui_boards import (
    BASE,
    CRAB,
    CRAB_SIDE,
    GAME,
    LONG,
    PLAYERS,
    TILES,
    TOKEN,
    at,
    check_components,
    ending,
    legal,
    market,
    mover,
    now,
    play,
    player,
    strip,
)

import strandline as sl
from strandline.engine.errors import BadPosition

if TYPE_CHECKING:
    from collections.abc import Mapping

# What may be left out


@pytest.mark.parametrize("options", [BASE, CRAB, LONG])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_empty_document_is_a_first_turn(seats: int, options: Mapping[str, Any]) -> None:
    """M-S3, M-S4, M-R2: A begins; docks, then the market, are the first tiles."""
    match = at(seats, options)
    assert (now(match), mover(match), match.position()["first"]) == ("turn", "A", "A")
    assert [player(match, name)["dock"] for name in PLAYERS[:seats]] == TILES[:seats]
    assert market(match) == [TILES[seats : seats + 3], TILES[seats + 3 : seats + 6]]
    assert match.position()["areas"] == [1, 1]
    assert match.position()["frames"] == dict.fromkeys(TOKEN, 1 if seats == 2 else 2)
    for name in PLAYERS[:seats]:
        one = player(match, name)
        assert (one["dollars"], one["beach"], one["tokens"], one["umbrellas"]) == (1, [], [], {})
    check_components(match)


def test_tiles_that_are_named_are_not_dealt_again() -> None:
    """M-S1, M-R2."""
    match = at(
        now="lay",
        hand="yfo",
        A={"dock": "ybf", "beach": ["ybo@3"]},
        market=[["yfb", "yfp", "pof"], ["pob", "poy", "ybp"]],
    )
    assert player(match, "B")["dock"] == "yof"
    match = at(A={"beach": ["yfo@3"], "dock": "yfp"})
    assert player(match, "B")["dock"] == "yfb"
    assert market(match)[0] == ["ybf", "ybo", "ybp"]


def test_the_player_to_move_is_the_first_unless_named() -> None:
    """M-S8."""
    assert mover(at(3, first="C")) == "C"
    assert mover(at(3, first="C", player="B")) == "B"
    assert at(3, player="B").position()["first"] == "A"


@pytest.mark.parametrize("moment", ["market", "umbrellas", "docks", "first"])
def test_moments_of_the_set_up_can_be_set_up(moment: str) -> None:
    """M-S11: with nothing said, the step that is asked has just begun."""
    match = at(3, now=moment)
    assert (now(match), match.turn) == (moment, sl.CHANCE)
    random = Random(moment)
    while match.turn == sl.CHANCE:
        match.play(random.choice(match.legal()))
    check_components(match)


def test_a_set_up_can_be_half_done() -> None:
    """M-S11: four tiles lie in the market; of the docks one."""
    four = at(now="market", market=[["pob", "pof", "poy"], ["yfb"]])
    play(four, "tile=yfo")
    assert market(four) == [["pob", "pof", "poy"], ["yfb", "yfo"]]
    docks = at(3, CRAB, now="docks", A={"dock": "pob"})
    play(docks, "tile=pof")
    assert player(docks, "B")["dock"] == "pof"
    assert player(docks, "C")["umbrellas"] == CRAB_SIDE
    umbrellas = at(now="umbrellas", A={"umbrellas": {"2": "white", "3": "white"}})
    play(umbrellas, "umbrella=pink")
    assert player(umbrellas, "A")["umbrellas"] == {"2": "white", "3": "white", "5": "pink"}


def test_the_beach_is_empty_before_the_first_turn() -> None:
    """M-S11, M-R2."""
    for moment in ("market", "umbrellas", "docks", "first"):
        with pytest.raises(BadPosition) as caught:
            at(now=moment, A={"beach": ["pob@3"]})
        assert "M-S11" in str(caught.value)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (BASE, {"A": {"markers": {"pink": 3}}}),
        (BASE, {"A": {"pearls": {"white": 1}}}),
        (BASE, {"A": {"tokens": ["orange"], "markers": {"fish": 5}}}),
        (BASE, {"frames": {"pale_blue": 0, "orange": 1}}),
        (BASE, {"first": "B"}),
        ({"first": "A"}, {"first": "B"}),
        (LONG, {"A": {"markers": {"pink": 3}}}),
    ],
    ids=str,
)
def test_nothing_has_happened_before_the_first_turn(options: Mapping[str, Any], words: dict[str, Any]) -> None:
    """M-S11, M-S4, M-S8, M-R2: no marker has moved, no token was taken."""
    with pytest.raises(BadPosition):
        at(2, options, now="market", **words)


def test_who_began_is_whom_the_option_says() -> None:
    """M-S8, M-L2, M-R2: but in the second half the first scoring says it."""
    for moment in ("turn", "over", "market"):
        with pytest.raises(BadPosition) as caught:
            at(2, {"first": "A"}, now=moment, first="B", **({"A": {"beach": strip(12)}} if moment == "over" else {}))
        assert "M-S8" in str(caught.value)
    assert mover(at(2, {**LONG, "first": "A"}, half=2, first="B")) == "B"


def test_no_umbrella_tokens_are_dealt_on_the_crab_side() -> None:
    """M-C1, M-L3, M-R2."""
    for options, half in ((CRAB, 1), (LONG, 2)):
        with pytest.raises(BadPosition):
            at(2, options, half=half, now="umbrellas")
    with pytest.raises(BadPosition):
        at(2, LONG, half=2, now="first")


def test_much_has_happened_before_the_second_half() -> None:
    """M-L3, M-L6: markers, pearls, dollars and tokens have come from the first."""
    words: dict[str, Any] = {"markers": {"yellow": 6, "pink": 3}, "pearls": {"white": 1}, "tokens": ["pale_blue"]}
    match = at(2, LONG, half=2, now="market", areas=[0, 2], first="B", A={**words, "penalties": 4})
    found = player(match, "A")
    assert (found["tokens"], found["penalties"], found["pearls"]["white"], found["markers"]["pink"]) == (
        ["pale_blue"],
        4,
        1,
        3,
    )
    assert match.position()["frames"] == {"pale_blue": 0, "orange": 1}


def test_a_refill_with_and_without_a_tile_in_hand() -> None:
    """M-T2, M-T13: after a take the tile is laid next, after a spare towel the turn is over."""
    taken = at(now="refill", hand="yop", A={"dock": "yfb"})
    assert [len(tiles) for tiles in market(taken)] == [2, 3]
    play(taken, taken.legal()[0])
    assert (now(taken), mover(taken)) == ("lay", "A")
    spare = at(now="refill", market=[["yfo", "yfp", "ybf"], ["ybo", "ybp"]], A={"dock": "yfb", "beach": ["pob@3"]})
    play(spare, "tile=pof")
    assert (now(spare), mover(spare)) == ("turn", "B")
    assert market(spare)[1] == ["ybo", "ybp", "pof"]


# What is refused


@pytest.mark.parametrize(
    "words",
    [
        {"now": "noon"},
        {"now": 3},
        {"half": 2},
        {"half": True},
        {"first": "C"},
        {"first": 0},
        {"player": "D"},
        {"player": "a"},
        {"areas": [1]},
        {"areas": [1, 1, 1]},
        {"areas": [1, -1]},
        {"areas": [1.0, 1]},
        {"areas": {"1": 1}},
        {"areas": [True, True]},
        {"market": [["yfb", "yfo", "yfp"]]},
        {"market": [["yfb", "yfo"], ["ybf", "ybo", "ybp"]]},
        {"market": [["yfb", "yfo", "yfp", "ypo"], ["ybf", "ybo", "ybp"]]},
        {"market": [["yfb", "yfo", "yfb"], ["ybf", "ybo", "ybp"]]},
        {"market": [["yyb", "yfo", "yfp"], ["ybf", "ybo", "ybp"]]},
        {"market": [["yf", "yfo", "yfp"], ["ybf", "ybo", "ybp"]]},
        {"market": "yfb"},
        {"market": [1, 2]},
        {"hand": "yfb"},
        {"now": "lay"},
        {"now": "lay", "hand": "xyz"},
        {"now": "lay", "hand": ["yfb"]},
        {"now": "over", "hand": "yfb", "A": {"beach": strip(12)}},
        {"now": "over", "player": "A", "A": {"beach": strip(12)}},
        {"now": "market", "player": "A"},
        {"now": "market", "market": [[], ["yfb"]]},
        {"now": "market", "market": [["yfb", "yfo", "yfp"], ["ybf", "ybo", "ybp"]]},
        {"now": "market", "A": {"dock": "yfb"}},
        {"now": "umbrellas", "A": {"dock": "yfb"}},
        {"now": "umbrellas", "A": {"umbrellas": {"3": "white"}}},
        {"now": "umbrellas", "B": {"umbrellas": {"2": "white"}}},
        {"now": "docks", "B": {"dock": "yfb"}},
        {"now": "first", "first": "A"},
        {"now": "crab"},
        {"now": "step"},
        {"now": "halftime", "A": {"beach": strip(12)}},
        {"frames": {"pale_blue": 2}},
        {"frames": {"pale_blue": 0, "orange": 0}},
        {"frames": {"pink": 1}},
        {"frames": {"pale_blue": -1}},
        {"frames": [1, 1]},
        {"players": {"E": {}}},
        {"players": {"C": {}}},
        {"players": []},
        {"players": {"A": 3}},
        {"weather": "fine"},
        {"bag": []},
        {"turn": "A"},
    ],
    ids=lambda words: json.dumps(words),
)
def test_a_document_that_is_no_position(words: dict[str, Any]) -> None:
    """M-R2: what it says about the table."""
    with pytest.raises(BadPosition) as caught:
        at(**words)
    assert caught.value.sentence("en").strip()
    assert caught.value.sentence("de") != caught.value.sentence("en")


@pytest.mark.parametrize(
    "words",
    [
        {"dollars": -1},
        {"dollars": "1"},
        {"dollars": 2},
        {"dollars": True},
        {"markers": {"pink": 11}},
        {"markers": {"pink": -1}},
        {"markers": {"red": 1}},
        {"markers": {"pink": "1"}},
        {"markers": [1, 2, 3, 4, 5]},
        {"pearls": {"white": 4}},
        {"pearls": {"white": -1}},
        {"pearls": {"black": 1}},
        {"penalties": 1},
        {"tokens": ["pale_blue"]},
        {"tokens": ["pink"]},
        {"tokens": "pale_blue"},
        {"tokens": {"pale_blue": 1}},
        {"dock": "yfy"},
        {"dock": "yf"},
        {"dock": 4},
        {"dock": "yfb@3"},
        {"beach": "yfb@3"},
        {"beach": ["yfb"]},
        {"beach": ["yfb@"]},
        {"beach": ["yfb@8"]},
        {"beach": ["yfb@-2"]},
        {"beach": ["yfb@x"]},
        {"beach": ["yfb@3 pale_blue"]},
        {"beach": ["yfb@3 crab=2"]},
        {"beach": ["yfb@3", "yfb@3"]},
        {"beach": [3]},
        {"beach": [["yfb", 3]]},
        {"dock": "yfb", "beach": ["yfb@3"]},
        {"dock": "yfb", "beach": ["opy@5"]},
        {"dock": "yfb", "beach": ["yfo@4"]},
        {"beach": strip(13)},
        {"umbrellas": {"1": "white"}},
        {"umbrellas": {"4": "white"}},
        {"umbrellas": {"12": "white"}},
        {"umbrellas": {"two": "white"}},
        {"umbrellas": {"2": "black"}},
        {"umbrellas": {"2": "crab"}},
        {"umbrellas": {"2": ""}},
        {"umbrellas": ["white"]},
        {"umbrellas": {"2": "white"}, "beach": strip(2)},
        {"umbrellas": {"5": "orange+pink", "6": "orange+pink"}},
        {"umbrellas": {"5": "white", "6": "white", "7": "white", "8": "white"}},
        {"umbrellas": {"5": "white", "6": "white"}, "pearls": {"white": 2}},
        {"hand": "yfb"},
        {"weather": "fine"},
    ],
    ids=lambda words: json.dumps(words),
)
def test_a_player_who_cannot_be(words: dict[str, Any]) -> None:
    """M-R2: what it says about a player."""
    with pytest.raises(BadPosition) as caught:
        at(3, A=words)
    assert caught.value.sentence("de") != caught.value.sentence("en")


def test_a_tile_is_in_one_place_only() -> None:
    """M-S1, M-R2: market, docks, beaches, hand."""
    tiles = [["yfb", "yfo", "yfp"], ["ybf", "ybo", "ybp"]]
    for words in (
        {"A": {"dock": "yfb"}},
        {"A": {"beach": ["yfb@3"]}},
        {"now": "lay", "hand": "yfb"},
        {"A": {"dock": "pob"}, "B": {"dock": "pob"}},
        {"A": {"beach": ["pob@3"]}, "B": {"dock": "pob"}},
        {"A": {"beach": ["pob@3"]}, "B": {"beach": ["pob@3"]}},
    ):
        with pytest.raises(BadPosition):
            at(market=tiles, **words)


@pytest.mark.parametrize(("seats", "count"), [(2, 1), (3, 2), (4, 2)])
def test_there_are_only_so_many_towel_tokens(seats: int, count: int) -> None:
    """M-S4, M-R2: in hands and on tiles."""
    held = {name: {"tokens": ["pale_blue"], "markers": {"yellow": 5}} for name in PLAYERS[: count + 1]}
    with pytest.raises(BadPosition):
        at(seats, **held)
    laid = {"dock": "yfb", "beach": ["yop@3 pale_blue@2"], "markers": {"yellow": 5}}
    with pytest.raises(BadPosition):
        at(seats, **{**held, "A": laid})
    del held[PLAYERS[count]]
    assert at(seats, **held).position()["frames"] == {"pale_blue": 0, "orange": count}


def test_pearls_come_from_columns_that_were_laid() -> None:
    """M-R2, M-S6: three white ones lie there, so nobody has a fourth."""
    lying = {"8": "white", "10": "white"}
    assert at(A={"beach": strip(7), "umbrellas": lying, "pearls": {"white": 1}})
    with pytest.raises(BadPosition):
        at(A={"beach": strip(7), "umbrellas": lying, "pearls": {"white": 2}})


def test_a_step_needs_two_movable_markers_and_a_covered_token() -> None:
    """M-R2, M-T19, M-T8."""
    lying = ending("yfb@4", 1, avoid="yof")
    words: dict[str, Any] = {
        "dock": lying["dock"],
        "beach": [*lying["beach"], "yof@4"],
        "umbrellas": {"2": "orange+pink"},
    }
    assert legal(at(now="step", A=words)) == {"step orange", "step pink"}
    changes: list[dict[str, Any]] = [
        {"markers": {"pink": 10}},
        {"umbrellas": {}},
        {"umbrellas": {"2": "white"}},
        {"beach": [*lying["beach"], "yof@3"]},
        {"beach": lying["beach"]},
        {"umbrellas": {"3": "orange+pink"}},
    ]
    for change in changes:
        with pytest.raises(BadPosition):
            at(now="step", A=words | change)
    with pytest.raises(BadPosition):
        at(now="turn", A=words)


def test_a_crab_to_be_turned_lies_under_the_last_tile() -> None:
    """M-R2, M-C2."""
    words: dict[str, Any] = {"dock": "yob", "beach": ["yfp@3", "yop@3"], "umbrellas": {"2": "crab", "3": "crab"}}
    assert now(at(2, CRAB, now="crab", A=words)) == "crab"
    for change in (
        {"umbrellas": {"3": "crab"}},
        {"beach": ["yfp@3", "pyb@5"]},
        {"beach": ["yfp@3", "yop@3 crab=2"]},
        {"beach": ["yfp@3", "boy@3"]},  # a spare towel, which turns no crab
        {"beach": ["yfp@3"]},
    ):
        with pytest.raises(BadPosition):
            at(2, CRAB, now="crab", A=words | change)


def test_the_game_of_a_position_is_its_own() -> None:
    """M-R2."""
    with pytest.raises(BadPosition):
        sl.at(GAME, {"game": "high-tide-leiman"})
    assert sl.at(GAME, {"game": GAME}, chance="by hand").position()["game"] == GAME
