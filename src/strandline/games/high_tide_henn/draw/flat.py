"""The same for a phone on its side: what is above the beaches in a tall window is to their left."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from strandline.engine.contract import NOBODY
from strandline.engine.elements import tag

from .shapes import definitions
from .strip import strip_of
from .tall import GAP, WIDTH, Plan, arranged, plan_for, previews_by, shore_from

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.high_tide_henn.rules.state import State

    from .strip import Strip

LEFT = WIDTH + 2 * GAP  # where the beaches begin
SIZE = (LEFT + WIDTH, 440.0)


@cache
def plan(strip: Strip) -> Plan:
    """Lay everything out: the track is high at any time, for there is room."""
    upright = plan_for(strip, choosing=True, pool=0)
    return Plan(strip, upright.band, upright.beside_top, shore_from(0.0, LEFT, SIZE[1]))


def board(state: State, texts: Texts, seat: int = NOBODY) -> str:  # noqa: ARG001
    """Draw the paper; what else stays is drawn with the pieces, as in a tall window."""
    return definitions() + tag("rect", width=SIZE[0], height=SIZE[1], class_="sl-paper flat")


def pieces(state: State, texts: Texts, last: int, seat: int = NOBODY) -> dict[str, str]:  # noqa: ARG001
    """Draw the beaches, the track, the players, and all that lies there."""
    return arranged(state, texts, last, plan(strip_of(state)), roomy=True)


def ghosts(state: State, texts: Texts, seat: int = NOBODY) -> str:  # noqa: ARG001
    """Draw what each choice of the player would bring."""
    return previews_by(state, plan(strip_of(state)))
