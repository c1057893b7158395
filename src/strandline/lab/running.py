"""Run an experiment: plan what is missing, have it played, keep what is finished, stop when the rule says so."""

from __future__ import annotations

import time
from concurrent.futures import FIRST_COMPLETED, Future, wait
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from strandline.lab.engines import check_engine, engine, lost
from strandline.lab.experiment import read_experiment
from strandline.lab.faults import BadLab
from strandline.lab.finding import find, is_met, series_of
from strandline.lab.measures import ON_DEVICE, WATCHED
from strandline.lab.playing import Work
from strandline.lab.results import SECONDS, Results, facts_of
from strandline.lab.statistics import quantile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from strandline.lab.engines import Engine
    from strandline.lab.experiment import Arm, Experiment
    from strandline.lab.finding import Findings

FIRST_LOOK, NEXT_LOOK = (
    256,
    1.5,
)  # seeds before the first look of a rule to stop by; how many times more before each other
PART_SECONDS = 1.0  # that a part should take
LARGEST = 1 << 16  # seeds of a part
COUNTING = {"decisions", "branching", "forced"}


class Progress(NamedTuple):
    """How far a run is."""

    done: int  # matches
    total: int  # at most
    rate: float  # matches a second
    arm: str
    measure: str
    value: float
    half: float  # of its interval, as if all were settled now

    @property
    def seconds(self) -> float:
        """How long will the rest take?"""
        return (self.total - self.done) / self.rate if self.rate else float("inf")


class Tally:
    """The first number that is measured of an arm, as it comes in: for the bar alone."""

    def __init__(self) -> None:
        self.name, self.count, self.sum, self.squares = "", 0, 0.0, 0.0

    def add(self, name: str, units: Any) -> None:
        """Count more of it."""
        self.name = name
        self.count += len(units)
        self.sum += float(units.sum())
        self.squares += float((units * units).sum())

    @property
    def mean(self) -> float:
        """The mean so far."""
        return self.sum / self.count if self.count else 0.0

    def half(self, confidence: float) -> float:
        """Half of its interval so far."""
        if self.count < 2:
            return float("inf")
        variance = max(self.squares / self.count - self.mean**2, 0.0)
        return quantile(confidence) * sqrt(variance / self.count)


def works_of(experiment: Experiment, device: str = "cpu") -> list[Work]:
    """Say what the matches of every arm depend on."""
    measures = set(experiment.measures)
    watched = not measures.isdisjoint(WATCHED)
    counts = not measures.isdisjoint(COUNTING)
    if device != "cpu":
        check_device(experiment, device)
    return [
        Work(arm, experiment.seed, experiment.uses, watched, experiment.luck, "sheet" in measures, counts, device)
        for arm in experiment.arms
    ]


def check_device(experiment: Experiment, device: str) -> None:
    """Refuse what a GPU cannot play, or cannot measure."""
    from strandline.research.batch import on_device

    on_device(device)
    if not set(experiment.measures) <= ON_DEVICE or experiment.luck or experiment.uses:
        raise BadLab("run.device", device=device, known=", ".join(sorted(ON_DEVICE)))
    for arm in experiment.arms:
        if set(arm.bots) not in ({"random"}, {"greedy"}):
            raise BadLab("run.device_bots", device=device, arm=arm.label)


class Run:
    """One run of an experiment."""

    def __init__(
        self,
        experiment: Experiment,
        into: Path,
        *,
        on: str | None = None,
        workers: int | None = None,
        device: str = "cpu",
        progress: Callable[[Progress], None] | None = None,
    ) -> None:
        self.experiment = experiment
        self.works = {work.arm.label: work for work in works_of(experiment, device)}
        check_engine(on)
        self.on = on or ("threads" if all(work.compiled for work in self.works.values()) else "processes")
        self.wanted = 1 if device != "cpu" else workers
        self.progress = progress
        self.results = Results(into, experiment, facts_of(experiment, list(self.works.values())))
        self.rates: dict[str, float] = {}
        self.tallies = {arm.label: Tally() for arm in experiment.arms}
        self.before = sum(map(self.results.played, experiment.arms))
        self.done = self.before
        self.total = sum(experiment.seeds(arm) * arm.rotations for arm in experiment.arms)
        self.began = time.monotonic()
        self.reached = max(map(experiment.seeds, experiment.arms))  # the seed up to which all arms are to be played
        self.interrupted = False

    def run(self) -> Findings:
        """Play what is missing until it is enough; an interrupt keeps what is there."""
        playing: Engine | None = None
        try:
            for goal in self.goals():
                if self.missing(goal):
                    playing = playing or engine(self.on, self.wanted)
                    self.play(playing, goal)
                self.reached = goal
                if self.watched and is_met(self.experiment, self.results, goal):
                    break
        except KeyboardInterrupt:
            self.interrupted = True
            self.results.flush()  # those who play may take a while to end, longer than one is given
        except BadLab:
            self.results.flush()  # a cluster that is lost may take this process along
            raise
        finally:
            if playing is not None:
                playing.close()
            try:
                self.settle()
            finally:
                self.results.close()
        return find(self.experiment, self.results)

    def settle(self) -> None:
        """Write what is finished; an arm that has all it needs becomes one file."""
        try:
            for arm in self.experiment.arms:
                if not self.missing_of(arm, self.reached) and not self.results.is_complete(arm):
                    self.results.complete(arm)
        finally:
            self.results.flush()

    @property
    def watched(self) -> bool:
        """Is there a rule to stop by?"""
        return bool(self.experiment.until.within) or self.experiment.until.apart

    def goals(self) -> Iterator[int]:
        """Walk over the seeds up to which all arms are played before somebody looks: the same on any machine."""
        most = max(map(self.experiment.seeds, self.experiment.arms))
        goal = FIRST_LOOK
        while self.watched and goal < most:
            yield goal
            goal = int(goal * NEXT_LOOK)
        yield most

    def missing(self, goal: int) -> list[tuple[Arm, int, int]]:
        """List the runs of seeds that are still to be played up to a goal."""
        return [(arm, *run) for arm in self.experiment.arms for run in self.missing_of(arm, goal)]

    def missing_of(self, arm: Arm, goal: int) -> list[tuple[int, int]]:
        """List the runs of seeds of one arm that are still to be played up to a goal."""
        return self.results.missing(arm, min(goal, self.experiment.seeds(arm)))

    def play(self, playing: Engine, goal: int) -> None:
        """Have all that is missing played, in parts that take about a second each."""
        waiting = self.missing(goal)
        running: dict[Future[Any], tuple[Arm, int, int, float]] = {}
        at_once = playing.workers + (self.on == "ray") * playing.workers
        while waiting or running:
            while waiting and len(running) < at_once:
                arm, first, count = waiting.pop(0)
                size = min(count, self.size(arm, count, playing.workers))
                if size < count:
                    waiting.insert(0, (arm, first + size, count - size))
                part = playing.submit(self.works[arm.label], first, size)
                running[part] = arm, first, size, time.monotonic()
            done, _ = wait(running, timeout=SECONDS, return_when=FIRST_COMPLETED)
            if not done:
                self.results.flush()
                playing.check()
            for part in done:
                self.take(part, *running.pop(part))

    def size(self, arm: Arm, left: int, workers: int) -> int:
        """How many seeds should a part have: as many as take a second, and few enough that all have some to play."""
        work = self.works[arm.label]
        guess = 4096 if work.simple else 64 if work.compiled else 1
        if work.device != "cpu":
            return left
        rate = self.rates.get(arm.label, 0.0)
        size = int(rate * PART_SECONDS) or guess
        return max(1, min(size, LARGEST, max(-(-left // (2 * workers)), int(rate * PART_SECONDS / 10))))

    def take(self, part: Future[Any], arm: Arm, first: int, count: int, begun: float) -> None:
        """Keep a part that is finished, and say how far it is."""
        try:
            columns = part.result()
        except Exception as error:
            raise lost(error) from error
        now = time.monotonic()
        rate = count / max(now - begun, 1e-6)
        self.rates[arm.label] = min(rate, 4 * self.rates.get(arm.label, rate))
        self.results.add(arm, first, columns)
        self.done += count * arm.rotations
        if self.progress is not None:
            self.progress(self.standing(arm, columns, now))

    def standing(self, arm: Arm, columns: Any, now: float) -> Progress:
        """Say how far it is, and how narrow the first interval."""
        measure = self.experiment.until.measure if self.watched else self.experiment.measures[0]
        one = next(iter(series_of(arm, columns, (measure,)).values()))
        tally = self.tallies[arm.label]
        tally.add(one.name, one.values)
        rate = (self.done - self.before) / max(now - self.began, 1e-6)
        half = tally.half(self.experiment.confidence)
        return Progress(self.done, self.total, rate, arm.label, one.name, tally.mean, half)


def default_folder(experiment: Experiment) -> Path:
    """Say where results go if nobody says it: beside the experiment."""
    return Path(experiment.file).with_suffix(".lab")


def run(
    experiment: Experiment | str | Path,
    into: str | Path | None = None,
    *,
    on: str | None = None,
    workers: int | None = None,
    device: str = "cpu",
    progress: Callable[[Progress], None] | None = None,
) -> Findings:
    """Run an experiment, or go on with it, and say what it found."""
    chosen = read_experiment(experiment) if isinstance(experiment, str | Path) else experiment
    folder = default_folder(chosen) if into is None else Path(into)
    return Run(chosen, folder, on=on, workers=workers, device=device, progress=progress).run()


def load(folder: str | Path) -> tuple[Experiment, Results]:
    """Read an experiment and its results from their folder, or from the experiment that has one beside it."""
    from strandline.lab.results import EXPERIMENT

    place = Path(folder)
    if place.suffix == ".toml":
        place = place.with_suffix(".lab")
    if not (place / EXPERIMENT).exists():
        raise BadLab("results.none", folder=place)
    experiment = msgspec.structs.replace(read_experiment(place / EXPERIMENT), file=str(place.absolute()))
    return experiment, Results(place, experiment, None)


def findings(folder: str | Path) -> Findings:
    """Say what the results in a folder have found."""
    return find(*load(folder))
