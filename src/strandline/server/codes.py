"""Links as codes that a camera reads."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import segno


def code_of(link: str) -> dict[str, Any]:
    """Draw a link as a QR code: how many modules wide it is with its margin, and the dark ones as one path."""
    drawn = segno.make(link, error="m", micro=False)
    rows = list(drawn.matrix_iter(border=4))
    return {"size": len(rows), "path": "".join(dark(y, row) for y, row in enumerate(rows))}


def dark(y: int, row: Any) -> str:
    """Draw the dark modules of a row, those side by side in one piece."""
    path, x = "", 0
    for value, run in groupby(row):
        length = len(list(run))
        path += f"M{x} {y}h{length}v1h-{length}z" if value else ""
        x += length
    return path
