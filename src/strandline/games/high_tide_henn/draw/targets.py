"""What is pointed at, apart from the things themselves: dice in hand, beaches and spaces on them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from strandline.engine.elements import tag, target, text
from strandline.games.high_tide_henn.components import COLOURS
from strandline.games.high_tide_henn.notation.names import SIDES
from strandline.games.high_tide_henn.rules.tables import LEFT, RIGHT, WATER, Phase

from .ground import slot
from .shapes import HELD, box, coin_face, halo_of_die, shape

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.high_tide_henn.rules.state import State

    from .layout import Shore, Track

# In the tray and on the track


def accept(dice: list[str], spoken: list[str], texts: Texts, places: Track) -> str:
    """Draw the roll, which is pointed at to accept it."""
    x, y, width, height = places.felt
    rim = 5 if places.held == HELD else 2
    halo = box(x + rim, y + rim, width - 2 * rim, height - 2 * rim, 12, "halo")
    words = texts.say("draw.accept", left=spoken[LEFT], right=spoken[RIGHT])
    return target("accept", words, halo, *dice)


@lru_cache(maxsize=64)
def decline(space: int, places: Track, texts: Texts) -> str:
    """Mark the space to which the roll would go."""
    spoken = texts.say("draw.decline", space=space + 1)
    return target("decline", spoken, slot(space, places, "offer"), slot(space, places, "halo"))


def hand_target(side: int, drawn: str, spoken: str, texts: Texts, bonus: int, places: Track) -> str:
    """Draw a die in hand as something that can be pointed at; a sign says that it may be rolled again."""
    size = places.held / HELD
    x, y = places.in_hand(side)
    x, y = max(x - 31 * size, 14 * size + 1), y - 38 * size
    again = shape("again", "tag-line", x, y, 0.72 * size)
    sign = tag("circle", cx=x, cy=y, r=14 * size, class_="tag") + again if bonus else ""
    words = texts.say(f"draw.hand_{SIDES[side]}", die=spoken)
    return target(f"hand-{SIDES[side]}", words, halo_of_die(*places.in_hand(side), places.held), drawn, sign)


@lru_cache(maxsize=8)
def adjusting(texts: Texts, places: Track) -> str:
    """Draw above and below each die what the tile Plus/minus can do; the page shows it once the tile is chosen."""
    drawn = []
    for side, name in enumerate(SIDES):
        x, y = places.in_hand(side)
        for change, top, height, sign in places.knobs:
            spoken = texts.say(f"draw.{change}", side=texts.say(f"draw.{name}"))
            face = knob(sign, x - places.knob_width / 2, y + top, places.knob_width, height)
            drawn.append(target(f"{name}-{change}", spoken, face, class_="folded"))
    return "".join(drawn)


@lru_cache(maxsize=64)
def knob(words: str, x: float, y: float, width: float, height: float) -> str:
    """Draw the face of a button; without words only its outline lights up."""
    halo = box(x, y, width, height, 14, "halo")
    label = text(words, x=x + width / 2, y=y + height / 2 + 7, class_="knob-text")
    return box(x, y, width, height, 14, "knob") + halo + label if words else halo


# On the beaches


@lru_cache(maxsize=64)
def whole_beach(beach: int, texts: Texts, role: str, shore: Shore) -> str:
    """Draw a beach as something that can be pointed at."""
    x, y = shore.lane_x(beach) - 1, shore.sand_top + 2
    halo = box(x, y, shore.lane + 2, shore.podium_top - y - 2, 10, "halo")
    name = COLOURS[beach]
    return target(f"beach-{name}", texts.say(f"beach.{name}"), halo, class_=role)


def steps(state: State, beach: int, texts: Texts, shore: Shore) -> str:
    """Mark one and two spaces ahead of the own chair, for a head start (H-B11)."""
    if state.phase != Phase.HEAD_START or state.chair[beach, state.turn] == WATER:
        return ""
    return step(beach, int(state.chair[beach, state.turn]), texts, shore)


@lru_cache(maxsize=512)
def step(beach: int, space: int, texts: Texts, shore: Shore) -> str:
    """Draw the two spaces that lie ahead, as something that can be pointed at."""
    drawn = []
    for far in (1, 2):
        x, y, width, height = shore.step_at(beach, space, far)
        spoken = texts.say("draw.step", beach=texts.say(f"beach.{COLOURS[beach]}"), count=far)
        pale, halo = (box(x, y, width, height, 7, class_) for class_ in ("step", "halo"))
        words = text(f"+{far}", x=x + shore.lane / 2, y=y + height / 2 + 6.25, class_="step-text")
        drawn.append(target(f"step-{COLOURS[beach]}-{far}", spoken, pale, halo, words))
    return "".join(drawn)


def coin_at_stake(state: State, texts: Texts, shore: Shore) -> str:
    """Lift the coin that may be taken (H-C2)."""
    if state.phase != Phase.COIN:
        return ""
    beach = state.beach
    space = int(state.chair[beach, state.turn])
    return lifted_coin(beach, space, int(state.coin[beach, space - 1]), texts, shore)


@lru_cache(maxsize=1000)
def lifted_coin(beach: int, space: int, value: int, texts: Texts, shore: Shore) -> str:
    """Draw a coin large, as something that can be pointed at."""
    x, y = shore.coin_at(beach, space)
    x = min(x, shore.end - 26)
    halo = tag("circle", cx=x, cy=y, r=24, class_="halo")
    spoken = texts.say("draw.coin", value=value, beach=texts.say(f"beach.{COLOURS[beach]}"))
    return target("coin", spoken, halo, coin_face(beach, value, x, y, 1.75))
