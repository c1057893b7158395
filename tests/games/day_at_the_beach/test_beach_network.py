"""What the network is shown of A Day at the Beach, and when it is asked."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from beach_boards import CROSS, LINE, PLACES, ROUNDS, SEATS, SINGLES, at, covered, market, single, wide

import strandline as sl
from strandline.bots import levels
from strandline.bots.search import Thinker, network_for
from strandline.engine.chance import below, seeded
from strandline.engine.contract import OVER
from strandline.engine.network import load
from strandline.engine.row import copy_of, to_bytes
from strandline.games.day_at_the_beach import evaluate
from strandline.games.day_at_the_beach.network import FEATURES, MOST, ROOM, features
from strandline.games.day_at_the_beach.network.features import (
    BEST,
    CELLS,
    COUNT,
    COUNTS,
    KINDS_OF_CELL,
    LEFT,
    LINES,
    OFFERS,
    PENDING,
    POINTS_BEYOND,
    SETS,
    STAGES,
    STEP,
    STEPS,
    THREE,
    THREE_HOPED,
    WORTHS,
    kind_of_cell,
    still_to_lay,
)
from strandline.games.day_at_the_beach.network.features import SEATS as MOST_SEATS
from strandline.games.day_at_the_beach.network.thought import LINE_END, best_place, follow_lines, lay_in_thought, spread
from strandline.games.day_at_the_beach.rules import State
from strandline.games.day_at_the_beach.rules.score import total, water_points
from strandline.games.day_at_the_beach.rules.tables import EMPTY, GROUND, LOWEST, QUARTER, SANDS, Move, X, Y

if TYPE_CHECKING:
    from conftest import Program

BEACH = sl.game("day-at-the-beach")
BY_SEAT = {name for name, (width, *_) in (State.dtype.fields or {}).items() if width.shape[:1] == (MOST_SEATS,)}
MIRRORED_CORNER = (1, 0, 3, 2)

at_every_table = pytest.mark.parametrize("seats", SEATS)


def listed(state: Any, seat: int, before: int = 0) -> list[int]:
    """List the features of a seat, by a room where these numbers lay before."""
    into = np.full(ROOM, before, np.int32)
    return [int(feature) for feature in into[: features(state, seat, into)]]


def of_kind(found: list[int], kind: int, count: int) -> list[int]:
    """List those of one kind, counted from where it begins, whatever the stage of the match."""
    return [(feature - kind) // STAGES for feature in found if kind <= feature < kind + count * STAGES]


@cache
def positions(seats: int, seed: int) -> list[Any]:
    """Play a match by what looks best, now and then by lot, and list its positions, those before chance included."""
    match, dice = sl.new(BEACH.slug, seats=seats, seed=seed), seeded(seed)
    found: list[Any] = []
    while not match.over:
        legal = match.legal_numbers()
        drawn = [legal[below(dice, len(legal))] for _ in range(1 if below(dice, 5) == 0 else 12)]
        ways = [(BEACH.after(match.state, move), move) for move in drawn]
        after, move = max(ways, key=lambda way: int(BEACH.evaluate.evaluate(way[0], match.turn)))
        found += [copy_of(match.state), after]
        match.play(move)
    return [state for state in found if state.turn != OVER]


def in_thought(state: Any, seat: int) -> tuple[Any, int]:
    """Spread a beach out; how many tiles has it?"""
    into = np.zeros(ROOM, np.int32)
    return into, int(spread(state, seat, into))


def lays(state: Any) -> set[tuple[int, int]]:
    """List where the tile in hand may be laid, and turned how."""
    into = BEACH.buffer()
    return {(1 + int(move) // 4, int(move) % 4) for move in into[: BEACH.rules.moves(state, into)]}


# Whatever happens in a match


@at_every_table
def test_features_are_few_and_known_and_looking_changes_nothing(seats: int) -> None:
    for state in positions(seats, seed=seats):
        before = to_bytes(state)
        for seat in range(seats):
            found = listed(state, seat)
            assert 0 < len(found) <= MOST
            assert all(0 <= feature < FEATURES for feature in found)
            assert found == listed(state, seat, before=77), "what lay in the room does not matter"
        assert to_bytes(state) == before


@at_every_table
def test_nothing_behind_the_room_is_written(seats: int) -> None:
    into = np.full(ROOM + 50, -9, np.int32)
    for state in positions(seats, seed=seats)[::3]:
        features(state, 0, into)
        assert (into[ROOM:] == -9).all()


def moved_on(state: Any) -> Any:
    """Seat everybody one seat further."""
    seats, after = int(state.seats), copy_of(state)
    for name in BY_SEAT:
        for seat in range(seats):
            after[name][(seat + 1) % seats] = state[name][seat]
    for name in ("turn", "seat"):
        if state[name] >= 0:
            after[name] = (state[name] + 1) % seats
    return after


@at_every_table
def test_a_seat_is_shown_the_same_wherever_it_sits(seats: int) -> None:
    for state in positions(seats, seed=seats):
        if state.seat >= 0:
            for seat in range(seats):
                assert listed(state, seat) == listed(moved_on(state), (seat + 1) % seats)


def mirrored(state: Any, seat: int) -> Any:
    """Lay a beach with its east in the west."""
    after = copy_of(state)
    there = [GROUND.cell(-int(x), int(y)) for x, y in zip(X, Y, strict=True)]
    for slot in range(state.laid[seat]):
        tile, side = int(state.tile[seat, slot]), int(state.side[seat, slot])
        wanted = QUARTER[tile, side][list(MIRRORED_CORNER)]
        turns = [turn for turn in range(4) if (QUARTER[tile, turn] == wanted).all()]
        after.cell[seat, slot] = there[state.cell[seat, slot]]
        after.side[seat, slot] = LOWEST[tile, turns[0]]
    opens, placed = int(state.opens[seat]), int(state.placed[seat])
    after.open[seat, :opens] = sorted(there[cell] for cell in state.open[seat, :opens])
    after.point[seat, :placed] = [there[point] for point in state.point[seat, :placed]]
    return after


@at_every_table
def test_a_beach_is_shown_the_same_with_east_in_the_west(seats: int) -> None:
    """But for a tile in hand: of two places that promise as much it lies on one."""
    for state in positions(seats, seed=seats):
        for seat in range(seats):
            if seat != state.seat or state.due == Move.TAKE:
                assert Counter(listed(state, seat)) == Counter(listed(mirrored(state, seat), seat))


def test_nothing_is_secret_and_what_is_not_turned_up_is_drawn_only_then() -> None:
    """So there is nothing that features could give away: who plays on by other dice is shown the same until then."""
    assert BEACH.view is None
    state = positions(2, seed=2)[20]
    one, other = (sl.at(BEACH.slug, BEACH.notation.position(state), seed=seed) for seed in (1, 2))
    assert to_bytes(one.state) == to_bytes(other.state)
    assert listed(one.state, 0) == listed(other.state, 0)
    decks = copy_of(state)
    decks.left[:] = 0
    assert [listed(decks, seat) for seat in (0, 1)] == [listed(state, seat) for seat in (0, 1)]


# What features say


def waters(state: Any, seat: int) -> int:
    """How many waters lie on a beach?"""
    into, laid = in_thought(state, seat)
    return int(follow_lines(into, laid)[0])


def taken(state: Any) -> int:
    """How many tiles of sand have been taken from the grid?"""
    on_beaches = sum(int(state.laid[seat]) - 1 - waters(state, seat) for seat in range(state.seats))
    return on_beaches + int(0 <= state.hand < SANDS)


@at_every_table
def test_how_much_sand_a_seat_still_takes_and_who_is_before_it(seats: int) -> None:
    """B-R2, B-R4: by what came of it in the match; who is before it in the round, also if that ends first."""
    played = [state for state in positions(seats, seed=seats) if state.seat >= 0]
    takers = {taken(state): int(state.seat) for state in played if state.turn >= 0 and state.due == Move.TAKE}
    assert sorted(takers) == list(range(ROUNDS[seats] * len(PLACES)))
    for state in played:
        to_come = [takers[number] for number in range(taken(state), len(takers))]
        this_round = to_come[: len(PLACES) - taken(state) % len(PLACES)]
        for seat in range(seats):
            left, wait = still_to_lay(state, seat)
            assert left == to_come.count(seat)
            assert LEFT + left * MOST_SEATS + wait in listed(state, seat)
            assert 0 <= wait < seats
            if seat in this_round:
                assert wait == this_round.index(seat)


@at_every_table
def test_points_lines_and_open_cells_are_those_of_the_rules(seats: int) -> None:
    """B-E1 to B-E3, where nothing is in hand."""
    scored = 0
    for state in positions(seats, seed=seats):
        for seat in range(seats):
            into, laid = in_thought(state, seat)
            lines, points = follow_lines(into, laid)
            assert points == water_points(state, seat)
            scored += points
            if seat != state.seat or state.due == Move.TAKE:
                found = listed(state, seat)
                (steps,), (beyond,) = of_kind(found, 0, STEPS), of_kind(found, POINTS_BEYOND, STEP)
                assert min(STEP * steps, STEP * (STEPS - 1)) + beyond == total(state, seat)
                assert len(of_kind(found, LINES, (FEATURES - LINES) // STAGES)) == lines
                assert len([feature for feature in found if CELLS <= feature < LINES]) == state.opens[seat]
    assert scored > 0


@at_every_table
def test_the_tile_in_hand_lies_where_it_may_and_promises_most(seats: int) -> None:
    """B-T2, B-T3, B-T4, B-T8: as `evaluate` says by the rules."""
    looked = Counter[bool]()
    for state in positions(seats, seed=seats):
        if state.hand != EMPTY and state.turn >= 0:
            seat = int(state.seat)
            into, laid = in_thought(state, seat)
            lines, _ = follow_lines(into, laid)
            promised, cell, turn = best_place(state, seat, int(state.hand), lines, into)
            assert (cell, turn) in lays(state)
            assert max(0, promised) == evaluate.best_place(state, seat)
            assert lay_in_thought(state, seat, laid, into) == laid + 1
            after: Any = BEACH.after(state, Move.LAY + 4 * (cell - 1) + turn)
            assert follow_lines(into, laid + 1)[1] == water_points(after, seat)
            shown = [feature for feature in listed(state, seat) if CELLS <= feature < LINES]
            assert len(shown) == after.opens[seat]
            looked[bool(state.due == Move.LAY and state.waits)] += 1
    assert looked[False] > 20


def test_the_best_of_the_open_waters_is_shown_where_one_is_to_come() -> None:
    """B-W1."""
    looked = 0
    for state in (state for seats in SEATS for state in positions(seats, seed=seats)):
        if state.due == Move.WATER and state.turn >= 0:
            seat = int(state.seat)
            values = {}
            for place, water in enumerate(state.water_open.tolist()):
                if water != EMPTY:
                    after: Any = BEACH.after(state, Move.WATER + place)
                    values[water] = evaluate.best_place(after, seat)
            into, laid = in_thought(state, seat)
            assert lay_in_thought(state, seat, laid, into) == laid + 1
            lines, _ = follow_lines(into, laid + 1)
            assert lines == waters(state, seat) + 1
            looked += max(values.values()) > 0
    assert looked > 3


# Beaches by hand


def test_a_line_runs_inland_up_to_the_first_gap() -> None:
    """B-E2: two tiles with two elements each, the entrance with none, and nothing behind it."""
    beach = covered(e2=single(4), e3="water castle+shell+crab east")
    match = at(p1=beach)
    into, laid = in_thought(match.state, 0)
    lines, points = follow_lines(into, laid)
    assert (lines, points) == (1, 4)
    assert match.sheet()[0]["water"] == 4
    end = int(into[LINE_END])
    assert (X[end], Y[end]) == (-1, 0), "behind the entrance"


def test_a_line_that_can_go_on_shows_what_the_grid_would_bring() -> None:
    match = at(p1=covered(e2=single(4), e3="water castle+shell+crab east"), grid={"a1": SINGLES[5]})
    assert of_kind(listed(match.state, 0), LINES, 5) == [1], "a shell"
    assert of_kind(listed(match.state, 1), LINES, 5) == []


def test_a_line_that_ends_at_water_is_shown_as_ended() -> None:
    """B-T3: nothing ever lies at a water side."""
    match = at(p1=wide(e2="water castle+shell+crab east", w2="water palm+ball+crab west"))
    assert of_kind(listed(match.state, 0), LINES, 5) == [4, 4]


def test_sets_offers_and_patterns_are_counted() -> None:
    match = at(
        p1=covered(), umbrellas=market("green/palm+palm", "red/palm+ball", "red/crab+crab", top="blue/palm+crab")
    )
    mine, theirs = (listed(match.state, seat) for seat in (0, 1))
    assert sorted(of_kind(mine, SETS, 7)) == [0, 0, 0, 1]
    assert sorted(of_kind(theirs, SETS, 7)) == [0, 0, 0, 0]
    assert sorted(of_kind(mine, OFFERS, 7)) == [0, 0, 1]
    assert sorted(of_kind(theirs, OFFERS, 7)) == [0, 0, 0]
    assert of_kind(mine, PENDING, WORTHS) == [], "an umbrella lies there"
    assert of_kind(theirs, COUNT, COUNTS) == [2], "the quarters of the entrance"


def test_a_pattern_that_lacks_one_quarter_shows_what_an_umbrella_would_bring() -> None:
    """Two palms, two castles, a ball, a shell; a new colour brings water, taken for 6 points, and two shells 4."""
    beach = {"beach": {"n1": single(0, "se"), "e1": single(2, "nw")}}
    shown = market("red/shell+shell", "blue/crab+crab", "yellow/starfish+starfish", top="blue/palm+crab")
    found = listed(at(p1=beach, umbrellas=shown).state, 0)
    assert of_kind(found, COUNT + 2 * COUNTS * STAGES, COUNTS) == [1]
    assert of_kind(found, THREE, WORTHS) == [6], "by what lies there"
    assert of_kind(found, THREE_HOPED, WORTHS) == of_kind(found, BEST, WORTHS) == [10], "if a shell comes"


def test_every_kind_of_open_cell_has_one_number() -> None:
    """Eight ways to turn and mirror a cell, five promises of each corner: Burnside counts 120."""
    assert len(KINDS_OF_CELL) == 120
    assert [kind_of_cell(kind) for kind in KINDS_OF_CELL] == KINDS_OF_CELL


# When it is asked


def test_the_network_is_asked_where_lines_run_inland(monkeypatch: pytest.MonkeyPatch) -> None:
    """B-E2, not B-E6; and with the box as it was delivered."""
    inland, line, cross = (sl.new(BEACH.slug, seed=1, options=options).state for options in ({}, LINE, CROSS))
    assert network_for(BEACH, inland) is network_for(BEACH, inland) is not None
    assert network_for(BEACH, line) is network_for(BEACH, cross) is None
    monkeypatch.setitem(vars(BEACH), "corrected", {"water": {"points_per_element": 2}})
    assert network_for(BEACH, inland) is None


@at_every_table
def test_there_are_weights_for_every_table(seats: int) -> None:
    file = BEACH.folder / "network" / f"{seats}.npz"
    assert file.stat().st_size < 1_000_000
    assert len(load(file).first) == FEATURES


def test_the_highest_level_asks_it_and_those_below_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "simulations_of", lambda *_: 20)
    monkeypatch.setattr(levels, "CACHE", levels.ThinkerCache())
    for options in ({}, CROSS, {}):
        view = sl.new(BEACH.slug, seed=1, options=options).state
        for level in ("tide", "lifeguard"):
            levels.searched_move(BEACH, view, seeded(1), level)
            thinker = levels.cached_thinker(BEACH, level, int(view.turn), 1)
            assert (thinker.network is not None) == (level == "tide" and not options)
            assert thinker.searches[0].settings.learned == 3 * (thinker.network is not None)


THOUGHT = """
import json
import numpy as np
import strandline as sl
from strandline.bots.search import Thinker, network_for
from strandline.engine.chance import seeded
match = sl.new("day-at-the-beach", seed=4)
match.play(match.legal()[0])
thinker = Thinker(match.game)
thinker.network = network_for(match.game, match.state)
into = np.zeros(match.game.network.ROOM, np.int32)
shown = [into[: match.game.network.features(match.state, seat, into)].tolist() for seat in (0, 1)]
print(json.dumps([shown, thinker.think(match.state, seeded(1), 20), thinker.wins()]))
"""


def test_uncompiled_it_is_shown_the_same_and_chooses_the_same(program: Program) -> None:
    match = sl.new(BEACH.slug, seed=4)
    match.play(match.legal()[0])
    thinker = Thinker(match.game)
    thinker.network = network_for(match.game, match.state)
    shown = [listed(match.state, seat) for seat in (0, 1)]
    found = [shown, thinker.think(match.state, seeded(1), 20), thinker.wins()]
    done = program.python("-c", THOUGHT, STRANDLINE_RULES="python")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == json.loads(json.dumps(found))
