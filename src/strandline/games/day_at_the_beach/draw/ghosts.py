"""What would happen, drawn where it would: shown by the page while somebody points at what they might do."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, cast

from strandline.engine.elements import ghost, number, tag
from strandline.engine.row import from_bytes
from strandline.games.day_at_the_beach.notation.names import CELL_NAME, PLACE_NAME, SIDES
from strandline.games.day_at_the_beach.rules import State, preview
from strandline.games.day_at_the_beach.rules.state import waiting_patterns
from strandline.games.day_at_the_beach.rules.tables import COLOUR, COLOURS, EMPTY, NOTHING, Move

from .layout import CELL_AT, corner_of, middle_of, moved
from .market import mark_on
from .shapes import enlarged, umbrella_shape, use

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .layout import Plan

Offer = list[tuple[int, str, int, int]]  # the open umbrellas: place, colour, points face down, points face up
LIFTED = 1.06  # how large a tile is before it is laid


def on_the_beach(state: State, grown: float = 1, worth: float = 1) -> str:
    """Draw on the mover's beach, in cells of 100, what the decisions would lead to; numbers enlarged so far."""
    if state.due == Move.LAY:
        return "".join(layings(state, grown))
    if state.due == Move.TAKE:
        return "".join(takings(state, grown))
    if state.due == Move.UMBRELLA:
        return "".join(coverings(state, grown, worth))
    return "".join(gains(state, grown)) if state.due == Move.WATER else ""


def layings(state: State, grown: float) -> Iterator[str]:
    """Draw the tile in hand wherever it may be laid, the patterns it completes and what the water gains."""
    tile, offer = state.hand, umbrellas_on_offer(state)
    ways = ways_to_lay(state.tobytes())
    for cell, turn, *_ in ways:
        lying = f'<use href="#ab-{tile}-{turn}" class="lifted" transform="{lifted(cell)}"/>'
        yield ghost((CELL_NAME[cell], SIDES[turn]), lying)
    for cell in dict.fromkeys(cell for cell, *_ in ways):
        yield ghost((CELL_NAME[cell],), handle(cell, grown))
    for cell, turn, gain, *corners in ways:  # above the rim of the tile, or it would cross them out
        yield ghost(
            (CELL_NAME[cell], SIDES[turn]),
            *(promise(cell, corner, *brought(offer, met), grown) for corner, met in complete(corners)),
            tally(cell, gain, 0.07, grown) if gain else "",
        )


@lru_cache(maxsize=50)
def ways_to_lay(raw: bytes) -> list[list[int]]:
    """Ask once for each position where the tile in hand may be laid, and what comes of it: two drawings want it."""
    return preview.layings(cast(State, from_bytes(State.dtype, raw)))


@lru_cache(maxsize=50)
def patterns_by_taking(raw: bytes) -> list[list[int]]:
    """Ask once for each position which patterns the tiles of the grid could complete."""
    return preview.takings(cast(State, from_bytes(State.dtype, raw)))


def complete(corners: list[int]) -> list[tuple[int, int]]:
    """List the corners of a tile where it completes a pattern, each with the open umbrellas that this would meet."""
    return [(corner, met) for corner, met in enumerate(corners) if met != NOTHING]


def takings(state: State, grown: float) -> Iterator[str]:
    """Show for each tile of the grid which patterns it could complete so that an open umbrella would lie face up."""
    offer = umbrellas_on_offer(state)
    shapes: dict[int, list[str]] = {}
    for place, cell, corner, met in patterns_by_taking(state.tobytes()):
        shapes.setdefault(place, []).append(promise(cell, corner, *brought(offer, met), grown))
    for place, drawn in shapes.items():
        yield ghost((PLACE_NAME[place],), *drawn)


def coverings(state: State, grown: float, worth: float) -> Iterator[str]:
    """Draw each open umbrella on the pattern that is being covered, face up or down, and what it would bring."""
    x, y = middle_of(state.covering)
    gains = preview.umbrella_gains(state, state.seat).tolist()
    for place, umbrella, up, water in faces(state, state.covering):
        face = umbrella_shape(umbrella, up=up, grown=worth)
        shape = tag("g", face, transform=moved(x, y, 1), class_="lifted")
        right = x + 58 * grown
        drop = use("drop", (right, y + 34 * grown), 1.5) if water else ""
        yield ghost((f"umbrella {place}",), shape, flag(right, y, gains[place - 1][up], grown), drop)


def gains(state: State, grown: float) -> Iterator[str]:
    """Write on every open cell what each open water would gain there, turned in the best way."""
    tallies: dict[int, list[str]] = {}
    for place, cell, gain in preview.waters(state):
        tallies.setdefault(place, []).append(tally(cell, gain, 0.5, grown))
    for place, drawn in tallies.items():
        yield ghost((f"water {place + 1}",), *drawn)


def covers(state: State, plan: Plan) -> str:
    """Mark on the open umbrellas which of them each waiting pattern would meet."""
    points = waiting_patterns(state) if state.due == Move.COVER else []
    return "".join(ghost((f"cover {CELL_NAME[point]}",), *marks(state, point, plan)) for point in points)


def met_by(state: State, plan: Plan) -> str:
    """Mark on the open umbrellas which of them could stand face up, for each tile to take and each way to lay it."""
    met: dict[tuple[str, ...], int] = {}
    if state.due == Move.LAY:
        for cell, turn, _, *corners in ways_to_lay(state.tobytes()):
            for _, umbrellas in complete(corners):
                path = (CELL_NAME[cell], SIDES[turn])
                met[path] = met.get(path, 0) | umbrellas
    elif state.due == Move.TAKE:
        for place, _, _, umbrellas in patterns_by_taking(state.tobytes()):
            met[PLACE_NAME[place],] = met.get((PLACE_NAME[place],), 0) | umbrellas
    places = places_on_offer(state)
    return "".join(ghost(path, marks_of(plan, umbrellas, places)) for path, umbrellas in met.items())


@lru_cache(maxsize=500)
def marks_of(plan: Plan, met: int, places: tuple[int, ...]) -> str:
    """Mark the open umbrellas that are met, given as a set in bits, and the others."""
    return "".join(mark_on(plan.umbrellas[place], met=bool(met >> place & 1)) for place in places)


def places_on_offer(state: State) -> tuple[int, ...]:
    """List the places where an umbrella lies open, from 0."""
    return tuple(place for place, umbrella in enumerate(state.umbrella_open.tolist()) if umbrella != EMPTY)


def marks(state: State, point: int, plan: Plan) -> Iterator[str]:
    """Mark each open umbrella as met by a pattern or not."""
    for place, _, up, _ in faces(state, point):
        yield mark_on(plan.umbrellas[place - 1], met=up)


def faces(state: State, point: int) -> Iterator[tuple[int, int, bool, bool]]:
    """Walk over the open umbrellas: its place, from 1, which it is, whether it would lie face up, and bring water."""
    found = preview.open_umbrellas(state, state.seat, point).tolist()
    for place, (umbrella, (water, up, *_)) in enumerate(zip(state.umbrella_open.tolist(), found, strict=True), 1):
        if umbrella != EMPTY:
            yield place, umbrella, bool(up), bool(water)


def umbrellas_on_offer(state: State) -> Offer:
    """List the open umbrellas: place, from 0, colour, and what each would score face down and face up."""
    gains = preview.umbrella_gains(state, state.seat).tolist()
    shown = enumerate(state.umbrella_open.tolist())
    return [(place, COLOURS[COLOUR[umbrella]], *gains[place]) for place, umbrella in shown if umbrella != EMPTY]


def brought(offer: Offer, met: int) -> tuple[tuple[str, ...], int]:
    """Choose the colours that would lie face up, given as a set in bits, and the most that any umbrella would score."""
    colours = tuple(colour for place, colour, *_ in offer if met >> place & 1)
    return colours, max((up if met >> place & 1 else down for place, _, down, up in offer), default=0)


@lru_cache(maxsize=5000)
def promise(cell: int, corner: int, colours: tuple[str, ...], most: int, grown: float) -> str:
    """Ring a pattern that would be complete, with the umbrellas that could lie there face up, and the best gain."""
    x, y = corner_of(cell, corner)
    left = x - 13 * (len(colours) - 1)
    shown = "".join(use(colour, (left + 26 * k, y), 0.4) for k, colour in enumerate(colours))
    return use("ring", (x, y)) + shown + flag(x, y + 40, most, grown)


def flag(x: float, y: float, points: int, grown: float) -> str:
    """Write what something would bring: green where it does, quiet where it does not."""
    shape, words = ("gains", f"+{points}") if points else ("gains-none", "0")
    if grown > 1:
        return enlarged(use(shape, (0, 0)) + f'<text class="gain" y="9">{words}</text>', (x, y), grown)
    return use(shape, (x, y)) + f'<text class="gain" x="{number(x)}" y="{number(y + 9)}">{words}</text>'


@lru_cache(maxsize=1000)
def lifted(cell: int) -> str:
    """Write where a tile lies that is not laid yet, as a transform: a little larger than its cell."""
    x, y = CELL_AT[cell]
    return moved(x - 50 * (LIFTED - 1), y - 50 * (LIFTED - 1), LIFTED)


@lru_cache(maxsize=1000)
def handle(cell: int, grown: float) -> str:
    """Draw the rim of a lifted tile, and at its lower side, off all that is promised, the sign of turning."""
    x, y = CELL_AT[cell]
    return f'<use href="#ab-spot" class="rim" transform="{lifted(cell)}"/>' + use("handle", (x + 50, y + 101), grown)


@lru_cache(maxsize=5000)
def tally(cell: int, gain: int, height: float, grown: float) -> str:
    """Write on a cell, at its upper side or lower, what the water would gain."""
    x, y = CELL_AT[cell][0] + 50, CELL_AT[cell][1] + 100 * height
    if grown > 1:
        return enlarged(use("tally", (0, 0)) + f'<text class="gain" x="8" y="9">{gain:+}</text>', (x, y), grown)
    return use("tally", (x, y)) + f'<text class="gain" x="{x + 8}" y="{y + 9:.0f}">{gain:+}</text>'
