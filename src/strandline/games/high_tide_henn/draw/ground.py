"""What stays the same for a whole match: the beaches, the empty track and tray, the players' cards."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from strandline.engine.elements import number, tag, text, title
from strandline.games.high_tide_henn.components import BOX, COLOURS, PLAYERS
from strandline.games.high_tide_henn.rules.tables import BEACHES, LENGTH

from . import layout
from .layout import BAR_TOP, BOARD_WIDTH, BOARD_X, BOTTOM, LEFT_WIDTH, LEFT_X, SAND_TOP, TOP, lane_x, space_y
from .shapes import CHAIR, CHAIR_WIDTH, LANE, box, card, definitions, shape

if TYPE_CHECKING:
    from strandline.engine.texts import Texts

    from .layout import Panels

Strip = tuple[str, float, float]  # an expansion, where its card begins and how wide it is


@lru_cache(maxsize=64)
def ground(panels: Panels, strip: tuple[Strip, ...], texts: Texts) -> str:
    """Draw what depends on nothing but the number of players and the expansions."""
    seats = panels.seats
    drawn = [
        definitions(),
        tag("rect", width=layout.WIDTH, height=layout.HEIGHT, class_="sl-paper"),
        beaches(),
        track(seats, texts),
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
def beaches() -> str:
    """Draw sand and sea, with the spaces of the six beaches and their bars."""
    outline, sand, grains = (
        box(BOARD_X, TOP, BOARD_WIDTH, BOTTOM - TOP, 26, class_) for class_ in ("outline", "sand", "grains")
    )
    return tag("defs", tag("clipPath", outline, id="hn-board")) + tag(
        "g",
        sand,
        grains,
        box(BOARD_X, layout.PODIUM_TOP, BOARD_WIDTH, BOTTOM - layout.PODIUM_TOP, 0, "podium"),
        lanes(),
        *(rails(beach) for beach in range(BEACHES)),
        deck(),
        *(bar(beach) for beach in range(BEACHES)),
        water(24, "wet"),
        numbers(),
        clip_path="url(#hn-board)",
    )


@cache
def sea() -> str:
    """Draw the sea, under which the waves come out; at night the moon shines on it."""
    layers = ((11, "foam"), (4, "shallow"), (-9, "sea"), (-36, "deep"))
    x, y = BOARD_X + 20, TOP + 20
    moon = tag("circle", cx=x, cy=y, r=11, class_="moon")
    light = tag("path", d=f"M{x - 9} {y + 20}h18M{x - 13} {y + 27}h26M{x - 7} {y + 34}h14", class_="moonlight")
    return tag("g", *(water(lower, class_) for lower, class_ in layers), moon, light, clip_path="url(#hn-board)")


def lanes() -> str:
    """Draw the sand of the six beaches, and the lines between their spaces."""
    sand = "".join(f"M{lane_x(beach)} {SAND_TOP - 10}h{LANE}V{BAR_TOP}h{-LANE}z" for beach in range(BEACHES))
    drawn = tag("path", d=sand, class_="lane")
    for class_, every in (("lines", 1), ("lines fifth", 5)):
        across = (
            f"M{layout.BEACH_LEFT} {space_y(space)}h{layout.PITCH * BEACHES}" for space in range(every, LENGTH, every)
        )
        drawn += tag("path", d="".join(across), class_=class_)
    return drawn


def rails(beach: int) -> str:
    """Draw the rails along a beach in its colour."""
    x = lane_x(beach)
    path = f"M{x - 1} {SAND_TOP - 10}V{BAR_TOP}M{x + LANE + 1} {SAND_TOP - 10}V{BAR_TOP}"
    return tag("path", d=path, class_="rail under") + tag("path", d=path, class_=f"rail hn-{COLOURS[beach]}")


def bar(beach: int) -> str:
    """Draw the awning of a beach's bar in its colour, with its sign."""
    x, colour = lane_x(beach) - 1, COLOURS[beach]
    middle, y = x + LANE / 2 + 1, layout.AWNING_TOP + 14
    return (
        shape("awning", f"awning {colour}", x, layout.AWNING_TOP)
        + shape("awning-bare", "awning bare", x, layout.AWNING_TOP)
        + tag("circle", cx=middle, cy=y, r=15, class_=f"roundel hn-{colour}")
        + shape(f"sign-{colour}", f"on-{colour}", middle, y)
    )


def deck() -> str:
    """Draw the deck on which the chairs at the bars stand."""
    planks = "".join(f"M{layout.BEACH_LEFT} {BAR_TOP + y}h{layout.PITCH * BEACHES}" for y in (0, 14, 28))
    wood = box(layout.BEACH_LEFT, BAR_TOP, layout.PITCH * BEACHES, layout.DECK, 0, "deck")
    return wood + tag("path", d=planks, class_="planks")


def numbers() -> str:
    """Write the number of each fifth space beside the beaches."""
    return "".join(
        text(space, x=x, y=space_y(space) + 20, class_="ruler")
        for x in (BOARD_X + 15, BOARD_X + BOARD_WIDTH - 15)
        for space in range(5, LENGTH + 1, 5)
    )


def water(lower: float, class_: str) -> str:
    """Draw the sea down to this far below the last space."""
    step = BOARD_WIDTH / 12
    hem = f"q{number(-step / 2)} 9 {number(-step)} 0t{number(-step)} 0" * 6
    return tag("path", d=f"M{BOARD_X} 0H{BOARD_X + BOARD_WIDTH}V{number(SAND_TOP - 8 + lower)}{hem}z", class_=class_)


def track(seats: int, texts: Texts) -> str:
    """Draw the empty track: its spaces with their numbers, what the topmost allow, the turtle."""
    drawn = [card(LEFT_X, layout.TRACK_TOP - 6, LEFT_WIDTH, layout.TRACK_HEIGHT + 12, "walk")]
    for space in range(layout.spaces_of(seats)):
        drawn.append(slot(space, seats, "slot"))
        drawn.append(text(space + 1, x=LEFT_X + 16, y=layout.track_y(space, seats) + 7, class_="slot-number"))
    for space, dice in enumerate(BOX.track.rerolls):
        if dice:
            x, y = LEFT_X + 194, layout.track_y(space, seats)
            sign = shape("again", "again", x, y - 6) + text(dice, x=x, y=y + 24, class_="allows")
            drawn.append(tag("g", title(texts.say("draw.again", count=dice)), sign))
    if layout.spaces_of(seats) > seats + 1:
        size = min(1.25, layout.track_pitch(seats) / 66)
        turtle = shape("turtle", "", LEFT_X + 124, layout.track_y(seats + 1, seats) + 3, size)
        drawn.append(tag("g", title(texts.say("draw.turtle")), turtle))
    return "".join(drawn)


def slot(space: int, seats: int, class_: str) -> str:
    """Draw the outline of a space of the track."""
    pitch = layout.track_pitch(seats)
    y = layout.track_y(space, seats) - pitch / 2 + 2
    return box(LEFT_X + 30, y, LEFT_WIDTH - 36, pitch - 4, 12, class_)


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
        + shape(f"chair-{PLAYERS[seat]}", "", layout.RIGHT_X + 28, foot, scale)
        + text(texts.seat(seat), x=layout.RIGHT_X + 55, y=panels.line(seat), class_=name)
    )


def strip_cards(shark: bool, baywatch: bool) -> tuple[Strip, ...]:
    """List the expansions that have a card of their own, and where."""
    if shark and baywatch:
        return (("shark", layout.RIGHT_X, 104), ("baywatch", layout.RIGHT_X + 110, layout.RIGHT_WIDTH - 110))
    name = "shark" if shark else "baywatch"
    return ((name, layout.RIGHT_X, layout.RIGHT_WIDTH),) if shark or baywatch else ()
