"""The table as SVG: the grid and what is on offer above, one's own beach large below, the others' beaches beside it.

In drawing/, layout.py says where things are, shapes.py has what they are put together from, market.py and cards.py
draw what lies around the beaches, previews.py what would happen; style.css has the colours. Nothing with a `data-key`
or `data-target` carries a transform, so that whoever animates it is free to.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from strandline.engine.contract import NOBODY, OVER
from strandline.engine.elements import number, tag, text
from strandline.games.day_at_the_beach.beach import SIDES
from strandline.games.day_at_the_beach.drawing.cards import other_card, own_card, sign, what_now, winners
from strandline.games.day_at_the_beach.drawing.layout import (
    GRID_CARD,
    HEIGHT,
    OFFER_CARD,
    OWN_CARD,
    OWN_SEA,
    PLACE,
    TRAY,
    TURN,
    WIDTH,
    Box,
    beach_of,
    in_line,
    middle_of,
    moved,
    open_cells,
    others_card,
    others_sea,
    place_at,
    ripe_corners,
    zoom_of,
)
from strandline.games.day_at_the_beach.drawing.market import deck_of, market
from strandline.games.day_at_the_beach.drawing.previews import covers, on_the_beach
from strandline.games.day_at_the_beach.drawing.shapes import (
    BADGE,
    definitions,
    element_size,
    element_spots,
    tile_shapes,
    turned,
    umbrella_shape,
    use,
)
from strandline.games.day_at_the_beach.drawing.targets import pointable, scaled, target
from strandline.games.day_at_the_beach.land import (
    CELL_NAME,
    EMPTY,
    MOST_PATTERNS,
    MOST_TILES,
    NOWHERE,
    X,
    Y,
    is_water,
    line_points,
)
from strandline.games.day_at_the_beach.rules import (
    BEGIN,
    CHOOSE_UMBRELLA,
    CHOOSE_WATER,
    COVER,
    LAY,
    TAKE,
    TURN_UP,
)
from strandline.games.day_at_the_beach.tiles import (
    DECK_NAME,
    DISTINCT,
    ELEMENTS,
    PLACE_NAME,
    PLACES,
    SAND,
    SANDS,
    SHOWS,
    UMBRELLA,
    WATER,
)

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.day_at_the_beach.drawing.layout import Laid, Zoom
    from strandline.games.day_at_the_beach.rules import State

PERSONAL = True


# The table


def frame(state: State, seat: int) -> tuple[float, float, float, float]:  # noqa: ARG001
    """Give the viewBox."""
    return (0, 0, WIDTH, HEIGHT)


def board(state: State, texts: Texts, seat: int) -> str:  # noqa: ARG001
    """Draw what tiles and beaches lie on."""
    return table(state.seats)


@lru_cache(maxsize=8)
def table(seats: int) -> str:
    """Draw the table for so many players."""
    cards = (GRID_CARD, OFFER_CARD, OWN_CARD, *(others_card(seats, index) for index in range(seats - 1)))
    seas = (OWN_SEA, *(others_sea(seats, index) for index in range(seats - 1)))
    return "".join((
        definitions(),
        tag("rect", width=WIDTH, height=HEIGHT, class_="sl-paper"),
        *(card.rect("card", 22) for card in cards),
        *(sea.rect("bay", 15) + waves(sea) for sea in seas),
        *(Box(*place_at(place), PLACE, PLACE).rect("hollow", 6) for place in range(PLACES)),
    ))  # fmt: skip


def waves(sea: Box) -> str:
    """Draw a few quiet waves on the sea around a beach."""
    size = 5 if sea.width < 300 else 9
    wave = f"q{size}-{size} {2 * size} 0t{2 * size} 0"
    spots = ((0.05, 0.07), (0.8, 0.1), (0.09, 0.93), (0.84, 0.9))
    starts = (f"M{number(sea.x + sea.width * x)} {number(sea.y + sea.height * y)}" for x, y in spots)
    return tag("path", class_="waves", d="".join(start + wave for start in starts))


def pieces(state: State, texts: Texts, last: int, seat: int) -> dict[str, str]:
    """Draw the grid, the offer and the beaches as this seat sees them, and what it can point at."""
    eyes = whose(state, seat)
    beaches = [beach_of(state, other) for other in range(state.seats)]
    own, cells = beaches[eyes], open_cells(state, eyes) if state.turn != OVER else ()
    zoom = zoom_of([*(cell for cell, *_ in own), *cells], OWN_SEA, least=2)
    parts = market(state, texts, last, eyes)
    parts["card"] = own_card(state, eyes, texts)
    parts["free"] = free_cells(cells, zoom, texts, to_move=state.seat == eyes)
    for index in range(1, state.seats):
        parts[f"card {index}"] = other_card(state, (eyes + index) % state.seats, index - 1, texts)
    for other in range(state.seats):
        index = (other - eyes) % state.seats
        parts |= small_beach(state, other, beaches[other], index) if index else large_beach(state, eyes, own, zoom)
    ripe = ripe_corners(own, cells)
    parts["ripe"] = ripe_shapes(ripe, zoom)
    parts["waiting"] = waiting(state, zoom, texts) if state.seat == eyes else ""
    parts["hand"] = hand(state, seat, eyes, texts)
    acting = seat == state.turn
    parts["ghosts"] = tag("g", on_the_beach(state, own, cells, ripe), transform=zoom.written()) if acting else ""
    parts["covers"] = covers(state) if acting else ""
    return parts


def whose(state: State, seat: int) -> int:
    """Whose beach is drawn large? For a spectator that of the seat whose turn it is, in the end the best one."""
    if seat != NOBODY:
        return seat
    if state.turn == OVER:
        return winners(state)[0]
    return max(int(state.seat), 0)


def glides(state: State, move: int, after: State) -> tuple[tuple[str, str], ...]:  # noqa: ARG001
    """Say how tiles and umbrellas go from the decks to the table, into the hand, onto the mover's beach."""
    if move < TAKE:
        return (("hand", f"{state.seat} {CELL_NAME[1 + (move - LAY) // 4]}"),)
    if move < COVER:
        return ((f"grid {PLACE_NAME[move - TAKE]}", "hand"),)
    if move < CHOOSE_UMBRELLA:
        return ()
    if move < CHOOSE_WATER:
        pattern = f"{state.seat} umbrella {CELL_NAME[state.covering]}"
        return taken_from(UMBRELLA, move - CHOOSE_UMBRELLA + 1, pattern, state)
    if move < BEGIN:
        return taken_from(WATER, move - CHOOSE_WATER + 1, "hand", state)
    return () if move < TURN_UP else ((f"{DECK_NAME[deck_of(move)]} deck", turned_up_to(state, deck_of(move))),)


def taken_from(deck: int, place: int, end: str, state: State) -> tuple[tuple[str, str], ...]:
    """Let an open tile go where it is taken to, and the visible one of its deck follow it (B-S4)."""
    name = DECK_NAME[deck]
    followed = ((f"{name} 0", f"{name} {place}"),) if state.top[deck] != EMPTY else ()
    return ((f"{name} {place}", end), *followed)


def turned_up_to(state: State, deck: int) -> str:
    """Where does the next tile of a deck go (B-S4)?"""
    if deck == SAND:
        return f"grid {PLACE_NAME[state.laid_out]}" if state.laid_out < PLACES else "sand 0"
    display = (state.water_open if deck == WATER else state.umbrella_open).tolist()
    return f"{DECK_NAME[deck]} {display.index(EMPTY) + 1 if EMPTY in display else 0}"


# The beaches


def large_beach(state: State, seat: int, laid: Laid, zoom: Zoom) -> dict[str, str]:
    """Draw the own beach, with a ring around every element that a water tile scores."""
    lines = scored(state.water_line, laid) + water_figures(state, seat, laid)
    return beach(state, seat, laid, zoom, lines)


def small_beach(state: State, seat: int, laid: Laid, index: int) -> dict[str, str]:
    """Draw the beach of somebody else."""
    zoom = zoom_of([cell for cell, *_ in laid], others_sea(state.seats, index - 1), least=1)
    return beach(state, seat, laid, zoom, water_figures(state, seat, laid))


def beach(state: State, seat: int, laid: Laid, zoom: Zoom, lines: str) -> dict[str, str]:
    """Draw the tiles of a beach in the surf, the newest outlined, then the water lines, then the umbrellas."""
    parts = {f"surf {seat}": surf(tuple(cell for cell, *_ in laid), zoom)}
    for slot in range(MOST_TILES):
        parts[f"tile {seat}.{slot}"] = beach_tile(seat, *laid[slot], zoom) if slot < len(laid) else ""
    parts[f"newest {seat}"] = newest(laid[-1][0], zoom) if len(laid) > 1 else ""
    parts[f"lines {seat}"] = tag("g", lines, transform=zoom.written()) if lines else ""
    return parts | umbrellas(state, seat, zoom)


@lru_cache(maxsize=2000)
def surf(cells: tuple[int, ...], zoom: Zoom) -> str:
    """Draw foam and shadow around a beach."""
    squares = "".join(f"M{100 * int(X[cell])} {100 * int(Y[cell])}h100v100h-100z" for cell in cells)
    return tag("path", class_="surf", d=squares, transform=zoom.written())


@lru_cache(maxsize=20_000)
def beach_tile(seat: int, cell: int, tile: int, side: int, zoom: Zoom) -> str:
    """Draw a tile of a beach."""
    placed = f'<g transform="{zoom.written(cell)}">{tile_shapes(tile, side)}</g>'
    return f'<g data-key="{seat} {CELL_NAME[cell]}">{placed}</g>'


@lru_cache(maxsize=2000)
def newest(cell: int, zoom: Zoom) -> str:
    """Outline the tile that was laid last."""
    return f'<g class="newest" transform="{zoom.written(cell)}"><use href="#ab-spot"/></g>'


def water_figures(state: State, seat: int, laid: Laid) -> str:
    """Write on each water tile what it scores now (B-E2)."""
    drawn = []
    for cell, tile, side in laid:
        if is_water(tile):
            x, y = turned(BADGE, side)
            points = line_points(state, seat, cell, side, tile)
            drawn.append(text(points, x=100 * int(X[cell]) + x, y=100 * int(Y[cell]) + y + 8, class_="flow"))
    return "".join(drawn)


@lru_cache(maxsize=1000)
def scored(reading: int, laid: Laid) -> str:
    """Ring the elements that water tiles score, once for each tile (B-E2)."""
    rings: Counter[tuple[float, float, float]] = Counter()
    for cell, water, side in laid:
        if is_water(water):
            shown = SHOWS[water - SANDS].tolist()
            for other, tile, turn in in_line(reading, laid, cell, side):
                for element, (x, y) in element_spots(tile, turn):
                    if shown[ELEMENTS.index(element)]:
                        rings[100 * int(X[other]) + x, 100 * int(Y[other]) + y, 22.5 * element_size(tile)] += 1
    return "".join(
        tag("circle", cx=x, cy=y, r=radius + 5 * again, class_="scored")
        for (x, y, radius), count in rings.items()
        for again in range(count)
    )


def umbrellas(state: State, seat: int, zoom: Zoom) -> dict[str, str]:
    """Draw the umbrellas on a beach."""
    parts = {}
    for index in range(MOST_PATTERNS):
        name = f"umbrella {seat}.{index}"
        parts[name] = ""
        if index < state.placed[seat]:
            umbrella, point = int(state.umbrella[seat, index]), int(state.point[seat, index])
            parts[name] = beach_umbrella(seat, umbrella, point, zoom, up=bool(state.up[seat, index]))
    return parts


@lru_cache(maxsize=5000)
def beach_umbrella(seat: int, umbrella: int, point: int, zoom: Zoom, *, up: bool) -> str:
    """Draw an umbrella where four tiles meet."""
    x, y = middle_of(point)
    place = moved(zoom.x + x * zoom.scale, zoom.y + y * zoom.scale, zoom.scale)
    shape = tag("g", umbrella_shape(umbrella, up=up), transform=place)
    return tag("g", shape, class_="stands", data_key=f"{seat} umbrella {CELL_NAME[point]}")


@lru_cache(maxsize=1000)
def free_cells(cells: tuple[int, ...], zoom: Zoom, texts: Texts, *, to_move: bool) -> str:
    """Draw the cells where something may be laid; whoever is to move can point at them."""
    drawn = []
    for cell in cells:
        x, y, name = 100 * int(X[cell]), 100 * int(Y[cell]), CELL_NAME[cell]
        place = f'x="{x}" y="{y}"'
        drawn.append(f'<use href="#ab-spot" class="free" {place}/>{text(name, x=x + 50, y=y + 56, class_="name")}')
        if to_move:
            halo = f'<use href="#ab-spot" class="halo" {place}/>'
            drawn.append(pointable(name, texts.say("draw.free", cell=name), halo, "spot"))
    return tag("g", *drawn, transform=zoom.written())


@lru_cache(maxsize=1000)
def ripe_shapes(ripe: tuple[tuple[int, int], ...], zoom: Zoom) -> str:
    """Light up the points where only one quarter is missing."""
    drawn = []
    for cell, corner in ripe:
        turn = f"rotate({90 * corner} 50 50)" if corner else ""
        drawn.append(f'<use href="#ab-ripe" transform="translate({100 * int(X[cell])} {100 * int(Y[cell])}){turn}"/>')
    return tag("g", *drawn, transform=zoom.written(), class_="ripe")


def waiting(state: State, zoom: Zoom, texts: Texts) -> str:
    """Draw the complete patterns that wait for an umbrella, and frame the four tiles of the one being covered."""
    drawn = []
    for point in state.waiting.tolist()[: state.waits]:
        (x, y), name = middle_of(point), CELL_NAME[point]
        spoken = texts.say("draw.pattern", cell=name)
        halo = tag("circle", cx=x, cy=y, r=40, class_="halo")
        drawn.append(pointable(f"cover {name}", spoken, use("ring", (x, y)) + halo, "pattern"))
    if state.covering != NOWHERE and state.due == CHOOSE_UMBRELLA:
        x, y = middle_of(state.covering)
        drawn.append(
            tag("rect", x=x - 98, y=y - 98, width=196, height=196, rx=10, class_="covering") + use("ring", (x, y))
        )
    return tag("g", *drawn, transform=zoom.written()) if drawn else ""


# The hand


def hand(state: State, seat: int, eyes: int, texts: Texts) -> str:
    """Draw the tile in hand for whoever is to lay it; for others, and without one, say what is going on."""
    if state.hand != EMPTY and state.seat == eyes:
        return hand_of(state.hand, texts, previewed=seat == state.turn)
    return sign(what_now(state, eyes, texts), state.hand)


@lru_cache(maxsize=1000)
def hand_of(tile: int, texts: Texts, *, previewed: bool) -> str:
    """Draw a tile in every turn that looks different; previews use these very shapes."""
    drawn = [TRAY.rect("tray", 14)]
    for turn in range(4):
        if DISTINCT[tile, turn]:
            box = Box(TRAY.x + 3 + turn * (TURN + 4), TRAY.y + 6, TURN, TURN)
            shape = tag("g", tile_shapes(tile, turn), id=f"ab-{tile}-{turn}" if previewed else None)
            placed = tag("g", shape, transform=scaled(box))
            piece = tag("g", placed, class_="top loose", data_key="hand" if turn == 0 else None)
            spoken = texts.say("draw.turned", side=texts.say(f"side.{SIDES[turn]}"))
            drawn.append(target(SIDES[turn], spoken, piece, box, "turn", ' data-spin=""'))
    return "".join(drawn)
