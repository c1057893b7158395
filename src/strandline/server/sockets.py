"""Sockets: how many may be open, in all and of one address, and how many descriptors there are for them."""

from __future__ import annotations

import contextlib
from collections import Counter

from strandline.server.limits import CONNECTIONS, DESCRIPTORS, RESERVE, SOCKETS

try:
    import resource
except ImportError:  # on Windows sockets are no descriptors
    resource = None  # type: ignore[assignment]


class Sockets:
    """Who has how many sockets open."""

    def __init__(self, each: int = SOCKETS) -> None:
        self.each, self.most = each, most_sockets()
        self._open: Counter[str] = Counter()

    @property
    def count(self) -> int:
        """How many are open?"""
        return self._open.total()

    def enter(self, address: str) -> bool:
        """Let one more in, unless this address has enough."""
        if self._open[address] >= self.each:
            return False
        self._open[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Count one less; an address without any is forgotten."""
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]


def most_sockets() -> int:
    """Have as many descriptors as this process may; to how many sockets can they go, so that files still open?"""
    if resource is None:
        return CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):  # what there is has to do
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    there = DESCRIPTORS if soft == resource.RLIM_INFINITY else soft
    return min(CONNECTIONS, there - min(RESERVE, there // 2))
