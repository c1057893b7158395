"""The dice and whose turn it is: the track, the pile of towels, the tray."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from strandline.engine.contract import NOBODY, OVER
from strandline.engine.elements import tag, text, title
from strandline.games.high_tide_henn.components import PLAYERS, TILES
from strandline.games.high_tide_henn.drawing.ghosts import (
    SIDES,
    totals,
)
from strandline.games.high_tide_henn.drawing.ground import slot
from strandline.games.high_tide_henn.drawing.layout import (
    BOTTOM,
    BUTTON,
    FELT,
    LEFT_WIDTH,
    LEFT_X,
    TOP,
    TRAY_TOP,
    chair_width,
    die_in_hand,
    die_on_track,
    pile_at,
    rental_at,
    spaces_of,
    track_scale,
    track_y,
)
from strandline.games.high_tide_henn.drawing.parts import die_in_words, halo_of_die, piece, target
from strandline.games.high_tide_henn.drawing.shapes import die, shape
from strandline.games.high_tide_henn.state import (
    ADJUST_TILE,
    AT_COIN,
    BEFORE_TURN,
    CHOOSE,
    DECLINE,
    EMPTY,
    HEAD_START,
    IN_HAND,
    IN_ORDER,
    JUMP_TILE,
    LEFT,
    PHASES,
    REROLLING,
    RIGHT,
    ROLLED,
    ROLLING,
    ROUNDS,
    SECOND_HAND,
    SECOND_TILE,
    START_TILE,
    TAKE,
)

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.high_tide_henn.state import State


HELD = 1.4  # how large dice in hand are

# The track and the pile


def on_track(state: State, texts: Texts, last: int) -> dict[str, str]:
    """Draw the round, the track with towels and pairs, the rental, the pile."""
    seats, towels, pairs = state.seats, state.towel.tolist(), state.pair.tolist()
    parts = {"round": rounds(state.round, texts)}
    newest = state.filled - 1 if last == DECLINE else EMPTY
    for space in range(spaces_of(seats)):
        role = " last start" if last == TAKE + space else " last end" if space == newest else ""
        parts[f"track {space + 1}"] = on_space(space, towels[space], *pairs[space], seats, texts, role)
    parts["waiting"] = waiting(state.space, int(state.order[state.turns]), seats) if state.space != EMPTY else ""
    parts["decline"] = decline(state.filled, seats, texts) if state.phase == ROLLED else ""
    parts["rental"] = rental(state.rental, seats, texts)
    parts["pile"] = pile(tuple(owner for owner in state.order.tolist()[state.turns :] if owner != NOBODY), texts)
    return parts


@lru_cache(maxsize=64)
def rounds(current: int, texts: Texts) -> str:
    """Write which round is played, and show the waves of those that are over."""
    words = text(texts.say("draw.round", round=current), x=LEFT_X + 4, y=TOP + 19, class_="round")
    left = LEFT_X + LEFT_WIDTH - 20 * ROUNDS + 6
    waves = ("round-wave" if k < current else "round-wave ahead" for k in range(ROUNDS))
    return words + "".join(shape("wavelet", class_, left + 20 * k, TOP + 12) for k, class_ in enumerate(waves))


@lru_cache(maxsize=20_000)
def on_space(space: int, towel: int, left: int, right: int, seats: int, texts: Texts, role: str) -> str:
    """Draw what lies on a space of the track: a towel, a pair of dice, or nothing."""
    if towel != NOBODY:
        y, scale = track_y(space, seats), (1, track_scale(seats))
        words = title(texts.say("draw.towel", seat=texts.say(f"seat.{towel}"), space=space + 1))
        return piece(f"towel-{PLAYERS[towel]}", words + shape(f"towel-{PLAYERS[towel]}", "", LEFT_X + 106, y, scale))
    if left == EMPTY:
        return ""
    spoken = texts.say("draw.pair", space=space + 1, left=die_in_words(left, texts), right=die_in_words(right, texts))
    dice = (
        piece(f"track-{space + 1}-{side}", die(code, *die_on_track(space, n, seats), track_scale(seats)))
        for n, (side, code) in enumerate(zip(SIDES, (left, right), strict=True))
    )
    return target(f"track-{space + 1}", spoken, slot(space, seats, "halo"), *dice, role=role)


@lru_cache(maxsize=256)
def waiting(space: int, seat: int, seats: int) -> str:
    """Mark the space that waits for a towel: its pair is in the player's hand."""
    return shape(f"chip-{PLAYERS[seat]}", "faint", LEFT_X + 106, track_y(space, seats), 1.3)


@lru_cache(maxsize=64)
def decline(space: int, seats: int, texts: Texts) -> str:
    """Mark the space to which the roll would go."""
    x, y = LEFT_X + 106, track_y(space, seats)
    words = text(texts.say("draw.decline"), x=x, y=y + 6, class_="offer-text")
    spoken = texts.say("draw.decline_spoken", space=space + 1)
    return target("decline", spoken, slot(space, seats, "offer"), slot(space, seats, "halo"), words)


@lru_cache(maxsize=64)
def rental(space: int, seats: int, texts: Texts) -> str:
    """Draw the rental on its space, or beside the pile when it has left the track."""
    x, y, scale = rental_at(space, seats)
    return piece("rental", title(texts.say("draw.rental")) + shape("rental", "", x, y, scale))


@lru_cache(maxsize=4000)
def pile(owners: tuple[int, ...], texts: Texts) -> str:
    """Draw the pile of towels: the one on top lies left."""
    drawn = []
    for place, seat in reversed(list(enumerate(owners))):
        x, y = pile_at(place)
        words = title(texts.say("draw.pile", seat=texts.say(f"seat.{seat}"), place=place + 1))
        drawn.append(piece(f"towel-{PLAYERS[seat]}", words + shape(f"folded-{PLAYERS[seat]}", "", x, y)))
    return "".join(drawn)


# The tray


def in_tray(state: State, texts: Texts) -> dict[str, str]:
    """Draw the dice in hand, the bag, and what can be pressed."""
    phase = state.phase
    return {
        "prompt": prompt(prompt_key(state), mover_of(state), texts),
        "hand": hand(state, texts),
        "bag": bag(state.in_bag, phase == CHOOSE, texts),
        "adjust": adjusting(texts) if phase == IN_HAND and state.tile[ADJUST_TILE] == state.turn else "",
        "button": button(phase, texts),
        "window": window(state),
    }


def prompt_key(state: State) -> str:
    """Which text tells what is to be done now?"""
    free = state.rental - 1 - state.filled
    if state.phase == CHOOSE and free < 1:
        return "must-take"
    if state.phase == ROLLED and free < 2:
        return "must-accept"
    if state.phase == ROLLING and state.turns == state.seats:
        return "waves"
    return PHASES[state.phase]


@lru_cache(maxsize=256)
def prompt(key: str, mover: int, texts: Texts) -> str:
    """Write what is to be done now, with the sign of whoever does it."""
    y = TRAY_TOP + 18
    x = LEFT_X + (14 if mover == NOBODY else 42)
    words = text(texts.say(f"draw.prompt.{key}"), x=x, y=y + 6, class_="prompt")
    return words if mover == NOBODY else shape(f"chip-{PLAYERS[mover]}", "", LEFT_X + 24, y, 1.1) + words


def mover_of(state: State) -> int:
    """Who is to move, or rolls? NOBODY while something else happens."""
    if state.turn >= 0:
        return state.turn
    rolls = state.phase in {ROLLING, REROLLING} and state.turns < state.seats
    return int(state.order[state.turns]) if rolls else NOBODY


def hand(state: State, texts: Texts) -> str:
    """Draw the dice in hand: to accept them, to point at one of them, or only to see them."""
    lying = [code for code in state.hand.tolist() if code != EMPTY]
    counting = lying if state.worth[LEFT] == EMPTY else state.worth.tolist()
    done = {state.first ^ k for k in range(state.moved)} | {side for side in (LEFT, RIGHT) if state.rolling >> side & 1}
    dice = [
        die_held(side, code, counts, side in done, state.back == side)
        for side, (code, counts) in enumerate(zip(lying, counting, strict=True))
    ]
    spoken = [die_in_words(code, texts) for code in counting]
    if state.phase == ROLLED:
        return accept(dice, spoken, texts)
    if state.phase in {IN_HAND, IN_ORDER}:
        dice = [hand_target(side, dice[side], spoken[side], texts, state.bonus) for side in (LEFT, RIGHT)]
    return "".join(dice) + (both_again(texts) if state.bonus > 1 and state.phase == IN_HAND else "")


@lru_cache(maxsize=10_000)
def die_held(side: int, code: int, worth: int, spent: bool, back: bool) -> str:
    """Draw a die in hand: what it counts as, small how it lies, an arrow if it moves back; faded when it is spent."""
    x, y = die_in_hand(side)
    drawn = die(worth, x, y, HELD)
    if worth != code:
        drawn += die(code, x + 32, y - 44, 0.6)
    if back:
        drawn += tag("circle", cx=x + 34, cy=y + 34, r=14, class_="tag") + shape("down", "tag-line", x + 34, y + 34)
    return piece(f"hand-{SIDES[side]}", drawn, "spent" if spent else "")


def felt_halo(side: int) -> str:
    """Draw what lights up around a die in hand."""
    return halo_of_die(*die_in_hand(side), HELD)


def accept(dice: list[str], spoken: list[str], texts: Texts) -> str:
    """Draw the roll with a button, both to accept it."""
    x, y, width, height = FELT
    halo = tag("rect", x=x + 3, y=y + 3, width=width - 6, height=height - 6, rx=12, class_="halo")
    words = texts.say("draw.accept_spoken", left=spoken[LEFT], right=spoken[RIGHT])
    return target("accept", words, halo, *dice, knob(texts.say("draw.accept"), *BUTTON))


def hand_target(side: int, drawn: str, spoken: str, texts: Texts, bonus: int) -> str:
    """Draw a die in hand as something that can be pointed at; a sign says that it may be rolled again."""
    x, y = die_in_hand(side)
    x, y = x - 31, y - 38
    sign = tag("circle", cx=x, cy=y, r=14, class_="tag") + shape("again", "tag-line", x, y, 0.72) if bonus else ""
    words = texts.say(f"draw.hand_{SIDES[side]}", die=spoken)
    return target(f"hand-{SIDES[side]}", words, felt_halo(side), drawn, sign)


@lru_cache(maxsize=8)
def both_again(texts: Texts) -> str:
    """Draw what is pointed at to roll both dice again."""
    x, y = FELT[0] + FELT[2] / 2, FELT[1] + FELT[3] - 24
    circle = tag("circle", cx=x, cy=y, r=20, class_="tag")
    halo = tag("circle", cx=x, cy=y, r=20, class_="halo")
    sign = shape("again", "tag-line", x, y) + text(2, x=x, y=y + 5.5, class_="tag-text")
    return target("hand-both", texts.say("draw.hand_both"), circle, halo, sign)


@lru_cache(maxsize=8)
def adjusting(texts: Texts) -> str:
    """Draw above and below each die what the tile Plus/minus can do; the page shows it once the tile is chosen."""
    drawn = []
    for side, name in enumerate(SIDES):
        x, y = die_in_hand(side)
        for change, top, height, sign in (("plus", -66, 28, "+1"), ("same", -37, 79, ""), ("minus", 43, 28, "−1")):
            spoken = texts.say(f"draw.{change}", side=texts.say(f"draw.{name}"))
            drawn.append(target(f"{name}-{change}", spoken, knob(sign, x - 34, y + top, 68, height), role=" folded"))
    return "".join(drawn)


@lru_cache(maxsize=256)
def bag(count: int, inviting: bool, texts: Texts) -> str:
    """Draw the bag with the number of dice in it: large when it may be reached into."""
    x, y, scale = (
        (FELT[0] + FELT[2] / 2, FELT[1] + FELT[3] / 2 + 2, 1.2) if inviting else (LEFT_X + 40, BOTTOM - 29, 0.47)
    )
    halo = tag("ellipse", cx=x, cy=y, rx=52 * scale, ry=54 * scale, class_="halo")
    size = "bag-count" if inviting else "bag-count small"
    words = text(count, x=x, y=y + (18 if inviting else 11), class_=size)
    spoken = texts.say("draw.bag", count=count)
    return target("bag", spoken, halo, shape("bag", "", x, y, scale), words)


def button(phase: int, texts: Texts) -> str:
    """Draw the button of a phase that has one, apart from the one to accept a roll."""
    if phase == IN_HAND:
        return pressed("move", "draw.move", texts)
    if phase == CHOOSE:
        return ""
    if phase in {HEAD_START, BEFORE_TURN, SECOND_HAND}:
        return pressed("pass", "draw.pass", texts)
    return pressed("pass", "draw.leave", texts) if phase == AT_COIN else ""


@lru_cache(maxsize=16)
def pressed(name: str, key: str, texts: Texts) -> str:
    """Draw a button."""
    return target(name, texts.say(key), knob(texts.say(key), *BUTTON))


@lru_cache(maxsize=64)
def knob(words: str, x: float, y: float, width: float, height: float) -> str:
    """Draw the face of a button; without words only its outline lights up."""
    box = {"x": x, "y": y, "width": width, "height": height, "rx": 14}
    halo = tag("rect", class_="halo", **box)
    label = text(words, x=x + width / 2, y=y + height / 2 + 7, class_="knob-text")
    return tag("rect", class_="knob", **box) + halo + label if words else halo


def window(state: State) -> str:
    """Draw large in the tray what is asked about: a tile, or at the end the winners."""
    x, y = FELT[0] + FELT[2] / 2, FELT[1] + FELT[3] / 2
    asked = {HEAD_START: START_TILE, BEFORE_TURN: JUMP_TILE, SECOND_HAND: SECOND_TILE}.get(state.phase, EMPTY)
    if asked != EMPTY:
        return shape(f"tile-{TILES[asked]}", "", x, y, 2.2)
    if state.turn == OVER:
        points = totals(state)
        return winners(tuple(seat for seat in range(state.seats) if points[seat] == max(points)), state.seats)
    return ""


@lru_cache(maxsize=256)
def winners(seats_won: tuple[int, ...], seats: int) -> str:
    """Let the sun shine on the chairs of those who have won."""
    x, y = FELT[0] + FELT[2] / 2, FELT[1] + FELT[3] / 2
    width, step = chair_width(seats), min(60.0, 190 / len(seats_won))
    drawn = [shape("sun", "sun", x, y, 2)]
    for place, seat in enumerate(seats_won):
        left = x + step * (place - (len(seats_won) - 1) / 2)
        drawn.append(shape(f"chair{width:.0f}-{PLAYERS[seat]}", "", left, y + 36, min(step * 0.95 / width, 2.6)))
    return "".join(drawn)
