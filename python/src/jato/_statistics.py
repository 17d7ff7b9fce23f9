"""The statistics of a comparison, as `jato compare` has them (cli/compare/statistics.c)."""
from __future__ import annotations

import math
from typing import Sequence, Union

import numpy as np

from ._space import Array

MOST_EXACT = 25  # values of a sample without ties, up to which the test counts


def ranks(values: Union[Sequence[float], Array]) -> Array:
    """The places of values among all of them, from 1; equal ones share the mean of theirs."""
    given = np.asarray(values, dtype=float)
    _, inverse, counts = np.unique(given, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    found: Array = (ends - (counts - 1) / 2.0)[inverse.reshape(given.shape)]
    return found


def _ways(m: int, n: int) -> list[int]:
    """ways[u]: of all orders of m + n different values, those in which u pairs are the wrong way
    round; the coefficients of the product of (1 - z^(n+i)) / (1 - z^i), i = 1..m."""
    top = m * n
    ways = [1] + [0] * top
    for i in range(1, m + 1):
        for u in range(top, n + i - 1, -1):
            ways[u] -= ways[u - n - i]
        for u in range(i, top + 1):
            ways[u] += ways[u - i]
    return ways


def rank_sum(a: Sequence[float], b: Sequence[float]) -> tuple[float, bool]:
    """The two-sided test of Wilcoxon, Mann and Whitney: (p, whether it is exact). It counts where
    there are no ties and few values; otherwise it is the normal approximation with corrections for
    ties and continuity."""
    m, n = len(a), len(b)
    if m == 0 or n == 0:
        return 1.0, False
    pooled = np.concatenate([np.asarray(a, dtype=float), np.asarray(b, dtype=float)])
    u = float(ranks(pooled)[:m].sum()) - m * (m + 1) / 2
    u = max(u, m * n - u)
    counts = np.unique(pooled, return_counts=True)[1].astype(float)
    ties = float((counts**3 - counts).sum())
    if ties == 0 and m <= MOST_EXACT and n <= MOST_EXACT:
        ways = _ways(m, n)
        return min(1.0, 2 * sum(ways[math.ceil(u) :]) / sum(ways)), True
    every = m + n
    variance = m * n / 12 * (every + 1 - ties / (every * (every - 1)))
    if variance <= 0:  # all values are the same one
        return 1.0, False
    return min(1.0, math.erfc((u - m * n / 2 - 0.5) / math.sqrt(2 * variance))), False


def holm(p: Sequence[float]) -> list[float]:
    """The p of so many tests, corrected by Holm's method."""
    corrected, largest = [0.0] * len(p), 0.0
    for place, i in enumerate(sorted(range(len(p)), key=lambda k: p[k])):
        largest = max(largest, min(1.0, (len(p) - place) * p[i]))
        corrected[i] = largest
    return corrected


def quantile(values: Sequence[float], q: float) -> float:
    """Linear between two values, as numpy.quantile; some of them may be infinite."""
    rising = sorted(values)
    place = q * (len(rising) - 1)
    below = int(place)
    above = min(below + 1, len(rising) - 1)
    if place == below or rising[below] == rising[above]:
        return rising[below]
    return rising[below] + (place - below) * (rising[above] - rising[below])
