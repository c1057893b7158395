"""A position in the terminal, and positions and moves in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from cant_stop.notation import NAMES, climbed, steps
from cant_stop.rules import COLUMNS, LENGTH, NONE, ROLLS, Move
from strandline.engine.contract import NOBODY, OVER

if TYPE_CHECKING:
    from cant_stop.rules import State
    from strandline.engine.texts import Texts

SIGN, RUNNER = "●■▲◆", "☼"
STYLE = ("bold #d9534a", "bold #4a90d9", "bold #46a866", "bold #d9a520")
HIGHEST, WIDTH = int(LENGTH.max()), 6


def board(state: State, texts: Texts, last: int) -> Text:  # noqa: ARG001
    """Show the columns side by side with markers and runners, and below them the dice that lie there."""
    drawn = Text(no_wrap=True)
    for line in range(HIGHEST):
        for column in range(COLUMNS):
            # A column stands in the middle of the board's height, so this line of the board is that step of it.
            step = (HIGHEST + int(LENGTH[column])) // 2 - line
            drawn.append_text(cell(state, column, step))
        drawn.append("\n")
    drawn.append("".join(name.center(WIDTH) for name in NAMES))
    if state.roll != NONE:
        drawn.append("\n\n" + "  ".join(f"[{die}]" for die in ROLLS[state.roll]))
    return drawn


def cell(state: State, column: int, step: int) -> Text:
    """Show one step of a column: the markers on it, and the runner."""
    if not 1 <= step <= LENGTH[column]:
        return Text(" " * WIDTH)
    shown = Text()
    for seat in range(state.seats):
        if state.marker[seat, column] == step:
            shown.append(SIGN[seat], STYLE[seat])
    if state.runner[column] == step:
        shown.append(RUNNER, "bold")
    if not shown:
        owner = int(state.owner[column])
        shown.append("·", "dim") if owner == NOBODY else shown.append("│", STYLE[owner])
    shown.align("center", WIDTH)
    return shown


def describe(state: State, texts: Texts) -> str:
    """Tell the position, for somebody who does not see it."""
    told = [texts.turn(state.turn) if state.turn != OVER else texts.say("winner", seat=texts.seat(state.player))]
    if state.roll != NONE:
        told.append(texts.say("dice", dice=dice_in_words(state.roll, texts)))
    if any(state.runner.tolist()):
        told.append(texts.say("runners", seat=texts.seat(state.player), columns=columns_in_words(state.runner, texts)))
    return " ".join([*told, *(player_in_words(state, seat, texts) for seat in range(state.seats))])


def player_in_words(state: State, seat: int, texts: Texts) -> str:
    """Tell where a player's markers are, and which columns are won."""
    own = [name for name, owner in zip(NAMES, state.owner, strict=True) if owner == seat]
    placed = columns_in_words(state.marker[seat], texts)
    return texts.say("markers", seat=texts.seat(seat), columns=placed, won=texts.listed(own))


def columns_in_words(steps: object, texts: Texts) -> str:
    """Tell which columns are climbed, and how far."""
    return texts.listed([
        texts.say("column", column=name, step=step, length=LENGTH[NAMES.index(name)])
        for name, step in climbed(steps).items()
    ])  # fmt: skip


def dice_in_words(roll: int, texts: Texts) -> str:
    """Tell a roll."""
    return texts.listed([str(die) for die in ROLLS[roll]])


def tell(before: State, move: int, after: State, texts: Texts) -> str:
    """Tell what a move does, from the position before it and the one after it."""
    seat = texts.seat(before.player)
    if move >= Move.FALL:
        key = "log.bust" if after.roll == NONE else "log.fall"
        return texts.say(key, seat=seat, dice=dice_in_words(move - Move.FALL, texts))
    if move == Move.STOP:
        return stop_in_words(before, after, texts)
    return texts.say(f"log.{'roll' if move == Move.ROLL else 'advance'}", seat=seat, columns=texts.listed(steps(move)))


def stop_in_words(before: State, after: State, texts: Texts) -> str:
    """Tell what a player keeps by stopping, and wins (CS-T8, CS-T9, CS-E1)."""
    seat = texts.seat(before.player)
    told = [texts.say("log.stop", seat=seat, columns=columns_in_words(before.runner, texts))]
    gained = [name for name, old, new in zip(NAMES, before.owner, after.owner, strict=True) if old != new]
    if gained:
        told.append(texts.say("log.won", seat=seat, columns=texts.listed(gained), count=len(gained)))
    if after.turn == OVER:
        told.append(texts.say("winner", seat=seat))
    return " ".join(told)
