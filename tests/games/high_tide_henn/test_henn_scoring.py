"""High Tide (Henn), from the ledger: points and places (H-E6 – H-E8, H-C4, H-C7, H-U2 – H-U4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from henn_boards import BEACHES, COINS, NONE, PLAYERS, SECRET, SURFER, at, dealt, phase, play, sheet

import strandline as sl

if TYPE_CHECKING:
    from collections.abc import Mapping

SIX_ROUNDS = {"white": {"large": 3, "small": 3}, "yellow": {"large": 3, "small": 3}}
"""All waves lie on two beaches, with a dry space on both."""


def over(seats: int, options: Mapping[str, Any] = NONE, **words: Any) -> sl.Match:
    """Set up the end of a match after six rounds; whoever is not mentioned stands at the bar."""
    cells = [*PLAYERS[:seats], "yellow=2 white=1"]
    match = at(seats, options, **{"phase": "over", "round": 6, "pile": [], "track": cells, "waves": SIX_ROUNDS} | words)
    assert match.over
    return match


# H-E6, H-E7


def test_the_black_beach_of_the_rulebook() -> None:
    """H-E6: beige stands right of brown on space 8 and gets 4, brown 2, red on space 6 gets 1, the others nothing."""
    spaces = {"8": ["brown", "beige"], "6": ["red"], "5": ["green"], "2": ["blue", "pink"]}
    match = over(6, chairs={"black": spaces})
    assert sheet(match, "beaches") == {"red": 1, "brown": 2, "green": 0, "beige": 4, "pink": 0, "blue": 0}
    assert set(sheet(match, "bars").values()) == {5}


def test_the_purple_beach_of_the_rulebook() -> None:
    """H-E6, H-E7: red is in the water, beige, green and brown rank, blue and pink stand at the bar."""
    match = over(6, chairs={"purple": {"water": ["red"], "15": ["beige"], "9": ["green"], "3": ["brown"]}})
    assert sheet(match, "beaches") == {"red": 0, "brown": 1, "green": 2, "beige": 4, "pink": 0, "blue": 0}
    assert sheet(match, "bars") == {"red": 5, "brown": 5, "green": 5, "beige": 5, "pink": 6, "blue": 6}
    assert match.scores() == [5, 6, 7, 9, 6, 6]


@pytest.mark.parametrize(("seats", "third"), [(3, 0), (4, 0), (5, 1), (6, 1)])
def test_the_third_gets_a_point_with_five_and_six_players_only(seats: int, third: int) -> None:
    """H-E6."""
    match = over(seats, chairs={"blue": {"12": ["red"], "11": ["brown"], "2": ["green"]}})
    assert [*sheet(match, "beaches").values()][:3] == [4, 2, third]
    assert sum(sheet(match, "beaches").values()) == 6 + third


def test_every_beach_is_scored_by_itself() -> None:
    """H-E6: a first place on every beach is 24 points."""
    match = over(3, chairs={beach: {"2": ["red"]} for beach in BEACHES})
    assert match.scores() == [24, 6, 6]


@pytest.mark.parametrize("order", [["red", "brown", "green"], ["green", "red", "brown"], ["brown", "green", "red"]])
def test_on_one_space_the_chair_further_right_is_nearer(order: list[str]) -> None:
    """H-E6."""
    found = sheet(over(5, chairs={"orange": {"7": order}}), "beaches")
    assert [found[player] for player in order] == [1, 2, 4]


def test_chairs_in_the_water_are_removed() -> None:
    """H-E6: they leave the first place to the next."""
    match = over(4, chairs={"orange": {"water": ["red", "brown"], "1": ["green"]}})
    assert sheet(match, "beaches") == {"red": 0, "brown": 0, "green": 4, "beige": 0}
    assert sheet(match, "bars") == {"red": 5, "brown": 5, "green": 5, "beige": 6}


def test_chairs_at_the_bar_do_not_rank() -> None:
    """H-E7: one chair on the sand is first; nobody is second."""
    match = over(3, chairs={"orange": {"1": ["green"]}})
    assert sheet(match, "beaches") == {"red": 0, "brown": 0, "green": 4}
    assert sheet(match, "bars") == {"red": 6, "brown": 6, "green": 5}


def test_the_score_so_far_is_that_of_the_moment() -> None:
    """H-E6, H-E7: before the first roll six chairs at the bar are six points."""
    match = dealt(4)
    assert match.scores() == [6] * 4
    play(match, "blue=2", "white=1", "accept")
    assert sorted(match.scores()) == [6, 6, 6, 12]


# H-E8


def test_most_points_win() -> None:
    """H-E8."""
    chairs = {"blue": {"12": ["red"], "11": ["brown"]}, "black": {"3": ["red"]}}
    match = over(4, chairs=chairs)
    assert match.scores() == [12, 7, 6, 6]
    assert match.places() == [1, 2, 3, 3]


def test_a_tie_is_a_shared_victory() -> None:
    """H-E8: no rule breaks it."""
    match = over(4, chairs={"blue": {"12": ["red"]}, "black": {"3": ["green"]}})
    assert match.scores() == [9, 6, 9, 6]
    assert match.places() == [1, 3, 1, 3]


# H-C4, H-C7


def coins_of(taken: dict[str, dict[str, int]], seats: int = 5) -> dict[str, int]:
    """Score these coins."""
    return sheet(over(seats, COINS, taken=taken), "coins")


def test_the_highest_totals_score() -> None:
    """H-C4: 4, 2 and 1 points."""
    taken = {
        "red": {"blue": 3, "orange": 7},
        "brown": {"blue": 8, "white": 1},
        "green": {"white": 8},
        "pink": {"black": 7},
    }
    assert coins_of(taken) == {"red": 4, "brown": 2, "green": 1, "beige": 0, "pink": 0}


@pytest.mark.parametrize(("seats", "third"), [(3, 0), (4, 0), (5, 1), (6, 1)])
def test_the_third_total_scores_with_five_and_six_players_only(seats: int, third: int) -> None:
    """H-C4."""
    found = coins_of({"red": {"blue": 3}, "brown": {"blue": 8}, "green": {"blue": 2}}, seats)
    assert [*found.values()][:3] == [2, 4, third]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"black": 3, "white": 1}, {"black": 2, "white": 2}),
        ({"black": 1, "white": 3}, {"purple": 4}),  # a missing coin counts 0
        ({"purple": 5}, {"blue": 5}),
        ({"purple": 2, "blue": 4}, {"purple": 1, "blue": 5}),
        ({"blue": 2, "orange": 6}, {"orange": 8}),
        ({"orange": 5}, {"yellow": 5}),
        ({"yellow": 3, "white": 4}, {"yellow": 2, "white": 5}),
        ({"yellow": 1, "white": 6}, {"white": 7}),
    ],
)
def test_ties_are_broken_by_the_better_coin_from_black_on(one: dict[str, int], other: dict[str, int]) -> None:
    """H-C4, H-C7."""
    for first, second in (("red", "brown"), ("brown", "red")):
        found = coins_of({first: one, second: other}, 3)
        assert (found[first], found[second]) == (4, 2)


def test_a_player_without_a_coin_scores_nothing_here() -> None:
    """H-C4: with one collector the second place stays free."""
    assert coins_of({"pink": {"white": 1}}) == {"red": 0, "brown": 0, "green": 0, "beige": 0, "pink": 4}
    assert set(coins_of({}).values()) == {0}


# H-U2 – H-U4


@pytest.mark.parametrize("options", [SURFER, SECRET])
def test_the_surfers_of_the_rulebook(options: dict[str, Any]) -> None:
    """H-U2, H-U3: green's surfer is in the water: 6 points, and another chair there is second; one on the sand goes."""
    surfers = {"red": "black", "brown": "blue", "green": "yellow"}
    chairs = {"yellow": {"water": ["green"], "4": ["brown"]}, "black": {"13": ["red"], "9": ["green"], "2": ["brown"]}}
    waves = {"white": {"large": 4, "small": 3}, "yellow": {"large": 2, "small": 3}}
    match = over(3, options, surfers=surfers, chairs=chairs, waves=waves)
    assert sheet(match, "surfer") == {"red": 0, "brown": 2, "green": 6}
    assert sheet(match, "beaches") == {"red": 0, "brown": 2 + 2, "green": 4}
    assert sheet(match, "bars") == {"red": 5, "brown": 3, "green": 4}


def test_a_successful_surfer_is_first_and_the_others_follow() -> None:
    """H-U2: second and third as usual; a chair in the water without a surfer is removed."""
    chairs = {"blue": {"water": ["green", "red"], "9": ["brown"], "8": ["pink"], "7": ["beige"]}}
    beaches = ("black", "purple", "blue", "orange", "white")
    match = over(5, SURFER, surfers=dict(zip(PLAYERS[:5], beaches, strict=True)), chairs=chairs)
    assert sheet(match, "beaches") == {"red": 0, "brown": 2, "green": 0, "beige": 0, "pink": 1}
    assert sheet(match, "surfer")["green"] == 6


def test_a_surfers_chair_on_the_sand_is_removed() -> None:
    """H-U3: the next chair is first."""
    chairs = {"blue": {"9": ["green", "red"], "7": ["brown"]}}
    match = over(3, SURFER, surfers={"red": "blue", "brown": "white", "green": "black"}, chairs=chairs)
    assert sheet(match, "beaches") == {"red": 0, "brown": 2, "green": 4}
    assert sheet(match, "surfer") == {"red": 0, "brown": 2, "green": 2}


def test_a_surfer_at_the_bar_scores_two() -> None:
    """H-U3: instead of one."""
    match = over(6, SURFER)
    assert set(sheet(match, "surfer").values()) == {2}
    assert set(sheet(match, "bars").values()) == {5}
    assert set(match.scores()) == {7}


def test_a_surfer_counts_for_its_own_player_only() -> None:
    """H-U2, H-U3: another chair on that beach is an ordinary one."""
    chairs = {"blue": {"9": ["brown"], "water": ["green"]}}
    match = over(3, SURFER, surfers={"red": "blue", "brown": "white", "green": "black"}, chairs=chairs)
    assert sheet(match, "beaches") == {"red": 0, "brown": 4, "green": 0}


def test_a_surfer_in_the_water_ends_the_match_too() -> None:
    """H-U4, H-E5."""
    match = at(
        3,
        SURFER,
        phase="roll",
        pile=[],
        track=["red", "brown", "green"],
        surfers={"red": "blue", "brown": "white", "green": "black"},
        chairs={"blue": {"water": ["red"]}},
    )
    play(match, "black=2", "white=1")
    assert match.over
    assert row_of(match, "red") == {"points": 6 + 5, "beaches": 0, "bars": 5, "surfer": 6, "coins": 0, "baywatch": 0}


def row_of(match: sl.Match, player: str) -> dict[str, int]:
    """Give the score sheet of a player."""
    return match.sheet()[PLAYERS.index(player)]


def test_face_down_surfers_are_turned_up_at_scoring_only() -> None:
    """H-U4: until then the sheet tells nothing of them; face up they count from the start."""
    words: dict[str, Any] = {
        "phase": "roll",
        "pile": [],
        "track": ["red", "brown", "green"],
        "surfers": {"red": "blue", "brown": "white", "green": "black"},
        "chairs": {"blue": {"water": ["red"], "9": ["green"]}},
    }
    hidden, shown = at(3, SECRET, **words), at(3, SURFER, **words)
    assert set(sheet(hidden, "surfer").values()) == {0}
    assert sheet(hidden, "beaches") == {"red": 0, "brown": 0, "green": 4}
    assert sheet(hidden, "bars") == {"red": 5, "brown": 6, "green": 5}
    assert sheet(shown, "surfer") == {"red": 6, "brown": 2, "green": 2}
    assert sheet(shown, "beaches") == {"red": 0, "brown": 0, "green": 2}
    for match in (hidden, shown):
        play(match, "black=2", "purple=1")
        assert phase(match) == "over"
    assert hidden.sheet() == shown.sheet()


def test_points_are_the_sum_of_the_lines() -> None:
    """H-E6, H-C4, H-U2, H-B2: the score sheet adds up, and nothing else scores."""
    everything = COINS | SURFER | {"baywatch": True, "shark": True}
    chairs = {beach: {"water": ["red"]} if beach == "black" else {"2": ["red"]} for beach in BEACHES}
    match = over(
        3,
        everything,
        chairs=chairs,
        taken={"red": {"white": 8}},
        saved="red",
        open={"player": "red", "dice": ["blue=1", "blue=1"]},
        sharks=[3],
    )
    found = match.sheet()[0]
    assert found == {"points": 31, "beaches": 20, "bars": 0, "surfer": 6, "coins": 4, "baywatch": 1}
