"""Maui: the drawings for wide windows and for square ones can be read, pointed at, and seen as a whole."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from itertools import combinations
from typing import Any

import pytest
from maui_drawing import GAME, SMALLEST, TABLES, assert_inside, box_of, drawn, font_size, halos_in, states, texts_in

from strandline.engine.contract import NOBODY
from strandline.engine.game import SQUARE, WIDE
from strandline.games.maui.rules.tables import Phase

POINTED = 24  # what a mouse needs
every_table = pytest.mark.parametrize("table", TABLES, ids=str)
both_shapes = pytest.mark.parametrize("shape", [WIDE, SQUARE])


@both_shapes
@every_table
def test_no_text_is_too_small_to_read(shape: str, table: tuple[int, dict[str, Any]]) -> None:
    for state, last in states(table, 19):
        for text in texts_in(drawn(state, last, max(state.turn, 0), shape)):
            assert font_size(text) >= SMALLEST, ET.tostring(text)


@both_shapes
@every_table
def test_everything_is_inside_the_picture_and_can_be_pointed_at(shape: str, table: tuple[int, dict[str, Any]]) -> None:
    for state, last in states(table, 19):
        assert_inside(state, last, NOBODY, shape)
        for name, size in (halos_in(state, last, shape) if state.turn >= 0 else {}).items():
            assert min(size) >= POINTED, name


@both_shapes
@every_table
def test_panels_do_not_overlap_and_leave_nothing_unused(shape: str, table: tuple[int, dict[str, Any]]) -> None:
    state, last = states(table)[-1]
    seen = drawn(state, last, 0, shape)
    panels = [box_of(rect) for rect in seen.iter("rect") if rect.get("class") in {"card", "rack", "rim"}]
    assert len(panels) == state.seats + 5  # players, races, hand, two stalls, the beach
    for one, other in combinations(panels, 2):
        assert any(max(one[k], other[k]) >= min(one[k + 2], other[k + 2]) - 0.01 for k in range(2)), (one, other)
    _, _, wide, high = GAME.drawings[shape].frame(state, 0)
    assert sum((box[2] - box[0]) * (box[3] - box[1]) for box in panels) > 0.94 * wide * high


@both_shapes
def test_the_beach_is_the_largest_panel_and_others_enlarge(shape: str) -> None:
    state, last = next(pair for pair in states(TABLES[3], 1) if pair[0].phase == Phase.LAY)
    seen = drawn(state, last, state.turn, shape)
    area = {
        rect.get("class"): max(0.0, (box := box_of(rect))[2] - box[0]) * (box[3] - box[1])
        for rect in seen.iter("rect")
        if rect.get("class") in {"rim", "rack"}
    }
    assert area["rim"] > 4 * area["rack"]
    enlarged = [int(part.get("data-enlarge", "")) for part in seen.iter("g") if part.get("data-enlarge")]
    assert sorted(enlarged) == [seat for seat in range(state.seats) if seat != state.turn]
