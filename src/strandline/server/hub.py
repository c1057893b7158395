"""The hub: what nodes announce to each other. Nothing depends on it: what is lost on it is only seen later."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

log = logging.getLogger("strandline.server")

CHANNEL = "strandline"
AGAIN = 1.0  # seconds until a hub that is lost is looked for again
LONGEST = 7_900  # bytes of one announcement: PostgreSQL takes less than 8,000
WAITING = 10_000  # messages at most that wait to be announced; of more, the oldest are left to the poll


class Hub(ABC):
    """Carries messages, which are JSON, from each node to all others, in the order of each; some may be lost."""

    hear: Callable[[str], None]  # is told what was announced: some messages as a list, one's own among them
    joined: Callable[[], None]  # is called when the hub was reached, for the first time or again

    def __init__(self) -> None:
        self.connected = False
        self._outbox: list[bytes] = []
        self._wanted = asyncio.Event()

    def announce(self, message: bytes) -> None:
        """Have a message sent to all nodes, soon; while there is no hub nobody is told."""
        if self.connected:
            self._outbox.append(message)
            self._wanted.set()

    async def run(self) -> None:
        """Stay at the hub, and come back whenever it is lost."""
        while True:
            reason = await self._stay()
            if self.connected:
                log.warning("hub.lost: %s", reason)
            self.connected = False
            self._outbox.clear()
            await asyncio.sleep(AGAIN)

    def reached(self) -> None:
        """Be at the hub from now on."""
        self.connected = True
        self.joined()

    async def to_announce(self) -> list[str]:
        """Wait until there is something to announce, and take all of it."""
        await self._wanted.wait()
        self._wanted.clear()
        messages, self._outbox = self._outbox[-WAITING:], []
        return list(joined(messages))

    async def finish(self) -> None:
        """Have what waits announced, before this node leaves."""
        for _ in range(20):
            if not self.connected or not self._outbox:
                break
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.02)  # what was taken out last is under way

    @abstractmethod
    async def _stay(self) -> str:
        """Listen and announce until the hub is lost; why?"""


def joined(messages: list[bytes]) -> Iterator[str]:
    """Put messages together, as many as one announcement takes."""
    some: list[bytes] = []
    length = 0
    for message in messages:
        if some and length + len(message) >= LONGEST:
            yield f"[{b','.join(some).decode()}]"
            some, length = [], 0
        some.append(message)
        length += len(message) + 1
    if some:
        yield f"[{b','.join(some).decode()}]"
