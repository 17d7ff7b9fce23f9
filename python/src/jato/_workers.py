"""Processes that evaluate a Python function. A worker that dies costs one evaluation; one that is
too slow is killed with all its children."""
from __future__ import annotations

import ctypes
import fcntl
import multiprocessing
import os
import pickle
import signal
import sys
import time
import traceback
import warnings
from multiprocessing import connection
from typing import Any, Iterator, Optional, Sequence

import numpy as np

from ._inprocess import last_line
from ._library import Failed, InputError, JatoError
from ._objective import Objective
from ._run import Run, Trial

_PR_SET_PDEATHSIG = 1


class WorkerError(JatoError):
    """An exception of a worker that cannot be pickled; the text is its message."""


class RemoteTraceback(Exception):
    """Where an exception of a worker was raised: the cause of the one that reaches the caller."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text

    def __str__(self) -> str:
        return "\n" + self.text


# ---- In the worker -------------------------------------------------------------------------------


def _end_with_caller(caller: int, method: str) -> None:
    """On Linux the kernel kills the worker when the caller ends, however that happens."""
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    server_forked = multiprocessing.parent_process() if method == "forkserver" else None
    if server_forked is None:
        is_gone = os.getppid() != caller
    else:
        _end_with_pipe(server_forked.sentinel)
        is_gone = not server_forked.is_alive()
    if is_gone:
        os._exit(1)


def _end_with_pipe(caller: int) -> None:
    """The parent of a worker of "forkserver" is multiprocessing's server, which lives on as long as
    its workers do. What ends with the caller is a pipe, into which nothing is written any more."""
    if hasattr(fcntl, "F_SETSIG"):  # on Linux
        fcntl.fcntl(caller, fcntl.F_SETOWN, -os.getpgrp())
        fcntl.fcntl(caller, fcntl.F_SETSIG, signal.SIGKILL)
        fcntl.fcntl(caller, fcntl.F_SETFL, fcntl.fcntl(caller, fcntl.F_GETFL) | os.O_ASYNC)


def _answer(objective: Objective, rows: Any) -> tuple[Any, ...]:
    """("ok", [(value, constraints), ...]) or ("error", exception, its traceback)."""
    try:
        if not objective.vectorized:
            return "ok", [objective.point(row) for row in rows]
        f, c = objective.table(rows)
        return "ok", list(zip(f.tolist(), [None] * len(f) if c is None else c.tolist()))
    except Exception as error:
        text = traceback.format_exc()
        try:
            pickle.loads(pickle.dumps(error))
        except Exception:
            return "error", WorkerError(last_line(error)), text
        return "error", error, text


def _serve(
    jobs: connection.Connection,
    objective: Objective,
    others: Sequence[Any],
    caller: int,
    method: str,
) -> None:
    """Answers jobs until there are no more."""
    os.setsid()  # Ctrl-C is for the caller, which ends this whole group where it has to
    _end_with_caller(caller, method)
    for other in others:  # forked with the parent's ends of the pipes of other workers
        other.close()
    jobs.send(None)
    while True:
        try:
            rows = jobs.recv()
        except (EOFError, OSError):
            return
        answer = _answer(objective, rows)
        sys.stdout.flush()  # a worker may be ended at any time from here
        sys.stderr.flush()
        jobs.send(answer)


# ---- In the parent -------------------------------------------------------------------------------


class _Worker:
    def __init__(self, context: Any, objective: Objective, others: Sequence[_Worker]) -> None:
        self.jobs, theirs = context.Pipe()
        method = context.get_start_method()
        inherited = [self.jobs, *(other.jobs for other in others)] if method == "fork" else []
        self.process = context.Process(
            target=_serve,
            args=(theirs, objective, inherited, os.getpid(), method),
            name="jato worker",
        )
        with warnings.catch_warnings():  # the child calls the objective only, and no thread of ours
            warnings.simplefilter("ignore", DeprecationWarning)
            self.process.start()
        theirs.close()
        # Its end shows at once by a pidfd; the sentinel's pipe may live on in what it has started.
        pidfd = getattr(os, "pidfd_open", None)
        self._pidfd: Optional[int] = None
        if pidfd is not None:
            try:
                self._pidfd = pidfd(self.process.pid)
            except OSError:
                pass
        self.ready = False
        self.trials: Optional[list[Trial]] = None
        self.since = 0.0

    @property
    def sentinel(self) -> int:
        return int(self.process.sentinel) if self._pidfd is None else self._pidfd

    def send(self, trials: list[Trial]) -> None:
        self.trials, self.since = trials, time.monotonic()
        try:
            self.jobs.send(np.stack([trial.raw for trial in trials]))
        except OSError:
            pass  # it is gone, which its sentinel says

    def end(self) -> Optional[int]:
        """Kills it and all its children; returns the exit status, also of one that had already
        ended."""
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass
        if self.process.exitcode is None:  # it may not have had its group yet
            self.process.kill()
        self.process.join()
        code: Optional[int] = self.process.exitcode
        if self._pidfd is not None:
            os.close(self._pidfd)
            self._pidfd = None
        self.jobs.close()
        self.process.close()
        return code


class Pool:
    """Workers, each with one job at a time."""

    def __init__(
        self, objective: Objective, count: int, timeout: Optional[float], start: Optional[str]
    ) -> None:
        self.vectorized = objective.vectorized
        self._objective = objective
        self._timeout = timeout
        self._context: Any = multiprocessing.get_context(_start_method(start))
        self._workers: list[_Worker] = []
        try:
            for _ in range(count):
                self._workers.append(_Worker(self._context, objective, self._workers))
        except BaseException:
            self.close()
            raise

    def __len__(self) -> int:
        return len(self._workers)

    def idle(self) -> list[_Worker]:
        return [worker for worker in self._workers if worker.ready and worker.trials is None]

    def wait(self) -> Iterator[tuple[list[Trial], tuple[Any, ...]]]:
        """Waits until something has happened; yields finished jobs with their answers:
        ("ok", outcomes), ("error", exception, traceback), ("timeout", text), ("worker", text)."""
        limit = None
        busy = [worker.since for worker in self._workers if worker.trials is not None]
        if self._timeout is not None and busy:
            limit = max(0.0, min(busy) + self._timeout - time.monotonic())
        watched: list[Any] = [worker.jobs for worker in self._workers]
        watched += [worker.sentinel for worker in self._workers]
        happened = set(connection.wait(watched, limit))
        for i, worker in enumerate(self._workers):
            if worker.jobs in happened or worker.sentinel in happened:
                yield from self._hear(i, worker)
        for i, worker in enumerate(self._workers):
            if self._is_late(worker):
                trials = worker.trials or []
                self._replace(i)
                yield trials, ("timeout", f"it took longer than {self._timeout:g} s")

    def _is_late(self, worker: _Worker) -> bool:
        if self._timeout is None or worker.trials is None:
            return False
        # An answer that waits to be read came in time.
        return time.monotonic() - worker.since >= self._timeout and not worker.jobs.poll()

    def _hear(self, i: int, worker: _Worker) -> Iterator[tuple[list[Trial], tuple[Any, ...]]]:
        """What a worker has said, or that it is gone."""
        try:
            answer = worker.jobs.recv() if worker.jobs.poll() else ("worker",)
        except (EOFError, OSError):
            answer = ("worker",)
        except Exception as error:  # an answer that cannot be read
            answer = ("error", WorkerError(last_line(error)), traceback.format_exc())
        if answer is None:
            worker.ready = True
            return
        trials, worker.trials = worker.trials, None
        if answer[0] == "worker":
            code = self._replace(i)
            if not worker.ready:
                raise WorkerError(_never_began(code, self._context.get_start_method()))
            if trials is not None:
                yield trials, ("worker", f"the worker was killed{_by(code)}")
        elif trials is not None:
            yield trials, answer

    def _replace(self, i: int) -> Optional[int]:
        code = self._workers[i].end()
        others = self._workers[:i] + self._workers[i + 1 :]
        self._workers[i] = _Worker(self._context, self._objective, others)
        return code

    def close(self) -> None:
        """Stops all workers, whatever they are doing."""
        for worker in self._workers:
            worker.end()
        self._workers = []

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *reason: Any) -> None:
        self.close()


def _by(code: Optional[int]) -> str:
    if code is None:
        return ""
    return f" by signal {-code}" if code < 0 else f": it exited with status {code}"


def _never_began(code: Optional[int], method: str) -> str:
    words = f"a worker ended before it could start{_by(code)}"
    if method == "fork" or code is None or code < 0:
        return words
    return (
        f"{words}; Python may have said why on standard error. With start_method={method!r} a "
        "worker imports the main module and the function again: the function must be importable, "
        'and a script\'s own code must be under if __name__ == "__main__":'
    )


def _start_method(asked: Optional[str]) -> str:
    """fork where it is safe, since it works with any function; otherwise spawn."""
    methods = multiprocessing.get_all_start_methods()
    if asked is None:
        return "spawn" if "fork" not in methods or sys.platform == "darwin" else "fork"
    if asked not in methods:
        raise InputError(f"start_method is {asked!r}; it is one of {', '.join(methods)}")
    return asked


def count_of(workers: int) -> int:
    """-1 means all processors that this process may use."""
    if workers == -1:
        affinity = getattr(os, "sched_getaffinity", None)
        return len(affinity(0)) if affinity is not None else os.cpu_count() or 1
    if int(workers) != workers or workers < 1:
        raise InputError(f"workers is {workers!r}; it is 1 or more, or -1 for all processors")
    return int(workers)


def drive(run: Run, pool: Pool, raises: bool) -> None:
    """Evaluates until the run is done. raises: an exception of the objective ends it."""
    at_once = max(1, -(-run.particles // len(pool))) if pool.vectorized else 1
    while not run.done:
        for worker in pool.idle():
            trials = run.ask(at_once)
            if not trials:
                break
            worker.send(trials)
        if len(pool.idle()) == len(pool) and not run.done:
            raise JatoError("the run has not ended and hands no point out")
        if run.done:  # by points whose values are known
            break
        for trials, answer in pool.wait():
            if answer[0] == "error" and raises and not isinstance(answer[1], Failed):
                raise answer[1] from RemoteTraceback(answer[2])
            _tell(run, trials, answer)


def _tell(run: Run, trials: list[Trial], answer: tuple[Any, ...]) -> None:
    if answer[0] == "ok":
        for trial, (value, constraints) in zip(trials, answer[1]):
            run.tell(trial, value if constraints is None else (value, constraints))
        return
    status = "refused" if answer[0] == "error" else answer[0]
    text = last_line(answer[1]) if answer[0] == "error" else answer[1]
    for trial in trials:
        run.tell(trial, error=text, status=status)
