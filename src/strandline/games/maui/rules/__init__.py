"""The rules of Maui as RULES.md tells them; each function names the lines that it carries out."""

from __future__ import annotations

from strandline.games.maui.components import PLAYERS

from .chance import sample, weight
from .legal import moves, refusal
from .score import places, score
from .setup import Options, earlier, setup
from .state import State
from .tables import MOVES, REFUSALS, SHEET
from .turn import play

__all__ = ["COMPATIBLE", "MOVES", "REFUSALS", "SEATS", "SHEET", "VERSION", "Options", "State"]
__all__ += ["earlier", "moves", "places", "play", "refusal", "sample", "score", "setup", "weight"]

VERSION = 2
COMPATIBLE = {1}
SEATS = range(2, PLAYERS + 1)
