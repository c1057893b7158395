"""Whatever can be pointed at in the drawing, with its name for the page and its name for the ear."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from strandline.engine.elements import target
from strandline.games.day_at_the_beach.notation.names import CORNERS
from strandline.games.day_at_the_beach.rules import tables
from strandline.games.day_at_the_beach.rules.beach import is_water
from strandline.games.day_at_the_beach.words.names import colour_in_words, printed_in_words

from .shapes import listed

if TYPE_CHECKING:
    from strandline.engine.texts import Texts

    from .layout import Box


def boxed_target(name: str, spoken: str, drawn: str, box: Box, role: str, **more: object) -> str:
    """Draw something that can be pointed at, with what lights up around it."""
    return target(name, spoken, drawn, box.rect("halo", 8), class_=role, **more)


def elements_in_words(counts: list[int], texts: Texts) -> str:
    """List elements."""
    return ", ".join(printed_in_words("element", element, texts) for element in listed(counts))


@lru_cache(maxsize=500)
def tile_in_words(tile: int, texts: Texts) -> str:
    """Name a tile as it lies unturned."""
    if is_water(tile):
        return texts.say("draw.water", elements=elements_in_words(tables.SHOWS[tile - tables.SANDS].tolist(), texts))
    quarters = [name for name, quarter in zip(CORNERS, tables.QUARTER[tile, 0], strict=True) if quarter]
    corners = ", ".join(texts.say(f"corner.{name}") for name in quarters)
    return texts.say("draw.sand", elements=elements_in_words(tables.HAS[tile].tolist(), texts), corners=corners)


@lru_cache(maxsize=500)
def umbrella_in_words(umbrella: int, texts: Texts) -> str:
    """Name an umbrella."""
    facts = {"colour": colour_in_words(umbrella, texts), "points": int(tables.POINTS[umbrella])}
    return texts.say("draw.umbrella", **facts, elements=elements_in_words(tables.NEEDS[umbrella].tolist(), texts))
