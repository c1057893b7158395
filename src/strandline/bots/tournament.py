"""Who plays whom in a tournament: all lineups with the same seeds, and with each seed in every rotation of seats."""

from __future__ import annotations

import time
from itertools import combinations, count
from typing import TYPE_CHECKING, Any

from strandline.bots.choosing import choose, finish
from strandline.bots.rating import Played, close, standings
from strandline.engine.chance import Dice, below, seeded
from strandline.engine.match import Match

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    import msgspec

    from strandline.bots.rating import Standing
    from strandline.engine.game import Game

Lineup = tuple[str, ...]  # bots by seat


class Stopped(Exception):
    """The match was left before its end."""


def lineups(bots: Sequence[str], seats: int) -> list[Lineup]:
    """List who can sit at a table together: different bots, or all of them as evenly as it goes where they are few."""
    everybody, others = divmod(seats, len(bots))
    return [(*bots,) * everybody + some for some in combinations(bots, others)]


def rotations(lineup: Lineup, seed: int) -> list[Lineup]:
    """Seat a lineup in an order that depends on the seed; then everybody moves on by a seat until all had them all."""
    dice, left, order = seeded(seed), list(lineup), []
    while left:
        order.append(left.pop(below(dice, len(left))))
    return [(*order[turn:], *order[:turn]) for turn in range(len(order))]


def play_match(
    game: Game,
    options: msgspec.Struct,
    seed: int,
    bots: Lineup,
    stopped: Callable[[], bool] = lambda: False,
    luck: Callable[[Match], Sequence[float]] = lambda _: (),
) -> Played:
    """Play a match to its end; each bot sees what its seat may see, and has a chance of its own to think by."""
    match = Match(game, len(bots), options, dice=Dice(seed))
    thoughts = [seeded(seed, 1 + seat) for seat in range(match.seats)]
    seconds: list[list[float]] = [[] for _ in bots]
    forfeits = [0] * match.seats
    faults: dict[str, tuple[str, dict[str, Any]]] = {}
    while not match.over:
        if stopped():
            raise Stopped
        seat = match.turn
        started = time.perf_counter()
        answer = choose(match, bots[seat], thoughts[seat])
        seconds[seat].append(round(time.perf_counter() - started, 5))
        if answer.fault is not None:
            forfeits[seat] += 1
            faults.setdefault(bots[seat], (answer.fault.key, answer.fault.facts))
        match.play(answer.move, seat=seat)
    finish(match, bots)
    results = (tuple(match.places()), tuple(match.scores()), tuple(map(tuple, seconds)))
    return Played(seed, bots, *results, tuple(forfeits) if faults else (), faults, tuple(luck(match)))


class Tournament:
    """What was played, and what should be played next."""

    def __init__(self, bots: Sequence[str], seats: int, kept: Collection[Played] = ()) -> None:
        self.bots = bots
        self.lineups = lineups(bots, seats)
        self.played = [match for match in kept if set(match.bots) <= set(bots)]

    def plan(self, seed: int, matches: int, *, until_apart: bool = False) -> Iterator[tuple[int, Lineup]]:
        """Give the seed and the seats of each match to play, until there are so many; a rotation is always completed.

        Until all are apart, only those lineups play on that have neighbours of the standings in them that are not.
        """
        known = {(match.seed, match.bots) for match in self.played}
        for number in count(seed):
            playing = self.undecided() if until_apart else self.lineups
            if not playing:
                return
            for lineup in playing:
                if len(known) >= matches:
                    return
                for seated in rotations(lineup, number):
                    if (number, seated) not in known:
                        known.add((number, seated))
                        yield number, seated

    def standings(self) -> list[Standing]:
        """Sum up what was played, the best first."""
        return standings(self.played, self.bots)

    def undecided(self) -> list[Lineup]:
        """Which lineups have neighbours of the standings in them whose intervals meet?"""
        pairs = close(self.standings())
        return [lineup for lineup in self.lineups if any({*pair} <= {*lineup} for pair in pairs)]
