"""Things by their spoken names: elements, tiles, umbrellas, and what is asked of whom."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from strandline.engine.contract import CHANCE, NOBODY, OVER
from strandline.games.day_at_the_beach.notation.names import CELL_NAME, CORNERS, DECK_NAME, SIDES
from strandline.games.day_at_the_beach.rules import tables
from strandline.games.day_at_the_beach.rules.beach import is_water
from strandline.games.day_at_the_beach.rules.chance import missing
from strandline.games.day_at_the_beach.rules.state import waiting_patterns
from strandline.games.day_at_the_beach.rules.tables import QUARTER, Deck, Move

if TYPE_CHECKING:
    from collections.abc import Iterable

    from strandline.engine.texts import Texts
    from strandline.games.day_at_the_beach.rules import State


def patterns_in_words(points: Iterable[int], texts: Texts) -> str:
    """List patterns by their cells."""
    return texts.listed([CELL_NAME[point] for point in points])


def points_in_words(count: int, texts: Texts) -> str:
    """Count points."""
    return texts.say("points", count=count)


# Tiles


def printed_in_words(kind: str, word: str, texts: Texts) -> str:
    """Name an element or a colour; those that only a corrected box has go by their own words."""
    key = f"{kind}.{word}"
    return texts.say(key) if key in texts else word


def elements_in_words(counts: list[int], texts: Texts) -> str:
    """List elements from how many there are of each."""
    named = []
    for element, count in zip(tables.ELEMENTS, counts, strict=True):
        if count == 2 and f"two.{element}" in texts:
            named.append(texts.say(f"two.{element}"))
        else:
            named += [printed_in_words("element", element, texts)] * count
    return texts.listed(named)


@lru_cache(maxsize=500)
def shown_in_words(tile: int, texts: Texts) -> str:
    """Name the elements of a sand tile, or those that a water tile shows."""
    return elements_in_words(
        (tables.SHOWS[tile - tables.SANDS] if is_water(tile) else tables.HAS[tile]).tolist(), texts
    )


@lru_cache(maxsize=500)
def needs_in_words(umbrella: int, texts: Texts) -> str:
    """Name what an umbrella needs."""
    return elements_in_words(tables.NEEDS[umbrella].tolist(), texts)


def colour_in_words(umbrella: int, texts: Texts) -> str:
    """Name the colour of an umbrella."""
    return printed_in_words("colour", tables.COLOURS[tables.COLOUR[umbrella]], texts)


def side_in_words(side: int, texts: Texts) -> str:
    """Name a side."""
    return texts.say(f"side.{SIDES[side]}")


@lru_cache(maxsize=1000)
def corners_in_words(tile: int, turn: int, texts: Texts) -> str:
    """Name the corners in which a tile has quarters when it is turned so."""
    return texts.listed([texts.say(f"corner.{CORNERS[k]}") for k in range(4) if QUARTER[tile, turn, k]])


@lru_cache(maxsize=1000)
def tile_in_words(tile: int, turn: int, texts: Texts) -> str:
    """Name a sand tile with its quarters, or a water tile, where these follow from the water side."""
    if is_water(tile):
        return texts.say("tile.water", elements=shown_in_words(tile, texts))
    facts = {"elements": shown_in_words(tile, texts), "corners": corners_in_words(tile, turn, texts)}
    return texts.say("tile.sand", **facts, count=int(QUARTER[tile, turn].sum()))


@lru_cache(maxsize=500)
def umbrella_in_words(umbrella: int, texts: Texts) -> str:
    """Name an umbrella by its colour, what it needs and what it scores."""
    facts = {"colour": colour_in_words(umbrella, texts), "needs": needs_in_words(umbrella, texts)}
    return texts.say("tile.umbrella", **facts, points=points_in_words(int(tables.POINTS[umbrella]), texts))


# Whose turn it is


def turn_in_words(state: State, texts: Texts) -> str:
    """Say whose turn it is, or what is being turned up."""
    if state.turn == OVER:
        return texts.turn(OVER)
    if state.turn != CHANCE:
        return texts.turn(state.turn)
    if state.seat == NOBODY:
        return texts.say("now.first")
    deck = missing(state)
    laying_out = deck == Deck.SAND and state.laid_out < tables.PLACES
    return texts.say("now.grid" if laying_out else f"now.next.{DECK_NAME[deck]}")


def waiting_in_words(state: State, texts: Texts) -> list[str]:
    """Tell the patterns that wait for an umbrella, or the one that is being covered."""
    if state.due == Move.COVER:
        return [texts.say("now.cover", patterns=", ".join(CELL_NAME[point] for point in waiting_patterns(state)))]
    if state.due == Move.UMBRELLA:
        return [texts.say("now.umbrella", pattern=CELL_NAME[state.covering])]
    return []
