"""Windows with room side by side: the own beach beside the grid and the offer; the others beside that, or below."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from strandline.engine.contract import OVER
from strandline.engine.elements import tag, text
from strandline.games.day_at_the_beach.rules.state import open_cells, tiles_of
from strandline.games.day_at_the_beach.rules.tables import ROUNDS

from . import players, table
from .layout import TITLE, zoom_of
from .panels import panels, paper
from .players import player_of, whose
from .shapes import definitions

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.day_at_the_beach.rules import State
    from strandline.games.day_at_the_beach.rules.state import Laid

    from .layout import Plan, Zoom


@lru_cache(maxsize=50)
def board(plan: Plan, texts: Texts) -> str:
    """Draw what tiles and beaches lie on, and say what is on offer."""
    titles = (
        text(texts.say(f"draw.offer.{name}"), x=box.x, y=box.y - TITLE / 2 + 4, class_="label start")
        for name, box in (("umbrellas", plan.umbrellas[0]), ("waters", plan.waters[0]))
    )
    return definitions() + paper(plan.width, plan.height) + panels(plan, 16) + "".join(titles)


def pieces(state: State, texts: Texts, last: int, seat: int, plan: Plan) -> dict[str, str]:
    """Draw everything as this seat sees it, and what it can point at."""
    eyes = whose(state, seat)
    own, cells, zoom = seen_by(state, eyes, plan)
    cards = {"card": players.own_card(plan, player_of(state, eyes), texts)}
    for index in range(1, state.seats):
        other = player_of(state, (eyes + index) % state.seats)
        cards[f"card {index}"] = players.other_card(plan, index - 1, other, texts)
    seen = table.Seen(plan, zoom, own, cells, told=bool(cells))
    sign = round_sign(plan, state.round, int(ROUNDS[state.seats]), texts)
    return table.pieces(state, texts, last, seat, seen, cards, sign)


def ghosts(state: State, seat: int, plan: Plan) -> str:
    """Draw what would come of what this seat can do."""
    return table.previews(state, seat, plan, seen_by(state, whose(state, seat), plan)[-1])


def seen_by(state: State, eyes: int, plan: Plan) -> tuple[Laid, tuple[int, ...], Zoom]:
    """Choose which part of the own beach is seen: its tiles and the open cells."""
    own, cells = tiles_of(state, eyes), open_cells(state, eyes) if state.turn != OVER else ()
    return own, cells, zoom_of((*(cell for cell, *_ in own), *cells), plan.own_sea, least=2)


@lru_cache(maxsize=100)
def round_sign(plan: Plan, played: int, rounds: int, texts: Texts) -> str:
    """Write below the grid which round it is, and mark those that are over."""
    right, y = plan.grid[-1].x + plan.grid[-1].width, plan.grid[-1].y + plan.grid[-1].height + 24
    said = text(f"{texts.say('draw.round')} {played + 1}/{rounds}", x=right, y=y, class_="part end")
    dots = (
        tag("circle", cx=right - 6 - 15 * k, cy=y + 14, r=5, class_="past" if rounds - 1 - k <= played else "to-come")
        for k in range(rounds)
    )
    return tag("g", said, *dots, class_="round")
