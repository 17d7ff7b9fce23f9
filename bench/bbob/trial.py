"""One trial: a method on one problem, with every evaluation counted and every target noted."""
import math
import time

from score import TARGETS
from suites import make_problem

LOWER, UPPER = -5.0, 5.0  # the box of bbob and bbob-noisy


class Over(Exception):
    """The budget is used up, or the last target is reached."""


class Counted:
    """A problem as methods call it. It counts its evaluations, notes the count at which each target
    is reached, and raises Over at the end: no evaluation beyond the budget is ever made."""

    def __init__(self, problem, budget):
        self.dim, self.budget = problem.dim, budget
        self.lower, self.upper, self.integers = problem.lower, problem.upper, problem.integers
        self.evals, self.hits, self.starts = 0, [], 0
        self.gap = math.inf  # of the best point above the optimum
        self._problem = problem

    @property
    def left(self):
        return self.budget - self.evals

    @property
    def over(self):
        return self.left <= 0 or len(self.hits) == len(TARGETS)

    def __call__(self, x):
        if self.over:
            raise Over
        value = self._problem(x)
        self.evals += 1
        self._note(self._problem.gap(x, value))
        if self.evals >= self.budget:
            raise Over
        return value

    def table(self, points):
        """Values of several points, in their order."""
        import numpy

        return numpy.array([self(x) for x in points])

    def _note(self, gap):
        if gap >= self.gap:
            return
        self.gap = gap
        while len(self.hits) < len(TARGETS) and gap <= TARGETS[len(self.hits)]:
            self.hits.append(self.evals)
        if len(self.hits) == len(TARGETS):
            raise Over


def run_trial(solve, suite, function, instance, dim, per_dim, seed):
    """A dict of plain numbers. solve(f, seed) calls f, a Counted, until it raises Over; it may start
    again as often as it likes, and adds to f.starts when it does."""
    f = Counted(make_problem(suite, function, instance, dim), per_dim * dim)
    wall, cpu = time.perf_counter(), time.process_time()
    try:
        solve(f, seed)
    except Exception:
        if not f.over:  # libraries may wrap Over in an exception of their own
            raise
    return {
        "hits": f.hits,
        "evals": f.evals,
        "gap": max(f.gap, 0.0),
        "starts": f.starts,
        "seed": seed,
        "wall": round(time.perf_counter() - wall, 4),
        "cpu": round(time.process_time() - cpu, 4),
    }
