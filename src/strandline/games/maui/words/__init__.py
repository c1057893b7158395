"""Positions and moves in words and in the terminal."""

from __future__ import annotations

from .description import actions, describe, holding, lines, note, prompt
from .names import entry
from .refusing import reason
from .scoring import scoring, tie_break
from .telling import moment, tell
from .terminal import board, compact

__all__ = [
    "actions",
    "board",
    "compact",
    "describe",
    "entry",
    "holding",
    "lines",
    "moment",
    "note",
    "prompt",
    "reason",
    "scoring",
    "tell",
    "tie_break",
]
