"""The market: its tiles, and the dollars in the areas."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, cast

from strandline.engine.elements import piece, target, text
from strandline.engine.row import from_bytes
from strandline.games.maui.notation.names import SPACE_NAMES
from strandline.games.maui.rules import State, refusal
from strandline.games.maui.rules.tables import ALLOWED, COST, EMPTY, PATTERN, SPACES, Move, Phase, Refusal

from .shapes import rect, shape
from .towels import patterns_in_words, thirds, tile_shapes

if TYPE_CHECKING:
    from strandline.engine.texts import Texts

    from .layout import Layout


class Reach(NamedTuple):
    """Can whoever looks have a tile: why not, and with how many dollars?"""

    why_not: int = ALLOWED
    dollars: int = 0


IN_REACH = (Reach(),) * SPACES


def market(layout: Layout, state: State, texts: Texts, last: int, viewer: int) -> dict[str, str]:
    """Draw the tiles as the viewer would lay them, and the dollars."""
    turned = int(state.turned[viewer])
    choosing = state.phase == Phase.TURN and state.turn == viewer
    reach = reach_of(state.tobytes()) if choosing else IN_REACH
    parts = {
        f"market {space}": space_part(layout, space, tile, turned, last - Move.TILE == tile, reach[space], texts)
        for space, tile in enumerate(state.market.tolist())
    }
    for row, dollars in enumerate(state.area.tolist()):
        parts[f"area {row}"] = area_part(layout, row, dollars, last - Move.DOLLARS == row, texts)
    return parts


@lru_cache(maxsize=500)
def reach_of(raw: bytes) -> tuple[Reach, ...]:
    """Ask for every space why the mover cannot have its tile, to lay it or as a spare towel."""
    state = cast(State, from_bytes(State.dtype, raw))
    if refusal(state, Move.SPARE) == ALLOWED:
        return IN_REACH
    why_not = [int(refusal(state, Move.TAKE + space)) for space in range(SPACES)]
    dollars = int(state.dollars[state.turn])
    return tuple(Reach(reason, dollars if reason == Refusal.NOT_PAID else 0) for reason in why_not)


@lru_cache(maxsize=5000)
def space_part(layout: Layout, space: int, tile: int, turned: int, fresh: bool, reach: Reach, texts: Texts) -> str:
    """Draw a space with its tile, which rises when it is selected, and is pale where it is out of reach."""
    name = SPACE_NAMES[space]
    halo = rect("halo slim", layout.space_box(space), 1, rx=9)
    if tile == EMPTY:
        return target(f"market.{name}", texts.say("draw.space_empty", space=name), halo)
    patterns = tuple(PATTERN[turned, tile].tolist())
    role = "top" if reach.why_not == ALLOWED else "top pale"
    drawn = piece(f"tile.{tile}", tile_shapes(thirds(layout.tile_box(space)), patterns), class_=role)
    cost = texts.say("draw.dollars", count=int(COST[space]))
    spoken = texts.say("draw.space", space=name, cost=cost, towel=patterns_in_words(patterns, texts))
    if reach.why_not != ALLOWED:
        key = "draw.too_dear" if reach.why_not == Refusal.NOT_PAID else "draw.no_match"
        spoken = f"{spoken} {texts.say(key, cost=int(COST[space]), dollars=reach.dollars)}"
    return target(f"market.{name}", spoken, drawn, halo, class_="last" if fresh else "")


@lru_cache(maxsize=200)
def area_part(layout: Layout, row: int, dollars: int, emptied: bool, texts: Texts) -> str:
    """Draw the dollars of an area, one above the other."""
    x, y, wide, high = box = layout.area_box(row)
    lie = layout.coins
    apart = min(lie.apart, lie.room / max(dollars - 1, 1))
    coins = [
        piece(f"area.{row}.{k}", shape("dollar", "dollar", x + wide / 2, y + high - lie.foot - apart * k, lie.size))
        for k in range(dollars)
    ]
    count = text(dollars, x=x + wide / 2, y=y + lie.number, class_="amount")
    spoken = texts.say("draw.area", area=row + 1, dollars=texts.say("draw.dollars", count=dollars))
    halo = rect("halo slim", box, 2, rx=12)
    return target(f"dollars.{row + 1}", spoken, count, *coins, halo, class_="last start" if emptied else "")
