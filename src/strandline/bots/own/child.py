"""A program that is talked with line by line, each time within so many seconds and so many bytes."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

FLOOD = 1 << 20  # bytes that it may write before it answers
LINE = 1 << 16  # … in one line
TAIL = 2000  # bytes of its errors that are remembered
# What is started ends with us, also if we are killed: Linux sees to it, and on other systems its input ends.
LEASH = "import ctypes,os,sys\nctypes.CDLL(None).prctl(1,9)\nos.execvp(sys.argv[1],sys.argv[1:])"


class Ended(Exception):
    """The program has ended."""


class Silent(Exception):
    """Nothing came in time."""


class Flooded(Exception):
    """Too much came."""


class Child:
    """One process. It begins and is waited for in a thread of its own, which also listens to its errors."""

    def __init__(self, command: Sequence[str], folder: str | None) -> None:
        self._command, self._folder = command, folder
        self._process: subprocess.Popen[bytes] | None = None
        self._failed: OSError | None = None
        self._read = b""
        self._errors = b""
        begun = threading.Event()
        self._thread = threading.Thread(target=self._live, args=(begun,), daemon=True)
        self._thread.start()
        begun.wait()
        if self._failed is not None or self._process is None:
            raise self._failed or OSError(0, "?")

    def _live(self, begun: threading.Event) -> None:
        """Begin, and stay until the process ends: Linux ends a child with the thread that began it."""
        try:
            leash = [sys.executable, "-IS", "-c", LEASH] if sys.platform == "linux" else []
            check_program(self._command[0])
            pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
            process = subprocess.Popen([*leash, *self._command], cwd=self._folder, process_group=0, bufsize=0, **pipes)
        except OSError as error:
            self._failed = error
            begun.set()
            return
        self._process = process
        for pipe in (process.stdin, process.stdout):
            os.set_blocking(fileno(pipe), False)
        begun.set()
        with contextlib.suppress(OSError, ValueError):
            while piece := os.read(fileno(process.stderr), 4096):
                self._errors = (self._errors + piece)[-TAIL:]
        process.wait()

    @property
    def errors(self) -> str:
        """The last line that it wrote to its error stream."""
        lines = self._errors.decode("utf-8", "replace").strip().splitlines()
        return lines[-1].strip() if lines else ""

    @property
    def code(self) -> int | None:
        """The exit code, if it has ended."""
        return self._process.poll() if self._process is not None else None

    def send(self, text: str, until: float) -> None:
        """Write lines, if they are taken in time."""
        assert self._process is not None  # noqa: S101
        left = text.encode()
        while left:
            try:
                written = os.write(fileno(self._process.stdin), left)
                left = left[written:]
            except BlockingIOError:
                wait_for(until, writing=fileno(self._process.stdin))
            except OSError as error:
                raise Ended from error

    def line(self, until: float, budget: int = FLOOD) -> str:
        """Read a line, if one comes in time."""
        assert self._process is not None  # noqa: S101
        while b"\n" not in self._read:
            if len(self._read) > min(LINE, budget):
                raise Flooded
            try:
                piece = os.read(fileno(self._process.stdout), 1 << 14)
            except BlockingIOError:
                wait_for(until, reading=fileno(self._process.stdout))
                continue
            if not piece:
                raise Ended
            self._read += piece
        line, _, self._read = self._read.partition(b"\n")
        return line.decode("utf-8", "replace").strip()

    def end(self, grace: float = 0.0) -> None:
        """End it: within some seconds by itself, or else at once, with whatever it has started."""
        process = self._process
        if process is None:
            return
        with contextlib.suppress(OSError):
            process.stdin.close()  # type: ignore[union-attr]
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(grace) if grace else None
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(5)
        self._thread.join(5)  # it has heard the last of the errors then
        for pipe in (process.stdout, process.stderr):
            if pipe is not None:
                pipe.close()


def check_program(name: str) -> None:
    """Refuse what cannot be run, before it is put on a leash where nobody would hear of it."""
    from shutil import which

    if which(name) is None:
        raise FileNotFoundError(2, os.strerror(2), name)


def fileno(pipe: object) -> int:
    """Give the descriptor of a pipe."""
    return int(pipe.fileno())  # type: ignore[attr-defined]


def wait_for(until: float, *, reading: int | None = None, writing: int | None = None) -> None:
    """Wait until a pipe is ready; Silent where that takes too long."""
    left = until - time.monotonic()
    poll = select.poll()  # select itself takes no descriptors above 1023, and a server has more
    if reading is not None:
        poll.register(reading, select.POLLIN)
    if writing is not None:
        poll.register(writing, select.POLLOUT)
    if left <= 0 or not poll.poll(left * 1000):
        raise Silent
