"""The same rules on a GPU: `python -m bench.graphics`; every match is compared with the one of the processor.

Beside it, on the same GPU: pgx's connect four, jitted and vectorised, and a batch that torch chooses the moves for.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import strandline as sl
from strandline.engine.chance import below

if TYPE_CHECKING:
    from collections.abc import Callable

    from strandline.engine.playout import Playouts

ROOT = Path(__file__).parents[1]
GAMES = ("connect-four", "high-tide-leiman", "high-tide-henn", "maui", "day-at-the-beach")


def main() -> None:
    """Read the command line, measure, report."""
    parser = argparse.ArgumentParser(prog="python -m bench.graphics", description="The rules on a GPU.")
    parser.add_argument("--matches", type=int, default=1 << 20, help="of each game, compared one by one")
    parser.add_argument("--games", nargs="*", default=list(GAMES))
    parser.add_argument("--batches", type=int, nargs="*", default=[16_384, 262_144])
    parser.add_argument("--no-peers", action="store_true")
    wish = parser.parse_args()
    sl.add_game(ROOT / "examples" / "connect_four")
    for game in wish.games:
        compare(game, wish.matches)
        for policy in ("greedy", half_of_them):
            compare_policy(game, wish.matches // 16, policy)
    for count in wish.batches:
        for game in wish.games:
            step(game, count)
    if not wish.no_peers:
        for count in wish.batches:
            pgx_steps(count)


def compare(game: str, count: int) -> None:
    """Play the same matches on both, and compare points, places, lengths and the moves themselves."""
    sl.playouts(game, 1024, seed=1, device="cuda")  # compiles
    sl.playouts(game, 1024, seed=1)
    begun = time.perf_counter()
    there = sl.playouts(game, count, seed=7, device="cuda")
    seconds = time.perf_counter() - begun
    begun = time.perf_counter()
    here = sl.playouts(game, count, seed=7)
    longer = time.perf_counter() - begun
    hold_to(game, here, there)
    bare, plies = alone(game, count), int(here.plies.sum())
    rate, moves = count / seconds, plies / seconds
    print(
        f"{game}: {count:,} matches identical; GPU {count / bare:,.0f} matches/s, {plies / bare:,.0f} moves/s, "
        f"with memory and transfers {rate:,.0f} and {moves:,.0f}; "
        f"all cores {count / longer:,.0f} matches/s",
        flush=True,
    )


def hold_to(game: str, here: Playouts, there: Playouts) -> None:
    """Compare the matches of both: points, places, lengths, who began, and by the checksum every move."""
    columns = ("points", "place", "plies", "began")
    if here.checksum != there.checksum or any((getattr(here, name) != getattr(there, name)).any() for name in columns):
        sys.exit(f"{game}: the matches of the GPU differ from those of the processor")


def half_of_them(view: Any, moves: Any, count: int, random: Any) -> int:  # noqa: ARG001
    """Choose one of the first moves listed, in every other turn of the first seat the last: a policy of one's own."""
    return count - 1 if view.turn == 0 and below(random, 2) == 0 else below(random, (count + 1) // 2)


def compare_policy(game: str, count: int, policy: str | Callable[..., int]) -> None:
    """Play the same matches on both by a policy."""
    times = []
    found = []
    for device in ("cuda", "cpu"):
        sl.playouts(game, 64, seed=1, device=device, policy=policy)  # compiles
        begun = time.perf_counter()
        found.append(sl.playouts(game, count, seed=7, device=device, policy=policy))
        times.append(time.perf_counter() - begun)
    hold_to(game, *found)
    name = policy if isinstance(policy, str) else "a function of one's own"
    print(
        f"{game}, {name}: {count:,} matches identical; GPU, with memory and transfers, {count / times[0]:,.0f} "
        f"matches/s; all cores {count / times[1]:,.0f} matches/s",
        flush=True,
    )


def alone(game: str, count: int) -> float:
    """Time the matches alone, results left where they are: the best of three."""
    from strandline.research.graphics import Graphics

    chosen = sl.game(game)
    there = Graphics(chosen, chosen.start(chosen.rules.SEATS[0], chosen.options()), count, chosen.rules.SEATS[0], None)
    noted = [there.cuda.device_array(count, kind) for kind in ("int32", "int64", "int8")]
    best = float("inf")
    for _ in range(3):
        state = (
            there.start,
            there.rows,
            there.seeds,
            there.streams,
            there.over,
            there.points,
            there.place,
            there.rewards,
        )
        there.run(there.programs.fill, *state)
        there.cuda.synchronize()
        begun = time.perf_counter()
        there.run(there.programs.finish, there.rows, there.into, there.random, 7, 0, *noted)
        there.cuda.synchronize()
        best = min(best, time.perf_counter() - begun)
    return best


def step(game: str, count: int, seconds: float = 2.0) -> None:
    """Step a batch from Python, torch choosing among the legal moves on the GPU: call by call, and as a graph."""
    import torch

    batch = sl.Batch(game, count, seed=3, restart=True, device="cuda")
    moves = torch.zeros(count, dtype=torch.int32, device="cuda")

    def once() -> None:
        legal = torch.as_tensor(batch.legal(), device="cuda")
        moves.copy_((torch.rand(legal.shape, device="cuda") * legal).argmax(1))
        batch.step(moves, check=False)

    def rate(play: Any) -> float:
        torch.cuda.synchronize()
        begun, steps = time.perf_counter(), 0
        while time.perf_counter() - begun < seconds:
            for _ in range(10):
                play()
            torch.cuda.synchronize()
            steps += 10
        return steps * count / (time.perf_counter() - begun)

    aside = torch.cuda.Stream()
    with torch.cuda.stream(aside):  # compiles, for the stream too
        once()
    torch.cuda.current_stream().wait_stream(aside)
    called = rate(once)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, capture_error_mode="relaxed"):
        once()
    replayed = rate(graph.replay)
    same_as_here(batch, graph, moves)
    print(
        f"{game}: {count:,} matches stepped from Python, torch chooses: {called:,.0f} steps/s, "
        f"recorded once and played again {replayed:,.0f}; 50 steps identical to the processor's",
        flush=True,
    )


def same_as_here(batch: sl.Batch, graph: Any, moves: Any, steps: int = 50) -> None:
    """Play what the graph chooses on the processor too, from where it stands, and compare every row."""
    here = sl.Batch(batch.game, batch.count, restart=True)
    here.restore(batch.save())
    for _ in range(steps):
        graph.replay()
        here.step(moves.cpu().numpy())
    ours, theirs = here.save(), batch.save()
    if not ((ours.rows == theirs.rows).all() and (ours.random == theirs.random).all()):
        sys.exit(f"{batch.game.slug}: the steps of the GPU differ from those of the processor")


def pgx_steps(count: int, seconds: float = 2.0) -> None:
    """Step pgx's connect four: from Python one jitted step at a time, and many steps in one jitted loop."""
    import jax
    import jax.numpy as jnp
    import pgx

    env = pgx.make("connect_four")
    init, play = jax.vmap(env.init), jax.vmap(env.step)
    first = init(jax.random.split(jax.random.PRNGKey(0), count))

    def once(state: Any, key: Any) -> tuple[Any, Any]:
        key, drawn = jax.random.split(key)
        logits = jnp.where(state.legal_action_mask, 0.0, -1e9)
        state = play(state, jax.random.categorical(drawn, logits, axis=-1))
        over = state.terminated | state.truncated
        fresh = jax.tree.map(lambda a, b: jnp.where(over.reshape((-1,) + (1,) * (a.ndim - 1)), b, a), state, first)
        return fresh, key

    def many(state: Any, key: Any) -> tuple[Any, Any]:
        return jax.lax.scan(lambda carry, _: (once(*carry), None), (state, key), None, length=200)[0]  # type: ignore[no-any-return]

    for name, loop, each in (("from Python", jax.jit(once), 1), ("in one jitted loop", jax.jit(many), 200)):
        state, key = loop(first, jax.random.PRNGKey(1))
        jax.block_until_ready(state)
        begun, steps = time.perf_counter(), 0
        while time.perf_counter() - begun < seconds:
            for _ in range(max(1, 10 // each)):
                state, key = loop(state, key)
                steps += each
            jax.block_until_ready(state)
        rate = steps * count / (time.perf_counter() - begun)
        print(f"pgx connect four, {count:,} matches, {name}: {rate:,.0f} steps/s", flush=True)


if __name__ == "__main__":
    main()
