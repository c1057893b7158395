"""A move carried out, and what follows from it by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.contract import CHANCE, NOBODY, OVER
from strandline.engine.rule import rule

from .beach import brings_water, completes, cover, put
from .chance import missing, turn_up
from .tables import DISPLAY, EMPTY, NOTHING, NOWHERE, PATTERNS, PLACES, POINT, ROUNDS, Deck, Move, cell_and_turn

if TYPE_CHECKING:
    from .state import State


@rule
def play(state: State, move: int) -> None:
    """Carry out a legal move or an outcome of chance."""
    if move < Move.TAKE:
        cell, turn = cell_and_turn(move)
        lay(state, cell, turn)
    elif move < Move.COVER:
        take(state, move - Move.TAKE)
    elif move < Move.UMBRELLA:
        choose_pattern(state, PATTERNS[move - Move.COVER])
    elif move < Move.WATER:
        choose_umbrella(state, move - Move.UMBRELLA)
    elif move < Move.BEGIN:
        choose_water(state, move - Move.WATER)
    elif move < Move.TURN_UP:
        state.seat = move - Move.BEGIN
    else:
        turn_up(state, move - Move.TURN_UP)
    if state.turn != OVER:
        state.turn = state.seat if missing(state) == NOTHING else CHANCE


@rule
def take(state: State, place: int) -> None:
    """Take a tile of the grid; it is to be laid at once (B-R2, B-T2)."""
    state.hand = state.grid[place]
    state.grid[place] = EMPTY
    state.due = Move.LAY


@rule
def lay(state: State, cell: int, turn: int) -> None:
    """Lay the tile in hand; the patterns that it completes wait for umbrellas (B-T2, B-U1, B-W2)."""
    seat, tile = int(state.seat), int(state.hand)
    put(state, seat, tile, cell, turn)
    state.hand = EMPTY
    for corner in range(4):
        if completes(state, seat, tile, cell, turn, corner):
            wait(state, POINT[cell, corner])
    go_on(state)


@rule
def go_on(state: State) -> None:
    """Let the next pattern be covered, or end the turn (B-U2)."""
    give_up(state)
    if state.waits == 0:
        end_turn(state)
    elif state.waits == 1:
        choose_pattern(state, state.waiting[0])
    else:
        state.due = Move.COVER


@rule
def wait(state: State, point: int) -> None:
    """Put a pattern among those that wait for an umbrella, in the order of their numbers."""
    index = int(state.waits)
    while index > 0 and state.waiting[index - 1] > point:
        state.waiting[index] = state.waiting[index - 1]
        index -= 1
    state.waiting[index] = point
    state.waits += 1


@rule
def stop_waiting(state: State, point: int) -> None:
    """Take a pattern from those that wait."""
    state.waits -= 1
    index = 0
    while state.waiting[index] != point:
        index += 1
    while index < state.waits:
        state.waiting[index] = state.waiting[index + 1]
        index += 1
    state.waiting[state.waits] = 0


@rule
def give_up(state: State) -> None:
    """Let patterns that wait give nothing when no umbrella is open any more (B-U5)."""
    if not any_umbrella(state):
        while state.waits > 0:
            stop_waiting(state, state.waiting[0])


@rule
def any_umbrella(state: State) -> bool:
    """Is any umbrella open?"""
    for place in range(DISPLAY):
        if state.umbrella_open[place] != EMPTY:
            return True
    return False


@rule
def choose_pattern(state: State, point: int) -> None:
    """Go about covering this pattern (B-U2)."""
    stop_waiting(state, point)
    state.covering = point
    state.due = Move.UMBRELLA


@rule
def choose_umbrella(state: State, place: int) -> None:
    """Lay an open umbrella on the pattern; a new colour brings a water tile before all else (B-U2, B-W1, B-W2)."""
    seat, umbrella = int(state.seat), int(state.umbrella_open[place])
    state.umbrella_open[place] = state.top[Deck.UMBRELLA]
    state.top[Deck.UMBRELLA] = EMPTY
    water = brings_water(state, seat, umbrella)
    cover(state, seat, state.covering, umbrella)
    state.covering = NOWHERE
    if water:
        give_up(state)
        state.due = Move.WATER
    else:
        go_on(state)


@rule
def choose_water(state: State, place: int) -> None:
    """Take an open water tile; it is to be laid at once (B-W1, B-W3)."""
    state.hand = state.water_open[place]
    state.water_open[place] = state.top[Deck.WATER]
    state.top[Deck.WATER] = EMPTY
    state.due = Move.LAY


@rule
def end_turn(state: State) -> None:
    """Pass the turn clockwise, or end the round when the grid is empty (B-R2)."""
    state.due = Move.TAKE
    for place in range(PLACES):
        if state.grid[place] != EMPTY:
            state.seat = (state.seat + 1) % state.seats
            return
    end_round(state)


@rule
def end_round(state: State) -> None:
    """End the match after the last round, or lay the visible tile out; the seat after the last starter begins."""
    if state.round + 1 == ROUNDS[state.seats]:  # B-R1
        state.seat = NOBODY
        state.turn = OVER
        return
    state.round += 1
    state.seat = (state.seat - PLACES + 2) % state.seats  # B-R4: the starter took PLACES − 1 tiles before the last one
    state.grid[0] = state.top[Deck.SAND]  # B-R3
    state.laid_out = 1
    state.top[Deck.SAND] = EMPTY
