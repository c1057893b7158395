"""What lies and stands on the beaches: waves, coins, chairs, and what each beach would bring."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from strandline.engine.elements import number, piece, tag, text, title
from strandline.games.high_tide_henn.components import COLOURS, PLAYERS
from strandline.games.high_tide_henn.rules.score import score_beaches
from strandline.games.high_tide_henn.rules.tables import BAR, BEACHES, DICE, EMPTY, LARGE, LENGTH, SMALL, WATER, Move

from .ground import sea
from .layout import SHORE, Shore, among
from .shapes import LANE, SPACE, shape
from .targets import coin_at_stake, steps, whole_beach

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.high_tide_henn.rules.state import State

FAR = 20  # points that take a boat to the right end of the sea, if nobody has more
BOAT = 27.0  # the room that a boat needs
DISC = 12.2  # half of the room that a player's sign takes


def on_beaches(state: State, texts: Texts, last: int, shore: Shore = SHORE, afloat: str = "") -> dict[str, str]:
    """Draw waves, coins, chairs, what each beach would bring, and what is afloat on the sea."""
    seats, spaces, ranks = state.seats, state.chair.tolist(), state.rank.tolist()
    large, small, coins = state.large.tolist(), state.small.tolist(), state.coin.tolist()
    parts = {f"waves {colour}": waves(beach, large[beach], small[beach], shore) for beach, colour in enumerate(COLOURS)}
    parts["sea"], parts["boats"] = sea(shore), afloat
    worth = np.zeros((BEACHES, seats), np.int64)
    score_beaches(state, worth)
    scores, surfers = worth.tolist(), state.surfer.tolist()
    for beach, colour in enumerate(COLOURS):
        parts[f"beach {colour}"] = whole_beach(beach, texts, "last" if beach == touched(last) else "", shore)
        parts[f"steps {colour}"] = steps(state, beach, texts, shore)
        parts[f"coins {colour}"] = coins_on(beach, tuple(coins[beach]), shore) if state.coins else ""
        parts[f"alert {colour}"] = alert(beach, texts, shore) if state.alert == beach else ""
        own = surfers.index(beach) if beach in surfers else EMPTY
        parts[f"surfer {colour}"] = surfboard(beach, own, texts, shore) if own != EMPTY else ""
        parts[f"chairs {colour}"] = chairs_on(
            beach, tuple(spaces[beach][:seats]), tuple(ranks[beach]), own, shore, texts
        )
        parts[f"podium {colour}"] = podium(beach, scoring_on(spaces[beach], scores[beach]), texts, shore)
    parts["coin"] = coin_at_stake(state, texts, shore)
    return parts


def boats(scores: tuple[int, ...], texts: Texts, shore: Shore = SHORE) -> str:
    """Let a boat of each player sail off the beaches: the further right, the more points."""
    order = sorted(range(len(scores)), key=lambda seat: scores[seat])
    left, right = shore.x + 34, shore.x + shore.width - 26
    places, least = {}, left
    for rank, seat in enumerate(order):  # nobody's boat hides another's
        x = left + (right - left) * max(scores[seat], 0) / max(FAR, *scores)
        places[seat] = least = min(max(x, least), right - BOAT * (len(order) - 1 - rank))
        least += BOAT
    return "".join(boat(seat, round(places[seat], 1), scores[seat], texts, shore) for seat in range(len(scores)))


@lru_cache(maxsize=20_000)
def boat(seat: int, x: float, score: int, texts: Texts, shore: Shore) -> str:
    """Draw a player's boat, its sail a disc with the player's sign."""
    name, y = PLAYERS[texts.wears(seat)], shore.top + 45
    words = title(texts.say("draw.points", seat=texts.seat(seat), count=score))
    return piece(f"boat-{name}", words + shape("hull", "hull", x, y) + shape(f"chip-{name}", "", x, y - 13, 0.8))


def touched(last: int) -> int:
    """Find the beach that the last move has changed, as far as its number tells."""
    if Move.SECOND <= last < Move.SECOND + DICE:
        return (last - Move.SECOND) // 6
    return (last - Move.START) // 2 if Move.START <= last < Move.SECOND else EMPTY


@lru_cache(maxsize=2000)
def waves(beach: int, large: int, small: int, shore: Shore) -> str:
    """Draw the waves on a beach, the large ones nearest to the sea; the foam of each washes over the next."""
    drawn, covered = [], 0
    for kind, spaces, count in (("large", LARGE, large), ("small", SMALL, small)):
        for which in range(count):
            y = shore.sand_top + shore.space * min(covered, LENGTH - spaces)
            drawn.append(wave(beach, f"wave-{COLOURS[beach]}-{kind}-{which}", spaces, y, shore))
            covered += spaces
    return "".join(reversed(drawn))


def wave(beach: int, key: str, spaces: int, y: float, shore: Shore) -> str:
    """Draw a wave from this height down."""
    x, name = shore.lane_x(beach) - shore.gap / 2, f"wave-{spaces}"
    size = (shore.pitch / (LANE + 6), shore.space / SPACE)
    wash = shape(name, "wash", x, y + 6 * shore.size, size)
    rolling = shape(name, "surge", x, y, size) + shape(f"crests-{spaces}", "crest", x, y, size)
    return piece(key, wash + rolling, motion="wave")


@lru_cache(maxsize=20_000)
def coins_on(beach: int, values: tuple[int, ...], shore: Shore) -> str:
    """Draw the coins on a beach."""
    return "".join(coin(beach, space, value, shore) for space, value in enumerate(values, 1) if value)


@cache
def coin(beach: int, space: int, value: int, shore: Shore) -> str:
    """Draw a coin on its space."""
    x, y = shore.coin_at(beach, space)
    words = text(value, x=x, y=y + shore.numeral, class_=f"value plain{shore.look}")
    drawn = shape(f"pale-{COLOURS[beach]}", "", x, y, shore.coin) + words
    return piece(f"coin-{COLOURS[beach]}-{space}", drawn, class_="inert")


@lru_cache(maxsize=64)
def alert(beach: int, texts: Texts, shore: Shore) -> str:
    """Draw the fin of the shark off its beach, under a red flag."""
    size = shore.size
    x, y = shore.lane_x(beach) + 8 * size, shore.top + 34 * size
    words = title(texts.say("draw.alert", beach=texts.say(f"beach.{COLOURS[beach]}")))
    at = (x + 24 * size, y - 9 * size, size)
    fin = shape("fin", "fin", *at) + shape("fin-foam", "fin-foam", *at)
    pole = tag("path", d=f"M{x} {y - 28 * size}v{number(30 * size)}", class_="pole")
    return piece("alert", words + pole + shape("flag", "flag", x, y, size) + fin)


@lru_cache(maxsize=128)
def surfboard(beach: int, seat: int, texts: Texts, shore: Shore) -> str:
    """Let a player's surfboard float off the beach of its surfer."""
    name, colour = PLAYERS[texts.wears(seat)], COLOURS[beach]
    words = texts.say("draw.surfer", seat=texts.seat(seat), beach=texts.say(f"beach.{colour}"))
    drawn = shape("surfboard", f"surfboard {name}") + shape(f"emblem-{name}", f"on-{name}", 0, 0, 0.5)
    size = shore.size
    x, y = shore.lane_x(beach) + shore.lane - 26 * size, shore.top + (11 if shore is SHORE else 22 * size)
    place = f"translate({number(x)} {y}) rotate(78)" + ("" if size == 1 else f" scale({number(size)})")
    return tag("g", title(words), tag("g", drawn, transform=place))


@lru_cache(maxsize=5000)
def chairs_on(beach: int, spaces: tuple[int, ...], ranks: tuple[int, ...], own: int, shore: Shore, texts: Texts) -> str:
    """Draw the chairs of a beach: those further from the water stand in front, and on one space those to the right."""
    drawn = []
    for seat in sorted(range(len(spaces)), key=lambda seat: (-spaces[seat], ranks[seat])):
        space = spaces[seat]
        place, count = among(spaces, seat, space, ranks[seat])
        drawn.append(chair(beach, seat, space, place, count, own == seat, shore, texts))
    return "".join(drawn)


@lru_cache(maxsize=20_000)
def chair(beach: int, seat: int, space: int, place: int, count: int, surfs: bool, shore: Shore, texts: Texts) -> str:
    """Draw a chair; in the water waves wash around its foot, and a surfer has a board under it."""
    x, y, scale = shore.chair_at(beach, space, place, count)
    drawn = shape(f"chair-{PLAYERS[texts.wears(seat)]}", "", x, y, scale)
    if space == WATER:
        drawn += shape("ring", "board-afloat" if surfs else "ripple", x, y - 1, 1.25 * scale)
    return piece(f"chair-{COLOURS[beach]}-{seat}", drawn, class_="inert")


def scoring_on(spaces: list[int], scores: list[int]) -> tuple[tuple[int, int], ...]:
    """List who scores on a beach and how much, the best first; those at the bar are left out."""
    scoring = [(seat, score) for seat, score in enumerate(scores) if score and spaces[seat] != BAR]
    return tuple(sorted(scoring, key=lambda entry: -entry[1]))


@lru_cache(maxsize=20_000)
def podium(beach: int, scoring: tuple[tuple[int, int], ...], texts: Texts, shore: Shore) -> str:
    """Show below a beach who would get which points there."""
    x, y = shore.lane_x(beach), (shore.podium_top + shore.bottom) / 2
    drawn = [title(texts.say("draw.podium", beach=texts.say(f"beach.{COLOURS[beach]}")))]
    if shore is not SHORE:
        return tag("g", *drawn, discs(x + shore.lane / 2, y, scoring, texts))
    for place, (seat, score) in enumerate(scoring):
        drawn.append(shape(f"chip-{PLAYERS[texts.wears(seat)]}", "", x + 10 + 37 * place, y, 0.86))
        drawn.append(text(score, x=x + 26 + 37 * place, y=y + 6.5, class_="chip-points"))
    return tag("g", *drawn)


def discs(x: float, y: float, scoring: tuple[tuple[int, int], ...], texts: Texts) -> str:
    """Show who scores on a narrow beach: the more points, the larger a disc."""
    sizes = [0.5 + 0.07 * score for _, score in scoring]
    left, drawn = x - DISC * sum(sizes), []
    for (seat, _), size in zip(scoring, sizes, strict=True):
        drawn.append(shape(f"chip-{PLAYERS[texts.wears(seat)]}", "", left + DISC * size, y, size))
        left += 2 * DISC * size
    return "".join(drawn)
