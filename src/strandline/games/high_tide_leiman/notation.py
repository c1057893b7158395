"""Moves as text (`a1-b1`; chance: `b2=pink`, `first=blue`) and positions as documents in rulebook words."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from strandline.engine.contract import CHANCE, NOBODY, OVER
from strandline.engine.errors import BadPosition, IllegalMove
from strandline.engine.texts import LANGUAGES, load
from strandline.games.high_tide_leiman import rules
from strandline.games.high_tide_leiman.components import BOX
from strandline.games.high_tide_leiman.rules import (
    BEGIN,
    CELLS,
    CENTRE,
    CENTRE_COLOUR,
    COLOURS,
    EMPTY,
    HEXAGON,
    LAY,
    LAYING,
    NEUTRAL,
    STEPS,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from strandline.games.high_tide_leiman.rules import State

STEP = re.compile(r"([a-e][1-5])\s*-?\s*([a-e][1-5])")
DRAWN = re.compile(r"([a-e][1-5]|first)\s*=\s*(blue|pink|neutral)")
LETTERS = "BPN"
TEXTS = Path(__file__).parent / "texts"
NAMED_STEP = {(HEXAGON.name[start], HEXAGON.name[end]): move for move, (start, end) in enumerate(STEPS)}


def spell(move: int) -> str:
    """Write a move."""
    if move < LAY:
        return "-".join(path(move))
    if move < BEGIN:
        return f"{HEXAGON.name[LAYING[(move - LAY) // 3]]}={COLOURS[(move - LAY) % 3]}"
    return f"first={COLOURS[move - BEGIN]}"


def parse(text: str) -> int:
    """Read a move, in capitals or not, with or without its hyphen."""
    text = text.strip().lower()
    if step := STEP.fullmatch(text):
        return parse_step(step[1], step[2])
    if drawn := DRAWN.fullmatch(text):
        colour = COLOURS.index(drawn[2])
        if drawn[1] == "first":
            if colour != NEUTRAL:
                return BEGIN + colour
        elif (cell := HEXAGON.number.get(drawn[1])) in LAYING:
            return int(LAY + 3 * LAYING.tolist().index(cell) + colour)
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
    if move < LAY:
        return tuple(HEXAGON.name[cell] for cell in STEPS[move])
    return (HEXAGON.name[LAYING[(move - LAY) // 3]],) if move < BEGIN else ()


def position(state: State) -> dict[str, Any]:
    """Write a position: the stacks from the bottom up (B, P, N), whose turn it is, the stones."""
    document: dict[str, Any] = {
        "turn": {CHANCE: "chance", OVER: "over"}.get(int(state.turn)) or COLOURS[state.turn],
        "stones": {COLOURS[seat]: int(state.stones[seat]) for seat in range(2)},
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
    for key in position:
        if key not in {"turn", "stones", "stacks", "laid", "first"}:
            raise BadPosition("position.unknown", key=key, known="turn, stones, stacks, first, laid")
    place_stacks(state, position.get("stacks"))
    turn = choice(position, "turn", (*COLOURS[:2], "chance", "over"))
    place_stones(state, position.get("stones", {}), over=turn == "over")
    if "first" in position:
        state.first = COLOURS.index(choice(position, "first", COLOURS[:2]))
    if turn == "chance":
        place_set_up(state, position.get("laid", 0))
        return
    if "laid" in position:
        raise BadPosition("position.unknown", key="laid", known="turn, stones, stacks, first")
    check_full_board(state)
    state.laid = len(LAYING)
    state.bag[:] = 0
    if turn == "over":
        state.turn = OVER
        state.first = int(state.stones[0] == state.to_win)
        return
    state.turn = COLOURS.index(turn)
    if state.first == NOBODY:
        state.first = state.turn
    if rules.stuck(state):
        rules.end_round(state)


def choice(position: Mapping[str, Any], key: str, known: tuple[str, ...]) -> str:
    """Read a word that must be one of these."""
    if position.get(key) not in known:
        raise BadPosition("position.value", key=key, value=position.get(key), known=", ".join(known))
    return str(position[key])


def place_stacks(state: State, stacks: Any) -> None:
    """Put the stacks on the board, each from the bottom up."""
    known = 'a1 = "BPN", …'
    if not isinstance(stacks, dict):
        raise BadPosition("position.value", key="stacks", value=stacks, known=known)
    state.height[:] = 0
    state.tile[:] = EMPTY
    for name, stack in stacks.items():
        if name not in HEXAGON.number or not isinstance(stack, str) or not stack or set(stack) - set(LETTERS):
            raise BadPosition("position.value", key=f"stacks.{name}", value=stack, known=known)
        for letter in stack[:CELLS]:
            rules.put(state, HEXAGON.number[name], LETTERS.index(letter))


def place_stones(state: State, stones: Any, *, over: bool) -> None:
    """Give each player the stones won so far: one has enough when the match is over, else nobody (L-E5)."""
    most = int(state.to_win)
    if not isinstance(stones, dict) or set(stones) - set(COLOURS[:2]):
        raise BadPosition("position.value", key="stones", value=stones, known="blue, pink")
    for seat in range(2):
        won = stones.get(COLOURS[seat], 0)
        if type(won) is not int or not 0 <= won <= most:
            raise BadPosition("position.value", key=f"stones.{COLOURS[seat]}", value=won, known=f"0 – {most}")
        state.stones[seat] = won
    if (int(state.stones[0] == most) + int(state.stones[1] == most)) != over:
        raise BadPosition("position.stones", home=TEXTS, most=most, rule="L-E5")


def place_set_up(state: State, laid: Any) -> None:
    """Go on with a set-up after so many tiles; before the first one the last round may still lie there (L-S2)."""
    if type(laid) is not int or not 0 <= laid <= len(LAYING) or (laid == len(LAYING) and state.first != NOBODY):
        raise BadPosition("position.value", key="laid", value=laid, known=f"0 – {len(LAYING)}")
    rules.prepare(state)
    occupied = {cell for cell in range(CELLS) if state.height[cell] > 0}
    flat = all(state.height[cell] <= 1 for cell in range(CELLS))
    if laid == 0 and occupied != {CENTRE}:
        check_full_board(state)
        return
    if occupied != {CENTRE, *LAYING[:laid].tolist()} or not flat or state.tile[CENTRE, 0] != CENTRE_COLOUR:
        raise BadPosition("position.set_up", home=TEXTS, laid=laid, rule="L-S2")
    for index in range(laid):
        outcome = LAY + 3 * index + int(state.tile[LAYING[index], 0])
        if rules.refusal(state, outcome):
            raise BadPosition("position.set_up", home=TEXTS, laid=laid, rule="L-S2")
        rules.count_out(state, outcome)


def check_full_board(state: State) -> None:
    """Refuse a board that has not all the tiles of the box, or falls apart (L-S1, L-T5)."""
    for colour, name in enumerate(COLOURS):
        found = sum(int(state.tile[cell, level]) == colour for cell in range(CELLS) for level in range(CELLS))
        if found != getattr(BOX.tiles, name):
            raise BadPosition("position.count", home=TEXTS, what=name, found=found, wanted=getattr(BOX.tiles, name))
    if not rules.connected_without(state, HEXAGON.beyond):
        raise BadPosition("position.apart", home=TEXTS, rule="L-T5")
