"""The hub: what nodes and thinkers announce to each other. Nothing depends on it: what is lost is only seen later."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

log = logging.getLogger("strandline.server")

NODES = "strandline"  # the channel that all nodes listen to …
THINKERS = "strandline_thinkers"  # … and the one on which thinkers say that they are there
AGAIN = 1.0  # seconds until a hub that is lost is looked for again
LONGEST = 7_900  # bytes of one announcement: PostgreSQL takes less than 8,000
WAITING = 10_000  # messages at most that wait to be announced; of more, the oldest are left to the poll


def mailbox(name: str) -> str:
    """Name the channel of one node, or of one thinker."""
    return f"strandline_{name}"


class Hub(ABC):
    """Carries messages, which are JSON, to whoever listens to a channel, in the order of each sender.

    Some may be lost.
    """

    def __init__(self) -> None:
        self.connected = False
        self.ears: dict[str, Callable[[str], None]] = {}  # by channel: who hears what comes, some messages as a list
        self.joined: Callable[[], None] = lambda: (
            None
        )  # is called when the hub was reached, for the first time or again
        self._outbox: list[tuple[str, bytes]] = []
        self._wanted = asyncio.Event()

    def announce(self, message: bytes, channel: str = NODES) -> bool:
        """Have a message sent to all who listen to a channel, soon; will it be? Not without a hub, or if it is long."""
        possible = self.connected and len(message) + 2 <= LONGEST
        if possible:
            self._outbox.append((channel, message))
            self._wanted.set()
        return possible

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

    async def to_announce(self) -> list[tuple[str, str]]:
        """Wait until there is something to announce, and take all of it: channels, and what goes there."""
        await self._wanted.wait()
        self._wanted.clear()
        messages, self._outbox = self._outbox[-WAITING:], []
        return list(together(messages))

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


def together(messages: list[tuple[str, bytes]]) -> Iterator[tuple[str, str]]:
    """Put messages together that follow each other to one channel, as many as one announcement takes."""
    some: list[bytes] = []
    length, towards = 0, ""
    for channel, message in messages:
        if some and (channel != towards or length + len(message) >= LONGEST):
            yield towards, f"[{b','.join(some).decode()}]"
            some, length = [], 0
        some.append(message)
        length += len(message) + 1
        towards = channel
    if some:
        yield towards, f"[{b','.join(some).decode()}]"
