"""How moves and documents call things."""

from __future__ import annotations

from strandline.engine.contract import CHANCE, OVER
from strandline.games.high_tide_henn.components import COLOURS, PLAYERS
from strandline.games.high_tide_henn.rules.tables import FACE_UP, USED

DIE_NAMES = tuple(f"{colour}={pips}" for colour in COLOURS for pips in range(1, 7))  # by the number of a die
SIDES = ("left", "right")
WHICH = (*SIDES, "both")
HOLDERS = {FACE_UP: "face-up", USED: "used"}  # of a tile that no seat has


def turn_word(turn: int) -> str:
    """Name whose turn it is: a player's, chance's, or that the match is over."""
    return {CHANCE: "chance", OVER: "over"}.get(turn) or PLAYERS[turn]
