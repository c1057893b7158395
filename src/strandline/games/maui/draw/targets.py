"""What can be pointed at on the beach of whoever moves: the next column, or its rows."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, cast

from strandline.engine.elements import target
from strandline.engine.row import from_bytes
from strandline.games.maui.components import HEIGHT
from strandline.games.maui.rules import State
from strandline.games.maui.rules.legal import top_of, variant_of
from strandline.games.maui.rules.preview import WITH_TOKEN
from strandline.games.maui.rules.tables import FIRST_TOP, LAST_TOP, ROWS, SPARE_TOP, Phase
from strandline.games.maui.words.names import umbrella_in_words

from .ghosts import Outcome, chip, lay_outcomes
from .shapes import rect
from .towels import minus

if TYPE_CHECKING:
    from strandline.engine.texts import Texts

    from .layout import Layout, Plot


@lru_cache(maxsize=500)
def targets(layout: Layout, raw: bytes, viewer: int, texts: Texts) -> str:
    """Draw the targets on the mover's next column."""
    state = cast(State, from_bytes(State.dtype, raw))
    if state.turn < 0 or state.phase == Phase.STEP:
        return ""
    place = layout.plot((state.turn - viewer) % state.seats)
    column = int(state.laid[state.turn]) + 1
    if state.phase == Phase.TURN:
        return column_targets(layout, state, place, column, texts)
    return row_targets(place, column, rows_of(lay_outcomes(state)), texts)


def next_column(layout: Layout, state: State, viewer: int) -> dict[str, str]:
    """Light up the mover's next column, below all that lies there."""
    if state.turn < 0 or state.phase not in {Phase.TURN, Phase.LAY}:
        return {"next": ""}
    place = layout.plot((state.turn - viewer) % state.seats)
    return {"next": next_part(place, int(state.laid[state.turn]) + 1)}


@lru_cache(maxsize=500)
def next_part(place: Plot, column: int) -> str:
    """Draw the ground of the next column."""
    return rect("next", place.box(column, 1, ROWS), place.scale, rx=8 * place.scale)


def column_targets(layout: Layout, state: State, place: Plot, column: int, texts: Texts) -> str:
    """Draw the mover's next column as a target, and its middle rows if a spare towel could be laid there."""
    wide = layout.finger_box if place.own else lambda box: box
    halo = rect("halo slim", wide(place.box(column, 1, ROWS)), 1, rx=8 * place.scale)
    drawn = target("column", texts.say("draw.column", column=column), halo)
    if any(state.area.tolist()):
        return drawn
    box = wide(place.box(column, SPARE_TOP, HEIGHT))
    middle = rect("halo slim", box, 6 * place.scale, rx=8 * place.scale)
    return drawn + target("spare", texts.say("draw.spare", column=column), middle)


def rows_of(outcomes: dict[int, Outcome]) -> dict[int, Outcome]:
    """Give what the tile brings by row without tokens, or that it would take one there."""
    rows = {
        top_of(move): Outcome(WITH_TOKEN, 0, line.covers, line.penalties, line.forfeit, 0, (), ())
        for move, line in outcomes.items()
    }
    return rows | {top_of(move): line for move, line in outcomes.items() if variant_of(move) == 0}


def row_targets(place: Plot, column: int, rows: dict[int, Outcome], texts: Texts) -> str:
    """Draw the rows of the next column as targets, with what the tile would bring there."""
    drawn = []
    for row in range(FIRST_TOP, LAST_TOP + 1):
        box = place.box(column, row)
        shown = chip(place, box, rows[row]) if place.own and row in rows else ""
        halo = rect("halo slim", box, rx=9 * place.scale)
        drawn.append(target(f"row.{row}", row_in_words(row, rows.get(row), texts), shown, halo))
    return "".join(drawn)


def row_in_words(row: int, outcome: Outcome | None, texts: Texts) -> str:
    """Say what the tile would bring on a row."""
    if outcome is None:
        return texts.say("draw.row", row=minus(row))
    key = "draw.row_token" if outcome.fits == WITH_TOKEN else "draw.row_fits"
    said = texts.say(key, row=minus(row), points=texts.say("draw.points", count=outcome.points))
    if outcome.penalties:
        said = texts.say("draw.outside", row=said, count=outcome.penalties)
    if outcome.covers:
        said = texts.say("draw.covering", row=said, token=umbrella_in_words(outcome.covers - 1, texts))
    return said
