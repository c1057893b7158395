"""What a move does, and how a match goes on by itself: from question to question, turn to turn, round to round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.contract import CHANCE, NOBODY, OVER
from strandline.engine.rule import rule

from . import tables
from .beach import carry, goal_of, lies_coin, place_waves, somebody_in_water, take_coin
from .chance import reveal, roll
from .state import colour_of, free_spaces, in_pool, in_water, pips_of, player, too_far, usable
from .tables import BEACHES, EMPTY, LEFT, RIGHT, Move, Phase, Tile
from .track import clear_track, jump_queue, lay_pair, lay_towel, move_rental, pile_towels

if TYPE_CHECKING:
    from strandline.engine.row import Array

    from .state import State


@rule
def play(state: State, move: int) -> None:
    """Carry out a legal move or an outcome of chance, and go on to the next question."""
    carry_out(state, move)
    proceed(state)


@rule
def carry_out(state: State, move: int) -> None:
    """Do what a move says, and nothing that follows from it."""
    if move < Move.TOWEL:
        roll(state, move)
    elif move < Move.ROLL:
        reveal(state, tables.KIND[move], int(tables.OFFSET[move]))
    elif move < Move.RENTAL:
        decide(state, tables.KIND[move], int(tables.OFFSET[move]))
    else:
        use_tile(state, tables.KIND[move], int(tables.OFFSET[move]))


@rule
def ask(state: State, phase: int, turn: int) -> None:
    """Wait for a seat, or for chance."""
    state.phase = phase
    state.turn = turn


@rule
def proceed(state: State) -> None:
    """Go on to the next thing that a player or chance has to answer; what has one answer only is not asked (H-B24)."""
    # The steps stand in the order in which they come, so each is compiled in one place only.
    if state.phase >= Phase.ROLLED:
        finish_turn(state)
    if state.phase >= Phase.SHARK:
        finish_round(state)
    if Phase.REVEAL <= state.phase <= Phase.HEAD_START:
        begin_round(state)
    if state.phase == Phase.TURN_BEGINS or Phase.JUMP <= state.phase <= Phase.CHOOSE:
        begin_turn(state)


# Decisions


@rule
def decide(state: State, kind: int, which: int) -> None:
    """Carry out a decision of the game."""
    if kind == Move.ROLL:
        ask(state, Phase.ROLL, CHANCE)
    elif kind == Move.TAKE:
        take(state, which)
    elif kind == Move.ACCEPT:
        accept(state)
    elif kind == Move.DECLINE:
        lay_pair(state)
        ask(state, Phase.ROLL, CHANCE)
    elif kind == Move.AGAIN:
        state.bonus = 0
        state.rolling = 1 + which
        ask(state, Phase.REROLL, CHANCE)
    elif kind == Move.MOVE:
        close_hand(state)
    elif kind == Move.FIRST:
        state.first = which
        state.phase = Phase.MOVING
    else:
        if kind == Move.PICK:
            take_coin(state, int(state.turn), int(state.beach))
        leave_window(state)


@rule
def leave_window(state: State) -> None:
    """Go on after a window in which a tile could be used or a coin taken (H-B22)."""
    state.beach = EMPTY
    if state.phase == Phase.JUMP:
        state.phase = Phase.TURN_BEGINS
    elif state.phase == Phase.COIN and state.hand[LEFT] != EMPTY:
        state.phase = Phase.MOVING
    elif state.turns == 0:
        state.phase = Phase.JUMP  # after a Head start; there is no Second hand in the first turn (H-B23)
    else:
        state.phase = Phase.CHOOSE


@rule
def use_tile(state: State, kind: int, which: int) -> None:
    """Use a Baywatch tile; it goes back into the box (H-B3)."""
    state.tile[tables.TILE[kind]] = tables.USED
    if kind == Move.RENTAL:
        state.rental += 1
        state.still = 1
    elif kind == Move.SWAP:
        lay_pair(state)
        take(state, which)
    elif kind == Move.EXTRA:
        state.rolling = 1 + which
        ask(state, Phase.REROLL, CHANCE)
    elif kind == Move.COLOUR:
        change(state, which // BEACHES, which % BEACHES, 0)
        close_rerolls(state, 1)
    elif kind == Move.ADJUST:
        for die in range(2):
            change(state, die, colour_of(state.worth[die]), (which // 3 if die == LEFT else which % 3) - 1)
        close_rerolls(state, 2)
    elif kind == Move.BACK:
        state.back = which
        close_hand(state)
    elif kind == Move.JUMP:
        jump_queue(state)
        state.phase = Phase.TURN_BEGINS
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
    if kind == Move.START:
        state.phase = Phase.JUMP
        beach, steps = which // 2, which % 2 + 1
    else:
        state.phase = Phase.CHOOSE
        beach, steps = colour_of(which), pips_of(which)
    move_chair(state, int(state.turn), beach, steps)


# The turn: dice in hand


@rule
def finish_turn(state: State) -> None:
    """From the roll to the towel: accept, use bonus and tiles, move the chairs."""
    if state.phase == Phase.ROLLED:
        if roll_is_open(state):
            state.turn = player(state)
            return
        accept(state)
    if state.phase == Phase.HAND:
        if hand_is_open(state):
            state.turn = player(state)
            return
        close_hand(state)
    if state.phase == Phase.ORDER:
        if order_matters(state):
            state.turn = player(state)
            return
        state.phase = Phase.MOVING
    if state.phase == Phase.MOVING:
        move_dice(state)
    if state.phase == Phase.TURN_DONE:
        put_dice_away(state)
        lay_towel(state)


@rule
def roll_is_open(state: State) -> bool:
    """Is there anything but to accept the roll (H-T8, H-B19, H-B20)?"""
    if free_spaces(state) > 1:
        return True
    seat = player(state)
    return bool(
        (state.tile[Tile.RENTAL] == seat and state.rental <= usable(state))
        or (state.tile[Tile.SWAP] == seat and state.pairs > 0)
    )


@rule
def accept(state: State) -> None:
    """Take the dice in hand for the own chairs (H-T10)."""
    state.phase = Phase.HAND
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
    state.bonus = tables.REROLLS[space]
    accept(state)


@rule
def hand_is_open(state: State) -> bool:
    """May any of the dice still be rolled again or changed (H-T9, H-B24)?"""
    return bool(state.bonus > 0 or (state.baywatch and tile_is_open(state, player(state))))


@rule
def tile_is_open(state: State, seat: int) -> bool:
    """Does the player hold a tile that could change the dice in hand (H-B17, H-B18, H-B24)?"""
    if state.stage < 1 and state.tile[Tile.REROLL] == seat:
        return True
    if state.stage < 1 and state.tile[Tile.COLOUR] == seat and not all_in_water(state, seat):
        return True
    if (state.tile[Tile.ADJUST] == seat and adjusting_is_open(state)) or state.tile[Tile.BACK] == seat:
        return not (
            in_water(state, seat, colour_of(state.worth[LEFT])) and in_water(state, seat, colour_of(state.worth[RIGHT]))
        )
    return False


@rule
def adjusting_is_open(state: State) -> bool:
    """Can Plus/minus still change dry dice: not after itself, and not above what the chair may go (H-B18, H-B29)?"""
    lower = int(pips_of(state.worth[LEFT]) > 1) + int(pips_of(state.worth[RIGHT]) > 1)
    return state.stage <= 1 and not too_far(state, -lower)


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
    state.phase = Phase.ORDER
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
    """Find where the chair comes from here by one of the dice."""
    return goal_of(state, beach, start, steps_of(state, die))


@rule
def steps_of(state: State, die: int) -> int:
    """Count the steps of a die: away from the water by Back (H-B9)."""
    return -pips_of(state.worth[die]) if state.back == die else pips_of(state.worth[die])


@rule
def move_dice(state: State) -> None:
    """Move the own chairs by the dice, one after the other; wait where a coin may be taken (H-T10, H-C2)."""
    seat = player(state)
    state.phase = Phase.TURN_DONE
    while state.moved < 2 and state.phase == Phase.TURN_DONE:
        die = state.first ^ state.moved
        state.moved += 1
        move_chair(state, seat, colour_of(state.worth[die]), steps_of(state, die))


@rule
def move_chair(state: State, seat: int, beach: int, steps: int) -> None:
    """Move a chair; where a coin lies for its owner, ask (H-C2, H-C6)."""
    carry(state, seat, beach, steps)
    if lies_coin(state, seat, beach, int(state.chair[beach, seat])):
        state.beach = beach
        ask(state, Phase.COIN, seat)


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


# The end of a round


@rule
def finish_round(state: State) -> None:
    """Roll for the waves if need be, turn a shark tile, let the waves come (H-E1, H-K5)."""
    if state.phase == Phase.ROUND_DONE:
        if state.filled < usable(state):
            ask(state, Phase.ROLL, CHANCE)
            return
        state.phase = Phase.SHARK
    if state.phase == Phase.SHARK:
        if state.shark:
            state.turn = CHANCE
            return
        state.phase = Phase.FLOODING
    if state.phase == Phase.FLOODING:
        place_waves(state)
        if somebody_in_water(state) or state.round == tables.ROUNDS:
            if state.baywatch:
                state.saved = state.open_seat
            ask(state, Phase.OVER, OVER)
        else:
            prepare_round(state)


@rule
def prepare_round(state: State) -> None:
    """Give the tile away, pile up the towels, put all dice into the bag (H-B2, H-E4)."""
    state.phase = Phase.REVEAL
    state.round += 1
    for tile in range(len(state.tile)):
        if state.tile[tile] == tables.FACE_UP:
            state.tile[tile] = state.open_seat
    pile_towels(state)
    clear_track(state)


# The beginning of a round and of a turn


@rule
def begin_round(state: State) -> None:
    """Turn a Baywatch tile and an alert tile; then there may be a Head start (H-B2, H-K1, H-B22)."""
    if state.phase == Phase.REVEAL:
        if state.baywatch:
            state.turn = CHANCE
            return
        state.phase = Phase.ALERT
    if state.phase == Phase.ALERT:
        if state.shark:
            state.turn = CHANCE
            return
        state.phase = Phase.HEAD_START
    if state.phase == Phase.HEAD_START:
        if state.tile[Tile.START] >= 0:
            state.turn = state.tile[Tile.START]
            return
        state.phase = Phase.JUMP


@rule
def begin_turn(state: State) -> None:
    """Somebody may jump the queue, the rental moves, a second hand may help; then the player chooses, or rolls."""
    if state.phase == Phase.JUMP:
        if jump_is_open(state):
            state.turn = state.tile[Tile.JUMP]
            return
        state.phase = Phase.TURN_BEGINS
    if state.phase == Phase.TURN_BEGINS:
        move_rental(state)
        state.phase = Phase.SECOND_HAND
    if state.phase == Phase.SECOND_HAND:
        if second_hand_is_open(state, player(state)):
            state.turn = player(state)
            return
        state.phase = Phase.CHOOSE
    if state.pairs > 0:
        state.turn = player(state)
    else:
        ask(state, Phase.ROLL, CHANCE)  # H-T4: there is nothing to choose from


@rule
def jump_is_open(state: State) -> bool:
    """May somebody whose towel is in the pile, but not on top, jump the queue (H-B10, H-B22)?"""
    holder = state.tile[Tile.JUMP]
    if holder >= 0:
        for place in range(state.turns + 1, state.seats):
            if state.order[place] == holder:
                return True
    return False


@rule
def second_hand_is_open(state: State, seat: int) -> bool:
    """Is there a die in the pool that would move a chair of the holder of the tile (H-B12, H-B23, H-B24)?"""
    if state.tile[Tile.SECOND] == seat:
        for die in range(tables.DICE):
            if in_pool(state, die) and not in_water(state, seat, colour_of(die)):
                return True
    return False
