"""Random matches by the million: loops over rows that know only the contract, compiled once for each game."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from strandline.engine.chance import Random, begin, below
from strandline.engine.contract import CHANCE, NOBODY, OVER, moves, play, rank, sample, score
from strandline.engine.errors import BadOptions
from strandline.engine.row import table_of
from strandline.engine.rule import long_rule, rule, specialise

if TYPE_CHECKING:
    from collections.abc import Callable

    import msgspec

    from strandline.engine.game import Game
    from strandline.engine.row import Array, Row, Table

CHUNK = 512  # rows that one thread finishes before it asks for more
CHECKSUM = 0x7FFFFFFF


@rule
def random_move(state: Row, into: Array, random: Random) -> int:
    """Draw one of the legal moves, each as likely, or an outcome of chance by its weight."""
    if state.turn == CHANCE:
        return int(sample(state, random))
    return int(into[below(random, moves(state, into))])


@long_rule
def finish(
    states: Table, into: Array, random: Any, seed: int, first: int, plies: Array, checksum: Array, began: Array
) -> None:
    """Play every row at random until it is over; the n-th row draws from stream first + n of the seed."""
    for index in range(len(states)):
        state = states[index]
        begin(random[0], seed, first + index)
        count = 0
        mixed = 0
        opener = NOBODY
        while state.turn != OVER:
            if opener == NOBODY:
                opener = state.turn  # chance has the number of nobody
            move = random_move(state, into, random[0])
            play(state, move)
            mixed = (mixed * 31 + move + 1) & CHECKSUM
            count += 1
        plies[index] = count
        checksum[index] = mixed
        began[index] = opener


@rule
def note_result(state: Row, index: int, sheet: Any, placed: Array, points: Array, place: Array, sheets: Array) -> None:
    """Note score and place of every seat, and the whole score sheet where there is room for it."""
    score(state, sheet)
    rank(state, sheet, placed)
    for seat in range(len(placed)):
        points[index, seat] = sheet[seat, 0]
        place[index, seat] = placed[seat]
        if len(sheets) > 0:
            for line in range(sheet.shape[1]):
                sheets[index, seat, line] = sheet[seat, line]


@long_rule
def results(states: Table, sheet: Any, placed: Array, points: Array, place: Array, sheets: Array) -> None:
    """Note the result of every row."""
    for index in range(len(states)):
        note_result(states[index], index, sheet, placed, points, place, sheets)


@long_rule
def step(states: Table, index: int, move: int, into: Array, random: Any) -> int:
    """Play a move in one row, let chance have its turn, and list the moves of the next seat; 0 when the match is over.

    One call for a whole decision: what a loop written in Python pays for is the call, not the rule.
    """
    state = states[index]
    play(state, move)
    while state.turn == CHANCE:
        play(state, sample(state, random[0]))
    return int(moves(state, into))


@long_rule
def settle(states: Table, index: int, into: Array, random: Any) -> int:
    """Let chance have its turn in one row and list the moves of the seat that is then to move."""
    state = states[index]
    while state.turn == CHANCE:
        play(state, sample(state, random[0]))
    return int(moves(state, into))


@long_rule
def count_leaves(states: Table, into: Any, depth: int) -> int:
    """Count the ways to make `depth` moves from the first row; the other rows are room to play them in."""
    if depth == 0:
        return 1
    left = np.zeros(depth, np.int64)
    left[0] = moves(states[0], into[0])
    if depth == 1:
        return int(left[0])
    leaves = 0
    level = 0
    while level >= 0:
        if left[level] == 0:
            level -= 1
            continue
        left[level] -= 1
        states[level + 1] = states[level]
        play(states[level + 1], 0 + int(into[level, left[level]]))  # as wide as elsewhere: compiled once, not twice
        count = moves(states[level + 1], into[level + 1])
        if level + 2 == depth:
            leaves += count
        else:
            level += 1
            left[level] = count
    return leaves


class Drive:
    """One match driven from Python, move by move, at the least price of a call; chance follows from seed and stream."""

    def __init__(self, game: Game, *, seats: int | None = None, options: msgspec.Struct | None = None) -> None:
        start = game.start(game.rules.SEATS[0] if seats is None else seats, options or game.options())
        self._start = fresh(start, 1)
        self.table = self._start.copy()
        self._random = random_table()
        self.moves = game.buffer()
        self._listed = self.moves.data  # numbers come out of it as Python's own, and twice as fast
        self._step = specialise(step, self.table, 0, 0, self.moves, self._random)
        self._settle = specialise(settle, self.table, 0, self.moves, self._random)

    def begin(self, seed: int, stream: int = 0) -> int:
        """Begin a match: how many moves are there to choose from, at the front of `moves`?"""
        self.table[0] = self._start[0]
        begin(self._random[0], seed, stream)
        return self._settle(self.table, 0, self.moves, self._random)

    def step(self, index: int) -> int:
        """Play the move at this place of `moves`, let chance have its turn; how many are there next? 0: it is over."""
        return self._step(self.table, 0, self._listed[index], self.moves, self._random)

    @property
    def state(self) -> Row:
        """The position; look, but do not write."""
        return cast("Row", self.table[0])


def perft(game: Game, state: Row, depth: int) -> int:
    """Count the ways to make `depth` moves, chance included, from a position."""
    into = np.zeros((max(depth, 1), game.rules.MOVES), np.int32)
    return int(count_leaves(fresh(state, max(depth, 1)), into, depth))


def fresh(state: Row, count: int) -> Table:
    """Make a table of copies of one row, for the rules to work on."""
    return np.repeat(table_of(state), count)


def random_table(seed: int = 0, stream: int = 0) -> Table:
    """Make a random generator as a table of one, for the rules to draw from."""
    random = Random.table(1)
    begin(random[0], seed, stream)
    return random


@dataclass(frozen=True)
class Playouts:
    """What came of many random matches: an entry for each match, and for each seat of each match."""

    points: np.ndarray[Any, np.dtype[np.int32]]
    place: np.ndarray[Any, np.dtype[np.int8]]
    plies: np.ndarray[Any, np.dtype[np.int32]]
    checksum: int
    began: np.ndarray[Any, np.dtype[np.int8]]  # the seat that had the first decision
    sheet: np.ndarray[Any, np.dtype[np.int32]]  # [match, seat, line]; no matches in it unless it was asked for
    lines: tuple[str, ...]  # of the sheet

    def columns(self) -> dict[str, np.ndarray[Any, Any]]:
        """Give everything as columns with one number for each match, as `polars.DataFrame` and others want it."""
        found: dict[str, np.ndarray[Any, Any]] = {"plies": self.plies, "began": self.began}
        for seat in range(self.points.shape[1]):
            found |= {f"points_{seat}": self.points[:, seat], f"place_{seat}": self.place[:, seat]}
            if len(self.sheet):
                found |= {f"{line}_{seat}": self.sheet[:, seat, at] for at, line in enumerate(self.lines)}
        return found

    def __len__(self) -> int:
        """How many matches?"""
        return len(self.plies)

    def __repr__(self) -> str:
        """Sum them up in a line."""
        firsts = ", ".join(f"{share:.1%}" for share in (self.place == 1).mean(axis=0))
        return f"<{len(self)} random matches, mean {self.plies.mean():.1f} moves, first places by seat: {firsts}>"


def playouts(
    game: Game,
    count: int,
    *,
    seats: int | None = None,
    options: msgspec.Struct | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
    start: Row | None = None,
    sheets: bool = False,
    loop: Callable[..., None] = finish,
    chunk: int = CHUNK,
    whole: Callable[..., None] | None = None,
) -> Playouts:
    """Play matches on all cores, from the start or a position; on any number of them the same seed gives the same ones.

    The loop plays them at random, or as another that is called as `finish` is; or a function plays and scores so many
    at once elsewhere.
    """
    if not 0 <= seed < 2**63:
        raise BadOptions("settings.range", name="seed", value=seed, low=0, high=2**63 - 1)
    if count < 1:
        raise BadOptions("settings.range", name="count", value=count, low=1, high="…")
    seats = game.rules.SEATS[0] if seats is None else seats
    start = game.start(seats, options or game.options()) if start is None else start
    lines = len(game.rules.SHEET)
    points = np.zeros((count, seats), np.int32)
    place = np.zeros((count, seats), np.int8)
    plies = np.zeros(count, np.int32)
    checks = np.zeros(count, np.int64)
    began = np.zeros(count, np.int8)
    filled = np.zeros((count if sheets else 0, seats, lines), np.int32)

    def play_chunk(first: int) -> None:
        size = min(chunk, count - first)
        part = slice(first, first + size)
        if whole:
            noted = plies[part], checks[part], began[part], points[part], place[part]
            whole(game, start, seats, size, seed, first, noted, filled[part])
            return
        states = fresh(start, size)
        loop(states, game.buffer(), random_table(), seed, first, plies[part], checks[part], began[part])
        placed = np.zeros(seats, np.int64)
        results(states, np.zeros((seats, lines), np.int64), placed, points[part], place[part], filled[part])
        if progress:
            progress(size)

    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        list(pool.map(play_chunk, range(0, count, chunk)))
    mixed = int(np.bitwise_xor.reduce(checks * np.arange(1, count + 1) & CHECKSUM))
    return Playouts(points, place, plies, mixed, began, filled, game.rules.SHEET)
