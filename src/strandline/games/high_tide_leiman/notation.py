"""Moves as text (`a1-b1`; chance: `b2=pink`, `first=blue`) and positions as documents in rulebook words."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from strandline.engine.contract import CHANCE, NOBODY, OVER
from strandline.engine.document import Document
from strandline.engine.editing import Editing, Pieces
from strandline.engine.errors import BadPosition, IllegalMove
from strandline.engine.texts import LANGUAGES, load

from . import rules
from .components import BOX
from .rules import CELLS, COLOURS, HEXAGON, LAYING, STEPS, Move, State

if TYPE_CHECKING:
    from collections.abc import Mapping

PLAYERS = COLOURS[:2]
LETTERS = "BPN"  # of the tiles
ENTRIES = ("turn", "stones", "stacks", "first")
CARRIED = re.compile(r"([a-e][1-5])\s*-?\s*([a-e][1-5])")
DRAWN = re.compile(r"([a-e][1-5]|first)\s*=\s*(blue|pink|neutral)")
STACK = re.compile(rf"[{LETTERS}]{{1,{CELLS}}}")
TEXTS = Path(__file__).parent / "texts"
NAMED_STEP = {(HEXAGON.name[start], HEXAGON.name[end]): move for move, (start, end) in enumerate(STEPS)}


def spell(move: int) -> str:
    """Write a move."""
    if move < Move.LAY:
        return "-".join(path(move))
    if move < Move.BEGIN:
        return f"{HEXAGON.name[LAYING[(move - Move.LAY) // 3]]}={COLOURS[(move - Move.LAY) % 3]}"
    return f"first={COLOURS[move - Move.BEGIN]}"


def parse(text: str) -> int:
    """Read a move, in capitals or not, with or without its hyphen."""
    text = text.strip().lower()
    if step := CARRIED.fullmatch(text):
        return parse_step(step[1], step[2])
    if drawn := DRAWN.fullmatch(text):
        colour = COLOURS.index(drawn[2])
        if drawn[1] == "first":
            if colour != rules.NEUTRAL:
                return Move.BEGIN + colour
        elif (cell := HEXAGON.number.get(drawn[1])) in LAYING:
            return Move.LAY + 3 * int(LAYING.tolist().index(cell)) + colour
    raise ValueError(text)


def parse_step(start: str, end: str) -> int:
    """Read a step from cell to cell; a tile goes only to a cell beside its own (L-T4)."""
    if (start, end) in NAMED_STEP:
        return NAMED_STEP[start, end]
    if start in HEXAGON.number and end in HEXAGON.number:
        raise not_adjacent(start, end)
    raise ValueError(f"{start}-{end}")


def not_adjacent(start: str, end: str) -> IllegalMove:
    """Refuse a step between cells that do not touch."""
    reasons = {language: load(TEXTS, language).say("not_adjacent", path=(start, end)) for language in LANGUAGES}
    return IllegalMove(f"{start}-{end}", "L-T4", reasons)


def path(move: int) -> tuple[str, ...]:
    """Name the cells that are pointed at, one after the other, to make the move."""
    if move < Move.LAY:
        return tuple(HEXAGON.name[cell] for cell in STEPS[move])
    return (HEXAGON.name[LAYING[(move - Move.LAY) // 3]],) if move < Move.BEGIN else ()


def position(state: State) -> dict[str, Any]:
    """Write a position: the stacks from the bottom up (B, P, N), whose turn it is, the stones."""
    document: dict[str, Any] = {
        "turn": {CHANCE: "chance", OVER: "over"}.get(int(state.turn)) or COLOURS[state.turn],
        "stones": dict(zip(PLAYERS, state.stones.tolist(), strict=True)),
        "stacks": {
            HEXAGON.name[cell]: "".join(LETTERS[state.tile[cell, level]] for level in range(state.height[cell]))
            for cell in range(CELLS)
            if state.height[cell] > 0
        },
    }
    if state.turn == CHANCE:
        document["laid"] = int(state.laid)
    if state.first != NOBODY:
        document["first"] = COLOURS[state.first]
    return document


def place(state: State, position: Mapping[str, Any]) -> None:
    """Set a position up; a player to move who cannot has ended the round, so its stone is given at once (L-E1)."""
    document = Document(position, (*ENTRIES, "laid"))
    if "stacks" not in document:
        document.refuse("stacks", 'a1 = "BPN", …')
    place_stacks(state, document.table("stacks", HEXAGON.name))
    turn = document.word("turn", (*PLAYERS, "chance", "over"))
    place_stones(state, document.table("stones", PLAYERS), over=turn == "over")
    state.first = document.index("first", PLAYERS, int(state.first))
    if turn == "chance":
        place_set_up(state, document.number("laid", 0, len(LAYING) - (state.first != NOBODY), 0))
        return
    if "laid" in document:
        raise BadPosition("position.unknown", key="laid", known=", ".join(ENTRIES))
    check_full_board(state)
    state.laid = len(LAYING)
    state.bag[:] = 0
    if turn == "over":
        state.turn = OVER
        state.first = int(state.stones[0] == state.to_win)
        return
    state.turn = PLAYERS.index(turn)
    if state.first == NOBODY:
        state.first = state.turn
    if rules.stuck(state):
        rules.end_round(state)


def place_stacks(state: State, stacks: Document) -> None:
    """Put the stacks on the board, each from the bottom up."""
    state.height[:] = 0
    state.tile[:] = rules.EMPTY
    for name in stacks:
        for letter in stacks.match(name, STACK, "BPN, …")[0]:
            rules.put(state, HEXAGON.number[name], LETTERS.index(letter))


def place_stones(state: State, stones: Document, *, over: bool) -> None:
    """Give each player the stones won so far: one has enough when the match is over, else nobody (L-E5)."""
    most = int(state.to_win)
    won = [stones.number(name, 0, most, 0) for name in PLAYERS]
    if won.count(most) != over:
        raise BadPosition("position.stones", home=TEXTS, most=most, rule="L-E5")
    state.stones[:] = won


def place_set_up(state: State, laid: int) -> None:
    """Go on with a set-up after so many tiles; before the first one the last round may still lie there (L-S2)."""
    rules.prepare(state)
    wanted = {rules.CENTRE, *LAYING[:laid].tolist()}
    in_order = state.height.tolist() == [cell in wanted for cell in range(CELLS + 1)]
    if laid == 0 and not in_order:
        check_full_board(state)
    elif not in_order or state.tile[rules.CENTRE, 0] != rules.CENTRE_COLOUR or not drawn_from_bag(state, laid):
        raise BadPosition("position.set_up", home=TEXTS, laid=laid, rule="L-S2")


def drawn_from_bag(state: State, laid: int) -> bool:
    """Can the bag have given these tiles? They are taken out of it (L-S2)."""
    for index in range(laid):
        outcome = Move.LAY + 3 * index + int(state.tile[LAYING[index], 0])
        if rules.refusal(state, outcome):
            return False
        rules.count_out(state, outcome)
    return True


def check_full_board(state: State) -> None:
    """Refuse a board that has not all the tiles of the box, or falls apart (L-S1, L-T5)."""
    for colour, name in enumerate(COLOURS):
        found = sum(int(state.tile[cell, level]) == colour for cell in range(CELLS) for level in range(CELLS))
        if found != getattr(BOX.tiles, name):
            raise BadPosition("position.count", home=TEXTS, what=name, found=found, wanted=getattr(BOX.tiles, name))
    if not rules.connected_without(state, HEXAGON.beyond):
        raise BadPosition("position.apart", home=TEXTS, rule="L-T5")


def editing(state: State) -> Editing:  # noqa: ARG001
    """Say of which tiles stacks are put together, and where they are on the board."""
    return Editing(
        pieces={"stacks.*": Pieces(((*LETTERS,),), CELLS)},
        spots={name: f"stacks.{name}" for name in HEXAGON.name},
        follows={"turn": ("laid",)},
    )
