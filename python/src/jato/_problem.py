"""Problems that libjato evaluates by itself: the gallery, C source, programs, shared objects."""
from __future__ import annotations

import os
from functools import partial
from typing import Any, Callable, Optional, Sequence

import numpy as np

from ._library import Failed, Handle, InputError, call, doubles, encode, ffi, lib, made, new_sized, text
from ._options import Options, Path, answer_old_names
from ._space import Array, Space


class Problem:
    """What libjato evaluates by itself: no Python runs between evaluations.

    `jato.problem`, `problem_from_c`, `problem_from_residuals`, `command` and `shared_object` make
    them; `jato.minimize` takes one instead of a function. Called with ``x[dim]`` or ``x[n][dim]``,
    it returns the value or the n values.

    Attributes
    ----------
    name : str
    dim : int
        The number of coordinates that are searched.
    bounds : list of (float, float)
        For each variable.
    minimum : float or None
        The known minimum.

    Examples
    --------
    >>> sphere = jato.problem("sphere", 3)
    >>> sphere.dim, sphere.minimum, sphere([0, 0, 2])
    (3, 0.0, 4.0)
    """

    def __init__(self, handle: Handle, space: Optional[Space] = None, program: bool = False) -> None:
        self._handle = handle
        self._space = space
        self._program = program
        self._callback: Any = None
        info = lib.jato_problem_get_info(handle.pointer)
        self.name = text(info.name)
        self.dim = int(info.dim)
        self.minimum = None if info.minimum != info.minimum else float(info.minimum)
        self.bounds = [(info.lower[i], info.upper[i]) for i in range(self.dim)]

    def __repr__(self) -> str:
        return f"<jato problem {self.name}, {self.dim} dimensions>"

    @property
    def minimizer(self) -> Optional[Array]:
        """The location of the known minimum; None if it is not known."""
        x = np.empty(self.dim)
        known = lib.jato_problem_minimizer(self._handle.pointer, doubles(x))
        return x if known else None

    def __call__(self, x: Any, cache: Optional[Path] = None, compiler: Optional[str] = None) -> Any:
        points = np.ascontiguousarray(x, dtype=np.float64)
        if points.ndim not in (1, 2) or points.shape[-1] != self.dim:
            raise InputError(
                f"{self.name} has {self.dim} dimensions; a point of shape {points.shape} does not fit"
            )
        f = np.empty(1 if points.ndim == 1 else len(points))
        options, keep = Options(cache=cache, compiler=compiler).to_c()
        call(lib.jato_problem_evaluate, self._handle.pointer, doubles(points), len(f), doubles(f), options)
        del keep
        return float(f[0]) if points.ndim == 1 else f


_made = partial(made, "jato_problem_destroy")


def _box(bounds: Any) -> tuple[Any, Any, int]:
    """(lower, upper, dim) for C, from plain bounds."""
    space = Space(bounds)
    if space.named:
        raise InputError("C source and the gallery take bounds as (low, high) for each coordinate")
    pairs: list[Any] = list(space.variables.values())
    return (
        ffi.new("double[]", [one.low for one in pairs]),
        ffi.new("double[]", [one.high for one in pairs]),
        len(pairs),
    )


def problem(name: str, dim: int = 0, bounds: Any = None) -> Problem:
    """A problem of the gallery.

    Parameters
    ----------
    name : str
        Such as ``"rastrigin"`` or ``"quadrature:m_max=5"``; `jato.problems` lists them.
    dim : int
        0 means its own dimension.
    bounds : sequence of (low, high), optional
        Bounds to use instead of its own.

    Returns
    -------
    Problem

    Examples
    --------
    >>> jato.problem("rosenbrock", 4)
    <jato problem rosenbrock, 4 dimensions>
    """
    lower = upper = None
    if bounds is not None:
        lower, upper, count = _box(bounds)
        if dim not in (0, count):
            raise InputError(f"dim is {dim}, and there are bounds for {count} dimensions")
        dim = count
    handle = _made(lib.jato_problem_from_gallery, name.encode(), dim, ffi.NULL)
    if lower is not None:
        call(lib.jato_problem_set_box, handle.pointer, lower, upper)
    return Problem(handle)


def problem_from_c(
    source: str,
    bounds: Any,
    *,
    data: Optional[Sequence[float]] = None,
    name: str = "objective.c",
    folder: Optional[Path] = None,
) -> Problem:
    """A problem from C source, which is compiled when a run begins.

    Parameters
    ----------
    source : str
        ``JATO_OBJECTIVE(x, n) {...}`` or ``JATO_RESIDUALS``, or an expression such as
        ``"sq(x(0) - 1) + sq(x(1))"``; docs/objectives.md says what it may contain.
    bounds : sequence of (low, high)
    data : sequence of float, optional
        Read as ``data[0]``, ``data[1]``, ...
    name : str
        What messages of the compiler call it.
    folder : path, optional
        Where ``#include "..."`` is looked up.

    Returns
    -------
    Problem

    Examples
    --------
    >>> bowl = jato.problem_from_c("sq(x(0) - 1) + sq(x(1))", [(-5, 5)] * 2)
    >>> bowl([1, 2])
    4.0
    """
    lower, upper, dim = _box(bounds)
    is_file = "JATO_OBJECTIVE" in source or "JATO_RESIDUALS" in source
    numbers = ffi.new("double[]", [float(value) for value in data] if data is not None else [])
    c_text, c_name = ffi.new("char[]", source.encode()), ffi.new("char[]", name.encode())
    c_folder = ffi.NULL if folder is None else ffi.new("char[]", encode(folder))
    given = new_sized("jato_source")
    if is_file:
        given.text = c_text
    else:
        given.expression = c_text
    given.name, given.folder = c_name, c_folder
    given.data, given.data_count = numbers, len(numbers)
    return Problem(_made(lib.jato_problem_from_source, given, dim, lower, upper))


def problem_from_residuals(function: Callable[[Array], Any], bounds: Any) -> Problem:
    """A problem whose value is the sum of the squares of residuals: what ``algorithm="lm"`` takes.

    Parameters
    ----------
    function : callable
        ``function(x)`` returns the residuals, an array that always has the same length. It is called
        once in the middle of the box to see the length. Raise `jato.Failed` for a point that has no
        value; any other exception is printed and ends the run.
    bounds : sequence of (low, high)

    Returns
    -------
    Problem

    Examples
    --------
    >>> t = np.linspace(0, 1, 9)
    >>> fit = jato.problem_from_residuals(lambda p: p[0] * t + p[1] - (2 * t + 1), [(-5, 5)] * 2)
    >>> result = jato.minimize(fit, algorithm="lm", evaluations=200)
    >>> bool(np.allclose(result.x, [2, 1]))
    True
    """
    lower, upper, dim = _box(bounds)
    middle = np.array([(lower[i] + upper[i]) / 2 for i in range(dim)])
    count = np.asarray(function(middle), dtype=np.float64).size
    if count == 0:
        raise InputError("the function of residuals returned none")

    def fill(x: Any, n: int, r: Any, expected: int, user: Any) -> int:
        out = np.frombuffer(ffi.buffer(r, 8 * expected), dtype=np.float64)
        try:
            found = np.asarray(function(np.frombuffer(ffi.buffer(x, 8 * n)).copy()), dtype=np.float64)
        except Failed:
            out[:] = np.nan
            return 0
        if found.size != expected:
            raise InputError(f"there were {expected} residuals, and now there are {found.size}")
        out[:] = found.ravel()
        return 0

    callback = ffi.callback("jato_residuals_fn", fill, error=1)
    given = new_sized("jato_function", residuals=callback, residual_count=count)
    problem = Problem(_made(lib.jato_problem_from_function, given, dim, lower, upper))
    problem._callback = callback  # lives as long as the problem
    return problem


_BY = {"arguments": "JATO_BY_ARGUMENTS", "environment": "JATO_BY_ENVIRONMENT", "input": "JATO_BY_INPUT"}
_KEEP = {"none": "JATO_KEEP_NONE", "failed": "JATO_KEEP_FAILED", "all": "JATO_KEEP_ALL"}


def _pick(table: dict[str, str], what: str, name: str) -> int:
    if name not in table:
        raise InputError(f"{what} is {name!r}; it is one of {', '.join(table)}")
    return int(getattr(lib, table[name]))


@answer_old_names
def command(
    command: str,
    variables: Any,
    *,
    constraints: Any = (),
    penalty: float = 0.0,
    shell: bool = False,
    by: Sequence[str] = ("arguments",),
    folder: Optional[Path] = None,
    scratch: Optional[Path] = None,
    keep_folders: str = "none",
    templates: Sequence[Path] = (),
    result_field: Optional[str] = None,
    result_file: Optional[str] = None,
    persistent: bool = False,
) -> Problem:
    """A problem whose value a program computes. docs/programs.md says more of every setting.

    Parameters
    ----------
    command : str
        The line, with places for values: ``"./sim --kappa {kappa} -n {n}"``.
    variables : dict, or sequence of (low, high)
        As the bounds of `jato.minimize`.
    constraints : sequence
        As for `jato.minimize`; the program prints their numbers.
    penalty : float
        As for `jato.minimize`.
    shell : bool
        Pass the line to /bin/sh.
    by : sequence of {"arguments", "environment", "input"}
        How the program gets the values.
    folder : path, optional
        Where it is started.
    scratch : path, optional
        Where each evaluation has a folder of its own.
    keep_folders : {"none", "failed", "all"}
        Which of those folders are kept.
    templates : sequence of path
        Files that are copied to the folder of an evaluation with the values filled in.
    result_field : str, optional
        The field of the JSON that it prints; otherwise the value is the last number it prints.
    result_file : str, optional
        A file to read instead of what it prints.
    persistent : bool
        The program is started once, and answers lines of JSON.

    Returns
    -------
    Problem

    Examples
    --------
    >>> program = jato.command("echo {k}", {"k": jato.Integer(3, 9)})
    >>> result = jato.minimize(program, particles=8, iterations=5, workers=2)
    >>> result.x, result.fun
    ({'k': 3}, 3.0)
    """
    space = Space(variables, constraints, penalty)
    keep: list[Any] = []

    def c_text(value: Optional[Path]) -> Any:
        if value is None:
            return ffi.NULL
        keep.append(ffi.new("char[]", encode(value)))
        return keep[-1]

    given = new_sized("jato_command")
    setattr(given, "shell" if shell else "command", c_text(command))
    given.by = sum(_pick(_BY, "by", one) for one in ([by] if isinstance(by, str) else by))
    given.folder, given.scratch = c_text(folder), c_text(scratch)
    given.keep_folders = _pick(_KEEP, "keep_folders", keep_folders)
    files = ffi.new("char *[]", [c_text(os.fspath(one)) for one in templates])
    given.template_files, given.template_count = files, len(files)
    given.result_field, given.result_file = c_text(result_field), c_text(result_file)
    given.persistent = int(persistent)
    c_space, space_keep = space.to_c(by_text=True)
    keep += [files, *space_keep]
    return Problem(_made(lib.jato_problem_from_command, given, c_space), space, program=True)


def shared_object(
    path: Path,
    variables: Any,
    *,
    constraints: Any = (),
    penalty: float = 0.0,
    worker: Optional[Path] = None,
) -> Problem:
    """A problem from a shared object with ``double jato_objective(const double *x, int n)``.

    Parameters
    ----------
    path : path
        The shared object.
    variables : dict, or sequence of (low, high)
        As the bounds of `jato.minimize`.
    constraints : sequence
        As for `jato.minimize`.
    penalty : float
        As for `jato.minimize`.
    worker : path, optional
        The program jato (``"jato"``), to call it in processes of its own, so that a crash costs one
        evaluation.

    Returns
    -------
    Problem

    Examples
    --------
    >>> import subprocess
    >>> with open("bowl.c", "w") as file:
    ...     _ = file.write("double jato_objective(const double *x, int n) { return n * x[0] * x[0]; }")
    >>> _ = subprocess.run(["cc", "-shared", "-fPIC", "bowl.c", "-o", "bowl.so"], check=True)
    >>> jato.shared_object("./bowl.so", [(-5, 5)])([2.0])
    4.0
    """
    space = Space(variables, constraints, penalty)
    c_path = ffi.new("char[]", encode(path))
    c_worker = ffi.NULL if worker is None else ffi.new("char[]", encode(worker))
    given = new_sized("jato_object", path=c_path, worker=c_worker)
    c_space, keep = space.to_c(by_text=True)
    handle = _made(lib.jato_problem_from_object, given, c_space)
    del keep
    return Problem(handle, space, program=worker is not None)
