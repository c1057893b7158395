"""Honest numbers: intervals, tests that many questions do not spoil, a rule to stop by, and luck taken out.

`units` are independent numbers, one for each seed. Everything here is plain arithmetic on them.
"""

from __future__ import annotations

from math import atan, cos, erfc, exp, log, pi, sin, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

RESAMPLES = 1_000
BATCHES = 500  # that many different numbers are summed up to before they are resampled
HUGE = 1 << 40
MANY = 100_000  # units whose mean is normally distributed to all digits that are told
FOLDS = 5  # parts of the matches, each corrected by what was learnt from the others
DUST = 1e-9  # less is what rounding leaves: such luck explains nothing, such an interval has no width
MANY_FREE = 1_000  # degrees of freedom from which on Student's t is the normal distribution
LUCKY = 10  # matches more than which are needed to learn how much luck weighs
FEWEST = 50  # units before which no rule stops: the confidence sequence holds for large numbers


class Interval(NamedTuple):
    """A number, and between which bounds the truth is with the confidence that was asked for."""

    value: float
    low: float
    high: float

    @property
    def half(self) -> float:
        """Half of its width."""
        return (self.high - self.low) / 2


def quantile(confidence: float) -> float:
    """How many standard errors on either side does an interval of this confidence have?"""
    return NormalDist().inv_cdf((1 + confidence) / 2)


class Moments(NamedTuple):
    """What is known of a mean."""

    units: int
    mean: float
    variance: float

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return sqrt(self.variance / (self.units - 1)) if self.units > 1 else 0.0


def moments(units: Any) -> Moments:
    """Give mean and variance; from a number that is near all of them, so that no digits are lost."""
    near = units - units[0]
    mean = float(near.mean())
    return Moments(
        len(units), float(units[0]) + mean, max(float(np.einsum("i,i", near, near)) / len(near) - mean * mean, 0.0)
    )


def together(several: Iterable[Moments]) -> Moments:
    """Put together what is known of parts of the units (Chan, Golub and LeVeque)."""
    units, mean, squares = 0, 0.0, 0.0
    for part in several:
        gap, units = part.mean - mean, units + part.units
        squares += part.variance * part.units + gap * gap * part.units * (units - part.units) / units
        mean += gap * part.units / units
    return Moments(units, mean, squares / units)


def standard_error(units: Any) -> float:
    """Give the standard error of a mean."""
    return moments(units).error


# Intervals


def wilson(share: float, of: float, confidence: float) -> Interval:
    """Give the interval of a share by Wilson's score: it stays within 0 and 1, and serves few matches too."""
    if of <= 0:
        return Interval(share, 0.0, 1.0)
    z = quantile(confidence)
    middle = share + z * z / (2 * of)
    reach = z * sqrt(max(share * (1 - share), 0.0) / of + z * z / (4 * of * of))
    scale = 1 + z * z / of
    return Interval(share, max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale))


def share_interval(known: Moments, confidence: float) -> Interval:
    """Give the interval of a share whose units need not be 0 or 1: shared victories, and means over rotations.

    Wilson's, for as many matches of yes or no as would leave it as uncertain.
    """
    return wilson(known.mean, as_many(known), confidence)


def as_many(known: Moments) -> float:
    """How many matches of yes or no would leave a share as uncertain?"""
    share, error = known.mean, known.error
    return max(share * (1 - share), 1e-12) / error**2 if error > DUST else known.units


def share_p(known: Moments, even: float) -> float:
    """How likely is a share so far from an even one if that is the truth? The test of Wilson's interval."""
    return erfc(abs(known.mean - even) / sqrt(2 * even * (1 - even) / as_many(known))) if known.units > 1 else 1.0


def mean_interval(units: Any, known: Moments, confidence: float) -> Interval:
    """Give the interval of a mean: by bootstrap, or of very many units by what is known to come of it."""
    if known.units <= MANY:
        return bootstrap(units, confidence)
    reach = quantile(confidence) * known.error
    return Interval(known.mean, known.mean - reach, known.mean + reach)


def bootstrap(units: Any, confidence: float, seed: int = 0) -> Interval:
    """Give the interval of a mean by drawing the units anew, with replacement: percentiles of what comes of it.

    Whole numbers within bounds are drawn by value; of others, if they are many, batches are.
    """
    random = np.random.default_rng(seed)
    lowest, highest = float(units.min()), float(units.max())
    whole = units.astype(np.int64) if highest - lowest < BATCHES and abs(lowest) < HUGE else None
    if whole is not None and (whole == units).all():
        counts = np.bincount(whole - int(lowest))
        values = int(lowest) + np.arange(len(counts))
        means = random.multinomial(len(units), counts / len(units), RESAMPLES) @ values / len(units)
    else:
        size = max(len(units) // BATCHES, 1)
        batches = units[: len(units) // size * size].reshape(-1, size).mean(axis=1)
        means = np.array([batches[random.integers(0, len(batches), len(batches))].mean() for _ in range(RESAMPLES)])
    low, high = np.quantile(means, [(1 - confidence) / 2, (1 + confidence) / 2])
    return Interval(float(units.mean()), float(low), float(high))


# Comparing


class Difference(NamedTuple):
    """By how much two arms differ, how sure that is, and how much it is beside what matches differ anyway."""

    mean: float
    error: float
    p: float
    effect: float  # Cohen's d: standard deviations of a match
    units: int
    paired: bool


def difference(ours: Any, theirs: Any, *, paired: bool) -> Difference:
    """Compare two arms: seed by seed where both played the same ones, else as a whole (Welch)."""
    spread = sqrt((moments(ours).variance + moments(theirs).variance) / 2)
    if paired:
        count = min(len(ours), len(theirs))
        gaps = theirs[:count] - ours[:count]
        mean, error = float(gaps.mean()), standard_error(gaps)
    else:
        count = min(len(ours), len(theirs))
        mean = float(theirs.mean() - ours.mean())
        error = sqrt(standard_error(ours) ** 2 + standard_error(theirs) ** 2)
    return Difference(mean, error, p_value(mean, error, count), mean / spread if spread > DUST else 0.0, count, paired)


def p_value(mean: float, error: float, units: int) -> float:
    """How likely is a mean so far from 0 if the truth is 0? By Student's t; by their signs where all are alike."""
    if error < DUST:
        return 1.0 if abs(mean) < DUST else 0.5 ** max(units - 1, 0)
    return student(abs(mean) / error, units - 1)


def student(t: float, free: int) -> float:
    """How likely is Student's t so far from 0, on either side? The sums of Abramowitz and Stegun, 26.7.3 and 4."""
    if free >= MANY_FREE:
        return erfc(t / sqrt(2))
    angle = atan(t / sqrt(free))
    odd = free % 2
    term = total = cos(angle) if odd else 1.0
    for factor in range(2 + odd, free, 2):
        term *= cos(angle) ** 2 * (factor - 1) / factor
        total += term
    inside = 2 / pi * (angle + sin(angle) * total * (free > 1)) if odd else sin(angle) * total
    return min(max(1 - inside, 0.0), 1.0)


def holm(p_values: Sequence[float]) -> list[float]:
    """Correct p-values of many comparisons (Holm): the chance that any of those called different is not stays small."""
    order = sorted(range(len(p_values)), key=lambda index: p_values[index])
    corrected, highest = [0.0] * len(p_values), 0.0
    for rank, index in enumerate(order):
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[index]))
        corrected[index] = highest
    return corrected


def size_of(effect: float) -> str:
    """Name the size of an effect as Cohen did."""
    return (
        "none"
        if abs(effect) < 0.01
        else "tiny"
        if abs(effect) < 0.2
        else "small"
        if abs(effect) < 0.5
        else ("medium" if abs(effect) < 0.8 else "large")
    )


# A rule to stop by


class Watch(NamedTuple):
    """A confidence sequence: intervals that hold at every look at once, so that one may stop at any of them.

    The mixture of Robbins for large numbers (Waudby-Smith and others, 2021): at n units the half width is
    s √(2 (nρ² + 1) / (nρ)² · log(√(nρ² + 1) / α)), narrowest about where `best` says.
    """

    alpha: float
    best: int  # units at which the interval is to be narrowest beside others

    @property
    def rho(self) -> float:
        """Give the parameter for which that is so."""
        wide = -2 * log(self.alpha)
        return sqrt((wide + log(wide) + 1) / max(self.best, 1))

    def half(self, units: int, spread: float) -> float:
        """Half the width after so many units whose standard deviation is this."""
        if units < 2:
            return float("inf")
        grown = units * self.rho**2 + 1
        return spread * sqrt(2 * grown / (units * self.rho) ** 2 * log(sqrt(grown) / self.alpha))

    def interval(self, units: Any) -> Interval:
        """Give the interval of a mean at this look."""
        mean, half = float(units.mean()), self.half(len(units), cautious_spread(units))
        return Interval(mean, mean - half, mean + half)

    def p_value(self, units: Any) -> float:
        """Give the p-value that holds at every look at once."""
        spread = cautious_spread(units)
        grown = len(units) * self.rho**2 + 1
        power = (len(units) * self.rho * float(units.mean()) / spread) ** 2 / (2 * grown)
        return min(1.0, sqrt(grown) * exp(-power)) if power < 700 else 0.0


def cautious_spread(units: Any) -> float:
    """Give the standard deviation as if one unit more lay apart: of a rare thing none may have come by so far.

    Without it, 54 of 100 sequences about something that happens once in a hundred matches were wrong, with it 1.
    """
    apart = max(float(np.ptp(units)), 1.0)
    return sqrt(float(units.var()) + apart * apart / len(units))


# Luck taken out


class Adjusted(NamedTuple):
    """A mean with the luck of those matches taken out, and how much of its variance that took along."""

    mean: float
    error: float
    left: float  # part of the variance that is left; so many of the matches would do for the same interval


def without_luck(units: Any, control: Any) -> Adjusted:
    """Take out what luck explains: unbiased, because the mean of luck is 0 and its weight is learnt from other matches.

    Every part of the matches is corrected by the weight that fits the other parts best.
    """
    corrected = corrected_units(units, control)
    variance = float(units.var())
    left = float(corrected.var()) / variance if variance else 1.0
    return Adjusted(float(corrected.mean()), standard_error(corrected), left)


def corrected_units(units: Any, control: Any) -> Any:
    """Give the units less their luck, each with a weight from the other folds."""
    fold = np.arange(len(units)) % FOLDS
    corrected = np.array(units, float)
    for part in range(FOLDS):
        others, mine = fold != part, fold == part
        if others.sum() > 2:
            corrected[mine] -= weight_of(units[others], control[others]) * control[mine]
    return corrected


def weight_of(units: Any, control: Any) -> float:
    """Find how much a unit moves with its luck: least squares; not at all where there is none but dust."""
    centred = control - control.mean()
    square = float(centred @ centred)
    return float(centred @ units) / square if square > len(control) * DUST**2 else 0.0
