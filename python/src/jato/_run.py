"""Ask and tell: the caller evaluates, wherever and in any order."""
from __future__ import annotations

from typing import Any, Mapping, Optional, Union

import numpy as np

from ._engine import Callback, Conduct, Engine
from ._library import InputError, call, check, encode, ffi, lib, made, new_error, new_sized
from ._options import Options, Path, answer_old_names
from ._result import OptimizeResult, stop_name
from ._space import Array, Space


class Trial:
    """A point to evaluate, from `Run.ask`.

    Attributes
    ----------
    id : int
        To tell its value by.
    x : ndarray or dict
        As an objective would get it.
    raw : ndarray
        A number for each variable: whole numbers, and the places of choices, as floats.
    particle, attempt : int
        Whose it is, and how often it was handed out before.

    Examples
    --------
    >>> with jato.Run([(-5, 5)] * 2, iterations=10) as run:
    ...     trial = run.ask(1)[0]
    ...     trial.x.shape, trial.attempt
    ((2,), 0)
    """

    __slots__ = ("id", "x", "raw", "particle", "attempt")

    def __init__(self, id: int, x: Any, raw: Array, particle: int, attempt: int) -> None:
        self.id = id
        self.x = x
        self.raw = raw  # [variable_count]: whole numbers and places of choices as floats
        self.particle = particle
        self.attempt = attempt

    def __repr__(self) -> str:
        return f"Trial(id={self.id}, x={self.x!r})"


class Run:
    """A run whose points are returned by `ask` and whose values are passed to `tell`.

    Parameters
    ----------
    bounds, constraints, penalty, x0
        As for `jato.minimize`.
    on_failure : {"worst", "stop"}
        What happens if a point is reported with an error.
    resume, callback, progress
        As for `jato.minimize`.
    reuse : bool
        `ask` does not return a point again whose value is known.
    **options
        The settings of `jato.minimize`.

    Attributes
    ----------
    particles : int
        Points of an iteration.

    Examples
    --------
    >>> with jato.Run([(-5, 5)] * 2, iterations=100) as run:
    ...     while not run.done:
    ...         for trial in run.ask():
    ...             run.tell(trial, float(trial.x @ trial.x))
    ...     run.result().fun < 1e-3
    True
    """

    def __init__(
        self,
        bounds: Any,
        *,
        constraints: Any = (),
        penalty: float = 0.0,
        x0: Any = None,
        on_failure: str = "worst",
        resume: bool = False,
        callback: Optional[Callback] = None,
        progress: bool = False,
        reuse: bool = False,
        **options: Any,
    ) -> None:
        if on_failure not in ("worst", "stop"):
            raise InputError(f'on_failure is {on_failure!r}; it is "worst" or "stop"')
        self.space = bounds if isinstance(bounds, Space) else Space(bounds, constraints, penalty, x0)
        c_space, keep = self.space.to_c()
        self._error = new_error()
        self._problem = made("jato_problem_destroy", lib.jato_problem_for_ask, c_space, ffi.NULL)
        del keep
        conduct = Conduct(on_failure == "stop", callback, progress, resume, watch=True, each=True, reuse=reuse)
        self._engine = Engine(self._problem.pointer, self.space, Options.read(options), conduct)
        self._run = self._engine.create()
        self._trial, self._given = new_sized("jato_trial"), ffi.new("bool *")
        self._outcome, self._stop = new_sized("jato_outcome"), ffi.new("jato_stop *")
        self._constraints = ffi.new("double[]", max(1, len(self.space.constraints)))
        self._names = self.space.constraint_names
        self._now = new_sized("jato_result")
        self._look()
        self.particles = int(self._now.particles)

    def _look(self) -> None:
        """The run may have ended by points whose values are known."""
        lib.jato_run_get_info_sized(self._run.pointer, ffi.NULL, self._now)
        self._stop[0] = self._now.stop

    @property
    def done(self) -> bool:
        """Whether a limit was reached; ask then returns nothing."""
        return bool(self._stop[0] != lib.JATO_STOP_NONE)

    @property
    def stop(self) -> str:
        """Why it ended, as a word; "none" if it has not."""
        return stop_name(self._stop[0])

    def ask(self, n: Optional[int] = None) -> list[Trial]:
        """Points that may be evaluated now.

        Parameters
        ----------
        n : int, optional
            At most so many; all by default.

        Returns
        -------
        list of Trial
            Fewer, or none, if results of others must come first.

        Examples
        --------
        >>> with jato.Run([(-5, 5)] * 2, iterations=10) as run:
        ...     len(run.ask(3))
        3
        """
        out: list[Trial] = []
        trial, width = self._trial, 8 * len(self.space.names)
        while n is None or len(out) < n:
            code = lib.jato_run_ask_sized(self._open(), trial, self._given, self._error)
            self._engine._raise()
            check(code, self._error)
            if not self._given[0]:
                self._look()
                break
            raw = np.frombuffer(ffi.buffer(trial.values, width), dtype=np.float64).copy()
            out.append(
                Trial(trial.id, self.space.point(raw), raw, trial.particle, trial.attempt)
            )
        return out

    @answer_old_names
    def tell(
        self,
        trial: Union[Trial, int],
        value: Any = None,
        *,
        error: Union[str, BaseException, None] = None,
        status: str = "refused",
    ) -> None:
        """Tells the outcome of a trial.

        Parameters
        ----------
        trial : Trial or int
            The trial, or its id.
        value : float or (float, constraints)
            With constraints, their numbers too: a sequence, or a dict by name.
        error : str or exception, optional
            Instead of a value: why there is none.
        status : {"refused", "timeout", "worker", "nonfinite", "exit", "signal", "output"}
            What kind of failure an error is.

        Examples
        --------
        >>> with jato.Run([(-5, 5)] * 2, iterations=10) as run:
        ...     one, other = run.ask(2)
        ...     run.tell(one, 3.5)
        ...     run.tell(other.id, error="the rig was busy", status="timeout")
        """
        outcome, keep = self._outcome, None
        outcome.status, outcome.c, outcome.message = lib.JATO_EVAL_OK, ffi.NULL, ffi.NULL
        if error is not None:
            outcome.status = _status(status)
            keep = ffi.new("char[]", str(error).encode())
            outcome.message = keep
        else:
            outcome.f = self._read(value)
        id = trial.id if isinstance(trial, Trial) else int(trial)
        code = lib.jato_run_tell(self._open(), id, outcome, self._stop, self._error)
        del keep
        self._engine._raise()
        check(code, self._error)

    def _read(self, value: Any) -> float:
        """The value; constraints go to the outcome."""
        count = len(self._names)
        if not count:
            return float(value)
        if not isinstance(value, tuple) or len(value) != 2:
            raise InputError(f"there are {count} constraints: tell (value, constraints)")
        numbers = value[1]
        if isinstance(numbers, Mapping):
            numbers = [numbers[name] for name in self._names]
        numbers = np.atleast_1d(np.asarray(numbers, dtype=float)).ravel().tolist()
        if len(numbers) != count:
            raise InputError(f"{len(numbers)} numbers were given for {count} constraints")
        self._constraints[0:count] = numbers
        self._outcome.c = self._constraints
        return float(value[0])

    def recall(self) -> None:
        """Takes back every point that is out, to be returned by `ask` again.

        Examples
        --------
        >>> with jato.Run([(-5, 5)] * 2, iterations=10) as run:
        ...     first = run.ask(2)
        ...     run.recall()
        ...     bool((run.ask(1)[0].x == first[0].x).all())
        True
        """
        lib.jato_run_recall(self._open())

    def result(self, ended: bool = True) -> OptimizeResult:
        """The result so far; the final result if it is done.

        Parameters
        ----------
        ended : bool
            False for a run that is interrupted, whose result has no digest.

        Returns
        -------
        OptimizeResult

        Examples
        --------
        >>> with jato.Run([(-5, 5)] * 2, particles=4, iterations=10) as run:
        ...     for trial in run.ask():
        ...         run.tell(trial, float(trial.x @ trial.x))
        ...     run.result().nfev
        4
        """
        return self._engine.result(self._open(), ended)

    def save(self, path: Path) -> None:
        """Writes the current state to a file, which ``save=path, resume=True`` resumes.

        Parameters
        ----------
        path : path
            The run file.

        Examples
        --------
        >>> with jato.Run([(-5, 5)] * 2, iterations=10) as run:
        ...     run.save("asked.h5")
        """
        call(lib.jato_run_save, self._open(), encode(path))

    def _open(self) -> Any:
        if not self._run.is_open:
            raise InputError("the run was closed")
        return self._run.pointer

    def close(self) -> None:
        """Ends the run, as the end of a ``with`` does.

        Examples
        --------
        >>> run = jato.Run([(-5, 5)] * 2, iterations=10)
        >>> run.close()
        """
        if self._engine.is_calling:
            raise InputError(
                "a run cannot be closed by its own callback; return True from it to stop the run"
            )
        self._run.close()
        self._problem.close()
        self._engine.close()

    def __enter__(self) -> Run:
        return self

    def __exit__(self, *reason: Any) -> None:
        self.close()


_STATUSES = {
    name: getattr(lib, "JATO_EVAL_" + name.upper())
    for name in ("nonfinite", "timeout", "exit", "signal", "output", "worker", "refused")
}


def _status(name: str) -> int:
    if name not in _STATUSES:
        raise InputError(f"status is {name!r}; it is one of {', '.join(_STATUSES)}")
    return int(_STATUSES[name])
