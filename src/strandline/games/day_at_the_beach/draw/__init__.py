"""The table as SVG: the grid and what is on offer above, one's own beach large below, the others' beaches beside it.

Colours are in style.css. Nothing with a `data-key` or `data-target` carries a transform, so that whoever animates it
is free to.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from strandline.engine.contract import NOBODY, OVER
from strandline.engine.elements import number, tag
from strandline.games.day_at_the_beach.notation.names import CELL_NAME, DECK_NAME, PLACE_NAME, deck_of
from strandline.games.day_at_the_beach.rules import preview
from strandline.games.day_at_the_beach.rules.score import winners
from strandline.games.day_at_the_beach.rules.state import open_cells, place_turned_up, tiles_of
from strandline.games.day_at_the_beach.rules.tables import EMPTY, PLACES, Deck, Move, cell_and_turn

from . import beach, ghosts, layout, market, players
from .shapes import definitions

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.day_at_the_beach.rules import State

PERSONAL = True
SIZE = (layout.WIDTH, layout.HEIGHT)


def board(state: State, texts: Texts, seat: int) -> str:  # noqa: ARG001
    """Draw what tiles and beaches lie on."""
    return table(state.seats)


@lru_cache(maxsize=8)
def table(seats: int) -> str:
    """Draw the table for so many players."""
    cards = [layout.GRID_CARD, layout.OFFER_CARD, layout.OWN_CARD]
    cards += [layout.others_card(seats, index) for index in range(seats - 1)]
    seas = [layout.OWN_SEA, *(layout.others_sea(seats, index) for index in range(seats - 1))]
    return "".join((
        definitions(),
        tag("rect", width=layout.WIDTH, height=layout.HEIGHT, class_="sl-paper"),
        *(card.rect("card", 22) for card in cards),
        *(sea.rect("bay", 15) + waves(sea) for sea in seas),
        *(layout.place_box(place).rect("hollow", 6) for place in range(PLACES)),
    ))  # fmt: skip


def waves(sea: layout.Box) -> str:
    """Draw a few quiet waves on the sea around a beach."""
    size = 5 if sea.width < 300 else 9
    wave = f"q{size}-{size} {2 * size} 0t{2 * size} 0"
    spots = ((0.05, 0.07), (0.8, 0.1), (0.09, 0.93), (0.84, 0.9))
    starts = (f"M{number(sea.x + sea.width * x)} {number(sea.y + sea.height * y)}" for x, y in spots)
    return tag("path", class_="waves", d="".join(start + wave for start in starts))


def pieces(state: State, texts: Texts, last: int, seat: int) -> dict[str, str]:
    """Draw the grid, the offer and the beaches as this seat sees them, and what it can point at."""
    eyes = whose(state, seat)
    own, cells = tiles_of(state, eyes), open_cells(state, eyes) if state.turn != OVER else ()
    zoom = layout.zoom_of((*(cell for cell, *_ in own), *cells), layout.OWN_SEA, least=2)
    parts = market.market(state, texts, last, eyes)
    parts["card"] = players.own_card(state, eyes, texts)
    parts["free"] = beach.free_cells(cells, zoom, texts, to_move=state.seat == eyes)
    for index in range(1, state.seats):
        parts[f"card {index}"] = players.other_card(state, (eyes + index) % state.seats, index - 1, texts)
    for other in range(state.seats):
        index = (other - eyes) % state.seats
        parts |= beach.small_beach(state, other, index) if index else beach.large_beach(state, eyes, own, zoom)
    sea = dict.fromkeys(preview.open_sea(state, eyes).tolist()) if cells else ()
    parts["sea"] = beach.open_sea(tuple(sea), zoom, texts, to_move=state.seat == eyes)
    quarters = preview.missing_quarters(state, eyes).tolist() if cells else []
    parts["missing"] = beach.missing_quarters(tuple(map(tuple, quarters)), zoom)
    parts["waiting"] = beach.waiting(state, zoom, texts) if state.seat == eyes else ""
    parts["hand"] = players.hand(state, seat, eyes, texts)
    acting = seat == state.turn
    parts["ghosts"] = tag("g", ghosts.on_the_beach(state), transform=zoom.written()) if acting else ""
    parts["covers"] = ghosts.covers(state) if acting else ""
    return parts


def whose(state: State, seat: int) -> int:
    """Choose the beach that is drawn large: for a spectator that of the seat whose turn it is, in the end the best."""
    if seat != NOBODY:
        return seat
    return winners(state)[0] if state.turn == OVER else max(state.seat, 0)


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
