"""What every arrangement draws: market, races, players, beaches, the tile in hand, and what would come of a move."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from strandline.engine.contract import NOBODY
from strandline.engine.elements import tag, text, title
from strandline.games.maui.rules.tables import PATTERNS, POINTS

from . import market
from .beaches import beaches
from .players import hand, lenses, panels
from .shapes import rect, shape
from .targets import next_column, targets
from .tracks import tracks

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.maui.rules import State

    from .layout import Layout


def whose(state: State, seat: int) -> int:
    """Choose the beach that is large: a spectator looks over the shoulder of whoever moves."""
    return seat if seat != NOBODY else max(state.mover, 0)


def pieces(
    layout: Layout, state: State, texts: Texts, last: int, viewer: int, *, stalls: bool, others: bool, card: bool
) -> dict[str, str]:
    """Draw all pieces: with the market, with the others' beaches, with a card below the tile in hand."""
    return (
        (market.market(layout, state, texts, last, viewer) if stalls else {})
        | tracks(layout, state, texts, last)
        | {"points": race_points(layout, tuple(state.marker.tolist()[viewer]))}
        | panels(layout, state, texts, viewer)
        | {"viewer": emblem(layout, viewer, state.crab_side, texts)}
        | next_column(layout, state, viewer)
        | beaches(layout, state, texts, last, viewer)
        | {"card": hand_card(layout) if card else ""}
        | hand(layout, state, texts, viewer)
        | {"targets": targets(layout, state.tobytes(), viewer, texts), "ghosts": ""}
        | {"lenses": lenses(layout, viewer) if others else ""}
    )


@lru_cache(maxsize=1000)
def race_points(layout: Layout, steps: tuple[int, ...]) -> str:
    """Write what the viewer has on each track at the end of its race."""
    drawn = []
    for track in range(len(PATTERNS)):
        x, y, wide, high = layout.track_box(track)
        drawn.append(text(POINTS[steps[track]], x=x + wide - 5, y=y + high / 2 + 5.5, class_="points"))
    return "".join(drawn)


@lru_cache(maxsize=200)
def emblem(layout: Layout, seat: int, crab_side: int, texts: Texts) -> str:
    """Draw the emblem of the seat whose beach is the large one; and before the dock which half of a long game it is."""
    x, y, _, _ = layout.beach_box()
    across, down, size = layout.emblem
    drawn = shape(f"emblem-{seat}", f"seat-{seat}", x + across, y + down, size)
    place = layout.plot(0)
    if not layout.extended or place.first:
        return drawn
    column, _, wide, _ = place.box(0, 1)
    half = text(f"{crab_side + 1}/2", x=column + wide / 2, y=y + down + 5, class_="few afloat")
    return drawn + tag("g", title(texts.say(f"draw.half.{crab_side}")), half)


@lru_cache(maxsize=200)
def hand_card(layout: Layout) -> str:
    """Draw what the tile in hand and the tokens beside it lie on."""
    return rect("card", layout.hand_card(), rx=8)
