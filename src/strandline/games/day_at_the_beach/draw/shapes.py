"""What the drawing is put together from: pictures of the elements, umbrellas, tiles; each defined once and then used.

Tiles are drawn on a square of 100, elements and umbrellas around their middle. Whatever turns with a tile is where its
corners are; the pictures stay upright.
"""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin
from typing import TYPE_CHECKING

from strandline.engine.elements import gradient, number, piece, strewn, tag, text
from strandline.games.day_at_the_beach.rules import tables
from strandline.games.day_at_the_beach.rules.tables import COLOURS, ELEMENTS, ENTRANCE, HAS, QUARTER, SANDS

if TYPE_CHECKING:
    from .layout import Point

CORNER: tuple[Point, ...] = ((0, 0), (100, 0), (100, 100), (0, 100))
INSET = 26  # from the sides of a tile to the middle of a picture in its corner
PICTURE_SIZE = {1: 1.35, 2: 1.0, 3: 1.0}  # of the pictures on a sand tile, by their number
BUOYS: tuple[Point, ...] = ((25, 35), (75, 35), (50, 64))  # where a water tile shows what it scores, unturned
BADGE: Point = (50, 14)  # and where its points are written


def polar(radius: float, degrees: float) -> Point:
    """Find the point at this distance from the middle, clockwise from the top."""
    return radius * sin(degrees * pi / 180), -radius * cos(degrees * pi / 180)


def at(point: Point) -> str:
    """Write a point."""
    return f"{number(round(float(point[0]), 1))} {number(round(float(point[1]), 1))}"


def path(name: str, *lines: str) -> str:
    """Draw a path. What is dressed inside of a shape has a class of its own: selectors cannot look out of it."""
    return tag("path", class_=f"ab-{name}", d="".join(lines))


def polygon(points: list[Point]) -> str:
    """Write a closed path through points."""
    return f"M{'L'.join(map(at, points))}z"


# The elements


def wedge(start: float) -> str:
    """Write a gore of a beach ball that begins at this angle, its seams bent."""
    first, second = (at(polar(19, start + turn)) for turn in (0, 60))
    bend, back = (at(polar(11, start + turn)) for turn in (-38, 22))
    return f"M0 0Q{bend} {first}A19 19 0 0 1 {second}Q{back} 0 0z"


LEAVES = (
    "M3-7C-5-15-18-12-21 3-13-6-5-5 3-7zM3-7C0-17-8-22-18-19-9-16-4-13 3-7zM3-7C6-18 14-21 21-16 13-15 8-12 3-7z"
    "M3-7C12-14 20-8 21 5 15-3 9-5 3-7zM3-7C-4-5-9 1-9 9-4 3 0-2 3-7zM3-7C9-4 13 2 12 10 8 4 6-2 3-7z"
)
STAR = (
    "M-2-16.8Q0-22 2-16.8L4.1-9.9Q5.6-6.2 9.6-6L16.9-5.5Q21.5-5.3 17.8-2.2L12.1 1.9Q9 4.4 10 8.3L12.2 15.4"
    "Q13.2 19.9 9.6 17.6L3.4 13.2Q0 11-3.4 13.2L-9.6 17.6Q-13.2 19.9-12.2 15.4"
    "L-10 8.3Q-9 4.4-12.1 1.9L-17.8-2.2Q-21.5-5.3-16.9-5.5L-9.6-6Q-5.6-6.2-4.1-9.9z"
)
PICTURES = {
    "palm": (
        path("trunk", "M-4 20C-2 11-2 2 1-6L6-5C4 3 4 12 6 20z")
        + path("leaves", LEAVES)
        + path("mound", "M-14 21q15-8 30 0z")
    ),
    "castle": (
        path("mast", "M0-13V-22")
        + path("flag", "M0-22.5L11-18.5 0-14.5z")
        + path("wall", "M-20 19V-5h5.5v4h4v-4h4.5v-9h4v3.5h4v-3.5h4v9h4.5v4h4v-4h5.5V19z")
        + path("gate", "M-5.5 19V10.5a5.5 5.5 0 0 1 11 0V19zM-14.5 5h3.5v5h-3.5zM11 5h3.5v5h-3.5zM-1.75-6h3.5v5h-3.5z")
    ),
    "ball": (
        tag("circle", r=19, class_="ab-ball")
        + path("gores", *(wedge(start) for start in (0, 120, 240)))
        + tag("circle", r=19, class_="ab-rim")
        + tag("circle", r=3.6, class_="ab-cap")
    ),
    "shell": (
        path("shell", "M0 20C-6 20-8 17-7 13-22 8-25-9-16-16-9-22 9-22 16-16 25-9 22 8 7 13 8 17 6 20 0 20z")
        + path("ribs", "M-3 12L-15-10M-1.5 11L-6-15M1.5 11L6-15M3 12L15-10M-7 13h14")
    ),
    "crab": (
        path("legs", "M-9 6L-20 3M-9 10L-20 12M-7 13L-15 20M9 6L20 3M9 10L20 12M7 13L15 20")
        + path("legs", "M-9 1L-15-5M9 1L15-5M-4-3V-9M4-3V-9")
        + path("crab", "M-14 6C-14-2-8-5 0-5S14-2 14 6 7 16 0 16-14 14-14 6z")
        + path("crab", "M-15-4C-22-6-23-15-17-20L-15-12-9-17C-7-10-9-5-15-4z")
        + path("crab", "M15-4C22-6 23-15 17-20L15-12 9-17C7-10 9-5 15-4z")
        + path("eyes", "M-4-9.5h.1M4-9.5h.1")
    ),
    "starfish": (
        path("starfish", STAR) + path("dots", "M0-12v.1M0-5v.1M10.5-2.5h.1M6.5 11h.1M-6.5 11h.1M-10.5-2.5h.1M0 3v.1")
    ),
}


def picture(element: str) -> str:
    """Draw an element; one that is not in our box shows its first letters."""
    if element in PICTURES:
        return PICTURES[element]
    return tag("circle", r=19, class_="ab-ball") + text(element[:2], y=7, class_="ab-letters")


# The umbrellas: each colour has its own outline and its own stripes, so that it is known without the colour


def round_outline(radius: float) -> str:
    """Write a circle as a path."""
    return f"M0-{radius}A{radius} {radius} 0 1 1 0 {radius}A{radius} {radius} 0 1 1 0-{radius}z"


def scallops(start: int, count: int) -> str:
    """Write so many bulges of an outline with eight, from this one on."""
    return "".join(f"A15.5 15.5 0 0 1 {at(polar(33, 45 * bulge))}" for bulge in range(start + 1, start + count + 1))


EIGHT = [polar(37.5, 22.5 + 45 * k) for k in range(8)]
OUTLINE = {
    "green": polygon(EIGHT),
    "red": round_outline(35.5),
    "blue": f"M{at(polar(33, 0))}{scallops(0, 8)}z",
    "yellow": polygon([polar((30, 38.5)[k % 2], 15 * k) for k in range(24)]),
}
STRIPES = {
    "green": "".join(f"M0 0L{at(EIGHT[k])}L{at(EIGHT[k + 1])}z" for k in (0, 2, 4, 6)),
    "red": round_outline(27) + round_outline(19),
    "blue": "".join(f"M0 0L{at(polar(33, 90 * k))}{scallops(2 * k, 2)}z" for k in (0, 2)),
    "yellow": "".join(f"M0 0L{at(polar(30, 30 * k - 7))}L{at(polar(30, 30 * k + 7))}z" for k in range(12)),
}
HUB = tag("circle", r=13.5, class_="ab-hub")
RIBS = "".join(f"M0 0L{at(polar(30, 22.5 + 45 * k))}" for k in range(8))


def known_colour(colour: str) -> str:
    """Choose the outline of a colour; colours that are not in our box share the last one."""
    return colour if colour in OUTLINE else "yellow"


def umbrella_above(colour: str) -> str:
    """Draw an umbrella from above, with a place for its points."""
    outline, stripes = OUTLINE[known_colour(colour)], STRIPES[known_colour(colour)]
    return path(f"canvas-{known_colour(colour)}", outline) + path("stripes", stripes) + path("hem", outline) + HUB


def umbrella_below(colour: str) -> str:
    """Draw an umbrella from below: ribs and pole, a hem of its colour."""
    outline = OUTLINE[known_colour(colour)]
    return path("below", outline) + path(f"ribbed-{known_colour(colour)}", outline, RIBS) + path("pole", "M0 0h.1")


# The tiles


QUARTER_SHAPE = path("light", "M2 2H31A29 29 0 0 1 22.5 22.5z") + path("dusk", "M2 2L22.5 22.5A29 29 0 0 1 2 31z")
FLAG = {"x": -30, "y": -19, "width": 60, "height": 38, "rx": 19}
FACE = {"x": 1.5, "y": 1.5, "width": 97, "height": 97, "rx": 7}
WATER = (
    path("sea", "M1.5 8.5a7 7 0 0 1 7-7h83a7 7 0 0 1 7 7V57q-12 11-24.25 0t-24.25 0-24.25 0-24.25 0z")
    + path("foam", "M1.5 57q12-11 24.25 0t24.25 0 24.25 0 24.25 0")
    + path("ripples", "M14 13q5-5 10 0t10 0M66 13q5-5 10 0t10 0M43 40q4-4 8 0t8 0")
)
PLANKS = (
    path("planks", "M30 98V46h40v52z")
    + path("joints", "M30 56h40M30 66h40M30 76h40M30 86h40")
    + path("posts", "M28 98V34M72 98V34")
    + path("banner", "M20 30q30-12 60 0v15q-30-12-60 0z")
)


def quarters(mask: int) -> str:
    """Draw a quarter of an umbrella in each corner of a mask."""
    turned = [f' transform="rotate({90 * corner} 50 50)"' if corner else "" for corner in range(4)]
    return "".join(f'<use href="#ab-q"{turned[corner]}/>' for corner in range(4) if mask >> corner & 1)


@cache
def definitions() -> str:
    """Define all shapes."""
    water_mask = [mask_of(SANDS, turn) for turn in range(4)]
    grounds = {f"s{mask}": '<use href="#ab-sand"/>' + quarters(mask) for mask in range(16)}
    waters = {
        f"w{turn}": grounds[f"s{water_mask[turn]}"] + tag("g", WATER, transform=f"rotate({90 * turn} 50 50)")
        for turn in range(4)
    }
    shapes = {
        "q": QUARTER_SHAPE,
        "sand": tag("rect", class_="ab-face", **FACE) + path("grain", strewn(100, 26, seed=5, margin=6)),
        **grounds,
        **waters,
        "e": grounds[f"s{mask_of(ENTRANCE, 0)}"] + PLANKS,
        **{element: picture(element) for element in ELEMENTS},
        **{f"b-{element}": tag("circle", r=18, class_="ab-buoy") + use(element, (0, 0), 0.68) for element in ELEMENTS},
        "spot": tag("rect", **FACE),
        "missing": path("ring", "M34 0A34 34 0 1 0 0 34") + path("gap", "M3 3H29A26 26 0 0 1 3 29z"),
        "ring": tag("circle", r=34, class_="ab-ring"),
        "sun": path("sun", polygon([polar((17, 21.5)[k % 2], 15 * k) for k in range(24)])),
        "met": tag("circle", r=12, class_="ab-met") + path("tick", "M-5.5 0.5L-1.5 4.5L6-4.5"),
        "unmet": tag("circle", r=12, class_="ab-unmet") + path("cross", "M-4.5-4.5L4.5 4.5M-4.5 4.5L4.5-4.5"),
        "drop": path("drop", "M0-11C6-3 8 0 8 4A8 8 0 0 1-8 4C-8 0-6-3 0-11z"),
        "gains": tag("rect", **FLAG, class_="ab-gains"),
        "gains-none": tag("rect", **FLAG, class_="ab-gains-none"),
        "handle": tag("circle", r=16, class_="ab-handle") + path("arrow", "M7.5-3A8 8 0 1 0 8 2M8.5-8.5V-2.5H2.5"),
        "tally": tag("rect", x=-32, y=-19, width=64, height=38, rx=19, class_="ab-tally") + use("drop", (-17, 1), 1.1),
        **{colour: umbrella_above(colour) for colour in COLOURS},
        **{f"{colour}-down": umbrella_below(colour) for colour in COLOURS},
    }
    return tag(
        "defs",
        gradient("ab-shore", x2=0.6, y2=1),
        gradient("ab-deep", x2=0, y2=1),
        gradient("ab-bay", x2=0, y2=1),
        *(tag("g", shape, id=f"ab-{name}") for name, shape in shapes.items()),
    )


# Put together


def use(name: str, place: Point, scale: float = 1.0) -> str:
    """Use a shape around a point."""
    x, y = (number(round(float(value), 1)) for value in place)
    if scale == 1:
        return f'<use href="#ab-{name}" x="{x}" y="{y}"/>'
    return f'<use href="#ab-{name}" transform="translate({x} {y})scale({number(round(scale, 3))})"/>'


def enlarged(drawn: str, place: Point, scale: float) -> str:
    """Enlarge what is drawn around the origin, around a point."""
    return f'<g transform="translate({at(place)})scale({number(round(scale, 3))})">{drawn}</g>'


def mask_of(tile: int, turn: int) -> int:
    """Write the corners where a tile has quarters as bits."""
    return sum(int(QUARTER[tile, turn, corner]) << corner for corner in range(4))


def turned(point: Point, turn: int) -> Point:
    """Turn a point of a tile clockwise with it."""
    x, y = point
    for _ in range(turn):
        x, y = 100 - y, x
    return x, y


def listed(counts: list[int]) -> list[str]:
    """List elements from how many there are of each."""
    return [element for element, count in zip(ELEMENTS, counts, strict=True) for _ in range(count)]


@cache
def element_spots(tile: int, turn: int) -> tuple[tuple[str, Point], ...]:
    """Say where the pictures of a sand tile are: in the corners without a quarter, if there are as many of these."""
    elements = listed(HAS[tile].tolist())  # none on water and on the entrance
    free = [corner for corner in range(4) if not QUARTER[tile, 0, corner]]
    if len(elements) == 1:
        spots: list[Point] = [middle([CORNER[corner] for corner in free])]
    elif len(elements) == len(free):
        spots = [towards_middle(CORNER[corner]) for corner in free]
    else:
        spots = [(50 + x, 50 + y) for x, y in (polar(23, 360 / len(elements) * k) for k in range(len(elements)))]
    return tuple((element, turned(spot, turn)) for element, spot in zip(elements, spots, strict=True))


def middle(corners: list[Point]) -> Point:
    """Find the middle of a tile, drawn a little towards some corners."""
    count = max(len(corners), 1)
    x, y = (sum(corner[axis] - 50 for corner in corners) / count for axis in range(2))
    return 50 + 0.14 * x, 50 + 0.14 * y


def towards_middle(corner: Point) -> Point:
    """Go from a corner of a tile to where its picture is."""
    x, y = (INSET if value == 0 else 100 - INSET for value in corner)
    return x, y


def element_size(tile: int) -> float:
    """Choose how large the pictures on a sand tile are."""
    return PICTURE_SIZE.get(int(HAS[tile].sum()), 0.8)


@cache
def tile_shapes(tile: int, turn: int) -> str:
    """Put a tile together: its ground with the quarters, and its pictures."""
    if tile == ENTRANCE:
        return '<use href="#ab-e"/>'
    if tile < SANDS:
        size = element_size(tile)
        drawn = (use(element, spot, size) for element, spot in element_spots(tile, turn))
        return f'<use href="#ab-s{mask_of(tile, turn)}"/>' + "".join(drawn)
    shown = listed(tables.SHOWS[tile - SANDS].tolist())
    places = BUOYS if len(shown) == len(BUOYS) else tuple((15 + 70 * k / len(shown), 40.0) for k in range(len(shown)))
    buoys = (use(f"b-{element}", turned(place, turn)) for element, place in zip(shown, places, strict=True))
    return f'<use href="#ab-w{turn}"/>' + "".join(buoys)


@cache
def umbrella_shape(umbrella: int, *, up: bool, grown: float = 1) -> str:
    """Put an umbrella together: face up it shows its points, larger where it is small; 0: only up close."""
    colour = COLOURS[tables.COLOUR[umbrella]]
    if not up:
        return f'<use href="#ab-{colour}-down"/>'
    role = "worth" if grown else "worth up-close"
    worth = f'<text class="{role}" y="7">{tables.POINTS[umbrella]}</text>'
    return f'<use href="#ab-{colour}"/>' + (worth if grown <= 1 else enlarged(HUB + worth, (0, 0), grown))


def tile_piece(key: str, tile: int, place: str, role: str) -> str:
    """Draw a tile that can be moved, unturned."""
    return piece(key, f'<g transform="{place}">{tile_shapes(tile, 0)}</g>', class_=f"tile{role}")
