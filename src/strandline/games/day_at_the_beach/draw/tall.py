"""The table for a phone held upright: the same things, arranged by what is to be done (see `upright`)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from strandline.engine.contract import OVER
from strandline.engine.elements import tag, text, title
from strandline.games.day_at_the_beach.rules.state import open_cells, tiles_of
from strandline.games.day_at_the_beach.rules.tables import COLOURS, GROUND, ROUNDS, Move

from . import table
from .layout import Box, panned, zoom_of
from .panels import panels, paper
from .players import LETTER, Player, emblem, named, outlined, player_of, points, sets, whose
from .shapes import definitions
from .upright import ARROWS, HEIGHT, LEAST, ROW, WIDTH, Kind, pans, plan_for, room_for

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.day_at_the_beach.rules import State
    from strandline.games.day_at_the_beach.rules.state import Laid

    from .layout import Pan, Plan, Zoom

AROUND = {Kind.TAKE: 0.7, Kind.UMBRELLA: 0.5, Kind.WATER: 0.2, Kind.LAY: 0.1, Kind.END: 0.5}  # room, in cells
FEWEST = 5  # letters of a name that are worth writing
AMPLE = 0.44  # from this scale on, cells are large enough for some room around them
ON_THE_BEACH = ("free", "sea", "missing", "waiting")  # parts, besides those of the seat
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
    kind, plan, own, cells, pan, zoom = seen_by(state, eyes := whose(state, seat))
    sign = "" if kind >= Kind.WATER else round_sign(state.round, int(ROUNDS[state.seats]), plan.panels[1])
    cards = {"card": own_card(plan, kind, player_of(state, eyes), texts)}
    for index in range(1, state.seats):
        other = player_of(state, (eyes + index) % state.seats)
        cards[f"card {index}"] = other_card(plan, kind, index - 1, other, texts)
    seen = table.Seen(plan, zoom, own, cells, told=lays(state, kind), broad=pan is not None)
    parts = {"panels": panels(plan, 15)} | table.pieces(state, texts, last, seat, seen, cards, sign)
    return parts | (movable(parts, eyes, pan, plan, texts) if pan else {"pan": ""})


def ghosts(state: State, texts: Texts, seat: int) -> str:  # noqa: ARG001
    """Draw what would come of what this seat can do."""
    _, plan, _, _, pan, zoom = seen_by(state, whose(state, seat))
    return table.previews(state, seat, plan, zoom, broad=pan is not None)


# The arrangement


def seen_by(state: State, eyes: int) -> tuple[Kind, Plan, Laid, tuple[int, ...], Pan | None, Zoom]:
    """Choose what these eyes look for, the arrangement for it, and which part of the own beach they see."""
    kind = kind_of(state, eyes)
    plan, own = arranged(state, eyes, kind), tiles_of(state, eyes)
    cells = open_cells(state, eyes) if kind == Kind.WATER or lays(state, kind) else ()
    pan = pan_on(cells, plan.own_sea) if lays(state, kind) else None
    return kind, plan, own, cells, pan, pan.zoom if pan else zoom_on(kind, own, cells, plan.own_sea)


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
    return plan_for(kind, state.seats, room_for(*extent(open_cells(state, eyes)), state.seats))


def extent(cells: tuple[int, ...]) -> tuple[float, float]:
    """Count columns and rows of the cells where a tile may be laid, with some room around them."""
    west, north, east, south = GROUND.bounds(cells, 2)
    return east - west + 1 + AROUND[Kind.LAY], south - north + 1 + AROUND[Kind.LAY]


def zoom_on(kind: Kind, laid: Laid, cells: tuple[int, ...], sea: Box) -> Zoom:
    """Zoom so that the tiles fill the sea, with the open cells where these matter."""
    shown, least = (*(cell for cell, *_ in laid), *cells), 2 if cells else 1
    zoom = zoom_of(shown, sea, least)
    return zoom if kind == Kind.LAY and zoom.scale >= AMPLE else zoom_of(shown, sea, least, AROUND[kind])


# A beach that is too broad to be seen at once


def pan_on(cells: tuple[int, ...], sea: Box) -> Pan | None:
    """Choose which part of a broad beach is seen at first."""
    if not pans(extent(cells)[0]):
        return None
    return panned(cells, sea._replace(height=sea.height - ARROWS), 2, LEAST / 100)


def movable(parts: dict[str, str], eyes: int, pan: Pan, plan: Plan, texts: Texts) -> dict[str, str]:
    """Let the page move the own beach: all of it in groups of a class, and below it the arrows that do it."""
    own = {name for name in parts if name.startswith((f"tile {eyes}.", f"umbrella {eyes}."))}
    own |= {*ON_THE_BEACH, *(f"{name} {eyes}" for name in ("surf", "newest", "lines"))}
    moved = {name: f'<g class="panned">{parts[name]}</g>' for name in own if parts[name]}
    return moved | {"pan": arrows(pan, plan, texts)}


@lru_cache(maxsize=200)
def arrows(pan: Pan, plan: Plan, texts: Texts) -> str:
    """Draw the two arrows, which say how far each side can be moved; and a hem where the beach goes on."""
    sea = plan.own_sea
    y, drawn = sea.y + sea.height - ARROWS, []
    for side, x, by, room in (("left", 4.0, 1, pan.right), ("right", WIDTH - 124, -1, pan.left)):
        box = Box(x, y + 2, 120, ARROWS - 5)
        point = f"M{x + 60 + 6 * by:g} {y + 14:g}l{-12 * by} 9l{12 * by} 9"
        shown = (title(texts.say(f"draw.pan.{side}")), box.rect("way", 12), tag("path", d=point, class_="point"))
        more = {"role": "button", "tabindex": 0, "aria_label": texts.say(f"draw.pan.{side}"), "data_by": by}
        drawn.append(tag("g", *shown, **more, class_="arrow", aria_disabled=None if room else "true"))
        if room:
            hem = Box(0 if by > 0 else WIDTH - 5, sea.y, 5, sea.height - ARROWS)
            drawn.append(hem.rect("cut", 0))
    return tag("g", *drawn, data_pan=f"{pan.left:g} {pan.right:g}")


# Who plays


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
        drawn = [*named(player, x, y, texts, FEWEST), *sets(player, x + 75, y, 17.5), points(player, right + 4, y + 7)]
    else:
        step = min((card.width - 4) / len(COLOURS), 27)
        left, letters = card.x + card.width / 2 - 1.5 * step, int((right - x - 29) / LETTER)
        who = named(player, x, y, texts, letters) if letters >= FEWEST else (emblem(player, x, y),)
        drawn = [*who, points(player, right, y + 7), *sets(player, left, y + 23, step)]
    return outlined(card, player, texts, *drawn)


@lru_cache(maxsize=100)
def round_sign(played: int, rounds: int, strip: Box) -> str:
    """Write which round it is, and mark those that are over."""
    x, y = strip.x + 28, strip.y + 26
    dots = (
        tag("circle", cx=x + 10 * (k - (rounds - 1) / 2), cy=y + 13, r=3.4, class_="past" if k <= played else "to-come")
        for k in range(rounds)
    )
    return tag("g", text(f"{played + 1}/{rounds}", x=x, y=y, class_="part"), *dots, class_="round")
