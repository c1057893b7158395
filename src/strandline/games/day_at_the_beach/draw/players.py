"""The players around the table: name, points and sets on a card each, and the tile in hand."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from strandline.engine.contract import NOBODY, OVER
from strandline.engine.elements import tag, text, title
from strandline.games.day_at_the_beach.notation.names import SIDES
from strandline.games.day_at_the_beach.rules.score import (
    set_points,
    sets_points,
    total,
    umbrella_points,
    water_points,
    winners,
)
from strandline.games.day_at_the_beach.rules.state import umbrellas_on
from strandline.games.day_at_the_beach.rules.tables import COLOUR, COLOURS, DISTINCT, EMPTY

from .layout import BESIDE, OWN_CARD, TRAY, Box, moved, others_card
from .shapes import tile_piece, tile_shapes, use
from .targets import boxed_target

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.day_at_the_beach.rules import State

    from .layout import Plan

SUM = 66.0  # from one part of the points to the next


class Player(NamedTuple):
    """What a card says of a player: points, how many umbrellas of each colour, whose turn it is, who has won."""

    seat: int
    points: int
    sets: tuple[int, ...]
    to_move: bool
    won: bool


def whose(state: State, seat: int) -> int:
    """Choose the beach that is drawn large: for a spectator that of the seat whose turn it is, in the end the best."""
    if seat != NOBODY:
        return seat
    return winners(state)[0] if state.turn == OVER else max(state.seat, 0)


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
        text(texts.seat(player.seat), x=card.x + 50, y=card.y + 36, class_="player", data_name=player.seat),
        text(player.points, x=card.x + width - 16, y=card.y + 38, class_="points", data_score=player.seat),
        *(set_of(player, colour, card.x + 27 + step * colour, card.y + 66) for colour in range(len(COLOURS))),
        *(worth_of(player, colour, card.x + 43 + step * colour, card.y + 71) for colour in range(len(COLOURS))),
    )


@lru_cache(maxsize=2000)
def narrow_card(card: Box, player: Player, texts: Texts) -> str:
    """Write number and points beside a small beach, and draw the sets below them."""
    spots = [(card.x + 26 + 36 * (k % 2), card.y + 70 + 40 * (k // 2)) for k in range(len(COLOURS))]
    figure = text(player.points, x=card.x + 62, y=card.y + 34, class_="points middle", data_score=player.seat)
    sets = (set_of(player, colour, *spot) for colour, spot in enumerate(spots))
    return written(card, player, texts, emblem(player, card.x + 25, card.y + 27), figure, *sets)


def written(card: Box, player: Player, texts: Texts, *drawn: str, radius: float = 22) -> str:
    """Put together what is written on a card; an outline shows whose turn it is."""
    spoken = title(texts.say("draw.points", seat=texts.seat(player.seat), count=player.points))
    outline = card.rect("to-move", radius) if player.to_move else ""
    return tag("g", spoken, outline, *drawn, class_=f"seat seat-{player.seat}")


def emblem(player: Player, x: float, y: float) -> str:
    """Draw a player's number; the sun shines on a winner."""
    return (use("sun", (x, y)) if player.won else "") + numbered(player.seat, x, y)


def numbered(seat: int, x: float, y: float, radius: float = 15) -> str:
    """Write the number of a player on a disc."""
    return tag("circle", cx=x, cy=y, r=radius, class_="emblem") + text(seat + 1, x=x, y=y + 6.5, class_="number")


def set_of(player: Player, colour: int, x: float, y: float) -> str:
    """Draw how many umbrellas of a colour somebody has."""
    count = player.sets[colour]
    figure = text(count, y=9, class_="worth many") if count else ""
    return tag(
        "g", use(COLOURS[colour], (0, 0)), figure, transform=moved(x, y, 0.41), class_="set" if count else "set none"
    )


def worth_of(player: Player, colour: int, x: float, y: float) -> str:
    """Write what a set scores (B-E3)."""
    points = set_points(player.sets[colour])
    return text(f"+{points}", x=x, y=y, class_="label start") if points else ""


# The tile in hand


def hand(state: State, seat: int, eyes: int, texts: Texts, plan: Plan) -> str:
    """Draw the tile in hand for whoever is to lay it; for others where its owner's points come from, and the tile."""
    if state.hand != EMPTY and state.seat == eyes:
        return hand_of(plan, state.hand, texts, previewed=seat == state.turn)
    held = held_by(plan, state.seat, state.hand) if state.hand != EMPTY else ""
    return sums_of(state, eyes, texts, plan) + held


def sums_of(state: State, seat: int, texts: Texts, plan: Plan) -> str:
    """Write where the points of a player come from."""
    return sums(plan, umbrella_points(state, seat), water_points(state, seat), sets_points(state, seat), texts)


@lru_cache(maxsize=1000)
def hand_of(plan: Plan, tile: int, texts: Texts, *, previewed: bool) -> str:
    """Draw a tile in every turn that looks different; previews use these very shapes."""
    tray, size = plan.tray, plan.turn
    drawn = [tray.rect("tray", 14)]
    for turn in range(4):
        if DISTINCT[tile, turn]:
            box = Box(tray.x + 3 + turn * (size + 4), tray.y + (tray.height - size) / 2, size, size)
            shape = tag("g", tile_shapes(tile, turn), id=f"ab-{tile}-{turn}" if previewed else None)
            placed = tag("g", shape, transform=box.scale())
            loose = tag("g", placed, class_="top loose", data_key="hand" if turn == 0 else None)
            spoken = texts.say("draw.turned", side=texts.say(f"side.{SIDES[turn]}"))
            drawn.append(boxed_target(SIDES[turn], spoken, loose, box, "turn", data_spin=""))
    return "".join(drawn)


@lru_cache(maxsize=500)
def held_by(plan: Plan, seat: int, tile: int) -> str:
    """Draw the tile that somebody else has in hand, with the number of its player."""
    left, top = plan.tray.x + plan.tray.width - plan.turn - 5, plan.tray.y
    shown = tile_piece("hand", tile, moved(left, top + 6, plan.turn / 100), "")
    return shown + tag("g", numbered(seat, left + 2, top + plan.tray.height - 8), class_=f"seat-{seat}")


@lru_cache(maxsize=2000)
def sums(plan: Plan, umbrellas: int, water: int, sets: int, texts: Texts) -> str:
    """Write where the points of a player come from."""
    tray, named = plan.tray, {"umbrellas": umbrellas, "water": water, "sets": sets}
    drawn = []
    for column, (name, points) in enumerate(named.items()):
        x = tray.x + 34 + SUM * column
        drawn.append(text(points, x=x, y=tray.y + tray.height / 2 - 2, class_="part"))
        drawn.append(text(texts.say(f"board.table.{name}"), x=x, y=tray.y + tray.height / 2 + 22, class_="label small"))
    return tag("g", *drawn, class_="sums")
