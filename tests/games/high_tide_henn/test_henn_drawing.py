"""High Tide (Henn): what the drawing shows loudly, what quietly, and what it leaves to the page."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from math import hypot
from typing import Any

import pytest
from henn_boards import BAYWATCH, COINS, at, with_tiles

import strandline as sl
from strandline.games.high_tide_henn.draw import layout
from strandline.games.high_tide_henn.draw.players import coins_at
from strandline.games.high_tide_henn.draw.shapes import CHAIR, CHAIR_WIDTH, LANE, SPACE

HAND = ["blue=6", "black=4"]


def drawn(match: sl.Match) -> dict[str, str]:
    """Draw what moves, part by part."""
    parts: dict[str, str] = match.game.draw.pieces(match.state, match.game.texts("en"), -1, -1)
    return parts


def targets(match: sl.Match) -> set[str]:
    """Name what can be pointed at."""
    return set(re.findall(r'data-target="([^"]*)"', "".join(drawn(match).values())))


def test_chairs_are_higher_than_their_space() -> None:
    """As the picture of the whole has them: one and a half to nearly two rows."""
    assert 1.5 <= CHAIR / SPACE <= 1.8


@pytest.mark.parametrize("space", [0, 3, 15, 21])
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6])
def test_however_many_chairs_stand_on_a_space_they_fit_on_their_beach(space: int, count: int) -> None:
    """H-T11: from left to right, beside the coin, and enough of each to be seen."""
    places = [layout.SHORE.chair_at(2, space, place, count) for place in range(count)]
    left, right = (places[end][0] + side * CHAIR_WIDTH * places[end][2] / 2 for end, side in ((0, -1), (-1, 1)))
    assert layout.SHORE.lane_x(2) <= left < right <= layout.SHORE.lane_x(2) + LANE - (25 if space == 3 else 0)
    assert all(after[0] - before[0] > 12 for before, after in pairwise(places))


def test_chairs_further_from_the_water_stand_in_front() -> None:
    """Chairs are higher than their spaces: the emblem of none is hidden by the next."""
    match = at(3, chairs={"blue": {"6": ["brown"], "5": ["red", "green"]}})
    order = re.findall(r'data-key="chair-blue-(\d)"', drawn(match)["chairs blue"])
    assert order == ["1", "0", "2"]


@pytest.mark.parametrize("seats", [3, 6])
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6])
def test_however_many_coins_a_player_has_each_is_seen_between_name_and_points(seats: int, count: int) -> None:
    """H-C2: the longest name ends 136 right of where a card begins, points of two digits begin 58 left of its end."""
    places = coins_at(count, layout.Panels(seats, strip=True, tiles=True))
    assert all(x - 11 * scale >= layout.RIGHT_X + 136 for x, _, scale in places)
    assert all(x + 11 * scale <= layout.RIGHT_X + layout.RIGHT_WIDTH - 58 for x, _, scale in places)
    assert all(hypot(one[0] - other[0], one[1] - other[1]) >= 19 for one, other in combinations(places, 2))


def test_rulers_count_by_fives() -> None:
    match = at(3)
    board = match.game.draw.board(match.state, match.game.texts("en"), -1)
    assert re.findall(r'class="ruler"[^>]*>(\d+)<', board) == ["5", "10", "15", "20"] * 2


def test_a_coin_is_pale_until_it_can_be_taken() -> None:
    """H-C2."""
    match = at(3, COINS, phase="coin", hand=HAND, beach="blue", moved=1, chairs={"blue": {"4": ["red"]}})
    parts = drawn(match)
    assert "#hn-pale-blue" in parts["coins blue"]
    assert "#hn-coin-blue" not in parts["coins blue"]
    assert "#hn-coin-blue" in parts["coin"]


@pytest.mark.parametrize(
    ("match", "gone", "kept"),
    [
        (at(3, phase="hand", hand=HAND, track=[""], from_=1, bonus=2), {"move", "hand-both"}, {"hand-left"}),
        (at(3, phase="rolled", hand=HAND), set[str](), {"accept", "decline"}),
        (at(3, BAYWATCH, phase="head-start", round=2, tiles={"head-start": "red"}), {"pass"}, {"step-blue-2"}),
        (with_tiles("jump", phase="jump", pile=["brown", "red", "green"]), {"pass"}, {"tile-jump"}),
    ],
    ids=["hand", "rolled", "head start", "jump"],
)
def test_answers_that_are_no_place_are_not_drawn(match: Any, gone: set[str], kept: set[str]) -> None:
    """The page has buttons for them; dice, the free space of the track and tiles can still be pointed at."""
    assert not targets(match) & gone
    assert targets(match) >= kept
    assert set(match.game.words.actions(match.state, match.game.texts("en"))) >= gone


def test_what_is_asked_is_not_written_on_the_board() -> None:
    for match in (at(3, phase="rolled", hand=HAND), at(3, phase="roll"), with_tiles("back", hand=HAND)):
        words = match.game.words.prompt(match.state, match.game.texts("en"))
        assert words not in "".join(drawn(match).values())
        assert "prompt" not in drawn(match)
