"""How a worker is spoken with over a pipe: a line of JSON, and columns of numbers as they are in memory."""

from __future__ import annotations

from typing import IO, Any, TypeVar

import msgspec
import numpy as np

Kind = TypeVar("Kind")


class Request(msgspec.Struct):
    """A part that is to be played."""

    work: bytes
    first: int
    count: int


class Reply(msgspec.Struct):
    """What came of it: columns, or an error in every language."""

    names: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    values: tuple[bytes, ...] = ()
    key: str = ""
    sentences: dict[str, str] = {}

    @classmethod
    def of(cls, columns: dict[str, Any]) -> Reply:
        """Pack columns."""
        arrays = list(columns.values())
        types = tuple(array.dtype.str for array in arrays)
        return cls(tuple(columns), types, tuple(array.tobytes() for array in arrays))

    def columns(self) -> dict[str, Any]:
        """Unpack columns."""
        parts = zip(self.names, self.types, self.values, strict=True)
        return {name: np.frombuffer(values, np.dtype(kind)) for name, kind, values in parts}


def send(stream: IO[bytes], message: Request | Reply) -> None:
    """Send a message: its length, and itself."""
    packed = msgspec.msgpack.encode(message)
    stream.write(len(packed).to_bytes(8, "big") + packed)
    stream.flush()


def receive(stream: IO[bytes], kind: type[Kind]) -> Kind:
    """Receive a message; EOFError where there is no more."""
    length = int.from_bytes(exactly(stream, 8), "big")
    return msgspec.msgpack.decode(exactly(stream, length), type=kind)


def exactly(stream: IO[bytes], count: int) -> bytes:
    """Read so many bytes."""
    found = stream.read(count)
    if len(found) < count:
        raise EOFError
    return found
