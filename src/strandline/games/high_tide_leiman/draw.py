"""The board as SVG: a beach seen slightly from above, stacks of hexagons from back to front, the players below.

Only shapes and classes are here; style.css has the colours. Shapes are defined once and used wherever they appear; what
styles a shape sits on its `use`, because browsers disagree on what a selector can reach inside of one. Nothing with a
`data-key` or `data-target` carries a transform, so that whoever animates it is free to.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import repeat
from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING

import numpy as np

from strandline.engine.elements import ghost, gradient, grain, number, piece, tag, target, text, title

from .rules import BLUE, CELLS, COLOURS, EMPTY, HEXAGON, NEUTRAL, PINK, SHEET, STEPS, Move, State, score
from .words import legal, stack_in_words

if TYPE_CHECKING:
    from strandline.engine.texts import Texts

Point = tuple[float, float]
EMPTY_BYTE = EMPTY.to_bytes(1, "little", signed=True)

SIZE = WIDTH, HEIGHT = 720.0, 734.0
SAND = {"x": 14, "y": 14, "width": 692, "height": 596, "rx": 30}
PANEL, PANEL_LEFT, PANEL_TOP = 336, (14, 370), 622

CELL, TILE = 70.0, 64.0  # from the centre to a corner: cells are a little wider than their tiles, so sand shows between
SLANT = 0.86  # depth looks shorter than width from where we look
EDGE = 9.0  # the visible side of a tile
EVEN = 6  # stacks up to this height show each edge in full; higher ones are pressed together

MIDDLE = [(WIDTH / 2 + CELL * 3**0.5 * (q + r / 2), round(346 + CELL * 1.5 * SLANT * r, 2)) for q, r in HEXAGON.axial]


def around(distances: list[float]) -> list[Point]:
    """Give points on the ground at these distances from the middle, clockwise from the back."""
    angle = 2 * pi / len(distances)
    return [(r * sin(k * angle), -r * SLANT * cos(k * angle)) for k, r in enumerate(distances)]


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


HALF, LOW, FRONT = TILE * 3**0.5 / 2, TILE * SLANT / 2, TILE * SLANT  # the corners at the right, below it, and in front
MARK = EDGE * 0.68  # where an edge carries its mark: low, where the next tile of a pressed stack leaves it visible


def ripple(waves: int) -> str:
    """Write small waves along the front edge of a tile."""
    dx, dy = (HALF - 5) / waves / 2, (FRONT - LOW) * (HALF - 5) / HALF / waves / 2
    left = f"q{at(dx / 2, dy / 2 - 2.6)} {at(dx, dy)}" + f"t{at(dx, dy)}" * (2 * waves - 1)
    right = f"q{at(dx / 2, -dy / 2 - 2.6)} {at(dx, -dy)}" + f"t{at(dx, -dy)}" * (2 * waves - 1)
    return f"M{at(5 - HALF, FRONT + MARK - 2 * waves * dy)}{left}{right}"


SHAPES = {
    "hex": rounded(around([TILE] * 6), 7),
    "rim": rounded(around([TILE - 8] * 6), 6),
    "side": rounded([(-HALF, 0), (-HALF, LOW + EDGE), (0, FRONT + EDGE), (HALF, LOW + EDGE), (HALF, 0)], 7),
    "shade": f"M0 {number(LOW)}V{number(FRONT + EDGE - 2)}L{at(HALF - 5, LOW + EDGE + 2.6)}"
    f"Q{at(HALF, LOW + EDGE)} {at(HALF, LOW + EDGE - 6)}V0z",
    "edge-blue": ripple(5),
    "edge-pink": f"M{at(6 - HALF, LOW + MARK + 3)}L{at(0, FRONT + MARK)}L{at(HALF - 6, LOW + MARK + 3)}",
    "emblem-blue": "".join(f"M-31 {y}q7.75-13 15.5 0t15.5 0t15.5 0t15.5 0" for y in (-15, -1, 13)),
    "emblem-pink": rounded([(x, y - 4) for x, y in around([35, 15.5] * 5)], 5),
    "sun": rounded(around([84, 66] * 14), 3),
    "cast": "M-72 0A72 66 0 1 0 72 0A72 66 0 1 0-72 0z",
    "stone": "M-13 2C-14-6-7-11 1-11S14-6 14 1 8 11 0 11-12 9-13 2z",
    "glint": "M-8-1C-7-6-3-8 2-8",
    "ripples": "M380 596q90-22 170-8t160-10M470 612q70-14 120-4t110-6M20 430q34-16 70-4M14 452q40-18 92-4"
    "M622 182q40-14 90-2M636 204q34-10 72 0",
    "moon": "M30 66a24 24 0 1 0 48 0a24 24 0 1 0-48 0z",
    "moonlight": "M34 108h44M44 121h28M50 134h14",
    "shell": "M0 19C-7 19-9 15-7 11-25 6-28-12-18-20-11-28 11-28 18-20 28-12 25 6 7 11 9 15 7 19 0 19z",
    "ribs": "M-2 9L-17-14M-1 8L-7-21M1 8L7-21M2 9L17-14",
}
SHORE = (  # from beyond the left to beyond the right, so that it can be moved to and fro
    "-40 276C-4 276 10 252 40 248S62 214 76 196 112 172 130 156 152 112 184 102 246 104 280 86 350 94 388 78"
    " 462 90 506 72 586 78 622 60 680 70 712 46 760 44 790 30"
)


def shape(name: str, class_: str, place: str = "") -> str:
    """Use a shape, dressed by its class."""
    return f'<use href="#ht-{name}" class="{class_}"{place}/>'


def definitions() -> str:
    """Define shapes, blends and the sand's grain."""
    down = {"x1": 0, "y1": 0, "x2": 0, "y2": 1}
    across = {"x1": 0, "y1": 0, "x2": 0.7, "y2": 1}
    return tag(
        "defs",
        *(tag("path", id=f"ht-{name}", d=path) for name, path in SHAPES.items()),
        *(gradient(f"ht-{colour}", **across) for colour in COLOURS),
        *(gradient(f"ht-{name}", **down) for name in ("sand", "sea", "hollow", "lip")),
        gradient("ht-shadow", 0.62, 1, r=0.5),
        gradient("ht-glass", 0, 0.55, 1, cx=0.36, cy=0.3, r=0.8),
        tag("marker", tag("path", d="M5 0L-8-7-4.5 0-8 7z", class_="head"), id="ht-head", orient="auto",
            markerUnits="userSpaceOnUse", markerWidth=30, markerHeight=20, overflow="visible"),
        tag("clipPath", tag("rect", **SAND), id="ht-beach"),
        grain("ht-grain", size=180, fine=70, coarse=20, seed=19),
    )  # fmt: skip


def shore(class_: str, dx: int, dy: int, *, water: bool = True) -> str:
    """Draw the water up to the shore, or the shore line alone, moved a little."""
    path = f"M-40-60V{SHORE[4:]}V-60z" if water else f"M{SHORE}"
    return tag("path", class_=class_, d=path, transform=f"translate({dx} {dy})")


def beach() -> str:
    """Draw the sand with its ripples and finds, and the sea that runs up to it, on paper."""
    paper = tag("rect", width=WIDTH, height=HEIGHT, class_="sl-paper")
    return paper + tag(
        "g",
        tag("rect", class_="sand", **SAND),
        tag("rect", class_="grains", **SAND),
        shape("ripples", "ripples"),
        shore("wet", 8, 24),
        shore("swash", 6, 14, water=False),
        shore("foam", 1, 3, water=False),
        shore("shallow", 0, 0),
        shore("sea", -14, -17),
        shore("deep", -44, -48),
        shore("crest", -30, -30, water=False),
        *(shape(name, name) for name in ("moon", "moonlight")),
        tag("g", shape("shell", "shell"), shape("ribs", "ribs"), transform="translate(74 548) rotate(-24)"),
        *(shape("stone", "pebble", f' x="{x}" y="{y}"') for x, y in ((640, 540), (664, 552), (630, 566))),
        clip_path="url(#ht-beach)",
    )


def hollow(cell: int) -> str:
    """Draw an empty cell, as if pressed into the sand."""
    x, y = MIDDLE[cell]
    place = f' x="{number(x)}" y="{number(y)}"'
    return shape("hex", "hollow", place) + text(HEXAGON.name[cell], x=x, y=y + 6, class_="name")


BOARD = definitions() + beach() + "".join(map(hollow, range(CELLS)))


def tile_shapes(colour: int, *, topmost: bool) -> str:
    """Dress the shapes of a tile: side, mark and face; rim and emblem show on the topmost only."""
    sign = "" if colour == NEUTRAL else COLOURS[colour]
    mark, emblem = (sign and shape(f"{kind}-{sign}", kind) for kind in ("edge", "emblem"))
    lower = shape("side", "side") + shape("shade", "shade") + mark + shape("hex", "face")
    return lower + shape("rim", "rim") + emblem if topmost else lower


LOWER = [tile_shapes(colour, topmost=False) for colour in range(3)]
TOPMOST = [tile_shapes(colour, topmost=True) for colour in range(3)]


def lifts(height: int) -> list[float]:
    """How far above the ground do the faces of a stack of this height lie, from the bottom up?"""
    step = min(EDGE, (EDGE * (EVEN - 1) + 3.2 * (height - EVEN)) / max(height - 1, 1))
    return [round(EDGE + level * step, 2) for level in range(height)]


LIFTS = [lifts(height) for height in range(CELLS + 1)]
LIFTED = [0.0, *(lift[-1] for lift in LIFTS[1:])]  # the topmost face


def board(state: State, texts: Texts, seat: int) -> str:  # noqa: ARG001
    """Draw the beach and the hollows of the cells."""
    return BOARD


def pieces(state: State, texts: Texts, last: int, seat: int) -> dict[str, str]:  # noqa: ARG001
    """Draw the stacks from back to front, the trace of the last move, the players, and what moves would bring."""
    board, height = state.tile.tobytes(), state.height.tobytes()
    stacks = [board[first : first + CELLS] for first in range(0, CELLS * CELLS, CELLS)]
    parts = dict(zip(HEXAGON.name, map(stack, range(CELLS), stacks, repeat(texts)), strict=True))
    parts["trace"] = ""
    if Move.STEP <= last < Move.LAY:
        start, end = STEPS[last]
        parts[HEXAGON.name[start]] = stack(start, stacks[start], texts, "cell last start")
        parts[HEXAGON.name[end]] = stack(end, stacks[end], texts, "cell last end")
        parts["trace"] = trace(start, end, height[start], height[end])
    return parts | players(state, texts) | {"ghosts": ghosts(state, stacks, height, texts)}


def glides(before: State, move: int, after: State) -> tuple[tuple[str, str], ...]:
    """Say how the top tile goes from its stack to the other."""
    if move >= Move.LAY:
        return ()
    start, end = STEPS[move]
    return ((f"{HEXAGON.name[start]}.{before.height[start]}", f"{HEXAGON.name[end]}.{after.height[end]}"),)


# Kept whole, so that what is the same is one string: scenes of many tables share it, and comparing it takes no time.
@lru_cache(maxsize=50_000)
def stack(cell: int, tiles: bytes, texts: Texts, role: str = "cell") -> str:
    """Draw what lies on a cell, given as its colours up to the first that is EMPTY; empty cells are targets too."""
    colours = tuple(tiles.split(EMPTY_BYTE)[0])
    height = len(colours)
    drawn = [tile(cell, colour, level, height) for level, colour in enumerate(colours, 1)]
    shadow, above = around_stack(cell, height, colours[-1] if colours else EMPTY)
    spoken = stack_in_words(cell, colours, texts)
    return target(HEXAGON.name[cell], spoken, shadow, *drawn, above, class_=role)


# Matches differ, so many stacks are new when they are drawn: what a stack is put together from is kept as well.
@cache
def tile(cell: int, colour: int, level: int, height: int) -> str:
    """Draw a tile on this level of a stack of this height."""
    x, top = MIDDLE[cell][0], MIDDLE[cell][1] - LIFTS[height][level - 1]
    kind, shapes = (" top", TOPMOST[colour]) if level == height else ("", LOWER[colour])
    place = f'<g transform="translate({x:.2f} {top:.2f})">{shapes}</g>'
    return piece(f"{HEXAGON.name[cell]}.{level}", place, class_=f"tile {COLOURS[colour]}{kind}")


@cache
def around_stack(cell: int, height: int, colour: int) -> tuple[str, str]:
    """Draw what belongs to a stack besides its tiles: its shadow; and what lights up, the cell's name, the height."""
    x, y = MIDDLE[cell]
    top = y - LIFTED[height]
    halo = shape("hex", "halo", f' x="{x:.2f}" y="{top:.2f}"')
    if height == 0:
        return "", halo
    shadow = shape("cast", "shadow", f' x="{x + 3 + 1.6 * height:.1f}" y="{y + 5 + height:.1f}"')
    name = f'<text x="{x:.1f}" y="{top + 40:.1f}" class="name on-{COLOURS[colour]}">{HEXAGON.name[cell]}</text>'
    return shadow, halo + name + (badge(x + 37, top - 25, height) if height > 1 else "")


def badge(x: float, y: float, height: int) -> str:
    """Write how high a stack is."""
    circle = f'<circle cx="{round(x, 2):g}" cy="{round(y, 2):g}" r="12.5"/>'
    return f'<g class="badge">{circle}<text x="{round(x, 2):g}" y="{round(y + 5.5, 2):g}">{height}</text></g>'


@lru_cache(maxsize=2000)
def trace(start: int, end: int, left: int, reached: int) -> str:
    """Draw the way that the last tile went, from the height that was left to the one reached."""
    (x1, y1), (x2, y2) = (
        (MIDDLE[cell][0], MIDDLE[cell][1] - LIFTED[height]) for cell, height in ((start, left), (end, reached))
    )
    bow = ((x1 + x2) / 2, (y1 + y2) / 2 - 22)
    way = f"M{at(*towards((x1, y1), bow, 16))}Q{at(*bow)} {at(*towards((x2, y2), (x1, y1), 42))}"
    return f'<path class="trace under" d="{way}"/><path class="trace" d="{way}" marker-end="url(#ht-head)"/>'


def ghosts(state: State, stacks: list[bytes], height: bytes, texts: Texts) -> str:
    """Show for every move, while it is pointed at, what it would bring."""
    if state.turn < 0:
        return ""
    drawn = []
    for move in legal(state):
        start, end = STEPS[move]
        lifted, covered = stacks[start][height[start] - 1], stacks[end][height[end] - 1]
        uncovered = stacks[start][height[start] - 2] if height[start] > 1 else NEUTRAL  # sand is nobody's either
        drawn.append(landing(move, lifted, height[end] + 1, covered, uncovered, state.turn, texts))
    return "".join(drawn)


@lru_cache(maxsize=20_000)
def landing(move: int, colour: int, level: int, covered: int, uncovered: int, mover: int, texts: Texts) -> str:
    """Draw a tile where it would land, with the new height, what it covers, and who shows more or less by that."""
    start, end = STEPS[move]
    x, y = MIDDLE[end][0], MIDDLE[end][1] - LIFTED[level]
    emblem = "" if colour == NEUTRAL else shape(f"emblem-{COLOURS[colour]}", "emblem")
    words = texts.say("landing", level=level, covered=texts.say(f"colour.{COLOURS[covered]}"))
    shown = shape("hex", "face") + emblem + flag(words)
    tile = f'<g class="{COLOURS[colour]}" transform="translate({x:.1f} {y:.1f})">{shown}</g>'
    changed = {covered: "−1", uncovered: "+1"} if covered != uncovered else {}
    changes = [change(seat, changed[seat], mover) for seat in (BLUE, PINK) if seat in changed]
    return ghost((HEXAGON.name[start], HEXAGON.name[end]), tile, *changes)


def flag(words: str) -> str:
    """Write a few words above a tile."""
    half = round(10 + 4.6 * len(words))
    return f'<rect x="-{half}" y="-78" width="{2 * half}" height="27" rx="13.5"/><text y="-59">{words}</text>'


def change(seat: int, by: str, mover: int) -> str:
    """Write on a player's panel by how much the tiles in sight would change: is that good for the mover?"""
    kind = "good" if (by == "+1") == (seat == mover) else "bad"
    return f'<text x="{PANEL_LEFT[seat] + PANEL - 20}" y="{PANEL_TOP + 78}" class="change {kind}">{by}</text>'


def players(state: State, texts: Texts) -> dict[str, str]:
    """Draw both players' panels, what each of them shows, and an outline around whoever is to move."""
    sheet = np.zeros((2, len(SHEET)), np.int64)
    score(state, sheet)
    to_win, parts = state.to_win, {}
    for seat, (stones, shown, _) in enumerate(sheet.tolist()):
        parts[f"panel {seat}"] = panel(seat, stones, to_win, texts)
        parts[f"count {seat}"] = count(seat, shown, texts)
    parts["mover"] = card(state.turn, "to-move") if state.turn >= 0 else ""
    return parts


@lru_cache(maxsize=1000)
def panel(seat: int, stones: int, to_win: int, texts: Texts) -> str:
    """Draw a player: emblem, name, stones won out of those needed; the sun shines on the winner."""
    left, top = PANEL_LEFT[seat], PANEL_TOP
    winner = " winner" if stones == to_win else ""
    emblem = shape("sun", "sun") + TOPMOST[seat] if winner else TOPMOST[seat]
    stones_left = left + PANEL + 4 - 36 * to_win
    return tag(
        "g",
        title(texts.say("stones", count=stones)),
        card(seat, "card"),
        tag("g", emblem, transform=f"translate({left + 54} {top + 47}) scale(.62)"),
        text(texts.seat(seat), x=left + 108, y=top + 45, class_="player"),
        *(stone(stones_left + 36 * k, top + 36, won=k < stones) for k in range(to_win)),
        class_=f"panel {COLOURS[seat]}{winner}",
    )


@cache
def card(seat: int, class_: str) -> str:
    """Draw the outline of a player's panel."""
    return tag("rect", x=PANEL_LEFT[seat], y=PANEL_TOP, width=PANEL, height=98, rx=22, class_=class_)


@lru_cache(maxsize=100)
def count(seat: int, shown: int, texts: Texts) -> str:
    """Write on a player's panel how many tiles are visible."""
    words = texts.say("visible", count=shown)
    return f'<text x="{PANEL_LEFT[seat] + 108}" y="{PANEL_TOP + 76}" class="count">{words}</text>'


def stone(x: int, y: int, *, won: bool) -> str:
    """Draw a glass stone, or the place for one."""
    place = f' x="{x}" y="{y}"'
    return shape("stone", "stone", place) + shape("glint", "glint", place) if won else shape("stone", "slot", place)
