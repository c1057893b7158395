"""A position as one row, and what is read from it at a glance."""

from __future__ import annotations

from strandline.engine.row import Array, Row, int8, int16
from strandline.engine.rule import rule
from strandline.games.maui.components import FRAMES, PLAYERS

from . import tables
from .tables import ALL_ROWS, COLUMNS, PATTERNS, PEARLS, Phase


class State(Row):
    """One position of a match."""

    turn: int = int8  # seat to move, CHANCE or OVER
    mover: int = int8  # whose turn it is, also while chance has its say in it
    first: int = int8  # the starting player; NOBODY until it is settled
    seats: int = int8
    phase: int = int8  # the moment of the match
    dealt: int = int8  # how much is done of the set-up step at hand
    extended: int = int8  # does the extension lie at the score board?
    crab_side: int = int8  # are the beaches turned to their crab side?
    turned: Array = int8[PLAYERS]  # who sees the tiles upside down?
    bag: Array = int8[len(tables.TILES)]  # 1 for each tile in the bag
    market: Array = int8[tables.SPACES]  # the tile on each space, or EMPTY
    area: Array = int8[2]  # dollars in the areas
    hand: int = int8  # the tile that is taken and not yet laid, or EMPTY
    frame: Array = int8[FRAMES]  # towel tokens left on the frames
    tile: Array = int8[PLAYERS, COLUMNS + 1]  # the tile in each column, or EMPTY; column 0 is the dock
    top: Array = int8[PLAYERS, COLUMNS + 1]  # its top row
    laid: Array = int8[PLAYERS]  # tiles on the beach
    edge: Array = int8[PLAYERS, ALL_ROWS]  # the pattern on each row that the next tile can match, or EMPTY
    umbrella: Array = int8[PLAYERS, COLUMNS + 1]  # the token that lies in each column, or EMPTY
    crab: Array = int8[PLAYERS, COLUMNS + 1]  # what the crab turned up in each column costs
    unseen: Array = int8[PLAYERS, len(tables.CRAB_COST)]  # crabs of each value that nobody has seen
    towel: Array = int8[PLAYERS, FRAMES]  # the column of each towel token, IN_HAND or NO_TOKEN
    spot: Array = int8[PLAYERS, FRAMES]  # which pattern it replaces there
    marker: Array = int8[PLAYERS, len(PATTERNS)]  # the step of each score marker
    pearls: Array = int8[PLAYERS, len(PEARLS)]
    dollars: Array = int8[PLAYERS]
    penalties: Array = int8[PLAYERS]
    forfeited: Array = int16[PLAYERS]  # what these penalty tokens cost


@rule
def draws_tile(state: State) -> bool:
    """Is a tile drawn from the bag now?"""
    return bool(state.phase == Phase.MARKET or state.phase == Phase.DOCKS or state.phase == Phase.REFILL)


@rule
def payable(state: State, space: int) -> bool:
    """Has the mover the dollars for this space (M-T1)?"""
    return bool(state.dollars[state.mover] >= tables.COST[space])


@rule
def token_steps(state: State, seat: int, track: int) -> int:
    """How far does a scoring token move this marker: its steps, at most to the end of the track (M-T5, M-T8)?"""
    return min(tables.SCORING_STEPS, int(tables.LAST_STEP[state.extended]) - int(state.marker[seat, track]))


@rule
def movable(state: State, seat: int, track: int) -> bool:
    """Is the marker not yet at the end of its track (M-T5)?"""
    return bool(state.marker[seat, track] < tables.LAST_STEP[state.extended])


@rule
def covered_token(state: State) -> int:
    """Give the scoring token under the tile that the mover has just laid."""
    return int(state.umbrella[state.mover, state.laid[state.mover]]) - len(PEARLS)


@rule
def anyone_full(state: State) -> bool:
    """Has somebody laid the last tile of the beach; the dock does not count (M-E1, M-E4)?"""
    for seat in range(state.seats):
        if state.laid[seat] == COLUMNS:
            return True
    return False


@rule
def in_first_half(state: State) -> bool:
    """Is this the first half of a long game (M-L2)?"""
    return bool(state.extended and not state.crab_side)


@rule
def in_second_half(state: State) -> bool:
    """Is this the second half of a long game (M-L3)?"""
    return bool(state.extended and state.crab_side)
