"""One trial: a method on one BBOB problem, with every evaluation counted and every target noted."""
import math
import os
import time

from score import TARGETS

LOWER, UPPER = -5.0, 5.0
OPTIMUM_FILE = "._bbob_problem_best_parameter.txt"  # cocoex writes it into the current folder


class Over(Exception):
    """The budget is used up, or the last target is reached."""


class Counted:
    """A problem as methods call it. It counts its evaluations, notes the count at which each target
    is reached, and raises Over at the end: no evaluation beyond the budget is ever made."""

    def __init__(self, problem, optimum, budget):
        self.dim, self.budget = problem.dimension, budget
        self.evals, self.hits, self.starts = 0, [], 0
        self.best = math.inf
        self._problem, self._optimum, self._next = problem, optimum, optimum + TARGETS[0]

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
        if value < self.best:
            self.best = value
            if value <= self._next:
                self._note(value - self._optimum)
        if self.evals >= self.budget:
            raise Over
        return value

    def table(self, points):
        """Values of several points, in their order."""
        import numpy

        return numpy.array([self(x) for x in points])

    def _note(self, gap):
        while len(self.hits) < len(TARGETS) and gap <= TARGETS[len(self.hits)]:
            self.hits.append(self.evals)
        if len(self.hits) == len(TARGETS):
            raise Over
        self._next = self._optimum + TARGETS[len(self.hits)]


def find_optimum(problem):
    """The optimal value: cocoex only tells where it is. BBOB rounds it to two decimals, which takes
    away the rounding errors of the function at that place."""
    import numpy

    problem._best_parameter("print")
    value = problem(numpy.loadtxt(OPTIMUM_FILE))
    os.remove(OPTIMUM_FILE)
    if not problem.final_target_hit or abs(value - round(value, 2)) > 1e-9:
        raise RuntimeError(f"{problem.id}: {value} is not its optimum")
    return round(value, 2)


def make_problem(function, instance, dim):
    """The suite, which owns the problem, and the problem."""
    import cocoex

    suite = cocoex.Suite("bbob", f"instances:{instance}",
                         f"dimensions:{dim} function_indices:{function}")
    return suite, suite[0]


def run_trial(solve, function, instance, dim, per_dim, seed):
    """A dict of plain numbers. solve(f, seed) calls f, a Counted, until it raises Over; it may start
    anew as often as it likes, and adds to f.starts when it does."""
    suite, problem = make_problem(function, instance, dim)
    f = Counted(problem, find_optimum(problem), per_dim * dim)
    wall, cpu = time.perf_counter(), time.process_time()
    try:
        solve(f, seed)
    except Exception:
        if not f.over:  # libraries may wrap Over in an exception of their own
            raise
    return {
        "hits": f.hits,
        "evals": f.evals,
        "gap": max(f.best - f._optimum, 0.0),
        "starts": f.starts,
        "seed": seed,
        "wall": round(time.perf_counter() - wall, 4),
        "cpu": round(time.process_time() - cpu, 4),
    }
