"""Positions as documents in rulebook words; `read` sets them up again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from strandline.engine.contract import NOBODY
from strandline.games.maui.rules.beach import forfeit, outside
from strandline.games.maui.rules.state import in_second_half
from strandline.games.maui.rules.tables import COLUMNS, EMPTY, IN_HAND, PATTERNS, PEARLS, PENALTY, PLACES, TREE_PENALTY

from .names import IN_A_TURN, KINDS, NOW, SEAT_NAMES, TILE_NAMES, TOKENS

if TYPE_CHECKING:
    from strandline.games.maui.rules import State


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
    columns = range(1, int(state.laid[seat]) + 1)
    document: dict[str, Any] = {
        "dollars": int(state.dollars[seat]),
        "markers": {name: int(state.marker[seat, track]) for track, name in enumerate(PATTERNS)},
        "pearls": {name: int(state.pearls[seat, colour]) for colour, name in enumerate(PEARLS)},
        "tokens": [name for token, name in enumerate(TOKENS) if state.towel[seat, token] == IN_HAND],
        "beach": [tile_on_beach(state, seat, column) for column in columns],
        "umbrellas": {
            str(column): KINDS[state.umbrella[seat, column]]
            for column in range(1, COLUMNS + 1)
            if state.umbrella[seat, column] != EMPTY
        },
    }
    if state.tile[seat, 0] != EMPTY:
        document["dock"] = TILE_NAMES[state.tile[seat, 0]]
    if in_second_half(state):
        now = sum(outside(int(state.top[seat, column])) for column in columns)
        document["penalties"] = int(state.penalties[seat]) - now
        points = int(state.forfeited[seat]) - sum(forfeit(int(state.top[seat, column])) for column in columns)
        document |= {"penalty_points": points} if PENALTY != TREE_PENALTY else {}
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
