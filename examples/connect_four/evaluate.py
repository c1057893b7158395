"""How good a position looks: count the lines of four that can still be filled, the fuller the better."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from connect_four.rules import CELL, FALLING, RIGHT, RISING, UP
from strandline.engine.contract import NOBODY
from strandline.engine.rule import rule

if TYPE_CHECKING:
    from connect_four.rules import State

CELLS_OF_LINE = [
    [cell + step * index for index in range(4)] for cell in CELL.flat for step in (UP, RIGHT, RISING, FALLING)
]
LINE = np.array([cells for cells in CELLS_OF_LINE if np.isin(cells, CELL).all()])  # LINE[line, index]: its cells

VALUE = (0, 1, 5, 25)  # of a line with this many discs of one colour, and none of the other
WIN = 10_000

SEARCH = {"prior_weight": 200, "scale": 60, "expand_after": 4}  # what looks good is searched first


@rule
def evaluate(state: State, seat: int) -> int:
    """Value the position for a seat: the higher, the better."""
    if state.winner != NOBODY:
        return WIN if state.winner == seat else -WIN
    value = 0
    for line in range(len(LINE)):
        value += worth(state, line, seat)
    return value


@rule
def worth(state: State, line: int, seat: int) -> int:
    """Value one line; nobody can fill it any more where both have a disc."""
    own = rival = 0
    for index in range(4):
        disc = int(state.disc[LINE[line, index]])
        own += disc == seat
        rival += disc == 1 - seat
    return 0 if own > 0 and rival > 0 else VALUE[own] - VALUE[rival]
