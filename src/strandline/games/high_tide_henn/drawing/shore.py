"""What lies and stands on the beaches: waves, coins, chairs, and what each beach would bring."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from strandline.engine.elements import number, tag, text, title
from strandline.games.high_tide_henn.components import BOX, COLOURS, PLAYERS
from strandline.games.high_tide_henn.drawing.ghosts import (
    Chairs,
    chairs_of,
    points_on,
    surfer_of,
)
from strandline.games.high_tide_henn.drawing.ground import sea
from strandline.games.high_tide_henn.drawing.layout import (
    BOTTOM,
    PODIUM_TOP,
    SAND_TOP,
    TOP,
    chair_at,
    chair_width,
    coin_at,
    lane_x,
    space_y,
)
from strandline.games.high_tide_henn.drawing.parts import coin_face, piece, target
from strandline.games.high_tide_henn.drawing.shapes import LANE, SPACE, shape
from strandline.games.high_tide_henn.state import (
    AT_COIN,
    BAR,
    DICE,
    EMPTY,
    HEAD_START,
    LENGTH,
    SECOND,
    START,
    WATER,
)

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.high_tide_henn.state import State


LARGE, SMALL = BOX.waves.large.spaces, BOX.waves.small.spaces


def on_beaches(state: State, texts: Texts, last: int) -> dict[str, str]:
    """Draw waves, coins, chairs and what each beach would bring."""
    seats, spaces, ranks = state.seats, state.chair.tolist(), state.rank.tolist()
    large, small, coins = state.large.tolist(), state.small.tolist(), state.coin.tolist()
    parts = {f"waves {colour}": waves(beach, large[beach], small[beach]) for beach, colour in enumerate(COLOURS)}
    parts["sea"] = sea()
    for beach, colour in enumerate(COLOURS):
        parts[f"beach {colour}"] = whole_beach(beach, texts, "" if beach != touched(last) else " last")
        parts[f"steps {colour}"] = steps(state, beach, texts)
        parts[f"coins {colour}"] = coins_on(beach, tuple(coins[beach])) if state.coins else ""
        parts[f"alert {colour}"] = alert(beach, texts) if state.alert == beach else ""
        surfer = surfer_of(state, beach) if state.surfers else EMPTY
        own = state.surfer.tolist().index(beach) if beach in state.surfer.tolist() else EMPTY
        parts[f"surfer {colour}"] = surfboard(beach, own, texts) if own != EMPTY else ""
        for seat in range(seats):
            space, rank = spaces[beach][seat], ranks[beach][seat]
            parts[f"chair {colour} {seat}"] = chair(beach, seat, space, rank, seats, own == seat)
        parts[f"podium {colour}"] = podium(beach, chairs_of(state, beach), surfer, seats, texts)
    parts["coin"] = coin_at_stake(state, texts)
    return parts


def touched(last: int) -> int:
    """Which beach has the last move changed, as far as its number tells?"""
    if SECOND <= last < SECOND + DICE:
        return (last - SECOND) // 6
    return (last - START) // 2 if START <= last < SECOND else EMPTY


@lru_cache(maxsize=2000)
def waves(beach: int, large: int, small: int) -> str:
    """Draw the waves on a beach, the large ones nearest to the sea; the foam of each washes over the next."""
    drawn, covered = [], 0
    for kind, spaces, count in (("large", LARGE, large), ("small", SMALL, small)):
        for which in range(count):
            y = SAND_TOP + SPACE * min(covered, LENGTH - spaces)
            drawn.append(wave(beach, f"wave-{COLOURS[beach]}-{kind}-{which}", spaces, y))
            covered += spaces
    return "".join(reversed(drawn))


def wave(beach: int, key: str, spaces: int, y: float) -> str:
    """Draw a wave from this height down."""
    x = lane_x(beach) - 3
    name = f"wave-{spaces}"
    return piece(
        key, shape(name, "wash", x, y + 6) + shape(name, "surge", x, y) + shape(f"crests-{spaces}", "crest", x, y)
    )


@lru_cache(maxsize=64)
def whole_beach(beach: int, texts: Texts, role: str) -> str:
    """Draw a beach as something that can be pointed at."""
    x, y = lane_x(beach) - 1, SAND_TOP + 2
    halo = tag("rect", x=x, y=y, width=LANE + 2, height=PODIUM_TOP - y - 2, rx=10, class_="halo")
    name = COLOURS[beach]
    return target(f"beach-{name}", texts.say(f"beach.{name}"), halo, role=role)


@lru_cache(maxsize=20_000)
def coins_on(beach: int, values: tuple[int, ...]) -> str:
    """Draw the coins on a beach."""
    return "".join(coin(beach, space, value) for space, value in enumerate(values, 1) if value)


@cache
def coin(beach: int, space: int, value: int) -> str:
    """Draw a coin on its space."""
    x, y = coin_at(beach, space)
    return piece(f"coin-{COLOURS[beach]}-{space}", coin_face(beach, value, x, y), "inert")


@lru_cache(maxsize=64)
def alert(beach: int, texts: Texts) -> str:
    """Draw the fin of the shark off its beach, under a red flag."""
    x, y = lane_x(beach) + 8, TOP + 34
    words = title(texts.say("draw.alert", beach=texts.say(f"beach.{COLOURS[beach]}")))
    fin = shape("fin", "fin", x + 24, y - 9) + shape("fin-foam", "fin-foam", x + 24, y - 9)
    pole = tag("path", d=f"M{x} {y - 28}v30", class_="pole")
    return piece("alert", words + pole + shape("flag", "flag", x, y) + fin)


@lru_cache(maxsize=128)
def surfboard(beach: int, seat: int, texts: Texts) -> str:
    """Let a player's surfboard float off the beach of its surfer."""
    name, colour = PLAYERS[seat], COLOURS[beach]
    words = texts.say("draw.surfer", seat=texts.say(f"seat.{seat}"), beach=texts.say(f"beach.{colour}"))
    drawn = shape("surfboard", f"surfboard {name}") + shape(f"emblem-{name}", f"on-{name}", 0, 0, 0.5)
    place = f"translate({number(lane_x(beach) + LANE - 26)} {TOP + 22}) rotate(78)"
    return tag("g", title(words), tag("g", drawn, transform=place))


@lru_cache(maxsize=20_000)
def chair(beach: int, seat: int, space: int, rank: int, seats: int, surfs: bool) -> str:
    """Draw a chair; in the water waves wash around its foot, and a surfer has a board under it."""
    x, y = chair_at(beach, space, rank if BAR < space < WATER else seat, seats)
    drawn = shape(f"chair{chair_width(seats):.0f}-{PLAYERS[seat]}", "", x, y)
    if space == WATER:
        afloat = shape("ring", "board-afloat" if surfs else "ripple", x, y - 1)
        drawn = drawn + afloat
    return piece(f"chair-{COLOURS[beach]}-{seat}", drawn, "inert")


@lru_cache(maxsize=20_000)
def podium(beach: int, standing: Chairs, surfer: int, seats: int, texts: Texts) -> str:
    """Show below a beach who would get which points there; those at the bar are not listed."""
    points = points_on(standing, surfer, seats)
    scoring = (seat for seat in range(seats) if standing[seat][0] != BAR and points[seat])
    ranked = sorted(scoring, key=lambda seat: -points[seat])
    x, y = lane_x(beach), (PODIUM_TOP + BOTTOM) / 2
    drawn = [title(texts.say("draw.podium", beach=texts.say(f"beach.{COLOURS[beach]}")))]
    for place, seat in enumerate(ranked):
        drawn.append(shape(f"chip-{PLAYERS[seat]}", "", x + 10 + 37 * place, y, 0.86))
        drawn.append(text(points[seat], x=x + 26 + 37 * place, y=y + 6.5, class_="chip-points"))
    return tag("g", *drawn)


def steps(state: State, beach: int, texts: Texts) -> str:
    """Mark one and two spaces ahead of the own chair, for a head start (H-B11)."""
    if state.phase != HEAD_START or state.chair[beach, state.turn] == WATER:
        return ""
    return step(beach, int(state.chair[beach, state.turn]), texts)


@lru_cache(maxsize=512)
def step(beach: int, space: int, texts: Texts) -> str:
    """Draw the two spaces that lie ahead, as something that can be pointed at."""
    drawn = []
    for far in (1, 2):
        x, y = lane_x(beach) + 1, space_y(space + far) + 1
        spoken = texts.say("draw.step", beach=texts.say(f"beach.{COLOURS[beach]}"), count=far)
        halo = tag("rect", x=x, y=y, width=LANE - 2, height=SPACE - 2, rx=7, class_="halo")
        words = text(f"+{far}", x=x + LANE / 2, y=y + 20, class_="step-text")
        pale = tag("rect", x=x, y=y, width=LANE - 2, height=SPACE - 2, rx=7, class_="step")
        drawn.append(target(f"step-{COLOURS[beach]}-{far}", spoken, pale, halo, words))
    return "".join(drawn)


def coin_at_stake(state: State, texts: Texts) -> str:
    """Lift the coin that may be taken (H-C2)."""
    if state.phase != AT_COIN:
        return ""
    beach = state.beach
    space = int(state.chair[beach, state.turn])
    return lifted_coin(beach, space, int(state.coin[beach, space - 1]), texts)


@lru_cache(maxsize=1000)
def lifted_coin(beach: int, space: int, value: int, texts: Texts) -> str:
    """Draw a coin large, as something that can be pointed at."""
    x, y = coin_at(beach, space)
    halo = tag("circle", cx=x, cy=y, r=24, class_="halo")
    spoken = texts.say("draw.coin", value=value, beach=texts.say(f"beach.{COLOURS[beach]}"))
    return target("coin", spoken, halo, coin_face(beach, value, x, y, 1.75))
