"""The data folder: one server at a time keeps its tables in it."""

from __future__ import annotations

import contextlib
import fcntl
import os
import time
from typing import IO, TYPE_CHECKING

from strandline.engine.errors import StrandlineError
from strandline.server.database import PRIVATE
from strandline.server.texts import TEXTS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TABLES, LOCK = "tables.sqlite", "server.lock"
OWNER_ONLY = 0o700


class BadFolder(StrandlineError):
    """A data folder that cannot be used; its sentence is among the server's texts."""

    def __init__(self, key: str, /, **facts: object) -> None:
        super().__init__(key, home=TEXTS, **facts)


@contextlib.contextmanager
def data_folder(folder: Path) -> Iterator[Path]:
    """Hold a data folder, made where there is none, and name the file of its tables; nobody else holds it meanwhile."""
    try:
        make_folder(folder)
        lock = os.fdopen(os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, PRIVATE), "r+")
    except OSError as error:
        raise BadFolder("folder.unusable", folder=folder, reason=error.strerror) from error
    with lock:
        take(lock, folder)
        yield folder / TABLES


def make_folder(folder: Path) -> None:
    """Make a folder for nobody else to look into; one that was there before is left as its owner wants it."""
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(OWNER_ONLY)
    probe = folder / ".writable"
    probe.touch()
    probe.unlink()


def take(lock: IO[str], folder: Path) -> None:
    """Take the lock, and write into it who has it. The system gives it back when this process ends, however it does."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise BadFolder("folder.taken", folder=folder, process=holder(lock)) from None
    except OSError as error:
        raise BadFolder("folder.unusable", folder=folder, reason=error.strerror) from error
    lock.truncate()
    lock.write(str(os.getpid()))
    lock.flush()


def holder(lock: IO[str]) -> str:
    """Which process holds the lock? One that has just taken it is still about to say so."""
    for _ in range(20):
        lock.seek(0)
        if process := lock.read().strip():
            return process
        time.sleep(0.05)
    return "?"
