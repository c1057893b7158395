"""The drawing: market and score board above, one's own beach large, below it the players and the others' beaches.

Only shapes and classes are drawn; style.css has the colours. Nothing with a `data-key` or `data-target` carries a
transform, so that whoever animates it is free to.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from strandline.engine.contract import NOBODY
from strandline.engine.elements import tag, text, title
from strandline.games.maui.beach import inside
from strandline.games.maui.components import FRAMES, HEIGHT
from strandline.games.maui.drawing.outlook import next_column, outlook
from strandline.games.maui.drawing.panels import hand, panels
from strandline.games.maui.drawing.places import (
    FRAME,
    HALF,
    ROW,
    WIDTH,
    Plot,
    area_box,
    height,
    large,
    marker_place,
    plot,
    space_box,
    step_top,
    tile_box,
    track_box,
)
from strandline.games.maui.drawing.scenery import scenery
from strandline.games.maui.drawing.shapes import rect, shape
from strandline.games.maui.drawing.towels import (
    Beach,
    Laid,
    around,
    beaches_of,
    in_words,
    laid_tiles,
    minus,
    piece,
    target,
    thirds,
    tile_shapes,
    towel_token,
    umbrella_token,
)
from strandline.games.maui.names import KINDS, SEAT_NAMES, SPACE_NAMES, TOKENS
from strandline.games.maui.tables import (
    COST,
    DOLLARS,
    DRAW,
    EMPTY,
    FIRST,
    FRAME_STEP,
    FRAME_TRACK,
    ICON_ROW,
    IN_HAND,
    LAY,
    NO_TOKEN,
    PATTERN,
    PATTERNS,
    PEARLS,
    POINTS,
    REVEALED,
    SPACES,
    SPARE,
    STEP,
    TAKE,
    TURN,
    UMBRELLA,
)

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.maui.rules import State

PERSONAL = True
LIFTED = ' class="top"'  # it rises when it is selected


def frame(state: State, seat: int) -> tuple[float, float, float, float]:  # noqa: ARG001
    """Give the viewBox."""
    return (0, 0, WIDTH, height(state.extended))


def board(state: State, texts: Texts, seat: int) -> str:  # noqa: ARG001
    """Draw what stays: market, score board, beaches, panels, all without their pieces."""
    return scenery(state.seats, state.extended)


def pieces(state: State, texts: Texts, last: int, seat: int) -> dict[str, str]:
    """Draw towels, dollars, markers and tokens, and what can be pointed at."""
    eyes = eyes_of(state, seat)
    return (
        market(state, texts, last, eyes)
        | tracks(state, texts, last)
        | panels(state, texts, eyes)
        | {"eyes": eyes_part(eyes, state.extended), "half": half_part(state.extended, state.crab_side, texts)}
        | next_column(state, eyes)
        | beaches(state, texts, last, eyes)
        | hand(state, texts, eyes)
        | outlook(state.tobytes(), eyes, texts)
    )


def eyes_of(state: State, seat: int) -> int:
    """Through whose eyes is it drawn: a spectator looks over the shoulder of whoever moves?"""
    return seat if seat != NOBODY else max(state.mover, 0)


@lru_cache(maxsize=8)
def eyes_part(seat: int, extended: int) -> str:
    """Draw the emblem of the seat whose beach is the large one, in the sea beside the dock."""
    return shape(f"emblem-{seat}", f"seat-{seat}", 46, large(extended).top + 54, 68)


@lru_cache(maxsize=8)
def half_part(extended: int, crab_side: int, texts: Texts) -> str:
    """Say which half of a long game is played."""
    if not extended:
        return ""
    x, y, wide, high = HALF
    said = texts.say(f"draw.half.{crab_side}")
    return text(said, x=x + wide / 2, y=y + high / 2 + 8, class_="player middle")


# The market


def market(state: State, texts: Texts, last: int, eyes: int) -> dict[str, str]:
    """Draw the tiles as the viewer would lay them, and the dollars."""
    turned = int(state.turned[eyes])
    parts = {
        f"market {space}": space_part(space, tile, turned, last - DRAW == tile, texts)
        for space, tile in enumerate(state.market.tolist())
    }
    for row, dollars in enumerate(state.area.tolist()):
        parts[f"area {row}"] = area_part(row, dollars, last - DOLLARS == row, texts)
    return parts


@lru_cache(maxsize=5000)
def space_part(space: int, tile: int, turned: int, fresh: bool, texts: Texts) -> str:
    """Draw a space of the market with its tile."""
    box, name = space_box(space), SPACE_NAMES[space]
    halo = rect("halo", box, 1, rx=9)
    if tile == EMPTY:
        return target(f"market.{name}", texts.say("draw.space_empty", space=name), halo)
    patterns = tuple(PATTERN[turned, tile].tolist())
    drawn = piece(f"tile.{tile}", tile_shapes(thirds(tile_box(space)), patterns), LIFTED)
    cost = texts.say("draw.dollars", count=int(COST[space]))
    spoken = texts.say("draw.space", space=name, cost=cost, towel=in_words(patterns, texts))
    return target(f"market.{name}", spoken, drawn, halo, role=" last" if fresh else "")


@lru_cache(maxsize=200)
def area_part(row: int, dollars: int, emptied: bool, texts: Texts) -> str:
    """Draw the dollars of an area, one above the other."""
    x, y, wide, high = area_box(row)
    apart = min(27, 122 / max(dollars - 1, 1))
    coins = [
        piece(f"area.{row}.{k}", shape("dollar", "dollar", x + wide / 2, y + high - 28 - apart * k, 44))
        for k in range(dollars)
    ]
    count = text(dollars, x=x + wide / 2, y=y + 28, class_="amount")
    spoken = texts.say("draw.area", area=row + 1, dollars=texts.say("draw.dollars", count=dollars))
    halo = rect("halo", area_box(row), 2, rx=12)
    return target(f"dollars.{row + 1}", spoken, count, *coins, halo, role=" last start" if emptied else "")


# The score board


def tracks(state: State, texts: Texts, last: int) -> dict[str, str]:
    """Draw the markers on their tracks, and the tokens on the frames."""
    markers = state.marker.tolist()[: state.seats]
    left = dict(zip(FRAME_TRACK.tolist(), state.frame.tolist(), strict=True))
    return {
        f"track {name}": track_part(
            track,
            tuple(steps[track] for steps in markers),
            left.get(track, 0),
            state.extended,
            last - STEP == track,
            texts,
        )
        for track, name in enumerate(PATTERNS)
    }


@lru_cache(maxsize=5000)
def track_part(track: int, steps: tuple[int, ...], left: int, extended: int, moved: bool, texts: Texts) -> str:
    """Draw what stands and lies on a track."""
    markers = [
        piece(
            f"marker.{SEAT_NAMES[seat]}.{PATTERNS[track]}",
            shape(f"seat-{seat}", f"seat-{seat}", *marker_place(track, seat, len(steps), step, extended)),
        )
        for seat, step in enumerate(steps)
    ]
    halo = rect("halo", track_box(track, extended), 1, rx=8)
    spoken = track_in_words(track, steps, left, texts)
    tokens = frame_tokens(track, left, extended)
    return target(f"track.{PATTERNS[track]}", spoken, *tokens, *markers, halo, role=" last" if moved else "")


def frame_tokens(track: int, left: int, extended: int) -> list[str]:
    """Draw the towel tokens that lie on the ornate frame of a track."""
    x, _, wide, _ = track_box(track, extended)
    drawn = []
    for token in range(FRAMES):
        if FRAME_TRACK[token] == track:
            y = step_top(int(FRAME_STEP[token]), extended) - FRAME / 2 + 3
            middle = x + wide / 2 - 11 * (left - 1)
            drawn += [
                piece(f"frame.{TOKENS[token]}.{k}", towel_token(token, middle + 22 * k, y, 16)) for k in range(left)
            ]
    return drawn


def track_in_words(track: int, steps: tuple[int, ...], left: int, texts: Texts) -> str:
    """Say who has how many points on a track, and what lies on its frame."""
    markers = ", ".join(
        texts.say("draw.marker", seat=texts.say(f"seat.{seat}"), points=int(POINTS[step]))
        for seat, step in enumerate(steps)
    )
    key = "draw.track_frame" if track in FRAME_TRACK.tolist() else "draw.track"
    return texts.say(key, pattern=texts.say(f"pattern.{PATTERNS[track]}"), markers=markers, left=left)


# The beaches


def beaches(state: State, texts: Texts, last: int, eyes: int) -> dict[str, str]:
    """Draw all beaches, column by column."""
    traced = traced_column(state, last)
    parts: dict[str, str] = {}
    for seat, beach in enumerate(beaches_of(state)):
        place = plot(state.seats, state.extended, (seat - eyes) % state.seats)
        parts |= beach_parts(place, seat, beach, traced[1] if traced[0] == seat else NOBODY, texts)
    return parts


@lru_cache(maxsize=5000)
def beach_parts(place: Plot, seat: int, beach: Beach, traced: int, texts: Texts) -> dict[str, str]:
    """Draw a beach."""
    letter, icon_row = SEAT_NAMES[seat], ICON_ROW[beach.crab_side].tolist()
    return {
        f"beach {letter}{column}": column_part(
            place, seat, column, laid, (icon_row[column], beach.umbrella[column]), column == traced, texts
        )
        for column, laid in enumerate(laid_tiles(beach))
    }


def traced_column(state: State, last: int) -> tuple[int, int]:
    """Which column has the last move changed, and on whose beach?"""
    if DRAW <= last < UMBRELLA:
        docks: list[list[int]] = state.tile.tolist()
        return next(((seat, 0) for seat in range(state.seats) if docks[seat][0] == last - DRAW), (NOBODY, NOBODY))
    if not (SPARE <= last < DRAW or REVEALED <= last < FIRST):
        return (NOBODY, NOBODY)
    seat = (state.mover - (state.phase == TURN)) % state.seats
    return seat, int(state.laid[seat])


@lru_cache(maxsize=50_000)
def column_part(
    place: Plot, seat: int, column: int, laid: Laid | None, icon: tuple[int, int], traced: bool, texts: Texts
) -> str:
    """Draw a column: its umbrella, its tile, and what lies on them."""
    row, kind = icon
    spoken = column_in_words(seat, column, laid, icon, texts)
    parts = [title(spoken)] if spoken else []
    if inside(row) and (laid is None or not laid.top <= row < laid.top + HEIGHT):
        parts.append(umbrella(place, column, row, bare=kind == EMPTY))
    if laid is not None:
        parts += around(place, seat, column, laid)
        if traced:
            parts.append(
                rect(
                    "trace" if place.large else "trace fine",
                    place.box(column, laid.top, HEIGHT),
                    place.scale,
                    rx=6 * place.scale,
                )
            )
    if kind != EMPTY:
        x, y, wide, high = place.box(column, row)
        size = 46 if place.large else wide
        token = umbrella_token(kind, x + wide / 2, y + high / 2, size)
        parts.append(piece(f"umbrella.{SEAT_NAMES[seat]}.{column}", token))
    return "".join(parts) if laid is None else tag("g", *parts)


def umbrella(place: Plot, column: int, row: int, *, bare: bool) -> str:
    """Draw the umbrella on whose shade a token lies, or lay."""
    if not place.large:
        return ""
    x, y, wide, high = place.box(column, row)
    return shape("umbrella", "umbrella bare" if bare else "umbrella", x + wide / 2, y + high / 2, ROW)


def column_in_words(seat: int, column: int, laid: Laid | None, icon: tuple[int, int], texts: Texts) -> str:
    """Say what lies in a column."""
    who = texts.say(f"seat.{seat}")
    if laid is not None and column == 0:
        return texts.say("draw.dock", seat=who, towel=in_words(laid.seen, texts))
    if laid is not None:
        return texts.say("draw.tile", seat=who, column=column, row=minus(laid.top), towel=in_words(laid.seen, texts))
    if icon[1] == EMPTY:
        return ""
    return texts.say("draw.icon", seat=who, column=column, row=icon[0], token=texts.say(f"umbrella.{KINDS[icon[1]]}"))


# What glides


def glides(state: State, move: int, after: State) -> tuple[tuple[str, str], ...]:
    """Say where tile, dollars, pearl and tokens go."""
    if move >= DRAW:
        return ()
    letter = SEAT_NAMES[state.mover]
    pairs = [(key, key) for key in tile_moved(state, move)]
    for row in range(2):
        more = range(int(state.area[row]), int(after.area[row]))
        pairs += [(f"purse.{letter}", f"area.{row}.{k}") for k in more]
        if after.area[row] < state.area[row]:
            pairs.append((f"area.{row}.0", f"purse.{letter}"))
    column = int(state.laid[state.mover]) + 1
    for colour, name in enumerate(PEARLS):
        if after.pearls[state.mover, colour] > state.pearls[state.mover, colour]:
            pairs.append((f"umbrella.{letter}.{column}", f"pearl.{letter}.{name}"))
    for token, name in enumerate(TOKENS):
        before, now = state.towel[state.mover, token], after.towel[state.mover, token]
        if before == NO_TOKEN and now == IN_HAND:
            pairs.append((f"frame.{name}.{after.frame[token]}", f"token.{letter}.{name}"))
        elif before != now:
            pairs.append((f"token.{letter}.{name}", f"token.{letter}.{name}"))
    return tuple(pairs)


def tile_moved(state: State, move: int) -> list[str]:
    """Which tile does the move take or lay?"""
    if TAKE <= move < LAY:
        return [f"tile.{state.market[(move - TAKE) % SPACES]}"]
    return [f"tile.{state.hand}"] if LAY <= move < STEP else []
