"""What happens on the beaches: chairs move, coins lie, the shark comes, waves roll in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.contract import NOBODY
from strandline.engine.rule import rule

from .state import colour_of
from .tables import BAR, BEACHES, COIN_SPACES, EMPTY, LARGE, LEFT, RIGHT, SMALL, WATER

if TYPE_CHECKING:
    from .state import State


@rule
def carry(state: State, seat: int, beach: int, steps: int) -> None:
    """Move a chair towards the water, or away as far as the bar; none leaves the water (H-T10, H-B14, H-B15)."""
    if state.chair[beach, seat] == WATER:
        return
    goal = goal_of(state, beach, int(state.chair[beach, seat]), steps)
    leave(state, seat, beach)
    state.rank[beach, seat] = chairs_on(state, beach, goal) if BAR < goal < WATER else 0
    state.chair[beach, seat] = goal


@rule
def goal_of(state: State, beach: int, start: int, steps: int) -> int:
    """Find where a chair comes to stand from here: at the bar at least, beyond the last dry space in the water."""
    if start == WATER:
        return WATER
    goal = max(start + steps, BAR)
    return WATER if goal > state.dry[beach] else goal


@rule
def leave(state: State, seat: int, beach: int) -> None:
    """Take a chair off its space; those to its right close up (H-T11)."""
    space, rank = state.chair[beach, seat], state.rank[beach, seat]
    state.chair[beach, seat] = WATER
    if space > BAR:
        for other in range(state.seats):
            if state.chair[beach, other] == space and state.rank[beach, other] > rank:
                state.rank[beach, other] -= 1


@rule
def chairs_on(state: State, beach: int, space: int) -> int:
    """How many chairs stand on this space?"""
    count = 0
    for seat in range(state.seats):
        count += state.chair[beach, seat] == space
    return count


@rule
def lies_coin(state: State, seat: int, beach: int, space: int) -> bool:
    """Does a coin lie on this space that the player may still take (H-C2, H-C5)?"""
    return bool(
        state.coins
        and BAR < space <= COIN_SPACES
        and state.coin[beach, space - 1] > 0
        and state.purse[seat, beach] == 0
    )


@rule
def take_coin(state: State, seat: int, beach: int) -> None:
    """Take the coin on which the own chair stands (H-C2)."""
    space = state.chair[beach, seat]
    state.purse[seat, beach] = state.coin[beach, space - 1]
    state.coin[beach, space - 1] = 0


@rule
def nearest(state: State, beach: int) -> int:
    """Find whose chair the shark sees: the nearest to the water, of several by the edition; or NOBODY (H-K3, H-K4)."""
    found = NOBODY
    for seat in range(state.seats):
        space = state.chair[beach, seat]
        if BAR < space < WATER:
            if found == NOBODY or space > state.chair[beach, found]:
                found = seat
            elif space == state.chair[beach, found]:
                further_right = state.rank[beach, seat] > state.rank[beach, found]
                if further_right != bool(state.edition):
                    found = seat
    return found


@rule
def shark_comes(state: State, steps: int) -> None:
    """Move the nearest chair back on the beach of the alert; the tile leaves the game (H-K2)."""
    state.sharks[steps] -= 1
    seat = nearest(state, int(state.alert))
    if seat != NOBODY:
        carry(state, seat, int(state.alert), -steps)


@rule
def flood(state: State, beach: int, spaces: int) -> None:
    """Let a wave cover spaces: chairs on them stand in the water, coins on them are lost (H-E3, H-C5)."""
    dry = max(int(state.dry[beach]) - spaces, BAR)
    state.dry[beach] = dry
    for seat in range(state.seats):
        if state.chair[beach, seat] > dry:
            state.chair[beach, seat] = WATER
            state.rank[beach, seat] = 0
    for space in range(dry, COIN_SPACES):
        state.coin[beach, space] = 0


@rule
def place_waves(state: State) -> None:
    """Let the last pair on the track place a large wave and a small one (H-E2)."""
    for space in range(state.filled):
        if state.pair[space, LEFT] != EMPTY:
            large, small = colour_of(state.pair[space, LEFT]), colour_of(state.pair[space, RIGHT])
            state.large[large] += 1
            flood(state, large, LARGE)
            state.small[small] += 1
            flood(state, small, SMALL)


@rule
def somebody_in_water(state: State) -> bool:
    """Does any chair stand in the water (H-E5)?"""
    for beach in range(BEACHES):
        for seat in range(state.seats):
            if state.chair[beach, seat] == WATER:
                return True
    return False
