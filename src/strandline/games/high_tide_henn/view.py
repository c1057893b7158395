"""What a seat may know: everything but the face-down surfers of the others (H-U1, H-U4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.chance import below
from strandline.engine.contract import OVER
from strandline.engine.rule import rule
from strandline.games.high_tide_henn.rules.chance import has_surfer
from strandline.games.high_tide_henn.rules.tables import BEACHES, EMPTY, HIDDEN, UNKNOWN, Phase

if TYPE_CHECKING:
    from strandline.engine.chance import Random
    from strandline.games.high_tide_henn.rules.state import State


@rule
def hide(state: State, seat: int) -> None:
    """Turn the surfers of all other seats face down, in place; at the end they are turned up."""
    if state.surfers != HIDDEN or state.turn == OVER:
        return
    for other in range(state.seats):
        if other != seat and state.surfer[other] != EMPTY:
            state.surfer[other] = UNKNOWN


def knows(state: State, move: int, seat: int) -> bool:  # noqa: ARG001
    """May this seat know that this very move was made? A face-down surfer only if it is dealt to the seat itself."""
    return bool(state.surfers != HIDDEN or state.phase != Phase.SURFERS or state.dealt == seat)


@rule
def redeal(state: State, seat: int, random: Random) -> None:  # noqa: ARG001
    """Deal the surfers that the viewer cannot see: any that nobody is known to have, each deal as likely (H-U1)."""
    for other in range(state.seats):
        if state.surfer[other] == UNKNOWN:
            beach = below(random, BEACHES)
            while has_surfer(state, beach):
                beach = below(random, BEACHES)
            state.surfer[other] = beach
