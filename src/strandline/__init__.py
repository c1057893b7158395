"""Strandline: modern beach board games on one engine, for those who play them, study them and build on them."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from strandline.api import add_game, all_games, at, game, load, new, playouts
    from strandline.engine.contract import CHANCE, NOBODY, OVER
    from strandline.engine.errors import IllegalMove, StrandlineError
    from strandline.engine.match import Match

__version__ = "0.1.0"

# Imported when first asked for: whether rules are compiled is settled by the first of these, and a program such as the
# command line may want to settle it itself before.
_HOMES = {
    "add_game": "api",
    "at": "api",
    "game": "api",
    "all_games": "api",
    "load": "api",
    "new": "api",
    "playouts": "api",
    "CHANCE": "engine.contract",
    "NOBODY": "engine.contract",
    "OVER": "engine.contract",
    "IllegalMove": "engine.errors",
    "StrandlineError": "engine.errors",
    "Match": "engine.match",
}

__all__ = [
    "CHANCE",
    "NOBODY",
    "OVER",
    "IllegalMove",
    "Match",
    "StrandlineError",
    "add_game",
    "all_games",
    "at",
    "game",
    "load",
    "new",
    "playouts",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'strandline' has no attribute {name!r}")
    return getattr(import_module(f"strandline.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*__all__, "__version__"})
