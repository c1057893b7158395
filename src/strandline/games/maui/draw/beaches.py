"""The beaches, column by column: umbrellas, tiles, and what lies on them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from strandline.engine.contract import NOBODY
from strandline.engine.elements import number, piece, tag, text, title
from strandline.games.maui.components import FRAMES, HEIGHT
from strandline.games.maui.notation.names import SEAT_NAMES
from strandline.games.maui.rules.beach import inside, joined
from strandline.games.maui.rules.tables import COLUMNS, EMPTY, ICON_ROW, PATTERN, PATTERNS, TOKEN, Move
from strandline.games.maui.rules.turn import laid_by
from strandline.games.maui.words.names import umbrella_in_words

from .layout import COLUMN, ROW, Box, Layout, Plot, Size
from .shapes import LOOKS, rect, shape, towel_in
from .towels import minus, patterns_in_words, tile_shapes, umbrella_token

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.maui.rules import State


TINY = 10  # on narrower columns, tokens have hardly a rim


class Beach(NamedTuple):
    """What lies on a beach, by column; tokens by their number."""

    tile: tuple[int, ...]
    top: tuple[int, ...]
    umbrella: tuple[int, ...]
    crab: tuple[int, ...]
    towel: tuple[int, ...]
    spot: tuple[int, ...]
    joined: tuple[tuple[int, ...], ...]  # which patterns go on from the tile before
    turned: int
    crab_side: int


class Laid(NamedTuple):
    """A tile on a beach."""

    tile: int
    printed: tuple[int, ...]
    seen: tuple[int, ...]  # with the tokens on it
    top: int
    crab: int  # what the crab on it costs
    crab_spot: int
    joined: tuple[int, ...]


def beaches(layout: Layout, state: State, texts: Texts, last: int, viewer: int) -> dict[str, str]:
    """Draw all beaches, column by column."""
    traced = traced_column(state, last)
    parts: dict[str, str] = {}
    for seat, beach in enumerate(beaches_of(state)):
        place = layout.plot((seat - viewer) % state.seats)
        parts |= beach_parts(place, seat, beach, traced[1] if traced[0] == seat else NOBODY, texts)
    return parts


def beaches_of(state: State) -> list[Beach]:
    """Look up what lies on the beaches."""
    side = state.crab_side
    fields = (state.tile, state.top, state.umbrella, state.crab, state.towel, state.spot)
    tile, top, umbrella, crab, towel, spot = (list(map(tuple, field.tolist())) for field in fields)
    matched = np.zeros((state.seats, COLUMNS + 1, HEIGHT), np.int8)
    joined(state, matched)
    seams = [tuple(map(tuple, columns)) for columns in matched.tolist()]
    return [
        Beach(tile[seat], top[seat], umbrella[seat], crab[seat], towel[seat], spot[seat], seams[seat], turned, side)
        for seat, turned in enumerate(state.turned.tolist()[: state.seats])
    ]


@lru_cache(maxsize=5000)
def beach_parts(place: Plot, seat: int, beach: Beach, traced: int, texts: Texts) -> dict[str, str]:
    """Draw a beach."""
    icons = zip(ICON_ROW[beach.crab_side].tolist(), beach.umbrella, strict=True)
    return {
        f"beach {SEAT_NAMES[seat]}{column}": column_part(
            place, seat, column, laid_tile(beach, column), icon, column == traced, texts
        )
        for column, icon in enumerate(icons)
        if place.first <= column <= place.last
    }


def laid_tile(beach: Beach, column: int) -> Laid | None:
    """Look up the tile in a column."""
    tile, top, crab = beach.tile[column], beach.top[column], beach.crab[column]
    if tile == EMPTY:
        return None
    printed = tuple(PATTERN[beach.turned, tile].tolist())
    on_it = {beach.spot[token]: int(TOKEN[token]) for token in range(FRAMES) if 0 < column == beach.towel[token]}
    seen = tuple(on_it.get(spot, pattern) for spot, pattern in enumerate(printed))
    crab_spot = int(ICON_ROW[beach.crab_side, column]) - top if crab else EMPTY
    return Laid(tile, printed, seen, top, crab, crab_spot, beach.joined[column])


def traced_column(state: State, last: int) -> tuple[int, int]:
    """Give the beach and the column that the last move has changed; NOBODY where it has changed none."""
    if Move.TILE <= last < Move.UMBRELLA:
        docks: list[list[int]] = state.tile.tolist()
        return next(((seat, 0) for seat in range(state.seats) if docks[seat][0] == last - Move.TILE), (NOBODY, NOBODY))
    seat = laid_by(state, last)
    return (seat, int(state.laid[seat])) if seat != NOBODY else (NOBODY, NOBODY)


@lru_cache(maxsize=50_000)
def column_part(
    place: Plot, seat: int, column: int, laid: Laid | None, icon: tuple[int, int], traced: bool, texts: Texts
) -> str:
    """Draw a column: its umbrella, its tile, and what lies on them."""
    row, kind = icon
    spoken = column_in_words(seat, column, laid, icon, texts)
    parts = [title(spoken)] if spoken else []
    if place.own and inside(row) and (laid is None or not laid.top <= row < laid.top + HEIGHT):
        x, y, wide, high = place.box(column, row)
        class_ = "umbrella bare" if kind == EMPTY else "umbrella"
        parts.append(shape("umbrella", class_, x + wide / 2, y + high / 2, min(ROW, high)))
    if laid is not None:
        parts += tile_on_beach(place, seat, column, laid)
        if traced:
            parts.append(rect("trace fine", place.box(column, laid.top, HEIGHT), place.scale, rx=6 * place.scale))
    if kind != EMPTY:
        x, y, wide, high = place.box(column, row)
        token = umbrella_token(kind, x + wide / 2, y + high / 2, token_size(place))
        parts.append(piece(f"umbrella.{SEAT_NAMES[seat]}.{column}", token))
    return "".join(parts) if laid is None else tag("g", *parts)


def token_size(place: Plot) -> float:
    """Give the size of an umbrella token: where umbrellas are seen, these show around it."""
    if place.size == Size.SMALL:
        return place.column
    return 0.74 * min(place.column, place.y(2) - place.y(1))


def column_in_words(seat: int, column: int, laid: Laid | None, icon: tuple[int, int], texts: Texts) -> str:
    """Say what lies in a column."""
    who = texts.seat(seat)
    if laid is not None:
        key, towel = "draw.tile" if column else "draw.dock", patterns_in_words(laid.seen, texts)
        return texts.say(key, seat=who, column=column, row=minus(laid.top), towel=towel)
    if icon[1] == EMPTY:
        return ""
    return texts.say("draw.icon", seat=who, column=column, row=icon[0], token=umbrella_in_words(icon[1], texts))


# A tile


def tile_on_beach(place: Plot, seat: int, column: int, laid: Laid) -> list[str]:
    """Draw a tile with what lies on it: seams to the tile before, tokens, penalties, a crab."""
    boxes = place.boxes(column, laid.top)
    parts = [piece(f"tile.{laid.tile}", tile_shapes(boxes, laid.printed))]
    for spot, box in enumerate(boxes):
        if laid.seen[spot] != laid.printed[spot]:
            parts.append(token_on(place, seat, laid.seen[spot], box))
        if place.own and laid.joined[spot]:
            parts.append(seam(box, laid.seen[spot]))
        if not inside(laid.top + spot):
            parts.append(penalty_on(place, box))
        if spot == laid.crab_spot:
            parts.append(crab_on(place, box, laid.crab))
    return parts


def token_on(place: Plot, seat: int, pattern: int, box: Box) -> str:
    """Draw a towel token on a pattern, whose rim stays visible."""
    x, y, wide, high = box
    inner = (x + wide * 0.12, y + high * 0.1, wide * 0.76, high * 0.8)
    name = PATTERNS[pattern]
    fine = " tiny" if wide < TINY else " fine" if place.size == Size.WHOLE else ""
    card, hem = (rect(f"{class_}{fine}", inner, rx=wide / 8) for class_ in ("token-card", "hem"))
    return piece(f"token.{SEAT_NAMES[seat]}.{name}", card, towel_in(LOOKS[pattern], inner), hem)


def seam(box: Box, pattern: int) -> str:
    """Draw where a towel goes on from the tile before: cloth across the gap, and stitches."""
    x, y, wide, high = box
    size = f"translate({number(x)} {number(y)}) scale({wide / COLUMN:.3g} {high / ROW:.3g})"
    return f'<use href="#mi-seam" class="{LOOKS[pattern]}" transform="{size}"/>'


def penalty_on(place: Plot, box: Box) -> str:
    """Draw a pattern outside the play area: dim, with a penalty token."""
    x, y, wide, high = box
    size = min(30, wide * 0.72, high if place.own else wide)
    return rect("dim", box, wide * 0.05, rx=wide / 16) + shape("penalty", "penalty", x + wide / 2, y + high / 2, size)


def crab_on(place: Plot, box: Box, cost: int) -> str:
    """Draw a crab that has been turned up: the pattern under it is dim."""
    x, y, wide, high = box
    dim = rect("dim", box, wide * 0.05, rx=wide / 16)
    if place.size in {Size.SMALL, Size.WHOLE}:
        return dim + shape("crab", "crab", x + wide / 2, y + high / 2, wide)
    token = rect("crab-card", box, 5 * place.scale, rx=22 * place.scale)
    crab = shape("crab", "crab", x + wide / 2, y + high / 2 - 7, 24)
    return dim + token + crab + text(f"−{cost}", x=x + wide / 2, y=y + high / 2 + 16, class_="crab-cost")
