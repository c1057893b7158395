"""The drawing of High Tide (Leiman) for a phone held upright: large enough to read and to point at; and the rope."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from catalogue import random_match
from leiman_boards import GAME, START, Stacks, at, piles, random_board

import strandline as sl
from strandline.engine.game import FLAT, SHAPES, SQUARE, TALL, WIDE

if TYPE_CHECKING:
    from collections.abc import Iterator

READABLE, POINTABLE = 13.5, 40  # in pixels of a phone: the drawing is shown in its own size
LETTER = (
    0.6  # how wide a letter is beside its size: 0.57 in the longest flags, in DejaVu Sans, the widest of system fonts
)
STARTS_AT_X = {"player", "count", "title", "level", "quiet"}
ENDS_AT_X = {"shown", "change"}  # other texts stand around their x

Drawn = tuple[ET.Element, ...]
"""An element behind all those around it, from the outside."""


class Box(NamedTuple):
    """A rectangle of the drawing."""

    left: float
    top: float
    right: float
    bottom: float


# The style sheet, as far as it says how large texts are


Selector = list[tuple[str, set[str]]]


def sizes() -> list[tuple[Selector, float]]:
    """Read whom each rule means and the size that it gives, the strongest rule last."""
    found = []
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", sl.game(GAME).style):
        if size := re.search(r"font-size: ([\d.]+)px", body):
            for selector in selectors.split(","):
                steps = [step.split(".") for step in selector.split()[1:]]
                found.append(([(tag, set(classes)) for tag, *classes in steps], float(size[1])))
    return sorted(
        found, key=lambda rule: [sum(len(classes) for _, classes in rule[0]), sum(tag > "" for tag, _ in rule[0])]
    )


SIZES = sizes()


def means(selector: Selector, around: Drawn) -> bool:
    """Is the innermost element meant?"""
    *outer, (tag, classes) = selector
    element = around[-1]
    if tag not in {"", element.tag} or not classes <= set(element.get("class", "").split()):
        return False
    return not outer or any(means(outer, around[:end]) for end in range(1, len(around)))


# Where things are


def elements(*around: ET.Element) -> Iterator[Drawn]:
    """Give whatever is drawn, and not what is only defined."""
    yield around
    for child in around[-1]:
        if child.tag != "defs":
            yield from elements(*around, child)


def origin(around: Drawn) -> tuple[float, float, float]:
    """Where does an element begin to count, and how is it scaled?"""
    x, y, scale = 0.0, 0.0, 1.0
    for element in around:
        for kind, numbers in re.findall(r"(translate|scale)\(([^)]*)\)", element.get("transform", "")):
            first, *second = map(float, numbers.split())
            if kind == "scale":
                scale *= first
            else:
                x, y = x + scale * first, y + scale * second[0]
    return x, y, scale


def text_size(around: Drawn) -> float:
    """How large is a text?"""
    found = [size for selector, size in SIZES if means(selector, around)]
    assert found, around[-1].attrib
    return found[-1] * origin(around)[2]


def text_box(around: Drawn, x: float, y: float) -> Box:
    """Give the box that a text fills at most."""
    size, classes = text_size(around), set(around[-1].get("class", "").split())
    length = LETTER * size * len(around[-1].text or "")
    left = x - length * (0 if classes & STARTS_AT_X else 1 if classes & ENDS_AT_X else 0.5)
    return Box(left, y - 0.8 * size, left + length, y + 0.2 * size)


def box(around: Drawn, face: Box) -> Box | None:
    """Give the box around a text, a rectangle, a circle or the face of a tile; None for what may run out of sight."""
    element, (x, y, scale) = around[-1], origin(around)
    number = {key: scale * float(value) for key, value in element.attrib.items() if re.fullmatch(r"-?[\d.]+", value)}
    x, y = x + number.get("x", 0) + number.get("cx", 0), y + number.get("y", 0) + number.get("cy", 0)
    if element.tag == "text":
        return text_box(around, x, y)
    if element.tag == "rect":
        return Box(x, y, x + number["width"], y + number["height"])
    if element.tag == "circle":
        return Box(x - number["r"], y - number["r"], x + number["r"], y + number["r"])
    if element.get("href") == "#ht-hex":
        return Box(x + scale * face.left, y + scale * face.top, x + scale * face.right, y + scale * face.bottom)
    return None


def face_of(drawing: ET.Element) -> Box:
    """Give the box around the face of a tile, by the ends of its lines and curves."""
    path = next(path.get("d", "") for path in drawing.iter("path") if path.get("id") == "ht-hex")
    ends = re.findall(r"([-\d.]+) ([-\d.]+)", re.sub(r"Q[-\d.]+ [-\d.]+ ", "L", path))
    xs, ys = ([float(value) for value in axis] for axis in zip(*ends, strict=True))
    return Box(min(xs), min(ys), max(xs), max(ys))


# What must hold of all positions


def positions() -> Iterator[tuple[Any, int]]:
    """Give positions of whole matches with the moves that led there, and boards with stacks as high as can be."""
    for seed, options in enumerate(({}, {"length": "round"}, {"free_sides": "any", "contact": "ground"})):
        match = random_match(GAME, seed, options=options)
        for count in (*range(0, match.count, 7), match.count):
            yield match.state_at(count), match.played[count - 1] if count else -1
    random = Random(13)
    corners = [
        piles(**{tall: "10B", beside: "9P"})
        for tall, beside in (("a1", "a2"), ("a3", "a2"), ("c1", "b1"), ("c5", "d4"))
    ]
    for stacks in (START, *corners, *(random_board(random) for _ in range(12))):
        yield at("pink", stacks, length="round").state, -1


POSITIONS = list(positions())


def drawn(state: Any, last: int, language: str, shape: str = TALL) -> ET.Element:
    """Draw a position in one piece."""
    game = sl.game(GAME)
    drawing, texts = game.drawings[shape], game.texts(language)
    parts = drawing.pieces(state, texts, last, sl.NOBODY) | {"ghosts": drawing.ghosts(state, texts, sl.NOBODY)}
    return ET.fromstring(f"<svg>{drawing.board(state, texts, sl.NOBODY)}{''.join(parts.values())}</svg>")


def test_the_drawing_fits_a_phone() -> None:
    _, _, width, height = sl.game(GAME).drawings[TALL].frame(POSITIONS[0][0], sl.NOBODY)
    assert width == 366
    assert height <= 520, "the page would have to scroll"


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_text_can_be_read_on_a_phone(language: str) -> None:
    for state, last in POSITIONS:
        for around in elements(drawn(state, last, language)):
            assert around[-1].tag != "text" or text_size(around) >= READABLE, around[-1].attrib


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_everything_is_in_the_frame(language: str, shape: str) -> None:
    """Long flags at the rim too: German ones ran out of it."""
    _, _, width, height = sl.game(GAME).drawings[shape].frame(POSITIONS[0][0], sl.NOBODY)
    for state, last in POSITIONS:
        drawing = drawn(state, last, language, shape)
        face = face_of(drawing)
        for around in elements(drawing):
            if found := box(around, face):
                assert 0 <= found.left < found.right <= width, (around[-1].attrib, around[-1].text, found)
                assert 0 <= found.top < found.bottom <= height, (around[-1].attrib, around[-1].text, found)


def test_every_cell_is_large_enough_for_a_finger() -> None:
    for state, last in POSITIONS:
        drawing = drawn(state, last, "en")
        face = face_of(drawing)
        halos = {
            around[-2].get("data-target"): box(around, face)
            for around in elements(drawing)
            if around[-1].get("class") == "halo"
        }
        assert len(halos) == 19
        for halo in halos.values():
            assert halo is not None
            assert min(halo.right - halo.left, halo.bottom - halo.top) >= POINTABLE


def test_all_shapes_have_the_same_targets_pieces_and_ghosts() -> None:
    for state, last in POSITIONS:
        found = [
            [
                [element.get(name) for element in drawn(state, last, "en", shape).iter() if element.get(name)]
                for name in ("data-target", "data-key", "data-ghost")
            ]
            for shape in SHAPES
        ]
        assert all(other == found[0] for other in found)


# The rope, and what a move would change


def ghost_of(root: ET.Element, way: str) -> ET.Element:
    """What shows while a move is pointed at; what is the same for several moves is drawn once."""
    found, ghosts = ET.Element("g"), root.findall(".//g[@data-ghost]")
    for ghost in ghosts:
        found.extend(ghost if way in ghost.attrib["data-ghost"].split(",") else ())
    assert len(found)
    return found


def knot(root: ET.Element, rope: tuple[float, float]) -> float:
    """Where is the knot, as a share of the rope?"""
    found = root.find(".//path[@class='knot']")
    assert found is not None
    left, length = rope
    return (float(found.attrib["d"][1:].split()[0]) - left) / length


ROPE = {  # where it begins, and how long it is
    WIDE: (864.0, 304.0),
    SQUARE: (22.0, 676.0),
    TALL: (6.0, 354.0),
    FLAT: (6.0, 170.0),
}
COVERING: Stacks = piles(c3="10B", c4="NNNNNBPPP")  # pink covers the only blue tile in sight, and uncovers a pink one


@pytest.mark.parametrize("shape", SHAPES)
def test_the_rope_shows_tiles_in_sight_and_moves_with_the_ghost(shape: str) -> None:
    """L-E2: blue from the left, pink from the right; in the middle while nobody shows any."""
    assert knot(drawn(sl.new(GAME, chance="by hand").state, -1, "en", shape), ROPE[shape]) == pytest.approx(0.5)
    drawing = drawn(at("pink", COVERING).state, -1, "en", shape)
    assert knot(drawing, ROPE[shape]) == pytest.approx(0.5, abs=1e-3)
    ghost = ghost_of(drawing, "c4|c3")
    assert knot(ghost, ROPE[shape]) == pytest.approx(0)


@pytest.mark.parametrize(
    ("stacks", "expected"),
    [
        (COVERING, {"1 → 0": "good", "1 → 2": "good"}),
        (piles(c3="10P", c4="NNNNNBBBP"), {"0 → 1": "bad", "2 → 1": "bad"}),
        (piles(c3="10B", c4="NNNNNPPBP"), {}),  # one blue tile covered, one uncovered
    ],
)
def test_on_a_phone_the_ghost_tells_how_many_tiles_are_shown_then(stacks: Stacks, expected: dict[str, str]) -> None:
    """L-E2: for the mover, fewer of the rival's are as good as more of the own."""
    ghost = ghost_of(drawn(at("pink", stacks).state, -1, "en"), "c4|c3")
    written = [element.text or "" for element in ghost.findall("text")]
    kinds = [element.get("class", "") for element in ghost.findall("rect")]
    assert dict(zip(written, kinds, strict=True)) == expected


# Wide: a look into a stack


def look_into(state: Any, cell: str, language: str = "en") -> list[str]:
    """Read what the drawing tells of a stack that is pointed at, from the top."""
    texts = sl.game(GAME).texts(language)
    drawing = ET.fromstring(f"<svg>{sl.game(GAME).draw.board(state, texts, -1)}</svg>")
    found = drawn(state, -1, language, WIDE).find(f".//g[@data-target='{cell}']/g[@class='peek']")
    assert found is not None
    used = [drawing.find(f".//g[@id='{use.attrib['href'][1:]}']/text") for use in found]
    card, *lines = [element.text or "" for element in used if element is not None]
    return [card, *reversed(lines)]


def test_a_look_into_a_stack_lists_it_from_the_top() -> None:
    state = at("pink", piles(c3="10B", c4="NNNNNBPPP")).state
    lines = look_into(state, "c4")
    assert lines[:4] == ["Stack c4", "9 · pink", "8 · pink", "7 · pink"]
    assert lines[9] == "1 · neutral"
    assert look_into(state, "a1") == ["Stack a1"]
