"""The decks: which tile must be turned up next, what chance can bring, and where it goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.chance import below
from strandline.engine.contract import NOBODY
from strandline.engine.rule import rule

from .tables import DISPLAY, EMPTY, FIRST_KIND, NOTHING, PLACES, ROUNDS, Deck, Move

if TYPE_CHECKING:
    from strandline.engine.chance import Random
    from strandline.engine.row import Array

    from .state import State


@rule
def missing(state: State) -> int:
    """Find the deck whose next tile must be turned up before play goes on, or NOTHING (B-S4, B-S5, B-R3)."""
    if state.top[Deck.UMBRELLA] == EMPTY and state.unseen[Deck.UMBRELLA] > 0:
        return Deck.UMBRELLA
    if state.top[Deck.WATER] == EMPTY and state.unseen[Deck.WATER] > 0:
        return Deck.WATER
    if state.laid_out < PLACES or (state.top[Deck.SAND] == EMPTY and state.round + 1 < ROUNDS[state.seats]):
        return Deck.SAND
    return NOTHING


@rule
def outcomes(state: State, into: Array) -> int:
    """List what chance can bring: any player to begin, or any kind that is left in the deck at hand; how many?"""
    if state.seat == NOBODY:
        for seat in range(state.seats):
            into[seat] = Move.BEGIN + seat
        return int(state.seats)
    deck = missing(state)
    count = 0
    for kind in range(FIRST_KIND[deck], FIRST_KIND[deck + 1]):
        if state.left[kind] > 0:
            into[count] = Move.TURN_UP + kind
            count += 1
    return count


@rule
def weight(state: State, move: int) -> int:
    """Weigh an outcome: as many chances as tiles of that kind are left (B-S4)."""
    return int(state.left[move - Move.TURN_UP]) if move >= Move.TURN_UP else 1


@rule
def sample(state: State, random: Random) -> int:
    """Draw who begins, or the next tile of the deck at hand (B-S3, B-S4)."""
    if state.seat == NOBODY:
        return Move.BEGIN + below(random, int(state.seats))
    deck = missing(state)
    drawn = below(random, int(state.unseen[deck]))
    kind = int(FIRST_KIND[deck])
    while drawn >= state.left[kind]:
        drawn -= int(state.left[kind])
        kind += 1
    return Move.TURN_UP + kind


@rule
def turn_up(state: State, kind: int) -> None:
    """Turn up a tile: it goes to the first free place beside its deck, or stays on top (B-S2, B-S4, B-R3)."""
    state.left[kind] -= 1
    if kind >= FIRST_KIND[Deck.UMBRELLA]:
        state.unseen[Deck.UMBRELLA] -= 1
        state.top[Deck.UMBRELLA] = fill(state.umbrella_open, kind - int(FIRST_KIND[Deck.UMBRELLA]))
    elif kind >= FIRST_KIND[Deck.WATER]:
        state.unseen[Deck.WATER] -= 1
        state.top[Deck.WATER] = fill(state.water_open, kind)
    else:
        state.unseen[Deck.SAND] -= 1
        if state.laid_out == PLACES:
            state.top[Deck.SAND] = kind
        else:
            state.grid[state.laid_out] = kind
            state.laid_out += 1


@rule
def fill(display: Array, tile: int) -> int:
    """Put a tile on the first free place of a display; if there is none, it stays on top."""
    for place in range(DISPLAY):
        if display[place] == EMPTY:
            display[place] = tile
            return EMPTY
    return tile
