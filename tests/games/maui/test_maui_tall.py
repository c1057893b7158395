"""Maui: the drawing for a phone held upright can be read, pointed at with a finger, and seen as a whole."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

import pytest
from maui_drawing import SMALLEST, TABLES, assert_inside, drawn, font_size, halos_in, states, texts_in

from strandline.engine.contract import NOBODY
from strandline.engine.game import TALL
from strandline.games.maui.rules.tables import Phase

FINGER = 40


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_no_text_is_too_small_to_read(table: tuple[int, dict[str, Any]]) -> None:
    for state, last in states(table):
        for text in texts_in(drawn(state, last, max(state.turn, 0), TALL)):
            assert font_size(text) >= SMALLEST, ET.tostring(text)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_whatever_a_move_is_made_with_is_as_large_as_a_finger(table: tuple[int, dict[str, Any]]) -> None:
    for state, last in states(table):
        for name, size in (halos_in(state, last, TALL) if state.turn >= 0 else {}).items():
            assert min(size) >= FINGER, name


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_everything_is_inside_the_picture(table: tuple[int, dict[str, Any]]) -> None:
    for state, last in states(table, 11):
        for seat in (NOBODY, 0, state.seats - 1):
            assert_inside(state, last, seat, TALL)


def test_the_beach_grows_for_a_tile_and_the_races_for_a_step() -> None:
    """Only for whoever makes the move: the others see market and beach all the time."""
    for phase, gone in ((Phase.TURN, False), (Phase.LAY, True), (Phase.STEP, True)):
        state, last = next(pair for pair in states(TABLES[3], 1) if pair[0].phase == phase)
        for seat in range(state.seats):
            names = {target.get("data-target") for target in drawn(state, last, seat, TALL).iter("g")}
            assert ("market.1-1" in names) != (gone and seat == state.turn)


def test_a_token_can_be_laid_from_the_side_that_it_lies_on() -> None:
    """With one token in hand or two, the tile in hand has a place for each token beside each of its patterns."""
    found = set()
    for table in TABLES:
        for state, last in states(table, 1):
            if state.phase != Phase.LAY:
                continue
            held = sum(where == 0 for where in state.towel.tolist()[state.turn])
            if held in found:
                continue
            found.add(held)
            targets = [target.get("data-target", "") for target in drawn(state, last, state.turn, TALL).iter("g")]
            assert sum(name.startswith("token.") for name in targets) == 3 * held
    assert found >= {0, 1}
