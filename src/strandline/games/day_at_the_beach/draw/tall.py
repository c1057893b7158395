"""The table for a phone held upright: the same things, arranged by what is to be done (see `upright`)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from strandline.engine.contract import OVER
from strandline.engine.elements import tag, text
from strandline.games.day_at_the_beach.rules import preview
from strandline.games.day_at_the_beach.rules.state import open_cells, tiles_of
from strandline.games.day_at_the_beach.rules.tables import COLOURS, EMPTY, GROUND, ROUNDS, Move

from . import beach, ghosts, market, players
from .layout import Box, moved, zoom_of
from .panels import panels, paper
from .players import Player, numbered, player_of, whose, written
from .shapes import definitions, enlarged, tile_piece, use
from .upright import HEIGHT, ROW, WIDTH, Kind, plan_for, room_for

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.day_at_the_beach.rules import State
    from strandline.games.day_at_the_beach.rules.state import Laid

    from .layout import Plan, Point, Zoom

AROUND = {Kind.TAKE: 0.7, Kind.UMBRELLA: 0.5, Kind.WATER: 0.2, Kind.LAY: 0.1, Kind.END: 0.5}  # room, in cells
MOST_LETTERS = 11  # of a name
AMPLE = 0.44  # from this scale on, cells are large enough for some room around them
KINDS = {Move.UMBRELLA: Kind.UMBRELLA, Move.WATER: Kind.WATER, Move.LAY: Kind.LAY, Move.COVER: Kind.LAY}


def frame(state: State, seat: int) -> tuple[float, ...]:
    """Show the whole of the arrangement."""
    eyes = whose(state, seat)
    return (0, 0, WIDTH, arranged(state, eyes, kind_of(state, eyes)).height)


def board(state: State, texts: Texts, seat: int) -> str:  # noqa: ARG001
    """Draw what never changes; the panels are pieces, for they follow what is to be done."""
    return definitions() + paper(WIDTH, 2 * HEIGHT)


def pieces(state: State, texts: Texts, last: int, seat: int) -> dict[str, str]:
    """Draw everything as this seat sees it, and what it can point at."""
    eyes = whose(state, seat)
    kind = kind_of(state, eyes)
    plan, own = arranged(state, eyes, kind), tiles_of(state, eyes)
    cells = open_cells(state, eyes) if kind == Kind.WATER or lays(state, kind) else ()
    zoom = zoom_on(kind, own, cells, plan.own_sea)
    sign = "" if kind >= Kind.WATER else round_sign(state.round, int(ROUNDS[state.seats]), plan.panels[1])
    parts = {"panels": panels(plan, 15)} | market.market(state, texts, last, eyes, plan, sign)
    parts["card"] = own_card(plan, kind, player_of(state, eyes), texts)
    parts["free"] = beach.free_cells(cells, zoom, texts, to_move=lays(state, kind))
    for index in range(1, state.seats):
        other = (eyes + index) % state.seats
        parts[f"card {index}"] = other_card(plan, kind, index - 1, player_of(state, other), texts)
        parts |= beach.small_beach(state, other, index, plan) if plan.seas else {}
    parts |= beach.large_beach(state, eyes, own, zoom, plan) | to_do(state, eyes, kind, zoom, texts)
    parts["hand"] = hand(state, seat, eyes, texts, plan)
    acting = seat == state.turn
    grown, worth = (plan.grown(size, zoom.scale) for size in (26, 20))
    parts["ghosts"] = tag("g", ghosts.on_the_beach(state, grown, worth), transform=zoom.written()) if acting else ""
    parts["covers"] = ghosts.covers(state, plan) + ghosts.met_by(state, plan) if acting else ""
    return parts


# The arrangement


def kind_of(state: State, eyes: int) -> Kind:
    """Say what these eyes look for: whoever waits sees the grid and all beaches."""
    if state.turn == OVER:
        return Kind.END
    return KINDS.get(Move(state.due), Kind.TAKE) if state.seat == eyes else Kind.TAKE


def lays(state: State, kind: Kind) -> bool:
    """Is a tile to be laid, so that all open cells must be large enough to be pointed at?"""
    return kind == Kind.LAY and state.due == Move.LAY


def arranged(state: State, eyes: int, kind: Kind) -> Plan:
    """Choose the arrangement; it is higher than usual where a tile is laid on a very long beach."""
    if not lays(state, kind):
        return plan_for(kind, state.seats)
    west, north, east, south = GROUND.bounds(open_cells(state, eyes), 2)
    columns, rows = east - west + 1 + AROUND[kind], south - north + 1 + AROUND[kind]
    return plan_for(kind, state.seats, room_for(columns, rows, state.seats))


def zoom_on(kind: Kind, laid: Laid, cells: tuple[int, ...], sea: Box) -> Zoom:
    """Zoom so that the tiles fill the sea, with the open cells where these matter."""
    shown, least = (*(cell for cell, *_ in laid), *cells), 2 if cells else 1
    zoom = zoom_of(shown, sea, least)
    return zoom if kind == Kind.LAY and zoom.scale >= AMPLE else zoom_of(shown, sea, least, AROUND[kind])


# Who plays, and what is to be done


@lru_cache(maxsize=2000)
def own_card(plan: Plan, kind: Kind, player: Player, texts: Texts) -> str:
    """Write who plays on the large beach: in one line, or in two beside what is in hand."""
    card = plan.own_card
    if kind < Kind.LAY:
        drawn = [*named(player, card.x + 18, card.y + 17, texts), *sets(player, card.x + 152, card.y + 17, 36)]
        return outlined(card, player, texts, *drawn, points(player, card.x + card.width - 24, card.y + 24))
    drawn = [*named(player, card.x + 18, card.y + 17, texts), *sets(player, card.x + 18, card.y + 42, 27)]
    return outlined(card, player, texts, *drawn, points(player, card.x + 138, card.y + 49))


@lru_cache(maxsize=2000)
def other_card(plan: Plan, kind: Kind, index: int, player: Player, texts: Texts) -> str:
    """Write who plays on a small beach, as there is room: in one line, in two, or beside the beach."""
    card, others = plan.cards[index], len(plan.cards)
    x, y, right = card.x + 16, card.y + 16, card.x + card.width - 22
    if others == 1 and kind != Kind.LAY:
        drawn = [*named(player, x, y, texts), *sets(player, x + 2, y + 28, 27), points(player, x + 40, y + 66)]
    elif others == 1:
        drawn = [*named(player, x, y, texts), *sets(player, x + 136, y, 36), points(player, right, y + 7)]
    elif others < ROW:
        drawn = [emblem(player, x, y), *sets(player, x + 30, y, 26), points(player, right, y + 7)]
    else:
        step = min((card.width - 4) / len(COLOURS), 27)
        left = card.x + card.width / 2 - 1.5 * step
        drawn = [emblem(player, x, y), points(player, right, y + 7), *sets(player, left, y + 23, step)]
    return outlined(card, player, texts, *drawn)


def outlined(card: Box, player: Player, texts: Texts, *drawn: str) -> str:
    """Put together what is written on a card; the outline stays within the drawing."""
    return written(Box(card.x + 1.5, card.y, card.width - 3, card.height - 1.5), player, texts, *drawn, radius=14)


def named(player: Player, x: float, y: float, texts: Texts) -> tuple[str, str]:
    """Draw a player's number and name."""
    name = texts.seat(player.seat)
    short = name if len(name) <= MOST_LETTERS else f"{name[: MOST_LETTERS - 1]}…"
    label = text(short, class_="player", data_name=player.seat, data_room=MOST_LETTERS)
    return emblem(player, x, y), enlarged(label, (x + (20 if player.won else 17), y + 5), 0.66)


def emblem(player: Player, x: float, y: float) -> str:
    """Draw a player's number; the sun shines on a winner."""
    return (use("sun", (x, y), 0.78) if player.won else "") + numbered(player.seat, x, y, 11.5)


def points(player: Player, x: float, y: float) -> str:
    """Write how many points somebody has."""
    return text(player.points, x=x, y=y, class_="part", data_score=player.seat)


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
def round_sign(played: int, rounds: int, strip: Box) -> str:
    """Write which round it is, and mark those that are over."""
    x, y = strip.x + 28, strip.y + 26
    dots = (
        tag("circle", cx=x + 10 * (k - (rounds - 1) / 2), cy=y + 13, r=3.4, class_="past" if k <= played else "to-come")
        for k in range(rounds)
    )
    return tag("g", text(f"{played + 1}/{rounds}", x=x, y=y, class_="part"), *dots, class_="round")


def to_do(state: State, eyes: int, kind: Kind, zoom: Zoom, texts: Texts) -> dict[str, str]:
    """Draw on the own beach what is closed, what is missing and what waits for an umbrella."""
    going_on = kind != Kind.END
    sea = dict.fromkeys(preview.open_sea(state, eyes).tolist()) if lays(state, kind) else ()
    quarters = preview.missing_quarters(state, eyes).tolist() if going_on else []
    return {
        "sea": beach.open_sea(tuple(cell for cell in sea if zoom.shows(cell, WIDTH)), zoom, texts, to_move=True),
        "missing": beach.missing_quarters(tuple(map(tuple, quarters)), zoom),
        "waiting": beach.waiting(state, zoom, texts) if going_on and state.seat == eyes else "",
    }


def hand(state: State, seat: int, eyes: int, texts: Texts, plan: Plan) -> str:
    """Draw the tile in hand: for whoever lays it in every turn; that of somebody else beside their beach."""
    if state.hand != EMPTY:
        if state.seat == eyes:
            return players.hand_of(plan, state.hand, texts, previewed=seat == state.turn)
        sea = plan.seas[(state.seat - eyes) % state.seats - 1]
        return tile_piece("hand", state.hand, moved(sea.x + 3, sea.y + 3, 0.3), " loose")
    return "" if plan.own_sea.x else players.sums_of(state, eyes, texts, plan)
