"""Whatever can be pointed at in the drawing, with its name for the page and its name for the ear."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING

from strandline.games.day_at_the_beach.beach import CORNERS
from strandline.games.day_at_the_beach.drawing.layout import moved
from strandline.games.day_at_the_beach.drawing.shapes import listed
from strandline.games.day_at_the_beach.land import is_water
from strandline.games.day_at_the_beach.tiles import COLOUR, COLOURS, HAS, NEEDS, POINTS, QUARTER, SANDS, SHOWS

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.day_at_the_beach.drawing.layout import Box


def scaled(box: Box) -> str:
    """Write how a tile of 100 fills a box."""
    return moved(box.x, box.y, box.width / 100)


def target(name: str, spoken: str, drawn: str, box: Box, role: str, more: str = "") -> str:
    """Draw something that can be pointed at, with what lights up around it."""
    return pointable(name, spoken, drawn + box.rect("halo", 8), role, more)


def pointable(name: str, spoken: str, drawn: str, role: str, more: str = "") -> str:
    """Give a target its name for the page and its name for the ear."""
    spoken = escape(spoken)
    return (
        f'<g class="{role} target" data-target="{name}"{more} aria-label="{spoken}"><title>{spoken}</title>{drawn}</g>'
    )


def elements_in_words(counts: list[int], texts: Texts) -> str:
    """List elements."""
    return ", ".join(texts.say(f"element.{element}") for element in listed(counts))


@lru_cache(maxsize=500)
def tile_in_words(tile: int, texts: Texts) -> str:
    """Name a tile as it lies unturned."""
    if is_water(tile):
        return texts.say("draw.water", elements=elements_in_words(SHOWS[tile - SANDS].tolist(), texts))
    corners = ", ".join(texts.say(f"corner.{name}") for corner, name in enumerate(CORNERS) if QUARTER[tile, 0, corner])
    return texts.say("draw.sand", elements=elements_in_words(HAS[tile].tolist(), texts), corners=corners)


@lru_cache(maxsize=500)
def umbrella_in_words(umbrella: int, texts: Texts) -> str:
    """Name an umbrella."""
    colour, needs = texts.say(f"colour.{COLOURS[COLOUR[umbrella]]}"), elements_in_words(NEEDS[umbrella].tolist(), texts)
    return texts.say("draw.umbrella", colour=colour, elements=needs, points=int(POINTS[umbrella]))
