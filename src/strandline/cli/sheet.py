"""The score sheet in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from strandline.cli.match import correction_in_words
from strandline.cli.question import HUMAN
from strandline.cli.shell import console, language, say
from strandline.engine.errors import printable

if TYPE_CHECKING:
    from strandline.engine.game import Game
    from strandline.engine.match import Match
    from strandline.engine.row import Row


def show_sheet(match: Match, *, plain: bool, state: Row | None = None) -> None:
    """Show the score sheet, as a table or in sentences."""
    texts = match.colours(language())
    lines = {name: texts.say(f"sheet.{name}") for name in match.lines(state)}
    names = [texts.say(f"seat.{seat}") for seat in range(match.seats)]
    if plain:
        for seat, points in enumerate(match.sheet(state)):
            in_words = ", ".join(f"{lines[name]} {value}" for name, value in points.items() if name in lines)
            console(plain=True).print(f"{names[seat]}: {in_words}.")
        show_correction(match.game, plain=True)
        return
    table = Table(box=None, pad_edge=False)
    table.add_column("")
    for seat, name in enumerate(names):
        table.add_column(
            Text(f"{name}\n{player(match, seat)}".rstrip()), justify="right"
        )  # a name of a file is no markup
    for line, label in lines.items():
        table.add_row(label, *(str(points[line]) for points in match.sheet(state)))
    if match.over:
        table.add_row(say("column.place"), *map(str, match.places()))
    console().print(table)
    show_correction(match.game)


def player(match: Match, seat: int) -> str:
    """Name who plays on a seat, as far as it is known."""
    who = match.players[seat] if match.players else ""
    return f"({say('who.human') if who == HUMAN else printable(who)})" if who else ""


def show_correction(game: Game, *, plain: bool = False) -> None:
    """Say where the box was corrected, if it was."""
    if told := correction_in_words(game):
        console(plain=plain).print(told, markup=False)
