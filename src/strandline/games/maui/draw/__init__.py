"""The drawing: market and one's own beach large, beside them the races, the players and the others' beaches.

Only shapes and classes are drawn; style.css has the colours. Nothing with a `data-key` or `data-target` carries a
transform, so that whoever animates it is free to. `square` and `tall` arrange the same things for other windows;
`table` draws what all of them show.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.games.maui.notation.names import SEAT_NAMES, TOKENS
from strandline.games.maui.rules.tables import IN_HAND, NO_TOKEN, PEARLS, SPACES, Move

from . import square as square
from . import table
from . import tall as tall
from .beside import WIDE, arranged, measures_for
from .ghosts import previews
from .panorama import cut, ground, panorama
from .shapes import definitions

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.maui.rules import State

SIZE = (WIDE.width, WIDE.height)
PERSONAL = True


def board(state: State, texts: Texts, seat: int) -> str:  # noqa: ARG001
    """Draw what never moves: paper, market, beaches, races, cards."""
    layout = arranged(state.seats, state.extended, measures_for(state.seats))
    return definitions(cut(layout)) + ground(*SIZE) + panorama(layout, market=True, others=True)


def pieces(state: State, texts: Texts, last: int, seat: int) -> dict[str, str]:
    """Draw everything as this seat sees it: market, beaches, races, players, and what can be pointed at."""
    layout = arranged(state.seats, state.extended, measures_for(state.seats))
    return table.pieces(layout, state, texts, last, table.whose(state, seat), stalls=True, others=True, card=True)


def ghosts(state: State, texts: Texts, seat: int) -> str:  # noqa: ARG001
    """Draw what each choice would bring to this seat."""
    layout = arranged(state.seats, state.extended, measures_for(state.seats))
    return previews(layout, state, table.whose(state, seat))


# What glides


def glides(before: State, move: int, after: State) -> tuple[tuple[str, str], ...]:
    """Say where tile, dollars, pearl and tokens go."""
    if move >= Move.TILE:
        return ()
    seat, letter = before.mover, SEAT_NAMES[before.mover]
    pairs = [(key, key) for key in tile_moved(before, move)]
    for row in range(2):
        more = range(int(before.area[row]), int(after.area[row]))
        pairs += [(f"purse.{letter}", f"area.{row}.{k}") for k in more]
        if after.area[row] < before.area[row]:
            pairs.append((f"area.{row}.0", f"purse.{letter}"))
    column = int(before.laid[seat]) + 1
    for colour, name in enumerate(PEARLS):
        if after.pearls[seat, colour] > before.pearls[seat, colour]:
            pairs.append((f"umbrella.{letter}.{column}", f"pearl.{letter}.{name}"))
    for token, name in enumerate(TOKENS):
        was, now = before.towel[seat, token], after.towel[seat, token]
        if was == NO_TOKEN and now == IN_HAND:
            pairs.append((f"frame.{name}.{after.frame[token]}", f"token.{letter}.{name}"))
        elif was != now:
            pairs.append((f"token.{letter}.{name}", f"token.{letter}.{name}"))
    return tuple(pairs)


def tile_moved(state: State, move: int) -> list[str]:
    """Name the tile that the move takes or lays, if it does."""
    if Move.TAKE <= move < Move.LAY:
        return [f"tile.{state.market[(move - Move.TAKE) % SPACES]}"]
    return [f"tile.{state.hand}"] if Move.LAY <= move < Move.STEP else []
