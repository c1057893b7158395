"""What an experiment has found: every measure of every arm with its interval, and every comparison with its doubt."""

from __future__ import annotations

from math import asin, sqrt
from typing import TYPE_CHECKING, Any

import msgspec

from strandline.lab.measures import Measured, Sums, Table
from strandline.lab.statistics import (
    FEWEST,
    LUCKY,
    MANY,
    Watch,
    corrected_units,
    difference,
    holm,
    mean_interval,
    p_value,
    quantile,
    share_interval,
    share_p,
    without_luck,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from strandline.lab.experiment import Arm, Experiment
    from strandline.lab.measures import Series
    from strandline.lab.results import Results

EVEN = "="  # what a share is compared with that should be the same for all seats


class Estimate(Measured, msgspec.Struct, frozen=True):
    """A measure of an arm."""

    arm: str
    measure: str
    kind: str
    subject: str
    matches: int
    units: int  # seeds
    value: float
    low: float  # Wilson's for shares, else by bootstrap
    high: float
    spread: float  # standard deviation of a unit
    method: str
    adjusted: tuple[float, float, float] | None = None  # with luck taken out: value, low, high
    left: float | None = None  # so many of the matches would do then


class Contrast(Measured, msgspec.Struct, frozen=True):
    """An arm beside the baseline, or beside an even share."""

    baseline: str
    arm: str
    measure: str
    kind: str
    subject: str
    units: int
    difference: float
    low: float
    high: float
    p: float
    corrected: float  # p-value by Holm
    effect: float  # Cohen's h for shares, else d
    apart: bool
    paired: bool
    sequential: bool = False  # does the interval hold at any look?
    adjusted: tuple[float, float, float] | None = None


class Findings(msgspec.Struct, frozen=True):
    """All that was found."""

    question: str
    confidence: float
    finished: bool  # as many matches as were asked for, or the rule to stop by was met
    stopped_early: bool
    watched: str  # the measure of the rule to stop by
    estimates: tuple[Estimate, ...]
    contrasts: tuple[Contrast, ...]

    def of(self, measure: str) -> Iterator[Estimate]:
        """Walk over the estimates of a measure."""
        return (one for one in self.estimates if one.measure == measure)

    def about(self, measure: str) -> Iterator[Contrast]:
        """Walk over the comparisons of a measure."""
        return (one for one in self.contrasts if one.measure == measure)


def series_of(arm: Arm, columns: Mapping[str, Any], measures: tuple[str, ...]) -> dict[str, Series]:
    """Read the series of an arm by name."""
    return by_name(Table(arm, columns), measures)


def by_name(table: Table | Sums, measures: tuple[str, ...]) -> dict[str, Series]:
    """Give series by their names."""
    return {one.name: one for one in table.series(measures)}


def watch_of(experiment: Experiment, arm: Arm, questions: int = 1) -> Watch:
    """Make the confidence sequence of a rule to stop by, shared among so many questions."""
    return Watch((1 - experiment.confidence) / questions, experiment.seeds(arm))


def find(experiment: Experiment, results: Results) -> Findings:
    """Sum up the results of an experiment."""
    watched = experiment.until.measure if (experiment.until.within or experiment.until.apart) else ""
    rows = {arm.label: table_of(experiment, arm, results) for arm in experiment.arms}
    estimates: list[Estimate] = []
    several: list[Contrast] = []
    for measure in experiment.measures:  # one after the other: of millions of matches, each takes much room
        tables = {label: by_name(table, (measure,)) for label, table in rows.items()}
        for arm in experiment.arms:
            estimates += [estimate(experiment, arm, one) for one in tables[arm.label].values() if one.units]
        several += compared(experiment, tables, watched)
    contrasts = corrected(several, experiment.confidence)
    done = [results.done(arm) >= experiment.seeds(arm) for arm in experiment.arms]
    early = bool(watched) and not all(done) and is_met(experiment, results)
    finished = all(done) or early
    return Findings(
        experiment.question, experiment.confidence, finished, early, watched, tuple(estimates), tuple(contrasts)
    )


def table_of(experiment: Experiment, arm: Arm, results: Results) -> Table | Sums:
    """Give the matches of an arm; of very many that are compared with no other arm's, moments will do."""
    done = results.done(arm)
    compared = any(arm in pair for pair in pairs(experiment))
    if done <= MANY or compared or experiment.luck or experiment.until.within:
        return Table(arm, results.columns(arm, done))
    return Sums(arm, results.pieces(arm, done), experiment.measures)


def estimate(experiment: Experiment, arm: Arm, one: Series) -> Estimate:
    """Give a measure of an arm with its interval."""
    confidence = experiment.confidence
    if watching(experiment, one):
        interval, method = watch_of(experiment, arm).interval(one.values), "sequence"
        interval = (
            interval._replace(low=max(interval.low, 0.0), high=min(interval.high, 1.0)) if one.share else interval
        )
    elif one.share:
        interval, method = share_interval(one.moments, confidence), "wilson"
    else:
        interval, method = mean_interval(one.values, one.moments, confidence), "bootstrap"
    adjusted = left = None
    if one.control is not None and one.units > LUCKY:
        found = without_luck(one.values, one.control)
        reach = quantile(confidence) * found.error
        adjusted, left = (found.mean, found.mean - reach, found.mean + reach), found.left
    units = one.units
    place = (arm.label, one.measure, one.kind, one.subject, units * arm.rotations, units)
    return Estimate(*place, *interval, sqrt(one.moments.variance), method, adjusted, left)


def watching(experiment: Experiment, one: Series) -> bool:
    """Is this what the rule to stop by looks at, and narrow intervals are wanted of it?"""
    return bool(experiment.until.within) and one.measure == experiment.until.measure


# Comparing


def pairs(experiment: Experiment) -> Iterator[tuple[Arm, Arm]]:
    """Walk over the arms that are compared: each with the baseline at a table of the same game and size."""
    for arm in experiment.arms:
        for base in experiment.arms:
            if base.name == experiment.baseline and base.table == arm.table and base.name != arm.name:
                yield base, arm


def compared(experiment: Experiment, tables: Mapping[str, Mapping[str, Series]], watched: str) -> Iterator[Contrast]:
    """Compare all arms with the baseline, and shares of victories with even ones."""
    for arm in experiment.arms:
        for one in tables[arm.label].values():
            if one.measure == "win" and one.units > 1 and arm.seats > 1:
                yield with_even(experiment, arm, one)
    several = list(pairs(experiment))
    for base, arm in several:
        common = [name for name in tables[base.label] if name in tables[arm.label]]
        looked = [name for name in common if tables[base.label][name].measure == watched]
        for name in common:
            ours, theirs = tables[base.label][name], tables[arm.label][name]
            if min(len(ours.values), len(theirs.values)) > 1:
                questions = len(looked) * len(several) if name in looked and experiment.until.apart else 0
                yield contrast(experiment, base, arm, ours, theirs, questions)


def with_even(experiment: Experiment, arm: Arm, one: Series) -> Contrast:
    """Compare a share of victories with what everybody would have if all were alike."""
    even, interval = 1 / arm.seats, share_interval(one.moments, experiment.confidence)
    p, adjusted = share_p(one.moments, even), None
    if one.control is not None and one.units > LUCKY:
        found = without_luck(one.values, one.control)
        reach, gap = quantile(experiment.confidence) * found.error, found.mean - even
        p, adjusted = p_value(gap, found.error, one.units), (gap, gap - reach, gap + reach)
    place = (EVEN, arm.label, one.measure, one.kind, one.subject, one.units)
    numbers = interval.value - even, interval.low - even, interval.high - even, p, p, h_of(even, interval.value)
    return Contrast(*place, *numbers, apart=False, paired=False, adjusted=adjusted)


def contrast(
    experiment: Experiment, base: Arm, arm: Arm, ours: Series, theirs: Series, questions: int, *, paired: bool = True
) -> Contrast:
    """Compare an arm with the baseline, seed by seed; with luck taken out where it was measured."""
    found = difference(ours.values, theirs.values, paired=paired)
    reach = quantile(experiment.confidence) * found.error
    p, low, high, adjusted = found.p, found.mean - reach, found.mean + reach, None
    if ours.control is not None and theirs.control is not None and found.units > LUCKY:
        fair = difference(luckless(ours), luckless(theirs), paired=paired)
        far = quantile(experiment.confidence) * fair.error
        adjusted, p = (fair.mean, fair.mean - far, fair.mean + far), fair.p
    if questions:
        watch = watch_of(experiment, arm, questions)
        units = less_luck(ours, theirs, found.units)
        interval = watch.interval(units)
        low, high, p = interval.low, interval.high, min(1.0, watch.p_value(units) * questions)
    effect = h_of(float(ours.values.mean()), float(theirs.values.mean())) if ours.share else found.effect
    place = (base.label, arm.label, ours.measure, ours.kind, ours.subject, found.units)
    return Contrast(
        *place,
        found.mean,
        low,
        high,
        p,
        p,
        effect,
        apart=False,
        paired=paired,
        sequential=bool(questions),
        adjusted=adjusted,
    )


def less_luck(ours: Series, theirs: Series, count: int) -> Any:
    """Give the differences seed by seed, with the luck of both taken out where it was measured."""
    return luckless(theirs)[:count] - luckless(ours)[:count]


def luckless(one: Series) -> Any:
    """Give the units of a series with luck taken out, where it was measured."""
    return one.values if one.control is None else corrected_units(one.values, one.control)


def h_of(ours: float, theirs: float) -> float:
    """Give Cohen's h, the size of a difference between two shares."""
    angle = [2 * asin(sqrt(min(max(share, 0.0), 1.0))) for share in (ours, theirs)]
    return angle[1] - angle[0]


def corrected(contrasts: list[Contrast], confidence: float) -> list[Contrast]:
    """Correct for so many comparisons, but those that a confidence sequence has corrected already."""
    plain = [one for one in contrasts if not one.sequential]
    values = dict(zip(map(id, plain), holm([one.p for one in plain]), strict=True))
    found = []
    for one in contrasts:
        value = values.get(id(one), one.p)
        found.append(msgspec.structs.replace(one, corrected=value, apart=value < 1 - confidence))
    return found


# When to stop


def is_met(experiment: Experiment, results: Results, until: int | None = None) -> bool:
    """Is the rule to stop by met, by what was played of all arms up to a seed?"""
    until = min(results.done(arm) for arm in experiment.arms) if until is None else until
    measures = (experiment.until.measure,)
    tables = {arm.label: series_of(arm, results.columns(arm, until), measures) for arm in experiment.arms}
    if any(not table or min(len(one.values) for one in table.values()) < FEWEST for table in tables.values()):
        return False
    if experiment.until.within:
        return all(narrow(experiment, arm, tables[arm.label].values()) for arm in experiment.arms)
    return all_apart(experiment, tables)


def narrow(experiment: Experiment, arm: Arm, series: Iterable[Series]) -> bool:
    """Are the intervals of an arm as narrow as was asked for?"""
    watch = watch_of(experiment, arm)
    return all(watch.interval(one.values).half <= experiment.until.within for one in series)


def all_apart(experiment: Experiment, tables: Mapping[str, Mapping[str, Series]]) -> bool:
    """Is every arm apart from the baseline in at least one series of the measure?"""
    several = list(pairs(experiment))
    for base, arm in several:
        common = [name for name in tables[base.label] if name in tables[arm.label]]
        watch = watch_of(experiment, arm, len(common) * len(several))
        apart = False
        for name in common:
            ours, theirs = tables[base.label][name], tables[arm.label][name]
            units = less_luck(ours, theirs, min(len(ours.values), len(theirs.values)))
            interval = watch.interval(units)
            apart = apart or interval.low > 0 or interval.high < 0
        if not apart:
            return False
    return bool(several)
