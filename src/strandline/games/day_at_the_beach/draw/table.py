"""What every arrangement draws: the grid and the offer, the beaches, what is in hand, and what would come of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from strandline.engine.contract import OVER
from strandline.engine.elements import tag
from strandline.games.day_at_the_beach.rules import preview

from . import beach, ghosts, market, players
from .players import whose

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.day_at_the_beach.rules import State
    from strandline.games.day_at_the_beach.rules.state import Laid

    from .layout import Plan, Zoom


class Seen(NamedTuple):
    """What is seen of the own beach, and where."""

    plan: Plan
    zoom: Zoom
    laid: Laid
    cells: tuple[int, ...]  # the open ones, where they are shown
    told: bool  # is it told where nothing is laid?
    broad: bool = False  # can what lies outside of the sea be moved into it?


def pieces(
    state: State, texts: Texts, last: int, seat: int, seen: Seen, cards: dict[str, str], sign: str
) -> dict[str, str]:
    """Draw everything as this seat sees it, and what it can point at."""
    eyes, plan, zoom = whose(state, seat), seen.plan, seen.zoom
    parts = market.market(state, texts, last, eyes, plan, sign) | cards
    parts["free"] = beach.free_cells(seen.cells, zoom, texts, to_move=state.seat == eyes)
    for index in range(1, state.seats) if plan.seas else ():
        parts |= beach.small_beach(state, (eyes + index) % state.seats, index, plan)
    parts |= beach.large_beach(state, eyes, seen.laid, zoom, plan) | to_do(state, eyes, seen, texts)
    parts["hand"] = players.hand(state, seat, eyes, texts, plan)
    return parts | {"ghosts": "", "lenses": players.lenses(plan, eyes)}


def previews(state: State, seat: int, plan: Plan, zoom: Zoom, *, broad: bool = False) -> str:
    """Draw what would come of what this seat can do: on its beach, which may be moved, and on the open umbrellas."""
    if state.turn < 0 or seat != state.turn:
        return ""
    grown, worth = (plan.grown(size, zoom.scale) for size in (26, 20))
    drawn = tag("g", ghosts.on_the_beach(state, grown, worth), transform=zoom.written())
    own = f'<g class="panned">{drawn}</g>' if broad else drawn
    return own + ghosts.covers(state, plan) + ghosts.met_by(state, plan)


def to_do(state: State, eyes: int, seen: Seen, texts: Texts) -> dict[str, str]:
    """Draw on the own beach what is closed, what is missing and what waits for an umbrella."""
    going_on, mine, zoom = state.turn != OVER, state.seat == eyes, seen.zoom
    sea = dict.fromkeys(preview.open_sea(state, eyes).tolist()) if seen.told else ()
    shown = tuple(cell for cell in sea if seen.broad or zoom.shows(cell, seen.plan.own_sea))
    quarters = preview.missing_quarters(state, eyes).tolist() if going_on else []
    return {
        "sea": beach.open_sea(shown, zoom, texts, to_move=mine),
        "missing": beach.missing_quarters(tuple(map(tuple, quarters)), zoom),
        "waiting": beach.waiting(state, zoom, texts) if going_on and mine else "",
    }
