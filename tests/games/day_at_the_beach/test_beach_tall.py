"""The drawing for a phone held upright: all can be read, all can be pointed at, and nothing lies outside."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from beach_drawing import LETTERS, SLUG, Seen, halos, played, positions, seen, size_of, smallest, wanted

import strandline as sl
from strandline.engine.contract import OVER
from strandline.engine.game import TALL
from strandline.games.day_at_the_beach.notation.names import CELL_NAME
from strandline.games.day_at_the_beach.rules.state import open_cells, tiles_of
from strandline.games.day_at_the_beach.rules.tables import GROUND, Move, cell_and_turn

FINGER, WIDTH, HIGHEST, CELL = 40.0, 366, 560, 43.9
SEATS = pytest.mark.parametrize("seats", [2, 3, 4, 5])


def columns(state: Any) -> int:
    """Count the columns of the mover's beach with the cells around it."""
    cells = (*(cell for cell, *_ in tiles_of(state, state.seat)), *open_cells(state, state.seat))
    west, _, east, _ = GROUND.bounds(cells, 2)
    return east - west + 1


@SEATS
def test_everything_written_can_be_read_on_a_phone(seats: int) -> None:
    for state, seat in positions(seats, 11):
        for drawn in seen(state, seat, TALL):
            if drawn.element.tag == "text" and "up-close" not in drawn.around:
                assert size_of(drawn) >= LETTERS - 0.01, (drawn.element.attrib, drawn.element.text)


@SEATS
def test_every_move_can_be_pointed_at_with_a_finger(seats: int) -> None:
    """Whoever lays a tile has still larger cells."""
    for state, seat in positions(seats, 7):
        if state.turn >= 0 and seat == state.turn:
            assert smallest(state, TALL) >= FINGER
            if state.due == Move.LAY:
                cells = {name: box for name, box in halos(state, TALL).items() if name in CELL_NAME}
                assert min(box[2] - box[0] for name, box in cells.items() if name in wanted(state)) >= CELL * 0.97


def column_of(move: int) -> int:
    """Find the column where a move lays a tile."""
    return GROUND.places[cell_and_turn(move)[0]][0] if move < Move.TAKE else 0


def broad_beaches() -> list[Any]:
    """Play so that beaches become as broad as they can, and find where more columns than fit are to be seen."""
    match, found = sl.new(SLUG, seats=2, seed=2), []
    while not match.over:
        state: Any = match.state
        if state.due == Move.LAY and columns(state) > 8:
            found.append(state)
        match.play(max(match.legal_numbers(), key=column_of))
    return found[::3]


def test_a_beach_too_broad_for_a_phone_can_be_moved_so_that_every_cell_is_seen() -> None:
    """The page moves it between two bounds; as many cells as can be are in view at first."""
    found = broad_beaches()
    assert found
    for state in found:
        drawn = seen(state, state.turn, TALL)
        least, most = (float(way) for one in drawn for way in one.element.get("data-pan", "").split())
        cells = [box for name, box in halos(state, TALL).items() if name in wanted(state) & set(CELL_NAME)]
        assert min(box[0] for box in cells) + most >= 0
        assert max(box[2] for box in cells) + least <= WIDTH
        assert sum(box[0] >= 0 and box[2] <= WIDTH for box in cells) >= len(cells) * 8 // columns(state)
        arrows = [one for one in drawn if one.element.get("class") == "way"]
        assert len(arrows) == 2
        assert all(box[3] - box[1] >= FINGER for box in map(Seen.box, arrows) if box)
        assert not any("panned" in one.around for one in drawn if one.target.startswith(("umbrella", "north")))


def test_so_can_patterns_that_wait_for_umbrellas() -> None:
    match = sl.load(Path(__file__).parent / "cases" / "several-umbrellas-at-once.strand")
    states: Any = map(match.state_at, range(match.count))
    waiting = [state for state in states if state.turn >= 0 and state.due == Move.COVER]
    assert waiting
    assert min(smallest(state, TALL) for state in waiting) >= FINGER


@SEATS
def test_nothing_lies_outside_of_the_drawing(seats: int) -> None:
    drawing = sl.game(SLUG).drawings[TALL]
    for state, seat in positions(seats, 11):
        left, top, width, height = drawing.frame(state, seat)
        assert (left, top, width) == (0, 0, WIDTH)
        assert height <= HIGHEST or state.due == Move.LAY
        for drawn in seen(state, seat, TALL):
            box = drawn.box()
            if box is None or drawn.around & {"ghost", "sl-paper", "panned"}:
                continue
            assert box[0] >= -1, (drawn, box)
            assert box[1] >= -1, (drawn, box)
            assert box[2] <= width + 1, (drawn, box)
            assert box[3] <= height + 1, (drawn, box)


def test_whoever_lays_sees_a_large_beach_and_whoever_waits_the_grid() -> None:
    match = played(3, "greedy")
    states: Any = map(match.state_at, range(match.count))
    state = next(state for state in states if state.turn >= 0 and state.due == Move.LAY)
    laying = {drawn.target for drawn in seen(state, state.turn, TALL)}
    waiting = {drawn.target for drawn in seen(state, (state.turn + 1) % 3, TALL)}
    assert "north" in laying
    assert "north" not in waiting
    assert "sand deck" in waiting
    assert "sand deck" not in laying


def test_umbrellas_tell_whether_a_laying_meets_them() -> None:
    """Where a tile completes a pattern, each open umbrella has a tick or a cross."""
    match = played(3, "greedy")
    found = 0
    for count, move in enumerate(match.played):
        state: Any = match.state_at(count)
        after: Any = match.state_at(count + 1)
        if state.turn >= 0 and state.due == Move.LAY and after.due in {Move.UMBRELLA, Move.COVER}:
            path = "|".join(match.game.notation.path(move))
            drawn = match.game.drawings[TALL].ghosts(state, match.game.texts("en"), state.turn)
            ghosts = [one for one in ET.fromstring(f"<g>{drawn}</g>") if one.get("data-ghost") == path]
            ghost = ghosts[-1]  # beside those on the beach, which are in a group
            assert {use.get("href") for use in ghost} <= {"#ab-met", "#ab-unmet"}
            assert len(ghost) == sum(umbrella >= 0 for umbrella in state.umbrella_open.tolist())
            found += 1
    assert found


def test_in_the_end_the_points_are_told_by_their_parts() -> None:
    state: Any = played(2, "greedy").state
    assert state.turn == OVER
    assert any("sums" in drawn.around for drawn in seen(state, 0, TALL))
