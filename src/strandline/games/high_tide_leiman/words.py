"""A position in the terminal, and positions and moves in words."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from rich.text import Text

from . import rules
from .notation import path
from .rules import CELLS, COLOURS, HEXAGON, LAYING, STEPS, Move, State, top, visible

if TYPE_CHECKING:
    from strandline.engine.texts import Texts

SIGN = "≈★·"
STYLE = ("bold white on #2f6fb5", "bold #3a1021 on #e58fb0", "#3b2a14 on #ead2a4")
ROWS = [[cell for cell in range(CELLS) if HEXAGON.name[cell].startswith(letter)] for letter in "abcde"]
WIDTH = 7  # of a cell, between its walls


def board(state: State, texts: Texts, last: int) -> Text:
    """Show the board: on each cell the sign and height of its stack, its name, and what lies further down."""
    drawn = Text(no_wrap=True)
    touched = path(last) if Move.STEP <= last < Move.LAY else ()
    for number, row in enumerate(ROWS):
        if number <= 2:
            drawn.append(margin(row) + "  ╱   ╲ " * len(row) + "\n")
        for line in (stack_line, name_line):
            drawn.append(margin(row))
            for cell in row:
                drawn.append("│")
                drawn.append(*line(state, cell, HEXAGON.name[cell] in touched))
            drawn.append("│\n")
        if number >= 2:
            drawn.append(margin(row) + "  ╲   ╱ " * len(row) + "\n")
    drawn.append(score_line(state, texts))
    return drawn


def margin(row: list[int]) -> str:
    """Move a row in, so that its cells stand between those of the rows beside it."""
    return " " * (2 + 4 * (5 - len(row)))


def stack_line(state: State, cell: int, touched: bool) -> tuple[str, str]:
    """Show the top tile and, where there is more than one, how many there are."""
    height = int(state.height[cell])
    if height == 0:
        return " " * WIDTH, ""
    number = str(height) if height > 1 else ""
    mark = "›" if touched else " "
    return f" {mark}{SIGN[top(state, cell)]} {number}".ljust(WIDTH), STYLE[top(state, cell)]


def name_line(state: State, cell: int, touched: bool) -> tuple[str, str]:  # noqa: ARG001
    """Show the cell's name and the tiles below the top one, from the bottom up."""
    height = int(state.height[cell])
    below = "".join(SIGN[state.tile[cell, level]] for level in range(height - 1))
    below = below if len(below) <= 3 else "…" + below[-2:]
    name = f" {HEXAGON.name[cell]} {below}".ljust(WIDTH)
    return name, STYLE[top(state, cell)].replace("bold ", "") if height else "dim"


def score_line(state: State, texts: Texts) -> str:
    """Sum up stones and visible tiles."""
    counts = [f"{stones_in_words(state, seat, texts)}, {visible_in_words(state, seat, texts)}" for seat in range(2)]
    return "   ".join(f"{SIGN[seat]} {texts.seat(seat)}: {count}" for seat, count in enumerate(counts))


def stones_in_words(state: State, seat: int, texts: Texts) -> str:
    """Count the stones of a player."""
    return texts.say("stones", count=int(state.stones[seat]))


def visible_in_words(state: State, seat: int, texts: Texts) -> str:
    """Count the tiles that a player shows."""
    return texts.say("visible", count=visible(state, seat))


def describe(state: State, texts: Texts) -> str:
    """Tell the position cell by cell, for somebody who does not see it."""
    players = [player_in_words(state, seat, texts) for seat in range(2)]
    cells = [cell_in_words(state, cell, texts) for cell in range(CELLS) if state.height[cell] > 0]
    return " ".join([texts.turn(state.turn), *players, *cells])


def player_in_words(state: State, seat: int, texts: Texts) -> str:
    """Tell how a player stands."""
    return texts.say(
        "standing",
        seat=texts.seat(seat),
        stones=stones_in_words(state, seat, texts),
        visible=visible_in_words(state, seat, texts),
        highest=rules.highest(state, seat),
    )


def cell_in_words(state: State, cell: int, texts: Texts) -> str:
    """Tell what lies on a cell."""
    stack = tuple(int(state.tile[cell, level]) for level in range(state.height[cell]))
    return stack_in_words(cell, stack, texts)


def stack_in_words(cell: int, stack: tuple[int, ...], texts: Texts) -> str:
    """Tell what lies on a cell, from the top down."""
    name, height = HEXAGON.name[cell], len(stack)
    colours = [texts.say(f"colour.{COLOURS[colour]}") for colour in reversed(stack)]
    if height == 0:
        return texts.say("cell.empty", cell=name)
    if height == 1:
        return texts.say("cell.single", cell=name, colour=colours[0])
    return texts.say("cell.stack", cell=name, height=height, colour=colours[0], below=", ".join(colours[1:]))


def tell(before: State, move: int, after: State, texts: Texts) -> str:
    """Tell what a move does, from the position before it and the one after it."""
    if move >= Move.LAY:
        return outcome_in_words(move, texts)
    start, end = STEPS[move]
    level = int(after.height[end])
    told = step_in_words(move, before.turn, top(before, start), level, top(before, end), texts)
    return told if after.turn >= 0 else f"{told} {end_in_words(after, 1 - before.turn, texts)}"


@lru_cache(maxsize=1000)
def outcome_in_words(move: int, texts: Texts) -> str:
    """Tell what chance has brought."""
    if move >= Move.BEGIN:
        return texts.say("log.first", seat=texts.seat(move - Move.BEGIN))
    colour = texts.say(f"colour.{COLOURS[(move - Move.LAY) % 3]}")
    return texts.say("log.lay", colour=colour, cell=HEXAGON.name[LAYING[(move - Move.LAY) // 3]])


@lru_cache(maxsize=10_000)
def step_in_words(move: int, seat: int, colour: int, level: int, covered: int, texts: Texts) -> str:
    """Tell which tile a seat carries where."""
    start, end = (HEXAGON.name[cell] for cell in STEPS[move])
    return texts.say(
        "log.move",
        seat=texts.seat(seat),
        colour=texts.say(f"colour.{COLOURS[colour]}"),
        start=start,
        end=end,
        level=level,
        covered=texts.say(f"colour.{COLOURS[covered]}"),
    )


def end_in_words(state: State, stuck: int, texts: Texts) -> str:
    """Tell who has won the round that ended here, and by which rule."""
    winner = 1 - int(state.first)
    decided = "L-E2" if rules.visible_lead(state) else "L-E3" if rules.height_lead(state) else "L-E4"
    facts = {"seat": texts.seat(winner), "stuck": texts.seat(stuck), "stones": stones_in_words(state, winner, texts)}
    facts |= {"mine": str(visible(state, winner)), "theirs": str(visible(state, 1 - winner))}
    return f"{texts.say('round.over', **facts)} {texts.say(f'round.{decided}', **facts)}"
