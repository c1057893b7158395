"""What a learner sees: stacks as they stand, what can be lifted, and how the round and the match stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from strandline.engine.contract import Field
from strandline.engine.observing import put
from strandline.engine.rule import rule

from .rules import CELLS, HEXAGON, MOVES, NEUTRAL, STEPS, State, free, highest, spared, top, visible

if TYPE_CHECKING:
    from strandline.engine.arrays import Integers
    from strandline.engine.row import Array

DEPTHS = CELLS - 1  # tiles that can lie under the topmost one


def fields(seats: int) -> tuple[Field, ...]:  # noqa: ARG001
    """List what is seen."""
    return (
        Field("top_own", CELLS, 0, 1, "by cell: the topmost tile is your own"),
        Field("top_rival", CELLS, 0, 1, "by cell: it is the rival's"),
        Field("top_neutral", CELLS, 0, 1, "by cell: it is neutral"),
        Field("height", CELLS, 0, CELLS, "by cell: tiles stacked there"),
        Field(
            "own_lift", CELLS, 0, 1, "by cell: you could lift the topmost tile, if you are to move (L-T1, L-T3, L-T5)"
        ),
        Field("rival_lift", CELLS, 0, 1, "by cell: the rival could"),
        Field("below", CELLS * DEPTHS, -1, 1, "by cell, then down from the second tile: 1 your own, −1 the rival's"),
        Field("visible", 2, 0, CELLS, "tiles visible from above: your own, the rival's (L-E2)"),
        Field("highest", 3, 0, CELLS, "the highest stack that tops: your own, the rival's, neutral (L-E3)"),
        Field("stones", 2, 0, 9, "rounds won by you, by the rival"),
        Field("to_win", 1, 0, 9, "stones that win the match (L-E5)"),
        Field("turn", 2, 0, 1, "you are to move, the rival is"),
        Field("readings", 3, 0, 1, "options: any two free sides, contact on the ground, own highest stacks"),
    )


@rule
def lifts(state: State, seat: int, cell: int) -> bool:
    """Could this seat lift the topmost tile of a cell, were it to move (L-T1, L-T2, L-T3, L-T5)?"""
    colour = top(state, cell)
    return bool((colour == NEUTRAL or colour == seat) and free(state, cell) and spared(state, cell))


@rule
def side(colour: int, seat: int) -> int:
    """Say whose a tile is: 1 the own, −1 the rival's, 0 neither's."""
    return 1 if colour == seat else -1 if colour == 1 - seat else 0


@rule
def observe(state: State, seat: int, into: Array) -> int:
    """Write what a seat sees."""
    for cell in range(CELLS):
        colour = top(state, cell)
        into[cell] = colour == seat
        into[CELLS + cell] = colour == 1 - seat
        into[2 * CELLS + cell] = colour == NEUTRAL
        into[3 * CELLS + cell] = state.height[cell]
        into[4 * CELLS + cell] = lifts(state, seat, cell)
        into[5 * CELLS + cell] = lifts(state, 1 - seat, cell)
    at = 6 * CELLS
    for cell in range(CELLS):
        for depth in range(DEPTHS):
            level = int(state.height[cell]) - 2 - depth
            into[at] = side(int(state.tile[cell, level]), seat) if level >= 0 else 0
            at += 1
    at = put(into, at, visible(state, seat))
    at = put(into, at, visible(state, 1 - seat))
    at = put(into, at, highest(state, seat))
    at = put(into, at, highest(state, 1 - seat))
    at = put(into, at, highest(state, NEUTRAL))
    at = put(into, at, state.stones[seat])
    at = put(into, at, state.stones[1 - seat])
    at = put(into, at, state.to_win)
    at = put(into, at, state.turn == seat)
    at = put(into, at, state.turn == 1 - seat)
    at = put(into, at, state.any_sides)
    at = put(into, at, state.ground)
    return put(into, at, state.own_highest)


def images() -> list[list[int]]:
    """Give the twelve ways to turn and mirror the board: where each cell goes."""
    ways = []
    for mirrored in (False, True):
        places = [(r, q) if mirrored else (q, r) for q, r in HEXAGON.axial]
        for _ in range(6):
            ways.append([HEXAGON.axial.index(place) for place in places])
            places = [(-r, q + r) for q, r in places]  # by a sixth, clockwise
    return ways


def symmetries(seats: int) -> tuple[Integers, Integers]:
    """Tabulate the twelve symmetries of the board, for observations and for moves; those of chance stay as they are."""
    size = sum(field.size for field in fields(seats))
    seen = np.tile(np.arange(size, dtype=np.int32), (12, 1))
    moves = np.tile(np.arange(MOVES, dtype=np.int32), (12, 1))
    for way, image in enumerate(images()):
        for cell in range(CELLS):
            for plane in range(6):
                seen[way, plane * CELLS + image[cell]] = plane * CELLS + cell
            for depth in range(DEPTHS):
                seen[way, 6 * CELLS + image[cell] * DEPTHS + depth] = 6 * CELLS + cell * DEPTHS + depth
        for number, (start, end) in enumerate(STEPS):
            moves[way, number] = STEPS.index((image[start], image[end]))
    return seen, moves
