"""The drawing for a phone held upright; `upright` says where everything lies, for each kind of move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.games.maui.rules.tables import IN_HAND, Phase

from . import table
from .ghosts import previews
from .panorama import cut, ground, panorama
from .shapes import definitions
from .upright import HIGH, WIDTH, Kind, Tall, arranged

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.maui.rules import State

SIZE = (WIDTH, HIGH)
PERSONAL = True


def board(state: State, texts: Texts, seat: int) -> str:  # noqa: ARG001
    """Draw only the paper: everything on it may move when another kind of move is to be made."""
    return definitions(*(cut(arranged(state.seats, state.extended, kind)) for kind in Kind)) + ground(*SIZE)


def pieces(state: State, texts: Texts, last: int, seat: int) -> dict[str, str]:
    """Draw everything, large what the viewer's next move needs."""
    viewer = table.whose(state, seat)
    layout = layout_for(state, viewer)
    lays = layout.kind == Kind.LAYING
    stalls = layout.kind == Kind.TAKING
    below = {"panorama": panorama(layout, market=stalls, others=not lays)}
    return below | table.pieces(layout, state, texts, last, viewer, stalls=stalls, others=not lays, card=lays)


def ghosts(state: State, texts: Texts, seat: int) -> str:  # noqa: ARG001
    """Draw what each choice would bring to this seat."""
    viewer = table.whose(state, seat)
    return previews(layout_for(state, viewer), state, viewer)


def layout_for(state: State, viewer: int) -> Tall:
    """Choose the arrangement for what the viewer does next; whoever waits sees market and beach."""
    if state.turn != viewer or state.phase not in {Phase.LAY, Phase.STEP}:
        return arranged(state.seats, state.extended, Kind.TAKING)
    if state.phase == Phase.STEP:
        return arranged(state.seats, state.extended, Kind.STEPPING)
    tokens = tuple(where == IN_HAND for where in state.towel.tolist()[viewer])
    return arranged(state.seats, state.extended, Kind.LAYING, int(state.laid[viewer]) + 1, tokens)
