"""Two networks one move deep, without any search: `python -m learn.duel high-tide-henn --network ONE --against OTHER`.

Hundreds of thousands of matches tell apart what matches between searches would take days for. Where no file is named,
`evaluate` chooses. Every seed is played once with the first on each seat.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ThreadPoolExecutor
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import strandline as sl
from learn.ceiling import part_behind
from learn.play import CERTAIN, room_of
from strandline.bots.tree import lead
from strandline.cli.shell import options_from
from strandline.engine.chance import begin
from strandline.engine.contract import CHANCE, OVER, evaluate, features, moves, play, rank, sample, score
from strandline.engine.network import load, no_network, strength
from strandline.engine.playout import fresh, random_table
from strandline.engine.rule import long_rule

if TYPE_CHECKING:
    from strandline.engine.game import Game
    from strandline.engine.network import Network

AT_ONCE = 500  # seeds of one call


@long_rule
def play_duels(
    states: Any, work: Any, into: Any, random: Any, seed: int, one: Any, other: Any, learned: int, active: Any,
    hidden: Any, value: Any, sheet: Any, placed: Any, parts: Any,
) -> None:  # fmt: skip
    """Play every row once for each seat that the first network may have; which part of the others does it leave behind?

    Of `learned` the first bit says whether the first is a network, the second whether the others are.
    """
    seats = len(value)
    for job in range(len(parts)):
        own = job % seats
        states[1] = states[0]
        begin(random[0], seed, job // seats)
        while states[1].turn != OVER:
            turn = int(states[1].turn)
            move, count = 0, 0
            if turn == CHANCE:
                move = int(sample(states[1], random[0]))
            else:
                count = moves(states[1], into)
                move = int(into[0])
            network = one if turn == own else other
            taught = (learned & (1 if turn == own else 2)) > 0
            highest = -(1 << 62)
            for attempt in range(count if count > 1 else 0):
                work[0] = states[1]
                play(work[0], int(into[attempt]))
                if work[0].turn == OVER:
                    score(work[0], sheet)
                    rank(work[0], sheet, placed)
                    worth = CERTAIN * (1 - int(placed[turn]))
                elif taught:
                    for seat in range(seats):
                        value[seat] = strength(network, active, features(work[0], seat, active), hidden)
                    worth = lead(value, turn)
                else:
                    worth = evaluate(work[0], turn)
                if worth > highest:
                    highest, move = worth, int(into[attempt])
            play(states[1], move)
        score(states[1], sheet)
        rank(states[1], sheet, placed)
        parts[job] = part_behind(placed, own)


def duel(
    game: Game, seats: int, one: Network | None, other: Network | None, seeds: int, seed: int, options: Any = None
) -> Any:
    """Give the part of the others that the first leaves behind, by seed: the mean over all seats."""
    room, parts = room_of(game), np.zeros(seeds * seats)
    state = fresh(game.start(seats, options or game.options()), 2)
    width = max(len(network.bias) for network in (one, other) if network) if one or other else 1
    learned = (one is not None) + 2 * (other is not None)
    play_duels(
        state, fresh(state[0], 1), game.buffer(), random_table(), seed, one or no_network(), other or no_network(),
        learned, np.zeros(room.ROOM, np.int32), np.zeros(width, np.int32), np.zeros(seats, np.int64),
        np.zeros((seats, len(game.rules.SHEET)), np.int64), np.zeros(seats, np.int64), parts,
    )  # fmt: skip
    return parts.reshape(seeds, seats).mean(axis=1)


def main() -> None:
    """Let them meet."""
    parser = argparse.ArgumentParser(prog="python -m learn.duel", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--option", action="append", help="of the game, NAME=VALUE; may be given several times")
    parser.add_argument("--network", type=Path, help="a file for the first")
    parser.add_argument("--against", type=Path, help="a file for the others")
    parser.add_argument("--seeds", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    asked = parser.parse_args()
    game = sl.game(asked.game)
    one, other = (load(file) if file else None for file in (asked.network, asked.against))
    options = game.options(options_from(asked.option, game))
    duel(game, asked.seats, one, other, 1, 0, options)  # compiles
    with ThreadPoolExecutor(asked.threads) as pool:
        jobs = range(asked.seed * 1_000_000, asked.seed * 1_000_000 + -(-asked.seeds // AT_ONCE))
        found = np.concatenate(
            list(pool.map(lambda job: duel(game, asked.seats, one, other, AT_ONCE, job, options), jobs))
        )
    error = found.std() / sqrt(len(found))
    print(f"{found.mean():.4f} ± {error:.4f}, {len(found) * asked.seats:,} matches", flush=True)


if __name__ == "__main__":
    main()
