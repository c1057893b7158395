"""The shapes of all things, defined once and used wherever they appear.

Only shapes and classes are here; style.css has the colours. A shape takes them from its `use`: `fill` for its ground,
`color` for what is on it, `stroke` for its lines. So a towel is one shape in all sizes, on the beach as in the market.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin

from strandline.engine.elements import gradient, grain, number, tag
from strandline.games.maui.components import HEIGHT
from strandline.games.maui.rules.tables import PATTERNS, PEARLS

from .layout import ROW, TOWEL, Box

# Using shapes


def shape(name: str, class_: str, x: float, y: float, size: float) -> str:
    """Use a shape around a point."""
    left, top, wide = number(float(x - size / 2)), number(float(y - size / 2)), number(float(size))
    return f'<use href="#mi-{name}" class="{class_}" x="{left}" y="{top}" width="{wide}" height="{wide}"/>'


def towel_in(name: str, box: Box) -> str:
    """Use a towel so that it fills a box."""
    x, y, wide, high = map(float, box)
    scale = f"scale({wide / TOWEL[0]:.3g} {high / TOWEL[1]:.3g})"
    return f'<use href="#mi-{name}" class="{name}" transform="translate({number(x)} {number(y)}) {scale}"/>'


def rect(class_: str, box: Box, inset: float = 0, rx: float = 0) -> str:
    """Draw a box, or one a little inside of it, with round corners."""
    x, y, wide, high = (number(float(value)) for value in within(box, inset))
    return f'<rect class="{class_}" x="{x}" y="{y}" width="{wide}" height="{high}" rx="{number(float(rx))}"/>'


def within(box: Box, inset: float) -> Box:
    """Give the box that lies so far inside of another."""
    x, y, wide, high = box
    return x + inset, y + inset, wide - 2 * inset, high - 2 * inset


# Defining them


def star(count: int, outer: float, inner: float) -> str:
    """Write a star: points at two distances from the middle in turn."""
    angles = [k * pi / count for k in range(2 * count)]
    ends = [
        f"{number((outer, inner)[k % 2] * sin(angle))} {number(-(outer, inner)[k % 2] * cos(angle))}"
        for k, angle in enumerate(angles)
    ]
    return f"M{'L'.join(ends)}z"


def wedges(count: int, radius: float) -> str:
    """Write every other slice of a circle."""
    ends = [(radius * sin(2 * pi * k / count), -radius * cos(2 * pi * k / count)) for k in range(count)]
    slices = [
        f"M0 0L{number(x1)} {number(y1)}A{radius} {radius} 0 0 1 {number(x2)} {number(y2)}z"
        for (x1, y1), (x2, y2) in zip(ends[::2], ends[1::2], strict=True)
    ]
    return "".join(slices)


def lines(paths: str, width: float, *, drawn: bool = True) -> str:
    """Draw lines on a shape in its `color`, or else in its `stroke`."""
    stroke = {"stroke": "currentColor"} if drawn else {}
    return tag("path", d=paths, fill="none", stroke_width=width, stroke_linecap="round", **stroke)


def filled(path: str) -> str:
    """Fill a part of a shape in its `color`."""
    return tag("path", d=path, fill="currentColor", stroke="none")


def fish(x: float, y: float) -> str:
    """Write a fish that swims to the left."""
    return f"M{x} {y}c4-9 14-9 19-1.6l6-4.9v13l-6-4.9c-5 7.4-15 7.4-19-1.6z"


def dots(places: list[tuple[float, float]], radius: float) -> str:
    """Write round dots."""
    around = f"a{radius} {radius} 0 1 0 {2 * radius} 0a{radius} {radius} 0 1 0-{2 * radius} 0z"
    return "".join(f"M{number(float(x - radius))} {number(float(y))}{around}" for x, y in places)


SWIMMERS = "".join(fish(x, y) for x, y in ((7, 13), (36, 13), (-7, 31.5), (22, 31.5), (51, 31.5), (7, 50), (36, 50)))
SWELL = "".join(f"M3 {y}q7.5-10.5 15 0t15 0t15 0t15 0" for y in (12.5, 27.5, 42.5, 57.5))
LEAVES = "".join(f"M{x} {y}q9-12 18 0q-9 12-18 0z" for x in (-7, 23, 53) for y in (14, 32, 50))
WEAVES = {  # what is woven into each towel; leaves are for a pattern that only a corrected box has
    "yellow": lines("M18 0V63M33 0V63M48 0V63M0 16.5H66M0 31.5H66M0 46.5H66", 5)
    + lines("M10.5 0V63M25.5 0V63M40.5 0V63M55.5 0V63M0 9H66M0 24H66M0 39H66M0 54H66", 1.2, drawn=False),
    "fish": filled(SWIMMERS),
    "pale_blue": lines(SWELL, 5.4) + tag("g", lines(SWELL, 1.8, drawn=False), transform="translate(0 5)"),
    "orange": lines("M-8 22L22-8M-8 44L44-8M-8 66L66-8M8 72L74 6M30 72L74 28M52 72L74 50", 8.4),
    "pink": filled(dots([(15, 13.5), (33, 13.5), (51, 13.5), (24, 31.5), (42, 31.5), (15, 49.5), (33, 49.5),
                         (51, 49.5)], 6.2))
    + filled(dots([(6, 31.5), (60, 31.5)], 6.2)),
    "leaf": filled(LEAVES),
}  # fmt: skip


def looks(names: tuple[str, ...], known: tuple[str, ...]) -> tuple[str, ...]:
    """Choose how each of these looks: as itself, or, where only a corrected box has it, as one that is not there."""
    free = iter([name for name in known if name not in names])
    return tuple(name if name in known else next(free) for name in names)


LOOKS = looks(PATTERNS, tuple(WEAVES))
PEARL_LOOKS = tuple(f"pearl-{name}" for name in looks(PEARLS, ("white", "pink", "gold", "black")))


def towel(name: str) -> str:
    """Define a towel: fringes at both sides, cloth, what is woven into it, seams."""
    wide, high = TOWEL
    fringe = tag("path", d=f"M2.6 3.5V{high - 3}M63.4 3.5V{high - 3}", stroke_width=3.6, stroke_dasharray="2.3 2.2")
    cloth = tag("rect", x=4, y=1.5, width=wide - 8, height=high - 3, rx=2.5, stroke="none")
    woven = tag("g", WEAVES[name], tag("path", d="M4 4.6H62M4 58.4H62", stroke_width=1.2, stroke_dasharray="3 2.4",
                                       opacity=0.55), clip_path="url(#mi-cloth)")  # fmt: skip
    return tag("g", fringe, cloth, woven, id=f"mi-{name}")


def tile_parts() -> str:
    """Define what belongs to a tile besides its towels: shadow and card; and the seam where a towel goes on."""
    wide, high = TOWEL[0], TOWEL[1] * HEIGHT
    shade = tag("rect", x=5, y=3, width=wide - 5, height=high, rx=5, fill="currentColor", opacity=0.26)
    card = tag("rect", x=2.5, width=wide - 5, height=high, rx=4)
    cloth = tag("rect", x=-4.5, y=6, width=9, height=ROW - 12, rx=2, stroke="none")
    stitches = "".join(f"M-6 {y}l12-3.6" for y in range(16, ROW - 6, 10))
    return tag("g", shade, card, id="mi-card") + tag("g", cloth, lines(stitches, 2), id="mi-seam")


def symbol(name: str, size: float, *parts: str) -> str:
    """Define a shape around its middle."""
    return tag("symbol", *parts, id=f"mi-{name}", viewBox=f"{number(-size / 2)} {number(-size / 2)} {size} {size}")


def turned_round(count: int, part: str) -> str:
    """Repeat a part all around the middle."""
    return "".join(tag("g", part, transform=f"rotate({number(360 * k / count)})") for k in range(count))


def outline(path: str, width: float, **attributes: object) -> str:
    """Draw a part of a shape in its `fill`, with an edge in its `stroke`."""
    return tag("path", d=path, stroke_width=width, stroke_linejoin="round", **attributes)


def disc(radius: float, **attributes: object) -> str:
    """Draw a disc around the middle of a shape."""
    return tag("circle", r=radius, **attributes)


DOLPHIN = (
    "M-5.4 1.4C-3.6-2-1.4-3 .2-3.1L1.6-4.8L2.4-2.6C4.2-1.8 5.2-.6 5.6.6C3.8-.2 2-.4.4.1C-1.2.6-2.4 1.8-2.8 4"
    "L-3.8 2.8L-5.8 3.2z"
)


def seat_shapes() -> str:
    """Define the marker of each seat, and its emblem: the same with anchor, boat, camper's tent or dolphin on it."""
    markers = (dots([(0, 0)], 8.6), "M-7.8-7.8h15.6v15.6h-15.6z", "M0-9.4L9.6 7.8H-9.6z", "M0-10L10 0L0 10L-10 0z")
    signs = (
        lines("M0-3.4V5.2M-2.6-1.4H2.6M-4.4 1.6C-4.2 4.2-2 5.2 0 5.2S4.2 4.2 4.4 1.6M0-3.6a1.2 1.2 0 1 1 .1 0z", 1.3),
        filled("M.5-5.6V1.2H5.4zM-.7-3.6V1.2H-4.6zM-5.8 2.4H5.8L3.8 5.4H-3.8z"),
        filled("M0-2.6L5 5.6H1.6L0 2.6L-1.6 5.6H-5z"),
        filled(DOLPHIN),
    )
    drawn = []
    for seat, (path, sign) in enumerate(zip(markers, signs, strict=True)):
        drawn.append(symbol(f"seat-{seat}", 24, outline(path, 2)))
        drawn.append(symbol(f"emblem-{seat}", 24, outline(path, 1.4), sign))
    return "".join(drawn)


PETAL = "M0-3C3.4-7 2.6-11 0-12.4C-2.6-11-3.4-7 0-3z"
SHELL = "M0 21C-5 21-7 18-6 15C-21 11-25-5-17-14C-10-23 10-23 17-14C25-5 21 11 6 15C7 18 5 21 0 21z"
RIBS = "M-3 14L-15-11M-1.5 14L-6-18M1.5 14L6-18M3 14L15-11"
LEGS = "M-11 4C-20 2-24-6-20-13M11 4C20 2 24-6 20-13M-10 8L-19 12M-8 11L-15 18M10 8L19 12M8 11L15 18"
PINCER = "M20-10C27-12 26-21 19-22C20-18 18-16 15-17C14-12 16-9 20-10z"
CRAB = "M-14 4C-14-8 14-8 14 4C14 14 8 17 0 17S-14 14-14 4z"
FROND = "M0 0C8-13 34-19 54-2L45-3L47 4L38-1L38 7L30 0L28 9L21 2L18 9L13 3Q6 4 0 0z"
BLOSSOM = "M0 0C-7-5-6-13 0-14C6-13 7-5 0 0z"
BAG, HANDLE = "M-32-16H32L26 30Q25 34 20 34H-20Q-25 34-26 30z", "M-16-14C-16-36 16-36 16-14"


def things() -> str:
    """Define dollar, pearls, crab, umbrella, penalty, bag, palm; the starting player's flower and the winner's sun."""
    pincers = outline(PINCER, 1) + tag("g", outline(PINCER, 1), transform="scale(-1 1)")
    legs = outline(LEGS, 3.6, fill="none", stroke_linecap="round")
    eyes, stripes = filled(dots([(-4.5, 0), (4.5, 0)], 2.2)), filled("M-31-6H31L29.6 4H-29.6zM-28 16H28L26.8 25H-26.8z")
    dark = {"fill": "currentColor", "stroke": "none"}
    shell = outline(SHELL, 1.5, fill="currentColor") + lines(RIBS, 1.4, drawn=False)
    beds = {"pearl-white": shell, "pearl-pink": outline(star(5, 23, 11), 1.5, fill="currentColor")}
    beds["pearl-gold"] = outline(star(8, 23, 17), 1.5, fill="currentColor")
    beds["pearl-black"] = disc(22, stroke_width=1.5, fill="currentColor")
    parts = (
        symbol("dollar", 44, disc(20, stroke_width=2), turned_round(5, filled(PETAL)), disc(1.6, **dark)),
        *(symbol(name, 48, bed, disc(11, stroke_width=1.4)) for name, bed in beds.items() if name in PEARL_LOOKS),
        symbol("crab", 52, legs, pincers, outline(CRAB, 1), eyes),
        symbol("umbrella", 64, disc(29, stroke_width=1.5), filled(wedges(10, 29)), disc(3, stroke="none")),
        symbol("penalty", 30, disc(13, stroke_width=2), lines("M-6 0H6", 4)),
        symbol("bag", 80, outline(HANDLE, 5, fill="none"), outline(BAG, 2), stripes),
        symbol("palm", 110, turned_round(9, outline(FROND, 1.2)), disc(5, **dark)),
        symbol("flower", 30, turned_round(5, outline(BLOSSOM, 1)), disc(3.2, **dark)),
        symbol("sun", 44, tag("path", d=star(12, 21, 16), stroke="none")),
    )
    return "".join(parts)


@lru_cache(maxsize=8)
def definitions(*more: str) -> str:
    """Define shapes, blends and what is cut out; the same for every table, so that a page needs them once."""
    down = {"x1": 0, "y1": 0, "x2": 0, "y2": 1}
    pearl = {"cx": 0.36, "cy": 0.3, "r": 0.8}
    return tag(
        "defs",
        tag("clipPath", tag("rect", x=4, y=1.5, width=TOWEL[0] - 8, height=TOWEL[1] - 3, rx=2.5), id="mi-cloth"),
        tag("clipPath", tag("path", d="M0-22A22 22 0 0 0 0 22z"), id="mi-left"),
        tag("clipPath", tag("path", d="M0-22A22 22 0 0 1 0 22z"), id="mi-right"),
        *more,
        *map(towel, LOOKS),
        tile_parts(),
        seat_shapes(),
        things(),
        *(gradient(f"mi-{name}", **down) for name in ("sand", "sea", "grove", "wood")),
        *(gradient(f"mi-{colour}-pearl", 0, 0.6, 1, **pearl) for colour in ("white", "pink")),
        grain("mi-grain", 180, 60, 18, 12),
    )
