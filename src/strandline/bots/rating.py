"""How strong are bots: ratings with intervals from the matches that they played, and the table of them in the package.

Ratings are openskill's Plackett–Luce: who sits at a table is ranked, ties included, and each beginner has 25 ± 16. Bots
do not learn, so nothing is added to their uncertainty between matches (tau = 0), and it shrinks as fast as the matches
allow (gamma = 1). Among players of known strength, at least 97 in 100 of the 95 % intervals made so held the truth, and
leads were met without bias; with openskill's own gamma, intervals were twice as wide (tests/bots/test_arena.py plays
such a tournament). Between two players a lead of 6 is worth about three victories in four.
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from itertools import pairwise
from math import sqrt
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from strandline.engine.errors import BadOptions

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from openskill.models import PlackettLuceRating

RATINGS = Path(__file__).parent / "ratings.toml"
Z = 1.96  # standard deviations on either side of a 95 % interval
HEADING = "# Ratings of the bots by game and seat count: rating, and half of its 95 % interval.\n"
HEADING += "# Written by `strand arena GAME --write-ratings`; bench/LADDER.md has the commands.\n"


class Played(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match that was played to its end; everything by seat."""

    seed: int
    bots: tuple[str, ...]
    places: tuple[int, ...]
    points: tuple[int, ...]
    seconds: tuple[tuple[float, ...], ...]  # of every move
    forfeits: tuple[int, ...] = ()  # moves that a bot of your own did not choose itself
    faults: dict[str, tuple[str, dict[str, Any]]] = {}  # by bot, what was wrong first
    luck: tuple[float, ...] = ()  # what chance brought each seat, in parts of a victory, where it was asked for


class Standing(msgspec.Struct, frozen=True):
    """How a bot has done in a tournament; an interval is 95 %."""

    bot: str
    rating: float
    interval: float  # on either side
    matches: int  # one for every seat that it had
    place: float  # mean
    first: float  # share of first places, shared ones included
    first_low: float
    first_high: float
    points: float  # mean
    seconds: float  # mean of a move
    slow_seconds: float  # 95 of 100 moves were not slower

    @property
    def low(self) -> float:
        """The lower end of the rating's interval."""
        return self.rating - self.interval

    @property
    def high(self) -> float:
        """The upper end of the rating's interval."""
        return self.rating + self.interval


def rate(played: Iterable[Played], bots: Iterable[str]) -> dict[str, PlackettLuceRating]:
    """Rate bots by the places that they came to; in the order of seeds, whoever was ready first."""
    try:
        from openskill.models import PlackettLuce  # late: a server reads ratings and never makes any
    except ImportError as error:
        raise BadOptions("settings.extra", package="openskill", extra="arena") from error

    model = PlackettLuce(tau=0.0, gamma=lambda *_: 1.0)
    ratings = {bot: model.rating(name=bot) for bot in bots}
    for match in sorted(played, key=lambda match: (match.seed, match.bots)):
        if len(set(match.bots)) > 1:
            rated = model.rate([[ratings[bot]] for bot in match.bots], ranks=list(map(float, match.places)))
            seats = defaultdict(list)
            for bot, (after,) in zip(match.bots, rated, strict=True):
                seats[bot].append(after)
            for bot, several in seats.items():  # a bot on several seats learns what one of them does, on average
                mu, sigma = fmean(after.mu for after in several), fmean(after.sigma for after in several)
                ratings[bot] = model.rating(mu=mu, sigma=sigma, name=bot)
    return ratings


def wilson(count: int, of: int) -> tuple[float, float]:
    """Give the 95 % interval of a share by Wilson's score: it stays within 0 and 1, and serves few matches too."""
    if of == 0:
        return 0.0, 1.0
    share = count / of
    middle = share + Z * Z / (2 * of)
    reach = Z * sqrt(share * (1 - share) / of + Z * Z / (4 * of * of))
    scale = 1 + Z * Z / of
    return max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale)


def standings(played: Sequence[Played], bots: Sequence[str]) -> list[Standing]:
    """Sum a tournament up: the bots by rating, the best first."""
    ratings = rate(played, bots)
    seats: dict[str, list[tuple[Played, int]]] = {bot: [] for bot in bots}
    for match in played:
        for seat, bot in enumerate(match.bots):
            seats[bot].append((match, seat))
    lines = [standing(ratings[bot], bot, seats[bot]) for bot in bots]
    return sorted(lines, key=lambda line: -line.rating)


def standing(rating: PlackettLuceRating, bot: str, seats: list[tuple[Played, int]]) -> Standing:
    """Sum up what one bot did on all its seats."""
    places = [match.places[seat] for match, seat in seats]
    seconds = [second for match, seat in seats for second in match.seconds[seat]]
    firsts = places.count(1)
    low, high = wilson(firsts, len(places))
    return Standing(
        bot=bot,
        rating=rating.mu,
        interval=Z * rating.sigma,
        matches=len(seats),
        place=fmean(places) if places else 0.0,
        first=firsts / len(places) if places else 0.0,
        first_low=low,
        first_high=high,
        points=fmean(match.points[seat] for match, seat in seats) if seats else 0.0,
        seconds=fmean(seconds) if seconds else 0.0,
        slow_seconds=float(np.percentile(seconds, 95)) if seconds else 0.0,
    )


def close(lines: Sequence[Standing]) -> list[tuple[str, str]]:
    """Which neighbours in the standings cannot be told apart yet, because their intervals meet?"""
    return [(upper.bot, lower.bot) for upper, lower in pairwise(lines) if upper.low <= lower.high]


# The table in the package


class Rated(msgspec.Struct, frozen=True):
    """What the table says of a game with so many seats."""

    matches: int
    bots: dict[str, tuple[float, float]]  # rating, and half of its interval


Ratings = dict[str, dict[int, Rated]]  # by game and seat count


def read_ratings(path: Path = RATINGS) -> Ratings:
    """Read the table."""
    return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Ratings, strict=False)


def write_ratings(game: str, seats: int, lines: Sequence[Standing], matches: int, path: Path = RATINGS) -> None:
    """Put the ratings of a tournament into the table, in place of earlier ones of the same game and seat count."""
    ratings = read_ratings(path)
    bots = {line.bot: (round(line.rating, 2), round(line.interval, 2)) for line in reversed(lines)}
    ratings.setdefault(game, {})[seats] = Rated(matches, bots)
    path.write_text(HEADING + "".join(section(*entry) for entry in flat(ratings)), encoding="utf-8")


def flat(ratings: Ratings) -> list[tuple[str, int, Rated]]:
    """List the entries of the table by game and seat count."""
    return [(game, seats, ratings[game][seats]) for game in sorted(ratings) for seats in sorted(ratings[game])]


def section(game: str, seats: int, rated: Rated) -> str:
    """Write the part of the table about a game with so many seats."""
    title = f"{game}.{seats}"
    lines = [f"{bot} = [{rating:.2f}, {interval:.2f}]\n" for bot, (rating, interval) in rated.bots.items()]
    return f"\n[{title}]\nmatches = {rated.matches}\n\n[{title}.bots]\n" + "".join(lines)
