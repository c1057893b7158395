"""How a match is set up: the options, and the board before anything is dealt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from strandline.engine.contract import CHANCE, NOBODY
from strandline.games.high_tide_henn.components import BOX

from .tables import EMPTY, IN_STACK, LENGTH, Phase
from .track import clear_track

if TYPE_CHECKING:
    from .state import State


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The four expansions, in any combination, and the edition where the two differ (H-K3)."""

    coins: bool = False
    shark: bool = False
    surfer: Literal["off", "face-up", "face-down"] = "off"
    baywatch: bool = False
    edition: Literal["german", "english"] = "german"


def setup(state: State, seats: int, options: Options) -> None:
    """Put everybody at the bar, the dice into the bag, the tiles into their stacks (H-S1 to H-S8)."""
    state.seats = seats
    state.coins = options.coins
    state.shark = options.shark
    state.surfers = ("off", "face-up", "face-down").index(options.surfer)
    state.baywatch = options.baywatch
    state.english = options.edition == "english"
    state.round = 1
    state.dry[:] = LENGTH
    state.order[:] = NOBODY
    clear_track(state)
    for field in (state.hand, state.worth, state.surfer):
        field[:] = EMPTY
    state.space = state.back = state.beach = state.alert = EMPTY
    state.tile[:] = IN_STACK
    state.saved = NOBODY
    if options.shark:
        for tile in BOX.shark.tiles:
            state.sharks[tile] += 1
    state.phase = Phase.TOWELS
    state.turn = CHANCE
