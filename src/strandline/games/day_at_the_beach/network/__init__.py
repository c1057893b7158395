"""A network that was taught this game: what it is shown, its weights by number of seats, how to search with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.games.day_at_the_beach.rules.tables import Line

from .features import FEATURES, features
from .thought import MOST, ROOM

if TYPE_CHECKING:
    from strandline.games.day_at_the_beach.rules import State

__all__ = ["FEATURES", "MOST", "ROOM", "features"]

# How the search does best with it, and how it was taught: learn/NOTES.md.
PACE = 200  # as many take at most half the time of 100 without the network
SEARCH = {"learned": 3, "merged": 1, "horizon": 0, "prior_weight": 1200, "exploration": 400, "scale": 1024}
TEACHING = {"slips": 100, "matches": 6_000, "alone": 1}


def covers(state: State) -> bool:
    """Do lines of water run inland, as in the matches by which it was taught?"""
    return bool(state.water_line == Line.INLAND)
