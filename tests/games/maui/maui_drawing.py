"""What is to be seen in a drawing: where it is, how large, what can be pointed at; and positions to draw."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from functools import lru_cache
from typing import Any

import strandline as sl
from strandline.games.maui.rules.tables import Phase

GAME = sl.game("maui")
SMALLEST = 13.5
BROAD = 0.72  # of its size: a letter of the widest font that is used
TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {"variant": "base"}),
    (2, {"variant": "long", "across": True}),
    (3, {"variant": "crabs"}),
    (4, {"variant": "base"}),
    (4, {"variant": "long", "across": True}),
]
SIZES = [
    (frozenset(classes.split(".")[1:]), float(size))
    for classes, size in re.findall(r"^\.strandline\.maui (\S+) \{[^}]*font-size: ([\d.]+)px", GAME.style, re.MULTILINE)
]


@lru_cache
def played(seats: int, variant: str, across: bool) -> sl.Match:
    """Play a match, half at random: whoever can takes tiles, so that beaches and hands fill."""
    match = sl.new("maui", seats=seats, options={"variant": variant, "across": across}, seed=seats)
    choose = seats
    while not match.over:
        legal = match.legal_numbers()
        choose = (choose * 1103515245 + 12345) % 2**31
        match.play(legal[(choose >> 8) % len(legal)])
    return match


def states(table: tuple[int, dict[str, Any]], every: int = 7) -> list[tuple[Any, int]]:
    """Give some positions, with the last move; all in which a marker steps, which are rare."""
    seats, options = table
    match = played(seats, options["variant"], options.get("across", False))
    found: list[tuple[Any, int]] = [
        (match.state_at(count), match.standing(count - 1).move) for count in range(1, match.count + 1)
    ]
    return [pair for index, pair in enumerate(found) if index % every == 0 or pair[0].phase == Phase.STEP] + found[-1:]


def drawn(state: Any, last: int, seat: int, shape: str, language: str = "de") -> ET.Element:
    """Draw a position as a document."""
    texts, drawing = GAME.texts(language), GAME.drawings[shape]
    parts = drawing.pieces(state, texts, last, seat) | {"ghosts": drawing.ghosts(state, texts, seat)}
    return ET.fromstring(f"<svg>{drawing.board(state, texts, seat)}{''.join(parts.values())}</svg>")


def font_size(element: ET.Element) -> float:
    """Look up the size of a text in the style sheet: of the rules for its classes the most exact, then the last."""
    classes = set(element.get("class", "").split())
    fitting = [(len(wanted), place, size) for place, (wanted, size) in enumerate(SIZES) if wanted <= classes]
    return max(fitting)[2]


def box_of(element: ET.Element) -> tuple[float, float, float, float]:
    """Give left, top, right and bottom of a rect, a use, a circle or a text."""
    measure = {name: float(element.get(name, 0)) for name in ("x", "y", "width", "height", "cx", "cy", "r")}
    if element.tag == "circle":
        x, y, r = (measure[name] for name in ("cx", "cy", "r"))
        return x - r, y - r, x + r, y + r
    x, y = measure["x"], measure["y"]
    if element.tag == "text":
        size, classes = font_size(element), set(element.get("class", "").split())
        wide = len(element.text or "") * size * BROAD
        anchor = re.findall(r"text-anchor: (\w+)", " ".join(rules_of(classes)))[-1:]
        x -= {"middle": wide / 2, "end": wide}.get(anchor[0] if anchor else "", 0)
        return x, y - size * 0.75, x + wide, y
    return x, y, x + measure["width"], y + measure["height"]


def rules_of(classes: set[str]) -> list[str]:
    """Give the declarations of all rules of the style sheet for some classes."""
    rules = re.findall(r"^\.strandline\.maui \.(\S+) \{([^}]*)\}", GAME.style, re.MULTILINE)
    return [body for wanted, body in rules if set(wanted.split(".")) <= classes]


def seen(element: ET.Element) -> list[ET.Element]:
    """List what is drawn in the units of the picture: no definitions, nothing clipped, turned or stretched."""
    found = []
    for child in element:
        if child.tag not in {"defs", "clipPath"} and not child.get("clip-path") and not child.get("transform"):
            found += [child, *seen(child)]
    return found


def texts_in(element: ET.Element) -> list[ET.Element]:
    """List what is written, but for what is seen only where a beach is shown large."""
    found = []
    for child in element:
        if child.get("class") != "up-close":
            found += [*([child] if child.tag == "text" else []), *texts_in(child)]
    return found


def halos_in(state: Any, last: int, shape: str) -> dict[str, tuple[float, float]]:
    """Measure the width and the height of whatever the mover may point at."""
    halos = {}
    for target in drawn(state, last, state.turn, shape).iter("g"):
        if name := target.get("data-target"):
            left, top, right, bottom = box_of(next(part for part in target if "halo" in part.get("class", "")))
            halos[name] = right - left, bottom - top
    legal = [move for move in range(GAME.rules.MOVES) if GAME.rules.refusal(state, move) == 0]
    assert legal
    return {name: halos[name] for move in legal for name in GAME.notation.path(move)}


def assert_inside(state: Any, last: int, seat: int, shape: str) -> None:
    """Is everything inside of the frame?"""
    left, top, wide, high = GAME.drawings[shape].frame(state, seat)
    for element in seen(drawn(state, last, seat, shape)):
        if element.tag in {"rect", "use", "circle", "text"}:
            box = box_of(element)
            assert left <= box[0] <= box[2] <= left + wide, ET.tostring(element)
            assert top <= box[1] <= box[3] <= top + high, ET.tostring(element)
