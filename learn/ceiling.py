"""How much is luck? Somebody who foresees every outcome of chance, among others who do not: `python -m learn.ceiling`.

Nobody who plays by the rules can win more often than the best of those who foresee what the bag and the dice will
bring. This one tries every move several times on what chance will really bring, each time to the end of the match,
and makes the one that goes best; the others search as the highest level does. Every seed is played once with the one
who foresees on each seat.
"""

from __future__ import annotations

import argparse
from math import sqrt
from statistics import fmean
from typing import TYPE_CHECKING, Any

import numpy as np

import strandline as sl
from strandline.bots.levels import simulations_of
from strandline.bots.search import Thinker, in_the_same_time, network_for
from strandline.engine.chance import below, seeded
from strandline.engine.contract import CHANCE, OVER, evaluate, moves, places, play, sample
from strandline.engine.playout import fresh, random_table
from strandline.engine.row import copy_of
from strandline.engine.rule import long_rule, rule

if TYPE_CHECKING:
    from strandline.engine.game import Game

CANDIDATES = 4  # of each move of a match that is played on: the best of so many by `evaluate`
BEST = 2  # of the matches that begin with a move, one in so many counts: those that end best


@long_rule
def play_on(work: Any, into: Any, random: Any, coming: Any, placed: Any) -> None:
    """Play a match to its end, with chance as it will come."""
    while work[0].turn != OVER:
        turn = int(work[0].turn)
        move = 0
        if turn == CHANCE:
            move = int(sample(work[0], coming))
        else:
            count = moves(work[0], into)
            highest = -(1 << 62)
            for _ in range(min(count, CANDIDATES)):
                candidate = int(into[below(random, count)])
                work[1] = work[0]
                play(work[1], candidate)
                worth = evaluate(work[1], turn)
                if worth > highest:
                    highest, move = worth, candidate
        play(work[0], move)
    places(work[0], placed)


@rule
def part_behind(placed: Any, own: int) -> float:
    """What part of the others has a seat left behind? A shared place is half of that."""
    part = 0.0
    for other in range(len(placed)):
        if other != own:
            part += 0.5 * (placed[own] < placed[other]) + 0.5 * (placed[own] <= placed[other])
    return part / (len(placed) - 1)


@long_rule
def try_moves(
    state: Any, work: Any, into: Any, legal: Any, random: Any, fate: Any, coming: Any, placed: Any, found: Any
) -> None:  # fmt: skip
    """Try every move as often as there is room in `found`, and note what part of the others is left behind."""
    own = int(state[0].turn)
    for index in range(len(legal)):
        for trial in range(found.shape[1]):
            work[0] = state[0]
            coming[0] = fate[0]
            play(work[0], int(legal[index]))
            play_on(work, into, random[0], coming[0], placed)
            found[index, trial] = part_behind(placed, own)


def foreseeing_move(game: Game, state: Any, fate: Any, random: Any, tries: int) -> int:
    """Choose the move that goes best with what is to come."""
    into = game.buffer()
    legal = into[: game.rules.moves(state[0], into)].copy()
    if len(legal) == 1:
        return int(legal[0])
    found = np.zeros((len(legal), max(tries // len(legal), 2 * BEST)))
    placed = np.zeros(game.seats_of(state[0]), np.int64)
    try_moves(state, fresh(state[0], 2), into, legal, random, fate, random_table(), placed, found)
    ends = np.sort(found, axis=1)
    return int(legal[np.argmax(ends[:, -(found.shape[1] // BEST) :].mean(axis=1))])


def play_match(game: Game, seats: int, own: int, seed: int, tries: int) -> tuple[int, float, float]:
    """Play a match with one who foresees; at which place, with what parts of the others behind and of the victory?"""
    fate, random = random_table(), random_table()
    fate[0], random[0] = seeded(seed, 0), seeded(seed, 1)
    state = fresh(game.start(seats, game.options()), 1)
    thinkers = [Thinker(game) for _ in range(seats)]
    streams = [seeded(seed, 2 + seat) for seat in range(seats)]
    while state[0].turn != OVER:
        turn = int(state[0].turn)
        if turn == CHANCE:
            move = int(game.rules.sample(state[0], fate[0]))
        elif turn == own:
            move = foreseeing_move(game, state, fate, random, tries)
        else:
            move = searched(game, thinkers[turn], state[0], streams[turn])
        game.rules.play(state[0], move)
    placed = np.zeros(seats, np.int64)
    game.rules.places(state[0], placed)
    first = placed == 1
    return int(placed[own]), float(part_behind(placed, own)), float(first[own] / first.sum())


def searched(game: Game, thinker: Thinker, state: Any, dice: Any) -> int:
    """Choose a move as the highest level does, by what its seat can see."""
    view = copy_of(state)
    if game.view is not None:
        game.view.hide(view, int(view.turn))
    thinker.network = network_for(game, view)
    wanted = simulations_of(game, "tide", game.seats_of(view))
    simulations = in_the_same_time(game, view, thinker.network, wanted)
    return thinker.think(view, dice, simulations)[0].move


def main() -> None:
    """Let it play, and tell how it stands from time to time."""
    parser = argparse.ArgumentParser(prog="python -m learn.ceiling", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--tries", type=int, default=2000, help="matches that are played on for a decision")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    game, ends = sl.game(asked.game), []
    for number in range(asked.matches):
        ends.append(
            play_match(game, asked.seats, number % asked.seats, asked.seed + number // asked.seats, asked.tries)
        )
        if number % 40 == 39 or number == asked.matches - 1:
            print(summary(ends), flush=True)


def summary(ends: list[tuple[int, float, float]]) -> str:
    """Sum up: victories, parts of the others left behind with their standard error, places."""
    places, parts, won = zip(*ends, strict=True)
    error = sqrt(fmean((part - fmean(parts)) ** 2 for part in parts) / len(parts))
    told = f"wins {fmean(won):.1%}, score {fmean(parts):.3f} ± {error:.3f}, mean place {fmean(places):.2f}"
    return f"{told}, {len(ends)} matches"


if __name__ == "__main__":
    main()
