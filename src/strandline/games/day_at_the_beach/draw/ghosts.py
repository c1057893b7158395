"""What would happen, drawn where it would: shown by the page while somebody points at what they might do."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from strandline.engine.elements import ghost, tag
from strandline.games.day_at_the_beach.notation.names import CELL_NAME, PLACE_NAME, SIDES
from strandline.games.day_at_the_beach.rules import preview
from strandline.games.day_at_the_beach.rules.state import waiting_patterns
from strandline.games.day_at_the_beach.rules.tables import COLOUR, COLOURS, EMPTY, NOTHING, Move

from .layout import CELL_AT, OFFER, UMBRELLA_TOP, corner_of, middle_of, moved, offer_at
from .shapes import umbrella_shape, use

if TYPE_CHECKING:
    from collections.abc import Iterator

    from strandline.games.day_at_the_beach.rules import State


def on_the_beach(state: State) -> str:
    """Draw on the mover's beach, in cells of 100, what the possible decisions would lead to."""
    if state.due == Move.LAY:
        return "".join(layings(state))
    if state.due == Move.TAKE:
        return "".join(takings(state))
    if state.due == Move.UMBRELLA:
        return "".join(coverings(state))
    return "".join(gains(state)) if state.due == Move.WATER else ""


def layings(state: State) -> Iterator[str]:
    """Draw the tile in hand wherever it may be laid, the patterns it completes and what the water gains."""
    tile, colours = state.hand, colours_on_offer(state)
    for cell, turn, gain, *corners in preview.layings(state):
        (x, y), completed = CELL_AT[cell], [(corner, met) for corner, met in enumerate(corners) if met != NOTHING]
        yield ghost(
            (CELL_NAME[cell], SIDES[turn]),
            f'<use href="#ab-{tile}-{turn}" x="{x}" y="{y}"/>',
            *(promise(cell, corner, chosen(colours, met)) for corner, met in completed),
            counted(cell, len(completed)) if completed else "",
            tally(cell, gain) if gain else "",
        )


def takings(state: State) -> Iterator[str]:
    """Show for each tile of the grid which patterns it could complete so that an open umbrella would lie face up."""
    colours = colours_on_offer(state)
    shapes: dict[int, list[str]] = {}
    for place, cell, corner, met in preview.takings(state):
        shapes.setdefault(place, []).append(promise(cell, corner, chosen(colours, met)))
    for place, drawn in shapes.items():
        yield ghost((PLACE_NAME[place],), *drawn)


def coverings(state: State) -> Iterator[str]:
    """Draw each open umbrella on the pattern that is being covered, face up or down."""
    x, y = middle_of(state.covering)
    for place, umbrella, up in faces(state, state.covering):
        shape = tag("g", umbrella_shape(umbrella, up=up), transform=moved(x, y, 1))
        yield ghost((f"umbrella {place}",), shape)


def gains(state: State) -> Iterator[str]:
    """Write on every open cell what each open water would gain there, turned in the best way."""
    tallies: dict[int, list[str]] = {}
    for place, cell, gain in preview.waters(state):
        tallies.setdefault(place, []).append(tally(cell, gain, 0.5))
    for place, drawn in tallies.items():
        yield ghost((f"water {place + 1}",), *drawn)


def covers(state: State) -> str:
    """Mark on the open umbrellas which of them each waiting pattern would meet."""
    points = waiting_patterns(state) if state.due == Move.COVER else []
    return "".join(ghost((f"cover {CELL_NAME[point]}",), *marks(state, point)) for point in points)


def marks(state: State, point: int) -> Iterator[str]:
    """Mark each open umbrella as met by a pattern or not."""
    for place, _, up in faces(state, point):
        x, y = offer_at(UMBRELLA_TOP, place)
        yield use("met" if up else "unmet", (x + OFFER - 13, y + 13))


def faces(state: State, point: int) -> Iterator[tuple[int, int, bool]]:
    """Walk over the open umbrellas: the place of each, from 1, which it is, and whether it would lie face up."""
    brought = preview.open_umbrellas(state, state.seat, point).tolist()
    for place, (umbrella, (_, up, *_)) in enumerate(zip(state.umbrella_open.tolist(), brought, strict=True), 1):
        if umbrella != EMPTY:
            yield place, umbrella, bool(up)


def colours_on_offer(state: State) -> list[str]:
    """List the colours of the open umbrellas, by their places."""
    return ["" if umbrella == EMPTY else COLOURS[COLOUR[umbrella]] for umbrella in state.umbrella_open.tolist()]


def chosen(colours: list[str], places: int) -> tuple[str, ...]:
    """Choose the colours of some places, which are given as a set in bits."""
    return tuple(colour for place, colour in enumerate(colours) if places >> place & 1)


@lru_cache(maxsize=5000)
def promise(cell: int, corner: int, colours: tuple[str, ...]) -> str:
    """Ring a pattern that would be complete, with the umbrellas that could lie there face up."""
    x, y = corner_of(cell, corner)
    left = x - 13 * (len(colours) - 1)
    return use("ring", (x, y)) + "".join(use(colour, (left + 26 * k, y), 0.4) for k, colour in enumerate(colours))


@lru_cache(maxsize=5000)
def counted(cell: int, patterns: int) -> str:
    """Write at the upper side of a cell how many patterns would be complete."""
    x, y = CELL_AT[cell]
    x, y = x + 50, y + 8
    return f'<use href="#ab-sum" x="{x}" y="{y}"/><text class="sum" x="{x}" y="{y + 8}">{patterns}</text>'


@lru_cache(maxsize=5000)
def tally(cell: int, gain: int, height: float = 0.93) -> str:
    """Write at the lower side of a cell what the water would gain."""
    x, y = CELL_AT[cell][0] + 50, CELL_AT[cell][1] + 100 * height
    return use("tally", (x, y)) + f'<text class="gain" x="{x + 8}" y="{y + 9:.0f}">{gain:+}</text>'
