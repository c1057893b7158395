"""Tables of a game: arrays of whole numbers, in the smallest type that holds them."""

from __future__ import annotations

from typing import Any

import numpy as np

Integers = np.ndarray[Any, np.dtype[np.signedinteger[Any]]]


def narrow(values: Any) -> Integers:
    """Make a table that rules read: signed, contiguous, and as narrow as its numbers allow.

    What is read from it is narrow too where rules are not compiled: widen it with `int()` before reckoning.
    """
    table = np.asarray(values)
    least = int(table.min()), int(table.max())
    kind = next(kind for kind in (np.int8, np.int16, np.int32, np.int64) if fits(least, kind))
    return np.ascontiguousarray(table, dtype=kind)


def fits(bounds: tuple[int, int], kind: type[np.signedinteger[Any]]) -> bool:
    """Does an integer type hold all numbers between these two?"""
    return bool(np.iinfo(kind).min <= bounds[0] and bounds[1] <= np.iinfo(kind).max)
