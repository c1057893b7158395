"""Positions and moves in words, for the terminal, the log and the ear."""

from .description import describe
from .telling import tell
from .terminal import board

__all__ = ["board", "describe", "tell"]
