"""What do choices cost? `python -m learn.regret high-tide-henn --seats 3 --decisions 400 --played-on 2500`.

Matches between two ways to search tell little where dice decide most of them. Here every move of some decisions is
played on many times to the end, one move deep by the network, with the same chance for all moves of a decision; so a
way to search can be told what the moves that it chooses give away against the best ones, in thousandths of a part of
the others left behind. Ways to search are written as simulations and settings: `--try "1500" "1000 horizon=0"`; those
that begin with `plain` do not ask the network.
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import strandline as sl
from learn.ceiling import part_behind
from learn.meet import Side, settings
from strandline.bots.search import network_for
from strandline.bots.tree import lead
from strandline.engine.chance import begin, below, seeded
from strandline.engine.contract import CHANCE, OVER, features, moves, play, rank, sample, score
from strandline.engine.network import load, strength
from strandline.engine.playout import fresh, random_table
from strandline.engine.row import from_bytes_of, to_bytes
from strandline.engine.rule import long_rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from strandline.engine.game import Game
    from strandline.engine.network import Network

SLIPS = 10  # one move in so many of the matches that decisions are taken from is by lot
APART = 20  # one decision in so many is taken


@long_rule
def play_on(
    states: Any, legal: Any, into: Any, random: Any, network: Any, active: Any, hidden: Any, value: Any, sheet: Any,
    placed: Any, worth: Any, seed: int, first: int,
) -> None:  # fmt: skip
    """Play the decision in the first row on, each of its moves once for every column of `worth`; the rest is scratch.

    Where there is no move, the row goes on by itself to the next decision that is taken. Columns are streams of chance,
    from `first` on.
    """
    own = int(states[0].turn)
    for job in range(max(1, worth.shape[0] * worth.shape[1])):
        taking = len(legal) == 0
        where, chosen = (0, 0) if taking else (1, 1 + job // worth.shape[1])
        states[where] = states[0]
        if not taking:
            begin(random[where], seed, first + job % worth.shape[1])
        going = True
        while going:
            turn = int(states[where].turn)
            tries, move = 0, 0
            if turn == CHANCE:
                move = int(sample(states[where], random[where]))
            elif chosen > 0:
                move, chosen = int(legal[chosen - 1]), 0
            else:
                count = moves(states[where], into)
                slip = taking and below(random[where], SLIPS) == 0
                move = int(into[below(random[where], count) if slip else 0])
                tries = 0 if slip or count == 1 else count
            highest = -(1 << 62)
            for attempt in range(tries + 1):
                there = 2 if attempt < tries else where
                states[there] = states[where]
                play(states[there], int(into[attempt]) if attempt < tries else move)
                if attempt < tries:
                    for seat in range(len(value)):
                        value[seat] = strength(network, active, features(states[2], seat, active), hidden)
                    if lead(value, turn) > highest:
                        highest, move = lead(value, turn), int(into[attempt])
            going = states[where].turn != OVER
            if taking and states[where].turn >= 0:
                going = moves(states[where], into) == 1 or below(random[where], APART) > 0
        if not taking:
            score(states[1], sheet)
            rank(states[1], sheet, placed)
            worth[job // worth.shape[1], job % worth.shape[1]] = part_behind(placed, own)


class Decision(NamedTuple):
    """A position, its moves, and what each leaves behind on average."""

    state: Any
    legal: list[int]
    worth: Any


def decisions(
    game: Game, seats: int, network: Network, count: int, often: int, seed: int, play_all: Any = None
) -> list[Decision]:
    """List decisions, all moves of which are played on so often: here, or by `play_all`."""
    states, random = fresh(game.start(seats, game.options()), 3), np.concatenate([random_table(), random_table()])
    scratch = scratch_for(game, seats, network)
    into, none = game.buffer(), np.zeros(0, np.int64)
    random[0] = seeded(seed)
    found: list[tuple[Any, Any]] = []
    while len(found) < count:
        if states[0].turn == OVER:
            states[:] = fresh(game.start(seats, game.options()), 3)
        play_on(*(states, none, into, random, network, *scratch, np.zeros((0, 1)), seed, 0))
        if states[0].turn != OVER:
            legal = into[: game.rules.moves(states[0], into)].astype(np.int64)
            found.append((fresh(states[0], 1)[0], legal))
    worth = (play_all or play_all_here)(game, seats, network, found, often, seed)
    return [Decision(state, legal.tolist(), mean) for (state, legal), mean in zip(found, worth, strict=True)]


def scratch_for(game: Game, seats: int, network: Network) -> tuple[Any, ...]:
    """Make what playing on works with."""
    lists = np.zeros(game.network.ROOM if game.network else 1, np.int32), np.zeros(len(network.bias), np.int32)
    sheet = np.zeros((seats, len(game.rules.SHEET)), np.int64)
    return *lists, np.zeros(seats, np.int64), sheet, np.zeros(seats, np.int64)


def play_all_here(
    game: Game, seats: int, network: Network, found: list[tuple[Any, Any]], often: int, seed: int
) -> list[Any]:
    """Play all moves of decisions on so often: what does each leave behind on average?"""
    random, scratch = np.concatenate([random_table(), random_table()]), scratch_for(game, seats, network)
    worths = []
    for number, (state, legal) in enumerate(found):
        worth = np.zeros((len(legal), often))
        play_on(*(fresh(state, 3), legal, game.buffer(), random, network, *scratch, worth, seed + 1 + number, 0))
        worths.append(worth.mean(axis=1))
    return worths


def given_away(game: Game, side: Side, asked: Sequence[Decision], first: int = 0) -> tuple[Any, float]:
    """Let a way to search decide: what does each choice give away, and how many seconds of CPU time do all take?"""
    side.thinker(game).think(asked[0].state, seeded(0), 2)  # so that nothing is compiled while time is taken
    lost, began = [], time.process_time()
    for number, (state, legal, worth) in enumerate(asked, first):
        move = side.thinker(game).think(state, seeded(number, 3), side.simulations)[0].move
        lost.append(worth.max() - worth[legal.index(move)])
    return np.array(lost), time.process_time() - began


def given_away_by(
    slug: str, side: Side, asked: Sequence[tuple[bytes, list[int], Any]], first: int
) -> tuple[Any, float]:
    """Do the same in a process of its own, to which rows come as bytes."""
    game = sl.game(slug)
    rows = [Decision(from_bytes_of(game.rules.State, row), legal, worth) for row, legal, worth in asked]
    return given_away(game, side, rows, first)


def side_of(text: str, network: Network) -> Side:
    """Read a way to search."""
    plain, words = text.startswith("plain"), text.removeprefix("plain").split()
    return Side(int(words[0]), None if plain else network, settings(words[1:]))


def main() -> None:
    """Tell what ways to search give away, each compared with the first."""
    parser = argparse.ArgumentParser(prog="python -m learn.regret", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--decisions", type=int, default=400)
    parser.add_argument("--played-on", type=int, default=1000, help="matches for every move")
    parser.add_argument("--network", type=Path, help="a file, instead of the one in the package")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cuda", action="store_true", help="play moves on on a GPU")
    parser.add_argument("--processes", type=int, default=1, help="that search at the same time")
    parser.add_argument("--try", nargs="+", dest="sides", default=["plain 1500", "1500"])
    asked = parser.parse_args()
    game = sl.game(asked.game)
    network = load(asked.network) if asked.network else network_for(game, game.start(asked.seats, game.options()))
    if network is None:
        raise SystemExit(f"{game.slug} has no network for {asked.seats}.")
    play_all: Any = None
    if asked.cuda:
        from learn import graphics

        play_all = graphics.play_all_on_cuda
    taken = decisions(game, asked.seats, network, asked.decisions, asked.played_on, asked.seed, play_all)
    packed = [(to_bytes(state), legal, worth) for state, legal, worth in taken]
    share = -(-len(packed) // asked.processes)
    starts = range(0, len(packed), share)
    first = None
    with ProcessPoolExecutor(asked.processes, get_context("spawn")) as pool:
        for text in asked.sides:
            side = side_of(text, network)
            jobs = [pool.submit(given_away_by, asked.game, side, packed[at : at + share], at) for at in starts]
            found = [job.result() for job in jobs]
            lost, seconds = np.concatenate([part for part, _ in found]), sum(spent for _, spent in found)
            first = lost if first is None else first
            less = 1e3 * (first - lost)
            error = less.std() / sqrt(len(less))
            told = f"{text}: {1e3 * lost.mean():.2f}, less than the first by {less.mean():.2f} ± {error:.2f}"
            print(f"{told}, {1e3 * seconds / len(taken):.1f} ms", flush=True)


if __name__ == "__main__":
    main()
