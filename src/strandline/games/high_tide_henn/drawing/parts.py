"""What every part of the drawing is made of: things to point at, things that glide, their names for the ear."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING

from strandline.engine.elements import number, tag, text
from strandline.games.high_tide_henn.components import COLOURS, TILES
from strandline.games.high_tide_henn.drawing.shapes import shape

if TYPE_CHECKING:
    from strandline.engine.texts import Texts


def target(name: str, spoken: str, *content: str, role: str = "") -> str:
    """Draw something that can be pointed at."""
    words = escape(spoken)
    opening = f'<g class="target{role}" data-target="{name}" aria-label="{words}">'
    return f"{opening}<title>{words}</title>{''.join(content)}</g>"


def piece(key: str, content: str, class_: str = "") -> str:
    """Draw something that glides from place to place."""
    opening = f'<g class="{class_}"' if class_ else "<g"
    return f'{opening} data-key="{key}">{content}</g>'


def card(x: float, y: float, width: float, height: float, class_: str = "card") -> str:
    """Draw a card."""
    return tag("rect", x=x, y=y, width=width, height=height, rx=16, class_=class_)


def halo_of_die(x: float, y: float, scale: float) -> str:
    """Draw what lights up around a die."""
    half, top = scale * 27.5, scale * -31
    return tag("rect", x=x - half, y=y + top, width=2 * half, height=scale * 65, rx=scale * 13, class_="halo")


def die_in_words(code: int, texts: Texts) -> str:
    """Say which die it is."""
    return texts.say(f"die.{COLOURS[code // 6]}", pips=code % 6 + 1)


def tile_in_words(tile: int, texts: Texts) -> str:
    """Say what a Baywatch tile does."""
    name = TILES[tile]
    return texts.say(f"draw.tile.{name}", tile=texts.say(f"tile.{name}"))


@lru_cache(maxsize=5000)
def coin_face(beach: int, value: int, x: float, y: float, scale: float = 1) -> str:
    """Draw a coin in the colour of its beach."""
    colour = COLOURS[beach]
    if scale == 1:
        return shape(f"coin-{colour}", "", x, y) + text(value, x=x, y=y + 5.6, class_=f"value hn-on-{colour}")
    drawn = shape(f"coin-{colour}", "") + text(value, y=5.6, class_=f"value hn-on-{colour}")
    return f'<g transform="translate({number(x)} {number(y)}) scale({number(scale)})">{drawn}</g>'
