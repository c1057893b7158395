"""A turn: what a move does, and what follows from it by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.contract import CHANCE, NOBODY, OVER
from strandline.engine.rule import rule
from strandline.games.maui.components import FRAMES, HEIGHT

from . import tables
from .beach import covers, fits_edge, forfeit, icon_row, outside, put, put_tokens, show_edge, shown
from .legal import top_of, variant_of
from .setup import begin_turn, deal_umbrella, fill_dock, fill_market, settle_first
from .state import anyone_full, in_first_half, movable
from .tables import CRAB, EMPTY, FIRST_TOP, IN_HAND, NO_ICON, PEARLS, PLACES, Move, Phase

if TYPE_CHECKING:
    from .state import State


@rule
def play(state: State, move: int) -> None:
    """Carry out a legal move or an outcome of chance."""
    if move < Move.TAKE:
        take_dollars(state, move - Move.DOLLARS)
    elif move < Move.SPARE:
        take(state, move - Move.TAKE)
    elif move < Move.LAY:
        lay_spare(state, move - Move.SPARE)
    elif move < Move.STEP:
        lay(state, variant_of(move), top_of(move))
    elif move < Move.TILE:
        step(state, move - Move.STEP)
    elif move < Move.UMBRELLA:
        draw(state, move - Move.TILE)
    elif move < Move.CRAB:
        deal_umbrella(state, move - Move.UMBRELLA)
    elif move < Move.FIRST:
        turn_up_crab(state, move - Move.CRAB)
    else:
        settle_first(state, move - Move.FIRST)
    if state.phase == Phase.MATCHING:
        score_matches(state)
    if state.phase == Phase.DONE:
        end_turn(state)


# The market


@rule
def take_dollars(state: State, area: int) -> None:
    """Take all dollars of an area (M-T10)."""
    state.dollars[state.mover] += state.area[area]
    state.area[area] = 0
    state.phase = Phase.DONE


@rule
def take(state: State, space: int) -> None:
    """Take a tile, pay into the area of its row, and let chance refill the market (M-T1, M-T13)."""
    state.dollars[state.mover] -= tables.COST[space]
    state.area[space // PLACES] += tables.COST[space]
    state.hand = state.market[space]
    close_up(state, space)


@rule
def close_up(state: State, space: int) -> None:
    """Move the tiles behind an empty space up towards the dollars (M-T2)."""
    last = space // PLACES * PLACES + PLACES - 1
    for place in range(space, last):
        state.market[place] = state.market[place + 1]
    state.market[last] = EMPTY
    state.phase = Phase.REFILL
    state.turn = CHANCE


@rule
def draw(state: State, tile: int) -> None:
    """Put the tile drawn where one is missing: market, dock, or the market after a take (M-S11, M-T2)."""
    state.bag[tile] = 0
    if state.phase == Phase.MARKET:
        fill_market(state, tile)
    elif state.phase == Phase.DOCKS:
        fill_dock(state, tile)
    else:
        refill(state, tile)


@rule
def refill(state: State, tile: int) -> None:
    """Fill the empty space; then the tile in hand is laid, or the spare towel has been already (M-T2, M-T13)."""
    row = 0 if state.market[PLACES - 1] == EMPTY else 1
    state.market[row * PLACES + PLACES - 1] = tile
    state.turn = state.mover
    state.phase = Phase.DONE if state.hand == EMPTY else Phase.LAY


# Laying a tile


@rule
def lay_spare(state: State, space: int) -> None:
    """Lay any tile in the middle rows: it scores nothing, and the token of the column leaves (M-T11, M-T21, M-C5)."""
    seat = state.mover
    state.laid[seat] += 1
    put(state, seat, state.market[space], tables.SPARE_TOP)
    state.umbrella[seat, state.laid[seat]] = EMPTY
    show_edge(state, seat, NO_ICON)
    close_up(state, space)


@rule
def lay(state: State, variant: int, top: int) -> None:
    """Lay the tile in hand with its tokens, after the covered umbrella's effect (M-T3, M-T7, M-T8, M-T9)."""
    seat = state.mover
    state.laid[seat] += 1
    put(state, seat, state.hand, top)
    state.hand = EMPTY
    put_tokens(state, variant)
    state.penalties[seat] += outside(top)
    state.forfeited[seat] += forfeit(top)
    state.phase = Phase.MATCHING
    cover(state, seat, int(state.laid[seat]), top)


@rule
def cover(state: State, seat: int, column: int, top: int) -> None:
    """Apply the umbrella token if it is covered; else it leaves. A crab waits for the markers (M-T8, M-T19, M-C2)."""
    kind = int(state.umbrella[seat, column])
    if kind == EMPTY or not covers(state, column, top):
        state.umbrella[seat, column] = EMPTY
    elif kind < len(PEARLS):
        state.umbrella[seat, column] = EMPTY
        state.pearls[seat, kind] += 1
    elif kind < CRAB:
        one, other = int(tables.TRACKS[kind - len(PEARLS), 0]), int(tables.TRACKS[kind - len(PEARLS), 1])
        if movable(state, seat, one) and movable(state, seat, other):
            state.phase = Phase.STEP
        else:
            step(state, one if movable(state, seat, one) else other)


@rule
def step(state: State, track: int) -> None:
    """Move a marker by the scoring token that is covered, and take the token away (M-T8)."""
    seat = state.mover
    advance(state, seat, track, tables.SCORING_STEPS)
    state.umbrella[seat, state.laid[seat]] = EMPTY
    state.phase = Phase.MATCHING


@rule
def score_matches(state: State) -> None:
    """Move the markers by the matches; then a covered crab is turned up, or the turn is over (M-T5, M-C2, M-C8)."""
    seat = state.mover
    column = int(state.laid[seat])
    top = int(state.top[seat, column])
    for spot in range(HEIGHT):
        pattern = shown(state, seat, column, spot)
        if fits_edge(state, top + spot, pattern):
            advance(state, seat, pattern, int(tables.VALUE[top + spot - FIRST_TOP]))
    state.phase = Phase.DONE
    crab = NO_ICON
    if state.umbrella[seat, column] == CRAB:
        state.phase = Phase.CRAB
        state.turn = CHANCE
        crab = icon_row(state, column)
    show_edge(state, seat, crab)


@rule
def advance(state: State, seat: int, track: int, by: int) -> None:
    """Move a marker, at most to the end; a frame reached or passed gives a token while it has any (M-T6, M-T18)."""
    before = int(state.marker[seat, track])
    after = min(before + by, int(tables.LAST_STEP[state.extended]))
    state.marker[seat, track] = after
    for token in range(FRAMES):
        reached = tables.FRAME_TRACK[token] == track and before < tables.FRAME_STEP[token] <= after
        if reached and state.frame[token] > 0:
            state.frame[token] -= 1
            state.towel[seat, token] = IN_HAND


@rule
def turn_up_crab(state: State, kind: int) -> None:
    """Turn the crab up on the pattern that covers it (M-C2)."""
    seat = state.mover
    state.umbrella[seat, state.laid[seat]] = EMPTY
    state.crab[seat, state.laid[seat]] = tables.CRAB_COST[kind]
    state.unseen[seat, kind] -= 1
    state.phase = Phase.DONE


# The next turn


@rule
def end_turn(state: State) -> None:
    """Pass the turn on; after a round in which a beach was filled the game ends, or its first half (M-E1, M-L2)."""
    following = (state.mover + 1) % state.seats
    if following != state.first or not anyone_full(state):
        begin_turn(state, following)
    elif in_first_half(state):
        state.turn = CHANCE
        state.phase = Phase.HALFTIME
    else:
        state.turn = OVER
        state.phase = Phase.OVER


def laid_by(state: State, last: int) -> int:
    """Give the seat whose beach the last move has changed by a tile, a step or a crab, or NOBODY."""
    if not (Move.SPARE <= last < Move.TILE or Move.CRAB <= last < Move.FIRST):
        return NOBODY
    return (state.mover - (state.phase == Phase.TURN)) % state.seats
