"""Tiles and tokens as they lie on a beach, in the market or in a hand."""

from __future__ import annotations

import operator
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from strandline.engine.elements import number, tag, text
from strandline.games.maui.beach import inside
from strandline.games.maui.components import FRAMES, HEIGHT
from strandline.games.maui.drawing.places import TOWEL, Box, Plot
from strandline.games.maui.drawing.shapes import rect, shape, towel_in
from strandline.games.maui.names import SEAT_NAMES, TOKENS
from strandline.games.maui.tables import CRAB, EMPTY, ICON_ROW, PATTERN, PATTERNS, PEARLS, TOKEN, TRACKS

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.maui.rules import State

SMALL_TILE = 40  # wider ones have a card and a shadow
FULL = 0.99


def minus(value: int) -> str:
    """Write a number with a real minus sign."""
    return str(value).replace("-", "−")


def in_words(patterns: tuple[int, ...], texts: Texts) -> str:
    """Name patterns from the ocean to the trees."""
    return ", ".join(texts.say(f"pattern.{PATTERNS[pattern]}") for pattern in patterns)


def piece(key: str, drawn: str, role: str = "") -> str:
    """Draw something that can glide from one place to another."""
    return f'<g data-key="{key}"{role}>{drawn}</g>'


def target(name: str, spoken: str, *parts: str, role: str = "") -> str:
    """Draw something that can be pointed at, with its spoken name."""
    said, drawn = escape(spoken), "".join(parts)
    return f'<g class="target{role}" data-target="{name}" aria-label="{said}"><title>{said}</title>{drawn}</g>'


def thirds(box: Box) -> list[Box]:
    """Part a box into as many as a tile has patterns."""
    x, y, wide, high = box
    return [(x, y + high * spot / HEIGHT, wide, high / HEIGHT) for spot in range(HEIGHT)]


def tile_shapes(boxes: list[Box], patterns: tuple[int, ...]) -> str:
    """Draw a tile: its towels, one below the other; on a card with a shadow, where it is large enough to see one."""
    x, y, wide, _ = boxes[0]
    across, down = wide / TOWEL[0], max(high for _, _, _, high in boxes) / TOWEL[1]
    towels = [
        towel_on_tile(PATTERNS[pattern], (box[1] - y) / down, box[3] / down / TOWEL[1])
        for pattern, box in zip(patterns, boxes, strict=True)
    ]
    if wide > SMALL_TILE:
        share = sum(high for _, _, _, high in boxes) / down / TOWEL[1] / HEIGHT
        squeezed = "" if share > FULL else f' transform="scale(1 {share:.3g})"'
        towels.insert(0, f'<use href="#mi-card" class="tile-card"{squeezed}/>')
    return f'<g transform="translate({number(x)} {number(y)}) scale({across:.3g} {down:.3g})">{"".join(towels)}</g>'


def towel_on_tile(name: str, y: float, share: float) -> str:
    """Draw a towel of a tile; where room is scarce, only a share of its height."""
    lower = f' y="{number(y)}"' if y else ""
    place = lower if share > FULL else f' transform="translate(0 {number(y)}) scale(1 {share:.3g})"'
    return f'<use href="#mi-{name}" class="{name}"{place}/>'


def towel_token(token: int, x: float, y: float, size: float) -> str:
    """Draw a towel token around a point: a small towel with a rim."""
    name = TOKENS[token]
    box = (x - size / 2, y - size / 2, size, size)
    return towel_in(name, box) + rect("hem", box, rx=size / 7)


@lru_cache(maxsize=5000)
def umbrella_token(kind: int, x: float, y: float, size: float) -> str:
    """Draw an umbrella token around a point."""
    back = "token-disc crab-back" if kind == CRAB else "token-disc"
    card = tag("circle", cx=float(x), cy=float(y), r=size / 2, class_=back)
    if kind < len(PEARLS):
        return card + shape(f"pearl-{PEARLS[kind]}", f"pearl-{PEARLS[kind]}", x, y, size * 0.86)
    if kind == CRAB:
        return card + shape("crab", "crab hidden", x, y, size * 0.84)
    tracks = [PATTERNS[track] for track in TRACKS[kind - len(PEARLS)].tolist()]
    halves = plain_halves(tracks) if size < SMALL_TILE else woven_halves(tracks)
    place = f"translate({number(float(x))} {number(float(y))}) scale({size / 50:.3g})"
    return card + tag("g", *halves, transform=place)


def woven_halves(tracks: list[str]) -> list[str]:
    """Draw both sides of a scoring token as towels, and between them that a marker steps up."""
    halves = [
        tag("g", towel_in(name, (-24, -24, 48, 48)), clip_path=f"url(#mi-{side})")
        for name, side in zip(tracks, ("left", "right"), strict=True)
    ]
    return [
        *halves,
        tag("circle", r=10.5, class_="step-disc"),
        tag("path", d="M0 6V-5M-5 0L0-5.6L5 0", class_="step-up"),
    ]


def plain_halves(tracks: list[str]) -> list[str]:
    """Draw both sides of a scoring token too small to see what is woven into them."""
    return [
        tag("path", d=f"M0-22A22 22 0 0 {turn} 0 22z", class_=f"{name} half")
        for name, turn in zip(tracks, (0, 1), strict=True)
    ]


# A beach


class Beach(NamedTuple):
    """What lies on a beach, by column; tokens by their number."""

    tile: tuple[int, ...]
    top: tuple[int, ...]
    umbrella: tuple[int, ...]
    crab: tuple[int, ...]
    towel: tuple[int, ...]
    spot: tuple[int, ...]
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
    joined: tuple[bool, ...] = ()  # which patterns go on from the tile before

    def active(self, row: int) -> int:
        """Which pattern could the next tile match on this row: EMPTY where none?"""
        spot = row - self.top
        return self.seen[spot] if spot in range(HEIGHT) and inside(row) and spot != self.crab_spot else EMPTY


def beaches_of(state: State) -> list[Beach]:
    """Look up what lies on the beaches."""
    fields = (state.tile, state.top, state.umbrella, state.crab, state.towel, state.spot)
    tile, top, umbrella, crab, towel, spot = (list(map(tuple, field.tolist())) for field in fields)
    return [
        Beach(tile[seat], top[seat], umbrella[seat], crab[seat], towel[seat], spot[seat], turned, state.crab_side)
        for seat, turned in enumerate(state.turned.tolist()[: state.seats])
    ]


def laid_tiles(beach: Beach) -> list[Laid | None]:
    """Look up the tiles of a beach, from the dock on."""
    found: list[Laid | None] = []
    for column in range(len(beach.tile)):
        laid = laid_tile(beach, column)
        before = found[-1] if found else None
        if laid is not None and before is not None:
            rows = range(laid.top, laid.top + HEIGHT)
            laid = laid._replace(joined=tuple(map(operator.eq, laid.seen, map(before.active, rows))))
        found.append(laid)
    return found


def laid_tile(beach: Beach, column: int) -> Laid | None:
    """Look up the tile in a column."""
    tile, top, crab = beach.tile[column], beach.top[column], beach.crab[column]
    if tile == EMPTY:
        return None
    printed = tuple(PATTERN[beach.turned, tile].tolist())
    on_it = {beach.spot[token]: int(TOKEN[token]) for token in range(FRAMES) if 0 < column == beach.towel[token]}
    seen = tuple(on_it.get(spot, pattern) for spot, pattern in enumerate(printed))
    return Laid(tile, printed, seen, top, crab, int(ICON_ROW[beach.crab_side, column]) - top if crab else EMPTY)


def boxes_of(place: Plot, column: int, top: int) -> list[Box]:
    """Give the cells that a tile covers."""
    return [place.box(column, top + spot) for spot in range(HEIGHT)]


def around(place: Plot, seat: int, column: int, laid: Laid) -> list[str]:
    """Draw a tile on a beach with what lies on it: seams to the tile before, tokens, penalties, a crab."""
    boxes = boxes_of(place, column, laid.top)
    parts = [piece(f"tile.{laid.tile}", tile_shapes(boxes, laid.printed))]
    for spot, box in enumerate(boxes):
        if laid.seen[spot] != laid.printed[spot]:
            parts.append(token_on(seat, laid.seen[spot], box))
        if place.large and laid.joined and laid.joined[spot]:
            parts.append(seam(box, laid.seen[spot]))
        if not inside(laid.top + spot):
            parts.append(outside(place, box))
        if spot == laid.crab_spot:
            parts.append(crab_on(place, box, laid.crab))
    return parts


def token_on(seat: int, pattern: int, box: Box) -> str:
    """Draw a towel token on a pattern, whose rim stays visible."""
    x, y, wide, high = box
    inner = (x + wide * 0.12, y + high * 0.1, wide * 0.76, high * 0.8)
    name = PATTERNS[pattern]
    card, hem = (rect(class_, inner, rx=wide / 8) for class_ in ("token-card", "hem"))
    return piece(f"token.{SEAT_NAMES[seat]}.{name}", card + towel_in(name, inner) + hem)


def seam(box: Box, pattern: int) -> str:
    """Draw where a towel goes on from the tile before: cloth across the gap, and stitches."""
    return f'<use href="#mi-seam" class="{PATTERNS[pattern]}" x="{number(box[0])}" y="{number(box[1])}"/>'


def outside(place: Plot, box: Box) -> str:
    """Draw a pattern outside the play area: dim, with a penalty token."""
    x, y, wide, high = box
    size = 30 if place.large else wide * 0.72
    return rect("dim", box, wide * 0.05, rx=wide / 16) + shape("penalty", "penalty", x + wide / 2, y + high / 2, size)


def crab_on(place: Plot, box: Box, cost: int) -> str:
    """Draw a crab that has been turned up: the pattern under it is dim."""
    x, y, wide, high = box
    dim = rect("dim", box, wide * 0.05, rx=wide / 16)
    if not place.large:
        return dim + shape("crab", "crab", x + wide / 2, y + high / 2, wide)
    token = rect("crab-card", box, 5, rx=22)
    crab = shape("crab", "crab", x + wide / 2, y + high / 2 - 9, 36)
    return dim + token + crab + text(f"−{cost}", x=x + wide / 2, y=y + high / 2 + 23, class_="crab-cost")
