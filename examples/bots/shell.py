"""A bot that speaks the text protocol itself, in thirty lines: it needs nothing but Python."""

from __future__ import annotations

import sys


def say(line: str) -> None:
    """Answer, at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    """Hear one line after the other until the conversation ends."""
    legal: list[str] = []
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "strandline":
            say("ready")
        elif word == "position":  # JSON, as in docs/bots.md; what was legal before is no more
            legal = []
        elif word == "legal":
            legal.append(rest)
        elif word == "go":
            say(f"bestmove {max(legal, key=len)}")
        elif word == "quit":
            return


if __name__ == "__main__":
    main()
