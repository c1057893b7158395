"""High Tide (Henn) on a phone held upright: what is written can be read, what is pointed at can be met."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest
from catalogue import random_match
from henn_boards import BAYWATCH, COINS, EVERYTHING, GAME, SHARK, at, with_tiles

import strandline as sl
from strandline.engine.game import TALL
from strandline.games.high_tide_henn.draw import layout, tall
from strandline.games.high_tide_henn.draw.shapes import CHAIR, CHAIR_WIDTH
from strandline.games.high_tide_henn.rules.tables import Phase

if TYPE_CHECKING:
    from collections.abc import Iterator

Box = tuple[float, float, float, float]  # left, top, right, bottom

SMALLEST_TEXT, SMALLEST_TARGET = 13.5, 40.0
HAND = ["blue=6", "black=4"]
TABLES: list[tuple[int, dict[str, Any]]] = [
    *((seats, EVERYTHING) for seats in (3, 4, 5, 6)),
    *((6, options) for options in ({}, COINS, SHARK, BAYWATCH, {"surfer": "face-down"})),
    (3, {}),
]
SIZES = {
    frozenset(classes.split(".")): float(size)
    for classes, size in re.findall(r"\.high-tide-henn \.([\w.-]+) \{[^}]*font-size: ([\d.]+)px", sl.game(GAME).style)
}


def drawn(state: Any, seat: int = -1) -> ET.Element:
    """Draw a position for a tall window, everything in it."""
    drawing, texts = sl.game(GAME).drawings[TALL], sl.game(GAME).texts("de")
    layers = drawing.board(state, texts, seat) + "".join(drawing.pieces(state, texts, -1, seat).values())
    layers += drawing.ghosts(state, texts, seat)
    return ET.fromstring(f"<svg>{layers}</svg>")


def scaled(element: ET.Element, scale: float = 1, x: float = 0, y: float = 0) -> Iterator[tuple[ET.Element, Any]]:
    """Walk over what is drawn, each with the scale and the place of what is around it; definitions are left out."""
    place = element.get("transform", "")
    if moved := re.search(r"translate\(([-\d.]+) ([-\d.]+)\)", place):
        x, y = x + scale * float(moved[1]), y + scale * float(moved[2])
    if sized := re.search(r"scale\(([\d.]+)", place):
        scale *= float(sized[1])
    yield element, (scale, x, y)
    for child in element:
        if child.tag != "defs":
            yield from scaled(child, scale, x, y)


def size_of(element: ET.Element) -> float:
    """Look up in the style sheet how large a text is: of rules as special the last one holds."""
    own = set((element.get("class") or "").split())
    fitting = [(len(classes), index) for index, classes in enumerate(SIZES) if classes <= own]
    return list(SIZES.values())[max(fitting)[1]]


def box_of(element: ET.Element) -> Box:
    """Find the box around a rectangle or a circle."""
    value = {key: float(element.get(key, 0)) for key in ("x", "y", "width", "height", "cx", "cy", "r")}
    if element.tag == "circle":
        return (value["cx"] - value["r"], value["cy"] - value["r"], value["cx"] + value["r"], value["cy"] + value["r"])
    assert element.tag == "rect", element.tag
    return (value["x"], value["y"], value["x"] + value["width"], value["y"] + value["height"])


def plan(**words: Any) -> tall.Plan:
    """Lay a position with six players and everything out."""
    match: Any = at(6, EVERYTHING, **words)
    return tall.plan_of(match.state)


def around(boxes: list[Box]) -> Box:
    """Find the box around boxes."""
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)


def halos(root: ET.Element, names: set[str]) -> dict[str, Box]:
    """Find the boxes of some targets by their halos."""
    found = {}
    for element in root.iter():
        name = element.get("data-target", "")
        if name in names:
            found[name] = around([box_of(halo) for halo in element.iter() if halo.get("class") == "halo"])
    return found


def some_states(table: tuple[int, dict[str, Any]]) -> Iterator[Any]:
    """Walk through a random match: its ends, and a few positions of each phase."""
    match = random_match(GAME, 31, seats=table[0], options=table[1])
    seen: dict[int, int] = {}
    for index in (match.count, *range(match.count)):
        state: Any = match.state_at(index)
        seen[state.phase] = seen.get(state.phase, 0) + 1
        if seen[state.phase] in {1, 2, 8, 20, 50}:
            yield state


def legal_paths(state: Any) -> list[tuple[str, ...]]:
    """List what is pointed at to make each legal move, but for buttons of the page."""
    game = sl.game(GAME)
    into = game.buffer()
    return [game.notation.path(int(move)) for move in into[: game.rules.moves(state, into)]]


SPECIAL = [
    at(
        6,
        EVERYTHING,
        phase="coin",
        hand=["white=6", "black=4"],
        beach="white",
        moved=1,
        chairs={"white": {"1": ["red"]}},
    ),
    at(6, BAYWATCH, phase="head-start", round=2, tiles={"head-start": "red"}),
    at(3, BAYWATCH, phase="head-start", round=2, tiles={"head-start": "red"}, chairs={"blue": {"20": ["red"]}}),
    with_tiles("plus-minus", "colour", "back", "reroll", "rental", seats=6, hand=HAND),
    with_tiles("swap", "rental", seats=6, phase="rolled", hand=HAND, track=["white=5 yellow=2"]),
]


def positions(table: tuple[int, dict[str, Any]]) -> list[Any]:
    """Give the positions that are looked at, at one of the tables."""
    return [*some_states(table), *(match.state for match in SPECIAL if match.seats == table[0] and table[1])]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_everything_can_be_read_and_met_and_is_inside(table: tuple[int, dict[str, Any]]) -> None:
    """No text below 13.5, nothing that is pointed at below 40 × 40, nothing cut off, no target under another."""
    for state in positions(table):
        root = drawn(state)
        for element, (scale, left, top) in scaled(root):
            x, y = left + scale * float(element.get("x", 0)), top + scale * float(element.get("y", 0))
            if element.tag == "text":
                assert size_of(element) * scale >= SMALLEST_TEXT, ET.tostring(element)
                assert 3 <= x <= tall.WIDTH - 3, ET.tostring(element)
                assert 10 <= y <= tall.HEIGHT - 3, ET.tostring(element)
            elif element.tag in {"rect", "circle"} and scale == 1:
                check_inside(box_of(element))
            elif element.tag == "use":
                check_inside((x, y, x, y))
        if state.turn >= 0:
            check_targets(root, legal_paths(state))


def check_inside(box: Box) -> None:
    """Nothing is cut off by the frame."""
    assert min(box[:2]) >= 0, box
    assert box[2] <= tall.WIDTH + 0.01, box
    assert box[3] <= tall.HEIGHT, box


def check_targets(root: ET.Element, paths: list[tuple[str, ...]]) -> None:
    """Look at the targets that can be pointed at: all of them, and those of one step side by side."""
    for left, top, right, bottom in halos(root, {name for path in paths for name in path}).values():
        assert right - left >= SMALLEST_TARGET
        assert bottom - top >= SMALLEST_TARGET
    steps: dict[tuple[str, ...], set[str]] = {}
    for path in paths:
        for length, name in enumerate(path):
            steps.setdefault(path[:length], set()).add(name)
    for names in steps.values():
        for one, other in combinations(halos(root, names).values(), 2):
            across = min(one[2], other[2]) - max(one[0], other[0])
            down = min(one[3], other[3]) - max(one[1], other[1])
            assert across < 0.5 or down < 0.5, names


def test_the_beaches_are_large_while_chairs_move_and_the_track_while_dice_are_chosen() -> None:
    choosing, placing = plan(track=["white=5 yellow=2"]), plan(phase="roll")
    assert choosing.band.felt[3] > 1.5 * placing.band.felt[3]
    assert placing.shore.space > choosing.shore.space > 11
    assert placing.shore.space >= 14
    assert choosing.band.felt[:2] == placing.band.felt[:2]


def test_chairs_are_the_loudest_thing_on_narrow_beaches_too() -> None:
    shore = plan().shore
    assert 1.5 <= CHAIR * shore.size / shore.space <= 1.8


@pytest.mark.parametrize("space", [0, 3, 15, 21])
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6])
def test_however_many_chairs_stand_on_a_space_they_fit_on_their_narrow_beach(space: int, count: int) -> None:
    """H-T11: from left to right, beside the coin."""
    shore = plan().shore
    places = [shore.chair_at(2, space, place, count) for place in range(count)]
    left, right = (places[end][0] + side * CHAIR_WIDTH * places[end][2] / 2 for end, side in ((0, -1), (-1, 1)))
    assert shore.lane_x(2) <= left < right <= shore.lane_x(2) + shore.lane - (15 if space == 3 else 0)
    assert layout.SHORE.chair_at(2, space, 0, count)[2] > places[0][2]


def test_the_players_stand_in_the_order_of_play() -> None:
    """H-T1: those who have played first, then those whose towels lie in the pile; every towel on its player's card."""
    match: Any = at(4, phase="choose", pile=["green", "beige"], track=["brown", "red"])
    strip = tall.plan_of(match.state).strip
    assert [strip.place_of(seat, match.state) for seat in (1, 0, 2, 3)] == [0, 1, 2, 3]
    band = tall.plan_of(match.state).band
    assert [round(band.folded_at(place, match.state.turns)[0] // strip.width) for place in range(2)] == [2, 3]


@pytest.mark.parametrize("seats", [3, 6])
def test_a_towel_in_the_pile_lies_on_the_card_of_its_player(seats: int) -> None:
    for state in some_states((seats, EVERYTHING)):
        strip, pile = tall.plan_of(state).strip, state.order.tolist()[state.turns :]
        owners = [owner for owner in pile if owner >= 0]
        places = [strip.place_of(owner, state) for owner in owners]
        assert places == list(range(state.turns, state.turns + len(owners)))


def test_the_pool_grows_while_a_die_of_it_is_chosen() -> None:
    match: Any = with_tiles("second-hand", phase="second-hand", pile=["red", "green"], track=["brown"], pool=HAND)
    assert match.state.phase == Phase.SECOND_HAND
    boxes = halos(drawn(match.state), {"pool-blue-6", "pool-black-4"})
    assert all(right - left >= SMALLEST_TARGET <= bottom - top for left, top, right, bottom in boxes.values())
