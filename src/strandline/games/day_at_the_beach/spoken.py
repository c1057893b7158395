"""Things by their spoken names: players, elements, tiles, umbrellas, and what is asked of whom."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from strandline.engine.contract import CHANCE, NOBODY, OVER
from strandline.games.day_at_the_beach.beach import CORNERS, SIDES
from strandline.games.day_at_the_beach.land import CELL_NAME, is_water, total
from strandline.games.day_at_the_beach.rules import CHOOSE_UMBRELLA, CHOOSE_WATER, COVER, LAY, TAKE, missing
from strandline.games.day_at_the_beach.tiles import (
    COLOUR,
    COLOURS,
    DECK_NAME,
    ELEMENTS,
    HAS,
    NEEDS,
    PLACES,
    POINTS,
    QUARTER,
    SAND,
    SANDS,
    SHOWS,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from strandline.engine.texts import Texts
    from strandline.games.day_at_the_beach.rules import State

ASKED = {LAY: "lay", TAKE: "take", COVER: "cover", CHOOSE_UMBRELLA: "umbrella", CHOOSE_WATER: "water"}


def name(seat: int, texts: Texts) -> str:
    """Name a player."""
    return texts.say(f"seat.{seat}")


def listed(items: Sequence[str], texts: Texts) -> str:
    """List things with commas, and the last one with an and."""
    if not items:
        return "–"
    return texts.say("and").join(filter(None, (", ".join(items[:-1]), items[-1])))


def players_named(seats: Iterable[int], texts: Texts) -> str:
    """List players."""
    return listed([name(seat, texts) for seat in seats], texts)


def patterns_named(points: Iterable[int], texts: Texts) -> str:
    """List patterns by their cells."""
    return listed([CELL_NAME[point] for point in points], texts)


def points_named(count: int, texts: Texts) -> str:
    """Count points."""
    return texts.say("points", count=count)


# Tiles


def called(kind: str, word: str, texts: Texts) -> str:
    """Name an element or a colour; those that only a corrected box has go by their own words."""
    key = f"{kind}.{word}"
    return texts.say(key) if key in texts else word


def elements_named(counts: list[int], texts: Texts) -> str:
    """List elements from how many there are of each."""
    named = []
    for element, count in zip(ELEMENTS, counts, strict=True):
        if count == 2 and f"two.{element}" in texts:
            named.append(texts.say(f"two.{element}"))
        else:
            named += [called("element", element, texts)] * count
    return listed(named, texts)


@lru_cache(maxsize=500)
def shown_named(tile: int, texts: Texts) -> str:
    """Name the elements of a sand tile, or those that a water tile shows."""
    return elements_named((SHOWS[tile - SANDS] if is_water(tile) else HAS[tile]).tolist(), texts)


@lru_cache(maxsize=500)
def needs_named(umbrella: int, texts: Texts) -> str:
    """Name what an umbrella needs."""
    return elements_named(NEEDS[umbrella].tolist(), texts)


def colour_named(umbrella: int, texts: Texts) -> str:
    """Name the colour of an umbrella."""
    return called("colour", COLOURS[COLOUR[umbrella]], texts)


def side_named(side: int, texts: Texts) -> str:
    """Name a side."""
    return texts.say(f"side.{SIDES[side]}")


@lru_cache(maxsize=1000)
def corners_named(tile: int, turn: int, texts: Texts) -> str:
    """Name the corners in which a tile has quarters when it is turned so."""
    return listed([texts.say(f"corner.{CORNERS[k]}") for k in range(4) if QUARTER[tile, turn, k]], texts)


@lru_cache(maxsize=1000)
def tile_named(tile: int, turn: int, texts: Texts) -> str:
    """Name a sand tile with its quarters, or a water tile, where these follow from the water side."""
    if is_water(tile):
        return texts.say("tile.water", elements=shown_named(tile, texts))
    facts = {"elements": shown_named(tile, texts), "corners": corners_named(tile, turn, texts)}
    return texts.say("tile.sand", **facts, count=int(QUARTER[tile, turn].sum()))


@lru_cache(maxsize=500)
def umbrella_named(umbrella: int, texts: Texts) -> str:
    """Name an umbrella by its colour, what it needs and what it scores."""
    facts = {"colour": colour_named(umbrella, texts), "needs": needs_named(umbrella, texts)}
    return texts.say("tile.umbrella", **facts, points=points_named(int(POINTS[umbrella]), texts))


# How it stands


def points_of(state: State) -> list[int]:
    """Give the points of every player, so far or final."""
    return [int(total(state, seat)) for seat in range(state.seats)]


def waiting(state: State) -> list[int]:
    """List the complete patterns that wait for an umbrella."""
    points: list[int] = state.waiting.tolist()[: state.waits]
    return points


def turn_named(state: State, texts: Texts) -> str:
    """Say whose turn it is and what is asked, or what is being turned up."""
    if state.turn == OVER:
        return texts.say("turn.over")
    if state.turn != CHANCE:
        return f"{texts.say(f'turn.{state.turn}')} {question(state, texts)}"
    if state.seat == NOBODY:
        return texts.say("now.first")
    deck = missing(state)
    laying_out = deck == SAND and state.laid_out < PLACES
    return texts.say("now.grid" if laying_out else f"now.next.{DECK_NAME[deck]}")


def question(state: State, texts: Texts) -> str:
    """Ask the player to move what is to be decided."""
    if state.due == COVER:
        return texts.say("now.cover", patterns=", ".join(CELL_NAME[point] for point in waiting(state)))
    if state.due == CHOOSE_UMBRELLA:
        return texts.say("now.umbrella", pattern=CELL_NAME[state.covering])
    return texts.say("now.shore" if is_water(state.hand) else f"now.{ASKED[int(state.due)]}")
