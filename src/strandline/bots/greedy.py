"""The bot that looks one move deep: it plays every legal move in thought and takes the one that looks best after."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from strandline.engine.chance import below
from strandline.engine.contract import evaluate, moves, play
from strandline.engine.playout import fresh
from strandline.engine.rule import long_rule

if TYPE_CHECKING:
    from strandline.engine.chance import Random
    from strandline.engine.game import Game
    from strandline.engine.row import Array, Row, Table


@long_rule
def best(states: Table, into: Array, random: Any) -> int:
    """Choose the move after which the position looks best to the mover; ties are random. states[1] is scratch."""
    seat = 0 + int(states[0].turn)  # as wide as elsewhere, or all rules would be compiled once more for narrow numbers
    count = moves(states[0], into)
    chosen = into[0]
    highest = 0
    equals = 0
    for index in range(count):
        states[1] = states[0]
        play(states[1], 0 + int(into[index]))
        value = evaluate(states[1], seat)
        if equals == 0 or value > highest:
            highest = value
            equals = 0
        if value == highest:
            equals += 1
            if below(random, equals) == 0:
                chosen = into[index]
    return int(chosen)


def greedy(game: Game, view: Row, dice: Random) -> int:
    """Choose a move."""
    return int(best(fresh(view, 2), game.buffer(), dice))
