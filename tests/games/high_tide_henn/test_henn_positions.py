"""High Tide (Henn): positions as documents; what they say, what they leave out, and what cannot be set up."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from henn_boards import (
    BAYWATCH,
    BEACHES,
    COINS,
    ENTRIES,
    EVERYTHING,
    GAME,
    NONE,
    PLAYERS,
    SECRET,
    SHARK,
    SURFER,
    TILES,
    at,
    bag,
    check_sentences,
    coins,
    holder,
    line,
    mover,
    opened,
    phase,
    pile,
    play,
    pool,
    purse,
    rental,
    row,
    space,
    surfer,
    track,
)

import strandline as sl
from strandline.engine.errors import BadPosition

if TYPE_CHECKING:
    from collections.abc import Mapping

# What may be left out


def test_an_empty_document_is_the_first_turn() -> None:
    """H-S1, H-S6, H-S7: three players in their order, all chairs at the bar."""
    match = sl.at(GAME, {}, chance="by hand")
    assert (phase(match), row(match).round, rental(match), pile(match)) == ("roll", 1, 4, ["red", "brown", "green"])
    assert bag(match) == dict.fromkeys(BEACHES, 2)
    assert all(space(match, player, beach) == 0 for player in PLAYERS[:3] for beach in BEACHES)


def test_an_empty_document_with_everything() -> None:
    """H-C1, H-K1, H-U1, H-B1: coins 1 to 8, the first alert, surfers in the order of the seats, one tile face up."""
    match = at(4, EVERYTHING)
    assert all(coins(match, beach) == [1, 2, 3, 4, 5, 6, 7, 8] for beach in BEACHES)
    assert [surfer(match, player) for player in PLAYERS[:4]] == ["black", "purple", "blue", "orange"]
    assert row(match).sharks.sum() == 7
    assert [tile for tile in TILES if holder(match, tile) == "face-up"] == ["rental"]


def test_the_pile_is_filled_with_who_is_not_on_the_track() -> None:
    """H-T1."""
    assert pile(at(5, track=["beige", "red"])) == ["brown", "green", "pink"]


def test_the_rental_stands_where_the_number_of_turns_puts_it() -> None:
    """H-T2."""
    assert [rental(at(6, track=[*PLAYERS[:turns]])) for turns in range(6)] == [4, 5, 6, 7, "off", "off"]


def test_the_round_is_counted_by_the_waves() -> None:
    """H-S8, H-E2: one large and one small wave came with every round before."""
    lying = {"blue": {"large": 2, "small": 1}, "white": {"small": 1}}
    assert row(at(3, waves=lying)).round == 3


def test_coins_that_were_taken_or_flooded_do_not_lie_there() -> None:
    """H-C1, H-C5."""
    match = at(3, COINS, taken={"red": {"blue": 3}}, waves={"blue": {"large": 4, "small": 1}, "white": {"small": 3}})
    assert coins(match, "blue") == [1, 2, 0, 4, 5, 6, 0, 0]
    assert purse(match, "red") == {"blue": 3}


def test_a_document_in_toml() -> None:
    """H-T5, H-E6: in the words of the rulebook."""
    match = sl.at(
        GAME,
        """
        seats = 4
        round = 3
        pile = ["green", "red"]
        track = ["brown", "blue=4 white=2", "beige"]
        pool = ["blue=4"]
        [options]
        baywatch = true
        [waves.black]
        large = 1
        small = 2
        [chairs.black]
        8 = ["brown", "beige"]
        water = ["red"]
        [tiles]
        jump = "beige"
        [open]
        player = "brown"
        dice = ["yellow=2", "orange=1"]
        """,
        chance="by hand",
    )
    assert (phase(match), mover(match), pile(match)) == ("choose", "green", ["green", "red"])
    assert track(match) == ["brown", "blue=4 white=2", "beige"]
    assert line(match, "black", 8) == ["brown", "beige"]
    assert pool(match) == ["blue=4"]
    assert opened(match) == ("brown", ["yellow=2", "orange=1"])
    assert holder(match, "jump") == "beige"
    assert bag(match) == dict.fromkeys(BEACHES, 2) | {"blue": 0, "white": 1, "yellow": 1, "orange": 1}


@pytest.mark.parametrize("name", ["pass", "take 2", "TAKE 2", " take   2 "])
def test_moves_are_read_whatever_their_case_and_blanks(name: str) -> None:
    """H-T5: the notation of the moves."""
    match = at(4, track=["red", "blue=4 white=2"])
    if name == "pass":
        assert match.why(name) is not None
    else:
        assert match.why(name) is None


# What goes on by itself


def test_a_position_with_one_answer_goes_on() -> None:
    """H-T15, H-B24: a roll that must be accepted, a hand that nothing can change, windows without a tile."""
    forced = at(3, phase="rolled", hand=["blue=4", "white=2"], track=["black=3 black=1", "purple=3 purple=1"])
    assert track(forced)[-1] == "red"
    moved = at(3, phase="hand", hand=["blue=4", "white=2"])
    assert space(moved, "red", "blue") == 4
    for window in ("head-start", "jump", "second-hand", "choose"):
        assert phase(at(3, BAYWATCH, phase=window)) == "roll"


@pytest.mark.parametrize("who", ["red", "chance", "over", "green"])
def test_the_turn_is_checked(who: str) -> None:
    """H-T1: it follows from the rest; a document may say so, but not otherwise."""
    words: dict[str, Any] = {"track": ["brown", "blue=4 white=2"], "pile": ["red", "green"]}
    if who == "red":
        assert mover(at(3, turn=who, **words)) == "red"
    else:
        with pytest.raises(BadPosition):
            at(3, turn=who, **words)


@pytest.mark.parametrize("name", ["coins", "surfers", "reveal", "alert"])
def test_a_phase_of_an_expansion_that_is_not_played_with_deals_nothing(name: str) -> None:
    """H-S10, H-C1, H-U1, H-K1, H-B1: the match goes on to the first roll, or the position is refused."""
    try:
        match = at(3, phase=name)
    except BadPosition:
        return
    assert phase(match) == "roll"


def test_a_shark_that_is_not_played_with_does_not_come() -> None:
    """H-K2: the waves do."""
    match = at(3, phase="shark", pile=[], track=[*PLAYERS[:3], "blue=2 white=1"])
    assert row(match).round == 2


def test_the_player_of_the_turn_lies_on_top_of_the_pile() -> None:
    """H-T1: a document that names the player needs no pile."""
    match = at(4, turn="green", track=["red", "blue=4 white=2"])
    assert pile(match) == ["green", "brown", "beige"]
    assert mover(match) == "green"
    assert pile(at(3, turn="brown")) == ["brown", "red", "green"]  # the roll is chance's, the turn brown's


def test_when_all_towels_lie_on_the_track_the_round_ends() -> None:
    """H-E1, H-E2: by a roll, or by the pair that is left."""
    assert phase(at(3, track=["red", "brown", "green"])) == "roll"
    assert row(at(3, track=["red", "brown", "blue=4 white=2", "green"])).round == 2
    sharks = at(3, SHARK, track=["red", "brown", "blue=4 white=2", "green"])
    assert phase(sharks) == "shark"


def test_a_coin_at_a_head_start_needs_the_player() -> None:
    """H-C6, H-B11: any player may have had it."""
    words: dict[str, Any] = {"phase": "coin", "round": 2, "beach": "blue", "chairs": {"blue": {"2": ["green", "red"]}}}
    match = at(3, COINS | BAYWATCH, turn="green", tiles={"head-start": "used"}, **words)
    assert mover(match) == "green"
    play(match, "coin")
    assert purse(match, "green") == {"blue": 2}
    assert pile(match) == ["red", "brown", "green"]
    with pytest.raises(BadPosition):
        at(3, COINS | BAYWATCH, tiles={"head-start": "used"}, **words)


def test_a_coin_at_the_second_die() -> None:
    """H-C2, H-C3: after one or both dice have moved, in either order."""
    words: dict[str, Any] = {"phase": "coin", "hand": ["blue=4", "white=2"]}
    chairs = {"blue": {"4": ["red"]}, "white": {"2": ["red"]}}
    last = at(3, COINS, moved=2, beach="white", chairs=chairs, **words)
    play(last, "coin")
    assert (purse(last, "red"), track(last)) == ({"white": 2}, ["red"])
    early = at(3, COINS, moved=1, first="right", beach="white", chairs={"white": {"2": ["red"]}}, **words)
    play(early, "pass")
    assert (phase(early), row(early).beach, space(early, "red", "blue")) == ("coin", 2, 4)


def test_a_view_is_not_a_position() -> None:
    """H-U1: what is hidden cannot be set up."""
    match = at(3, SECRET)
    document = match.position() | match.game.notation.position(match.view(0))
    assert document["surfers"] == {"red": "black", "brown": "hidden", "green": "hidden"}
    with pytest.raises(BadPosition):
        sl.at(GAME, document)


# What cannot be


@pytest.mark.parametrize(
    ("options", "words"),
    [
        # words that mean nothing
        (NONE, {"phases": "roll"}),
        (NONE, {"phase": "dance"}),
        (NONE, {"phase": 8}),
        (NONE, {"turn": "purple"}),
        (NONE, {"round": 0}),
        (NONE, {"round": 7}),
        (NONE, {"round": "2"}),
        (NONE, {"round": True}),
        (NONE, {"pile": "red"}),
        (NONE, {"track": {"1": "red"}}),
        (NONE, {"track": ["rouge"]}),
        (NONE, {"track": ["blue=4"]}),
        (NONE, {"track": ["blue=4 white=2 black=1"]}),
        (NONE, {"track": ["blue=7 white=2"]}),
        (NONE, {"track": ["blue=0 white=2"]}),
        (NONE, {"track": ["pink=4 white=2"]}),
        (NONE, {"track": [1]}),
        (NONE, {"pool": ["blue"], "track": ["red"]}),
        (NONE, {"pool": {"blue": 4}, "track": ["red"]}),
        (NONE, {"chairs": {"pink": {"8": ["red"]}}}),
        (NONE, {"chairs": {"black": ["red"]}}),
        (NONE, {"chairs": {"black": {"8": "red"}}}),
        (NONE, {"chairs": {"black": {"sand": ["red"]}}}),
        (NONE, {"chairs": {"black": {"21": ["red"]}}}),
        (NONE, {"chairs": {"black": {"-1": ["red"]}}}),
        (NONE, {"waves": {"black": 3}}),
        (NONE, {"waves": {"black": {"huge": 1}}}),
        (NONE, {"waves": {"black": {"large": -1}}}),
        (NONE, {"waves": {"black": {"large": 1.0}}}),
        (NONE, {"rental": "away"}),
        (NONE, {"rental": 3}),
        (NONE, {"rental": 5}),
        # players
        (NONE, {"pile": ["red", "brown"]}),
        (NONE, {"pile": ["red", "brown", "green", "green"]}),
        (NONE, {"pile": ["red", "brown", "green", "beige"]}),
        (NONE, {"pile": ["red", "brown", "beige"]}),
        (NONE, {"pile": ["red", "brown", "green"], "track": ["red"]}),
        (NONE, {"track": ["red", "red"]}),
        (NONE, {"track": ["blue"]}),
        (NONE, {"chairs": {"black": {"8": ["red", "red"]}}}),
        (NONE, {"chairs": {"black": {"8": ["red"], "9": ["red"]}}}),
        (NONE, {"chairs": {"black": {"8": ["red"], "water": ["red"]}}}),
        (NONE, {"chairs": {"black": {"8": ["beige"]}}}),
        # the track
        (NONE, {"track": ["red", "", "brown"]}),
        (NONE, {"track": [""]}),
        (NONE, {"track": ["red", "brown", "blue=4 white=2", "black=3 black=1", "purple=2 purple=1"]}),
        (NONE, {"track": ["red", "brown", "green", "blue=4 white=2", ""]}),
        (NONE, {"track": ["blue=2 white=4"]}),
        (NONE, {"track": ["white=4 blue=4"]}),
        # dice
        (NONE, {"track": ["blue=4 blue=2", "blue=3 white=2"]}),
        (NONE, {"track": ["red", "blue=4 blue=2"], "pool": ["blue=1"]}),
        (NONE, {"phase": "rolled", "hand": ["blue=4", "blue=2"], "track": ["blue=3 white=2"]}),
        (NONE, {"hand": ["blue=4", "white=2"]}),
        (NONE, {"phase": "rolled"}),
        (NONE, {"phase": "rolled", "hand": ["blue=4"]}),
        (NONE, {"phase": "rolled", "hand": ["blue=4", "white=2", "black=1"]}),
        (NONE, {"phase": "hand"}),
        (NONE, {"phase": "hand", "hand": ["blue=4", "white=2"], "from": 1}),
        (NONE, {"phase": "hand", "hand": ["blue=4", "white=2"], "from": 5, "track": [""]}),
        (NONE, {"phase": "hand", "hand": ["blue=4", "white=2"], "from": 1, "track": ["", ""]}),
        (NONE, {"phase": "hand", "hand": ["blue=4", "white=2"], "track": [""]}),
        (NONE, {"phase": "hand", "hand": ["blue=4", "white=2"], "bonus": 3, "from": 1, "track": [""]}),
        (NONE, {"phase": "hand", "hand": ["blue=4", "white=2"], "bonus": 1}),
        (NONE, {"phase": "reroll", "hand": ["blue=4", "white=2"], "from": 1, "track": [""]}),
        (NONE, {"pool": ["blue=4", "white=2"]}),
        (NONE, {"pool": ["blue=4", "white=2", "black=1"], "track": ["red"]}),
        # waves
        (NONE, {"chairs": {"black": {"18": ["red"]}}, "waves": {"black": {"large": 1, "small": 1}}}),
        (NONE, {"waves": {"black": {"large": 2, "small": 2}}, "round": 2}),
        (NONE, {"waves": {"black": {"large": 7, "small": 7}}}),
        # phases
        (NONE, {"phase": "over"}),
        (NONE, {"phase": "over", "pile": [], "track": ["red", "brown", "green", "blue=2 white=1"]}),
        (NONE, {"phase": "coin", "beach": "blue"}),
        (COINS, {"phase": "coin", "hand": ["blue=4", "white=2"], "moved": 1}),
        (COINS, {"phase": "coin", "hand": ["blue=4", "white=2"], "moved": 1, "beach": "blue"}),  # a chair at the bar
        (COINS, {"phase": "coin", "hand": ["blue=4", "white=2"], "moved": 1, "beach": "white"}),  # white has not moved
        # expansions that are not played with
        (NONE, {"coins": {"black": [1, 2, 3, 4, 5, 6, 7, 8]}}),
        (NONE, {"taken": {"red": {"blue": 3}}}),
        (NONE, {"surfers": {"red": "black", "brown": "blue", "green": "white"}}),
        (NONE, {"alert": "black"}),
        (NONE, {"sharks": [1, 2, 3, 3, 3, 4, 5]}),
        (NONE, {"tiles": {"jump": "red"}}),
        (NONE, {"open": {"player": "red", "dice": ["blue=4", "white=2"]}, "track": ["red"]}),
        (NONE, {"saved": "red"}),
        # expansions
        (COINS, {"coins": {"black": [1, 2, 3]}}),
        (COINS, {"coins": {"black": [1, 1, 2, 3, 4, 5, 6, 7]}}),
        (COINS, {"coins": {"black": [9, 1, 2, 3, 4, 5, 6, 7]}}),
        (COINS, {"coins": {"black": [1, 2, 3, 4, 5, 6, 7, 8]}, "taken": {"red": {"black": 3}}}),
        (COINS, {"taken": {"red": {"black": 3}, "brown": {"black": 3}}}),
        (COINS, {"taken": {"red": {"black": 9}}}),
        (COINS, {"taken": {"pink": {"black": 3}}}),
        (COINS, {"coins": {"black": [1, 2, 3, 4, 5, 6, 7, 8]}, "waves": {"black": {"large": 4, "small": 4}}}),
        (SURFER, {"surfers": {"red": "black", "brown": "black", "green": "white"}}),
        (SURFER, {"surfers": {"red": "black", "brown": "blue", "pink": "white"}}),
        (SURFER, {"surfers": {"red": "pink", "brown": "blue", "green": "white"}}),
        (SHARK, {"alert": "pink"}),
        (SHARK, {"sharks": [6, 1, 2, 3, 3, 3, 4]}),
        (SHARK, {"sharks": [1, 1, 2, 3, 3, 4, 5]}),
        (SHARK, {"sharks": [1]}),
        (BAYWATCH, {"tiles": {"anchor": "red"}}),
        (BAYWATCH, {"tiles": {"jump": "pink"}}),
        (BAYWATCH, {"tiles": {"jump": "face-up", "swap": "face-up"}}),
        (BAYWATCH, {"tiles": dict.fromkeys(TILES, "red")}),
        (BAYWATCH, {"open": {"player": "red", "dice": ["blue=4"]}, "track": ["red"]}),
        (BAYWATCH, {"open": {"player": "pink", "dice": ["blue=4", "blue=2"]}, "track": ["red"]}),
        (BAYWATCH, {"open": {"dice": ["blue=4", "blue=2"]}, "track": ["red"]}),
        (BAYWATCH, {"open": {"player": "red", "dice": ["blue=4", "blue=2"]}}),
        (BAYWATCH, {"saved": "red"}),
        (BAYWATCH, {"phase": "hand", "hand": ["blue=4", "white=2"], "stage": 3}),
        (BAYWATCH, {"phase": "hand", "hand": ["blue=4", "white=2"], "counts": ["blue=4"]}),
        (BAYWATCH, {"still": 1}),
        (BAYWATCH, {"track": ["red", "brown", "green"]}),  # nobody has the open dice
        (BAYWATCH, {"track": ["red"], "open": {"player": "brown", "dice": ["blue=4", "blue=2"]}}),
        (BAYWATCH, {"track": ["red"], "open": {"player": "red", "dice": ["blue=4", "blue=2"], "total": 6}}),
        (BAYWATCH, {"track": ["red"], "open": ["blue=4", "blue=2"]}),
        (BAYWATCH, {"track": ["red"], "open": {"player": "red", "dice": ["blue=4", "blue=2"]}, "pool": ["black=1"]}),
        (BAYWATCH, {"phase": "hand", "hand": ["blue=4", "white=2"], "counts": ["blue=4", "white=4"]}),
        (BAYWATCH, {"phase": "hand", "hand": ["blue=4", "white=2"], "counts": ["black=4", "black=2"]}),
        (BAYWATCH, {"phase": "hand", "hand": ["blue=4", "white=2"], "counts": ["black=4", "white=2"]}),  # by what tile?
        (BAYWATCH, {"phase": "hand", "hand": ["blue=4", "white=2"], "counts": ["blue=5", "white=2"], "stage": 1}),
        (BAYWATCH, {"phase": "hand", "hand": ["blue=4", "white=2"], "back": "left"}),
        (BAYWATCH, {"phase": "hand", "hand": ["blue=4", "white=2"], "back": "up"}),
        (BAYWATCH, {"phase": "order", "hand": ["blue=4", "blue=2"], "back": "up"}),
        (BAYWATCH, {"phase": "over", "round": 6, "track": [*PLAYERS[:3], "blue=2 blue=1"], "saved": "pink"}),
        (BAYWATCH, {"phase": "head-start", "chairs": {"blue": {"water": ["red"]}}}),
        (BAYWATCH, {"phase": "head-start", "track": ["red"]}),
        (BAYWATCH, {"phase": "reveal", "pile": ["red", "brown"]}),
        (BAYWATCH, {"phase": "reveal", "tiles": {"jump": "face-up"}}),
        (BAYWATCH, {"phase": "towels", "pile": ["red", "red"]}),
        (NONE, {"phase": "towels", "pile": ["red", "brown", "green"]}),
        (NONE, {"phase": "towels", "round": 2}),
        (NONE, {"phase": "towels", "chairs": {"blue": {"8": ["red"]}}}),
        (NONE, {"phase": "towels", "track": ["red"]}),
        (NONE, {"phase": "second-hand", "pile": [], "track": ["red", "brown", "green"]}),
        (NONE, {"phase": "rolled", "hand": ["white=2", "blue=4"]}),
        (NONE, {"phase": "rolled", "hand": "blue=4 white=2"}),
        (NONE, {"phase": "rolled", "hand": ["blue=4", "white=2"], "from": 1, "track": [""]}),
        (NONE, {"phase": "rolled", "hand": ["blue=4", "white=2"], "track": ["", "red"]}),
        (NONE, {"phase": "reroll", "hand": ["blue=4", "white=2"], "from": 1, "track": [""], "rolling": "none"}),
        (NONE, {"phase": "reroll", "hand": ["blue=4", "white=2"], "from": 2, "track": ["red", ""], "rolling": "both"}),
        (NONE, {"phase": "reroll", "hand": ["blue=4", "white=2"], "rolling": "left"}),
        (
            NONE,
            {"phase": "roll", "pile": [], "track": ["red", "brown", "green", "blue=4 white=2"], "hand": ["black=1"]},
        ),
        (NONE, {"phase": "roll", "hand": ["blue=4", "white=2"]}),
        (NONE, {"phase": "choose", "pile": []}),
        (NONE, {"phase": "over", "round": 6}),
        (NONE, {"phase": "over", "round": 6, "track": [*PLAYERS[:3], "blue=2 blue=1"], "hand": ["white=1", "white=2"]}),
        (NONE, {"phase": "over", "chairs": {"blue": {"water": ["red"]}}, "track": ["red", "brown", "green"]}),
        (COINS, {"phase": "coins", "coins": {"black": [1, 2], "purple": [1]}}),
        (COINS, {"phase": "coins", "coins": {"black": [1, 1]}}),
        (COINS, {"phase": "coins", "coins": {"black": [1, 2, 3, 4, 5, 6, 7, 8, 9]}}),
        (COINS, {"phase": "coins", "coins": {b: [1, 2, 3, 4, 5, 6, 7, 8] for b in BEACHES}}),
        (COINS, {"phase": "coins", "coins": {"pink": [1]}}),
        (COINS, {"phase": "coins", "taken": {"red": {"blue": 1}}}),
        (COINS, {"phase": "towels", "coins": {"black": [1]}}),
        (COINS, {"phase": "coin", "hand": ["blue=4", "white=2"], "beach": "blue", "chairs": {"blue": {"4": ["red"]}}}),
        (COINS, {"phase": "coin", "hand": ["blue=4", "white=2"], "moved": 3, "beach": "blue"}),
        (COINS, {"phase": "coin", "beach": "blue", "chairs": {"blue": {"4": ["red"]}}, "turn": "red", "moved": 1}),
        (COINS, {"taken": {"red": ["blue"]}}),
        (COINS, {"coins": [1, 2, 3]}),
        (SURFER, {"phase": "surfers", "surfers": {"brown": "blue"}}),
        (SURFER, {"phase": "surfers", "surfers": {"red": "blue", "brown": "black", "green": "white"}}),
        (SURFER, {"phase": "surfers", "surfers": {"red": "blue", "brown": "blue"}}),
        (SURFER, {"phase": "towels", "surfers": {"red": "blue"}}),
        (SURFER, {"surfers": ["blue"]}),
        (SECRET, {"surfers": {"red": "black", "brown": "hidden", "green": "hidden"}}),
        (SHARK, {"sharks": [1, 2, 3, 3]}),
        (SHARK, {"sharks": "3"}),
        (SHARK, {"phase": "shark"}),
        (SHARK, {"phase": "shark", "pile": [], "track": ["red", "brown", "green"]}),
    ],
    ids=lambda value: json.dumps(value)[:70] if isinstance(value, dict) else "",
)
def test_a_position_that_cannot_be_is_refused(options: Mapping[str, Any], words: dict[str, Any]) -> None:
    """H-S1 to H-S9, H-T7, H-T13, H-E3, H-E5, H-C1, H-C2, H-K2, H-U4, H-B21: with a sentence in both languages."""
    with pytest.raises(BadPosition) as caught:
        at(3, options, **words)
    check_sentences(caught.value)


@pytest.mark.parametrize("value", [None, 1.5, "nonsense", [1.5], [None], {"x": "y"}, {"red": 1.5}, [["red"]]], ids=str)
def test_a_value_of_the_wrong_kind_is_refused(value: Any) -> None:
    """H-S1: whatever the entry."""
    for key in ENTRIES:
        with pytest.raises(BadPosition):
            at(3, EVERYTHING, **{key: value})
