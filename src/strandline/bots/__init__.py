"""Bots: they know the contract, never a game by name, and see what their seat may see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.bots.greedy import greedy
from strandline.bots.levels import lifeguard, paddler, surfer, swimmer, tide
from strandline.bots.random import random

if TYPE_CHECKING:
    from collections.abc import Callable

    from strandline.engine.chance import Random
    from strandline.engine.game import Game
    from strandline.engine.row import Row

    Bot = Callable[[Game, Row, Random], int]

BOTS: dict[str, Bot] = {
    "random": random,
    "greedy": greedy,
    "paddler": paddler,
    "swimmer": swimmer,
    "surfer": surfer,
    "lifeguard": lifeguard,
    "tide": tide,
}
LEVELS = ("paddler", "swimmer", "surfer", "lifeguard", "tide")
"""Those that people choose from, the weakest first; the others stay because records and tables name them."""
