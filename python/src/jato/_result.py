"""The result of a run, and its history."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Generic, Optional

import numpy as np

from ._library import ffi, lib, needs, new_sized, text
from ._space import Array, Space

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    Point = TypeVar("Point", default=Any)
else:
    from typing import TypeVar

    Point = TypeVar("Point")

_MESSAGES = {
    "none": "the run has not ended",
    "target": "the target was reached",
    "iterations": "the iteration limit was reached",
    "evaluations": "the evaluation limit was reached",
    "stall": "too many iterations without improvement",
    "time": "the time limit was reached",
    "callback": "the callback stopped the run",
    "failure": "an evaluation failed",
    "converged": "the algorithm has nothing left to try",
}


# Members of a result, in its own words and in those of jato_result.
_MEMBERS = {
    "fun": "best", "maxcv": "violation", "nit": "iterations", "nfev": "evaluations",
    **{name: name for name in ("standard_error", "samples", "nonfinite", "given", "reused", "seed", "particles",
                               "algorithm", "explanation", "device", "seconds")},
}


def read_members(result: Any) -> dict[str, Any]:
    """What a jato_result holds, by the names of a result."""
    found = {name: getattr(result, member) for name, member in _MEMBERS.items()}
    found = {name: text(one) if isinstance(one, ffi.CData) else one for name, one in found.items()}
    return {**found, "stop": stop_name(result.stop), "digest": f"{result.digest:016x}"}


class OptimizeResult(dict[str, Any], Generic[Point]):
    """What came of a run: a dict with attributes, like SciPy's.

    Attributes
    ----------
    x : ndarray, or dict of named variables
        The best point, as passed to the objective.
    fun : float
        Its value; infinity if no value was finite or no point was feasible.
    standard_error : float
        The standard error of `fun` if it is a mean, because values differ from call to call; else NaN.
    samples : int
        The values that `fun` is the mean of; 0: it is the smallest value.
    success : bool
        There is a value, and no failure stopped the run.
    message, stop : str
        Why it ended, in words and as a word: ``"target"``, ``"iterations"``, ...
    nit, nfev : int
        Iterations and evaluations.
    maxcv : float
        The violation of the constraints at `x`; 0 if all are met.
    params : dict
        The best point by name; x0, x1, ... of plain bounds.
    constraints : dict of str to float
        The constrained numbers at `x`, by name.
    nonfinite : int
        Values that were NaN or infinite.
    given : int
        Points whose values were known before the run: ``warm_start``.
    reused : int
        Evaluations that were answered by an earlier one of the same point.
    evaluations : dict of ndarray
        Each of them, a column for each variable; ready for ``pandas.DataFrame``. For functions of
        one point, programs and `jato.Run`; {} for others.
    failures : dict of str to int
        Evaluations without a value, by outcome.
    messages : list of str
        The last messages of those.
    seed, particles : int
        With which it can be repeated.
    algorithm : str
        With every parameter written out.
    explanation : str
        What an algorithm that chooses did last, and why; "" for any other.
    device : str
    digest : str
        A hash of the best value, its point and the swarm: the same for the same run.
    seconds : float
    profile : dict
        Where its time went, with ``profile=True``.
    trace : dict of ndarray
        How it got there: ``iteration``, ``evaluations``, ``best`` and ``seconds``, ready for
        ``pandas.DataFrame``. A row for every iteration, or in a long run for every second, fourth,
        ..., so that there are never more than 2048.

    Examples
    --------
    >>> result = jato.minimize(jato.problem("sphere", 2), iterations=30, seed=5)
    >>> result.nit, result["seed"], len(result.trace["best"])
    (30, 5, 31)
    """

    x: Point
    fun: float
    standard_error: float
    samples: int
    success: bool
    message: str
    nit: int
    nfev: int
    maxcv: float
    params: dict[str, Any]
    stop: str
    nonfinite: int
    constraints: dict[str, float]
    given: int
    reused: int
    evaluations: dict[str, Any]
    failures: dict[str, int]
    messages: list[str]
    seed: int
    particles: int
    algorithm: str
    explanation: str
    device: str
    digest: str
    seconds: float
    profile: dict[str, dict[str, float]]
    trace: dict[str, Any]

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"the result has no {name!r}; it has {', '.join(self)}") from None

    __setattr__ = dict.__setitem__
    __delattr__ = dict.__delitem__

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self]

    def __repr__(self) -> str:
        width = max(map(len, self), default=0)
        shown = (f"{name:>{width}}: {value!r}" for name, value in self.items() if name not in ("trace", "evaluations"))
        return "\n".join(shown)

    def plot(self, ax: Any = None, against: str = "evaluations") -> Any:
        """Plots the best value. Needs matplotlib.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to; new ones by default.
        against : {"evaluations", "iteration", "seconds"}
            The x axis.

        Returns
        -------
        matplotlib.axes.Axes

        Examples
        --------
        >>> result = jato.minimize(jato.problem("sphere", 2), iterations=30)
        >>> result.plot(against="iteration").get_xlabel()
        'iteration'
        """
        plt = needs("matplotlib.pyplot", "result.plot()")
        best = self.trace["best"]
        seen = np.isfinite(best)
        if ax is None:
            ax = plt.subplots(layout="constrained")[1]
        ax.step(self.trace[against][seen], best[seen], where="post", label=self.algorithm.split(":")[0])
        if seen.any() and best[seen].min() > 0:
            ax.set_yscale("log")
        ax.set_xlabel("time (s)" if against == "seconds" else against)
        ax.set_ylabel("best value")
        ax.grid(True, alpha=0.3)
        return ax


class Trace:
    """The state of a run at its iterations: all at first, later those that 2, 4, ... divides, so that
    there are never more than ROWS."""

    ROWS = 2048

    def __init__(self) -> None:
        self.rows: list[tuple[int, int, float, float]] = []
        self._every = 1

    def add(self, iteration: int, evaluations: int, best: float, seconds: float) -> None:
        if self.rows and (iteration <= self.rows[-1][0] or iteration % self._every):
            return
        self.rows.append((iteration, evaluations, best, seconds))
        if len(self.rows) >= self.ROWS:
            self._every *= 2
            self.rows[1:] = [row for row in self.rows[1:] if row[0] % self._every == 0]

    def wait(self, iteration: int) -> int:
        """How many iterations there are to the next row."""
        return self._every - iteration % self._every

    def table(self, last: Any) -> dict[str, Any]:
        rows = list(self.rows)
        # An iteration that a limit of evaluations cut short has no number of its own.
        if not rows or rows[-1][:2] != (last.iterations, last.evaluations):
            rows.append((last.iterations, last.evaluations, last.best, last.seconds))
        columns = list(zip(*rows))
        return {
            "iteration": np.array(columns[0], dtype=np.int64),
            "evaluations": np.array(columns[1], dtype=np.int64),
            "best": np.array(columns[2], dtype=float),
            "seconds": np.array(columns[3], dtype=float),
        }


def stop_name(stop: int) -> str:
    return text(lib.jato_stop_name(stop))


def failures_of(run: Any) -> tuple[dict[str, int], list[str]]:
    """(counts by status, the last messages) of a run's evaluations without a value."""
    found = new_sized("jato_failures")
    lib.jato_run_failures_sized(run, found)
    counts = {
        text(lib.jato_eval_status_name(status)): int(found.by_status[status])
        for status in range(1, lib.JATO_EVAL_STATUS_ROOM)
        if found.by_status[status]
    }
    return counts, [text(found.messages[i].text) for i in range(found.message_count)]


def make_result(
    result: Any, values: Array, space: Optional[Space], trace: dict[str, Any]
) -> OptimizeResult:
    """From jato_result and the best point in the user's units."""
    stop = stop_name(result.stop)
    found = math.isfinite(result.best)
    message = _MESSAGES.get(stop, stop)
    why = text(result.why)
    if why:
        message = why if stop == "failure" else f"{message}: {why}"
    if not found:
        message += "; no feasible point was found" if result.violation > 0 else "; no value was finite"
    named = space is not None and space.named
    by_name = (
        space.dictionary(values)
        if space is not None
        else {f"x{i}": v for i, v in enumerate(values.tolist())}
    )
    own: dict[str, Any] = {
        **read_members(result),
        "x": by_name if named else values,
        "success": found and stop != "failure",
        "message": message,
        "params": by_name,
        "trace": trace,
        "messages": [],
        "constraints": {}, "evaluations": {}, "failures": {}, "profile": {},
    }
    return OptimizeResult({name: own[name] for name in OptimizeResult.__annotations__})
