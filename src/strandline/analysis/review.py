"""Review a finished match: measure every position and every decision, and keep what is done."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from strandline.analysis.account import Review, Step
from strandline.analysis.faults import BadReview
from strandline.analysis.measure import DEFAULTS, DEPTHS, Measure, settings_of
from strandline.analysis.values import Comparison, Value
from strandline.engine.contract import CHANCE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from strandline.engine.match import Match
    from strandline.engine.row import Row

Kind = TypeVar("Kind")
FORM = 1  # of the file that keeps what is done


def review(
    match: Match,
    depth: str = "normal",
    *,
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    keep: Path | None = None,
) -> Review:
    """Find out where a finished match was decided: each position's chances, each decision's cost, each draw's luck.

    The same match, depth and seed give the same review. `keep` names a file in which it goes on where it stopped.
    """
    check(match, depth, seed)
    notes = Notes(match, depth, seed, keep)
    return Reviewer(match, depth, seed, threads, notes, progress).review()


def check(match: Match, depth: str, seed: int) -> None:
    """Refuse what cannot be reviewed."""
    if depth not in DEPTHS:
        raise BadReview("review.depth", value=depth, known=", ".join(DEPTHS))
    if type(seed) is not int or not 0 <= seed < 2**63:
        raise BadReview("review.seed", value=seed, high=2**63 - 1)
    if not match.over:
        raise BadReview("review.unfinished", count=match.count)
    if match.count == 0:
        raise BadReview("review.empty")


def parts_of(match: Match) -> list[tuple[int, int]]:
    """Divide a match into decisions, and runs of chance between them."""
    found: list[tuple[int, int]] = []
    for index in range(match.count):
        if found and match.turn_at(index) == CHANCE == match.turn_at(found[-1][0]):
            found[-1] = (found[-1][0], index + 1)
        else:
            found.append((index, index + 1))
    return found


class Notes:
    """What is done already: in memory, and in a file where one is wanted, a line for each question."""

    def __init__(self, match: Match, depth: str, seed: int, file: Path | None) -> None:
        self.file = file
        self.found: dict[str, Any] = {}
        record = hashlib.sha256(match.record().encode()).hexdigest()
        self.head = {"review": FORM, "record": record, "depth": depth, "seed": seed}
        candidates = settings_of(match.game)["candidates"]
        if candidates != DEFAULTS["candidates"]:  # with those, any game's was begun before games could set it
            self.head["candidates"] = candidates
        if file is not None:
            self.open(file)

    def open(self, file: Path) -> None:
        """Read what a file has, or begin it."""
        try:
            lines = file.read_bytes().split(b"\n") if file.exists() else []
            if not lines or lines == [b""]:
                file.write_bytes(msgspec.json.encode(self.head) + b"\n")
                return
        except OSError as error:
            raise BadReview("review.file", file=file, reason=error.strerror) from error
        try:
            head, *rest = (msgspec.json.decode(line) for line in lines[:-1])  # the last was cut off, or is empty
        except (msgspec.DecodeError, ValueError):
            head, rest = None, []
        if head != self.head:
            raise BadReview("review.other", file=file)
        self.found = dict(rest)
        if lines[-1]:
            file.write_bytes(b"\n".join(lines[:-1]) + b"\n")

    def ask(self, question: str, kind: type[Kind], answer: Callable[[], Kind]) -> Kind:
        """Look a question up, or have it answered and keep the answer."""
        if question in self.found:
            return msgspec.convert(self.found[question], kind)
        answered = answer()
        if self.file is not None:
            with self.file.open("ab") as file:
                file.write(msgspec.json.encode((question, answered)) + b"\n")
        return answered


class Reviewer:
    """Goes through one match, from its end to its start."""

    def __init__(
        self,
        match: Match,
        depth: str,
        seed: int,
        threads: int | None,
        notes: Notes,
        progress: Callable[[int, int], None] | None,
    ) -> None:
        self.match, self.depth, self.seed = match, depth, seed
        self.measure = Measure(match, depth, seed, threads)
        self.notes, self.progress = notes, progress

    def review(self) -> Review:
        """Measure all steps and put them together."""
        with self.measure.pool:
            return self.whole(list(self.steps()))

    def steps(self) -> Iterator[Step]:
        """Measure all steps; the last first, because a move without a choice leaves a position worth the same."""
        parts = parts_of(self.match)
        after = self.measure.value(self.match.state, self.match.count, 0)
        self.report(0, len(parts))
        self.measure.prepare([self.match.state_at(index) for index in self.open_questions()])
        for done, (first, last) in enumerate(reversed(parts), 1):
            step = self.step(first, last, after)
            after = step.before
            self.report(done, len(parts))
            yield step

    def whole(self, steps: Sequence[Step]) -> Review:
        """Put steps together that were measured one after the other, the last first."""
        return Review(self.match.game.slug, self.match.seats, self.depth, self.seed, tuple(reversed(steps)))

    def report(self, done: int, total: int) -> None:
        """Say how far it is."""
        if self.progress is not None:
            self.progress(done, total)

    def open_questions(self) -> list[int]:
        """List the decisions that are not compared yet."""
        decisions = (index for index in range(self.match.count) if self.match.turn_at(index) != CHANCE)
        return [index for index in decisions if f"compare {index}" not in self.notes.found]

    def step(self, first: int, last: int, after: Value) -> Step:
        """Measure one step, whose end is measured."""
        state, seat, segment = self.match.state_at(first), self.match.turn_at(first), self.segment(first)
        comparison = None
        if seat != CHANCE:
            move = self.match.played[first]
            question = f"compare {first}"
            answer = lambda: self.measure.compare(state, move, first, segment)  # noqa: E731
            comparison = self.notes.ask(question, Comparison, answer)
        if self.without_choice(first, last):
            before = after
        else:
            before = self.notes.ask(f"value {first}", Value, lambda: self.measure.value(state, first, segment))
        return Step(first, last, seat, before, after, comparison)

    def segment(self, index: int) -> int:
        """Find the first move of the last run of chance before a position, or of the run that it is in."""
        while index > 0 and self.match.turn_at(index) != CHANCE:
            index -= 1
        while index > 0 and self.match.turn_at(index - 1) == CHANCE:
            index -= 1
        return index

    def without_choice(self, first: int, last: int) -> bool:
        """Could nothing else have happened, as far as everybody could know?"""
        states = [self.match.state_at(index) for index in range(first, last)]
        return all(self.measure.open(state) and self.count(state) == 1 for state in states)

    def count(self, state: Row) -> int:
        """How many moves, or outcomes of chance, are there?"""
        return int(self.match.game.rules.moves(state, self.match.game.buffer()))
