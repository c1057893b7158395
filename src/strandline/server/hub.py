"""The hub says that a match has moved on, and nothing else: whoever hears it reads again."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import asyncio


class Hub:
    """Announcements within one process."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[asyncio.Event]] = {}

    def listen(self, match: str, event: asyncio.Event) -> None:
        """Have this event set whenever the match moves on."""
        self._listeners.setdefault(match, set()).add(event)

    def leave(self, match: str, event: asyncio.Event) -> None:
        """Listen no more."""
        listeners = self._listeners.get(match, set())
        listeners.discard(event)
        if not listeners:
            self._listeners.pop(match, None)

    def announce(self, match: str) -> None:
        """Wake everyone who listens to this match."""
        for event in self._listeners.get(match, ()):
            event.set()
