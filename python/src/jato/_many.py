"""jato.minimize_many: many runs in one call."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, Sequence, Union

import numpy as np

from ._library import InputError, check, doubles, ffi, lib, new_error
from ._method_table import table_of
from ._options import Options, SettingsKeywords, describe
from ._problem import Problem
from ._result import OptimizeResult, make_result

if TYPE_CHECKING:
    from typing_extensions import Unpack

_OF_ONE_RUN = ("seed", "save", "record_frames", "profile")


@describe
def minimize_many(
    problem: Union[Problem, Sequence[Problem]],
    seeds: Optional[Sequence[int]] = None,
    **settings: Unpack[SettingsKeywords],
) -> list[OptimizeResult]:
    """Minimises one problem with each of the seeds, or each of several problems, in one call.

    Parameters
    ----------
    problem : Problem or sequence of Problem
        A jato problem, or several with the same number of variables: one for each data set, say.
    seeds : sequence of int, optional
        For one problem, those of the runs; for several, one for each, or None for 1, 2, 3, ...
    **settings
        Those under Other Parameters.

    Returns
    -------
    list of OptimizeResult
        In the order of the seeds or problems, each bit for bit that of `jato.minimize`, without a
        trace.

    Raises
    ------
    KeyboardInterrupt
        By Ctrl-C, which ends the runs.

    Notes
    -----
    Runs are made side by side, each on one core: ``device="cpu:threads=N"`` says how many.

    Examples
    --------
    >>> sphere = jato.problem("sphere", 2)
    >>> runs = jato.minimize_many(sphere, seeds=range(1, 4), iterations=50)
    >>> [run.seed for run in runs]
    [1, 2, 3]
    """
    options = Options.read(settings)
    for name in _OF_ONE_RUN:
        if getattr(options, name) is not None:
            raise InputError(f"{name} is about one run, and minimize_many makes many; leave it out")
    problems, numbers = _tasks(problem, seeds)
    count, dim = len(problems), problems[0].dim if problems else 0
    tasks, results = ffi.new("jato_task[]", count), ffi.new("jato_result[]", count)
    if count > 0:
        results[0].size = ffi.sizeof("jato_result")
    for task, one, seed in zip(tasks, problems, numbers):
        task.problem, task.seed = one._handle.pointer, seed
    x = np.empty((count, dim))
    _call(tasks, count, options, x, results)
    return [_result(one, point, result) for one, point, result in zip(problems, x, results)]


def _tasks(
    problem: Union[Problem, Sequence[Problem]], seeds: Optional[Sequence[int]]
) -> tuple[list[Problem], list[int]]:
    numbers = None if seeds is None else [int(seed) for seed in seeds]
    if isinstance(problem, Problem):
        if numbers is None:
            raise InputError("give the seeds of the runs, as in seeds=range(1, 1001)")
        return [problem] * len(numbers), numbers
    problems = list(problem)
    for one in problems:
        if not isinstance(one, Problem):
            raise InputError(
                f"{one!r} is not a jato problem; minimize_many takes problems that libjato evaluates"
            )
    if numbers is None:
        numbers = list(range(1, len(problems) + 1))
    if len(numbers) != len(problems):
        raise InputError(f"{len(problems)} problems need as many seeds; there are {len(numbers)}")
    return problems, numbers


def _call(tasks: Any, count: int, options: Options, x: Any, results: Any) -> None:
    error = new_error()
    interrupted: list[BaseException] = []

    # Called about ten times a second: Python looks at signals, and raises what one asks for.
    def look(progress: Any, user: Any) -> int:
        return 1 if interrupted else 0

    def broken(kind: Any, cause: BaseException, where: Any) -> None:
        interrupted.append(cause.with_traceback(where))

    watch = ffi.callback("jato_progress_fn", look, error=1, onerror=broken)
    c_options, keep = options.to_c()
    c_options.progress = watch
    table = table_of(options.algorithm, broken)  # until the call is over
    if table is not None:
        c_options.method = table.pointer
    status = lib.jato_minimize_many_sized(tasks, count, c_options, doubles(x), results, error)
    del keep
    if interrupted:
        raise interrupted[0]
    check(status, error)


def _result(problem: Problem, x: Any, result: Any) -> OptimizeResult:
    space = problem._space
    values = np.empty(problem.dim if space is None else len(space.variables))
    lib.jato_problem_values(problem._handle.pointer, doubles(x), doubles(values))
    return make_result(result, values, space, {})
