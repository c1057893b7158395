"""Which moves are legal, and which rule forbids the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.contract import CHANCE, OVER
from strandline.engine.rule import rule

from .beach import crab_row, inside, matches, matches_somewhere, token_matches, worn
from .chance import outcomes, weight
from .state import covered_token, payable
from .tables import ALLOWED, EMPTY, FIRST_TOP, IN_HAND, SPACES, SPOT, TOKEN, TOPS, TRACKS, Move, Phase, Refusal

if TYPE_CHECKING:
    from strandline.engine.row import Array

    from .state import State

FINE = 99  # no rule forbids this part of a move: later than any that does


@rule
def moves(state: State, into: Array) -> int:
    """List the legal moves of the seat to move, or the outcomes of chance; how many?"""
    if state.turn == CHANCE:
        return outcomes(state, into)
    if state.phase == Phase.TURN:
        return actions(state, into)
    if state.phase == Phase.LAY:
        return lays(state, into)
    return steps(state, into) if state.phase == Phase.STEP else 0


@rule
def actions(state: State, into: Array) -> int:
    """List what a turn can begin with: dollars, tiles, and where nothing else is left a spare towel (M-T1, M-T10)."""
    count = 0
    for area in range(2):
        if state.area[area] > 0:
            into[count] = Move.DOLLARS + area
            count += 1
    rescue = token_matches(state)
    spare = count == 0
    for space in range(SPACES):
        if payable(state, space):
            fits = matches_somewhere(state, state.market[space])
            if fits or rescue:
                into[count] = Move.TAKE + space
                count += 1
            spare = spare and not fits
    if spare:
        for space in range(SPACES):
            into[count] = Move.SPARE + space
            count += 1
    return count


@rule
def spare_due(state: State) -> bool:
    """Are both areas empty, and does no tile match that can be paid; tokens do not count (M-T11, M-T12, M-T20)?"""
    if state.area[0] + state.area[1] > 0:
        return False
    for space in range(SPACES):
        if payable(state, space) and matches_somewhere(state, state.market[space]):
            return False
    return True


@rule
def lays(state: State, into: Array) -> int:
    """List the rows for the tile in hand, without tokens and with those in hand (M-T3, M-T4, M-T9)."""
    tokens = state.towel[state.mover, 0] == IN_HAND or state.towel[state.mover, 1] == IN_HAND
    count = 0
    for index in range(TOPS):
        for variant in range(len(SPOT) if tokens else 1):
            if lay_refusal(state, state.hand, variant, index + FIRST_TOP) == ALLOWED:
                into[count] = Move.LAY + index * len(SPOT) + variant
                count += 1
    return count


@rule
def steps(state: State, into: Array) -> int:
    """List the tracks of the scoring token that is covered (M-T8)."""
    for choice in range(2):
        into[choice] = Move.STEP + int(TRACKS[covered_token(state), choice])
    return 2


# Why not


@rule
def refusal(state: State, move: int) -> int:
    """Give the rule that forbids the move, as an index into REFUSALS; 0 where none does."""
    if state.turn == OVER:
        return Refusal.MATCH_OVER
    if move >= Move.TILE:
        return outcome_refusal(state, move)
    if state.turn == CHANCE:
        return waiting_refusal(state)
    if state.phase == Phase.STEP:
        token = covered_token(state)
        track = move - Move.STEP
        return ALLOWED if track == TRACKS[token, 0] or track == TRACKS[token, 1] else Refusal.NO_STEP
    if move >= Move.STEP:
        return Refusal.NO_STEP
    if (state.phase == Phase.LAY) != (move >= Move.LAY):
        return Refusal.OUT_OF_ORDER
    if state.phase == Phase.LAY:
        return lay_refusal(state, state.hand, variant_of(move), top_of(move))
    return action_refusal(state, move)


@rule
def outcome_refusal(state: State, move: int) -> int:
    """Give the rule that forbids this outcome of chance (M-T2, M-S6, M-C2, M-S8, M-L2)."""
    if weight(state, move) > 0:
        return ALLOWED
    if move < Move.UMBRELLA:
        return Refusal.NOT_DRAWN
    if move < Move.CRAB:
        return Refusal.NO_UMBRELLA
    if move < Move.FIRST:
        return Refusal.NO_CRAB
    return Refusal.NOT_LOWEST if state.phase == Phase.HALFTIME else Refusal.NOT_BEGINNING


@rule
def waiting_refusal(state: State) -> int:
    """Give the rule by which chance settles something before anybody moves (M-S11, M-T13, M-C2, M-L2)."""
    if state.phase == Phase.REFILL:
        return Refusal.OUT_OF_ORDER
    if state.phase == Phase.CRAB:
        return Refusal.NO_CRAB
    return Refusal.NOT_LOWEST if state.phase == Phase.HALFTIME else Refusal.SET_UP_FIRST


@rule
def action_refusal(state: State, move: int) -> int:
    """Give the rule that forbids beginning a turn like this (M-T1, M-T4, M-T10, M-T11, M-T14)."""
    if move < Move.TAKE:
        return ALLOWED if state.area[move - Move.DOLLARS] > 0 else Refusal.NO_DOLLARS
    if move >= Move.SPARE:
        return ALLOWED if spare_due(state) else Refusal.NOT_SPARE
    space = move - Move.TAKE
    if not payable(state, space):
        return Refusal.NOT_PAID
    return ALLOWED if matches_somewhere(state, state.market[space]) or token_matches(state) else Refusal.NO_MATCH


# Laying a tile


@rule
def top_of(move: int) -> int:
    """Give the top row of a lay."""
    return (move - Move.LAY) // len(SPOT) + FIRST_TOP


@rule
def variant_of(move: int) -> int:
    """Give the towel tokens of a lay, as a row of SPOT."""
    return (move - Move.LAY) % len(SPOT)


@rule
def lay_refusal(state: State, tile: int, variant: int, top: int) -> int:
    """Give the rule that forbids laying the mover's tile there with these tokens; of several, the first in M-R1."""
    refused = min(token_refusal(state, tile, variant, top, 0), token_refusal(state, tile, variant, top, 1))
    if refused < FINE:
        return refused
    if matches(state, tile, variant, top):
        return ALLOWED
    return Refusal.MATCH_LOST if matches(state, tile, 0, top) else Refusal.NO_MATCH


@rule
def token_refusal(state: State, tile: int, variant: int, top: int, token: int) -> int:
    """Give the rule that forbids this token on the mover's tile there, or FINE (M-T9, M-T16, M-C6)."""
    spot = int(SPOT[variant, token])
    if spot == EMPTY:
        return FINE
    if state.towel[state.mover, token] != IN_HAND:
        return Refusal.NO_TOKEN
    if not inside(top + spot) or worn(state, tile, 0, spot) == TOKEN[token]:
        return Refusal.BAD_SPOT
    return Refusal.ON_CRAB if top + spot == crab_row(state) else FINE
