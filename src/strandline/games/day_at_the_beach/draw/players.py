"""The players around the table: name, points and sets on a card each, and the tile in hand."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from strandline.engine.contract import NOBODY, OVER
from strandline.engine.elements import tag, text, title
from strandline.games.day_at_the_beach.notation.names import SIDES
from strandline.games.day_at_the_beach.rules.score import (
    sets_points,
    total,
    umbrella_points,
    water_points,
    winners,
)
from strandline.games.day_at_the_beach.rules.state import umbrellas_on
from strandline.games.day_at_the_beach.rules.tables import COLOUR, COLOURS, DISTINCT, EMPTY

from .layout import HEAD, Box, moved
from .shapes import enlarged, tile_piece, tile_shapes, use
from .targets import boxed_target

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.day_at_the_beach.rules import State

    from .layout import Plan, Point

SUM = 66.0  # from one part of the points to the next
MOST_LETTERS = 11  # of a name
LETTER = 9.6  # how wide one is


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


@lru_cache(maxsize=2000)
def own_card(plan: Plan, player: Player, texts: Texts) -> str:
    """Write who plays on the large beach, beside what is in hand, and draw the sets below."""
    card, room = plan.own_card, plan.tray.x - plan.own_card.x
    step = min((room - 24) / len(COLOURS), 48)
    shown = (*named(player, card.x + 19, card.y + 18, texts), points(player, card.x + room - 19, card.y + 25))
    return outlined(card, player, texts, *shown, *sets(player, card.x + 20, card.y + 44, step))


@lru_cache(maxsize=2000)
def other_card(plan: Plan, index: int, player: Player, texts: Texts) -> str:
    """Write who plays on a small beach, and draw the sets below."""
    card, sea = plan.cards[index], plan.seas[index]
    left, y, right = card.x + 18, card.y + 18, (sea.x if sea.y < card.y + HEAD else card.x + card.width) - 20
    shown = (*named(player, left, y, texts, int((right - left - 33) / LETTER)), points(player, right, y + 7))
    return outlined(card, player, texts, *shown, *sets(player, left, y + 26, min(36, (right - left + 4) / 3)))


def written(card: Box, player: Player, texts: Texts, *drawn: str, radius: float = 22) -> str:
    """Put together what is written on a card; an outline shows whose turn it is."""
    spoken = title(texts.say("draw.points", seat=texts.seat(player.seat), count=player.points))
    outline = card.rect("to-move", radius) if player.to_move else ""
    return tag("g", spoken, outline, *drawn, class_=f"seat seat-{player.seat}")


def numbered(seat: int, x: float, y: float, radius: float = 15) -> str:
    """Write the number of a player on a disc."""
    return tag("circle", cx=x, cy=y, r=radius, class_="emblem") + text(seat + 1, x=x, y=y + 6.5, class_="number")


def outlined(card: Box, player: Player, texts: Texts, *drawn: str) -> str:
    """Put together what is written on a card; the outline stays within the drawing."""
    return written(Box(card.x + 1.5, card.y, card.width - 3, card.height - 1.5), player, texts, *drawn, radius=14)


def named(player: Player, x: float, y: float, texts: Texts, letters: int = MOST_LETTERS) -> tuple[str, str]:
    """Draw a player's number and name, or what of it there is room for."""
    name = texts.seat(player.seat)
    short = name if len(name) <= letters else f"{name[: letters - 1]}…"
    label = text(short, class_="player", data_name=player.seat, data_room=letters)
    return emblem(player, x, y), enlarged(label, (x + (20 if player.won else 17), y + 5), 0.66)


def emblem(player: Player, x: float, y: float) -> str:
    """Draw a player's number; the sun shines on a winner."""
    return (use("sun", (x, y), 0.7) if player.won else "") + numbered(player.seat, x, y, 11.5)


def points(player: Player, x: float, y: float) -> str:
    """Write how many points somebody has."""
    return text(player.points, x=x, y=y, class_="part")


def sets(player: Player, x: float, y: float, step: float) -> list[str]:
    """Draw how many umbrellas of each colour somebody has."""
    size = min(0.37, step / 73)
    return [set_of(player.sets[colour], colour, (x + step * colour, y), size) for colour in range(len(COLOURS))]


def set_of(count: int, colour: int, place: Point, size: float) -> str:
    """Draw the umbrella of a colour, with their number on a hub that is large enough to be read."""
    drawn = use(COLOURS[colour], place, size)
    if not count:
        return tag("g", drawn, class_="set none")
    hub = tag("circle", r=11, class_="ab-hub") + text(count, y=7.2, class_="worth")
    return tag("g", drawn, enlarged(hub, place, 0.69), class_="set")


@lru_cache(maxsize=100)
def lenses(plan: Plan, eyes: int) -> str:
    """Lay over the others' cards what lets the page show each of them large."""
    seats = len(plan.cards) + 1
    return "".join(
        tag("g", card.rect("lens", 14), data_enlarge=(eyes + index) % seats)
        for index, card in enumerate(plan.cards if plan.seas else (), 1)
    )


# The tile in hand


def hand(state: State, seat: int, eyes: int, texts: Texts, plan: Plan) -> str:
    """Draw the tile in hand: for whoever lays it in every turn; that of somebody else on their beach."""
    if state.hand == EMPTY or state.seat != eyes:
        return (sums_of(state, eyes, texts, plan) if plan.summed else "") + held(state, eyes, plan)
    return hand_of(plan, state.hand, texts, previewed=seat == state.turn)


def held(state: State, eyes: int, plan: Plan) -> str:
    """Draw the tile that somebody else has in hand."""
    if state.hand == EMPTY:
        return ""
    sea = plan.seas[(state.seat - eyes) % state.seats - 1]
    return tile_piece("hand", state.hand, moved(sea.x + 3, sea.y + 3, 0.3), " loose")


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
