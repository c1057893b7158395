"""What the network knows of a position: features of a seat, of which each is there or not, some several times.

Dice in hand are looked at as if they had been used already, but for those that are being rolled again. Surfers are
not looked at, so nothing is shown that is secret.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.contract import NOBODY
from strandline.engine.rule import rule
from strandline.games.high_tide_henn.evaluate import danger
from strandline.games.high_tide_henn.rules import tables
from strandline.games.high_tide_henn.rules.beach import goal_of
from strandline.games.high_tide_henn.rules.state import colour_of, free_spaces, many, pips_of, player
from strandline.games.high_tide_henn.rules.tables import (
    BAR,
    BEACHES,
    EMPTY,
    LARGE,
    LEFT,
    RIGHT,
    ROUNDS,
    SEATS_MOST,
    SMALL,
    SPACES,
    WATER,
    Phase,
)

if TYPE_CHECKING:
    from strandline.engine.row import Array
    from strandline.games.high_tide_henn.rules.state import State

TURNS = ROUNDS + 1  # that a seat still has, from none on
FIRST, SECOND, THIRD, LOWER, AT_BAR, WET = range(6)  # how a chair stands
STANDINGS, PAID = 6, 3
STEPS = 14  # between two chairs, from none on
GAPS = 12  # spaces between a chair and the water
NEAR = LARGE + SMALL  # gaps that the waves of one round can close
LEVEL, LEVELS, LOWEST = 12, 28, -60  # of gains, in 36ths of a point: how wide, how many, and where they begin
POINTS = 30
TIMES = 3  # what is left of a match or of a round: nothing, one, more
RIGHTMOST = 7  # of a chair that comes to a space in thought

# Where each kind of feature begins
STANDING = 0
SPACE = STANDING + STANDINGS * TURNS
WATER_GAP = SPACE + WATER * TURNS
TO_LEAD = WATER_GAP + GAPS * TURNS * (LOWER + 1)
TO_NEXT = TO_LEAD + STEPS * TURNS
PURSUER = TO_NEXT + STEPS * TURNS
SECOND_PURSUER = PURSUER + STEPS * TURNS * PAID
BAR_LEAD = SECOND_PURSUER + STEPS * TURNS * PAID
WAVE_DICE = BAR_LEAD + WATER * TURNS
BAG = WAVE_DICE + 2 * NEAR * (LOWER + 1) * TIMES
TOTAL = BAG + 4 * NEAR * TIMES
WAIT = TOTAL + POINTS * TURNS
DONE = WAIT + SEATS_MOST * SEATS_MOST * TIMES
ROLLS = DONE + SEATS_MOST * SEATS_MOST * TIMES
BEST_PAIR = ROLLS + 2 * 4 * TURNS
SECOND_PAIR = BEST_PAIR + LEVELS * TIMES * 3
FIRST_DIE = SECOND_PAIR + LEVELS * TIMES
IN_HAND = FIRST_DIE + LEVELS
AGAIN = IN_HAND + LEVELS * 4
ROLLING = AGAIN + LEVELS * 2
END = ROLLING + LEVELS
FEATURES = END + 2 * TURNS

MOST = BEACHES * 8 + 2 * SPACES + 16  # features of one position
KEY = MOST  # behind them: by beach and seat, where a chair stands in thought …
LEFT_TURNS = KEY + BEACHES * SEATS_MOST  # … and by seat, how many turns it still has
ROOM = LEFT_TURNS + SEATS_MOST


@rule
def features(state: State, seat: int, into: Array) -> int:
    """List the features that a seat has in a position; how many?"""
    mover = player(state) if state.turns < state.seats else NOBODY
    in_hand = mover != NOBODY and state.hand[RIGHT] != EMPTY
    ending = stand(state, into)
    count = 1
    if mover == seat:
        count = list_hand(state, seat, into, count)
    if in_hand:
        ending |= move_in_thought(state, mover, into)
        if mover == seat:
            count = list_rolling(state, seat, into, count)
    count_turns(state, mover if in_hand else NOBODY, ending, into)
    into[0] = END + int(ending) * TURNS + int(into[LEFT_TURNS + seat])
    count = list_order(state, seat, in_hand and mover == seat, ending, into, count)
    count = list_beaches(state, seat, 1 if ending else ROUNDS + 1 - int(state.round), into, count)
    return list_pairs(state, seat, mover, in_hand, into, count)


@rule
def stand(state: State, into: Array) -> bool:
    """Note where all chairs stand; is there any in the water?"""
    wet = False
    for beach in range(BEACHES):
        for seat in range(state.seats):
            key = 8 * int(state.chair[beach, seat]) + int(state.rank[beach, seat])
            into[KEY + SEATS_MOST * beach + seat] = key
            wet |= key >= 8 * WATER
    return wet


@rule
def move_in_thought(state: State, mover: int, into: Array) -> bool:
    """Move chairs by the dice in hand, but for those that are rolled again; does any come to stand in the water?"""
    wet = False
    for turn in range(state.moved, 2):
        die = state.first ^ turn
        if not (state.rolling >> die) & 1:
            showing = int(state.hand[die] if state.worth[die] == EMPTY else state.worth[die])
            beach = colour_of(showing)
            place = KEY + SEATS_MOST * beach + mover
            steps = -pips_of(showing) if state.back == die else pips_of(showing)
            goal = goal_of(state, beach, int(into[place]) // 8, steps)
            into[place] = 8 * goal + (RIGHTMOST if BAR < goal < WATER else 0)
            wet |= goal == WATER
    return wet


@rule
def count_turns(state: State, mover: int, ending: bool, into: Array) -> None:
    """Note how many turns each seat still has; the one whose dice have moved in thought has made its own."""
    later = 0 if ending else ROUNDS - int(state.round)
    for seat in range(state.seats):
        into[LEFT_TURNS + seat] = later
    for place in range(state.turns, state.seats):
        if state.order[place] != mover and state.order[place] != NOBODY:
            into[LEFT_TURNS + int(state.order[place])] += 1


@rule
def list_order(state: State, seat: int, has_moved: bool, ending: bool, into: Array, count: int) -> int:
    """List when the seat plays: how many before and after it in this round, or how many before it in the next."""
    seats, turns = int(state.seats), int(state.turns)
    time = 0 if ending else min(TIMES - 1, ROUNDS - int(state.round))
    place = turns
    while place < seats and state.order[place] != seat:
        place += 1
    if place < seats and not has_moved:
        into[count] = WAIT + ((place - turns) * SEATS_MOST + seats - 1 - place) * TIMES + time
        return count + 1
    space = int(state.filled if state.space == EMPTY else state.space)
    if place == seats:
        space = 0
        while space < SPACES - 1 and state.towel[space] != seat:
            space += 1
    before = 0
    for other in range(space + 1, SPACES):
        before += state.towel[other] != NOBODY
    into[count] = DONE + (before * SEATS_MOST + min(seats - turns, SEATS_MOST - 1)) * TIMES + time
    return count + 1


@rule
def list_beaches(state: State, seat: int, waves: int, into: Array, count: int) -> int:
    """List how the own chairs stand, beach by beach, and what they would score together if the match ended here."""
    points = 0
    for beach in range(BEACHES):
        count, scored = list_chair(state, seat, beach, waves, into, count)
        points += scored
    into[count] = TOTAL + min(POINTS - 1, points) * TURNS + int(into[LEFT_TURNS + seat])
    return count + 1


@rule
def list_chair(state: State, seat: int, beach: int, waves: int, into: Array, count: int) -> tuple[int, int]:
    """List how a chair stands to those around it, to the water and to the waves; how many features, how many points?"""
    turns = int(into[LEFT_TURNS + seat])
    own = int(into[KEY + SEATS_MOST * beach + seat])
    space, gap = own // 8, int(state.dry[beach]) - own // 8
    ahead, first, following = chairs_ahead(state, beach, own, into)
    standing = AT_BAR if space == BAR else WET if space == WATER else min(LOWER, ahead)
    into[count] = STANDING + standing * TURNS + turns
    if standing == WET:
        return count + 1, 0
    if standing == AT_BAR:
        into[count + 1] = BAR_LEAD + first // 8 * TURNS + turns
        return count + 2, tables.BAR_POINTS
    into[count + 1] = SPACE + space * TURNS + turns
    into[count + 2] = WATER_GAP + (min(GAPS - 1, gap) * TURNS + waves) * (LOWER + 1) + standing
    count += 3
    if standing != FIRST:
        into[count] = TO_LEAD + min(STEPS - 1, first // 8 - space) * TURNS + turns
        into[count + 1] = TO_NEXT + min(STEPS - 1, following // 8 - space) * TURNS + turns
        count += 2
    if standing < LOWER:
        count = list_pursuers(state, seat, beach, standing, into, count)
    if gap < NEAR:
        count = list_waves(state, beach, gap, standing, into, count)
    return count, int(tables.PLACE_POINTS[many(state), ahead])


@rule
def chairs_ahead(state: State, beach: int, own: int, into: Array) -> tuple[int, int, int]:
    """Count the chairs before one that stands there, and find the first of them and the next."""
    ahead, first, following = 0, 0, 8 * WATER
    for other in range(state.seats):
        key = int(into[KEY + SEATS_MOST * beach + other])
        if own < key < 8 * WATER:
            ahead += 1
            first = max(first, key)
            following = min(following, key)
    return ahead, first, following


@rule
def list_pursuers(state: State, seat: int, beach: int, standing: int, into: Array, count: int) -> int:
    """List the two next chairs behind: how many steps they lack, and how many turns their owners still have."""
    own = int(into[KEY + SEATS_MOST * beach + seat])
    nearest, second = -1, -1
    for other in range(state.seats):
        key = int(into[KEY + SEATS_MOST * beach + other])
        if key < own:
            pursuer = key * 8 + int(into[LEFT_TURNS + other])  # of two at the bar, the one with more turns
            if pursuer > nearest:
                nearest, second = pursuer, nearest
            elif pursuer > second:
                second = pursuer
    if nearest >= 0:
        into[count] = PURSUER + (min(STEPS - 1, own // 8 - nearest // 64) * TURNS + nearest % 8) * PAID + standing
        count += 1
    if second >= 0:
        into[count] = SECOND_PURSUER + (min(STEPS - 1, own // 8 - second // 64) * TURNS + second % 8) * PAID + standing
        count += 1
    return count


@rule
def list_waves(state: State, beach: int, gap: int, standing: int, into: Array, count: int) -> int:
    """List what may bring a wave to a beach: dice in the bag, and those on the track if their pair is left (H-E2)."""
    rest = min(TIMES - 1, int(state.seats) - int(state.turns))
    into[count] = BAG + (min(3, int(state.bag[beach])) * NEAR + gap) * TIMES + rest
    count += 1
    for space in range(state.filled):
        for die in range(2):
            if state.pair[space, LEFT] != EMPTY and colour_of(state.pair[space, die]) == beach:
                into[count] = WAVE_DICE + ((die * NEAR + gap) * (LOWER + 1) + standing) * TIMES + rest
                count += 1
    return count


@rule
def worth(state: State, beach: int, key: int, into: Array) -> int:
    """Value an own chair that stands there in thought, in 36ths of a point."""
    space = key // 8
    if space == WATER:
        return 0
    if space == BAR:
        return 36 * tables.BAR_POINTS
    ahead, _, _ = chairs_ahead(state, beach, key, into)
    return int(tables.PLACE_POINTS[many(state), ahead]) * (36 - danger(state, beach, space)) + space


@rule
def gain(state: State, seat: int, beach: int, steps: int, into: Array) -> int:
    """Reckon what so many steps of the own chair would bring."""
    key = int(into[KEY + SEATS_MOST * beach + seat])
    goal = goal_of(state, beach, key // 8, steps)
    return worth(state, beach, 8 * goal + RIGHTMOST, into) - worth(state, beach, key, into)


@rule
def level(gained: int) -> int:
    """Give the level of what dice would bring."""
    return max(0, min(LEVELS - 1, (gained - LOWEST) // LEVEL))


@rule
def pair_gain(state: State, seat: int, left: int, right: int, into: Array) -> int:
    """Reckon what a pair of dice would bring: two of one colour add up (H-T10)."""
    beach, other = colour_of(left), colour_of(right)
    if beach == other:
        return gain(state, seat, beach, pips_of(left) + pips_of(right), into)
    return gain(state, seat, beach, pips_of(left), into) + gain(state, seat, other, pips_of(right), into)


@rule
def list_hand(state: State, seat: int, into: Array, count: int) -> int:
    """List what the mover can still do, and what the dice in hand would bring: to roll, to decline, to roll again."""
    free = max(0, min(3, free_spaces(state)))
    left, right = int(state.hand[LEFT]), int(state.hand[RIGHT])
    if right == EMPTY:
        if state.phase == Phase.ROLL:
            into[count] = ROLLS + (int(left != EMPTY) * 4 + free) * TURNS + ROUNDS - int(state.round)
            count += 1
            if left != EMPTY:
                into[count] = FIRST_DIE + level(gain(state, seat, colour_of(left), pips_of(left), into))
                count += 1
    elif state.phase == Phase.ROLLED:
        into[count] = IN_HAND + level(pair_gain(state, seat, left, right, into)) * 4 + free
        count += 1
    elif state.bonus > 0:
        worse = pair_gain(state, seat, left, right, into)
        if colour_of(left) != colour_of(right):
            worse = min(
                gain(state, seat, colour_of(left), pips_of(left), into),
                gain(state, seat, colour_of(right), pips_of(right), into),
            )
        into[count] = AGAIN + level(worse) * 2 + min(2, int(state.bonus)) - 1
        count += 1
    return count


@rule
def list_rolling(state: State, seat: int, into: Array, count: int) -> int:
    """List what dice that are rolled again would bring, as a mean of all six sides."""
    for die in range(2):
        if (state.rolling >> die) & 1:
            total = 0
            for pips in range(1, 7):
                total += gain(state, seat, colour_of(state.hand[die]), pips, into)
            into[count] = ROLLING + level(total // 6)
            count += 1
    return count


@rule
def list_pairs(state: State, seat: int, mover: int, in_hand: bool, into: Array, count: int) -> int:
    """List what the best two pairs on the track would bring to a seat that may still take one."""
    if state.pairs == 0 or mover == NOBODY:
        return count
    place = int(state.turns) + int(in_hand or state.phase == Phase.ROLL)
    wait = 0
    while place + wait < state.seats and state.order[place + wait] != seat:
        wait += 1
    if place + wait == state.seats:
        return count
    best, second, bonus = LOWEST, LOWEST, 0
    for space in range(state.filled):
        if state.pair[space, LEFT] != EMPTY:
            gained = pair_gain(state, seat, int(state.pair[space, LEFT]), int(state.pair[space, RIGHT]), into)
            if gained > best:
                best, second, bonus = gained, best, int(tables.REROLLS[space])
            elif gained > second:
                second = gained
    wait = min(TIMES - 1, wait)
    into[count] = BEST_PAIR + (level(best) * TIMES + wait) * 3 + min(2, bonus)
    count += 1
    if state.pairs > 1:
        into[count] = SECOND_PAIR + level(second) * TIMES + wait
        count += 1
    return count
