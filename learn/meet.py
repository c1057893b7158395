"""A search that asks its network against one that does not: `python -m learn.meet maui --seats 2 --matches 400`.

Every seed is played once with the first on each seat, all others searching as the second does. A score is the part
of the others that was left behind, with its standard error; between two it is the share of victories. Times are CPU
time.
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import strandline as sl
from strandline.bots.search import Thinker, network_for
from strandline.cli.shell import options_from
from strandline.engine.chance import Dice, seeded
from strandline.engine.match import Match
from strandline.engine.network import load
from strandline.lab.playing import luck_in
from strandline.lab.statistics import without_luck

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from strandline.engine.game import Game
    from strandline.engine.network import Network

    Choice = Callable[[Any, Any], int]

FEW = 20  # matches: of no more, luck is not taken out


@dataclass(frozen=True)
class Side:
    """A way to search."""

    simulations: int
    network: Network | None = None
    settings: dict[str, int] = field(default_factory=dict)
    trees: int = 1

    def thinker(self, game: Game) -> Thinker:
        """Make one that searches so."""
        made = Thinker(game, self.trees, **self.settings)
        made.network = self.network
        return made

    def choice(self, game: Game) -> Choice:
        """Give what chooses moves so, with trees of its own."""
        thinker = self.thinker(game)
        return lambda view, dice: thinker.think(view, dice, self.simulations)[0].move


class Numbers(list[float]):
    """What was found in each match."""

    def told(self, digits: int, luck: Sequence[float] = ()) -> str:
        """Tell the mean and its standard error, with luck taken out if it is known."""
        if len(luck) > FEW:
            found = without_luck(np.array(self), np.array(luck))
            return f"{found.mean:.{digits}f} ± {found.error:.{digits}f}"
        units = np.array(self or [0.0])
        return f"{units.mean():.{digits}f} ± {units.std() / sqrt(len(units)):.{digits}f}"


@dataclass
class Result:
    """What came of the matches, for the first side."""

    scores: Numbers = field(default_factory=Numbers)  # parts of the others left behind
    own: Numbers = field(default_factory=Numbers)  # places
    others: Numbers = field(default_factory=Numbers)  # mean places of the others
    luck: Numbers = field(default_factory=Numbers)  # what chance brought, in parts of a victory, where it was asked
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])
    moves: list[int] = field(default_factory=lambda: [0, 0])

    def add(self, places: Sequence[int], own: int, luck: Sequence[float] = ()) -> None:
        """Add a match."""
        others = [place for seat, place in enumerate(places) if seat != own]
        self.scores.append(sum((places[own] < place) + 0.5 * (places[own] == place) for place in others) / len(others))
        self.own.append(places[own])
        self.others.append(sum(others) / len(others))
        self.luck.extend(luck[own : own + 1])

    def merge(self, other: Result) -> None:
        """Add the matches of another one."""
        for name in ("scores", "own", "others", "luck"):
            getattr(self, name).extend(getattr(other, name))
        self.seconds = [one + more for one, more in zip(self.seconds, other.seconds, strict=True)]
        self.moves = [one + more for one, more in zip(self.moves, other.moves, strict=True)]

    @property
    def matches(self) -> int:
        """How many matches are there?"""
        return len(self.scores)

    @property
    def score(self) -> float:
        """Add up the parts of the others left behind."""
        return sum(self.scores)

    @property
    def places(self) -> float:
        """Add up the places."""
        return sum(self.own)

    def __str__(self) -> str:
        """Sum up."""
        times = [1e3 * spent / max(made, 1) for spent, made in zip(self.seconds, self.moves, strict=True)]
        places = f"mean place {self.own.told(2)}, of the others {self.others.told(2)}"
        told = f"{self.scores.told(3)}, {places}, {self.matches} matches"
        if len(self.luck) > FEW:
            apart = Numbers(theirs - ours for ours, theirs in zip(self.own, self.others, strict=True))
            told += f"; luck taken out {self.scores.told(4, self.luck)}, better by {apart.told(3, self.luck)} places"
        return f"{told}; {times[0]:.1f} and {times[1]:.1f} ms a decision"


def meet(
    game: Game, seats: int, one: Side, other: Side, seeds: range, result: Result | None = None, options: Any = None,
    luck: int = 0,
) -> Result:  # fmt: skip
    """Play each seed once with the first side on every seat, all others searching as the second does."""
    result = result or Result()
    for seed in seeds:
        for own in range(seats):
            sides = [one if seat == own else other for seat in range(seats)]
            match = play(game, sides, seed, own, result, options)
            result.add(match.places(), own, luck_in(match, seed * seats + own, luck) if luck else ())
    return result


def play(game: Game, sides: list[Side], seed: int, own: int, result: Result, options: Any = None) -> Match:
    """Play a match; who took how long is added to the result."""
    match = Match(game, len(sides), options or game.options(), dice=Dice(seed))
    whose = [int(seat != own) for seat in range(len(sides))]
    play_out(match, [side.choice(game) for side in sides], seed, whose, result.seconds, result.moves)
    return match


def play_out(
    match: Match, choices: Sequence[Choice], seed: int, whose: Sequence[int], seconds: Any, moves: Any
) -> None:
    """Play a match to its end; add how long each seat took, and for how many decisions, to whose account it is."""
    streams = [seeded(seed, 1 + seat) for seat in range(match.seats)]
    while not match.over:
        seat, legal = match.turn, match.legal_numbers()
        move = legal[0]
        if len(legal) > 1:
            began = time.process_time()
            move = choices[seat](match.view(seat), streams[seat])
            seconds[whose[seat]] += time.process_time() - began
            moves[whose[seat]] += 1
        match.play(move, seat=seat)


def main() -> None:
    """Let them meet, and tell how it stands from time to time."""
    parser = argparse.ArgumentParser(prog="python -m learn.meet", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--option", action="append", help="of the game, NAME=VALUE; may be given several times")
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--simulations", type=int, default=1000, help="of the one with the network")
    parser.add_argument("--others", type=int, help="of the ones without; as many, if nothing is said")
    parser.add_argument("--trees", type=int, default=1, help="the highest level has 2")
    parser.add_argument("--network", type=Path, help="a file, instead of the one in the package")
    parser.add_argument("--plain", action="store_true", help="no network on the first side either")
    parser.add_argument("--against", type=Path, help="a network for the others")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1, help="that play at the same time")
    parser.add_argument("--luck", type=int, default=0, help="playouts by which what chance brought is taken out")
    parser.add_argument("--set", nargs="*", default=[], help="settings of the first side: exploration=700 …")
    parser.add_argument("--set-others", nargs="*", default=[], help="settings of the others")
    asked = parser.parse_args()
    game = sl.game(asked.game)
    options = game.options(options_from(asked.option, game))
    shipped = network_for(game, game.start(asked.seats, options))
    network = None if asked.plain else load(asked.network) if asked.network else shipped
    one = Side(asked.simulations, network, settings(asked.set), asked.trees)
    against = load(asked.against) if asked.against else None
    other = Side(asked.others or asked.simulations, against, settings(asked.set_others), asked.trees)
    play_seed = partial(meet_once, asked.game, asked.seats, one, other, asked.option, asked.luck)
    play_seed(None)  # so that nothing is compiled while time is taken
    result, seeds = Result(), range(asked.seed, asked.seed + -(-asked.matches // asked.seats))
    with ProcessPoolExecutor(asked.processes, get_context("spawn"), play_seed, (None,)) as pool:
        for number, found in enumerate(pool.map(play_seed, seeds) if asked.processes > 1 else map(play_seed, seeds)):
            result.merge(found)
            if number % 10 == 9 or number == len(seeds) - 1:
                print(result, flush=True)


def meet_once(
    slug: str, seats: int, one: Side, other: Side, option: list[str] | None, luck: int, seed: int | None
) -> Result:
    """Play one seed, in a process of its own perhaps; without a seed, a match of almost no thought for either side."""
    game = sl.game(slug)
    options = game.options(options_from(option, game))
    if seed is not None:
        return meet(game, seats, one, other, range(seed, seed + 1), None, options, luck)
    for side in (one, other):
        play(game, [replace(side, simulations=2)] * seats, 0, 0, Result(), options)
    return Result()


def settings(texts: list[str]) -> dict[str, int]:
    """Read settings of a search."""
    return {name: int(value) for name, _, value in (text.partition("=") for text in texts)}


if __name__ == "__main__":
    main()
