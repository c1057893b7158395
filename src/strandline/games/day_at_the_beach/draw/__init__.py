"""The table as SVG: the grid and what is on offer above, one's own beach large below, the others' beaches beside it.

Colours are in style.css. Nothing with a `data-key` or `data-target` carries a transform, so that whoever animates it
is free to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.contract import OVER
from strandline.engine.elements import tag
from strandline.games.day_at_the_beach.notation.names import CELL_NAME, DECK_NAME, PLACE_NAME, deck_of
from strandline.games.day_at_the_beach.rules import preview
from strandline.games.day_at_the_beach.rules.state import open_cells, place_turned_up, tiles_of
from strandline.games.day_at_the_beach.rules.tables import EMPTY, ROUNDS, Deck, Move, cell_and_turn

from . import beach, ghosts, layout, market, players
from . import tall as tall
from .panels import panels, paper
from .players import whose
from .shapes import definitions

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.day_at_the_beach.rules import State

PERSONAL = True
SIZE = (layout.WIDTH, layout.HEIGHT)


def board(state: State, texts: Texts, seat: int) -> str:  # noqa: ARG001
    """Draw what tiles and beaches lie on."""
    return definitions() + paper(*SIZE) + panels(layout.wide_plan(state.seats), 22)


def pieces(state: State, texts: Texts, last: int, seat: int) -> dict[str, str]:
    """Draw the grid, the offer and the beaches as this seat sees them, and what it can point at."""
    eyes, plan = whose(state, seat), layout.wide_plan(state.seats)
    own, cells = tiles_of(state, eyes), open_cells(state, eyes) if state.turn != OVER else ()
    zoom = layout.zoom_of((*(cell for cell, *_ in own), *cells), plan.own_sea, least=2)
    sign = market.round_sign(state.round, int(ROUNDS[state.seats]), texts)
    parts = market.market(state, texts, last, eyes, plan, sign)
    parts["card"] = players.own_card(state, eyes, texts)
    parts["free"] = beach.free_cells(cells, zoom, texts, to_move=state.seat == eyes)
    for index in range(1, state.seats):
        parts[f"card {index}"] = players.other_card(state, (eyes + index) % state.seats, index - 1, texts)
    for other in range(state.seats):
        index = (other - eyes) % state.seats
        large = () if index else (state, eyes, own, zoom, plan)
        parts |= beach.large_beach(*large) if large else beach.small_beach(state, other, index, plan)
    sea = dict.fromkeys(preview.open_sea(state, eyes).tolist()) if cells else ()
    parts["sea"] = beach.open_sea(tuple(sea), zoom, texts, to_move=state.seat == eyes)
    quarters = preview.missing_quarters(state, eyes).tolist() if cells else []
    parts["missing"] = beach.missing_quarters(tuple(map(tuple, quarters)), zoom)
    parts["waiting"] = beach.waiting(state, zoom, texts) if state.seat == eyes else ""
    parts["hand"] = players.hand(state, seat, eyes, texts, plan)
    acting = seat == state.turn
    parts["ghosts"] = tag("g", ghosts.on_the_beach(state), transform=zoom.written()) if acting else ""
    parts["covers"] = ghosts.covers(state, plan) if acting else ""
    return parts


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
