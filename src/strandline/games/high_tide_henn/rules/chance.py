"""What chance may bring, how likely it is, and what it does: dice, and everything that is dealt or turned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.chance import below
from strandline.engine.contract import NOBODY
from strandline.engine.rule import rule

from . import tables
from .beach import shark_comes
from .state import colour_of, comes_before, seat_of
from .tables import BEACHES, COIN_SPACES, COIN_VALUE, EMPTY, LEFT, RIGHT, Move, Phase
from .track import lay_pair

if TYPE_CHECKING:
    from strandline.engine.chance import Random

    from .state import State


@rule
def weight(state: State, move: int) -> int:
    """Weigh an outcome of chance: the dice, coins or tiles that would bring it; 0 where it cannot come."""
    kind, which = tables.KIND[move], int(tables.OFFSET[move])
    if kind == Move.DIE:
        if state.phase == Phase.ROLL:
            return int(state.bag[colour_of(which)])
        return int(colour_of(which) == colour_of(state.hand[rolled_again(state)]))
    if kind == Move.TOWEL:
        return towels_left(state, which)
    if kind == Move.COIN:
        return coins_left(state, which)
    if kind == Move.SURFER:
        return int(not has_surfer(state, which))
    if kind == Move.ALERT:
        return int(state.alert != which)  # H-K1: no beach comes twice in a row
    if kind == Move.SHARK:
        return int(state.sharks[which + 1])
    return int(state.tile[which] == tables.IN_STACK)


@rule
def rolled_again(state: State) -> int:
    """Say which die is rolled again now: of both, the left one first."""
    return LEFT if state.rolling & 1 else RIGHT


@rule
def towels_left(state: State, colour: int) -> int:
    """How many towels of this colour are still to come into the pile: one or none (H-S7)?"""
    seat = seat_of(state, colour)
    return int(seat != NOBODY and not has_towel(state, seat))


@rule
def has_towel(state: State, seat: int) -> bool:
    """Is this towel in the pile already (H-S7)?"""
    for place in range(state.dealt):
        if state.order[place] == seat:
            return True
    return False


@rule
def coins_left(state: State, kind: int) -> int:
    """How many coins of this value are still to be laid on the beach at hand (H-C1)?"""
    left = int(tables.COIN_COUNT[kind])
    for space in range(COIN_SPACES):
        left -= state.coin[state.dealt // COIN_SPACES, space] == COIN_VALUE[kind]
    return left


@rule
def has_surfer(state: State, beach: int) -> bool:
    """Has somebody the surfer of this beach (H-U1)?"""
    for seat in range(state.seats):
        if state.surfer[seat] == beach:
            return True
    return False


@rule
def sample(state: State, random: Random) -> int:
    """Draw one outcome of chance by its weight, without listing them."""
    if state.phase == Phase.ROLL:
        return draw_die(state, random)
    if state.phase == Phase.REROLL:
        return Move.DIE + 6 * colour_of(state.hand[rolled_again(state)]) + below(random, 6)
    weights = 0
    for place in range(tables.WITHOUT_TILES[state.phase]):
        weights += weight(state, int(tables.CANDIDATES[state.phase, place]))
    drawn = below(random, weights)
    place = -1
    while drawn >= 0:
        place += 1
        drawn -= weight(state, int(tables.CANDIDATES[state.phase, place]))
    return int(tables.CANDIDATES[state.phase, place])


@rule
def draw_die(state: State, random: Random) -> int:
    """Draw a die out of the bag and roll it (H-T4)."""
    drawn = below(random, 6 * int(state.in_bag))
    pips, drawn = drawn % 6, drawn // 6
    colour, until = 0, 0
    for other in range(BEACHES - 1):  # without a branch: which colour it is cannot be foretold
        until += int(state.bag[other])
        colour += drawn >= until
    return Move.DIE + 6 * colour + pips


# What an outcome does


@rule
def roll(state: State, die: int) -> None:
    """Roll a die again, or the next one out of the bag; the second makes a pair (H-T4, H-T9)."""
    if state.phase == Phase.REROLL:
        again = rolled_again(state)
        state.hand[again] = die
        state.worth[again] = die
        state.rolling -= 1 + again
        if state.rolling == 0:
            state.phase = Phase.HAND
        return
    state.bag[colour_of(die)] -= 1
    state.in_bag -= 1
    if state.hand[LEFT] == EMPTY:
        state.hand[LEFT] = die
    else:
        complete_pair(state, die)


@rule
def complete_pair(state: State, die: int) -> None:
    """Put the higher die left; after the last turn the pair goes to the track, for the waves (H-T7, H-E1)."""
    if comes_before(die, int(state.hand[LEFT])):
        state.hand[RIGHT] = state.hand[LEFT]
        state.hand[LEFT] = die
    else:
        state.hand[RIGHT] = die
    state.phase = Phase.ROLLED
    if state.turns == state.seats:
        lay_pair(state)
        state.phase = Phase.SHARK


@rule
def reveal(state: State, kind: int, which: int) -> None:
    """Deal towels, coins and surfers, or turn a tile."""
    if kind == Move.TOWEL:
        deal_towel(state, seat_of(state, which))
    elif kind == Move.COIN:
        deal_coin(state, which)
    elif kind == Move.SURFER:
        state.surfer[state.dealt] = which
        state.dealt += 1
        if state.dealt == state.seats:
            next_deal(state, Phase.REVEAL)
    elif kind == Move.ALERT:
        state.alert = which
        state.phase = Phase.HEAD_START
    elif kind == Move.SHARK:
        shark_comes(state, which + 1)
        state.phase = Phase.FLOODING
    else:
        state.tile[which] = tables.FACE_UP
        state.phase = Phase.ALERT


@rule
def deal_towel(state: State, seat: int) -> None:
    """Put the next towel into the pile; the last one is clear (H-S7)."""
    state.order[state.dealt] = seat
    state.dealt += 1
    if state.dealt == state.seats - 1:
        for last in range(state.seats):
            if not has_towel(state, last):
                state.order[state.seats - 1] = last
        next_deal(state, Phase.COINS)


@rule
def next_deal(state: State, phase: int) -> None:
    """Go on with the set-up: coins and surfers are dealt where they are played with."""
    state.dealt = 0
    state.phase = phase
    if state.phase == Phase.COINS and not state.coins:
        state.phase = Phase.SURFERS
    if state.phase == Phase.SURFERS and state.surfers == tables.OFF:
        state.phase = Phase.REVEAL


@rule
def deal_coin(state: State, kind: int) -> None:
    """Lay the next coin on a beach; the last one is clear (H-C1)."""
    beach, space = state.dealt // COIN_SPACES, state.dealt % COIN_SPACES
    state.coin[beach, space] = COIN_VALUE[kind]
    state.dealt += 1
    if space == COIN_SPACES - 2:
        for last in range(len(COIN_VALUE)):
            if coins_left(state, last) > 0:
                state.coin[beach, space + 1] = COIN_VALUE[last]
        state.dealt += 1
    if state.dealt == BEACHES * COIN_SPACES:
        next_deal(state, Phase.SURFERS)
