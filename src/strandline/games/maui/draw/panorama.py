"""What lies below the pieces: stalls, the beach from the ocean to the trees, races, cards."""

from __future__ import annotations

from functools import lru_cache

from strandline.engine.elements import number, tag, text
from strandline.games.maui.rules import tables
from strandline.games.maui.rules.tables import COLUMNS, FIRST_TOP, ROWS, VALUE

from .layout import FRAME, Box, Layout, Plot, Size
from .shapes import LOOKS, dots, rect, shape, towel_in

AWNING = 9  # the stripes of a stall's roof
WAVE = 24


@lru_cache(maxsize=8)
def ground(width: float, height: float) -> str:
    """Draw the paper below everything."""
    return tag("rect", width=width, height=height, class_="sl-paper")


@lru_cache(maxsize=100)
def panorama(layout: Layout, *, market: bool, others: bool) -> str:
    """Draw all that stays as long as the same kind of move is made: with the market, and the others' beaches."""
    boxes = [layout.panel_box(place) for place in range(layout.seats)]
    cards = [rect("card", box, rx=min(20, box[3] / 6)) for box in boxes]
    parts = [beach(layout), races(layout), *cards]
    if market:
        parts[:0] = [stall(layout, row) for row in range(2)]
    if others:
        parts += [small_beach(layout.plot(place)) for place in range(1, layout.seats)]
    return "".join(parts)


# The market


def stall(layout: Layout, row: int) -> str:
    """Draw a stall: a roof, a tray for dollars, spaces with their prices."""
    left, top, wide, high = layout.stall_box(row)
    spaces = range(row * tables.PLACES, (row + 1) * tables.PLACES)
    drawn = [
        rect("rack", (left, top + 6, wide, high - 6), rx=8),
        rect("tray", layout.area_box(row), 2, rx=8),
    ]
    drawn += [rect("space", layout.tile_box(space), rx=4) for space in spaces]
    drawn += [price(layout.space_box(space), int(tables.COST[space])) for space in spaces]
    return "".join((*drawn, awning(left, top, wide)))


def awning(left: float, top: float, wide: float) -> str:
    """Draw the striped roof of a stall."""
    stripe = wide / AWNING
    hem = f"h{number(stripe)}v8a{number(stripe / 2)} 5 0 0 1-{number(stripe)} 0z"
    cloths = [f"M{number(left + k * stripe)} {number(float(top))}{hem}" for k in range(AWNING)]
    other = tag("path", d="".join(cloths[1::2]), class_="awning other")
    return tag("path", d="".join(cloths[::2]), class_="awning") + other


def price(box: Box, cost: int) -> str:
    """Hang up the price of a space."""
    x, y, wide, _ = box
    tagged = rect("price", (x + 3, y + 1.5, wide - 6, 18), rx=4)
    coin = shape("dollar", "dollar", x + wide / 2 + 7, y + 10.5, 14)
    return tagged + text(cost, x=x + wide / 2 - 7, y=y + 16, class_="cost") + coin


# The beach


def cut(layout: Layout) -> str:
    """Define what the beach is cut out with."""
    return tag("clipPath", rect("", layout.beach_box(), rx=12), id=layout.cut)


def beach(layout: Layout) -> str:
    """Draw one's own beach from the ocean to the trees, or the part of it that is seen."""
    box, place = layout.beach_box(), layout.plot(0)
    parts = (rect("sand", box), rect("grains", box), bands(place), grid(place), sea(place, box), grove(place, box))
    dock = jetty(place) if place.first == 0 else ""
    return tag("g", *parts, dock, signs(place), clip_path=f"url(#{layout.cut})") + rect("rim", box, rx=12)


def bands(place: Plot) -> str:
    """Tint the rows by their values: the more a row is worth, the brighter it is."""
    drawn = []
    for value in sorted(set(VALUE.tolist()) - {0}):
        rows = [row for row in range(1, ROWS + 1) if VALUE[row - FIRST_TOP] == value]
        size = f"h{number(place.x(COLUMNS + 1) - place.x(0))}v{number(place.y(2) - place.y(1))}H{number(place.x(0))}z"
        path = "".join(f"M{number(place.x(0))} {number(place.y(row))}{size}" for row in rows)
        drawn.append(tag("path", d=path, class_=f"band value-{value}"))
    return "".join(drawn)


def grid(place: Plot) -> str:
    """Part columns and rows by thin lines."""
    top, bottom, left, right = (
        number(float(at)) for at in (place.y(1), place.y(ROWS + 1), place.left, place.x(place.last + 1))
    )
    upright = "".join(f"M{number(float(place.x(k)))} {top}V{bottom}" for k in range(place.first + 1, place.last + 2))
    level = "".join(f"M{left} {number(float(place.y(row)))}H{right}" for row in range(2, ROWS + 1))
    return tag("path", d=upright + level, class_="grid fine")


def shore(y: float, amplitude: float, left: float, right: float) -> str:
    """Write a wavy line across the picture."""
    return f"M{number(left)} {number(float(y))}q{WAVE / 4:g}-{amplitude:g} {WAVE / 2:g} 0" + f"t{WAVE / 2:g} 0" * (
        int(2 * right // WAVE) + 2
    )


def sea(place: Plot, box: Box) -> str:
    """Draw the ocean: deeper towards the top, with foam where it meets the sand."""
    y, top, deep = place.y(1), place.top, place.size == Size.CLOSE
    right = box[0] + box[2]
    size = 1.5 if deep else 1.0
    layers = (("wet", 3, 0), ("foam", -1, 0), ("shallow", -4, 0), ("sea", -8, -11))
    drawn = [
        tag("path", d=f"{shore(y + down * size, 4 * size, -6 + left, right)}V{number(top - 5.0)}H-20z", class_=name)
        for name, down, left in layers
    ]
    crests = ((12, -10), (34, -4), (56, -8)) if deep else ((9, -10), (20, -4))
    for k, (dy, left) in enumerate(crests):
        drawn.append(tag("path", d=shore(top + dy, 4, left, right), class_=f"crest crest-{k} fine"))
    return "".join(drawn) + moon(box, deep)


def moon(box: Box, deep: bool) -> str:
    """Draw the moon and three strokes of its light on the sea, which only the night shows."""
    x, y, size = box[0] + (box[2] - 96 if deep else 130), box[1] + (16 if deep else 10), 1.6 if deep else 0.8
    light = "".join(
        f"M{number(x - half * size)} {number(y + down * size)}h{number(2 * half * size)}"
        for half, down in ((16, 13), (10, 19), (5, 25))
    )
    disc = tag("circle", cx=float(x), cy=float(y), r=7 * size, class_="moon-disc")
    return tag("g", disc, tag("path", d=light, class_="moonlight fine"), class_="moon")


def grove(place: Plot, box: Box) -> str:
    """Draw the trees behind the beach."""
    y = place.y(ROWS + 1)
    edge = shore(y + 2, 3, -9, box[0] + box[2])
    size = (place.bottom - y) * 1.5
    palms = [
        shape(
            "palm",
            f"palm palm-{k % 2}",
            box[0] + 16 + 37 * k,
            y + (14 if k % 2 else 20),
            size * (0.9 if k % 2 else 1.1),
        )
        for k in range(round(box[2] / 37))
    ]
    soil = tag("path", d=f"{edge}V{number(place.bottom + 5.0)}H-20z", class_="grove")
    return "".join((soil, tag("path", d=edge, class_="verge fine"), *palms))


def jetty(place: Plot) -> str:
    """Draw the planks of the dock, and its posts."""
    x, y, wide, high = place.box(0, 1, ROWS)
    plank = high / ROWS / 3
    planks = "".join(
        f"M{number(x + 1)} {number(y + plank * k + 0.5)}h{number(wide - 2)}v{number(plank - 1)}h{number(2 - wide)}z"
        for k in range(3 * ROWS)
    )
    posts = dots([(x + dx, y + dy) for dx in (1, wide - 1) for dy in (-1, high + 1)], 2.6)
    return tag("path", d=planks, class_="plank") + tag("path", d=posts, class_="post")


def signs(place: Plot) -> str:
    """Put up a signpost for each row: what a match there is worth."""
    drawn, right, edge = [], place.left - 2, 1
    style = "worth" if place.size == Size.WHOLE else "worth close"
    for row in range(1, ROWS + 1):
        high = place.y(row + 1) - place.y(row)
        y, half = place.y(row) + high / 2, min(high / 2 - 1.5, 13)
        value = VALUE[row - FIRST_TOP]
        tip = half * 0.6
        board = (
            f"M{edge + 2} {number(y - half)}H{number(right - tip)}L{number(float(right))} {number(y)}"
            f"L{number(right - tip)} {number(y + half)}H{edge + 2}z"
        )
        drawn.append(tag("path", d=board, class_=f"sign value-{value}"))
        base = 5 if place.size == Size.WHOLE else 7
        drawn.append(text(value, x=(edge + right - tip / 2) / 2 + 1, y=y + base, class_=style))
    return "".join(drawn)


def small_beach(place: Plot) -> str:
    """Draw another player's beach without its details."""
    left, top, wide, _ = place.box(0, FIRST_TOP)
    full = wide * (COLUMNS + 1)
    return "".join(
        (
            rect("sand", (left, top, full, place.bottom - top), rx=5),
            bands(place),
            rect("sea", (left, top, full, place.y(1) - top), rx=5),
            rect("grove", (left, place.y(ROWS + 1), full, place.y(ROWS + 3) - place.y(ROWS + 1)), rx=5),
            rect("jetty", place.box(0, 1, ROWS)),
            *(worth(place, row) for row in range(1, ROWS + 1)),
        )
    )


def worth(place: Plot, row: int) -> str:
    """Write on the dock what a row is worth, to be seen only where the beach is shown large."""
    x, y, wide, high = place.box(0, row)
    middle = f"translate({number(x + wide / 2)} {number(y + high / 2)}) scale({high / 20:.3g})"
    return tag("g", text(VALUE[row - FIRST_TOP], y=5, class_="worth"), transform=middle, class_="up-close")


# The races


def races(layout: Layout) -> str:
    """Draw the five tracks lying on their sides, what their steps are worth, and the ornate frames."""
    last, wide = int(tables.LAST_STEP[layout.extended]), layout.step_wide
    boxes = [(name, layout.track_box(track)) for track, name in enumerate(LOOKS)]
    end = layout.step_left(last) + wide
    start = layout.start
    lanes = [rect(f"lane {name}", (start, y, end - start, high), 1, rx=5) for name, (_, y, _, high) in boxes]
    heads = [
        towel_in(name, (x + 3, y + high / 2 - min(high / 2 - 2, 12), 23, min(high - 4, 24)))
        for name, (x, y, _, high) in boxes
    ]
    lefts = [layout.step_left(step) for step in range(last + 1)]
    top, bottom = boxes[0][1][1], boxes[-1][1][1] + boxes[-1][1][3]
    rungs = "".join(f"M{number(float(left))} {number(top + 1.0)}V{number(bottom - 1.0)}" for left in lefts[1:])
    worth = [
        text(tables.POINTS[step], x=left + wide / 2, y=top - 3.5, class_="step middle")
        for step, left in enumerate(lefts)
        if step < FIRST_WIDE or wide > WIDEST or step % 2 == 0
    ]
    card = rect("card", layout.races_box(), rx=10)
    return "".join((card, *lanes, tag("path", d=rungs, class_="rungs"), *heads, *worth, *frames(layout)))


ROOMY = 30  # a race as high as this has larger scrolls
FIRST_WIDE, WIDEST = 7, 18  # from this step on two digits are written; a step as wide as this has room for them


def frames(layout: Layout) -> list[str]:
    """Draw the ornate frames: scrolls at the corners, room for tokens and for markers."""
    drawn = []
    for track, step in zip(tables.FRAME_TRACK.tolist(), tables.FRAME_STEP.tolist(), strict=True):
        _, y, _, high = layout.track_box(track)
        box = (layout.step_left(step) - FRAME, y, FRAME + layout.step_wide, high)
        drawn.append(rect("ornate fine", box, 1.2, rx=4))
        corners = [(box[0] + dx, y + dy) for dx in (1.5, box[2] - 1.5) for dy in (1.5, high - 1.5)]
        drawn.append(tag("path", d=dots(corners, 2 if high < ROOMY else 3), class_="scroll fine"))
    return drawn
