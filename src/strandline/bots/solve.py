"""Perfect play, where a game's `solve.py` puts it within reach: does the mover win by force, and by which moves?

Depth-first proof-number search (df-pn; Nagai 2002): the proof number of a position is the work that seems left to show
that the mover wins, the disproof number the same for a loss; the search goes where they are least. A transposition
table keeps what was found, so that positions reached in several ways are searched once.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from strandline.engine.contract import INFINITE, moves, play, proof_numbers, take_back
from strandline.engine.row import Row, int32, int64
from strandline.engine.rule import long_rule, rule

if TYPE_CHECKING:
    from strandline.engine.game import Game
    from strandline.engine.row import Array, Table

LIMIT = 20_000_000  # positions looked at, about 20 s; the hardest start known takes a few million
WAYS = 4  # the table is set-associative: a position is kept in any of so many entries that its slot leads to
DEFENCE_LIMIT = 1_000_000  # positions looked at to find, where all moves lose, the one that is hardest to refute
MIN_ENTRIES, MAX_ENTRIES = 1 << 16, 1 << 22  # 2 MB to begin with, which the processor's cache holds, and 128 MB


class Entry(Row):
    """What is known of one position."""

    key: int = int64  # which position; 0: none
    slot: int = int32
    proof: int = int32  # 0 when the mover wins, INFINITE when the mover loses
    disproof: int = int32
    work: int = int32  # positions looked at for it


class Child(Row):
    """A move, and what is known of the position after it."""

    move: int = int32
    proof: int = int32
    disproof: int = int32


class Level(Row):
    """One position of the stack: the line that is being searched."""

    count: int = int32  # of its children
    chosen: int = int32  # the child that is searched
    proof_limit: int = int64  # elsewhere is less work once its proof number has come to this
    disproof_limit: int = int64
    begun: int = int64  # positions that had been looked at before it


class Progress(Row):
    """How far the search has come."""

    nodes: int = int64  # positions looked at
    most: int = int64  # stop when as many have been
    used: int = int64  # entries of the table
    proof: int = int64  # of the position that was asked about
    disproof: int = int64
    move: int = int64  # the most promising; the winning one, if there is one


@rule
def find(entries: Table, board: Any) -> int:
    """Find the entry of a position, or −1."""
    first = (board.slot * WAYS) & (len(entries) - 1)
    for index in range(first, first + WAYS):
        if entries[index].key == board.key:
            return int(index)
    return -1


@rule
def slot_for(entries: Table, key: int, slot: int) -> int:
    """Choose the entry for a position: its own, an empty one, or the one that took the least work."""
    first = (slot * WAYS) & (len(entries) - 1)
    least = first
    for index in range(first, first + WAYS):
        if entries[index].key == key or entries[index].key == 0:
            return int(index)
        if entries[index].work < entries[least].work:
            least = index
    return int(least)


@rule
def store(entries: Table, board: Any, proof: int, disproof: int, progress: Progress, work: int) -> None:
    """Store what is known of a position."""
    entry = entries[slot_for(entries, board.key, board.slot & 0x7FFFFFFF)]
    progress.used += entry.key == 0
    entry.key = board.key
    entry.slot = board.slot & 0x7FFFFFFF
    entry.proof = proof
    entry.disproof = disproof
    entry.work = min(work, INFINITE)


@long_rule
def rehash(entries: Table, larger: Table) -> None:
    """Copy all entries to a larger table."""
    for index in range(len(entries)):
        if entries[index].key != 0:
            larger[slot_for(larger, entries[index].key, entries[index].slot)] = entries[index]


@rule
def lookup(board: Any, entries: Table, child: Child) -> None:
    """Read the numbers of a position from the table, or estimate them."""
    index = find(entries, board)
    if index >= 0:
        child.proof = entries[index].proof
        child.disproof = entries[index].disproof
    else:
        child.proof, child.disproof = proof_numbers(board)


@rule
def expand(board: Any, entries: Table, level: Level, children: Table, into: Array) -> None:
    """Play every move in thought and look up what comes of it; one that wins is enough."""
    level.count = moves(board, into)
    for index in range(level.count):
        child = children[index]
        child.move = into[index]
        play(board, int(into[index]))
        lookup(board, entries, child)
        take_back(board, int(into[index]))
        if child.disproof == 0:
            children[0] = child
            level.count = 1
            break


@rule
def combine(level: Level, children: Table) -> tuple[int, int, int]:
    """Combine the numbers of the children: the least disproof, the sum of the proofs; and the second least disproof.

    Chooses the child that is next to be searched.
    """
    proof = second = INFINITE
    disproof = level.chosen = 0
    for index in range(level.count):
        child = children[index]
        disproof = min(INFINITE - 1, disproof + child.proof)
        if child.disproof < proof:
            second = proof
            proof = int(child.disproof)
            level.chosen = index
        elif child.disproof < second:
            second = int(child.disproof)
    return proof, INFINITE if proof == 0 else disproof, second


@long_rule
def df_pn(boards: Table, entries: Table, levels: Table, children: Any, into: Array, progress_table: Table) -> None:
    """Search a position until it is decided, or enough positions have been looked at, or the table is nearly full."""
    board, progress = boards[0], progress_table[0]
    lookup(board, entries, children[0, 0])
    progress.proof, progress.disproof, progress.move = children[0, 0].proof, children[0, 0].disproof, -1
    if progress.proof == 0 or progress.disproof == 0:
        return
    levels[0].proof_limit = levels[0].disproof_limit = INFINITE
    full = len(entries) // 4 * 3 if len(entries) < MAX_ENTRIES else INFINITE
    depth = 0
    entering = True
    while depth >= 0:
        level = levels[depth]
        if entering:
            level.begun = progress.nodes
            progress.nodes += 1
            expand(board, entries, level, children[depth], into)
        proof, disproof, second = combine(level, children[depth])
        chosen = children[depth, level.chosen]
        stop = progress.nodes >= progress.most or progress.used >= full
        entering = not (stop or proof >= level.proof_limit or disproof >= level.disproof_limit)
        if entering:
            # A quarter more than the second easiest, else the search would jump to and fro between the two.
            levels[depth + 1].disproof_limit = min(level.proof_limit, second + second // 4 + 1)
            levels[depth + 1].proof_limit = min(INFINITE, level.disproof_limit - disproof + chosen.proof)
            play(board, int(chosen.move))
            depth += 1
        else:
            store(entries, board, proof, disproof, progress, progress.nodes - level.begun)
            progress.proof, progress.disproof, progress.move = proof, disproof, chosen.move
            depth -= 1
            if depth >= 0:
                chosen = children[depth, levels[depth].chosen]
                take_back(board, int(chosen.move))
                chosen.proof, chosen.disproof = proof, disproof


class Value(StrEnum):
    """What is known about the mover of a position."""

    WINS = "wins"
    LOSES = "loses"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Solution:
    """All that there is to know about a position."""

    value: Value
    moves: tuple[int, ...]  # all legal ones
    winning: tuple[int, ...]  # those that win by force
    unknown: tuple[int, ...]  # those that were given up
    best: int
    nodes: int  # positions looked at


class Solver:
    """Solves positions of one game, one after the other; each thread wants its own.

    What it answers depends on the position and the limit, and on nothing else. The limit is the number of positions
    that a question may take; when they run out, the answer is UNKNOWN.
    """

    def __init__(self, game: Game, limit: int = LIMIT) -> None:
        if game.solve is None:
            raise TypeError(f"{game.slug} has no solve.py")
        self.game = game.solve
        self.limit = limit
        self._boards = self.game.Board.table(1)
        self._levels = Level.table(self.game.MAX_DEPTH + 2)
        self._children = np.zeros((self.game.MAX_DEPTH + 1, self.game.MAX_MOVES), Child.dtype)
        self._into = np.zeros(self.game.MAX_MOVES, np.int32)
        self._progress_table = Progress.table(1)
        self._entries = Entry.table(MIN_ENTRIES)

    def value(self, state: Row) -> Value:
        """Does the mover win by force?"""
        self._begin(state)
        return self._prove(self.limit)

    def solve(self, state: Row) -> Solution:
        """Find the value of a position, all moves that win, and the best one."""
        self._begin(state)
        self._prove(self.limit)
        best = self._progress.move
        listed = self._legal()
        after = {move: self._prove_after(move, self.limit) for move in listed}
        winning = tuple(move for move in listed if after[move] is Value.LOSES)
        unknown = tuple(move for move in listed if after[move] is Value.UNKNOWN)
        if winning:
            value, best = Value.WINS, best if best in winning else winning[0]
        else:
            value = Value.UNKNOWN if unknown else Value.LOSES
            best = best if unknown else self._hardest(listed)
        return Solution(value, listed, winning, unknown, best, self.nodes)

    def answer(self, state: Row) -> tuple[Value, int]:
        """Find out whether the mover wins by force, and a move: one that wins, is hard to refute, or is promising."""
        self._begin(state)
        value = self._prove(self.limit)
        return value, self._hardest(self._legal()) if value is Value.LOSES else self._progress.move

    @property
    def nodes(self) -> int:
        """How many positions were looked at for the last question?"""
        return self._progress.nodes

    def _begin(self, state: Row) -> None:
        """Set up a position, with nothing known about any."""
        if state.turn < 0:
            raise ValueError("no seat is to move")
        self._boards[:] = self.game.Board.table(1)
        self.game.encode(self._boards[0], state)
        self._entries = Entry.table(MIN_ENTRIES)
        self._progress.nodes = self._progress.used = 0

    @property
    def _progress(self) -> Progress:
        """How far the search has come."""
        return cast(Progress, self._progress_table[0])

    def _prove(self, most: int) -> Value:
        """Search the position on the board until it is decided, or this many positions have been looked at."""
        progress = self._progress
        while True:
            progress.most = most
            df_pn(self._boards, self._entries, self._levels, self._children, self._into, self._progress_table)
            if progress.proof == 0 or progress.disproof == 0:
                return Value.WINS if progress.proof == 0 else Value.LOSES
            if self.nodes >= most:
                return Value.UNKNOWN
            larger = Entry.table(4 * len(self._entries))
            rehash(self._entries, larger)
            self._entries = larger

    def _prove_after(self, move: int, most: int) -> Value:
        """Search the position after a move."""
        board = self._boards[0]
        play(board, move)
        value = self._prove(most)
        take_back(board, move)
        return value

    def _legal(self) -> tuple[int, ...]:
        """List the moves of the position on the board."""
        return tuple(self._into[: moves(cast(Row, self._boards[0]), self._into)].tolist())

    def _hardest(self, listed: tuple[int, ...]) -> int:
        """Choose among moves that all lose: the fewest winning replies, among the most replies.

        Every move gets the same share of work; a winning reply that is not found with that is one that is hard to find.
        """
        best, fewest = listed[0], (self.game.MAX_MOVES + 1, 0)
        board = self._boards[0]
        for move in listed:
            most = self.nodes + min(self.limit, DEFENCE_LIMIT) // len(listed)
            play(board, move)
            replies = self._legal()
            winning = 0 if replies else self.game.MAX_MOVES  # it is over, and lost
            for reply in replies:
                winning += self._prove_after(reply, most) is Value.LOSES
                if winning > fewest[0]:
                    break
            take_back(board, move)
            if (winning, -len(replies)) < fewest:
                best, fewest = move, (winning, -len(replies))
        return best
