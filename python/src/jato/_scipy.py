"""jato as a method of scipy.optimize.minimize."""
from __future__ import annotations

from typing import Any, Callable, Optional

import numpy as np

from ._library import InputError
from ._minimize import minimize
from ._space import Constraint


def _from_nonlinear(one: Any) -> list[Constraint]:
    """SciPy's LinearConstraint and NonlinearConstraint: lb <= fun(x) <= ub, number by number."""
    if hasattr(one, "A"):
        matrix = np.atleast_2d(np.asarray(one.A, dtype=float))
        fun: Callable[[Any], Any] = lambda x: matrix @ x  # noqa: E731
        count = len(matrix)
    else:
        fun = one.fun
        count = max(np.size(one.lb), np.size(one.ub))
    out = []
    lower, upper = np.broadcast_to(one.lb, count), np.broadcast_to(one.ub, count)
    for i, (low, high) in enumerate(zip(lower, upper)):
        number = _number(fun, i)
        if low == high:
            out.append(Constraint(equals=float(low), fun=number))
            continue
        if np.isfinite(low):
            out.append(Constraint(at_least=float(low), fun=number))
        if np.isfinite(high):
            out.append(Constraint(at_most=float(high), fun=number))
    return out


def _number(fun: Callable[[Any], Any], i: int) -> Callable[[Any], float]:
    return lambda x: float(np.atleast_1d(fun(x))[i])


def _read_constraints(given: Any) -> list[Any]:
    given = [] if given is None else given if isinstance(given, (list, tuple)) else [given]
    out: list[Any] = []
    for one in given:
        out += _from_nonlinear(one) if hasattr(one, "lb") else [one]
    return out


def scipy_method(**settings: Any) -> Callable[..., Any]:
    """A method for ``scipy.optimize.minimize``.

    Parameters
    ----------
    **settings
        The settings of `jato.minimize`.

    Returns
    -------
    callable
        What ``method=`` takes. Bounds are required; the search starts with x0 in the swarm. jac, hess
        and tol are ignored; maxiter and maxfev are limits.

    Examples
    --------
    >>> import scipy.optimize
    >>> method = jato.scipy_method(particles=50, iterations=500)
    >>> found = scipy.optimize.minimize(
    ...     scipy.optimize.rosen, [0, 0], bounds=[(-2, 2)] * 2, method=method
    ... )
    >>> bool(np.allclose(found.x, 1, atol=1e-2))
    True
    """

    def method(
        fun: Callable[..., Any],
        x0: Any,
        args: Any = (),
        bounds: Any = None,
        constraints: Any = (),
        callback: Optional[Callable[..., Any]] = None,
        maxiter: Optional[int] = None,
        maxfev: Optional[int] = None,
        **ignored: Any,
    ) -> Any:
        from scipy.optimize import OptimizeResult

        if bounds is None:
            raise InputError("jato searches a box: pass bounds to scipy.optimize.minimize")
        if hasattr(bounds, "lb"):
            bounds = list(zip(np.atleast_1d(bounds.lb), np.atleast_1d(bounds.ub)))
        pairs = np.asarray(bounds, dtype=float)
        options = dict(settings)
        if maxiter is not None:
            options["iterations"] = maxiter
        if maxfev is not None:
            options["evaluations"] = maxfev
        result = minimize(
            fun,
            pairs,
            args=args if isinstance(args, tuple) else (args,),
            x0=np.clip(np.ravel(x0), pairs[:, 0], pairs[:, 1]),
            constraints=_read_constraints(constraints),
            callback=None if callback is None else lambda now: callback(np.copy(now.x)),
            **options,
        )
        return OptimizeResult(result)

    return method
