"""The hub says that a match has moved on, and nothing else: whoever hears it reads again."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    Listener = Callable[[], None]


class Hub:
    """Announcements within one process."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[Listener]] = {}

    def listen(self, match: str, listener: Listener) -> None:
        """Have this called whenever the match moves on."""
        self._listeners.setdefault(match, set()).add(listener)

    def leave(self, match: str, listener: Listener) -> None:
        """Listen no more."""
        listeners = self._listeners.get(match, set())
        listeners.discard(listener)
        if not listeners:
            self._listeners.pop(match, None)

    def announce(self, match: str) -> None:
        """Call everyone who listens to this match."""
        for listener in self._listeners.get(match, ()):
            listener()
