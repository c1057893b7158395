"""What the network knows of a position: features of a seat, of which each is there or not.

A tile in hand is looked at as if it lay already where it brings most, and the next player had the turn. With crabs and
in the long game there are some more features, and those of a second half are others than those of the first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.rule import rule
from strandline.games.maui.components import FRAMES, HEIGHT, PLAYERS
from strandline.games.maui.evaluate import ACTIVE, CRAB_FEAR, OUTER, PEARL, POINT, SCORING_STEP, STEPS, lay_value
from strandline.games.maui.rules import tables
from strandline.games.maui.rules.beach import covered_kind, crab_row, forfeit, icon_row, matches
from strandline.games.maui.rules.score import crab_points
from strandline.games.maui.rules.state import in_second_half
from strandline.games.maui.rules.tables import ALL_ROWS, COLUMNS, CRAB, EMPTY, FIRST_TOP, NO_ICON, PATTERN, VALUE, Phase

if TYPE_CHECKING:
    from strandline.engine.row import Array
    from strandline.games.maui.rules import State

SUITS, COLOURS, KINDS, STEPS_OF_TRACK = len(tables.PATTERNS), len(tables.PEARLS), CRAB, len(tables.POINTS)
STAGES = 4  # of a match, by the columns that are left
AHEAD, REACH = 3, 11  # columns ahead in which a token is looked at, and how far its icon is from the last tile
LEVELS, LEVEL, LOWEST = 28, 6, -20  # of what a tile would bring: how many, how wide, and where they begin
RANKS = 3  # the best tiles that can be paid
RICH, FAT = 8, 12  # dollars that are told apart; points of a step
HELD = len(tables.PEARL_POINTS)  # pearls of a colour, none to three
LOSSES = 40  # points for penalty tokens and crabs that are told apart

# Where each kind of feature begins
LEFT = 0
ORDER = LEFT + (COLUMNS + 1) * (COLUMNS + 1)
MARKERS = ORDER + PLAYERS * PLAYERS
HELD_PEARLS = MARKERS + SUITS * STEPS_OF_TRACK * STAGES
PEARLS_AHEAD = HELD_PEARLS + HELD * HELD
TOKENS_AHEAD = PEARLS_AHEAD + COLOURS * HELD * HELD
NEXT_TOKENS = TOKENS_AHEAD + (KINDS - COLOURS) * STAGES
DOLLARS = NEXT_TOKENS + AHEAD * KINDS * REACH
AREAS = DOLLARS + RICH * STAGES
TOWELS = AREAS + 2 * RICH
FRAMES_LEFT = TOWELS + FRAMES * STAGES
EDGES = FRAMES_LEFT + FRAMES * STAGES
PAYS = EDGES + tables.ROWS * SUITS
OPEN_ROWS = PAYS + 4 * FAT
GAINS = OPEN_ROWS + tables.TOPS
DEAR_GAINS = GAINS + 2 * RANKS * LEVELS
PENDING = DEAR_GAINS + 2 * LEVELS
LOST = PENDING + 1  # from here on with crabs and in the long game only
LYING = LOST + LOSSES * STAGES
BETWEEN = LYING + (COLUMNS + 1) * tables.TOPS
SECOND_HALF = BETWEEN + 1  # all of them once more
FEATURES = 2 * SECOND_HALF

MOST = 50  # features of one position
MARKER = MOST  # behind them, room for the markers and the edge as if the tile lay already
EDGE = MARKER + SUITS
ROOM = EDGE + ALL_ROWS


@rule
def best_top(state: State) -> int:
    """Give the top row on which the mover's tile in hand brings most; the middle where it fits nowhere."""
    best, chosen = -(1 << 30), tables.SPARE_TOP
    for index in range(tables.TOPS):
        top = index + FIRST_TOP
        if matches(state, state.hand, 0, top):
            value = lay_value(state, top)
            if value > best:
                best, chosen = value, top
    return int(chosen)


@rule
def lay_in_thought(state: State, seat: int, tile: int, top: int, into: Array) -> None:
    """Move the markers and show the edge as if the tile lay there; with EMPTY as they are."""
    last = int(tables.LAST_STEP[state.extended])
    crab = crab_row(state) if state.mover == seat and state.hand != EMPTY else NO_ICON
    for track in range(SUITS):
        into[MARKER + track] = state.marker[seat, track]
    for row in range(ALL_ROWS):
        into[EDGE + row] = state.edge[seat, row]
    if tile == EMPTY:
        return
    for spot in range(HEIGHT):
        row = top + spot - FIRST_TOP
        pattern = int(PATTERN[state.turned[seat], tile, spot])
        if into[EDGE + row] == pattern:
            into[MARKER + pattern] = min(int(into[MARKER + pattern]) + int(VALUE[row]), last)
    for row in range(ALL_ROWS):
        into[EDGE + row] = EMPTY
    for spot in range(HEIGHT):
        row = top + spot - FIRST_TOP
        if VALUE[row] > 0 and row + FIRST_TOP != crab:
            into[EDGE + row] = PATTERN[state.turned[seat], tile, spot]


@rule
def gain_on(state: State, seat: int, tile: int, column: int, top: int, into: Array) -> int:
    """Value a tile on this row of the next column: steps, penalties, what it covers, what it offers to the next."""
    last = int(tables.LAST_STEP[state.extended])
    value = -POINT * forfeit(top)
    for spot in range(HEIGHT):
        row = top + spot - FIRST_TOP
        steps = int(VALUE[row])
        if steps > 0:
            value += ACTIVE + OUTER * steps
        pattern = int(PATTERN[state.turned[seat], tile, spot])
        if into[EDGE + row] == pattern:
            before = int(into[MARKER + pattern])
            value += int(STEPS[min(before + steps, last)]) - int(STEPS[before])
    row = icon_row(state, column)
    if top <= row < top + HEIGHT:
        kind = int(state.umbrella[seat, column])
        if COLOURS <= kind < CRAB:
            value += SCORING_STEP
        elif 0 <= kind < COLOURS:
            value += 2 * PEARL + POINT * int(state.pearls[seat, kind])
        elif kind == CRAB:
            value -= CRAB_FEAR + ACTIVE
    return value


@rule
def gain_of(state: State, seat: int, tile: int, column: int, into: Array) -> int:
    """Value a tile where it brings most, by the edge in thought; very low where it matches nowhere."""
    best = LOWEST
    for row in range(ALL_ROWS):
        pattern = int(into[EDGE + row])
        if pattern != EMPTY:
            for spot in range(HEIGHT):
                if PATTERN[state.turned[seat], tile, spot] == pattern:
                    best = max(best, gain_on(state, seat, tile, column, row + FIRST_TOP - spot, into))
    return best


@rule
def level(gain: int, wider: int) -> int:
    """Give the level of what a tile would bring; `wider` where tracks have become so long that much is brought."""
    return max(0, min(LEVELS - 1, (gain - LOWEST) // (LEVEL * (1 + wider))))


@rule
def features(state: State, seat: int, into: Array) -> int:
    """List the features that a seat has in a position; how many?"""
    between = state.phase == Phase.HALFTIME or state.phase < Phase.TURN
    count = list_kept(state, seat, into) if between else list_all(state, seat, into)
    if state.extended and (state.crab_side or between):
        for index in range(count):
            into[index] += SECOND_HALF
    return count


@rule
def list_kept(state: State, seat: int, into: Array) -> int:
    """List what a seat takes along into the second half, while that is set up (M-L3)."""
    stage = STAGES - 1
    lay_in_thought(state, seat, EMPTY, 0, into)
    into[0] = BETWEEN
    count = list_markers(stage, into, 1)
    both = 0
    for colour in range(COLOURS):
        both = both * HELD + min(HELD - 1, int(state.pearls[seat, colour]))
    into[count] = HELD_PEARLS + both
    into[count + 1] = LOST + min(LOSSES - 1, int(state.forfeited[seat])) * STAGES + stage
    return list_belongings(state, seat, stage, into, count + 2)


@rule
def list_markers(stage: int, into: Array, count: int) -> int:
    """List how far the markers have come."""
    for track in range(SUITS):
        into[count + track] = MARKERS + (track * STEPS_OF_TRACK + int(into[MARKER + track])) * STAGES + stage
    return count + SUITS


@rule
def list_all(state: State, seat: int, into: Array) -> int:
    """List the features of a seat while the match is played."""
    seats, mover = int(state.seats), int(state.mover)
    tile, top, laid = EMPTY, 0, int(state.laid[seat])
    pending = mover == seat and state.phase == Phase.STEP
    if mover == seat and state.hand != EMPTY:
        tile, top, laid = int(state.hand), best_top(state), laid + 1
    elif pending:
        tile, top = int(state.tile[seat, laid]), int(state.top[seat, laid])
    else:
        top = int(state.top[seat, laid])
    lay_in_thought(state, seat, tile, top, into)
    upcoming = mover if state.phase == Phase.TURN else (mover + 1) % seats
    wait = (seat - upcoming) % seats

    least = COLUMNS
    for other in range(seats):
        if other != seat:
            in_hand = other == mover and state.hand != EMPTY
            least = min(least, max(0, COLUMNS - int(state.laid[other]) - in_hand))
    left = max(0, COLUMNS - laid)
    stage = min(STAGES - 1, min(left, least + 1) // 3)
    into[0] = LEFT + left * (COLUMNS + 1) + least
    into[1] = ORDER + wait * PLAYERS + (seat - max(int(state.first), 0)) % seats
    count = list_markers(stage, into, 2)
    count = list_tokens(state, seat, tile, top, laid, stage, into, count)
    count = list_belongings(state, seat, stage, into, count)
    for row in range(ALL_ROWS):
        pattern = int(into[EDGE + row])
        if pattern != EMPTY:
            steps, before = int(VALUE[row]), int(into[MARKER + pattern])
            after = min(before + steps, int(tables.LAST_STEP[state.extended]))
            into[count] = EDGES + (row + FIRST_TOP - 1) * SUITS + pattern
            into[count + 1] = PAYS + steps * FAT + min(FAT - 1, int(tables.POINTS[after]) - int(tables.POINTS[before]))
            count += 2
    into[count] = OPEN_ROWS + top - FIRST_TOP
    count += 1
    if pending:
        into[count] = PENDING
        count += 1
    if state.crab_side or state.extended:
        into[count] = LOST + min(LOSSES - 1, lost(state, seat, top)) * STAGES + stage
        into[count + 1] = LYING + laid * tables.TOPS + top - FIRST_TOP
        count += 2
    if left == 0:
        return count
    return list_gains(state, seat, laid + 1, int(wait == 0), into, count)


@rule
def lost(state: State, seat: int, top: int) -> int:
    """Count the points lost by penalty tokens and crabs, with those of the tile in hand as if it lay on this row."""
    points = int(state.forfeited[seat]) + crab_points(state, seat)
    if state.mover != seat:
        return points
    crab = state.phase == Phase.CRAB
    if state.hand != EMPTY:
        points += forfeit(top)
        crab = covered_kind(state, top) == CRAB
    return points + crab * mean_crab(state, seat)


@rule
def mean_crab(state: State, seat: int) -> int:
    """Give what the next crab of a seat costs on average, rounded (M-C4)."""
    total, crabs = 0, 0
    for kind in range(len(tables.CRAB_COST)):
        total += int(state.unseen[seat, kind]) * int(tables.CRAB_COST[kind])
        crabs += int(state.unseen[seat, kind])
    return (2 * total + crabs) // max(1, 2 * crabs)


@rule
def list_tokens(state: State, seat: int, tile: int, top: int, laid: int, stage: int, into: Array, count: int) -> int:
    """List what pearls a seat has, and what tokens lie ahead, one of them perhaps covered by the tile in thought."""
    covered = EMPTY
    if tile != EMPTY and state.phase != Phase.STEP and top <= icon_row(state, laid) < top + HEIGHT:
        covered = int(state.umbrella[seat, laid])
    both = 0
    for colour in range(COLOURS):
        held = min(HELD - 1, int(state.pearls[seat, colour]) + (covered == colour))
        ahead = 0
        for column in range(laid + 1, COLUMNS + 1):
            ahead += state.umbrella[seat, column] == colour
        into[count] = PEARLS_AHEAD + (colour * HELD + held) * HELD + min(HELD - 1, ahead)
        count += 1
        both = both * HELD + held
    into[count] = HELD_PEARLS + both
    count += 1
    if COLOURS <= covered < CRAB:
        into[count] = PENDING
        count += 1
    for column in range(laid + 1, COLUMNS + 1):
        kind = int(state.umbrella[seat, column])
        if COLOURS <= kind < CRAB:
            into[count] = TOKENS_AHEAD + (kind - COLOURS) * STAGES + stage
            count += 1
        if 0 <= kind < CRAB and column <= laid + AHEAD:
            away = max(0, min(REACH - 1, icon_row(state, column) - top + REACH // 2 - 1))
            into[count] = NEXT_TOKENS + ((column - laid - 1) * KINDS + kind) * REACH + away
            count += 1
    return count


@rule
def list_belongings(state: State, seat: int, stage: int, into: Array, count: int) -> int:
    """List dollars and towel tokens, those in hand and those still on a frame that the seat has not reached."""
    into[count] = DOLLARS + min(RICH - 1, int(state.dollars[seat])) * STAGES + stage
    count += 1
    for area in range(2):
        into[count] = AREAS + area * RICH + min(RICH - 1, int(state.area[area]))
        count += 1
    for token in range(FRAMES):
        reached = into[MARKER + int(tables.FRAME_TRACK[token])] >= tables.FRAME_STEP[token]
        if state.towel[seat, token] == tables.IN_HAND:
            into[count] = TOWELS + token * STAGES + stage
            count += 1
        elif state.frame[token] > 0 and not reached:
            into[count] = FRAMES_LEFT + token * STAGES + stage
            count += 1
        elif state.frame[token] > 0 and state.towel[seat, token] < 0:  # the tile in thought brings it
            into[count] = TOWELS + token * STAGES + stage
            count += 1
    return count


@rule
def list_gains(state: State, seat: int, column: int, moves_now: int, into: Array, count: int) -> int:
    """List what the best tiles of the market would bring, and the best that cannot be paid."""
    best, second, third, dear = LOWEST, LOWEST, LOWEST, LOWEST
    for space in range(tables.SPACES):
        if state.market[space] != EMPTY:
            gain = gain_of(state, seat, int(state.market[space]), column, into)
            if tables.COST[space] > state.dollars[seat]:
                dear = max(dear, gain)
            elif gain > best:
                best, second, third = gain, best, second
            elif gain > second:
                second, third = gain, second
            elif gain > third:
                third = gain
    wider = int(in_second_half(state))
    into[count] = GAINS + (moves_now * RANKS + 0) * LEVELS + level(best, wider)
    into[count + 1] = GAINS + (moves_now * RANKS + 1) * LEVELS + level(second, wider)
    into[count + 2] = GAINS + (moves_now * RANKS + 2) * LEVELS + level(third, wider)
    into[count + 3] = DEAR_GAINS + moves_now * LEVELS + level(dear, wider)
    return count + 4
