"""A run of libjato from beginning to end: created or resumed, watched, stepped."""
from __future__ import annotations

import contextlib
import os
import sys
import tempfile
import time
import warnings
import weakref
from dataclasses import dataclass, replace
from typing import Any, Callable, Optional

import numpy as np

from ._evaluations import is_file, read_evaluations, write_table
from ._library import (Handle, InputError, call, check, doubles, encode, ffi, kernels_of, lib,
                       made, new_error, new_sized, owned, usual_key)
from ._method_table import table_of
from ._options import FreshSeed, Options, new_options
from ._ranks import ranks
from ._result import OptimizeResult, Trace, failures_of, make_result
from ._space import Array, Space

# A step makes as many iterations as fit between these times, so that Python looks at signals often
# and costs nothing.
_STEP_SECONDS = (0.001, 0.05)
_TO_THE_END = 2**64 - 1


def values_of(problem: Any, run: Any, count: int, dim: int, result: Any) -> Array:
    """Fills *result and returns the best point in the user's units."""
    x, values = np.empty(dim), np.empty(count)
    lib.jato_run_get_info_sized(run, doubles(x), result)
    lib.jato_problem_values(problem, doubles(x), doubles(values))
    return values


class Progress:
    """How far a run is: what the callback of `jato.minimize` and `jato.Run` gets after an iteration.

    The numbers may be kept; `x` and `diversity` are computed when asked for, during the call only.

    Attributes
    ----------
    nit, nfev : int
        Iterations and evaluations so far.
    fun : float
        The best value so far; infinity as long as none is finite and feasible.
    maxcv : float
        The violation of the constraints at the best point; 0 if all are met.
    nonfinite, failed : int
        Values that were NaN or infinite, and evaluations without a value.
    seconds : float
        Since the beginning, with earlier sessions of a run that was resumed.
    fraction : float
        The share of the iterations, evaluations or seconds that is used, 0 to 1; NaN without a limit.

    Examples
    --------
    >>> def stop_early(now):
    ...     return now.fun < 1e-3 or now.diversity < 1e-6
    >>> result = jato.minimize(
    ...     lambda x: x @ x, [(-5, 5)] * 2, iterations=500, callback=stop_early
    ... )
    >>> result.stop
    'callback'
    """

    def __init__(self, progress: Any, engine: Engine) -> None:
        self.nit = int(progress.iteration)
        self.nfev = int(progress.evaluations)
        self.fun = float(progress.best)
        self.maxcv = float(progress.violation)
        self.nonfinite = int(progress.nonfinite)
        self.failed = int(progress.failed)
        self.seconds = float(progress.seconds)
        self.fraction = float(progress.fraction)
        self._run: Any = progress.run
        self._engine = engine

    @property
    def x(self) -> Any:
        """The best point so far, as passed to the objective: an array, or a dict of named variables."""
        values = self._engine.values(self._look())
        space = self._engine.space
        return values if space is None else space.point(values)

    @property
    def diversity(self) -> float:
        """The spread of the swarm: 0.29 if uniform over its box, 0 in a single point."""
        return float(lib.jato_run_diversity(self._look()))

    def _look(self) -> Any:
        if self._run is None:
            raise InputError("this progress is out of date; use it only during the callback")
        return self._run


class _Bar:
    """The progress of a run: tqdm's bar if it is installed, otherwise a line on stderr."""

    def __init__(self, options: Options) -> None:
        self._unit, self._total = "iteration", options.number("iterations")
        if self._total is None and options.evaluations is not None:
            self._unit, self._total = "evaluation", options.number("evaluations")
        self._bar: Any = None
        self._next = 0.0
        try:
            from tqdm.auto import tqdm
        except ImportError:
            return
        self._bar = tqdm(total=self._total, unit=self._unit)

    def show(self, now: Progress) -> None:
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + 0.1
        self._draw(now)

    def _draw(self, now: Progress) -> None:
        done = now.nit if self._unit == "iteration" else now.nfev
        if self._bar is None:
            of = f"/{self._total}" if self._total else ""
            print(f"\r{self._unit} {done}{of}, best {now.fun:.8g} ", end="", file=sys.stderr)
            return
        self._bar.n = done
        self._bar.set_postfix_str(f"best {now.fun:.8g}")  # draws the bar, too

    def close(self, result: OptimizeResult) -> None:
        if self._bar is None:
            print(f"\r{result.nit} iterations, best {result.fun:.8g}  ", file=sys.stderr)
            return
        self._bar.n = result.nit if self._unit == "iteration" else result.nfev
        self._bar.set_postfix_str(f"best {result.fun:.8g}")
        self._bar.close()


Callback = Callable[[Progress], Any]


@dataclass
class Conduct:
    """How a run is made, beside its options."""

    stop_on_failure: bool = False
    callback: Optional[Callback] = None
    progress: bool = False
    resume: bool = False
    comm: bool = False
    workers: int = 1
    watch: bool = False  # libjato tells Python of every iteration, which costs it some microseconds
    each: bool = False  # points are evaluated one by one, take their time, and are worth keeping
    reuse: Optional[bool] = None  # of values that are known; where it is not said, those of each point


class Engine:
    """One run of a problem. `space` is None for a problem of a plain box."""

    def __init__(
        self, problem: Any, space: Optional[Space], options: Options, conduct: Conduct
    ) -> None:
        self.space = space
        self.error: Optional[BaseException] = None  # of a callback; ends the run
        self.is_calling = False  # the caller's callback
        self.trace = Trace()
        self._problem = problem
        self._dim = int(lib.jato_problem_get_info(problem).dim)
        self._count = self._dim if space is None else len(space.variables)
        self._options = options
        self._conduct = conduct
        comm, resume = conduct.comm, conduct.resume
        self._bar = _Bar(options) if conduct.progress and (not comm or ranks()[0] == 0) else None
        self._stop, self._error = ffi.new("jato_stop *"), new_error()
        self._result = new_sized("jato_result")
        self._watching: list[Any] = []
        self._method = table_of(options.algorithm, self._broken)
        reuse = conduct.each if conduct.reuse is None else conduct.reuse
        self._set = {"workers": conduct.workers, "stop_on_failure": conduct.stop_on_failure, "save_new": 1,
                     "reuse_points": reuse, "resume_journal": resume, "ranks": comm}
        self._journal = self._journal_path(conduct.each and not comm)
        # If one rank stops, all do: Python must watch to see Ctrl-C.
        self._watched = conduct.watch or conduct.callback is not None or conduct.progress or comm

    def _journal_path(self, wanted: bool) -> Optional[str]:
        """Where single evaluations are kept: beside the run file, or in a file of their own that is
        removed with the engine. None: nowhere."""
        if not wanted or self._options.no_journal:
            return None
        if self._options.save is not None:
            return f"{os.fspath(self._options.save)}.journal"
        handle, path = tempfile.mkstemp(suffix=".journal", prefix="jato-")
        os.close(handle)
        weakref.finalize(self, _remove, path)
        return path

    def create(self) -> Handle:
        """The run, created or resumed from its file. It belongs to the caller."""
        save = self._options.save
        if save is not None:
            there = lib.jato_record_exists(encode(save), ffi.NULL, 0) != 0
            if there and self._conduct.resume:
                return self._load(save)
            if there:
                raise FileExistsError(
                    f"{os.fspath(save)} already exists; resume it with resume=True, or choose "
                    "another name"
                )
            if self._conduct.resume:
                self._take_seed(save)
        elif self._conduct.resume:
            raise InputError("resume=True needs save=FILE, the run file to resume")
        given = self._options.warm_start
        if not is_file(given):
            self._options = replace(self._options, warm_start=write_table(given, self.space))
        try:
            options, keep = self._to_c(None)
            out = ffi.new("jato_run **")
            status = lib.jato_run_create(self._problem, options, out, self._error)
        finally:
            if not is_file(given):
                _remove(str(self._options.warm_start))
        del keep
        return self._made(status, out)

    def _take_seed(self, save: Any) -> None:
        """That of a run which was killed before its first checkpoint: its journal is left."""
        if self._journal is None or not isinstance(self._options.seed, FreshSeed):
            return
        out = ffi.new("jato_evaluations **")
        if lib.jato_evaluations_open(encode(f"{os.fspath(save)}.journal"), out, ffi.NULL) != lib.JATO_OK:
            return
        info = lib.jato_evaluations_get_info(out[0])
        if info.count > 0:
            self._options = replace(self._options, seed=FreshSeed(info.seed))
        lib.jato_evaluations_close(out)

    def _load(self, path: Any) -> Handle:
        if not is_file(self._options.warm_start):  # the file has what was given
            self._options = replace(self._options, warm_start=None)
        record, out = open_record(path), ffi.new("jato_run **")
        base = new_options()
        lib.jato_options_copy_sized(lib.jato_record_get_info(record.pointer).options, base)
        options, keep = self._to_c(base)
        check(lib.jato_record_compare(record.pointer, options, self._error), self._error)
        status = lib.jato_run_load(record.pointer, self._problem, options, out, self._error)
        del keep
        record.close()
        return self._made(status, out)

    def _made(self, status: int, out: Any) -> Handle:
        self._raise()
        check(status, self._error)
        run = owned(out, "jato_run_destroy")
        run.keeps = self._method  # whose destroy the run calls at its end
        return run

    def _to_c(self, base: Any) -> tuple[Any, list[Any]]:
        options, keep = self._options.to_c(base)
        for name, value in self._set.items():
            setattr(options, name, int(value))
        # These live until the engine is closed, after the last step of the run. What is read back
        # from a struct is a bare pointer, which keeps nothing alive.
        notice = ffi.callback("jato_notice_fn", self._notice, onerror=self._broken)
        key = ffi.new("char[]", usual_key())
        options.notice, options.key = notice, key
        self._watching += [notice, key]
        if self._method is not None:
            options.method = self._method.pointer
        if self._journal is not None:
            journal = ffi.new("char[]", encode(self._journal))
            options.journal = journal
            self._watching.append(journal)
        if self._watched:
            watch = ffi.callback("jato_progress_fn", self._watch, error=1, onerror=self._broken)
            options.progress = watch
            self._watching.append(watch)
        return options, keep

    def close(self) -> None:
        """Lets go of the callbacks, which refer to the engine as it does to them."""
        self._watching.clear()

    def _broken(self, kind: Any, error: BaseException, where: Any) -> None:
        self.error = error.with_traceback(where)

    def _notice(self, words: Any, user: Any) -> None:
        warnings.warn(ffi.string(words).decode("utf-8", "replace"), RuntimeWarning, stacklevel=2)

    def _watch(self, progress: Any, user: Any) -> int:
        if self.error is not None:
            return 1
        self.trace.add(
            progress.iteration, progress.evaluations, progress.best, progress.seconds
        )
        if self._conduct.callback is None and self._bar is None:
            return 0
        now = Progress(progress, self)
        if self._bar is not None:
            self._bar.show(now)
        if self._conduct.callback is None:
            return 0
        self.is_calling = True
        try:
            return 1 if self._conduct.callback(now) else 0
        except StopIteration:
            return 1
        finally:
            now._run = None
            self.is_calling = False

    def _raise(self) -> None:
        if self.error is not None:
            error, self.error = self.error, None
            raise error

    def _constraints(self, run: Any) -> dict[str, float]:
        if self.space is None or not self.space.constraints:
            return {}
        names = self.space.constraint_names
        c = ffi.new("double[]", len(names))
        lib.jato_run_constraints(run, c)
        return dict(zip(names, c))

    def values(self, run: Any) -> Array:
        return values_of(self._problem, run, self._count, self._dim, self._result)

    def note(self, run: Any) -> None:
        """Adds the current state to the trace."""
        now = self._result
        lib.jato_run_get_info_sized(run, ffi.NULL, now)
        self.trace.add(now.iterations, now.evaluations, now.best, now.seconds)

    def step_to_end(self, run: Any) -> None:
        """Steps the run until a limit is reached. Raises what a callback raised."""
        at_once = 1
        self.note(run)
        while True:
            began = time.perf_counter()
            count = at_once if self._watched else min(at_once, self.trace.wait(self._result.iterations))
            if self._conduct.comm:
                count = _TO_THE_END  # what a clock says is not the same on all ranks
            status = lib.jato_run_step(run, count, self._stop, self._error)
            if self._conduct.comm and self.error is not None and status == lib.JATO_OK:
                # The others, which were stopped with this one, make the digest, and need it.
                lib.jato_run_result_sized(run, ffi.NULL, self._result, ffi.NULL)
            self._raise()
            check(status, self._error)
            if not self._watched:
                self.note(run)
            if self._stop[0] != lib.JATO_STOP_NONE:
                return
            took = time.perf_counter() - began
            if took < _STEP_SECONDS[0]:
                at_once = 2 * count
            elif took > _STEP_SECONDS[1]:
                at_once = max(1, count // 2)

    def keep(self, run: Any) -> None:
        """Saves a run that is interrupted between two steps, if it has a file."""
        failed = self._error.status != lib.JATO_OK  # by Ctrl-C in a jato.Method; its last checkpoint remains
        if self._options.save is not None and not failed and not self._conduct.comm:  # ranks save when they stop
            call(lib.jato_run_save, run, encode(self._options.save))

    def result(self, run: Any, ended: bool = True) -> OptimizeResult:
        """The result. An interrupted run (ended=False) has no digest."""
        values, final = self.values(run), self._result
        if ended:
            check(lib.jato_run_result_sized(run, ffi.NULL, final, self._error), self._error)
        result = make_result(final, values, self.space, self.trace.table(final))
        result.failures, result.messages = failures_of(run)
        result.constraints = self._constraints(run)
        result.evaluations = {}
        if self._journal is not None and ended:
            result.evaluations = read_evaluations(self._journal, self.space)
        result.profile = kernels_of(lib.jato_run_profile_sized, run)
        if not ended:
            result.success, result.message = False, "interrupted"
        if self._bar is not None:
            self._bar.close(result)
        return result


def _remove(path: str) -> None:
    with contextlib.suppress(OSError):
        os.unlink(path)


def open_record(path: Any, trust: bool = False) -> Handle:
    """The newest intact checkpoint of a run file."""
    c_path, key = ffi.new("char[]", encode(path)), ffi.new("char[]", usual_key())
    told: list[str] = []
    notice = ffi.callback(
        "jato_notice_fn", lambda words, user: told.append(ffi.string(words).decode())
    )
    request = new_sized("jato_record_request", path=c_path, notice=notice, key=key, trust=int(trust))
    record = made("jato_record_close", lib.jato_record_open, request)
    for words in told:
        warnings.warn(words, RuntimeWarning, stacklevel=3)
    return record
