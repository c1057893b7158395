"""Which moves are legal, and which rule forbids the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.contract import CHANCE, NOBODY, OVER
from strandline.engine.rule import rule

from .beach import beside_land, closed, faces_tile, is_open, is_water, may_turn
from .chance import missing, outcomes
from .tables import DISPLAY, EMPTY, FIRST_KIND, NOTHING, PATTERNS, PLACES, TOUCHING, Move, Refusal, cell_and_turn

if TYPE_CHECKING:
    from strandline.engine.row import Array

    from .state import State


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
def waits_at(state: State, point: int) -> bool:
    """Does a completed pattern wait there?"""
    for index in range(state.waits):
        if state.waiting[index] == point:
            return True
    return False


@rule
def on_offer(state: State, place: int) -> bool:
    """Does a tile lie on this place of the display that is to be chosen from?"""
    display = state.umbrella_open if state.due == Move.UMBRELLA else state.water_open
    return bool(display[place] != EMPTY)


# Listing


@rule
def moves(state: State, into: Array) -> int:
    """List the legal moves of the seat to move, or the outcomes of chance; how many?"""
    if state.turn == CHANCE:
        return outcomes(state, into)
    if state.turn == OVER:
        return 0
    if state.due == Move.LAY:
        return lays(state, into)
    count = 0
    if state.due == Move.TAKE:
        for place in range(PLACES):
            if takeable(state, place):
                into[count] = Move.TAKE + place
                count += 1
    elif state.due == Move.COVER:
        for index in range(len(PATTERNS)):
            if waits_at(state, PATTERNS[index]):
                into[count] = Move.COVER + index
                count += 1
    else:
        for place in range(DISPLAY):
            if on_offer(state, place):
                into[count] = state.due + place
                count += 1
    return count


@rule
def lays(state: State, into: Array) -> int:
    """List where the tile in hand may be laid, in every turn that looks different (B-T2, B-T3); how many ways?"""
    seat, hand = int(state.seat), int(state.hand)
    count = 0
    for index in range(state.opens[seat]):
        cell = int(state.open[seat, index])
        for turn in range(4):
            if may_turn(state, seat, hand, cell, turn):
                into[count] = Move.LAY + 4 * (cell - 1) + turn
                count += 1
    return count


# Refusing


@rule
def refusal(state: State, move: int) -> int:
    """Find the rule that forbids a move, as an index into REFUSALS; 0 where none does."""
    return reason(state, move).value


@rule
def reason(state: State, move: int) -> Refusal:
    """Find the first rule that forbids a move (the order: B-R6)."""
    if state.turn == OVER:
        return Refusal.MATCH_OVER
    if move >= Move.BEGIN:
        return reason_of_chance(state, move)
    if state.turn == CHANCE or move < state.due or move >= behind(state.due):
        return reason_to_wait(state, move)
    if move < Move.TAKE:
        cell, turn = cell_and_turn(move)
        return reason_to_lay(state, cell, turn)
    if move < Move.COVER:
        return reason_to_take(state, move - Move.TAKE)
    if move < Move.UMBRELLA:
        return Refusal.ALLOWED if waits_at(state, PATTERNS[move - Move.COVER]) else Refusal.NO_PATTERN
    return Refusal.ALLOWED if on_offer(state, move - state.due) else Refusal.NOT_OPEN


@rule
def reason_to_wait(state: State, move: int) -> Refusal:
    """Find the rule that forbids what is not due: what has to come before it, or else the order (B-R5, B-U2, B-W1)."""
    if state.turn != CHANCE:
        if Move.UMBRELLA <= move < Move.WATER and state.waits == 0:
            return Refusal.NO_UMBRELLA_YET
        if move >= Move.WATER and not is_water(state.hand):
            return Refusal.NO_WATER_YET
    return Refusal.NOT_DUE


@rule
def behind(kind: int) -> int:
    """Find the first move behind those of a kind (B-R5)."""
    if kind == Move.LAY:
        return Move.TAKE
    if kind == Move.TAKE:
        return Move.COVER
    if kind == Move.COVER:
        return Move.UMBRELLA
    return kind + DISPLAY


@rule
def reason_of_chance(state: State, outcome: int) -> Refusal:
    """Find the rule that forbids an outcome of chance (B-S3, B-S4)."""
    drawing = state.turn == CHANCE and state.seat == NOBODY
    if outcome < Move.TURN_UP:
        return Refusal.ALLOWED if drawing and outcome - Move.BEGIN < state.seats else Refusal.NOT_BEGINNING
    deck = missing(state)
    kind = outcome - Move.TURN_UP
    if drawing or deck == NOTHING or not FIRST_KIND[deck] <= kind < FIRST_KIND[deck + 1] or state.left[kind] == 0:
        return Refusal.NOT_TURNED_UP
    return Refusal.ALLOWED


@rule
def reason_to_take(state: State, place: int) -> Refusal:
    """Find the rule that forbids to take a tile of the grid (B-R2, B-T1)."""
    if state.grid[place] == EMPTY:
        return Refusal.NO_TILE
    return Refusal.ALLOWED if takeable(state, place) else Refusal.NO_FREE_CORNER


@rule
def reason_to_lay(state: State, cell: int, turn: int) -> Refusal:
    """Find the rule that forbids to lay the tile in hand there, turned so (B-T2, B-T3, B-T4, B-T8)."""
    seat, hand = int(state.seat), int(state.hand)
    if not is_open(state, seat, cell):
        shut = closed(state, seat, cell) and beside_land(state, seat, cell)
        return Refusal.AT_WATER_SIDE if shut else Refusal.NOT_BESIDE
    if is_water(hand) and faces_tile(state, seat, cell, turn):
        return Refusal.WATER_FACES_TILE
    return Refusal.ALLOWED if may_turn(state, seat, hand, cell, turn) else Refusal.LOOKS_ALIKE
