"""Perfect play: the positions of a round as a search for it wants them, and all starts."""

from .board import LONGEST, READINGS, WIDEST, Board, efforts, moves, pack, play, take_back
from .starts import lay, parse_start, spell_start, starts

__all__ = [
    "LONGEST", "READINGS", "WIDEST", "Board", "efforts", "lay", "moves", "pack", "parse_start", "play", "spell_start",
    "starts", "take_back",
]  # fmt: skip
