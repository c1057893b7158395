"""A disk that loses what was not synced, and can be full: `disk.c` notes what reaches it, power fails here."""

from __future__ import annotations

import random
import shutil
import struct
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).parent
HEAD = struct.Struct("=4q")  # of a note: its kind, an inode, an offset, how many bytes follow
SECTOR = 512  # bytes that a disk writes whole or not at all
CREATED, WRITTEN, CUT, SYNCED, REMOVED, FOLDER_SYNCED = b"CWTSUD"


@dataclass
class File:
    """A file: what the disk surely has of it, and what it may have besides."""

    content: bytearray = field(default_factory=bytearray)
    waiting: list[tuple[int, bytes | None]] = field(default_factory=list)  # writes, and None for a cut

    def write(self, offset: int, data: bytes | None) -> None:
        """Carry out a write or a cut."""
        if data is None:
            del self.content[offset:]
        self.content += bytes(max(0, offset - len(self.content)))
        if data is not None:
            self.content[offset : offset + len(data)] = data

    def settle(self, kept: float = 1) -> None:
        """Carry out what waits, each sector of it with this chance."""
        for offset, data in self.waiting:
            if data is None:
                if random.random() < kept:
                    self.write(offset, None)
                continue
            for begin in range(0, len(data), SECTOR):
                if random.random() < kept:
                    self.write(offset + begin, data[begin : begin + SECTOR])
        self.waiting.clear()


class Disk:
    """The disk below one folder, from the start of a server to its end."""

    def __init__(self, folder: Path, beside: Path) -> None:
        self.folder, self.beside = folder, beside
        self.trace, self.full = beside / "trace", beside / "full"
        self._library = beside / "disk.so"
        subprocess.run(
            ["cc", "-O2", "-shared", "-fPIC", "-o", self._library, HERE / "disk.c", "-ldl", "-lpthread"], check=True
        )

    @staticmethod
    def possible() -> bool:
        """Is there a compiler?"""
        return shutil.which("cc") is not None

    def begin(self) -> dict[str, str]:
        """Note everything from now on; what a server needs in its environment for that."""
        self.trace.unlink(missing_ok=True)
        self.files = {
            path.stat().st_ino: (path.name, File(bytearray(path.read_bytes())))
            for path in self.folder.iterdir()
            if not path.name.endswith("-shm")
        }
        names = {"FOLDER": self.folder, "TRACE": self.trace, "FULL": self.full}
        return {"LD_PRELOAD": str(self._library), **{f"DISK_{name}": str(path) for name, path in names.items()}}

    def lose_power(self) -> int:
        """Leave in the folder what a disk may have of it; how many writes had not been synced?"""
        entries: dict[str, File] = dict(self.files.values())
        files = {inode: file for inode, (_, file) in self.files.items()}
        changes: list[tuple[str, File | None]] = []
        for kind, inode, offset, data in notes(self.trace):
            if kind == CREATED:
                files[inode] = File()
                changes.append((data.decode(), files[inode]))
            elif kind == REMOVED:
                changes.append((data.decode(), None))
            elif kind == FOLDER_SYNCED:
                settle_entries(entries, changes)
            elif kind == SYNCED:
                files[inode].settle()
            else:
                files[inode].waiting.append((offset, data if kind == WRITTEN else None))
        kept = random.choice((0.0, 0.5, 0.9, 1.0))
        lost = sum(len(file.waiting) for file in files.values())
        settle_entries(entries, changes, kept)
        for file in files.values():
            file.settle(kept)
        self._put_back(entries)
        return lost

    def _put_back(self, entries: dict[str, File]) -> None:
        """Write the folder as the disk has it."""
        for path in self.folder.iterdir():
            path.unlink()
        for name, file in entries.items():
            (self.folder / name).write_bytes(file.content)
            (self.folder / name).chmod(0o600)


def settle_entries(entries: dict[str, File], changes: list[tuple[str, File | None]], kept: float = 1) -> None:
    """Let files appear and disappear in the folder, each with this chance."""
    for name, file in changes:
        if random.random() < kept:
            if file is None:
                entries.pop(name, None)
            else:
                entries[name] = file
    changes.clear()


def notes(trace: Path) -> list[tuple[int, int, int, bytes]]:
    """Read what was noted; the last note may be cut off by the kill."""
    if not trace.exists():
        return []
    text, at, found = trace.read_bytes(), 0, []
    while at + HEAD.size <= len(text):
        kind, inode, offset, length = HEAD.unpack_from(text, at)
        at += HEAD.size
        if at + length > len(text):
            break
        found.append((kind, inode, offset, text[at : at + length]))
        at += length
    return found


def copy_of(folder: Path, into: Path) -> Path:
    """Copy the tables, so that looking at them does not repair them."""
    shutil.rmtree(into, ignore_errors=True)
    into.mkdir()
    for path in folder.iterdir():
        if path.name.startswith("tables.sqlite") and not path.name.endswith("-shm"):
            shutil.copy2(path, into / path.name)
    return into / "tables.sqlite"
