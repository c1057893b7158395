"""Moves as text (`take 1-2`, `lay 3 orange@2`; chance: `tile=yfb`) and positions as documents in rulebook words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from strandline.engine.contract import NOBODY
from strandline.games.maui.beach import outside
from strandline.games.maui.components import FRAMES
from strandline.games.maui.names import IN_A_TURN, KINDS, LETTERS, NOW, SEAT_NAMES, SPACE_NAMES, TILE_NAMES, TOKENS
from strandline.games.maui.placing import in_second_half, set_up
from strandline.games.maui.tables import (
    COLUMNS,
    CRAB_COST,
    DRAW,
    EMPTY,
    FIRST,
    FIRST_TOP,
    IN_HAND,
    LAY,
    MOVES,
    PATTERNS,
    PEARLS,
    PLACES,
    REVEALED,
    SPARE,
    STEP,
    TAKE,
    UMBRELLA,
    VARIANTS,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from strandline.games.maui.rules import State

# Moves


def spell(move: int) -> str:
    """Write a move."""
    if move < TAKE:
        return f"dollars {move + 1}"
    if move < SPARE:
        return f"take {SPACE_NAMES[move - TAKE]}"
    if move < LAY:
        return f"spare {SPACE_NAMES[move - SPARE]}"
    if move < STEP:
        top, spots = lay_of(move)
        return " ".join([f"lay {top}", *(f"{token}@{spot}" for token, spot in spots)])
    if move < DRAW:
        return f"step {PATTERNS[move - STEP]}"
    if move < UMBRELLA:
        return f"tile={TILE_NAMES[move - DRAW]}"
    if move < REVEALED:
        return f"umbrella={KINDS[move - UMBRELLA]}"
    return f"crab={CRAB_COST[move - REVEALED]}" if move < FIRST else f"first={SEAT_NAMES[move - FIRST]}"


def lay_of(move: int) -> tuple[int, list[tuple[str, int]]]:
    """Read a lay's number: the top row, and which tokens go on which pattern, counted from the ocean."""
    index, variant = divmod(move - LAY, len(VARIANTS))
    spots = [(TOKENS[token], spot + 1) for token, spot in enumerate(VARIANTS[variant]) if spot != EMPTY]
    return index + FIRST_TOP, spots


def parse(text: str) -> int:
    """Read a move, in capitals or not; the tokens of a lay in any order, by their names or letters."""
    words = text.lower().split()
    if words[:1] == ["lay"]:
        words[2:] = sorted((spelled_out(word) for word in words[2:]), key=token_order)
    move = NUMBER.get(" ".join(words))
    if move is None:
        raise ValueError(text)
    return move


def spelled_out(word: str) -> str:
    """Write out the pattern that a token's letter stands for: b@2 is pale_blue@2."""
    name, at, spot = word.partition("@")
    return f"{PATTERNS[LETTERS.index(name)]}{at}{spot}" if name in LETTERS else word


def token_order(word: str) -> int:
    """Give the place of a token's name among the frames; anything else goes last."""
    name = word.partition("@")[0]
    return TOKENS.index(name) if name in TOKENS else FRAMES


NUMBER = {spell(move).lower(): move for move in range(MOVES)}


def path(move: int) -> tuple[str, ...]:
    """Name the targets that are pointed at, one after the other, to make the move."""
    if move < TAKE:
        return (f"dollars.{move + 1}",)
    if move < SPARE:
        return f"market.{SPACE_NAMES[move - TAKE]}", "column"
    if move < LAY:
        return f"market.{SPACE_NAMES[move - SPARE]}", "spare"
    if move < STEP:
        top, spots = lay_of(move)
        return *(f"token.{token}.{spot}" for token, spot in spots), f"row.{top}"
    return (f"track.{PATTERNS[move - STEP]}",) if move < DRAW else ()


# Writing a position


def position(state: State) -> dict[str, Any]:
    """Write a position: the moment, the market, the players with their beaches."""
    document: dict[str, Any] = {"now": NOW[state.phase]}
    if state.extended:
        document["half"] = 1 + state.crab_side
    if state.first != NOBODY:
        document["first"] = SEAT_NAMES[state.first]
    if state.phase in IN_A_TURN:
        document["player"] = SEAT_NAMES[state.mover]
    rows = (state.market.tolist()[:PLACES], state.market.tolist()[PLACES:])
    document["market"] = [[TILE_NAMES[tile] for tile in row if tile != EMPTY] for row in rows]
    document["areas"] = state.area.tolist()
    if state.hand != EMPTY:
        document["hand"] = TILE_NAMES[state.hand]
    document["frames"] = {name: int(state.frame[token]) for token, name in enumerate(TOKENS)}
    document["players"] = {SEAT_NAMES[seat]: player(state, seat) for seat in range(state.seats)}
    return document


def player(state: State, seat: int) -> dict[str, Any]:
    """Write what a player has."""
    laid = int(state.laid[seat])
    document: dict[str, Any] = {
        "dollars": int(state.dollars[seat]),
        "markers": {name: int(state.marker[seat, track]) for track, name in enumerate(PATTERNS)},
        "pearls": {name: int(state.pearls[seat, colour]) for colour, name in enumerate(PEARLS)},
        "tokens": [name for token, name in enumerate(TOKENS) if state.towel[seat, token] == IN_HAND],
        "beach": [tile_on_beach(state, seat, column) for column in range(1, laid + 1)],
        "umbrellas": {
            str(column): KINDS[state.umbrella[seat, column]]
            for column in range(1, COLUMNS + 1)
            if state.umbrella[seat, column] != EMPTY
        },
    }
    if state.tile[seat, 0] != EMPTY:
        document["dock"] = TILE_NAMES[state.tile[seat, 0]]
    if in_second_half(state):
        document["penalties"] = int(state.penalties[seat]) - sum(
            outside(int(state.top[seat, column])) for column in range(1, laid + 1)
        )
    return document


def tile_on_beach(state: State, seat: int, column: int) -> str:
    """Write a tile with its top row, its towel tokens and its crab."""
    words = [f"{TILE_NAMES[state.tile[seat, column]]}@{state.top[seat, column]}"]
    for token, name in enumerate(TOKENS):
        if state.towel[seat, token] == column:
            words.append(f"{name}@{state.spot[seat, token] + 1}")
    if state.crab[seat, column]:
        words.append(f"crab={state.crab[seat, column]}")
    return " ".join(words)


def place(state: State, position: Mapping[str, Any]) -> None:
    """Set a position up (M-R2)."""
    set_up(state, position)
