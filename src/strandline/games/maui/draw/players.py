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
from strandline.games.maui.rules.tables import EMPTY, IN_HAND, PATTERN, PEARLS, TOKEN, Phase
from strandline.games.maui.words.names import colour_in_words, weave_in_words

from .ghosts import token_ghosts
from .shapes import PEARL_LOOKS, rect, shape
from .towels import minus, patterns_in_words, thirds, tile_shapes, towel_token

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.maui.rules import State

    from .layout import Box, Head, Layout

MOVER, WINNER = "to-move", "winner"


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


def panels(layout: Layout, state: State, texts: Texts, viewer: int) -> dict[str, str]:
    """Draw what every player has."""
    winner = winner_of(state)
    parts = {}
    for seat in range(state.seats):
        place, shown = (seat - viewer) % state.seats, player(state, seat, winner)
        parts[f"panel {SEAT_NAMES[seat]}"] = panel_part(layout, seat, place, state.crab_side, shown, texts)
    return parts


@lru_cache(maxsize=200)
def lenses(layout: Layout, viewer: int) -> str:
    """Lay over the others' panels what lets the page show each of them large."""
    places = [((seat - viewer) % layout.seats, seat) for seat in range(layout.seats) if seat != viewer]
    return "".join(
        tag("g", rect("lens", layout.panel_box(place), rx=10), data_enlarge=seat) for place, seat in sorted(places)
    )


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
def panel_part(layout: Layout, seat: int, place: int, crab_side: int, shown: Player, texts: Texts) -> str:
    """Draw a panel: emblem, name and points, then dollars, pearls, penalties and crabs."""
    x, y, wide, high = box = layout.panel_box(place)
    head = layout.head(place)
    written = minus(shown.points)
    right = x + wide - head.right - head.signs - head.digit * len(str(shown.points))
    signs = flags(seat, shown, right, y + head.sun[1], head, texts)
    parts = [
        title(panel_in_words(seat, shown, texts)),
        rect(shown.standing, box, rx=min(20, high / 6)) if shown.standing else "",
        shape("sun", "sun", x + head.sun[0], y + head.sun[1], head.sun[2]) if shown.standing == WINNER else "",
        shape(f"emblem-{seat}", f"seat-{seat}", x + head.emblem[0], y + head.emblem[1], head.emblem[2]),
        name_in(head, seat, texts, right - head.apart * len(signs), x, y),
        text(written, x=x + wide - head.right, y=y + head.points, class_="points"),
    ]
    return tag("g", *parts, *signs, *goods(layout, seat, place, crab_side, shown))


def name_in(head: Head, seat: int, texts: Texts, right: float, x: float, y: float) -> str:
    """Write a name, or what of it there is room for."""
    if head.name is None:
        return ""
    left, base = head.name
    room = right - x - left + 2
    called = {"data_name": seat, "data_room": int(room / head.letter)}
    return text(fitted(texts.seat(seat), room, head), x=x + left, y=y + base, class_="player", **called)


def fitted(name: str, room: float, head: Head) -> str:
    """Write a name, or as many letters of it as there is room for."""
    letters = int(room / head.letter)
    if len(name) * head.letter < room:
        return name
    return f"{name[: letters - 1]}…" if letters > 3 else name[: max(letters, 0)]


def panel_in_words(seat: int, shown: Player, texts: Texts) -> str:
    """Say what a player has."""
    pearls = zip(PEARLS, shown.pearls, strict=True)
    return texts.say(
        "draw.panel",
        seat=texts.seat(seat),
        points=texts.say("draw.points", count=shown.points),
        dollars=texts.say("draw.dollars", count=shown.dollars),
        penalties=shown.penalties,
        pearls=", ".join(f"{colour_in_words(name, texts)} {count}" for name, count in pearls),
    )


def flags(seat: int, shown: Player, right: float, y: float, head: Head, texts: Texts) -> list[str]:
    """Draw, from right to left, tokens in hand, the starting player's flower, and the sign of who sits across."""
    drawn = []
    for token in range(FRAMES):
        if shown.tokens[token] and head.tokens:
            key = f"token.{SEAT_NAMES[seat]}.{TOKENS[token]}"
            drawn.append(piece(key, towel_token(token, right, y, head.sign)))
            right -= head.apart
    if shown.first and head.flower:
        drawn.append(tag("g", title(texts.say("draw.first")), shape("flower", "flower", right, y, head.sign + 4)))
        right -= head.apart - 1
    if shown.turned and head.arrows:
        drawn.append(tag("g", title(texts.say("draw.turned")), arrows(right, y)))
    return drawn


def arrows(x: float, y: float) -> str:
    """Draw an arrow up and one down."""
    long, wing, x = 10, 3, x - 3
    up = f"M{number(x - 4)} {number(y + long // 2)}v-{long}m-{wing} {wing}l{wing}-{wing}l{wing} {wing}"
    down = f"M{number(x + 6)} {number(y - long // 2)}v{long}m-{wing}-{wing}l{wing} {wing}l{wing}-{wing}"
    return tag("path", d=up + down, class_="turned")


def goods(layout: Layout, seat: int, place: int, crab_side: int, shown: Player) -> list[str]:
    """Draw what a player owns: a sign and how many of it; in a column, or in a row where room is scarce."""
    letter = SEAT_NAMES[seat]
    items = [(f"purse.{letter}", "dollar", "dollar", shown.dollars)]
    for colour, name in enumerate(PEARLS):
        if shown.pearls[colour] or not crab_side:
            items.append((f"pearl.{letter}.{name}", PEARL_LOOKS[colour], PEARL_LOOKS[colour], shown.pearls[colour]))
    items.append((f"penalty.{letter}", "penalty", "penalty", shown.penalties))
    if crab_side:
        items.append((f"crabs.{letter}", "crab", "crab", shown.crabs))
    return [
        piece(key, shape(name, class_, x, y, size)) + text(count, x=x + size * 0.6, y=y + size * 0.27, class_=figures)
        for (key, name, class_, count), (x, y, size, figures) in zip(
            items, layout.goods_places(place, len(items)), strict=False
        )
    ]


# The tile in hand


def hand(layout: Layout, state: State, texts: Texts, viewer: int) -> dict[str, str]:
    """Draw the tile that is being laid, with the places for the mover's tokens beside its patterns."""
    if state.hand == EMPTY:
        return {"hand": bag(layout, sum(state.bag.tolist()), texts)}
    offered = state.phase == Phase.LAY and layout.tokens_at_hand
    tokens = tuple(offered and state.towel[state.mover, token] == IN_HAND for token in range(FRAMES))
    mover = NOBODY if state.mover == viewer else state.mover
    turned = int(state.turned[state.mover])
    return {"hand": hand_part(layout, state.hand, turned, tokens, SEAT_NAMES[state.mover], mover, texts)}


@lru_cache(maxsize=1000)
def bag(layout: Layout, tiles: int, texts: Texts) -> str:
    """Draw the bag, where no tile is in hand, and how many tiles are in it."""
    x, y, size, across, base, figures = layout.bag_place()
    drawn = shape("bag", "bag", x, y, size)
    count = text(tiles, x=across, y=base, class_=figures)
    return tag("g", title(texts.say("draw.bag", count=tiles)), drawn, count)


@lru_cache(maxsize=2000)
def hand_part(
    layout: Layout, tile: int, turned: int, tokens: tuple[bool, ...], letter: str, mover: int, texts: Texts
) -> str:
    """Draw the tile in hand; where it is another's, with that seat's emblem."""
    boxes = thirds(layout.hand_box())
    patterns = tuple(PATTERN[turned, tile].tolist())
    held = [token for token in range(FRAMES) if tokens[token]]
    spoken = title(texts.say("draw.hand", towel=patterns_in_words(patterns, texts)))
    places = [(token, spot) for token in held for spot in range(HEIGHT)]
    parts = [token_target(layout, letter, token, spot, boxes[spot], patterns, texts) for token, spot in places]
    parts.append(piece(f"tile.{tile}", spoken, tile_shapes(boxes, patterns)))
    if mover != NOBODY:
        parts.append(shape(f"emblem-{mover}", f"seat-{mover}", boxes[0][0] + 4, boxes[0][1] + 8, min(38, boxes[0][2])))
    parts += token_ghosts(held, boxes)
    return "".join(parts)


def token_target(
    layout: Layout, letter: str, token: int, spot: int, box: Box, patterns: tuple[int, ...], texts: Texts
) -> str:
    """Draw the place from which a token goes onto a pattern of the tile in hand."""
    x, y, wide, high = box
    room = layout.token_target
    away = room / 2 + 1
    middle = x + (-away if token == 0 else wide + away), y + high / 2
    spoken = texts.say(
        "draw.token",
        pattern=weave_in_words(TOKEN[token], texts),
        spot=spot + 1,
        under=weave_in_words(patterns[spot], texts),
    )
    halo = rect("halo slim", (middle[0] - room / 2, y, room, high), rx=10)
    drawn = towel_token(token, *middle, min(34, high - 14))
    if spot == 0 and not layout.head(0).tokens:
        drawn = piece(f"token.{letter}.{TOKENS[token]}", drawn)
    return target(f"token.{TOKENS[token]}.{spot + 1}", spoken, drawn, halo)
