"""How moves and positions call the things of the game."""

from __future__ import annotations

from strandline.games.maui.components import BOX, PLAYERS
from strandline.games.maui.tables import (
    BEGIN,
    DOCKS,
    FINISHED,
    HALFTIME,
    LAYING,
    MARKET,
    PATTERNS,
    PEARLS,
    PLACES,
    REFILL,
    REVEAL,
    STEPPING,
    TILES,
    TOKEN,
    TURN,
    UMBRELLAS,
)

SEAT_NAMES = tuple("ABCD"[:PLAYERS])
LETTERS = BOX.patterns.letters
TILE_NAMES = ["".join(LETTERS[pattern] for pattern in tile) for tile in TILES.tolist()]
TILE = {name: tile for tile, name in enumerate(TILE_NAMES)}
SPACE_NAMES = [f"{row}-{place}" for row in (1, 2) for place in range(1, PLACES + 1)]
KINDS = (*PEARLS, *("+".join(token) for token in BOX.umbrella_tokens.scoring), "crab")
TOKENS = tuple(PATTERNS[pattern] for pattern in TOKEN.tolist())
MOMENTS = {
    "market": MARKET,
    "umbrellas": UMBRELLAS,
    "docks": DOCKS,
    "first": BEGIN,
    "turn": TURN,
    "refill": REFILL,
    "lay": LAYING,
    "step": STEPPING,
    "crab": REVEAL,
    "halftime": HALFTIME,
    "over": FINISHED,
}
NOW = {phase: name for name, phase in MOMENTS.items()}
IN_A_TURN = (TURN, REFILL, LAYING, STEPPING, REVEAL)
SETTING_UP = (MARKET, UMBRELLAS, DOCKS, BEGIN)
