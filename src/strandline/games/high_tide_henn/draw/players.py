"""What the players have, and what lies beside them: the pool, the tiles of shark alert and Baywatch."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from strandline.engine.contract import NOBODY
from strandline.engine.elements import number, piece, tag, target, text, title
from strandline.games.high_tide_henn.components import COLOURS, PLAYERS, TILES
from strandline.games.high_tide_henn.notation.names import SIDES
from strandline.games.high_tide_henn.rules import tables
from strandline.games.high_tide_henn.rules.state import english, mover
from strandline.games.high_tide_henn.rules.tables import EMPTY, Phase
from strandline.games.high_tide_henn.words.names import die_in_words

from . import layout
from .ground import strip_cards
from .layout import RIGHT_WIDTH, RIGHT_X, strip_top
from .shapes import card, coin_face, die, halo_of_die, shape

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.high_tide_henn.rules.state import State

    from .layout import Panels, Point


COINS_IN_A_ROW = 3  # of full size, beside the longest name


def of_players(state: State, texts: Texts, points: list[int]) -> dict[str, str]:
    """Draw what each player has: points, coins, tiles, a surfer."""
    panels = layout.panels_of(state)
    tiles, purses, surfers = state.tile.tolist(), state.purse.tolist(), state.surfer.tolist()
    parts = {"to move": to_move(mover(state), panels)}
    for seat in range(panels.seats):
        held = tuple(tile for tile, holder in enumerate(tiles) if holder == seat)
        surfer = surfers[seat] if state.surfers != tables.OFF else EMPTY
        parts[f"points {seat}"] = points_of(seat, points[seat], panels, texts)
        parts[f"purse {seat}"] = purse(seat, tuple(purses[seat]), panels, texts) if state.coins else ""
        parts[f"tiles {seat}"] = tiles_of(seat, held, surfer, panels, texts)
    return parts


@lru_cache(maxsize=128)
def to_move(who: int, panels: Panels) -> str:
    """Outline the card of whoever is to move."""
    return "" if who == NOBODY else card(RIGHT_X, panels.top(who), RIGHT_WIDTH, panels.height, "to-move")


@lru_cache(maxsize=2000)
def points_of(seat: int, points: int, panels: Panels, texts: Texts) -> str:
    """Write a player's points."""
    words = title(texts.say("draw.points", seat=texts.seat(seat), count=points))
    size = "points large" if panels.roomy else "points"
    return tag("g", words, text(points, x=panels.score_x, y=panels.line(seat) + 2, class_=size))


@lru_cache(maxsize=20_000)
def purse(seat: int, values: tuple[int, ...], panels: Panels, texts: Texts) -> str:
    """Draw the coins that a player has taken."""
    taken = [beach for beach, value in enumerate(values) if value]
    if not taken:
        return ""
    drawn = [title(texts.say("draw.purse", seat=texts.seat(seat), total=sum(values)))]
    for beach, (x, y, scale) in zip(reversed(taken), coins_at(len(taken), panels), strict=True):
        key = f"purse-{PLAYERS[texts.wears(seat)]}-{COLOURS[beach]}"
        drawn.append(piece(key, coin_face(beach, values[beach], x, panels.line(seat) + y, scale)))
    return tag("g", *drawn)


def coins_at(count: int, panels: Panels) -> list[tuple[float, float, float]]:
    """Place coins between a name and its points, from the right: more than three in two rows of smaller ones."""
    right = panels.score_x - (61 if panels.roomy else 58)
    if count <= COINS_IN_A_ROW:
        return [(right - 25 * place, -8, 1.02) for place in range(count)]
    row = (count + 1) // 2
    return [(right - 22 * (place % row), (3, -18)[place // row], 0.97) for place in range(count)]


@lru_cache(maxsize=20_000)
def tiles_of(seat: int, held: tuple[int, ...], surfer: int, panels: Panels, texts: Texts) -> str:
    """Draw a player's surfer and Baywatch tiles."""
    count = len(held) + (surfer != EMPTY)
    places = [panels.tile_at(seat, place, count) for place in range(count)]
    drawn = [surfer_tile(seat, surfer, *places.pop(0), texts)] if surfer != EMPTY else []
    for tile, (x, y, scale) in zip(held, places, strict=True):
        halo = shape("tile", "halo", x, y, 1.08 * scale)
        drawn.append(target(f"tile-{TILES[tile]}", use_in_words(tile, texts), halo, tile_face(tile, x, y, scale)))
    return "".join(drawn)


def use_in_words(tile: int, texts: Texts) -> str:
    """Say what a Baywatch tile does."""
    name = TILES[tile]
    return texts.say(f"draw.tile.{name}", tile=texts.say(f"tile.{name}"))


@lru_cache(maxsize=2000)
def tile_face(tile: int, x: float, y: float, scale: float) -> str:
    """Draw a Baywatch tile."""
    return piece(f"tile-{TILES[tile]}", shape(f"tile-{TILES[tile]}", "", x, y, scale))


@lru_cache(maxsize=500)
def surfer_tile(seat: int, beach: int, x: float, y: float, scale: float, texts: Texts) -> str:
    """Draw a player's surfer tile, face down for those who may not know it."""
    if beach == tables.UNKNOWN:
        words = texts.say("draw.surfer_hidden", seat=texts.seat(seat))
        drawn = shape("tile", "tile-back") + shape("back-waves", "back-waves")
    else:
        colour = COLOURS[beach]
        words = texts.say("draw.surfer", seat=texts.seat(seat), beach=texts.say(f"beach.{colour}"))
        rider = shape("rider", f"rider on-{colour}", -1, -4) + shape("head", f"on-{colour}", 2, -14.5)
        drawn = shape("tile", f"surfer-tile {colour}") + rider + shape(f"sign-{colour}", f"on-{colour}", 12, 12, 0.45)
    place = f"translate({number(x)} {number(y)}) scale({number(scale)})"
    return tag("g", title(words), tag("g", drawn, transform=place))


# Beside the players


def beside(state: State, texts: Texts) -> dict[str, str]:
    """Draw the pool, and the tiles of shark alert and Baywatch."""
    seats = state.seats
    parts = {"pool": pool(tuple(state.pool.tolist()), seats, texts, chooses_beach(state))}
    y = strip_top(seats)
    for name, x, width in strip_cards(bool(state.shark), bool(state.baywatch)):
        if name == "shark":
            parts["sharks"] = sharks(tuple(state.sharks.tolist()), x, y, width, texts)
        else:
            tiles = state.tile.tolist()
            parts["prize"] = prize(tiles.index(tables.FACE_UP), x, y, texts) if tables.FACE_UP in tiles else ""
            parts["open"] = open_dice(state.open_seat, tuple(state.open.tolist()), x, y, texts)
    return parts


@lru_cache(maxsize=20_000)
def pool(counts: tuple[int, ...], seats: int, texts: Texts, anywhere: bool) -> str:
    """Draw the dice in the pool in two rows."""
    middles = [layout.die_in_pool(place, seats) for place in range(sum(counts))]
    return dice_of_pool(counts, middles, layout.pool_scale(seats), texts, anywhere)


def dice_of_pool(counts: tuple[int, ...], middles: list[Point], scale: float, texts: Texts, anywhere: bool) -> str:
    """Draw the dice in the pool; equal ones are one target, and where any beach may be chosen those of equal pips."""
    drawn, place = [], iter(middles)
    for name, codes in grouped(counts, anywhere).items():
        dice, halos = "", ""
        for code, copy in codes:
            middle = next(place)
            dice += piece(f"{pool_name(code)}-{copy}", die(code, *middle, scale))
            halos += halo_of_die(*middle, scale)
        code = codes[0][0]
        spoken = texts.say("draw.pips", pips=code % 6 + 1) if anywhere else die_in_words(code, texts)
        drawn.append(target(name, texts.say("draw.in_pool", die=spoken), halos, dice))
    return "".join(drawn)


def pool_name(code: int) -> str:
    """Name a die in the pool."""
    return f"pool-{COLOURS[code // 6]}-{code % 6 + 1}"


def grouped(counts: tuple[int, ...], anywhere: bool) -> dict[str, list[tuple[int, int]]]:
    """Group the dice in the pool by what is pointed at: each with the how manieth of its kind it is (H-B12, H-B30)."""
    found: dict[str, list[tuple[int, int]]] = {}
    for code in sorted(range(tables.DICE), key=lambda code: (code % 6 if anywhere else 0, code)):
        name = f"pips-{code % 6 + 1}" if anywhere else pool_name(code)
        for copy in range(counts[code]):
            found.setdefault(name, []).append((code, copy))
    return found


def chooses_beach(state: State) -> bool:
    """Is a die of the pool being chosen that may move a chair on any beach (H-B30)?"""
    return state.phase == Phase.SECOND_HAND and english(state)


@lru_cache(maxsize=500)
def sharks(counts: tuple[int, ...], x: float, y: float, width: float, texts: Texts) -> str:
    """Write which shark tiles are still to come."""
    left = [value for value, count in enumerate(counts) for _ in range(count)]
    words = title(texts.say("draw.sharks", values=", ".join(map(str, left))))
    rows = (" ".join(map(str, row)) for row in (left[:4], left[4:]))
    drawn = [text(row, x=x + width / 2, y=y + 52 + 25 * k, class_="shark-values") for k, row in enumerate(rows)]
    return tag("g", words, shape("fin", "fin", x + width - 26, y + 18, 0.8), *drawn)


@lru_cache(maxsize=200)
def prize(tile: int, x: float, y: float, texts: Texts) -> str:
    """Draw the Baywatch tile that can be won in this round."""
    words = title(texts.say("draw.prize", tile=use_in_words(tile, texts)))
    return tag("g", words, tile_face(tile, x + 38, y + 57, 1.3))


@lru_cache(maxsize=2000)
def open_dice(seat: int, dice: tuple[int, int], x: float, y: float, texts: Texts) -> str:
    """Draw the open dice, and whose they are."""
    if seat == NOBODY:
        return ""
    words = title(texts.say("draw.open", seat=texts.seat(seat), total=sum(code % 6 + 1 for code in dice)))
    places = zip(SIDES, dice, (x + 92, x + 134), strict=True)
    drawn = [piece(f"open-{side}", die(code, left, y + 58, 0.8)) for side, code, left in places]
    return tag("g", words, *drawn, shape(f"chip-{PLAYERS[texts.wears(seat)]}", "", x + 150, y + 17, 1.1))
