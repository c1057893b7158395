"""What the network knows of a position: features of a seat, of which each is there or not, some several times.

A tile in hand is looked at as if it lay already where it promises most.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from strandline.engine.arrays import narrow
from strandline.engine.rule import long_rule, rule
from strandline.games.day_at_the_beach.components import PLAYERS
from strandline.games.day_at_the_beach.rules import tables
from strandline.games.day_at_the_beach.rules.beach import is_water
from strandline.games.day_at_the_beach.rules.score import set_points, umbrella_points
from strandline.games.day_at_the_beach.rules.tables import COLOUR, COLOURS, DISPLAY, ELEMENTS, EMPTY, PLACES, Move

from .thought import (
    AROUND,
    FREE,
    HAS_OF,
    HAVE,
    LINE_END,
    LINE_WATER,
    MAP,
    OFFER,
    ON_BEACH,
    QUARTER_OF,
    SET,
    follow_lines,
    is_first,
    lay_in_thought,
    newly_open,
    others_at,
    spread,
    tile_on,
)

if TYPE_CHECKING:
    from strandline.engine.row import Array
    from strandline.games.day_at_the_beach.rules import State

STAGE = narrow([0, 1, 2, 3, 4, 4, 5, 5, 5, 6, 6, 6, 6] + [7] * 99)  # of a match, by the sand that a seat still lays
STAGES = 8
SEATS = PLAYERS[-1]
EARLINESS = narrow([0, 0, 1, 1, 2, 2, 3, 3])  # the same, coarser
TIMES = 4
STEP, STEPS = 8, 16  # of points, and how many steps; what is beyond the last full one is a feature too
SIZES = 7  # of a set
WORTHS = 16  # of what an umbrella brings
WATER_BONUS = 6  # points that a water tile is taken for
COUNTS = 12  # of patterns
HELP = 4  # points that a tile of the grid brings to a line


def kind_of_cell(corners: tuple[int, ...]) -> tuple[int, ...]:
    """Turn and mirror a cell with what its corners promise, so that the same things look the same."""
    ways = [corners[step:] + corners[:step] for step in range(4)]
    return max(ways + [way[::-1] for way in ways])


PROMISES = 5  # of a corner: dead, or none to three quarters
LOOKS = list(product(range(PROMISES), repeat=4))
KINDS_OF_CELL = sorted(set(map(kind_of_cell, LOOKS)))
KIND_OF_CELL = narrow([KINDS_OF_CELL.index(kind_of_cell(corners)) for corners in LOOKS])

# Where each kind of feature begins
POINTS_BY_STEP = 0
POINTS_BEYOND = POINTS_BY_STEP + STEPS * STAGES
LEFT = POINTS_BEYOND + STEP * STAGES
SETS = LEFT + (tables.MOST_SAND + 1) * SEATS
OFFERS = SETS + SIZES * STAGES
PENDING = OFFERS + SIZES * STAGES
THREE = PENDING + WORTHS * STAGES
THREE_HOPED = THREE + WORTHS * STAGES
TWO_HOPED = THREE_HOPED + WORTHS * STAGES
BEST = TWO_HOPED + WORTHS * STAGES
COUNT = BEST + WORTHS * STAGES
CELLS = COUNT + 3 * COUNTS * STAGES
LINES = CELLS + len(KINDS_OF_CELL) * TIMES
FEATURES = LINES + (HELP + 1) * STAGES


@rule
def features(state: State, seat: int, into: Array) -> int:
    """List the features that a seat has in a position; how many?"""
    left, wait = still_to_lay(state, seat)
    stage = int(STAGE[left])
    laid = spread(state, seat, into)
    before = laid
    if state.seat == seat:
        laid = lay_in_thought(state, seat, laid, into)
    into[0] = LEFT + min(left, tables.MOST_SAND) * SEATS + wait
    count = list_umbrellas(state, seat, stage, into, 1)
    count = list_points(state, seat, stage, laid, into, count)
    count = list_patterns(state, seat, stage, laid, into, count)
    return list_cells(state, seat, stage, laid, laid > before, into, count)


@rule
def still_to_lay(state: State, seat: int) -> tuple[int, int]:
    """How many tiles of sand will a seat still take, and how many others take one before it does (B-R2, B-R4)?"""
    seats = int(state.seats)
    rest = PLACES - int(state.laid_out)
    for place in range(PLACES):
        rest += state.grid[place] != EMPTY
    in_turn = int(state.due != Move.TAKE)  # the mover has taken already
    starter = max(int(state.seat), 0) - (PLACES - rest) + in_turn
    upcoming = starter + (PLACES - rest if rest > 0 else 1)
    wait = (seat - upcoming) % seats
    left = max(0, (rest - wait + seats - 1) // seats) if rest > 0 else 0
    for later in range(1, int(tables.ROUNDS[seats]) - int(state.round)):
        left += (PLACES - (seat - starter - later) % seats + seats - 1) // seats
    return left, wait


@rule
def list_umbrellas(state: State, seat: int, stage: int, into: Array, count: int) -> int:
    """List the sets of a seat, and what the open umbrellas would add to them."""
    for colour in range(len(COLOURS)):
        into[SET + colour] = 0
    for index in range(state.placed[seat]):
        into[SET + int(COLOUR[state.umbrella[seat, index]])] += 1
    for colour in range(len(COLOURS)):
        into[count] = SETS + min(SIZES - 1, int(into[SET + colour])) * STAGES + stage
        count += 1
    for place in range(DISPLAY):
        umbrella = int(state.umbrella_open[place])
        into[OFFER + place] = EMPTY
        if umbrella != EMPTY:
            size = int(into[SET + int(COLOUR[umbrella])])
            into[OFFER + place] = set_points(size + 1) - set_points(size) + (WATER_BONUS if size == 0 else 0)
            into[count] = OFFERS + min(SIZES - 1, size) * STAGES + stage
            count += 1
    return count


@rule
def list_points(state: State, seat: int, stage: int, laid: int, into: Array, count: int) -> int:
    """List the points so far, and what lines of water could still score."""
    lines, points = follow_lines(into, laid)
    points += umbrella_points(state, seat)
    for colour in range(len(COLOURS)):
        points += set_points(int(into[SET + colour]))
    into[count] = POINTS_BY_STEP + min(STEPS - 1, points // STEP) * STAGES + stage
    into[count + 1] = POINTS_BEYOND + points % STEP * STAGES + stage
    count += 2
    for line in range(lines):
        helped = HELP
        if into[MAP + int(into[LINE_END + line])] == FREE:
            helped = 0
            for place in range(PLACES):
                if state.grid[place] != EMPTY:
                    helped = max(
                        helped, int(tables.WORTH[int(into[LINE_WATER + line]) - tables.SANDS, state.grid[place]])
                    )
            helped = min(helped, HELP - 1)
        into[count] = LINES + helped * STAGES + stage
        count += 1
    return count


@long_rule
def list_patterns(state: State, seat: int, stage: int, laid: int, into: Array, count: int) -> int:
    """List the points where quarters meet, by how many they are and what open umbrellas would bring there."""
    one, two, three, best = 0, 0, 0, 0
    for slot in range(laid):
        cell = int(into[ON_BEACH + slot])
        for corner in range(4):
            if QUARTER_OF[into[MAP + cell], corner] == 0:
                continue
            quarters = 1 + others_at(into, cell, corner)
            if quarters == 1:
                one += 1
            elif quarters > 1 and is_first(into, cell, corner):
                exact, hoped = umbrella_worths(state, into, cell, corner, 4 - quarters)
                if quarters == 2:
                    two += 1
                    into[count] = TWO_HOPED + hoped * STAGES + stage
                    count += 1
                elif quarters == 3:
                    three += 1
                    best = max(best, hoped)
                    into[count] = THREE + exact * STAGES + stage
                    into[count + 1] = THREE_HOPED + hoped * STAGES + stage
                    count += 2
                elif not covered(state, seat, int(tables.POINT[cell, corner])):
                    into[count] = PENDING + exact * STAGES + stage
                    count += 1
    into[count] = COUNT + min(COUNTS - 1, one) * STAGES + stage
    into[count + 1] = COUNT + (COUNTS + min(COUNTS - 1, two)) * STAGES + stage
    into[count + 2] = COUNT + (2 * COUNTS + min(COUNTS - 1, three)) * STAGES + stage
    into[count + 3] = BEST + best * STAGES + stage
    return count + 4


@rule
def covered(state: State, seat: int, point: int) -> bool:
    """Does an umbrella lie on this pattern?"""
    for index in range(state.placed[seat]):
        if state.point[seat, index] == point:
            return True
    return False


@rule
def umbrella_worths(state: State, into: Array, cell: int, corner: int, missing: int) -> tuple[int, int]:
    """What would the best open umbrella bring at a point: by what lies there, and if each missing tile helps?"""
    for element in range(len(ELEMENTS)):
        has = int(HAS_OF[into[MAP + cell], element])
        for index in range(3):
            has += int(HAS_OF[into[MAP + AROUND[cell, corner, index]], element])
        into[HAVE + element] = has
    exact, hoped = 0, 0
    for place in range(DISPLAY):
        offer = int(into[OFFER + place])
        if offer >= 0:
            umbrella = int(state.umbrella_open[place])
            lack = 0
            for element in range(len(ELEMENTS)):
                lack += max(0, int(tables.NEEDS[umbrella, element]) - int(into[HAVE + element]))
            exact = max(exact, offer + (int(tables.POINTS[umbrella]) if lack == 0 else 0))
            hoped = max(hoped, offer + (int(tables.POINTS[umbrella]) if lack <= missing else 0))
    return min(exact, WORTHS - 1), min(hoped, WORTHS - 1)


@long_rule
def list_cells(state: State, seat: int, stage: int, laid: int, in_thought: bool, into: Array, count: int) -> int:
    """List the open cells of a beach by what their corners promise, those beside the tile in thought included."""
    time = int(EARLINESS[stage])
    for index in range(state.opens[seat]):
        cell = int(state.open[seat, index])
        if into[MAP + cell] == FREE:
            into[count] = CELLS + int(kind_at(into, cell)) * TIMES + time
            count += 1
    last = int(into[ON_BEACH + laid - 1])
    if in_thought and not is_water(tile_on(into, last)):
        for side in range(4):
            if newly_open(into, laid, side):
                into[count] = CELLS + int(kind_at(into, int(tables.NEIGHBOUR[last, side]))) * TIMES + time
                count += 1
    return count


@rule
def kind_at(into: Array, cell: int) -> int:
    """Say of which kind an open cell is, by what its corners promise."""
    look = 0
    for corner in range(4):
        look = PROMISES * look + others_at(into, cell, corner) + 1
    return int(KIND_OF_CELL[look])
