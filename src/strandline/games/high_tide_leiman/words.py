"""A position in the terminal, and positions and moves in words."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from rich.text import Text

from strandline.engine.contract import OVER, Moment, Scored

from . import rules
from .notation import path
from .rules import CELLS, COLOURS, HEXAGON, LAYING, MOVES, STEPS, Move, State, top, visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from strandline.engine.texts import Texts

SIGN = "≈★·"
STYLE = ("bold white on #2f6fb5", "bold #3a1021 on #e58fb0", "#3b2a14 on #ead2a4")
ROWS = [[cell for cell in range(CELLS) if HEXAGON.name[cell].startswith(letter)] for letter in "abcde"]
WIDTH = 7  # of a cell, between its walls
SMALL = 80  # columns of a small terminal
BETWEEN = "   "  # players in the line of scores


def board(state: State, texts: Texts, last: int) -> Text:
    """Show the board: on each cell the sign and height of its stack, its name, and what lies further down."""
    drawn = Text(no_wrap=True)
    touched = path(last) if Move.STEP <= last < Move.LAY else ()
    for number, row in enumerate(ROWS):
        if number <= 2:
            drawn.append(margin(row) + "  ╱   ╲ " * len(row) + "\n")
        put_row(drawn, state, row, touched)
        if number >= 2:
            drawn.append(margin(row) + "  ╲   ╱ " * len(row) + "\n")
    drawn.append(score_line(state, texts))
    return drawn


def compact(state: State, texts: Texts, last: int, seats: Sequence[int]) -> Text:  # noqa: ARG001
    """Show the board without the roofs between the rows."""
    drawn = Text(no_wrap=True)
    touched = path(last) if Move.STEP <= last < Move.LAY else ()
    for row in ROWS:
        put_row(drawn, state, row, touched)
    score = score_line(state, texts)
    drawn.append(score if len(score) <= SMALL else score.replace(BETWEEN, "\n"))
    return drawn


def put_row(drawn: Text, state: State, row: list[int], touched: tuple[str, ...]) -> None:
    """Show the cells of a row, in two lines."""
    for line in (stack_line, name_line):
        drawn.append(margin(row))
        for cell in row:
            drawn.append("│")
            drawn.append(*line(state, cell, HEXAGON.name[cell] in touched))
        drawn.append("│\n")


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
    return BETWEEN.join(f"{SIGN[seat]} {texts.seat(seat)}: {count}" for seat, count in enumerate(counts))


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
    (start, end), tiles, height = STEPS[move], before.tile.tobytes(), before.height.tobytes()
    lifted, covered = tiles[start * CELLS + height[start] - 1], tiles[end * CELLS + height[end] - 1]
    told = step_in_words(move, before.turn, lifted, height[end] + 1, covered, texts)
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
    facts = {"seat": texts.seat(winner), "stuck": texts.seat(stuck), "stones": stones_in_words(state, winner, texts)}
    facts |= {"mine": str(visible(state, winner)), "theirs": str(visible(state, 1 - winner))}
    verdict = texts.say(f"round.{decided_by(state)}", count=visible(state, winner), **facts)
    return f"{texts.say('round.over', **facts)} {verdict}"


def decided_by(state: State) -> str:
    """Name the rule that has decided the round that ended here."""
    return "L-E2" if rules.visible_lead(state) else "L-E3" if rules.height_lead(state) else "L-E4"


# What to do


def prompt(state: State, texts: Texts) -> str:
    """Tell the mover which tiles can be moved, and where to; else what is happening."""
    return texts.say(f"prompt.{choice(rules.mobile(state))}") if state.turn >= 0 else texts.turn(state.turn)


def note(state: State, texts: Texts) -> str:
    """Tell the mover what binds, what is at stake, or else how tiles that can be moved are known."""
    if state.turn < 0:
        return ""
    mobile = rules.mobile(state)
    if mobile in {1, 1000}:
        return texts.say("note.single")
    return texts.say(f"note.{stake(state) or choice(mobile)}")


def choice(mobile: int) -> str:
    """Which tiles can be moved: those of the own colour, neutral ones, or both?"""
    neutral, own = divmod(mobile, 1000)
    return "own" if not neutral else "both" if own else "neutral"


def legal(state: State) -> list[int]:
    """List the moves of the seat to move."""
    into = np.zeros(MOVES, np.int32)
    return into[: rules.moves(state, into)].tolist()  # type: ignore[no-any-return]


def stake(state: State) -> str:
    """What may the mover win or lose with this round, where the match can end with it?"""
    stones, needed, mover = state.stones.tolist(), state.to_win - 1, state.turn
    mine, theirs = stones[mover] == needed, stones[1 - mover] == needed
    if not needed or not (mine or theirs):
        return ""
    return "decider" if mine and theirs else "ahead" if mine else "behind"


# What everybody stops to see


def moment(before: State, move: int, after: State, texts: Texts) -> Moment | None:
    """Tell that a round is won, and, from the second on, that one begins."""
    if move < Move.LAY:
        return round_won(after, move, 1 - before.turn, texts) if after.turn < 0 else None
    return round_begins(after, texts) if after.turn >= 0 and rounds_won(after) else None


def round_won(state: State, last: int, stuck: int, texts: Texts) -> Moment:
    """Tell who has won a round, why it ended, by how much, and how many stones that makes."""
    winner, over = 1 - int(state.first), state.turn == OVER
    seats = {"seat": texts.seat(winner), "other": texts.seat(1 - winner)}
    title = "single" if state.to_win == 1 else "match" if over else "round"
    lines = [texts.say("moment.stuck", seat=texts.seat(stuck)), verdict(state, winner, seats, texts)]
    if state.to_win > 1:
        mine, theirs = (int(state.stones[seat]) for seat in (winner, 1 - winner))
        lines.append(texts.say("moment.stone", mine=mine, theirs=theirs, **seats))
    told = texts.say(f"moment.{title}", round=rounds_won(state), **seats)
    return Moment(told, (*lines,), deciding_cells(state, winner, last))


def verdict(state: State, winner: int, seats: dict[str, str], texts: Texts) -> str:
    """Tell by how much a round is won: by tiles in sight, else by height, else by the last move (L-E2, L-E3, L-E4)."""
    counted = rules.highest if decided_by(state) == "L-E3" else visible
    mine, theirs = counted(state, winner), counted(state, 1 - winner)
    shown = visible(state, winner)
    return texts.say(f"moment.{decided_by(state)}", count=shown, mine=mine, theirs=theirs, **seats)


def deciding_cells(state: State, winner: int, last: int) -> tuple[str, ...]:
    """Name the cells by which a round is won: the winner's tiles in sight, the highest of them, or the last moved."""
    if decided_by(state) == "L-E4":
        return path(last)[1:]
    least = 1 if decided_by(state) == "L-E2" else rules.highest(state, winner)
    shown = (cell for cell in range(CELLS) if top(state, cell) == winner and state.height[cell] >= least)
    return tuple(HEXAGON.name[cell] for cell in shown)


def round_begins(state: State, texts: Texts) -> Moment:
    """Tell that the tiles of the next round lie: who begins, how many stones each has, who may win the match now."""
    needing_one = [seat for seat in range(2) if state.stones[seat] == state.to_win - 1]
    lines = [
        texts.say("moment.has", seat=texts.seat(seat), stones=stones_in_words(state, seat, texts)) for seat in range(2)
    ]
    if len(needing_one) == 2:
        lines.append(texts.say("moment.decider"))
    elif needing_one:
        lines.append(texts.say("moment.point", seat=texts.seat(needing_one[0])))
    number = 1 + rounds_won(state)
    return Moment(texts.say("moment.begins", round=number, seat=texts.seat(state.turn)), (*lines,))


def scoring(state: State, texts: Texts) -> tuple[Scored, ...]:
    """Walk through the stones: those of the rounds before, then that of the last one, and by which tiles it was won."""
    winner = 1 - int(state.first)
    seats = {"seat": texts.seat(winner), "other": texts.seat(1 - winner)}
    last = tuple(int(seat == winner) for seat in range(2))
    before = tuple(int(state.stones[seat]) - last[seat] for seat in range(2))
    won = () if decided_by(state) == "L-E4" else deciding_cells(state, winner, 0)
    earlier = (Scored(texts.say("end.before"), before),) if any(before) else ()
    return (*earlier, Scored(verdict(state, winner, seats, texts), last, won))


def rounds_won(state: State) -> int:
    """How many rounds are over?"""
    return sum(state.stones.tolist())


# Why something cannot be


def reason(state: State, move: int, rule: str, texts: Texts) -> str:
    """Say how high the stacks are where a tile does not climb (L-T4), and where nothing lies at all (L-T1)."""
    if move >= Move.LAY or state.turn < 0:
        return ""
    start, end = STEPS[move]
    height = int(state.height[start])
    if rule == "L-T1" and height == 0:
        return texts.say("reason.empty", cell=HEXAGON.name[start])
    if rule != "L-T4":
        return ""
    facts = {"cell": HEXAGON.name[start], "height": height}
    beside = [int(state.height[to]) for cell, to in STEPS if cell == start]
    if max(beside) < height:
        return texts.say("reason.highest", **facts, other=max(beside))
    return texts.say("reason.low", **facts, there=HEXAGON.name[end], other=int(state.height[end]))
