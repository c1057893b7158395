"""What stays for the whole match: stall, score board, the beach from the ocean to the trees, panels."""

from __future__ import annotations

from functools import lru_cache

from strandline.engine.elements import number, tag, text
from strandline.games.maui.rules import tables
from strandline.games.maui.rules.tables import COLUMNS, FIRST_TOP, PATTERNS, ROWS, VALUE

from . import layout
from .layout import ROW, WIDTH, Plot, Wide
from .shapes import definitions, dots, rect, shape, towel_in


@lru_cache(maxsize=8)
def scenery(arranged: Wide) -> str:
    """Draw all that stays."""
    seats, extended = arranged.seats, arranged.extended
    panels = [rect("card", arranged.panel_box(place), rx=20) for place in range(seats)]
    beaches = [small_beach(arranged.plot(place)) for place in range(1, seats)]
    paper = tag("rect", width=WIDTH, height=layout.height(extended), class_="sl-paper")
    stays = (definitions(), paper, stall(arranged), score_board(arranged), beach_scenery(extended))
    return "".join((*stays, *panels, *beaches))


def stall(arranged: Wide) -> str:
    """Draw the stall: a roof, two racks with their prices, two trays for dollars."""
    racks = []
    for row in range(2):
        x, y, _, high = arranged.area_box(row)
        racks.append(rect("rack", (x - 4, y - 4, 272, high + 8), rx=14))
        racks.append(rect("tray", arranged.area_box(row), 4, rx=12))
    spaces = [rect("space", arranged.tile_box(space), rx=6) for space in range(tables.SPACES)]
    prices = [price(arranged, space) for space in range(tables.SPACES)]
    half = rect("card", layout.HALF, rx=20) if arranged.extended else ""
    ground = rect("stall", (layout.MARGIN, layout.MARGIN, layout.STALL, layout.BAND), rx=20)
    return "".join((ground, awning(arranged), *racks, *spaces, *prices, half))


def awning(arranged: Wide) -> str:
    """Draw the striped roof of the market, with the names of its rows."""
    left, top, wide, count = layout.MARGIN, layout.MARGIN, layout.STALL, 21
    stripe = wide / count
    cloths = [
        f"M{number(left + k * stripe)} {top}h{number(stripe)}v30a{number(stripe / 2)} 9 0 0 1-{number(stripe)} 0z"
        for k in range(count)
    ]
    numbers = [
        tag("circle", cx=arranged.area_box(row)[0] + 132, cy=top + 17, r=13, class_="disc")
        + text(row + 1, x=arranged.area_box(row)[0] + 132, y=top + 23, class_="rank")
        for row in range(2)
    ]
    roof = tag("path", d="".join(cloths), class_="awning") + tag("path", d="".join(cloths[1::2]), class_="awning other")
    return tag("g", roof, clip_path="url(#mi-stall)") + "".join(numbers)


def price(arranged: Wide, space: int) -> str:
    """Hang up the price of a space: nothing, or so many dollars."""
    x, y, wide, _ = arranged.space_box(space)
    cost = int(tables.COST[space])
    tagged = tag("path", d=f"M{number(x + 7)} {number(y + 3)}h{wide - 14}v20l-6 6h{26 - wide}l-6-6z", class_="price")
    coin = shape("dollar", "dollar", x + wide / 2 + 9, y + 16, 20)
    return tagged + text(cost, x=x + wide / 2 - 10, y=y + 23, class_="cost") + coin


def score_board(arranged: Wide) -> str:
    """Draw the five tracks, the points of each step, and the ornate frames."""
    extended = arranged.extended
    last, high = int(tables.LAST_STEP[extended]), layout.step_height(extended)
    card = rect("card", (594, layout.MARGIN, 352, layout.band(extended)), rx=20)
    boxes = [(name, arranged.track_box(track)) for track, name in enumerate(PATTERNS)]
    lanes = [rect(f"lane {name}", (x, y, wide, deep - 34), 2, rx=6) for name, (x, y, wide, deep) in boxes]
    feet = [towel_in(name, (x + 6, y + deep - 34, wide - 12, 34)) for name, (x, y, wide, deep) in boxes]
    tops = [layout.step_top(step, extended) for step in range(last + 1)]
    rungs = "".join(f"M630 {number(top)}h{layout.TRACK * len(PATTERNS)}" for top in tops[:-1])
    size = "step small" if extended else "step"
    points = [text(tables.POINTS[step], x=622, y=top + high / 2 + 5, class_=size) for step, top in enumerate(tops)]
    return "".join((card, *lanes, tag("path", d=rungs, class_="rungs"), *feet, *points, *ornate_frames(arranged, high)))


def ornate_frames(arranged: Wide, high: float) -> list[str]:
    """Draw the ornate frames: scrolls at the corners, room for tokens and for markers."""
    drawn = []
    for track, step in zip(tables.FRAME_TRACK.tolist(), tables.FRAME_STEP.tolist(), strict=True):
        x, _, wide, _ = arranged.track_box(track)
        box = (x, layout.step_top(step, arranged.extended) - layout.FRAME, wide, high + layout.FRAME)
        drawn.append(rect("ornate", box, 3, rx=5))
        corners = [(box[0] + dx, box[1] + dy) for dx in (4, wide - 4) for dy in (4, box[3] - 4)]
        drawn.append(tag("path", d=dots(corners, 3.4), class_="scroll"))
    return drawn


def beach_scenery(extended: int) -> str:
    """Draw the large beach from the ocean to the trees."""
    box = layout.beach_box(extended)
    ground = tag("rect", class_="sand", **box) + tag("rect", class_="grains", **box)
    place = layout.large(extended)
    parts = (ground, bands(place), grid(place), sea(place), grove(place), dock(place), signs(place))
    return tag("g", *parts, clip_path=f"url(#mi-beach-{extended})") + tag("rect", class_="rim", **box)


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
    upright = "".join(f"M{number(place.x(k))} {place.y(1)}V{place.y(ROWS + 1)}" for k in range(1, COLUMNS + 2))
    level = "".join(f"M{number(place.x(0))} {place.y(row)}H{place.x(COLUMNS + 1)}" for row in range(2, ROWS + 1))
    return tag("path", d=upright + level, class_="grid")


def shore(y: float, *, left: float = -20, waves: int = 14, amplitude: float = 7) -> str:
    """Write a wavy line from beyond the left to beyond the right."""
    return f"M{left} {number(y)}q18-{amplitude} 36 0" + "t36 0" * (2 * waves)


def sea(beach: Plot) -> str:
    """Draw the ocean: deeper towards the top, with foam where it meets the sand."""
    y = beach.y(1)
    crests = [shore(beach.top + dy, left=left, waves=14, amplitude=6) for dy, left in ((22, -30), (52, -12), (80, -24))]
    return "".join(
        (
            tag("path", d=f"{shore(y + 5)}V{beach.top - 9}H-20z", class_="wet"),
            tag("path", d=f"{shore(y - 2)}V{beach.top - 9}H-20z", class_="foam"),
            tag("path", d=f"{shore(y - 8)}V{beach.top - 9}H-20z", class_="shallow"),
            tag("path", d=f"{shore(y - 17, left=-34)}V{beach.top - 9}H-34z", class_="sea"),
            *(tag("path", d=crest, class_=f"crest crest-{k}") for k, crest in enumerate(crests)),
            moon(beach),
        )
    )


def moon(beach: Plot) -> str:
    """Draw the moon and three strokes of its light on the sea, which only the night shows."""
    x, y = 830, beach.top + 26
    light = "".join(f"M{x - half} {y + down}h{2 * half}" for half, down in ((34, 28), (22, 41), (12, 53)))
    disc = tag("circle", cx=x, cy=y, r=14, class_="moon-disc")
    return tag("g", disc, tag("path", d=light, class_="moonlight"), class_="moon")


PALMS = (  # from left to right: where each stands, how far behind the beach, and how large it is
    *((40, 36, 104), (150, 64, 92), (268, 40, 108), (372, 66, 88), (486, 42, 110)),
    *((602, 66, 96), (706, 38, 104), (812, 64, 98), (914, 38, 108)),
)


def grove(beach: Plot) -> str:
    """Draw the trees behind the beach."""
    y = beach.y(ROWS + 1)
    edge = shore(y + 5, left=-30, amplitude=5)
    ground = tag("path", d=f"{edge}V{beach.top + layout.BEACH + 9}H-30z", class_="grove")
    verge = tag("path", d=edge, class_="verge")
    palms = [shape("palm", f"palm palm-{k % 2}", x, y + dy, size) for k, (x, dy, size) in enumerate(PALMS)]
    return "".join((ground, verge, *palms))


def dock(beach: Plot) -> str:
    """Draw the planks of the dock, and its posts."""
    left, top = beach.x(0), beach.y(1)
    wide = layout.COLUMN
    planks = "".join(f"M{left + 2} {top + 21 * k + 1}h{wide - 4}v19h{4 - wide}z" for k in range(3 * ROWS))
    posts = dots([(left + x, top + y) for x in (2, wide - 2) for y in (-4, ROWS * ROW + 4)], 6)
    return tag("path", d=planks, class_="plank") + tag("path", d=posts, class_="post")


def signs(beach: Plot) -> str:
    """Put up a signpost for each row: what a match there is worth; and write the rows' names at the other end."""
    drawn = []
    for row in range(1, ROWS + 1):
        y, value = beach.y(row) + ROW / 2, VALUE[row - FIRST_TOP]
        board = f"M24 {y - 20}h34l13 20l-13 20h-34a5 5 0 0 1-5-5v-30a5 5 0 0 1 5-5z"
        drawn.append(tag("path", d=board, class_=f"sign value-{value}"))
        drawn.append(text(value, x=41, y=y + 10, class_="worth"))
    for row in range(FIRST_TOP, ROWS + 1):
        y = beach.y(row) + ROW / 2 - (8 if row == FIRST_TOP else 0)
        if row < 1:
            drawn.append(tag("circle", cx=WIDTH - 30, cy=y, r=13, class_="buoy"))
        name = str(row).replace("-", "−")
        drawn.append(text(name, x=WIDTH - 30, y=y + 5.5, class_="row-name" if row > 0 else "row-name wet-name"))
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
        )
    )
