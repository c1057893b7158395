"""Positions and moves in words, for the terminal, the log and the ear."""

from .description import actions, describe, holding, lines, note, prompt
from .names import worn
from .refusing import reason
from .scoring import scoring
from .telling import moment, tell
from .terminal import board, compact

__all__ = [
    "actions",
    "board",
    "compact",
    "describe",
    "holding",
    "lines",
    "moment",
    "note",
    "prompt",
    "reason",
    "scoring",
    "tell",
    "worn",
]
