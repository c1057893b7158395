"""The options, and the start of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from strandline.engine.contract import CHANCE, NOBODY

from .beach import put
from .tables import COPIES, COUNT, EMPTY, ENTRANCE, NOWHERE, Line, Move

if TYPE_CHECKING:
    from .state import State


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who begins, and how far the line of a water tile goes."""

    first: Literal["drawn", "first_seat"] = "drawn"
    water_line: Literal["inland", "line", "cross"] = "inland"


def setup(state: State, seats: int, options: Options) -> None:
    """Give each player an entrance and shuffle the decks; who begins may be settled (B-S1, B-S2, B-S3, B-S6)."""
    state.seats = seats
    state.water_line = Line[options.water_line.upper()]
    for seat in range(seats):
        put(state, seat, ENTRANCE, 0, 0)
    for field in (state.grid, state.top, state.water_open, state.umbrella_open):
        field[:] = EMPTY
    state.left[:] = COPIES
    state.unseen[:] = COUNT
    state.covering = NOWHERE
    state.hand = EMPTY
    state.due = Move.TAKE
    state.seat = NOBODY if options.first == "drawn" else 0
    state.turn = CHANCE
