"""The middle of the table: the grid with its deck and the round, and what lies open beside the other two decks."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from strandline.engine.contract import OVER
from strandline.engine.elements import tag, text
from strandline.games.day_at_the_beach.drawing.layout import (
    GRID_CARD,
    OFFER,
    PLACE,
    UMBRELLA_HEIGHT,
    UMBRELLA_TOP,
    WATER_TOP,
    Box,
    beach_of,
    moved,
    offer_at,
    place_at,
)
from strandline.games.day_at_the_beach.drawing.shapes import listed, tile_piece, umbrella_shape, use
from strandline.games.day_at_the_beach.drawing.targets import scaled, target, tile_in_words, umbrella_in_words
from strandline.games.day_at_the_beach.land import BLOCK, EMPTY, NOWHERE, brings_water
from strandline.games.day_at_the_beach.rules import CHOOSE_UMBRELLA, TAKE, TURN_UP, takeable
from strandline.games.day_at_the_beach.tiles import (
    DECK_NAME,
    FIRST_KIND,
    HAS,
    NEEDS,
    PLACE_NAME,
    PLACES,
    ROUNDS,
    SAND,
    UMBRELLA,
    WATER,
)

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.day_at_the_beach.rules import State

DECK_BOX = {
    SAND: Box(GRID_CARD.x + 14, GRID_CARD.y + 14, PLACE, PLACE),
    WATER: Box(*offer_at(WATER_TOP, 0), OFFER, OFFER),
    UMBRELLA: Box(*offer_at(UMBRELLA_TOP, 0), OFFER, UMBRELLA_HEIGHT),
}


def market(state: State, texts: Texts, last: int, eyes: int) -> dict[str, str]:
    """Draw the grid and the offer; needs are compared with the pattern that these eyes are about to cover."""
    turned_up = deck_of(last) if last >= TURN_UP else EMPTY
    parts = {}
    for kind, name in enumerate(DECK_NAME):
        parts[f"{name} deck"] = deck(kind, state.top[kind], state.unseen[kind], texts, touched=turned_up == kind)
    parts["round"] = round_sign(state.round, int(ROUNDS[state.seats]), texts)
    return parts | grid(state, texts, last) | umbrellas(state, texts, eyes) | waters(state, texts)


def grid(state: State, texts: Texts, last: int) -> dict[str, str]:
    """Draw the grid; what may not be taken yet lies flat."""
    parts = {}
    for place, tile in enumerate(state.grid.tolist()[:PLACES]):
        loose, touched = bool(takeable(state, place)), last == TAKE + place
        parts[PLACE_NAME[place]] = grid_place(place, tile, texts, loose=loose, touched=touched)
    return parts


def umbrellas(state: State, texts: Texts, eyes: int) -> dict[str, str]:
    """Draw the open umbrellas."""
    covering = state.covering if state.due == CHOOSE_UMBRELLA and state.seat == eyes else NOWHERE
    had = pattern_elements(state, eyes, covering)
    parts = {}
    for place, umbrella in enumerate(state.umbrella_open.tolist(), 1):
        brings = umbrella != EMPTY and state.turn != OVER and bool(brings_water(state, eyes, umbrella))
        parts[f"umbrella {place}"] = open_umbrella(place, umbrella, had, texts, brings=brings)
    return parts


def waters(state: State, texts: Texts) -> dict[str, str]:
    """Draw the open waters."""
    return {
        f"water {place}": open_water(place, water, texts) for place, water in enumerate(state.water_open.tolist(), 1)
    }


@lru_cache(maxsize=2000)
def grid_place(place: int, tile: int, texts: Texts, *, loose: bool, touched: bool) -> str:
    """Draw a place of the grid."""
    box = Box(*place_at(place), PLACE, PLACE)
    if tile == EMPTY:
        spoken, drawn = texts.say("draw.empty", place=PLACE_NAME[place]), ""
    else:
        spoken = texts.say("draw.place", place=PLACE_NAME[place], tile=tile_in_words(tile, texts))
        drawn = tile_piece(f"grid {PLACE_NAME[place]}", tile, scaled(box), " top loose" if loose else " top held")
    return target(PLACE_NAME[place], spoken, drawn, box, f"place{' last start' if touched else ''}")


def pattern_elements(state: State, seat: int, point: int) -> tuple[int, ...]:
    """Count the elements of the four tiles that a pattern covers; nothing at all without a pattern."""
    if point == NOWHERE:
        return ()
    around = BLOCK[point].tolist()
    had = (HAS[tile].tolist() for cell, tile, _ in beach_of(state, seat) if cell in around)
    return tuple(map(sum, zip(*had, strict=True)))


@lru_cache(maxsize=2000)
def open_umbrella(place: int, umbrella: int, had: tuple[int, ...], texts: Texts, *, brings: bool) -> str:
    """Draw an open umbrella with its needs; where a pattern is being covered, say whether they are met (B-U2)."""
    box = Box(*offer_at(UMBRELLA_TOP, place), OFFER, UMBRELLA_HEIGHT)
    name = f"umbrella {place}"
    if umbrella == EMPTY:
        return target(name, texts.say("draw.empty", place=name), "", box, "offer")
    spoken, mark = umbrella_in_words(umbrella, texts), ""
    if had:
        met = all(need <= has for need, has in zip(NEEDS[umbrella].tolist(), had, strict=True))
        spoken = texts.say("draw.met" if met else "draw.unmet", umbrella=spoken)
        mark = use("met" if met else "unmet", (box.x + OFFER - 13, box.y + 13))
    drop = use("drop", (box.x + 14, box.y + 16)) if brings else ""
    return target(name, spoken, umbrella_card(name, umbrella, box, had) + drop + mark, box, "offer")


def umbrella_card(key: str, umbrella: int, box: Box, had: tuple[int, ...]) -> str:
    """Draw an umbrella and, below it, what it needs; what a pattern lacks of it is struck out."""
    needs = listed(NEEDS[umbrella].tolist())
    stock = listed(list(had)) if had else needs.copy()
    left, y = box.x + OFFER / 2 - 13 * (len(needs) - 1), box.y + 104
    pictures = []
    for index, need in enumerate(needs):
        x = left + 26 * index
        pictures.append(use(need, (x, y), 0.56))
        if need in stock:
            stock.remove(need)
        else:
            pictures.append(tag("path", class_="lack", d=f"M{x - 11:g} {y + 11:g}l22-22"))
    shape = tag("g", umbrella_shape(umbrella, up=True), transform=moved(box.x + OFFER / 2, box.y + 46, 0.98))
    return tag("g", box.rect("paper", 12), shape, *pictures, class_="top", data_key=key)


@lru_cache(maxsize=500)
def open_water(place: int, water: int, texts: Texts) -> str:
    """Draw an open water tile."""
    box, name = Box(*offer_at(WATER_TOP, place), OFFER, OFFER), f"water {place}"
    if water == EMPTY:
        return target(name, texts.say("draw.empty", place=name), "", box, "offer")
    return target(name, tile_in_words(water, texts), tile_piece(name, water, scaled(box), " top loose"), box, "offer")


@lru_cache(maxsize=1000)
def deck(kind: int, top: int, unseen: int, texts: Texts, *, touched: bool) -> str:
    """Draw a deck with its visible tile, and how many lie below."""
    name, box = DECK_NAME[kind], DECK_BOX[kind]
    if top == EMPTY:
        drawn, spoken = "", texts.say(f"draw.bare.{name}", count=unseen)
    elif kind == UMBRELLA:
        drawn = tag("g", umbrella_card(f"{name} 0", top, box, ()), class_="held")
        spoken = texts.say(f"draw.deck.{name}", count=unseen, tile=umbrella_in_words(top, texts))
    else:
        drawn = tile_piece(f"{name} 0", top, scaled(box), " held")
        spoken = texts.say(f"draw.deck.{name}", count=unseen, tile=tile_in_words(top, texts))
    if unseen:
        drawn = below(name, box) + drawn + figure(unseen, box.x + 4, box.y + box.height - 2)
    return target(f"{name} deck", spoken, drawn, box, f"deck{' last' if touched else ''}")


def below(name: str, box: Box) -> str:
    """Draw the tiles of a deck below the visible one."""
    backs = (box._replace(x=box.x - 2 * k, y=box.y + 2 * k).rect("back", 9) for k in (2, 1, 0))
    return tag("g", *backs, data_key=f"{name} deck")


def figure(count: int, x: float, y: float) -> str:
    """Write a number on a disc."""
    return tag("g", tag("circle", cx=x, cy=y, r=14), text(count, x=x, y=y + 6), class_="count")


@lru_cache(maxsize=100)
def round_sign(played: int, rounds: int, texts: Texts) -> str:
    """Write which round it is, and mark those that are over."""
    x, y = GRID_CARD.x + 14 + PLACE / 2, GRID_CARD.y + 150
    dots = (
        tag("circle", cx=x + 15 * (k - (rounds - 1) / 2), cy=y + 62, r=5, class_="past" if k <= played else "to-come")
        for k in range(rounds)
    )
    label = text(texts.say("draw.round"), x=x, y=y, class_="label")
    figures = text(f"{played + 1}/{rounds}", x=x, y=y + 40, class_="figure")
    return tag("g", label, figures, *dots, class_="round")


def deck_of(move: int) -> int:
    """Which deck does an outcome of chance come from?"""
    first: list[int] = FIRST_KIND.tolist()
    return sum(move - TURN_UP >= kind for kind in first) - 1
