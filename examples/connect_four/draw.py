"""The board as SVG: shapes and classes only; style.css has the colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from connect_four.notation import NAMES
from connect_four.rules import CELL, COLOURS, COLUMNS, ROWS, four_through
from connect_four.words import column_in_words
from strandline.engine.contract import NOBODY
from strandline.engine.elements import tag, text, title

if TYPE_CHECKING:
    from connect_four.rules import State
    from strandline.engine.texts import Texts

SIZE = 80  # of a cell
LEFT, TOP = 40, 30  # the corner of the board
WIDTH, HEIGHT = COLUMNS * SIZE, ROWS * SIZE
# Colour is never alone: a ring is red, a cross is yellow, in grey as well.
EMBLEM = ("M-11 0A11 11 0 1 0 11 0A11 11 0 1 0-11 0z", "M-11-11L11 11M-11 11L11-11")


def frame(state: State, seat: int) -> tuple[float, float, float, float]:  # noqa: ARG001
    """Give the viewBox: the board, with its legs below."""
    return (0, 0, WIDTH + 2 * LEFT, HEIGHT + TOP + 70)


def centre(column: int, row: int) -> tuple[int, int]:
    """Where is the middle of a cell? Rows count from the bottom."""
    return LEFT + SIZE * column + SIZE // 2, TOP + HEIGHT - SIZE * row - SIZE // 2


def board(state: State, texts: Texts, seat: int) -> str:  # noqa: ARG001
    """Draw the upright board with its holes and the names of its columns."""
    left, top, width, height = frame(state, seat)
    parts = [tag("rect", x=left, y=top, width=width, height=height, class_="sl-paper")]
    parts += [tag("rect", x=x, y=TOP, width=24, height=HEIGHT + 50, rx=8, class_="leg") for x in (20, WIDTH + 36)]
    parts += [tag("rect", x=LEFT - 8, y=TOP - 8, width=WIDTH + 16, height=HEIGHT + 16, rx=24, class_="wall")]
    for column in range(COLUMNS):
        for x, y in (centre(column, row) for row in range(ROWS)):
            parts.append(tag("circle", cx=x, cy=y, r=32, class_="hole"))
        parts.append(text(NAMES[column], x=centre(column, 0)[0], y=TOP + HEIGHT + 42, class_="name"))
    return "".join(parts)


def pieces(state: State, texts: Texts, last: int, seat: int) -> dict[str, str]:  # noqa: ARG001
    """Draw the columns with their discs, each a part of its own: a browser is sent only the parts that change."""
    return {NAMES[column]: target(state, column, texts, last) for column in range(COLUMNS)}


def target(state: State, column: int, texts: Texts, last: int) -> str:
    """Draw a column: what can be pointed at, with its discs and its spoken name."""
    spoken = column_in_words(state, column, texts)
    discs = [disc(state, column, row) for row in range(state.height[column])]
    if column == last:
        x, y = centre(column, int(state.height[column]) - 1)
        discs.append(tag("circle", cx=x, cy=y, r=34, class_="trace"))
    halo = tag("rect", x=LEFT + SIZE * column + 3, y=TOP, width=SIZE - 6, height=HEIGHT, rx=18, class_="halo")
    return tag("g", title(spoken), *discs, halo, class_="target", data_target=NAMES[column], aria_label=spoken)


def disc(state: State, column: int, row: int) -> str:
    """Draw a disc: edge, face and emblem; those of a line of four stand out (C-E1)."""
    cell = int(CELL[column, row])
    colour = int(state.disc[cell])
    x, y = centre(column, row)
    four = " four" if state.winner != NOBODY and four_through(state, cell) else ""
    return tag(
        "g",
        tag("circle", cx=x, cy=y, r=31, class_="edge"),
        tag("circle", cx=x, cy=y - 2, r=26, class_="face"),
        tag("path", d=EMBLEM[colour], transform=f"translate({x} {y - 2})", class_="emblem"),
        class_=f"disc {COLOURS[colour]}{four}",
        data_key=f"{NAMES[column]}{row + 1}",
    )
