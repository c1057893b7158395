"""What can be wrong with a puzzle that is asked for."""

from __future__ import annotations

from pathlib import Path

from strandline.engine.errors import StrandlineError

TEXTS = Path(__file__).parent / "texts"


class BadPuzzle(StrandlineError, ValueError):
    """A puzzle, a day or a file that there is not."""

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(key, home=TEXTS, **facts)
