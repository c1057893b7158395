"""The tile in hand, with the towel tokens that can go on it; or the bag."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from strandline.engine.contract import NOBODY
from strandline.engine.elements import piece, tag, target, text, title
from strandline.games.maui.components import FRAMES, HEIGHT
from strandline.games.maui.notation.names import TOKENS
from strandline.games.maui.rules.tables import EMPTY, IN_HAND, PATTERN, PATTERNS, Phase

from .ghosts import token_ghosts
from .layout import Box, hand_box
from .shapes import rect, shape
from .towels import patterns_in_words, thirds, tile_shapes, towel_token

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.maui.rules import State


def hand(state: State, texts: Texts, viewer: int) -> dict[str, str]:
    """Draw the tile that is being laid, with the places for the mover's tokens beside its patterns."""
    if state.hand == EMPTY:
        return {"hand": bag(sum(state.bag.tolist()), state.seats, state.extended, texts)}
    tokens = tuple(state.phase == Phase.LAY and state.towel[state.mover, token] == IN_HAND for token in range(FRAMES))
    mover = NOBODY if state.mover == viewer else state.mover
    turned = int(state.turned[state.mover])
    return {"hand": hand_part(state.hand, turned, tokens, mover, state.seats, state.extended, texts)}


@lru_cache(maxsize=1000)
def bag(tiles: int, seats: int, extended: int, texts: Texts) -> str:
    """Draw the bag, where no tile is in hand, and how many tiles are in it."""
    x, y, wide, high = hand_box(seats, extended)
    drawn = shape("bag", "bag", x + wide / 2, y + high / 2 - 18, 96)
    count = text(tiles, x=x + wide / 2, y=y + high / 2 + 54, class_="most middle")
    return tag("g", title(texts.say("draw.bag", count=tiles)), drawn, count)


@lru_cache(maxsize=2000)
def hand_part(
    tile: int, turned: int, tokens: tuple[bool, ...], mover: int, seats: int, extended: int, texts: Texts
) -> str:
    """Draw the tile in hand; where it is another's, with that seat's emblem."""
    boxes = thirds(hand_box(seats, extended))
    patterns = tuple(PATTERN[turned, tile].tolist())
    held = [token for token in range(FRAMES) if tokens[token]]
    spoken = title(texts.say("draw.hand", towel=patterns_in_words(patterns, texts)))
    parts = [token_target(token, spot, boxes[spot], patterns, texts) for token in held for spot in range(HEIGHT)]
    parts.append(piece(f"tile.{tile}", spoken, tile_shapes(boxes, patterns)))
    if mover != NOBODY:
        parts.append(shape(f"emblem-{mover}", f"seat-{mover}", boxes[0][0] + 4, boxes[0][1] + 8, 38))
    parts += token_ghosts(held, boxes)
    return "".join(parts)


def token_target(token: int, spot: int, box: Box, patterns: tuple[int, ...], texts: Texts) -> str:
    """Draw the place from which a token goes onto a pattern of the tile in hand."""
    x, y, wide, high = box
    middle = x + (-32 if token == 0 else wide + 32), y + high / 2
    spoken = texts.say(
        "draw.token",
        pattern=texts.say(f"pattern.{TOKENS[token]}"),
        spot=spot + 1,
        under=texts.say(f"pattern.{PATTERNS[patterns[spot]]}"),
    )
    halo = rect("halo", (middle[0] - 31, y, 62, high), 1.5, rx=10)
    return target(f"token.{TOKENS[token]}.{spot + 1}", spoken, towel_token(token, *middle, 34), halo)
