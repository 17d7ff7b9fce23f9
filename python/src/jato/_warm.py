"""What a run is to begin with, as a file that libjato reads."""
from __future__ import annotations

import csv
import os
import tempfile
from typing import Any, Iterator, Mapping, Optional

import numpy as np

from ._library import InputError
from ._space import Category, Fixed, Space, _labels

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
