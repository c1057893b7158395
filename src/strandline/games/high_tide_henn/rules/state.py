"""One position of High Tide (Henn) as a row, and what can be read off it."""

from __future__ import annotations

from strandline.engine.contract import NOBODY
from strandline.engine.row import Array, Row, int8
from strandline.engine.rule import rule

from .tables import BEACHES, COIN_SPACES, DICE, ENGLISH, SEATS_MOST, SHARK_MOST, SPACES, WATER, Phase, Tile


class State(Row):
    """One position of a match."""

    turn: int = int8  # seat that decides, CHANCE or OVER
    phase: int = int8  # what is decided
    seats: int = int8
    coins: int = int8  # options: is it played with coins …
    shark: int = int8  # … with the shark alert …
    surfers: int = int8  # … with surfers: OFF, OPEN or HIDDEN …
    baywatch: int = int8  # … with Baywatch?
    edition: int = int8  # GERMAN, ENGLISH_SHARK or ENGLISH (H-K3, H-K6)
    round: int = int8  # from 1
    colour: Array = int8[SEATS_MOST]  # what each player has chosen, as a place among PLAYERS (H-S11)

    chair: Array = int8[BEACHES, SEATS_MOST]  # space of each chair: BAR, 1 …, WATER
    rank: Array = int8[BEACHES, SEATS_MOST]  # its place on the space from the left; 0 at the bar and in the water
    large: Array = int8[BEACHES]  # waves on each beach
    small: Array = int8[BEACHES]
    dry: Array = int8[BEACHES]  # the last space that is not flooded

    order: Array = int8[SEATS_MOST]  # seats in the order of their turns; the top of the pile is order[turns]
    turns: int = int8  # turns finished in this round, so towels on the track
    towel: Array = int8[SPACES]  # whose towel lies on each space of the track, or NOBODY
    pair: Array = int8[SPACES, 2]  # which dice lie there, left and right, or EMPTY
    filled: int = int8  # spaces in use, from the top; that of a pair in hand waits for the towel
    pairs: int = int8  # pairs on the track
    rental: int = int8  # its space, counted from 1; beyond the last usable space it has left the track
    still: int = int8  # the rental stays before the next turn (H-B4)

    bag: Array = int8[BEACHES]  # dice in the bag, by colour
    in_bag: int = int8  # and together
    pool: Array = int8[DICE]  # dice in the pool, by colour and pips
    hand: Array = int8[2]  # the dice of the player, left and right, or EMPTY
    worth: Array = int8[2]  # what they count as, once they are accepted
    space: int = int8  # where on the track they were taken from; EMPTY: rolled
    bonus: int = int8  # how many of them the space lets roll again (H-T9)
    stage: int = int8  # 1 once Colour, 2 once Plus/minus was used on them (H-B18)
    back: int = int8  # which of them moves away from the water, or EMPTY
    rolling: int = int8  # which of them are rolled again: 1 left, 2 right, 3 both
    first: int = int8  # which of them moves first
    moved: int = int8  # how many of them have moved

    coin: Array = int8[BEACHES, COIN_SPACES]  # value of the coin on each space from 1, or 0
    purse: Array = int8[SEATS_MOST, BEACHES]  # value of the coin taken, or 0
    beach: int = int8  # where a coin is at stake, or EMPTY
    surfer: Array = int8[SEATS_MOST]  # beach of each player's surfer, EMPTY or UNKNOWN
    alert: int = int8  # beach of the shark alert, or EMPTY
    sharks: Array = int8[SHARK_MOST + 1]  # shark tiles left, by value
    tile: Array = int8[len(Tile)]  # seat that holds each Baywatch tile, IN_STACK, FACE_UP or USED
    open: Array = int8[2]  # the open dice, or EMPTY
    open_seat: int = int8  # who has them, or NOBODY
    saved: int = int8  # who had them when the match ended, or NOBODY
    dealt: int = int8  # set-up: towels, coins or surfers dealt so far


@rule
def colour_of(die: int) -> int:
    """Give the colour of a die."""
    return int(die) // 6


@rule
def pips_of(die: int) -> int:
    """How many pips does a die show?"""
    return int(die) % 6 + 1


@rule
def comes_before(one: int, other: int) -> bool:
    """Does one die lie left of another: more pips, or as many on a beach further left (H-T7)?"""
    if pips_of(one) == pips_of(other):
        return bool(one < other)
    return pips_of(one) > pips_of(other)


@rule
def many(state: State) -> int:
    """Give the side of the board: 0 for 3 and 4 players, 1 for 5 and 6 (H-S1)."""
    return 1 if state.seats > 4 else 0


@rule
def english(state: State) -> bool:
    """Are the Baywatch tiles those of the English edition (H-B29, H-B30)?"""
    return bool(state.edition == ENGLISH)


@rule
def seat_of(state: State, colour: int) -> int:
    """Find who has chosen a colour, or NOBODY (H-S11)."""
    for seat in range(state.seats):
        if state.colour[seat] == colour:
            return seat
    return NOBODY


@rule
def usable(state: State) -> int:
    """How many spaces has the track, without the one under the turtle (H-S3)?"""
    return state.seats + 1


@rule
def free_spaces(state: State) -> int:
    """How many open spaces of the track are free (H-T3)?"""
    return state.rental - 1 - state.filled


@rule
def player(state: State) -> int:
    """Say whose towel is on top of the pile (H-T1)."""
    return int(state.order[state.turns])


@rule
def in_water(state: State, seat: int, beach: int) -> bool:
    """Does this chair stand in the water (H-T12)?"""
    return bool(state.chair[beach, seat] == WATER)


@rule
def in_pool(state: State, die: int) -> bool:
    """Is this die in the pool, or in the English edition, for the beach of its colour, any of as many pips (H-B30)?"""
    if not english(state):
        return bool(state.pool[die] > 0)
    for colour in range(BEACHES):
        if state.pool[6 * colour + die % 6] > 0:
            return True
    return False


@rule
def too_far(state: State, change: int) -> bool:
    """Would Plus/minus leave one chair more than 6 spaces, where the English edition limits that (H-B29)?"""
    left, right = state.worth[0], state.worth[1]
    return bool(english(state) and colour_of(left) == colour_of(right) and pips_of(left) + pips_of(right) + change > 6)


def mover(state: State) -> int:
    """Say who decides or rolls; NOBODY while something else happens."""
    if state.turn >= 0:
        return state.turn
    rolls = state.phase in {Phase.ROLL, Phase.REROLL} and state.turns < state.seats
    return int(state.order[state.turns]) if rolls else NOBODY
