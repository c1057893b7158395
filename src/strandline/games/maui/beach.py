"""A beach: what is seen on its tiles, what the next tile can match, and what that would bring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.rule import rule
from strandline.games.maui.components import FRAMES, HEIGHT
from strandline.games.maui.tables import (
    ALL_ROWS,
    ALLOWED,
    BAD_SPOT,
    COST,
    CRAB,
    EMPTY,
    FINE,
    FIRST_TOP,
    ICON_ROW,
    IN_HAND,
    LAST_STEP,
    LAY,
    LAYING,
    MATCH_LOST,
    NO_ICON,
    NO_MATCH,
    NO_SUCH_TOKEN,
    ON_CRAB,
    PATTERN,
    PATTERNS,
    POINTS,
    REPLACED,
    ROWS,
    SPARE,
    SPARE_TOP,
    SPOT,
    STEP,
    TAKE,
    TOKEN,
    TOPS,
    TURN,
    VALUE,
)

if TYPE_CHECKING:
    from strandline.engine.row import Array
    from strandline.games.maui.rules import State

PREVIEW = ("fits", "cost", "covers", "penalties", "points", *PATTERNS)
FITS, WITH_TOKEN = 1, 2


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
def put(state: State, seat: int, tile: int, top: int) -> None:
    """Put a tile into the column that is next: the dock, or behind the last tile (M-S7, M-T3)."""
    state.tile[seat, state.laid[seat]] = tile
    state.top[seat, state.laid[seat]] = top


@rule
def put_tokens(state: State, variant: int) -> None:
    """Put towel tokens on the tile that the mover has just laid (M-T9)."""
    seat = state.mover
    for token in range(FRAMES):
        if SPOT[variant, token] != EMPTY:
            state.towel[seat, token] = state.laid[seat]
            state.spot[seat, token] = SPOT[variant, token]


@rule
def shown(state: State, seat: int, column: int, spot: int) -> int:
    """Which pattern is seen on this spot of a tile on the beach: a token's, or the printed one (M-T17)?"""
    for token in range(FRAMES):
        if column > 0 and state.towel[seat, token] == column and state.spot[seat, token] == spot:
            return int(TOKEN[token])
    return int(PATTERN[state.turned[seat], state.tile[seat, column], spot])


@rule
def worn(state: State, tile: int, variant: int, spot: int) -> int:
    """Which pattern would the mover's tile show on this spot with these tokens?"""
    token = int(REPLACED[variant, spot])
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
def icon_row(state: State, column: int) -> int:
    """On which row does this side of the beach have an icon in the column; NO_ICON where it has none?"""
    return int(ICON_ROW[state.crab_side, column])


@rule
def covers(state: State, column: int, top: int) -> bool:
    """Would a tile with this top row cover the icon of the column (M-T8)?"""
    return top <= icon_row(state, column) < top + HEIGHT


@rule
def crab_row(state: State) -> int:
    """On which row of the mover's next column does a crab lie; NO_ICON where there is none?"""
    column = int(state.laid[state.mover]) + 1
    return icon_row(state, column) if state.umbrella[state.mover, column] == CRAB else NO_ICON


@rule
def matches(state: State, tile: int, variant: int, top: int) -> bool:
    """Would a pattern of the mover's tile match there, tokens included (M-T4, M-T15)?"""
    for spot in range(HEIGHT):
        if state.edge[state.mover, top + spot - FIRST_TOP] == worn(state, tile, variant, spot):
            return True
    return False


@rule
def matches_somewhere(state: State, tile: int) -> bool:
    """Would the mover's tile match on some row by its printed patterns: any row can be met by any spot (M-T14)?"""
    for row in range(1 - FIRST_TOP, 1 - FIRST_TOP + ROWS):
        pattern = int(state.edge[state.mover, row])
        for spot in range(HEIGHT):
            if pattern == PATTERN[0, tile, spot]:
                return True
    return False


@rule
def token_matches(state: State) -> bool:
    """Could a towel token in the mover's hand make a match, whatever the tile: not on a crab (M-T9, M-C6)?"""
    for token in range(FRAMES):
        if state.towel[state.mover, token] == IN_HAND:
            for row in range(1, ROWS + 1):
                if state.edge[state.mover, row - FIRST_TOP] == TOKEN[token] and row != crab_row(state):
                    return True
    return False


@rule
def lay_refusal(state: State, tile: int, variant: int, top: int) -> int:
    """Which rule forbids laying the mover's tile there with these tokens; of several, the first in M-R1?"""
    refused = min(token_refusal(state, tile, variant, top, 0), token_refusal(state, tile, variant, top, 1))
    if refused < FINE:
        return refused
    if matches(state, tile, variant, top):
        return ALLOWED
    return MATCH_LOST if matches(state, tile, 0, top) else NO_MATCH


@rule
def token_refusal(state: State, tile: int, variant: int, top: int, token: int) -> int:
    """Which rule forbids this token on the mover's tile there, or FINE (M-T9, M-T16, M-C6)?"""
    spot = int(SPOT[variant, token])
    if spot == EMPTY:
        return FINE
    if state.towel[state.mover, token] != IN_HAND:
        return NO_SUCH_TOKEN
    if not inside(top + spot) or worn(state, tile, 0, spot) == TOKEN[token]:
        return BAD_SPOT
    return ON_CRAB if top + spot == crab_row(state) else FINE


@rule
def steps_on(state: State, tile: int, variant: int, top: int, track: int) -> int:
    """How far would the mover's marker go on this track by laying the tile there (M-T5)?"""
    by = 0
    for spot in range(HEIGHT):
        if state.edge[state.mover, top + spot - FIRST_TOP] == track and worn(state, tile, variant, spot) == track:
            by += VALUE[top + spot - FIRST_TOP]
    return min(by, int(LAST_STEP[state.extended]) - int(state.marker[state.mover, track]))


@rule
def token_fits(state: State, tile: int, top: int) -> bool:
    """Could one of the mover's tokens make the tile match there (M-T9, M-T16, M-C6)?"""
    for token in range(FRAMES):
        for spot in range(HEIGHT):
            row = top + spot
            wanted = state.edge[state.mover, row - FIRST_TOP] == TOKEN[token] and row != crab_row(state)
            if wanted and state.towel[state.mover, token] == IN_HAND and worn(state, tile, 0, spot) != TOKEN[token]:
                return True
    return False


@rule
def preview(state: State, move: int, into: Array) -> None:
    """Tell what a take, a spare towel or a lay would bring: into[top row, PREVIEW]; where it does not fit, zeros."""
    into[:] = 0
    if state.phase == TURN and TAKE <= move < SPARE:
        for index in range(TOPS):
            preview_row(state, state.market[move - TAKE], 0, index, into)
            into[index, 1] = COST[move - TAKE] * (into[index, 0] > 0)
    elif state.phase == TURN and SPARE <= move < LAY:
        into[SPARE_TOP - FIRST_TOP, 0] = FITS
        into[SPARE_TOP - FIRST_TOP, 2] = covered_kind(state, SPARE_TOP)
    elif state.phase == LAYING and LAY <= move < STEP:
        preview_row(state, state.hand, (move - LAY) % len(SPOT), (move - LAY) // len(SPOT), into)


@rule
def preview_row(state: State, tile: int, variant: int, index: int, into: Array) -> None:
    """Tell what the mover's tile would bring on one row: does it fit, what is covered, penalties, points, steps."""
    top = index + FIRST_TOP
    if lay_refusal(state, tile, variant, top) == ALLOWED:
        into[index, 0] = FITS
    elif variant == 0 and token_fits(state, tile, top):
        into[index, 0] = WITH_TOKEN
    else:
        return
    into[index, 2] = covered_kind(state, top)
    into[index, 3] = outside(top)
    for track in range(len(PATTERNS)):
        by = steps_on(state, tile, variant, top, track)
        before = int(state.marker[state.mover, track])
        into[index, 4] += POINTS[before + by] - POINTS[before]
        into[index, 5 + track] = by


@rule
def covered_kind(state: State, top: int) -> int:
    """Which token of the mover's next column would be covered: its kind + 1, or 0?"""
    column = int(state.laid[state.mover]) + 1
    return int(state.umbrella[state.mover, column]) + 1 if covers(state, column, top) else 0
