"""The rules of A Day at the Beach as RULES.md tells them; each function names the lines that it carries out."""

from __future__ import annotations

from strandline.games.day_at_the_beach.components import PLAYERS

from .chance import sample, weight
from .legal import moves, refusal
from .score import places, score
from .setup import Options, setup
from .state import State
from .tables import MOVES, REFUSALS, SHEET
from .turn import play

__all__ = ["MOVES", "REFUSALS", "SEATS", "SHEET", "VERSION", "Options", "State"]
__all__ += ["moves", "places", "play", "refusal", "sample", "score", "setup", "weight"]

VERSION = 1
SEATS = PLAYERS
