"""How long does it take to value a position for one seat, in CPU time? `python -m learn.speed maui`."""

from __future__ import annotations

import argparse
import time
from statistics import median
from typing import Any

import numpy as np

import strandline as sl
from learn.play import room_of
from strandline.bots.search import network_for
from strandline.engine.chance import below, seeded
from strandline.engine.contract import CHANCE, OVER, evaluate, features
from strandline.engine.network import strength
from strandline.engine.playout import fresh
from strandline.engine.rule import long_rule

POSITIONS, ROUNDS, TIMES = 200, 7, 200


@long_rule
def valued(states: Any, seats: int, network: Any, active: Any, hidden: Any, learned: int, times: int) -> int:
    """Value all positions for all seats so many times: by the network, by its features alone, or by `evaluate`."""
    total = 0
    for _ in range(times):
        for index in range(len(states)):
            for seat in range(seats):
                if learned == 0:
                    total += evaluate(states[index], seat)
                else:
                    count = features(states[index], seat, active)
                    total += strength(network, active, count, hidden) if learned == 2 else count
    return total


def positions(slug: str, seats: int) -> Any:
    """Collect positions of matches by lot."""
    game, dice = sl.game(slug), seeded(1)
    states, into = fresh(game.start(seats, game.options()), POSITIONS), game.buffer()
    state = game.start(seats, game.options())
    count = 0
    while count < POSITIONS:
        if state.turn == OVER:
            state = game.start(seats, game.options())
        if state.turn == CHANCE:
            state = game.after(state, int(game.rules.sample(state, dice)))
            continue
        states[count] = state
        count += 1
        state = game.after(state, int(into[below(dice, game.rules.moves(state, into))]))
    return states


def main() -> None:
    """Measure, and tell."""
    parser = argparse.ArgumentParser(prog="python -m learn.speed", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=2)
    asked = parser.parse_args()
    states = positions(asked.game, asked.seats)
    game = sl.game(asked.game)
    network = network_for(game, states[0])
    if network is None:
        raise SystemExit(f"{asked.game} has no network for {asked.seats}.")
    room = room_of(game)
    active, hidden = np.zeros(room.ROOM, np.int32), np.zeros(len(network.bias), np.int32)
    for learned, name in enumerate(("evaluate", "features alone", "features and network")):
        spent = []
        valued(states, asked.seats, network, active, hidden, learned, 1)
        for _ in range(ROUNDS):
            began = time.process_time()
            valued(states, asked.seats, network, active, hidden, learned, TIMES)
            spent.append(time.process_time() - began)
        print(f"{name}: {1e6 * median(spent) / (TIMES * len(states) * asked.seats):.3f} µs")


if __name__ == "__main__":
    main()
