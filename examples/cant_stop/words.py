"""A position in the terminal, and positions and moves in words."""

from rich.text import Text

from strandline.engine.contract import NOBODY, OVER
from strandline.engine.texts import Texts

from .notation import NAMES, climbed, spell, steps
from .rules import LENGTH, NONE, ROLLS, Move, State

SIGN, RUNNER = "●■▲◆", "☼"
STYLE = ("bold #d9534a", "bold #4a90d9", "bold #46a866", "bold #d9a520")
HIGHEST, WIDTH = int(LENGTH.max()), 6


def board(state: State, texts: Texts, last: int) -> Text:  # noqa: ARG001
    """Show the columns side by side with markers and runners, and below them the dice that lie there."""
    drawn = Text(no_wrap=True)
    for line in range(HIGHEST):
        for column, length in enumerate(LENGTH.tolist()):  # each stands in the middle of the board's height
            drawn.append_text(cell(state, column, (HIGHEST + length) // 2 - line))
        drawn.append("\n")
    drawn.append("".join(name.center(WIDTH) for name in NAMES))
    return drawn.append("\n\n" + "  ".join(f"[{die}]" for die in ROLLS[state.roll]) if state.roll != NONE else "")


def cell(state: State, column: int, step: int) -> Text:
    """Show one step of a column: the markers on it, and the runner; nothing beyond its ends."""
    if not 1 <= step <= LENGTH[column]:
        return Text(" " * WIDTH)
    owner = int(state.owner[column])
    signs = [Text(SIGN[seat], STYLE[seat]) for seat in range(state.seats) if state.marker[seat, column] == step]
    signs += [Text(RUNNER, "bold")] if state.runner[column] == step else []
    shown = Text().join(signs or [Text("·" if owner == NOBODY else "│", "" if owner == NOBODY else STYLE[owner])])
    shown.align("center", WIDTH)
    return shown


def describe(state: State, texts: Texts) -> str:
    """Tell the position, for somebody who does not see it."""
    told = [texts.turn(state.turn)]
    if state.roll != NONE:
        told.append(texts.say("dice", dice=texts.listed([*map(str, ROLLS[state.roll])])))
    told.append(texts.say("runners", seat=texts.seat(state.player), columns=columns_in_words(state.runner, texts)))
    return " ".join([*told, *(player_in_words(state, seat, texts) for seat in range(state.seats))])


def player_in_words(state: State, seat: int, texts: Texts) -> str:
    """Tell where a player's markers are, and which columns are won."""
    columns, won = columns_in_words(state.marker[seat], texts), texts.listed(columns_of(state, seat))
    return texts.say("markers", seat=texts.seat(seat), columns=columns, won=won)


def columns_of(state: State, seat: int) -> list[str]:
    """Name the columns that a player has won."""
    return [name for name, owner in zip(NAMES, state.owner.tolist(), strict=True) if owner == seat]


def columns_in_words(steps: object, texts: Texts) -> str:
    """Tell which columns are climbed, and how far."""
    return texts.listed([texts.say("column", column=name, step=step) for name, step in climbed(steps).items()])


def tell(before: State, move: int, after: State, texts: Texts) -> str:
    """Tell what a move does, from the position before it and the one after it."""
    seat = texts.seat(before.player)
    if move >= Move.FALL:
        key = "log.bust" if after.roll == NONE else "log.fall"
        return texts.say(key, seat=seat, dice=texts.listed([*spell(move)]))
    if move != Move.STOP:
        key = "log.roll" if move == Move.ROLL else "log.advance"
        return texts.say(key, seat=seat, columns=texts.listed(steps(move)))
    told = [texts.say("log.stop", seat=seat, columns=columns_in_words(before.runner, texts))]
    gained = [name for name in columns_of(after, before.player) if name not in columns_of(before, before.player)]
    if gained:
        told.append(texts.say("log.won", columns=texts.listed(gained), count=len(gained)))
    return " ".join([*told, *([texts.say("winner", seat=seat)] if after.turn == OVER else [])])


def prompt(state: State, texts: Texts) -> str:
    """Tell the mover what to do: pair the dice that lie there, or go on or not (CS-T7)."""
    return texts.say("prompt.decide" if state.roll == NONE else "prompt.pair")
