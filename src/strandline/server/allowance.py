"""Allowances: so many for each address, of tables and of pictures."""

from __future__ import annotations

import time
from math import ceil
from typing import NamedTuple

from strandline.engine.errors import StrandlineError
from strandline.server.limits import ADDRESSES
from strandline.server.texts import TEXTS


class TooMany(StrandlineError):
    """Somebody has had enough; in so many seconds it may have more. Its sentence is among the server's texts."""

    def __init__(self, key: str, seconds: int) -> None:
        super().__init__(key, home=TEXTS, count=seconds)
        self.seconds = seconds


class Spent(NamedTuple):
    """What an address had spent at a moment."""

    many: float
    at: float


class Allowances:
    """So many for each address, which come back in the course of so many seconds.

    An address that has all of it again is forgotten, and so are the oldest of too many.
    """

    def __init__(self, count: int, seconds: int, key: str) -> None:
        self._count, self._seconds = count, seconds
        self._key = key  # of the sentence for whoever has had enough
        self._spent: dict[str, Spent] = {}  # by address; who asked last stands last

    def spend(self, address: str) -> None:
        """Count one against an address, or refuse it."""
        now = time.monotonic()
        before = self._spent.pop(address, Spent(0, now))
        spent = max(0.0, before.many - (now - before.at) * self._count / self._seconds)
        lacking = spent + 1 - self._count
        self._spent[address] = Spent(spent if lacking > 0 else spent + 1, now)
        self._forget(now)
        if lacking > 0:
            raise TooMany(self._key, ceil(lacking * self._seconds / self._count))

    def _forget(self, now: float) -> None:
        """Forget addresses that make no difference any more, and the oldest where they are too many."""
        while True:
            address, oldest = next(iter(self._spent.items()))
            if len(self._spent) <= ADDRESSES and oldest.at + self._seconds > now:
                return
            del self._spent[address]
