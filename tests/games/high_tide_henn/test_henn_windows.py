"""High Tide (Henn), from the ledger: tiles used before a turn (H-B10 – H-B12, H-B22 – H-B24, H-B27)."""

from __future__ import annotations

from typing import Any

import pytest
from henn_boards import (
    BAYWATCH,
    BEACHES,
    SHARK,
    WATER,
    at,
    holder,
    legal,
    line,
    mover,
    phase,
    pile,
    play,
    pool,
    rental,
    row,
    rule_against,
    space,
    track,
)

import strandline as sl
from strandline.engine.errors import BadPosition

# H-B10, H-B22


def jumper(player: str = "green", seats: int = 4, **words: Any) -> sl.Match:
    """Set up a moment before a turn in which a player could jump the queue."""
    return at(seats, BAYWATCH, **{"phase": "jump", "round": 2, "tiles": {"jump": player}} | words)


def test_the_own_towel_goes_on_top_and_the_turn_is_played_at_once() -> None:
    """H-B10: the others keep their order."""
    match = jumper()
    assert (phase(match), mover(match)) == ("jump", "green")
    assert legal(match) == {"jump", "pass"}
    play(match, "jump")
    assert pile(match) == ["green", "red", "brown", "beige"]
    assert holder(match, "jump") == "used"
    play(match, "blue=4", "white=2")
    assert mover(match) == "green"
    play(match, "accept")
    assert track(match) == ["green"]
    assert pile(match) == ["red", "brown", "beige"]


def test_a_jump_may_be_kept_for_a_later_turn() -> None:
    """H-B10, H-B22: it is asked before each turn of another player."""
    match = play(jumper(), "pass", "blue=4", "white=2", "accept")
    assert (phase(match), mover(match), pile(match)) == ("jump", "green", ["brown", "green", "beige"])
    play(match, "jump", "blue=4", "white=2", "accept")
    assert track(match) == ["red", "green"]
    assert pile(match) == ["brown", "beige"]


def test_nobody_jumps_before_the_own_turn_or_after_it() -> None:
    """H-B10: a towel on top, or no longer in the pile."""
    match = jumper("red")
    assert phase(match) == "roll"
    assert rule_against(match, "jump") == "H-B10"
    match = jumper("red", track=["red"])
    assert phase(match) == "roll"
    play(match, "blue=4", "white=2", "accept")
    assert phase(match) == "roll"


def test_the_rental_counts_turns_not_seats() -> None:
    """H-B22: no move before the first turn, whoever plays it; one move before the second."""
    match = play(jumper(seats=6), "jump")
    assert (rental(match), phase(match)) == (4, "roll")
    play(match, "blue=4", "white=2", "accept")
    assert (rental(match), pile(match)[0]) == (5, "red")
    match = jumper(seats=6, track=["red"])
    assert rental(match) == 4  # the jump comes before the rental moves
    play(match, "jump")
    assert rental(match) == 5


def test_a_jump_is_asked_after_the_alert_and_the_head_start() -> None:
    """H-B22: alert, Head start, Jump, then the turn."""
    held = {"jump": "green", "head-start": "brown"}
    match = at(4, BAYWATCH | SHARK, phase="alert", round=3, tiles=held)
    assert mover(match) == "chance"
    play(match, match.legal()[0])
    assert (phase(match), mover(match)) == ("head-start", "brown")
    play(match, "start blue 1")
    assert (phase(match), mover(match)) == ("jump", "green")
    play(match, "pass")
    assert phase(match) == "roll"


def test_a_jumper_may_still_use_second_hand() -> None:
    """H-B22: and the rental has moved before."""
    held = {"jump": "beige", "second-hand": "beige"}
    match = at(4, BAYWATCH, phase="jump", round=3, tiles=held, track=["red", "brown"], pool=["blue=4", "white=2"])
    assert mover(match) == "beige"
    assert rental(match) == 5
    play(match, "jump")
    assert (phase(match), mover(match), rental(match)) == ("second-hand", "beige", "off")
    play(match, "pool blue 4")
    assert space(match, "beige", "blue") == 4
    assert (phase(match), pile(match)) == ("roll", ["beige", "green"])


def test_a_jump_with_pairs_on_the_track() -> None:
    """H-B10, H-T5: the turn is an ordinary one."""
    match = play(jumper(track=["red", "blue=4 white=2"]), "jump")
    assert (phase(match), mover(match)) == ("choose", "green")
    assert legal(match) == {"take 2", "roll"}


# H-B11


def starter(player: str = "green", **words: Any) -> sl.Match:
    """Set up the start of a round in which a player has the Head start tile."""
    return at(3, BAYWATCH, **{"phase": "head-start", "round": 2, "tiles": {"head-start": player}} | words)


def test_one_own_chair_moves_one_or_two_spaces_forward() -> None:
    """H-B11, H-T11: any of the six; to the right end of its space."""
    match = starter(chairs={"blue": {"5": ["green"], "7": ["red", "brown"]}})
    assert (phase(match), mover(match)) == ("head-start", "green")
    assert legal(match) == {"pass", *(f"start {beach} {steps}" for beach in BEACHES for steps in (1, 2))}
    play(match, "start blue 2")
    assert line(match, "blue", 7) == ["red", "brown", "green"]
    assert holder(match, "head-start") == "used"
    assert phase(match) == "roll"
    assert pile(match) == ["red", "brown", "green"]


def test_a_head_start_may_be_kept_for_a_later_round() -> None:
    """H-B11: it is asked once at the start of each round, and not in between."""
    match = play(starter(), "pass", "blue=4", "white=2")
    assert (phase(match), mover(match)) == ("rolled", "red")
    assert rule_against(match, "start blue 1") == "H-B11"
    play(match, "accept", "blue=4", "white=2", "accept", "black=1", "orange=1", "accept", "black=3", "orange=2")
    assert phase(match) == "reveal"
    play(match, match.legal()[0])
    assert (phase(match), mover(match), row(match).round) == ("head-start", "green", 3)


def test_a_head_start_can_lead_into_the_water() -> None:
    """H-B11, H-T12."""
    match = play(starter(chairs={"blue": {"20": ["green"]}}), "start blue 1")
    assert space(match, "green", "blue") == WATER


def test_no_chair_is_in_the_water_at_a_head_start() -> None:
    """H-B27, H-E5: the match would be over, so there is no such position."""
    with pytest.raises(BadPosition):
        starter(chairs={"blue": {"water": ["green"]}})


def test_only_the_holder_has_a_head_start() -> None:
    """H-B11, H-B2: a used one, or one that lies face up, gives none."""
    for where in ("used", "face-up"):
        match = at(3, BAYWATCH, phase="head-start", round=2, tiles={"head-start": where, "jump": "used"})
        assert phase(match) == "roll"


# H-B12, H-B23


def second_hand(**words: Any) -> sl.Match:
    """Set up the third turn of four, green to play with the Second hand tile."""
    common: dict[str, Any] = {
        "phase": "second-hand",
        "round": 2,
        "tiles": {"second-hand": "green"},
        "track": ["red", "brown"],
        "pool": ["blue=4", "white=2"],
        "open": {"player": "red", "dice": ["black=1", "orange=1"]},
    }
    return at(4, BAYWATCH, **common | words)


def test_a_die_of_the_pool_moves_the_own_chair() -> None:
    """H-B12, H-B23: it stays in the pool; then the turn as usual."""
    match = second_hand(chairs={"blue": {"4": ["red"]}})
    assert (phase(match), mover(match)) == ("second-hand", "green")
    assert legal(match) == {"pass", "pool blue 4", "pool white 2"}
    play(match, "pool blue 4")
    assert line(match, "blue", 4) == ["red", "green"]
    assert pool(match) == ["blue=4", "white=2"]
    assert holder(match, "second-hand") == "used"
    assert (phase(match), pile(match)) == ("roll", ["green", "beige"])
    play(match, "yellow=4", "white=2", "accept")
    assert space(match, "green", "yellow") == 4


def test_a_second_hand_may_be_kept() -> None:
    """H-B12, H-B3: the turn goes on; it is asked again before the next own turn."""
    match = play(second_hand(), "pass")
    assert phase(match) == "roll"
    assert holder(match, "second-hand") == "green"
    assert rule_against(match, "pool blue 4") == "H-B12"


def test_open_dice_are_not_in_the_pool() -> None:
    """H-B23: in the second turn of a round nothing is asked."""
    match = second_hand()
    assert rule_against(match, "pool black 1") == "H-B23"
    early = at(
        4,
        BAYWATCH,
        phase="second-hand",
        round=2,
        tiles={"second-hand": "brown"},
        track=["red"],
        open={"player": "red", "dice": ["black=1", "orange=1"]},
    )
    assert phase(early) == "roll"


def test_a_die_is_used_with_its_colour_and_pips_as_it_lies() -> None:
    """H-B23."""
    match = second_hand()
    assert rule_against(match, "pool blue 3") == "H-B23"
    assert rule_against(match, "pool purple 4") == "H-B23"


def test_equal_dice_of_the_pool_are_one_choice() -> None:
    """H-B23."""
    match = second_hand(pool=["blue=4", "blue=4"])
    assert legal(match) == {"pass", "pool blue 4"}
    play(match, "pool blue 4")
    assert pool(match) == ["blue=4", "blue=4"]


def test_a_second_hand_moves_no_chair_in_the_water() -> None:
    """H-B24: where no die could move one, nothing is asked."""
    match = second_hand(chairs={"blue": {"water": ["green"]}})
    assert legal(match) == {"pass", "pool white 2"}
    assert rule_against(match, "pool blue 4") == "H-B24"
    sunk = second_hand(chairs={"blue": {"water": ["green"]}, "white": {"water": ["green"]}})
    assert phase(sunk) == "roll"


def test_the_rental_has_moved_before_the_second_hand() -> None:
    """H-B22."""
    match = at(
        6,
        BAYWATCH,
        phase="jump",
        round=2,
        tiles={"second-hand": "green"},
        track=["red", "brown"],
        pool=["blue=4", "white=2"],
    )
    assert (phase(match), rental(match)) == ("second-hand", 6)


def test_only_the_player_whose_turn_it_is_has_a_second_hand() -> None:
    """H-B12: before the own turn."""
    match = second_hand(tiles={"second-hand": "beige"})
    assert phase(match) == "roll"


@pytest.mark.parametrize("tile", ["jump", "head-start", "second-hand"])
def test_a_pass_answers_nothing_else(tile: str) -> None:
    """H-B24: there is nothing to pass in a turn."""
    match = at(3, BAYWATCH, phase="rolled", round=2, hand=["blue=4", "white=2"], tiles={tile: "red"})
    assert rule_against(match, "pass") == "H-B24"
