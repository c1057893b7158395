"""How good a position looks: points, the lead, what can still become an umbrella, the best use of what is in hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.arrays import narrow
from strandline.engine.rule import rule

from .rules.beach import brings_water, closed, is_water, may_turn, meets, tile_at, umbrellas_of
from .rules.score import line_points, set_points, total
from .rules.tables import BLOCK, COLOUR, DISPLAY, EMPTY, NEIGHBOUR, NOTHING, POINT, POINTS, QUARTER, SANDS, WORTH, Move

if TYPE_CHECKING:
    from .rules import State

    Corners = tuple[int, int, int, int]

# Weights found by hand; `python -m bench.greedy` prints how often they win against random play.
POINT_WON = 20
RIVALS_POINT = 10
POINT_IN_SIGHT = 10
PROMISE = narrow([0, 1, 9, 36, 105])  # of a point where so many quarters meet and the others still can
DEAD = -1  # a point where no pattern can be completed any more
PATTERN = 90  # a completed pattern that waits
WATER_TO_COME = 100

# How the search does best, and how many simulations its levels run: bench/TUNING.md.
SEARCH = {"candidates": 8, "prior_weight": 4000, "scale": 200, "horizon": 2}
THINKING = {"surfer": 5, "lifeguard": 100, "tide": 6_000}
# A playout takes 0.7 ms, thirty times as long as of the other games: a review has so many in 100 of theirs. Of some
# hundred moves the best of four is a poor one; by the best of sixteen chances come true more often: bench/README.md.
REVIEW = {"playouts": 7, "candidates": 16}
PUZZLES = {"playouts": 12}  # as reviews had when those that are kept were found


@rule
def evaluate(state: State, seat: int) -> int:
    """Value the position for a seat: the higher, the better."""
    best_rival = 0
    for other in range(state.seats):
        if other != seat:
            best_rival = max(best_rival, total(state, other))
    value = POINT_WON * total(state, seat) - RIVALS_POINT * best_rival + int(state.placed[seat])
    value += promises(state, seat)
    return value + prospect(state, seat) if state.seat == seat else value


@rule
def others_at(state: State, seat: int, cell: int, corner: int) -> int:
    """Count the quarters that the other tiles around a corner show there; DEAD if it can never be all three."""
    count = 0
    point = POINT[cell, corner]
    for around in range(4):
        other = int(BLOCK[point, around])
        if other != cell:
            slot = tile_at(state, seat, other)
            if slot == NOTHING:
                if closed(state, seat, other):
                    return DEAD
            elif not QUARTER[state.tile[seat, slot], state.side[seat, slot], (around + 2) % 4]:
                return DEAD
            else:
                count += 1
    return count


@rule
def promises(state: State, seat: int) -> int:
    """Add up what unfinished patterns promise; each of the quarters that meet has its share."""
    value = 0
    for slot in range(state.laid[seat]):
        cell = int(state.cell[seat, slot])
        for corner in range(4):
            if QUARTER[state.tile[seat, slot], state.side[seat, slot], corner]:
                quarters = 1 + others_at(state, seat, cell, corner)
                if 0 < quarters < 4:
                    value += int(PROMISE[quarters]) // quarters
    return value


@rule
def prospect(state: State, seat: int) -> int:
    """Value what the seat is about to do: cover patterns, get water, lay the tile in hand."""
    value = PATTERN * int(state.waits)
    if state.due == Move.UMBRELLA:
        value += best_umbrella(state, seat)
    elif state.due == Move.WATER:
        value += WATER_TO_COME
    elif state.hand != EMPTY:
        value += best_place(state, seat)
    return value


@rule
def best_umbrella(state: State, seat: int) -> int:
    """Value the best open umbrella for the pattern to be covered: points, a longer set, water."""
    best = 0
    for place in range(DISPLAY):
        umbrella = int(state.umbrella_open[place])
        if umbrella != EMPTY:
            had = umbrellas_of(state, seat, COLOUR[umbrella])
            points = set_points(had + 1) - set_points(had)
            if meets(state, seat, state.covering, umbrella):
                points += int(POINTS[umbrella])
            best = max(best, POINT_IN_SIGHT * points + (WATER_TO_COME if brings_water(state, seat, umbrella) else 0))
    return best


@rule
def best_place(state: State, seat: int) -> int:
    """Value the best place for the tile in hand."""
    tile = int(state.hand)
    best = 0
    for index in range(state.opens[seat]):
        cell = int(state.open[seat, index])
        lines = 0 if is_water(tile) else in_lines(state, seat, cell, tile)
        others = around(state, seat, cell)
        for turn in range(4):
            if may_turn(state, seat, tile, cell, turn):
                points = line_points(state, seat, cell, turn, tile) if is_water(tile) else lines
                best = max(best, POINT_IN_SIGHT * points + progress(others, tile, turn))
    return best


@rule
def in_lines(state: State, seat: int, cell: int, tile: int) -> int:
    """Add up what a sand tile scores at the inland end of water lines."""
    points = 0
    for slot in range(state.laid[seat]):
        water = int(state.tile[seat, slot])
        if is_water(water):
            inland = (int(state.side[seat, slot]) + 2) % 4
            end = int(NEIGHBOUR[state.cell[seat, slot], inland])
            while tile_at(state, seat, end) != NOTHING:
                end = int(NEIGHBOUR[end, inland])
            if end == cell:
                points += int(WORTH[water - SANDS, tile])
    return points


@rule
def around(state: State, seat: int, cell: int) -> Corners:
    """Count the quarters that other tiles show at each corner of a cell: the same for every turn of a tile there."""
    return (
        others_at(state, seat, cell, 0),
        others_at(state, seat, cell, 1),
        others_at(state, seat, cell, 2),
        others_at(state, seat, cell, 3),
    )


@rule
def progress(others: Corners, tile: int, turn: int) -> int:
    """Value what patterns promise more with a tile there; a corner without a quarter ends what they promised."""
    value = 0
    for corner in range(4):
        if others[corner] != DEAD:
            after = int(PROMISE[others[corner] + 1]) if QUARTER[tile, turn, corner] else 0
            value += after - int(PROMISE[others[corner]])
    return value
