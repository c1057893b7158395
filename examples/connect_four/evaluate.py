"""How good a position looks: count the lines of four that can still be filled, the fuller the better."""

import numpy as np

from strandline.engine.arrays import narrow
from strandline.engine.contract import NOBODY
from strandline.engine.rule import rule

from .rules import CELL, FALLING, RIGHT, RISING, UP, State

LINES = CELL.reshape(-1, 1, 1) + np.array([[UP], [RIGHT], [RISING], [FALLING]]) * np.arange(4)
LINE = narrow([cells for cells in LINES.reshape(-1, 4) if np.isin(cells, CELL).all()])  # LINE[line, index]: its cells

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
        own = rival = 0
        for index in range(4):
            disc = state.disc[LINE[line, index]]
            own += disc == seat
            rival += disc == 1 - seat
        if own == 0 or rival == 0:  # where both have a disc, nobody can fill the line any more
            value += VALUE[own] - VALUE[rival]
    return value
