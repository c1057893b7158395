"""A state is one row: a fixed set of named integers and small arrays of integers, declared as a class."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, ClassVar, Protocol, Self, SupportsIndex, TypeVar, cast

import numpy as np

from strandline.engine.sources import fingerprint


class Array(Protocol):
    """A field of several integers, indexed by cell, seat, colour, …; `len` is the first extent."""

    def __getitem__(self, index: SupportsIndex | tuple[SupportsIndex, ...], /) -> int: ...
    def __setitem__(self, index: Any, value: Any, /) -> None: ...
    def __len__(self) -> int: ...
    def tolist(self) -> Any: ...


class Width:
    """The width of an integer field: `int8` alone, or `int8[19]` and `int8[19, 19]` for arrays."""

    def __init__(self, scalar: type[np.signedinteger[Any]], shape: tuple[int, ...] = ()) -> None:
        self.scalar = scalar
        self.shape = shape

    def __getitem__(self, shape: int | tuple[int, ...]) -> Width:
        """Make an array of this width."""
        return Width(self.scalar, shape if isinstance(shape, tuple) else (shape,))


# Signed only: `uint8(0) - 1` is -1 compiled and 255 in Python. Typed `Any` so that a field reads `turn: int = int8`.
int8: Any = Width(np.int8)
int16: Any = Width(np.int16)
int32: Any = Width(np.int32)
int64: Any = Width(np.int64)


class Row:
    """Subclass it to declare the fields of a row; calling the class makes one row of zeros."""

    dtype: ClassVar[np.dtype[Any]]
    turn: int

    def __init_subclass__(cls) -> None:
        """Lay the declared fields out in memory."""
        fields = [(name, width) for name, width in vars(cls).items() if isinstance(width, Width)]
        for name, _ in fields:
            delattr(cls, name)
        # One byte more, named after the sources: rows of different games, or of different tellings of one game, are
        # then of different types, and what was compiled for one is never found in the cache by the other.
        source = sys.modules[cls.__module__].__file__
        key = f"key_{fingerprint(Path(source).parent) if source else cls.__module__}"
        layout = [(key, np.int8, ()), *((name, width.scalar, width.shape) for name, width in fields)]
        cls.dtype = np.dtype(layout, align=True)

    def __new__(cls) -> Self:
        """Make one row of zeros."""
        return row_of(cls.table(1), 0)  # type: ignore[return-value]

    @classmethod
    def table(cls, count: int) -> Table:
        """Make an array of this many rows of zeros."""
        return np.zeros(count, cls.dtype)


SomeRow = TypeVar("SomeRow", bound=Row)
Table = np.ndarray[tuple[int], np.dtype[Any]]


def row_of(table: Table, index: int) -> Row:
    """Look at one row of a table: what is written to it is written to the table."""
    return cast(Row, table.view(np.recarray)[index])


def table_of(row: Row) -> Table:
    """Look at a row as a table of one."""
    raw = cast(np.record, row)
    return np.frombuffer(raw.data, dtype=plain(raw.dtype), count=1)


def copy_of(row: SomeRow) -> SomeRow:
    """Make a row of its own with the same contents."""
    return cast(SomeRow, row_of(table_of(row).copy(), 0))


def to_bytes(row: Row) -> bytes:
    """Write a row as its bytes."""
    return cast(np.record, row).tobytes()


def from_bytes(dtype: np.dtype[Any], raw: bytes) -> Row:
    """Read a row from its bytes."""
    return row_of(np.frombuffer(bytearray(raw), dtype=dtype, count=1), 0)


def plain(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Take the record flavour off a row's dtype: compiled calls find their way three times as fast without it."""
    return np.dtype((np.void, dtype))
