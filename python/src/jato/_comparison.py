"""What came of a comparison: the runs of several methods, and how the methods stand."""
from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, Optional

import numpy as np

from ._library import call, ffi, lib, needs, new_sized, new_sized_array
from ._space import Array


@dataclass
class ComparedRun:
    """A run of a method with a seed, in a `Comparison`.

    Attributes
    ----------
    seed : int
    fun : float
        The best value; infinity without one, or minus infinity where the largest is looked for.
    nfev : int
        The evaluations that it used.
    stop : str
        Why it ended: ``"target"``, ``"evaluations"``, ``"converged"``, ...
    trace : list of (int, float)
        Evaluations and best value, wherever it improved.
    maximize : bool
        Whether larger values are better.

    Examples
    --------
    >>> found = jato.compare(jato.problem("sphere", 2), ["pso"], seeds=[4], evaluations=300)
    >>> run = found.runs["pso"][0]
    >>> run.seed, run.nfev, run.fun == run.trace[-1][1]
    (4, 300, True)
    """

    seed: int
    fun: float
    nfev: int
    stop: str
    trace: list[tuple[int, float]] = field(repr=False)
    maximize: bool = False

    def reached(self, target: float) -> Optional[int]:
        """When the value was good enough.

        Parameters
        ----------
        target : float

        Returns
        -------
        int or None
            The evaluations after which the value was `target` or better; None if it never was.

        Examples
        --------
        >>> found = jato.compare(jato.problem("sphere", 2), ["pso"], seeds=1, evaluations=300)
        >>> run = found.runs["pso"][0]
        >>> run.reached(run.fun) <= 300, run.reached(-1.0)
        (True, None)
        """
        reached = lib.jato_reached_after(self._c(0, []), target, self.maximize)
        return int(reached) if reached else None

    def _c(self, method: int, kept: list[Any]) -> Any:
        """The run as libjato has it; `kept` keeps its trace alive."""
        kept.append(ffi.new("jato_improvement[]", self.trace))
        return ffi.new("jato_compared_run *", [method, self.fun, self.nfev, kept[-1], len(self.trace)])


@dataclass
class Standing:
    """The numbers of a method, as in a row of the program's ``jato compare``.

    Attributes
    ----------
    name : str
    runs : int
    median : float
    quartiles : (float, float)
    success_rate : float or None
        The share of runs that reached the target; None without a target.
    ert : float or None
        Expected evaluations to the target; infinity without a success, None without a target.
    mean_rank : float
    p : float or None
        Against the best, corrected by Holm's method; None for the best.
    exact : bool
        The test counted, and did not approximate.
    among_best : bool
        It is the best, or not significantly worse.

    Examples
    --------
    >>> found = jato.compare(
    ...     jato.problem("sphere", 2), ["cmaes", "random"], seeds=5, evaluations=400, target=1e-2
    ... )
    >>> found["cmaes"].success_rate, found["random"].among_best
    (1.0, False)
    """

    name: str
    runs: int
    median: float
    quartiles: tuple[float, float]
    success_rate: Optional[float]
    ert: Optional[float]
    mean_rank: float
    p: Optional[float]
    exact: bool
    among_best: bool


class Comparison:
    """The result of `jato.compare`; printed, it is a table, and ``found["pso"]`` is a row of it.

    Attributes
    ----------
    runs : dict of str to list of ComparedRun
        Those of every method.
    methods : list of Standing
        How the methods stand, the best first.
    dim, evaluations : int
        Coordinates that are searched, and the evaluations that each run had.
    target : float or None
    maximize : bool
        Whether larger values are better.
    reference : float
        What runtimes are measured from.
    minimum_known : bool
        Whether `reference` is the known minimum; otherwise it is the best value that any run has seen.

    Examples
    --------
    >>> found = jato.compare(
    ...     jato.problem("sphere", 2), ["cmaes", "random"], seeds=5, evaluations=400
    ... )
    >>> print(found)
      method  runs      median ...
    * cmaes      5 ...
      random     5 ...
    """

    def __init__(
        self,
        runs: dict[str, list[ComparedRun]],
        dim: int,
        evaluations: int,
        target: Optional[float],
        minimum: Optional[float],
        maximize: bool = False,
    ) -> None:
        self.runs, self.dim, self.evaluations, self.target = runs, dim, evaluations, target
        self.maximize = maximize
        every = [run for some in runs.values() for run in some]
        self.minimum_known = minimum is not None
        least, most = math.inf, -math.inf
        values = [run.fun for run in every]
        seen = max(values, default=most) if maximize else min(values, default=least)
        self.reference = seen if minimum is None else minimum
        self.methods = self._stand() if every else []

    def _c(self, kept: list[Any]) -> Any:
        """The comparison as libjato has it, of the methods that have runs; `kept` keeps it alive."""
        some = [runs for runs in self.runs.values() if runs]
        rows = [run._c(method, kept)[0] for method, runs in enumerate(some) for run in runs]
        kept.append(ffi.new("jato_compared_run[]", rows))
        target = math.nan if self.target is None else self.target
        return new_sized("jato_comparison", runs=kept[-1], run_count=len(rows), method_count=len(some), target=target,
                         maximize=self.maximize)

    def _stand(self) -> list[Standing]:
        kept: list[Any] = []
        comparison = self._c(kept)
        rows = new_sized_array("jato_standing", comparison.method_count)
        call(lib.jato_compare_methods_sized, comparison, rows)
        names = [name for name, runs in self.runs.items() if runs]
        aims = self.target is not None
        return [
            Standing(
                name=names[row.method],
                runs=row.runs,
                median=row.median,
                quartiles=(row.lower_quartile, row.upper_quartile),
                success_rate=row.reached / row.runs if aims else None,
                ert=row.ert if aims else None,
                mean_rank=row.mean_rank,
                p=row.p if place else None,
                exact=row.exact,
                among_best=row.among_best,
            )
            for place, row in enumerate(rows)
        ]

    def __getitem__(self, name: str) -> Standing:
        for one in self.methods:
            if one.name == name:
                return one
        raise KeyError(f"no method {name!r}; there are {', '.join(self.runs)}")

    def targets(self) -> Array:
        """The targets of the runtime distributions.

        Returns
        -------
        ndarray
            51 of them, 100 to 1e-8 above the reference (below it, where the largest value is looked
            for), or to the target of the runs.

        Examples
        --------
        >>> found = jato.compare(jato.problem("sphere", 2), ["pso"], seeds=2, evaluations=200)
        >>> len(found.targets())
        51
        """
        distance: Array = np.empty(lib.JATO_RUNTIME_TARGETS)
        kept: list[Any] = []
        place = ffi.from_buffer("double[]", distance)
        lib.jato_runtime_targets(self._c(kept), self.reference, place)
        return self.reference - distance if self.maximize else self.reference + distance

    def runtimes(self, name: str) -> tuple[Array, Array]:
        """The runtime distribution of a method.

        Parameters
        ----------
        name : str
            The method.

        Returns
        -------
        evaluations : ndarray
            Divided by the number of coordinates, rising.
        share : ndarray
            After so many evaluations per coordinate, this share of all pairs of a run and a target
            was solved. It rises at each, and stays where it is after.

        Examples
        --------
        >>> found = jato.compare(jato.problem("sphere", 2), ["pso"], seeds=2, evaluations=200)
        >>> at, share = found.runtimes("pso")
        >>> len(at) == len(share), bool(share[-1] <= 1)
        (True, True)
        """
        pairs = len(self.runs[name]) * lib.JATO_RUNTIME_TARGETS
        at: Array = np.empty(max(1, pairs))
        kept: list[Any] = []
        method = [one for one, runs in self.runs.items() if runs or one == name].index(name)
        place = ffi.from_buffer("double[]", at)
        solved = lib.jato_runtimes(self._c(kept), method, self.reference, place) if pairs else 0
        return at[:solved] / self.dim, np.arange(1, solved + 1) / max(1, pairs)

    def plot(self, ax: Any = None) -> Any:
        """Plots the runtime distributions. Needs matplotlib.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to; new ones by default.

        Returns
        -------
        matplotlib.axes.Axes

        Examples
        --------
        >>> found = jato.compare(jato.problem("sphere", 2), ["pso"], seeds=2, evaluations=200)
        >>> found.plot().get_xlabel()
        'evaluations / dim'
        """
        plt = needs("matplotlib.pyplot", "comparison.plot()")
        ax = plt.subplots(layout="constrained")[1] if ax is None else ax
        last = self.evaluations / self.dim
        for name in self.runs:
            at, share = self.runtimes(name)
            steps = np.concatenate([at[:1], at, [last]])
            shares = np.concatenate([[0.0] * len(at[:1]), share, share[-1:] if len(at) else [0.0]])
            ax.step(steps, shares, where="post", label=name)
        ax.set_xscale("log")
        ax.set_ylim(0, 1)
        known = "known maximum" if self.maximize else "known minimum"
        what = known if self.minimum_known else "best value seen,"
        side = "below" if self.maximize else "above"
        ax.set_title(f"{lib.JATO_RUNTIME_TARGETS} targets {side} the {what} {self.reference:.10g}")
        ax.set_xlabel("evaluations / dim")
        ax.set_ylabel("share of targets reached, over all runs")
        ax.legend()
        ax.grid(True, alpha=0.3)
        return ax

    def __repr__(self) -> str:
        with_target = "" if self.target is None else f"{'reached':>9}{'ERT':>11}"
        width = max((len(name) for name in self.runs), default=6)
        lines = [
            f"  {'method':{width}}  runs{'median':>12}{'25 %':>12}{'75 %':>12}{with_target}"
            f"{'rank':>8}{'p':>10}"
        ]
        for one in self.methods:
            goal = ""
            if one.success_rate is not None and one.ert is not None:
                reached = f"{round(one.success_rate * one.runs)}/{one.runs}"
                goal = f"{reached:>9}{one.ert:>11.0f}"
            p = "best" if one.p is None else f"{one.p:.2g}"
            lines.append(
                f"{'*' if one.among_best else ' '} {one.name:{width}}  {one.runs:4}{one.median:12.4g}"
                f"{one.quartiles[0]:12.4g}{one.quartiles[1]:12.4g}{goal}{one.mean_rank:8.1f}{p:>10}"
            )
        return "\n".join(lines)
