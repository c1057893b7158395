"""Many ways to search at one table: `python -m learn.field high-tide-henn --seats 6 --try "plain 150" "plain 500"`.

Where dice decide most, a match of six that all think otherwise tells fifteen times as much as one of two ways. Who
sits there is drawn by lot for each seed, which is played once in every rotation of the seats; where ways are fewer
than seats, some sit there twice. A score is the part of those met that was left behind. Ways are written as in
`learn.regret`, or are the names of bots. Errors are standard errors, from seed to seed.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import permutations
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import strandline as sl
from learn.ceiling import part_behind
from learn.meet import play_out
from learn.regret import side_of
from strandline.bots import BOTS
from strandline.bots.search import network_for
from strandline.cli.shell import options_from
from strandline.engine.chance import Dice, below, seeded
from strandline.engine.match import Match
from strandline.engine.network import no_network

if TYPE_CHECKING:
    from collections.abc import Sequence

    from learn.meet import Choice
    from strandline.engine.game import Game

TABLE = 7  # of the streams of a seed: the one by which seats are drawn


class Found(NamedTuple):
    """What a seed brought: who left whom behind, how often who met whom, how long who took for how many decisions."""

    behind: Any  # float[way, way]
    met: Any  # int[way, way]
    seconds: Any  # float[way]
    decisions: Any  # int[way]


def told(ways: Sequence[str], seeds: Sequence[Found]) -> str:
    """Tell it as a table: what each left behind of all that it met and of each, and milliseconds a decision."""
    behind, met, seconds, decisions = (np.array(part) for part in zip(*seeds, strict=True))
    lines = []
    for way, name in enumerate(ways):
        parts, times = behind[:, way].sum(axis=1), met[:, way].sum(axis=1)
        score = parts.sum() / max(times.sum(), 1)
        error = np.sqrt(((parts - score * times) ** 2).sum()) / max(times.sum(), 1)
        pairs = zip(behind[:, way].sum(axis=0), met[:, way].sum(axis=0), strict=True)
        shares = " ".join(f"{part / often:.3f}" if often else "  –  " for part, often in pairs)
        spent = 1e3 * seconds[:, way].sum() / max(decisions[:, way].sum(), 1)
        lines.append(f"{score:.3f} ± {error:.3f}  {shares}  {spent:6.2f} ms  {name}")
    return "\n".join(lines)


def table_of(ways: int, seats: int, seed: int) -> list[int]:
    """Draw who sits where: all of the ways as often as the others, as far as it goes."""
    random, left, drawn = seeded(seed, TABLE), list[int](), list[int]()
    while len(drawn) < seats:
        left = left or list(range(ways))
        drawn.append(left.pop(below(random, len(left))))
    return drawn


def nothing(ways: int) -> Found:
    """Begin with nothing."""
    return Found(np.zeros((ways, ways)), np.zeros((ways, ways), int), np.zeros(ways), np.zeros(ways, int))


def play_seed(slug: str, seats: int, option: list[str] | None, ways: Sequence[str], seed: int) -> Found:
    """Play a seed in every rotation of its seats."""
    game = sl.game(slug)
    options = game.options(options_from(option, game))
    network = network_for(game, game.start(seats, options)) or no_network()
    drawn, found = table_of(len(ways), seats, seed), nothing(len(ways))
    for turn in range(seats):
        seated = drawn[turn:] + drawn[:turn]
        match = Match(game, seats, options, dice=Dice(seed))
        choices = [choice_of(game, ways[way], network) for way in seated]
        play_out(match, choices, seed, seated, found.seconds, found.decisions)
        placed = np.array(match.places())
        for one, other in permutations(range(seats), 2):
            if seated[one] != seated[other]:
                found.behind[seated[one], seated[other]] += part_behind(placed[[one, other]], 0)
                found.met[seated[one], seated[other]] += 1
    return found


def choice_of(game: Game, way: str, network: Any) -> Choice:
    """Give what chooses moves in this way."""
    if way in BOTS:
        return partial(BOTS[way], game)
    return side_of(way, network).choice(game)


def main() -> None:
    """Let all of them meet, and tell how it stands from time to time."""
    parser = argparse.ArgumentParser(prog="python -m learn.field", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--option", action="append", help="of the game, NAME=VALUE; may be given several times")
    parser.add_argument("--matches", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1, help="that play at the same time")
    parser.add_argument("--try", nargs="+", dest="ways", default=["plain 150", "plain 500"])
    asked = parser.parse_args()
    seeds = range(asked.seed, asked.seed + -(-asked.matches // asked.seats))
    play = partial(play_seed, asked.game, asked.seats, asked.option, asked.ways)
    play(0)  # so that nothing is compiled while time is taken
    found = []
    with ProcessPoolExecutor(asked.processes, get_context("spawn"), play, (0,)) as pool:
        for number, one in enumerate(pool.map(play, seeds) if asked.processes > 1 else map(play, seeds), 1):
            found.append(one)
            if number % 50 == 0 or number == len(seeds):
                print(f"{number * asked.seats} matches\n{told(asked.ways, found)}", flush=True)


if __name__ == "__main__":
    main()
