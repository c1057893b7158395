"""A network that was taught this game: what it is shown, its weights by number of seats, how to search with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .features import FEATURES, MOST, ROOM, features

if TYPE_CHECKING:
    from strandline.games.maui.rules import State

__all__ = ["FEATURES", "MOST", "ROOM", "features"]

# How the search does best with it: learn/NOTES.md.
PACE = 70  # simulations in the time of 100 without the network, where so many are run as by the highest level
SEARCH = {"learned": 2, "merged": 1, "horizon": 0, "prior_weight": 400, "scale": 1024}


def covers(state: State) -> bool:
    """Is this the base game: no crabs, no extension?"""
    return not state.crab_side and not state.extended
