"""What stays the same for a whole match: the beaches, the empty track and tray, the players' cards."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from strandline.engine.elements import number, tag, text, title
from strandline.games.high_tide_henn.components import BOX, COLOURS, PLAYERS
from strandline.games.high_tide_henn.rules.tables import BEACHES, LENGTH

from . import layout
from .layout import LEFT_WIDTH, LEFT_X, SHORE, Track, track_of
from .shapes import AWNING, CHAIR, CHAIR_WIDTH, LANE, SPACE, box, card, definitions, shape

if TYPE_CHECKING:
    from strandline.engine.texts import Texts

    from .layout import Panels, Shore

Strip = tuple[str, float, float]  # an expansion, where its card begins and how wide it is


@lru_cache(maxsize=64)
def ground(panels: Panels, strip: tuple[Strip, ...], texts: Texts) -> str:
    """Draw what depends on nothing but the number of players and the expansions."""
    seats = panels.seats
    drawn = [
        definitions(),
        tag("rect", width=layout.WIDTH, height=layout.HEIGHT, class_="sl-paper"),
        beaches(SHORE),
        track(track_of(seats), texts),
        tray(),
        *(panel(seat, panels, texts) for seat in range(seats)),
    ]
    for name, x, width in strip:
        drawn += captioned(x, layout.strip_top(seats), width, layout.STRIP_HEIGHT, texts.say(f"draw.{name}"))
    drawn += captioned(
        layout.RIGHT_X, layout.pool_top(seats), layout.RIGHT_WIDTH, layout.pool_height(seats), texts.say("draw.pool")
    )
    return "".join(drawn)


def captioned(x: float, y: float, width: float, height: float, words: str) -> tuple[str, str]:
    """Draw a card with a caption."""
    return card(x, y, width, height), text(words, x=x + 12, y=y + 21, class_="caption")


@cache
def beaches(shore: Shore) -> str:
    """Draw sand and sea, with the spaces of the six beaches and their bars."""
    whole = (shore.x, shore.top, shore.width, shore.bottom - shore.top, shore.corner)
    outline, sand, grains = (box(*whole, class_) for class_ in ("outline", "sand", "grains"))
    return tag("defs", tag("clipPath", outline, id="hn-board")) + tag(
        "g",
        sand,
        grains,
        box(shore.x, shore.podium_top, shore.width, shore.bottom - shore.podium_top, 0, "podium"),
        lanes(shore),
        *(rails(beach, shore) for beach in range(BEACHES)),
        deck(shore),
        *(bar(beach, shore) for beach in range(BEACHES)),
        water(24, "wet", shore),
        numbers(shore),
        clip_path="url(#hn-board)",
    )


@cache
def sea(shore: Shore) -> str:
    """Draw the sea, under which the waves come out; at night the moon shines on it."""
    layers = ((11, "foam"), (4, "shallow"), (-9, "sea"), (-36, "deep"))
    size = shore.size
    x, y = shore.x + 20 * size, shore.top + 20 * size
    moon = tag("circle", cx=x, cy=y, r=11 * size, class_="moon")
    strokes = ((9, 20), (13, 27), (7, 34))
    path = "".join(f"M{x - half * size} {y + down * size}h{number(2 * half * size)}" for half, down in strokes)
    light = tag("path", d=path, class_="moonlight")
    return tag("g", *(water(lower, class_, shore) for lower, class_ in layers), moon, light, clip_path="url(#hn-board)")


def lanes(shore: Shore) -> str:
    """Draw the sand of the six beaches, and the lines between their spaces."""
    top, lane = shore.sand_top - 10 * shore.size, shore.lane
    sand = "".join(f"M{shore.lane_x(beach)} {top}h{lane}V{shore.bar_top}h{-lane}z" for beach in range(BEACHES))
    drawn = tag("path", d=sand, class_="lane")
    for class_, every in (("lines", 1), ("lines fifth", 5)):
        across = (
            f"M{shore.left} {shore.space_y(space)}h{shore.pitch * BEACHES}" for space in range(every, LENGTH, every)
        )
        drawn += tag("path", d="".join(across), class_=class_)
    return drawn


def rails(beach: int, shore: Shore) -> str:
    """Draw the rails along a beach in its colour."""
    x, top, bottom = shore.lane_x(beach), shore.sand_top - 10 * shore.size, shore.bar_top
    path = f"M{x - 1} {top}V{bottom}M{x + shore.lane + 1} {top}V{bottom}"
    return tag("path", d=path, class_="rail under") + tag("path", d=path, class_=f"rail hn-{COLOURS[beach]}")


def bar(beach: int, shore: Shore) -> str:
    """Draw the awning of a beach's bar in its colour, with its sign."""
    x, top, colour = shore.lane_x(beach) - 1, shore.awning_top, COLOURS[beach]
    across, down = (shore.lane + 2) / (LANE + 2), shore.awning / AWNING
    middle, y = x + shore.lane / 2 + 1, top + 14 * down
    return (
        shape("awning", f"awning {colour}", x, top, (across, down))
        + shape("awning-bare", "awning bare", x, top, (across, down))
        + tag("circle", cx=middle, cy=y, r=15 * down, class_=f"roundel hn-{colour}")
        + shape(f"sign-{colour}", f"on-{colour}", middle, y, down)
    )


def deck(shore: Shore) -> str:
    """Draw the deck on which the chairs at the bars stand."""
    left, top, width = shore.left, shore.bar_top, shore.pitch * BEACHES
    planks = "".join(f"M{left} {top + shore.deck / 3 * plank}h{width}" for plank in range(3))
    return box(left, top, width, shore.deck, 0, "deck") + tag("path", d=planks, class_="planks")


def numbers(shore: Shore) -> str:
    """Write the number of each fifth space beside the beaches."""
    drop = max(20 * shore.space / SPACE, 11.5)  # below the foam
    return "".join(
        text(space, x=x, y=shore.space_y(space) + drop, class_=f"ruler{shore.look}")
        for x in shore.rulers
        for space in range(5, LENGTH + 1, 5)
    )


def water(lower: float, class_: str, shore: Shore) -> str:
    """Draw the sea down to this far below the last space."""
    step, depth = shore.width / 12, number(9 * shore.size)
    hem = f"q{number(-step / 2)} {depth} {number(-step)} 0t{number(-step)} 0" * 6
    foot = number(shore.sand_top + (lower - 8) * shore.size)
    return tag("path", d=f"M{shore.x} {number(shore.sky)}H{shore.x + shore.width}V{foot}{hem}z", class_=class_)


def track(places: Track, texts: Texts) -> str:
    """Draw the empty track: its spaces with their numbers, what the topmost allow, the turtle."""
    drawn = [card(LEFT_X, layout.TRACK_TOP - 6, LEFT_WIDTH, layout.TRACK_HEIGHT + 12, "walk")]
    for space in range(places.spaces):
        drawn.append(slot(space, places, "slot"))
        drawn.append(text(space + 1, x=LEFT_X + 16, y=places.y(space) + 7, class_="slot-number"))
    for space, dice in enumerate(BOX.track.rerolls):
        if dice:
            x, y = LEFT_X + 194, places.y(space)
            sign = shape("again", "again", x, y - 6) + text(dice, x=x, y=y + 24, class_="allows")
            drawn.append(tag("g", title(texts.say("draw.again", count=dice)), sign))
    if places.spaces > places.seats + 1:
        size = min(1.25, places.pitch / 66)
        turtle = shape("turtle", "", LEFT_X + 124, places.y(places.seats + 1) + 3, size)
        drawn.append(tag("g", title(texts.say("draw.turtle")), turtle))
    return "".join(drawn)


def slot(space: int, places: Track, class_: str) -> str:
    """Draw the outline of a space of the track."""
    return box(*places.slot(space), 12, class_)


@cache
def tray() -> str:
    """Draw the empty tray in which dice are rolled."""
    return box(*layout.FELT, 16, "felt")


def panel(seat: int, panels: Panels, texts: Texts) -> str:
    """Draw a player's card: a chair, and the name."""
    name = "player large" if panels.roomy else "player"
    scale = (41 if panels.roomy else 35) / CHAIR_WIDTH
    foot = panels.top(seat) + panels.height / 2 + CHAIR * scale / 2
    return (
        card(layout.RIGHT_X, panels.top(seat), layout.RIGHT_WIDTH, panels.height)
        + shape(f"chair-{PLAYERS[texts.wears(seat)]}", "", layout.RIGHT_X + 28, foot, scale)
        + text(texts.seat(seat), x=layout.RIGHT_X + 55, y=panels.line(seat), class_=name, data_name=seat)
    )


def strip_cards(shark: bool, baywatch: bool) -> tuple[Strip, ...]:
    """List the expansions that have a card of their own, and where."""
    if shark and baywatch:
        return (("shark", layout.RIGHT_X, 104), ("baywatch", layout.RIGHT_X + 110, layout.RIGHT_WIDTH - 110))
    name = "shark" if shark else "baywatch"
    return ((name, layout.RIGHT_X, layout.RIGHT_WIDTH),) if shark or baywatch else ()
