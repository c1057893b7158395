"""The players: what each of them has."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from strandline.engine.contract import NOBODY, OVER
from strandline.engine.elements import number, piece, tag, text, title
from strandline.games.maui.components import FRAMES
from strandline.games.maui.notation.names import SEAT_NAMES, TOKENS
from strandline.games.maui.rules import places
from strandline.games.maui.rules.score import crab_points, points
from strandline.games.maui.rules.tables import IN_HAND, PEARLS

from .layout import goods_places, panel_box
from .shapes import rect, shape
from .towels import minus, towel_token

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
