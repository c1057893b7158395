"""Is perfect play right, and how long does it take? `python -m bench.solve` asks both of random positions.

Right: the same winner as plain alpha-beta over the rules themselves, with no table, no guesses and no sets of cells, in
positions from the sixth move of a round on; and as looking at every continuation, from the tenth on; all readings in
turn. Some positions have billions of continuations: those that take the referee too long are left out, and counted.
Starts are too far from the end for a referee; there, a win must have a move after which the other player loses, and a
loss none, each searched with nothing known before.

How long: CPU seconds for random starts, and for positions after two random moves.
"""

from __future__ import annotations

import argparse
import itertools
import random
import time
from typing import TYPE_CHECKING, Any

import numpy as np

import strandline as sl
from strandline.bots.solve import Solver, Value
from strandline.engine.playout import fresh
from strandline.engine.rule import rule
from strandline.games.high_tide_leiman.rules import MOVES, moves, play
from strandline.games.high_tide_leiman.solve import MAX_DEPTH

if TYPE_CHECKING:
    from collections.abc import Iterator

    from strandline.engine.match import Match
    from strandline.engine.row import Array, Row, Table

GAME = "high-tide-leiman"
CHOICES = (("neighbouring", "any"), ("level", "ground"), ("board", "own"))
PATIENCE = 5_000_000  # moves that a referee makes for one position: less than a second
READINGS = [
    {"free_sides": free_sides, "contact": contact, "highest_stack": highest_stack}
    for free_sides, contact, highest_stack in itertools.product(*CHOICES)
]


@rule
def plainly(states: Table, into: Any, left: Array, won: Array, cut: int) -> int:
    """Does the mover of the first row win? Play all out; with `cut`, a move that wins is enough. −1: too long."""
    depth = made = 0
    left[0] = moves(states[0], into[0])
    won[0] = 0
    while depth >= 0:
        if left[depth] == 0 or (cut and won[depth]):
            depth -= 1
            if depth >= 0 and not won[depth + 1]:
                won[depth] = 1
            continue
        made += 1
        if made > PATIENCE:
            return -1
        left[depth] -= 1
        states[depth + 1] = states[depth]
        mover = int(states[depth].turn)
        play(states[depth + 1], into[depth, left[depth]])
        if states[depth + 1].turn < 0:
            won[depth] |= states[depth + 1].stones[mover] > states[depth].stones[mover]
        else:
            depth += 1
            left[depth] = moves(states[depth], into[depth])
            won[depth] = 0
    return int(won[0])


def referee(state: Row, *, cut: bool) -> Value:
    """Ask the rules themselves who wins."""
    room = np.zeros((MAX_DEPTH + 1, MOVES), np.int32)
    lines = np.zeros((2, MAX_DEPTH + 1), np.int64)
    wins = plainly(fresh(state, MAX_DEPTH + 2), room, lines[0], lines[1], cut)
    return Value.UNKNOWN if wins < 0 else Value.WINS if wins else Value.LOSES


def position(number: int, ply: int) -> Match | None:
    """Play so many random moves of a round; None where it was over before. The readings change from one to the next."""
    chance = random.Random(number)
    match = sl.new(GAME, seed=number, options=READINGS[number % len(READINGS)] | {"length": "round"})
    for _ in range(ply):
        if match.over:
            return None
        match.play(chance.choice(match.legal_numbers()))
    return None if match.over else match


def positions(plies: tuple[int, ...]) -> Iterator[Match]:
    """Make random positions after one of these numbers of moves."""
    for number in itertools.count():
        match = position(number, plies[number // len(READINGS) % len(plies)])
        if match is not None:
            yield match


def agreement(count: int, plies: tuple[int, ...], *, cut: bool) -> str:
    """Hold the solver against the referee."""
    solver = Solver(sl.game(GAME))
    wins = agreed = left_out = 0
    for match in positions(plies):
        told = referee(match.state, cut=cut)
        if told is Value.UNKNOWN:
            left_out += 1
            continue
        if solver.value(match.state) is not told:
            raise SystemExit(f"The solver is wrong about {match.position()}")
        wins += told is Value.WINS
        agreed += 1
        if agreed == count:
            break
    return f"{agreed} positions agree (the mover wins {wins}); {left_out} took the referee too long"


def consistency(count: int) -> str:
    """Hold the values of starts against those of the positions after each of their moves."""
    solver = Solver(sl.game(GAME))
    moved = 0
    for number in range(count):
        match = position(number, 0)
        assert match is not None
        value = solver.value(match.state)
        after = set()
        for move in match.legal_numbers():
            match.play(move)
            after.add(solver.value(match.state))
            match.undo()
            moved += 1
        if (value is Value.WINS) != (Value.LOSES in after):
            raise SystemExit(f"The solver contradicts itself about {match.position()}")
    return f"{count} starts agree with the {moved} positions after their moves"


def times(matches: list[Match]) -> str:
    """Solve positions and say how long it took."""
    solver = Solver(sl.game(GAME))
    solver.value(matches[0].state)
    cpu, nodes, unknown = [], [], 0
    started = time.perf_counter()
    for match in matches:
        begun = time.thread_time()
        unknown += solver.value(match.state) is Value.UNKNOWN
        cpu.append(time.thread_time() - begun)
        nodes.append(solver.nodes)
    wall = (time.perf_counter() - started) / len(matches)
    return (
        f"{len(matches)} positions: mean {np.mean(cpu):.4f} s of CPU ({wall:.4f} s by the clock), "
        f"median {np.median(cpu):.4f}, 95 % below {np.quantile(cpu, 0.95):.4f}, longest {max(cpu):.3f}; "
        f"mean {np.mean(nodes):,.0f} nodes; {unknown} unknown"
    )


def main() -> None:
    """Ask both questions."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000, help="positions that are held against the referee")
    parser.add_argument("--starts", type=int, default=300, help="positions that are timed")
    asked = parser.parse_args()
    starts = [sl.new(GAME, seed=number) for number in range(asked.starts)]
    print("starts,", times(starts), flush=True)
    second = [match for number in range(asked.starts) if (match := position(8 * number, 2)) is not None]
    print("after the second move,", times(second), flush=True)
    print("every continuation, from move 10 on:", agreement(asked.count, (10, 11, 12, 13), cut=False), flush=True)
    print("alpha-beta, from move 6 on:", agreement(asked.count, (6, 7, 8, 9), cut=True), flush=True)
    print("one move ahead:", consistency(asked.starts // 10), flush=True)


if __name__ == "__main__":
    main()
