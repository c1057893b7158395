"""Pieces are told apart by people who see all colours, and by those with one of the three colour-blindnesses."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest

import strandline as sl

Colour = tuple[float, float, float]

# What remains of a colour (linear light) without one kind of cone: Viénot, Brettel and Mollon for the first two, and
# Machado, Oliveira and Fernandes for the third.
BLINDNESS: dict[str, list[list[float]]] = {
    "none": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "protanopia": [[0.11238, 0.88762, 0], [0.11238, 0.88762, 0], [0.00401, -0.00401, 1]],
    "deuteranopia": [[0.29275, 0.70725, 0], [0.29275, 0.70725, 0], [-0.02234, 0.02234, 1]],
    "tritanopia": [[1.25553, -0.07675, -0.17878], [-0.07841, 0.93081, 0.14760], [0.00473, 0.69137, 0.30390]],
}
STYLE = (sl.game("high-tide-leiman").folder / "style.css").read_text(encoding="utf-8")
LIGHT, _, DARK = STYLE.partition("@media")


def colour(sheet: str, name: str) -> Colour:
    """Read a stop of a blend as linear light."""
    found = re.search(rf"\.{name} {{ stop-color: #(\w{{6}})", sheet)
    assert found, name
    channels = (int(found[1][start : start + 2], 16) / 255 for start in (0, 2, 4))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return red, green, blue


def seen(light: Colour, blindness: str) -> Colour:
    red, green, blue = (
        min(max(sum(f * c for f, c in zip(row, light, strict=True)), 0.0), 1.0) for row in BLINDNESS[blindness]
    )
    return red, green, blue


def lab(light: Colour) -> Colour:
    """Give a colour as CIE L*a*b*, where equal distances look equally different."""
    red, green, blue = light
    xyz = (
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
    )
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("sheet", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("blindness", BLINDNESS)
def test_the_three_kinds_of_tiles_look_different_to_everybody(sheet: str, blindness: str) -> None:
    """At least 20 apart, where 2 can just be told apart; and their emblems differ as well: waves, a star, nothing."""
    tiles = {name: lab(seen(colour(sheet, f"ht-{name}-1"), blindness)) for name in ("blue", "pink", "neutral")}
    for one, other in itertools.combinations(tiles, 2):
        distance = sum((a - b) ** 2 for a, b in zip(tiles[one], tiles[other], strict=True)) ** 0.5
        assert distance >= 20, (one, other, distance)


def test_colour_is_never_the_only_sign() -> None:
    draw = (Path(sl.game("high-tide-leiman").folder) / "draw.py").read_text(encoding="utf-8")
    for sign in ("emblem-blue", "emblem-pink", "edge-blue", "edge-pink"):
        assert f'"{sign}"' in draw
