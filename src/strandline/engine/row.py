"""A state is one row: a fixed set of named integers and small arrays of integers, declared as a class."""

from __future__ import annotations

import sys
from operator import itemgetter
from pathlib import Path
from struct import Struct
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self, SupportsIndex, TypeVar, cast

import numpy as np

from strandline.engine.sources import fingerprint


class Array(Protocol):
    """A field of several integers, indexed by cell, seat, colour, …; `len` is the first extent."""

    def __getitem__(self, index: SupportsIndex | tuple[SupportsIndex, ...], /) -> int: ...
    def __setitem__(self, index: Any, value: Any, /) -> None: ...
    def __len__(self) -> int: ...
    def tolist(self) -> Any: ...
    def tobytes(self) -> bytes: ...


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


if TYPE_CHECKING:

    class Void:
        """What rows have of `np.void`, which type checkers take for final."""

        def __getitem__(self, name: str) -> Any: ...
        def __setitem__(self, name: str, value: int) -> None: ...
        def tobytes(self) -> bytes: ...

else:
    Void = np.void


class Row(Void):
    """Subclass it to declare the fields of a row; calling the class makes one row of zeros.

    A row of a table is an instance of its class, and its fields are properties: reading one takes a third of a
    microsecond at most, where NumPy's own records take two. A single integer is read as Python's, so that it never
    overflows.
    """

    dtype: ClassVar[np.dtype[Any]]
    raw: bytearray  # its bytes, where they are no part of a table
    turn: int

    def __init_subclass__(cls) -> None:
        """Lay the declared fields out in memory."""
        fields = {name: width for name, width in vars(cls).items() if isinstance(width, Width)}
        # The first field says nothing of the position: it is one byte, always 0, whose name ends in a hash of the
        # game's sources. Rows of different games, or of different tellings of one game, are thereby of different
        # types, and what was compiled for one is never found in the cache by the other.
        source = sys.modules[cls.__module__].__file__
        key = f"key_{fingerprint(Path(source).parent) if source else cls.__module__}"
        layout = [(key, np.int8, ()), *((name, width.scalar, width.shape) for name, width in fields.items())]
        laid_out = np.dtype(layout, align=True)
        cls.dtype = np.dtype((cls, laid_out))
        for name, (width, offset, *_) in (laid_out.fields or {}).items():
            if name in fields:
                setattr(cls, name, several(name) if width.shape else single(name, width, offset))

    def __new__(cls) -> Self:
        """Make one row of zeros."""
        return cast(Self, over(bytearray(cls.dtype.itemsize), cls.dtype))

    @property
    def data(self) -> Any:
        """The memory that compiled rules work on.

        NumPy's own answer describes every field anew: two thirds of the time of a call. A row that has its bytes to
        itself hands them over as they are.
        """
        try:
            return self.raw
        except AttributeError:
            return OF_VOID(self)

    def __copy__(self) -> Self:
        """Make a row of its own with the same contents."""
        return copy_of(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Make a row of its own with the same contents."""
        return copy_of(self)

    def __reduce__(self) -> tuple[Any, ...]:
        """Let a row go to another process: as its class, and its bytes."""
        return from_bytes_of, (type(self), self.tobytes())

    @classmethod
    def table(cls, count: int) -> Table:
        """Make an array of this many rows of zeros."""
        return np.zeros(count, cls.dtype)


OF_VOID = np.void.data.__get__
FORMATS = {1: "=b", 2: "=h", 4: "=i", 8: "=q"}
"""How integers of so many bytes are unpacked."""


def single(name: str, width: np.dtype[Any], offset: int) -> property:
    """Make the property of a field of one integer."""
    unpack = Struct(FORMATS[width.itemsize]).unpack_from

    def read(row: Row) -> int:
        raw = getattr(row, "raw", None)
        if raw is None:
            return int(row[name])
        value: int = unpack(raw, offset)[0]  # a third of the time
        return value

    def write(row: Row, value: int) -> None:
        row[name] = value

    return property(read, write)


def several(name: str) -> property:
    """Make the property of a field of several integers: it is written in place, as it must be in compiled code."""
    return property(itemgetter(name))


SomeRow = TypeVar("SomeRow", bound=Row)
Table = np.ndarray[tuple[int], np.dtype[Any]]


def copy_of(row: SomeRow) -> SomeRow:
    """Make a row of its own with the same contents."""
    return cast(SomeRow, over(bytearray(row.data), row.dtype))


def over(raw: bytearray, dtype: np.dtype[Any]) -> Row:
    """Make a row of bytes that nobody else writes to."""
    row = cast(Row, np.frombuffer(raw, dtype=dtype, count=1)[0])
    row.raw = raw
    return row


def table_of(row: Row) -> Table:
    """Make a table of one from a copy of a row."""
    return np.frombuffer(bytearray(row.tobytes()), dtype=row.dtype, count=1)


def to_bytes(row: Row) -> bytes:
    """Write a row as its bytes."""
    return row.tobytes()


def from_bytes(dtype: np.dtype[Any], raw: bytes) -> Row:
    """Read a row from its bytes."""
    return over(bytearray(raw), dtype)


def from_bytes_of(kind: type[Row], raw: bytes) -> Row:
    """Read a row of a class from its bytes."""
    return from_bytes(kind.dtype, raw)
