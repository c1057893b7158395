"""Every start of a game, solved one after the other: a table that grows, is kept, and sums itself up."""

from __future__ import annotations

import json
import math
import os
import threading
import zlib
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from strandline.bots.rating import wilson
from strandline.bots.solve import LIMIT, Solver, Value
from strandline.engine.errors import BadRecord
from strandline.engine.record import write_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from strandline.engine.game import Game

FORMAT = "strandline starts 2"
FIRST_FORMAT = "strandline starts 1"  # not compressed, and its options are called readings
SAVED_EVERY = 30  # seconds

# What is known about a start is one byte: nothing yet, given up, or else who wins (the lowest bit: seat 0, who begins)
# and the positions looked at, as a power of two to the next quarter.
UNSOLVED, GIVEN_UP, SOLVED = 0, 1, 2
QUARTERS = 4


def as_byte(value: Value, nodes: int) -> int:
    """Write what became of a start as one byte."""
    if value is Value.UNKNOWN:
        return GIVEN_UP
    return SOLVED + 2 * min(round(QUARTERS * math.log2(max(nodes, 1))), 126) + (value is Value.WINS)


def nodes_of(byte: int) -> int:
    """How many positions were looked at, about? Two digits of it are told."""
    nodes = 2.0 ** ((byte - SOLVED) // 2 / QUARTERS)
    return int(round(nodes, 1 - int(math.log10(nodes))))


class NotATable(Exception):
    """A file that is no table of starts, or one of other rules, components or options."""


@dataclass(frozen=True)
class Hard:
    """A start that took much work."""

    start: str
    value: Value
    nodes: int


@dataclass(frozen=True)
class Group:
    """Starts that have something in common, and who wins them."""

    name: str
    starts: int  # up to symmetry
    solved: int
    first_wins: int
    share: float | None  # that the first player wins, symmetric ones counted singly


@dataclass(frozen=True)
class Summary:
    """What the starts that are solved say about all of them."""

    starts: int  # up to symmetry
    solved: int
    given_up: int
    first_wins: int
    share: float | None  # of all starts, symmetric ones counted singly, that the first player wins, as far as is known
    interval: tuple[float, float] | None  # Wilson's, of 95 percent; None where nothing or everything is solved
    hardest: tuple[Hard, ...]
    symmetric: Group  # those that some turn or mirror image leaves as they are
    groups: tuple[Group, ...]  # as the game groups them, best for the first player first


class Starts:
    """The starts of a game under one set of options, and what is known about each."""

    def __init__(self, game: Game, options: msgspec.Struct) -> None:
        if game.solve is None:
            raise TypeError(f"{game.slug} has no solve.py")
        self.game = game
        self.options = options
        self.start, self.multiplicity = game.solve.starts()
        self.result = np.zeros(len(self.start), np.uint8)

    @property
    def header(self) -> dict[str, str]:
        """Say what the table is a table of."""
        return {
            "game": self.game.slug,
            "rules": str(self.game.rules.VERSION),
            "components": self.game.components,
            "options": json.dumps(options_used(self.game, self.options)),
            "starts": str(len(self.start)),
        }

    def save(self, path: Path) -> None:
        """Keep the table in a file, whole or not at all."""
        lines = [FORMAT, *(f"{key}: {value}" for key, value in self.header.items()), "", ""]
        write_whole(path, "\n".join(lines).encode() + zlib.compress(self.result.tobytes(), 9))

    def load(self, path: Path) -> None:
        """Go on with the table in a file."""
        header, result = read(path)
        if header != self.header or len(result) != len(self.start):
            raise NotATable(path)
        self.result[:] = result

    def unsolved(self) -> Iterator[int]:
        """Walk over the starts that are left, shuffled, so that those solved are a fair sample; last the given up."""
        order = np.argsort(np.random.PCG64(len(self.start)).random_raw(len(self.start)), kind="stable")
        known = self.result[order]
        yield from order[known == UNSOLVED].tolist()
        yield from order[known == GIVEN_UP].tolist()

    def solve(self, index: int, solver: Solver) -> None:
        """Solve one start."""
        state = self.game.start(self.game.rules.SEATS[0], self.options)
        solver.game.place_start(state, int(self.start[index]))
        value = solver.value(state)
        self.result[index] = as_byte(value, solver.nodes)

    def summary(self, hardest: int = 5) -> Summary:
        """Sum up."""
        whole = self.group("", np.ones(len(self.start), np.bool_))
        count, everything = whole.solved, whole.starts
        hard = np.argsort(-(self.result.astype(np.int64) // 2), kind="stable")[: min(hardest, count)]
        return Summary(
            starts=everything,
            solved=count,
            given_up=int((self.result == GIVEN_UP).sum()),
            first_wins=whole.first_wins,
            share=whole.share,
            interval=wilson(whole.first_wins, count) if 0 < count < everything else None,
            hardest=tuple(self.hard(int(index)) for index in hard),
            symmetric=self.group("", self.multiplicity < self.multiplicity.max()),
            groups=self.groups(),
        )

    def group(self, name: str, members: Any) -> Group:
        """Sum up some of the starts."""
        solved = members & (self.result >= SOLVED)
        wins = solved & (self.result % 2 == 1)
        share = float(self.multiplicity[wins].sum() / self.multiplicity[solved].sum()) if solved.any() else None
        return Group(name, int(members.sum()), int(solved.sum()), int(wins.sum()), share)

    def groups(self) -> tuple[Group, ...]:
        """Sum up each of the groups that the game knows."""
        if self.game.solve is None:
            return ()
        names = np.array([self.game.solve.group_of(start) for start in self.start.tolist()])
        found = (self.group(str(name), names == name) for name in np.unique(names))
        return tuple(sorted(found, key=lambda group: -(group.share or 0.0)))

    def hard(self, index: int) -> Hard:
        """Tell about one start that is solved."""
        byte = int(self.result[index])
        spelled = self.game.solve.spell_start(int(self.start[index])) if self.game.solve else ""
        return Hard(spelled, Value.WINS if byte % 2 else Value.LOSES, nodes_of(byte))


def options_used(game: Game, options: msgspec.Struct) -> dict[str, Any]:
    """Pick the options that decide who wins a position."""
    names = game.solve.OPTIONS_USED if game.solve else ()
    return {name: getattr(options, name) for name in names}


def read(path: Path) -> tuple[dict[str, str], np.ndarray[Any, np.dtype[np.uint8]]]:
    """Read the file of a table: its header, and a byte for each start, compressed."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise BadRecord("file.unreadable", file=path, reason=error.strerror) from error
    head, blank, packed = content.partition(b"\n\n")
    lines = head.decode(errors="replace").split("\n")
    if lines[0] not in {FORMAT, FIRST_FORMAT} or not blank:
        raise NotATable(path)
    header = {key: value for key, _, value in (line.partition(": ") for line in lines[1:])}
    if lines[0] == FIRST_FORMAT:
        header["options"] = header.pop("readings", "")
        return header, np.frombuffer(packed, np.uint8)
    try:
        return header, np.frombuffer(zlib.decompress(packed), np.uint8)
    except zlib.error as error:
        raise NotATable(path) from error


def options_of(path: Path, header: Mapping[str, str]) -> dict[str, Any]:
    """Read the options from the header of a table."""
    try:
        return msgspec.json.decode(header.get("options", ""), type=dict[str, Any])
    except msgspec.MsgspecError as error:
        raise NotATable(path) from error


def solve_starts(
    starts: Starts,
    path: Path,
    *,
    count: int | None = None,
    limit: int = LIMIT,
    threads: int | None = None,
    progress: Callable[[], None] = lambda: None,
) -> None:
    """Solve the starts that are left, or so many of them, on all cores, and keep the table; Ctrl-C ends it early."""
    queue = islice(starts.unsolved(), count)
    workers = threads or os.cpu_count() or 1
    lock, stop = threading.Lock(), threading.Event()

    def worker() -> None:
        solver = Solver(starts.game, limit)
        while not stop.is_set():
            with lock:
                index = next(queue, None)
            if index is None:
                return
            starts.solve(index, solver)
            progress()

    with ThreadPoolExecutor(workers) as pool:
        running = {pool.submit(worker) for _ in range(workers)}
        try:
            while running:
                done, running = wait(running, SAVED_EVERY)
                starts.save(path)
                for future in done:
                    future.result()
        finally:
            stop.set()  # starts that are being solved are finished: leaving out hard ones would spoil the sample
            pool.shutdown()
            starts.save(path)
