"""The user's function called in this process: libjato asks for all points of an iteration at once,
and reads the values where numpy has put them."""
from __future__ import annotations

import collections
import sys
import traceback
import warnings
from typing import Any, Optional

import numpy as np

from ._library import Failed, Handle, InputError, ffi, lib, made, new_sized
from ._objective import Objective, read_number, refuse_none
from ._space import Array

_CACHED = 16  # views of libjato's memory that are kept from call to call


class Lifetime:
    """A problem and its run. Arrays on their memory refer to it, so that an array that somebody
    kept never points to memory that is gone."""

    def __init__(self) -> None:
        self.problem: Optional[Handle] = None
        self.run: Optional[Handle] = None

    def close(self) -> None:
        for handle in (self.run, self.problem):  # a problem outlives its runs
            if handle is not None:
                handle.close()

    def __del__(self) -> None:
        self.close()


class _Memory:
    """C memory as numpy takes it in."""

    def __init__(self, pointer: Any, shape: tuple[int, ...], kind: str, owner: Lifetime) -> None:
        self.owner = owner
        address = int(ffi.cast("uintptr_t", pointer))
        self.__array_interface__ = {
            "version": 3,
            "shape": shape,
            "typestr": kind,
            "data": (address, False),
        }


class InProcess:
    """A problem over a space whose values come from a Python function."""

    def __init__(self, objective: Objective, on_error: str) -> None:
        self.objective = objective
        self.error: Optional[BaseException] = None  # what ended the run
        self.messages: collections.deque[str] = collections.deque(maxlen=8)
        self.lifetime = Lifetime()
        self._raises = on_error == "raise"
        self._views: dict[tuple[Any, ...], tuple[Array, Array, Any, Any]] = {}
        self._warned = False
        self._callback = ffi.callback(
            "jato_points_fn", self._fill, error=1, onerror=self._broken
        )
        space, keep = objective.space.to_c()
        function = new_sized("jato_function", points=self._callback)
        self.lifetime.problem = made(
            "jato_problem_destroy", lib.jato_problem_from_space_function, function, space
        )

    def close(self) -> None:
        """Lets go of the run. Arrays on its memory that somebody has kept keep it."""
        self._views.clear()
        self._callback = None  # it refers to this object, as this does to it
        self.lifetime = Lifetime()

    def _broken(self, kind: Any, error: BaseException, where: Any) -> None:
        """An exception beside the user's function, such as Ctrl-C before it was called."""
        self.error = error

    def _fill(self, points: Any, user: Any) -> int:
        x, f, c, status = self._look(points)
        try:
            if self.objective.vectorized:
                self._fill_table(x, f, c, status)
            else:
                self._fill_points(x, f, c, status)
        except BaseException as error:
            self.error = error
            return 1
        return 0

    def _look(self, points: Any) -> tuple[Array, Array, Any, Any]:
        """Arrays on the memory of the points: x[n][variables], f[n], c[n][constraints], status[n]."""
        # All addresses: when a generation grows, one may be where it was and another not.
        key = (points.x, points.f, points.c, points.status, points.count)
        found = self._views.get(key)
        if found is None:
            n, owner = points.count, self.lifetime
            x = np.asarray(_Memory(points.x, (n, points.variables), "=f8", owner))
            x.flags.writeable = False
            shape = (n, points.constraints)
            found = (
                x,
                np.asarray(_Memory(points.f, (n,), "=f8", owner)),
                np.asarray(_Memory(points.c, shape, "=f8", owner)) if shape[1] else None,
                np.asarray(_Memory(points.status, (n,), "|u1", owner)),
            )
            if len(self._views) >= _CACHED:
                self._views.clear()
            self._views[key] = found
        return found

    def _fill_table(self, x: Array, f: Array, c: Any, status: Any) -> None:
        # The first evaluation belongs to a run that is not ours yet, and may never be.
        if self.lifetime.run is None:
            x = x.copy()
            x.flags.writeable = False
        references = sys.getrefcount(x)
        try:
            values, constraints = self.objective.table(x)
        except Exception as error:
            self._refuse(error)
            status[:] = lib.JATO_EVAL_REFUSED
            return
        f[:] = values
        if c is not None:
            c[:] = constraints
        del values, constraints
        if sys.getrefcount(x) > references and self.lifetime.run is not None and not self._warned:
            self._warned = True
            warnings.warn(
                "the objective kept its argument, or a view of it; jato writes the next points to "
                "the same memory: keep a copy",
                RuntimeWarning,
                stacklevel=2,
            )

    def _fill_points(self, x: Array, f: Array, c: Any, status: Any) -> None:
        rows = iter(x.copy())  # the function may keep and change what it gets
        n, bare = len(x), self.objective.bare
        values: list[Any] = []
        while len(values) < n:
            try:
                if bare is not None:
                    for row in rows:
                        value = bare(row)
                        if value is None:
                            refuse_none(value)
                        values.append(value)
                else:
                    for row in rows:
                        value, constraints = self.objective.point(row)
                        if c is not None:
                            c[len(values)] = constraints
                        values.append(value)
            except Exception as error:
                self._refuse(error)
                status[len(values)] = lib.JATO_EVAL_REFUSED
                values.append(np.nan)
        try:
            f[:] = values
        except (TypeError, ValueError):
            f[:] = [read_number(value) for value in values]

    def _refuse(self, error: Exception) -> None:
        """Notes why a point has no value, or raises on."""
        if self._raises and not isinstance(error, Failed):
            raise error
        self.messages.appendleft(last_line(error))


def last_line(error: BaseException) -> str:
    return traceback.format_exception_only(type(error), error)[-1].strip()


def read_on_error(on_error: str) -> str:
    if on_error not in ("raise", "worst", "stop"):
        raise InputError(f'on_error is {on_error!r}; it is "raise", "worst" or "stop"')
    return on_error
