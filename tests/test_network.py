"""Networks in whole numbers: what comes of features, files, and what every game's network must keep to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import strandline as sl
from strandline.engine.chance import below, seeded
from strandline.engine.contract import CHANCE
from strandline.engine.network import CEILING, SECOND_UNIT, STRENGTH_UNIT, UNIT, Network, load, save, strength
from strandline.engine.row import copy_of, to_bytes
from strandline.games import GAMES

MOST_BYTES = 1_000_000  # of all files of a game's network
TAUGHT = [slug for slug in GAMES if sl.game(slug).network is not None]

every_taught_game = pytest.mark.parametrize("slug", TAUGHT)


def small() -> Network:
    """Make a network of three features and two units beside the one that is passed on."""
    first = np.array([[UNIT, UNIT, -UNIT], [2 * UNIT, 0, UNIT], [0, CEILING, CEILING]], np.int16)
    return Network(first, np.array([0, UNIT, 0], np.int32), np.array([1, 2, -3], np.int32) * SECOND_UNIT)


def reckoned(*features: int) -> int:
    return strength(small(), np.array(features, np.int32), len(features), np.zeros(3, np.int32))


def test_strength_is_the_weighted_sum_of_what_is_between_nothing_and_the_ceiling() -> None:
    unit, most = STRENGTH_UNIT, CEILING // UNIT
    assert reckoned() == 2 * unit, "the bias alone"
    assert reckoned(0) == (1 + 2 * 2) * unit, "the last unit is below nothing"
    assert reckoned(0, 1) == (3 + 2 * 2) * unit
    assert reckoned(1, 1) == (4 + 2 - 3 * 2) * unit
    assert reckoned(2) == (2 * most - 3 * most) * unit, "at the ceiling"


def test_a_file_gives_back_what_was_written(tmp_path: Path) -> None:
    for factor in (1, 100):
        network = small()._replace(first=np.array([[1, -1, factor]], np.int16))
        save(tmp_path / "kept.npz", network)
        found = load(tmp_path / "kept.npz")
        assert all(np.array_equal(one, other) for one, other in zip(found, network, strict=True))
        assert [part.dtype for part in found] == [part.dtype for part in network]


def positions(slug: str, seats: int, seed: int) -> list[Any]:
    """Play a match by lot, and list what the mover saw of each of its positions, those before chance included."""
    match, dice, found = sl.new(slug, seats=seats, seed=seed), seeded(seed), []
    while not match.over:
        legal = match.legal_numbers()
        move = legal[below(dice, len(legal))]
        found.append(match.view(match.turn))
        after = copy_of(match.state)
        match.game.rules.play(after, move)
        if after.turn == CHANCE and match.game.view is None:
            found.append(after)
        match.play(move)
    return found


@every_taught_game
def test_features_are_few_and_known(slug: str) -> None:
    game = sl.game(slug)
    assert game.network is not None
    into = np.zeros(game.network.ROOM, np.int32)
    for seats in game.rules.SEATS:
        for seed in range(12):
            for state in positions(slug, seats, seed):
                before = to_bytes(state)
                for seat in range(seats):
                    listed = into[: game.network.features(state, seat, into)].tolist()
                    assert 0 < len(listed) <= game.network.MOST
                    assert all(0 <= feature < game.network.FEATURES for feature in listed)
                assert to_bytes(state) == before, "who looks changes nothing"


@every_taught_game
def test_files_are_small_and_fit_the_features(slug: str) -> None:
    game = sl.game(slug)
    assert game.network is not None
    files = sorted((game.folder / "network").glob("*.npz"))
    assert files
    assert sum(file.stat().st_size for file in files) <= MOST_BYTES
    for file in files:
        assert int(file.stem.partition("-")[0]) in game.rules.SEATS
        network = load(file)
        assert len(network.first) == game.network.FEATURES
        assert network.first.shape[1:] == network.bias.shape == network.second.shape
