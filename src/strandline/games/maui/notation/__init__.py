"""Moves as text (`take 1-2`, `lay 3 orange@2`; chance: `tile=yfb`) and positions as documents in rulebook words."""

from __future__ import annotations

from .edit import editing
from .moves import parse, path, spell
from .read import place
from .write import position

__all__ = ["editing", "parse", "path", "place", "position", "spell"]
