"""The drawing: market and score board above, one's own beach large, below it the players and the others' beaches.

Only shapes and classes are drawn; style.css has the colours. Nothing with a `data-key` or `data-target` carries a
transform, so that whoever animates it is free to. `tall` arranges the same things for a phone held upright.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from strandline.engine.contract import NOBODY
from strandline.engine.elements import text
from strandline.games.maui.notation.names import SEAT_NAMES, TOKENS
from strandline.games.maui.rules.tables import IN_HAND, NO_TOKEN, PEARLS, SPACES, Move

from . import tall as tall
from .beaches import beaches
from .layout import HALF, WIDTH, height, large, wide
from .market import market
from .players import hand, panels
from .scenery import scenery
from .shapes import shape
from .targets import choices, next_column
from .tracks import tracks

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.maui.rules import State

PERSONAL = True


def frame(state: State, seat: int) -> tuple[float, float, float, float]:  # noqa: ARG001
    """Give the viewBox."""
    return (0, 0, WIDTH, height(state.extended))


def board(state: State, texts: Texts, seat: int) -> str:  # noqa: ARG001
    """Draw what stays: market, score board, beaches, panels, all without their pieces."""
    return scenery(wide(state.seats, state.extended))


def pieces(state: State, texts: Texts, last: int, seat: int) -> dict[str, str]:
    """Draw towels, dollars, markers and tokens, and what can be pointed at."""
    # A spectator looks over the shoulder of whoever moves.
    viewer = seat if seat != NOBODY else max(state.mover, 0)
    layout = wide(state.seats, state.extended)
    return (
        market(layout, state, texts, last, viewer)
        | tracks(layout, state, texts, last)
        | panels(layout, state, texts, viewer)
        | {"viewer": emblem(viewer, state.extended), "half": half(state.extended, state.crab_side, texts)}
        | next_column(layout, state, viewer)
        | beaches(layout, state, texts, last, viewer)
        | hand(layout, state, texts, viewer)
        | choices(layout, state.tobytes(), viewer, texts)
    )


@lru_cache(maxsize=8)
def emblem(seat: int, extended: int) -> str:
    """Draw the emblem of the seat whose beach is the large one, in the sea beside the dock."""
    return shape(f"emblem-{seat}", f"seat-{seat}", 46, large(extended).top + 54, 68)


@lru_cache(maxsize=8)
def half(extended: int, crab_side: int, texts: Texts) -> str:
    """Say which half of a long game is played."""
    if not extended:
        return ""
    x, y, wide, high = HALF
    said = texts.say(f"draw.half.{crab_side}")
    return text(said, x=x + wide / 2, y=y + high / 2 + 8, class_="player middle")


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
