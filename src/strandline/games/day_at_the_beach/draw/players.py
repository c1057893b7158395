"""The players around the table: name, points and sets on a card each, the tile in hand, or what is going on."""

from __future__ import annotations

from functools import lru_cache
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple

from strandline.engine.contract import CHANCE, NOBODY, OVER
from strandline.engine.elements import tag, text, title
from strandline.games.day_at_the_beach.notation.names import SIDES, STEP_NAME
from strandline.games.day_at_the_beach.rules.score import set_points, total, winners
from strandline.games.day_at_the_beach.rules.state import umbrellas_on
from strandline.games.day_at_the_beach.rules.tables import COLOUR, COLOURS, DISTINCT, EMPTY

from .layout import BESIDE, OWN_CARD, TRAY, TURN, Box, moved, others_card
from .shapes import tile_piece, tile_shapes, use
from .targets import boxed_target

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.day_at_the_beach.rules import State


class Player(NamedTuple):
    """What a card says of a player: points, how many umbrellas of each colour, whose turn it is, who has won."""

    seat: int
    points: int
    sets: tuple[int, ...]
    to_move: bool
    won: bool


def player_of(state: State, seat: int) -> Player:
    """Say how a player stands."""
    colours = [COLOUR[umbrella] for umbrella, *_ in umbrellas_on(state, seat)]
    sets = tuple(colours.count(colour) for colour in range(len(COLOURS)))
    won = state.turn == OVER and seat in winners(state)
    return Player(seat, total(state, seat), sets, state.seat == seat, won)


def own_card(state: State, seat: int, texts: Texts) -> str:
    """Draw who plays on the large beach."""
    return wide_card(OWN_CARD, TRAY.x - OWN_CARD.x - 12, player_of(state, seat), texts)


def other_card(state: State, seat: int, index: int, texts: Texts) -> str:
    """Draw who plays on a small beach."""
    card, player = others_card(state.seats, index), player_of(state, seat)
    return wide_card(card, card.width, player, texts) if state.seats < BESIDE else narrow_card(card, player, texts)


@lru_cache(maxsize=2000)
def wide_card(card: Box, width: float, player: Player, texts: Texts) -> str:
    """Write name and points in one line, and draw the sets below."""
    step = (width - 14) / len(player.sets)
    return written(
        card,
        player,
        texts,
        emblem(player, card.x + 29, card.y + 29),
        text(texts.seat(player.seat), x=card.x + 50, y=card.y + 36, class_="player"),
        text(player.points, x=card.x + width - 16, y=card.y + 38, class_="points"),
        *(set_of(player, colour, card.x + 29 + step * colour, card.y + 66) for colour in range(len(COLOURS))),
        *(worth_of(player, colour, card.x + 46 + step * colour, card.y + 71.5) for colour in range(len(COLOURS))),
    )


@lru_cache(maxsize=2000)
def narrow_card(card: Box, player: Player, texts: Texts) -> str:
    """Write number and points beside a small beach, and draw the sets below them."""
    spots = [(card.x + 26 + 36 * (k % 2), card.y + 70 + 40 * (k // 2)) for k in range(len(COLOURS))]
    figure = text(player.points, x=card.x + 62, y=card.y + 34, class_="points middle")
    sets = (set_of(player, colour, *spot) for colour, spot in enumerate(spots))
    return written(card, player, texts, emblem(player, card.x + 25, card.y + 27), figure, *sets)


def written(card: Box, player: Player, texts: Texts, *drawn: str) -> str:
    """Put together what is written on a card; an outline shows whose turn it is."""
    spoken = title(texts.say("draw.points", seat=texts.seat(player.seat), count=player.points))
    outline = card.rect("to-move", 22) if player.to_move else ""
    return tag("g", spoken, outline, *drawn, class_=f"seat seat-{player.seat}")


def emblem(player: Player, x: float, y: float) -> str:
    """Draw a player's number; the sun shines on a winner."""
    sun = use("sun", (x, y)) if player.won else ""
    return (
        sun + tag("circle", cx=x, cy=y, r=15, class_="emblem") + text(player.seat + 1, x=x, y=y + 6.5, class_="number")
    )


def set_of(player: Player, colour: int, x: float, y: float) -> str:
    """Draw how many umbrellas of a colour somebody has."""
    count = player.sets[colour]
    figure = text(count, y=9, class_="worth many") if count else ""
    return tag(
        "g", use(COLOURS[colour], (0, 0)), figure, transform=moved(x, y, 0.43), class_="set" if count else "set none"
    )


def worth_of(player: Player, colour: int, x: float, y: float) -> str:
    """Write what a set scores (B-E3)."""
    points = set_points(player.sets[colour])
    return text(f"+{points}", x=x, y=y, class_="label start") if points else ""


# What is going on


def hand(state: State, seat: int, eyes: int, texts: Texts) -> str:
    """Draw the tile in hand for whoever is to lay it; for others, and without one, say what is going on."""
    if state.hand != EMPTY and state.seat == eyes:
        return hand_of(state.hand, texts, previewed=seat == state.turn)
    return sign(now_in_words(state, eyes, texts), state.hand)


@lru_cache(maxsize=1000)
def hand_of(tile: int, texts: Texts, *, previewed: bool) -> str:
    """Draw a tile in every turn that looks different; previews use these very shapes."""
    drawn = [TRAY.rect("tray", 14)]
    for turn in range(4):
        if DISTINCT[tile, turn]:
            box = Box(TRAY.x + 3 + turn * (TURN + 4), TRAY.y + 6, TURN, TURN)
            shape = tag("g", tile_shapes(tile, turn), id=f"ab-{tile}-{turn}" if previewed else None)
            placed = tag("g", shape, transform=box.scale())
            loose = tag("g", placed, class_="top loose", data_key="hand" if turn == 0 else None)
            spoken = texts.say("draw.turned", side=texts.say(f"side.{SIDES[turn]}"))
            drawn.append(boxed_target(SIDES[turn], spoken, loose, box, "turn", data_spin=""))
    return "".join(drawn)


def now_in_words(state: State, eyes: int, texts: Texts) -> str:
    """Say what is going on."""
    if state.turn == OVER:
        return texts.say("draw.do.over")
    if state.turn == CHANCE:
        return texts.say("draw.do.first" if state.seat == NOBODY else "draw.do.chance")
    if state.seat == eyes:
        return texts.say(f"draw.do.{STEP_NAME[state.due]}")
    return texts.say(f"draw.does.{STEP_NAME[state.due]}", seat=texts.seat(state.seat))


@lru_cache(maxsize=500)
def sign(words: str, tile: int) -> str:
    """Write what is going on where the tile in hand would be, beside a tile that somebody else holds."""
    held, room = "", TRAY.width
    if tile != EMPTY:
        room -= TURN
        held = tile_piece("hand", tile, moved(TRAY.x + room - 5, TRAY.y + 6, TURN / 100), "")
    lines = balanced(words, 16 if held else 20)
    top = TRAY.y + TRAY.height / 2 - 12 * len(lines) + 18
    shown = (text(line, x=TRAY.x + room / 2, y=top + 24 * k) for k, line in enumerate(lines))
    return tag("g", TRAY.rect("tray", 14), *shown, held, class_="sign")


def balanced(words: str, most: int) -> list[str]:
    """Break words into as few lines as hold them, of about the same length."""
    fewest = len(wrap(words, most, break_long_words=False))
    tries = (wrap(words, width, break_long_words=False) for width in range(len(words) // fewest, most + 1))
    return next(lines for lines in tries if len(lines) == fewest)
