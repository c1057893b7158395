"""Self-play by searches: slower than one move deep by thousands of times, but what is learned from may be worth more.

Each move is the one that a search with the network likes best, and what the search thinks of the position then stands
for the strengths of the seats: so targets come from searches, and the next searches ask the next network.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import strandline as sl
from learn.play import Positions, room_of
from strandline.bots.search import NODES_PER_SIMULATION, Search
from strandline.engine.chance import Dice, below, seeded
from strandline.engine.contract import OVER, features
from strandline.engine.match import Match
from strandline.engine.network import STRENGTH_UNIT
from strandline.engine.playout import fresh
from strandline.engine.rule import long_rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from strandline.engine.game import Game
    from strandline.engine.network import Network

SUREST = 0.995  # part of the others that a search may be sure of leaving behind
STEPS = 60  # on the way to strengths
ALIKE = 0.05  # keeps a step small where hardly anything is in doubt any more


class Way(NamedTuple):
    """How matches are played."""

    slug: str
    seats: int
    options: Any  # None: those of the game
    network: Network
    simulations: int  # of every search
    slips: int = 20  # one move in so many is by lot …
    openings: int = 0  # … and all of the first ones


def searched_play(way: Way, count: int, seed: int, processes: int = 1) -> Positions:
    """Play so many matches by searches against each other; how many processes do it changes nothing."""
    seeds = range(seed * count, (seed + 1) * count)
    if processes == 1:
        return joined([play_match(way, one) for one in seeds])
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        return joined(list(pool.map(partial(play_match, way), seeds, chunksize=4)))


def play_match(way: Way, seed: int) -> Positions:
    """Play a match in which searches choose. What comes of a move by lot is not noted: nobody has thought about it."""
    game = sl.game(way.slug)
    options = way.options or game.options()
    match, random = Match(game, way.seats, options, dice=Dice(seed)), seeded(seed, 1)
    reached, chances, made = [], [], 0
    while not match.over:
        legal = match.legal_numbers()
        by_lot = made < way.openings or below(random, way.slips) == 0
        move = legal[below(random, len(legal)) if by_lot else 0]
        if len(legal) > 1 and not by_lot:
            move, parts = choice_of(game, way, match.view(match.turn), random)
            after = game.after(match.state, move)
            if after.turn != OVER:
                reached.append(after)
                chances.append(parts)
        match.play(move, seat=match.turn)
        made += 1
    rows = fresh(match.state, len(reached))
    for index, row in enumerate(reached):
        rows[index] = row
    stood = strengths_of(np.array(chances, np.float64).reshape(len(rows), way.seats))
    ended = np.array([match.scores()], np.int32), np.array([match.places()], np.int8)
    return Positions(noted_of(game, rows, way.seats), np.zeros(len(rows), np.int32), stood, *ended)


def choice_of(game: Game, way: Way, view: Any, random: Any) -> tuple[int, tuple[float, ...]]:
    """Search: which move is the best, and what part of the others does each seat leave behind after it?"""
    nodes = NODES_PER_SIMULATION * way.simulations + 4 * game.rules.MOVES
    search = Search(game, view, way.network, nodes=nodes)
    search.run(random, way.simulations)
    best = search.move_stats()[0]
    return best.move, best.chances


def strengths_of(chances: Any) -> Any:
    """Find strengths by which each seat leaves this part of the others behind, in whole numbers as a network's."""
    wanted = chances.clip(1 - SUREST, SUREST) * (chances.shape[1] - 1)
    found = np.zeros_like(wanted)
    for _ in range(STEPS):
        leads = found[:, :, None] - found[:, None, :]
        passed = (0.5 + 0.5 * leads / np.sqrt(1 + leads**2)).sum(axis=2) - 0.5
        slope = ((1 + leads**2) ** -1.5).sum(axis=2) - 1
        found += ((wanted - passed) / (slope + ALIKE)).clip(-1, 1)
    return (found * STRENGTH_UNIT).round().astype(np.int32)


def noted_of(game: Game, rows: Any, seats: int) -> Any:
    """Note the features of every seat in every position."""
    room = room_of(game)
    noted = np.full((len(rows), seats, room.MOST), room.FEATURES, np.int16)
    note(rows, np.zeros(room.ROOM, np.int32), noted)
    return noted


@long_rule
def note(rows: Any, active: Any, noted: Any) -> None:
    """Copy what is listed for every seat in every position to where it belongs."""
    for index in range(len(rows)):
        for seat in range(noted.shape[1]):
            for at in range(features(rows[index], seat, active)):
                noted[index, seat, at] = active[at]


def joined(matches: Sequence[Positions]) -> Positions:
    """Make one of what was noted of several matches."""
    parts = [np.concatenate(part) for part in zip(*matches, strict=True)]
    numbers = np.repeat(np.arange(len(matches), dtype=np.int32), [len(one.match) for one in matches])
    return Positions(parts[0], numbers, *parts[2:])
