"""Searches to try out, and a look into their trees."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Any

from catalogue import EXAMPLE
from forest import FOREST, start

import strandline as sl
from strandline.bots.search import MoveStats, Search
from strandline.engine.chance import seeded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from strandline.engine.row import Row

FOUR = sl.add_game(EXAMPLE).slug
HENN = "high-tide-henn"
FACE_DOWN = {"surfer": "face-down", "coins": True, "baywatch": True}


def at(turn: str, **columns: str) -> Row:
    """Set up a position of connect four, its columns from the bottom up."""
    return sl.at(FOUR, {"turn": turn, "columns": columns}).state


def think(tree: str, simulations: int, **settings: int) -> Search:
    """Think about a tree of the forest."""
    made = Search(FOREST, start(tree), **settings)
    made.run(seeded(7), simulations)
    return made


def by_move(made: Search) -> dict[int, MoveStats]:
    """What has come of each move?"""
    return {option.move: option for option in made.move_stats()}


def by_lead(lead: float) -> float:
    """Value a lead, in units of the scale."""
    return 0.5 + 0.5 * lead / sqrt(1 + lead * lead)


def children(made: Search, node: int) -> list[Any]:
    """List the nodes after a node."""
    return [made._nodes[child] for child in made._children(node)]


def inner_nodes(made: Search) -> Iterator[int]:
    """Walk over the nodes of the tree that others follow."""
    waiting = [int(made._tree[0].root)]
    while waiting:
        node = waiting.pop()
        after = list(made._children(node))
        waiting += after
        if after:
            yield node
