"""Reviews as a worker makes them: a first curve at once, the whole a slice at a time, moves that somebody tries."""

from __future__ import annotations

import hashlib
import time
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from strandline.analysis.account import Mark, Step
from strandline.analysis.measure import CURVE, Measure
from strandline.analysis.review import Notes, Reviewer, check, parts_of
from strandline.analysis.values import SURE, Value
from strandline.analysis.words import percent, texts_in
from strandline.engine.contract import CHANCE
from strandline.engine.texts import LANGUAGES
from strandline.server.review_data import shown
from strandline.server.texts import texts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from strandline.engine.match import Match

SEED = 0  # of all reviews, so that everybody who asks gets the same
SLICE = 0.7  # seconds, after which others may have the worker
FIRST = 1.2  # seconds for the first curve
LOOKS = 48  # playouts of each of its positions
POINTS = 32  # positions that it has at most

Point = tuple[int, list[float], list[float]]  # how many moves stood, each seat's chance, half the width of its interval


class Progress(NamedTuple):
    """How far a review has come."""

    done: int
    total: int
    points: list[Point]  # those of this slice
    told: str = ""  # the whole, for the page, when it is finished


def point(moves: int, value: Value) -> Point:
    """Give a position of the curve."""
    return moves, [round(one, 4) for one in value.chances], [round(SURE * one, 4) for one in value.errors]


def get_ready(match: Match) -> None:
    """Have all compiled, or loaded, that the first curve needs: by looking at the last decision."""
    measure = Measure(match, "quick", SEED, threads=1)
    index = max((index for index in range(match.count) if match.turn_at(index) != CHANCE), default=0)
    with measure.pool:
        measure.played(match.state_at(index), index, CURVE, 1)


def first_curve(match: Match) -> list[Point]:
    """Look at some positions a little: enough to see how the match went while the rest is worked out."""
    measure = Measure(match, "quick", SEED, threads=1)
    decisions = [index for index in range(match.count) if match.turn_at(index) != CHANCE]
    every = len(decisions) // POINTS + 1
    found, until = [], time.monotonic() + FIRST
    with measure.pool:
        found.append(point(match.count, measure.value(match.state, match.count, 0)))
        for index in [*decisions[:: 4 * every], *decisions[::every]]:
            if time.monotonic() > until:
                break
            found.append(point(index, measure.played(match.state_at(index), index, CURVE, LOOKS)))
    return sorted({one[0]: one for one in found}.values())


class Sliced:
    """A review that is made a slice at a time."""

    def __init__(self, match: Match, depth: str) -> None:
        check(match, depth, SEED)
        self.match = match
        self.reviewer = Reviewer(match, depth, SEED, 1, Notes(match, depth, SEED, None), None)
        self.total = len(parts_of(match))
        self.found: list[Step] = []
        self.steps: Iterator[Step] = self.reviewer.steps()

    def go_on(self, seconds: float) -> Progress:
        """Measure some more steps; at the end, tell all."""
        before, until = len(self.found), time.monotonic() + seconds
        for step in self.steps:
            self.found.append(step)
            if time.monotonic() > until:
                break
        points = [point(step.first, step.before) for step in self.found[before:]]
        finished = len(self.found) == self.total
        return Progress(len(self.found), self.total, points, self.told() if finished else "")

    def told(self) -> str:
        """Write the whole for the page, in every language."""
        review = self.reviewer.whole(self.found)
        data = {language: shown(review, self.match, language) for language in LANGUAGES}
        return msgspec.json.encode(data).decode()

    def close(self) -> None:
        """Let go of its threads."""
        self.reviewer.measure.pool.shutdown(wait=False, cancel_futures=True)


under_way: dict[str, Sliced] = {}  # in this process: the last one that was asked for


def review_on(match: Match, depth: str, seconds: float = SLICE) -> Progress:
    """Go on with the review of a match, or begin it; the one before is forgotten."""
    key = f"{depth} {hashlib.sha256(match.record().encode()).hexdigest()}"
    if key not in under_way:
        while under_way:
            under_way.popitem()[1].close()
        under_way[key] = Sliced(match, depth)
    progress = under_way[key].go_on(seconds)
    if progress.told:
        under_way.pop(key).close()
    return progress


class Verdict(NamedTuple):
    """What is said of a move that somebody tries instead of the one that was made."""

    good: bool
    says: str


def judge(match: Match, depth: str, index: int, move: int, language: str) -> Verdict:
    """Is a move (nearly) as good as the best one in a position of a match, by what its mover could know?"""
    measure = Measure(match, depth, SEED, threads=1)
    reviewer = Reviewer(match, depth, SEED, 1, Notes(match, depth, SEED, None), None)
    state, seat, nothing = match.state_at(index), match.turn_at(index), Value((), (), (), ())
    with measure.pool, reviewer.measure.pool:
        found = measure.compare(state, move, index, reviewer.segment(index))
    mark = Step(index, index + 1, seat, nothing, nothing, found).mark
    ours, words = texts(language), texts_in(language)
    if not found.better or mark is Mark.BEST:
        return Verdict(good=True, says=ours.say("review.try_best"))
    chances = {
        name: percent(chance[seat], words, exact=found.exact and chance[seat] in {0.0, 1.0})
        for name, chance in (("chosen", found.chosen), ("better", found.better))
    }
    good = mark in {Mark.GOOD, None}
    return Verdict(good=good, says=ours.say("review.try_good" if good else "review.try_worse", **chances))
