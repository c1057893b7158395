"""How good a position looks: stones first, then what is visible, then what can still move."""

from __future__ import annotations

from strandline.engine.rule import rule

from .rules import CELLS, NEUTRAL, State, free, highest, spared, top, visible

# Weights found by hand; `python -m bench.greedy` prints how often they win against random play.
STONE = 1000
VISIBLE = 20
RESERVE = 3
HIGHEST = 1

# How the search does best, and how many simulations its levels run: bench/TUNING.md. A playout ends with the round.
SEARCH = {"candidates": 4, "prior_weight": 3000, "scale": 1500, "until_chance": 1}
THINKING = {"surfer": 20, "lifeguard": 250, "tide": 20_000}


@rule
def evaluate(state: State, seat: int) -> int:
    """Value the position for a seat: the higher, the better."""
    rival = 1 - seat
    stones = int(state.stones[seat]) - int(state.stones[rival])
    tiles = visible(state, seat) - visible(state, rival)
    height = highest(state, seat) - highest(state, rival)
    return (
        STONE * stones + VISIBLE * tiles + RESERVE * (reserve(state, seat) - reserve(state, rival)) + HIGHEST * height
    )


@rule
def reserve(state: State, seat: int) -> int:
    """How many tiles of this colour or neutral could be lifted?"""
    count = 0
    for cell in range(CELLS):
        colour = top(state, cell)
        if (colour == seat or colour == NEUTRAL) and free(state, cell) and spared(state, cell):
            count += 1
    return count
