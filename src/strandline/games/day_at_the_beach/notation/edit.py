"""What the form in which a position is edited should know besides what the reader asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.editing import Editing, Pieces
from strandline.games.day_at_the_beach.rules import tables
from strandline.games.day_at_the_beach.rules.state import tiles_of
from strandline.games.day_at_the_beach.rules.tables import BEYOND, DISPLAY, Deck

from .names import CELL_NAME, DECK_NAME, KIND_NAME, PLACE_NAME, SIDES
from .read import IN_DECK, uncovered

if TYPE_CHECKING:
    from strandline.games.day_at_the_beach.rules.state import State

KINDS = [tuple(KIND_NAME[kind] for kind in kinds) for kinds in IN_DECK]
LAID = tuple(f"{DECK_NAME[deck]} {kind}" for deck in (Deck.SAND, Deck.WATER) for kind in KINDS[deck])
TURNED = tuple(f" {side}" for side in SIDES)
OPEN = {deck: Pieces((("", *KINDS[deck]),)) for deck in Deck}
PIECES = {
    "hand": Pieces((LAID,)),
    "grid.*": OPEN[Deck.SAND],
    "sand_next": OPEN[Deck.SAND],
    "waters.open.*": OPEN[Deck.WATER],
    "waters.next": OPEN[Deck.WATER],
    "umbrellas.open.*": OPEN[Deck.UMBRELLA],
    "umbrellas.next": OPEN[Deck.UMBRELLA],
    "umbrellas.deck.*": Pieces((KINDS[Deck.UMBRELLA],)),
    "players.*.beach.*": Pieces((LAID, TURNED)),
    "players.*.umbrellas.*": Pieces((KINDS[Deck.UMBRELLA],)),
}
FOLLOWS = {
    "hand": ("step", "cover"),
    "step": ("cover",),
    "players.*.beach.*": ("step", "cover", "round"),
    "players.*.umbrellas.*": ("step", "cover"),
    "grid.*": ("round", "laid_out"),
}
SPOTS = {
    **{place: f"grid.{place}" for place in PLACE_NAME},
    **{f"water {number}": f"waters.open.{number}" for number in range(1, DISPLAY + 1)},
    **{f"umbrella {number}": f"umbrellas.open.{number}" for number in range(1, DISPLAY + 1)},
    "sand deck": "sand_next",
    "water deck": "waters.next",
    "umbrella deck": "umbrellas.next",
}


def editing(state: State) -> Editing:
    """Say where tiles and umbrellas can lie, what follows from them, and where all that is on the board."""
    seats, mover = range(int(state.seats)), int(state.seat)
    turn = Pieces(((*(seat + 1 for seat in seats), "chance", "over"),))
    names = {f"players.{seat + 1}.beach": beside(state, seat) for seat in seats}
    names |= {f"players.{seat + 1}.umbrellas": [CELL_NAME[point] for point in uncovered(state, seat)] for seat in seats}
    own = {name: f"players.{mover + 1}.beach.{name}" for name in CELL_NAME[1:]} if mover in seats else {}
    return Editing({"turn": turn, **PIECES}, names, FOLLOWS, {**own, **SPOTS})


def beside(state: State, seat: int) -> list[str]:
    """Name the free cells beside the tiles of a beach."""
    taken = {cell for cell, _, _ in tiles_of(state, seat)} | {0}
    near = {other for cell in taken for other in tables.NEIGHBOUR[cell].tolist()}
    return [CELL_NAME[cell] for cell in sorted(near - taken) if cell != BEYOND]
