"""A position in the terminal, and positions and moves in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from connect_four.notation import NAMES, stack
from connect_four.rules import CELL, COLOURS, COLUMNS, EMPTY, ROWS
from strandline.engine.contract import OVER

if TYPE_CHECKING:
    from connect_four.rules import State
    from strandline.engine.texts import Texts

SIGN = "●○"
STYLE = ("bold white on #c23b3b", "bold #3b2a14 on #efc02d")


def board(state: State, texts: Texts, last: int) -> Text:  # noqa: ARG001
    """Show the columns side by side, with an arrow at the one that was played last."""
    drawn = Text(no_wrap=True)
    for row in reversed(range(ROWS)):
        for column in range(COLUMNS):
            drawn.append("│")
            drawn.append(*hole(state, column, row))
        drawn.append("│\n")
    drawn.append("└───" + "┴───" * (COLUMNS - 1) + "┘\n")
    drawn.append("".join(f" {'›' if column == last else ' '}{NAMES[column]} " for column in range(COLUMNS)))
    return drawn


def hole(state: State, column: int, row: int) -> tuple[str, str]:
    """Show the disc behind one hole of the board, or none."""
    disc = int(state.disc[CELL[column, row]])
    return ("   ", "") if disc == EMPTY else (f" {SIGN[disc]} ", STYLE[disc])


def describe(state: State, texts: Texts) -> str:
    """Tell the position column by column, for somebody who does not see it."""
    turn = texts.say("turn.over") if state.turn == OVER else texts.say(f"turn.{state.turn}")
    columns = [column_in_words(state, column, texts) for column in range(COLUMNS) if state.height[column] > 0]
    return " ".join([turn, *(columns or [texts.say("empty")])])


def column_in_words(state: State, column: int, texts: Texts) -> str:
    """Tell the discs of a column from the bottom up."""
    discs = ", ".join(texts.say(f"colour.{COLOURS[disc]}") for disc in stack(state, column))
    return texts.say("column", column=NAMES[column], discs=discs or "–")


def tell(state: State, move: int, after: State, texts: Texts) -> str:  # noqa: ARG001
    """Tell what a move does, from the position before it and the one after it."""
    row = int(state.height[move]) + 1
    return texts.say("log.move", seat=texts.say(f"seat.{state.turn}"), column=NAMES[move], row=row)
