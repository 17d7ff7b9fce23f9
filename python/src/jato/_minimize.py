"""jato.minimize and jato.maximize: one call."""
from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Callable, Mapping, Optional, Sequence, Union, overload

from ._engine import Callback, Conduct, Engine
from ._inprocess import InProcess, Lifetime, read_on_error
from ._library import InputError
from ._objective import Objective
from ._options import Options, SettingsKeywords, describe
from ._problem import Problem
from ._ranks import read_comm
from ._result import OptimizeResult
from ._run import Run
from ._space import Array, Space
from ._workers import Pool, count_of, drive

if TYPE_CHECKING:
    from typing_extensions import Unpack

_WORTH_THREADS = 1 << 18  # numbers of a swarm


class Keywords(SettingsKeywords, total=False):
    """Every keyword of minimize, for type checkers; they tell by its bounds what the result's x is."""

    args: Sequence[Any]
    x0: Any
    vectorized: bool
    constraints: Any
    penalty: float
    workers: int
    on_error: str
    on_interrupt: str
    start_method: Optional[str]
    callback: Optional[Callback]
    progress: bool
    resume: bool
    comm: Any


@overload
def minimize(
    f: Problem, bounds: None = None, **keywords: Unpack[Keywords]
) -> OptimizeResult[Any]: ...
@overload
def minimize(
    f: Callable[..., Any], bounds: Mapping[str, Any], **keywords: Unpack[Keywords]
) -> OptimizeResult[dict[str, Any]]: ...
@overload
def minimize(
    f: Callable[..., Any], bounds: Any, **keywords: Unpack[Keywords]
) -> OptimizeResult[Array]: ...
@describe
def minimize(
    f: Union[Callable[..., Any], Problem],
    bounds: Any = None,
    *,
    args: Sequence[Any] = (),
    x0: Any = None,
    vectorized: bool = False,
    constraints: Any = (),
    penalty: float = 0.0,
    workers: int = 1,
    on_error: str = "raise",
    on_interrupt: str = "raise",
    start_method: Optional[str] = None,
    callback: Optional[Callback] = None,
    progress: bool = False,
    resume: bool = False,
    comm: Any = False,
    **settings: Unpack[SettingsKeywords],
) -> OptimizeResult:
    """Minimises f over its bounds and returns the best result.

    Parameters
    ----------
    f : callable or Problem
        A function of x, an array of the coordinates; or of a dict, if `bounds` is one; or a jato
        problem, which has its own bounds. With constraints it returns (value, constraints), unless
        they have their own functions.
    bounds : sequence of (low, high), or dict
        For each coordinate; SciPy's ``Bounds``; or a dict of names and `jato.Real`, `Integer`,
        `Category`, `Fixed` or (low, high).
    args : sequence
        Further arguments of `f`.
    x0 : array_like or dict, optional
        Where the first particle starts.
    vectorized : bool
        `f` gets all points of an iteration at once, ``X[n][dim]`` (or a dict of columns), and returns
        n values. X is libjato's own memory: read-only, valid during the call.
    constraints : sequence
        Each is ``"name <= number"`` (or ``>=``, ``==``), a `jato.Constraint`, or a dictionary as SciPy's.
    penalty : float
        0: any feasible point is better than any other; else the violation times this is added to the
        value.
    workers : int
        Processes that evaluate `f`; 1 evaluates in this process, unless there is a timeout; -1 means
        one per processor. The result is the same with any number of them.
    on_error : {"raise", "worst", "stop"}
        What an exception in `f` does: end the run and propagate to the caller with its traceback;
        make the point count as worst; end the run with what was found. `jato.Failed` counts as worst
        even with "raise". NaN, infinity, timeouts and dead workers count as worst, or end the run
        with "stop".
    on_interrupt : {"raise", "return"}
        Ctrl-C raises KeyboardInterrupt, whose ``partial`` is the result so far; or that result is
        returned.
    start_method : {"fork", "spawn", "forkserver"}, optional
        How workers are started; fork where it is safe, since it works with any function.
    callback : callable, optional
        Called with a `jato.Progress` after each iteration; it stops the run by returning True or
        raising StopIteration.
    progress : bool
        Show tqdm's bar, or a line where there is no tqdm.
    resume : bool
        Go on with the run file of ``save=``, if it exists.
    comm : bool or mpi4py.MPI.Comm
        All ranks that ``mpirun`` has started, or those of this communicator, make this run
        together, and each gets its result: see docs/cluster.md. Takes a libjato that was built with MPI. `callback` is called on every rank.
    **settings
        Those under Other Parameters.

    Returns
    -------
    OptimizeResult
        The best point `x`, its value `fun`, and how the run went.

    Raises
    ------
    InputError
        For bounds, settings or values that make no sense.
    FileExistsError
        The file of ``save=`` exists, and `resume` is not set.

    Notes
    -----
    The run ends at the first of the limits iterations, evaluations, seconds, target and stall
    (iterations without improvement); if none is set, or only a target, after 1000 iterations of a
    swarm or 64,000 evaluations of any other algorithm. A population that has come together ends, too,
    unless no_converge. The same seed gives the same result, with any number of workers. See also docs/guide-python.md.

    Examples
    --------
    >>> def f(x):
    ...     return (x[0] - 1) ** 2 + abs(x[1])
    >>> result = jato.minimize(f, [(-5, 5)] * 2, iterations=300, seed=1)
    >>> result.success, result.fun < 1e-6, result.x.shape
    (True, True, (2,))

    Named variables, one of them whole, and a constraint:

    >>> def box(v):
    ...     return v["wide"] * v["n"], {"volume": v["wide"] ** 2 * v["n"]}
    >>> found = jato.minimize(
    ...     box,
    ...     {"wide": (1, 20), "n": jato.Integer(1, 9)},
    ...     constraints=["volume >= 100"],
    ...     iterations=200,
    ... )
    >>> found.x["n"], found.maxcv
    (1, 0.0)
    """
    options = Options.read(settings)
    if on_interrupt not in ("raise", "return"):
        raise InputError(f'on_interrupt is {on_interrupt!r}; it is "raise" or "return"')
    read_on_error(on_error)
    count = count_of(workers)
    conduct = Conduct(on_error == "stop", callback, progress, resume, read_comm(comm))
    job = _Job(options, conduct, on_error, on_interrupt)
    if isinstance(f, Problem):
        if bounds is not None or constraints or x0 is not None or vectorized or args:
            raise InputError(
                "a jato problem has its own bounds, constraints and arguments: set them when you "
                "create it"
            )
        return job.of_problem(f, count)
    if bounds is None:
        raise InputError("give bounds: (low, high) for each coordinate, or a dict of variables")
    objective = Objective(f, Space(bounds, constraints, penalty, x0), vectorized, args)
    if options.device is None:
        # Threads that wait for the next move would take the processors from the function.
        large = (options.number("particles") or 0) * len(objective.space.names) >= _WORTH_THREADS
        options.device = "cpu" if large else "cpu:threads=1"
    if count == 1 and options.timeout is None:
        return job.in_process(objective)
    if comm:
        raise InputError(
            "with comm each rank calls the function itself, without workers and timeout: start more ranks"
        )
    return job.with_workers(objective, count, start_method)


def maximize(
    f: Union[Callable[..., Any], Problem], bounds: Any = None, **keywords: Any
) -> OptimizeResult:
    """Maximises f over its bounds and returns the best result.

    The points are those of minimising -f, bit for bit.

    Parameters
    ----------
    f, bounds
        As for `jato.minimize`.
    **keywords
        Those of `jato.minimize`, whose ``maximize=True`` this is.

    Returns
    -------
    OptimizeResult
        `fun`, like a target, the trace and run files, has the sign of `f`; it is -infinity where no
        value was finite.

    Examples
    --------
    >>> found = jato.maximize(lambda x: 3 - abs(x[0] - 1), [(-5, 5)], evaluations=400, seed=1)
    >>> abs(found.fun - 3) < 1e-3
    True
    """
    return minimize(f, bounds, maximize=True, **keywords)


class _Job:
    """What all three ways to evaluate share."""

    def __init__(self, options: Options, conduct: Conduct, on_error: str, on_interrupt: str) -> None:
        self.options, self.conduct = options, conduct
        self.on_error, self.on_interrupt = on_error, on_interrupt

    def interrupted(self, interrupt: KeyboardInterrupt, partial: OptimizeResult) -> OptimizeResult:
        if self.on_interrupt == "return":
            return partial
        interrupt.partial = partial  # type: ignore[attr-defined]
        raise interrupt

    def of_problem(self, problem: Problem, workers: int) -> OptimizeResult:
        handle, space = problem._handle, problem._space
        is_program = problem._program
        conduct = replace(self.conduct, workers=workers, watch=is_program, each=is_program)
        engine = Engine(handle.pointer, space, self.options, conduct)
        run = engine.create()
        try:
            engine.step_to_end(run.pointer)
            return engine.result(run.pointer)
        except KeyboardInterrupt as interrupt:
            engine.keep(run.pointer)
            return self.interrupted(interrupt, engine.result(run.pointer, ended=False))
        finally:
            run.close()
            engine.close()

    def in_process(self, objective: Objective) -> OptimizeResult:
        inside = InProcess(objective, self.on_error)
        try:
            return self._in_process(objective, inside, inside.lifetime)
        finally:
            inside.close()

    def _in_process(
        self, objective: Objective, inside: InProcess, life: Lifetime
    ) -> OptimizeResult:
        assert life.problem is not None
        cause: Optional[BaseException] = None
        conduct = replace(self.conduct, watch=True, each=not objective.vectorized)
        with closing(Engine(life.problem.pointer, objective.space, self.options, conduct)) as engine:
            try:
                life.run = engine.create()
                engine.step_to_end(life.run.pointer)
            except BaseException as error:
                cause = error if inside.error is None else inside.error
        # Raised outside of the handler, so that it keeps its own cause and context.
        if isinstance(cause, KeyboardInterrupt) and life.run is not None:
            return self.interrupted(cause, engine.result(life.run.pointer, ended=False))
        if cause is not None or life.run is None:
            raise cause or AssertionError
        result = engine.result(life.run.pointer)
        result.messages = list(inside.messages)
        return result

    def with_workers(
        self, objective: Objective, count: int, start_method: Optional[str]
    ) -> OptimizeResult:
        timeout = self.options.number("timeout")
        with Pool(objective, count, timeout, start_method) as pool, Run(
            objective.space,
            on_failure="stop" if self.on_error == "stop" else "worst",
            resume=self.conduct.resume,
            callback=self.conduct.callback,
            progress=self.conduct.progress,
            reuse=not objective.vectorized,
            **self.options.given(),
        ) as run:
            try:
                drive(run, pool, self.on_error == "raise")
                return run.result()
            except KeyboardInterrupt as interrupt:
                pool.close()
                if self.options.save is not None:
                    run.save(self.options.save)
                return self.interrupted(interrupt, run.result(ended=False))
