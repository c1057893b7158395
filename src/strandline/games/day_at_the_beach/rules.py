"""The rules of A Day at the Beach as RULES.md tells them; each function names the lines that it carries out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from strandline.engine.chance import below
from strandline.engine.contract import CHANCE, NOBODY, OVER
from strandline.engine.row import Array, Row, int8, int16
from strandline.engine.rule import rule
from strandline.games.day_at_the_beach.components import PLAYERS
from strandline.games.day_at_the_beach.land import (
    CELLS,
    EMPTY,
    GROUND,
    MOST_OPEN,
    MOST_PATTERNS,
    MOST_TILES,
    NOTHING,
    NOWHERE,
    POINT,
    READINGS,
    beside_land,
    brings_water,
    closed,
    cover,
    faces_tile,
    is_open,
    is_water,
    put,
    ripe,
    sets_points,
    total,
    umbrella_points,
    water_points,
)
from strandline.games.day_at_the_beach.tiles import (
    COPIES,
    COUNT,
    DISPLAY,
    DISTINCT,
    ENTRANCE,
    FIRST_KIND,
    KINDS,
    PLACES,
    QUARTER,
    ROUNDS,
    SAND,
    TOUCHING,
    UMBRELLA,
    WATER,
)

if TYPE_CHECKING:
    from strandline.engine.chance import Random

VERSION = 1
SEATS = PLAYERS

# Moves: lay the tile in hand on a cell, turned so; take a tile of the grid; choose which pattern to cover, which open
# umbrella, which open water …
LAY = 0
TAKE = LAY + 4 * (CELLS - 1)
COVER = TAKE + PLACES
CHOOSE_UMBRELLA = COVER + len(GROUND.points)
CHOOSE_WATER = CHOOSE_UMBRELLA + DISPLAY
# … and the outcomes of chance: who begins, and the tile that is turned up.
BEGIN = CHOOSE_WATER + DISPLAY
TURN_UP = BEGIN + SEATS[-1]
MOVES = TURN_UP + KINDS
COVERED = GROUND.points  # the pattern of each move from COVER on

SHEET = ("points", "umbrellas", "water", "sets", "placed")
REFUSALS = (
    *("", "B-R1", "B-S3", "B-S4", "B-R5", "B-R2", "B-T1"),
    *("B-T2", "B-T3", "B-T4", "B-T8", "B-U1", "B-S5"),
)
ALLOWED, MATCH_OVER, NOT_BEGINNING, NOT_TURNED_UP, NOT_DUE, NO_TILE, NO_FREE_CORNER = range(7)
NOT_BESIDE, AT_WATER_SIDE, WATER_FACES_TILE, LOOKS_ALIKE, NO_PATTERN, NOT_OPEN = range(7, 13)


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who begins, and how far the line of a water tile goes."""

    first: Literal["drawn", "first_seat"] = "drawn"
    water_line: Literal["inland", "line", "cross"] = "inland"


class State(Row):
    """One position of a match; what a seat has is indexed by the seat first, and lies in the order in which it came."""

    cell: Array = int16[SEATS[-1], MOST_TILES]  # where the tiles of a beach lie, the entrance first
    tile: Array = int8[SEATS[-1], MOST_TILES]  # which tiles they are
    side: Array = int8[SEATS[-1], MOST_TILES]  # how they are turned: where the top, or the water side, points
    laid: Array = int8[SEATS[-1]]  # how many tiles a beach has
    open: Array = int16[SEATS[-1], MOST_OPEN]  # the cells where sand may be laid, in the order of their numbers
    opens: Array = int8[SEATS[-1]]  # how many
    umbrella: Array = int8[SEATS[-1], MOST_PATTERNS]  # the umbrellas on a beach
    point: Array = int16[SEATS[-1], MOST_PATTERNS]  # the pattern that each covers
    up: Array = int8[SEATS[-1], MOST_PATTERNS]  # whether it lies face up
    placed: Array = int8[SEATS[-1]]  # how many umbrellas a beach has
    grid: Array = int8[PLACES + 1]  # the sand on each place of the grid, or EMPTY; nothing ever lies outside
    laid_out: int = int8  # places that were filled in this round
    top: Array = int8[3]  # the visible tile on each deck, or EMPTY; umbrellas by their own numbers
    water_open: Array = int8[DISPLAY]  # the waters to choose from, or EMPTY
    umbrella_open: Array = int8[DISPLAY]  # the umbrellas to choose from, or EMPTY
    left: Array = int8[KINDS]  # tiles of each kind that nobody has seen yet
    unseen: Array = int8[3]  # and how many in each deck
    waiting: Array = int16[MOST_PATTERNS]  # completed patterns without an umbrella, in the order of their numbers
    waits: int = int8  # how many
    covering: int = int16  # the pattern for which an umbrella is chosen, or NOWHERE
    hand: int = int8  # the tile to be laid, or EMPTY
    due: int = int16  # what the seat has to do next: LAY, TAKE, COVER, CHOOSE_UMBRELLA or CHOOSE_WATER
    seat: int = int8  # whose turn it is, also while chance turns tiles up; NOBODY before the start and at the end
    round: int = int8  # from 0
    turn: int = int8  # seat to move, CHANCE or OVER
    seats: int = int8  # number of players
    water_line: int = int8  # the reading: INLAND, LINE or CROSS


def setup(state: State, seats: int, options: Options) -> None:
    """Give each player an entrance and shuffle the decks; who begins may be settled (B-S1, B-S2, B-S3, B-S6)."""
    state.seats = seats
    state.water_line = READINGS.index(options.water_line)
    for seat in range(seats):
        put(state, seat, ENTRANCE, 0, 0)
    for field in (state.grid, state.top, state.water_open, state.umbrella_open):
        field[:] = EMPTY
    state.left[:] = COPIES
    state.unseen[:] = COUNT
    state.covering = NOWHERE
    state.hand = EMPTY
    state.due = TAKE
    state.seat = NOBODY if options.first == "drawn" else 0
    state.turn = CHANCE


# The decks


@rule
def missing(state: State) -> int:
    """Which deck's next tile must be turned up before play goes on, or NOTHING (B-S4, B-S5, B-R3)?"""
    if state.top[UMBRELLA] == EMPTY and state.unseen[UMBRELLA] > 0:
        return UMBRELLA
    if state.top[WATER] == EMPTY and state.unseen[WATER] > 0:
        return WATER
    if state.laid_out < PLACES or (state.top[SAND] == EMPTY and state.round + 1 < ROUNDS[state.seats]):
        return SAND
    return NOTHING


@rule
def turn_up(state: State, kind: int) -> None:
    """Turn up a tile: it goes to the first free place beside its deck, or stays on top (B-S2, B-S4, B-R3)."""
    state.left[kind] -= 1
    if kind >= FIRST_KIND[UMBRELLA]:
        state.unseen[UMBRELLA] -= 1
        state.top[UMBRELLA] = fill(state.umbrella_open, kind - int(FIRST_KIND[UMBRELLA]))
    elif kind >= FIRST_KIND[WATER]:
        state.unseen[WATER] -= 1
        state.top[WATER] = fill(state.water_open, kind)
    else:
        state.unseen[SAND] -= 1
        if state.laid_out == PLACES:
            state.top[SAND] = kind
        else:
            state.grid[state.laid_out] = kind
            state.laid_out += 1


@rule
def fill(display: Array, tile: int) -> int:
    """Put a tile on the first free place of a display; if there is none, it stays on top."""
    for place in range(DISPLAY):
        if display[place] == EMPTY:
            display[place] = tile
            return EMPTY
    return tile


@rule
def outcomes(state: State, into: Array) -> int:
    """List what chance can bring: any player to begin, or any kind that is left in the deck at hand."""
    if state.seat == NOBODY:
        for seat in range(state.seats):
            into[seat] = BEGIN + seat
        return int(state.seats)
    deck = missing(state)
    count = 0
    for kind in range(FIRST_KIND[deck], FIRST_KIND[deck + 1]):
        if state.left[kind] > 0:
            into[count] = TURN_UP + kind
            count += 1
    return count


@rule
def weight(state: State, move: int) -> int:
    """Weigh an outcome: as many chances as tiles of that kind are left (B-S4)."""
    return int(state.left[move - TURN_UP]) if move >= TURN_UP else 1


@rule
def sample(state: State, random: Random) -> int:
    """Draw who begins, or the next tile of the deck at hand (B-S3, B-S4)."""
    if state.seat == NOBODY:
        return BEGIN + below(random, int(state.seats))
    deck = missing(state)
    drawn = below(random, int(state.unseen[deck]))
    kind = int(FIRST_KIND[deck])
    while drawn >= state.left[kind]:
        drawn -= int(state.left[kind])
        kind += 1
    return TURN_UP + kind


# Moves


@rule
def takeable(state: State, place: int) -> bool:
    """Does a tile of the grid have a corner that no other tile touches (B-T1)?"""
    if state.grid[place] == EMPTY:
        return False
    for corner in range(4):
        free = True
        for other in range(3):
            free = free and state.grid[TOUCHING[place, corner, other]] == EMPTY
        if free:
            return True
    return False


@rule
def moves(state: State, into: Array) -> int:
    """List the legal moves of the seat to move, or the outcomes of chance; how many?"""
    if state.turn == CHANCE:
        return outcomes(state, into)
    if state.turn == OVER:
        return 0
    if state.due == LAY:
        return lays(state, into)
    count = 0
    if state.due == TAKE:
        for place in range(PLACES):
            if takeable(state, place):
                into[count] = TAKE + place
                count += 1
    elif state.due == COVER:
        for index in range(len(COVERED)):
            if waits_at(state, COVERED[index]):
                into[count] = COVER + index
                count += 1
    else:
        for place in range(DISPLAY):
            if on_offer(state, place):
                into[count] = state.due + place
                count += 1
    return count


@rule
def lays(state: State, into: Array) -> int:
    """List where the tile in hand may be laid, in every turn that looks different (B-T2, B-T3, B-T4, B-T8)."""
    seat, hand = int(state.seat), int(state.hand)
    count = 0
    for index in range(state.opens[seat]):
        cell = int(state.open[seat, index])
        for turn in range(4):
            if DISTINCT[hand, turn] and not (is_water(hand) and faces_tile(state, seat, cell, turn)):
                into[count] = LAY + 4 * (cell - 1) + turn
                count += 1
    return count


@rule
def waits_at(state: State, point: int) -> bool:
    """Does a completed pattern wait there?"""
    for index in range(state.waits):
        if state.waiting[index] == point:
            return True
    return False


@rule
def on_offer(state: State, place: int) -> bool:
    """Does a tile lie on this place of the display that is to be chosen from?"""
    display = state.umbrella_open if state.due == CHOOSE_UMBRELLA else state.water_open
    return bool(display[place] != EMPTY)


@rule
def play(state: State, move: int) -> None:
    """Carry out a legal move or an outcome of chance."""
    if move < TAKE:
        lay(state, 1 + (move - LAY) // 4, (move - LAY) % 4)
    elif move < COVER:
        take(state, move - TAKE)
    elif move < CHOOSE_UMBRELLA:
        choose_pattern(state, COVERED[move - COVER])
    elif move < CHOOSE_WATER:
        choose_umbrella(state, move - CHOOSE_UMBRELLA)
    elif move < BEGIN:
        choose_water(state, move - CHOOSE_WATER)
    elif move < TURN_UP:
        state.seat = move - BEGIN
    else:
        turn_up(state, move - TURN_UP)
    if state.turn != OVER:
        state.turn = state.seat if missing(state) == NOTHING else CHANCE


@rule
def take(state: State, place: int) -> None:
    """Take a tile of the grid; it is to be laid at once (B-R2, B-T2)."""
    state.hand = state.grid[place]
    state.grid[place] = EMPTY
    state.due = LAY


@rule
def lay(state: State, cell: int, turn: int) -> None:
    """Lay the tile in hand; the patterns that it completes wait for umbrellas (B-T2, B-U1, B-W2)."""
    seat, tile = int(state.seat), int(state.hand)
    put(state, seat, tile, cell, turn)
    state.hand = EMPTY
    for corner in range(4):
        if QUARTER[tile, turn, corner] and ripe(state, seat, cell, corner):
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
        state.due = COVER


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
    state.due = CHOOSE_UMBRELLA


@rule
def choose_umbrella(state: State, place: int) -> None:
    """Lay an open umbrella on the pattern; a new colour brings a water tile before all else (B-U2, B-W1, B-W2)."""
    seat, umbrella = int(state.seat), int(state.umbrella_open[place])
    state.umbrella_open[place] = state.top[UMBRELLA]
    state.top[UMBRELLA] = EMPTY
    water = brings_water(state, seat, umbrella)
    cover(state, seat, state.covering, umbrella)
    state.covering = NOWHERE
    if water:
        give_up(state)
        state.due = CHOOSE_WATER
    else:
        go_on(state)


@rule
def choose_water(state: State, place: int) -> None:
    """Take an open water tile; it is to be laid at once (B-W1, B-W3)."""
    state.hand = state.water_open[place]
    state.water_open[place] = state.top[WATER]
    state.top[WATER] = EMPTY
    state.due = LAY


@rule
def end_turn(state: State) -> None:
    """Pass the turn clockwise, or end the round when the grid is empty (B-R2)."""
    state.due = TAKE
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
    state.grid[0] = state.top[SAND]  # B-R3
    state.laid_out = 1
    state.top[SAND] = EMPTY


# Refusals


@rule
def refusal(state: State, move: int) -> int:
    """Which rule forbids the move, as an index into REFUSALS; 0 where none does (the order: B-R6)?"""
    if state.turn == OVER:
        return MATCH_OVER
    if move >= BEGIN:
        return outcome_refusal(state, move)
    if state.turn == CHANCE or move < state.due or move >= behind(state.due):
        return NOT_DUE
    if move < TAKE:
        return lay_refusal(state, 1 + (move - LAY) // 4, (move - LAY) % 4)
    if move < COVER:
        return take_refusal(state, move - TAKE)
    if move < CHOOSE_UMBRELLA:
        return ALLOWED if waits_at(state, COVERED[move - COVER]) else NO_PATTERN
    return ALLOWED if on_offer(state, move - state.due) else NOT_OPEN


@rule
def behind(kind: int) -> int:
    """Which is the first move behind those of a kind (B-R5)?"""
    if kind == LAY:
        return TAKE
    if kind == TAKE:
        return COVER
    if kind == COVER:
        return CHOOSE_UMBRELLA
    return kind + DISPLAY


@rule
def outcome_refusal(state: State, outcome: int) -> int:
    """Which rule forbids this outcome of chance (B-S3, B-S4)?"""
    drawing = state.turn == CHANCE and state.seat == NOBODY
    if outcome < TURN_UP:
        return ALLOWED if drawing and outcome - BEGIN < state.seats else NOT_BEGINNING
    deck = missing(state)
    kind = outcome - TURN_UP
    if drawing or deck == NOTHING or not FIRST_KIND[deck] <= kind < FIRST_KIND[deck + 1] or state.left[kind] == 0:
        return NOT_TURNED_UP
    return ALLOWED


@rule
def take_refusal(state: State, place: int) -> int:
    """Which rule forbids to take this tile of the grid (B-R2, B-T1)?"""
    if state.grid[place] == EMPTY:
        return NO_TILE
    return ALLOWED if takeable(state, place) else NO_FREE_CORNER


@rule
def lay_refusal(state: State, cell: int, turn: int) -> int:
    """Which rule forbids to lay the tile in hand there, turned so (B-T2, B-T3, B-T4, B-T8)?"""
    seat, hand = int(state.seat), int(state.hand)
    if not is_open(state, seat, cell):
        return AT_WATER_SIDE if closed(state, seat, cell) and beside_land(state, seat, cell) else NOT_BESIDE
    if is_water(hand) and faces_tile(state, seat, cell, turn):
        return WATER_FACES_TILE
    return ALLOWED if DISTINCT[hand, turn] else LOOKS_ALIKE


# The score


@rule
def score(state: State, into: Array) -> None:
    """Fill in the score sheet."""
    for seat in range(state.seats):
        into[seat, 1] = umbrella_points(state, seat)
        into[seat, 2] = water_points(state, seat)
        into[seat, 3] = sets_points(state, seat)
        into[seat, 4] = state.placed[seat]
        into[seat, 0] = into[seat, 1] + into[seat, 2] + into[seat, 3]


@rule
def places(state: State, into: Array) -> None:
    """Rank the players by points, then by umbrellas placed; who is still tied shares a place (B-E4)."""
    for seat in range(state.seats):
        into[seat] = 1
        mine = total(state, seat)
        for other in range(state.seats):
            theirs = total(state, other)
            if theirs > mine or (theirs == mine and state.placed[other] > state.placed[seat]):
                into[seat] += 1
