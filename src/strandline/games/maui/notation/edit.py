"""What the form in which a position is edited should know besides what the reader asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.editing import Editing, Pieces
from strandline.games.maui.components import HEIGHT
from strandline.games.maui.rules.tables import CRAB_COST, FIRST_TOP, LAST_TOP, PATTERNS

from .names import SEAT_NAMES, SPACE_NAMES, TILE_NAMES, TOKENS

if TYPE_CHECKING:
    from strandline.games.maui.rules import State

A_TILE = Pieces(((*TILE_NAMES,),))
ROWS = tuple(f"@{top}" for top in range(FIRST_TOP, LAST_TOP + 1))
WITH_TOKEN = tuple(("", *(f" {token}@{spot}" for spot in range(1, HEIGHT + 1))) for token in TOKENS)
WITH_CRAB = ("", *(f" crab={cost}" for cost in sorted(set(CRAB_COST.tolist()))))


def editing(state: State) -> Editing:
    """Say where tiles can lie and what on them, and where all that is on the board."""
    laid = ((*TILE_NAMES,), ROWS, *WITH_TOKEN, *((WITH_CRAB,) if state.crab_side else ()))
    tiles = dict.fromkeys(("market.*.*", "hand", "players.*.dock"), A_TILE)
    mover = SEAT_NAMES[max(int(state.mover), 0)]
    return Editing(
        pieces={**tiles, "players.*.beach.*": Pieces(laid)},
        follows={"now": ("hand", "player"), "player": ("hand",)},
        spots={
            **{f"market.{space}": f"market.{space.replace('-', '.')}" for space in SPACE_NAMES},
            **{f"dollars.{area}": f"areas.{area}" for area in (1, 2)},
            **{f"track.{name}": f"players.{mover}.markers.{name}" for name in PATTERNS},
            "column": f"players.{mover}.beach",
        },
    )
