"""Tiles and umbrellas as signs of the terminal, put down on a canvas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.style import Style
from rich.text import Text

from strandline.games.day_at_the_beach.rules import tables
from strandline.games.day_at_the_beach.rules.beach import is_water
from strandline.games.day_at_the_beach.rules.tables import COLOUR, ENTRANCE

from .names import printed_in_words

if TYPE_CHECKING:
    from strandline.engine.texts import Texts

WIDE, HIGH = 4, 2  # a tile: quarters in its corners, elements between them
CORNER_AT = ((0, 0), (3, 0), (3, 1), (0, 1))
IN_LINE = 5  # up to three elements with a margin
INNER_AT = ((1, 0), (2, 0), (1, 1), (2, 1))
QUARTER_SIGN, GATE, ARROW, NEW_ARROW, TOUCHED = "◤◥◢◣", "╔╗║║", "↑→↓←", "⇑⇒⇓⇐", "›"

SEAT_STYLE = tuple(f"bold white on {colour}" for colour in ("#8a3f8f", "#b4541a", "#14767a", "#b33a68", "#6b4a2b"))
SAND_GROUNDS, WATER_GROUND, GATE_GROUND = ("#ead2a4", "#dfc08a"), "#1d6f8a", "#c9a878"
INK = "#3b2a14"
ELEMENT_INK = ("#1b6330", "#7a4700", "#1f4f8f", "#9a2f56", "#a8260f", "#5d3390")
CLOTH = ("#2f8f4e", "#c9403c", "#2f6fb5", "#eab41f")  # umbrellas, by colour
ON_CLOTH = ("white", "white", "white", INK)
TURNED = "#efe5ce"  # an umbrella face down


class Canvas:
    """Signs with their styles, put down on places."""

    def __init__(self, width: int, height: int) -> None:
        self.rows = [[(" ", "")] * width for _ in range(height)]
        self.targets: list[tuple[int, int, str]] = []

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Put a text down, from a place to the right."""
        self.rows[y][x : x + len(text)] = [(sign, style) for sign in text]

    def mark(self, x: int, y: int, target: str) -> None:
        """Say what is pointed at on a tile's place, for screens that have a mouse; it is never printed."""
        self.targets += [(x, y + row, target) for row in range(HIGH)]

    def lines(self) -> list[Text]:
        """Give what lies here, line by line."""
        lines = [Text.assemble(*row) for row in self.rows]
        for x, y, target in self.targets:
            lines[y].stylize(Style(meta={"target": target}), x, x + WIDE)
        return lines


def element_letter(element: int, texts: Texts) -> str:
    """Give the letter of an element."""
    return printed_in_words("letter", tables.ELEMENTS[element], texts)[0]


def colour_letter(colour: int, texts: Texts) -> str:
    """Give the letter of a colour of umbrellas."""
    return printed_in_words("letter", tables.COLOURS[colour], texts)[0]


def element_style(element: int, ground: str) -> str:
    """Choose the style of an element on sand or water."""
    ink = "white" if ground == WATER_GROUND else ELEMENT_INK[element % len(ELEMENT_INK)]
    return f"bold {ink} on {ground}"


def put_elements(canvas: Canvas, spots: list[tuple[int, int]], counts: list[int], ground: str, texts: Texts) -> None:
    """Put letters of elements on these places, one after the other."""
    elements = [element for element, count in enumerate(counts) for _ in range(count)]
    for (x, y), element in zip(spots, elements, strict=False):
        canvas.put(x, y, element_letter(element, texts), element_style(element, ground))


def put_tile(
    canvas: Canvas, x: int, y: int, tile: int, turn: int, texts: Texts, *, shade: int = 0, new: bool = False
) -> None:
    """Put a tile down: its quarters, then its elements, the arrow of its water side, or the gate of the entrance."""
    water = is_water(tile)
    ground = WATER_GROUND if water else GATE_GROUND if tile == ENTRANCE else SAND_GROUNDS[shade % 2]
    style = f"{'bold white' if water else INK} on {ground}"
    for row in range(HIGH):
        canvas.put(x, y + row, " " * WIDE, style)
    for corner, (right, down) in enumerate(CORNER_AT):
        if tables.QUARTER[tile, turn, corner]:
            canvas.put(x + right, y + down, QUARTER_SIGN[corner], style)
    inner = [(x + right, y + down) for right, down in INNER_AT]
    if tile == ENTRANCE:
        for sign, spot in zip(GATE, inner, strict=True):
            canvas.put(*spot, sign, style)
        return
    put_elements(
        canvas, inner, (tables.SHOWS[tile - tables.SANDS] if water else tables.HAS[tile]).tolist(), ground, texts
    )
    if water:
        canvas.put(*inner[-1], (NEW_ARROW if new else ARROW)[turn], style)
    elif new:
        canvas.put(*inner[-1], TOUCHED, f"bold {style}")


def put_umbrella(canvas: Canvas, x: int, y: int, umbrella: int, texts: Texts, *, up: bool) -> None:
    """Put an umbrella on the four signs around a point: its letter, and its points where it lies face up."""
    style = umbrella_style(int(COLOUR[umbrella]), up=up)
    canvas.put(x - 1, y - 1, umbrella_signs(umbrella, texts, up=up), style)
    canvas.put(x - 1, y, "  ", style)


def umbrella_signs(umbrella: int, texts: Texts, *, up: bool) -> str:
    """Write the letter of an umbrella and its points, or that it lies face down."""
    return f"{colour_letter(int(COLOUR[umbrella]), texts)}{tables.POINTS[umbrella] if up else '-'}"


def umbrella_style(colour: int, *, up: bool) -> str:
    """Choose the style of an umbrella."""
    cloth, ink = CLOTH[colour % len(CLOTH)], ON_CLOTH[colour % len(CLOTH)]
    return f"bold {ink} on {cloth}" if up else f"bold {cloth} on {TURNED}"


def put_needs(canvas: Canvas, x: int, y: int, umbrella: int, texts: Texts) -> None:
    """Put down in a line what an umbrella needs."""
    put_in_line(canvas, x, y, tables.NEEDS[umbrella].tolist(), SAND_GROUNDS[0], texts)


def put_shown(canvas: Canvas, x: int, y: int, water: int, texts: Texts) -> None:
    """Put down in a line what a water tile shows."""
    put_in_line(canvas, x, y, tables.SHOWS[water - tables.SANDS].tolist(), WATER_GROUND, texts)


def put_in_line(canvas: Canvas, x: int, y: int, counts: list[int], ground: str, texts: Texts) -> None:
    """Put elements beside each other, with a margin."""
    canvas.put(x, y, " " * IN_LINE, f"on {ground}")
    put_elements(canvas, [(x + 1 + step, y) for step in range(IN_LINE - 2)], counts, ground, texts)
