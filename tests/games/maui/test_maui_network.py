"""What the network is shown of Maui, and when it is asked."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import strandline as sl
from strandline.bots import levels
from strandline.bots.search import in_the_same_time, loaded_network, network_for, weights_for
from strandline.engine.chance import below, seeded
from strandline.engine.contract import CHANCE, OVER
from strandline.engine.row import copy_of
from strandline.games.maui.components import PLAYERS
from strandline.games.maui.network import MOST, ROOM, features
from strandline.games.maui.network.features import (
    BETWEEN,
    EDGES,
    FEATURES,
    GAINS,
    LEFT,
    LOSSES,
    LOST,
    LYING,
    MARKERS,
    PAYS,
    PENDING,
    SECOND_HALF,
    STAGES,
    STEPS_OF_TRACK,
    SUITS,
    TOWELS,
    best_top,
    mean_crab,
)
from strandline.games.maui.rules import State
from strandline.games.maui.rules.beach import crab_row
from strandline.games.maui.rules.score import crab_points
from strandline.games.maui.rules.tables import COLUMNS, FIRST_TOP, FRAME_STEP, ROWS, TOPS, Phase

if TYPE_CHECKING:
    from conftest import Program

BY_SEAT = {name for name, (width, *_) in (State.dtype.fields or {}).items() if width.shape[:1] == (PLAYERS,)}
MAUI = sl.game("maui")
VARIANTS = ("base", "crabs", "long")
every_variant = pytest.mark.parametrize("variant", VARIANTS)


def listed(state: Any, seat: int) -> list[int]:
    """List the features of a seat."""
    into = np.zeros(ROOM, np.int32)
    return [int(feature) for feature in into[: features(state, seat, into)]]


def of_kind(found: list[int], kind: int, count: int) -> list[int]:
    """List those of one kind, counted from where it begins."""
    return [feature - kind for feature in found if kind <= feature < kind + count]


def positions(seats: int, seed: int, **options: Any) -> list[Any]:
    """Play a match by lot and list its positions from the first turn on, those before chance included."""
    state, dice, into = MAUI.start(seats, MAUI.options(options)), seeded(seed), MAUI.buffer()
    found: list[Any] = []
    while state.turn != OVER:
        drawn = state.turn == CHANCE
        move = MAUI.rules.sample(state, dice) if drawn else into[below(dice, MAUI.rules.moves(state, into))]
        state = MAUI.after(state, int(move))
        found += [state] * (len(found) > 0 or state.turn >= 0)
    return found[:-1]


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


@every_variant
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_seat_is_shown_the_same_wherever_it_sits(seats: int, variant: str) -> None:
    for state in positions(seats, seed=seats, variant=variant):
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


# Crabs, and the long game


def test_the_base_game_is_shown_without_what_the_variants_add() -> None:
    for state in positions(3, seed=3):
        assert max(max(listed(state, seat)) for seat in range(3)) < LOST


def test_a_crab_under_the_tile_in_hand_is_shown_on_it() -> None:
    """On the pattern that covers it nothing can be matched, and what it costs on average is lost (M-C2, M-C4)."""
    covered = 0
    for state in (state for seed in range(3) for state in positions(2, seed, variant="crabs")):
        if state.phase == Phase.LAY:
            mover, top, row = int(state.mover), int(best_top(state)), int(crab_row(state))
            found = listed(state, mover)
            rows = {edge // SUITS + 1 for edge in of_kind(found, EDGES, PAYS - EDGES)}
            crab = top <= row < top + 3
            assert rows == {spot for spot in range(top, top + 3) if 1 <= spot <= ROWS} - {row}
            loss = state.forfeited[mover] + crab_points(state, mover) + 3 - len(rows | {row} if crab else rows)
            assert of_kind(found, LOST, LOSSES * STAGES)[0] // STAGES == loss + crab * mean_crab(state, mover)
            assert of_kind(found, LYING, BETWEEN - LYING) == [(state.laid[mover] + 1) * TOPS + top - FIRST_TOP]
            covered += crab
    assert covered > 5


def test_a_crab_that_comes_up_now_costs_what_the_unseen_ones_do_on_average() -> None:
    turned_up = [state for state in positions(2, seed=2, variant="crabs") if state.phase == Phase.CRAB]
    assert turned_up
    for state in turned_up:
        seat = int(state.mover)
        loss = state.forfeited[seat] + crab_points(state, seat) + mean_crab(state, seat)
        assert of_kind(listed(state, seat), LOST, LOSSES * STAGES)[0] // STAGES == loss
    last: Any = turned_up[-1]
    last.unseen[last.mover] = (2, 0, 1)
    assert mean_crab(last, last.mover) == 3, "8 / 3"
    last.unseen[last.mover] = 0
    assert mean_crab(last, last.mover) == 0


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_second_half_is_shown_by_features_of_its_own_from_halftime_on(seats: int) -> None:
    halves = set()
    for state in positions(seats, seed=seats, variant="long"):
        for seat in range(seats):
            found = listed(state, seat)
            second = bool(state.crab_side or state.phase == Phase.HALFTIME)
            assert {feature >= SECOND_HALF for feature in found} == {second}
            waiting = state.phase == Phase.HALFTIME or state.phase < Phase.TURN
            assert (BETWEEN + SECOND_HALF in found) == waiting
            halves.add((second, waiting))
    assert halves == {(False, False), (True, True), (True, False)}


def test_between_the_halves_only_what_is_kept_is_shown() -> None:
    """Markers, pearls, dollars, towel tokens and penalties, while market and docks are dealt (M-L3)."""
    played = positions(2, seed=1, variant="long")
    between = [state for state in played if state.phase == Phase.HALFTIME or state.phase < Phase.TURN]
    assert len(between) > 8
    for seat in range(2):
        assert len({tuple(listed(state, seat)) for state in between}) == 1


# When it is asked


@every_variant
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_variant_has_its_own_network_for_the_box_as_it_was_delivered(
    variant: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = sl.new("maui", seats=seats, seed=1, options={"variant": variant}).state
    name = f"{seats}" if variant == "base" else f"{seats}-{variant}"
    assert weights_for(MAUI, state) == name
    network = network_for(MAUI, state)
    assert network is not None
    assert network is loaded_network(MAUI.folder / "network" / f"{name}.npz")
    assert len(network.first) == FEATURES
    monkeypatch.setitem(vars(MAUI), "corrected", {"penalty": {"value": -2}})
    assert network_for(MAUI, state) is None


def test_both_halves_of_a_long_game_ask_the_same_network() -> None:
    assert {weights_for(MAUI, state) for state in positions(2, seed=1, variant="long")} == {"2-long"}


def test_the_highest_level_asks_it_and_those_below_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "simulations_of", lambda *_: 50)
    monkeypatch.setattr(levels, "CACHE", levels.ThinkerCache())
    for variant in (*VARIANTS, "base"):
        view = sl.new("maui", seed=1, options={"variant": variant}).state
        for level in ("tide", "lifeguard"):
            levels.searched_move(MAUI, view, seeded(1), level)
            thinker = levels.cached_thinker(MAUI, level, int(view.turn), 1)
            assert thinker.network is (network_for(MAUI, view) if level == "tide" else None)
            assert thinker.searches[0].settings.learned == 2 * (level == "tide")


def test_how_many_simulations_take_as_long_with_it_is_said_by_seats_or_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    two, four = (sl.new("maui", seats=seats, seed=1).state for seats in (2, 4))
    network = network_for(MAUI, two)
    assert in_the_same_time(MAUI, two, network, 1000) < 1000 < in_the_same_time(MAUI, four, network, 1000)
    assert in_the_same_time(MAUI, four, None, 1000) == 1000
    for pace, found in ((50, 500), ({2: 50}, 1000)):
        monkeypatch.setattr(MAUI.network, "PACE", pace)
        assert in_the_same_time(MAUI, four, network, 1000) == found


THOUGHT = """
import json
import sys
import strandline as sl
from strandline.bots.search import Thinker, network_for
from strandline.engine.chance import seeded
match = sl.new("maui", seed=4, options={"variant": sys.argv[1]})
while match.state.laid.max() < int(sys.argv[2]):
    match.play(match.legal_numbers()[-1])
thinker = Thinker(match.game)
thinker.network = network_for(match.game, match.state)
print(json.dumps([thinker.think(match.state, seeded(1), 60), thinker.wins()]))
"""


@pytest.mark.parametrize(("variant", "laid"), [("base", 0), ("crabs", 1), ("long", 0), ("long", COLUMNS)])
def test_uncompiled_it_values_the_same(program: Program, variant: str, laid: int) -> None:
    """In the long game also where the first half is about to end."""
    asked = ("-c", THOUGHT, variant, str(laid))
    compiled, uncompiled = program.python(*asked), program.python(*asked, STRANDLINE_RULES="python")
    assert compiled.returncode == uncompiled.returncode == 0, compiled.stderr + uncompiled.stderr
    assert json.loads(compiled.stdout) == json.loads(uncompiled.stdout)
