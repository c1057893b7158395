"""High Tide (Henn), from the ledger: tiles together, and what they cannot do (H-B13, H-B16, H-B18, H-B21 – H-B28)."""

from __future__ import annotations

from typing import Any

import pytest
from henn_boards import (
    BAYWATCH,
    BEACHES,
    COINS,
    PLAYERS,
    TILES,
    WATER,
    at,
    dealt,
    holder,
    legal,
    line,
    mover,
    opened,
    opener,
    phase,
    play,
    pool,
    row,
    rule_against,
    space,
    track,
    with_tiles,
)

import strandline as sl

# H-B13, H-B26


@pytest.mark.parametrize(("limit", "taken"), [("black=6 black=1", True), ("black=5 black=1", False)])
def test_the_open_total_is_that_of_the_dice_as_rolled(limit: str, taken: bool) -> None:
    """H-B13, H-B26: blue 4 and white 3 are seven, whatever Plus/minus makes of them."""
    words: dict[str, Any] = {"seats": 4, "player": "brown", "track": ["red"], "open": opener(*limit.split())}
    for move in ("adjust -1 -1", "adjust +1 +1", "move"):
        match = play(with_tiles("plus-minus", hand=["blue=4", "white=3"], **words), move)
        assert opened(match)[0] == ("brown" if taken else "red")
        assert pool(match) == sorted(limit.split() if taken else ["blue=4", "white=3"])
    for tile, move in (("colour", "colour left white"), ("back", "back left")):
        match = play(with_tiles(tile, hand=["blue=4", "white=3"], **words), move)
        assert opened(match)[0] == ("brown" if taken else "red")


@pytest.mark.parametrize(("rolled", "taken"), [("blue=2", True), ("blue=3", True), ("blue=4", False)])
def test_pips_rolled_again_count_for_the_open_total(rolled: str, taken: bool) -> None:
    """H-B26: by the tile or by the bonus; and taking over is compulsory."""
    words: dict[str, Any] = {"seats": 4, "player": "brown", "track": ["", "red"], "open": opener("black=5", "black=1")}
    for move in ("tile reroll left", "reroll left"):
        match = with_tiles("reroll", hand=["blue=6", "white=3"], from_=1, **words)
        play(match, move, rolled, "move")
        assert opened(match) == (("brown", [rolled, "white=3"]) if taken else ("red", ["black=5", "black=1"]))


# H-B16


@pytest.mark.parametrize(
    ("start", "ends"),
    [
        (0, {"left first": 3, "right first": 5}),
        (1, {"left first": 4, "right first": 5}),
        (17, {"left first": WATER, "right first": 20}),
    ],
)
def test_bar_and_water_apply_after_each_die(start: int, ends: dict[str, int]) -> None:
    """H-B16: 5 forward and 2 back on one beach; the player chooses the order where the end differs."""
    chairs = {"blue": {str(start): ["red"]}} if start else {}
    for order, end in ends.items():
        match = with_tiles("back", hand=["blue=5", "blue=2"], chairs=chairs)
        play(match, "back right")
        assert phase(match) == "order"
        assert legal(match) == {"left first", "right first"}
        play(match, order)
        assert space(match, "red", "blue") == end


@pytest.mark.parametrize("start", [2, 10, 15, 18, 20])
def test_the_order_is_not_asked_where_the_end_is_the_same(start: int) -> None:
    """H-B16: two spaces from the bar, five from the water, or too near to it in either order."""
    match = with_tiles("back", hand=["blue=5", "blue=2"], chairs={"blue": {str(start): ["red"]}})
    play(match, "back right")
    assert mover(match) == "chance"
    assert space(match, "red", "blue") == (start + 3 if start <= 15 else WATER)


def test_a_chair_that_returns_to_its_space_stands_at_the_right_end() -> None:
    """H-B16, H-T11."""
    match = with_tiles("back", hand=["blue=3", "blue=3"], chairs={"blue": {"5": ["red", "green"]}})
    play(match, "back left")
    assert line(match, "blue", 5) == ["green", "red"]


def test_the_second_of_two_dice_cannot_bring_a_chair_back_from_the_water() -> None:
    """H-B16, H-B14: 5 forward from space 17 is the water, and there it stays."""
    match = with_tiles("back", hand=["blue=5", "blue=2"], chairs={"blue": {"17": ["red"]}})
    play(match, "back right", "left first")
    assert space(match, "red", "blue") == WATER


# H-B18


def test_within_a_turn_tiles_are_used_on_one_path() -> None:
    """H-B18: re-rolls, Colour, Plus/minus, Back; what comes before is closed."""
    words: dict[str, Any] = {"hand": ["blue=4", "white=2"], "from_": 1, "track": [""]}
    match = with_tiles("reroll", "colour", "plus-minus", "back", **words)
    play(match, "colour left black")
    assert rule_against(match, "tile reroll left") == "H-B18"
    assert not any("reroll" in move or "colour" in move for move in match.legal())
    assert {"adjust +1 0", "back left", "move"} <= legal(match)
    match = with_tiles("reroll", "colour", "plus-minus", "back", **words)
    play(match, "adjust +1 0")
    assert rule_against(match, "colour left black") == "H-B18"
    assert rule_against(match, "tile reroll right") == "H-B18"
    assert legal(match) == {"back left", "back right", "move"}


def test_the_bonus_is_closed_too() -> None:
    """H-B18, H-B28: after Colour no die is rolled again, and that is the reason, not H-T9."""
    match = with_tiles(
        "colour", "back", hand=["blue=4", "white=2"], from_=2, track=["brown", ""], pile=["red", "green"]
    )
    play(match, "colour left black")
    assert rule_against(match, "reroll left") == "H-B18"
    assert legal(match) == {"back left", "back right", "move"}


# H-B24, H-B25, H-B27


def test_a_die_whose_chair_is_in_the_water_is_not_changed() -> None:
    """H-B24, H-B27: nothing would come of it."""
    chairs = {"blue": {"water": ["red"]}, "orange": {"water": ["red"]}}
    match = with_tiles("plus-minus", "colour", hand=["blue=4", "white=2"], chairs=chairs)
    adjusts = {move for move in legal(match) if "adjust" in move}
    assert adjusts == {"adjust 0 -1", "adjust 0 +1"}
    assert rule_against(match, "adjust +1 0") == "H-B24"
    assert rule_against(match, "colour left orange") == "H-B24"
    assert {"colour left black", "colour right orange", "colour right blue"} <= legal(match)
    match = with_tiles("plus-minus", hand=["white=2", "blue=4"], chairs=chairs)
    assert {move for move in legal(match) if "adjust" in move} == {"adjust -1 0", "adjust +1 0"}
    assert rule_against(match, "adjust 0 +1") == "H-B24"


def test_a_window_in_which_nothing_could_change_is_not_asked() -> None:
    """H-B24, H-B27: both chairs are in the water, so Plus/minus and Back could change nothing."""
    chairs = {"blue": {"water": ["red"]}, "white": {"water": ["red"]}}
    match = with_tiles("plus-minus", "back", phase="rolled", hand=["blue=4", "white=2"], chairs=chairs)
    play(match, "accept")
    assert track(match) == ["red"]
    assert {holder(match, tile) for tile in ("plus-minus", "back")} == {"red"}


def test_a_colour_cannot_help_where_all_chairs_are_in_the_water() -> None:
    """H-B27: the window is not asked."""
    chairs = {beach: {"water": ["red"]} for beach in BEACHES}
    match = with_tiles("colour", "plus-minus", "back", phase="rolled", hand=["blue=4", "white=2"], chairs=chairs)
    assert track(play(match, "accept")) == ["red"]


def test_plus_and_minus_change_a_die_that_moves_back() -> None:
    """H-B25: 4 and one more, away from the water."""
    match = with_tiles("plus-minus", "back", hand=["blue=4", "white=2"], chairs={"blue": {"11": ["red"]}})
    play(match, "adjust +1 0", "back left")
    assert space(match, "red", "blue") == 6


def test_a_die_may_be_wasted_on_a_chair_in_the_water() -> None:
    """H-B25: Colour turns the blue die to a beach where it has no effect."""
    match = with_tiles("colour", hand=["blue=4", "white=2"], chairs={"orange": {"water": ["red"]}})
    play(match, "colour left orange")
    assert (space(match, "red", "blue"), space(match, "red", "orange"), space(match, "red", "white")) == (0, WATER, 2)


def test_a_die_may_be_saved_from_a_chair_in_the_water() -> None:
    """H-B27: from such a beach to a dry one Colour is offered."""
    match = with_tiles("colour", "plus-minus", hand=["blue=4", "white=2"], chairs={"blue": {"water": ["red"]}})
    play(match, "colour left orange")
    assert {"adjust +1 0", "adjust -1 +1"} <= legal(match)
    play(match, "adjust +1 0")
    assert space(match, "red", "orange") == 5


# H-B21, H-B28


def test_at_most_six_tiles_are_seen() -> None:
    """H-B21: one in each round, five of them given out."""
    seen = set()
    for seed in range(12):
        match = sl.new("high-tide-henn", seats=3, seed=seed, options=BAYWATCH)
        while not match.over:
            match.play(match.legal()[seed % len(match.legal())])
        where = [holder(match, tile) for tile in TILES]
        assert where.count("stack") == 9 - row(match).round
        assert where.count("face-up") == 1
        assert sum(found in {"used", *PLAYERS} for found in where) == row(match).round - 1 <= 5
        seen.add(row(match).round)
    assert 6 in seen


def test_a_refusal_names_the_first_rule_that_forbids() -> None:
    """H-B28: the end, the holder of the tile that is pointed at, the time, the tile's own conditions."""
    cells = ["red", "brown", "green", "blue=2 blue=1"]
    over = at(3, BAYWATCH, phase="over", pile=[], track=cells, round=6, open=opener("black=1", "black=1"), saved="red")
    for move in ("swap 1", "adjust 0 0", "rental", "jump", "pool blue 1", "start blue 1", "back left"):
        assert rule_against(over, move) == "H-E5"
    hand_now = with_tiles(hand=["blue=4", "white=2"], from_=1, track=[""])
    for move, rule in {
        "swap 1": "H-B2",
        "rental": "H-B2",
        "jump": "H-B2",
        "start blue 1": "H-B11",
        "pool blue 4": "H-B12",
        "adjust 0 0": "H-B2",
        "colour left blue": "H-B2",
        "back left": "H-B2",
        "tile reroll left": "H-B2",
    }.items():
        assert rule_against(hand_now, move) == rule
    rolled = with_tiles("rental", "plus-minus", "colour", phase="rolled", hand=["blue=4", "white=2"])
    for move, rule in {
        "swap 7": "H-B2",
        "adjust 0 0": "H-B5",
        "colour left blue": "H-B8",
        "back left": "H-B2",
        "tile reroll left": "H-B2",
        "jump": "H-B2",
    }.items():
        assert rule_against(rolled, move) == rule
    held = with_tiles("swap", "rental", "back", "reroll", hand=["blue=4", "white=2"], from_=1, track=[""])
    for move, rule in {"swap 1": "H-B6", "rental": "H-B19"}.items():
        assert rule_against(held, move) == rule
    rolled = with_tiles("back", "reroll", "jump", phase="rolled", hand=["blue=4", "white=2"])
    for move, rule in {"back left": "H-B9", "tile reroll left": "H-B7", "jump": "H-B10"}.items():
        assert rule_against(rolled, move) == rule


def test_a_die_in_hand_that_is_pointed_at_is_not_rolled_again() -> None:
    """H-T9, H-B16: of both rules that forbid what a die in hand is for, the one about rolling again says more."""
    refusals = list(sl.game("high-tide-henn").rules.REFUSALS)
    match = with_tiles("back", hand=["blue=4", "white=2"])
    found = {rule_against(match, move) for move in ("reroll left", "left first")}
    assert max(found, key=refusals.index) == "H-T9"


def test_while_chance_decides_no_tile_is_anybodys() -> None:
    """H-B28, H-B6: then only its time forbids it."""
    match = with_tiles("swap", phase="roll")
    assert rule_against(match, "swap 1") == "H-B6"


def test_without_baywatch_no_tile_is_ever_offered() -> None:
    """H-B1, H-B2."""
    match = play(dealt(3, COINS), "blue=4", "white=2")
    for move in ("rental", "swap 1", "jump", "adjust +1 0", "colour left black"):
        assert rule_against(match, move) == "H-B2"
    for move, rule in {"start blue 1": "H-B11", "pool blue 4": "H-B12"}.items():
        assert rule_against(match, move) == rule
