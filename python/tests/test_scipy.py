"""jato inside SciPy, and pictures."""
import sys
from typing import Any

import matplotlib
import numpy as np
import pytest
import scipy.optimize

import jato

matplotlib.use("Agg")
BOX = [(-2.0, 2.0)] * 2


def minimize(*arguments: Any, **options: Any) -> Any:
    method = jato.scipy_method(particles=60, iterations=400, seed=1)
    return scipy.optimize.minimize(*arguments, method=method, **options)


def test_a_drop_in() -> None:
    result = minimize(scipy.optimize.rosen, [0.0, 0.5], bounds=BOX)
    assert isinstance(result, scipy.optimize.OptimizeResult)
    assert np.allclose(result.x, 1, atol=1e-3) and result.success


def test_bounds_args_limits_and_callback() -> None:
    seen: "list[Any]" = []
    bounds = scipy.optimize.Bounds([-2, -2], [2, 2])
    result = minimize(
        lambda x, a: float(((x - a) ** 2).sum()),
        [9.0, 9.0],  # outside: taken to the edge
        args=(0.5,),
        bounds=bounds,
        callback=lambda x: seen.append(x) and None,
        options={"maxiter": 50},
    )
    assert result.nit == 50 and len(seen) >= 50 and np.allclose(seen[-1], result.x)


@pytest.mark.parametrize("kind", ["nonlinear", "linear", "dictionary"])
def test_constraints_of_scipy(kind: str) -> None:
    # The point of the half plane x + y >= 1 next to the origin is (1/2, 1/2).
    constraint = {
        "nonlinear": scipy.optimize.NonlinearConstraint(lambda x: x[0] + x[1], 1, np.inf),
        "linear": scipy.optimize.LinearConstraint([[1, 1]], 1, np.inf),
        "dictionary": {"type": "ineq", "fun": lambda x: x[0] + x[1] - 1},
    }[kind]
    result = minimize(lambda x: float(x @ x), [0, 0], bounds=BOX, constraints=constraint)
    assert np.allclose(result.x, 0.5, atol=1e-2) and result.fun == pytest.approx(0.5, rel=1e-3)


def test_bounds_are_needed() -> None:
    with pytest.raises(ValueError, match="bounds"):
        minimize(scipy.optimize.rosen, [0.0, 0.5])


def test_a_picture_of_the_convergence(tmp_path: Any) -> None:
    result = jato.minimize(scipy.optimize.rosen, BOX, iterations=50, save=tmp_path / "run.h5")
    axes = result.plot()
    x, y = axes.lines[0].get_data()
    assert x[-1] == result.nfev and y[-1] == result.fun
    assert axes.get_xlabel() == "evaluations" and axes.get_ylabel() == "best value"
    with jato.open_run(tmp_path / "run.h5") as run:
        assert run.plot(against="iteration").lines[0].get_data()[0][-1] == 50


def test_without_matplotlib_it_says_what_to_install(monkeypatch: Any) -> None:
    result = jato.minimize(scipy.optimize.rosen, BOX, iterations=5)
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    with pytest.raises(ImportError, match="pip install matplotlib"):
        result.plot()
