"""Siblings: the processes that serve together on one machine, and which of them a table belongs to.

Every process serves every table. But where all who look at a table are in one, a move is drawn once and nobody else has
to hear of it. So a live line that comes in elsewhere is handed over, the descriptor with what was read of it, to the
process that the table belongs to. Nothing depends on it: whoever cannot be handed over is served where he is.

The parent makes this before it forks, so a process that is replaced finds its place: lines that wait there are its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import mmap
import secrets
import socket
import sys
import time
from functools import partial
from typing import TYPE_CHECKING, Protocol
from zlib import crc32

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

NOWHERE = -1  # the place of the parent
BEAT = 0.2  # seconds after which a process says that it takes lines …
SILENT = 1.0  # … and after which it is not relied on any more
SLOTS = 1 << 14  # tables are counted by so many numbers; two that share one are announced for nothing, no more
LONGEST = 64 * 1024  # bytes of a line that were read before it is handed over
AT_ONCE = 32  # lines that are taken before others have their turn
# Both keep what is sent apart; the first holds hundreds of lines that wait, the second is for systems without it.
KIND = "SOCK_SEQPACKET" if sys.platform == "linux" else "SOCK_DGRAM"
NOT_INHERITED = "MSG_CMSG_CLOEXEC"  # by programs that this process starts


class Adopt(Protocol):
    """Makes the protocol of a line of which something was read elsewhere."""

    def __call__(self, *, adopted: bytes) -> asyncio.Protocol:
        """Make it."""


class Siblings:
    """So many processes, as one of them sees them."""

    def __init__(self, count: int) -> None:
        self.group = f"{secrets.token_urlsafe(6)}."  # how the names of these nodes begin
        self.count, self.place = count, NOWHERE
        self._pairs = [socket.socketpair(socket.AF_UNIX, getattr(socket, KIND)) for _ in range(count)]
        for end in [end for pair in self._pairs for end in pair]:
            end.setblocking(False)
        # Memory that all share, in which each process writes at its own place alone.
        self._beats = memoryview(mmap.mmap(-1, count * 8)).cast("d")  # when it was last there; 0: it takes nothing
        self._looking = memoryview(mmap.mmap(-1, count * SLOTS * 4)).cast("I")  # how many look at tables of a number
        self._adopt: Adopt | None = None  # while lines are taken
        self._beating: asyncio.TimerHandle | None = None
        self._adopting: set[asyncio.Task[None]] = set()

    # Of the parent

    def take(self, place: int) -> None:
        """Be the process at this place."""
        self.place = place

    def forget(self, place: int) -> None:
        """Note that the process at a place has ended: nobody looks there, and nothing is handed to it."""
        self._beats[place] = 0.0
        self._looking[place * SLOTS : (place + 1) * SLOTS] = memoryview(bytes(SLOTS * 4)).cast("I")

    def close(self) -> None:
        """Let go of the lines that wait."""
        for end in [end for pair in self._pairs for end in pair]:
            end.close()

    # Who looks where

    @contextlib.contextmanager
    def looking(self, table: str) -> Iterator[None]:
        """Have the others know that somebody looks at a table here; what is read of it after that misses nothing."""
        slot = self.place * SLOTS + crc32(table.encode()) % SLOTS
        self._looking[slot] += 1
        try:
            yield
        finally:
            self._looking[slot] -= 1

    def looked_at_elsewhere(self, table: str) -> bool:
        """Does somebody look at a table in another of the processes? Sometimes Yes where nobody does."""
        slot = crc32(table.encode()) % SLOTS
        return any(self._looking[place * SLOTS + slot] for place in range(self.count) if place != self.place)

    # Handing over

    def home(self, table: str) -> int:
        """At which place is a table at home?"""
        return crc32(table.encode()) // SLOTS % self.count

    def named_here(self, name: Callable[[], str]) -> str:
        """Name a table so that it is at home in this process."""
        while self.home(table := name()) != self.place:
            pass
        return table

    def hand_over(self, table: str, line: int, read: bytes) -> bool:
        """Give a line to the process that a table belongs to, with what was read; False where it stays here."""
        place = self.home(table)
        if place == self.place or len(read) > LONGEST or self._beats[place] < time.monotonic() - SILENT:
            return False
        try:
            socket.send_fds(self._pairs[place][0], [read], [line])
        except OSError:  # too many lines wait there
            return False
        return True

    # Taking over

    def open(self, adopt: Adopt, has_room: Callable[[], bool]) -> None:
        """Take lines from now on, as long as there is room for them."""
        self._adopt = adopt
        asyncio.get_running_loop().add_reader(self._inbox.fileno(), self._take_some)
        self._beat(has_room)

    def _beat(self, has_room: Callable[[], bool]) -> None:
        """Say that this process takes lines, again and again; one that does not come to it is not given any."""
        self._beats[self.place] = time.monotonic() if has_room() else 0.0
        self._beating = asyncio.get_running_loop().call_later(BEAT, self._beat, has_room)

    async def leave(self) -> None:
        """Take no more lines; those that were handed over meanwhile end like all others here."""
        if self._beating is not None:
            self._beating.cancel()
            self._beats[self.place] = 0.0
            asyncio.get_running_loop().remove_reader(self._inbox.fileno())
            while self._take_some():
                pass
            await asyncio.gather(*self._adopting)

    @property
    def _inbox(self) -> socket.socket:
        """Where lines come in that are handed to this process."""
        return self._pairs[self.place][1]

    def _take_some(self) -> bool:
        """Take lines that wait; may there be more?"""
        for _ in range(AT_ONCE):
            try:
                read, lines, _, _ = socket.recv_fds(self._inbox, LONGEST, 1, getattr(socket, NOT_INHERITED, 0))
            except OSError:
                return False
            for line in lines:  # none where this process may not have any more
                self._take(socket.socket(fileno=line), read)
        return True

    def _take(self, line: socket.socket, read: bytes) -> None:
        """Serve a line from now on."""
        assert self._adopt is not None  # noqa: S101
        task = asyncio.get_running_loop().create_task(taken(line, partial(self._adopt, adopted=read)))
        self._adopting.add(task)
        task.add_done_callback(self._adopting.discard)


async def taken(line: socket.socket, make: Callable[[], asyncio.Protocol]) -> None:
    """Serve a line, unless nobody is at its other end any more: then it would not be known whose it was."""
    try:
        line.setblocking(False)
        line.getpeername()
        await asyncio.get_running_loop().connect_accepted_socket(make, line)
    except OSError:
        line.close()
