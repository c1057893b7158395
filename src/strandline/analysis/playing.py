"""The loop that plays positions to their end: compiled for a game when a review first asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from strandline.engine.chance import begin, below
from strandline.engine.contract import CHANCE, OVER, evaluate, hide, moves, play, sample
from strandline.engine.rule import long_rule

if TYPE_CHECKING:
    from strandline.engine.row import Array, Table

REAL, SEEN, TRIAL = range(3)  # rows of the scratch table: the position, what its mover sees, a move tried out
NONE = -1


@long_rule
def play_out(
    states: Table,
    first: Array,
    stream: Array,
    scratch: Table,
    into: Array,
    random: Any,
    seed: int,
    candidates: int,
    until_chance: bool,
) -> None:
    """Play every row to its end, or to where chance sets in: its first move is given, or NONE.

    Later each mover makes the best of so many random candidates, by what the position after it looks like to somebody
    who sees no secrets. Rows of one stream meet the same chance, as far as the same is asked of it. `play` is called
    from one place, because it is compiled into this loop.
    """
    for index in range(len(states)):
        begin(random[0], seed, stream[index])
        scratch[REAL] = states[index]
        move = int(first[index])
        while scratch[REAL].turn != OVER:
            turn = int(scratch[REAL].turn)
            tries = best = 0
            if move >= 0:
                into[0] = move
            elif turn == CHANCE:
                if until_chance:
                    break
                into[0] = sample(scratch[REAL], random[0])
            else:
                scratch[SEEN] = scratch[REAL]
                hide(scratch[SEEN], turn)
                legal = moves(scratch[SEEN], into)
                tries = min(legal, candidates)
                for place in range(tries):
                    other = place + below(random[0], legal - place)
                    into[place], into[other] = into[other], into[place]
                tries = 0 if tries == 1 else tries
            chosen = int(into[0])
            for attempt in range(tries + 1):
                where = TRIAL if attempt < tries else REAL
                if where == TRIAL:
                    scratch[TRIAL] = scratch[SEEN]
                play(scratch[where], int(into[attempt]) if where == TRIAL else chosen)
                if where == TRIAL:
                    value = evaluate(scratch[TRIAL], turn)
                    if attempt == 0 or value > best:
                        best = value
                        chosen = int(into[attempt])
            move = NONE
        states[index] = scratch[REAL]
