"""The table for a window about as wide as it is high: the others below the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import beside, layout

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.day_at_the_beach.rules import State

PERSONAL = True
SIZE = (layout.square_plan(2).width, layout.square_plan(2).height)


def board(state: State, texts: Texts, seat: int) -> str:  # noqa: ARG001
    """Draw what tiles and beaches lie on."""
    return beside.board(layout.square_plan(state.seats), texts)


def pieces(state: State, texts: Texts, last: int, seat: int) -> dict[str, str]:
    """Draw everything as this seat sees it, and what it can point at."""
    return beside.pieces(state, texts, last, seat, layout.square_plan(state.seats))


def ghosts(state: State, texts: Texts, seat: int) -> str:  # noqa: ARG001
    """Draw what would come of what this seat can do."""
    return beside.ghosts(state, seat, layout.square_plan(state.seats))
