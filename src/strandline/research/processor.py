"""Where the rows of a batch are: in the memory of this machine, worked on by all of its cores."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from strandline.engine.chance import Random
from strandline.engine.contract import OVER
from strandline.engine.errors import BadMove
from strandline.engine.playout import fresh, results
from strandline.engine.row import copy_of
from strandline.research import kernels
from strandline.research.kernels import WAIT
from strandline.research.policies import chooser

if TYPE_CHECKING:
    from collections.abc import Callable

    from strandline.engine.game import Game
    from strandline.engine.row import Row
    from strandline.research.observation import Kind, Numbers, Observation

PIECE = 512  # rows that are worth waking a thread for


@cache
def pool(_process: int) -> ThreadPoolExecutor:
    """Give the threads of this process; one that was forked has its own."""
    return ThreadPoolExecutor(os.cpu_count() or 1, thread_name_prefix="strandline batch")


class Processor:
    """The rows of a batch as a NumPy table; every method runs compiled, on all cores, without the interpreter's lock.

    Another device is another class with these methods and attributes.
    """

    def __init__(self, game: Game, start: Row, count: int, seats: int, threads: int | None) -> None:
        self.game, self.seats = game, seats
        self.start = fresh(start, 1)
        self.rows = fresh(start, count)
        self.random = Random.table(count)
        self.seeds, self.streams = np.zeros(count, np.int64), np.zeros(count, np.int64)
        self.over = np.zeros(count, np.bool_)
        self.points = np.zeros((count, seats), np.int32)
        self.place = np.zeros((count, seats), np.int8)
        self.rewards = np.zeros((count, seats), np.float32)
        pieces = max(1, min(threads or os.cpu_count() or 1, count // PIECE))
        bounds = np.linspace(0, count, pieces + 1).astype(int).tolist()
        self.parts = [slice(low, high) for low, high in pairwise(bounds)]
        # What one thread writes to while it works on its part.
        self.into = [game.buffer() for _ in self.parts]
        self.scratch = [fresh(start, 2) for _ in self.parts]
        self.sheet = [np.zeros((seats, len(game.rules.SHEET)), np.int64) for _ in self.parts]
        self.placed = [np.zeros(seats, np.int64) for _ in self.parts]
        self.width = 32  # room for the moves of a row

    def share(self, work: Callable[[int, slice], Any]) -> list[Any]:
        """Let every thread work on its part, this one too; what do they say?"""
        others = [pool(os.getpid()).submit(work, number, part) for number, part in enumerate(self.parts[1:], 1)]
        mine = work(0, self.parts[0])
        return [mine, *(other.result() for other in others)]

    # What comes from outside, and goes there

    def numbers(self, moves: Any) -> Numbers:
        """Read a number for each match."""
        numbers = np.asarray(moves)
        if numbers.dtype.kind not in "iu" or numbers.shape != (len(self.rows),):
            shape = "×".join(map(str, numbers.shape)) or "1"
            raise BadMove("batch.shape", count=len(self.rows), found=f"{numbers.dtype} {shape}")
        if numbers.dtype.itemsize > 4:  # wider ones would lose what makes them wrong
            numbers = np.clip(numbers, -(2**31), 2**31 - 1)
        return np.ascontiguousarray(numbers, np.int32)

    def host(self, array: Numbers) -> Numbers:
        """Bring numbers here, where they are."""
        return array

    def kept(self, array: Numbers) -> Numbers:
        """Copy numbers, so that the next step does not write over them."""
        return array.copy()

    def reseed(self, begun: Numbers, seeds: Numbers | None, streams: Numbers | None, stride: int) -> None:
        """Give matches that begin anew their chance: seeds and streams, or the next stream of each."""
        self.streams[begun] = self.streams[begun] + stride if streams is None else streams[begun]
        if seeds is not None:
            self.seeds[begun] = seeds[begun]

    def row(self, index: int) -> Row:
        """Copy one row."""
        return copy_of(cast("Row", self.rows[index]))

    def set_row(self, index: int, state: Row) -> None:
        """Write one row."""
        self.rows[index] = state
        self.over[index] = state.turn == OVER

    def take(self, at: Numbers) -> tuple[Numbers, Numbers, Numbers, Numbers]:
        """Give matches: rows and random numbers as bytes, seeds, streams."""
        return raw(self.rows)[at], raw(self.random)[at], self.seeds[at], self.streams[at]

    def put(self, at: Numbers, kept: tuple[Numbers, Numbers, Numbers, Numbers]) -> None:
        """Put matches back."""
        raw(self.rows)[at], raw(self.random)[at], self.seeds[at], self.streams[at] = kept
        self.over = self.turn() == OVER
        self.rewards = np.zeros_like(self.rewards)

    def turn(self) -> Numbers:
        """Say whose turn it is in every row."""
        return np.ascontiguousarray(self.rows["turn"])

    # What is compiled

    def first_fault(self, chosen: Numbers) -> int:
        """Find the first match whose move cannot be played; −1 where all can."""
        actions = self.game.rules.MOVES

        def work(_: int, part: slice) -> int:
            at = int(kernels.first_fault(self.rows[part], chosen[part], actions))
            return at if at < 0 else at + part.start

        return next((at for at in self.share(work) if at >= 0), -1)

    def step(self, chosen: Numbers, stride: int, *, settles: bool, restarts: bool) -> None:
        """Play a move in every row; results are noted in new arrays, so that the old ones can be kept."""
        self.over, self.rewards = np.empty_like(self.over), np.empty_like(self.rewards)

        def work(number: int, part: slice) -> None:
            kernels.step(
                self.rows[part], self.start, chosen[part], self.random[part], self.seeds[part], self.streams[part],
                stride, settles, restarts, self.over[part], self.sheet[number], self.placed[number],
                self.points[part], self.place[part], self.rewards[part],
            )  # fmt: skip

        self.share(work)

    def legal(self) -> Numbers:
        """Mark the legal moves of every row."""
        mask = np.empty((len(self.rows), self.game.rules.MOVES), np.bool_)
        self.share(lambda number, part: kernels.mark_moves(self.rows[part], self.into[number], mask[part]))
        return mask

    def moves(self) -> tuple[Numbers, Numbers]:
        """List the legal moves of every row, and how many there are."""
        counts = np.empty(len(self.rows), np.int32)
        while True:
            numbers = np.empty((len(self.rows), self.width), np.int32)
            self.share(
                lambda number, part, into=numbers: kernels.list_moves(  # type: ignore[misc]
                    self.rows[part], self.into[number], into[part], counts[part]
                )
            )
            if counts.max() <= self.width:
                return numbers, counts
            self.width = int(counts.max())

    def listed(self, places: Numbers) -> tuple[Numbers, int, int]:
        """Turn places in the lists of legal moves into moves; the first match where that fails, how many it has."""
        numbers, counts = self.moves()
        wrong = np.flatnonzero((places < WAIT) | (places >= counts))
        if len(wrong):
            return places, int(wrong[0]), int(counts[wrong[0]])
        taken = np.take_along_axis(numbers, np.maximum(places, 0)[:, None], 1)[:, 0]
        return np.where(places == WAIT, WAIT, taken).astype(np.int32), -1, 0

    def choose(self, policy: Any) -> Numbers:
        """Choose a move in every row: at random, greedily, or by a function."""
        chosen = np.empty(len(self.rows), np.int32)

        def work(number: int, part: slice) -> None:
            own = self.into[number], self.random[part], chosen[part]
            if policy == "random":
                kernels.draw_moves(self.rows[part], *own)
            elif policy == "greedy":
                kernels.choose_greedily(self.rows[part], self.scratch[number], *own)
            else:
                chooser(policy)(self.rows[part], self.scratch[number], *own)

        self.share(work)
        return chosen

    def results(self) -> tuple[Numbers, Numbers, Numbers]:
        """Score and rank every row as it is now: points, places, whole sheets."""
        count, lines = len(self.rows), len(self.game.rules.SHEET)
        points, place = np.zeros((count, self.seats), np.int32), np.zeros((count, self.seats), np.int8)
        sheets = np.zeros((count, self.seats, lines), np.int32)

        def work(number: int, part: slice) -> None:
            own = self.sheet[number], self.placed[number]
            results(self.rows[part], *own, points[part], place[part], sheets[part])

        self.share(work)
        return points, place, sheets

    def observe(self, observation: Observation, seats: Numbers, kind: Kind) -> Numbers:
        """Write what a seat sees of every row."""
        into = np.empty((len(self.rows), observation.size), kind)
        scale = observation.scale(kind)
        self.share(lambda _, part: observation.write(self.rows[part], seats[part], scale, into[part]))
        return into


def raw(table: Numbers) -> Numbers:
    """Give the rows of a table as their bytes, in the same memory."""
    return table.view(np.uint8).reshape(len(table), -1)
