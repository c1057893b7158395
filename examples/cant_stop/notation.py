"""Moves as text (`6+8`, `6`, `roll`, `stop`, dice as `1256`) and positions as documents in rulebook words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from cant_stop.rules import (
    BOTH,
    COLOURS,
    COLUMNS,
    LENGTH,
    LOWEST,
    NONE,
    ROLLS,
    RUNNERS,
    STEPS,
    TO_WIN,
    Move,
    fall,
    won,
)
from strandline.engine.contract import CHANCE, NOBODY, OVER
from strandline.engine.document import Document

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cant_stop.rules import State

NAMES = tuple(str(column + LOWEST) for column in range(COLUMNS))  # of the columns: their sums
ADVANCE = re.compile(r"(\d+)(?:\s*\+\s*(\d+))?", re.ASCII)


def spell(move: int) -> str:
    """Write a move."""
    if move >= Move.FALL:
        return "".join(map(str, ROLLS[move - Move.FALL]))
    return "+".join(steps(move)) or Move(move).name.lower()


def steps(move: int) -> list[str]:
    """Name the columns that a decision advances in; one of them twice where it does so."""
    return [NAMES[column] for column in STEPS[move] if column != NONE]


def parse(text: str) -> int:
    """Read a move, its numbers in any order; ValueError where the text is none."""
    word = text.strip().lower()
    if word in {"roll", "stop"}:
        return int(Move[word.upper()])
    if re.fullmatch("[1-6]{4}", word):
        return Move.FALL + ROLLS.index((*sorted(map(int, word)),))
    found = ADVANCE.fullmatch(word)
    if found is None:
        raise ValueError(text)
    first, *second = (NAMES.index(name) for name in found.groups() if name)
    return int(BOTH[first, second[0]]) if second else Move.ONE + first


def path(move: int) -> tuple[str, ...]:
    """Name what is pointed at to make the move: one button says it all; nobody points at rolls."""
    return (spell(move),) if move < Move.FALL else ()


# Positions


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
    markers = document.table("markers", colours)
    for seat, colour in enumerate(colours):
        place_markers(state, seat, markers.table(colour, NAMES))
    for seat, colour in enumerate(colours):
        for column in range(COLUMNS):
            if state.marker[seat, column] > 0 and state.owner[column] not in (NOBODY, seat):
                markers.table(colour, NAMES).forbid(NAMES[column], "CS-T9")
    winners = [seat for seat in range(state.seats) if won(state, seat) >= TO_WIN]
    if len(winners) != (mover == state.seats):
        document.forbid("turn", "CS-E1")
    state.player = winners[0] if winners else mover
    state.turn = OVER if winners else state.player
    place_runners(state, document.table("runners", NAMES), document)
    place_dice(state, document)


def place_markers(state: State, seat: int, document: Document) -> None:
    """Put down the markers of a player; on the top step they win the column (CS-T9)."""
    for name in document:
        column = NAMES.index(name)
        state.marker[seat, column] = document.number(name, 1, int(LENGTH[column]))
        if state.marker[seat, column] == LENGTH[column]:
            if state.owner[column] != NOBODY:
                document.forbid(name, "CS-T9")
            state.owner[column] = seat


def place_runners(state: State, runners: Document, document: Document) -> None:
    """Put down the runners, each above its player's marker (CS-T3, CS-T5)."""
    for name in runners:
        column = NAMES.index(name)
        if state.owner[column] != NOBODY:
            runners.forbid(name, "CS-T5")
        low = int(state.marker[state.player, column]) + 1
        state.runner[column] = runners.number(name, low, int(LENGTH[column]))
    if len(runners.entries) > RUNNERS:
        document.forbid("runners", "CS-T3")
    if len(runners.entries) > 0 and state.turn == OVER:
        document.forbid("runners", "CS-E2")


def place_dice(state: State, document: Document) -> None:
    """Let dice lie there, or roll; without runners a turn begins, and with them the player decides (CS-T1, CS-T7)."""
    dice, rolling = document.numbers("dice", 1, 6), document.flag("rolling")
    if state.turn == OVER:
        if dice or rolling:
            document.forbid("dice" if dice else "rolling", "CS-E2")
    elif dice:
        if len(dice) != 4 or rolling:
            document.refuse("dice", "[1, 2, 5, 6]")
        fall(state, ROLLS.index((*sorted(dice),)))
        if state.turn == CHANCE:
            document.forbid("dice", "CS-T6")
    elif rolling or not any(state.runner.tolist()):
        state.turn = CHANCE
