"""The drawing for a window about as wide as it is high: races and players below the beach."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import table
from .beside import SQUARE, arranged
from .ghosts import previews
from .panorama import cut, ground, panorama
from .shapes import definitions

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.maui.rules import State

SIZE = (SQUARE.width, SQUARE.height)
PERSONAL = True


def board(state: State, texts: Texts, seat: int) -> str:  # noqa: ARG001
    """Draw what never moves: paper, market, beaches, races, cards."""
    layout = arranged(state.seats, state.extended, SQUARE)
    return definitions(cut(layout)) + ground(*SIZE) + panorama(layout, market=True, others=True)


def pieces(state: State, texts: Texts, last: int, seat: int) -> dict[str, str]:
    """Draw everything as this seat sees it."""
    layout = arranged(state.seats, state.extended, SQUARE)
    return table.pieces(layout, state, texts, last, table.whose(state, seat), stalls=True, others=True, card=True)


def ghosts(state: State, texts: Texts, seat: int) -> str:  # noqa: ARG001
    """Draw what each choice would bring to this seat."""
    viewer = table.whose(state, seat)
    return previews(arranged(state.seats, state.extended, SQUARE), state, viewer)
