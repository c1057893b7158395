"""High Tide (Henn), from the ledger: the tiles of the own turn (H-B3 – H-B9, H-B14, H-B15, H-B17, H-B19, H-B20)."""

from __future__ import annotations

from typing import Any

import pytest
from henn_boards import (
    BAYWATCH,
    BEACHES,
    TILES,
    WATER,
    at,
    counts,
    hand,
    holder,
    legal,
    line,
    mover,
    opener,
    phase,
    pile,
    play,
    pool,
    rental,
    row,
    rule_against,
    space,
    track,
    weights,
    with_tiles,
)

# H-B3


def test_several_tiles_may_be_used_in_one_turn_each_once() -> None:
    """H-B3, H-B18: re-roll, Colour, Plus/minus and Back, one after the other."""
    chairs = {"white": {"9": ["red"]}, "orange": {"5": ["red"]}}
    match = with_tiles("reroll", "colour", "plus-minus", "back", hand=["blue=4", "white=2"], chairs=chairs)
    play(match, "tile reroll left", "blue=6", "colour left orange", "adjust -1 +1")
    assert counts(match) == ["orange=5", "white=3"]
    assert hand(match) == ["blue=6", "white=2"]
    assert legal(match) == {"back left", "back right", "move"}
    play(match, "back right")
    assert (space(match, "red", "orange"), space(match, "red", "white"), space(match, "red", "blue")) == (10, 6, 0)
    assert [tile for tile in TILES if holder(match, tile) == "used"] == ["plus-minus", "reroll", "colour", "back"]


def test_no_tile_has_to_be_used() -> None:
    """H-B3: they stay for later."""
    match = with_tiles("reroll", "colour", "plus-minus", "back", hand=["blue=4", "white=2"])
    play(match, "move")
    assert (space(match, "red", "blue"), space(match, "red", "white")) == (4, 2)
    assert {holder(match, tile) for tile in ("reroll", "colour", "plus-minus", "back")} == {"red"}


def test_a_tile_works_once() -> None:
    """H-B3."""
    match = with_tiles("reroll", "colour", hand=["blue=4", "white=2"])
    play(match, "tile reroll left", "blue=4")
    assert rule_against(match, "tile reroll left") == "H-B2"
    assert holder(match, "reroll") == "used"


def test_only_its_holder_uses_a_tile() -> None:
    """H-B2, H-B28: brown's tiles are no help to red."""
    match = at(
        3,
        BAYWATCH,
        phase="hand",
        round=6,
        hand=["blue=4", "white=2"],
        tiles={"reroll": "brown", "colour": "brown", "plus-minus": "used", "back": "face-up", "jump": "green"}
        | {"swap": "red"},
        track=["", "black=3 black=1"],
        from_=1,
    )
    assert legal(match) == {"reroll left", "reroll right", "reroll both", "move"}
    for move in ("tile reroll left", "colour left black", "adjust +1 0", "back left"):
        assert rule_against(match, move) == "H-B2"


def test_the_most_that_can_be_decided_at_once() -> None:
    """H-B3: the ledger's bound of 26 is reached."""
    match = with_tiles("reroll", "colour", "plus-minus", "back", hand=["blue=4", "white=2"], from_=1, track=[""])
    assert len(legal(match)) == 26


# H-B4, H-B19


def test_the_rental_moves_down_and_stays_there_for_the_next_player() -> None:
    """H-B4: it is open to dice at once; the player after the next moves it again."""
    match = with_tiles("rental", seats=6, phase="rolled", hand=["blue=4", "white=2"])
    assert legal(match) == {"accept", "decline", "rental"}
    play(match, "rental")
    assert (rental(match), phase(match), mover(match)) == (5, "rolled", "red")
    assert legal(match) == {"accept", "decline"}
    play(match, "accept")
    assert (rental(match), pile(match)[0]) == (5, "brown")
    play(match, "blue=4", "white=2", "accept")
    assert (rental(match), pile(match)[0]) == (6, "green")


def test_the_rental_gives_one_more_roll_and_the_next_player_may_have_to_take_a_pair() -> None:
    """H-B4, H-B19, H-T14: three pairs lie on the track, and a space is free behind the rental: case III."""
    cells = ["black=3 black=1", "purple=3 purple=1"]
    match = with_tiles("rental", seats=4, phase="rolled", hand=["blue=4", "white=2"], track=cells)
    assert legal(match) == {"accept", "rental"}
    assert rule_against(match, "decline") == "H-T8"
    play(match, "rental", "decline", "orange=5", "yellow=1")
    assert track(match) == [*cells, "blue=4 white=2", "red"]  # that roll had to be accepted
    assert (rental(match), mover(match)) == (5, "brown")
    assert legal(match) == {"take 1", "take 2", "take 3"}
    assert rule_against(match, "roll") == "H-T6"
    play(match, "take 3")
    assert (mover(match), rental(match)) == ("green", "off")
    assert legal(match) == {"take 1", "take 2", "roll"}


def test_the_rental_leaves_the_track_from_the_last_usable_space() -> None:
    """H-B19: with three players it stands there in the first turn."""
    match = play(with_tiles("rental", phase="rolled", hand=["blue=4", "white=2"]), "rental")
    assert rental(match) == "off"
    play(match, "decline", "blue=4", "white=2", "decline", "black=1", "orange=2", "decline", "black=3", "purple=2")
    assert track(match)[3] == "red"  # all four spaces were open to red


def test_a_rental_that_has_left_cannot_be_moved() -> None:
    """H-B19."""
    match = with_tiles("rental", player="brown", phase="rolled", hand=["blue=4", "white=2"], track=["red"])
    assert rental(match) == "off"
    assert legal(match) == {"accept", "decline"}
    assert rule_against(match, "rental") == "H-B19"


def test_the_rental_may_be_moved_where_no_open_space_is_free() -> None:
    """H-B19: then the player may roll after all."""
    cells = ["black=3 black=1", "purple=3 purple=1", "blue=3 blue=1", "red"]
    match = with_tiles("rental", seats=4, player="brown", phase="choose", track=cells, rental=5)
    assert legal(match) == {"take 1", "take 2", "take 3", "rental"}
    assert rule_against(match, "roll") == "H-T6"
    play(match, "rental")
    assert (rental(match), phase(match)) == ("off", "choose")
    assert legal(match) == {"take 1", "take 2", "take 3", "roll"}


def test_the_rental_is_not_moved_while_a_pair_may_be_taken_or_rolled() -> None:
    """H-B19: there it waits for the roll."""
    match = with_tiles("rental", seats=5, player="brown", phase="choose", track=["red", "blue=4 white=2"])
    assert legal(match) == {"take 2", "roll"}
    assert rule_against(match, "rental") == "H-B19"
    play(match, "take 2")
    assert rule_against(match, "rental") == "H-B19"


def test_the_next_player_is_whoever_plays_the_next_turn() -> None:
    """H-B19, H-B22: green jumps the queue, and the rental stands still for green, not for brown."""
    held = {"rental": "red", "jump": "green"}
    match = at(6, BAYWATCH, phase="rolled", round=3, hand=["blue=4", "white=2"], tiles=held)
    play(match, "rental", "accept")
    assert (phase(match), mover(match)) == ("jump", "green")
    play(match, "jump")
    assert rental(match) == 5
    play(match, "black=4", "orange=2", "accept")
    assert (pile(match)[0], rental(match)) == ("brown", 6)


# H-B5


@pytest.mark.parametrize(
    ("dice", "offered"),
    [
        (["blue=4", "white=2"], {"-1 -1", "-1 0", "-1 +1", "0 -1", "0 +1", "+1 -1", "+1 0", "+1 +1"}),
        (["blue=6", "white=1"], {"-1 0", "-1 +1", "0 +1"}),
        (["blue=6", "white=6"], {"-1 -1", "-1 0", "0 -1"}),
        (["blue=1", "white=1"], {"+1 +1", "+1 0", "0 +1"}),
    ],
)
def test_each_die_counts_one_more_or_less_within_one_and_six(dice: list[str], offered: set[str]) -> None:
    """H-B5: each on its own."""
    match = with_tiles("plus-minus", hand=dice)
    assert legal(match) == {"move", *(f"adjust {steps}" for steps in offered)}
    for left in ("-1", "0", "+1"):
        for right in ("-1", "0", "+1"):
            if f"{left} {right}" not in offered:
                rule = "H-B24" if left == right == "0" else "H-B5"
                assert rule_against(match, f"adjust {left} {right}") == rule


def test_plus_and_minus_move_the_chairs_but_not_the_dice() -> None:
    """H-B5, H-B26: the dice in the pool are as they were rolled."""
    dice = ["blue=4", "white=2"]
    match = with_tiles(
        "plus-minus", seats=4, hand=dice, player="brown", track=["red"], open=opener("black=1", "black=1")
    )
    play(match, "adjust -1 +1")
    assert (space(match, "brown", "blue"), space(match, "brown", "white")) == (3, 3)
    assert pool(match) == sorted(dice)


def test_plus_and_minus_wait_for_an_accepted_pair() -> None:
    """H-B5: not at the roll, nor when a pair is chosen."""
    match = with_tiles("plus-minus", phase="rolled", hand=["blue=4", "white=2"])
    assert rule_against(match, "adjust +1 +1") == "H-B5"
    play(match, "accept", "adjust +1 +1")
    assert space(match, "red", "blue") == 5


# H-B6, H-B20


def test_a_swap_lays_the_roll_down_and_takes_a_pair_that_lay_there() -> None:
    """H-B6: with the bonus of its space; the towel goes where the pair lay."""
    match = with_tiles("swap", seats=4, player="brown", phase="choose", track=["black=3 purple=1", "red"])
    play(match, "roll", "blue=1", "white=2")
    assert legal(match) == {"accept", "decline", "swap 1"}
    play(match, "swap 1")
    assert track(match) == ["", "red", "white=2 blue=1"]
    assert hand(match) == ["black=3", "purple=1"]
    assert legal(match) == {"reroll left", "reroll right", "reroll both", "move"}
    play(match, "reroll both", "black=6", "purple=6")
    assert (space(match, "brown", "black"), space(match, "brown", "purple")) == (6, 6)
    assert track(match) == ["brown", "red", "white=2 blue=1"]
    assert holder(match, "swap") == "used"


def test_a_pair_declined_in_this_turn_counts_as_lying() -> None:
    """H-B20: but not the roll that is laid down."""
    match = with_tiles("swap", seats=4, phase="rolled", hand=["black=3", "purple=1"])
    assert legal(match) == {"accept", "decline"}  # nothing lies there yet
    assert rule_against(match, "swap 1") == "H-B20"
    play(match, "decline", "blue=1", "white=2")
    assert legal(match) == {"accept", "decline", "swap 1"}
    assert rule_against(match, "swap 2") == "H-B20"
    play(match, "swap 1", "move")
    assert track(match) == ["red", "white=2 blue=1"]


def test_after_a_swap_nothing_is_declined() -> None:
    """H-B20: that roll was the last."""
    match = with_tiles("swap", seats=4, phase="rolled", hand=["black=3", "purple=1"], track=["blue=5 blue=1"])
    play(match, "swap 1")
    assert rule_against(match, "decline") == "H-T4"
    assert rule_against(match, "swap 2") == "H-B2"  # it is used up (H-B3)


def test_there_is_no_swap_after_rolling_again() -> None:
    """H-B20, H-B17: a pair taken from the track, and one accepted, stay with their player."""
    match = with_tiles("swap", "reroll", seats=4, player="brown", phase="choose", track=["black=3 purple=1", "red"])
    play(match, "take 1")
    assert rule_against(match, "swap 1") == "H-B6"
    match = with_tiles("swap", "reroll", seats=4, phase="rolled", hand=["blue=3", "white=1"], track=["black=3 black=1"])
    play(match, "accept", "tile reroll left", "blue=5")
    assert track(match) == ["black=3 black=1", "red"]


def test_there_is_no_swap_at_the_roll_for_the_waves() -> None:
    """H-B20, H-E1: no pair lies there, and nobody is asked."""
    cells = ["red", "brown", "green"]
    match = with_tiles("swap", player="green", phase="roll", pile=[], track=cells, open=opener("black=1", "black=1"))
    play(match, "blue=3", "white=1")
    assert row(match).round == 3


# H-B7, H-B17


def test_one_die_of_the_pair_is_rolled_again() -> None:
    """H-B7: also of a pair from the bag."""
    match = with_tiles("reroll", hand=["blue=4", "white=2"])
    assert legal(match) == {"tile reroll left", "tile reroll right", "move"}
    play(match, "tile reroll right")
    assert weights(match) == {f"white={pips}": 1 for pips in range(1, 7)}
    play(match, "white=5")
    assert (space(match, "red", "blue"), space(match, "red", "white")) == (4, 5)


@pytest.mark.parametrize(
    "moves",
    [
        ["reroll both", "blue=1", "white=1", "tile reroll left", "blue=6"],
        ["tile reroll left", "blue=3", "reroll both", "blue=6", "white=1"],
        ["reroll right", "white=1", "tile reroll left", "blue=6"],
        ["tile reroll right", "white=3", "reroll right", "white=1", "move"],
    ],
)
def test_bonus_and_tile_may_be_used_in_either_order(moves: list[str]) -> None:
    """H-B17: even on the same die."""
    match = play(with_tiles("reroll", hand=["blue=4", "white=2"], from_=1, track=[""]), *moves[:-1])
    play(match, *(moves[-1:] if moves[-1] in match.legal() else []))
    assert space(match, "red", "white") == 1
    assert track(match) == ["red"]


def test_the_tile_waits_for_an_accepted_pair() -> None:
    """H-B17, H-B7: at the roll there is nothing to roll again, and afterwards nothing is declined."""
    match = with_tiles("reroll", phase="rolled", hand=["blue=4", "white=2"])
    assert rule_against(match, "tile reroll left") == "H-B7"
    play(match, "accept")
    assert rule_against(match, "decline") == "H-T4"


# H-B8


def test_one_die_counts_as_any_colour() -> None:
    """H-B8, H-B26: its pips stay, and in the pool it has its own colour."""
    words: dict[str, Any] = {"seats": 4, "player": "brown", "track": ["red"], "open": opener("black=1", "black=1")}
    match = with_tiles("colour", hand=["blue=4", "white=2"], **words)
    others = {
        f"colour {side} {beach}"
        for side, own in (("left", "blue"), ("right", "white"))
        for beach in BEACHES
        if beach != own
    }
    assert legal(match) == {"move", *others}
    assert rule_against(match, "colour left blue") == "H-B24"
    play(match, "colour right purple")
    assert {beach: space(match, "brown", beach) for beach in ("blue", "white", "purple")} == {
        "blue": 4,
        "white": 0,
        "purple": 2,
    }
    assert pool(match) == ["blue=4", "white=2"]


def test_two_dice_made_equal_add_up() -> None:
    """H-B8, H-T10."""
    match = play(with_tiles("colour", hand=["blue=4", "white=2"]), "colour right blue")
    assert space(match, "red", "blue") == 6


def test_a_colour_waits_for_an_accepted_pair() -> None:
    """H-B8."""
    match = with_tiles("colour", phase="rolled", hand=["blue=4", "white=2"])
    assert rule_against(match, "colour left white") == "H-B8"


# H-B9, H-B14, H-B15


def test_one_die_moves_its_chair_away_from_the_water() -> None:
    """H-B9, H-T11: to the right end of the space it reaches."""
    chairs = {"blue": {"11": ["red"], "7": ["green"]}, "white": {"3": ["red"]}}
    match = with_tiles("back", hand=["blue=4", "white=2"], chairs=chairs)
    assert legal(match) == {"move", "back left", "back right"}
    play(match, "back left")
    assert line(match, "blue", 7) == ["green", "red"]
    assert space(match, "red", "white") == 5
    assert mover(match) == "chance"  # the dice move at once


def test_no_chair_leaves_the_water() -> None:
    """H-B14: Back may not be used on it; the other die may move back."""
    chairs = {"blue": {"water": ["red"]}, "white": {"3": ["red"]}}
    match = with_tiles("back", hand=["blue=4", "white=2"], chairs=chairs)
    assert legal(match) == {"move", "back right"}
    assert rule_against(match, "back left") == "H-B14"
    play(match, "back right")
    assert (space(match, "red", "blue"), space(match, "red", "white")) == (WATER, 1)


@pytest.mark.parametrize("start", [0, 1, 3, 4])
def test_a_chair_moves_back_to_the_bar_at_most(start: int) -> None:
    """H-B15: and a chair at the bar may stay there."""
    chairs = {"blue": {str(start): ["red"]}} if start else {}
    match = with_tiles("back", hand=["blue=4", "white=2"], chairs=chairs)
    play(match, "back left")
    assert space(match, "red", "blue") == 0
    assert holder(match, "back") == "used"


def test_back_waits_for_an_accepted_pair() -> None:
    """H-B9."""
    match = with_tiles("back", phase="rolled", hand=["blue=4", "white=2"])
    assert rule_against(match, "back left") == "H-B9"
