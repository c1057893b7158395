"""The same for a window about as high as wide: dice and beaches as in a wide one, all else below them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING

from strandline.engine.contract import NOBODY
from strandline.engine.elements import piece, tag, target, text, title
from strandline.games.high_tide_henn.components import COLOURS, PLAYERS, TILES
from strandline.games.high_tide_henn.rules import tables
from strandline.games.high_tide_henn.rules.score import points
from strandline.games.high_tide_henn.rules.state import mover
from strandline.games.high_tide_henn.rules.tables import EMPTY

from .dice import in_tray, on_track
from .ghosts import previews
from .ground import beaches, captioned, track, tray
from .layout import BOTTOM, GAP, LEFT_X, SHORE, STRIP_HEIGHT, track_of
from .players import chooses_beach, dice_of_pool, open_dice, prize, sharks, surfer_tile, tile_face, use_in_words
from .shapes import box, coin_face, definitions, shape
from .shore import boats, on_beaches

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.high_tide_henn.rules.state import State

WIDTH = 1024.0
ROOM = WIDTH - 2 * LEFT_X
PEOPLE = BOTTOM + 2 * GAP  # where the players' cards begin
LOW, HIGH = 46.0, 88.0  # their height, without and with a second line for what the players have
LETTER = 13.0  # the width of a letter of a name, about
SHARK, BAYWATCH = 150.0, 190.0  # the width of their cards
CAPTION = 84.0  # what the pool leaves free for its own
DIE = 46.0  # the width of a die, at most with what is beside it


@dataclass(frozen=True, eq=False)
class Below:
    """What stands below the beaches, for as many players and these expansions."""

    seats: int
    extras: bool  # players have coins, tiles or surfers
    shark: bool
    baywatch: bool

    @property
    def width(self) -> float:
        """The width of a player's card."""
        return (ROOM + GAP) / self.seats - GAP

    @property
    def height(self) -> float:
        """The height of a player's card."""
        return HIGH if self.extras else LOW

    @property
    def top(self) -> float:
        """Where the cards of the pool and the expansions begin."""
        return PEOPLE + self.height + GAP

    @property
    def cards(self) -> dict[str, tuple[float, float]]:
        """Where each of these cards begins, and how wide it is."""
        x, found = LEFT_X, {}
        for name, there, width in (("shark", self.shark, SHARK), ("baywatch", self.baywatch, BAYWATCH)):
            if there:
                found[name] = (x, width)
                x += width + GAP
        return found | {"pool": (x, WIDTH - LEFT_X - x)}

    def x(self, seat: int) -> float:
        """Find where a player's card begins."""
        return LEFT_X + (self.width + GAP) * seat


below_of = cache(Below)


def arranged(state: State) -> Below:
    """Lay out what stands below the beaches."""
    extras = bool(state.coins or state.surfers or state.baywatch)
    return below_of(state.seats, extras, bool(state.shark), bool(state.baywatch))


def frame(state: State, seat: int = NOBODY) -> tuple[float, float, float, float]:  # noqa: ARG001
    """Give the viewBox: it ends where the last card does."""
    return 0, 0, WIDTH, arranged(state).top + STRIP_HEIGHT + GAP


def board(state: State, texts: Texts, seat: int = NOBODY) -> str:  # noqa: ARG001
    """Draw the beaches, the empty track and tray, and the cards below."""
    return ground(arranged(state), texts)


@lru_cache(maxsize=64)
def ground(below: Below, texts: Texts) -> str:
    """Draw what depends on nothing but the number of players and the expansions."""
    drawn = [
        definitions(),
        tag("rect", width=WIDTH, height=below.top + STRIP_HEIGHT + GAP, class_="sl-paper square"),
        beaches(SHORE),
        track(track_of(below.seats), texts),
        tray(),
    ]
    for name, (x, width) in below.cards.items():
        drawn += captioned(x, below.top, width, STRIP_HEIGHT, texts.say(f"draw.{name}"))
    return "".join(drawn)


def pieces(state: State, texts: Texts, last: int, seat: int = NOBODY) -> dict[str, str]:  # noqa: ARG001
    """Draw what lies and stands on the board, what is in hand, and what the players have."""
    scores, below = points(state), arranged(state)
    return {
        **on_beaches(state, texts, last, SHORE, boats(tuple(scores), texts)),
        **on_track(state, texts, last),
        **in_tray(state, texts),
        **of_players(state, texts, scores, below),
        **beside(state, texts, below),
        "ghosts": "",
    }


def ghosts(state: State, texts: Texts, seat: int = NOBODY) -> str:  # noqa: ARG001
    """Draw what each choice of the player would bring."""
    return previews(state, SHORE, track_of(state.seats), partial(pill, state.turn, arranged(state)))


@lru_cache(maxsize=5000)
def pill(seat: int, below: Below, before: int, after: int) -> str:
    """Write what the score would be, over what it is."""
    rise, right = "more" if after > before else "less" if after < before else "equal", below.x(seat) + below.width
    words = text(f"{before} → {after}", x=right - 56, y=PEOPLE + 31, class_="pill-text")
    return box(right - 108, PEOPLE + 4, 104, 38, 19, f"pill {rise}") + words


# The players


def of_players(state: State, texts: Texts, scores: list[int], below: Below) -> dict[str, str]:
    """Draw the players' cards: who, how many points, what they have."""
    tiles, purses, surfers, parts = state.tile.tolist(), state.purse.tolist(), state.surfer.tolist(), {}
    for seat in range(below.seats):
        held = tuple(tile for tile, holder in enumerate(tiles) if holder == seat)
        surfer = surfers[seat] if state.surfers != tables.OFF else EMPTY
        parts[f"player {seat}"] = person(seat, scores[seat], mover(state) == seat, below, texts)
        parts[f"things {seat}"] = things(seat, surfer, held, tuple(purses[seat]), below, texts)
    return parts


@lru_cache(maxsize=2000)
def person(seat: int, score: int, moves: bool, below: Below, texts: Texts) -> str:
    """Draw a player's card, outlined while it is that player's turn."""
    x, width = below.x(seat), below.width
    room = int((width - 84) / LETTER)
    name = texts.seat(seat)
    return tag(
        "g",
        title(texts.say("draw.points", seat=name, count=score)),
        box(x, PEOPLE, width, below.height, 14, "card"),
        box(x + 1.5, PEOPLE + 1.5, width - 3, below.height - 3, 13, "to-move") if moves else "",
        shape(f"chip-{PLAYERS[texts.wears(seat)]}", "", x + 21, PEOPLE + 23, 1.2),
        text(name[:room], x=x + 40, y=PEOPLE + 31, class_="player", data_name=seat, data_room=room),
        text(score, x=x + width - 9, y=PEOPLE + 33, class_="points"),
    )


@lru_cache(maxsize=20_000)
def things(seat: int, surfer: int, held: tuple[int, ...], purse: tuple[int, ...], below: Below, texts: Texts) -> str:
    """Draw what a player has in the second line: a surfer, tiles, coins."""
    coins = [(beach, value) for beach, value in enumerate(purse) if value]
    sizes = [38.0] * ((surfer != EMPTY) + len(held)) + [27.0] * len(coins)
    closer = min(1.0, (below.width - 16) / max(sum(sizes), 1))
    x, y, drawn = below.x(seat) + 8 + 18 * closer, PEOPLE + 65, []
    if surfer != EMPTY:
        drawn.append(surfer_tile(seat, surfer, x, y, 0.84, texts))
        x += 38 * closer
    for tile in held:
        halo = shape("tile", "halo", x, y, 0.9)
        face = tile_face(tile, x, y, 0.84)
        drawn.append(target(f"tile-{TILES[tile]}", use_in_words(tile, texts), halo, face))
        x += 38 * closer
    for beach, value in coins:
        drawn.append(
            piece(
                f"purse-{PLAYERS[texts.wears(seat)]}-{COLOURS[beach]}", coin_face(beach, value, x - 4 * closer, y, 1.1)
            )
        )
        x += 27 * closer
    words = [title(texts.say("draw.purse", seat=texts.seat(seat), total=sum(purse)))] if coins else []
    return tag("g", *words, *drawn)


# Beside them


def beside(state: State, texts: Texts, below: Below) -> dict[str, str]:
    """Draw the pool, and the tiles of shark alert and Baywatch."""
    parts = {"pool": pool(tuple(state.pool.tolist()), *below.cards["pool"], below.top, texts, chooses_beach(state))}
    if below.shark:
        x, width = below.cards["shark"]
        parts["sharks"] = sharks(tuple(state.sharks.tolist()), x, below.top, width, texts)
    if below.baywatch:
        (x, _), tiles = below.cards["baywatch"], state.tile.tolist()
        parts["prize"] = prize(tiles.index(tables.FACE_UP), x, below.top, texts) if tables.FACE_UP in tiles else ""
        parts["open"] = open_dice(state.open_seat, tuple(state.open.tolist()), x, below.top, texts)
    return parts


@lru_cache(maxsize=20_000)
def pool(counts: tuple[int, ...], x: float, width: float, y: float, texts: Texts, anywhere: bool) -> str:
    """Draw the dice in the pool in one row, beside the caption."""
    count = sum(counts)
    step = min(DIE + 6, (width - CAPTION - 8) / max(count, 1))
    middles = [(x + CAPTION + step * (place + 0.5), y + STRIP_HEIGHT / 2) for place in range(count)]
    return dice_of_pool(counts, middles, min(1.0, step / DIE), texts, anywhere)
