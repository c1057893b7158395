"""Moves as text (`take 2`, `reroll left`; chance: `blue=4`) and positions as documents in rulebook words."""

from .edit import editing
from .moves import parse, path, spell
from .read import place
from .write import position

__all__ = ["editing", "parse", "path", "place", "position", "spell"]
