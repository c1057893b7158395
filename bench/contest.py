"""Two contestants side by side: A B A B …, each in a process of its own, compared round by round."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, replace
from math import sqrt
from statistics import median
from typing import TYPE_CHECKING, Literal

from bench.worker import Round, Worker

if TYPE_CHECKING:
    from collections.abc import Callable


class NotTheSame(Exception):
    """Two contestants did not play the same matches, or not the same game: there is nothing to compare."""


@dataclass(frozen=True)
class Contest:
    """Who plays against whom, how much, and what is wanted."""

    what: str
    peer_name: str
    ours: str
    peer: str
    matches: tuple[int, int]  # per round, ours and the peer's: about half a second each
    wanted: float
    clock: Literal["cpu", "wall"] = "cpu"
    cores: int = 1  # ours; a peer always has one
    same_matches: bool = False  # or only the same game, from another random generator


@dataclass(frozen=True)
class Effort:
    """How often to measure."""

    processes: int
    rounds: int
    share: float  # of the matches


@dataclass(frozen=True)
class Line:
    """What came of a contest; the peer's numbers are missing where it was absent, and the note says why."""

    what: str
    unit: str
    ours: float
    peer_name: str
    wanted: float
    note: str
    rounds: tuple[tuple[Round, Round | None], ...]
    peer: float | None = None
    ratio: float | None = None  # the median of the ratios of rounds side by side …
    low: float | None = None  # … the lowest …
    high: float | None = None  # … and the highest


def hold(contest: Contest, effort: Effort, absent: str | None, tick: Callable[[], None]) -> Line:
    """Hold a contest; where the peer is absent, for the reason given, ours plays alone."""
    pairs: list[tuple[Round, Round | None]] = []
    # What a process has just compiled runs slower in it than in all later ones, which find it in the cache (0.87 and
    # 0.93 of the C twin), so the process that may have to compile is not measured.
    with Worker(contest.ours, contest.cores):
        pass
    for _ in range(effort.processes):
        with ExitStack() as stack:
            ours = stack.enter_context(Worker(contest.ours, contest.cores))
            peer = None if absent else stack.enter_context(Worker(contest.peer))
            for _ in range(effort.rounds):
                pairs.append(side_by_side(contest, effort, ours, peer, seed=1 + len(pairs)))
                tick()
    return line_of(contest, pairs, absent or "")


def side_by_side(
    contest: Contest, effort: Effort, ours: Worker, peer: Worker | None, seed: int
) -> tuple[Round, Round | None]:
    """Play one round each, and check that they can be compared."""
    our_matches, peer_matches = (max(1, int(matches * effort.share)) for matches in contest.matches)
    one = ours.play(our_matches, seed)
    if peer is None:
        return one, None
    other = peer.play(peer_matches, seed)
    if contest.same_matches and one.played != other.played:
        raise NotTheSame(f"{contest.what}: ours {one.played}, {contest.peer_name} {other.played}")
    if not same_game(one, other):
        raise NotTheSame(f"{contest.what}: the first seat leads by {one.played.lead} and {other.played.lead}")
    return one, other


def same_game(one: Round, other: Round) -> bool:
    """Does the first seat win equally often, as far as so many matches can tell?"""
    few = min(one.played.matches, other.played.matches)
    return abs(one.played.lead - other.played.lead) < 6 / sqrt(few)


def line_of(contest: Contest, pairs: list[tuple[Round, Round | None]], note: str) -> Line:
    """Sum up the rounds."""

    def rate(played: Round) -> float:
        return played.played.matches / (played.cpu if contest.clock == "cpu" else played.wall)

    ours = median(rate(one) for one, _ in pairs)
    unit = "per CPU s" if contest.clock == "cpu" else "per s"
    alone = Line(contest.what, unit, ours, contest.peer_name, contest.wanted, note, tuple(pairs))
    theirs = [rate(other) for _, other in pairs if other is not None]
    if not theirs:
        return alone
    ratios = [rate(one) / other for (one, _), other in zip(pairs, theirs, strict=True)]
    return replace(alone, peer=median(theirs), ratio=median(ratios), low=min(ratios), high=max(ratios))
