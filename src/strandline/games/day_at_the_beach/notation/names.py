"""How moves and documents call things: sides, corners, cells, places of the grid, kinds of tiles, steps of a turn."""

from __future__ import annotations

from strandline.games.day_at_the_beach.rules import tables
from strandline.games.day_at_the_beach.rules.tables import Deck, Move

SIDES = ("north", "east", "south", "west")
CORNERS = ("nw", "ne", "se", "sw")


def name_of(x: int, y: int) -> str:
    """Name a cell by compass steps from the entrance, as n2e1."""
    down = f"{'n' if y < 0 else 's'}{abs(y)}" if y else ""
    right = f"{'w' if x < 0 else 'e'}{abs(x)}" if x else ""
    return down + right or "entrance"


CELL_NAME = [name_of(x, y) for x, y in tables.GROUND.places]
CELL = {name: cell for cell, name in enumerate(CELL_NAME)}
PLACE_NAME = [f"{'abcdef'[place % tables.COLUMNS]}{place // tables.COLUMNS + 1}" for place in range(tables.PLACES)]
DECK_NAME = [deck.name.lower() for deck in Deck]
STEP_NAME = {int(step): step.name.lower() for step in (Move.TAKE, Move.LAY, Move.COVER, Move.UMBRELLA, Move.WATER)}
KIND_NAME = [
    *(f"{'+'.join(had)}/{'+'.join(CORNERS[corner] for corner in corners)}" for had, corners in tables.SAND_BOX),
    *("+".join(shown) for shown in tables.WATER_BOX),
    *(f"{colour}/{'+'.join(needs)}" for colour, needs, _ in tables.UMBRELLA_BOX),
]


def deck_of(kind: int) -> Deck:
    """Find the deck that a kind of tile is turned up from."""
    return next(deck for deck in Deck if kind < tables.FIRST_KIND[deck + 1])


def in_any_order(name: str) -> str:
    """Write the name of a kind so that it is the same in whichever order its elements and corners stand."""
    head, equals, kind = name.rpartition("=")
    return head + equals + "/".join("+".join(sorted(part.split("+"))) for part in kind.split("/"))
