"""The board as SVG: shapes and classes only; style.css has the colours."""

from itertools import combinations

import numpy as np

from strandline.engine.contract import NOBODY, OVER
from strandline.engine.elements import ghost, piece, tag, target, text, title
from strandline.engine.row import copy_of
from strandline.engine.texts import Texts

from .notation import NAMES, path, spell, steps
from .rules import COLOURS, LENGTH, LOWEST, NONE, PAIRINGS, ROLLS, STEPS, Move, State, pairing_advances, play
from .words import columns_of, player_in_words

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
    return LEFT + ACROSS * column, MIDDLE + UP * (int(LENGTH[column]) + 1 - 2 * int(step)) // 2


def box(x: float, y: float, width: float, height: float, radius: float, class_: str) -> str:
    """Draw a rectangle with round corners."""
    return tag("rect", x=x, y=y, width=width, height=height, rx=radius, class_=class_)


def emblem(seat: int, x: float, y: float, size: float) -> str:
    """Draw the emblem of a player."""
    return tag("path", d=EMBLEM[seat], transform=f"translate({x} {y}) scale({size})", class_="emblem")


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
    owner, (x, top) = int(state.owner[column]), spot(column, int(LENGTH[column]))
    if owner != NOBODY:
        closed = box(x - 25, top - 18, 50, UP * int(LENGTH[column]) - 4, 14, "closed")
        plate = box(x - 22, top - 15, 44, 30, 11, "plate")
        won = piece(f"{COLOURS[owner]}-{column}", plate, emblem(owner, x, top, 1.7))
        return tag("g", closed, won, class_=f"won {COLOURS[owner]}")
    drawn = [""]
    for seat, colour in enumerate(COLOURS):
        if state.marker[seat, column] > 0:
            x, y = spot(column, state.marker[seat, column])
            shape = emblem(seat, x + CORNER[seat][0], y + CORNER[seat][1], 1.2)
            drawn.append(piece(f"{colour}-{column}", shape, class_=colour))
    if state.runner[column] > 0:
        x, y = spot(column, state.runner[column])
        if Move.ONE <= last < Move.FALL and column in STEPS[last]:
            drawn.append(tag("circle", cx=x, cy=y, r=18, class_="trace"))
        shape = tag("circle", cx=x, cy=y, r=13.5, class_="disc") + emblem(state.player, x, y, 1.25)
        drawn.append(piece(f"runner-{column}", shape, class_=COLOURS[state.player]))
    return tag("g", *drawn)


def glides(before: State, move: int, after: State) -> tuple[tuple[str, str], ...]:
    """Say which pieces go where: runners move up from where they or the markers were, and become markers at a stop."""
    found = []
    for column in range(len(NAMES)):
        runner, marker = f"runner-{column}", f"{COLOURS[before.player]}-{column}"
        if move == Move.STOP and before.runner[column] > 0:
            found.append((runner, marker))
        elif after.runner[column] > before.runner[column] > 0:
            found.append((runner, runner))
        elif after.runner[column] > 0 and before.marker[before.player, column] > 0:
            found.append((marker, runner))
    return tuple(found)


def panel(state: State, seat: int, texts: Texts) -> str:
    """Draw a player's corner: who it is, and the columns that are won."""
    x, y = PANEL[seat]
    parts = [title(player_in_words(state, seat, texts)), box(x, y, 190, 92, 18, "panel")]
    parts += [emblem(seat, x + 28, y + 30, 1.9), text(texts.seat(seat), x=x + 50, y=y + 38, class_="player sl-ink")]
    for left, name in zip(range(x + 16, x + 178, 54), [*columns_of(state, seat), "", "", ""], strict=False):
        parts.append(box(left, y + 54, 48, 26, 9, "plate" if name else "slot"))
        parts.append(text(name, x=left + 24, y=y + 73, class_="prize"))
    return tag("g", *parts, class_=f"{COLOURS[seat]}{' mover' if state.player == seat else ''}")


def tray(state: State, texts: Texts) -> str:
    """Draw the pairings of the dice, the decision after an advance, dice that roll, or who has won."""
    if state.roll != NONE:
        return "".join(pairing(state, way, texts) for way in range(len(PAIRINGS[state.roll])))
    if state.turn == OVER:
        return text(texts.say("winner", seat=texts.seat(state.player)), x=360, y=TRAY + 70, class_="verdict sl-ink")
    if state.turn != state.player:
        return "".join(box(251 + 58 * place, TRAY + 38, 44, 44, 11, "rolling") for place in range(4))
    dice = "".join(die(face, 54 + 30 * place, TRAY + 32 + 22 * place) for place, face in enumerate((5, 2)))
    sign = tag("path", d=f"M419 {TRAY + 35}h26l18 18v26l-18 18h-26l-18-18v-26z", class_="sign")
    return button(Move.ROLL, 14, dice, texts) + button(Move.STOP, 367, sign, texts)


def button(move: int, x: int, picture: str, texts: Texts) -> str:
    """Draw a decision."""
    label = texts.say("button.roll" if move == Move.ROLL else "button.stop")
    shown = text(label, x=x + 130, y=TRAY + 74, class_="label sl-ink")
    return target(spell(move), label, *(box(x, TRAY, 339, 122, 20, role) for role in ("card", "halo")), picture, shown)


def pairing(state: State, way: int, texts: Texts) -> str:
    """Draw a pairing as a card: to be taken as a whole, by one half, or, faint, not at all (CS-T4, CS-T6)."""
    x = (SIZE[0] - (CARD + GAP) * len(PAIRINGS[state.roll]) + GAP) // 2 + (CARD + GAP) * way
    listed = np.zeros(2, np.int32)
    moves = listed[: pairing_advances(state, way, listed, 0)].tolist()
    columns, card = PAIRINGS[state.roll][way], box(x, TRAY, CARD, 122, 20, "card")
    halves = [half(pair, x + HALF * side) for side, pair in enumerate(parted(ROLLS[state.roll], columns[0]))]
    if moves and moves[0] >= Move.BOTH:
        return advance(state, moves[0], texts, card, *halves, box(x, TRAY, CARD, 122, 20, "halo"))
    for side, column in enumerate(columns):
        if Move.ONE + column in moves and column not in columns[:side]:
            halo = box(x + HALF * side, TRAY, HALF, 122, 20, "halo")
            halves[side] = advance(state, Move.ONE + column, texts, halves[side], halo)
        else:
            halves[side] = tag("g", halves[side], class_="idle")
    return card + "".join(halves)


def advance(state: State, move: int, texts: Texts, *content: str) -> str:
    """Draw what is pointed at to advance, and, while it is, where the runners would go."""
    after = copy_of(state)
    play(after, move)
    climbed = [spot(c, after.runner[c]) for c in range(len(NAMES)) if after.runner[c] > state.runner[c]]
    goals = [tag("circle", cx=x, cy=y, r=13.5, class_="goal") for x, y in climbed]
    spoken = texts.say("button.advance", columns=texts.listed(steps(move)))
    return target(spell(move), spoken, *content) + ghost(path(move), *goals)


def parted(dice: tuple[int, ...], column: int) -> list[list[int]]:
    """Part the dice of a roll into two pairs, the first with the sum of this column."""
    pair = next(pair for pair in combinations(range(4), 2) if sum(dice[i] for i in pair) == column + LOWEST)
    return [[dice[i] for i in range(4) if (i in pair) == first] for first in (True, False)]


def half(faces: list[int], x: float) -> str:
    """Draw one pair of a pairing: its dice and their sum."""
    dice = [die(face, x + 14 + 43 * place, TRAY + 18) for place, face in enumerate(faces)]
    return "".join(dice) + text(sum(faces), x=x + HALF / 2, y=TRAY + 99, class_="total sl-ink")


def die(face: int, x: float, y: float) -> str:
    """Draw a die."""
    pips = [tag("circle", cx=x + 9.5 + int(p) % 3 * 10.5, cy=y + 9.5 + int(p) // 3 * 10.5, r=3.8) for p in PIPS[face]]
    return tag("g", box(x, y, 40, 40, 10, "face"), *pips, class_="die")
