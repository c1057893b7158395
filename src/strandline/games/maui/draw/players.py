"""The players: what each of them has, and the tile in hand."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from strandline.engine.contract import NOBODY, OVER
from strandline.engine.elements import number, piece, tag, target, text, title
from strandline.games.maui.components import FRAMES, HEIGHT
from strandline.games.maui.notation.names import SEAT_NAMES, TOKENS
from strandline.games.maui.rules import places
from strandline.games.maui.rules.score import crab_points, points
from strandline.games.maui.rules.tables import EMPTY, IN_HAND, PATTERN, PATTERNS, PEARLS, Phase

from .ghosts import token_ghosts
from .layout import Box, goods_places, hand_box, panel_box
from .shapes import rect, shape
from .towels import minus, patterns_in_words, thirds, tile_shapes, towel_token

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.maui.rules import State

MOVER, WINNER = "to-move", "winner"
LETTER = 13  # the width of a letter of a name


class Player(NamedTuple):
    """What a panel shows."""

    points: int
    dollars: int
    pearls: tuple[int, ...]
    penalties: int
    crabs: int
    tokens: tuple[bool, ...]
    standing: str  # MOVER, WINNER or nothing
    first: bool
    turned: bool


def panels(state: State, texts: Texts, viewer: int) -> dict[str, str]:
    """Draw what every player has."""
    winner = winner_of(state)
    parts = {}
    for seat in range(state.seats):
        place, shown = (seat - viewer) % state.seats, player(state, seat, winner)
        parts[f"panel {SEAT_NAMES[seat]}"] = panel_part(
            seat, place, state.seats, state.extended, state.crab_side, shown, texts
        )
    return parts


def winner_of(state: State) -> int:
    """Give who has won, or NOBODY before the end."""
    if state.turn != OVER:
        return NOBODY
    ranks = np.zeros(state.seats, np.int64)
    places(state, ranks)
    return ranks.tolist().index(1)


def player(state: State, seat: int, winner: int) -> Player:
    """Look up what a panel shows."""
    return Player(
        points(state, seat),
        int(state.dollars[seat]),
        tuple(int(state.pearls[seat, colour]) for colour in range(len(PEARLS))),
        int(state.penalties[seat]),
        crab_points(state, seat),
        tuple(bool(state.towel[seat, token] == IN_HAND) for token in range(FRAMES)),
        WINNER if seat == winner else MOVER if state.turn != OVER and state.mover == seat else "",
        first=state.first == seat,
        turned=bool(state.turned[seat]),
    )


@lru_cache(maxsize=10_000)
def panel_part(seat: int, place: int, seats: int, extended: int, crab_side: int, shown: Player, texts: Texts) -> str:
    """Draw a panel: emblem, name and points, then dollars, pearls, penalties and crabs."""
    x, y, wide, high = panel_box(seats, extended, place)
    right = x + wide - 38 - 16 * len(str(shown.points))
    signs = flags(seat, shown, right, y + 19, texts)
    parts = [
        title(panel_in_words(seat, shown, texts)),
        rect(shown.standing, (x, y, wide, high), rx=20) if shown.standing else "",
        shape("sun", "sun", x + 23, y + 19, 46) if shown.standing == WINNER else "",
        shape(f"emblem-{seat}", f"seat-{seat}", x + 23, y + 20, 36),
        text(fitted(texts.seat(seat), right - 27 * len(signs) - x - 38), x=x + 46, y=y + 27, class_="player"),
        text(minus(shown.points), x=x + wide - 14, y=y + 28, class_="points"),
    ]
    return tag("g", *parts, *signs, *goods(seat, place, seats, extended, crab_side, shown))


def fitted(name: str, room: float) -> str:
    """Write a name, or only its first letter where room is scarce."""
    return name if LETTER * len(name) < room else name[:1]


def panel_in_words(seat: int, shown: Player, texts: Texts) -> str:
    """Say what a player has."""
    return texts.say(
        "draw.panel",
        seat=texts.seat(seat),
        points=texts.say("draw.points", count=shown.points),
        dollars=texts.say("draw.dollars", count=shown.dollars),
        penalties=shown.penalties,
        **dict(zip(PEARLS, shown.pearls, strict=True)),
    )


def flags(seat: int, shown: Player, right: float, y: float, texts: Texts) -> list[str]:
    """Draw, from right to left, tokens in hand, the starting player's flower, and the sign of who sits across."""
    drawn = []
    for token in range(FRAMES):
        if shown.tokens[token]:
            key = f"token.{SEAT_NAMES[seat]}.{TOKENS[token]}"
            drawn.append(piece(key, towel_token(token, right, y, 22)))
            right -= 27
    if shown.first:
        drawn.append(tag("g", title(texts.say("draw.first")), shape("flower", "flower", right, y, 26)))
        right -= 26
    if shown.turned:
        up, down = f"M{number(right - 4)} {number(y + 9)}v-18m-5 5l5-5l5 5", f"M{number(right + 6)} {number(y - 9)}v18"
        arrows = f"{up}{down}m-5-5l5 5l5-5"
        drawn.append(tag("g", title(texts.say("draw.turned")), tag("path", d=arrows, class_="turned")))
    return drawn


def goods(seat: int, place: int, seats: int, extended: int, crab_side: int, shown: Player) -> list[str]:
    """Draw what a player owns: a sign and how many of it; in a column, or in a row where room is scarce."""
    letter = SEAT_NAMES[seat]
    items = [(f"purse.{letter}", "dollar", "dollar", shown.dollars)]
    for colour, name in enumerate(PEARLS):
        if shown.pearls[colour] or not crab_side:
            items.append((f"pearl.{letter}.{name}", f"pearl-{name}", f"pearl-{name}", shown.pearls[colour]))
    items.append((f"penalty.{letter}", "penalty", "penalty", shown.penalties))
    if crab_side:
        items.append((f"crabs.{letter}", "crab", "crab", shown.crabs))
    return [
        piece(key, shape(name, class_, x, y, size)) + text(count, x=x + size * 0.6, y=y + size * 0.27, class_=figures)
        for (key, name, class_, count), (x, y, size, figures) in zip(
            items, goods_places(place, seats, extended, len(items)), strict=True
        )
    ]


# The tile in hand


def hand(state: State, texts: Texts, viewer: int) -> dict[str, str]:
    """Draw the tile that is being laid, with the places for the mover's tokens beside its patterns."""
    if state.hand == EMPTY:
        return {"hand": bag(sum(state.bag.tolist()), state.seats, state.extended, texts)}
    tokens = tuple(state.phase == Phase.LAY and state.towel[state.mover, token] == IN_HAND for token in range(FRAMES))
    mover = NOBODY if state.mover == viewer else state.mover
    turned = int(state.turned[state.mover])
    return {"hand": hand_part(state.hand, turned, tokens, mover, state.seats, state.extended, texts)}


@lru_cache(maxsize=1000)
def bag(tiles: int, seats: int, extended: int, texts: Texts) -> str:
    """Draw the bag, where no tile is in hand, and how many tiles are in it."""
    x, y, wide, high = hand_box(seats, extended)
    drawn = shape("bag", "bag", x + wide / 2, y + high / 2 - 18, 96)
    count = text(tiles, x=x + wide / 2, y=y + high / 2 + 54, class_="most middle")
    return tag("g", title(texts.say("draw.bag", count=tiles)), drawn, count)


@lru_cache(maxsize=2000)
def hand_part(
    tile: int, turned: int, tokens: tuple[bool, ...], mover: int, seats: int, extended: int, texts: Texts
) -> str:
    """Draw the tile in hand; where it is another's, with that seat's emblem."""
    boxes = thirds(hand_box(seats, extended))
    patterns = tuple(PATTERN[turned, tile].tolist())
    held = [token for token in range(FRAMES) if tokens[token]]
    spoken = title(texts.say("draw.hand", towel=patterns_in_words(patterns, texts)))
    parts = [token_target(token, spot, boxes[spot], patterns, texts) for token in held for spot in range(HEIGHT)]
    parts.append(piece(f"tile.{tile}", spoken, tile_shapes(boxes, patterns)))
    if mover != NOBODY:
        parts.append(shape(f"emblem-{mover}", f"seat-{mover}", boxes[0][0] + 4, boxes[0][1] + 8, 38))
    parts += token_ghosts(held, boxes)
    return "".join(parts)


def token_target(token: int, spot: int, box: Box, patterns: tuple[int, ...], texts: Texts) -> str:
    """Draw the place from which a token goes onto a pattern of the tile in hand."""
    x, y, wide, high = box
    middle = x + (-32 if token == 0 else wide + 32), y + high / 2
    spoken = texts.say(
        "draw.token",
        pattern=texts.say(f"pattern.{TOKENS[token]}"),
        spot=spot + 1,
        under=texts.say(f"pattern.{PATTERNS[patterns[spot]]}"),
    )
    halo = rect("halo", (middle[0] - 31, y, 62, high), 1.5, rx=10)
    return target(f"token.{TOKENS[token]}.{spot + 1}", spoken, towel_token(token, *middle, 34), halo)
