"""How good a position looks: how far the columns are climbed, and how likely the turn's part of it is kept."""

import numpy as np

from strandline.engine.arrays import narrow
from strandline.engine.contract import CHANCE, OVER
from strandline.engine.rule import rule

from .rules import COLUMNS, LENGTH, NONE, PAIRINGS, WEIGHT, State, can

WIN, COLUMN, GAIN = 10_000, 300, 80  # a match, a column that is won beyond its steps, what a further roll may bring
# WORTH[column, step]: the higher the step, the more it is worth.
SHARE = np.minimum(np.arange(LENGTH.max() + 1) / LENGTH[:, np.newaxis], 1)
WORTH = narrow(np.round(600 * SHARE**2).astype(np.int64) + COLUMN * (SHARE == 1))
# SAFE[columns]: how many of 1,296 throws have a sum among these columns, which are the bits of a number.
SUMS = np.array([sum({1 << column for pair in pairings for column in pair}) for pairings in PAIRINGS])
SAFE = narrow([int(WEIGHT[(SUMS & columns) > 0].sum()) for columns in range(1 << COLUMNS)])

# Of five settings tried the one with which lifeguard beat greedy most often, 41 times in 60; with none it did 16 times.
# strand --games examples/cant_stop arena cant-stop --bots greedy,lifeguard --matches 60
SEARCH = {"candidates": 4, "prior_weight": 1000, "scale": 500, "until_chance": 1}


@rule
def evaluate(state: State, seat: int) -> int:
    """Value the position for a seat: its lead over the best of the others."""
    if state.turn == OVER:
        return WIN if state.player == seat else -WIN
    best = 0
    for other in range(state.seats):
        if other != seat:
            best = max(best, standing(state, other))
    return standing(state, seat) - best


@rule
def standing(state: State, seat: int) -> int:
    """Value what a player has, and, in a turn of the own, is about to have."""
    kept = turn = columns = 0
    for column in range(COLUMNS):
        marker, runner = int(WORTH[column, state.marker[seat, column]]), int(WORTH[column, state.runner[column]])
        kept += marker
        turn += max(runner - marker, 0) if state.player == seat else 0
        columns += int(can(state, column)) << column
    if state.player != seat:
        return kept
    rolled = int(SAFE[columns]) * (turn + GAIN) // 1296
    return kept + (rolled if state.turn == CHANCE else max(turn, rolled) if state.roll == NONE else turn + GAIN)
