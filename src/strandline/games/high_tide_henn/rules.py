"""The rules of High Tide (Henn) as RULES.md tells them: how a match is set up and what each move does.

What may be done is in `legal`, what follows by itself in `turn`, how chairs fare in `beach`, points in `score`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from strandline.engine.chance import below
from strandline.engine.contract import CHANCE, NOBODY
from strandline.engine.rule import rule
from strandline.games.high_tide_henn.beach import shark_comes, take_coin
from strandline.games.high_tide_henn.components import BOX
from strandline.games.high_tide_henn.legal import (
    CANDIDATES,
    KIND,
    OFFSET,
    REFUSALS,
    TILE,
    WITHOUT_TILES,
    coins_left,
    has_towel,
    moves,
    refusal,
    rolled_again,
    weight,
)
from strandline.games.high_tide_henn.score import SHEET, places, score
from strandline.games.high_tide_henn.state import (
    ACCEPT,
    ADJUST,
    AGAIN,
    ALERT,
    AT_COIN,
    BACK,
    BEACHES,
    BEFORE_TURN,
    CHOOSE,
    COIN,
    COIN_SPACES,
    COIN_VALUE,
    COLOUR,
    DEAL_COINS,
    DEAL_SURFERS,
    DEAL_TOWELS,
    DECLINE,
    DIE,
    EMPTY,
    EXTRA,
    FACE_UP,
    FIRST,
    FLOODING,
    HEAD_START,
    IN_HAND,
    IN_STACK,
    JUMP,
    LEFT,
    LENGTH,
    MOVE,
    MOVES,
    MOVING,
    OFF,
    PICK,
    RENTAL,
    REROLLING,
    RIGHT,
    ROLL,
    ROLLED,
    ROLLING,
    SHARK,
    START,
    SURFER,
    SWAP,
    TAKE,
    TOWEL,
    TURN_ALERT,
    TURN_BEGINS,
    TURN_SHARK,
    TURN_TILE,
    USED,
    State,
    colour_of,
    comes_before,
    pips_of,
)
from strandline.games.high_tide_henn.turn import (
    accept,
    ask,
    clear_track,
    close_hand,
    jump_queue,
    lay_pair,
    move_chair,
    proceed,
    take,
)

if TYPE_CHECKING:
    from strandline.engine.chance import Random

__all__ = [
    "MOVES",
    "REFUSALS",
    "SEATS",
    "SHEET",
    "VERSION",
    "Options",
    "State",
    "moves",
    "places",
    "play",
    "refusal",
    "sample",
    "score",
    "setup",
    "weight",
]

VERSION = 1
SEATS = range(3, 7)


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The four expansions, in any combination, and the edition where the two differ (H-K3)."""

    coins: bool = False
    shark: bool = False
    surfer: Literal["off", "face-up", "face-down"] = "off"
    baywatch: bool = False
    edition: Literal["german", "english"] = "german"


def setup(state: State, seats: int, options: Options) -> None:
    """Put everybody at the bar, the dice into the bag, the tiles into their stacks (H-S1 to H-S8)."""
    state.seats = seats
    state.coins = options.coins
    state.shark = options.shark
    state.surfers = ("off", "face-up", "face-down").index(options.surfer)
    state.baywatch = options.baywatch
    state.english = options.edition == "english"
    state.round = 1
    state.dry[:] = LENGTH
    state.order[:] = NOBODY
    clear_track(state)
    for field in (state.hand, state.worth, state.surfer):
        field[:] = EMPTY
    state.space = state.back = state.beach = state.alert = EMPTY
    state.tile[:] = IN_STACK
    state.saved = NOBODY
    if options.shark:
        for tile in BOX.shark.tiles:
            state.sharks[tile] += 1
    ask(state, DEAL_TOWELS, CHANCE)


@rule
def play(state: State, move: int) -> None:
    """Carry out a legal move or an outcome of chance, and go on to the next question."""
    if move < TOWEL:
        roll(state, move)
    elif move < ROLL:
        reveal(state, KIND[move], int(OFFSET[move]))
    elif move < RENTAL:
        decide(state, KIND[move], int(OFFSET[move]))
    else:
        use_tile(state, KIND[move], int(OFFSET[move]))
    proceed(state)


# Chance


@rule
def roll(state: State, die: int) -> None:
    """Roll a die again, or the next one out of the bag; the second makes a pair (H-T4, H-T9)."""
    if state.phase == REROLLING:
        again = rolled_again(state)
        state.hand[again] = die
        state.worth[again] = die
        state.rolling -= 1 + again
        if state.rolling == 0:
            state.phase = IN_HAND
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
    state.phase = ROLLED
    if state.turns == state.seats:
        lay_pair(state)
        state.phase = TURN_SHARK


@rule
def reveal(state: State, kind: int, which: int) -> None:
    """Deal towels, coins and surfers, or turn a tile."""
    if kind == TOWEL:
        deal_towel(state, which)
    elif kind == COIN:
        deal_coin(state, which)
    elif kind == SURFER:
        state.surfer[state.dealt] = which
        state.dealt += 1
        if state.dealt == state.seats:
            next_deal(state, TURN_TILE)
    elif kind == ALERT:
        state.alert = which
        state.phase = HEAD_START
    elif kind == SHARK:
        shark_comes(state, which + 1)
        state.phase = FLOODING
    else:
        state.tile[which] = FACE_UP
        state.phase = TURN_ALERT


@rule
def deal_towel(state: State, seat: int) -> None:
    """Put the next towel into the pile; the last one is clear (H-S7)."""
    state.order[state.dealt] = seat
    state.dealt += 1
    if state.dealt == state.seats - 1:
        for last in range(state.seats):
            if not has_towel(state, last):
                state.order[state.seats - 1] = last
        next_deal(state, DEAL_COINS)


@rule
def next_deal(state: State, phase: int) -> None:
    """Go on with the set-up: coins and surfers are dealt where they are played with."""
    state.dealt = 0
    state.phase = phase
    if state.phase == DEAL_COINS and not state.coins:
        state.phase = DEAL_SURFERS
    if state.phase == DEAL_SURFERS and state.surfers == OFF:
        state.phase = TURN_TILE


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
        next_deal(state, DEAL_SURFERS)


@rule
def sample(state: State, random: Random) -> int:
    """Draw one outcome of chance by its weight, without listing them."""
    if state.phase == ROLLING:
        return draw_die(state, random)
    if state.phase == REROLLING:
        return DIE + 6 * colour_of(state.hand[rolled_again(state)]) + below(random, 6)
    weights = 0
    for place in range(WITHOUT_TILES[state.phase]):
        weights += weight(state, int(CANDIDATES[state.phase, place]))
    drawn = below(random, weights)
    place = -1
    while drawn >= 0:
        place += 1
        drawn -= weight(state, int(CANDIDATES[state.phase, place]))
    return int(CANDIDATES[state.phase, place])


@rule
def draw_die(state: State, random: Random) -> int:
    """Draw a die out of the bag and roll it (H-T4)."""
    drawn = below(random, 6 * int(state.in_bag))
    pips, drawn = drawn % 6, drawn // 6
    colour, until = 0, 0
    for other in range(BEACHES - 1):  # without a branch: which colour it is cannot be foretold
        until += int(state.bag[other])
        colour += drawn >= until
    return DIE + 6 * colour + pips


# Decisions


@rule
def decide(state: State, kind: int, which: int) -> None:
    """Carry out a decision of the game."""
    if kind == ROLL:
        ask(state, ROLLING, CHANCE)
    elif kind == TAKE:
        take(state, which)
    elif kind == ACCEPT:
        accept(state)
    elif kind == DECLINE:
        lay_pair(state)
        ask(state, ROLLING, CHANCE)
    elif kind == AGAIN:
        state.bonus = 0
        state.rolling = 1 + which
        ask(state, REROLLING, CHANCE)
    elif kind == MOVE:
        close_hand(state)
    elif kind == FIRST:
        state.first = which
        state.phase = MOVING
    else:
        if kind == PICK:
            take_coin(state, int(state.turn), int(state.beach))
        leave_window(state)


@rule
def leave_window(state: State) -> None:
    """Go on after a window in which a tile could be used or a coin taken (H-B22)."""
    state.beach = EMPTY
    if state.phase == BEFORE_TURN:
        state.phase = TURN_BEGINS
    elif state.phase == AT_COIN and state.hand[LEFT] != EMPTY:
        state.phase = MOVING
    elif state.turns == 0:
        state.phase = BEFORE_TURN  # after a Head start; there is no Second hand in the first turn (H-B23)
    else:
        state.phase = CHOOSE


@rule
def use_tile(state: State, kind: int, which: int) -> None:
    """Use a Baywatch tile; it goes back into the box (H-B3)."""
    state.tile[TILE[kind]] = USED
    if kind == RENTAL:
        state.rental += 1
        state.still = 1
    elif kind == SWAP:
        lay_pair(state)
        take(state, which)
    elif kind == EXTRA:
        state.rolling = 1 + which
        ask(state, REROLLING, CHANCE)
    elif kind == COLOUR:
        change(state, which // BEACHES, which % BEACHES, 0)
        close_rerolls(state, 1)
    elif kind == ADJUST:
        for die in range(2):
            change(state, die, colour_of(state.worth[die]), (which // 3 if die == LEFT else which % 3) - 1)
        close_rerolls(state, 2)
    elif kind == BACK:
        state.back = which
        close_hand(state)
    elif kind == JUMP:
        jump_queue(state)
        state.phase = TURN_BEGINS
    else:
        move_at_once(state, kind, which)


@rule
def change(state: State, die: int, colour: int, pips: int) -> None:
    """Let a die of the hand count as another colour, or as so many pips more; it lies as it lay (H-B5, H-B8, H-B26)."""
    state.worth[die] = 6 * colour + pips_of(state.worth[die]) - 1 + pips


@rule
def close_rerolls(state: State, stage: int) -> None:
    """What comes before in the order of tiles can no longer be used (H-B18)."""
    state.stage = stage
    state.bonus = 0


@rule
def move_at_once(state: State, kind: int, which: int) -> None:
    """Move a chair before the turn: by one or two spaces, or by a die of the pool (H-B11, H-B12)."""
    if kind == START:
        state.phase = BEFORE_TURN
        beach, steps = which // 2, which % 2 + 1
    else:
        state.phase = CHOOSE
        beach, steps = colour_of(which), pips_of(which)
    move_chair(state, int(state.turn), beach, steps)
