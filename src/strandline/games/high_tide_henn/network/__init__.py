"""A network that was taught this game: what it is shown, its weights by number of seats, how to search with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.games.high_tide_henn.rules.tables import OFF

from .features import FEATURES, MOST, ROOM, features

if TYPE_CHECKING:
    from strandline.games.high_tide_henn.rules import State

__all__ = ["FEATURES", "MOST", "ROOM", "features"]

# How the search does best with it, and how it was taught: learn/NOTES.md.
# Simulations in the time of 100 without the network, by seats. Five and six have no weights: they did no better so.
PACE = {3: 77, 4: 62}
SEARCH = {"learned": 2, "horizon": 1, "prior_weight": 100, "scale": 1024}
TEACHING = {"chances": 1, "matches": 32_000}


def covers(state: State) -> bool:
    """Is this the base game, by which it was taught: no coins, no shark, no surfers, no Baywatch?"""
    return not (state.coins or state.shark or state.baywatch) and bool(state.surfers == OFF)
