"""Moves and positions as text."""

from __future__ import annotations

from .edit import editing
from .moves import parse, path, spell
from .read import place
from .write import position

__all__ = ["editing", "parse", "path", "place", "position", "spell"]
