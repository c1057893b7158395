"""Strandline: modern beach board games on one engine, for those who play them, study them and build on them."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from strandline.analysis.review import review
    from strandline.api import add_bot, add_bots, add_game, all_games, at, choose, clone, game, load, new, text
    from strandline.bots.own.keeper import Bot
    from strandline.bots.own.view import View
    from strandline.engine.contract import CHANCE, NOBODY, OVER
    from strandline.engine.errors import IllegalMove, StrandlineError
    from strandline.engine.match import Match
    from strandline.research.batch import Batch
    from strandline.research.observation import observation, observe, symmetries
    from strandline.research.playouts import playouts

    from . import lab

__version__ = "0.1.0"

# Imported when first asked for: whether rules are compiled is settled by the first of these, and a program such as the
# command line may want to settle it itself before.
_HOMES = {
    "analysis.review": ("review",),
    "api": (*("add_bot", "add_bots", "add_game", "all_games", "at", "choose", "clone", "game", "load", "new", "text"),),
    "bots.own.keeper": ("Bot",),
    "bots.own.view": ("View",),
    "engine.contract": ("CHANCE", "NOBODY", "OVER"),
    "engine.errors": ("IllegalMove", "StrandlineError"),
    "engine.match": ("Match",),
    "research.batch": ("Batch",),
    "research.observation": ("observation", "observe", "symmetries"),
    "research.playouts": ("playouts",),
}

__all__ = [
    "CHANCE",
    "NOBODY",
    "OVER",
    "Batch",
    "Bot",
    "IllegalMove",
    "Match",
    "StrandlineError",
    "View",
    "add_bot",
    "add_bots",
    "add_game",
    "all_games",
    "at",
    "choose",
    "clone",
    "game",
    "lab",
    "load",
    "new",
    "observation",
    "observe",
    "playouts",
    "review",
    "symmetries",
    "text",
]


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"strandline.{home}"), name)
    if name == "lab":
        return import_module("strandline.lab")
    raise AttributeError(f"module 'strandline' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*__all__, "__version__"})
