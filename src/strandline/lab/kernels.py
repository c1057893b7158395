"""What an experiment runs on its rows: plain functions that know only the contract, compiled for a game when asked."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Any

from strandline.bots.greedy import best
from strandline.engine.chance import begin, below
from strandline.engine.contract import (
    CHANCE,
    NOBODY,
    OVER,
    evaluate,
    hide,
    moves,
    play,
    rank,
    sample,
    score,
    weight,
)
from strandline.engine.playout import note_result
from strandline.engine.rule import long_rule

if TYPE_CHECKING:
    from strandline.engine.row import Array, Row, Table

PLIES, BEGAN, DECISIONS, CHOICES, FORCED, LEADS = range(6)  # what is noted of a match
COUNTED = 6
GIVEN, RANDOM, GREEDY, PADDLER, SWIMMER = range(5)  # who chooses on a seat
REAL, SEEN, TRIAL = range(3)  # rows of the scratch table: the position, what its mover sees, a move tried out
SLIPS, PADDLER_SAMPLE, SLIP_SAMPLE = 2, 4, 2  # as in bots/levels.py; a test compares the moves
FAR = 1 << 30
STREAMS = 1 << 48  # of chance; those by which a seat chooses begin with the next


@long_rule
def count_matches(
    states: Table,  # two rows: how every match begins, and room to play it in
    into: Array,
    random: Any,
    seed: int,
    first: int,
    group: Array,
    sheet: Any,
    placed: Array,
    noted: Any,
    used: Any,
    points: Array,
    place: Array,
    sheets: Array,
) -> None:
    """Play so many matches at random as `engine.playout.finish` does, count what comes by, and note how each ends.

    One row for all: it stays in the processor's cache, which makes up for what is counted.
    """
    grouped = used.shape[1] > 0
    state = states[1]
    for index in range(len(noted)):
        states[1] = states[0]
        begin(random[0], seed, first + index)
        plies = decisions = choices = forced = 0
        opener = NOBODY
        while state.turn != OVER:
            if opener == NOBODY:
                opener = state.turn
            if state.turn == CHANCE:
                move = 0 + int(sample(state, random[0]))
            else:
                listed = 0 + int(moves(state, into))
                move = 0 + int(into[below(random[0], listed)])
                decisions += 1
                choices += listed
                forced += listed == 1
            play(state, move)
            if grouped and group[move] >= 0:
                used[index, group[move]] += 1
            plies += 1
        noted[index, PLIES] = plies
        noted[index, BEGAN] = opener
        noted[index, DECISIONS] = decisions
        noted[index, CHOICES] = choices
        noted[index, FORCED] = forced
        note_result(state, index, sheet, placed, points, place, sheets)


# Rules are inlined wherever they are named, and compiled there once more; those that several loops want are called.


@long_rule
def try_move(state: Row, move: int) -> None:
    """Play a move."""
    play(state, move)


@long_rule
def look(state: Row, seat: int) -> int:
    """Value the position for a seat."""
    return int(evaluate(state, seat))


@long_rule
def list_moves(state: Row, into: Array) -> int:
    """List the legal moves, or the outcomes of chance; how many?"""
    return int(moves(state, into))


@long_rule
def add_up(state: Row, sheet: Any) -> None:
    """Fill in the score sheet."""
    score(state, sheet)


@long_rule
def best_of_sample(scratch: Table, into: Array, random: Any, count: int) -> int:
    """Choose the move that looks best among so many random ones, as the weaker levels do."""
    seat = 0 + int(scratch[0].turn)
    listed = 0 + int(list_moves(scratch[0], into))
    chosen = highest = 0
    for drawn in range(min(count, listed)):
        place = below(random, listed - drawn)
        move = 0 + int(into[place])
        for later in range(place, listed - drawn - 1):
            into[later] = into[later + 1]
        scratch[1] = scratch[0]
        try_move(scratch[1], move)
        value = look(scratch[1], seat)
        if drawn == 0 or value > highest:
            highest = value
            chosen = move
    return int(chosen)


@long_rule
def chosen_by(policy: int, scratch: Table, into: Array, random: Any) -> int:
    """Let a level choose from what a seat sees."""
    if policy == PADDLER:
        return int(best_of_sample(scratch, into, random, 1 if below(random, SLIPS) == 0 else PADDLER_SAMPLE))
    if policy == SWIMMER and below(random, SLIPS) == 0:
        return int(best_of_sample(scratch, into, random, SLIP_SAMPLE))
    return int(best(scratch, into, random))


@long_rule
def chances(state: Row, model: Array, ply: int, sheet: Any, placed: Array, into: Array) -> None:
    """Say how likely each seat wins: by how the position looks to each, or who has won.

    The model has the mean length of a match and then, for each part of it, how much a look is worth.
    """
    seats = len(into)
    if state.turn == OVER:
        add_up(state, sheet)
        rank(state, sheet, placed)
        winners = 0
        for seat in range(seats):
            winners += placed[seat] == 1
        for seat in range(seats):
            into[seat] = (placed[seat] == 1) / winners
        return
    parts = len(model) - 1
    part = min(int(ply * parts / model[0]), parts - 1)
    highest = 0.0
    for seat in range(seats):
        into[seat] = model[1 + part] * look(state, seat)
        if seat == 0 or into[seat] > highest:
            highest = into[seat]
    whole = 0.0
    for seat in range(seats):
        into[seat] = exp(into[seat] - highest)
        whole += into[seat]
    for seat in range(seats):
        into[seat] /= whole


@long_rule
def note_luck(
    scratch: Table, move: int, model: Array, ply: int, into: Array, sheet: Any, placed: Array, likely: Any, luck: Array
) -> None:
    """Add to each seat's luck what this outcome of chance brings, less the weighted mean of all that could come."""
    listed = 0 + int(list_moves(scratch[REAL], into))
    seats = len(luck)
    if listed == 1:
        return
    total = 0
    for seat in range(seats):
        likely[1, seat] = 0
    for place in range(listed):
        other = 0 + int(into[place])
        heavy = 0 + int(weight(scratch[REAL], other))
        if heavy == 0:
            continue
        scratch[TRIAL] = scratch[REAL]
        try_move(scratch[TRIAL], other)
        chances(scratch[TRIAL], model, ply + 1, sheet, placed, likely[0])
        total += heavy
        for seat in range(seats):
            likely[1, seat] += heavy * likely[0, seat]
            if other == move:
                luck[seat] += likely[0, seat]
    for seat in range(seats):
        luck[seat] -= likely[1, seat] / total


@long_rule
def look_back(curve: Any, plies: int, seats: int, behind: Any) -> int:
    """Say how often the lead changed, and note how far each seat was behind at half time and at worst."""
    changes = 0
    leader = NOBODY
    for ply in range(plies):
        ahead = NOBODY
        for seat in range(seats):
            gap = -FAR
            for other in range(seats):
                if other != seat:
                    gap = max(gap, curve[ply, other] - curve[ply, seat])
            if ply == 0 or gap > behind[seat, 1]:
                behind[seat, 1] = gap
            if ply == plies // 2:
                behind[seat, 0] = gap
            if gap < 0:
                ahead = seat
        if ahead != NOBODY:
            changes += leader not in (NOBODY, ahead)
            leader = ahead
    return changes


@long_rule
def trace_matches(  # noqa: PLR0915
    states: Table,
    scratch: Table,  # three rows
    into: Array,
    random: Any,  # of chance, and of every seat
    seed: int,
    numbers: Array,  # of the streams
    policy: Any,  # by match and seat
    given: Array,  # the moves of the only match, or none
    group: Array,
    model: Array,  # of the chances; none where no luck is wanted
    watched: bool,  # lead changes and comebacks too
    looked: bool,  # how the position looks to every seat, ply by ply, into the curve
    curve: Any,  # room for the points of every ply
    log: Array,  # room for the moves of the only match, or none
    sheet: Any,
    placed: Array,
    likely: Any,
    noted: Any,
    used: Any,
    behind: Any,  # how many points a seat was behind the best other one: at half time, and at worst
    luck: Any,
) -> None:
    """Play every row until it is over, each seat by its policy, and note all that can be measured of a match."""
    seats = len(placed)
    grouped = used.shape[1] > 0
    for index in range(len(states)):
        scratch[REAL] = states[index]
        begin(random[0], seed, numbers[index])
        for seat in range(seats):
            begin(random[1 + seat], seed, numbers[index] + (1 + seat) * STREAMS)
        plies = decisions = choices = forced = 0
        opener = NOBODY
        while scratch[REAL].turn != OVER:
            turn = 0 + int(scratch[REAL].turn)
            if opener == NOBODY:
                opener = turn
            listed = 0
            if turn != CHANCE:
                listed = 0 + int(list_moves(scratch[REAL], into))
                decisions += 1
                choices += listed
                forced += listed == 1
            if len(given) > 0:
                move = 0 + int(given[plies])
            elif turn == CHANCE:
                move = 0 + int(sample(scratch[REAL], random[0]))
            elif listed == 1:
                move = 0 + int(into[0])
            elif policy[index, turn] == RANDOM:
                move = 0 + int(into[below(random[1 + turn], listed)])
            else:
                scratch[SEEN] = scratch[REAL]
                hide(scratch[SEEN], turn)
                move = 0 + int(chosen_by(0 + int(policy[index, turn]), scratch[SEEN:], into, random[1 + turn]))
            if turn == CHANCE and len(model) > 0:
                note_luck(scratch, move, model, plies, into, sheet, placed, likely, luck[index])
            try_move(scratch[REAL], move)
            if plies < len(log):
                log[plies] = move
            if grouped and group[move] >= 0:
                used[index, group[move]] += 1
            if plies < len(curve):
                if looked:
                    for seat in range(seats):
                        curve[plies, seat] = look(scratch[REAL], seat)
                elif watched:
                    add_up(scratch[REAL], sheet)
                    for seat in range(seats):
                        curve[plies, seat] = sheet[seat, 0]
            plies += 1
        noted[index, PLIES] = plies
        noted[index, BEGAN] = opener
        noted[index, DECISIONS] = decisions
        noted[index, CHOICES] = choices
        noted[index, FORCED] = forced
        if watched:
            noted[index, LEADS] = look_back(curve, min(plies, len(curve)), seats, behind[index])
        states[index] = scratch[REAL]
