"""The rules of High Tide (Henn) as RULES.md tells them."""

from .chance import sample, weight
from .legal import moves, refusal
from .score import SHEET, score
from .setup import Options, earlier, setup
from .state import State
from .tables import MOVES, REFUSALS
from .turn import play

__all__ = ["COMPATIBLE", "MOVES", "REFUSALS", "SEATS", "SHEET", "VERSION", "Options", "State"]
__all__ += ["earlier", "moves", "play", "refusal", "sample", "score", "setup", "weight"]

VERSION = 2
COMPATIBLE = {1}
SEATS = range(3, 7)
