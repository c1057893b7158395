"""What observations are written with: each of these writes some numbers and says where the next one goes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from strandline.engine.rule import rule

if TYPE_CHECKING:
    from strandline.engine.row import Array

MOST = 127  # what fits into 8 bits


@rule
def put(into: Array, at: int, value: int) -> int:
    """Write a number, at most as large as fits."""
    into[at] = min(max(int(value), -MOST), MOST)
    return at + 1


@rule
def put_one_of(into: Array, at: int, value: int, count: int) -> int:
    """Write 1 for one of 0 … count − 1 and 0 for the others; all 0 where it is none of them."""
    for index in range(count):
        into[at + index] = value == index
    return at + count


@rule
def put_each(into: Array, at: int, values: Any, count: int) -> int:
    """Write the first numbers of an array."""
    for index in range(count):
        put(into, at + index, values[index])
    return at + count
