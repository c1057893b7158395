"""The board as SVG: shapes and classes only; style.css has the colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cant_stop.notation import NAMES, path, spell, steps
from cant_stop.rules import (
    COLOURS,
    COLUMNS,
    LENGTH,
    LOWEST,
    NONE,
    PAIRING,
    ROLLS,
    STEPS,
    TO_WIN,
    WAYS,
    Move,
    pairing_advances,
)
from cant_stop.words import columns_in_words, player_in_words
from strandline.engine.contract import NOBODY, OVER
from strandline.engine.elements import ghost, piece, tag, target, text, title

if TYPE_CHECKING:
    from cant_stop.rules import State
    from strandline.engine.texts import Texts

SIZE = (720, 716)
LEFT, MIDDLE, ACROSS, UP = 70, 292, 58, 40  # the first column, the middle of all columns, from step to step
PANEL = ((14, 14), (516, 14), (516, 470), (14, 470))  # the players' corners, as they sit around the board
TRAY, CARD, HALF, GAP = 580, 222, 111, 13  # where the dice lie
# Colour is never alone: a disc is red, a square blue, a triangle green, a diamond yellow.
EMBLEM = ("M-5.5 0a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0z", "M-5-5H5V5H-5z", "M0-6L6.2 5H-6.2z", "M0-7L6 0 0 7-6 0z")
CORNER = ((-14, -8), (14, -8), (14, 8), (-14, 8))  # of a step: where each player's marker stands
PIPS = {1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "023568"}  # on a grid of three by three


def spot(column: int, step: int) -> tuple[int, int]:
    """Where is the middle of a step? Steps count from 1 at the bottom."""
    return LEFT + ACROSS * column, MIDDLE + UP * (int(LENGTH[column]) + 1 - 2 * step) // 2


def box(x: float, y: float, width: float, height: float, radius: float, class_: str) -> str:
    """Draw a rectangle with round corners."""
    return tag("rect", x=x, y=y, width=width, height=height, rx=radius, class_=class_)


def emblem(seat: int, x: float, y: float, size: float = 1, class_: str = "emblem") -> str:
    """Draw the emblem of a player."""
    return tag("path", d=EMBLEM[seat], transform=f"translate({x} {y}) scale({size})", class_=class_)


def board(state: State, texts: Texts, seat: int) -> str:  # noqa: ARG001
    """Draw the columns with their steps and sums."""
    parts = [tag("rect", width=SIZE[0], height=SIZE[1], class_="sl-paper")]
    for column, name in enumerate(NAMES):
        x, top = spot(column, int(LENGTH[column]))
        parts.append(box(x - 25, top - 18, 50, UP * int(LENGTH[column]) - 4, 14, "track"))
        parts += [box(x - 22, spot(column, step)[1] - 15, 44, 30, 11, "step") for step in range(1, LENGTH[column])]
        parts += [box(x - 22, top - 15, 44, 30, 11, "step top"), text(name, x=x, y=top - 25, class_="sum sl-ink")]
    return "".join(parts)


def pieces(state: State, texts: Texts, last: int, seat: int) -> dict[str, str]:  # noqa: ARG001
    """Draw what stands in each column, the players in their corners, and the tray with dice or decisions."""
    columns = {name: in_column(state, column, last) for column, name in enumerate(NAMES)}
    players = {COLOURS[player]: panel(state, player, texts) for player in range(state.seats)}
    return columns | players | {"tray": tag("g", tray(state, texts))}


def in_column(state: State, column: int, last: int) -> str:
    """Draw the markers and the runner of a column; a column that is won has the colour of its owner."""
    owner, runner = int(state.owner[column]), int(state.runner[column])
    x, top = spot(column, int(LENGTH[column]))
    if owner != NOBODY:
        closed = box(x - 25, top - 18, 50, UP * int(LENGTH[column]) - 4, 14, "closed")
        won = piece(marker_key(owner, column), box(x - 22, top - 15, 44, 30, 11, "plate"), emblem(owner, x, top, 1.7))
        return tag("g", closed, won, class_=f"won {COLOURS[owner]}")
    drawn = [marker(state, seat, column) for seat in range(state.seats) if state.marker[seat, column] > 0]
    if runner > 0:
        x, y = spot(column, runner)
        if Move.ONE <= last < Move.FALL and column in STEPS[last]:
            drawn.append(tag("circle", cx=x, cy=y, r=18, class_="trace"))
        disc = tag("circle", cx=x, cy=y, r=13.5, class_="disc")
        drawn.append(piece(f"runner-{column}", disc, emblem(state.player, x, y, 1.25), class_=COLOURS[state.player]))
    return tag("g", *drawn)


def marker(state: State, seat: int, column: int) -> str:
    """Draw a player's marker in its corner of the step (CS-R4)."""
    x, y = spot(column, int(state.marker[seat, column]))
    return piece(
        marker_key(seat, column), emblem(seat, x + CORNER[seat][0], y + CORNER[seat][1], 1.2), class_=COLOURS[seat]
    )


def marker_key(seat: int, column: int) -> str:
    """Name a player's marker in a column."""
    return f"{COLOURS[seat]}-{column}"


def glides(before: State, move: int, after: State) -> tuple[tuple[str, str], ...]:  # noqa: ARG001
    """Say which pieces go where: runners move up from where they or the markers were, and become markers at a stop."""
    player = before.player
    if move == Move.STOP:
        return tuple((f"runner-{c}", marker_key(player, c)) for c in range(COLUMNS) if before.runner[c] > 0)
    climbing = {int(column) for column in STEPS[move] if column != NONE} if move < Move.FALL else set()
    runners = [(f"runner-{c}", f"runner-{c}") for c in sorted(climbing) if before.runner[c] > 0]
    entering = [c for c in sorted(climbing) if before.runner[c] == 0 and before.marker[player, c] > 0]
    return (*runners, *((marker_key(player, c), f"runner-{c}") for c in entering))


# The players


def panel(state: State, seat: int, texts: Texts) -> str:
    """Draw a player's corner: who it is, and the columns that are won."""
    x, y = PANEL[seat]
    own = [name for name, owner in zip(NAMES, state.owner, strict=True) if owner == seat]
    parts = [title(player_in_words(state, seat, texts)), box(x, y, 190, 92, 18, "panel")]
    parts += [emblem(seat, x + 28, y + 30, 1.9), text(texts.seat(seat), x=x + 50, y=y + 38, class_="player sl-ink")]
    for place in range(TO_WIN):
        filled = place < len(own)
        parts.append(box(x + 16 + 54 * place, y + 54, 48, 26, 9, "plate" if filled else "slot"))
        if filled:
            parts.append(text(own[place], x=x + 40 + 54 * place, y=y + 73, class_="prize"))
    return tag("g", *parts, class_=f"{COLOURS[seat]}{' mover' if state.player == seat else ''}")


# The tray


def tray(state: State, texts: Texts) -> str:
    """Draw the pairings of the dice, the decision after an advance, dice that roll, or who has won."""
    if state.roll != NONE:
        return "".join(pairing(state, way, texts) for way in range(WAYS[state.roll]))
    if state.turn == OVER:
        name = texts.say("winner", seat=texts.seat(state.player))
        return text(name, x=SIZE[0] / 2, y=TRAY + 70, class_="verdict sl-ink")
    if state.turn != state.player:
        return "".join(box(251 + 58 * place, TRAY + 38, 44, 44, 11, "rolling") for place in range(4))
    kept = texts.say("button.stopping", columns=columns_in_words(state.runner, texts))
    dice = "".join(die(face, 54 + 30 * place, TRAY + 32 + 22 * place) for place, face in enumerate((5, 2)))
    sign = tag("path", d=f"M419 {TRAY + 35}h26l18 18v26l-18 18h-26l-18-18v-26z", class_="sign")
    return button(Move.ROLL, texts.say("button.roll"), texts.say("button.roll"), 14, dice) + button(
        Move.STOP, texts.say("button.stop"), kept, 367, sign
    )


def button(move: int, label: str, spoken: str, x: int, picture: str) -> str:
    """Draw a decision."""
    shown = text(label, x=x + 130, y=TRAY + 74, class_="label sl-ink")
    halo = box(x, TRAY, 339, 122, 20, "halo")
    return target(spell(move), spoken, box(x, TRAY, 339, 122, 20, "card"), picture, shown, halo)


def pairing(state: State, way: int, texts: Texts) -> str:
    """Draw a pairing as a card: to be taken as a whole, by one half, or, faint, not at all (CS-T4, CS-T6)."""
    x = (SIZE[0] - (CARD + GAP) * int(WAYS[state.roll]) + GAP) // 2 + (CARD + GAP) * way
    into = np.zeros(2, np.int32)
    listed = into[: pairing_advances(state, way, into, 0)].tolist()
    columns = [int(column) for column in PAIRING[state.roll, way]]
    halves = [half(pair, x + HALF * side) for side, pair in enumerate(parted(ROLLS[state.roll], columns))]
    card = box(x, TRAY, CARD, 122, 20, "card")
    if listed and listed[0] >= Move.BOTH:
        return advance(state, listed[0], texts, card, *halves, box(x, TRAY, CARD, 122, 20, "halo"))
    parts = [card]
    for side, column in enumerate(columns):
        if Move.ONE + column in listed and column not in columns[:side]:
            halo = box(x + HALF * side, TRAY, HALF, 122, 20, "halo")
            parts.append(advance(state, Move.ONE + column, texts, halves[side], halo))
        else:
            parts.append(tag("g", halves[side], class_="idle"))
    return "".join(parts)


def advance(state: State, move: int, texts: Texts, *content: str) -> str:
    """Draw what is pointed at to advance, and, while it is, where the runners would go."""
    names = steps(move)
    key = "one" if len(names) == 1 else "both" if names[0] != names[1] else "twice"
    spoken = texts.say(f"button.{key}", columns=texts.listed(list(dict.fromkeys(names))))
    goals = []
    for column in dict.fromkeys(NAMES.index(name) for name in names):
        start = max(int(state.runner[column]), int(state.marker[state.player, column]))
        x, y = spot(column, start + names.count(NAMES[column]))
        goals.append(tag("circle", cx=x, cy=y, r=13.5, class_="goal"))
    return target(spell(move), spoken, *content) + ghost(path(move), *goals)


def parted(dice: tuple[int, ...], columns: list[int]) -> list[tuple[int, int]]:
    """Part the dice of a roll into two pairs with the sums of these columns."""
    for other in range(1, 4):
        rest = [dice[index] for index in range(1, 4) if index != other]
        pairs = [(dice[0], dice[other]), (rest[0], rest[1])]
        for ordered in (pairs, pairs[::-1]):
            if [sum(pair) - LOWEST for pair in ordered] == columns:
                return ordered
    return []


def half(faces: tuple[int, int], x: float) -> str:
    """Draw one pair of a pairing: its dice and their sum."""
    dice = die(faces[0], x + 14, TRAY + 18) + die(faces[1], x + 57, TRAY + 18)
    return dice + text(sum(faces), x=x + HALF / 2, y=TRAY + 99, class_="total sl-ink")


def die(face: int, x: float, y: float) -> str:
    """Draw a die."""
    pips = [tag("circle", cx=x + 9.5 + int(p) % 3 * 10.5, cy=y + 9.5 + int(p) // 3 * 10.5, r=3.8) for p in PIPS[face]]
    return tag("g", box(x, y, 40, 40, 10, "face"), *pips, class_="die")
