"""High Tide (Henn), from the ledger: waves, sharks, the next round, the end (H-E1 – H-E5, H-K1 – H-K6, H-B1, H-B2)."""

from __future__ import annotations

from typing import Any

import pytest
from henn_boards import (
    BAYWATCH,
    BEACHES,
    PLAYERS,
    SHARK,
    SHARKS,
    WATER,
    alert,
    at,
    bag,
    coins,
    dealt,
    holder,
    last_dry,
    line,
    mover,
    opened,
    phase,
    pile,
    play,
    pool,
    rental,
    row,
    rule_against,
    sheet,
    space,
    track,
    waves,
    weights,
)


def last_turn(seats: int = 3, options: dict[str, Any] | None = None, pair: str = "", **words: Any) -> Any:
    """Set up the roll that ends a round (H-E1), or the moment after it where a pair is given: then it is drawn now."""
    match = at(seats, options or {}, phase="roll", pile=[], track=[*PLAYERS[:seats]], **words)
    return play(match, *pair.split())


# H-E1, H-E2


def test_the_last_player_rolls_for_the_waves_if_a_space_is_free() -> None:
    """H-E1, H-E2: the rulebook's example; a large wave on the white beach, a small one on the black."""
    match = at(3, phase="rolled", hand=["blue=2", "blue=1"], track=["red", "brown"])
    play(match, "accept")
    assert phase(match) == "roll"
    assert mover(match) == "chance"
    assert pile(match) == []
    play(match, "black=3", "white=5")
    assert (waves(match, "white"), waves(match, "black")) == ((1, 0), (0, 1))
    assert (last_dry(match, "white"), last_dry(match, "black")) == (17, 18)
    assert sum(sum(waves(match, beach)) for beach in BEACHES) == 2


def test_that_roll_draws_from_what_is_left_in_the_bag() -> None:
    """H-E1, H-S5."""
    match = last_turn(pool=["blue=1", "blue=4", "white=2", "black=2"])
    assert weights(match) == {
        f"{beach}={pips}": {"white": 1, "black": 1}.get(beach, 2)
        for beach in BEACHES
        if beach != "blue"
        for pips in range(1, 7)
    }


@pytest.mark.parametrize(
    ("drawn", "large", "small"),
    [("white=2 black=6", "black", "white"), ("white=4 purple=4", "purple", "white"), ("blue=1 blue=6", "blue", "blue")],
)
def test_that_roll_is_ordered_like_declined_dice(drawn: str, large: str, small: str) -> None:
    """H-E1, H-T7, H-E2: higher pips left, equal pips by the order of the beaches."""
    match = last_turn(pair=drawn)
    assert [beach for beach in BEACHES if waves(match, beach)[0]] == [large]
    assert [beach for beach in BEACHES if waves(match, beach)[1]] == [small]


def test_a_pair_that_is_left_places_the_waves_without_a_roll() -> None:
    """H-E2: nobody is asked."""
    match = at(3, track=["red", "white=5 black=3", "brown", "blue=4 orange=2"])
    play(match, "take 4")
    assert (waves(match, "white"), waves(match, "black")) == ((1, 0), (0, 1))
    assert row(match).round == 2


def test_both_waves_may_come_to_one_beach() -> None:
    """H-E2, H-S8: five spaces."""
    assert last_dry(last_turn(pair="blue=1 blue=6"), "blue") == 15


# H-E3


def test_waves_join_the_waves_before() -> None:
    """H-E3."""
    before = {"white": {"large": 1, "small": 1}, "blue": {"large": 1, "small": 1}}
    match = last_turn(pair="white=5 blue=3", waves=before, round=3)
    assert (waves(match, "white"), waves(match, "blue")) == ((2, 1), (1, 2))
    assert (last_dry(match, "white"), last_dry(match, "blue")) == (12, 13)


def test_a_chair_whose_space_is_covered_stands_in_the_water() -> None:
    """H-E3, H-E5: the rulebook's example; a small wave on black, a large one on purple, and red is caught there."""
    chairs = {
        "black": {"18": ["brown", "beige"], "6": ["red"]},
        "purple": {"18": ["red"], "17": ["beige"], "10": ["green"]},
    }
    match = last_turn(6, pair="purple=5 black=2", chairs=chairs)
    assert match.over
    assert line(match, "purple", WATER) == ["red"]
    assert line(match, "purple", 17) == ["beige"]
    assert line(match, "black", 18) == ["brown", "beige"]


def test_chairs_on_dry_sand_stay_where_they_are() -> None:
    """H-E3: in their order."""
    match = last_turn(pair="white=5 black=3", chairs={"white": {"17": ["green", "red"]}, "black": {"18": ["brown"]}})
    assert not match.over
    assert line(match, "white", 17) == ["green", "red"]
    assert line(match, "black", 18) == ["brown"]


@pytest.mark.parametrize(("small", "before", "after"), [(0, 5, 2), (1, 3, 0), (2, 1, 0), (3, 0, 0)])
def test_the_bar_is_never_flooded(small: int, before: int, after: int) -> None:
    """H-E3: a wave may cover space 1; what is left of it is lost."""
    lying = {"white": {"large": 5, "small": small}, "blue": {"large": 0, "small": 5 - small}}
    match = last_turn(waves=lying)
    assert last_dry(match, "white") == before
    play(match, "white=2", "black=1")
    assert last_dry(match, "white") == after
    assert line(match, "white", 0) == ["red", "brown", "green"]


def test_both_waves_of_all_rounds_on_one_beach_leave_the_bar() -> None:
    """H-E3: 25 spaces of waves on 20 of sand, then five more."""
    match = at(3, phase="roll", pile=[], track=["red", "brown", "green"], waves={"white": {"large": 5, "small": 5}})
    assert row(match).round == 6
    assert last_dry(match, "white") == 0
    play(match, "white=1", "white=2")
    assert (last_dry(match, "white"), waves(match, "white")) == (0, (6, 6))
    assert match.over
    assert sheet(match, "bars") == {"red": 6, "brown": 6, "green": 6}


def test_who_leaves_a_bar_without_sand_stands_in_the_water() -> None:
    """H-E3."""
    flood = {"white": {"large": 4, "small": 4}}
    match = at(3, phase="rolled", hand=["blue=3", "white=1"], waves=flood, round=5)
    assert last_dry(match, "white") == 0
    play(match, "accept")
    assert space(match, "red", "white") == WATER


# H-E4


def test_the_lowest_towel_of_the_track_plays_first() -> None:
    """H-E4: the rulebook's example."""
    cells = ["pink", "brown", "blue", "red", "beige", "green"]
    match = at(6, phase="roll", pile=[], track=cells)
    play(match, "black=1", "white=2")
    assert pile(match) == ["green", "beige", "red", "blue", "brown", "pink"]
    assert track(match) == []


def test_the_order_of_the_track_counts_not_that_of_the_turns() -> None:
    """H-E4: brown plays second, but lays the towel above red's."""
    match = play(dealt(3), "black=3", "white=2", "decline", "blue=1", "purple=1")
    first = mover(match)
    play(match, "accept", "take 1", "move", "orange=1", "yellow=1", "accept", "black=1", "white=1")
    assert row(match).round == 2
    assert pile(match).index(first) == 1
    assert pile(match) == ["green", "red", "brown"]


def test_all_dice_go_back_into_the_bag_and_the_rental_returns() -> None:
    """H-E4: those of the pool, of the track and of the table."""
    match = last_turn(4, BAYWATCH, pool=["blue=1", "blue=4"], open={"player": "red", "dice": ["black=1", "white=1"]})
    play(match, "white=4", "black=4", "tile=swap")
    assert bag(match) == dict.fromkeys(BEACHES, 2)
    assert pool(match) == []
    assert opened(match) == ("", [])
    assert (row(match).round, rental(match)) == (2, 4)


def test_chairs_and_waves_stay_for_the_next_round() -> None:
    """H-E4."""
    match = last_turn(pair="white=5 black=3", chairs={"white": {"7": ["green", "red"]}})
    assert line(match, "white", 7) == ["green", "red"]
    assert waves(match, "white") == (1, 0)


# H-E5


def test_the_match_goes_on_while_all_chairs_are_dry() -> None:
    """H-E5."""
    match = last_turn(pair="white=5 black=3", round=1)
    assert not match.over
    assert row(match).round == 2


def test_the_match_ends_after_the_sixth_round() -> None:
    """H-E5: though all chairs are dry."""
    before = {"white": {"large": 2, "small": 3}, "blue": {"large": 3, "small": 2}}
    match = last_turn(waves=before, pair="white=5 black=3")
    assert match.over
    assert row(match).round == 6


def test_the_match_ends_after_the_round_not_at_once() -> None:
    """H-E5: a chair goes into the water in the first turn; the others still play."""
    match = at(3, phase="rolled", hand=["blue=6", "blue=5"], chairs={"blue": {"12": ["red"]}})
    play(match, "accept", "white=1", "black=1", "accept", "white=1", "black=1", "accept")
    assert not match.over
    play(match, "purple=1", "orange=1")
    assert match.over
    assert row(match).round == 1


@pytest.mark.parametrize("how", ["roll", "accept", "take 1", "blue=3", "pass", "towel=red", "jump"])
def test_nothing_is_played_after_the_end(how: str) -> None:
    """H-E5."""
    match = last_turn(pair="white=5 black=3", chairs={"white": {"18": ["green"]}})
    assert match.over
    assert match.legal() == []
    assert rule_against(match, how) == "H-E5"


# H-K1 – H-K6


def shark_at(spaces: dict[str, list[str]], *, alert: str = "purple", edition: str = "german", **words: Any) -> Any:
    """Set up the end of a round with chairs on the purple beach, the waves on black and white."""
    cells = ["red", "brown", "green", "beige", "pink", "white=5 black=3"]
    return at(
        5,
        SHARK | {"edition": edition},
        **{"phase": "shark", "pile": [], "track": cells, "alert": alert, "chairs": {"purple": spaces}} | words,
    )


def test_a_new_alert_is_revealed_for_every_round_but_never_the_old_one() -> None:
    """H-K1: the old tile is mixed back in for the round after."""
    match = last_turn(3, SHARK, pair="black=1 white=2", alert="purple")
    play(match, "shark=3")
    assert phase(match) == "alert"
    assert weights(match) == {f"alert={beach}": 1 for beach in BEACHES if beach != "purple"}
    assert rule_against(match, "alert=purple") == "H-K1"
    play(match, "alert=white")
    assert alert(match) == "white"
    assert row(match).round == 2


def test_the_nearest_chair_moves_back_by_the_shark_tile() -> None:
    """H-K2, H-K5: the rulebook's example; pink on the purple beach, by 3, before the waves."""
    match = shark_at({"11": ["pink"], "9": ["red", "green"]})
    assert weights(match) == {"shark=1": 1, "shark=2": 1, "shark=3": 3, "shark=4": 1, "shark=5": 1}
    play(match, "shark=3")
    assert space(match, "pink", "purple") == 8
    assert line(match, "purple", 9) == ["red", "green"]
    assert waves(match, "white") == (1, 0)


def test_the_shark_tile_leaves_the_game() -> None:
    """H-K2: seven tiles, one less in every round."""
    match = play(shark_at({}), "shark=5", "alert=black")
    assert row(match).sharks.sum() == 6
    match = shark_at({}, sharks=[1, 3, 3], round=5)
    assert weights(match) == {"shark=1": 1, "shark=3": 2}
    assert rule_against(match, "shark=5") == "H-K2"
    assert len(SHARKS) == 7


def test_only_the_beach_of_the_alert_is_bitten() -> None:
    """H-K2: a chair nearer to the water on another beach stays."""
    chairs = {"purple": {"4": ["pink"]}, "blue": {"19": ["red"]}}
    match = play(shark_at({}, chairs=chairs), "shark=2")
    assert (space(match, "pink", "purple"), space(match, "red", "blue")) == (2, 19)


@pytest.mark.parametrize(("start", "steps", "end"), [(3, 3, 0), (2, 5, 0), (1, 4, 0), (6, 5, 1)])
def test_the_shark_drives_a_chair_back_to_the_bar_at_most(start: int, steps: int, end: int) -> None:
    """H-K2."""
    match = play(shark_at({str(start): ["green"]}), f"shark={steps}")
    assert space(match, "green", "purple") == end


@pytest.mark.parametrize(("edition", "bitten"), [("german", "brown"), ("english", "beige")])
def test_of_several_chairs_the_edition_says_which_one_moves(edition: str, bitten: str) -> None:
    """H-K3: the rightmost in the German edition, the leftmost in the English one."""
    match = play(shark_at({"12": ["beige", "red", "brown"], "10": ["pink"]}, edition=edition), "shark=2")
    assert space(match, bitten, "purple") == 10
    assert line(match, "purple", 12) == [player for player in ("beige", "red", "brown") if player != bitten]
    assert line(match, "purple", 10) == ["pink", bitten]  # H-K4: to the right end


def test_the_german_edition_is_the_default() -> None:
    """H-K3."""
    match = at(3, SHARK, phase="shark", pile=[], track=["red", "brown", "green", "blue=2 white=1"], alert="black")
    assert row(match).edition == 0


@pytest.mark.parametrize("edition", ["german", "english"])
def test_chairs_in_the_water_are_not_bitten(edition: str) -> None:
    """H-K2, H-K4: the nearest dry chair is."""
    match = shark_at({"water": ["beige", "pink"], "12": ["green"]}, edition=edition)
    play(match, "shark=1")
    assert line(match, "purple", WATER) == ["beige", "pink"]
    assert space(match, "green", "purple") == 11
    assert match.over


@pytest.mark.parametrize("spaces", [{}, {"water": ["pink"]}])
def test_where_no_chair_has_left_the_bar_nothing_moves(spaces: dict[str, list[str]]) -> None:
    """H-K4: the tile leaves the game all the same."""
    match = play(shark_at(spaces), "shark=1")
    assert line(match, "purple", WATER) == spaces.get("water", [])
    assert row(match).sharks.sum() == 6


def test_the_shark_comes_before_the_waves() -> None:
    """H-K5, H-K2: the chair that moves back escapes the wave; without it the match would be over."""
    cells = ["red", "brown", "green", "purple=5 black=3"]
    for steps, escapes in ((1, True), (3, True)):
        match = at(3, SHARK, phase="shark", pile=[], track=cells, alert="purple", chairs={"purple": {"18": ["red"]}})
        play(match, f"shark={steps}")
        assert (not match.over) == escapes
        assert space(match, "red", "purple") == 18 - steps
    match = at(3, SHARK, phase="shark", pile=[], track=cells, alert="blue", chairs={"purple": {"18": ["red"]}})
    assert play(match, "shark=3").over


def test_the_shark_comes_after_the_roll_for_the_waves() -> None:
    """H-K5, H-E1."""
    match = last_turn(3, SHARK, alert="purple")
    assert phase(match) == "roll"
    play(match, "white=1", "blue=2")
    assert phase(match) == "shark"
    assert track(match) == ["red", "brown", "green", "blue=2 white=1"]
    assert waves(match, "blue") == (0, 0)


def test_a_round_ends_without_a_decision_of_anybody() -> None:
    """H-K5: roll, shark, waves, Baywatch tile to its winner, next tile, next alert."""
    match = at(
        3,
        SHARK | BAYWATCH,
        phase="rolled",
        hand=["blue=2", "blue=1"],
        track=["red", "brown"],
        open={"player": "red", "dice": ["black=1", "white=1"]},
        pool=["black=6", "white=6"],
        tiles={"jump": "face-up"},
        alert="black",
    )
    play(match, "accept")
    asked = []
    for move in ("orange=5", "purple=4", "shark=2", "tile=back", "alert=blue"):
        asked.append(phase(match))
        assert mover(match) == "chance"
        play(match, move)
    assert asked == ["roll", "roll", "shark", "reveal", "alert"]
    assert (holder(match, "jump"), holder(match, "back")) == ("red", "face-up")
    assert row(match).round == 2


def test_the_shark_takes_no_coin() -> None:
    """H-C2: only the owner's own placement does."""
    match = at(
        3,
        SHARK | {"coins": True},
        phase="shark",
        pile=[],
        track=["red", "brown", "green", "blue=2 white=1"],
        alert="purple",
        chairs={"purple": {"8": ["red"]}},
    )
    before = coins(match, "purple")
    play(match, "shark=3")
    assert phase(match) == "alert"
    assert space(match, "red", "purple") == 5
    assert coins(match, "purple") == before


# H-B1, H-B2


def test_the_first_accepted_pair_of_a_round_lies_open() -> None:
    """H-B1."""
    match = at(3, BAYWATCH, phase="rolled", hand=["blue=6", "white=6"])
    play(match, "accept")
    assert opened(match) == ("red", ["blue=6", "white=6"])
    assert pool(match) == []


@pytest.mark.parametrize(
    ("dice", "winner"),
    [
        (["blue=3", "white=2"], "green"),  # the total 5 of the rulebook's example, below pink's
        (["blue=5", "white=2"], "green"),  # equal
        (["blue=6", "white=1"], "green"),
        (["blue=6", "white=2"], "pink"),  # higher
    ],
)
def test_an_equal_or_lower_total_takes_over(dice: list[str], winner: str) -> None:
    """H-B1, H-B26: the rulebook's example; the former dice go to the pool."""
    former = ["orange=4", "black=3"]
    match = at(
        5,
        BAYWATCH,
        phase="rolled",
        hand=dice,
        track=["pink"],
        pile=["green", "red", "brown", "beige"],
        open={"player": "pink", "dice": former},
        tiles={"swap": "face-up"},
    )
    play(match, "accept")
    assert opened(match) == (winner, dice if winner == "green" else former)
    assert pool(match) == sorted(former if winner == "green" else dice)


def test_the_owner_of_the_open_dice_takes_the_tile() -> None:
    """H-B2: and the next one is revealed, one of those in the stack."""
    match = last_turn(
        5,
        BAYWATCH,
        pair="black=1 white=1",
        open={"player": "green", "dice": ["blue=3", "white=2"]},
        tiles={"swap": "face-up", "jump": "red", "back": "used"},
        round=3,
        waves={"blue": {"large": 2, "small": 2}},
    )
    assert holder(match, "swap") == "green"
    assert phase(match) == "reveal"
    assert weights(match) == {
        f"tile={tile}": 1 for tile in ("rental", "plus-minus", "reroll", "colour", "head-start", "second-hand")
    }
    assert rule_against(match, "tile=jump") == "H-B1"
    assert rule_against(match, "tile=back") == "H-B1"


def test_a_tile_is_used_from_the_next_round_on() -> None:
    """H-B2: not while it lies face up, though the own dice are open."""
    match = at(
        3,
        BAYWATCH,
        tiles={"swap": "face-up"},
        track=["blue=2 white=1", "red"],
        open={"player": "red", "dice": ["black=1", "white=2"]},
    )
    play(match, "roll", "orange=5", "yellow=4")
    assert rule_against(match, "swap 1") == "H-B2"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ({"chairs": {"black": {"19": ["brown"]}}}, "water"),
        ({"waves": {"blue": {"large": 3, "small": 2}, "white": {"large": 2, "small": 3}}}, "sixth round"),
    ],
)
def test_in_the_last_round_the_tile_is_a_point(words: dict[str, Any], why: str) -> None:
    """H-B2, H-K5: whether the water or the sixth round ends the match."""
    match = last_turn(
        5,
        BAYWATCH,
        pair="black=1 white=1",
        open={"player": "green", "dice": ["blue=3", "white=2"]},
        tiles={"swap": "face-up"},
        **words,
    )
    assert match.over, why
    assert sheet(match, "baywatch") == {"red": 0, "brown": 0, "green": 1, "beige": 0, "pink": 0}
    assert holder(match, "swap") == "face-up"


def test_there_is_no_point_for_open_dice_before_the_end() -> None:
    """H-B2: nor without Baywatch."""
    match = at(3, BAYWATCH, track=["red"], open={"player": "red", "dice": ["blue=3", "white=2"]})
    assert set(sheet(match, "baywatch").values()) == {0}
