"""The beaches: tiles in the surf, water lines, umbrellas, and on the own one what is free and what waits."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from strandline.engine.elements import piece, tag, target, text
from strandline.games.day_at_the_beach.notation.names import CELL_NAME
from strandline.games.day_at_the_beach.rules import preview
from strandline.games.day_at_the_beach.rules.state import tiles_of, umbrellas_on, waiting_patterns
from strandline.games.day_at_the_beach.rules.tables import ELEMENTS, MOST_PATTERNS, MOST_TILES, SANDS, SHOWS, Move

from .layout import CELL_AT, middle_of, moved, zoom_of
from .shapes import BADGE, element_size, element_spots, enlarged, tile_shapes, turned, umbrella_shape, use

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.day_at_the_beach.rules.state import Laid, State

    from .layout import Plan, Zoom

# From which scale on writing can be read on a beach: names of cells, the same in large; words, and those unenlarged.
NEAR, FAR, WORDS, LARGE = 0.675, 0.5, 0.62, 0.8
TOUCHING = 0.45  # below this scale, what is pointed at is the whole of a cell: a finger needs it
Lines = tuple[tuple[int, ...], ...]  # as `preview.water_lines` has them


def large_beach(state: State, seat: int, laid: Laid, zoom: Zoom, plan: Plan) -> dict[str, str]:
    """Draw the own beach, with a ring around every element that a water tile scores."""
    lines = lines_of(state, seat)
    figures = water_figures(laid, lines, plan.grown(24, zoom.scale))
    return beach(state, seat, laid, zoom, scored(laid, lines) + figures, plan.grown(20, zoom.scale))


def small_beach(state: State, seat: int, index: int, plan: Plan) -> dict[str, str]:
    """Draw the beach of somebody else."""
    laid = tiles_of(state, seat)
    zoom = zoom_of(tuple(cell for cell, *_ in laid), plan.seas[index - 1], least=1)
    figures = tag("g", water_figures(laid, lines_of(state, seat), 1), class_="up-close")
    return beach(state, seat, laid, zoom, figures, 0)  # numbers can be read only where it is shown large


def lines_of(state: State, seat: int) -> Lines:
    """List the water lines of a beach."""
    return tuple(map(tuple, preview.water_lines(state, seat).tolist()))


def beach(state: State, seat: int, laid: Laid, zoom: Zoom, lines: str, grown: float) -> dict[str, str]:
    """Draw the tiles of a beach, then the water lines, then the umbrellas."""
    lying = going_along(seat, laid, tag("g", lines, transform=zoom.written()))
    drawn = {f"lines {seat}": lying if lines else ""}
    return tiles(seat, laid, zoom) | drawn | umbrellas(seat, tuple(umbrellas_on(state, seat)), zoom, grown)


@lru_cache(maxsize=1000)
def tiles(seat: int, laid: Laid, zoom: Zoom) -> dict[str, str]:
    """Draw the tiles of a beach in the surf, the newest outlined."""
    parts = {f"surf {seat}": going_along(seat, laid, surf(laid, zoom))}
    for slot in range(MOST_TILES):
        parts[f"tile {seat}.{slot}"] = beach_tile(seat, *laid[slot], zoom) if slot < len(laid) else ""
    parts[f"newest {seat}"] = newest(laid[-1][0], zoom) if len(laid) > 1 else ""
    return parts


def going_along(seat: int, laid: Laid, drawn: str) -> str:
    """Let something go along with the entrance, so that a beach that is centred anew moves whole."""
    return f'<g data-with="{seat} {CELL_NAME[laid[0][0]]}">{drawn}</g>'


def surf(laid: Laid, zoom: Zoom) -> str:
    """Draw foam and shadow around a beach."""
    squares = "".join("M{} {}h100v100h-100z".format(*CELL_AT[cell]) for cell, *_ in laid)
    return tag("path", class_="surf", d=squares, transform=zoom.written())


def beach_tile(seat: int, cell: int, tile: int, side: int, zoom: Zoom) -> str:
    """Draw a tile of a beach."""
    return piece(f"{seat} {CELL_NAME[cell]}", f'<g transform="{zoom.written(cell)}">{tile_shapes(tile, side)}</g>')


def newest(cell: int, zoom: Zoom) -> str:
    """Outline the tile that was laid last."""
    return f'<g class="newest" transform="{zoom.written(cell)}"><use href="#ab-spot"/></g>'


@lru_cache(maxsize=1000)
def water_figures(laid: Laid, lines: Lines, grown: float) -> str:
    """Write on each water tile what it scores now (B-E2)."""
    drawn = []
    for slot, points, *_ in lines:
        cell, _, side = laid[slot]
        (left, top), (x, y) = CELL_AT[cell], turned(BADGE, side)
        drawn.append(
            text(points, x=left + x, y=top + y + 8, class_="flow")
            if grown == 1
            else enlarged(text(points, x=0, y=8, class_="flow"), (left + x, top + y), grown)
        )
    return "".join(drawn)


@lru_cache(maxsize=1000)
def scored(laid: Laid, lines: Lines) -> str:
    """Ring the elements that water tiles score, once for each tile (B-E2)."""
    rings: Counter[tuple[float, float, float]] = Counter()
    for slot, _, *in_line in lines:
        shown = SHOWS[laid[slot][1] - SANDS].tolist()
        for (cell, tile, turn), in_it in zip(laid, in_line, strict=False):
            left, top = CELL_AT[cell]
            for element, (x, y) in element_spots(tile, turn) if in_it else ():
                if shown[ELEMENTS.index(element)]:
                    rings[left + x, top + y, 22.5 * element_size(tile)] += 1
    return "".join(
        tag("circle", cx=x, cy=y, r=radius + 5 * again, class_="scored")
        for (x, y, radius), count in rings.items()
        for again in range(count)
    )


@lru_cache(maxsize=1000)
def umbrellas(seat: int, covered: tuple[tuple[int, int, bool], ...], zoom: Zoom, grown: float) -> dict[str, str]:
    """Draw the umbrellas on a beach."""
    parts = {f"umbrella {seat}.{index}": "" for index in range(MOST_PATTERNS)}
    for index, (umbrella, point, up) in enumerate(covered):
        x, y = middle_of(point)
        place = moved(zoom.x + x * zoom.scale, zoom.y + y * zoom.scale, zoom.scale)
        shape = tag("g", umbrella_shape(umbrella, up=up, grown=grown), transform=place)
        parts[f"umbrella {seat}.{index}"] = piece(f"{seat} umbrella {CELL_NAME[point]}", shape, class_="stands")
    return parts


# What is to be done there


@lru_cache(maxsize=1000)
def free_cells(cells: tuple[int, ...], zoom: Zoom, texts: Texts, *, to_move: bool) -> str:
    """Draw the cells where something may be laid; whoever is to move can point at them."""
    drawn = []
    for cell in cells:
        (x, y), name = CELL_AT[cell], CELL_NAME[cell]
        place = f'x="{x}" y="{y}"'
        drawn.append(f'<use href="#ab-spot" class="free" {place}/>')
        if zoom.scale >= FAR:
            drawn.append(text(name, x=x + 50, y=y + 58, class_="name" if zoom.scale >= NEAR else "name far"))
        if to_move:
            halo = f'<use href="#ab-spot" class="halo" {place}/>'
            if zoom.scale < TOUCHING:
                halo = f'<rect class="halo" {place} width="100" height="100" rx="7"/>'
            drawn.append(target(name, texts.say("draw.free", cell=name), halo, class_="spot"))
    return tag("g", *drawn, transform=zoom.written())


@lru_cache(maxsize=1000)
def open_sea(cells: tuple[int, ...], zoom: Zoom, texts: Texts, *, to_move: bool) -> str:
    """Write on the cells before water sides that nothing is laid there (B-T3); whoever is to move may ask why."""
    drawn = []
    words = [texts.say("draw.sea.open"), texts.say("draw.sea.closed")]
    lines = "".join(text(line, y=22 * k - 3, class_="sea") for k, line in enumerate(words))
    written = lines if zoom.scale >= LARGE else enlarged(lines, (0, 0), round(LARGE / zoom.scale, 2))
    for cell in cells:
        (x, y), name = CELL_AT[cell], CELL_NAME[cell]
        shown = tag("g", written, transform=f"translate({x + 50} {y + 50})")
        if zoom.scale < WORDS:
            shown = use("unmet", (x + 50, y + 50), 1.5)
        halo = f'<use href="#ab-spot" class="halo" x="{x}" y="{y}"/>'
        drawn.append(target(name, " ".join(words), shown, halo, class_="spot") if to_move else shown)
    return tag("g", *drawn, transform=zoom.written()) if drawn else ""


@lru_cache(maxsize=1000)
def missing_quarters(corners: Lines, zoom: Zoom) -> str:
    """Light up the corners of cells where only one quarter is missing."""
    drawn = []
    for cell, corner in corners:
        (x, y), turn = CELL_AT[cell], f"rotate({90 * corner} 50 50)" if corner else ""
        drawn.append(f'<use href="#ab-missing" transform="translate({x} {y}){turn}"/>')
    return tag("g", *drawn, transform=zoom.written(), class_="missing")


def waiting(state: State, zoom: Zoom, texts: Texts) -> str:
    """Draw the complete patterns that wait for an umbrella, and frame the four tiles of the one being covered."""
    drawn = []
    for point in waiting_patterns(state):
        (x, y), name = middle_of(point), CELL_NAME[point]
        halo = tag("circle", cx=x, cy=y, r=max(40, round(20.5 / zoom.scale, 1)), class_="halo")
        spoken = texts.say("draw.pattern", cell=name)
        drawn.append(target(f"cover {name}", spoken, use("ring", (x, y)), halo, class_="pattern"))
    if state.due == Move.UMBRELLA:
        x, y = middle_of(state.covering)
        frame = tag("rect", x=x - 98, y=y - 98, width=196, height=196, rx=10, class_="covering")
        drawn.append(frame + use("ring", (x, y)))
    return tag("g", *drawn, transform=zoom.written()) if drawn else ""
