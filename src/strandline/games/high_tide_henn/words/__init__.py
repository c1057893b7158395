"""Positions and moves in words, for the terminal, the log and the ear."""

from .description import actions, describe, lines, note, prompt
from .names import worn
from .refusing import reason
from .scoring import scoring
from .telling import moment, tell
from .terminal import board

__all__ = ["actions", "board", "describe", "lines", "moment", "note", "prompt", "reason", "scoring", "tell"]
__all__ += ["worn"]
