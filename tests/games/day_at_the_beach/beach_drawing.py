"""What is to be seen in a drawing: where it is, how large, what can be pointed at; and positions to draw."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import strandline as sl
from strandline.bots import BOTS
from strandline.engine.chance import seeded
from strandline.engine.contract import NOBODY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from strandline.engine.match import Match

SLUG = "day-at-the-beach"
LETTERS = 13.5
SIZED = re.compile(r"([^{}]+)\{[^{}]*font-size: ([\d.]+)px")
MOVED = re.compile(r"(translate|scale)\(([-\d.]+)(?: ([-\d.]+))?\)")
Measure = tuple[float, float, float, float]  # left, top, right, bottom


class Seen(NamedTuple):
    """An element as it is drawn: moved, enlarged, and the classes around it."""

    element: ET.Element
    x: float
    y: float
    scale: float
    around: frozenset[str]
    target: str

    def box(self) -> Measure | None:
        """Find left, top, right and bottom, where it is a rectangle, a circle, a cell or a tile."""
        numbers = {key: float(value) for key, value in self.element.attrib.items() if key in {*"xyr", "cx", "cy"}}
        left, top = numbers.get("x", 0), numbers.get("y", 0)
        name, href = self.element.tag, self.element.get("href", "")
        if name == "circle":
            radius = numbers["r"]
            left, top, width, height = (
                numbers.get("cx", 0) - radius,
                numbers.get("cy", 0) - radius,
                2 * radius,
                2 * radius,
            )
        elif name == "rect":
            width, height = float(self.element.get("width", "")), float(self.element.get("height", ""))
        elif href == "#ab-spot":
            left, top, width, height = left + 1.5, top + 1.5, 97, 97
        elif re.fullmatch("#ab-([sw][0-9]+|e)", href):
            width, height = 100, 100
        else:
            return None
        x, y = self.x + left * self.scale, self.y + top * self.scale
        return x, y, x + width * self.scale, y + height * self.scale


def walk(element: ET.Element, x: float, y: float, scale: float, around: frozenset[str], target: str) -> Iterator[Seen]:
    """List everything that is drawn, but for definitions and for what lies turned."""
    transform = element.get("transform", "")
    for kind, first, second in MOVED.findall(transform):
        if kind == "translate":
            x, y = x + float(first) * scale, y + float(second) * scale
        else:
            scale *= float(first)
    if element.tag == "defs" or "rotate" in transform:
        return
    target = element.get("data-target", target)
    around |= frozenset(element.get("class", "").split())
    yield Seen(element, x, y, scale, around, target)
    for child in element:
        yield from walk(child, x, y, scale, around, target)


def seen(state: Any, seat: int, shape: str, language: str = "de", last: int = -1) -> list[Seen]:
    """Draw a position and list what is there."""
    game = sl.game(SLUG)
    drawing, texts = game.drawings[shape], game.texts(language)
    layers = drawing.board(state, texts, seat) + "".join(drawing.pieces(state, texts, last, seat).values())
    layers += drawing.ghosts(state, texts, seat)
    return list(walk(ET.fromstring(f"<svg>{layers}</svg>"), 0, 0, 1, frozenset(), ""))


@cache
def sizes() -> list[tuple[frozenset[str], float]]:
    """List which classes give letters which size; later ones win."""
    found = []
    for selectors, size in SIZED.findall(sl.game(SLUG).style):
        for selector in selectors.split(","):
            names = frozenset(re.findall(r"\.([\w-]+)", selector)) - {"strandline", SLUG}
            found.append((names, float(size)))
    return found


def size_of(letters: Seen) -> float:
    """Find how large letters are."""
    own = frozenset((letters.element.get("class") or "").split()) or letters.around
    matching = [(len(names), size) for names, size in sizes() if names <= own]
    assert matching, letters.element.attrib
    most = max(count for count, _ in matching)
    return [size for count, size in matching if count == most][-1] * letters.scale


@cache
def played(seats: int, bot: str) -> Match:
    """Play a match."""
    match, dice = sl.new(SLUG, seats=seats, seed=seats), seeded(seats)
    while not match.over:
        match.play(BOTS[bot](match.game, match.view(match.turn), dice))
    return match


def positions(seats: int, step: int) -> Iterator[tuple[Any, int]]:
    """Walk through some positions of two matches, through the eyes of the mover, somebody else and a spectator."""
    for bot in ("random", "greedy"):
        match = played(seats, bot)
        for count in (*range(0, match.count, step), match.count):
            state: Any = match.state_at(count)
            yield state, max(int(state.turn), NOBODY)
            if count % (4 * step) == 0:
                yield state, (max(int(state.seat), 0) + 1) % seats


def smallest(state: Any, shape: str) -> float:
    """Measure the smallest side of all that the mover can point at."""
    boxes = [box for name, box in halos(state, shape).items() if name in wanted(state)]
    return min(min(box[2] - box[0], box[3] - box[1]) for box in boxes)


def halos(state: Any, shape: str) -> dict[str, Measure]:
    """Find what can be pointed at."""
    found = {
        drawn.target: drawn.box() for drawn in seen(state, state.turn, shape) if drawn.element.get("class") == "halo"
    }
    return {name: box for name, box in found.items() if box is not None}


def wanted(state: Any) -> set[str]:
    """List what the mover may point at."""
    game = sl.game(SLUG)
    into = game.buffer()
    moves = into[: game.rules.moves(state, into)].tolist()
    return {target for move in moves for target in game.notation.path(move)}
