"""Positions and moves in words, and the position in the terminal."""

from __future__ import annotations

from .description import describe, holding, note, prompt
from .refusing import reason
from .scoring import scoring, tie_break
from .telling import moment, tell
from .terminal import board, compact

__all__ = [
    "board",
    "compact",
    "describe",
    "holding",
    "moment",
    "note",
    "prompt",
    "reason",
    "scoring",
    "tell",
    "tie_break",
]
