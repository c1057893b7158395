"""What may be done, and which rule forbids the rest. Listing moves asks the same questions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.contract import OVER
from strandline.engine.rule import rule

from . import tables
from .chance import weight
from .state import colour_of, english, free_spaces, in_pool, in_water, pips_of, too_far, usable
from .tables import BEACHES, EMPTY, LEFT, RIGHT, Move, Phase, Refusal

if TYPE_CHECKING:
    from strandline.engine.row import Array

    from .state import State


@rule
def moves(state: State, into: Array) -> int:
    """List the legal moves of the seat to move, or the outcomes of chance; how many?"""
    if state.turn == OVER:
        return 0
    count = 0
    for place in range(tables.WITH_TILES[state.phase] if state.baywatch else tables.WITHOUT_TILES[state.phase]):
        move = int(tables.CANDIDATES[state.phase, place])
        if refusal_in_time(state, move) == Refusal.ALLOWED:
            into[count] = move
            count += 1
    return count


@rule
def refusal(state: State, move: int) -> int:
    """Name the rule that forbids the move, as an index into REFUSALS; 0 where none does (H-B28)."""
    if state.turn == OVER:
        return Refusal.MATCH_OVER
    if Move.RENTAL <= move < Move.START and state.turn >= 0 and state.tile[tables.TILE[move]] != state.turn:
        return Refusal.NOT_HELD
    return refusal_in_time(state, move) if tables.IN_TIME[state.phase, move] else out_of_time(move)


@rule
def out_of_time(move: int) -> int:
    """Name the rule that forbids a move at any other time than its own."""
    return 0 + int(tables.OTHERWISE[move])  # the sum is wide: compiled, no narrow number is returned beside a Refusal


@rule
def refusal_in_time(state: State, move: int) -> int:
    """Name the rule that forbids a move of the phase at hand."""
    if move < Move.ROLL:
        return Refusal.ALLOWED if weight(state, move) > 0 else outcome_refusal(state, move)
    if tables.TILE[move] < 0:
        return choice_refusal(state, move)
    return tile_refusal(state, move) if state.tile[tables.TILE[move]] == state.turn else Refusal.NOT_HELD


@rule
def outcome_refusal(state: State, move: int) -> int:
    """Name the rule that forbids an outcome of the chance at hand."""
    if tables.KIND[move] == Move.DIE:
        return Refusal.NOT_IN_BAG if state.phase == Phase.ROLL else Refusal.NO_REROLL
    return out_of_time(move)


@rule
def choice_refusal(state: State, move: int) -> int:
    """Name the rule that forbids a decision at the time of its kind (H-T5 to H-T9)."""
    kind, which = tables.KIND[move], int(tables.OFFSET[move])
    if kind == Move.ROLL and free_spaces(state) < 1:
        return Refusal.NO_SPACE
    if kind == Move.TAKE and state.pair[which, LEFT] == EMPTY:
        return Refusal.NO_CHOICE
    if kind == Move.DECLINE and free_spaces(state) < 2:
        return Refusal.MUST_ACCEPT
    if kind == Move.AGAIN and state.bonus < (2 if which == 2 else 1):
        return Refusal.TOO_LATE if state.stage > 0 else Refusal.NO_REROLL
    return Refusal.ALLOWED


@rule
def tile_refusal(state: State, move: int) -> int:
    """Name the rule that forbids to use a Baywatch tile like this, at its time and by its holder."""
    kind, which = tables.KIND[move], int(tables.OFFSET[move])
    seat = int(state.turn)
    if kind == Move.RENTAL:
        useful = state.phase == Phase.ROLLED or free_spaces(state) < 1
        return Refusal.ALLOWED if useful and state.rental <= usable(state) else Refusal.RENTAL_STAYS
    if kind == Move.SWAP:
        return Refusal.ALLOWED if state.pair[which, LEFT] != EMPTY else Refusal.NO_PAIR
    if kind == Move.EXTRA:
        return Refusal.ALLOWED if state.stage < 1 else Refusal.TOO_LATE
    if kind == Move.COLOUR:
        return colour_refusal(state, seat, which // BEACHES, which % BEACHES)
    if kind == Move.ADJUST:
        return adjust_refusal(state, seat, which // 3 - 1, which % 3 - 1)
    if kind == Move.BACK:
        return Refusal.WET if in_water(state, seat, colour_of(state.worth[which])) else Refusal.ALLOWED
    if kind == Move.START:
        return Refusal.NO_CHANGE if in_water(state, seat, which // 2) else Refusal.ALLOWED
    if kind == Move.SECOND or kind == Move.ANYWHERE:
        if english(state) != (kind == Move.ANYWHERE):
            return Refusal.OTHER_EDITION
        if not in_pool(state, which):
            return Refusal.NOT_IN_POOL
        return Refusal.NO_CHANGE if in_water(state, seat, colour_of(which)) else Refusal.ALLOWED
    return Refusal.ALLOWED


@rule
def colour_refusal(state: State, seat: int, die: int, colour: int) -> int:
    """Name the rule that forbids Colour: too late, or nothing would change (H-B18, H-B24)."""
    if state.stage > 0:
        return Refusal.TOO_LATE
    now = colour_of(state.worth[die])
    if colour == now or (in_water(state, seat, colour) and in_water(state, seat, now)):
        return Refusal.NO_CHANGE
    return Refusal.ALLOWED


@rule
def adjust_refusal(state: State, seat: int, left: int, right: int) -> int:
    """Name the rule that forbids Plus/minus: beyond its limits, or nothing would change (H-B5, H-B29, H-B24)."""
    if not (1 <= pips_of(state.worth[LEFT]) + left <= 6 and 1 <= pips_of(state.worth[RIGHT]) + right <= 6):
        return Refusal.NO_ADJUSTING
    if too_far(state, left + right):
        return Refusal.TOO_FAR
    if left != 0 and in_water(state, seat, colour_of(state.worth[LEFT])):
        return Refusal.NO_CHANGE
    if right != 0 and in_water(state, seat, colour_of(state.worth[RIGHT])):
        return Refusal.NO_CHANGE
    return Refusal.ALLOWED if left != 0 or right != 0 else Refusal.NO_CHANGE
