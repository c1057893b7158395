"""Setting up: what lies ready at once, and what chance deals before a half begins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from strandline.engine.contract import CHANCE, NOBODY
from strandline.engine.rule import rule
from strandline.games.maui.components import BOX, FRAMES

from .beach import put, show_edge
from .tables import COLUMNS, CRAB_SIDE, CRABS, DOCK_TOP, EMPTY, ICONS, IN_HAND, NO_ICON, NO_TOKEN, SPACES, Phase

if TYPE_CHECKING:
    from .state import State


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which game, who begins, and whether the table has two sides."""

    variant: Literal["base", "crabs", "long"] = "base"
    first: Literal["drawn", "A"] = "drawn"
    across: bool = False


def setup(state: State, seats: int, options: Options) -> None:
    """Lay out boards, dollars and tokens; chance does the rest (M-S1 to M-S9, M-L1, M-L5)."""
    state.seats = seats
    state.first = 0 if options.first == "A" else NOBODY
    state.extended = options.variant == "long"
    state.crab_side = options.variant == "crabs"
    for seat in BOX.towels.across_seats[: 1 if seats == 2 else None]:  # two players sit face to face
        state.turned[seat - 1] = options.across
    state.area[:] = BOX.sand_dollars.per_area
    state.dollars[:seats] = BOX.sand_dollars.per_player
    state.frame[:] = BOX.towel_tokens.count_2_players if seats == 2 else BOX.towel_tokens.count_3_4_players
    state.towel[:] = NO_TOKEN
    prepare(state)


def earlier(state: State, version: int) -> None:
    """Play on a match of an older version: in the first `across` turned both of two seats (M-S9)."""
    if version == 1 and state.seats == 2 and max(state.turned.tolist()):
        for seat in BOX.towels.across_seats:
            state.turned[seat - 1] = 1


@rule
def prepare(state: State) -> None:
    """Put all tiles into the bag and clear the beaches; crabs need no chance before they are seen (M-S1, M-C1)."""
    state.turn = CHANCE
    state.mover = NOBODY
    state.phase = Phase.MARKET
    state.dealt = 0
    state.hand = EMPTY
    state.bag[:] = 1
    state.market[:] = EMPTY
    state.tile[:] = EMPTY
    state.top[:] = 0
    state.laid[:] = 0
    state.edge[:] = EMPTY
    state.umbrella[:] = EMPTY
    state.crab[:] = 0
    if state.crab_side:
        for seat in range(state.seats):
            lay_out_crabs(state, seat)


@rule
def lay_out_crabs(state: State, seat: int) -> None:
    """Lay the crabs out face down, and each scoring token on its space (M-C1, M-S12)."""
    for column in range(COLUMNS + 1):
        state.umbrella[seat, column] = CRAB_SIDE[column]
    for kind in range(len(CRABS)):
        state.unseen[seat, kind] = CRABS[kind]


@rule
def second_half(state: State) -> None:
    """Turn the beaches over; towel tokens on tiles leave the game, all else is kept (M-L3, M-L6, M-L7)."""
    state.crab_side = 1
    for seat in range(state.seats):
        for token in range(FRAMES):
            if state.towel[seat, token] != IN_HAND:
                state.towel[seat, token] = NO_TOKEN
            state.spot[seat, token] = 0
    prepare(state)


@rule
def fill_market(state: State, tile: int) -> None:
    """Put a tile on the next space of the market (M-S11)."""
    state.market[state.dealt] = tile
    state.dealt += 1
    if state.dealt == SPACES:
        state.dealt = 0
        state.phase = Phase.DOCKS if state.crab_side else Phase.UMBRELLAS


@rule
def deal_umbrella(state: State, kind: int) -> None:
    """Put an umbrella token on the next icon, seat by seat (M-S6, M-S11)."""
    state.umbrella[state.dealt // len(ICONS), ICONS[state.dealt % len(ICONS)]] = kind
    state.dealt += 1
    if state.dealt == state.seats * len(ICONS):
        state.dealt = 0
        state.phase = Phase.DOCKS


@rule
def fill_dock(state: State, tile: int) -> None:
    """Put a starting tile on the next dock; then it is drawn who begins, or known already (M-S7, M-S11)."""
    put(state, state.dealt, tile, DOCK_TOP)
    show_edge(state, state.dealt, NO_ICON)
    state.dealt += 1
    if state.dealt == state.seats:
        state.dealt = 0
        state.phase = Phase.FIRST
        if state.first != NOBODY:
            begin_turn(state, state.first)


@rule
def settle_first(state: State, seat: int) -> None:
    """Name the starting player; after the first half the second is set up (M-S8, M-L2)."""
    state.first = seat
    if state.phase == Phase.HALFTIME:
        second_half(state)
    else:
        begin_turn(state, seat)


@rule
def begin_turn(state: State, seat: int) -> None:
    """Give a seat the turn."""
    state.mover = seat
    state.turn = seat
    state.phase = Phase.TURN
