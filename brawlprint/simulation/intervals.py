"""How far figures can be trusted, and what lies in the middle."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

Z95 = NormalDist().inv_cdf(0.975)


class Interval(NamedTuple):
    """From where to where the true figure lies, as far as one can tell."""

    low: float
    high: float


def wilson(successes: float, trials: int, z: float = Z95) -> Interval:
    """Wilson's interval of a share, at 95 %; shares of a success (a win by two) count in part.

    >>> tuple(round(each, 4) for each in wilson(55, 100))
    (0.4524, 0.6439)
    >>> wilson(0, 0)
    Interval(low=0.0, high=1.0)
    """
    if not trials:
        return Interval(0.0, 1.0)
    share = successes / trials
    middle = share + z * z / (2 * trials)
    reach = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    low, high = (middle - reach) / scale, (middle + reach) / scale
    # At the ends the bounds are exact, and rounding would miss them.
    return Interval(low if successes > 0 else 0.0, high if successes < trials else 1.0)


def simultaneous(figures: int) -> float:
    """How many deviations wide the intervals of several figures are, that hold all at 95 %.

    Of a hundred differences that are nothing, five look like something at 95 % each; none should.

    >>> round(simultaneous(1), 2), round(simultaneous(91), 2)
    (1.96, 3.46)
    """
    return NormalDist().inv_cdf(1 - 0.025 / max(1, figures))


class Spread(NamedTuple):
    """The middle of many numbers, and where all but the lowest and the highest 5 % lie."""

    median: float
    p5: int
    p95: int


def spread(counts: Mapping[int, int]) -> Spread:
    """The spread of numbers, told as counts by number: exact, whatever their order was.

    >>> spread({10: 1, 20: 2, 30: 1}), spread({4: 1, 5: 1}).median
    (Spread(median=20, p5=10, p95=30), 4.5)
    """
    total = sum(counts.values())
    if not total:
        return Spread(0, 0, 0)
    low, high = _ranked(counts, (total + 1) // 2), _ranked(counts, total // 2 + 1)
    middle = low if low == high else (low + high) / 2
    return Spread(middle, _ranked(counts, -(-total // 20)), _ranked(counts, -(-19 * total // 20)))


def mean(counts: Mapping[int, int]) -> float:
    """The mean of numbers that are told as counts by number.

    >>> mean({1: 3, 5: 1})
    2.0
    """
    total = sum(counts.values())
    return sum(number * count for number, count in counts.items()) / total if total else 0.0


def _ranked(counts: Mapping[int, int], rank: int) -> int:
    """The number at a rank (from 1) among all of them in order."""
    for number in sorted(counts):
        rank -= counts[number]
        if rank <= 0:
            return number
    raise LookupError("there are fewer numbers than that")
