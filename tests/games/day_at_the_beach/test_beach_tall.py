"""The drawing for a phone held upright: all can be read, all can be pointed at, and nothing lies outside."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

import strandline as sl
from strandline.bots import BOTS
from strandline.engine.chance import seeded
from strandline.engine.contract import NOBODY, OVER
from strandline.engine.game import TALL
from strandline.games.day_at_the_beach.rules.state import open_cells, tiles_of
from strandline.games.day_at_the_beach.rules.tables import GROUND, Move

if TYPE_CHECKING:
    from collections.abc import Iterator

    from strandline.engine.match import Match

SLUG = "day-at-the-beach"
LETTERS, FINGER, WIDTH, HIGHEST = 13.5, 40.0, 366, 560
SEATS = pytest.mark.parametrize("seats", [2, 3, 4, 5])
SIZED = re.compile(r"([^{}]+)\{[^{}]*font-size: ([\d.]+)px")
MOVED = re.compile(r"(translate|scale)\(([-\d.]+)(?: ([-\d.]+))?\)")


class Seen(NamedTuple):
    """An element as it is drawn: moved, enlarged, and the classes around it."""

    element: ET.Element
    x: float
    y: float
    scale: float
    around: frozenset[str]
    target: str

    def box(self) -> tuple[float, float, float, float] | None:
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


def seen(state: Any, seat: int, language: str = "de", last: int = -1) -> list[Seen]:
    """Draw a position and list what is there."""
    game = sl.game(SLUG)
    drawing, texts = game.drawings[TALL], game.texts(language)
    layers = drawing.board(state, texts, seat) + "".join(drawing.pieces(state, texts, last, seat).values())
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


def columns(state: Any) -> int:
    """Count the columns of the mover's beach with the cells around it."""
    cells = (*(cell for cell, *_ in tiles_of(state, state.seat)), *open_cells(state, state.seat))
    west, _, east, _ = GROUND.bounds(cells, 2)
    return east - west + 1


@SEATS
def test_everything_written_can_be_read_on_a_phone(seats: int) -> None:
    for state, seat in positions(seats, 11):
        for drawn in seen(state, seat):
            if drawn.element.tag == "text":
                assert size_of(drawn) >= LETTERS - 0.01, (drawn.element.attrib, drawn.element.text)


def smallest(state: Any) -> float:
    """Measure the smallest side of all that the mover can point at."""
    game = sl.game(SLUG)
    halos = {drawn.target: drawn.box() for drawn in seen(state, state.turn) if drawn.element.get("class") == "halo"}
    into = game.buffer()
    moves = into[: game.rules.moves(state, into)].tolist()
    boxes = [halos[target] for move in moves for target in game.notation.path(move)]
    return min(min(box[2] - box[0], box[3] - box[1]) for box in boxes if box is not None)


@SEATS
def test_every_move_can_be_pointed_at_with_a_finger(seats: int) -> None:
    """Nine cells fit side by side; where a beach is still broader, they share the width."""
    for state, seat in positions(seats, 7):
        if state.turn >= 0 and seat == state.turn:
            broad = columns(state) if state.due == Move.LAY else 0
            assert smallest(state) >= (FINGER if broad <= 9 else WIDTH / (broad + 0.1) - 0.1)


def test_so_can_patterns_that_wait_for_umbrellas() -> None:
    match = sl.load(Path(__file__).parent / "cases" / "several-umbrellas-at-once.strand")
    states: Any = map(match.state_at, range(match.count))
    waiting = [state for state in states if state.turn >= 0 and state.due == Move.COVER]
    assert waiting
    assert min(map(smallest, waiting)) >= FINGER


@SEATS
def test_nothing_lies_outside_of_the_drawing(seats: int) -> None:
    drawing = sl.game(SLUG).drawings[TALL]
    for state, seat in positions(seats, 11):
        left, top, width, height = drawing.frame(state, seat)
        assert (left, top, width) == (0, 0, WIDTH)
        assert height <= HIGHEST or state.due == Move.LAY
        for drawn in seen(state, seat):
            box = drawn.box()
            if box is None or "ghost" in drawn.around or "sl-paper" in drawn.around:
                continue
            assert box[0] >= -1, (drawn, box)
            assert box[1] >= -1, (drawn, box)
            assert box[2] <= width + 1, (drawn, box)
            assert box[3] <= height + 1, (drawn, box)


def test_whoever_lays_sees_a_large_beach_and_whoever_waits_the_grid() -> None:
    match = played(3, "greedy")
    states: Any = map(match.state_at, range(match.count))
    state = next(state for state in states if state.turn >= 0 and state.due == Move.LAY)
    laying = {drawn.target for drawn in seen(state, state.turn)}
    waiting = {drawn.target for drawn in seen(state, (state.turn + 1) % 3)}
    assert "north" in laying
    assert "north" not in waiting
    assert "sand deck" in waiting
    assert "sand deck" not in laying


def test_umbrellas_tell_whether_a_laying_meets_them() -> None:
    """Where a tile completes a pattern, each open umbrella has a tick or a cross."""
    match = played(3, "greedy")
    found = 0
    for count, move in enumerate(match.played):
        state: Any = match.state_at(count)
        after: Any = match.state_at(count + 1)
        if state.turn >= 0 and state.due == Move.LAY and after.due in {Move.UMBRELLA, Move.COVER}:
            path = "|".join(match.game.notation.path(move))
            drawn = match.game.drawings[TALL].pieces(state, match.game.texts("en"), -1, state.turn)["covers"]
            ghost = next(one for one in ET.fromstring(f"<g>{drawn}</g>") if one.get("data-ghost") == path)
            assert {use.get("href") for use in ghost} <= {"#ab-met", "#ab-unmet"}
            assert len(ghost) == sum(umbrella >= 0 for umbrella in state.umbrella_open.tolist())
            found += 1
    assert found


def test_in_the_end_the_points_are_told_by_their_parts() -> None:
    state: Any = played(2, "greedy").state
    assert state.turn == OVER
    assert any("sums" in drawn.around for drawn in seen(state, 0))
