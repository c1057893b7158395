"""What a tall window shows in strips: the players in the order of play, and what lies beside them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from strandline.engine.contract import NOBODY
from strandline.engine.elements import piece, tag, target, text, title
from strandline.games.high_tide_henn.components import COLOURS, PLAYERS, TILES
from strandline.games.high_tide_henn.notation.names import SIDES
from strandline.games.high_tide_henn.rules import tables
from strandline.games.high_tide_henn.rules.state import mover
from strandline.games.high_tide_henn.rules.tables import EMPTY

from .players import chooses_beach, dice_of_pool, surfer_tile, tile_face, use_in_words
from .shapes import box, die, shape

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.high_tide_henn.rules.state import State


WIDTH = 366.0
GAP = 4.0
TILE_STEP = 44.0  # of tiles that can be pointed at
POOL_ROW, POOL_STEP = 8, 50.0  # dice of the pool that can be pointed at
PRIZE = 42.0  # the room for this round's Baywatch tile
LETTER = 8.4  # the width of a letter of a name, about


@dataclass(frozen=True, eq=False)
class Strip:
    """The players' cards side by side, and the row for what lies beside."""

    seats: int
    extras: bool  # players have coins, tiles or surfers: a third line
    baywatch: bool

    @property
    def height(self) -> float:
        """The height of the cards."""
        return 58.0 if self.extras else 42.0

    @property
    def width(self) -> float:
        """The width of a card."""
        return (WIDTH - GAP * (self.seats - 1)) / self.seats

    def x(self, place: int) -> float:
        """Find where a card begins; the first to play is 0."""
        return card_x(place, self.seats)

    def place_of(self, seat: int, state: State) -> int:
        """Find the place of a player's card."""
        return order_of(state).index(seat)

    def beside_height(self, pool: int) -> float:
        """Give the height of the row beside, with so many rows of dice of the pool to be pointed at."""
        return (44.0 if self.baywatch else 22.0) + POOL_STEP * pool


strips = cache(Strip)


def card_x(place: int, seats: int) -> float:
    """Find where one of so many cards begins."""
    return (WIDTH + GAP) / seats * place


def strip_of(state: State) -> Strip:
    """Lay the strips out for a match."""
    return strips(state.seats, bool(state.coins or state.surfers or state.baywatch), bool(state.baywatch))


def order_of(state: State) -> tuple[int, ...]:
    """List the players: those who have played as they will in the next round, then those in the pile."""
    towels = (*state.towel.tolist(), *state.order.tolist()[state.turns :])
    dealt = [seat for seat in towels if seat != NOBODY]
    return (*dealt, *(seat for seat in range(state.seats) if seat not in dealt))


# The players


def of_players(state: State, texts: Texts, points: list[int], strip: Strip) -> dict[str, str]:
    """Draw the players' cards: who, how many points, what they have."""
    tiles, purses, surfers = state.tile.tolist(), state.purse.tolist(), state.surfer.tolist()
    who, parts = mover(state), {}
    for place, seat in enumerate(order_of(state)):
        held = tuple(tile for tile, holder in enumerate(tiles) if holder == seat and seat != who)
        surfer = surfers[seat] if state.surfers != tables.OFF else EMPTY
        parts[f"player {seat}"] = person(place, seat, points[seat], place < state.turns, seat == who, strip, texts)
        parts[f"things {seat}"] = things(place, seat, surfer, held, tuple(purses[seat]), strip, texts)
    return parts


@lru_cache(maxsize=20_000)
def person(place: int, seat: int, points: int, done: bool, moves: bool, strip: Strip, texts: Texts) -> str:
    """Draw a player's card; tinted once the turn is over, outlined while it is on."""
    x, width = strip.x(place), strip.width
    middle, room = x + width / 2, int((width - 2) / LETTER)
    name = texts.seat(seat)
    name = name if len(name) <= room else f"{name[: room - 1]}…"
    words = title(texts.say("draw.points", seat=texts.seat(seat), count=points))
    drawn = [
        box(x + 0.6, 0.6, width - 1.2, strip.height - 1.2, 10, "person done" if done else "person"),
        box(x + 1.25, 1.25, width - 2.5, strip.height - 2.5, 9, "to-move") if moves else "",
        shape(f"chip-{PLAYERS[texts.wears(seat)]}", "", x + 14, 14, 0.8),
        text(points, x=x + width - 6, y=20.5, class_="points compact"),
        text(name, x=middle, y=36, class_="player compact", data_name=seat, data_room=room),
    ]
    return tag("g", words, *drawn)


@lru_cache(maxsize=20_000)
def things(
    place: int, seat: int, surfer: int, held: tuple[int, ...], purse: tuple[int, ...], strip: Strip, texts: Texts
) -> str:
    """Draw what a player has, small: a surfer, coins, tiles; the tiles of whoever is to move lie below, large."""
    coins = [(beach, value) for beach, value in enumerate(purse) if value]
    count = len(coins) + len(held) + (surfer != EMPTY)
    if not count:
        return ""
    step = min(17.0, (strip.width - 8 - 15) / max(count - 1, 1))
    x, y = strip.x(place) + strip.width / 2 - step * (count - 1) / 2, 48.0
    drawn = []
    if surfer != EMPTY:
        drawn.append(surfer_tile(seat, surfer, x, y, 0.38, texts))
        x += step
    for tile in held:
        face = tile_face(tile, x, y, 0.38)
        drawn.append(target(f"tile-{TILES[tile]}", use_in_words(tile, texts), shape("tile", "halo", x, y, 0.4), face))
        x += step
    for beach, value in coins:
        key, colour = f"purse-{PLAYERS[texts.wears(seat)]}-{COLOURS[beach]}", COLOURS[beach]
        number = text(value, x=x, y=y + 4.9, class_=f"value compact hn-on-{colour}") if step > 9 else ""
        drawn.append(piece(key, shape(f"coin-{colour}", "", x, y, 0.7) + number))
        x += step
    words = [title(texts.say("draw.purse", seat=texts.seat(seat), total=sum(purse)))] if coins else []
    return tag("g", *words, *drawn)


@lru_cache(maxsize=5000)
def pill(place: int, strip: Strip, before: int, after: int) -> str:
    """Write what the score would be, over what it is."""
    rise = "more" if after > before else "less" if after < before else "equal"
    words = text(f"{before}→{after}", x=strip.x(place) + strip.width / 2, y=18.5, class_="pill-text compact")
    return box(strip.x(place) + 1, 2, strip.width - 2, 24, 11, f"pill {rise}") + words


# Beside them


def pool_rows(state: State) -> int:
    """Count the rows of the pool while a die of it can be chosen."""
    count: int = sum(state.pool.tolist())
    return -(-count // POOL_ROW)


def beside(state: State, texts: Texts, strip: Strip, top: float, *, large: bool) -> dict[str, str]:
    """Draw the pool, the tiles of whoever is to move, and what shark alert and Baywatch need."""
    tiles, who, parts = state.tile.tolist(), mover(state), {}
    own = tuple(tile for tile, holder in enumerate(tiles) if holder == who and who != NOBODY) if strip.baywatch else ()
    x, lower = (PRIZE, top + 33) if strip.baywatch else (3.0, top + 11)
    step = min(17.0, (WIDTH - x - TILE_STEP * len(own)) / (2 * strip.seats))
    counts = tuple(state.pool.tolist())
    how = (texts, chooses_beach(state))
    parts["pool"] = large_pool(counts, lower + 36, *how) if large else pool(counts, x, lower, step, *how)
    if strip.baywatch:
        parts["tiles"] = own_tiles(own, top + 22, texts)
        parts["prize"] = prize(tiles.index(tables.FACE_UP), top + 22, texts) if tables.FACE_UP in tiles else ""
        parts["open"] = open_dice(state.open_seat, tuple(state.open.tolist()), top + 11, texts)
    if state.shark:
        left = tuple(value for value, count in enumerate(state.sharks.tolist()) for _ in range(count))
        parts["sharks"] = sharks(left, x + 58 if strip.baywatch else WIDTH - 22 - 13 * len(left), top + 11, texts)
    return parts


@lru_cache(maxsize=2000)
def own_tiles(held: tuple[int, ...], y: float, texts: Texts) -> str:
    """Draw the tiles that can be used, from the right."""
    drawn = []
    for place, tile in enumerate(held):
        x = WIDTH - TILE_STEP * (len(held) - place - 0.5)
        halo = box(x - 21, y - 21, 42, 42, 9, "halo")
        drawn.append(target(f"tile-{TILES[tile]}", use_in_words(tile, texts), halo, tile_face(tile, x, y, 0.96)))
    return "".join(drawn)


@lru_cache(maxsize=20_000)
def pool(counts: tuple[int, ...], x: float, y: float, step: float, texts: Texts, anywhere: bool) -> str:
    """Draw the dice in the pool in one row."""
    middles = [(x + step * (place + 0.5), y) for place in range(sum(counts))]
    return dice_of_pool(counts, middles, step / 46, texts, anywhere)


@lru_cache(maxsize=2000)
def large_pool(counts: tuple[int, ...], y: float, texts: Texts, anywhere: bool) -> str:
    """Draw the dice in the pool while one of them is chosen."""
    rows = (divmod(place, POOL_ROW) for place in range(sum(counts)))
    middles = [(WIDTH / POOL_ROW * (column + 0.5), y + POOL_STEP * row) for row, column in rows]
    return dice_of_pool(counts, middles, 0.75, texts, anywhere)


@lru_cache(maxsize=500)
def sharks(left: tuple[int, ...], x: float, y: float, texts: Texts) -> str:
    """Write which shark tiles are still to come."""
    values = list(map(str, left))
    words = title(texts.say("draw.sharks", values=", ".join(values)))
    written = text(" ".join(values), x=x + 20, y=y + 5, class_="shark-values compact")
    return tag("g", words, shape("fin", "fin", x + 8, y + 2, 0.55), written)


@lru_cache(maxsize=200)
def prize(tile: int, y: float, texts: Texts) -> str:
    """Draw the Baywatch tile that can be won in this round."""
    words = title(texts.say("draw.prize", tile=use_in_words(tile, texts)))
    return tag("g", words, shape("sun", "sun", 20, y, 0.68), tile_face(tile, 20, y, 0.68))


@lru_cache(maxsize=2000)
def open_dice(seat: int, dice: tuple[int, int], y: float, texts: Texts) -> str:
    """Draw the open dice, and whose they are."""
    if seat == NOBODY:
        return ""
    words = title(texts.say("draw.open", seat=texts.seat(seat), total=sum(code % 6 + 1 for code in dice)))
    places = zip(SIDES, dice, (PRIZE + 27, PRIZE + 44), strict=True)
    drawn = [piece(f"open-{side}", die(code, x, y, 0.36)) for side, code, x in places]
    return tag("g", words, shape(f"chip-{PLAYERS[texts.wears(seat)]}", "", PRIZE + 8, y, 0.7), *drawn)
