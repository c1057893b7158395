"""How moves and documents call things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.contract import CHANCE, OVER
from strandline.games.high_tide_henn.components import COLOURS, PLAYERS
from strandline.games.high_tide_henn.rules.tables import FACE_UP, USED

if TYPE_CHECKING:
    from strandline.games.high_tide_henn.rules.state import State

DIE_NAMES = tuple(f"{colour}={pips}" for colour in COLOURS for pips in range(1, 7))  # by the number of a die
SIDES = ("left", "right")
WHICH = (*SIDES, "both")
HOLDERS = {FACE_UP: "face-up", USED: "used"}  # of a tile that no seat has


def player_names(state: State) -> tuple[str, ...]:
    """Name the players at the table by their colours, seat by seat (H-S11)."""
    return tuple(PLAYERS[colour] for colour in state.colour.tolist()[: state.seats])


def turn_word(state: State, turn: int) -> str:
    """Name whose turn it is: a player's, chance's, or that the match is over."""
    return {CHANCE: "chance", OVER: "over"}.get(turn) or player_names(state)[turn]
