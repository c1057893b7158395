"""What lies below everything: panels, the sea around the beaches, the hollows of the grid."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from strandline.engine.elements import number, tag

if TYPE_CHECKING:
    from .layout import Box, Plan


@lru_cache(maxsize=100)
def paper(width: float, height: float) -> str:
    """Draw the ground of the whole drawing."""
    return tag("rect", width=width, height=height, class_="sl-paper")


@lru_cache(maxsize=200)
def panels(plan: Plan, radius: float) -> str:
    """Draw the panels of an arrangement, their corners rounded so far."""
    return "".join((
        *(card.rect("card", radius) for card in (*plan.panels, plan.own_card, *plan.cards)),
        *(sea.rect("bay", radius - 7) + waves(sea) for sea in (plan.own_sea, *plan.seas)),
        *(place.rect("hollow", 6) for place in plan.grid),
    ))  # fmt: skip


def waves(sea: Box) -> str:
    """Draw a few quiet waves on the sea around a beach."""
    size = 5 if sea.width < 300 else 9
    wave = f"q{size}-{size} {2 * size} 0t{2 * size} 0"
    spots = ((0.05, 0.07), (0.8, 0.1), (0.09, 0.93), (0.84, 0.9))
    starts = (f"M{number(sea.x + sea.width * x)} {number(sea.y + sea.height * y)}" for x, y in spots)
    return tag("path", class_="waves", d="".join(start + wave for start in starts))
