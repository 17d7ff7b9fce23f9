"""jato.compare: several methods on one problem, with the same seeds and budgets."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Callable, Mapping, Optional, Sequence, Union

import numpy as np

from ._comparison import ComparedRun, Comparison
from ._engine import Progress
from ._library import Failed, InputError
from ._method import Method
from ._minimize import minimize
from ._objective import read_number
from ._problem import Problem
from ._result import OptimizeResult
from ._space import Array, Fixed, Real, Space

if TYPE_CHECKING:
    from typing_extensions import TypeGuard

Foreign = Callable[[Callable[[Any], float], Array, Array, int, int], Any]
Own = Union[str, Method]
Methods = Union[Mapping[str, Union[Own, Foreign]], Sequence[Own]]

_OWN = ("algorithm", "seed", "evaluations", "target", "callback", "save", "resume", "progress")
_NOT_FAIR = ("iterations", "seconds", "stall")
_NOT_FOREIGN = ("constraints", "vectorized", "args")


class _Job:
    """What is searched, and how far: the same for all methods."""

    def __init__(
        self,
        f: Any,
        bounds: Any,
        evaluations: Optional[int],
        target: Optional[float],
        maximize: bool,
    ) -> None:
        self.f, self.bounds, self.target, self.maximize = f, bounds, target, maximize
        self.sign = -1.0 if maximize else 1.0  # value times this: the cost, of which less is better
        self.goal = -math.inf if target is None else self.sign * target
        self.box: Optional[Array] = None  # [2][dim], of a plain one
        if isinstance(f, Problem):
            self.dim = f.dim
            if f._space is None:
                self.box = np.array(f.bounds, dtype=float).T
        else:
            if bounds is None:
                raise InputError("give bounds: (low, high) for each coordinate, or a dict of variables")
            space = Space(bounds)
            self.dim = sum(not isinstance(one, Fixed) for one in space.variables.values())
            pairs = [(one.low, one.high) for one in space.variables.values() if _is_plain(one)]
            if not space.named and len(pairs) == len(space.names):
                self.box = np.array(pairs, dtype=float).T
        self.evaluations = 1000 * self.dim if evaluations is None else int(evaluations)

    def minimize(self, settings: Mapping[str, Any], **given: Any) -> OptimizeResult:
        limits: dict[str, Any] = {"evaluations": self.evaluations}
        if self.target is not None:
            limits["target"] = self.target
        if self.maximize:
            limits["maximize"] = True
        return minimize(self.f, self.bounds, **limits, **given, **settings)

    def compared(
        self, seed: int, cost: float, nfev: int, stop: str, trace: list[tuple[int, float]]
    ) -> ComparedRun:
        """The run, from its costs."""
        values = [(evaluations, self.sign * one) for evaluations, one in trace]
        return ComparedRun(seed, self.sign * cost, nfev, stop, values, self.maximize)


def _is_plain(variable: Any) -> TypeGuard[Real]:
    return isinstance(variable, Real) and not variable.log


class EndOfRun(BaseException):
    """Raised by the objective that `jato.compare` gives to a function, at its budget or target, and
    whenever it is called after that.

    The function lets it through, or returns. It is no ``Exception``, so that handlers of those in an
    optimiser do not stop it."""


class _Counted:
    """The objective as a foreign method calls it, which minimises: counted, turned where the largest
    value is looked for, and cut at the budget and the target."""

    def __init__(self, job: _Job, f: Callable[[Any], Any], lower: Array, upper: Array) -> None:
        self._f, self._lower, self._upper, self._sign = f, lower, upper, job.sign
        self._budget, self._target = job.evaluations, job.goal
        self.nfev, self.best, self.stop = 0, math.inf, "returned"
        self.trace: list[tuple[int, float]] = []

    def __call__(self, x: Any) -> float:
        if self.nfev >= self._budget or self.stop != "returned":
            self._end("evaluations")
        point = np.array(x, dtype=float).reshape(self._lower.shape)
        try:
            value = self._sign * read_number(self._f(point))
        except Failed:
            value = math.inf
        self.nfev += 1
        inside = bool((point >= self._lower).all() and (point <= self._upper).all())
        if inside and value < self.best:  # never of NaN; a point outside of the box is no result
            self.best = value
            self.trace.append((self.nfev, value))
            if value <= self._target:
                self._end("target")
        return value

    def _end(self, why: str) -> None:
        if self.stop == "returned":
            self.stop = why
        raise EndOfRun


def _run_foreign(
    method: Foreign, f: Callable[[Any], Any], box: Array, job: _Job, seed: int
) -> ComparedRun:
    counted = _Counted(job, f, box[0], box[1])
    try:
        method(counted, box[0].copy(), box[1].copy(), job.evaluations, seed)
    except EndOfRun:
        pass
    return job.compared(seed, counted.best, counted.nfev, counted.stop, counted.trace)


def _run_own(job: _Job, settings: Mapping[str, Any], spec: Own, seed: int) -> ComparedRun:
    seen: list[tuple[int, float]] = []

    def watch(now: Progress) -> None:
        best = math.inf if now.maxcv > 0 else job.sign * now.fun
        if best < (seen[-1][1] if seen else math.inf):
            seen.append((now.nfev, best))

    result = job.minimize(settings, algorithm=spec, seed=seed, callback=watch)
    best = math.inf if result.maxcv > 0 else job.sign * float(result.fun)
    first = [
        (int(evaluations), job.sign * float(value))
        for evaluations, value in zip(result.trace["evaluations"][:1], result.trace["best"][:1])
        if math.isfinite(value) and not settings.get("penalty")
    ]
    trace: list[tuple[int, float]] = []
    for row in sorted([*first, *seen, (result.nfev, best)]):
        if row[1] < (trace[-1][1] if trace else math.inf):
            trace.append(row)
    return job.compared(seed, best, result.nfev, result.stop, trace)


def _name_of(one: Own) -> str:
    return one._spec(one._name()) if isinstance(one, Method) else one


def _read_methods(methods: Methods) -> dict[str, Union[Own, Foreign]]:
    if isinstance(methods, str):
        raise InputError(f"methods is {methods!r}; give a list of specs, or a dict of names and specs")
    given = methods if isinstance(methods, Mapping) else {_name_of(one): one for one in methods}
    named: dict[str, Union[Own, Foreign]] = dict(given)
    if not named:
        raise InputError('compare needs methods, such as ["pso", "cmaes:restarts=bipop"]')
    for name, method in named.items():
        if not isinstance(method, (str, Method)) and not callable(method):
            raise InputError(
                f"the method {name!r} is {method!r}; it is a spec such as \"pso\", a jato.Method, or a function "
                "f(objective, lower, upper, budget, seed)"
            )
    return named


def _check_settings(settings: Mapping[str, Any]) -> None:
    for name in settings:
        if name in _NOT_FAIR:
            raise InputError(f"methods are compared by evaluations; compare takes no {name}")
        if name in _OWN:
            raise InputError(f"compare takes no {name} as a setting of every run")


def compare(
    f: Union[Callable[..., Any], Problem],
    methods: Methods,
    bounds: Any = None,
    *,
    seeds: Union[int, Sequence[int]] = 15,
    evaluations: Optional[int] = None,
    target: Optional[float] = None,
    minimum: Optional[float] = None,
    maximize: bool = False,
    **settings: Any,
) -> Comparison:
    """Runs every method with every seed, each with the same number of evaluations.

    Parameters
    ----------
    f : callable or Problem
        The objective, as for `jato.minimize`.
    methods : list of str or Method, or dict
        Specs, ``["pso", "cmaes:restarts=bipop"]``, and objects of `jato.Method`, or names and those. Instead of a spec, a function
        ``method(objective, lower, upper, budget, seed)`` runs somebody else's optimiser, which calls
        ``objective(x)`` with a point. Its evaluations are counted and end at the budget or the target
        by `jato.EndOfRun`, which it lets through. What it returns is ignored; a point outside of the
        bounds costs an evaluation and is no result. It minimises: with ``maximize``, what it is given
        is the objective with the other sign.
    bounds : sequence or dict, optional
        As for `jato.minimize`; a problem has its own.
    seeds : int or sequence of int
        How many, from 1, or which.
    evaluations : int, optional
        The budget of each run; 1000 for each coordinate by default. A run also ends at the target, or when its
        method has nothing left to try, and counts with what it used.
    target : float, optional
        A value that is good enough; success rates and expected evaluations are about it.
    minimum : float, optional
        The known minimum (or maximum, where that is looked for), which runtimes are measured from; a
        jato problem may have its own minimum.
    maximize : bool
        Look for the largest value; all values, the target among them, have the objective's own sign.
    **settings
        Those of `jato.minimize`, for the methods of jato.

    Returns
    -------
    Comparison
        Median and quartiles, success rate, expected evaluations to the target (ERT), and a rank-sum
        test against the best method with Holm's correction. Print it for a table.

    Raises
    ------
    KeyboardInterrupt
        By Ctrl-C; its ``partial`` is the comparison so far.

    Notes
    -----
    Runs are made one after the other. docs/methods.md says what the numbers mean.

    Examples
    --------
    >>> found = jato.compare(
    ...     jato.problem("sphere", 2), ["cmaes", "random"], seeds=5, evaluations=400
    ... )
    >>> [one.name for one in found.methods]
    ['cmaes', 'random']
    """
    named = _read_methods(methods)
    _check_settings(settings)
    job = _Job(f, bounds, evaluations, target, maximize)
    if minimum is None and isinstance(f, Problem) and not maximize:
        minimum = f.minimum
    foreign = [name for name, method in named.items() if not isinstance(method, (str, Method))]
    if foreign and (job.box is None or any(settings.get(name) for name in _NOT_FOREIGN)):
        raise InputError(
            f"{foreign[0]} is a function, which needs a plain objective: (low, high) for each "
            f"coordinate, and no {', '.join(_NOT_FOREIGN)}"
        )
    chosen = range(1, seeds + 1) if isinstance(seeds, int) else [int(seed) for seed in seeds]
    runs: dict[str, list[ComparedRun]] = {name: [] for name in named}
    try:
        for seed in chosen:
            for name, method in named.items():
                if isinstance(method, (str, Method)):
                    runs[name].append(_run_own(job, settings, method, seed))
                elif job.box is not None:
                    runs[name].append(_run_foreign(method, f, job.box, job, seed))
    except KeyboardInterrupt as interrupt:
        partial = Comparison(runs, job.dim, job.evaluations, target, minimum, maximize)
        interrupt.partial = partial  # type: ignore[attr-defined]
        raise
    return Comparison(runs, job.dim, job.evaluations, target, minimum, maximize)
