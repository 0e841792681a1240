"""Intervals that hold what they promise."""

from __future__ import annotations

import random
from math import comb, sqrt
from statistics import NormalDist, fmean, median, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brawlprint.simulation.intervals import mean, simultaneous, spread, wilson
from brawlprint.simulation.pairs import Moments, judged


@pytest.mark.parametrize(("chance", "trials"), [(0.5, 40), (0.3, 100), (0.25, 400), (0.05, 200)])
def test_wilson_covers_a_known_binomial(chance: float, trials: int) -> None:
    covered = 0.0
    for wins in range(trials + 1):
        low, high = wilson(wins, trials)
        if low <= chance <= high:
            covered += comb(trials, wins) * chance**wins * (1 - chance) ** (trials - wins)
    assert 0.93 < covered < 0.975


def test_wilson_agrees_with_the_books() -> None:
    assert wilson(0, 10)[0] == 0
    assert wilson(0, 10)[1] == pytest.approx(0.2775, abs=1e-4)
    assert wilson(10, 10)[1] == 1


@given(st.lists(st.integers(0, 300), min_size=1, max_size=200))
def test_the_spread_is_that_of_the_numbers_in_order(numbers: list[int]) -> None:
    counts = {each: numbers.count(each) for each in numbers}
    found, ranked = spread(counts), sorted(numbers)
    assert found.median == median(numbers)
    # At least so many are at or below, and no smaller number would do.
    for part, number in ((0.05, found.p5), (0.95, found.p95)):
        assert sum(each <= number for each in ranked) >= part * len(ranked) - 1e-9
        assert sum(each < number for each in ranked) < part * len(ranked)
    assert mean(counts) == pytest.approx(fmean(numbers))


def test_a_paired_mean_has_the_interval_of_its_differences() -> None:
    luck = random.Random(3)
    pairs = [(before := luck.randrange(40), before + luck.randrange(-3, 5)) for _ in range(300)]
    moments = Moments.none()
    for before, after in pairs:
        moments.add(before, 1, after, 1)
    found = judged(moments, len(pairs), figures=1)
    differences = [after - before for before, after in pairs]
    reach = 1.959964 * stdev(differences) / sqrt(len(pairs))
    assert found.difference == pytest.approx(fmean(differences))
    assert found.interval == pytest.approx(
        (fmean(differences) - reach, fmean(differences) + reach), abs=1e-6
    )


def test_luck_is_seldom_called_a_difference_and_never_among_many() -> None:
    luck = random.Random(11)
    outside = real = 0
    for _ in range(400):
        moments = Moments.none()
        for _ in range(150):
            users = [luck.randrange(3), luck.randrange(3)]
            wins = [sum(luck.random() < 0.4 for _ in range(each)) for each in users]
            moments.add(wins[0], users[0], wins[1], users[1])
        found = judged(moments, 150, figures=400)
        assert found.interval is not None
        outside += not found.interval.low <= 0 <= found.interval.high
        real += found.clear
    assert 6 <= outside <= 36  # of 400, at 5 %
    assert real == 0


def test_a_difference_is_found() -> None:
    luck = random.Random(12)
    moments = Moments.none()
    for _ in range(2000):
        moments.add(int(luck.random() < 0.5), 1, int(luck.random() < 0.6), 1)
    found = judged(moments, 2000, figures=90)
    assert found.verdict == "a real difference"
    assert found.interval is not None
    assert found.interval.low <= 0.1 <= found.interval.high


def test_what_hardly_ever_differs_is_not_judged() -> None:
    moments = Moments.none()
    for index in range(1000):
        moments.add(1, 1, int(index > 4), 1)
    assert judged(moments, 1000, figures=1).verdict == "too few to tell"
    same = Moments.none()
    for _ in range(50):
        same.add(1, 1, 1, 1)
    assert judged(same, 50, figures=1).verdict == "the same"
    assert judged(Moments.none(), 50, figures=1).verdict == "nothing to compare"


def test_several_intervals_hold_together() -> None:
    z = simultaneous(20)
    assert 20 * 2 * (1 - NormalDist().cdf(z)) == pytest.approx(0.05)
