"""What the form in which a position is edited should know besides what the reader asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.editing import Editing, Pieces
from strandline.games.high_tide_henn.components import COLOURS
from strandline.games.high_tide_henn.rules.tables import SPACES

from .names import DIE_NAMES, SIDES, player_names
from .read import ONLY_IN

if TYPE_CHECKING:
    from strandline.games.high_tide_henn.rules.state import State

A_DIE = Pieces((DIE_NAMES,))
SPOTS = {
    **{f"beach-{colour}": f"chairs.{colour}" for colour in COLOURS},
    **{f"track-{space}": f"track.{space}" for space in range(1, SPACES + 1)},
    **{f"hand-{side}": f"hand.{number}" for number, side in enumerate(SIDES, 1)},
    "bag": "pool",
}


def editing(state: State) -> Editing:
    """Say where dice and towels can lie, what follows from the track, and where all that is on the board."""
    on_track = Pieces(((*player_names(state), *DIE_NAMES, ""), ("", *(f" {die}" for die in DIE_NAMES))))
    lying = dict.fromkeys(("hand.*", "counts.*", "pool.*", "open.dice.*"), A_DIE)
    return Editing(
        pieces={"track.*": on_track, **lying},
        follows={
            "turn": ("pile",),
            "pile": ("turn",),
            "track": ("pile", "turn"),
            "track.*": ("pile", "turn"),
            "phase": ("turn", *ONLY_IN),
        },
        spots=SPOTS,
    )
