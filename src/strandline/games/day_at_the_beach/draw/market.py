"""The middle of the table: the grid with its deck and the round, and what lies open beside the other two decks."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from strandline.engine.contract import OVER
from strandline.engine.elements import piece, tag, text
from strandline.games.day_at_the_beach.notation.names import DECK_NAME, PLACE_NAME, deck_of
from strandline.games.day_at_the_beach.rules import preview, tables
from strandline.games.day_at_the_beach.rules.tables import EMPTY, NOWHERE, Deck, Move

from .layout import OFFER, Box, moved
from .shapes import tile_piece, umbrella_shape, use
from .targets import boxed_target, tile_in_words, umbrella_in_words

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.day_at_the_beach.rules import State

    from .layout import Plan, Point

Lacking = tuple[int, ...] | None  # how many of each element a pattern lacks for an umbrella, where one is covered
# Where the needs of an umbrella are beside it, by their number; in steps from the middle of the room for them
BESIDE: tuple[tuple[Point, ...], ...] = ((), ((0, 0),), ((-0.5, 0), (0.5, 0)), ((-0.5, -0.5), (0.5, -0.5), (0, 0.5)))


def market(state: State, texts: Texts, last: int, eyes: int, plan: Plan, sign: str) -> dict[str, str]:
    """Draw grid, round and offer; needs are compared with the pattern that these eyes are about to cover."""
    turned_up = deck_of(last - Move.TURN_UP) if last >= Move.TURN_UP else EMPTY
    parts = {}
    for kind in plan.decks:
        touched = turned_up == kind
        parts[f"{DECK_NAME[kind]} deck"] = deck(plan, kind, state.top[kind], state.unseen[kind], texts, touched=touched)
    parts["round"] = sign
    parts |= grid(state, texts, last, plan) | umbrellas_on_offer(state, texts, eyes, plan)
    return parts | waters_on_offer(state, texts, plan)


def grid(state: State, texts: Texts, last: int, plan: Plan) -> dict[str, str]:
    """Draw the grid; what may not be taken yet lies flat."""
    parts: dict[str, str] = {}
    if not plan.grid:
        return parts
    for place, free in enumerate(preview.free_places(state).tolist()):
        tile, touched = int(state.grid[place]), last == Move.TAKE + place
        parts[PLACE_NAME[place]] = grid_place(plan, place, tile, texts, loose=bool(free), touched=touched)
    return parts


def umbrellas_on_offer(state: State, texts: Texts, eyes: int, plan: Plan) -> dict[str, str]:
    """Draw the open umbrellas."""
    covering = state.covering if state.due == Move.UMBRELLA and state.seat == eyes else NOWHERE
    parts = {}
    brought = preview.open_umbrellas(state, eyes, covering).tolist()
    for place, (umbrella, (water, up, *lacks)) in enumerate(zip(state.umbrella_open.tolist(), brought, strict=True), 1):
        lacking = tuple(lacks) if covering != NOWHERE else None
        brings = bool(water) and state.turn != OVER
        parts[f"umbrella {place}"] = open_umbrella(plan, place, umbrella, lacking, texts, up=bool(up), brings=brings)
    return parts


def waters_on_offer(state: State, texts: Texts, plan: Plan) -> dict[str, str]:
    """Draw the open waters."""
    waters = enumerate(state.water_open.tolist(), 1)
    return {f"water {place}": open_water(plan, place, water, texts) for place, water in waters}


@lru_cache(maxsize=2000)
def grid_place(plan: Plan, place: int, tile: int, texts: Texts, *, loose: bool, touched: bool) -> str:
    """Draw a place of the grid."""
    box = plan.grid[place]
    if tile == EMPTY:
        spoken, drawn = texts.say("draw.empty", place=PLACE_NAME[place]), ""
    else:
        spoken = texts.say("draw.place", place=PLACE_NAME[place], tile=tile_in_words(tile, texts))
        drawn = tile_piece(f"grid {PLACE_NAME[place]}", tile, box.scale(), " top loose" if loose else " top held")
    carried = {"data_lift": ""} if loose and tile != EMPTY else {}
    return boxed_target(PLACE_NAME[place], spoken, drawn, box, f"place{' last start' if touched else ''}", **carried)


@lru_cache(maxsize=2000)
def open_umbrella(
    plan: Plan, place: int, umbrella: int, lacking: Lacking, texts: Texts, *, up: bool, brings: bool
) -> str:
    """Draw an open umbrella with its needs; where a pattern is being covered, say whether they are met (B-U2)."""
    box, name = plan.umbrellas[place - 1], f"umbrella {place}"
    if umbrella == EMPTY:
        return boxed_target(name, texts.say("draw.empty", place=name), "", box, "offer")
    spoken, mark = umbrella_in_words(umbrella, texts), ""
    if lacking is not None:
        spoken = texts.say("draw.met" if up else "draw.unmet", umbrella=spoken)
        mark = mark_on(box, met=up)
    drop = drop_on(box) if brings else ""
    return boxed_target(name, spoken, umbrella_card(plan, name, umbrella, box, lacking) + drop + mark, box, "offer")


def mark_on(box: Box, *, met: bool) -> str:
    """Mark an open umbrella as met by a pattern or not."""
    inset, size = (13, 1) if box.height > box.width else (7, 0.7)
    return use("met" if met else "unmet", (box.x + box.width - inset, box.y + inset), size)


def drop_on(box: Box) -> str:
    """Mark an open umbrella that would bring water; on a low card between it and its needs, below."""
    if box.height > box.width:
        return use("drop", (box.x + 14, box.y + 16))
    return use("drop", (box.x + box.width - 9, box.y + box.height - 10), 0.75)


def umbrella_card(plan: Plan, key: str, umbrella: int, box: Box, lacking: Lacking = None) -> str:
    """Draw an umbrella and, below or beside it, what it needs; what a pattern lacks of it is struck out."""
    needs = tables.NEEDS[umbrella].tolist()
    (x, y), size, spots, picture = places_on_card(box, sum(needs))
    places, pictures = iter(spots), []
    for element, need, lack in zip(tables.ELEMENTS, needs, lacking or [0] * len(needs), strict=True):
        for left in range(need, 0, -1):
            spot = next(places)
            pictures.append(use(element, spot, picture))
            if left <= lack:
                pictures.append(struck_out(spot, picture / 0.56))
    worth = umbrella_shape(umbrella, up=True, grown=plan.grown(20, size))
    shape = tag("g", worth, transform=moved(x, y, size))
    return piece(key, box.rect("paper", 12), shape, *pictures, class_="top")


def places_on_card(box: Box, count: int) -> tuple[Point, float, list[Point], float]:
    """Find the umbrella on its card and its size, and its needs and their size: below it or, on a low card, beside."""
    size = box.width / OFFER
    if box.height > box.width:
        x, y = box.x + box.width / 2, box.y + 104 * size
        spots = [(x + 26 * size * (index - (count - 1) / 2), y) for index in range(count)]
        return (x, box.y + 46 * size), 0.98 * size, spots, 0.56 * size
    radius = min(0.43 * box.height, 0.24 * box.width)
    left, y = box.x + 2 * radius + 6, box.y + box.height / 2
    step = min((box.width - 2 * radius - 8) / 2, 0.46 * box.height)
    middle = (left + box.x + box.width - 2) / 2
    spots = [(middle + step * right, y + step * down) for right, down in BESIDE[count]]
    return (box.x + radius + 4, y), radius / 36, spots, step / 46


def struck_out(spot: Point, size: float) -> str:
    """Strike out what is lacking."""
    return tag(
        "path",
        class_="lack",
        d=f"M{spot[0] - 11 * size:g} {spot[1] + 11 * size:g}l{22 * size:g}-{22 * size:g}",
    )


@lru_cache(maxsize=500)
def open_water(plan: Plan, place: int, water: int, texts: Texts) -> str:
    """Draw an open water tile."""
    box, name = plan.waters[place - 1], f"water {place}"
    if water == EMPTY:
        return boxed_target(name, texts.say("draw.empty", place=name), "", box, "offer")
    return boxed_target(
        name, tile_in_words(water, texts), tile_piece(name, water, box.scale(), " top loose"), box, "offer"
    )


@lru_cache(maxsize=1000)
def deck(plan: Plan, kind: int, top: int, unseen: int, texts: Texts, *, touched: bool) -> str:
    """Draw a deck with its visible tile, and how many lie below."""
    name, box = DECK_NAME[kind], plan.decks[kind]
    if top == EMPTY:
        drawn, spoken = "", texts.say(f"draw.bare.{name}", count=unseen)
    elif kind == Deck.UMBRELLA:
        drawn = tag("g", umbrella_card(plan, f"{name} 0", top, box), class_="held")
        spoken = texts.say(f"draw.deck.{name}", count=unseen, tile=umbrella_in_words(top, texts))
    else:
        drawn = tile_piece(f"{name} 0", top, box.scale(), " held")
        spoken = texts.say(f"draw.deck.{name}", count=unseen, tile=tile_in_words(top, texts))
    if unseen:
        drawn = below(name, box) + drawn
        drawn += figure(unseen, box.x + 4, box.y + box.height - plan.raised, plan.count) if plan.count else ""
    return boxed_target(f"{name} deck", spoken, drawn, box, f"deck{' last' if touched else ''}")


def below(name: str, box: Box) -> str:
    """Draw the tiles of a deck below the visible one."""
    backs = (box._replace(x=box.x - 2 * k, y=box.y + 2 * k).rect("back", 9) for k in (2, 1, 0))
    return piece(f"{name} deck", *backs)


def figure(count: int, x: float, y: float, radius: float) -> str:
    """Write a number on a disc."""
    return tag("g", tag("circle", cx=x, cy=y, r=radius), text(count, x=x, y=y + 6), class_="count")
