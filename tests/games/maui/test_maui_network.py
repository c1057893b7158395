"""What the network is shown of Maui, and when it is asked."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import strandline as sl
from strandline.bots import levels
from strandline.bots.search import Thinker, network_for
from strandline.engine.chance import below, seeded
from strandline.engine.row import copy_of
from strandline.games.maui.components import PLAYERS
from strandline.games.maui.network import MOST, ROOM, features
from strandline.games.maui.network.features import (
    FEATURES,
    GAINS,
    LEFT,
    MARKERS,
    PENDING,
    STAGES,
    STEPS_OF_TRACK,
    TOWELS,
)
from strandline.games.maui.rules import State
from strandline.games.maui.rules.tables import COLUMNS, FRAME_STEP, Phase

if TYPE_CHECKING:
    from conftest import Program

BY_SEAT = {name for name, (width, *_) in (State.dtype.fields or {}).items() if width.shape[:1] == (PLAYERS,)}
MAUI = sl.game("maui")


def listed(state: Any, seat: int) -> list[int]:
    """List the features of a seat."""
    into = np.zeros(ROOM, np.int32)
    return [int(feature) for feature in into[: features(state, seat, into)]]


def of_kind(found: list[int], kind: int, count: int) -> list[int]:
    """List those of one kind, counted from where it begins."""
    return [feature - kind for feature in found if kind <= feature < kind + count]


def positions(seats: int, seed: int, **options: Any) -> list[Any]:
    """Play a match by lot and list its positions, those before chance included."""
    match, dice = sl.new("maui", seats=seats, seed=seed, options=options), seeded(seed)
    found: list[Any] = []
    while not match.over:
        legal = match.legal_numbers()
        move = legal[below(dice, len(legal))]
        found += [copy_of(match.state), MAUI.after(match.state, move)]
        match.play(move)
    return [state for state in found if state.phase != Phase.OVER]


def moved_on(state: Any) -> Any:
    """Seat everybody one seat further."""
    seats, after = int(state.seats), copy_of(state)
    for name in BY_SEAT:
        for seat in range(seats):
            after[name][(seat + 1) % seats] = state[name][seat]
    for name in ("turn", "mover", "first"):
        if state[name] >= 0:
            after[name] = (state[name] + 1) % seats
    return after


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_seat_is_shown_the_same_wherever_it_sits(seats: int) -> None:
    for state in positions(seats, seed=seats):
        for seat in range(seats):
            assert sorted(listed(state, seat)) == sorted(listed(moved_on(state), (seat + 1) % seats))


@pytest.mark.parametrize("seed", range(6))
def test_there_are_never_too_many_features(seed: int) -> None:
    for state in positions(2 + seed % 3, seed, variant=("base", "long", "crabs")[seed // 2], across=seed % 2 == 1):
        for seat in range(state.seats):
            found = listed(state, seat)
            assert len(found) <= MOST
            assert max(found) < FEATURES


def test_markers_are_shown_where_the_tile_in_hand_would_bring_them() -> None:
    """The best way to lay it, by `evaluate`; after it the next player has the turn."""
    found = 0
    for state in positions(2, seed=8):
        if state.phase != Phase.LAY:
            continue
        mover, into = int(state.mover), MAUI.buffer()
        ways: list[Any] = [MAUI.after(state, int(move)) for move in into[: MAUI.rules.moves(state, into)]]
        shown = [feature // STAGES for feature in of_kind(listed(state, mover), MARKERS, 5 * STEPS_OF_TRACK * STAGES)]
        reached = [
            [track * STEPS_OF_TRACK + int(after.marker[mover, track]) for track in range(5)]
            for after in ways
            if after.phase == Phase.TURN
        ]
        left = of_kind(listed(state, mover), LEFT, (COLUMNS + 1) ** 2)
        assert left[0] // (COLUMNS + 1) == COLUMNS - state.laid[mover] - 1
        found += shown in reached
    assert found > 8


def test_a_full_beach_has_nothing_to_gain() -> None:
    played = (state for seed in range(8) for state in positions(2, seed))
    full = [state for state in played if state.phase == Phase.TURN and max(state.laid.tolist()) == COLUMNS]
    assert full
    for state in full:
        for seat in range(2):
            assert bool(of_kind(listed(state, seat), GAINS, PENDING - GAINS)) == (state.laid[seat] < COLUMNS)


def test_a_towel_token_that_the_tile_in_hand_would_bring_is_shown_as_in_hand() -> None:
    state: Any = sl.new("maui", seed=1).state
    state.marker[0, 0] = FRAME_STEP[0]
    assert of_kind(listed(state, 0), TOWELS, STAGES)
    state.marker[0, 0] -= 1
    assert not of_kind(listed(state, 0), TOWELS, STAGES)


# When it is asked


def test_the_network_is_asked_in_the_base_game_as_it_was_delivered(monkeypatch: pytest.MonkeyPatch) -> None:
    base, crabs, long = (sl.new("maui", seed=1, options={"variant": name}).state for name in ("base", "crabs", "long"))
    assert network_for(MAUI, base) is network_for(MAUI, base) is not None
    assert network_for(MAUI, crabs) is network_for(MAUI, long) is None
    monkeypatch.setitem(vars(MAUI), "corrected", {"penalty": {"value": -2}})
    assert network_for(MAUI, base) is None


def test_the_highest_level_asks_it_and_those_below_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "simulations_of", lambda *_: 50)
    monkeypatch.setattr(levels, "CACHE", levels.ThinkerCache())
    for variant in ("base", "crabs", "base"):
        view = sl.new("maui", seed=1, options={"variant": variant}).state
        for level in ("tide", "lifeguard"):
            levels.searched_move(MAUI, view, seeded(1), level)
            thinker = levels.cached_thinker(MAUI, level, int(view.turn), 1)
            assert (thinker.network is not None) == (level == "tide" and variant == "base")
            assert thinker.searches[0].settings.learned == 2 * (thinker.network is not None)


THOUGHT = """
import json
import strandline as sl
from strandline.bots.search import Thinker, network_for
from strandline.engine.chance import seeded
match = sl.new("maui", seed=4)
thinker = Thinker(match.game)
thinker.network = network_for(match.game, match.state)
print(json.dumps([thinker.think(match.state, seeded(1), 60), thinker.wins()]))
"""


def test_uncompiled_it_values_the_same(program: Program) -> None:
    match = sl.new("maui", seed=4)
    thinker = Thinker(match.game)
    thinker.network = network_for(match.game, match.state)
    found = [thinker.think(match.state, seeded(1), 60), thinker.wins()]
    done = program.python("-c", THOUGHT, STRANDLINE_RULES="python")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == json.loads(json.dumps(found))
