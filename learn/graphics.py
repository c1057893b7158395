"""Self-play on a GPU: the very loop of `play.py`, a thread for each match: `python -m learn.graphics maui`.

What is noted stays on the GPU, in tensors of torch, and training takes it from there.
"""

from __future__ import annotations

import argparse
import time
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from numba import int32, int64

import strandline as sl
from learn.play import POSITIONS, Positions, play_and_note, room_of, self_play
from learn.regret import play_on
from learn.train import blend
from strandline.bots.search import network_for
from strandline.engine.chance import Random
from strandline.engine.defaults import MOST_SEATS
from strandline.engine.network import Network, no_network
from strandline.engine.playout import fresh
from strandline.research.graphics import plain, toolkit

if TYPE_CHECKING:
    from strandline.engine.game import Game

GPU = "cuda"  # as torch calls it
BLOCK = 64  # threads that start together
WIDEST = 64  # hidden units that there is room for
JOBS = 4_000  # moves that are played on together
SHARE = 3  # one part in so many of the free memory is for what is noted


@cache
def player(room: int) -> Any:
    """Write the program that plays one match; what it works on all the time is its thread's own memory."""
    cuda = toolkit()

    @cuda.jit
    def play_one(  # type: ignore[no-untyped-def]
        states, work, into, random, seed, first, weights, bias, second, learned, slips, openings, alone, chances, noted,
        counts, match, stood, sheet, points, place, made,
    ):  # fmt: skip
        at = cuda.grid(1)
        if at < states.shape[0]:
            active, hidden = cuda.local.array(room, int32), cuda.local.array(WIDEST, int32)
            value, placed = cuda.local.array(MOST_SEATS, int64), cuda.local.array(MOST_SEATS, int64)
            one, seats = slice(at, at + 1), points.shape[1]
            made[at] = play_and_note(
                states[one], work[at], into[at], random[one], seed, first + at, Network(weights, bias, second), learned,
                slips, openings, alone, chances, active, hidden[: len(bias)], value[:seats], noted[at], counts[at],
                match[at], stood[at], placed[:seats], sheet[at], points[one], place[one],
            )  # fmt: skip

    return play_one


@cache
def blender() -> Any:
    """Write the program that blends the targets of one match."""
    cuda = toolkit()

    @cuda.jit
    def blend_one(begins, match, thought, found, trace):  # type: ignore[no-untyped-def]
        at = cuda.grid(1)
        if at < begins.shape[0] - 1:
            part = slice(begins[at], begins[at + 1])
            blend(match[part], thought[part], found[part], trace)

    return blend_one


def self_play_on_cuda(
    game: Game, seats: int, count: int, network: Network, learned: bool, seed: int, slips: int = 20, openings: int = 0,
    options: Any = None, alone: int = 0, chances: int = 0,
) -> Positions:  # fmt: skip
    """Play the matches that `self_play` plays, as many at once as there is memory for."""
    room, most = room_of(game), POSITIONS * seats
    each = most * seats * (2 * room.MOST + 8)  # bytes of what a match notes
    at_once = max(1, min(count, int(torch.cuda.mem_get_info()[0] // SHARE // each)))
    start = game.start(seats, options or game.options())
    ways = int(learned), slips, openings, alone, chances
    parts = [
        play_some(game, start, min(at_once, count - first), first, most, network, ways, seed)
        for first in range(0, count, at_once)
    ]
    features, *rest = (torch.cat([part[column] for part in parts]) for column in range(len(Positions._fields)))
    longest = max(1, int((features != room.FEATURES).flatten(0, 1).any(0).sum()))
    return Positions(features[..., :longest], *rest)


def play_some(
    game: Game, start: Any, count: int, first: int, most: int, network: Network, ways: tuple[int, ...], seed: int
) -> tuple[Any, ...]:
    """Play as many matches as are on the GPU together, from the stream `first` on."""
    cuda, room, seats = toolkit(), room_of(game), game.seats_of(start)
    row = plain(start.dtype)
    states, work = cuda.to_device(fresh(start, count).view(row)), cuda.device_array((count, 1), row)
    into, random = cuda.device_array((count, game.rules.MOVES), np.int32), cuda.device_array(count, plain(Random.dtype))
    noted = torch.full((count, most, seats, room.MOST), room.FEATURES, dtype=torch.int16, device=GPU)
    counts = torch.zeros((count, most, seats), dtype=torch.int16, device=GPU)
    match = torch.zeros((count, most), dtype=torch.int32, device=GPU)
    stood = torch.zeros((count, most, seats), dtype=torch.int32, device=GPU)
    points = torch.zeros((count, seats), dtype=torch.int32, device=GPU)
    place = torch.zeros((count, seats), dtype=torch.int8, device=GPU)
    made = torch.zeros(count, dtype=torch.int64, device=GPU)
    sheet = cuda.device_array((count, seats, len(game.rules.SHEET)), np.int64)
    program = player(room.ROOM)[-(-count // BLOCK), BLOCK]
    program(
        states, work, into, random, seed, first, *(cuda.to_device(np.ascontiguousarray(part)) for part in network),
        *ways, *(cuda.as_cuda_array(part) for part in (noted, counts, match, stood)), sheet,
        *(cuda.as_cuda_array(part) for part in (points, place, made)),
    )  # fmt: skip
    cuda.synchronize()
    filled = torch.arange(most, device=GPU) < made[:, None]
    return noted[filled], (filled.nonzero()[:, 0] + first).int(), stood[filled], points, place


def blend_on_cuda(match: Any, thought: Any, found: Any, trace: float) -> None:
    """Blend the targets of all matches, as `blend` does."""
    cuda = toolkit()
    begins = torch.cat((torch.zeros_like(match[:1]).long(), torch.bincount(match).cumsum(0)))
    program = blender()[-(-len(begins) // BLOCK), BLOCK]
    program(*(cuda.as_cuda_array(part) for part in (begins, match, thought, found)), trace)
    cuda.synchronize()


@cache
def goer_on(room: int) -> Any:
    """Write the program that plays a move on for some streams of chance."""
    cuda = toolkit()

    @cuda.jit
    def play_one(  # type: ignore[no-untyped-def]
        states, legal, of, into, random, weights, bias, second, sheet, worth, seed, columns
    ):
        at = cuda.grid(1)
        if at < states.shape[0]:
            active, hidden = cuda.local.array(room, int32), cuda.local.array(WIDEST, int32)
            value, placed = cuda.local.array(MOST_SEATS, int64), cuda.local.array(MOST_SEATS, int64)
            seats = sheet.shape[1]
            parts = worth.shape[1] // columns
            job, first = at // parts, at % parts * columns
            play_on(
                states[at], legal[job : job + 1], into[at], random[at], Network(weights, bias, second), active,
                hidden[: len(bias)], value[:seats], sheet[at], placed[:seats],
                worth[job : job + 1, first : first + columns], seed + 1 + of[job], first,
            )  # fmt: skip

    return play_one


def play_all_on_cuda(
    game: Game, seats: int, network: Network, found: list[tuple[Any, Any]], often: int, seed: int
) -> list[Any]:
    """Play all moves of decisions on so often, as `play_all_here` does: what does each leave behind on average?"""
    cuda, room = toolkit(), room_of(game)
    columns = next(size for size in (16, 8, 4, 2, 1) if often % size == 0)
    row, parts = plain(found[0][0].dtype), often // columns
    counts = [len(legal) for _, legal in found]
    of, legal = np.repeat(np.arange(len(found)), counts), np.concatenate([legal for _, legal in found])
    rows = np.concatenate([fresh(state, 1) for state, _ in found]).view(row)
    worth = cuda.device_array((len(of), often), np.float64)
    for begins in range(0, len(of), JOBS):
        part = slice(begins, begins + JOBS)
        threads = len(of[part]) * parts
        states = np.repeat(rows[of[part]], parts * 3).reshape(threads, 3)
        goer_on(room.ROOM)[-(-threads // BLOCK), BLOCK](
            cuda.to_device(states), cuda.to_device(legal[part]), cuda.to_device(of[part]),
            cuda.device_array((threads, game.rules.MOVES), np.int32),
            cuda.device_array((threads, 2), plain(Random.dtype)),
            *(cuda.to_device(np.ascontiguousarray(weights)) for weights in network),
            cuda.device_array((threads, seats, len(game.rules.SHEET)), np.int64), worth[part], seed, columns,
        )  # fmt: skip
    means = worth.copy_to_host().mean(axis=1)
    return np.split(means, np.cumsum(counts)[:-1])


def compare(game: Game, seats: int, count: int, larger: int) -> str:
    """Play the same matches here and on the GPU, and stop where anything that is noted differs; how fast are they?"""
    network = network_for(game, game.start(seats, game.options()))
    way = (no_network(), False) if network is None else (network, True)
    ours = {name: value for name, value in getattr(game.network, "TEACHING", {}).items() if name != "matches"}
    self_play(game, seats, 8, *way, 2, **ours)  # compiles
    began = time.perf_counter()
    here = self_play(game, seats, count, *way, 1, **ours)
    rate = count / (time.perf_counter() - began)
    there = self_play_on_cuda(game, seats, count, *way, 1, **ours)
    for name, one, other in zip(Positions._fields, here, there, strict=True):
        if not np.array_equal(one, other.cpu().numpy()):
            raise SystemExit(f"{game.slug}: {name} of the GPU differs from that of the processor")
    began = time.perf_counter()
    self_play_on_cuda(game, seats, larger, *way, 3, **ours)
    fast = larger / (time.perf_counter() - began)
    return f"{game.slug}, {seats} seats: {count:,} matches the same; {fast:,.0f} matches/s, one core {rate:,.0f}"


def main() -> None:
    """Compare, and tell how fast."""
    parser = argparse.ArgumentParser(prog="python -m learn.graphics", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--matches", type=int, default=2_000, help="that are compared")
    parser.add_argument("--larger", type=int, default=65_536, help="that the GPU plays to see how fast it is")
    asked = parser.parse_args()
    print(compare(sl.game(asked.game), asked.seats, asked.matches, asked.larger), flush=True)


if __name__ == "__main__":
    main()
