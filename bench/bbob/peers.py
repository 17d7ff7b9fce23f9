"""Other people's methods, each a function solve(f, seed): f is a trial.Counted, which raises Over at
the end. A method that ends before is started again from a random point; f.starts counts.

Settings are those of the libraries, except where a comment says otherwise."""
import warnings

import numpy as np

import lshade
from peers_few import KNOW_INTEGERS, MODELS
from peers_noise import KNOW_NOISE
from trial import LOWER, UPPER, Over

MIDDLE, RADIUS = (LOWER + UPPER) / 2, (UPPER - LOWER) / 2


def random_point(f, rng):
    return rng.uniform(LOWER, UPPER, f.dim)


def random_search(f, seed):
    rng = np.random.default_rng(seed)
    f.starts = 1
    while True:
        f.table(rng.uniform(LOWER, UPPER, (1000, f.dim)))


def pycma_bipop(bounded):
    """As in COCO's own experiments: a start in the middle 80 % of the box, a first step of a fifth
    of its width."""
    def solve(f, seed):
        import cma

        rng = np.random.default_rng(seed)
        options = {"maxfevals": f.budget, "verbose": -9, "verb_log": 0}
        if bounded:
            options["bounds"] = [LOWER, UPPER]

        def start():
            f.starts += 1
            return MIDDLE + 0.8 * RADIUS * rng.uniform(-1, 1, f.dim)

        while True:
            cma.fmin2(f, start, 0.4 * RADIUS, {**options, "seed": int(rng.integers(1, 2**31))},
                      restarts=9, bipop=True)

    return solve


def pycma_lq(f, seed):
    """CMA-ES that is helped by a linear-quadratic model (Hansen 2019), unbounded; every start of its
    own has twice the population."""
    import cma

    rng = np.random.default_rng(seed)

    def start():
        f.starts += 1
        return MIDDLE + 0.8 * RADIUS * rng.uniform(-1, 1, f.dim)

    while True:
        cma.fmin_lq_surr2(f, start, 0.4 * RADIUS,
                          {"maxfevals": f.budget, "verbose": -9, "verb_log": 0,
                           "seed": int(rng.integers(1, 2**31))}, restarts=9)


def scipy_local(method, options):
    """Gradients by finite differences, from uniformly random points. SciPy's own tolerances end a
    start long before the last target, so PEERS gives smaller ones, and no limit on iterations."""
    def solve(f, seed):
        from scipy.optimize import minimize

        rng = np.random.default_rng(seed)
        while True:
            f.starts += 1
            minimize(f, random_point(f, rng), method=method, bounds=[(LOWER, UPPER)] * f.dim,
                     options=options)

    return solve


def scipy_global(name):
    def solve(f, seed):
        import scipy.optimize

        rng = np.random.default_rng(seed)
        while True:
            f.starts += 1
            getattr(scipy.optimize, name)(f, [(LOWER, UPPER)] * f.dim, rng=rng)

    return solve


def nlopt_local(name):
    """First step a fifth of the box; ends at 1e-11 in the value or 1e-9 in the coordinates, which
    NLopt leaves to its user."""
    def solve(f, seed):
        import nlopt

        def objective(x, gradient):
            try:
                return f(x)
            except Over:
                raise nlopt.ForcedStop from None

        rng = np.random.default_rng(seed)
        nlopt.srand(seed)
        while not f.over:
            f.starts += 1
            search = nlopt.opt(getattr(nlopt, name), f.dim)
            search.set_lower_bounds(LOWER)
            search.set_upper_bounds(UPPER)
            search.set_min_objective(objective)
            search.set_initial_step(0.4 * RADIUS)
            search.set_ftol_abs(1e-11)
            search.set_xtol_abs(1e-9)
            try:
                search.optimize(random_point(f, rng))
            except (nlopt.ForcedStop, nlopt.RoundoffLimited, RuntimeError, ValueError):
                pass  # some end in an exception where they cannot continue: start again

    return solve


class PygmoProblem:
    def __init__(self, f):
        self.f = f

    def __deepcopy__(self, memo):
        return self  # pygmo copies problems; every copy is to count in the same place

    def fitness(self, x):
        return [self.f(x)]

    def get_bounds(self):
        return [LOWER] * self.f.dim, [UPPER] * self.f.dim


def pygmo_cmaes(f, seed):
    """Started again with twice the population when it has converged, at 1e-11 in the value or 1e-12 in
    the coordinates; may leave the box."""
    import pygmo

    rng = np.random.default_rng(seed)
    size = max(5, 4 + int(3 * np.log(f.dim)))
    while True:
        f.starts += 1
        population = pygmo.population(pygmo.problem(PygmoProblem(f)), size,
                                      seed=int(rng.integers(2**31)))
        pygmo.algorithm(pygmo.cmaes(10**6, sigma0=0.2, ftol=1e-11, xtol=1e-12,
                                    seed=int(rng.integers(2**31)))).evolve(population)
        size *= 2


def pygmo_sade(f, seed):
    """Self-adaptive differential evolution with pygmo's settings and 50 individuals."""
    import pygmo

    rng = np.random.default_rng(seed)
    while True:
        f.starts += 1
        population = pygmo.population(pygmo.problem(PygmoProblem(f)), 50,
                                      seed=int(rng.integers(2**31)))
        pygmo.algorithm(pygmo.sade(10**6, seed=int(rng.integers(2**31)))).evolve(population)


def fcmaes(module):
    """A method of fcmaes, with its settings; what it calls must not raise, so that a trial ends by its budget."""
    def solve(f, seed):
        import importlib

        from numpy.random import PCG64DXSM, Generator
        from scipy.optimize import Bounds

        def objective(x):
            try:
                return f(x)
            except Over:
                return np.inf

        search, rng = importlib.import_module(f"fcmaes.{module}"), Generator(PCG64DXSM(seed))
        while not f.over:
            f.starts += 1
            search.minimize(objective, bounds=Bounds([LOWER] * f.dim, [UPPER] * f.dim), rg=rng,
                            max_evaluations=f.left)

    return solve


PEERS = {
    "pycma-bipop": pycma_bipop(bounded=False),
    "pycma-bipop-bounded": pycma_bipop(bounded=True),
    "pycma-lq": pycma_lq,
    "slsqp": scipy_local("SLSQP", {"maxiter": 10**6, "ftol": 1e-11}),
    "l-bfgs-b": scipy_local("L-BFGS-B", {"maxiter": 10**6, "maxfun": 10**9, "ftol": 1e-15}),
    "bobyqa": nlopt_local("LN_BOBYQA"),
    "dual-annealing": scipy_global("dual_annealing"),
    "scipy-de": scipy_global("differential_evolution"),
    "pygmo-cmaes": pygmo_cmaes,
    "pygmo-sade": pygmo_sade,
    "biteopt": fcmaes("bitecpp"),
    "fcmaes-de": fcmaes("decpp"),
    "lshade": lshade.solve,
    **KNOW_INTEGERS,
    **KNOW_NOISE,
    **MODELS,
    "random": random_search,
}
LIBRARIES = ["cma", "fcmaes", "nevergrad", "nlopt", "optuna", "pygmo", "scipy.optimize"]
# The largest dimension in which a peer ends in reasonable time.
SLOW = {"pycma-lq": 10, "pycma-noise": 5, "nevergrad-tbpsa": 5}


def solver(name):
    def solve(f, seed):
        warnings.simplefilter("ignore")
        PEERS[name](f, seed)

    return solve
