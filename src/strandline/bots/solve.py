"""Perfect play, where a game's `solve.py` puts it within reach: does the mover win by force, and by which moves?

Proof-number search, depth first (df-pn; Nagai 2002): always work where a win or a loss of the mover seems least work to
show. A table keeps what was found, so that positions reached in several ways are searched once.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from strandline.engine.contract import NEVER, efforts, moves, play, take_back
from strandline.engine.row import Row, int32, int64
from strandline.engine.rule import rule

if TYPE_CHECKING:
    from strandline.engine.chance import Random
    from strandline.engine.game import Game
    from strandline.engine.row import Array, Table

LIMIT = 20_000_000  # positions looked at, about 20 s; the hardest start known takes a few million
WAYS = 4  # entries of the table that stand together: a position is kept in any of those that its slot leads to
RESISTANCE = 1_000_000  # positions looked at to find, where all moves lose, the one that is hardest to refute
SMALLEST, LARGEST = 1 << 16, 1 << 22  # entries: 2 MB to begin with, which the processor's cache holds, and 128 MB


class Entry(Row):
    """What is known of one position."""

    key: int = int64  # which position; 0: none
    slot: int = int32
    to_win: int = int32  # work left to show that the mover wins: 0 when it is shown, NEVER when the mover loses
    to_lose: int = int32
    work: int = int32  # positions looked at for it


class Child(Row):
    """A move, and what is known of the position after it."""

    move: int = int32
    to_win: int = int32
    to_lose: int = int32


class Level(Row):
    """One position on the line that is being searched."""

    count: int = int32  # of its children
    chosen: int = int32  # the child that is searched
    win_limit: int = int64  # elsewhere is less work once to_win has come to this
    lose_limit: int = int64
    begun: int = int64  # positions that had been looked at before it


class Tally(Row):
    """How far the search has come."""

    nodes: int = int64  # positions looked at
    most: int = int64  # stop when as many have been
    used: int = int64  # entries of the table
    to_win: int = int64  # of the position that was asked about
    to_lose: int = int64
    move: int = int64  # the most promising; the winning one, if there is one


@rule
def find(entries: Table, board: Any) -> int:
    """Where in the table is this position, or −1?"""
    first = (board.slot * WAYS) & (len(entries) - 1)
    for index in range(first, first + WAYS):
        if entries[index].key == board.key:
            return int(index)
    return -1


@rule
def room(entries: Table, key: int, slot: int) -> int:
    """Where in the table is room for this position: its own entry, an empty one, or that of the least work."""
    first = (slot * WAYS) & (len(entries) - 1)
    least = first
    for index in range(first, first + WAYS):
        if entries[index].key == key or entries[index].key == 0:
            return int(index)
        if entries[index].work < entries[least].work:
            least = index
    return int(least)


@rule
def keep(entries: Table, board: Any, to_win: int, to_lose: int, tally: Tally, work: int) -> None:
    """Note what is known of a position."""
    entry = entries[room(entries, board.key, board.slot & 0x7FFFFFFF)]
    tally.used += entry.key == 0
    entry.key = board.key
    entry.slot = board.slot & 0x7FFFFFFF
    entry.to_win = to_win
    entry.to_lose = to_lose
    entry.work = min(work, NEVER)


@rule
def move_house(entries: Table, larger: Table) -> None:
    """Copy all entries to a larger table."""
    for index in range(len(entries)):
        if entries[index].key != 0:
            larger[room(larger, entries[index].key, entries[index].slot)] = entries[index]


@rule
def look(board: Any, entries: Table, child: Child) -> None:
    """Note what is known of a position, or how it looks at first sight."""
    index = find(entries, board)
    if index >= 0:
        child.to_win = entries[index].to_win
        child.to_lose = entries[index].to_lose
    else:
        child.to_win, child.to_lose = efforts(board)


@rule
def expand(board: Any, entries: Table, level: Level, children: Table, into: Array) -> None:
    """Play every move in thought and look at what comes of it; one that wins is enough."""
    level.count = moves(board, into)
    for index in range(level.count):
        child = children[index]
        child.move = into[index]
        play(board, int(into[index]))
        look(board, entries, child)
        take_back(board, int(into[index]))
        if child.to_lose == 0:
            children[0] = child
            level.count = 1
            break


@rule
def weigh(level: Level, children: Table) -> tuple[int, int, int]:
    """Add up: a win takes the easiest of the moves, a loss takes them all. How easy is the second easiest?

    Chooses the child that is next to be searched.
    """
    to_win = second = NEVER
    to_lose = level.chosen = 0
    for index in range(level.count):
        child = children[index]
        to_lose = min(NEVER - 1, to_lose + child.to_win)
        if child.to_lose < to_win:
            second = to_win
            to_win = int(child.to_lose)
            level.chosen = index
        elif child.to_lose < second:
            second = int(child.to_lose)
    return to_win, NEVER if to_win == 0 else to_lose, second


@rule
def search(boards: Table, entries: Table, levels: Table, children: Any, into: Array, tallies: Table) -> None:
    """Search a position until it is decided, or enough positions have been looked at, or the table is nearly full."""
    board, tally = boards[0], tallies[0]
    look(board, entries, children[0, 0])
    tally.to_win, tally.to_lose, tally.move = children[0, 0].to_win, children[0, 0].to_lose, -1
    if tally.to_win == 0 or tally.to_lose == 0:
        return
    levels[0].win_limit = levels[0].lose_limit = NEVER
    full = len(entries) // 4 * 3 if len(entries) < LARGEST else NEVER
    depth = 0
    entering = True
    while depth >= 0:
        level = levels[depth]
        if entering:
            level.begun = tally.nodes
            tally.nodes += 1
            expand(board, entries, level, children[depth], into)
        to_win, to_lose, second = weigh(level, children[depth])
        chosen = children[depth, level.chosen]
        stop = tally.nodes >= tally.most or tally.used >= full
        entering = not (stop or to_win >= level.win_limit or to_lose >= level.lose_limit)
        if entering:
            # A quarter more than the second easiest, else the search would jump to and fro between the two.
            levels[depth + 1].lose_limit = min(level.win_limit, second + second // 4 + 1)
            levels[depth + 1].win_limit = min(NEVER, level.lose_limit - to_lose + chosen.to_win)
            play(board, int(chosen.move))
            depth += 1
        else:
            keep(entries, board, to_win, to_lose, tally, tally.nodes - level.begun)
            tally.to_win, tally.to_lose, tally.move = to_win, to_lose, chosen.move
            depth -= 1
            if depth >= 0:
                chosen = children[depth, levels[depth].chosen]
                take_back(board, int(chosen.move))
                chosen.to_win, chosen.to_lose = to_win, to_lose


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
        self._levels = Level.table(self.game.LONGEST + 2)
        self._children = np.zeros((self.game.LONGEST + 1, self.game.WIDEST), Child.dtype)
        self._into = np.zeros(self.game.WIDEST, np.int32)
        self._tallies = Tally.table(1)
        self._entries = Entry.table(SMALLEST)

    def value(self, state: Row) -> Value:
        """Does the mover win by force?"""
        self._begin(state)
        return self._settle(self.limit)

    def solve(self, state: Row) -> Solution:
        """Find the value of a position, all moves that win, and the best one."""
        self._begin(state)
        self._settle(self.limit)
        best = self._tally.move
        listed = self._listed()
        after = {move: self._settle_after(move, self.limit) for move in listed}
        winning = tuple(move for move in listed if after[move] is Value.LOSES)
        unknown = tuple(move for move in listed if after[move] is Value.UNKNOWN)
        if winning:
            value, best = Value.WINS, best if best in winning else winning[0]
        else:
            value = Value.UNKNOWN if unknown else Value.LOSES
            best = best if unknown else self._hardest(listed)
        return Solution(value, listed, winning, unknown, best, self.nodes)

    def best(self, state: Row) -> int:
        """Choose a move: one that wins; if all lose, one that is hard to refute; if it is unknown, a promising one."""
        return self.answer(state)[1]

    def answer(self, state: Row) -> tuple[Value, int]:
        """Find out whether the mover wins by force, and the move that `best` chooses."""
        self._begin(state)
        value = self._settle(self.limit)
        return value, self._hardest(self._listed()) if value is Value.LOSES else self._tally.move

    @property
    def nodes(self) -> int:
        """How many positions were looked at for the last question?"""
        return self._tally.nodes

    def _begin(self, state: Row) -> None:
        """Set up a position, with nothing known about any."""
        if state.turn < 0:
            raise ValueError("no seat is to move")
        self._boards[:] = self.game.Board.table(1)
        self.game.pack(self._boards[0], state)
        self._entries = Entry.table(SMALLEST)
        self._tally.nodes = self._tally.used = 0

    @property
    def _tally(self) -> Tally:
        """How far the search has come."""
        return cast(Tally, self._tallies[0])

    def _settle(self, most: int) -> Value:
        """Search the position on the board until it is decided, or this many positions have been looked at."""
        tally = self._tally
        while True:
            tally.most = most
            search(self._boards, self._entries, self._levels, self._children, self._into, self._tallies)
            if tally.to_win == 0 or tally.to_lose == 0:
                return Value.WINS if tally.to_win == 0 else Value.LOSES
            if self.nodes >= most:
                return Value.UNKNOWN
            larger = Entry.table(4 * len(self._entries))
            move_house(self._entries, larger)
            self._entries = larger

    def _settle_after(self, move: int, most: int) -> Value:
        """Search the position after a move."""
        board = self._boards[0]
        play(board, move)
        value = self._settle(most)
        take_back(board, move)
        return value

    def _listed(self) -> tuple[int, ...]:
        """List the moves of the position on the board."""
        return tuple(self._into[: moves(cast(Row, self._boards[0]), self._into)].tolist())

    def _hardest(self, listed: tuple[int, ...]) -> int:
        """Choose among moves that all lose: the fewest winning replies, among the most replies.

        Every move gets the same share of work; a winning reply that is not found with that is one that is hard to find.
        """
        best, fewest = listed[0], (self.game.WIDEST + 1, 0)
        board = self._boards[0]
        for move in listed:
            most = self.nodes + min(self.limit, RESISTANCE) // len(listed)
            play(board, move)
            replies = self._listed()
            winning = 0 if replies else self.game.WIDEST  # it is over, and lost
            for reply in replies:
                winning += self._settle_after(reply, most) is Value.LOSES
                if winning > fewest[0]:
                    break
            take_back(board, move)
            if (winning, -len(replies)) < fewest:
                best, fewest = move, (winning, -len(replies))
        return best


def perfect(game: Game, view: Row, dice: Random) -> int:  # noqa: ARG001
    """Choose a move."""
    return Solver(game).best(view)
