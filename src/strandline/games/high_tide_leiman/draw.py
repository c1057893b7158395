"""The board as SVG."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.high_tide_leiman.rules import State


def frame(state: State) -> tuple[float, float, float, float]:  # noqa: ARG001
    """Give the viewBox."""
    return (0, 0, 640, 640)


def board(state: State, texts: Texts) -> str:  # noqa: ARG001
    """Draw the sand."""
    return ""


def pieces(state: State, texts: Texts, last: int) -> str:  # noqa: ARG001
    """Draw the stacks."""
    return ""
