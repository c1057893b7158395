"""Does the Tide ever lose a won position? `python -m bench.unbeaten` lets it play single rounds of High Tide (Leiman).

Whoever wins the start by force is played by the Tide, whoever loses it by another level; seeds follow one another.
"""

from __future__ import annotations

import argparse
import time

import strandline as sl
from strandline.bots import BOTS
from strandline.bots.solve import Solver, Value
from strandline.engine.chance import seeded

GAME = "high-tide-leiman"
OTHERS = ("random", "greedy", "paddler", "swimmer", "surfer", "lifeguard")


def tide_wins(seed: int, other: str, solver: Solver) -> tuple[bool, float]:
    """Play a round that is won for the Tide; does it win, and how long did its slowest move take?"""
    match = sl.new(GAME, seed=seed, options={"length": "round"})
    wins = solver.value(match.view(match.turn)) is Value.WINS
    tide = match.turn if wins else 1 - match.turn
    thoughts = [seeded(seed, 1 + seat) for seat in range(2)]
    slowest = 0.0
    while not match.over:
        seat = match.turn
        started = time.perf_counter()
        match.play(BOTS["tide" if seat == tide else other](match.game, match.view(seat), thoughts[seat]))
        slowest = max(slowest, (time.perf_counter() - started) * (seat == tide))
    return match.places()[tide] == 1, slowest


def main() -> None:
    """Play against every level, and print how it went."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--others", default=",".join(OTHERS), help="with commas")
    wanted = parser.parse_args()
    solver = Solver(sl.game(GAME))
    print("| against | games | won | slowest move |\n|---|--:|--:|--:|")
    for other in wanted.others.split(","):
        played = [tide_wins(seed, other, solver) for seed in range(wanted.games)]
        won = sum(win for win, _ in played)
        print(f"| {other} | {wanted.games} | {won} | {max(slow for _, slow in played):.2f} s |", flush=True)


if __name__ == "__main__":
    main()
