"""Positions are written as documents in rulebook words; `read` is the inverse."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from strandline.engine.contract import NOBODY
from strandline.games.high_tide_henn.components import COLOURS, TILES
from strandline.games.high_tide_henn.rules import tables
from strandline.games.high_tide_henn.rules.state import usable
from strandline.games.high_tide_henn.rules.tables import BEACHES, COIN_SPACES, EMPTY, LEFT, WATER, Phase

from .names import DIE_NAMES, HOLDERS, SIDES, WHICH, player_names, turn_word

if TYPE_CHECKING:
    from strandline.engine.row import Array
    from strandline.games.high_tide_henn.rules.state import State


def position(state: State) -> dict[str, Any]:
    """Write a position in rulebook words."""
    document: dict[str, Any] = {
        "phase": tables.PHASES[state.phase],
        "turn": turn_word(state, state.turn),
        "round": int(state.round),
        "pile": [player_names(state)[seat] for seat in state.order.tolist() if seat != NOBODY],
        "track": [space_in_words(state, space) for space in range(state.filled)],
        "rental": int(state.rental) if state.rental <= usable(state) else "off",
        "pool": [DIE_NAMES[die] for die in range(tables.DICE) for _ in range(state.pool[die])],
        "waves": waves_in_words(state),
        "chairs": {COLOURS[beach]: chairs for beach in range(BEACHES) if (chairs := chairs_in_words(state, beach))},
    }
    document |= hand_in_words(state)
    if state.coins:
        document |= coins_in_words(state)
    if state.surfers:
        document["surfers"] = surfers_in_words(state)
    if state.shark:
        document |= shark_in_words(state)
    if state.baywatch:
        document |= baywatch_in_words(state)
    return document


def pair_in_words(dice: Array) -> list[str]:
    """Write dice, left and right, as far as there are any."""
    return [DIE_NAMES[die] for die in dice.tolist() if die != EMPTY]


def space_in_words(state: State, space: int) -> str:
    """Write what lies on a space of the track."""
    if state.towel[space] != NOBODY:
        return player_names(state)[state.towel[space]]
    return " ".join(DIE_NAMES[state.pair[space, die]] for die in range(2) if state.pair[space, die] != EMPTY)


def waves_in_words(state: State) -> dict[str, Any]:
    """Write the waves on each beach that has any."""
    return {
        COLOURS[beach]: {"large": int(state.large[beach]), "small": int(state.small[beach])}
        for beach in range(BEACHES)
        if state.large[beach] or state.small[beach]
    }


def chairs_in_words(state: State, beach: int) -> dict[str, list[str]]:
    """Write the chairs of a beach that have left the bar: by space, from left to right."""
    places: dict[int, list[tuple[int, str]]] = {}
    for seat in range(state.seats):
        if state.chair[beach, seat] > 0:
            places.setdefault(int(state.chair[beach, seat]), []).append(
                (int(state.rank[beach, seat]), player_names(state)[seat])
            )
    return {
        "water" if space == WATER else str(space): [name for _, name in sorted(chairs, key=lambda chair: chair[0])]
        for space, chairs in sorted(places.items())
    }


def hand_in_words(state: State) -> dict[str, Any]:
    """Write the dice of the player whose turn it is, and what is being done with them."""
    document: dict[str, Any] = {}
    if state.hand[LEFT] != EMPTY:
        document["hand"] = pair_in_words(state.hand)
    if state.worth.tolist() not in ([EMPTY, EMPTY], state.hand.tolist()):
        document["counts"] = pair_in_words(state.worth)
    if state.space != EMPTY:
        document["from"] = int(state.space) + 1
    if state.phase in {Phase.HAND, Phase.REROLL}:
        document["bonus"] = int(state.bonus)
    if state.phase == Phase.HAND and state.stage:
        document["stage"] = int(state.stage)
    if state.phase == Phase.REROLL:
        document["rolling"] = WHICH[state.rolling - 1]
    if state.back != EMPTY:
        document["back"] = SIDES[state.back]
    if state.phase == Phase.COIN:
        document["beach"] = COLOURS[state.beach]
        if state.moved:
            document |= {"first": SIDES[state.first], "moved": int(state.moved)}
    return document


def coins_in_words(state: State) -> dict[str, Any]:
    """Write the coins that lie on the beaches, and those that were taken."""
    dealt = state.dealt if state.phase == Phase.COINS else BEACHES * COIN_SPACES * (state.phase > Phase.COINS)
    lying = {
        COLOURS[beach]: [
            int(state.coin[beach, space]) for space in range(COIN_SPACES) if beach * COIN_SPACES + space < dealt
        ]
        for beach in range(BEACHES)
    }
    taken = {
        player_names(state)[seat]: {
            COLOURS[beach]: int(state.purse[seat, beach]) for beach in range(BEACHES) if state.purse[seat, beach]
        }
        for seat in range(state.seats)
    }
    return {
        "coins": {name: coins for name, coins in lying.items() if coins},
        "taken": {name: coins for name, coins in taken.items() if coins},
    }


def surfers_in_words(state: State) -> dict[str, str]:
    """Write the surfers, as far as they are dealt and may be known."""
    return {
        player_names(state)[seat]: "hidden" if state.surfer[seat] == tables.UNKNOWN else COLOURS[state.surfer[seat]]
        for seat in range(state.seats)
        if state.surfer[seat] != EMPTY
    }


def shark_in_words(state: State) -> dict[str, Any]:
    """Write the alert and the shark tiles that are left."""
    alert = {"alert": COLOURS[state.alert]} if state.alert != EMPTY else {}
    return alert | {"sharks": [value for value in range(tables.SHARK_MOST + 1) for _ in range(state.sharks[value])]}


def baywatch_in_words(state: State) -> dict[str, Any]:
    """Write where the Baywatch tiles are, and who has the open dice."""
    holders = {name: int(state.tile[tile]) for tile, name in enumerate(TILES) if state.tile[tile] != tables.IN_STACK}
    document: dict[str, Any] = {
        "tiles": {name: HOLDERS.get(seat) or player_names(state)[seat] for name, seat in holders.items()}
    }
    if state.open_seat != NOBODY:
        document["open"] = {"player": player_names(state)[state.open_seat], "dice": pair_in_words(state.open)}
    if state.still:
        document["still"] = True
    return document
