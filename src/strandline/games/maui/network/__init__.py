"""A network that was taught this game: what it is shown, its weights by seats and variant, how to search with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .features import FEATURES, MOST, ROOM, features

if TYPE_CHECKING:
    from strandline.games.maui.rules import State

__all__ = ["FEATURES", "MOST", "ROOM", "features"]

# How the search does best with it: learn/NOTES.md.
# Simulations in the time of 100 without the network, by seats, where so many are run as by the highest level.
PACE = {2: 70, 3: 115, 4: 140}
SEARCH = {"learned": 2, "merged": 1, "horizon": 0, "prior_weight": 400, "scale": 1024}


def weights(state: State) -> str:
    """Name the weights: by the number of seats, with crabs and for the long game by these as well."""
    variant = "-long" if state.extended else "-crabs" if state.crab_side else ""
    return f"{state.seats}{variant}"


def covers(_state: State) -> bool:
    """All variants were taught, each by itself; what there are weights for says the rest."""
    return True
