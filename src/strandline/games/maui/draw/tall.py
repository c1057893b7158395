"""The drawing for a phone held upright; `upright` says where everything lies, for each kind of move."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from strandline.engine.contract import NOBODY
from strandline.engine.elements import tag, text, title
from strandline.games.maui.rules.tables import IN_HAND, PATTERNS, POINTS, Phase

from .beaches import beaches
from .market import market
from .panorama import ground, panorama
from .players import hand, panels
from .shapes import definitions, rect, shape
from .targets import choices, next_column
from .tracks import tracks
from .upright import HIGH, WIDTH, Kind, Tall, arranged

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.maui.rules import State

SIZE = (WIDTH, HIGH)
PERSONAL = True


def board(state: State, texts: Texts, seat: int) -> str:  # noqa: ARG001
    """Draw only the paper: everything on it may move when another kind of move is to be made."""
    return definitions() + ground()


def pieces(state: State, texts: Texts, last: int, seat: int) -> dict[str, str]:
    """Draw everything, large what the viewer's next move needs."""
    viewer = seat if seat != NOBODY else max(state.mover, 0)
    layout = layout_for(state, viewer)
    return (
        {"panorama": panorama(layout)}
        | (market(layout, state, texts, last, viewer) if layout.kind == Kind.TAKING else {})
        | tracks(layout, state, texts, last)
        | {"points": race_points(layout, tuple(state.marker.tolist()[viewer]))}
        | panels(layout, state, texts, viewer)
        | {"viewer": emblem(layout, viewer, state.crab_side, texts)}
        | next_column(layout, state, viewer)
        | beaches(layout, state, texts, last, viewer)
        | {"card": hand_card(layout) if layout.kind == Kind.LAYING else ""}
        | hand(layout, state, texts, viewer)
        | choices(layout, state.tobytes(), viewer, texts)
    )


def layout_for(state: State, viewer: int) -> Tall:
    """Choose the arrangement for what the viewer does next; whoever waits sees market and beach."""
    if state.turn != viewer or state.phase not in {Phase.LAY, Phase.STEP}:
        return arranged(state.seats, state.extended, Kind.TAKING)
    if state.phase == Phase.STEP:
        return arranged(state.seats, state.extended, Kind.STEPPING)
    tokens = tuple(where == IN_HAND for where in state.towel.tolist()[viewer])
    return arranged(state.seats, state.extended, Kind.LAYING, int(state.laid[viewer]) + 1, tokens)


@lru_cache(maxsize=1000)
def race_points(layout: Tall, steps: tuple[int, ...]) -> str:
    """Write what the viewer has on each track at the end of its race."""
    drawn = []
    for track in range(len(PATTERNS)):
        x, y, wide, high = layout.track_box(track)
        drawn.append(text(POINTS[steps[track]], x=x + wide - 5, y=y + high / 2 + 5.5, class_="points tall"))
    return "".join(drawn)


@lru_cache(maxsize=200)
def emblem(layout: Tall, seat: int, crab_side: int, texts: Texts) -> str:
    """Draw the emblem of the seat whose beach is the large one; and before the dock which half of a long game it is."""
    x, y, _, _ = layout.beach_box()
    if layout.kind == Kind.LAYING:
        return shape(f"emblem-{seat}", f"seat-{seat}", x + 19, y + 22, 32)
    drawn = shape(f"emblem-{seat}", f"seat-{seat}", x + 13, y + 16, 22)
    if not layout.extended:
        return drawn
    column, _, wide, _ = layout.plot(0).box(0, 1)
    half = text(f"{crab_side + 1}/2", x=column + wide / 2, y=y + 21, class_="few tall afloat")
    return drawn + tag("g", title(texts.say(f"draw.half.{crab_side}")), half)


@lru_cache(maxsize=200)
def hand_card(layout: Tall) -> str:
    """Draw what the tile in hand and the tokens beside it lie on."""
    return rect("card", layout.hand_card(), rx=8)
