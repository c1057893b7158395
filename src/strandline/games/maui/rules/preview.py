"""What a move would bring: asked by the drawing while something is pointed at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.rule import rule
from strandline.games.maui.components import HEIGHT

from .beach import covered_kind, fits_edge, forfeit, outside, steps_on, token_fits, worn
from .legal import lay_refusal, top_of, variant_of
from .tables import ALLOWED, COST, FIRST_TOP, PATTERNS, POINTS, SPARE_TOP, TOPS, VALUE, Move, Phase

if TYPE_CHECKING:
    from strandline.engine.row import Array

    from .state import State

SPOTS = tuple(f"spot {spot + 1}" for spot in range(HEIGHT))
PREVIEW = ("fits", "cost", "covers", "penalties", "points", "forfeit", *PATTERNS, *SPOTS)
FITS, WITH_TOKEN = 1, 2


@rule
def preview(state: State, move: int, into: Array) -> None:
    """Tell what a take, a spare towel or a lay would bring: into[top row, PREVIEW]; where it does not fit, zeros."""
    into[:] = 0
    if state.phase == Phase.TURN and Move.TAKE <= move < Move.SPARE:
        space = move - Move.TAKE
        for index in range(TOPS):
            preview_row(state, state.market[space], 0, index + FIRST_TOP, into)
            into[index, 1] = COST[space] * (into[index, 0] > 0)
    elif state.phase == Phase.TURN and Move.SPARE <= move < Move.LAY:
        into[SPARE_TOP - FIRST_TOP, 0] = FITS
        into[SPARE_TOP - FIRST_TOP, 2] = covered_kind(state, SPARE_TOP) + 1
    elif state.phase == Phase.LAY and Move.LAY <= move < Move.STEP:
        preview_row(state, state.hand, variant_of(move), top_of(move), into)


@rule
def preview_row(state: State, tile: int, variant: int, top: int, into: Array) -> None:
    """Tell what the mover's tile would bring there: whether it fits, what it covers, penalties, points, steps."""
    index = top - FIRST_TOP
    if lay_refusal(state, tile, variant, top) == ALLOWED:
        into[index, 0] = FITS
    elif variant == 0 and token_fits(state, tile, top):
        into[index, 0] = WITH_TOKEN
    else:
        return
    into[index, 2] = covered_kind(state, top) + 1
    into[index, 3] = outside(top)
    into[index, 5] = forfeit(top)
    for track in range(len(PATTERNS)):
        by = steps_on(state, tile, variant, top, track)
        before = int(state.marker[state.mover, track])
        into[index, 4] += int(POINTS[before + by]) - int(POINTS[before])
        into[index, 6 + track] = by
    for spot in range(HEIGHT):
        if fits_edge(state, top + spot, worn(state, tile, variant, spot)):
            into[index, 6 + len(PATTERNS) + spot] = VALUE[top + spot - FIRST_TOP]
