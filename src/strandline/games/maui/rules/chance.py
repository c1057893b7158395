"""What chance can bring, and how likely it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.chance import below
from strandline.engine.rule import rule

from .score import lowest
from .state import draws_tile
from .tables import ICONS, IN_SET, MOVES, TILES, Move, Phase

if TYPE_CHECKING:
    from strandline.engine.chance import Random
    from strandline.engine.row import Array

    from .state import State


@rule
def outcomes(state: State, into: Array) -> int:
    """List what chance can bring now; how many outcomes?"""
    low, high = Move.TILE + 0, Move.UMBRELLA + 0
    if not draws_tile(state):
        low, high = high, MOVES
    count = 0
    for move in range(low, high):
        if weight(state, move) > 0:
            into[count] = move
            count += 1
    return count


@rule
def weight(state: State, move: int) -> int:
    """Weigh an outcome: as many chances as there are such tiles, tokens or crabs; 0 where it cannot come now."""
    if Move.TILE <= move < Move.UMBRELLA and draws_tile(state):
        return int(state.bag[move - Move.TILE])
    if Move.UMBRELLA <= move < Move.CRAB and state.phase == Phase.UMBRELLAS:
        return umbrellas_left(state, move - Move.UMBRELLA)
    if Move.CRAB <= move < Move.FIRST and state.phase == Phase.CRAB:
        return int(state.unseen[state.mover, move - Move.CRAB])
    if Move.FIRST <= move < Move.FIRST + state.seats:
        lowest_begins = state.phase == Phase.HALFTIME and lowest(state, move - Move.FIRST)
        return int(state.phase == Phase.FIRST or lowest_begins)
    return 0


@rule
def umbrellas_left(state: State, kind: int) -> int:
    """How many tokens of this kind has the seat at hand still to lay out (M-S6)?"""
    seat = state.dealt // len(ICONS)
    left = int(IN_SET[kind])
    for icon in range(state.dealt % len(ICONS)):
        left -= state.umbrella[seat, ICONS[icon]] == kind
    return left


@rule
def sample(state: State, random: Random) -> int:
    """Draw an outcome of chance by its weight."""
    if draws_tile(state):
        # Two tiles at least are always left, most of the time more than half of them: drawing again is quicker than
        # counting through the bag.
        tile = below(random, len(TILES))
        while state.bag[tile] == 0:
            tile = below(random, len(TILES))
        return Move.TILE + tile
    total = 0
    for move in range(Move.UMBRELLA, MOVES):
        total += weight(state, move)
    drawn = below(random, total)
    move = Move.UMBRELLA + 0
    while drawn >= weight(state, move):
        drawn -= weight(state, move)
        move += 1
    return move
