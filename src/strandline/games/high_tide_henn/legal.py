"""What may be done, and which rule forbids the rest. Listing moves asks the same questions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from strandline.engine.contract import OVER
from strandline.engine.rule import rule
from strandline.games.high_tide_henn.components import PLAYERS, TILES
from strandline.games.high_tide_henn.state import (
    ACCEPT,
    ADJUST,
    ADJUST_TILE,
    AGAIN,
    ALERT,
    AT_COIN,
    BACK,
    BACK_TILE,
    BEACHES,
    BEFORE_TURN,
    CHOOSE,
    COIN,
    COIN_COUNT,
    COIN_SPACES,
    COIN_VALUE,
    COLOUR,
    COLOUR_TILE,
    DEAL_COINS,
    DEAL_SURFERS,
    DEAL_TOWELS,
    DECLINE,
    DICE,
    DIE,
    EMPTY,
    EXTRA,
    FIRST,
    HEAD_START,
    IN_HAND,
    IN_ORDER,
    IN_STACK,
    JUMP,
    JUMP_TILE,
    LEFT,
    MOVE,
    MOVES,
    PASS,
    PHASES,
    PICK,
    RENTAL,
    RENTAL_TILE,
    REROLL_TILE,
    REROLLING,
    REVEAL,
    RIGHT,
    ROLL,
    ROLLED,
    ROLLING,
    SECOND,
    SECOND_HAND,
    SECOND_TILE,
    SHARK,
    SHARK_MOST,
    SPACES,
    START,
    START_TILE,
    SURFER,
    SWAP,
    SWAP_TILE,
    TAKE,
    TOWEL,
    TURN_ALERT,
    TURN_SHARK,
    TURN_TILE,
    colour_of,
    free_spaces,
    in_water,
    pips_of,
    usable,
)

if TYPE_CHECKING:
    from strandline.engine.row import Array
    from strandline.games.high_tide_henn.state import State

REFUSALS = (
    *("", "H-E5", "H-S5", "H-S7", "H-C1", "H-U1", "H-K1", "H-K2", "H-B1"),
    *("H-T4", "H-T5", "H-T6", "H-T8", "H-T9", "H-T10", "H-B16", "H-C2", "H-B24"),
    *("H-B2", "H-B19", "H-B5", "H-B6", "H-B20", "H-B7", "H-B8", "H-B18", "H-B9", "H-B14"),
    *("H-B10", "H-B11", "H-B12", "H-B23"),
)
ALLOWED, MATCH_OVER, NOT_IN_BAG, NO_TOWEL, NO_COIN, NO_SURFER, NO_ALERT, NO_SHARK, NO_TILE = range(9)
NOT_ROLLED, NO_CHOICE, NO_SPACE, MUST_ACCEPT, NO_REROLL, NOT_READY, NO_ORDER, NO_PICK, NO_CHANGE = range(9, 18)
NOT_HELD, RENTAL_STAYS, NO_ADJUSTING, NO_SWAP, NO_PAIR, NO_EXTRA, NO_COLOUR, TOO_LATE, NO_BACK, WET = range(18, 28)
NO_JUMP, NO_START, NO_SECOND, NOT_IN_POOL = range(28, 32)

# For every move: when it can come, which tile it takes, and the rule that forbids it at any other time.
KINDS = (
    (DIE, DICE, ROLLING, EMPTY, NOT_ROLLED),
    (TOWEL, len(PLAYERS), DEAL_TOWELS, EMPTY, NO_TOWEL),
    (COIN, SURFER - COIN, DEAL_COINS, EMPTY, NO_COIN),
    (SURFER, BEACHES, DEAL_SURFERS, EMPTY, NO_SURFER),
    (ALERT, BEACHES, TURN_ALERT, EMPTY, NO_ALERT),
    (SHARK, SHARK_MOST, TURN_SHARK, EMPTY, NO_SHARK),
    (REVEAL, len(TILES), TURN_TILE, EMPTY, NO_TILE),
    (ROLL, 1, CHOOSE, EMPTY, NO_CHOICE),
    (TAKE, SPACES, CHOOSE, EMPTY, NO_CHOICE),
    (ACCEPT, 1, ROLLED, EMPTY, NOT_ROLLED),
    (DECLINE, 1, ROLLED, EMPTY, NOT_ROLLED),
    (AGAIN, 3, IN_HAND, EMPTY, NO_REROLL),
    (MOVE, 1, IN_HAND, EMPTY, NOT_READY),
    (FIRST, 2, IN_ORDER, EMPTY, NO_ORDER),
    (PICK, 1, AT_COIN, EMPTY, NO_PICK),
    (PASS, 1, AT_COIN, EMPTY, NO_CHANGE),
    (RENTAL, 1, ROLLED, RENTAL_TILE, RENTAL_STAYS),
    (ADJUST, 9, IN_HAND, ADJUST_TILE, NO_ADJUSTING),
    (SWAP, SPACES, ROLLED, SWAP_TILE, NO_SWAP),
    (EXTRA, 2, IN_HAND, REROLL_TILE, NO_EXTRA),
    (COLOUR, 2 * BEACHES, IN_HAND, COLOUR_TILE, NO_COLOUR),
    (BACK, 2, IN_HAND, BACK_TILE, NO_BACK),
    (JUMP, 1, BEFORE_TURN, JUMP_TILE, NO_JUMP),
    (START, 2 * BEACHES, HEAD_START, START_TILE, NO_START),
    (SECOND, DICE, SECOND_HAND, SECOND_TILE, NO_SECOND),
)
FURTHER = (  # moves that can come at other times too
    *((DIE + die, REROLLING) for die in range(DICE)),
    *((PASS, phase) for phase in (HEAD_START, BEFORE_TURN, SECOND_HAND)),
    (RENTAL, CHOOSE),
)

KIND = np.array([kind[0] for kind in KINDS for _ in range(kind[1])])
OFFSET = np.arange(MOVES) - KIND
TILE = np.array([kind[3] for kind in KINDS for _ in range(kind[1])])
OTHERWISE = np.array([kind[4] for kind in KINDS for _ in range(kind[1])])


def candidates(phase: int) -> list[int]:
    """List the moves that can come in a phase, those with tiles last."""
    found = [move for first, count, when, *_ in KINDS if when == phase for move in range(first, first + count)]
    found += [move for move, when in FURTHER if when == phase]
    return sorted(found, key=lambda move: (TILE[move] >= 0, move))


CANDIDATES = np.full((len(PHASES), MOVES), EMPTY)
WITHOUT_TILES, WITH_TILES = np.zeros(len(PHASES), np.int64), np.zeros(len(PHASES), np.int64)
IN_TIME = np.zeros((len(PHASES), MOVES), np.bool_)
for number in range(len(PHASES)):
    listed = candidates(number)
    CANDIDATES[number, : len(listed)] = listed
    IN_TIME[number, listed] = True
    WITH_TILES[number] = len(listed)
    WITHOUT_TILES[number] = sum(TILE[move] < 0 for move in listed)


@rule
def moves(state: State, into: Array) -> int:
    """List the legal moves of the seat to move, or the outcomes of chance; how many?"""
    if state.turn == OVER:
        return 0
    count = 0
    for place in range(WITH_TILES[state.phase] if state.baywatch else WITHOUT_TILES[state.phase]):
        move = int(CANDIDATES[state.phase, place])
        if refusal_in_time(state, move) == ALLOWED:
            into[count] = move
            count += 1
    return count


@rule
def refusal(state: State, move: int) -> int:
    """Which rule forbids the move, as an index into REFUSALS; 0 where none does?"""
    if state.turn == OVER:
        return MATCH_OVER
    return refusal_in_time(state, move) if IN_TIME[state.phase, move] else int(OTHERWISE[move])


@rule
def refusal_in_time(state: State, move: int) -> int:
    """Which rule forbids a move of the phase at hand?"""
    if move < ROLL:
        return ALLOWED if weight(state, move) > 0 else outcome_refusal(state, move)
    if TILE[move] < 0:
        return choice_refusal(state, move)
    return tile_refusal(state, move) if state.tile[TILE[move]] == state.turn else NOT_HELD


# Chance


@rule
def weight(state: State, move: int) -> int:
    """Weigh an outcome of chance: the dice, coins or tiles that would bring it; 0 where it cannot come."""
    kind, which = KIND[move], int(OFFSET[move])
    if kind == DIE:
        if state.phase == ROLLING:
            return int(state.bag[colour_of(which)])
        return int(colour_of(which) == colour_of(state.hand[rolled_again(state)]))
    if kind == TOWEL:
        return int(which < state.seats and not has_towel(state, which))
    if kind == COIN:
        return coins_left(state, which)
    if kind == SURFER:
        return int(not has_surfer(state, which))
    if kind == ALERT:
        return int(state.alert != which)  # H-K1: no beach comes twice in a row
    if kind == SHARK:
        return int(state.sharks[which + 1])
    return int(state.tile[which] == IN_STACK)


@rule
def rolled_again(state: State) -> int:
    """Which die is rolled again now: of both, the left one first?"""
    return LEFT if state.rolling & 1 else RIGHT


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
    left = int(COIN_COUNT[kind])
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
def outcome_refusal(state: State, move: int) -> int:
    """Which rule forbids an outcome of the chance at hand?"""
    if KIND[move] == DIE:
        return NOT_IN_BAG if state.phase == ROLLING else NO_REROLL
    return int(OTHERWISE[move])


# Decisions


@rule
def choice_refusal(state: State, move: int) -> int:
    """Which rule forbids a decision at the time of its kind (H-T5 to H-T9)?"""
    kind, which = KIND[move], int(OFFSET[move])
    if kind == ROLL and free_spaces(state) < 1:
        return NO_SPACE
    if kind == TAKE and state.pair[which, LEFT] == EMPTY:
        return NO_CHOICE
    if kind == DECLINE and free_spaces(state) < 2:
        return MUST_ACCEPT
    if kind == AGAIN and state.bonus < (2 if which == 2 else 1):
        return NO_REROLL
    return ALLOWED


@rule
def tile_refusal(state: State, move: int) -> int:
    """Which rule forbids to use a Baywatch tile like this, at its time and by its holder?"""
    kind, which = KIND[move], int(OFFSET[move])
    seat = int(state.turn)
    if kind == RENTAL:
        useful = state.phase == ROLLED or free_spaces(state) < 1
        return ALLOWED if useful and state.rental <= usable(state) else RENTAL_STAYS
    if kind == SWAP:
        return ALLOWED if state.pair[which, LEFT] != EMPTY else NO_PAIR
    if kind == EXTRA:
        return ALLOWED if state.stage < 1 else TOO_LATE
    if kind == COLOUR:
        return colour_refusal(state, seat, which // BEACHES, which % BEACHES)
    if kind == ADJUST:
        return adjust_refusal(state, seat, which // 3 - 1, which % 3 - 1)
    if kind == BACK:
        return WET if in_water(state, seat, colour_of(state.worth[which])) else ALLOWED
    if kind == START:
        return NO_CHANGE if in_water(state, seat, which // 2) else ALLOWED
    if kind == SECOND:
        if state.pool[which] < 1:
            return NOT_IN_POOL
        return NO_CHANGE if in_water(state, seat, colour_of(which)) else ALLOWED
    return ALLOWED


@rule
def colour_refusal(state: State, seat: int, die: int, colour: int) -> int:
    """Which rule forbids Colour: too late, or nothing would change (H-B18, H-B24)?"""
    if state.stage > 0:
        return TOO_LATE
    now = colour_of(state.worth[die])
    if colour == now or (in_water(state, seat, colour) and in_water(state, seat, now)):
        return NO_CHANGE
    return ALLOWED


@rule
def adjust_refusal(state: State, seat: int, left: int, right: int) -> int:
    """Which rule forbids Plus/minus: above 6 or below 1, or nothing would change (H-B5, H-B24)?"""
    if not (1 <= pips_of(state.worth[LEFT]) + left <= 6 and 1 <= pips_of(state.worth[RIGHT]) + right <= 6):
        return NO_ADJUSTING
    if left != 0 and in_water(state, seat, colour_of(state.worth[LEFT])):
        return NO_CHANGE
    if right != 0 and in_water(state, seat, colour_of(state.worth[RIGHT])):
        return NO_CHANGE
    return ALLOWED if left != 0 or right != 0 else NO_CHANGE
