"""Odd frames and requests, a few thousand of them: none leads to a traceback or an answer 500."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

ROOT = Path(__file__).parents[2]


def test_odd_frames_and_requests_leave_no_trace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A million: bench/server/fuzz.py."""
    monkeypatch.syspath_prepend(str(ROOT))
    from bench.server import fuzz

    random.seed(7)
    assert fuzz.run(3000, tmp_path, STRANDLINE_RULES="python") == []
