"""Positions and moves in words, and the position in the terminal."""

from __future__ import annotations

from .description import describe
from .telling import tell
from .terminal import board

__all__ = ["board", "describe", "tell"]
