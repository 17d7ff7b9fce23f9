#!/usr/bin/env python3
"""What a Python objective costs besides itself: jato, SciPy's differential evolution and pyswarms in
turn, on objectives that do nothing, the best time of several rounds of each.

  scalar      f(x) -> number, 100 individuals in 10 dimensions: time over evaluations
  vectorised  f(X) -> values, 1,000 particles in 30 dimensions: time over particles and iterations

Goals: jato at most 0.3 of SciPy's, and at most 1/20 of pyswarms'. Exits 1 where one is missed.

usage: bench/overhead_python.py [ROUNDS]      needs jato, scipy and pyswarms; 7 rounds
"""
import itertools
import logging
import sys
import time

import numpy as np
import pyswarms
import scipy.optimize

import jato

DIM, SWARM, ITERATIONS = 10, 100, 100
WIDE_DIM, WIDE_SWARM, WIDE_ITERATIONS = 30, 1000, 100
BOX, WIDE_BOX = [(-5.0, 5.0)] * DIM, [(-5.0, 5.0)] * WIDE_DIM
# Values that differ, so that no method believes that it has converged.
VALUES = itertools.cycle(np.random.default_rng(1).random(9973).tolist())
WIDE_VALUES = np.random.default_rng(2).random(WIDE_SWARM)


def nothing(x):
    return next(VALUES)


def nothing_wide(x):
    return WIDE_VALUES


def jato_scalar():
    return jato.minimize(nothing, BOX, particles=SWARM, iterations=ITERATIONS).nfev


def scipy_scalar(updating):
    def run():
        return scipy.optimize.differential_evolution(
            nothing, BOX, popsize=SWARM // DIM, maxiter=ITERATIONS, tol=0, polish=False,
            updating=updating, rng=1,
        ).nfev

    return run


def jato_wide():
    options = {"particles": WIDE_SWARM, "iterations": WIDE_ITERATIONS, "vectorized": True}
    return jato.minimize(nothing_wide, WIDE_BOX, **options).nfev


def pyswarms_wide():
    low, high = np.array(WIDE_BOX).T
    swarm = pyswarms.single.GlobalBestPSO(
        WIDE_SWARM, WIDE_DIM, {"c1": 1.494, "c2": 1.494, "w": 0.729}, bounds=(low, high)
    )
    swarm.optimize(nothing_wide, iters=WIDE_ITERATIONS, verbose=False)
    return WIDE_SWARM * WIDE_ITERATIONS


ROWS = {
    "scalar, jato": jato_scalar,
    "scalar, SciPy DE (immediate)": scipy_scalar("immediate"),
    "scalar, SciPy DE (deferred)": scipy_scalar("deferred"),
    "vectorised, jato": jato_wide,
    "vectorised, pyswarms": pyswarms_wide,
}


def main(rounds):
    logging.disable(logging.INFO)
    best = dict.fromkeys(ROWS, float("inf"))
    for _ in range(rounds):
        for name, run in ROWS.items():
            began = time.perf_counter()
            count = run()
            best[name] = min(best[name], (time.perf_counter() - began) / count)
    for name, seconds in best.items():
        print(f"{name:<30} {seconds * 1e6:9.4f} us an evaluation")
    jato_one, wide = best["scalar, jato"], best["vectorised, jato"] / best["vectorised, pyswarms"]
    peers = [seconds for name, seconds in best.items() if "SciPy" in name]
    scalar = jato_one / min(peers)
    print(f"jato / SciPy (its faster way)  {scalar:9.4f}   goal 0.3")
    print(f"jato / pyswarms                {wide:9.4f}   goal 0.05")
    return 0 if scalar <= 0.3 and wide <= 0.05 else 1


if __name__ == "__main__":
    if sys.argv[1:2] in (["-h"], ["--help"]):
        sys.exit(print(__doc__))
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 7))
