"""High Tide (Henn), from the ledger: the box and the set-up (H-S1 – H-S10), expansions included."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from henn_boards import (
    BAYWATCH,
    BEACHES,
    COINS,
    EVERYTHING,
    EXPANSIONS,
    GAME,
    PLAYERS,
    SECRET,
    SHARK,
    SHARKS,
    SURFER,
    TILES,
    USABLE,
    alert,
    at,
    bag,
    check_components,
    coins,
    dealt,
    holder,
    last_dry,
    line,
    mover,
    name_of,
    new,
    phase,
    pile,
    play,
    pool,
    purse,
    rental,
    row,
    rule_against,
    space,
    surfer,
    track,
    weights,
)

import strandline as sl
from strandline.engine.errors import BadMove, BadOptions

if TYPE_CHECKING:
    from collections.abc import Mapping

every_count = pytest.mark.parametrize("seats", [3, 4, 5, 6])


# H-S1, H-S2


@pytest.mark.parametrize("seats", [0, 1, 2, 7])
def test_three_to_six_can_play(seats: int) -> None:
    """H-S1."""
    with pytest.raises(BadOptions):
        new(seats)


@every_count
def test_every_player_has_a_seat_and_a_score(seats: int) -> None:
    """H-S1: red, brown, green, beige, pink and blue, as many as play."""
    match = dealt(seats)
    assert match.seats == len(match.scores()) == len(match.places()) == seats
    assert sorted(pile(match)) == sorted(PLAYERS[:seats])
    with pytest.raises(BadMove):
        match.play("towel=yellow")


def test_three_are_the_fewest_and_the_default() -> None:
    """H-S1."""
    assert sl.new(GAME, seed=1).seats == 3
    assert list(sl.game(GAME).rules.SEATS) == [3, 4, 5, 6]


@pytest.mark.parametrize(
    "wrong",
    [
        {"surfer": True},
        {"surfer": "face up"},
        {"coins": "yes"},
        {"edition": "french"},
        {"baywatch": 1},
        {"sharks": True},
        {"shark": "on"},
    ],
)
def test_other_options_are_refused(wrong: dict[str, Any]) -> None:
    """H-S1, H-K3: four expansions and two editions, nothing else."""
    with pytest.raises(BadOptions):
        sl.new(GAME, options=wrong)


def test_nothing_is_added_unless_it_is_asked_for() -> None:
    """H-K3, H-K6: the base game, and the German edition."""
    position = sl.new(GAME, seed=1).position()
    assert position["options"] == {
        "coins": False,
        "shark": False,
        "surfer": "off",
        "baywatch": False,
        "edition": "german",
    }


def test_the_beaches_from_left_to_right_break_the_tie_of_equal_pips() -> None:
    """H-S2, H-T7: whatever order two dice of equal pips are drawn in, the one further left in the order lies left."""
    for left, one in enumerate(BEACHES):
        for other in BEACHES[left + 1 :]:
            for drawn in ((one, other), (other, one)):
                match = play(dealt(), *(f"{beach}=3" for beach in drawn), "decline")
                assert track(match) == [f"{one}=3 {other}=3"]


# H-S3, H-S4


@every_count
def test_the_track_has_one_space_more_than_there_are_players(seats: int) -> None:
    """H-S3: 4, 5, 6, 7 usable spaces; the turtle takes one away from 3 and from 5 players."""
    assert USABLE[seats] == seats + 1
    match = at(seats, pile=[], phase="roll", track=[*PLAYERS[:seats]])
    assert rental(match) == "off"
    assert row(match).rental == USABLE[seats] + 1
    play(match, "black=1", "white=1")
    assert row(match).round == 2  # the pair fitted onto the last space


@every_count
def test_the_rental_starts_on_the_fourth_space(seats: int) -> None:
    """H-S4."""
    assert rental(dealt(seats)) == 4


@pytest.mark.parametrize(
    ("seats", "open_spaces"), [(3, [3, 4, 4]), (4, [3, 4, 5, 5]), (5, [3, 4, 5, 6, 6]), (6, [3, 4, 5, 6, 7, 7])]
)
def test_the_spaces_open_to_each_player_in_turn(seats: int, open_spaces: list[int]) -> None:
    """H-S4, H-T2, H-T3, H-T8: counted by declining as long as it is allowed; one open space is left for the towel."""
    for turns, wanted in enumerate(open_spaces):
        match = at(seats, track=[*PLAYERS[:turns]])
        declined = 0
        while True:
            play(match, match.legal()[0])
            play(match, match.legal()[0])
            if "decline" not in match.legal():
                break
            play(match, "decline")
            declined += 1
        assert turns + declined + 1 == wanted


# H-S5, H-S6, H-S8, H-S9


@pytest.mark.parametrize(("seats", "each"), [(3, 2), (4, 2), (5, 3), (6, 3)])
def test_the_dice_in_the_bag(seats: int, each: int) -> None:
    """H-S5: 18 dice with 5 and 6 players, 12 with 3 and 4; none in the pool or on the track."""
    match = dealt(seats)
    assert bag(match) == dict.fromkeys(BEACHES, each)
    assert pool(match) == []
    assert track(match) == []
    assert weights(match) == {f"{beach}={pips}": each for beach in BEACHES for pips in range(1, 7)}


def test_a_colour_that_is_used_up_cannot_be_drawn() -> None:
    """H-S5: both blue dice lie on the track."""
    match = at(3, track=["blue=6 blue=2"], phase="roll")
    assert not any(move.startswith("blue") for move in match.legal())
    assert rule_against(match, "blue=3") == "H-S5"
    play(match, "white=4")
    assert weights(match)["white=1"] * 2 == weights(match)["black=1"]
    play(match, "white=4")  # the second of two


@every_count
def test_every_chair_begins_at_the_bar(seats: int) -> None:
    """H-S6."""
    match = dealt(seats)
    for beach in BEACHES:
        assert line(match, beach, 0) == [*PLAYERS[:seats]]


def test_a_beach_has_twenty_spaces() -> None:
    """H-S9, H-S8: space 20 is dry, the next one is the sea; a large wave takes three spaces, a small one two."""
    match = at(3, waves={"blue": {"large": 1}, "white": {"small": 1}, "black": {"large": 1, "small": 1}}, round=3)
    assert [last_dry(match, beach) for beach in BEACHES] == [15, 20, 17, 20, 20, 18]
    for start, end in ((14, 20), (15, 21), (19, 21)):
        match = at(3, phase="hand", hand=["purple=6", "blue=1"], chairs={"purple": {str(start): ["red"]}})
        assert space(match, "red", "purple") == end


def test_six_waves_of_each_size_last_for_six_rounds() -> None:
    """H-S8, H-E5: the seventh round would have none."""
    for seed in range(8):
        match = sl.new(GAME, seats=3, seed=seed)
        random = Random(seed)
        while not match.over:
            match.play(random.choice(match.legal()))
            check_components(match)
        state = row(match)
        assert state.large.sum() == state.small.sum() == state.round <= 6


# H-S7, H-S10


def test_the_pile_of_towels_is_the_order_of_turns() -> None:
    """H-S7, H-T1, H-S10: drawn from the top; the last towel is not drawn. The order of the rulebook's example."""
    match = new(6)
    assert phase(match) == "towels"
    assert mover(match) == "chance"
    order = ["red", "brown", "green", "beige", "pink", "blue"]
    for player in order[:-1]:
        play(match, f"towel={player}")
    assert phase(match) == "roll"
    assert pile(match) == order
    for player, one, other in zip(order, BEACHES, BEACHES[1:] + BEACHES[:1], strict=True):
        play(match, f"{one}=1", f"{other}=1")
        assert mover(match) == player
        play(match, "accept")
    assert track(match) == order


def test_a_towel_is_drawn_once() -> None:
    """H-S7: and only at the start."""
    match = play(new(4), "towel=beige")
    assert rule_against(match, "towel=beige") == "H-S7"
    assert rule_against(match, "towel=blue") == "H-S7"  # blue does not play
    play(match, "towel=red", "towel=green")
    assert pile(match) == ["beige", "red", "green", "brown"]
    assert rule_against(match, "towel=brown") == "H-S7"


def test_everything_is_dealt_in_order() -> None:
    """H-S10: towels, coins beach by beach, surfers seat by seat, the first Baywatch tile, the first alert."""
    match = new(4, EVERYTHING)
    asked = []
    while match.turn == sl.CHANCE and phase(match) != "roll":
        asked.append(phase(match))
        match.play(match.legal()[-1])
    assert asked == ["towels"] * 3 + ["coins"] * 42 + ["surfers"] * 4 + ["reveal", "alert"]


@pytest.mark.parametrize("options", EXPANSIONS, ids=name_of)
def test_only_what_is_played_with_is_dealt(options: Mapping[str, Any]) -> None:
    """H-S10: any of the sixteen combinations."""
    match = dealt(5, options)
    state = row(match)
    assert any(state.coin.ravel().tolist()) == options["coins"]
    assert state.sharks.sum() == (len(SHARKS) if options["shark"] else 0)
    assert [surfer(match, player) != "none" for player in PLAYERS[:5]] == [options["surfer"] != "off"] * 5
    while phase(match) != "roll":
        match.play(match.legal()[0])
    assert (alert(match) != "none") == options["shark"]
    assert any(holder(match, tile) == "face-up" for tile in TILES) == options["baywatch"]
    assert (row(match).round, rental(match), mover(match)) == (1, 4, "chance")


# The expansions


def test_the_coins_are_shuffled_onto_the_first_eight_spaces() -> None:
    """H-C1, H-S10: 8 of each colour, one by one, each that is left as likely; the eighth is clear."""
    match = new(3, COINS)
    play(match, "towel=red", "towel=brown")
    random = Random(3)
    laid: list[list[int]] = []
    for _ in BEACHES:
        laid.append([])
        for _ in range(7):
            left = [value for value in range(1, 9) if value not in laid[-1]]
            assert phase(match) == "coins"
            assert weights(match) == {f"coin={value}": 1 for value in left}
            laid[-1].append(random.choice(left))
            play(match, f"coin={laid[-1][-1]}")
        laid[-1] += [value for value in range(1, 9) if value not in laid[-1]]
    assert phase(match) == "roll"
    assert [coins(match, beach) for beach in BEACHES] == laid
    assert not any(purse(match, player) for player in PLAYERS[:3])
    assert rule_against(match, "coin=3") == "H-C1"


def test_a_coin_is_laid_once() -> None:
    """H-C1."""
    match = play(new(3, COINS), "towel=red", "towel=brown", "coin=4")
    assert rule_against(match, "coin=4") == "H-C1"
    assert rule_against(match, "coin") == "H-C2"


@pytest.mark.parametrize("options", [SURFER, SECRET], ids=name_of)
def test_one_surfer_is_dealt_to_each_player(options: Mapping[str, Any]) -> None:
    """H-U1, H-U4, H-S10: seat by seat, no beach twice. The beaches of the rulebook's example."""
    match = play(new(3, options), "towel=red", "towel=brown")
    assert phase(match) == "surfers"
    assert weights(match) == {f"surfer={beach}": 1 for beach in BEACHES}
    play(match, "surfer=black")
    assert rule_against(match, "surfer=black") == "H-U1"
    play(match, "surfer=blue")
    assert len(match.legal()) == 4
    play(match, "surfer=yellow")
    assert [surfer(match, player) for player in PLAYERS[:3]] == ["black", "blue", "yellow"]
    assert phase(match) == "roll"
    assert rule_against(match, "surfer=white") == "H-U1"


def test_with_six_players_every_beach_has_its_surfer() -> None:
    """H-U1, H-U4."""
    match = dealt(6, SURFER)
    assert {surfer(match, player) for player in PLAYERS} == set(BEACHES)


def test_one_baywatch_tile_lies_face_up() -> None:
    """H-B1, H-B21: nine tiles, each once; one of them is turned up."""
    match = dealt(3, BAYWATCH)
    assert phase(match) == "reveal"
    assert weights(match) == {f"tile={tile}": 1 for tile in TILES}
    play(match, "tile=swap")
    assert phase(match) == "roll"
    assert {tile: holder(match, tile) for tile in TILES} == dict.fromkeys(TILES, "stack") | {"swap": "face-up"}
    assert rule_against(match, "tile=jump") == "H-B1"


def test_one_of_six_alerts_opens_the_match() -> None:
    """H-K1, H-K2: one alert for each beach; seven shark tiles."""
    match = dealt(3, SHARK)
    assert phase(match) == "alert"
    assert weights(match) == {f"alert={beach}": 1 for beach in BEACHES}
    play(match, "alert=orange")
    assert alert(match) == "orange"
    assert row(match).sharks.sum() == 7
    assert rule_against(match, "alert=blue") == "H-K1"
    assert rule_against(match, "shark=3") == "H-K2"


def test_what_is_not_played_with_does_not_come_up() -> None:
    """H-C1, H-U1, H-K1, H-K2, H-B1: refused by the rule of the expansion."""
    match = dealt(3)
    for move, rule in {
        "coin=1": "H-C1",
        "surfer=blue": "H-U1",
        "alert=blue": "H-K1",
        "shark=1": "H-K2",
        "tile=jump": "H-B1",
    }.items():
        assert rule_against(match, move) == rule
