"""COCO's suites as problems: what a method knows about one (its box, which variables are whole numbers,
a value at a point), and what only the yardstick knows (how far above the optimum a point is)."""
import os

OPTIMUM_FILE = "._bbob_problem_best_parameter.txt"  # cocoex writes it into the current folder

# The function of bbob that one of bbob-noisy is without its noise, and the factor between them: the
# same optimum, and medians of 4,001 noisy values that agree at random points. The noisy ellipsoid,
# 116 to 118, is none of them (its axes have other lengths) and is left out.
WITHOUT_NOISE = {
    **dict.fromkeys([101, 102, 103, 107, 108, 109], (1, 1.0)),
    **dict.fromkeys([104, 105, 106, 110, 111, 112], (8, 1.0)),
    **dict.fromkeys([113, 114, 115], (7, 1.0)),
    **dict.fromkeys([119, 120, 121], (14, 1.0)),
    **dict.fromkeys([122, 123, 124], (17, 1.0)),
    **dict.fromkeys([125, 126, 127], (19, 0.1)),
    **dict.fromkeys([128, 129, 130], (21, 1.0)),
}
FUNCTIONS = {
    "bbob": list(range(1, 25)),
    "bbob-mixint": list(range(1, 25)),
    "bbob-noisy": sorted(WITHOUT_NOISE),
}


class Problem:
    """One function, instance and dimension. The first `integers` variables are whole numbers."""

    def __init__(self, suite, function, instance, dim):
        import cocoex

        # The suite owns the problem.
        self._suite = cocoex.Suite(suite, f"instances:{instance}",
                                   f"dimensions:{dim} function_indices:{place_of(suite, function)}")
        self._problem = self._suite[0]
        if self._problem.id_function != function:
            raise RuntimeError(f"{self._problem.id} is not function {function}")
        self.dim, self.integers = dim, self._problem.number_of_integer_variables
        self.lower, self.upper = self._problem.lower_bounds, self._problem.upper_bounds
        self.optimum = self._find_optimum() if suite != "bbob-noisy" else None

    def __call__(self, x):
        return self._problem(x)

    def gap(self, x, value):
        """How far x, which has this value, is above the optimum."""
        return value - self.optimum

    def _find_optimum(self):
        """The optimal value: cocoex only tells where it is."""
        import numpy

        self._problem._best_parameter("print")
        value = self._problem(numpy.loadtxt(OPTIMUM_FILE))
        os.remove(OPTIMUM_FILE)
        if not self._problem.final_target_hit:
            raise RuntimeError(f"{self._problem.id}: {value} is not its optimum")
        if self.integers:
            return value
        # BBOB rounds it to two decimals, which takes away the rounding errors of the function there.
        if abs(value - round(value, 2)) > 1e-9:
            raise RuntimeError(f"{self._problem.id}: {value} is not its optimum")
        return round(value, 2)


class NoisyProblem(Problem):
    """Methods see noise; targets are reached without it, or the luckiest noise would win."""

    def __init__(self, suite, function, instance, dim):
        super().__init__(suite, function, instance, dim)
        base, self._factor = WITHOUT_NOISE[function]
        self._base = Problem("bbob", base, instance, dim)

    def gap(self, x, value):
        return self._factor * self._base.gap(x, self._base(x))


def place_of(suite, function):
    """The number of a function in its suite, from 1: bbob-noisy has its first number at 101."""
    return function - 100 if suite == "bbob-noisy" else function


def make_problem(suite, function, instance, dim):
    kind = NoisyProblem if suite == "bbob-noisy" else Problem
    return kind(suite, function, instance, dim)
