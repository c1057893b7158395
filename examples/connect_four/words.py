"""A position in the terminal, and positions and moves in words."""

from rich.text import Text

from strandline.engine.texts import Texts

from .notation import NAMES, stack
from .rules import CELL, COLOURS, COLUMNS, ROWS, State

SIGN = (" ● ", " ○ ", "   ")  # red, yellow, and last EMPTY
STYLE = ("bold white on #c23b3b", "bold #3b2a14 on #efc02d", "")


def board(state: State, texts: Texts, last: int) -> Text:  # noqa: ARG001
    """Show the columns side by side, with an arrow at the one that was played last."""
    drawn = Text(no_wrap=True)
    for row in reversed(range(ROWS)):
        for cell in CELL[:, row]:
            drawn.append("│").append(SIGN[state.disc[cell]], STYLE[state.disc[cell]])
        drawn.append("│\n")
    drawn.append("└───" + "┴───" * (COLUMNS - 1) + "┘\n")
    return drawn.append("".join(f" {'›' if column == last else ' '}{NAMES[column]} " for column in range(COLUMNS)))


def describe(state: State, texts: Texts) -> str:
    """Tell the position column by column, for somebody who does not see it."""
    columns = [column_in_words(state, column, texts) for column in range(COLUMNS) if state.height[column] > 0]
    return " ".join([texts.turn(state.turn), *(columns or [texts.say("empty")])])


def column_in_words(state: State, column: int, texts: Texts) -> str:
    """Tell the discs of a column from the bottom up."""
    discs = ", ".join(texts.say(f"colour.{COLOURS[disc]}") for disc in stack(state, column))
    return texts.say("column", column=NAMES[column], discs=discs or "–")


def tell(before: State, move: int, after: State, texts: Texts) -> str:
    """Tell what a move does, from the position before it and the one after it."""
    return texts.say("log.move", seat=texts.seat(before.turn), column=NAMES[move], row=after.height[move])


def prompt(state: State, texts: Texts) -> str:  # noqa: ARG001
    """Tell the mover what to do."""
    return texts.say("prompt")
