"""The contestants of others: OpenSpiel and pgx, each with the fastest native loop that its package offers."""

from __future__ import annotations

import os
import random
import time
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

from bench.worker import Played

if TYPE_CHECKING:
    from collections.abc import Callable

BATCHES = (1024, 4096, 16384)  # matches that pgx plays side by side: the best of these is taken
STEPS = 420  # moves made in each of them per call, so that few matches are under way when the call ends


def missing(package: str) -> str | None:
    """Say how to install a peer that is not there."""
    try:
        version(package)
    except PackageNotFoundError:
        return "not installed: pip install 'strandline[bench]'"
    return None


def openspiel(_cores: int) -> Callable[[int, int], Played]:
    """Roll out OpenSpiel's connect four in its C++.

    `RandomRolloutEvaluator` is the loop; Python reaches it through a search of one simulation, which evaluates the
    start, and only that. `evaluate_bots` with two random bots makes one call per match and is a third slower.
    """
    import pyspiel

    game = pyspiel.load_game("connect_four")
    start = game.new_initial_state()

    def play(matches: int, seed: int) -> Played:
        rollouts = pyspiel.RandomRolloutEvaluator(matches, seed)
        searcher = pyspiel.MCTSBot(game, rollouts, 1.0, 1, 1, False, seed, False)
        return Played(matches, 0, lead=searcher.mcts_search(start).total_reward)

    return play


def openspiel_driven(_cores: int) -> Callable[[int, int], Played]:
    """Play OpenSpiel's connect four at random, every move chosen in Python."""
    import pyspiel

    game = pyspiel.load_game("connect_four")

    def play(matches: int, seed: int) -> Played:
        below = random.Random(seed).randrange
        plies = lead = 0
        for _ in range(matches):
            state = game.new_initial_state()
            while not state.is_terminal():
                legal = state.legal_actions()
                state.apply_action(legal[below(len(legal))])
                plies += 1
            lead += int(state.returns()[0])
        return Played(matches, plies, lead / matches)

    return play


def pgx_on_the_cpu(_cores: int) -> Callable[[int, int], Played]:
    """Play pgx's connect four at random in the batch size that suits this machine best."""
    os.environ["JAX_PLATFORMS"] = "cpu"
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    import jax

    calls = {batch: batch_of(batch) for batch in BATCHES}
    for call in calls.values():
        pace(call, seeds=range(1))  # compiles
    rate = {batch: pace(call, seeds=range(1, 4)) for batch, call in calls.items()}
    best = calls[max(rate, key=rate.__getitem__)]

    def play(matches: int, seed: int) -> Played:
        finished = plies = lead = 0
        while finished < matches:
            seed += 1_000_003
            done = [int(number) for number in best(jax.random.key(seed))]
            finished, plies, lead = finished + done[0], plies + done[1], lead + done[2]
        return Played(finished, plies, lead / finished)

    return play


def pace(call: Callable[[Any], Any], seeds: range) -> float:
    """How many matches does a call finish per CPU second?"""
    import jax

    began = time.process_time()
    finished = sum(int(call(jax.random.key(seed))[0]) for seed in seeds)
    return finished / (time.process_time() - began)


def batch_of(size: int) -> Callable[[Any], Any]:
    """Compile many moves in many matches at once: finished matches, their plies, and the lead of the first player.

    A match that is over begins anew at once and is counted when it ends, so no step is spent on one that waits for
    the others (stepping until all are over was half as fast). A move costs one random number (masked categorical
    draws seven, and was a tenth slower); the generator is JAX's default (rbg was no faster).
    """
    import jax
    import jax.numpy as jnp
    import pgx

    env = pgx.make("connect_four")

    def choose(key: Any, legal: Any) -> Any:
        count = jnp.cumsum(legal, axis=1).astype(jnp.uint32)
        drawn = jax.random.bits(key, (size, 1), jnp.uint32) % count[:, -1:]
        return jnp.argmax(count > drawn, axis=1)

    def begin_anew(over: Any, fresh: Any, state: Any) -> Any:
        return jax.tree.map(lambda new, old: jnp.where(over.reshape(-1, *[1] * (old.ndim - 1)), new, old), fresh, state)

    def run(key: Any) -> Any:
        key, first = jax.random.split(key)
        fresh = jax.vmap(env.init)(jax.random.split(first, size))

        def one_move(_: int, carried: Any) -> Any:
            state, key, finished, plies, lead = carried
            key, now = jax.random.split(key)
            state = jax.vmap(env.step)(state, choose(now, state.legal_action_mask))
            over = state.terminated
            finished += over.sum()
            plies += jnp.where(over, state._step_count, 0).sum()
            # who won is in the state already; asking for the rewards would cost pgx more than a quarter of its speed
            winner = state._x.winner
            lead += (over & (winner == 0)).sum() - (over & (winner == 1)).sum()
            return begin_anew(over, fresh, state), key, finished, plies, lead

        return jax.lax.fori_loop(0, STEPS, one_move, (fresh, key, 0, 0, 0))[2:]

    compiled: Callable[[Any], Any] = jax.jit(run)
    return compiled
