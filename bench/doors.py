"""Are the doors to other libraries as fast as what they have themselves? `python -m bench.doors`.

PettingZoo's own connect four beside `examples/connect_four` through our door to PettingZoo: the same matches, move by
move, through the loop that its documentation shows, `agent_iter`, `last` and `step`; what chooses the moves is left
out, they are written down before. OpenSpiel's own games in Python beside ours through our door to it: random matches
by `legal_actions`, `chance_outcomes`, `apply_action` and `returns`, with the same calls of Python's `random`.

One core, processor seconds, in turn, several times over: a figure is the best of its rounds.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import sys
import time
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pyspiel
from bench.worker import ROOT
from open_spiel.python.games import kuhn_poker, tic_tac_toe

import strandline as sl
from strandline.research import openspiel
from strandline.research.pettingzoo import env

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Moves = list[int | None]

WANTED_OF_PETTINGZOO, WANTED_OF_OPENSPIEL = 30, 1
OWN = (tic_tac_toe, kuhn_poker)  # imported, they are registered


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure both, and print a table each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=300, help="of one round")
    parser.add_argument("--rounds", type=int, default=7)
    given = parser.parse_args(arguments)
    game = sl.add_game(ROOT / "examples" / "connect_four")
    through_pettingzoo(game.slug, given.matches, given.rounds)
    through_openspiel(game.slug, given.matches, given.rounds)


def best(rounds: int, *ways: Callable[[], int]) -> list[float]:
    """Run each in turn: how many steps in a second, at best?"""
    rates = [0.0] * len(ways)
    for _ in range(rounds + 1):  # the first one warms up
        for index, way in enumerate(ways):
            began = time.process_time()
            steps = way()
            rates[index] = max(rates[index], steps / max(time.process_time() - began, 1e-9))
    return rates


# PettingZoo


def connect_four() -> ModuleType:
    """Import PettingZoo's own; it wants pygame for its window, which is not opened here."""
    if importlib.util.find_spec("pygame") is None:
        print("pygame is not installed: an empty module stands in for it, nothing is drawn here.\n")
        sys.modules["pygame"] = ModuleType("pygame")
    return importlib.import_module("pettingzoo.classic.connect_four.connect_four")


def through_pettingzoo(slug: str, matches: int, rounds: int) -> None:
    """Play the same matches in both."""
    module = connect_four()
    ours, theirs, bare = env(slug), module.env(), module.raw_env()
    written = [write_down(theirs, random.Random(seed)) for seed in range(matches)]
    for seed, (moves, rewards) in enumerate(written):
        assert write_down(ours, random.Random(seed)) == (moves, rewards), "they must be the same matches"
    all_moves = [moves for moves, _ in written]
    rates = best(rounds, *((lambda door=door: replay(door, all_moves)) for door in (ours, theirs, bare)))
    print("| connect four | steps/s | ours is faster | wanted |")
    print("|---|--:|--:|--:|")
    print(f"| ours, `env` | {rates[0]:,.0f} | | |")
    print(f"| PettingZoo's, `env` | {rates[1]:,.0f} | {rates[0] / rates[1]:.1f} | {WANTED_OF_PETTINGZOO} |")
    print(f"| PettingZoo's, `raw_env`, nothing checked | {rates[2]:,.0f} | {rates[0] / rates[2]:.1f} | |\n", flush=True)


def write_down(door: Any, chance: random.Random) -> tuple[Moves, dict[str, float]]:
    """Play a match at random: its actions, with None for each agent at the end, and what it brings."""
    door.reset(seed=1)
    actions: Moves = []
    rewards: dict[str, float] = {}
    for agent in door.agent_iter():
        seen, rewards[agent], over, _, _ = door.last()
        actions.append(None if over else int(chance.choice(seen["action_mask"].nonzero()[0])))
        door.step(actions[-1])
    return actions, rewards


def replay(door: Any, matches: list[Moves]) -> int:
    """Play matches that are written down: how many moves?"""
    steps = 0
    for moves in matches:
        door.reset(seed=1)
        following = iter(moves).__next__
        for _ in door.agent_iter():
            _observation, _reward, _terminated, _truncated, _info = door.last()
            door.step(following())
        steps += len(moves) - 2
    return steps


# OpenSpiel


def through_openspiel(slug: str, matches: int, rounds: int) -> None:
    """Play random matches of its games in Python and of ours."""
    names = ["python_tic_tac_toe", "python_kuhn_poker", openspiel.register(slug)]
    names.append(f"{openspiel.register('high-tide-leiman')}(length=round)")
    games = [pyspiel.load_game(name) for name in names]
    rates = best(rounds, *((lambda game=game: wander(game, matches)) for game in games))
    print("| OpenSpiel, moves/s from Python | moves/s | of its fastest in Python | wanted |")
    print("|---|--:|--:|--:|")
    fastest = max(rates[:2])
    for name, rate in zip(names, rates, strict=True):
        ours = name.startswith("strandline")
        print(f"| {name} | {rate:,.0f} | {rate / fastest:.2f} | {WANTED_OF_OPENSPIEL if ours else ''} |", flush=True)


def wander(game: Any, matches: int) -> int:
    """Play matches at random: how many moves, chance included?"""
    chance, steps = random.Random(1), 0
    for _ in range(matches):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, shares = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(outcomes, shares)[0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
            steps += 1
        state.returns()
    return steps


if __name__ == "__main__":
    main()
