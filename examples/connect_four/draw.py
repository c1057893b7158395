"""The board as SVG: shapes and classes only; style.css has the colours."""

from strandline.engine.contract import NOBODY
from strandline.engine.elements import piece, tag, target, text
from strandline.engine.texts import Texts

from .notation import NAMES
from .rules import CELL, COLOURS, COLUMNS, ROWS, State, four_through
from .words import column_in_words

SIDE = 80  # of a cell
LEFT, TOP = 40, 30  # the corner of the board
WIDTH, HEIGHT = COLUMNS * SIDE, ROWS * SIDE
SIZE = (WIDTH + 2 * LEFT, HEIGHT + TOP + 70)  # of the drawing: the board, with its legs below
# Colour is never alone: a ring is red, a cross is yellow, in grey as well.
EMBLEM = ("M-11 0A11 11 0 1 0 11 0A11 11 0 1 0-11 0z", "M-11-11L11 11M-11 11L11-11")


def centre(column: int, row: int) -> tuple[int, int]:
    """Find the middle of a cell; rows count from the bottom."""
    return LEFT + SIDE * column + SIDE // 2, TOP + HEIGHT - SIDE * row - SIDE // 2


def board(state: State, texts: Texts, seat: int) -> str:  # noqa: ARG001
    """Draw the upright board with its holes and the names of its columns."""
    parts = [tag("rect", width=SIZE[0], height=SIZE[1], class_="sl-paper")]
    parts += [tag("rect", x=x, y=TOP, width=24, height=HEIGHT + 50, rx=8, class_="leg") for x in (20, WIDTH + 36)]
    parts += [tag("rect", x=LEFT - 8, y=TOP - 8, width=WIDTH + 16, height=HEIGHT + 16, rx=24, class_="wall")]
    for column, name in enumerate(NAMES):
        holes = [centre(column, row) for row in range(ROWS)]
        parts += [tag("circle", cx=x, cy=y, r=32, class_="hole") for x, y in holes]
        parts.append(text(name, x=holes[0][0], y=TOP + HEIGHT + 42, class_="name"))
    return "".join(parts)


def pieces(state: State, texts: Texts, last: int, seat: int) -> dict[str, str]:  # noqa: ARG001
    """Draw the columns with their discs, each a part of its own: a browser is sent only the parts that change."""
    parts = {}
    for column, name in enumerate(NAMES):
        discs = [disc(state, column, row) for row in range(state.height[column])]
        if column == last:
            x, y = centre(column, len(discs) - 1)
            discs.append(tag("circle", cx=x, cy=y, r=34, class_="trace"))
        halo = tag("rect", x=LEFT + SIDE * column + 3, y=TOP, width=SIDE - 6, height=HEIGHT, rx=18, class_="halo")
        parts[name] = target(name, column_in_words(state, column, texts), *discs, halo)
    return parts


def disc(state: State, column: int, row: int) -> str:
    """Draw a disc: edge, face and emblem; those of a line of four stand out (C-E1)."""
    cell, (x, y) = int(CELL[column, row]), centre(column, row)
    colour = int(state.disc[cell])
    four = " four" if state.winner != NOBODY and four_through(state, cell) else ""
    return piece(
        f"{NAMES[column]}{row + 1}",
        tag("circle", cx=x, cy=y, r=31, class_="edge"),
        tag("circle", cx=x, cy=y - 2, r=26, class_="face"),
        tag("path", d=EMBLEM[colour], transform=f"translate({x} {y - 2})", class_="emblem"),
        class_=f"disc {COLOURS[colour]}{four}",
    )
