"""The drawings for wide windows and for those as wide as high: all can be read and pointed at, nothing lies outside."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from beach_drawing import LETTERS, SLUG, Measure, played, positions, seen, size_of, smallest

import strandline as sl
from strandline.engine.game import SQUARE, WIDE
from strandline.games.day_at_the_beach.rules.tables import Move

SHAPES = pytest.mark.parametrize("shape", [WIDE, SQUARE])
SEATS = pytest.mark.parametrize("seats", [2, 3, 4, 5])
POINTED = 28.0  # what a mouse needs


@SHAPES
@SEATS
def test_everything_written_can_be_read(shape: str, seats: int) -> None:
    for state, seat in positions(seats, 29):
        for drawn in seen(state, seat, shape):
            if drawn.element.tag == "text" and "up-close" not in drawn.around:
                assert size_of(drawn) >= LETTERS - 0.01, (drawn.element.attrib, drawn.element.text)


@SHAPES
@SEATS
def test_every_move_can_be_pointed_at(shape: str, seats: int) -> None:
    for state, seat in positions(seats, 19):
        if state.turn >= 0 and seat == state.turn:
            assert smallest(state, shape) >= POINTED


@SHAPES
@SEATS
def test_nothing_lies_outside_of_the_drawing(shape: str, seats: int) -> None:
    drawing = sl.game(SLUG).drawings[shape]
    for state, seat in positions(seats, 29):
        _, _, width, height = drawing.frame(state, seat)
        for drawn in seen(state, seat, shape):
            box = drawn.box()
            if box is not None and not drawn.around & {"ghost", "sl-paper"}:
                assert min(box[:2]) >= -1, drawn
                assert box[2] <= width + 1, drawn
                assert box[3] <= height + 1, drawn


@SHAPES
@SEATS
def test_panels_fill_the_drawing_and_do_not_overlap(shape: str, seats: int) -> None:
    state: Any = played(seats, "greedy").state
    cards = [box for drawn in seen(state, 0, shape) if drawn.element.get("class") == "card" and (box := drawn.box())]
    assert len(cards) == seats + 2
    assert not any(overlap(one, other) for one, other in combinations(cards, 2))
    _, _, width, height = sl.game(SLUG).drawings[shape].frame(state, 0)
    assert sum((box[2] - box[0]) * (box[3] - box[1]) for box in cards) > 0.95 * width * height


def overlap(one: Measure, other: Measure) -> bool:
    """Do two boxes have more than a side in common?"""
    return all(max(one[k], other[k]) < min(one[k + 2], other[k + 2]) for k in range(2))


@SHAPES
def test_the_own_beach_is_the_largest_panel(shape: str) -> None:
    match = played(3, "greedy")
    states: Any = map(match.state_at, range(match.count))
    state = next(state for state in states if state.turn >= 0 and state.due == Move.LAY)
    bays = [
        box for drawn in seen(state, state.turn, shape) if drawn.element.get("class") == "bay" and (box := drawn.box())
    ]
    own, *others = ((box[2] - box[0]) * (box[3] - box[1]) for box in bays)
    assert own > 2 * max(others)


@SHAPES
@SEATS
def test_the_others_cards_enlarge(shape: str, seats: int) -> None:
    state: Any = played(seats, "greedy").state
    enlarged = [int(name) for drawn in seen(state, 1, shape) if (name := drawn.element.get("data-enlarge"))]
    assert sorted(enlarged) == [seat for seat in range(seats) if seat != 1]
