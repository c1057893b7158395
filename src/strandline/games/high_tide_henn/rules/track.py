"""The dice track: pairs and towels on it, the rental, and the pile of towels beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.contract import NOBODY
from strandline.engine.rule import rule

from .state import many, player, usable
from .tables import BEACHES, DICE, EMPTY, LEFT, PER_COLOUR, RENTAL_START, RIGHT, Phase

if TYPE_CHECKING:
    from .state import State


@rule
def lay_pair(state: State) -> None:
    """Lay the dice in hand on the topmost free space of the track (H-T7)."""
    for die in range(2):
        state.pair[state.filled, die] = state.hand[die]
        state.hand[die] = EMPTY
    state.filled += 1
    state.pairs += 1


@rule
def lay_towel(state: State) -> None:
    """Lay the towel on the topmost free space of the track: the one that a pair was taken from, if any (H-T13)."""
    if state.space == EMPTY:
        state.space = state.filled
        state.filled += 1
    state.towel[state.space] = player(state)
    state.order[state.turns] = NOBODY
    state.space = EMPTY
    state.turns += 1
    state.phase = Phase.JUMP if state.turns < state.seats else Phase.ROUND_DONE


@rule
def pile_towels(state: State) -> None:
    """Pile up the towels from the top space down, so that the lowest comes to lie on top (H-E4)."""
    place = 0
    for space in range(state.filled - 1, -1, -1):
        if state.towel[space] != NOBODY:
            state.order[place] = state.towel[space]
            place += 1


@rule
def clear_track(state: State) -> None:
    """Put dice and rental back to their start (H-S4, H-S5)."""
    state.turns = 0
    state.filled = 0
    state.pairs = 0
    state.rental = RENTAL_START[many(state)]
    state.still = 0
    state.in_bag = BEACHES * int(PER_COLOUR[many(state)])
    for beach in range(BEACHES):
        state.bag[beach] = PER_COLOUR[many(state)]
    for space in range(len(state.towel)):
        state.towel[space] = NOBODY
        state.pair[space, LEFT] = EMPTY
        state.pair[space, RIGHT] = EMPTY
    for die in range(DICE):
        state.pool[die] = 0
    state.open[LEFT] = EMPTY
    state.open[RIGHT] = EMPTY
    state.open_seat = NOBODY


@rule
def jump_queue(state: State) -> None:
    """Put the towel of the seat to move on top of the pile (H-B10)."""
    place = int(state.turns)
    while state.order[place] != state.turn:
        place += 1
    while place > state.turns:
        state.order[place] = state.order[place - 1]
        place -= 1
    state.order[place] = state.turn


@rule
def move_rental(state: State) -> None:
    """From the second turn of a round on, move the rental one space down, or off the track (H-T2, H-B4)."""
    if state.turns > 0 and not state.still:
        state.rental = min(state.rental + 1, usable(state) + 1)
    state.still = 0
