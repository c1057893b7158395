"""The tile in hand, in every turn, or a sign that says what is going on."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from strandline.engine.elements import tag
from strandline.games.day_at_the_beach.notation.names import SIDES
from strandline.games.day_at_the_beach.rules.tables import DISTINCT, EMPTY

from .layout import TRAY, TURN, Box
from .players import now_in_words, sign
from .shapes import tile_shapes
from .targets import boxed_target, scaled

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.day_at_the_beach.rules import State


def hand(state: State, seat: int, eyes: int, texts: Texts) -> str:
    """Draw the tile in hand for whoever is to lay it; for others, and without one, say what is going on."""
    if state.hand != EMPTY and state.seat == eyes:
        return hand_of(state.hand, texts, previewed=seat == state.turn)
    return sign(now_in_words(state, eyes, texts), state.hand)


@lru_cache(maxsize=1000)
def hand_of(tile: int, texts: Texts, *, previewed: bool) -> str:
    """Draw a tile in every turn that looks different; previews use these very shapes."""
    drawn = [TRAY.rect("tray", 14)]
    for turn in range(4):
        if DISTINCT[tile, turn]:
            box = Box(TRAY.x + 3 + turn * (TURN + 4), TRAY.y + 6, TURN, TURN)
            shape = tag("g", tile_shapes(tile, turn), id=f"ab-{tile}-{turn}" if previewed else None)
            placed = tag("g", shape, transform=scaled(box))
            loose = tag("g", placed, class_="top loose", data_key="hand" if turn == 0 else None)
            spoken = texts.say("draw.turned", side=texts.say(f"side.{SIDES[turn]}"))
            drawn.append(boxed_target(SIDES[turn], spoken, loose, box, "turn", data_spin=""))
    return "".join(drawn)
