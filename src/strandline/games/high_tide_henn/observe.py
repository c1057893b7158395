"""What a learner sees: beaches and waves, the track, dice in bag, pool and hand, then the players from itself on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from strandline.engine.contract import NOBODY, Field
from strandline.engine.observing import put, put_each, put_one_of
from strandline.engine.rule import rule

from .rules import tables
from .rules.state import colour_of, pips_of
from .rules.tables import BEACHES, COIN_SPACES, DICE, EMPTY, LENGTH, PHASES, SHARK_MOST, SPACES, UNKNOWN, WATER, Tile

if TYPE_CHECKING:
    from strandline.engine.row import Array

    from .rules import State

COLOURS = BEACHES  # of dice
TILES, MOMENTS = len(Tile), len(PHASES)  # as numbers: compiled code cannot count an enumeration
DIE = COLOURS + 1  # numbers that a die takes: its colour, its pips
PLACES = (tables.IN_STACK, tables.FACE_UP, tables.USED)  # of Baywatch tiles that nobody holds


def fields(seats: int) -> tuple[Field, ...]:
    """List what is seen: the table, then player by player."""
    most = int(tables.COIN_VALUE.max())
    pips = "colour of the die, then its pips in the last number; nothing where there is none"
    table = (
        Field("phase", MOMENTS, 0, 1, "what is decided: one of " + ", ".join(PHASES)),
        Field("turn", seats, 0, 1, "who decides: you, then the others in order"),
        Field("round", 1, 0, tables.ROUNDS, "the round, from 1"),
        Field("turns", 1, 0, seats, "turns finished in this round"),
        Field("expansions", 3, 0, 1, "options: coins, shark alert, Baywatch"),
        Field("surfers", 3, 0, 1, "option: off, face up, face down"),
        Field("edition", 3, 0, 1, "option: German, English of version 1, English"),
        Field("large", BEACHES, 0, tables.ROUNDS, "large waves on each beach"),
        Field("small", BEACHES, 0, 2 * tables.ROUNDS, "small waves on each beach"),
        Field("dry", BEACHES, 0, LENGTH, "the last space of each beach that is not flooded"),
        Field("towel", SPACES * seats, 0, 1, "by space of the track: whose towel lies there, you first"),
        Field("pair", SPACES * 2 * DIE, 0, 6, "by space of the track, left and right: " + pips),
        Field("filled", 1, 0, SPACES, "spaces of the track in use"),
        Field("pairs", 1, 0, SPACES, "pairs on the track"),
        Field("rental", 1, 0, SPACES + 1, "the space of the rental, from 1"),
        Field("still", 1, 0, 1, "the rental stays before the next turn (H-B4)"),
        Field("bag", COLOURS, 0, 6, "dice in the bag by colour"),
        Field("pool", DICE, 0, 6, "dice in the pool by colour and pips"),
        Field("hand", 2 * DIE, 0, 6, "the dice in hand, left and right: " + pips),
        Field("worth", 2 * DIE, 0, 6, "what they count as once they are accepted: " + pips),
        Field("space", SPACES, 0, 1, "where on the track they were taken from; nowhere: rolled"),
        Field("bonus", 1, 0, 2, "how many of them may be rolled again (H-T9)"),
        Field("stage", 3, 0, 1, "no tile, Colour, or Plus/minus was used on them (H-B18)"),
        Field("back", 2, 0, 1, "which of them moves away from the water"),
        Field("rolling", 2, 0, 1, "which of them are rolled again"),
        Field("first", 2, 0, 1, "which of them moves first"),
        Field("moved", 1, 0, 2, "how many of them have moved"),
        Field("coin", BEACHES * COIN_SPACES, 0, most, "by beach and space: the value of the coin there"),
        Field("beach", BEACHES, 0, 1, "where a coin is at stake"),
        Field("alert", BEACHES, 0, 1, "the beach of the shark alert"),
        Field("sharks", SHARK_MOST + 1, 0, 9, "shark tiles left, by value"),
        Field("tile", TILES * len(PLACES), 0, 1, "by Baywatch tile: in the stack, face up, used"),
        Field("open", 2 * DIE, 0, 6, "the open dice: " + pips),
    )
    return table + tuple(field for number in range(seats) for field in player_fields(number, seats, most))


def player_fields(number: int, seats: int, most: int) -> tuple[Field, ...]:
    """List what is seen of one player; 0 is whoever looks."""
    parts = (
        ("chair", BEACHES, 0, WATER, "by beach: the space of the chair; 0 the bar, the last one the water"),
        ("drowned", BEACHES, 0, 1, "by beach: the chair stands in the water"),
        ("rank", BEACHES, 0, seats, "by beach: its place on the space from the left"),
        ("purse", BEACHES, 0, most, "by beach: the value of the coin taken"),
        ("surfer", BEACHES, 0, 1, "the beach of the surfer, as far as you may know it"),
        ("unknown", 1, 0, 1, "the surfer lies face down"),
        ("order", seats, 0, 1, "the place in the order of turns"),
        ("tiles", TILES, 0, 1, "the Baywatch tiles held"),
        ("open", 1, 0, 1, "has the open dice"),
    )
    return tuple(Field(f"player_{number}.{name}", *rest) for name, *rest in parts)  # type: ignore[arg-type]


@rule
def put_die(into: Array, at: int, die: int) -> int:
    """Write a die: its colour, and its pips."""
    at = put_one_of(into, at, EMPTY if die == EMPTY else colour_of(die), COLOURS)
    return put(into, at, 0 if die == EMPTY else pips_of(die))


@rule
def put_dice(into: Array, at: int, dice: Any) -> int:
    """Write the left die and the right one."""
    return put_die(into, put_die(into, at, int(dice[0])), int(dice[1]))


@rule
def relative(state: State, other: int, seat: int) -> int:
    """Count seats from the one that looks; NOBODY stays nobody."""
    return (int(other) - seat) % state.seats if other >= 0 else NOBODY


@rule
def put_track(into: Array, at: int, state: State, seat: int) -> int:
    """Write the track: towels, pairs, the rental."""
    for space in range(SPACES):
        at = put_one_of(into, at, relative(state, int(state.towel[space]), seat), state.seats)
    for space in range(SPACES):
        at = put_dice(into, at, state.pair[space])
    at = put(into, at, state.filled)
    at = put(into, at, state.pairs)
    at = put(into, at, state.rental)
    return put(into, at, state.still)


@rule
def put_hand(into: Array, at: int, state: State) -> int:
    """Write the dice in hand and what is done with them."""
    at = put_dice(into, at, state.hand)
    at = put_dice(into, at, state.worth)
    at = put_one_of(into, at, state.space, SPACES)
    at = put(into, at, state.bonus)
    at = put_one_of(into, at, state.stage, 3)
    at = put_one_of(into, at, state.back, 2)
    at = put(into, at, state.rolling & 1)
    at = put(into, at, state.rolling >> 1)
    at = put_one_of(into, at, state.first, 2)
    return put(into, at, state.moved)


@rule
def put_player(into: Array, at: int, state: State, seat: int) -> int:
    """Write what is seen of a player."""
    for beach in range(BEACHES):
        into[at + beach] = state.chair[beach, seat]
        into[at + BEACHES + beach] = state.chair[beach, seat] == WATER
        into[at + 2 * BEACHES + beach] = state.rank[beach, seat]
        into[at + 3 * BEACHES + beach] = state.purse[seat, beach]
    at = put_one_of(into, at + 4 * BEACHES, int(state.surfer[seat]), BEACHES)
    at = put(into, at, state.surfer[seat] == UNKNOWN)
    for place in range(state.seats):
        at = put(into, at, state.order[place] == seat)
    for tile in range(TILES):
        at = put(into, at, state.tile[tile] == seat)
    return put(into, at, state.open_seat == seat)


@rule
def observe(state: State, seat: int, into: Array) -> int:
    """Write what a seat sees."""
    at = put_one_of(into, 0, state.phase, MOMENTS)
    at = put_one_of(into, at, relative(state, state.turn, seat), state.seats)
    at = put(into, at, state.round)
    at = put(into, at, state.turns)
    at = put(into, at, state.coins)
    at = put(into, at, state.shark)
    at = put(into, at, state.baywatch)
    at = put_one_of(into, at, state.surfers, 3)
    at = put_one_of(into, at, state.edition, 3)
    at = put_each(into, at, state.large, BEACHES)
    at = put_each(into, at, state.small, BEACHES)
    at = put_each(into, at, state.dry, BEACHES)
    at = put_track(into, at, state, seat)
    at = put_each(into, at, state.bag, COLOURS)
    at = put_each(into, at, state.pool, DICE)
    at = put_hand(into, at, state)
    for beach in range(BEACHES):
        at = put_each(into, at, state.coin[beach], COIN_SPACES)
    at = put_one_of(into, at, state.beach, BEACHES)
    at = put_one_of(into, at, state.alert, BEACHES)
    at = put_each(into, at, state.sharks, SHARK_MOST + 1)
    for tile in range(TILES):
        at = put(into, at, state.tile[tile] == tables.IN_STACK)
        at = put(into, at, state.tile[tile] == tables.FACE_UP)
        at = put(into, at, state.tile[tile] == tables.USED)
    at = put_dice(into, at, state.open)
    for number in range(state.seats):
        at = put_player(into, at, state, (seat + number) % state.seats)
    return at
