"""High Tide (Henn), from the ledger: picking up coins (H-C1 – H-C7) and two dice on one beach (H-B16)."""

from __future__ import annotations

from typing import Any

import pytest
from henn_boards import (
    BAYWATCH,
    COINS,
    WATER,
    at,
    coins,
    legal,
    line,
    mover,
    phase,
    pile,
    play,
    purse,
    row,
    rule_against,
    sheet,
    space,
    track,
)

BLUE = {"blue": [5, 1, 8, 3, 2, 6, 7, 4]}
TURN: dict[str, Any] = {"phase": "rolled", "coins": BLUE}


# H-C2


def test_the_coins_of_the_rulebook() -> None:
    """H-C2, H-C4: pink's blue 4 lands on the 3, the orange 2 on the 7: a total of 10."""
    match = at(
        5,
        COINS,
        phase="rolled",
        pile=["pink", "red", "brown", "green", "beige"],
        hand=["blue=4", "orange=2"],
        coins={"blue": [5, 1, 8, 3, 2, 6, 7, 4], "orange": [1, 7, 2, 3, 4, 5, 6, 8]},
    )
    play(match, "accept")
    assert phase(match) == "coin"
    assert mover(match) == "pink"
    assert legal(match) == {"coin", "pass"}
    play(match, "coin", "coin")
    assert purse(match, "pink") == {"blue": 3, "orange": 7}
    assert coins(match, "blue") == [5, 1, 8, 0, 2, 6, 7, 4]
    assert coins(match, "orange") == [1, 0, 2, 3, 4, 5, 6, 8]
    assert sheet(match, "coins") == {"red": 0, "brown": 0, "green": 0, "beige": 0, "pink": 4}
    assert track(match) == ["pink"]


def test_a_coin_may_be_left_lying() -> None:
    """H-C2."""
    match = play(at(3, COINS, hand=["blue=4", "orange=2"], **TURN), "accept", "pass", "coin")
    assert purse(match, "red") == {"orange": 2}
    assert coins(match, "blue") == BLUE["blue"]


def test_one_coin_of_each_colour_is_the_most() -> None:
    """H-C2: nothing is asked for a second one."""
    taken = {"red": {"blue": 4}}
    lying = {"blue": [5, 1, 8, 3, 2, 6, 7, 0]}
    match = at(3, COINS, phase="rolled", hand=["blue=4", "orange=2"], coins=lying, taken=taken)
    play(match, "accept")
    assert phase(match) == "coin"
    play(match, "coin")
    assert purse(match, "red") == {"blue": 4, "orange": 2}
    assert coins(match, "blue") == lying["blue"]
    assert mover(match) == "chance"


def test_every_player_may_have_a_coin_of_a_colour() -> None:
    """H-C2: brown's blue coin does not keep red from another."""
    lying = {"blue": [5, 1, 8, 3, 2, 6, 7, 0]}
    match = at(3, COINS, phase="rolled", hand=["blue=4", "orange=2"], coins=lying, taken={"brown": {"blue": 4}})
    play(match, "accept", "coin")
    assert purse(match, "red") == {"blue": 3}


def test_only_the_first_eight_spaces_have_coins() -> None:
    """H-C1, H-C2: nothing is asked beyond them, nor where the coin is gone."""
    chairs = {"blue": {"5": ["red"]}, "orange": {"1": ["red"]}}
    lying = {"orange": [1, 2, 0, 3, 4, 5, 6, 7]}
    match = at(3, COINS, phase="rolled", hand=["blue=4", "orange=2"], chairs=chairs, coins=lying)
    play(match, "accept")
    assert (space(match, "red", "blue"), space(match, "red", "orange")) == (9, 3)
    assert mover(match) == "chance"


def test_the_chair_of_another_player_does_not_guard_a_coin() -> None:
    """H-C2, H-C6: a coin that was left lying is for the next one who comes."""
    match = at(3, COINS, hand=["blue=4", "orange=2"], chairs={"blue": {"4": ["green"]}}, **TURN)
    play(match, "accept")
    assert line(match, "blue", 4) == ["green", "red"]
    play(match, "coin")
    assert purse(match, "red") == {"blue": 3}


def test_without_the_expansion_there_are_no_coins() -> None:
    """H-C2."""
    match = play(at(3, phase="rolled", hand=["blue=4", "orange=2"]), "accept")
    assert mover(match) == "chance"
    assert rule_against(match, "coin") == "H-C2"


@pytest.mark.parametrize("move", ["accept", "left first", "move", "take 1", "roll"])
def test_a_coin_is_decided_before_anything_else(move: str) -> None:
    """H-C2: by the rule of the other move."""
    match = play(at(3, COINS, hand=["blue=4", "orange=2"], **TURN), "accept")
    wanted = {"accept": "H-T4", "left first": "H-B16", "move": "H-T10", "take 1": "H-T5", "roll": "H-T5"}
    assert rule_against(match, move) == wanted[move]


# H-C3, H-B16


@pytest.mark.parametrize(("order", "stop", "coin"), [("left first", 5, 2), ("right first", 2, 1)])
def test_two_dice_of_one_colour_may_stop_on_a_coin_between(order: str, stop: int, coin: int) -> None:
    """H-C3: in either order."""
    match = play(at(3, COINS, hand=["blue=5", "blue=2"], **TURN), "accept")
    assert phase(match) == "order"
    assert legal(match) == {"left first", "right first"}
    play(match, order)
    assert phase(match) == "coin"
    assert space(match, "red", "blue") == stop
    play(match, "coin")
    assert space(match, "red", "blue") == 7
    assert purse(match, "red") == {"blue": coin}
    assert mover(match) == "chance"  # no second blue coin


def test_the_coin_between_may_be_left_for_the_one_at_the_end() -> None:
    """H-C3, H-C2."""
    match = play(at(3, COINS, hand=["blue=5", "blue=2"], **TURN), "accept", "left first", "pass")
    assert phase(match) == "coin"
    assert space(match, "red", "blue") == 7
    play(match, "coin")
    assert purse(match, "red") == {"blue": 7}


def test_the_order_is_not_asked_where_nothing_depends_on_it() -> None:
    """H-B16: equal dice; no coin at either stop; a blue coin already taken; no expansion."""
    equal = play(at(3, COINS, hand=["blue=3", "blue=3"], **TURN), "accept")
    assert (phase(equal), space(equal, "red", "blue")) == ("coin", 3)
    bare = {"blue": [5, 0, 8, 3, 0, 6, 7, 4]}
    match = play(at(3, COINS, phase="rolled", hand=["blue=5", "blue=2"], coins=bare), "accept")
    assert (phase(match), space(match, "red", "blue")) == ("coin", 7)
    far = at(3, COINS, hand=["blue=5", "blue=2"], chairs={"blue": {"8": ["red"]}}, **TURN)
    assert mover(play(far, "accept")) == "chance"
    lying = {"blue": [0, 1, 8, 3, 2, 6, 7, 4]}
    taken = {"red": {"blue": 5}}
    match = play(at(3, COINS, phase="rolled", hand=["blue=5", "blue=2"], coins=lying, taken=taken), "accept")
    assert mover(match) == "chance"


def test_the_order_is_asked_where_a_coin_lies_at_one_stop() -> None:
    """H-B16: the other stop is bare."""
    for lying, order, offered in (
        ([5, 0, 8, 3, 2, 6, 7, 4], "left first", 5),
        ([5, 0, 8, 3, 2, 6, 7, 4], "right first", 7),
        ([5, 1, 8, 3, 0, 6, 7, 4], "right first", 2),
    ):
        match = at(3, COINS, phase="rolled", hand=["blue=5", "blue=2"], coins={"blue": lying})
        play(match, "accept", order)
        assert (phase(match), space(match, "red", "blue")) == ("coin", offered)


# H-C5


def test_a_coin_under_a_wave_is_lost() -> None:
    """H-C5."""
    lying = {"blue": [5, 1, 8, 3, 2, 6, 0, 0]}
    before = {"blue": {"large": 4, "small": 1}, "white": {"large": 0, "small": 3}}
    match = at(3, COINS, phase="roll", pile=[], track=["red", "brown", "green"], waves=before, coins=lying)
    play(match, "blue=5", "orange=4")
    assert coins(match, "blue") == [5, 1, 8, 0, 0, 0, 0, 0]
    assert row(match).round == 6


def test_a_chair_that_ends_in_the_water_takes_no_coin() -> None:
    """H-C5: it passes the coins of the sand."""
    flood = {"blue": {"large": 5, "small": 1}, "white": {"large": 0, "small": 4}}
    lying = {"blue": [5, 1, 8, 0, 0, 0, 0, 0]}
    match = at(3, COINS, phase="rolled", hand=["blue=4", "blue=2"], coins=lying, waves=flood)
    play(match, "accept")
    assert phase(match) == "order"  # 2 first would stop on a coin, 4 first would not
    play(match, "left first")
    assert space(match, "red", "blue") == WATER
    assert purse(match, "red") == {}
    assert mover(match) == "chance"


def test_a_chair_may_take_a_coin_on_its_way_into_the_water() -> None:
    """H-C5, H-C3, H-T12: it stops on dry sand first."""
    flood = {"blue": {"large": 5, "small": 1}, "white": {"large": 0, "small": 4}}
    lying = {"blue": [5, 1, 8, 0, 0, 0, 0, 0]}
    match = at(3, COINS, phase="rolled", hand=["blue=4", "blue=2"], coins=lying, waves=flood)
    play(match, "accept", "right first", "coin")
    assert space(match, "red", "blue") == WATER
    assert purse(match, "red") == {"blue": 1}


# H-C6


def test_a_head_start_takes_a_coin() -> None:
    """H-C6: where it lands; by 2 it does not stop between."""
    for steps, coin in ((1, 5), (2, 1)):
        match = at(3, COINS | BAYWATCH, phase="head-start", round=2, tiles={"head-start": "green"}, coins=BLUE)
        assert mover(match) == "green"
        play(match, f"start blue {steps}")
        assert (phase(match), mover(match)) == ("coin", "green")
        play(match, "coin")
        assert purse(match, "green") == {"blue": coin}
        assert (phase(match), pile(match)) == ("roll", ["red", "brown", "green"])


def test_a_second_hand_takes_a_coin() -> None:
    """H-C6: before the turn; then the turn as usual."""
    words: dict[str, Any] = {"track": ["red", "brown"], "pool": ["blue=4", "white=2"], "coins": BLUE}
    match = at(3, COINS | BAYWATCH, phase="second-hand", round=2, tiles={"second-hand": "green"}, **words)
    play(match, "pool blue 4")
    assert (phase(match), mover(match)) == ("coin", "green")
    play(match, "coin")
    assert purse(match, "green") == {"blue": 3}
    assert phase(match) == "roll"


def test_a_chair_that_moves_back_takes_a_coin() -> None:
    """H-C6, H-B9."""
    words: dict[str, Any] = {"hand": ["blue=4", "white=2"], "chairs": {"blue": {"8": ["red"]}}, "coins": BLUE}
    match = at(3, COINS | BAYWATCH, phase="hand", round=2, tiles={"back": "red"}, **words)
    play(match, "back left")
    assert (phase(match), space(match, "red", "blue")) == ("coin", 4)
    play(match, "coin")
    assert purse(match, "red") == {"blue": 3}


def test_a_coin_left_lying_needs_a_new_placement() -> None:
    """H-C6: a chair that stays on its space takes nothing."""
    match = at(3, COINS, hand=["white=4", "orange=2"], chairs={"blue": {"4": ["red"]}}, **TURN)
    play(match, "accept", "pass", "pass")
    assert mover(match) == "chance"
    assert coins(match, "blue")[3] == 3


# H-C7


def test_dice_made_equal_by_colour_may_stop_between_too() -> None:
    """H-C7, H-B8."""
    words: dict[str, Any] = {"hand": ["white=5", "blue=2"], "coins": BLUE}
    match = at(3, COINS | BAYWATCH, phase="hand", round=2, tiles={"colour": "red"}, **words)
    play(match, "colour left blue")
    assert phase(match) == "order"
    play(match, "right first", "coin")
    assert (space(match, "red", "blue"), purse(match, "red")) == (7, {"blue": 1})
    assert space(match, "red", "white") == 0


def test_a_chair_that_goes_there_and_back_stops_between() -> None:
    """H-C7, H-B16, H-B9: blue 5 forward and 2 back, or first 2 back."""
    words: dict[str, Any] = {"hand": ["blue=5", "blue=2"], "coins": BLUE, "chairs": {"blue": {"3": ["red"]}}}
    for order, stop, end in (("left first", 8, 6), ("right first", 1, 6)):
        match = at(3, COINS | BAYWATCH, phase="hand", round=2, tiles={"back": "red"}, **words)
        play(match, "back right")
        assert phase(match) == "order"
        play(match, order)
        assert (phase(match), space(match, "red", "blue")) == ("coin", stop)
        play(match, "pass")
        assert (phase(match), space(match, "red", "blue")) == ("coin", end)
