"""Moves as text (`6+8`, `6`, `roll`, `stop`, dice as `1256`) and positions as documents in rulebook words."""

from collections.abc import Mapping
from typing import Any

from strandline.engine.contract import CHANCE, NOBODY, OVER
from strandline.engine.document import Document

from .rules import COLOURS, COLUMNS, LENGTH, LOWEST, MOVES, NONE, ROLLS, RUNNERS, STEPS, TO_WIN, Move, State, fall

NAMES = tuple(str(column + LOWEST) for column in range(COLUMNS))  # of the columns: their sums


def spell(move: int) -> str:
    """Write a move."""
    if move >= Move.FALL:
        return "".join(map(str, ROLLS[move - Move.FALL]))
    return "+".join(steps(move)) or Move(move).name.lower()


def steps(move: int) -> list[str]:
    """Name the columns that a decision advances in; one of them twice where it does so."""
    return [NAMES[column] for column in STEPS[move] if column != NONE]


MOVE_OF = {spell(move): move for move in range(MOVES)}


def parse(text: str) -> int:
    """Read a move, its numbers in any order; ValueError where the text is none."""
    word = text.strip().lower()
    for spelled in (word, "+".join(reversed(word.split("+"))), "".join(sorted(word)) if len(word) == 4 else ""):
        if spelled in MOVE_OF:
            return MOVE_OF[spelled]
    raise ValueError(text)


def path(move: int) -> tuple[str, ...]:
    """Name what is pointed at to make the move: one button says it all; nobody points at rolls."""
    return (spell(move),) if move < Move.FALL else ()


def position(state: State) -> dict[str, Any]:
    """Write a position: whose turn it is, the markers, the runners, and whether dice roll or lie there."""
    markers = {COLOURS[seat]: climbed(state.marker[seat]) for seat in range(state.seats)}
    document: dict[str, Any] = {"turn": "over" if state.turn == OVER else COLOURS[state.player], "markers": markers}
    if state.turn == CHANCE:
        document["rolling"] = True
    if state.roll != NONE:
        document["dice"] = list(ROLLS[state.roll])
    return document | {"runners": climbed(state.runner)}


def climbed(steps: Any) -> dict[str, int]:
    """Write the columns with something in them, and on which step."""
    return {name: int(step) for name, step in zip(NAMES, steps, strict=True) if step > 0}


def place(state: State, position: Mapping[str, Any]) -> None:
    """Set a position up (CS-R7)."""
    document = Document(position, ("turn", "markers", "runners", "rolling", "dice"))
    colours = COLOURS[: state.seats]
    mover = document.index("turn", (*colours, "over"))
    tables = [document.table("markers", colours).table(colour, NAMES) for colour in colours]
    for seat, table in enumerate(tables):
        for name in table:
            column = NAMES.index(name)
            state.marker[seat, column] = table.number(name, 1, int(LENGTH[column]))
            if state.marker[seat, column] == LENGTH[column]:
                state.owner[column] = seat
                state.won[seat] += 1
    for seat, table in enumerate(tables):
        for name in table:
            if state.owner[NAMES.index(name)] not in (NOBODY, seat):
                table.forbid(name, "CS-T9")
    winners = [seat for seat in range(state.seats) if state.won[seat] >= TO_WIN]
    if len(winners) != (mover == state.seats):
        document.forbid("turn", "CS-E1")
    state.player, state.turn = (winners[0], OVER) if winners else (mover, mover)
    place_runners(state, document.table("runners", NAMES))
    place_dice(state, document)
    if winners and (any(state.runner.tolist()) or "dice" in document or "rolling" in document):
        document.forbid("turn", "CS-E2")


def place_runners(state: State, runners: Document) -> None:
    """Put down the runners, each above its player's marker (CS-T3, CS-T5)."""
    for count, name in enumerate(runners):
        column = NAMES.index(name)
        if state.owner[column] != NOBODY or count >= RUNNERS:
            runners.forbid(name, "CS-T5" if count < RUNNERS else "CS-T3")
        state.left -= 1
        state.runner[column] = runners.number(name, int(state.marker[state.player, column]) + 1, int(LENGTH[column]))


def place_dice(state: State, document: Document) -> None:
    """Let dice lie there, or roll; without runners a turn begins, and with them the player decides (CS-T1, CS-T7)."""
    dice, rolling = document.numbers("dice", 1, 6), document.flag("rolling")
    if dice:
        if len(dice) != 4 or rolling:
            document.refuse("dice", "[1, 2, 5, 6]")
        fall(state, ROLLS.index((*sorted(dice),)))
        if state.turn == CHANCE:
            document.forbid("dice", "CS-T6")
    elif state.turn != OVER and (rolling or not any(state.runner.tolist())):
        state.turn = CHANCE
