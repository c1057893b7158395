"""The statistics keep their promises: intervals hold, rules to stop by do not lie, luck is taken out without bias."""

from __future__ import annotations

import numpy as np
import pytest

from strandline.lab.statistics import (
    Watch,
    bootstrap,
    corrected_units,
    difference,
    holm,
    moments,
    p_value,
    share_interval,
    share_p,
    student,
    together,
    wilson,
    without_luck,
)
from strandline.lab.words import digits


def test_moments_of_parts_are_those_of_the_whole() -> None:
    random = np.random.default_rng(8)
    units = np.concatenate([random.normal(mean, 1, size) for mean, size in ((0, 5), (1_000, 300), (-4, 1), (2, 94))])
    parts = together([moments(units[:5]), moments(units[5:305]), moments(units[305:306]), moments(units[306:])])
    assert parts == pytest.approx(moments(units), rel=1e-12)
    assert together([moments(np.full(7, 1 / 3))] * 3) == (21, 1 / 3, 0.0), "nothing differs, and nothing is rounded"


def test_wilson_is_the_one_of_the_textbook() -> None:
    found = wilson(0.1, 50, 0.95)
    assert (round(found.low, 4), round(found.high, 4)) == (0.0435, 0.2136)
    assert wilson(0.0, 20, 0.95).low == pytest.approx(0)
    assert wilson(1.0, 20, 0.95).high == pytest.approx(1)


def test_shared_victories_have_narrower_intervals_than_yes_and_no() -> None:
    random = np.random.default_rng(1)
    split = random.choice([0.0, 0.5, 1.0], 4_000, p=[0.4, 0.2, 0.4])
    whole = (random.random(4_000) < 0.5).astype(float)
    assert share_interval(moments(split), 0.95).half < share_interval(moments(whole), 0.95).half


@pytest.mark.parametrize("few", [True, False])
def test_a_bootstrap_holds_the_truth_as_often_as_it_says(few: bool) -> None:
    random = np.random.default_rng(2)
    held = 0
    for run in range(100):
        units = random.poisson(3.0, 300).astype(float) if few else random.exponential(3.0, 2_500)
        found = bootstrap(units, 0.95, seed=run)
        held += found.low <= 3.0 <= found.high
    assert held >= 88


@pytest.mark.parametrize(("free", "t"), [(1, 12.706), (2, 4.303), (7, 2.365), (10, 2.228), (120, 1.980), (999, 1.9623)])
def test_students_t_is_the_one_of_the_textbook(free: int, t: float) -> None:
    assert student(t, free) == pytest.approx(0.05, abs=1e-4)
    assert student(0.0, free) == pytest.approx(1)


def test_few_matches_that_are_all_alike_prove_nothing() -> None:
    """Two matches won by the same seat have no spread; that is no certainty."""
    for units in (np.zeros(2), np.ones(2)):
        assert share_p(moments(units), 0.5) > 0.05
    assert difference(np.zeros(2), np.ones(2), paired=True).p == 0.5
    assert difference(np.zeros(2), np.array([1 / 3, 1 / 3 + 1e-16]), paired=True).p == 0.5  # dust is no spread
    assert difference(np.zeros(9), np.ones(9), paired=True).p < 0.01
    assert share_p(moments(np.ones(30)), 0.5) < 0.0001


def test_few_matches_are_called_different_no_more_often_than_many() -> None:
    random = np.random.default_rng(8)
    for units in (3, 8, 30):
        known = [moments(random.normal(size=units)) for _ in range(1_000)]
        assert sum(p_value(one.mean, one.error, one.units) < 0.05 for one in known) <= 70


def test_the_p_value_of_a_share_agrees_with_its_interval() -> None:
    random = np.random.default_rng(9)
    for share in (0.02, 0.25, 0.4, 0.5, 1.0):
        known = moments((random.random(60) < share).astype(float))
        found = share_interval(known, 0.95)
        for even in (0.1, 0.25, 0.5):
            assert (share_p(known, even) < 0.05) == (not found.low <= even <= found.high)


def test_holm_corrects_as_in_the_textbook() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])


def test_a_rule_to_stop_by_is_wrong_in_at_most_5_of_100_runs_however_often_it_looks() -> None:
    """Looking at usual intervals again and again is wrong in a third of all runs."""
    random = np.random.default_rng(3)
    looks = [int(64 * 1.25**number) for number in range(24)]
    watch = Watch(0.05, looks[-1])
    for draw in (
        lambda: (random.random(looks[-1]) < 0.25) - 0.25,
        lambda: (random.random(looks[-1]) < 0.01) - 0.01,
        lambda: (random.random(looks[-1]) < 1 / 3).astype(float) - (random.random(looks[-1]) < 1 / 3),
    ):
        wrong = naive = 0
        for _ in range(200):
            units = draw()
            intervals = [watch.interval(units[:look]) for look in looks]
            wrong += any(not found.low <= 0 <= found.high for found in intervals)
            naive += any(difference(np.zeros(look), units[:look], paired=True).p < 0.05 for look in looks)
        assert wrong <= 10
        assert naive > 30


def test_the_p_value_of_a_sequence_agrees_with_its_interval() -> None:
    random = np.random.default_rng(4)
    watch = Watch(0.05, 1_000)
    for shift in (0.0, 0.05, 0.1, 0.2):
        units = random.normal(shift, 1, 1_000)
        found = watch.interval(units)
        assert (watch.p_value(units) < 0.05) == (not found.low <= 0 <= found.high)


def test_luck_is_taken_out_without_bias_and_narrows_the_interval() -> None:
    random = np.random.default_rng(5)
    plain, fair, left = [], [], []
    for _ in range(200):
        luck = random.normal(0, 1, 400)
        units = 0.3 + luck + random.normal(0, 0.5, 400)
        found = without_luck(units, luck)
        plain.append(units.mean())
        fair.append(found.mean)
        left.append(found.left)
    assert np.mean(fair) == pytest.approx(0.3, abs=4 * np.std(fair) / 200**0.5)
    assert np.std(fair) < 0.6 * np.std(plain)
    assert np.mean(left) == pytest.approx(0.2, abs=0.03)


def test_luck_that_explains_nothing_costs_nothing() -> None:
    random = np.random.default_rng(6)
    units, luck = random.random(2_000), np.zeros(2_000)
    assert (corrected_units(units, luck) == units).all()
    assert without_luck(units, random.normal(size=2_000)).left == pytest.approx(1, abs=0.01)


def test_what_rounding_leaves_of_luck_moves_nothing() -> None:
    """Where chance changes nothing that a look sees, luck is dust around a mean that is not quite 0."""
    random = np.random.default_rng(7)
    units, dust = random.random(2_000), random.choice([0.0, 1e-17], 2_000)
    assert (corrected_units(units, dust) == units).all()


def test_what_rounding_leaves_of_an_interval_is_no_digit() -> None:
    assert [digits(half) for half in (12.0, 0.4, 0.03, 1e-15, 0.0)] == [0, 1, 2, 2, 2]
