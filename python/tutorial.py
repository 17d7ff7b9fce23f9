# %% [markdown]
# # jato in ten minutes
#
# jato finds the best parameters of a function without using its derivatives. Run this file as it
# is, or cell by cell in an editor that supports `# %%` (VS Code, Spyder, PyCharm, Jupyter with
# jupytext).

# %%
import math
import os
import sys
import tempfile
import time

import numpy as np

import jato

print("jato", jato.__version__)

# %% [markdown]
# ## A function and its bounds
# The function gets an array; the result looks like SciPy's.


# %%
def rastrigin(x):
    return 10 * len(x) + sum(v * v - 10 * math.cos(2 * math.pi * v) for v in x)


result = jato.minimize(rastrigin, [(-5.12, 5.12)] * 3, iterations=300, seed=7)
print(result.message, result.fun, result.x)
assert result.fun < 1e-6

# %% [markdown]
# The same seed gives the same run, to the last bit, as the digest shows.

# %%
again = jato.minimize(rastrigin, [(-5.12, 5.12)] * 3, iterations=300, seed=7)
assert again.digest == result.digest

# %% [markdown]
# ## All points at once
# With `vectorized=True` the function is called once per iteration with all points, `X[n, dim]`.


# %%
def rastrigin_columns(X):
    return 10 * X.shape[1] + (X**2 - 10 * np.cos(2 * np.pi * X)).sum(axis=1)


quick = jato.minimize(rastrigin_columns, [(-5.12, 5.12)] * 3, vectorized=True, iterations=300)
print(quick.fun, f"{quick.seconds / quick.nfev * 1e9:.0f} ns per evaluation")
assert quick.fun < 1e-6

# %% [markdown]
# ## Names, whole numbers, logarithms, choices
# The function then gets a dict, and the result is one.


# %%
def loss(v):
    slow = {"adam": 0.0, "sgd": 0.3}[v["optimizer"]]
    return (math.log10(v["rate"]) + 2) ** 2 + (v["layers"] - 4) ** 2 / 10 + slow


space = {
    "rate": jato.Real(1e-5, 1, log=True),
    "layers": jato.Integer(1, 12),
    "optimizer": jato.Category(["sgd", "adam"]),
    "epochs": jato.Fixed(10),
}
tuned = jato.minimize(loss, space, iterations=100)
print(tuned.x)
assert tuned.x["layers"] == 4 and tuned.x["optimizer"] == "adam"


# %% [markdown]
# ## Constraints
# The function returns its value and the numbers to be constrained. Any feasible point is better
# than any infeasible one.


# %%
def can(v):
    """The surface of a can, and its volume."""
    surface = 2 * math.pi * v["r"] * (v["r"] + v["h"])
    return surface, {"volume": math.pi * v["r"] ** 2 * v["h"]}


best = jato.minimize(
    can, {"r": (1.0, 20.0), "h": (1.0, 40.0)}, constraints=["volume >= 500"], iterations=400
)
print(best.x, best.fun)
assert math.isclose(best.fun, 3 * (2 * math.pi * 500**2) ** (1 / 3), rel_tol=1e-4)

# %% [markdown]
# ## Points without a value
# NaN and infinity count as worst. An exception reaches you with its traceback, unless you want it
# to be a failed point (`on_error="worst"`), or raise `jato.Failed` yourself.


# %%
def fragile(x):
    if x[0] < -1:
        raise jato.Failed("the mesh folded over")
    return math.sqrt(x[0]) if x[0] >= 0 else math.nan


hidden = jato.minimize(fragile, [(-5, 5)], iterations=30)
print(hidden.fun, hidden.failures, hidden.messages[:1])
assert hidden.success and hidden.failures["refused"] > 0 and hidden.failures["nonfinite"] > 0


# %% [markdown]
# ## Worker processes
# `workers=4` evaluates in four processes. The result is that of one, to the last bit. A worker that
# crashes or takes longer than `timeout` costs one evaluation.


# %%
def simulation(x):
    time.sleep(0.005)
    return float(x @ x)


if __name__ == "__main__":
    one = jato.minimize(simulation, [(-5, 5)] * 2, iterations=4, particles=20)
    four = jato.minimize(simulation, [(-5, 5)] * 2, iterations=4, particles=20, workers=4, timeout=10)
    print(f"{one.seconds:.2f} s alone, {four.seconds:.2f} s with four")
    assert four.digest == one.digest

# %% [markdown]
# ## Ask and tell
# You evaluate, wherever you like and in any order.

# %%
with jato.Run([(-5, 5)] * 2, iterations=50) as run:
    while not run.done:
        for trial in run.ask():
            run.tell(trial, float(trial.x @ trial.x))
    print(run.result().fun)

# %% [markdown]
# ## The speed of C
# C source is compiled when the run starts. The gallery's problems are available by name.

# %%
source = """
JATO_OBJECTIVE(x, n)
{
  real sum = 0;
  for (int i = 0; i < n; i++) sum += sq(x(i) - 1);
  return sum;
}
"""
in_c = jato.minimize(jato.problem_from_c(source, [(-5, 5)] * 10), iterations=1000)
print(in_c.fun)
print(jato.minimize(jato.problem("rosenbrock", dim=5), iterations=2000).fun)

# %% [markdown]
# ## A program
# No shell is involved; values are inserted by name, and the last number of the output is read.

# %%
line = f"{sys.executable} -S -c 'import sys; print((float(sys.argv[1]) - 2) ** 2)' {{k}}"
program = jato.command(line, {"k": jato.Real(0, 5)})
print(jato.minimize(program, particles=10, iterations=5, workers=2).x)

# %% [markdown]
# ## Run files
# A saved run can be resumed, even after a crash, and inspected.

# %%
folder = tempfile.mkdtemp()
path = os.path.join(folder, "run.h5")
jato.minimize(rastrigin, [(-5.12, 5.12)] * 2, iterations=50, save=path)
on = jato.minimize(rastrigin, [(-5.12, 5.12)] * 2, iterations=100, save=path, resume=True)
with jato.open_run(path) as kept:
    print(kept, list(kept.trace))
    assert kept.digest == on.digest

# %% [markdown]
# `pandas.DataFrame(kept.trace)` gives a table of it, and `result.plot()` a plot.

# %%
try:
    axes = on.plot()
    axes.figure.savefig(os.path.join(folder, "convergence.png"))
except ImportError as error:
    print(error)

# %% [markdown]
# ## Inside SciPy

# %%
try:
    import scipy.optimize
except ImportError:
    print("no SciPy here")
else:
    method = jato.scipy_method(particles=50, iterations=500)
    found = scipy.optimize.minimize(
        scipy.optimize.rosen, [0, 0], bounds=[(-2, 2)] * 2, method=method
    )
    print(found.x)
    assert np.allclose(found.x, 1, atol=1e-3)
