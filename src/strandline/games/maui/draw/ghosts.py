"""What shows while something is pointed at: what a tile would bring, and where it would lie."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from strandline.engine.elements import ghost, tag, text
from strandline.games.maui.notation.moves import path
from strandline.games.maui.notation.names import TOKENS
from strandline.games.maui.rules import moves, tables
from strandline.games.maui.rules.beach import icon_row, inside, worn
from strandline.games.maui.rules.legal import top_of, variant_of
from strandline.games.maui.rules.preview import PREVIEW, WITH_TOKEN, preview
from strandline.games.maui.rules.state import token_steps
from strandline.games.maui.rules.tables import EMPTY, FIRST_TOP, PATTERNS, SPARE_TOP, Move, Phase

from .layout import Box, Layout, Plot, Size
from .shapes import rect, shape
from .towels import tile_shapes, towel_token, umbrella_token

if TYPE_CHECKING:
    from strandline.games.maui.rules import State


class Outcome(NamedTuple):
    """What a tile would bring on a row."""

    fits: int
    cost: int
    covers: int
    penalties: int
    forfeit: int
    points: int
    steps: tuple[int, ...]  # of each marker
    matched: tuple[int, ...]  # by each pattern: the steps of its row


def outcomes_of(state: State, move: int) -> dict[int, Outcome]:
    """Look up what a move would bring, by top row."""
    into = np.zeros((tables.TOPS, len(PREVIEW)), np.int64)
    preview(state, move, into)
    tracks = len(PATTERNS)
    return {
        row + FIRST_TOP: Outcome(
            fits, cost, covers, penalties, forfeit, points, tuple(more[:tracks]), tuple(more[tracks:])
        )
        for row, (fits, cost, covers, penalties, points, forfeit, *more) in enumerate(into.tolist())
        if fits
    }


def legal(state: State) -> list[int]:
    """List the moves whose ghosts can be wanted."""
    into = np.zeros(tables.MOVES, np.int32)
    return into[: moves(state, into)].tolist()  # type: ignore[no-any-return]


def previews(layout: Layout, state: State, viewer: int) -> str:
    """Show what each choice would bring to whoever moves, on their own beach."""
    if state.turn < 0:
        return ""
    if state.phase == Phase.STEP:
        return step_ghosts(layout, state)
    place, column = layout.plot((state.turn - viewer) % state.seats), int(state.laid[state.turn]) + 1
    if not place.own:
        return ""
    if state.phase == Phase.TURN:
        return market_ghosts(layout, state, place, column)
    return lay_ghosts(layout, state, place, column, lay_outcomes(state))


# A turn begins


def market_ghosts(layout: Layout, state: State, place: Plot, column: int) -> str:
    """Show for every tile that can be had what it would bring on each row, and where a spare towel would lie."""
    drawn = []
    for move in legal(state):
        if move < Move.TAKE:
            drawn.append(ghost(path(move), purse(layout, f"+{state.area[move - Move.DOLLARS]}")))
        elif move < Move.SPARE:
            rows = outcomes_of(state, move).items()
            chips = [chip(place, place.box(column, row), outcome) for row, outcome in rows]
            cost = int(tables.COST[move - Move.TAKE])
            drawn.append(ghost(path(move)[:1], *chips, purse(layout, f"−{cost}") if cost else ""))
        elif move < Move.LAY:
            printed = tuple(tables.PATTERN[state.turned[state.turn], state.market[move - Move.SPARE]].tolist())
            boxes = place.boxes(column, SPARE_TOP)
            drawn.append(ghost(path(move), see_through(boxes, printed), flag(place, boxes, 0, 0)))
    return "".join(drawn)


def purse(layout: Layout, change: str) -> str:
    """Write beside one's own dollars how many would come or go."""
    x, y, figures = layout.change_place()
    return text(change, x=x, y=y, class_=f"{figures} change")


SIGNS = {"loss": 22, "cost": 16, "covers": 15}  # the widths of signs below the points on a chip


def chip(place: Plot, box: Box, outcome: Outcome) -> str:
    """Write on a cell what a tile would bring with its first pattern there: points, penalties, cost, what it covers."""
    if place.size == Size.WHOLE:
        return slip(place, box, outcome)
    x, y, wide, high = box
    middle, signs = x + wide / 2, chip_signs(outcome)
    base = high / 2
    parts = [rect("chip", box, 1.5, rx=9), gain(outcome, middle, y + base + (-1.5 if signs else 6.5))]
    left, low = middle - sum(SIGNS[sign] for sign in signs) / 2, y + base + 9.5
    for sign in signs:
        at = left + SIGNS[sign] / 2
        left += SIGNS[sign]
        if sign == "loss":
            parts.append(text(f"−{outcome.forfeit}", x=at, y=low + 5.5, class_="loss"))
        elif sign == "cost":
            parts.append(shape("dollar", "dollar plain", at, low, SIGNS[sign]))
            parts.append(text(outcome.cost, x=at, y=low + 5, class_="on-dollar"))
        else:
            parts.append(umbrella_token(outcome.covers - 1, at, low, SIGNS[sign]))
    return "".join(parts)


def slip(place: Plot, box: Box, outcome: Outcome) -> str:
    """Write beside a cell that is too small what a tile would bring there; and what it covers, in the cell."""
    lost = outcome.forfeit
    token = outcome.fits == WITH_TOKEN
    x, y, wide, high = box
    drawn = [rect("chip", box, 1.5, rx=5)]
    if outcome.covers:
        drawn.append(umbrella_token(outcome.covers - 1, x + wide / 2, y + high / 2, 14))
    return "".join((*drawn, flag(place, [box], outcome.points, lost, "?" if token else "")))


def chip_signs(outcome: Outcome) -> list[str]:
    """List the signs below the points."""
    found = {"loss": outcome.penalties, "cost": outcome.cost, "covers": outcome.covers}
    return [sign for sign, count in found.items() if count]


def gain(outcome: Outcome, x: float, y: float) -> str:
    """Write the points; where it takes a towel token, draw one with a question mark."""
    if outcome.fits != WITH_TOKEN:
        return text(f"+{outcome.points}", x=x, y=y, class_="gain")
    return rect("wanted", (x - 9, y - 15, 18, 18), rx=4) + text("?", x=x, y=y - 1, class_="on-wanted")


# A marker steps


def step_ghosts(layout: Layout, state: State) -> str:
    """Show where a marker would go."""
    tracks = {move: move - Move.STEP for move in legal(state)}
    steps = {move: int(token_steps(state, state.turn, track)) for move, track in tracks.items()}
    return "".join(ghost(path(move), raised_marker(layout, state, tracks[move], steps[move])) for move in tracks)


def raised_marker(layout: Layout, state: State, track: int, by: int) -> str:
    """Draw the mover's marker so many steps further up."""
    step = int(state.marker[state.turn, track]) + by
    place = layout.marker_place(track, state.turn, step)
    return shape(f"seat-{state.turn}", f"seat-{state.turn} raised", *place)


# A tile is laid


def lay_outcomes(state: State) -> dict[int, Outcome]:
    """Look up what every way to lay the tile would bring."""
    return {move: outcomes_of(state, move)[top_of(move)] for move in legal(state)}


def lay_ghosts(layout: Layout, state: State, place: Plot, column: int, outcomes: dict[int, Outcome]) -> str:
    """Show the rows anew for every choice of tokens; and for every row the tile on it."""
    boxes = {move: place.box(column, top_of(move)) for move in outcomes}
    veil = "".join(rect("veil", box, 1, rx=8) for box in dict.fromkeys(boxes.values()))
    chosen: dict[tuple[str, ...], list[str]] = {}
    for move, outcome in outcomes.items():
        if variant_of(move):
            chosen.setdefault(path(move)[:-1], []).append(chip(place, boxes[move], outcome))
    # Two tokens come after one, so that their rows hide those of the one.
    anew = [ghost(names, veil, *chips) for names, chips in sorted(chosen.items(), key=lambda item: len(item[0]))]
    laid = [lay_ghost(layout, state, place, column, move, outcome) for move, outcome in outcomes.items()]
    return "".join((*anew, *laid))


def lay_ghost(layout: Layout, state: State, place: Plot, column: int, move: int, outcome: Outcome) -> str:
    """Show the tile where it would lie: what each pattern scores, which are lost, what it covers; and the markers."""
    top, variant = top_of(move), variant_of(move)
    boxes = place.boxes(column, top)
    patterns = tuple(worn(state, state.hand, variant, spot) for spot in range(len(boxes)))
    parts = [see_through(boxes, patterns)]
    for spot, box in enumerate(boxes):
        if tables.REPLACED[variant, spot] != EMPTY:
            parts.append(rect("hem", box, 6, rx=8))
        parts.append(score_mark(box, top + spot, outcome.matched[spot]))
        if outcome.covers and top + spot == icon_row(state, column):
            parts.append(covered_token(box, outcome.covers - 1))
    markers = [raised_marker(layout, state, track, by) for track, by in enumerate(outcome.steps) if by]
    parts.append(flag(place, boxes, outcome.points, outcome.forfeit))
    return ghost(path(move), *parts, *markers)


def see_through(boxes: list[Box], patterns: tuple[int, ...]) -> str:
    """Draw a tile that is not there yet; the numbers of the rows below it do not show through."""
    x, y, wide, _ = boxes[0]
    whole = (x, y, wide, sum(high for _, _, _, high in boxes))
    tile = tag("g", tile_shapes(boxes, patterns), class_="see-through")
    return rect("veil", whole, 2, rx=8) + tile + rect("outline", whole, 1, rx=6)


class Flag(NamedTuple):
    """How large a flag is."""

    high: float = 26
    letter: float = 9.6
    ends: float = 14
    base: float = 5.5  # how far below the middle it is written
    style: str = ""


FLAGS = {Size.CLOSE: Flag(), Size.WHOLE: Flag(18, 8.6, 9, 5, " slip")}


def flag(place: Plot, boxes: list[Box], plus: int, minus: int, said: str = "") -> str:
    """Write beside a tile, where there is room, what it would bring: +10 −2; green for a gain, red for a loss."""
    x, y, wide, high = boxes[0]
    measures = FLAGS[place.size]
    written = said or (f"+{plus} −{minus}" if minus else f"+{plus}")
    long = measures.ends + measures.letter * len(written)
    left = x + wide + 5
    if left + long > place.right:
        left = x - 21 - long
    kind = "gain" if plus > minus else "loss" if plus < minus else "even"
    box = (left, y + high / 2 - measures.high / 2, long, measures.high)
    card = rect(f"flag flag-{kind}", box, rx=measures.high / 2)
    base = y + high / 2 + measures.base
    return card + text(written, x=left + long / 2, y=base, class_=f"on-flag{measures.style}")


def covered_token(box: Box, kind: int) -> str:
    """Draw the token that a tile covers, in the corner of the pattern above it."""
    return umbrella_token(kind, box[0] + box[2] - 10, box[1] + box[3] - 10, 18)


def score_mark(box: Box, row: int, steps: int) -> str:
    """Mark a pattern that would score, by its steps; or one that would cost a penalty."""
    x, y, wide, high = box
    if not inside(row):
        return rect("dim", box, 3, rx=4) + shape("penalty", "penalty", x + wide / 2, y + high / 2, min(30, high))
    if not steps:
        return ""
    disc = tag("circle", cx=float(x), cy=float(y + high / 2), r=12.5, class_="bonus")
    return disc + text(f"+{steps}", x=float(x), y=float(y + high / 2 + 5), class_="on-bonus")


def token_ghosts(held: list[int], boxes: list[Box]) -> list[str]:
    """Show, for every choice of tokens in hand, the one that was chosen last on its pattern of the tile in hand."""
    drawn = []
    for spots in tables.VARIANTS[1:]:
        tokens = [token for token, spot in enumerate(spots) if spot != EMPTY]
        if set(held) >= set(tokens):
            x, y, wide, high = boxes[spots[tokens[-1]]]
            names = tuple(f"token.{TOKENS[token]}.{spots[token] + 1}" for token in tokens)
            drawn.append(ghost(names, towel_token(tokens[-1], x + wide / 2, y + high / 2, min(46, high - 12))))
    return drawn
