"""The shapes of the drawing, each defined once: dice, chairs, towels, tiles, the rental, the turtle, the sea.

Only shapes and classes are here; style.css has the colours. Every beach has a sign and every player an emblem, so that
nothing is told by its colour alone.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import cos, pi, sin

from strandline.engine.elements import gradient, grain, number, tag, text
from strandline.games.high_tide_henn.components import COLOURS, PLAYERS

LANE = 110.0  # the width of a beach
AWNING = 32.0  # the height of its bar's awning
SPACE = 29.5  # the height of its spaces
CHAIR, CHAIR_WIDTH = 48.0, 33.0  # a chair, half as high again as its space: the loudest thing on the beach
HELD = 1.4  # how large dice in hand are


def star(*radii: float) -> str:
    """Write a closed path around the middle whose corners lie at these distances, clockwise from the top."""
    angle = 2 * pi / len(radii)
    corners = (f"{number(r * sin(k * angle))} {number(-r * cos(k * angle))}" for k, r in enumerate(radii))
    return f"M{'L'.join(corners)}z"


def disc(x: float, y: float, radius: float) -> str:
    """Write a circle as a path."""
    r, d = number(radius), number(2 * radius)
    return f"M{number(x - radius)} {number(float(y))}a{r} {r} 0 1 0 {d} 0 {r} {r} 0 1 0-{d} 0z"


def scallops(width: float, count: int, depth: float) -> str:
    """Write the hem of an awning, or the foam of a wave, from right to left."""
    step = width / count
    return f"q{number(-step / 2)} {number(depth)} {number(-step)} 0" * count


SIGNS = {  # of the beaches, within 10 of the middle
    "black": "M2-9.5A9.6 9.6 0 1 0 9.5 4 8.2 8.2 0 0 1 2-9.5z",  # a moon
    "purple": star(*[10.5, 4.6] * 5),  # a starfish
    "blue": "M-10.5 0C-7-7.5 1.5-8 6-1.5L10.5-6V6L6 1.5C1.5 8-7 7.5-10.5 0z",  # a fish
    "orange": "M-10.5 1A10.5 10 0 0 1 10.5 1L7-1.4 3.5 1 1.3-.6V10H-1.3V-.6L-3.5 1-7-1.4z",  # a parasol
    "yellow": star(*[10.5, 6.4] * 9),  # a sun
    "white": "M-1-10.5V4H-9.5zM1.4-7L8.5 4H1.4zM-10.5 6H10.5L6.5 10.5H-6.5z",  # a boat
}
EMBLEMS = {  # of the players, within 10 of the middle
    "red": "M-8.5 0A8.5 8.5 0 1 0 8.5 0 8.5 8.5 0 1 0-8.5 0z",
    "brown": "M-8-8H8V8H-8z",
    "green": "M0-9.5L9.8 8H-9.8z",
    "beige": "M0-10.5L9 0 0 10.5-9 0z",
    "pink": "M0 9.5C-13.5 0-9.5-9-4.6-8.8-1.6-8.6 0-5.4 0-5.4S1.6-8.6 4.6-8.8C9.5-9 13.5 0 0 9.5z",
    "blue": "M-3.4-9.5H3.4V-3.4H9.5V3.4H3.4V9.5H-3.4V3.4H-9.5V-3.4H-3.4z",
}


def pips(count: int) -> str:
    """Write the pips of a die: six stand in two columns."""
    spots = {
        1: [(0, 0)],
        2: [(-1, -1), (1, 1)],
        3: [(-1, -1), (0, 0), (1, 1)],
        4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
        5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
        6: [(x, y) for x in (-1, 1) for y in (-1, 0, 1)],
    }[count]
    circle = "a4.5 4.2 0 1 0 9 0 4.5 4.2 0 1 0-9 0z"
    return "".join(f"M{number(11.5 * x - 4.5)} {number(10.8 * y - 6)}{circle}" for x, y in spots)


def wave(spaces: int) -> str:
    """Write a wave that covers so many spaces of a beach, with its foam at the foot."""
    width = LANE + 6
    return f"M0-16H{number(width)}V{number(spaces * SPACE - 5)}{scallops(width, 4, 13)}z"


def crests(spaces: int) -> str:
    """Write the crests on a wave, and how it ripples."""
    rows = (f"M14 {number(SPACE * k + 13)}q11-9 22 0t22 0 22 0 22 0" for k in range(spaces - 1))
    return "".join(rows)


def awning(*stripes: int) -> str:
    """Write these stripes of an awning, each with a scalloped hem."""
    width = (LANE + 2) / 7
    hem = f"h{number(width)}v{number(AWNING - 4)}{scallops(width, 1, 13)}z"
    return "".join(f"M{number(width * stripe)}-4{hem}" for stripe in stripes)


PICTOGRAMS = {  # of the Baywatch tiles: lines, then areas, within 14 of the middle
    "rental": ("M-11-3H11M-8-3V2M8-3V2M0 1V12M-5 7L0 12.5 5 7", "M-12-4L-9-13H9L12-4z"),
    "plus-minus": ("M-13-4H-3M-8-9V1M-13 10H-3M6-3L10-7V10M5 10H14", ""),
    "swap": ("M-13-6H11M5-12L11-6 5 0M13 6H-11M-5 12L-11 6-5 0", ""),
    "reroll": ("M9-9A12.5 12.5 0 1 0 12.5 2M10-13.5V-8H4.5", "M-5-5H5V5H-5z"),
    "colour": ("M-12-12H12V12H-12z", "M-12 12L12-12V12z"),
    "back": ("M-13-11q3.3-4 6.6 0t6.6 0 6.6 0 6.6 0M0-5V12M-6 6L0 12.5 6 6", ""),
    "jump": ("M-12 3H4M-12 8H4M-12 13H4M10 3C12-8 2-13-7-5M-8-12L-7.5-4.5 0-5", ""),
    "head-start": ("M-9 13L0 5 9 13M-9 4L0-4 9 4M-9-5L0-13 9-5", ""),
    "second-hand": ("M-13 8q3.3-4 6.6 0t6.6 0 6.6 0 6.6 0M-13 13q3.3-4 6.6 0t6.6 0 6.6 0 6.6 0", "M-8-12H8V3H-8z"),
}

SHAPES = {
    "face": "M-12-26H12Q22-26 22-16V4Q22 14 12 14H-12Q-22 14-22 4V-16Q-22-26-12-26z",
    "front": "M-22-16V20Q-22 30-12 30H12Q22 30 22 20V-16z",
    "shine": "M-18-13Q-18-22-9-22H8",
    "hut-roof": "M-66-26H66L74-4" + scallops(148, 8, 13) + "z",
    "hut-stripes": "".join(f"M{x}-26h16.5l{2 * (x + 42) // 17} 22q-9.2 13-18.5 0z" for x in (-49, -16, 17, 50)),
    "hut": "M-58 0H58V24H-58z",
    "counter": "M-64 6H64V13H-64z",
    "shell": "M-36 10C-36-18-18-26 0-26S36-18 36 10Q36 16 28 16H-28Q-36 16-36 10z",
    "scutes": "M-12-18L12-18 18-2 0 8-18-2zM-18-2L-34 2M18-2L34 2M0 8V16M-12-18L-18-23M12-18L18-23",
    "limbs": "M28 8C34-4 56-10 58 2 59 11 46 16 34 16zM-30 12C-40 12-46 20-42 25-34 27-26 20-24 16zM22 14"
    "C24 22 32 27 38 24 40 18 34 13 30 12zM-34 6L-47 9-34 13z",
    "turtle-eye": disc(49, 1, 2.2),
    "sack": "M-20-30C-30-22-44 4-40 26-37 42-22 45 0 45S37 42 40 26C44 4 30-22 20-30z",
    "bag-neck": "M-24-47C-18-40-17-36-20-30H20C17-36 18-40 24-47 16-43 12-51 0-46-12-51-16-43-24-47z",
    "bag-string": "M-21-30H21M21-30C30-28 32-20 28-15M21-30C26-24 24-18 20-14",
    "fin": "M-15 8C-6 6-4-10 11-15 6-4 8 3 15 8z",
    "fin-foam": "M-21 8q5.2-6 10.5 0t10.5 0 10.5 0 10.5 0",
    "flag": "M0-26L22-19 0-12z",
    "surfboard": "M0-21C7-12 7 9 3.6 19H-3.6C-7 9-7-12 0-21z",
    "rider": "M-5 12L-1 3-6-3 3-8 8-3M-1 3L6 7 4 12M-13 15Q0 20 14 12",
    "head": disc(0, 0, 3.4),
    "cloth": "M-13.5-46H13.5L12.8-8Q0-3-12.8-8z",
    "stripes": "M-10.2-45L-9.7-6.6M10.2-45L9.7-6.6",
    "rails": "M-14.6-46V-2M14.6-46V-2",
    "bars": "M-16-46H16M-16-6.5H16",
    "outline": "M-16.5-48.5H16.5V-3H-16.5z",
    "towel": "M-58-19H58V19H-58z",
    "towel-bands": "M-47-19H-40V19H-47zM-35-19H-32V19H-35zM40-19H47V19H40zM32-19H35V19H32z",
    "fringe": "".join(f"M-58 {y}H-62M58 {y}H62" for y in range(-16, 17, 4)),
    "folded": "M-19-17H19Q23-17 23-13V13Q23 17 19 17H-19Q-23 17-23 13V-13Q-23-17-19-17z",
    "folds": "M-23 9Q0 13 23 9M-23 13Q0 17 23 13",
    "coin": disc(0, 0, 11.5),
    "rim": disc(0, 0, 8.9),
    "again": "M8.5-5A10 10 0 1 0 10 2M10-10V-4.2H4.2",
    "down": "M0-8V8M-6 2L0 8.5 6 2",
    "sun": star(*[30.0, 24.5] * 16),
    "spot": "M-16 0A16 4.5 0 1 0 16 0 16 4.5 0 1 0-16 0z",
    "hull": "M-14 0H14Q12 8 7 8H-7Q-12 8-14 0zM-1.2 0V-7H1.2V0z",
    "wavelet": "M-9 3q4.5-8 9 0t9 0",
    "tile": "M-13-20H13Q20-20 20-13V13Q20 20 13 20H-13Q-20 20-20 13V-13Q-20-20-13-20z",
    "back-waves": "".join(f"M-14 {y}q3.5-5 7 0t7 0 7 0 7 0" for y in (-8, 0, 8)),
    "ring": "M-12 0A12 3.5 0 1 0 12 0 12 3.5 0 1 0-12 0z",
    "awning": awning(0, 2, 4, 6),
    "awning-bare": awning(1, 3, 5),
    **{f"pips-{count}": pips(count) for count in range(1, 7)},
    **{f"wave-{spaces}": wave(spaces) for spaces in (2, 3)},
    **{f"crests-{spaces}": crests(spaces) for spaces in (2, 3)},
    **{f"sign-{colour}": path for colour, path in SIGNS.items()},
    **{f"emblem-{player}": path for player, path in EMBLEMS.items()},
}


def shape(name: str, look: str, x: float = 0, y: float = 0, scale: float | tuple[float, float] = 1) -> str:
    """Use a shape, dressed by its look, at a place and in a size."""
    dressed = f' class="{dress(look)}"' if look else ""
    return f'<use href="#hn-{name}"{dressed}{placed(x, y, scale)}/>'


def dress(look: str) -> str:
    """Give the classes of a look, all our own: selectors that name what is around them do not reach into a use."""
    return " ".join(name if name == "halo" else f"hn-{name}" for name in look.split())


def placed(x: float, y: float, scale: float | tuple[float, float] = 1) -> str:
    """Write where something is put, and how large."""
    across, down = scale if isinstance(scale, tuple) else (scale, scale)
    size = "" if across == down == 1 else f" scale({number(float(across))} {number(float(down))})"
    if not size:
        return f' x="{number(float(x))}" y="{number(float(y))}"' if x or y else ""
    return f' transform="translate({number(float(x))} {number(float(y))}){size}"'


def group(name: str, *children: str) -> str:
    """Define something put together from shapes."""
    return tag("g", *children, id=f"hn-{name}")


def die_body(colour: str) -> str:
    """Define a die without its pips: face, front, and on the front the sign of its beach."""
    return group(
        f"die-{colour}",
        shape("front", f"front {colour}"),
        shape("face", f"face {colour}"),
        shape("shine", "shine"),
        shape(f"sign-{colour}", f"die-sign on-{colour}", 0, 21.6, 0.64),
    )


def chair(player: str) -> str:
    """Define a deckchair: cloth with two stripes between a frame, an emblem, a shadow."""
    return group(
        f"chair-{player}",
        shape("spot", "cast", 3, -1.5, (1.16, 1.1)),
        shape("cloth", f"cloth {player}"),
        shape("stripes", f"stripes on-{player}"),
        shape("rails", "rails"),
        shape("bars", "bars"),
        shape(f"emblem-{player}", f"on-{player}", 0, -31.5, 0.78),
    )


def chip(player: str) -> str:
    """Define the sign of a player: the emblem on a disc."""
    return group(
        f"chip-{player}", shape("coin", f"chip {player}"), shape(f"emblem-{player}", f"on-{player}", 0, 0, 0.7)
    )


def coin(colour: str) -> str:
    """Define a coin without its value."""
    return group(f"coin-{colour}", shape("coin", f"coin {colour}"), shape("rim", f"rim on-{colour}"))


def pale_coin(colour: str) -> str:
    """Define a coin as it lies on a beach, where it should not shout: pale, with a rim in its colour."""
    return group(f"pale-{colour}", shape("coin", f"pale {colour}"))


def towel(player: str) -> str:
    """Define a towel spread out, as it lies on the track."""
    return group(
        f"towel-{player}",
        shape("fringe", f"fringe {player}"),
        shape("towel", f"towel {player}"),
        shape("towel-bands", "bands"),
        shape(f"emblem-{player}", f"on-{player}", 0, 0, 1.15),
    )


def folded(player: str) -> str:
    """Define a towel folded up, as it lies in the pile."""
    return group(
        f"folded-{player}",
        shape("folded", f"towel {player}"),
        shape("folds", "folds"),
        shape(f"emblem-{player}", f"on-{player}", 0, -3, 0.9),
    )


def baywatch_tile(name: str) -> str:
    """Define a Baywatch tile."""
    lines, areas = PICTOGRAMS[name]
    filled = [tag("path", d=areas, class_="hn-picto-area")] if areas else []
    return group(f"tile-{name}", shape("tile", "tile"), *filled, tag("path", d=lines, class_="hn-picto"))


def rental() -> str:
    """Define the deckchair rental: a hut with a striped roof."""
    return group(
        "rental",
        shape("spot", "cast", 3, 24, (4, 1.1)),
        shape("hut", "hut"),
        shape("counter", "counter"),
        shape("hut-roof", "hut-roof"),
        shape("hut-stripes", "hut-stripes"),
    )


def turtle() -> str:
    """Define the turtle that blocks a space of the track."""
    return group(
        "turtle",
        shape("spot", "cast", 2, 22, (2.9, 1.1)),
        shape("limbs", "limbs"),
        shape("shell", "shell"),
        shape("scutes", "scutes"),
        shape("turtle-eye", "turtle-eye"),
    )


def bag() -> str:
    """Define the bag of dice."""
    return group(
        "bag",
        shape("spot", "cast", 3, 44, (2.5, 1.6)),
        shape("sack", "sack"),
        shape("bag-neck", "bag-neck"),
        shape("bag-string", "bag-string"),
    )


@lru_cache(maxsize=20_000)
def die(code: int, x: float, y: float, scale: float) -> str:
    """Draw a die with its pips."""
    colour, count = COLOURS[code // 6], code % 6 + 1
    drawn = shape(f"die-{colour}", "") + shape(f"pips-{count}", f"pips on-{colour}")
    return f'<g transform="translate({number(x)} {number(y)}) scale({number(scale)})">{drawn}</g>'


@lru_cache(maxsize=5000)
def coin_face(beach: int, value: int, x: float, y: float, scale: float) -> str:
    """Draw a coin in the colour of its beach."""
    colour = COLOURS[beach]
    drawn = shape(f"coin-{colour}", "") + text(value, y=5.6, class_=f"value hn-on-{colour}")
    return f'<g transform="translate({number(x)} {number(y)}) scale({number(scale)})">{drawn}</g>'


def halo_of_die(x: float, y: float, scale: float) -> str:
    """Draw what lights up around a die."""
    half, top = scale * 27.5, scale * -31
    return box(x - half, y + top, 2 * half, scale * 65, scale * 13, "halo")


def box(x: float, y: float, width: float, height: float, radius: float, class_: str) -> str:
    """Draw a box with round corners."""
    return tag("rect", x=x, y=y, width=width, height=height, rx=radius, class_=class_)


def card(x: float, y: float, width: float, height: float, class_: str = "card") -> str:
    """Draw a card."""
    return box(x, y, width, height, 16, class_)


@cache
def definitions() -> str:
    """Define everything that is used."""
    down = {"x1": 0, "y1": 0, "x2": 0, "y2": 1}
    across = {"x1": 0, "y1": 0, "x2": 0.6, "y2": 1}
    return tag(
        "defs",
        *(tag("path", id=f"hn-{name}", d=path) for name, path in SHAPES.items()),
        *(gradient(f"hn-face-{colour}", **across) for colour in COLOURS),
        *(gradient(f"hn-cloth-{player}", **down) for player in PLAYERS),
        *(gradient(f"hn-{name}", **down) for name in ("sand", "sea", "surge", "deck", "felt")),
        grain("hn-grain", 160, 60, 16, 20),
        *(make(colour) for colour in COLOURS for make in (die_body, coin, pale_coin)),
        *(make(player) for player in PLAYERS for make in (chair, chip, towel, folded)),
        *(baywatch_tile(name) for name in PICTOGRAMS),
        rental(),
        turtle(),
        bag(),
    )
