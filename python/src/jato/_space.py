"""Variables and constraints in the user's terms, and the C space made from them."""
from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, Callable, Mapping, Optional, Sequence, Union

import numpy as np
from numpy.typing import NDArray

from ._library import InputError, ffi, lib, new_sized

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Real:
    """A variable that is a real number.

    Parameters
    ----------
    low, high : float
        The bounds.
    log : bool
        Search it by its logarithm.
    initial : float, optional
        Where the first particle starts.

    Examples
    --------
    >>> space = {"rate": jato.Real(1e-5, 1, log=True)}
    >>> result = jato.minimize(lambda v: abs(v["rate"] - 0.01), space, iterations=200)
    >>> round(result.x["rate"], 4)
    0.01
    """

    low: float
    high: float
    log: bool = False
    initial: Optional[float] = None


@dataclass(frozen=True)
class Integer:
    """A variable that is a whole number.

    Parameters
    ----------
    low, high : int
        The bounds, which belong to it.
    log : bool
        Search it by its logarithm.
    initial : int, optional
        Where the first particle starts.

    Examples
    --------
    >>> space = {"layers": jato.Integer(1, 12, initial=3)}
    >>> jato.minimize(lambda v: abs(v["layers"] - 4), space, iterations=20).x
    {'layers': 4}
    """

    low: int
    high: int
    log: bool = False
    initial: Optional[int] = None


_NOT_GIVEN: Any = object()  # None may be a choice


class Category:
    """A variable that is one of several choices.

    Parameters
    ----------
    choices : sequence
        Any objects; programs get ``str()`` of them.
    initial : object, optional
        The choice of the first particle.

    Examples
    --------
    >>> space = {"how": jato.Category(["slow", "quick"])}
    >>> jato.minimize(lambda v: len(v["how"]), space, iterations=20).x
    {'how': 'slow'}
    """

    def __init__(self, choices: Sequence[Any], initial: Any = _NOT_GIVEN) -> None:
        self.choices = list(choices)
        self.initial = _NOT_GIVEN if initial is None and None not in self.choices else initial

    def __repr__(self) -> str:
        return f"Category({self.choices!r})"


@dataclass(frozen=True)
class Fixed:
    """A constant that is passed to the objective and not searched.

    Parameters
    ----------
    value : object
        Any; for programs, a number or a text.

    Examples
    --------
    >>> space = {"x": (0, 1), "epochs": jato.Fixed(10)}
    >>> jato.minimize(lambda v: v["x"] * v["epochs"], space, iterations=20).x["epochs"]
    10
    """

    value: Any


Variable = Union[Real, Integer, Category, Fixed]
ConstraintFunction = Callable[[Any], Any]


@dataclass(frozen=True)
class Constraint:
    """A limit on a number c that goes with a point: give one of `at_most`, `at_least`, `equals`.

    Parameters
    ----------
    name : str, optional
        What results and tables call it; c0, c1, ... without one.
    at_most, at_least, equals : float, optional
        The limit.
    tolerance : float
        How far the limit may be missed; 0 means 1e-4 for `equals`.
    scale : float
        Violations are divided by it, so that several are comparable; 0 means 1.
    fun : callable, optional
        c is ``fun(x)``; without one, the objective returns ``(value, [c, ...])``.

    Examples
    --------
    >>> far = jato.Constraint("far", at_least=1, fun=lambda x: x[0] + x[1])
    >>> result = jato.minimize(lambda x: x @ x, [(-2, 2)] * 2, constraints=[far], iterations=200)
    >>> round(result.fun, 3), result.maxcv
    (0.5, 0.0)
    """

    name: Optional[str] = None
    at_most: Optional[float] = None
    at_least: Optional[float] = None
    equals: Optional[float] = None
    tolerance: float = 0.0
    scale: float = 0.0
    fun: Optional[ConstraintFunction] = None

    def _relation(self) -> tuple[int, float]:
        given = [
            (kind, bound)
            for kind, bound in (
                (lib.JATO_AT_MOST, self.at_most),
                (lib.JATO_AT_LEAST, self.at_least),
                (lib.JATO_EQUALS, self.equals),
            )
            if bound is not None
        ]
        if len(given) != 1:
            raise InputError(f"{self!r}: give one of at_most, at_least and equals")
        return given[0][0], float(given[0][1])


_WRITTEN = re.compile(r"\s*([A-Za-z_]\w*)\s*(<=|>=|==|=)\s*(\S+)\s*$")


def _written_constraint(given: str) -> Constraint:
    """ "stress <= 13600" """
    found = _WRITTEN.match(given)
    if not found:
        raise InputError(f'constraint {given!r}: write it as "name <= number", with <=, >= or ==')
    name, sign, number = found.groups()
    bound = float(number)
    if sign == "<=":
        return Constraint(name, at_most=bound)
    return Constraint(name, at_least=bound) if sign == ">=" else Constraint(name, equals=bound)


def _scipy_dictionary(given: Mapping[str, Any]) -> Constraint:
    """{"type": "ineq", "fun": g}, which is g(x) >= 0 in SciPy."""
    fun, args = given["fun"], tuple(given.get("args", ()))
    call = (lambda x: fun(x, *args)) if args else fun
    if given["type"] == "ineq":
        return Constraint(at_least=0.0, fun=call)
    if given["type"] == "eq":
        return Constraint(equals=0.0, fun=call)
    raise InputError(f'constraint of type {given["type"]!r}: it is "ineq" or "eq"')


def read_constraints(given: Any) -> list[Constraint]:
    """One or several of Constraint, "name <= number" and SciPy's dictionaries."""
    if isinstance(given, (Constraint, str, Mapping)):
        given = [given]
    out = []
    for one in given:
        if isinstance(one, str):
            one = _written_constraint(one)
        elif isinstance(one, Mapping):
            one = _scipy_dictionary(one)
        if not isinstance(one, Constraint):
            raise InputError(f"{one!r} is not a constraint; use jato.Constraint or a string")
        out.append(one)
    if len({one.fun is None for one in out}) == 2:
        raise InputError("either all constraints have a fun, or the objective returns them all")
    return out


def _read_bounds(bounds: Any, x0: Any) -> dict[str, Variable]:
    """(low, high) for each coordinate, or SciPy's Bounds."""
    if hasattr(bounds, "lb") and hasattr(bounds, "ub"):
        bounds = list(zip(np.atleast_1d(bounds.lb), np.atleast_1d(bounds.ub)))
    pairs = np.asarray(bounds, dtype=float)
    if pairs.ndim != 2 or pairs.shape[1] != 2:
        raise InputError(
            f"bounds of shape {pairs.shape}: give (low, high) for each coordinate, or a dict of "
            "names and variables"
        )
    begin = [None] * len(pairs) if x0 is None else np.asarray(x0, dtype=float).ravel().tolist()
    if len(begin) != len(pairs):
        raise InputError(f"x0 has {len(begin)} numbers and bounds {len(pairs)}")
    return {
        f"x{i}": Real(float(low), float(high), initial=initial)
        for i, ((low, high), initial) in enumerate(zip(pairs, begin))
    }


def _read_variables(given: Mapping[str, Any], x0: Any) -> dict[str, Variable]:
    out: dict[str, Variable] = {}
    for name, one in given.items():
        if isinstance(one, tuple) and len(one) == 2:
            one = Real(float(one[0]), float(one[1]))
        if not isinstance(one, (Real, Integer, Category, Fixed)):
            raise InputError(
                f"variable {name!r} is {one!r}; use jato.Real, Integer, Category, Fixed or (low, high)"
            )
        out[name] = one
    for name, value in (x0 or {}).items():
        one = out.get(name)
        if one is None:
            raise InputError(f"x0 has {name!r}, which is not a variable")
        if isinstance(one, Category):
            out[name] = Category(one.choices, value)
        elif not isinstance(one, Fixed):
            out[name] = replace(one, initial=value)
    return out


class Space:
    """Variables by name and constraints. `named`: the objective gets a dict, not an array."""

    def __init__(
        self, bounds: Any, constraints: Any = (), penalty: float = 0.0, x0: Any = None
    ) -> None:
        self.named = isinstance(bounds, Mapping)
        self.variables = _read_variables(bounds, x0) if self.named else _read_bounds(bounds, x0)
        if not self.variables:
            raise InputError("there are no variables; give (low, high) for at least one")
        self.constraints = read_constraints(constraints)
        self.penalty = float(penalty)
        self.names = list(self.variables)
        self.constraint_names = [one.name or f"c{i}" for i, one in enumerate(self.constraints)]
        self._converters = [_converter(one) for one in self.variables.values()]

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_converters"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._converters = [_converter(one) for one in self.variables.values()]

    @property
    def constraint_functions(self) -> list[ConstraintFunction]:
        return [one.fun for one in self.constraints if one.fun is not None]

    def point(self, values: Array) -> Any:
        """What the objective gets for one point, values[variable_count] in the user's units."""
        if not self.named:
            return values
        return {
            name: convert(value)
            for name, convert, value in zip(self.names, self._converters, values.tolist())
        }

    def table(self, values: Array) -> Any:
        """What a vectorised objective gets for values[n][variable_count]."""
        if not self.named:
            return values
        return {
            name: _column(one, values[:, i])
            for i, (name, one) in enumerate(self.variables.items())
        }

    def dictionary(self, values: Array) -> dict[str, Any]:
        return {
            name: convert(value)
            for name, convert, value in zip(self.names, self._converters, values.tolist())
        }

    def to_c(self, by_text: bool = False) -> tuple[Any, list[Any]]:
        """(jato_space *, what must live as long). by_text: libjato passes the values on itself, so
        choices and fixed values must be texts or numbers."""
        keep: list[Any] = []
        variables = ffi.new("jato_variable[]", len(self.variables))
        for slot, (name, one) in zip(variables, self.variables.items()):
            slot.name = _kept(ffi.new("char[]", name.encode()), keep)
            if by_text and isinstance(one, Fixed) and not isinstance(one.value, (str, *_NUMBERS)):
                raise InputError(f"variable {name!r} is {one!r}; programs take texts and numbers")
            _fill_variable(slot, name, one, keep, by_text)
        constraints = ffi.new("jato_constraint[]", len(self.constraints))
        for slot, rule in zip(constraints, self.constraints):
            slot.relation, slot.bound = rule._relation()
            slot.tolerance, slot.scale = rule.tolerance, rule.scale
            if rule.name is not None:
                slot.name = _kept(ffi.new("char[]", rule.name.encode()), keep)
        space = new_sized("jato_space")
        space.variable_size, space.constraint_size = ffi.sizeof("jato_variable"), ffi.sizeof("jato_constraint")
        space.variables, space.variable_count = variables, len(self.variables)
        space.constraints, space.constraint_count = constraints, len(self.constraints)
        space.penalty = self.penalty
        keep += [variables, constraints]
        return space, keep


def _kept(thing: Any, keep: list[Any]) -> Any:
    keep.append(thing)
    return thing


def _converter(one: Variable) -> Callable[[float], Any]:
    if isinstance(one, Integer):
        return int
    if isinstance(one, Category):
        choices = one.choices
        return lambda value: choices[int(value)]
    if isinstance(one, Fixed):
        fixed = one.value
        return lambda value: fixed
    return float


def _column(one: Variable, column: Array) -> Any:
    if isinstance(one, Integer):
        return column.astype(np.int64)
    if isinstance(one, Category):
        choices = np.empty(len(one.choices), dtype=object)
        choices[:] = one.choices
        return choices[column.astype(np.intp)]
    return one.value if isinstance(one, Fixed) else column


def _labels(choices: Sequence[Any], by_text: bool) -> list[str]:
    """Names of choices in run files: their texts, or their indices if those are unsuitable, such as
    for arrays."""
    out = [str(choice) for choice in choices]
    if by_text or (len(set(out)) == len(out) and not any("\n" in label for label in out)):
        return out
    return [f"choice {i}" for i in range(len(out))]


def _fill_category(slot: Any, labels: Sequence[str], keep: list[Any]) -> None:
    texts = [_kept(ffi.new("char[]", label.encode()), keep) for label in labels]
    slot.kind = lib.JATO_CATEGORY
    slot.choices = _kept(ffi.new("char *[]", texts), keep)
    slot.choice_count = len(texts)


_NUMBERS = (int, float, np.number)


def _fill_variable(slot: Any, name: str, one: Variable, keep: list[Any], by_text: bool) -> None:
    if isinstance(one, Fixed):
        slot.fixed = 1
        if isinstance(one.value, _NUMBERS):
            slot.initial = float(one.value)
            whole = isinstance(one.value, (int, np.integer))
            slot.kind = lib.JATO_INTEGER if whole else lib.JATO_REAL
        else:  # the place of its only choice is 0
            _fill_category(slot, _labels([one.value], by_text), keep)
        return
    if isinstance(one, Category):
        _fill_category(slot, _labels(one.choices, by_text), keep)
        if one.initial is not _NOT_GIVEN:
            if one.initial not in one.choices:
                raise InputError(f"variable {name!r} starts at {one.initial!r}, which is not a choice")
            slot.has_initial, slot.initial = 1, one.choices.index(one.initial)
        return
    slot.kind = lib.JATO_INTEGER if isinstance(one, Integer) else lib.JATO_REAL
    slot.scale = lib.JATO_LOG if one.log else lib.JATO_LINEAR
    slot.lower, slot.upper = one.low, one.high
    if one.initial is not None:
        slot.has_initial, slot.initial = 1, float(one.initial)
