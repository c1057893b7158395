"""What can be wrong with a match that is to be reviewed."""

from __future__ import annotations

from pathlib import Path

from strandline.engine.errors import StrandlineError

TEXTS = Path(__file__).parent / "texts"


class BadReview(StrandlineError, ValueError):
    """A match, or a way of looking at it, that cannot be reviewed."""

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(key, home=TEXTS, **facts)
