"""Tiles and tokens as they lie on a beach, in the market or in a hand."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from strandline.engine.elements import number, tag
from strandline.games.maui.components import HEIGHT
from strandline.games.maui.rules.tables import CRAB, PEARLS, TOKEN, TRACKS
from strandline.games.maui.words.names import weave_in_words

from .layout import TOWEL, Box
from .shapes import LOOKS, PEARL_LOOKS, rect, shape, towel_in

if TYPE_CHECKING:
    from strandline.engine.texts import Texts

SMALL_TILE = 30  # wider ones have a card and a shadow
SMALL_TOKEN = 14  # smaller ones have a thin rim
FULL = 0.99


def minus(value: int) -> str:
    """Write a number with a real minus sign."""
    return str(value).replace("-", "−")


def patterns_in_words(patterns: tuple[int, ...], texts: Texts) -> str:
    """Name patterns from the ocean to the trees."""
    return ", ".join(weave_in_words(pattern, texts) for pattern in patterns)


def thirds(box: Box) -> list[Box]:
    """Part a box into as many as a tile has patterns."""
    x, y, wide, high = box
    return [(x, y + high * spot / HEIGHT, wide, high / HEIGHT) for spot in range(HEIGHT)]


def tile_shapes(boxes: list[Box], patterns: tuple[int, ...]) -> str:
    """Draw a tile: its towels, one below the other; on a card with a shadow, where it is large enough to see one."""
    x, y, wide, _ = boxes[0]
    across, down = wide / TOWEL[0], max(high for _, _, _, high in boxes) / TOWEL[1]
    towels = [
        towel_on_tile(LOOKS[pattern], (box[1] - y) / down, box[3] / down / TOWEL[1])
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
    name = LOOKS[TOKEN[token]]
    box = (x - size / 2, y - size / 2, size, size)
    return towel_in(name, box) + rect("hem fine" if size < SMALL_TOKEN else "hem", box, rx=size / 7)


@lru_cache(maxsize=5000)
def umbrella_token(kind: int, x: float, y: float, size: float) -> str:
    """Draw an umbrella token around a point."""
    back = "token-disc crab-back" if kind == CRAB else "token-disc"
    card = tag("circle", cx=float(x), cy=float(y), r=size / 2, class_=back)
    if kind < len(PEARLS):
        return card + shape(PEARL_LOOKS[kind], PEARL_LOOKS[kind], x, y, size * 0.86)
    if kind == CRAB:
        return card + shape("crab", "crab hidden", x, y, size * 0.84)
    tracks = [LOOKS[track] for track in TRACKS[kind - len(PEARLS)].tolist()]
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
