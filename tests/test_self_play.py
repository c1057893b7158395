"""Self-play for learning, as far as it needs no PyTorch: what is noted of matches, and matches between two searches."""

from __future__ import annotations

import numpy as np
import pytest
from learn.meet import Result, Side, meet, settings
from learn.play import self_play

import strandline as sl
from strandline.bots.search import network_for
from strandline.engine.network import no_network

MAUI = sl.game("maui")


def test_what_is_noted_of_matches_that_a_network_plays_against_itself() -> None:
    network = network_for(MAUI, MAUI.start(2, MAUI.options()))
    assert network is not None
    assert MAUI.network is not None
    played, again = (self_play(MAUI, 2, 20, network, True, seed=3) for _ in range(2))
    assert all(np.array_equal(one, other) for one, other in zip(played, again, strict=True)), "the same seed, the same"
    assert sorted({*played.match.tolist()}) == list(range(20))
    assert (np.diff(played.match) >= 0).all()
    assert (played.features <= MAUI.network.FEATURES).all()
    assert (np.sort(played.place, axis=1) == [1, 2]).all()
    lead = played.points[:, 0] - played.points[:, 1]
    won = played.place[:, 1] - played.place[:, 0]
    assert (lead * won >= 0).all(), "who has more points is ahead"
    assert (played.stood != 0).any()


def test_the_network_plays_better_than_what_it_began_with() -> None:
    network = network_for(MAUI, MAUI.start(2, MAUI.options()))
    assert network is not None
    by_network = self_play(MAUI, 2, 300, network, True, seed=1, slips=1000)
    by_evaluate = self_play(MAUI, 2, 300, no_network(), False, seed=1, slips=1000)
    assert by_network.points.mean() > by_evaluate.points.mean()


def test_a_game_without_the_room_cannot_be_taught() -> None:
    with pytest.raises(SystemExit, match="high-tide-leiman has no room `network`"):
        self_play(sl.game("high-tide-leiman"), 2, 1, no_network(), False, seed=1)


def test_two_searches_meet_on_every_seat() -> None:
    result = meet(MAUI, 3, Side(4), Side(2), range(2))
    assert result.matches == 6
    assert 0 <= result.score <= 6
    assert 6 <= result.places <= 18
    assert min(result.moves) > 0


def test_a_score_is_the_part_of_the_others_left_behind() -> None:
    result = Result()
    for places, own in (((1, 2, 3), 0), ((1, 2, 2), 1), ((3, 1, 2), 0)):
        result.add(places, own)
    assert result.score == pytest.approx(1 + 0.25 + 0)
    assert str(result).startswith("0.417 ± 0.")
    assert settings(["exploration=700", "merged=1"]) == {"exploration": 700, "merged": 1}
