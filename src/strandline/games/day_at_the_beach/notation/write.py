"""Positions written as documents in rulebook words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from strandline.engine.contract import NOBODY, OVER
from strandline.games.day_at_the_beach.rules.state import filled_places, tiles_of, umbrellas_on
from strandline.games.day_at_the_beach.rules.tables import COPIES, EMPTY, FIRST_KIND, NOWHERE, PLACES, SANDS, Deck

from .names import CELL_NAME, KIND_NAME, PLACE_NAME, SIDES, STEP_NAME

if TYPE_CHECKING:
    from strandline.engine.row import Array
    from strandline.games.day_at_the_beach.rules import State

FIRST_UMBRELLA = int(FIRST_KIND[Deck.UMBRELLA])


def position(state: State) -> dict[str, Any]:
    """Write a position: whose turn it is and what is to be done, the grid, the open tiles, the beaches."""
    document: dict[str, Any] = {"turn": turn_entry(state), "round": int(state.round) + 1}
    if state.seat != NOBODY:
        document["step"] = STEP_NAME[state.due]
    if state.hand != EMPTY:
        document["hand"] = tile_entry(state.hand)
    if state.covering != NOWHERE:
        document["cover"] = CELL_NAME[state.covering]
    if state.laid_out < PLACES:
        document["laid_out"] = int(state.laid_out)
    document["grid"] = {PLACE_NAME[place]: kind_entry(state.grid[place]) for place in filled_places(state)}
    document["sand_next"] = kind_entry(state.top[Deck.SAND])
    document["waters"] = display_entry(state.water_open, state.top[Deck.WATER], 0)
    document["umbrellas"] = display_entry(state.umbrella_open, state.top[Deck.UMBRELLA], FIRST_UMBRELLA)
    if (deck := deck_entry(state)) is not None:
        document["umbrellas"]["deck"] = deck
    document["players"] = [
        {"beach": beach_entry(state, seat), "umbrellas": umbrellas_entry(state, seat)} for seat in range(state.seats)
    ]
    return document


def turn_entry(state: State) -> int | str:
    """Write whose turn it is: a player's, counted from 1; nobody's before the start and at the end."""
    if state.turn == OVER:
        return "over"
    return "chance" if state.seat == NOBODY else int(state.seat) + 1


def kind_entry(kind: int) -> str:
    """Write a kind, or nothing."""
    return "" if kind == EMPTY else KIND_NAME[kind]


def tile_entry(tile: int) -> str:
    """Write a tile of a beach with its sort."""
    return f"{'sand' if tile < SANDS else 'water'} {KIND_NAME[tile]}"


def display_entry(open_tiles: Array, top: int, first: int) -> dict[str, Any]:
    """Write what lies open beside a deck, and the top of the deck."""
    names = [kind_entry(tile if tile == EMPTY else first + tile) for tile in (*open_tiles.tolist(), int(top))]
    return {"open": names[:-1], "next": names[-1]}


def deck_entry(state: State) -> list[str] | None:
    """List the unseen umbrellas, unless they are all that lie nowhere else."""
    seen = [*state.umbrella_open.tolist(), int(state.top[Deck.UMBRELLA])]
    seen += [umbrella for seat in range(state.seats) for umbrella, _, _ in umbrellas_on(state, seat)]
    kinds = range(FIRST_UMBRELLA, len(KIND_NAME))
    if all(state.left[kind] == COPIES[kind] - seen.count(kind - FIRST_UMBRELLA) for kind in kinds):
        return None
    return [KIND_NAME[kind] for kind in kinds for _ in range(state.left[kind])]


def beach_entry(state: State, seat: int) -> dict[str, str]:
    """Write the tiles of a beach in the order of laying, without its entrance."""
    return {CELL_NAME[cell]: f"{tile_entry(tile)} {SIDES[side]}" for cell, tile, side in tiles_of(state, seat)[1:]}


def umbrellas_entry(state: State, seat: int) -> dict[str, str]:
    """Write the umbrellas of a beach in the order of taking, by the patterns that they cover."""
    return {CELL_NAME[point]: KIND_NAME[FIRST_UMBRELLA + umbrella] for umbrella, point, _ in umbrellas_on(state, seat)}
