"""Run files, read by libjato; no other library is needed."""
from __future__ import annotations

from typing import Any, Optional

import numpy as np

from ._engine import open_record
from ._library import InputError, call, doubles, ffi, lib, made, text
from ._options import Path
from ._problem import Problem
from ._result import OptimizeResult, read_members
from ._space import Array
from ._tables import write_parquet

_FIELDS = {
    "position": "JATO_RECORD_POSITION",
    "velocity": "JATO_RECORD_VELOCITY",
    "own": "JATO_RECORD_OWN",
    "value": "JATO_RECORD_VALUE",
}


def _copied(pointer: Any, *shape: int) -> Array:
    count = int(np.prod(shape))
    if count == 0:
        return np.empty(shape)
    flat = np.frombuffer(ffi.buffer(pointer, 8 * count), dtype=np.float64)
    out: Array = flat.reshape(shape).copy()
    return out


class RunFile:
    """An open run file; close it, or use it in a ``with``. `jato.open_run` opens one.

    Parameters
    ----------
    path : path
        The run file.
    trust : bool
        Allow to recreate the problem of a file that somebody else made.

    Attributes
    ----------
    path, version, host, saved_at : str
        What was read, and its origin.
    problem_name : str
    dim : int
    lower, upper : ndarray
        The bounds.
    algorithm, walls, device : str
    particle_count, seed : int
    best : float
        The best value so far, at `x`, an array.
    stop, digest : str
    nit, nfev : int
    seconds : float
    trace : dict of ndarray
        Its history, ready for ``pandas.DataFrame``: a row for some iterations. ``submethod`` names the
        method inside of auto that found the best.
    trace_x : ndarray
        The best point at each row of the trace, ``[rows][dim]``.

    Examples
    --------
    >>> _ = jato.minimize(jato.problem("sphere", 2), iterations=20, save="file.h5")
    >>> with jato.open_run("file.h5") as run:
    ...     run.problem_name, run.nit, run.x.shape
    ('sphere', 20, (2,))
    """

    def __init__(self, path: Path, trust: bool = False) -> None:
        self._handle = open_record(path, trust)
        info = self._info = lib.jato_record_get_info(self._handle.pointer)
        self.path, self.version = text(info.path), text(info.version)
        self.host, self.saved_at = text(info.host), text(info.saved_at)
        self.problem_name, self.dim = text(info.problem), int(info.dim)
        self.lower, self.upper = _copied(info.lower, self.dim), _copied(info.upper, self.dim)
        options = info.options
        self.algorithm, self.walls = text(options.algorithm), text(options.walls)
        self.device = text(options.device)
        self.particle_count, self.seed = int(options.particles), int(options.seed)
        self.x = _copied(info.x, self.dim)
        now = read_members(info.result[0])
        self.best, self.stop, self.nit, self.nfev = now["fun"], now["stop"], now["nit"], now["nfev"]
        self.digest, self.seconds = now["digest"], now["seconds"]
        self.trace = self._read_trace()
        self.trace_x = _copied(info.row_x, int(info.row_count), self.dim)

    def _read_trace(self) -> dict[str, Any]:
        kind = np.dtype(
            [(name, np.uint64) for name in ("iteration", "evaluations", "nonfinite")]
            + [(name, np.float64) for name in ("best", "seconds", "diversity")]
            + [("submethod", np.uint64)]
        )
        count = int(self._info.row_count)
        if count == 0:
            return {name: np.empty(0) for name in kind.names or ()}
        rows = np.frombuffer(ffi.buffer(self._info.rows, kind.itemsize * count), dtype=kind)
        trace: dict[str, Any] = {
            name: rows[name].astype(np.int64 if rows[name].dtype == np.uint64 else np.float64)
            for name in kind.names or ()
        }
        names = np.array(["", *text(self._info.submethods).split(",")])
        trace["submethod"] = names[trace["submethod"]]
        return trace

    def __repr__(self) -> str:
        return f"<run file {self.path}: {self.problem_name}, {self.nit} iterations, best {self.best:g}>"

    def particles(self, field: str = "position", first: int = 0, count: Optional[int] = None) -> Array:
        """A field of the swarm.

        Parameters
        ----------
        field : {"position", "velocity", "own", "value"}
            ``own``: the best point of each; ``value``: the best value of each.
        first : int
            The first particle.
        count : int, optional
            How many; all from `first` on by default.

        Returns
        -------
        ndarray
            ``[count][dim]``, or ``[count]`` for values.

        Examples
        --------
        >>> _ = jato.minimize(
        ...     jato.problem("sphere", 2), algorithm="pso", particles=9, iterations=5, save="swarm.h5"
        ... )
        >>> with jato.open_run("swarm.h5") as run:
        ...     run.particles("position").shape
        (9, 2)
        """
        if field not in _FIELDS:
            raise InputError(f"field is {field!r}; it is one of {', '.join(_FIELDS)}")
        self._check_open()
        count = self.particle_count - first if count is None else count
        if first < 0 or count < 0:
            raise InputError(f"particles {first} to {first + count} of {self.particle_count}")
        out = np.empty(count if field == "value" else (count, self.dim))
        kind = getattr(lib, _FIELDS[field])
        call(lib.jato_record_particles, self._handle.pointer, kind, first, count, doubles(out))
        return out

    @property
    def problem(self) -> Problem:
        """The problem, recreated; not for a Python function, which is not in the file. C source, a
        program or a shared object in a file that you did not make here raises TrustError, which says
        what would be run, unless the file was opened with trust=True."""
        self._check_open()
        return Problem(made("jato_problem_destroy", lib.jato_record_problem, self._handle.pointer))

    def plot(self, ax: Any = None, against: str = "evaluations") -> Any:
        """Plots the best value, as `OptimizeResult.plot`.

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
        >>> _ = jato.minimize(jato.problem("sphere", 2), iterations=20, save="plot.h5")
        >>> with jato.open_run("plot.h5") as run:
        ...     run.plot().get_ylabel()
        'best value'
        """
        return OptimizeResult(trace=self.trace, algorithm=self.algorithm).plot(ax, against)

    def to_parquet(self, path: Path, what: str = "trace") -> None:
        """Writes a table of the run as an Apache Parquet file. Needs pyarrow.

        Parameters
        ----------
        path : path
            The file to write.
        what : {"trace", "swarm", "frames", "evaluations"}
            Which; the columns are those of ``jato export --what``.

        Examples
        --------
        >>> _ = jato.minimize(jato.problem("sphere", 2), iterations=20, save="table.h5")
        >>> with jato.open_run("table.h5") as run:
        ...     run.to_parquet("table.parquet")
        """
        self._check_open()
        write_parquet(self, path, what)

    def _check_open(self) -> None:
        if not self._handle.is_open:
            raise InputError(f"{self.path} was closed")

    def close(self) -> None:
        """Lets go of the file; what was read stays.

        Examples
        --------
        >>> _ = jato.minimize(jato.problem("sphere", 2), iterations=20, save="closed.h5")
        >>> run = jato.open_run("closed.h5")
        >>> run.close()
        >>> run.nit
        20
        """
        self._handle.close()

    def __enter__(self) -> RunFile:
        return self

    def __exit__(self, *reason: Any) -> None:
        self.close()


def open_run(path: Path, trust: bool = False) -> RunFile:
    """Opens the newest intact checkpoint of a run file. Looking at it runs nothing.

    Parameters
    ----------
    path : path
        The run file.
    trust : bool
        Allow to recreate the problem of a file that somebody else made.

    Returns
    -------
    RunFile

    Examples
    --------
    >>> result = jato.minimize(jato.problem("sphere", 2), iterations=20, save="open.h5")
    >>> with jato.open_run("open.h5") as run:
    ...     run.digest == result.digest
    True
    """
    return RunFile(path, trust)
