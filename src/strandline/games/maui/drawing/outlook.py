"""What can be pointed at on the beach of whoever moves, and what would come of it: rows, and ghosts with numbers."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, cast

import numpy as np

from strandline.engine.elements import tag, text
from strandline.engine.row import from_bytes
from strandline.games.maui.beach import PREVIEW, WITH_TOKEN, inside, preview
from strandline.games.maui.components import HEIGHT
from strandline.games.maui.drawing.places import Box, Plot, goods_places, marker_place, plot
from strandline.games.maui.drawing.shapes import rect, shape
from strandline.games.maui.drawing.towels import (
    boxes_of,
    minus,
    target,
    tile_shapes,
    umbrella_token,
)
from strandline.games.maui.names import KINDS
from strandline.games.maui.notation import path
from strandline.games.maui.rules import State, moves
from strandline.games.maui.tables import (
    COST,
    DOLLARS,
    EMPTY,
    FIRST_TOP,
    ICON_ROW,
    LAST_TOP,
    LAY,
    LAYING,
    MOVES,
    PATTERN,
    REPLACED,
    ROWS,
    SCORING_STEPS,
    SPARE,
    SPARE_TOP,
    STEP,
    STEPPING,
    TAKE,
    TOPS,
    TURN,
    VALUE,
    VARIANTS,
)

if TYPE_CHECKING:
    from strandline.engine.texts import Texts

TOUCH = 22  # how far the row in the ocean can be pointed at beyond the beach, so that it is as high as the others


class Outcome(NamedTuple):
    """What a tile would bring on a row."""

    fits: int
    cost: int
    covers: int
    penalties: int
    points: int
    steps: tuple[int, ...]  # of each marker


@lru_cache(maxsize=500)
def outlook(raw: bytes, eyes: int, texts: Texts) -> dict[str, str]:
    """Draw the targets on the mover's next column; and for whoever moves, what each choice would bring."""
    state = cast(State, from_bytes(State.dtype, raw))
    nothing = {"targets": "", "outlook": ""}
    if state.turn < 0:
        return nothing
    if state.phase == STEPPING:
        return nothing | {"outlook": step_ghosts(state)}
    place = plot(state.seats, state.extended, (state.turn - eyes) % state.seats)
    column = int(state.laid[state.turn]) + 1
    if state.phase == TURN:
        ghosts = market_ghosts(state, place, column) if place.large else ""
        return {"targets": column_targets(state, place, column, texts), "outlook": ghosts}
    outcomes = lay_outcomes(state)
    ghosts = lay_ghosts(state, place, column, outcomes) if place.large else ""
    return {"targets": row_targets(place, column, rows_of(outcomes), texts), "outlook": ghosts}


def next_column(state: State, eyes: int) -> dict[str, str]:
    """Light up the mover's next column, below all that lies there."""
    if state.turn < 0 or state.phase not in {TURN, LAYING}:
        return {"next": ""}
    place = plot(state.seats, state.extended, (state.turn - eyes) % state.seats)
    return {"next": next_part(place, int(state.laid[state.turn]) + 1)}


@lru_cache(maxsize=500)
def next_part(place: Plot, column: int) -> str:
    """Draw the ground of the next column."""
    return rect("next", place.box(column, 1, ROWS), place.scale, rx=8 * place.scale)


def outcomes_of(state: State, move: int) -> dict[int, Outcome]:
    """Look up what a move would bring, by top row."""
    into = np.zeros((TOPS, len(PREVIEW)), np.int64)
    preview(state, move, into)
    return {
        row + FIRST_TOP: Outcome(fits, cost, covers, penalties, points, tuple(steps))
        for row, (fits, cost, covers, penalties, points, *steps) in enumerate(into.tolist())
        if fits
    }


def legal(state: State) -> list[int]:
    """List the moves whose ghosts can be wanted."""
    into = np.zeros(MOVES, np.int32)
    return into[: moves(state, into)].tolist()  # type: ignore[no-any-return]


# A turn begins


def column_targets(state: State, place: Plot, column: int, texts: Texts) -> str:
    """Draw the mover's next column as a target, and its middle rows if a spare towel could be laid there."""
    box = place.box(column, 1, ROWS)
    halo = rect("halo", box, 1, rx=8 * place.scale)
    drawn = target("column", texts.say("draw.column", column=column), halo)
    if any(state.area.tolist()):
        return drawn
    middle = rect("halo", place.box(column, SPARE_TOP, HEIGHT), 6 * place.scale, rx=8 * place.scale)
    return drawn + target("spare", texts.say("draw.spare", column=column), middle)


def market_ghosts(state: State, place: Plot, column: int) -> str:
    """Show for every tile that can be had what it would bring on each row, and where a spare towel would lie."""
    drawn = []
    for move in legal(state):
        if move < TAKE:
            drawn.append(ghost(path(move), purse(state, f"+{state.area[move - DOLLARS]}")))
        elif move < SPARE:
            chips = [chip(place, column, row, outcome) for row, outcome in outcomes_of(state, move).items()]
            cost = int(COST[move - TAKE])
            drawn.append(ghost(path(move)[:1], *chips, purse(state, f"−{cost}") if cost else ""))
        elif move < LAY:
            tile = int(state.market[move - SPARE])
            printed = tuple(PATTERN[state.turned[state.turn], tile].tolist())
            laid = tag("g", tile_shapes(boxes_of(place, column, SPARE_TOP), printed), class_="pale")
            drawn.append(ghost(path(move), laid))
    return "".join(drawn)


def purse(state: State, change: str) -> str:
    """Write beside one's own dollars how many would come or go."""
    x, y, size, figures = goods_places(0, state.seats, state.extended, 1)[0]
    return text(change, x=x + size * 0.6 + 23, y=y + size * 0.27, class_=f"{figures} change")


def step_ghosts(state: State) -> str:
    """Show where a marker would go."""
    return "".join(ghost(path(move), marker(state, move - STEP, SCORING_STEPS)) for move in legal(state))


def marker(state: State, track: int, by: int) -> str:
    """Draw the mover's marker so many steps further up."""
    step = int(state.marker[state.turn, track]) + by
    place = marker_place(track, state.turn, state.seats, step, state.extended)
    return shape(f"seat-{state.turn}", f"seat-{state.turn} raised", *place)


def ghost(names: tuple[str, ...], *parts: str) -> str:
    """Draw what is shown while these targets are selected or pointed at."""
    return tag("g", *parts, class_="ghost", data_ghost="|".join(names)) if parts else ""


def touch_box(place: Plot, column: int, row: int) -> Box:
    """Where is a row pointed at?"""
    x, y, wide, high = place.box(column, row)
    more = TOUCH * place.scale if row == FIRST_TOP else 0
    return x, y - more, wide, high + more


def chip(place: Plot, column: int, row: int, outcome: Outcome) -> str:
    """Write on a cell what a tile would bring with its first pattern there: points, cost, penalties, what it covers."""
    box = touch_box(place, column, row)
    x, y = box[0] + box[2] / 2, box[1]
    signs = [(kind, count) for kind, count in (("dollar", outcome.cost), ("penalty", outcome.penalties)) if count]
    count = len(signs) + bool(outcome.covers)
    left = x - 10.5 * (count - 1)
    parts = [rect("chip", box, 3, rx=9), gain(outcome, x, y + (29 if count else 41))]
    for kind, amount in signs:
        parts += [shape(kind, f"{kind} plain", left, y + 46, 23), text(amount, x=left, y=y + 51, class_=f"on-{kind}")]
        left += 21
    if outcome.covers:
        parts.append(umbrella_token(outcome.covers - 1, left, y + 46, 20))
    return "".join(parts)


def gain(outcome: Outcome, x: float, y: float) -> str:
    """Write the points; where it takes a towel token, draw one with a question mark."""
    if outcome.fits != WITH_TOKEN:
        return text(f"+{outcome.points}", x=x, y=y, class_="gain")
    return rect("wanted", (x - 12, y - 22, 24, 24), rx=4) + text("?", x=x, y=y - 3, class_="on-wanted")


# A tile is laid


def lay_outcomes(state: State) -> dict[int, Outcome]:
    """Look up what every way to lay the tile would bring."""
    return {move: outcomes_of(state, move)[top_of(move)] for move in legal(state)}


def top_of(move: int) -> int:
    """Read the top row of a lay."""
    return (move - LAY) // len(VARIANTS) + FIRST_TOP


def rows_of(outcomes: dict[int, Outcome]) -> dict[int, Outcome]:
    """What does the tile bring by row without tokens; and on which rows would it take one?"""
    rows = {top_of(move): Outcome(WITH_TOKEN, 0, line.covers, line.penalties, 0, ()) for move, line in outcomes.items()}
    return rows | {top_of(move): line for move, line in outcomes.items() if variant_of(move) == 0}


def variant_of(move: int) -> int:
    """Read which tokens a lay uses."""
    return (move - LAY) % len(VARIANTS)


def row_targets(place: Plot, column: int, rows: dict[int, Outcome], texts: Texts) -> str:
    """Draw the rows of the next column as targets, with what the tile would bring there."""
    drawn = []
    for row in range(FIRST_TOP, LAST_TOP + 1):
        box = touch_box(place, column, row)
        shown = chip(place, column, row, rows[row]) if place.large and row in rows else ""
        halo = rect("halo", box, 2 * place.scale, rx=9 * place.scale)
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
        said = texts.say("draw.covering", row=said, token=texts.say(f"umbrella.{KINDS[outcome.covers - 1]}"))
    return said


def lay_ghosts(state: State, place: Plot, column: int, outcomes: dict[int, Outcome]) -> str:
    """Show the rows anew for every choice of tokens; and for every row the tile on it."""
    chosen: dict[tuple[str, ...], list[str]] = {}
    veil = "".join(rect("veil", touch_box(place, column, row), 1, rx=8) for row in rows_of(outcomes))
    for move, outcome in outcomes.items():
        if variant_of(move):
            chosen.setdefault(path(move)[:-1], []).append(chip(place, column, top_of(move), outcome))
    # Two tokens come after one, so that their rows hide those of the one.
    anew = [ghost(names, veil, *chips) for names, chips in sorted(chosen.items(), key=lambda item: len(item[0]))]
    return "".join(anew) + "".join(
        lay_ghost(state, place, column, move, steps) for move, (*_, steps) in outcomes.items()
    )


def lay_ghost(state: State, place: Plot, column: int, move: int, steps: tuple[int, ...]) -> str:
    """Show the tile where it would lie: what each pattern scores, which are lost, what it covers; and the markers."""
    top, replaced = top_of(move), REPLACED[variant_of(move)].tolist()
    printed = PATTERN[state.turned[state.turn], state.hand].tolist()
    worn = tuple(old if new == EMPTY else new for old, new in zip(printed, replaced, strict=True))
    boxes = boxes_of(place, column, top)
    parts = [tag("g", tile_shapes(boxes, worn), class_="pale")]
    for spot, box in enumerate(boxes):
        row = top + spot
        if replaced[spot] != EMPTY:
            parts.append(rect("hem", box, 6, rx=8))
        parts.append(mark(box, row, matched=state.edge[state.turn, row - FIRST_TOP] == worn[spot]))
        if row == ICON_ROW[state.crab_side, column] and state.umbrella[state.turn, column] != EMPTY:
            kind = int(state.umbrella[state.turn, column])
            parts.append(umbrella_token(kind, box[0] + box[2] - 15, box[1] + box[3] - 15, 26))
    markers = [marker(state, track, by) for track, by in enumerate(steps) if by]
    return ghost(path(move), *parts, *markers)


def mark(box: Box, row: int, *, matched: bool) -> str:
    """Mark a pattern that would score, by its steps; or one that would cost a penalty."""
    x, y, wide, high = box
    if not inside(row):
        return rect("dim", box, 3, rx=4) + shape("penalty", "penalty", x + wide / 2, y + high / 2, 30)
    if not matched:
        return ""
    disc = tag("circle", cx=float(x), cy=float(y + high / 2), r=17, class_="bonus")
    return disc + text(f"+{VALUE[row - FIRST_TOP]}", x=float(x), y=float(y + high / 2 + 7), class_="on-bonus")
