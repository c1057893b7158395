"""The drawing: six beaches that run to the sea, the dice to their left, the players to their right.

Only shapes and classes are here; style.css has the colours. Nothing with a `data-key` carries a transform, nor does
anything around it, so that whoever animates it is free to.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from strandline.engine.contract import NOBODY
from strandline.games.high_tide_henn.components import COLOURS, PLAYERS
from strandline.games.high_tide_henn.notation.names import SIDES
from strandline.games.high_tide_henn.rules.score import points
from strandline.games.high_tide_henn.rules.tables import EMPTY, LEFT, SPACES, Move

from . import flat as flat
from . import square as square
from . import tall as tall
from .dice import in_tray, on_track
from .ghosts import pill, previews
from .ground import ground, strip_cards
from .layout import HEIGHT, SHORE, WIDTH, panels_of, track_of
from .players import beside, of_players
from .shore import boats, on_beaches

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.high_tide_henn.rules.state import State

SIZE = (WIDTH, HEIGHT)


def board(state: State, texts: Texts, seat: int = NOBODY) -> str:  # noqa: ARG001
    """Draw the beaches, the empty track, the empty tray, and the players' cards."""
    return ground(panels_of(state), strip_cards(bool(state.shark), bool(state.baywatch)), texts)


def pieces(state: State, texts: Texts, last: int, seat: int = NOBODY) -> dict[str, str]:  # noqa: ARG001
    """Draw what lies and stands on the board, what is in hand, and what the players have."""
    scores = points(state)
    return {
        **on_beaches(state, texts, last, SHORE, boats(tuple(scores), texts)),
        **on_track(state, texts, last),
        **in_tray(state, texts),
        **of_players(state, texts, scores),
        **beside(state, texts),
        "ghosts": "",
    }


def ghosts(state: State, texts: Texts, seat: int = NOBODY) -> str:  # noqa: ARG001
    """Draw what each choice of the player would bring."""
    return previews(state, SHORE, track_of(state.seats), partial(pill, state.turn, panels_of(state)))


# What goes where


def glides(before: State, move: int, after: State) -> tuple[tuple[str, str], ...]:
    """Say where dice and coins go by a move: chairs, towels and tiles keep their keys."""
    if move < Move.ROLL:
        return ()
    pairs: list[tuple[str, str]] = []
    if move == Move.PICK:
        colour, space = COLOURS[before.beach], before.chair[before.beach, before.turn]
        pairs.append((f"coin-{colour}-{space}", f"purse-{PLAYERS[before.colour[before.turn]]}-{colour}"))
    if move == Move.DECLINE or Move.SWAP <= move < Move.SWAP + SPACES:
        pairs += between("hand", f"track-{before.filled + 1}")
    start, codes = taken_from(before, move)
    if move == Move.DECLINE or codes[LEFT] == EMPTY:
        return tuple(pairs)
    if after.hand[LEFT] == EMPTY:
        pairs += put_away(before, after, start, codes)
    elif start != "hand":
        pairs += between(start, "hand")
    return tuple(pairs)


def taken_from(before: State, move: int) -> tuple[str, list[int]]:
    """Find where the dice were that the player has after a move, and which they are."""
    for first in (Move.TAKE, Move.SWAP):
        if first <= move < first + SPACES:
            return f"track-{move - first + 1}", before.pair.tolist()[move - first]
    return "hand", before.hand.tolist()


def between(start: str, end: str) -> list[tuple[str, str]]:
    """Let both dice glide from one place to another."""
    return [(f"{start}-{side}", f"{end}-{side}") for side in SIDES]


def put_away(before: State, after: State, start: str, codes: list[int]) -> list[tuple[str, str]]:
    """Let the dice glide into the pool; or open before their player, and into the pool those that were."""
    counts = after.pool.tolist()
    if not any(counts) and after.open_seat == NOBODY:
        return []  # the round is over, and the dice are back in the bag
    if after.open_seat == before.open_seat:
        return into_pool(start, codes, counts)
    opened = between(start, "open")
    return opened if before.open_seat == NOBODY else opened + into_pool("open", before.open.tolist(), counts)


def into_pool(start: str, codes: list[int], counts: list[int]) -> list[tuple[str, str]]:
    """Let both dice glide into the pool, in which so many of each lie then."""
    pairs = []
    for side, code in zip(SIDES, codes, strict=True):
        counts[code] -= 1
        pairs.append((f"{start}-{side}", f"pool-{COLOURS[code // 6]}-{code % 6 + 1}-{counts[code]}"))
    return pairs
