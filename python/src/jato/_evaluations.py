"""Tables of evaluations: those of a run, one by one, from its journal; and those that a run begins with, as
a file for libjato."""
from __future__ import annotations

import csv
import os
import tempfile
from contextlib import closing
from typing import Any, Iterator, Mapping, Optional

import numpy as np

from ._library import InputError, encode, ffi, lib, made, new_sized, text
from ._space import Category, Fixed, Space, _labels


def read_evaluations(path: Any, space: Optional[Space]) -> dict[str, Any]:
    """Columns, ready for pandas.DataFrame: number, attempt, worker, status, start, seconds, value, then
    the variables (x0, x1, ... of plain bounds) and the constraints. path: the run file, or its
    journal. Without a journal all columns are empty."""
    names = [] if space is None else _names(space)
    rules = [] if space is None else space.constraint_names
    name = os.fspath(path)
    if not os.path.exists(name if name.endswith(".journal") else f"{name}.journal"):
        return _table(0, names, rules)
    with closing(made("jato_evaluations_close", lib.jato_evaluations_open, encode(path))) as handle:
        return _read(handle.pointer, space, names, rules)


def _names(space: Space) -> list[str]:
    return space.names if space.named else [f"x{i}" for i in range(len(space.names))]


COLUMNS = {"number": np.int64, "attempt": np.int64, "worker": np.int64, "status": object,
            "start": np.float64, "seconds": np.float64, "value": np.float64}


def _table(count: int, names: list[str], rules: list[str]) -> dict[str, Any]:
    table: dict[str, Any] = {name: np.empty(count, kind) for name, kind in COLUMNS.items()}
    for name in [*names, *rules]:
        table[f"values.{name}" if name in COLUMNS else name] = np.empty(count)
    return table


def _read(
    evaluations: Any, space: Optional[Space], names: list[str], rules: list[str]
) -> dict[str, Any]:
    info = lib.jato_evaluations_get_info(evaluations)
    if not names:
        names = [f"x{i}" for i in range(info.variables)]
        rules = [f"c{i}" for i in range(info.constraints)]
    table = _table(int(info.count), names, rules)
    values = np.empty((int(info.count), int(info.variables)))
    constraints = np.empty((int(info.count), int(info.constraints)))
    statuses = [text(lib.jato_eval_status_name(status)) for status in range(lib.JATO_EVAL_STATUS_ROOM)]
    row, kept = new_sized("jato_evaluation"), 0
    columns = [table[name] for name in COLUMNS]
    for index in range(int(info.count)):
        if lib.jato_evaluations_read_sized(evaluations, index, row, ffi.NULL) != lib.JATO_OK:
            continue  # damaged; the others are not
        status = "given" if row.is_given else statuses[row.status]
        numbers = (row.number, row.attempt, row.worker, status, row.start, row.seconds, row.f)
        for column, number in zip(columns, numbers):
            column[kept] = number
        values[kept] = np.frombuffer(ffi.buffer(row.values, 8 * info.variables))
        if info.constraints:
            constraints[kept] = np.frombuffer(ffi.buffer(row.c, 8 * info.constraints))
        kept += 1
    by_name = space.table(values) if space is not None and space.named else None
    others = [name for name in table if name not in COLUMNS]
    for i, name in enumerate(others[: len(names)]):
        column = values[:, i] if by_name is None else np.asarray(by_name[names[i]])
        table[name] = column if column.ndim else np.full(len(values), column[()])
    for i, name in enumerate(others[len(names) :]):
        table[name] = constraints[:, i]
    return {name: column[:kept] for name, column in table.items()}


# ---- Points that a run begins with ---------------------------------------------------------------

# Columns of result.evaluations that say nothing of a point.
_OTHERS = {"number", "attempt", "worker", "start", "seconds"}


def is_file(given: Any) -> bool:
    return given is None or isinstance(given, (str, os.PathLike))


def write_table(given: Any, space: Optional[Space]) -> str:
    """The name of a temporary file with a table of columns, or the evaluations of a result. The caller
    removes it."""
    table = getattr(given, "evaluations", given)
    if not isinstance(table, Mapping):
        raise InputError(
            f"warm_start is {type(given).__name__}; give a file, a result, or a dict of columns: each "
            'variable, each constraint, and "value"'
        )
    columns = {name: np.asarray(column, dtype=object).ravel() for name, column in table.items()
               if name not in _OTHERS and not _is(Fixed, space, name)}
    if len({len(column) for column in columns.values()}) > 1:
        raise InputError("warm_start: the columns of a table must be equally long")
    handle, path = tempfile.mkstemp(suffix=".csv", prefix="jato-")
    with open(handle, "w", encoding="utf-8", newline="") as file:
        out = csv.writer(file)
        out.writerow(columns)
        out.writerows(zip(*(list(_texts(name, column, space)) for name, column in columns.items())))
    return path


def _is(kind: type, space: Optional[Space], name: str) -> bool:
    return space is not None and isinstance(space.variables.get(name), kind)


def _texts(name: str, column: Any, space: Optional[Space]) -> Iterator[str]:
    if space is not None and _is(Category, space, name):
        one: Any = space.variables[name]
        labels = _labels(one.choices, False)
        for value in column:
            yield labels[one.choices.index(value)] if value in one.choices else str(value)
        return
    for value in column:
        yield value if isinstance(value, str) else repr(float(value))
