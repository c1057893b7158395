"""High Tide (Henn), from the ledger: a turn of the base game (H-T1 – H-T15), on boards set up by hand."""

from __future__ import annotations

import pytest
from henn_boards import (
    BEACHES,
    PLAYERS,
    WATER,
    at,
    bag,
    dealt,
    hand,
    legal,
    line,
    mover,
    new,
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
)

import strandline as sl
from strandline.engine.errors import BadMove

# H-T1


def test_the_player_on_top_of_the_pile_plays() -> None:
    """H-T1."""
    match = at(4, pile=["green", "red", "beige"], track=["brown", "blue=4 white=2"])
    assert mover(match) == "green"
    play(match, "take 2", "move")
    assert mover(match) == "chance"
    play(match, "black=3", "purple=1")
    assert mover(match) == "red"
    assert pile(match) == ["red", "beige"]


def test_no_other_seat_can_answer() -> None:
    """H-T1."""
    match = play(dealt(3), "black=3", "purple=1")
    assert match.turn == PLAYERS.index(pile(match)[0])
    with pytest.raises(BadMove):
        match.play("accept", seat=(match.turn + 1) % 3)
    match.play("accept", seat=match.turn)


# H-T2, H-T3


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_rental_moves_down_from_the_second_turn_on_and_leaves_the_track(seats: int) -> None:
    """H-T2: space 4 for the first player, then one further down for each; from the last usable space it leaves."""
    match = dealt(seats)
    stood = []
    for turns in range(seats):
        stood.append(rental(match))
        play(match, f"{BEACHES[turns]}=1", f"{BEACHES[turns - 1]}=2")
        play(match, *(["accept"] if phase(match) == "rolled" else []))
    usable = seats + 1
    assert stood == [number if number <= usable else "off" for number in range(4, 4 + seats)]
    assert rental(match) == "off"  # until the round has ended
    play(match, match.legal()[0])
    play(match, match.legal()[0])
    assert row(match).round == 2
    assert rental(match) == 4  # H-E4


def test_only_the_spaces_above_the_rental_are_open() -> None:
    """H-T3, H-T8: the third roll of the first player is the last; it is accepted at once (H-T15)."""
    match = play(dealt(6), "black=3", "purple=1", "decline", "black=4", "purple=2", "decline")
    assert track(match) == ["black=3 purple=1", "black=4 purple=2"]
    play(match, "black=5", "purple=4")
    assert track(match) == ["black=3 purple=1", "black=4 purple=2", "red"]
    assert mover(match) == "brown"
    assert rental(match) == 5


def test_all_usable_spaces_are_open_when_the_rental_has_left() -> None:
    """H-T3: the second of three players may fill the fourth space."""
    match = at(3, track=["red"])
    assert rental(match) == "off"
    play(match, "black=3", "purple=1", "decline", "black=4", "purple=2", "decline", "white=5", "blue=4")
    assert track(match) == ["red", "black=3 purple=1", "black=4 purple=2", "brown"]


# H-T4


def test_without_pairs_two_dice_are_drawn_and_rolled_at_once() -> None:
    """H-T4, H-T15: the roll is not asked for; then the player accepts or declines."""
    match = dealt(5)
    assert phase(match) == "roll"
    play(match, "blue=2")
    assert weights(match) == {f"{b}={pips}": 2 if b == "blue" else 3 for b in BEACHES for pips in range(1, 7)}
    assert hand(match) == ["blue=2"]
    play(match, "orange=5")
    assert hand(match) == ["orange=5", "blue=2"]
    assert legal(match) == {"accept", "decline"}
    assert bag(match) == dict.fromkeys(BEACHES, 3) | {"blue": 2, "orange": 2}


def test_the_start_player_is_always_in_case_one() -> None:
    """H-T4: the rulebook's note; in round 2 too."""
    match = at(3, track=["red", "brown", "green"], pile=[], phase="roll")
    play(match, "black=1", "white=2")
    assert (row(match).round, phase(match)) == (2, "roll")


@pytest.mark.parametrize("move", ["accept", "decline", "blue=4"])
def test_nothing_is_accepted_or_drawn_out_of_turn(move: str) -> None:
    """H-T4."""
    assert rule_against(at(3, track=["blue=3 blue=1"]), move) == "H-T4"


# H-T5


def test_with_pairs_and_a_free_space_a_pair_may_be_taken() -> None:
    """H-T5: or two dice are rolled."""
    match = at(4, track=["red", "blue=4 white=2", "black=3 black=1"])
    assert legal(match) == {"take 2", "take 3", "roll"}
    play(match, "take 3")  # no bonus on the third space: moved at once
    assert track(match) == ["red", "blue=4 white=2", "brown"]
    assert space(match, "brown", "black") == 4


def test_who_rolls_cannot_come_back_to_the_pairs() -> None:
    """H-T5."""
    match = play(at(4, track=["red", "blue=4 white=2"]), "roll", "black=3", "orange=1")
    assert legal(match) == {"accept", "decline"}
    assert rule_against(match, "take 2") == "H-T5"
    assert rule_against(match, "roll") == "H-T5"


@pytest.mark.parametrize("number", [1, 4, 5, 7])
def test_there_is_no_pair_on_a_towel_or_an_empty_space(number: int) -> None:
    """H-T5."""
    assert rule_against(at(4, track=["red", "blue=4 white=2", "black=3 black=1"]), f"take {number}") == "H-T5"


# H-T6


def test_without_a_free_space_a_pair_must_be_taken() -> None:
    """H-T6: the last of three players, two pairs on four spaces."""
    match = at(3, track=["red", "brown", "blue=4 white=2", "black=3 black=1"])
    assert legal(match) == {"take 3", "take 4"}
    assert rule_against(match, "roll") == "H-T6"
    play(match, "take 4")
    assert space(match, "green", "black") == 4
    assert row(match).round == 2  # the pair that is left placed the waves


def test_the_bonus_holds_without_a_free_space_too() -> None:
    """H-T6, H-T9."""
    match = at(3, track=["blue=4 white=2", "black=3 purple=1", "red", "brown"])
    assert play(match, "take 1").legal() == ["reroll left", "reroll right", "reroll both", "move"]


# H-T7


def test_declined_dice_go_to_the_topmost_free_space() -> None:
    """H-T7: the rulebook's example; brown's yellow 2 lies left, the blue 1 right, under red's towel."""
    match = play(at(6, track=["red"]), "blue=1", "yellow=2")
    assert mover(match) == "brown"
    play(match, "decline")
    assert track(match) == ["red", "yellow=2 blue=1"]
    assert phase(match) == "roll"
    play(match, "white=6", "black=6")
    assert mover(match) == "brown"
    assert hand(match) == ["black=6", "white=6"]
    assert legal(match) == {"accept", "decline"}
    play(match, "decline")
    assert track(match) == ["red", "yellow=2 blue=1", "black=6 white=6"]
    assert bag(match) == {"black": 2, "purple": 3, "blue": 2, "orange": 3, "yellow": 2, "white": 2}
    assert pool(match) == []


@pytest.mark.parametrize(
    ("drawn", "lying"),
    [
        (("white=2", "black=5"), "black=5 white=2"),
        (("white=5", "black=2"), "white=5 black=2"),
        (("white=4", "black=4"), "black=4 white=4"),
        (("yellow=1", "orange=1"), "orange=1 yellow=1"),
        (("blue=3", "blue=6"), "blue=6 blue=3"),
        (("blue=3", "blue=3"), "blue=3 blue=3"),
    ],
)
def test_the_higher_die_lies_left(drawn: tuple[str, str], lying: str) -> None:
    """H-T7, H-S2: equal pips by the order of the beaches."""
    assert track(play(dealt(), *drawn, "decline")) == [lying]


# H-T8, H-T15


def test_a_roll_must_be_accepted_when_one_open_space_is_left() -> None:
    """H-T8: with the Swap tile there is something to ask, but not about declining."""
    match = at(3, {"baywatch": True}, track=["black=3 purple=1", "black=4 purple=2"], tiles={"swap": "red"}, round=2)
    play(match, "roll", "blue=4", "white=2")
    assert legal(match) == {"accept", "swap 1", "swap 2"}
    assert rule_against(match, "decline") == "H-T8"


def test_the_last_space_of_the_track_must_be_kept_for_the_towel() -> None:
    """H-T8, H-T15: the end of the track counts like the rental; the roll is accepted at once."""
    match = at(3, track=["red", "brown", "blue=4 white=2"])
    assert legal(match) == {"take 3", "roll"}
    play(match, "roll", "black=6", "yellow=5")
    assert (space(match, "green", "black"), space(match, "green", "yellow")) == (6, 5)
    assert row(match).round == 2


def test_what_has_one_answer_is_not_asked() -> None:
    """H-T15: no decision of a match, base game or not, has one answer only."""
    for seats, options in ((3, {}), (6, {"baywatch": True, "coins": True, "shark": True})):
        match = sl.new("high-tide-henn", seats=seats, options=options, seed=seats)
        while not match.over:
            assert len(match.legal()) > 1
            match.play(match.legal()[-1])


# H-T9


def test_from_the_top_space_one_or_both_dice_may_be_rolled_again() -> None:
    """H-T9: once; both at a time, or one."""
    start = {"track": ["blue=4 white=2"], "chairs": {"blue": {"3": ["green"]}}}
    match = play(at(4, pile=["green", "beige", "brown", "red"], **start), "take 1")
    assert (phase(match), hand(match), track(match)) == ("hand", ["blue=4", "white=2"], [""])
    assert legal(match) == {"reroll left", "reroll right", "reroll both", "move"}
    play(match, "reroll both")
    assert weights(match) == {f"blue={pips}": 1 for pips in range(1, 7)}
    play(match, "blue=1")
    assert weights(match) == {f"white={pips}": 1 for pips in range(1, 7)}
    play(match, "white=6")
    assert (space(match, "green", "blue"), space(match, "green", "white")) == (4, 6)
    assert track(match) == ["green"]
    assert pool(match) == ["blue=1", "white=6"]


@pytest.mark.parametrize(("side", "rolled", "ends"), [("left", "blue=6", (6, 2)), ("right", "white=1", (4, 1))])
def test_one_die_rolled_again_is_the_whole_bonus(side: str, rolled: str, ends: tuple[int, int]) -> None:
    """H-T9: from the top space, after one die there is no second roll; it moves at once (H-T15)."""
    match = play(at(4, track=["blue=4 white=2"]), "take 1", f"reroll {side}", rolled)
    assert (space(match, "red", "blue"), space(match, "red", "white")) == ends
    assert mover(match) == "chance"
    assert pile(match) == ["brown", "green", "beige"]


def test_from_the_second_space_one_die_may_be_rolled_again() -> None:
    """H-T9: the rulebook's example; red takes the second pair and rolls the white 1 again."""
    match = at(6, pile=["red", "pink"], track=["brown", "blue=5 white=1", "green", "beige", "blue"])
    play(match, "take 2")
    assert legal(match) == {"reroll left", "reroll right", "move"}
    assert rule_against(match, "reroll both") == "H-T9"
    play(match, "reroll right")
    assert rule_against(match, "blue=3") == "H-T9"
    play(match, "white=4")
    assert (space(match, "red", "blue"), space(match, "red", "white")) == (5, 4)
    assert track(match) == ["brown", "red", "green", "beige", "blue"]


def test_no_die_needs_to_be_rolled_again() -> None:
    """H-T9."""
    for number in (1, 2):
        match = at(4, track=["blue=4 white=2", "black=3 black=2"])
        play(match, f"take {number}", "move")
        assert track(match)[number - 1] == "red"


def test_from_the_third_space_there_is_no_bonus() -> None:
    """H-T9, H-T15."""
    match = play(at(4, track=["red", "brown", "blue=4 white=2"]), "take 3")
    assert space(match, "green", "blue") == 4
    assert mover(match) == "chance"


def test_a_roll_from_the_bag_has_no_bonus() -> None:
    """H-T9: though it is the first space that it would lie on."""
    match = play(dealt(), "blue=4", "white=2")
    assert rule_against(match, "reroll left") == "H-T9"
    player = mover(match)
    play(match, "accept")
    assert space(match, player, "blue") == 4


def test_a_die_rolled_again_stays_on_its_side() -> None:
    """H-T9: the left die is still the left one when it falls below the other; nothing depends on it."""
    match = play(at(3, track=["blue=4 white=2"]), "take 1", "reroll both", "blue=1")
    assert hand(match) == ["blue=1", "white=2"]


# H-T10


def test_each_die_moves_the_chair_on_the_beach_of_its_colour() -> None:
    """H-T10, H-T13: the rulebook's example; red's white 5 and black 2."""
    match = new(6)
    play(match, *(f"towel={player}" for player in PLAYERS[:5]))
    play(match, "black=2", "white=5", "accept")
    assert {beach: space(match, "red", beach) for beach in BEACHES} == dict.fromkeys(BEACHES, 0) | {
        "white": 5,
        "black": 2,
    }
    assert track(match) == ["red"]
    assert pool(match) == ["black=2", "white=5"]
    assert all(line(match, beach, 0) == [*PLAYERS[1:]] for beach in ("white", "black"))


def test_two_dice_of_one_colour_add_up() -> None:
    """H-T10: and nothing is asked."""
    match = at(3, phase="rolled", hand=["orange=5", "orange=4"], chairs={"orange": {"3": ["red"]}})
    play(match, "accept")
    assert space(match, "red", "orange") == 12
    assert mover(match) == "chance"


def test_both_dice_must_be_used() -> None:
    """H-T10: also the one that drives a chair into the water."""
    match = at(3, phase="rolled", hand=["orange=5", "white=4"], chairs={"orange": {"16": ["red"]}})
    play(match, "accept")
    assert (space(match, "red", "orange"), space(match, "red", "white")) == (WATER, 4)


@pytest.mark.parametrize("move", ["move", "left first", "coin", "pass"])
def test_there_is_nothing_to_answer_before_a_pair_is_accepted(move: str) -> None:
    """H-T10, H-B16, H-C2, H-B24: by the rule of each move."""
    rules = {"move": "H-T10", "left first": "H-B16", "coin": "H-C2", "pass": "H-B24"}
    assert rule_against(play(dealt(), "blue=4", "white=2"), move) == rules[move]


# H-T11


def test_a_chair_stands_to_the_right_of_those_that_came_before() -> None:
    """H-T11."""
    match = at(
        4, phase="rolled", hand=["orange=5", "white=4"], chairs={"orange": {"8": ["green", "brown"], "3": ["red"]}}
    )
    play(match, "accept")
    assert line(match, "orange", 8) == ["green", "brown", "red"]
    play(match, "orange=2", "blue=1", "accept")
    assert line(match, "orange", 8) == ["green", "red"]  # brown went on, the others closed up
    assert line(match, "orange", 10) == ["brown"]


def test_only_the_space_where_a_chair_arrives_counts() -> None:
    """H-T11, H-T10: two dice of one colour pass the space between."""
    match = at(4, phase="rolled", hand=["orange=5", "orange=4"], chairs={"orange": {"5": ["green"], "9": ["brown"]}})
    play(match, "accept")
    assert line(match, "orange", 5) == ["green"]
    assert line(match, "orange", 9) == ["brown", "red"]


# H-T12


@pytest.mark.parametrize(("start", "wave", "ends"), [(15, {}, WATER), (14, {}, 20), (12, {"large": 1}, WATER)])
def test_a_chair_that_passes_the_last_dry_space_stands_in_the_water(
    start: int, wave: dict[str, int], ends: int
) -> None:
    """H-T12."""
    chairs = {"orange": {str(start): ["red"]}}
    match = at(3, phase="rolled", hand=["orange=6", "white=4"], chairs=chairs, waves={"orange": wave}, round=2)
    play(match, "accept")
    assert space(match, "red", "orange") == ends
    assert not match.over  # H-E5: the round is played to its end


def test_a_chair_in_the_water_does_not_move() -> None:
    """H-T12: a die of that colour is used all the same."""
    match = at(3, phase="rolled", hand=["orange=6", "white=4"], chairs={"orange": {"water": ["red"]}})
    play(match, "accept")
    assert (space(match, "red", "orange"), space(match, "red", "white")) == (WATER, 4)
    assert pool(match) == ["orange=6", "white=4"]


def test_the_second_die_does_not_move_a_chair_that_the_first_drove_into_the_water() -> None:
    """H-T12, H-T10."""
    match = at(3, phase="rolled", hand=["orange=6", "orange=4"], chairs={"orange": {"18": ["red"]}})
    play(match, "accept")
    assert space(match, "red", "orange") == WATER


def test_chairs_at_the_bar_and_in_the_water_have_no_order() -> None:
    """H-E10: whoever comes first, the position is the same."""
    positions = []
    for first, second in (("red", "brown"), ("brown", "red")):
        match = at(
            4, pile=[first, second, "green", "beige"], chairs={"blue": {"20": ["green"], "19": ["red", "brown"]}}
        )
        play(match, "blue=6", "white=1", "accept", "blue=6", "white=1", "accept")
        positions.append([row(match).chair.tolist()[2], row(match).rank.tolist()[2]])
    assert positions[0] == positions[1]
    water = at(3, chairs={"blue": {"water": ["red", "green"]}})
    assert water.state.tobytes() == at(3, chairs={"blue": {"water": ["green", "red"]}}).state.tobytes()


# H-T13


def test_the_towel_goes_to_the_topmost_free_space_and_the_dice_to_the_pool() -> None:
    """H-T13: below the pairs that were declined."""
    match = play(dealt(), "blue=4", "white=2", "decline", "blue=1", "white=1")
    player = mover(match)
    play(match, "accept")
    assert track(match) == ["blue=4 white=2", player]
    assert pool(match) == ["blue=1", "white=1"]
    assert bag(match) == dict.fromkeys(BEACHES, 2) | {"blue": 0, "white": 0}


def test_a_pair_leaves_its_space_to_the_towel() -> None:
    """H-T13: so the track has no gaps."""
    match = at(5, track=["black=4 white=2", "red", "blue=3 blue=3"])
    play(match, "take 1", "move")
    assert track(match) == ["brown", "red", "blue=3 blue=3"]


def test_dice_in_the_pool_are_not_drawn_again_in_the_round() -> None:
    """H-T13: both blue dice are in the pool."""
    match = at(3, track=["red"], pool=["blue=4", "blue=2"])
    assert not any(move.startswith("blue") for move in match.legal())


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_bag_never_empties(seats: int) -> None:
    """H-T13: the most dice that a round can need are drawn, one pair for every space of the track."""
    match = dealt(seats)
    drawn = 0
    while row(match).round == 1:
        moves = match.legal()
        if phase(match) == "roll":
            drawn += 1
            assert sum(bag(match).values()) >= 1 + (not hand(match))
        match.play(next((move for move in ("decline", "roll", "move") if move in moves), moves[0]))
    assert drawn == 2 * (seats + 1)
