"""What a batch runs on its rows: plain functions that know only the contract, compiled for a game when it is asked.

Those of one row are called by a loop over rows here, and may be called by one thread for each row elsewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from strandline.bots.greedy import best
from strandline.engine.chance import begin, below
from strandline.engine.contract import (
    CHANCE,
    NOBODY,
    OVER,
    hide,
    moves,
    observe,
    play,
    rank,
    refusal,
    sample,
    score,
)
from strandline.engine.playout import CHECKSUM
from strandline.engine.rule import long_rule

if TYPE_CHECKING:
    from collections.abc import Callable

    from strandline.engine.row import Array, Row, Table

WAIT = -1  # for a match that is to stay as it is
BEGIN = -2  # for one that is to begin anew
IN_ORDER, OUT_OF_RANGE, FINISHED, REFUSED = range(4)  # what is wrong with a move


# One row


@long_rule
def fault(state: Row, move: int, actions: int) -> int:
    """Say what is wrong with a move from outside."""
    if move == WAIT:
        return IN_ORDER
    if move < 0 or move >= actions:
        return OUT_OF_RANGE
    if state.turn == OVER:
        return FINISHED
    return IN_ORDER if refusal(state, move) == 0 else REFUSED


@long_rule
def note_end(state: Row, sheet: Array, placed: Array, points: Array, place: Array, reward: Array) -> None:
    """Note what came of a match that is over: points, places, and the share of the others that each seat is ahead of.

    A reward is 1 for a victory alone, −1 for the last place alone, and all of a match add up to 0.
    """
    score(state, sheet)
    rank(state, sheet, placed)
    seats = len(placed)
    for seat in range(seats):
        points[seat] = sheet[seat, 0]
        place[seat] = placed[seat]
        ahead = 0
        for other in range(seats):
            ahead += int(placed[other] > placed[seat]) - int(placed[other] < placed[seat])
        reward[seat] = ahead / (seats - 1) if seats > 1 else 0


# Many rows


@long_rule
def first_fault(states: Table, chosen: Array, actions: int) -> int:
    """Find the first match whose move cannot be played; −1 where all can."""
    for index in range(len(states)):
        if fault(states[index], int(chosen[index]), actions) != IN_ORDER:
            return index
    return -1


@long_rule
def step(
    states: Table,
    start: Table,
    chosen: Array,
    random: Any,
    seeds: Array,
    streams: Array,
    stride: int,
    settles: bool,  # chance settles by itself, and is not a move of its own
    restarts: bool,  # what is over begins anew
    over: Array,
    sheet: Array,
    placed: Array,
    points: Any,
    place: Any,
    rewards: Any,
) -> None:
    """Play a move in every row, let chance have its turn, note what is over and begin it anew."""
    for index in range(len(states)):
        state = states[index]
        move = int(chosen[index])
        for seat in range(len(placed)):
            rewards[index, seat] = 0
        if move == WAIT:
            over[index] = state.turn == OVER
            continue
        over[index] = 0
        # Rules are inlined: one place where a move is played, and one where chance draws, keep the compiler quick.
        while True:
            if move == BEGIN:
                states[index] = start[0]
                begin(random[index], seeds[index], streams[index])
            else:
                play(state, move)
            if state.turn == OVER:
                note_end(state, sheet, placed, points[index], place[index], rewards[index])
                over[index] = 1
                if not restarts or move == BEGIN:
                    break
                streams[index] += stride
                move = BEGIN
            elif state.turn == CHANCE and settles:
                move = 0 + int(sample(state, random[index]))
            else:
                break


@long_rule
def list_moves(states: Table, into: Array, numbers: Any, counts: Array) -> None:
    """List the moves of every row, as many as there is room for, and how many there are."""
    room = numbers.shape[1]
    for index in range(len(states)):
        count = 0 + int(moves(states[index], into))
        counts[index] = count
        for place in range(room):
            numbers[index, place] = into[place] if place < count else WAIT


@long_rule
def mark_moves(states: Table, into: Array, mask: Any) -> None:
    """Mark the legal moves of every row."""
    for index in range(len(states)):
        for move in range(mask.shape[1]):
            mask[index, move] = 0
        for place in range(moves(states[index], into)):
            mask[index, into[place]] = 1


@long_rule
def draw_moves(states: Table, into: Array, random: Any, chosen: Array) -> None:
    """Draw a legal move in every row, each as likely, or an outcome of chance by its weight; WAIT where it is over."""
    for index in range(len(states)):
        state = states[index]
        if state.turn == CHANCE:
            chosen[index] = sample(state, random[index])
        elif state.turn == OVER:
            chosen[index] = WAIT
        else:
            chosen[index] = into[below(random[index], moves(state, into))]


@long_rule
def choose_greedily(states: Table, scratch: Table, into: Array, random: Any, chosen: Array) -> None:
    """Choose in every row the move that looks best to the mover, of what it may know."""
    for index in range(len(states)):
        turn = int(states[index].turn)
        if turn == CHANCE:
            chosen[index] = sample(states[index], random[index])
        elif turn == OVER:
            chosen[index] = WAIT
        else:
            scratch[0] = states[index]
            hide(scratch[0], turn)
            chosen[index] = best(scratch, into, random[index])


def choosing(policy: Any) -> Callable[..., None]:
    """Write the loop that lets a function choose in every row, of what the mover may know: at which place of the list.

    It is compiled where it runs, with the function in it.
    """

    def choose(states: Table, scratch: Table, into: Array, random: Any, chosen: Array) -> None:
        for index in range(len(states)):
            turn = int(states[index].turn)
            if turn == CHANCE:
                chosen[index] = sample(states[index], random[index])
            elif turn == OVER:
                chosen[index] = WAIT
            else:
                scratch[0] = states[index]
                hide(scratch[0], turn)
                count = moves(scratch[0], into)
                place = policy(scratch[0], into, count, random[index])
                chosen[index] = into[place] if 0 <= place < count else BEGIN

    return choose


@long_rule
def look(states: Table, seats: Array, scratch: Table, written: Array, scale: Array, into: Any) -> None:
    """Write what a seat sees of every row, each number scaled; nothing but zeros where nobody looks."""
    size = into.shape[1]
    for index in range(len(states)):
        seat = int(seats[index])
        if seat <= NOBODY:
            for place in range(size):
                into[index, place] = 0
        else:
            scratch[0] = states[index]
            hide(scratch[0], seat)
            observe(scratch[0], seat, written)
            for place in range(size):
                into[index, place] = written[place] * scale[place]


@long_rule
def look_at_fields(
    states: Table, seats: Array, scratch: Table, raw: Any, columns: Array, scale: Array, into: Any
) -> None:
    """Write the bytes of every row as a seat may know it, for a game without `observe`; `raw` is the scratch row's.

    Which seat looks stands first.
    """
    ahead = into.shape[1] - len(columns)
    for index in range(len(states)):
        seat = int(seats[index])
        for place in range(into.shape[1]):
            into[index, place] = 0
        if seat > NOBODY:
            scratch[0] = states[index]
            hide(scratch[0], seat)
            into[index, seat] = 1
            for place in range(len(columns)):
                into[index, ahead + place] = raw[0, columns[place]] * scale[ahead + place]


# Whole matches


@long_rule
def finish_greedily(
    states: Table,
    scratch: Table,
    into: Array,
    random: Any,
    seed: int,
    first: int,
    plies: Array,
    checksum: Array,
    began: Array,
) -> None:
    """Play every row until it is over, each move the one that looks best to the mover."""
    for index in range(len(states)):
        state = states[index]
        begin(random[0], seed, first + index)
        count = 0
        mixed = 0
        opener = NOBODY
        while state.turn != OVER:
            if opener == NOBODY:
                opener = state.turn
            if state.turn == CHANCE:
                move = 0 + int(sample(state, random[0]))
            else:
                scratch[0] = state
                hide(scratch[0], 0 + int(state.turn))
                move = best(scratch, into, random[0])
            play(state, move)
            mixed = (mixed * 31 + move + 1) & CHECKSUM
            count += 1
        plies[index] = count
        checksum[index] = mixed
        began[index] = opener


def finishing(policy: Any) -> Callable[..., int]:
    """Write the loop that plays every row until it is over, each move chosen by a function as `choosing` wants it.

    It gives the place of the match in which the function chose none, or −1.
    """

    def finish(
        states: Table,
        scratch: Table,
        into: Array,
        random: Any,
        seed: int,
        first: int,
        plies: Array,
        checksum: Array,
        began: Array,
    ) -> int:
        for index in range(len(states)):
            state = states[index]
            begin(random[0], seed, first + index)
            count = 0
            mixed = 0
            opener = NOBODY
            while state.turn != OVER:
                if opener == NOBODY:
                    opener = state.turn
                if state.turn == CHANCE:
                    move = 0 + int(sample(state, random[0]))
                else:
                    scratch[0] = state
                    hide(scratch[0], 0 + int(state.turn))
                    listed = moves(scratch[0], into)
                    place = policy(scratch[0], into, listed, random[0])
                    if place < 0 or place >= listed:
                        return index
                    move = 0 + int(into[place])
                play(state, move)
                mixed = (mixed * 31 + move + 1) & CHECKSUM
                count += 1
            plies[index] = count
            checksum[index] = mixed
            began[index] = opener
        return -1

    return finish
