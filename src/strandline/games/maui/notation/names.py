"""How moves and positions call the things of the game."""

from __future__ import annotations

from strandline.games.maui.components import BOX, PLAYERS
from strandline.games.maui.rules.tables import PATTERNS, PEARLS, PLACES, TILES, TOKEN, Phase

SEAT_NAMES = tuple("ABCD"[:PLAYERS])
LETTERS = BOX.patterns.letters
TILE_NAMES = ["".join(LETTERS[pattern] for pattern in tile) for tile in TILES.tolist()]
SPACE_NAMES = [f"{row}-{place}" for row in (1, 2) for place in range(1, PLACES + 1)]
KINDS = (*PEARLS, *("+".join(token) for token in BOX.umbrella_tokens.scoring), "crab")
TOKENS = tuple(PATTERNS[pattern] for pattern in TOKEN.tolist())
NOW: dict[int, str] = {phase: phase.name.lower() for phase in Phase if phase not in (Phase.MATCHING, Phase.DONE)}
IN_A_TURN = (Phase.TURN, Phase.REFILL, Phase.LAY, Phase.STEP, Phase.CRAB)
SETTING_UP = (Phase.MARKET, Phase.UMBRELLAS, Phase.DOCKS, Phase.FIRST)
