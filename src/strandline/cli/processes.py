"""Several processes that serve together: each has a listener of its own, and one that dies is replaced.

They are copies of a parent that has loaded everything and listens but never serves, so a new one is there at once. The
listeners are the parent's: whoever connects while a process is replaced waits for the next one.
"""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import socket
import threading
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Serve = Callable[[int, bool], None]  # at which place, and whether to say where

log = logging.getLogger("strandline.server")

LOOK_EVERY = 0.05  # seconds
YOUNG = 2.0  # seconds: a process that dies sooner is not replaced at once …
PAUSE = 1.0  # … but after so many
END_WITHIN = 20.0  # seconds that processes have to end
BACKLOG = 2048  # connections that wait to be taken up


class Processes:
    """The parent of processes that serve."""

    def __init__(self, serve: Serve, idle: Callable[[], object], ended: Callable[[int], object]) -> None:
        self._serve, self._idle = serve, idle
        self._ended = ended  # is told whose place is empty, before it is filled again
        self._running: dict[int, tuple[int, float]] = {}  # by process: which place it has, and since when
        self._due: list[tuple[float, int]] = []  # when a place gets a new process
        self._ending = 0  # the signal that was heard

    def heed_signals(self) -> None:
        """Heed from now on that it is told to end: before anything listens, or whoever sees that could be too early."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._end)

    def run(self, count: int) -> None:
        """Have so many serve until this process is told to end."""
        for place in range(count):
            if not self._ending:
                self._start(place, first=place == 0)
        deadline = float("inf")
        while self._running or not self._ending:
            self._look()
            if not self._ending:
                self._replace()
                self._idle()
            deadline = min(deadline, time.monotonic() + END_WITHIN) if self._ending else deadline
            if time.monotonic() > deadline:
                self._tell(signal.SIGKILL)
            time.sleep(LOOK_EVERY)

    def _end(self, number: int, _: object) -> None:
        """Pass on that it is time to end."""
        self._ending = number
        self._tell(signal.SIGTERM)

    def _tell(self, number: int) -> None:
        """Send all processes a signal."""
        for process in list(self._running):
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)

    def _start(self, place: int, *, first: bool = False) -> None:
        """Start a process; the copy never comes back from here."""
        process = os.fork()
        if process:
            self._running[process] = place, time.monotonic()
            if self._ending:  # it was told before it was there
                self._tell(signal.SIGTERM)
            return
        status = 1
        try:
            for number in (signal.SIGTERM, signal.SIGINT):
                signal.signal(number, signal.SIG_DFL)
            threading.Thread(target=end_with, args=(os.getppid(),), daemon=True).start()
            self._serve(place, first)
            status = 0
        except SystemExit as ended:
            status = ended.code if isinstance(ended.code, int) else 1
        except BaseException:
            log.exception("a server process has failed")
        finally:
            os._exit(status)

    def _look(self) -> None:
        """Find out who has ended."""
        for process, (place, since) in list(self._running.items()):
            ended, status = os.waitpid(process, os.WNOHANG)
            if ended:
                del self._running[process]
                self._ended(place)
                if not self._ending:
                    log.warning("processes.replaced: server process %d has ended (%d) and is replaced", process, status)
                    young = time.monotonic() < since + YOUNG
                    self._due.append((time.monotonic() + PAUSE * young, place))

    def _replace(self) -> None:
        """Start those that are due."""
        due, now = self._due, time.monotonic()
        self._due = [(at, place) for at, place in due if at > now]
        for at, place in due:
            if at <= now:
                self._start(place)


def end_with(parent: int) -> None:
    """End this process when its parent is gone, killed perhaps, and nobody is left to end it."""
    while os.getppid() == parent:
        time.sleep(1)
    os.kill(os.getpid(), signal.SIGTERM)


@contextlib.contextmanager
def listening_together(listener: socket.socket, count: int) -> Iterator[list[socket.socket]]:
    """Listen so many times at the place of one listener: the system spreads over them whoever connects.

    Where it cannot, all share the one.
    """
    with contextlib.ExitStack() as listeners:
        listener.listen(BACKLOG)
        if listener.family == getattr(socket, "AF_UNIX", None) or not hasattr(socket, "SO_REUSEPORT"):
            yield [listener] * count
            return
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        found = [listener]
        for _ in range(count - 1):
            more = listeners.enter_context(socket.socket(listener.family, socket.SOCK_STREAM))
            more.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            more.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            more.bind(listener.getsockname())
            more.listen(BACKLOG)
            found.append(more)
        yield found
