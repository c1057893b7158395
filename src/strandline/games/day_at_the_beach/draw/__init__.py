"""The table as SVG: one's own beach large, beside it the grid and what is on offer, then the others' beaches.

Colours are in style.css. Nothing with a `data-key` or `data-target` carries a transform, so that whoever animates it
is free to. `square` and `tall` arrange the same things for other windows; `table` draws what all of them show.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.games.day_at_the_beach.notation.names import CELL_NAME, DECK_NAME, PLACE_NAME, deck_of
from strandline.games.day_at_the_beach.rules.state import place_turned_up
from strandline.games.day_at_the_beach.rules.tables import EMPTY, Deck, Move, cell_and_turn

from . import beside, layout
from . import square as square
from . import tall as tall

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.day_at_the_beach.rules import State

PERSONAL = True
SIZE = (layout.wide_plan(2).width, layout.wide_plan(2).height)


def board(state: State, texts: Texts, seat: int) -> str:  # noqa: ARG001
    """Draw what tiles and beaches lie on."""
    return beside.board(layout.wide_plan(state.seats), texts)


def pieces(state: State, texts: Texts, last: int, seat: int) -> dict[str, str]:
    """Draw the beaches, the grid and the offer as this seat sees them, and what it can point at."""
    return beside.pieces(state, texts, last, seat, layout.wide_plan(state.seats))


def ghosts(state: State, texts: Texts, seat: int) -> str:  # noqa: ARG001
    """Draw what would come of what this seat can do."""
    return beside.ghosts(state, seat, layout.wide_plan(state.seats))


def glides(before: State, move: int, after: State) -> tuple[tuple[str, str], ...]:
    """Say how tiles and umbrellas go from the decks to the table, into the hand, onto the mover's beach."""
    if move < Move.TAKE:
        return (("hand", f"{before.seat} {CELL_NAME[cell_and_turn(move)[0]]}"),)
    if move < Move.COVER:
        return ((f"grid {PLACE_NAME[move - Move.TAKE]}", "hand"),)
    if move < Move.UMBRELLA:
        return ()
    if move < Move.WATER:
        pattern = f"{before.seat} umbrella {CELL_NAME[before.covering]}"
        return taken_from(before, Deck.UMBRELLA, move - Move.UMBRELLA + 1, pattern)
    if move < Move.BEGIN:
        return taken_from(before, Deck.WATER, move - Move.WATER + 1, "hand")
    return () if move < Move.TURN_UP else turned_up(before, deck_of(move - Move.TURN_UP), after)


def taken_from(before: State, deck: Deck, place: int, end: str) -> tuple[tuple[str, str], ...]:
    """Let an open tile go where it is taken to, and the visible one of its deck follow it (B-S4)."""
    name = DECK_NAME[deck]
    followed = ((f"{name} 0", f"{name} {place}"),) if before.top[deck] != EMPTY else ()
    return ((f"{name} {place}", end), *followed)


def turned_up(before: State, deck: Deck, after: State) -> tuple[tuple[str, str], ...]:
    """Let the next tile of a deck go where it is turned up to (B-S4)."""
    name = DECK_NAME[deck]
    place = f"{name} {place_turned_up(before, deck, after) + 1}"
    if deck == Deck.SAND:
        place = f"grid {PLACE_NAME[before.laid_out]}" if after.laid_out > before.laid_out else "sand 0"
    return ((f"{name} deck", place),)
