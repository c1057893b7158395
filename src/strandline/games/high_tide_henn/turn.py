"""How a match goes on by itself: from one question to the next, from turn to turn and from round to round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.contract import CHANCE, NOBODY, OVER
from strandline.engine.rule import rule
from strandline.games.high_tide_henn.beach import carry, lies_coin, place_waves, somebody_in_water
from strandline.games.high_tide_henn.state import (
    ADJUST_TILE,
    AT_COIN,
    BACK_TILE,
    BAR,
    BEACHES,
    BEFORE_TURN,
    CHOOSE,
    COLOUR_TILE,
    DICE,
    EMPTY,
    FACE_UP,
    FINISHED,
    FLOODING,
    HEAD_START,
    IN_HAND,
    IN_ORDER,
    JUMP_TILE,
    LEFT,
    MOVING,
    PER_COLOUR,
    RENTAL_START,
    RENTAL_TILE,
    REROLL_TILE,
    REROLLS,
    RIGHT,
    ROLLED,
    ROLLING,
    ROUND_DONE,
    ROUNDS,
    SECOND_HAND,
    SECOND_TILE,
    START_TILE,
    SWAP_TILE,
    TURN_ALERT,
    TURN_BEGINS,
    TURN_DONE,
    TURN_SHARK,
    TURN_TILE,
    WATER,
    colour_of,
    free_spaces,
    in_water,
    many,
    pips_of,
    player,
    usable,
)

if TYPE_CHECKING:
    from strandline.engine.row import Array
    from strandline.games.high_tide_henn.state import State


@rule
def ask(state: State, phase: int, turn: int) -> None:
    """Wait for a seat, or for chance."""
    state.phase = phase
    state.turn = turn


@rule
def proceed(state: State) -> None:
    """Go on to the next thing that a player or chance has to answer; what has one answer only is not asked (H-B24)."""
    # The steps stand in the order in which they come, so each is compiled in one place only.
    if state.phase >= ROLLED:
        finish_turn(state)
    if state.phase >= TURN_SHARK:
        finish_round(state)
    if TURN_TILE <= state.phase <= HEAD_START:
        begin_round(state)
    if state.phase == BEFORE_TURN or state.phase == TURN_BEGINS or state.phase == SECOND_HAND or state.phase == CHOOSE:
        begin_turn(state)


# The turn: dice in hand


@rule
def finish_turn(state: State) -> None:
    """From the roll to the towel: accept, use bonus and tiles, move the chairs."""
    if state.phase == ROLLED:
        if roll_is_open(state):
            state.turn = player(state)
            return
        accept(state)
    if state.phase == IN_HAND:
        if hand_is_open(state):
            state.turn = player(state)
            return
        close_hand(state)
    if state.phase == IN_ORDER:
        if order_matters(state):
            state.turn = player(state)
            return
        state.phase = MOVING
    if state.phase == MOVING:
        move_dice(state)
    if state.phase == TURN_DONE:
        put_dice_away(state)
        lay_towel(state)


@rule
def roll_is_open(state: State) -> bool:
    """Is there anything but to accept the roll (H-T8, H-B19, H-B20)?"""
    if free_spaces(state) > 1:
        return True
    seat = player(state)
    return bool(
        (state.tile[RENTAL_TILE] == seat and state.rental <= usable(state))
        or (state.tile[SWAP_TILE] == seat and state.pairs > 0)
    )


@rule
def accept(state: State) -> None:
    """Take the dice in hand for the own chairs (H-T10)."""
    state.phase = IN_HAND
    for die in range(2):
        state.worth[die] = state.hand[die]


@rule
def take(state: State, space: int) -> None:
    """Take a pair from the track; the topmost spaces let dice be rolled again (H-T9)."""
    for die in range(2):
        state.hand[die] = state.pair[space, die]
        state.pair[space, die] = EMPTY
    state.pairs -= 1
    state.space = space
    state.bonus = REROLLS[space]
    accept(state)


@rule
def lay_pair(state: State) -> None:
    """Lay the dice in hand on the topmost free space of the track (H-T7)."""
    for die in range(2):
        state.pair[state.filled, die] = state.hand[die]
        state.hand[die] = EMPTY
    state.filled += 1
    state.pairs += 1


@rule
def hand_is_open(state: State) -> bool:
    """May any of the dice still be rolled again or changed (H-T9, H-B24)?"""
    return bool(state.bonus > 0 or (state.baywatch and tile_is_open(state, player(state))))


@rule
def tile_is_open(state: State, seat: int) -> bool:
    """Does the player hold a tile that could change the dice in hand (H-B17, H-B18, H-B24)?"""
    if state.stage < 1 and state.tile[REROLL_TILE] == seat:
        return True
    if state.stage < 1 and state.tile[COLOUR_TILE] == seat and not all_in_water(state, seat):
        return True
    if (state.stage < 2 and state.tile[ADJUST_TILE] == seat) or state.tile[BACK_TILE] == seat:
        return not (
            in_water(state, seat, colour_of(state.worth[LEFT])) and in_water(state, seat, colour_of(state.worth[RIGHT]))
        )
    return False


@rule
def all_in_water(state: State, seat: int) -> bool:
    """Do all chairs of a player stand in the water?"""
    for beach in range(BEACHES):
        if not in_water(state, seat, beach):
            return False
    return True


@rule
def close_hand(state: State) -> None:
    """Nothing more is done with the dice but to move the chairs."""
    state.phase = IN_ORDER
    state.bonus = 0
    state.stage = 0


@rule
def order_matters(state: State) -> bool:
    """Do two dice on one beach end, or stop at a coin, elsewhere in the other order (H-B16, H-C3)?"""
    beach = colour_of(state.worth[LEFT])
    seat = player(state)
    if beach != colour_of(state.worth[RIGHT]) or in_water(state, seat, beach):
        return False
    start = int(state.chair[beach, seat])
    after_left, after_right = reached(state, beach, start, LEFT), reached(state, beach, start, RIGHT)
    if reached(state, beach, after_left, RIGHT) != reached(state, beach, after_right, LEFT):
        return True
    return after_left != after_right and (
        lies_coin(state, seat, beach, after_left) or lies_coin(state, seat, beach, after_right)
    )


@rule
def reached(state: State, beach: int, start: int, die: int) -> int:
    """Where does the chair come from here by one of the dice?"""
    if start == WATER:
        return WATER
    goal = max(start + steps_of(state, die), BAR)
    return WATER if goal > state.dry[beach] else goal


@rule
def steps_of(state: State, die: int) -> int:
    """How far does a die move its chair: away from the water by Back (H-B9)?"""
    return -pips_of(state.worth[die]) if state.back == die else pips_of(state.worth[die])


@rule
def move_dice(state: State) -> None:
    """Move the own chairs by the dice, one after the other; wait where a coin may be taken (H-T10, H-C2)."""
    seat = player(state)
    state.phase = TURN_DONE
    while state.moved < 2 and state.phase == TURN_DONE:
        die = state.first ^ state.moved
        state.moved += 1
        move_chair(state, seat, colour_of(state.worth[die]), steps_of(state, die))


@rule
def move_chair(state: State, seat: int, beach: int, steps: int) -> None:
    """Move a chair; does a coin lie there for its owner (H-C2, H-C6)?"""
    carry(state, seat, beach, steps)
    if lies_coin(state, seat, beach, int(state.chair[beach, seat])):
        state.beach = beach
        ask(state, AT_COIN, seat)


@rule
def put_dice_away(state: State) -> None:
    """Put the dice into the pool, or lay them open where they are the lowest of the round (H-T13, H-B1, H-B26)."""
    if state.baywatch and (state.open_seat == NOBODY or total(state.hand) <= total(state.open)):
        for die in range(2):
            state.open[die], state.hand[die] = state.hand[die], state.open[die]
        state.open_seat = player(state)
    for die in range(2):
        if state.hand[die] != EMPTY:
            state.pool[state.hand[die]] += 1
        state.hand[die] = EMPTY
        state.worth[die] = EMPTY
    state.back = EMPTY
    state.first = LEFT
    state.moved = 0


@rule
def total(dice: Array) -> int:
    """How many pips do two dice show together?"""
    return pips_of(dice[LEFT]) + pips_of(dice[RIGHT])


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
    state.phase = BEFORE_TURN if state.turns < state.seats else ROUND_DONE


# The end of a round


@rule
def finish_round(state: State) -> None:
    """Roll for the waves if need be, turn a shark tile, let the waves come (H-E1, H-K5)."""
    if state.phase == ROUND_DONE:
        if state.filled < usable(state):
            ask(state, ROLLING, CHANCE)
            return
        state.phase = TURN_SHARK
    if state.phase == TURN_SHARK:
        if state.shark:
            state.turn = CHANCE
            return
        state.phase = FLOODING
    if state.phase == FLOODING:
        place_waves(state)
        if somebody_in_water(state) or state.round == ROUNDS:
            if state.baywatch:
                state.saved = state.open_seat
            ask(state, FINISHED, OVER)
        else:
            prepare_round(state)


@rule
def prepare_round(state: State) -> None:
    """Give the tile away, pile up the towels, put all dice into the bag (H-B2, H-E4)."""
    state.phase = TURN_TILE
    state.round += 1
    for tile in range(len(state.tile)):
        if state.tile[tile] == FACE_UP:
            state.tile[tile] = state.open_seat
    place = 0
    for space in range(state.filled - 1, -1, -1):  # the lowest towel comes to lie on top
        if state.towel[space] != NOBODY:
            state.order[place] = state.towel[space]
            place += 1
    clear_track(state)


@rule
def clear_track(state: State) -> None:
    """Put dice and rental back to their start (H-S4, H-S5)."""
    state.turns = 0
    state.filled = 0
    state.pairs = 0
    state.rental = RENTAL_START[many(state)]
    state.still = 0
    state.in_bag = BEACHES * PER_COLOUR[many(state)]
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


# The beginning of a round and of a turn


@rule
def begin_round(state: State) -> None:
    """Turn a Baywatch tile and an alert tile; then there may be a Head start (H-B2, H-K1, H-B22)."""
    if state.phase == TURN_TILE:
        if state.baywatch:
            state.turn = CHANCE
            return
        state.phase = TURN_ALERT
    if state.phase == TURN_ALERT:
        if state.shark:
            state.turn = CHANCE
            return
        state.phase = HEAD_START
    if state.phase == HEAD_START:
        if state.tile[START_TILE] >= 0:
            state.turn = state.tile[START_TILE]
            return
        state.phase = BEFORE_TURN


@rule
def begin_turn(state: State) -> None:
    """Somebody may jump the queue, the rental moves, a second hand may help; then the player chooses, or rolls."""
    if state.phase == BEFORE_TURN:
        if jump_is_open(state):
            state.turn = state.tile[JUMP_TILE]
            return
        state.phase = TURN_BEGINS
    if state.phase == TURN_BEGINS:
        move_rental(state)
        state.phase = SECOND_HAND
    if state.phase == SECOND_HAND:
        if second_hand_is_open(state, player(state)):
            state.turn = player(state)
            return
        state.phase = CHOOSE
    if state.pairs > 0:
        state.turn = player(state)
    else:
        ask(state, ROLLING, CHANCE)  # H-T4: there is nothing to choose from


@rule
def jump_is_open(state: State) -> bool:
    """May somebody whose towel is in the pile, but not on top, jump the queue (H-B10, H-B22)?"""
    holder = state.tile[JUMP_TILE]
    if holder >= 0:
        for place in range(state.turns + 1, state.seats):
            if state.order[place] == holder:
                return True
    return False


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


@rule
def second_hand_is_open(state: State, seat: int) -> bool:
    """Is there a die in the pool that would move a chair of the holder of the tile (H-B12, H-B23, H-B24)?"""
    if state.tile[SECOND_TILE] == seat:
        for die in range(DICE):
            if state.pool[die] > 0 and not in_water(state, seat, colour_of(die)):
                return True
    return False
