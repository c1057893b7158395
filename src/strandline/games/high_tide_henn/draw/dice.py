"""The dice and whose turn it is: the track, the pile of towels, the tray."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from strandline.engine.contract import NOBODY, OVER
from strandline.engine.elements import piece, tag, target, text, title
from strandline.games.high_tide_henn.components import PLAYERS
from strandline.games.high_tide_henn.notation.names import SIDES
from strandline.games.high_tide_henn.rules import tables
from strandline.games.high_tide_henn.rules.score import points
from strandline.games.high_tide_henn.rules.tables import EMPTY, LEFT, RIGHT, Move, Phase, Tile
from strandline.games.high_tide_henn.words.names import die_in_words

from . import layout
from .ground import slot
from .layout import LEFT_X, Track, track_of
from .shapes import CHAIR, CHAIR_WIDTH, HELD, die, shape
from .targets import accept, adjusting, decline, hand_target

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.high_tide_henn.rules.state import State

# The track and the pile


def on_track(state: State, texts: Texts, last: int) -> dict[str, str]:
    """Draw the round, the track with towels and pairs, the rental, the pile."""
    places = track_of(state.seats)
    owners = tuple(owner for owner in state.order.tolist()[state.turns :] if owner != NOBODY)
    return {
        "round": rounds(state.round, texts),
        **on_spaces(state, texts, last, places),
        "pile": pile(owners, state.turns, places, texts),
    }


def on_spaces(state: State, texts: Texts, last: int, places: Track) -> dict[str, str]:
    """Draw what is on the spaces of the track."""
    towels, pairs, parts = state.towel.tolist(), state.pair.tolist(), {}
    newest = state.filled - 1 if last == Move.DECLINE else EMPTY
    for space in range(places.spaces):
        role = "last start" if last == Move.TAKE + space else "last end" if space == newest else ""
        parts[f"track {space + 1}"] = on_space(space, towels[space], *pairs[space], places, texts, role)
    parts["waiting"] = (
        waiting(state.space, int(state.order[state.turns]), places, texts) if state.space != EMPTY else ""
    )
    parts["decline"] = decline(state.filled, places, texts) if state.phase == Phase.ROLLED else ""
    parts["rental"] = rental(state.rental, places, texts)
    return parts


@lru_cache(maxsize=64)
def rounds(current: int, texts: Texts) -> str:
    """Write which round is played, and show the waves of those that are over."""
    words = text(texts.say("draw.round", round=current), x=LEFT_X + 4, y=layout.TOP + 19, class_="round")
    left = LEFT_X + layout.LEFT_WIDTH - 20 * tables.ROUNDS + 6
    waves = ("round-wave" if k < current else "round-wave ahead" for k in range(tables.ROUNDS))
    return words + "".join(shape("wavelet", class_, left + 20 * k, layout.TOP + 12) for k, class_ in enumerate(waves))


@lru_cache(maxsize=20_000)
def on_space(space: int, towel: int, left: int, right: int, places: Track, texts: Texts, role: str) -> str:
    """Draw what lies on a space of the track: a towel, a pair of dice, or nothing."""
    if towel != NOBODY:
        words = title(texts.say("draw.towel", seat=texts.seat(towel), space=space + 1))
        lying = shape(f"{places.lying}-{PLAYERS[texts.wears(towel)]}", "", *places.towel_at(space))
        return piece(f"towel-{PLAYERS[texts.wears(towel)]}", words + lying)
    if left == EMPTY:
        return ""
    spoken = texts.say("draw.pair", space=space + 1, left=die_in_words(left, texts), right=die_in_words(right, texts))
    dice = (
        piece(f"track-{space + 1}-{side}", die(code, *places.die_at(space, n), places.scale))
        for n, (side, code) in enumerate(zip(SIDES, (left, right), strict=True))
    )
    return target(f"track-{space + 1}", spoken, slot(space, places, "halo"), *dice, class_=role)


@lru_cache(maxsize=256)
def waiting(space: int, seat: int, places: Track, texts: Texts) -> str:
    """Mark the space that waits for a towel: its pair is in the player's hand."""
    x, y, _ = places.towel_at(space)
    return shape(f"chip-{PLAYERS[texts.wears(seat)]}", "faint", x, y, 1.3)


@lru_cache(maxsize=64)
def rental(space: int, places: Track, texts: Texts) -> str:
    """Draw the rental on its space, or beside the pile when it has left the track."""
    x, y, scale = places.rental_at(space)
    return piece("rental", title(texts.say("draw.rental")) + shape("rental", "", x, y, scale))


@lru_cache(maxsize=4000)
def pile(owners: tuple[int, ...], turns: int, places: Track, texts: Texts) -> str:
    """Draw the pile of towels: the one on top lies left."""
    drawn = []
    for place, seat in reversed(list(enumerate(owners))):
        at = places.folded_at(place, turns)
        words = title(texts.say("draw.pile", seat=texts.seat(seat), place=place + 1))
        drawn.append(
            piece(f"towel-{PLAYERS[texts.wears(seat)]}", words + shape(f"folded-{PLAYERS[texts.wears(seat)]}", "", *at))
        )
    return "".join(drawn)


# The tray


def in_tray(state: State, texts: Texts) -> dict[str, str]:
    """Draw the dice in hand and the bag; what is asked about, and what Plus/minus can do."""
    phase, places = state.phase, track_of(state.seats)
    return {
        "hand": hand(state, texts, places),
        "bag": bag(state.in_bag, phase == Phase.CHOOSE, texts),
        "adjust": adjusting(texts, places) if phase == Phase.HAND and state.tile[Tile.ADJUST] == state.turn else "",
        "window": window(state, places, texts),
    }


def hand(state: State, texts: Texts, places: Track) -> str:
    """Draw the dice in hand: to accept them, to point at one of them, or only to see them."""
    lying = [code for code in state.hand.tolist() if code != EMPTY]
    counting = lying if state.worth[LEFT] == EMPTY else state.worth.tolist()
    done = {state.first ^ k for k in range(state.moved)} | {side for side in (LEFT, RIGHT) if state.rolling >> side & 1}
    dice = [
        die_held(side, code, counts, side in done, state.back == side, places)
        for side, (code, counts) in enumerate(zip(lying, counting, strict=True))
    ]
    spoken = [die_in_words(code, texts) for code in counting]
    if state.phase == Phase.ROLLED:
        return accept(dice, spoken, texts, places)
    if state.phase in {Phase.HAND, Phase.ORDER}:
        dice = [hand_target(side, dice[side], spoken[side], texts, state.bonus, places) for side in (LEFT, RIGHT)]
    return "".join(dice)


@lru_cache(maxsize=10_000)
def die_held(side: int, code: int, worth: int, spent: bool, back: bool, places: Track) -> str:
    """Draw a die in hand: what it counts as, small how it lies, an arrow if it moves back; faded when it is spent."""
    size = places.held / HELD
    x, y = places.in_hand(side)
    drawn = die(worth, x, y, places.held)
    if worth != code:
        drawn += die(code, x + 32 * size, y - 44 * size, 0.6 * size)
    if back:
        x, y = x + 34 * size, y + 34 * size
        drawn += tag("circle", cx=x, cy=y, r=14 * size, class_="tag") + shape("down", "tag-line", x, y, size)
    return piece(f"hand-{SIDES[side]}", drawn, class_="spent" if spent else "", face=code)


@lru_cache(maxsize=256)
def bag(count: int, inviting: bool, texts: Texts) -> str:
    """Draw the bag with the number of dice in it: large when it may be reached into."""
    x, y = track_of(3).middle
    large, small = (x, y + 2, 1.5), (LEFT_X + 30, layout.BOTTOM - 30, 0.5)
    x, y, scale = large if inviting else small
    halo = tag("ellipse", cx=x, cy=y, rx=52 * scale, ry=54 * scale, class_="halo")
    size = "bag-count" if inviting else "bag-count small"
    words = text(count, x=x, y=y + (22 if inviting else 12), class_=size)
    spoken = texts.say("draw.bag", count=count)
    return target("bag", spoken, halo, shape("bag", "", x, y, scale), words)


def window(state: State, places: Track, texts: Texts) -> str:
    """Draw large in the tray what is asked about: a tile, or at the end the winners."""
    if state.phase in {Phase.HEAD_START, Phase.JUMP, Phase.SECOND_HAND}:
        return shape(f"tile-{tables.PHASES[state.phase]}", "", *places.middle, places.shown)
    if state.turn == OVER:
        scores = points(state)
        return winners(tuple(seat for seat in range(state.seats) if scores[seat] == max(scores)), places, texts)
    return ""


@lru_cache(maxsize=256)
def winners(seats_won: tuple[int, ...], places: Track, texts: Texts) -> str:
    """Let the sun shine on the chairs of those who have won."""
    size = min(places.felt[3] / 180, 1)
    x, y = places.middle
    step = min(70.0, 200 / len(seats_won)) * size
    scale = min(step * 0.95 / CHAIR_WIDTH, 2.2 * size)
    drawn = [shape("sun", "sun", x, y, 3 * size)]
    for place, seat in enumerate(seats_won):
        left = x + step * (place - (len(seats_won) - 1) / 2)
        drawn.append(shape(f"chair-{PLAYERS[texts.wears(seat)]}", "", left, y + CHAIR / 2 * scale, scale))
    return "".join(drawn)
