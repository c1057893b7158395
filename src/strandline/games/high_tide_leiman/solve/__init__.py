"""Perfect play: the positions of a round as a search for it wants them, and all starts."""

from .board import MAX_DEPTH, MAX_MOVES, OPTIONS_USED, Board, encode, moves, play, proof_numbers, take_back
from .starts import group_of, parse_start, place_start, spell_start, starts

__all__ = [
    "MAX_DEPTH", "MAX_MOVES", "OPTIONS_USED", "Board", "encode", "group_of", "moves", "parse_start", "place_start",
    "play", "proof_numbers", "spell_start", "starts", "take_back",
]  # fmt: skip
