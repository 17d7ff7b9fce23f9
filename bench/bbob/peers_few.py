"""Peers for few evaluations and for whole numbers, as in peers.py. Those of KNOW_INTEGERS take the first
f.integers variables as whole numbers, in the way of their library."""
import numpy as np


def nevergrad_ngopt(f, seed):
    """The optimiser that nevergrad chooses by itself."""
    import nevergrad

    def array(part):
        lower, upper = f.lower[part], f.upper[part]
        return nevergrad.p.Array(init=(lower + upper) / 2, lower=lower, upper=upper)

    whole, real = slice(0, f.integers), slice(f.integers, f.dim)
    parts = []
    if f.integers:
        parts.append(array(whole).set_integer_casting())
    if f.integers < f.dim:
        parts.append(array(real))
    space = nevergrad.p.Tuple(*parts)
    space.random_state.seed(seed)
    search = nevergrad.optimizers.registry["NGOpt"](space, budget=f.budget)
    f.starts = 1
    while True:
        asked = search.ask()
        search.tell(asked, f(np.concatenate(asked.value)))


def optuna_tpe(f, seed):
    """A tree of Parzen estimators, Optuna's default."""
    import optuna

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=seed))
    f.starts = 1
    while True:
        asked = study.ask()
        x = [asked.suggest_int(f"x{i}", int(f.lower[i]), int(f.upper[i])) if i < f.integers
             else asked.suggest_float(f"x{i}", f.lower[i], f.upper[i]) for i in range(f.dim)]
        study.tell(asked, f(np.array(x, dtype=float)))


def pycma_integers(f, seed):
    """BIPOP restarts in the box with pycma's handling of integers, starts and first steps as in
    peers.pycma_bipop; steps are in units of the box."""
    import cma

    rng = np.random.default_rng(seed)
    lower, width = f.lower - 0.5 * (np.arange(f.dim) < f.integers), f.upper - f.lower
    width = width + (np.arange(f.dim) < f.integers)
    options = {"maxfevals": f.budget, "verbose": -9, "verb_log": 0, "bounds": [lower, lower + width],
               "CMA_stds": width, "integer_variables": list(range(f.integers))}

    def whole(x):
        x = np.array(x)
        x[:f.integers] = np.clip(np.round(x[:f.integers]), f.lower[:f.integers],
                                 f.upper[:f.integers])
        return f(x)

    def start():
        f.starts += 1
        return lower + width * rng.uniform(0.1, 0.9, f.dim)

    while True:
        cma.fmin2(whole, start, 0.2, {**options, "seed": int(rng.integers(1, 2**31))}, restarts=9,
                  bipop=True)


def scipy_de_integers(f, seed):
    """SciPy's differential evolution with its integrality."""
    import scipy.optimize

    rng = np.random.default_rng(seed)
    while True:
        f.starts += 1
        scipy.optimize.differential_evolution(f, list(zip(f.lower, f.upper)), rng=rng, polish=False,
                                              integrality=np.arange(f.dim) < f.integers)


KNOW_INTEGERS = {
    "nevergrad-ngopt": nevergrad_ngopt,
    "optuna-tpe": optuna_tpe,
    "pycma-integers": pycma_integers,
    "scipy-de-integers": scipy_de_integers,
}
