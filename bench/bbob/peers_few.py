"""Peers for few evaluations and for whole numbers, as in peers.py. Those of KNOW_INTEGERS take the first
f.integers variables as whole numbers, in the way of their library; those of MODELS have a Gaussian process,
and take from a tenth of a second to seconds for an evaluation."""
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


def optuna_gp(f, seed):
    """Optuna's Gaussian process with its settings: ten random points first. It needs torch."""
    import optuna
    import torch

    torch.set_num_threads(1)
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    study = optuna.create_study(sampler=optuna.samplers.GPSampler(seed=seed))
    f.starts = 1
    while True:
        asked = study.ask()
        x = [asked.suggest_float(f"x{i}", f.lower[i], f.upper[i]) for i in range(f.dim)]
        study.tell(asked, f(np.array(x)))


def skopt_gp(f, seed):
    """scikit-optimize's Gaussian process with its settings: ten random points first, then its choice
    among three rules for every point."""
    import skopt

    search = skopt.Optimizer([(float(low), float(high)) for low, high in zip(f.lower, f.upper)],
                             random_state=seed)
    f.starts = 1
    while True:
        x = search.ask()
        search.tell(x, f(np.array(x)))


def botorch_logei(f, seed):
    """The loop that BoTorch's first example makes of it, with its settings: a Gaussian process whose
    lengths are fitted again for every value, and the logarithm of the expected improvement, from 10
    starts out of 512 places; ten Sobol points first."""
    import botorch
    import torch
    from gpytorch.mlls import ExactMarginalLogLikelihood

    torch.set_num_threads(1)
    torch.manual_seed(seed)
    box = torch.tensor(np.array([np.zeros(f.dim), np.ones(f.dim)]))
    first = botorch.utils.sampling.draw_sobol_samples(box, n=10, q=1, seed=seed).squeeze(1)

    def value(u):
        return -f(f.lower + u.numpy() * (f.upper - f.lower))

    f.starts = 1
    x, y = first, torch.tensor([[value(u)] for u in first], dtype=torch.double)
    while True:
        model = botorch.models.SingleTaskGP(
            x, y, outcome_transform=botorch.models.transforms.outcome.Standardize(m=1))
        botorch.fit.fit_gpytorch_mll(ExactMarginalLogLikelihood(model.likelihood, model))
        gain = botorch.acquisition.LogExpectedImprovement(model, best_f=y.max())
        point, _ = botorch.optim.optimize_acqf(gain, bounds=box, q=1, num_restarts=10, raw_samples=512)
        x = torch.cat([x, point])
        y = torch.cat([y, torch.tensor([[value(point[0])]], dtype=torch.double)])


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
MODELS = {"botorch-logei": botorch_logei, "optuna-gp": optuna_gp, "skopt-gp": skopt_gp}
