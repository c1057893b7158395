"""The drawings of High Tide (Henn) for square and flat windows, and how large texts are there and in wide ones."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING, Any

import pytest
from test_henn_tall import SIZES, TABLES, box_of, positions, scaled

import strandline as sl
from strandline.engine.game import FLAT, SQUARE, WIDE

if TYPE_CHECKING:
    from collections.abc import Iterator

GAME = sl.game("high-tide-henn")
IN_SQUARE = SIZES | {
    frozenset([name]): float(size)
    for name, size in re.findall(r":has\(\.square\) \.([\w-]+) \{ font-size: ([\d.]+)px", GAME.style)
}
SHOWN = {WIDE: 564 / 800, SQUARE: 612 / 987}  # pixels for each unit, at 1280 x 720 and at 1024 x 768 with everything


def layers(state: Any, shape: str) -> ET.Element:
    """Draw a position, everything in it."""
    drawing, texts = GAME.drawings[shape], GAME.texts("de")
    parts = drawing.pieces(state, texts, -1, sl.NOBODY) | {"ghosts": drawing.ghosts(state, texts, sl.NOBODY)}
    return ET.fromstring(f"<svg>{drawing.board(state, texts, sl.NOBODY)}{''.join(parts.values())}</svg>")


def texts_in(state: Any, shape: str) -> Iterator[tuple[ET.Element, float]]:
    """Give each text, and how large it is shown."""
    sizes = IN_SQUARE if shape == SQUARE else SIZES
    for element, (scale, _, _) in scaled(layers(state, shape)):
        if element.tag == "text":
            own = set((element.get("class") or "").split())
            fitting = [(len(classes), index) for index, classes in enumerate(sizes) if classes <= own]
            yield element, list(sizes.values())[max(fitting)[1]] * scale * SHOWN[shape]


@pytest.mark.parametrize("table", TABLES, ids=str)
@pytest.mark.parametrize("shape", [WIDE, SQUARE])
def test_every_text_can_be_read(shape: str, table: tuple[int, dict[str, Any]]) -> None:
    for state in positions(table):
        for element, size in texts_in(state, shape):
            assert size >= 11.95, ET.tostring(element)


@pytest.mark.parametrize("table", TABLES, ids=str)
@pytest.mark.parametrize("shape", [SQUARE, FLAT])
def test_everything_is_in_the_frame(shape: str, table: tuple[int, dict[str, Any]]) -> None:
    for state in positions(table):
        _, _, width, height = GAME.drawings[shape].frame(state, sl.NOBODY)
        for element, (scale, x, y) in scaled(layers(state, shape)):
            if element.tag in {"rect", "circle"} and scale == 1 and not (x or y):
                left, top, right, bottom = box_of(element)
                assert 0 <= left < right <= width, ET.tostring(element)
                assert 0 <= top < bottom <= height, ET.tostring(element)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_same_can_be_pointed_at_as_in_a_wide_window(table: tuple[int, dict[str, Any]]) -> None:
    for state in positions(table):
        for name in ("data-target", "data-key", "data-ghost"):
            found = [{part.get(name) for part in layers(state, shape).iter()} for shape in (SQUARE, WIDE)]
            assert found[0] == found[1]


def test_players_stand_below_the_beaches_whatever_they_have() -> None:
    for seats, options in TABLES:
        state = sl.new("high-tide-henn", seats=seats, seed=1, options=options).state
        drawn = layers(state, SQUARE)
        names = [float(part.get("y", 0)) for part in drawn.iter("text") if part.get("data-name")]
        assert len(names) == seats
        assert min(names) > 784
