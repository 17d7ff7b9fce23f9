"""The user's Python function: called with what it expects, its answers read and checked."""
from __future__ import annotations

from typing import Any, Callable, Mapping, Optional, Sequence

import numpy as np

from ._library import InputError
from ._space import Array, Space


class Objective:
    """f over a space. It can be pickled where f can, for workers that are not forked."""

    def __init__(
        self, f: Callable[..., Any], space: Space, vectorized: bool = False, args: Sequence[Any] = ()
    ) -> None:
        if not callable(f):
            raise InputError(
                f"{f!r} is not a function; pass one, or a problem from jato.problem, "
                "jato.problem_from_c or jato.command"
            )
        self.space = space
        self.vectorized = vectorized
        self.args = tuple(args)
        self.count = len(space.constraints)
        self._names = space.constraint_names
        self._functions = space.constraint_functions
        self.function = f
        # A function of arrays without constraints is called without any wrapping.
        self.bare: Optional[Callable[[Array], Any]] = (
            f if not (space.named or self.args or self.count or vectorized) else None
        )

    def _call(self, x: Any) -> tuple[Any, Any]:
        """(value, constraints) as the user's functions return them."""
        answer = self.function(x, *self.args)
        if self._functions:
            return answer, [g(x) for g in self._functions]
        if not self.count:
            return answer, None
        if not isinstance(answer, tuple) or len(answer) != 2:
            raise TypeError(
                f"there are {self.count} constraints, so the objective must return "
                f"(value, constraints); it returned {_shown(answer)}"
            )
        return answer

    def point(self, values: Array) -> tuple[float, Optional[list[float]]]:
        """The value and the constraints' numbers at values[variable_count]."""
        answer, constraints = self._call(self.space.point(values))
        if not self.count:
            return read_number(answer), None
        if isinstance(constraints, Mapping):
            constraints = [constraints[name] for name in self._names]
        for one in constraints if isinstance(constraints, (list, tuple)) else [constraints]:
            refuse_none(one)
        numbers = [read_number(c) for c in np.atleast_1d(np.asarray(constraints, dtype=float)).ravel()]
        if len(numbers) != self.count:
            raise ValueError(
                f"the objective returned {len(numbers)} numbers for {self.count} constraints"
            )
        return read_number(answer), numbers

    def table(self, values: Array) -> tuple[Array, Optional[Array]]:
        """f[n] and c[n][constraints] of a vectorised objective at values[n][variable_count]."""
        n = len(values)
        answer, constraints = self._call(self.space.table(values))
        f = _column(answer, n, "values")
        if not self.count:
            return f, None
        if isinstance(constraints, Mapping):
            constraints = [constraints[name] for name in self._names]
        elif not self._functions:
            found = np.asarray(constraints, dtype=float)
            if found.shape == (n, self.count):
                return f, found
            if found.shape != (n,) or self.count != 1:
                raise ValueError(
                    f"the objective returned constraints of shape {found.shape} for {n} points; "
                    f"expected shape ({n}, {self.count}), or a dict of names and columns"
                )
            constraints = [found]
        return f, np.stack([_column(c, n, "numbers of a constraint") for c in constraints], axis=1)


def _shown(answer: Any) -> str:
    text = repr(answer)
    return text if len(text) < 80 else text[:77] + "..."


def refuse_none(answer: Any) -> None:
    """numpy would take None for NaN, and the search would go on without a word."""
    if answer is None:
        raise TypeError(
            "the objective returned None; it must return a number (is a return missing?)"
        )


def read_number(answer: Any) -> float:
    """A number, also one that stands alone in an array."""
    if isinstance(answer, (float, int)):
        return float(answer)
    refuse_none(answer)
    found = np.asarray(answer, dtype=float)
    if found.size != 1:
        raise TypeError(f"the objective must return one number; it returned {_shown(answer)}")
    return float(found.reshape(()))


def _column(answer: Any, n: int, what: str) -> Array:
    refuse_none(answer)
    found: Array = np.asarray(answer, dtype=np.float64)
    if found.shape == (n, 1):
        return found[:, 0]
    if found.shape != (n,):
        raise ValueError(
            f"the objective was called with {n} points at once and returned {what} of shape "
            f"{found.shape}; with vectorized=True it returns {n} numbers, of shape ({n},)"
        )
    return found
