"""What a move would bring, by the rules themselves on a scratch row: asked by drawings and tellings."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np

from strandline.engine.arrays import narrow
from strandline.engine.rule import rule

from . import tables
from .legal import moves
from .score import SHEET, Line, chair_points, score
from .state import State
from .tables import BEACHES, Move, Phase
from .turn import carry_out, finish_turn, leave_window, move_dice

if TYPE_CHECKING:
    from strandline.engine.row import Array

ROW = State.dtype
CHAIR_MOVES = (
    *(Move.TAKE, Move.ACCEPT, Move.MOVE, Move.FIRST, Move.PICK, Move.PASS),
    *(Move.ADJUST, Move.SWAP, Move.COLOUR, Move.BACK, Move.START, Move.SECOND, Move.ANYWHERE),
)
MOVES_CHAIRS = narrow([kind in CHAIR_MOVES for kind in tables.KIND.tolist()])


class Column(IntEnum):
    """The columns of a preview: the move, the mover's points then, and by beach the chair's space, rank and points."""

    MOVE, POINTS, SPACE = range(3)
    RANK = SPACE + BEACHES
    WORTH = RANK + BEACHES


COLUMNS = Column.WORTH + BEACHES
LINES = tables.CANDIDATES.shape[1]  # more moves than this cannot come at once


@rule
def preview(state: State, into: Array) -> int:
    """Tell what each legal move of the own chairs, or to a coin, would bring: into[line, Column]; how many lines?"""
    scratch = np.zeros(1, ROW)
    listed = np.zeros(tables.MOVES, np.int32)
    sheet = np.zeros((int(state.seats), len(SHEET)), np.int64)
    count = 0
    for place in range(moves(state, listed)):
        move = int(listed[place])
        if MOVES_CHAIRS[move] and (move != Move.PASS or state.phase == Phase.COIN):
            scratch[0] = state
            play_out(scratch[0], move)
            score(scratch[0], sheet)
            into[count, Column.MOVE] = move
            into[count, Column.POINTS] = sheet[state.turn, Line.POINTS]
            for beach in range(BEACHES):
                into[count, Column.SPACE + beach] = scratch[0].chair[beach, state.turn]
                into[count, Column.RANK + beach] = scratch[0].rank[beach, state.turn]
                into[count, Column.WORTH + beach] = chair_points(scratch[0], int(state.turn), beach)
            count += 1
    return count


@rule
def play_out(state: State, move: int) -> None:
    """Carry out a move and let the dice in hand move the chairs: as they are, the left one first, past all coins."""
    carry_out(state, move)
    if state.phase == Phase.HAND or state.phase == Phase.ORDER:
        state.phase = Phase.MOVING
    while state.phase == Phase.MOVING:
        move_dice(state)
        if state.phase == Phase.COIN:
            leave_window(state)


@rule
def play_before_waves(state: State, move: int) -> None:
    """Carry out a move up to the end of its turn: nothing has come out of the sea yet (H-K5)."""
    carry_out(state, move)
    if state.phase >= Phase.ROLLED:
        finish_turn(state)
