"""Peers that take noise into account, as in peers.py."""
import numpy as np

MIDDLE_PART = 0.8  # of the box, in which starts lie


def pycma_noise(f, seed):
    """BIPOP restarts with pycma's NoiseHandler, which evaluates points up to 30 times, the number in
    its documentation; starts and first steps as in peers.pycma_bipop."""
    import cma

    rng = np.random.default_rng(seed)
    middle, radius = (f.lower + f.upper) / 2, (f.upper - f.lower) / 2

    def start():
        f.starts += 1
        return middle + MIDDLE_PART * radius * rng.uniform(-1, 1, f.dim)

    while True:
        cma.fmin2(f, start, 0.4 * radius[0],
                  {"maxfevals": f.budget, "verbose": -9, "verb_log": 0,
                   "seed": int(rng.integers(1, 2**31))},
                  restarts=9, bipop=True, noise_handler=cma.NoiseHandler(f.dim, maxevals=[1, 1, 30]))


def nevergrad_tbpsa(f, seed):
    """Population control by test of progress, for noise (Hellwig and Beyer 2016)."""
    import nevergrad

    space = nevergrad.p.Array(init=(f.lower + f.upper) / 2, lower=f.lower, upper=f.upper)
    space.random_state.seed(seed)
    search = nevergrad.optimizers.registry["TBPSA"](space, budget=f.budget)
    f.starts = 1
    while True:
        asked = search.ask()
        search.tell(asked, f(asked.value))


KNOW_NOISE = {
    "pycma-noise": pycma_noise,
    "nevergrad-tbpsa": nevergrad_tbpsa,
}
