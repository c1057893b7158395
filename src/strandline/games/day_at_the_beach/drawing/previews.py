"""What would happen, drawn where it would: shown by the page while somebody points at what they might do."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from strandline.engine.elements import tag
from strandline.games.day_at_the_beach.beach import SIDES
from strandline.games.day_at_the_beach.drawing.layout import (
    OFFER,
    UMBRELLA_TOP,
    corner_of,
    flow,
    middle_of,
    moved,
    offer_at,
)
from strandline.games.day_at_the_beach.drawing.shapes import umbrella_shape, use
from strandline.games.day_at_the_beach.land import (
    BLOCK,
    CELL_NAME,
    EMPTY,
    NEIGHBOUR,
    POINT,
    X,
    Y,
    is_water,
    meets,
)
from strandline.games.day_at_the_beach.rules import (
    CHOOSE_UMBRELLA,
    CHOOSE_WATER,
    COVER,
    LAY,
    TAKE,
    takeable,
)
from strandline.games.day_at_the_beach.tiles import (
    COLOUR,
    COLOURS,
    DISPLAY,
    DISTINCT,
    HAS,
    NEEDS,
    PLACE_NAME,
    PLACES,
    QUARTER,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from strandline.games.day_at_the_beach.drawing.layout import Laid, Tile
    from strandline.games.day_at_the_beach.rules import State

Ripe = tuple[tuple[int, int], ...]


def ghost(targets: str, *shapes: str) -> str:
    """Show shapes while these targets are pointed at."""
    return f'<g class="ghost" data-ghost="{targets}">{"".join(shapes)}</g>' if any(shapes) else ""


def on_the_beach(state: State, laid: Laid, cells: tuple[int, ...], ripe: Ripe) -> str:
    """Draw on the mover's beach, in cells of 100, what the possible decisions would lead to."""
    if state.due == LAY and state.hand != EMPTY:
        return "".join(layings(state, laid, cells, ripe))
    if state.due == TAKE:
        return "".join(takings(state, laid, ripe))
    if state.due == CHOOSE_UMBRELLA:
        return "".join(umbrellas(state))
    if state.due == CHOOSE_WATER:
        return "".join(waters(state, laid, cells))
    return ""


def layings(state: State, laid: Laid, cells: tuple[int, ...], ripe: Ripe) -> Iterator[str]:
    """Draw the tile in hand on every open cell in every turn, the patterns it completes and what the water gains."""
    tile, offered = state.hand, umbrellas_on_offer(state)
    for cell in cells:
        for turn in turns(laid, tile, cell):
            corners = [corner for corner in range(4) if QUARTER[tile, turn, corner] and (cell, corner) in ripe]
            yield ghost(
                f"{CELL_NAME[cell]}|{SIDES[turn]}",
                f'<use href="#ab-{tile}-{turn}" x="{100 * int(X[cell])}" y="{100 * int(Y[cell])}"/>',
                *(promise(laid, offered, cell, corner, tile) for corner in corners),
                counted(cell, len(corners)),
                tally(cell, gained(state.water_line, laid, (cell, tile, turn))),
            )


def turns(laid: Laid, tile: int, cell: int) -> list[int]:
    """In which turns may a tile be laid on an open cell (B-T4, B-T8)?"""
    taken = {other for other, *_ in laid}
    water = is_water(tile)
    return [turn for turn in range(4) if DISTINCT[tile, turn] and not (water and int(NEIGHBOUR[cell, turn]) in taken)]


def takings(state: State, laid: Laid, ripe: Ripe) -> Iterator[str]:
    """Show for each tile of the grid which patterns it could complete so that an open umbrella would lie face up."""
    offered = umbrellas_on_offer(state)
    for place in range(PLACES):
        if takeable(state, place):
            tile = int(state.grid[place])
            shapes = [
                promise(laid, offered, cell, corner, tile)
                for cell, corner in ripe
                if promised(laid, offered, cell, corner, tile)
            ]
            yield ghost(PLACE_NAME[place], *shapes)


def umbrellas(state: State) -> Iterator[str]:
    """Draw each open umbrella on the pattern that is being covered, face up or down."""
    x, y = middle_of(state.covering)
    for place in range(DISPLAY):
        umbrella = int(state.umbrella_open[place])
        if umbrella != EMPTY:
            up = meets(state, state.seat, state.covering, umbrella)
            yield ghost(f"umbrella {place + 1}", tag("g", umbrella_shape(umbrella, up=up), transform=moved(x, y, 1)))


def waters(state: State, laid: Laid, cells: tuple[int, ...]) -> Iterator[str]:
    """Write on every open cell what each open water would gain there, turned in the best way."""
    for place, tile in enumerate(state.water_open.tolist(), 1):
        if tile != EMPTY:
            best = (
                max((gained(state.water_line, laid, (cell, tile, turn)) for turn in turns(laid, tile, cell)), default=0)
                for cell in cells
            )
            yield ghost(f"water {place}", *(tally(cell, gain, 0.5) for cell, gain in zip(cells, best, strict=True)))


def gained(reading: int, laid: Laid, tile: Tile) -> int:
    """How many points more would the water score with one tile more (B-E2)?"""
    cell, kind, turn = tile
    turn = turn if is_water(kind) else 0  # sand scores the same in every turn
    return flow(reading, (*laid, (cell, kind, turn))) - flow(reading, laid)


def covers(state: State) -> str:
    """Mark on the open umbrellas which of them each waiting pattern would meet."""
    if state.due != COVER:
        return ""
    points = state.waiting.tolist()[: state.waits]
    return "".join(ghost(f"cover {CELL_NAME[point]}", marks(state, point)) for point in points)


def marks(state: State, point: int) -> str:
    """Mark each open umbrella as met by a pattern or not."""
    drawn = []
    for place in range(DISPLAY):
        umbrella = int(state.umbrella_open[place])
        if umbrella != EMPTY:
            x, y = offer_at(UMBRELLA_TOP, place + 1)
            met = meets(state, state.seat, point, umbrella)
            drawn.append(use("met" if met else "unmet", (x + OFFER - 13, y + 13)))
    return "".join(drawn)


def umbrellas_on_offer(state: State) -> tuple[int, ...]:
    """List the open umbrellas."""
    return tuple(umbrella for umbrella in state.umbrella_open.tolist() if umbrella != EMPTY)


@lru_cache(maxsize=5000)
def promised(laid: Laid, offered: tuple[int, ...], cell: int, corner: int, tile: int) -> tuple[int, ...]:
    """Which of the open umbrellas would a tile on this cell meet at this corner (B-U2, B-U3)?"""
    around = {int(other) for other in BLOCK[POINT[cell, corner]]}
    had = HAS[tile] + sum(HAS[other] for near, other, _ in laid if near in around)
    return tuple(umbrella for umbrella in offered if (had >= NEEDS[umbrella]).all())


@lru_cache(maxsize=5000)
def promise(laid: Laid, offered: tuple[int, ...], cell: int, corner: int, tile: int) -> str:
    """Ring a pattern that would be complete, with the umbrellas that could lie there face up."""
    met = promised(laid, offered, cell, corner, tile)
    x, y = corner_of(cell, corner)
    left = x - 13 * (len(met) - 1)
    shapes = (use(COLOURS[COLOUR[umbrella]], (left + 26 * k, y), 0.4) for k, umbrella in enumerate(met))
    return use("ring", (x, y)) + "".join(shapes)


def counted(cell: int, patterns: int) -> str:
    """Write at the upper side of a cell how many patterns would be complete."""
    if not patterns:
        return ""
    x, y = 100 * int(X[cell]) + 50, 100 * int(Y[cell]) + 8
    return f'<use href="#ab-sum" x="{x}" y="{y}"/><text class="sum" x="{x}" y="{y + 8}">{patterns}</text>'


def tally(cell: int, gain: int, height: float = 0.93) -> str:
    """Write at the lower side of a cell what the water would gain."""
    if not gain:
        return ""
    x, y = 100 * int(X[cell]) + 50, 100 * (int(Y[cell]) + height)
    return use("tally", (x, y)) + f'<text class="gain" x="{x + 8}" y="{y + 9:.0f}">{gain:+}</text>'
