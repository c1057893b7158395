"""The keyboard of a match in the terminal: a line from it, and the Tab key."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Leave(Exception):
    """The person at the keyboard wants to stop."""


def line_from(prompt: str) -> str:
    """Take a line; at the end of what is typed, or at Ctrl-C, the player leaves."""
    sys.stdout.flush()
    try:
        return input(prompt).strip()
    except (EOFError, KeyboardInterrupt):
        print()
        raise Leave from None


@contextlib.contextmanager
def completion(words: Callable[[], list[str]]) -> Iterator[None]:
    """Complete moves and commands with the Tab key, where the terminal has line editing."""
    try:
        import readline
    except ImportError:
        yield
        return
    if not sys.stdin.isatty():
        yield
        return

    def candidate(start: str, index: int) -> str | None:
        found = [word for word in words() if word.startswith(start.lower())]
        return found[index] if index < len(found) else None

    before = readline.get_completer()
    readline.set_completer(candidate)
    readline.set_completer_delims("")
    readline.parse_and_bind("tab: complete")
    try:
        yield
    finally:
        readline.set_completer(before)
