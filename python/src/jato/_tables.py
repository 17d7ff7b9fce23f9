"""Tables of a run file, with the columns of `jato export`."""
from __future__ import annotations

import os
from contextlib import closing
from typing import Any, Optional

import numpy as np

from ._evaluations import COLUMNS, read_evaluations
from ._library import InputError, JatoError, doubles, ffi, lib, needs, owned, text
from ._space import Array, Category, Real, Space

# Columns of the tables; a variable of the same name gets the column values.NAME.
_TAKEN = ("iteration", "evaluations", "nonfinite", "best", "seconds", "diversity", "submethod", "point",
          *COLUMNS)


def write_parquet(run: Any, path: Any, what: str) -> None:
    pyarrow, parquet = (needs(name, "run.to_parquet()") for name in ("pyarrow", "pyarrow.parquet"))
    if what not in _READERS:
        raise InputError(f"what is {what!r}; it is one of {', '.join(_READERS)}")
    out = ffi.new("jato_problem **")
    status = lib.jato_record_variables(run._handle.pointer, out, ffi.NULL)
    with closing(owned(out, "jato_problem_destroy")) as handle:
        problem = handle.pointer if status == lib.JATO_OK else ffi.NULL
        table = _READERS[what](run, _Points(run.dim, problem))
    parquet.write_table(pyarrow.table(table), os.fspath(path), row_group_size=1 << 16)


class _Points:
    """The names and units of coordinates: those of the variables, where the file has them."""

    def __init__(self, dim: int, problem: Any) -> None:
        self._problem = problem
        space = lib.jato_problem_space(problem)
        self._rows = [] if space == ffi.NULL else space.variables[0 : space.variable_count]
        self.space: Optional[Space] = None
        if not all(_is_plain(row, i) for i, row in enumerate(self._rows)):
            rules = [f"{text(one.name)} <= 0" for one in space.constraints[0 : space.constraint_count]]
            self.space = Space({text(row.name): _variable(row) for row in self._rows}, rules)

    def columns(self, name: str, before: str, x: Array) -> dict[str, Any]:
        """Points x[n][dim] of the search, in the user's units."""
        if self.space is None:
            return {f"{name}{i}": column for i, column in enumerate(x.T)}
        values = np.empty((len(x), len(self.space.names)))
        for point, out in zip(np.ascontiguousarray(x), values):
            lib.jato_problem_values(self._problem, doubles(point), doubles(out))
        table = self.space.table(values)
        return {before + name if before or name not in _TAKEN else f"values.{name}": np.broadcast_to(column, len(x))
                for name, column in table.items()}

    def columns_of_search(self, name: str, x: Array) -> dict[str, Any]:
        """What is no point, such as velocities, stays in the units of the search."""
        if self.space is None:
            return self.columns(name, "", x)
        free = [text(row.name) for row in self._rows if not row.fixed]
        return {f"{name}.{variable}": column for variable, column in zip(free, x.T)}


def _is_plain(row: Any, i: int) -> bool:
    """Whether it is nothing but coordinate i of a box."""
    is_line = row.kind == lib.JATO_REAL and row.scale == lib.JATO_LINEAR and not row.fixed
    return is_line and text(row.name) in ("", f"x{i}")


def _variable(row: Any) -> Any:
    """A variable with its name and choices; libjato converts the values."""
    if row.kind != lib.JATO_CATEGORY:
        return Real(0, 1)
    return Category([text(choice) for choice in row.choices[0 : row.choice_count]])


def _trace(run: Any, points: _Points) -> dict[str, Any]:
    table = {name: column for name, column in run.trace.items() if name != "submethod" or any(column)}
    return {**table, **points.columns("x", "", run.trace_x)}


def _swarm(run: Any, points: _Points) -> dict[str, Any]:
    table: dict[str, Any] = {"particle": np.arange(run.particle_count), "value": run.particles("value")}
    for field in ("position", "velocity", "own"):
        try:
            x = run.particles(field)
        except JatoError:  # the method has none
            continue
        is_point = field != "velocity"
        table.update(points.columns(field, f"{field}.", x) if is_point else points.columns_of_search(field, x))
    return table


def _frames(run: Any, points: _Points) -> dict[str, Any]:
    info = run._info
    count, each = int(info.frame_count), int(info.frame_particles)
    if count == 0:
        raise InputError(f"{run.path} has no frames; minimize(..., save=FILE, record_frames=100) keeps some")
    x = np.frombuffer(ffi.buffer(info.frame_x, 16 * count * each)).reshape(-1, 2)
    iteration = np.frombuffer(ffi.buffer(info.frame_iteration, 8 * count), dtype=np.uint64)
    return {"iteration": np.repeat(iteration, each), "point": np.tile(np.arange(each), count),
            "x0": x[:, 0], "x1": x[:, 1]}


def _evaluations(run: Any, points: _Points) -> dict[str, Any]:
    table = read_evaluations(run.path, points.space)
    variables = set() if points.space is None else {*points.space.names} & {*_TAKEN} - {*COLUMNS}
    return {f"values.{name}" if name in variables else name: column for name, column in table.items()}


_READERS = {"trace": _trace, "swarm": _swarm, "frames": _frames, "evaluations": _evaluations}
