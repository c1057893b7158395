"""The board as SVG: a beach seen slightly from above, stacks of hexagons from back to front, the players, the rope.

Only shapes and classes are here; style.css has the colours. Shapes are defined once and used wherever they appear; what
styles a shape sits on its `use`, because browsers disagree on what a selector can reach inside of one. Nothing with a
`data-key` or `data-target` carries a transform, so that whoever animates it is free to. A `Layout` holds the measures:
everything is drawn by the same functions for a laptop, as `square` for a window about as high as wide, and as `tall`
for a phone that is held upright.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import product, repeat
from math import cos, hypot, pi, sin
from operator import getitem
from struct import Struct
from textwrap import wrap
from types import SimpleNamespace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from strandline.engine.elements import ghost, gradient, grain, number, tag, target, text, title, way

from .rules import (
    BLUE,
    CELLS,
    COLOURS,
    EMPTY,
    HEXAGON,
    NEUTRAL,
    PINK,
    SHEET,
    STEPS,
    Move,
    State,
    score,
)
from .words import legal, stack_in_words

if TYPE_CHECKING:
    from strandline.engine.texts import Texts

Point = tuple[float, float]
WAYS = [(start, end, way((HEXAGON.name[start], HEXAGON.name[end]))) for start, end in STEPS]  # as ghosts name them
EMPTY_BYTE = EMPTY.to_bytes(1, "little", signed=True)
NEWEST = "cell last end"  # the stack that was moved onto
MARK = 0.68  # how far down an edge carries its mark: low, where the next tile of a pressed stack leaves it visible
LINE = 29  # letters of a line beside the board
LOW = 9  # stacks up to this height fill the card on which they are looked into; higher ones have thinner tiles there
EVEN = 6  # stacks up to this height show each edge in full; higher ones are pressed together


class Box(NamedTuple):
    """A rectangle of the drawing."""

    x: float
    y: float
    width: float
    height: float

    def rect(self, radius: float, class_: str | None = None) -> str:
        """Draw it, with round corners."""
        return tag("rect", x=self.x, y=self.y, width=self.width, height=self.height, rx=radius, class_=class_)


@dataclass(frozen=True, eq=False)  # few of them, told apart by which one it is: what is kept by layout is found at once
class Layout:
    """The measures of an arrangement."""

    size: Point
    sand: Box
    middle: Point  # of the cell in the middle
    cell: float  # from the centre to a corner; cells are a little wider than their tiles, so sand shows between
    tile: float
    slant: float  # depth looks shorter than width from where we look
    edge: float  # the visible side of a tile
    pressed: float  # by how much a tile raises a stack that is pressed together
    cards: tuple[Box, Box]  # the players
    rope: Box
    scenery: float  # how large sea, shell and pebbles are
    sea: Point  # where they are moved to: what is above
    finds: Point  # and below
    name: float  # how far below the middle of a tile its cell is named
    badge: tuple[float, float, float]  # where a stack's height is written, and in how large a circle
    letter: float  # how wide a letter of a flag is, about
    peek: Box | None = None  # where one looks into a stack
    compact: bool = False  # small cards with large figures

    @cached_property
    def unit(self) -> float:
        """How large things are beside those of the wide drawing."""
        return self.tile / 64

    @cached_property
    def corner(self) -> tuple[float, float, float]:
        """How far are the corners of a tile: the one at the right, below it, and in front?"""
        return self.tile * 3**0.5 / 2, self.tile * self.slant / 2, self.tile * self.slant

    @cached_property
    def centre(self) -> list[Point]:
        """Where are the middles of the cells, on the ground?"""
        x, y = self.middle
        across, down = self.cell * 3**0.5, self.cell * 1.5 * self.slant
        return [(x + across * (q + r / 2), round(y + down * r, 2)) for q, r in HEXAGON.axial]

    @cached_property
    def lifts(self) -> list[list[float]]:
        """How far above the ground lie the faces of a stack of each height, from the bottom up?"""
        return [self.faces(height) for height in range(CELLS + 1)]

    @cached_property
    def lifted(self) -> list[float]:
        """How far above the ground lies the topmost face of a stack of each height?"""
        return [0.0, *(faces[-1] for faces in self.lifts[1:])]

    def faces(self, height: int) -> list[float]:
        """How far above the ground do the faces of a stack of this height lie, from the bottom up?"""
        step = min(self.edge, (self.edge * (EVEN - 1) + self.pressed * (height - EVEN)) / max(height - 1, 1))
        return [round(self.edge + level * step, 2) for level in range(height)]

    def around(self, distances: list[float]) -> list[Point]:
        """Give points on the ground at these distances from the middle, clockwise from the back."""
        angle = 2 * pi / len(distances)
        return [(r * sin(k * angle), -r * self.slant * cos(k * angle)) for k, r in enumerate(distances)]


WIDE = Layout(
    size=(1190.0, 746.0),
    sand=Box(14, 14, 826, 718),
    middle=(432, 416),
    cell=86,
    tile=79,
    slant=0.86,
    edge=11,
    pressed=3.9,
    cards=(Box(856, 14, 320, 114), Box(856, 140, 320, 114)),
    rope=Box(864, 270, 304, 12),
    scenery=1.2,
    sea=(0, 0),
    finds=(0, 0),
    name=50,
    badge=(46, -31, 14.5),
    letter=10.4,
    peek=Box(856, 298, 320, 434),
)
SQUARE = Layout(
    size=(720.0, 746.0),
    sand=Box(14, 14, 692, 592),
    middle=(360, 346),
    cell=70,
    tile=64,
    slant=0.86,
    edge=9,
    pressed=3.2,
    cards=(Box(14, 634, 336, 98), Box(370, 634, 336, 98)),
    rope=Box(22, 615, 676, 10),
    scenery=1,
    sea=(0, 0),
    finds=(0, 0),
    name=41,
    badge=(37, -25, 12.5),
    letter=10.4,
)
UPRIGHT = Layout(  # in pixels of a phone that is 390 wide
    size=(366.0, 496.0),
    sand=Box(2, 98, 362, 396),
    middle=(183, 320),
    cell=41,
    tile=38.8,
    slant=0.95,
    edge=5.5,
    pressed=1.8,
    cards=(Box(2, 2, 177, 66), Box(187, 2, 177, 66)),
    rope=Box(6, 77, 354, 12),
    scenery=0.54,
    sea=(0, 90),
    finds=(-17, 165),
    name=25,
    badge=(25, -18, 10.5),
    letter=8.4,
    compact=True,
)


ON_ITS_SIDE = Layout(  # in pixels of a phone that is 390 high
    size=(604.0, 374.0),
    sand=Box(190, 2, 412, 370),
    middle=(396, 214),
    cell=38.5,
    tile=36.4,
    slant=0.95,
    edge=5,
    pressed=1.7,
    cards=(Box(2, 2, 178, 66), Box(2, 104, 178, 66)),
    rope=Box(6, 80, 170, 12),
    scenery=0.6,
    sea=(184, 0),
    finds=(180, 24),
    name=23.5,
    badge=(24, -17, 10.5),
    letter=8.4,
    compact=True,
)


def rounded(corners: list[Point], radius: float) -> str:
    """Write a closed path whose corners are rounded off."""
    curves = [
        f"{at(*towards(corner, before, radius))}Q{at(*corner)} {at(*towards(corner, after, radius))}"
        for before, corner, after in zip(corners[-1:] + corners, corners, corners[1:] + corners[:1], strict=False)
    ]
    return f"M{'L'.join(curves)}z"


def towards(start: Point, end: Point, distance: float) -> Point:
    """Go this far from one point towards another."""
    share = distance / hypot(end[0] - start[0], end[1] - start[1])
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def at(x: float, y: float) -> str:
    """Write a point."""
    return f"{round(x, 2):g} {round(y, 2):g}"


def ripple(layout: Layout, waves: int) -> str:
    """Write small waves along the front edge of a tile."""
    half, low, front = layout.corner
    margin, swell = 5 * layout.unit, 2.6 * layout.unit
    dx, dy = (half - margin) / waves / 2, (front - low) * (half - margin) / half / waves / 2
    left = f"q{at(dx / 2, dy / 2 - swell)} {at(dx, dy)}" + f"t{at(dx, dy)}" * (2 * waves - 1)
    right = f"q{at(dx / 2, -dy / 2 - swell)} {at(dx, -dy)}" + f"t{at(dx, -dy)}" * (2 * waves - 1)
    return f"M{at(margin - half, front + MARK * layout.edge - 2 * waves * dy)}{left}{right}"


SHORE = (  # from beyond the left to beyond the right, so that it can be moved to and fro
    "-40 276C-4 276 10 252 40 248S62 214 76 196 112 172 130 156 152 112 184 102 246 104 280 86 350 94 388 78"
    " 462 90 506 72 586 78 622 60 680 70 712 46 760 44 790 30"
)
SCENERY = {
    "ripples": "M380 596q90-22 170-8t160-10M470 612q70-14 120-4t110-6M20 430q34-16 70-4M14 452q40-18 92-4"
    "M622 182q40-14 90-2M636 204q34-10 72 0",
    "moon": "M30 66a24 24 0 1 0 48 0a24 24 0 1 0-48 0z",
    "moonlight": "M34 108h44M44 121h28M50 134h14",
    "shell": "M0 19C-7 19-9 15-7 11-25 6-28-12-18-20-11-28 11-28 18-20 28-12 25 6 7 11 9 15 7 19 0 19z",
    "ribs": "M-2 9L-17-14M-1 8L-7-21M1 8L7-21M2 9L17-14",
    "stone": "M-13 2C-14-6-7-11 1-11S14-6 14 1 8 11 0 11-12 9-13 2z",
    "glint": "M-8-1C-7-6-3-8 2-8",
}


def tile_paths(layout: Layout) -> dict[str, str]:
    """Write the shapes of a tile: its face, its sides, the marks on its edge."""
    half, low, front = layout.corner
    edge, unit = layout.edge, layout.unit
    mark, round_off = MARK * edge, 7 * unit
    wide, deep = number(72 * unit), number(66 * unit)
    sides = [(-half, 0.0), (-half, low + edge), (0.0, front + edge), (half, low + edge), (half, 0.0)]
    return {
        "hex": rounded(layout.around([layout.tile] * 6), round_off),
        "rim": rounded(layout.around([layout.tile - 8 * unit] * 6), 6 * unit),
        "side": rounded(sides, round_off),
        "shade": f"M0 {number(low)}V{number(front + edge - 2)}L{at(half - 5, low + edge + 2.6)}"
        f"Q{at(half, low + edge)} {at(half, low + edge - 6)}V0z",
        "edge-blue": ripple(layout, 5),
        "edge-pink": f"M{at(6 - half, low + mark + 3)}L{at(0, front + mark)}L{at(half - 6, low + mark + 3)}",
        "cast": f"M-{wide} 0A{wide} {deep} 0 1 0 {wide} 0A{wide} {deep} 0 1 0-{wide} 0z",
    }


def emblems(layout: Layout) -> dict[str, str]:
    """Write what is drawn as large as in the wide drawing, and scaled: with its lines."""
    return {
        "emblem-blue": "".join(f"M-31 {y}q7.75-13 15.5 0t15.5 0t15.5 0t15.5 0" for y in (-15, -1, 13)),
        "emblem-pink": rounded([(x, y - 4) for x, y in layout.around([35, 15.5] * 5)], 5),
        "sun": rounded(layout.around([74, 60] * 14), 3),
    }


def shape(name: str, class_: str, place: str = "") -> str:
    """Use a shape, dressed by its class."""
    return f'<use href="#ht-{name}" class="{class_}"{place}/>'


def definitions(layout: Layout) -> str:
    """Define shapes, blends and the sand's grain."""
    down = {"x1": 0, "y1": 0, "x2": 0, "y2": 1}
    across = {"x1": 0, "y1": 0, "x2": 0.7, "y2": 1}
    scaled = None if layout.unit == 1 else f"translate(0 {-3 * layout.compact}) scale({layout.unit:.3g})"
    return tag(
        "defs",
        *(tag("path", id=f"ht-{name}", d=path) for name, path in (tile_paths(layout) | SCENERY).items()),
        *(tag("path", id=f"ht-{name}", d=path, transform=scaled) for name, path in emblems(layout).items()),
        *dressed_tiles(),
        *(gradient(f"ht-{colour}", **across) for colour in COLOURS),
        *(gradient(f"ht-{name}", **down) for name in ("sand", "sea", "hollow", "lip")),
        gradient("ht-shadow", 0.62, 1, r=0.5),
        gradient("ht-glass", 0, 0.55, 1, cx=0.36, cy=0.3, r=0.8),
        tag("marker", tag("path", d="M5 0L-8-7-4.5 0-8 7z", class_="head"), id="ht-head", orient="auto",
            markerUnits="userSpaceOnUse", markerWidth=30, markerHeight=20, overflow="visible"),
        tag("clipPath", layout.sand.rect(30 * layout.unit), id="ht-beach"),
        grain("ht-grain", size=180, fine=70, coarse=20, seed=19),
    )  # fmt: skip


def shore(class_: str, dx: int, dy: int, *, water: bool = True) -> str:
    """Draw the water up to the shore, or the shore line alone, moved a little."""
    path = f"M-40-60V{SHORE[4:]}V-60z" if water else f"M{SHORE}"
    return tag("path", class_=class_, d=path, transform=f"translate({dx} {dy})")


def moved(layout: Layout, by: Point, *content: str) -> str:
    """Put scenery to its place, as large as it is in this layout."""
    return tag("g", *content, transform=f"translate({at(*by)}) scale({layout.scenery:g})")


def beach(layout: Layout) -> str:
    """Draw the sand with its ripples and finds, and the sea that runs up to it, on paper."""
    width, height = layout.size
    finds = (
        shape("ripples", "ripples"),
        tag("g", shape("shell", "shell"), shape("ribs", "ribs"), transform="translate(74 548) rotate(-24)"),
        *(shape("stone", "pebble", f' x="{x}" y="{y}"') for x, y in ((640, 540), (664, 552), (630, 566))),
    )
    sea = (
        shore("wet", 8, 24),
        shore("swash", 6, 14, water=False),
        shore("foam", 1, 3, water=False),
        shore("shallow", 0, 0),
        shore("sea", -14, -17),
        shore("deep", -44, -48),
        shore("crest", -30, -30, water=False),
        *(shape(name, name) for name in ("moon", "moonlight")),
    )
    return tag("rect", width=width, height=height, class_="sl-paper") + tag(
        "g",
        layout.sand.rect(30 * layout.unit, "sand"),
        layout.sand.rect(30 * layout.unit, "grains"),
        moved(layout, layout.finds, *finds),
        moved(layout, layout.sea, *sea),
        clip_path="url(#ht-beach)",
    )


def hollow(layout: Layout, cell: int) -> str:
    """Draw an empty cell, as if pressed into the sand."""
    x, y = layout.centre[cell]
    place = f' x="{number(x)}" y="{number(y)}"'
    return shape("hex", "hollow", place) + text(HEXAGON.name[cell], x=x, y=y + 6, class_="name")


@lru_cache(maxsize=16)
def ground(layout: Layout, texts: Texts) -> str:
    """Draw the beach, the hollows of the cells, and where one looks into a stack."""
    hollows = "".join(map(hollow, repeat(layout), range(CELLS))) + landings(layout, texts)
    looking = slabs(layout.peek, texts) + invitation(layout.peek, texts) if layout.peek else ""
    return definitions(layout) + beach(layout) + hollows + looking


def tile_shapes(colour: int, *, topmost: bool) -> str:
    """Dress the shapes of a tile: side, mark and face; rim and emblem show on the topmost only."""
    sign = "" if colour == NEUTRAL else COLOURS[colour]
    mark, emblem = (sign and shape(f"{kind}-{sign}", kind) for kind in ("edge", "emblem"))
    lower = shape("side", "side") + shape("shade", "shade") + mark + shape("hex", "face")
    return lower + shape("rim", "rim") + emblem if topmost else lower


TOPMOST = [tile_shapes(colour, topmost=True) for colour in range(3)]


# Dressed once: what is drawn at every move only names them.
def dressed_tiles() -> list[str]:
    """Define tiles of each colour: within a stack, on top of one, and where one would land."""
    defined = []
    for code, colour in enumerate(COLOURS):
        emblem = "" if code == NEUTRAL else shape(f"emblem-{colour}", "emblem")
        lower, landing = tile_shapes(code, topmost=False), shape("hex", "face") + emblem
        for kind, class_, drawn in (("low", "", lower), ("top", "", TOPMOST[code]), ("land", " landing", landing)):
            defined.append(f'<g id="ht-{kind}-{colour}" class="{colour}{class_}">{drawn}</g>')
    return defined


def table(layout: Layout, state: State, texts: Texts, last: int) -> dict[str, str]:
    """Draw the stacks from back to front, the trace of the last move, and the players."""
    stacks = stacks_of(state)
    parts = dict(zip(HEXAGON.name, map(getitem, drawn_stacks(layout, texts), stacks), strict=True))
    parts["trace"] = ""
    if Move.STEP <= last < Move.LAY:
        (start, end), height = STEPS[last], state.height.tobytes()
        parts[HEXAGON.name[start]] = stack(layout, start, stacks[start], texts, "cell last start")
        parts[HEXAGON.name[end]] = stack(layout, end, stacks[end], texts, NEWEST)
        parts["trace"] = trace(layout, start, end, height[start], height[end])
    (blue_stones, blue, _), (pink_stones, pink, _) = score_of(state)
    to_win, mover = state.to_win, state.turn
    parts["panel 0"] = panel(layout, BLUE, blue_stones, to_win, texts)
    parts["count 0"] = count(layout, BLUE, blue, texts)
    parts["panel 1"] = panel(layout, PINK, pink_stones, to_win, texts)
    parts["count 1"] = count(layout, PINK, pink, texts)
    parts["mover"] = outline(layout, mover, "to-move") if mover >= 0 else ""
    parts["rope"] = spoken_rope(layout, blue, pink, texts)
    parts["ghosts"] = ""
    return parts


STACKS = Struct(f"{CELLS}s" * CELLS)


def stacks_of(state: State) -> tuple[bytes, ...]:
    """Give the colours of the tiles on each cell, from the lowest on."""
    return STACKS.unpack(state.tile.tobytes())


def score_of(state: State) -> list[list[int]]:
    """Give the score sheet: stones, tiles in sight and the last line, of both."""
    sheet = np.zeros((2, len(SHEET)), np.int64)
    score(state, sheet)
    return sheet.tolist()


def glides(before: State, move: int, after: State) -> tuple[tuple[str, str], ...]:  # noqa: ARG001
    """Say how the top tile goes from its stack to the other."""
    if move >= Move.LAY:
        return ()
    (start, end), height = STEPS[move], before.height.tobytes()
    return ((f"{HEXAGON.name[start]}.{height[start]}", f"{HEXAGON.name[end]}.{height[end] + 1}"),)


class Kept(dict[bytes, str]):
    """The drawings of stacks on a cell: a dictionary, because all of them are looked up at every move."""

    def __init__(self, layout: Layout, cell: int, texts: Texts) -> None:
        super().__init__()
        self.drawn_for = layout, cell, texts

    def __missing__(self, tiles: bytes) -> str:
        """Draw a stack, and keep the drawing; some are forgotten before there are too many."""
        if len(self) >= 3000:
            self.clear()
        layout, cell, texts = self.drawn_for
        self[tiles] = drawn = stack(layout, cell, tiles, texts)
        return drawn


@lru_cache(maxsize=16)  # layouts and languages; people's names are not on stacks
def drawn_stacks(layout: Layout, texts: Texts) -> list[Kept]:
    """Give the drawings of all cells."""
    return [Kept(layout, cell, texts) for cell in range(CELLS)]


# Kept whole, so that what is the same is one string: scenes of many tables share it, and comparing it takes no time.
@lru_cache(maxsize=50_000)
def stack(layout: Layout, cell: int, tiles: bytes, texts: Texts, role: str = "cell") -> str:
    """Draw what lies on a cell, given as its colours up to the first that is EMPTY; empty cells are targets too."""
    colours = tuple(tiles.split(EMPTY_BYTE)[0])
    height = len(colours)
    drawn = [tile(layout, cell, colour, level, height) for level, colour in enumerate(colours, 1)]
    shadow, above = around_stack(layout, cell, height, colours[-1] if colours else EMPTY)
    spoken = stack_in_words(cell, colours, texts)
    if role == NEWEST:
        x, y = layout.centre[cell]
        drawn.append(shape("rim", "rim", f' x="{x:.1f}" y="{y - layout.lifted[height]:.1f}"'))
    inside = peek(cell, colours) if layout.peek else ""
    return target(HEXAGON.name[cell], spoken, shadow, *drawn, above, inside, class_=role)


# Matches differ, so many stacks are new when they are drawn: what a stack is put together from is kept as well.
@cache
def tile(layout: Layout, cell: int, colour: int, level: int, height: int) -> str:
    """Draw a tile on this level of a stack of this height."""
    (x, y), kind = layout.centre[cell], "top" if level == height else "low"
    place = f'x="{x:.1f}" y="{y - layout.lifts[height][level - 1]:.1f}"'
    lifts = ' class="top"' if kind == "top" else ""
    return f'<use{lifts} data-key="{HEXAGON.name[cell]}.{level}" href="#ht-{kind}-{COLOURS[colour]}" {place}/>'


@cache
def around_stack(layout: Layout, cell: int, height: int, colour: int) -> tuple[str, str]:
    """Draw what belongs to a stack besides its tiles: its shadow; and what lights up, the cell's name, the height."""
    x, y = layout.centre[cell]
    top = y - layout.lifted[height]
    halo = shape("hex", "halo", f' x="{x:.2f}" y="{top:.2f}"')
    if height == 0:
        return "", halo
    dx, dy = layout.unit * (3 + 1.6 * height), layout.unit * (5 + height)
    shadow = shape("cast", "shadow", f' x="{x + dx:.1f}" y="{y + dy:.1f}"')
    name = HEXAGON.name[cell]
    kind = small(layout, f"name on-{COLOURS[colour]}")
    named = f'<text x="{x:.1f}" y="{top + layout.name:.1f}" class="{kind}">{name}</text>'
    return shadow, halo + named + (badge(layout, x, top, height) if height > 1 else "")


# A look into a stack: the page shows it while the stack is pointed at. It is put together from shapes that are defined
# once, because stacks are sent at every move.


def invitation(box: Box, texts: Texts) -> str:
    """Draw the card on which stacks are looked into, as long as none is."""
    return box.rect(22, "card") + written(texts.say("peek.invitation"), box.x + 22, box.y + 40, "quiet")


def peek(cell: int, colours: tuple[int, ...]) -> str:
    """List a stack, as it lies."""
    known = SLABS[len(colours) > LOW]
    slabs = [known[level][colour] for level, colour in enumerate(colours, 1)]
    return f'<g class="peek" aria-hidden="true"><use href="#ht-in-{HEXAGON.name[cell]}"/>{"".join(slabs)}</g>'


SLABS = [
    [[f'<use href="#ht-{kind}-{colour}-{level}"/>' for colour in COLOURS] for level in range(CELLS + 1)]
    for kind in ("in", "deep")
]


def slabs(box: Box, texts: Texts) -> str:
    """Define the cards that are named after the cells, and the tiles that may lie in a stack, seen from the side."""
    left = box.x + 22
    cards = [
        tag("g", box.rect(22, "card"), text(texts.say("peek.title", cell=name), x=left, y=box.y + 36, class_="title"),
            id=f"ht-in-{name}")
        for name in HEXAGON.name
    ]  # fmt: skip
    tiles = []
    for kind, highest in (("in", LOW), ("deep", CELLS)):
        step = (box.height - 70) / highest
        for level, colour in product(range(1, highest + 1), COLOURS):
            top = box.y + box.height - 14 - step * level
            place = {"x": left, "y": round(top, 1), "width": 120, "height": round(step - 2.5, 1)}
            said = f"{level} · {texts.say(f'colour.{colour}')}"
            words = text(said, x=left + 134, y=round(top + step / 2 + 4.5, 1), class_="level")
            slab = tag("rect", **place, class_=f"slab {colour}")
            tiles.append(tag("g", slab, words, id=f"ht-{kind}-{colour}-{level}"))
    return tag("defs", *cards, *tiles)


def written(words: str, x: float, y: float, class_: str) -> str:
    """Write a sentence in lines."""
    return "".join(text(line, x=x, y=y + 22 * n, class_=class_) for n, line in enumerate(wrap(words, LINE)))


def badge(layout: Layout, x: float, top: float, height: int) -> str:
    """Write how high a stack is."""
    dx, dy, radius = layout.badge
    x, y = round(x + dx, 2), round(top + dy, 2)
    circle = f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}"/>'
    written = f'<text x="{x:g}" y="{round(y + 0.44 * radius, 2):g}">{height}</text>'
    return f'<g class="{small(layout, "badge")}">{circle}{written}</g>'


def small(layout: Layout, class_: str) -> str:
    """Name the class of a text, which may be small."""
    return f"{class_} small" if layout.compact else class_


@lru_cache(maxsize=4000)
def trace(layout: Layout, start: int, end: int, left: int, reached: int) -> str:
    """Draw the way that the last tile went, from the height that was left to the one reached."""
    (x1, y1), (x2, y2) = (
        (layout.centre[cell][0], layout.centre[cell][1] - layout.lifted[height])
        for cell, height in ((start, left), (end, reached))
    )
    unit = layout.unit
    bow = ((x1 + x2) / 2, (y1 + y2) / 2 - 22 * unit)
    way = f"M{at(*towards((x1, y1), bow, 16 * unit))}Q{at(*bow)} {at(*towards((x2, y2), (x1, y1), 42 * unit))}"
    return f'<path class="trace under" d="{way}"/><path class="trace" d="{way}" marker-end="url(#ht-head)"/>'


def previews(layout: Layout, state: State, texts: Texts) -> str:
    """Show for every move, while it is pointed at, what it would bring."""
    mover = state.turn
    if mover < 0:
        return ""
    stacks, height = stacks_of(state), state.height.tobytes()
    shown = tuple(line[1] for line in score_of(state))
    tops = [tiles[high - 1] if high else NEUTRAL for tiles, high in zip(stacks, height, strict=False)]
    below = [tiles[high - 2] if high > 1 else NEUTRAL for tiles, high in zip(stacks, height, strict=False)]  # or sand
    landings: dict[tuple[int, int, int, int], str] = {}  # moves that look the same are drawn once
    changed: dict[tuple[int, int], str] = {}
    for move in legal(state):
        start, end, way = WAYS[move]
        covered, uncovered = tops[end], below[start]
        landed = end, tops[start], height[end], covered
        landings[landed] = f"{landings[landed]},{way}" if landed in landings else way
        if covered != uncovered:
            hands = covered, uncovered
            changed[hands] = f"{changed[hands]},{way}" if hands in changed else way
    kept = drawn_landings(layout, texts)
    drawn = [ghost(ways, kept[landed]) for landed, ways in landings.items()]
    drawn += [ghost(ways, changes(layout, shown, *hands, mover)) for hands, ways in changed.items()]
    return "".join(drawn)


class Landings(dict[tuple[int, int, int, int], str]):
    """The drawings of tiles that would land: by cell, colour, height of the stack and colour of its top tile."""

    def __init__(self, layout: Layout, texts: Texts) -> None:
        super().__init__()
        self.drawn_for = layout, texts

    def __missing__(self, landed: tuple[int, int, int, int]) -> str:
        """Draw one, and keep the drawing: there are only so many."""
        (layout, texts), (cell, colour, height, covered) = self.drawn_for, landed
        self[landed] = drawn = landing(layout, cell, colour, height + 1, covered, texts)
        return drawn


@lru_cache(maxsize=16)
def drawn_landings(layout: Layout, texts: Texts) -> Landings:
    """Give the drawings of landings."""
    return Landings(layout, texts)


def landing(layout: Layout, cell: int, colour: int, level: int, covered: int, texts: Texts) -> str:
    """Draw a tile where it would land, with the new height and what it covers.

    The words stand above it, on the sand: those of a tile at the rim a little beside it.
    """
    x, y = layout.centre[cell][0], layout.centre[cell][1] - layout.lifted[level]
    half, sand = half_as_wide(layout, level, covered, texts), layout.sand
    left = round(min(max(x, sand.x + 4 + half), sand.x + sand.width - 4 - half))
    top = round(max(y - layout.corner[2] - 23, sand.y + 4))
    tile = f'<use href="#ht-land-{COLOURS[colour]}" x="{x:.1f}" y="{y:.1f}"/>'
    return f'{tile}<use href="#ht-{level}-{COLOURS[covered]}" x="{left}" y="{top}"/>'


def landing_in_words(level: int, covered: int, texts: Texts) -> str:
    """Tell how high a tile would lie, and on which."""
    return texts.say("landing", level=level, covered=texts.say(f"colour.{COLOURS[covered]}"))


def half_as_wide(layout: Layout, level: int, covered: int, texts: Texts) -> int:
    """How far do these words reach to each side?"""
    return round(10 + layout.letter / 2 * len(landing_in_words(level, covered, texts)))


def landings(layout: Layout, texts: Texts) -> str:
    """Define what is said of a landing: for every height, and every colour that may be covered."""
    defined = []
    for level, covered in product(range(2, CELLS + 1), range(len(COLOURS))):
        half = half_as_wide(layout, level, covered, texts)
        rect = f'<rect x="-{half}" width="{2 * half}" height="27" rx="13.5"/>'
        words = text(landing_in_words(level, covered, texts), y=19, class_=small(layout, "words"))
        defined.append(f'<g id="ht-{level}-{COLOURS[covered]}" class="said">{rect}{words}</g>')
    return tag("defs", *defined)


@lru_cache(maxsize=2000)
def changes(layout: Layout, shown: tuple[int, int], covered: int, uncovered: int, mover: int) -> str:
    """Write who would show more or less, and draw the rope as it would be."""
    by = {covered: -1, uncovered: 1}
    after = shown[BLUE] + by.get(BLUE, 0), shown[PINK] + by.get(PINK, 0)
    written = [change(layout, seat, shown[seat], by[seat], mover) for seat in (BLUE, PINK) if seat in by]
    return "".join(written) + pulled_rope(layout, shown, after)


def change(layout: Layout, seat: int, shown: int, by: int, mover: int) -> str:
    """Write on a player's card by how much the tiles in sight would change: is that good for the mover?"""
    card, kind = layout.cards[seat], "good" if (by > 0) == (seat == mover) else "bad"
    right = card.x + card.width
    if not layout.compact:
        sign, y = "+1" if by > 0 else "−1", card.y + (68 if layout.peek else 78)
        return f'<text x="{right - 20:g}" y="{y:g}" class="change {kind}">{sign}</text>'
    chip = f'<rect x="{right - 65:g}" y="{card.y + 8:g}" width="59" height="29" rx="14.5" class="{kind}"/>'
    return f'{chip}<text x="{right - 35.5:g}" y="{card.y + 28.5:g}" class="becomes">{shown} → {shown + by}</text>'


@lru_cache(maxsize=1000)
def panel(layout: Layout, seat: int, stones: int, to_win: int, texts: Texts) -> str:
    """Draw a player: emblem, name, stones won out of those needed; the sun shines on the winner."""
    left, top, width, _ = layout.cards[seat]
    winner = " winner" if stones == to_win else ""
    emblem = shape("sun", "sun") + TOPMOST[seat] if winner else TOPMOST[seat]
    if layout.compact:
        tile, name, glass, apart = (left + 33, top + 31), (left + 64, top + 29), (left + 74, top + 48), 24
    elif layout.peek:
        tile, name, glass, apart = (left + 54, top + 53), (left + 106, top + 40), (left + 122, top + 91), 36
    else:
        tile, name, apart = (left + 54, top + 47), (left + 108, top + 45), 36
        glass = (left + width + 4 - apart * to_win, top + 36)
    return tag(
        "g",
        title(texts.say("stones", count=stones)),
        outline(layout, seat, "card"),
        tag(
            "g",
            emblem,
            transform=f"translate({at(*tile)}) scale({0.58 if layout.compact else 0.54 if layout.peek else 0.62})",
        ),
        text(texts.seat(seat), x=name[0], y=name[1], class_=small(layout, "player"), data_name=seat, data_room=8),
        *(stone(layout, glass[0] + apart * k, glass[1], won=k < stones) for k in range(to_win)),
        class_=f"panel {COLOURS[seat]}{winner}",
    )


@cache
def outline(layout: Layout, seat: int, class_: str) -> str:
    """Draw the outline of a player's card."""
    return layout.cards[seat].rect(16 if layout.compact else 22, class_)


@lru_cache(maxsize=200)
def count(layout: Layout, seat: int, shown: int, texts: Texts) -> str:
    """Write on a player's card how many tiles are visible."""
    x, y, width, _ = layout.cards[seat]
    if layout.compact:
        return f'<text x="{x + width - 14:g}" y="{y + 33:g}" class="shown">{shown}</text>'
    left, below = (106, 66) if layout.peek else (108, 76)
    return f'<text x="{x + left:g}" y="{y + below:g}" class="count">{texts.say("visible", count=shown)}</text>'


def stone(layout: Layout, x: float, y: float, *, won: bool) -> str:
    """Draw a glass stone, or the place for one."""
    place = f' x="{x:g}" y="{y:g}"'
    if layout.compact:
        place = f' transform="translate({x:g} {y:g}) scale(.75)"'
    return shape("stone", "stone", place) + shape("glint", "glint", place) if won else shape("stone", "slot", place)


@lru_cache(maxsize=400)
def spoken_rope(layout: Layout, blue: int, pink: int, texts: Texts) -> str:
    """Draw the rope, with what it says in words."""
    shown = zip((BLUE, PINK), (blue, pink), strict=True)
    words = ", ".join(f"{texts.seat(seat)}: {texts.say('visible', count=tiles)}" for seat, tiles in shown)
    return tag("g", title(words), rope(layout, blue, pink))


# It is written for every move that one may point at: not the whole rope, only what changes hands.
def pulled_rope(layout: Layout, before: tuple[int, int], after: tuple[int, int]) -> str:
    """Draw the knot where it would be, and the rope as far as it would come; how far it was stays in sight."""
    start, end = knot_at(layout, before), knot_at(layout, after)
    winner = BLUE if end > start else PINK
    start += 3 if winner == PINK else -3  # over the knot that is
    came = f"M{at(start, layout.rope.y)}H{number(end)}v{layout.rope.height:g}H{number(start)}z"
    return f'<path class="rope-{COLOURS[winner]}" d="{came}"/>' + knot(layout, after)


@cache
def rope(layout: Layout, blue: int, pink: int) -> str:
    """Draw a rope at which both pull, a strand for each tile in sight; the knot is nearer to whoever shows fewer."""
    x, y, width, height = layout.rope
    where, strand, curve = number(knot_at(layout, (blue, pink))), width / max(blue + pink, 1), height / 2
    drawn = [
        f'<path class="rope-{COLOURS[seat]}" d="M{where} {y:g}'
        f'H{end:g}a{curve:g} {curve:g} 0 0 {seat} 0 {height:g}H{where}z"/>'
        for seat, end in ((BLUE, x + curve), (PINK, x + width - curve))
        if (blue, pink)[seat] or not blue + pink
    ]
    strands = [k for k in range(1, blue + pink) if k != blue]
    twists = "".join(f"M{at(x + k * strand - 3, y + height)}l6-{height:g}" for k in strands)
    half = f'<path class="half" d="M{at(x + width / 2, y - 4)}v2m0 {height + 4:g}v2"/>'
    return "".join(drawn) + f'<path class="twists" d="{twists}"/>{half}' + knot(layout, (blue, pink))


def knot(layout: Layout, shown: tuple[int, int]) -> str:
    """Draw the knot where blue ends and pink begins."""
    where = at(knot_at(layout, shown), layout.rope.y - 2)
    return f'<path class="knot" d="M{where}v{layout.rope.height + 4:g}"/>'


def knot_at(layout: Layout, shown: tuple[int, int]) -> float:
    """Where does blue end and pink begin? In the middle where nobody shows anything."""
    share = shown[BLUE] / sum(shown) if any(shown) else 0.5
    return layout.rope.x + layout.rope.width * share


SIZE = WIDE.size


def board(state: State, texts: Texts, seat: int) -> str:  # noqa: ARG001
    """Draw the beach, the hollows of the cells, and where one looks into a stack."""
    return ground(WIDE, texts)


def pieces(state: State, texts: Texts, last: int, seat: int) -> dict[str, str]:  # noqa: ARG001
    """Draw the stacks from back to front, the trace of the last move, and the players."""
    return table(WIDE, state, texts, last)


def ghosts(state: State, texts: Texts, seat: int) -> str:  # noqa: ARG001
    """Show for every move, while it is pointed at, what it would bring."""
    return previews(WIDE, state, texts)


def arranged(layout: Layout) -> SimpleNamespace:
    """Draw the same in another arrangement."""
    return SimpleNamespace(
        SIZE=layout.size,
        board=lambda state, texts, seat: ground(layout, texts),  # noqa: ARG005
        pieces=lambda state, texts, last, seat: table(layout, state, texts, last),  # noqa: ARG005
        ghosts=lambda state, texts, seat: previews(layout, state, texts),  # noqa: ARG005
    )


square, tall, flat = arranged(SQUARE), arranged(UPRIGHT), arranged(ON_ITS_SIDE)
