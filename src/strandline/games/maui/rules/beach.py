"""A beach: what is seen on its tiles, what they cover, and what the next tile can match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.rule import rule
from strandline.games.maui.components import FRAMES, HEIGHT

from . import tables
from .tables import ALL_ROWS, CRAB, EMPTY, FIRST_TOP, IN_HAND, NO_ICON, PATTERN, ROWS, TOKEN

if TYPE_CHECKING:
    from strandline.engine.row import Array

    from .state import State


@rule
def inside(row: int) -> bool:
    """Is this row in the play area (M-S5)?"""
    return 1 <= row <= ROWS


@rule
def outside(top: int) -> int:
    """How many patterns of a tile with this top row lie outside the play area (M-T7)?"""
    count = 0
    for spot in range(HEIGHT):
        count += not inside(top + spot)
    return count


@rule
def forfeit(top: int) -> int:
    """How many points does a tile with this top row cost for its patterns outside the play area (M-T7, M-T25)?"""
    cost = 0
    for spot in range(HEIGHT):
        if top + spot < 1:
            cost += tables.PENALTY
        elif not inside(top + spot):
            cost += tables.TREE_PENALTY
    return cost


@rule
def put(state: State, seat: int, tile: int, top: int) -> None:
    """Put a tile into the column that is next: the dock, or behind the last tile (M-S7, M-T3)."""
    state.tile[seat, state.laid[seat]] = tile
    state.top[seat, state.laid[seat]] = top


@rule
def put_tokens(state: State, variant: int) -> None:
    """Put towel tokens on the tile that the mover has just laid (M-T9)."""
    seat = state.mover
    for token in range(FRAMES):
        if tables.SPOT[variant, token] != EMPTY:
            state.towel[seat, token] = state.laid[seat]
            state.spot[seat, token] = tables.SPOT[variant, token]


# What is seen


@rule
def shown(state: State, seat: int, column: int, spot: int) -> int:
    """Give the pattern that is seen on this spot of a tile on the beach: a token's, or the printed one (M-T17)."""
    for token in range(FRAMES):
        if column > 0 and state.towel[seat, token] == column and state.spot[seat, token] == spot:
            return int(TOKEN[token])
    return int(PATTERN[state.turned[seat], state.tile[seat, column], spot])


@rule
def worn(state: State, tile: int, variant: int, spot: int) -> int:
    """Give the pattern that the mover's tile would show on this spot with these tokens."""
    token = int(tables.REPLACED[variant, spot])
    return int(PATTERN[state.turned[state.mover], tile, spot]) if token == EMPTY else token


@rule
def show_edge(state: State, seat: int, under_crab: int) -> None:
    """Note what the next tile can match: the patterns inside the play area without a crab (M-T7, M-C2)."""
    column = int(state.laid[seat])
    for row in range(ALL_ROWS):
        state.edge[seat, row] = EMPTY
    for spot in range(HEIGHT):
        row = int(state.top[seat, column]) + spot
        if inside(row) and row != under_crab:
            state.edge[seat, row - FIRST_TOP] = shown(state, seat, column, spot)


@rule
def joined(state: State, into: Array) -> None:
    """Note which patterns on the beaches match the tile before: into[seat, column, spot] (M-T4, M-T7, M-C2)."""
    into[:] = 0
    for seat in range(state.seats):
        for column in range(1, state.laid[seat] + 1):
            crab = icon_row(state, column - 1) if state.crab[seat, column - 1] else NO_ICON
            for spot in range(HEIGHT):
                row = int(state.top[seat, column]) + spot
                before = row - int(state.top[seat, column - 1])
                if 0 <= before < HEIGHT and inside(row) and row != crab:
                    into[seat, column, spot] = shown(state, seat, column, spot) == shown(
                        state, seat, column - 1, before
                    )


# Umbrellas and crabs


@rule
def icon_row(state: State, column: int) -> int:
    """Give the row on which this side of the beach has an icon in the column; NO_ICON where it has none."""
    return int(tables.ICON_ROW[state.crab_side, column])


@rule
def covers(state: State, column: int, top: int) -> bool:
    """Would a tile with this top row cover the icon of the column (M-T8)?"""
    return top <= icon_row(state, column) < top + HEIGHT


@rule
def covered_kind(state: State, top: int) -> int:
    """Give the kind of the token that would be covered in the mover's next column, or EMPTY."""
    column = int(state.laid[state.mover]) + 1
    return int(state.umbrella[state.mover, column]) if covers(state, column, top) else EMPTY


@rule
def crab_row(state: State) -> int:
    """Give the row of the crab in the mover's next column; NO_ICON where there is none."""
    column = int(state.laid[state.mover]) + 1
    return icon_row(state, column) if state.umbrella[state.mover, column] == CRAB else NO_ICON


# Matches


@rule
def fits_edge(state: State, row: int, pattern: int) -> bool:
    """Would this pattern match on this row of the mover's next column (M-T4)?"""
    return bool(state.edge[state.mover, row - FIRST_TOP] == pattern)


@rule
def matches(state: State, tile: int, variant: int, top: int) -> bool:
    """Would a pattern of the mover's tile match there, tokens included (M-T4, M-T15)?"""
    for spot in range(HEIGHT):
        if fits_edge(state, top + spot, worn(state, tile, variant, spot)):
            return True
    return False


@rule
def matches_somewhere(state: State, tile: int) -> bool:
    """Would the mover's tile match on some row by its printed patterns: any row can be met by any spot (M-T14)?"""
    for row in range(1, ROWS + 1):
        for spot in range(HEIGHT):
            if fits_edge(state, row, PATTERN[0, tile, spot]):
                return True
    return False


@rule
def token_matches(state: State) -> bool:
    """Could a towel token in the mover's hand make a match, whatever the tile: not on a crab (M-T9, M-C6)?"""
    for token in range(FRAMES):
        if state.towel[state.mover, token] == IN_HAND:
            for row in range(1, ROWS + 1):
                if fits_edge(state, row, TOKEN[token]) and row != crab_row(state):
                    return True
    return False


@rule
def token_fits(state: State, tile: int, top: int) -> bool:
    """Could one of the mover's tokens make the tile match there (M-T9, M-T16, M-C6)?"""
    for token in range(FRAMES):
        for spot in range(HEIGHT):
            wanted = fits_edge(state, top + spot, TOKEN[token]) and top + spot != crab_row(state)
            if wanted and state.towel[state.mover, token] == IN_HAND and worn(state, tile, 0, spot) != TOKEN[token]:
                return True
    return False


@rule
def steps_on(state: State, tile: int, variant: int, top: int, track: int) -> int:
    """How far would the mover's marker go on this track by laying the tile there (M-T5)?"""
    by = 0
    for spot in range(HEIGHT):
        if worn(state, tile, variant, spot) == track and fits_edge(state, top + spot, track):
            by += int(tables.VALUE[top + spot - FIRST_TOP])
    return min(by, int(tables.LAST_STEP[state.extended]) - int(state.marker[state.mover, track]))
