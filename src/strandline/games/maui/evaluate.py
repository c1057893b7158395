"""How good a position looks: the points, what the tile in hand can bring, and what the last tile offers to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.arrays import narrow
from strandline.engine.rule import rule
from strandline.games.maui.components import FRAMES, HEIGHT
from strandline.games.maui.rules import tables
from strandline.games.maui.rules.beach import covered_kind, fits_edge, forfeit, matches, shown, steps_on
from strandline.games.maui.rules.score import crab_points, pearl_points
from strandline.games.maui.rules.tables import CRAB, EMPTY, FIRST_TOP, PATTERNS, PEARLS, VALUE, Phase

if TYPE_CHECKING:
    from strandline.games.maui.rules import State

# Weights found by hand, in tenths of a point. Tracks pay more the further one goes, so that the first steps are worth
# more than their points and the last ones less.
POINT = 10
STEPS = narrow([6 * points + 9 * step for step, points in enumerate(tables.POINTS.tolist())])
DOLLAR = 12
PEARL = 10
TOWEL = 25
CRAB_FEAR = 35
SCORING_STEP = 20
ACTIVE = 6
OUTER = 3

# How the search does best, and how many simulations its levels run: bench/TUNING.md.
SEARCH = {"candidates": 8, "prior_weight": 100, "scale": 150, "horizon": 4}
THINKING = {"surfer": 6, "lifeguard": {2: 200, 4: 20}, "tide": 40_000}


@rule
def evaluate(state: State, seat: int) -> int:
    """Value the position for a seat: the higher, the better."""
    value = POINT * (pearl_points(state, seat) - crab_points(state, seat) - int(state.forfeited[seat]))
    value += DOLLAR * int(state.dollars[seat])
    for track in range(len(PATTERNS)):
        value += int(STEPS[state.marker[seat, track]])
    for colour in range(len(PEARLS)):
        value += PEARL * int(state.pearls[seat, colour])
    for token in range(FRAMES):
        value += TOWEL * (state.towel[seat, token] == tables.IN_HAND)
    if state.mover == seat and state.hand != EMPTY:
        return value + best_lay(state)
    if state.mover == seat and state.phase == Phase.STEP:
        return value + pending(state)
    if state.mover == seat and state.phase == Phase.CRAB:
        value -= CRAB_FEAR
    for row in range(tables.ALL_ROWS):
        value += (state.edge[seat, row] != EMPTY) * (ACTIVE + OUTER * int(VALUE[row]))
    return value


@rule
def best_lay(state: State) -> int:
    """Value the best that the mover's tile in hand can bring without towel tokens."""
    best = 0
    for index in range(tables.TOPS):
        top = index + FIRST_TOP
        if matches(state, state.hand, 0, top):
            best = max(best, lay_value(state, top))
    return best


@rule
def lay_value(state: State, top: int) -> int:
    """Value the mover's tile in hand on this row: matches, penalties, what it covers, what it offers to the next."""
    seat = state.mover
    value = -POINT * forfeit(top)
    for track in range(len(PATTERNS)):
        before = int(state.marker[seat, track])
        after = before + steps_on(state, state.hand, 0, top, track)
        value += int(STEPS[after]) - int(STEPS[before])
    kind = covered_kind(state, top)
    if kind == CRAB:
        value -= CRAB_FEAR + ACTIVE
    elif kind >= len(PEARLS):
        value += SCORING_STEP
    elif kind >= 0:
        value += 2 * PEARL + POINT * int(state.pearls[seat, kind])
    for spot in range(HEIGHT):
        steps = int(VALUE[top + spot - FIRST_TOP])
        value += (steps > 0) * (ACTIVE + OUTER * steps)
    return value


@rule
def pending(state: State) -> int:
    """Value what the mover's last tile will bring when the step of its scoring token is chosen."""
    seat, column = state.mover, int(state.laid[state.mover])
    top = int(state.top[seat, column])
    value = SCORING_STEP
    for spot in range(HEIGHT):
        steps = int(VALUE[top + spot - FIRST_TOP])
        pattern = shown(state, seat, column, spot)
        value += (steps > 0) * (ACTIVE + OUTER * steps)
        if fits_edge(state, top + spot, pattern):
            before = int(state.marker[seat, pattern])
            after = min(before + steps, int(tables.LAST_STEP[state.extended]))
            value += int(STEPS[after]) - int(STEPS[before])
    return value
