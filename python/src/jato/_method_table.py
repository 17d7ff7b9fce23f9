"""The table of a jato.Method for libjato: its calls, and the memory that run files hold."""
from __future__ import annotations

import copy
import itertools
import numbers
from typing import Any, Callable, Optional

import numpy as np

from ._library import InputError, doubles, ffi, lib, new_sized
from ._method import Draws, Method, MethodSetup, Parameter
from ._space import Array

_NUMBER_KINDS = {True: "ui", False: "fui"}  # of numpy, for whole numbers and reals


class MethodTable:
    """A jato_method *, `pointer`, for runs that refer to this object. An exception of the method goes
    to `failed`, as cffi passes it on, and the call fails."""

    def __init__(self, method: Method, failed: Callable[[Any, BaseException, Any], None]) -> None:
        self._method, self._name = method, method._name()
        self._searches: dict[int, _Search] = {}
        self._numbers = itertools.count(1)
        self._keep: list[Any] = []
        rows = list(method.parameters)
        table = self.pointer = new_sized("jato_method", abi=lib.JATO_METHOD_ABI)
        table.name, table.source = self._text(self._name), self._text(method.source)
        table.summary = self._text((type(method).__doc__ or "").strip().partition("\n")[0])
        table.points, table.parameter_count = method.points, len(rows)
        table.parameters = self._kept(ffi.new("jato_method_parameter[]", len(rows)))
        for i, row in enumerate(rows):
            self._fill_parameter(table.parameters[i], row)
        for name, call in (("create", self._create), ("ask", self._ask), ("tell", self._tell),
                           ("state", self._state), ("destroy", self._destroy)):
            kind = next(field.type for member, field in ffi.typeof("jato_method").fields if member == name)
            error = {"state": ffi.NULL, "destroy": None}.get(name, lib.JATO_E_OBJECTIVE)
            setattr(table, name, self._kept(ffi.callback(kind, call, error=error, onerror=failed)))

    def _kept(self, thing: Any) -> Any:
        self._keep.append(thing)
        return thing

    def _text(self, words: str) -> Any:
        return self._kept(ffi.new("char[]", words.encode()))

    def _fill_parameter(self, row: Any, one: Parameter) -> None:
        row.size = ffi.sizeof("jato_method_parameter")
        row.name, row.help, row.whole = self._text(one.name), self._text(one.help), one.whole
        if one.choices:
            if one.default not in one.choices:
                raise InputError(
                    f"{self._name}: {one.name} is {one.default!r} by default; choices are {', '.join(one.choices)}"
                )
            row.choices, row.fallback = self._text(" ".join(one.choices)), one.choices.index(str(one.default))
        else:
            row.fallback, row.smallest, row.largest = float(one.default), one.low, one.high

    def _search(self, search: Any) -> _Search:
        return self._searches[int(ffi.cast("uintptr_t", search))]

    def _create(self, setup: Any, out: Any, error: Any) -> int:
        made, number = _Search(self._method, setup), next(self._numbers)
        self._searches[number] = made
        out[0] = ffi.cast("void *", number)
        return int(lib.JATO_OK)

    def _ask(self, search: Any, generation: Any, error: Any) -> int:
        self._search(search).ask(generation)
        return int(lib.JATO_OK)

    def _tell(self, search: Any, generation: Any, error: Any) -> int:
        self._search(search).tell(generation)
        return int(lib.JATO_OK)

    def _state(self, search: Any, count: Any) -> Any:
        found = self._search(search)
        count[0] = len(found.memory)
        return found.rows

    def _destroy(self, search: Any) -> None:
        del self._searches[int(ffi.cast("uintptr_t", search))]


def table_of(algorithm: Any, failed: Callable[[Any, BaseException, Any], None]) -> Optional[MethodTable]:
    """That of a jato.Method; None for the name of another algorithm."""
    return MethodTable(algorithm, failed) if isinstance(algorithm, Method) else None


class _Search:
    """A search of a method: its own copy of the object, whose state is in memory that libjato saves
    and restores. Attributes are set from that memory before each call, and written to it after."""

    def __init__(self, method: Method, given: Any) -> None:
        self.own, self.name = copy.copy(method), method._name()
        self.dim = int(given.dim)
        self.lower, self.upper = (_copied(one, self.dim) for one in (given.lower, given.upper))
        count = int(given.initial_count)
        initial = _copied(given.initial, count, self.dim) if count > 0 else np.empty((0, self.dim))
        parameters = {one.name: _value(one, given.parameters[i]) for i, one in enumerate(method.parameters)}
        self.own.create(MethodSetup(self.dim, self.lower.copy(), self.upper.copy(), int(given.points),
                                    int(given.seed), parameters, initial, Draws(given.draws)))
        self.memory = {name: self._read(name) for name in method.state}
        self.rows = ffi.new("jato_method_array[]", len(self.memory))
        self._names = [ffi.new("char[]", name.encode()) for name in self.memory]
        for i, (name, memory) in enumerate(self.memory.items()):
            self._fill_row(self.rows[i], name, memory)
            self.rows[i].name = self._names[i]
        self._x = np.empty((0, self.dim))

    # ---- State ----

    def _fill_row(self, row: Any, name: str, memory: Any) -> None:
        bounds = self.own.state[name]
        row.size, row.data = ffi.sizeof("jato_method_array"), ffi.cast("void *", memory.ctypes.data)
        row.rows = memory.shape[0] if memory.ndim > 1 else 1
        row.columns = memory.size // row.rows if row.rows else 0
        if isinstance(bounds, range) and bounds.step == 1 and 0 <= bounds.start < bounds.stop <= 2**64:
            row.bounds, row.least, row.most = lib.JATO_BOUNDS_COUNTS, bounds.start, bounds.stop - 1
        elif isinstance(bounds, tuple) and len(bounds) == 2:
            row.bounds, row.low, row.high = lib.JATO_BOUNDS_RANGE, bounds[0], bounds[1]
        elif bounds in ("box", "any"):
            row.bounds = lib.JATO_BOUNDS_BOX if bounds == "box" else lib.JATO_BOUNDS_ANY
        else:
            raise InputError(
                f'{self.name}: state["{name}"] is {bounds!r}; it is (low, high), range(least, most + 1), "box" or "any"'
            )

    def _read(self, name: str) -> Any:
        """The numbers of an attribute, as float64 or uint64, of its shape."""
        if hasattr(Method, name):
            raise InputError(f"{self.name}: state cannot hold {name}, which jato.Method has; rename it")
        if not hasattr(self.own, name):
            raise InputError(f"{self.name}: create sets no attribute {name}, which state names")
        value, is_count = getattr(self.own, name), isinstance(self.own.state[name], range)
        found = np.asarray(value) if isinstance(value, (np.ndarray, numbers.Real)) else np.array(None)
        is_right = found.dtype.kind in _NUMBER_KINDS[is_count] and not (is_count and (found < 0).any())
        if not is_right:
            raise InputError(
                f"{self.name}: {name} is {_shown(value)}; state holds numbers and arrays of "
                f"{'uint64, whole numbers from 0 on' if is_count else 'float64'}"
            )
        return np.array(found, dtype=np.uint64 if is_count else np.float64, order="C")

    def _restore(self) -> None:
        for name, memory in self.memory.items():
            setattr(self.own, name, memory.copy() if memory.ndim else memory.item())

    def _store(self, asked: bool = False) -> None:
        """Writes the attributes to memory. asked: they must be as they were."""
        for name, memory in self.memory.items():
            found = self._read(name)
            if found.shape != memory.shape:
                raise InputError(
                    f"{self.name}: {name} had the shape {memory.shape} after create and has {found.shape} now; "
                    "what state names keeps its shape"
                )
            if asked and found.tobytes() != memory.tobytes():
                raise InputError(
                    f"{self.name}: ask changes {name}, so that a resumed run would go on from other points; "
                    "change it in tell"
                )
            memory[...] = found

    # ---- Ask and tell ----

    def ask(self, generation: Any) -> None:
        number = int(generation.number)
        self._restore()
        self._x = self._points(self.own.ask(number), number)
        self._store(asked=True)
        generation.count, generation.x = len(self._x), doubles(self._x)

    def _points(self, given: Any, number: int) -> Array:
        try:
            x = np.array(given, dtype=np.float64, order="C")
        except (TypeError, ValueError):
            x = np.empty(0)
        if x.ndim != 2 or x.shape[1] != self.dim or len(x) == 0:
            raise InputError(
                f"{self.name}: ask returned {_shown(given)} in generation {number}; it returns an array of "
                f"numbers, a row of {self.dim} for each point"
            )
        outside = np.argwhere(~((x >= self.lower) & (x <= self.upper)))  # NaN too
        if len(outside):
            i, d = outside[0].tolist()
            raise InputError(
                f"{self.name}: coordinate {d} of point {i} in generation {number} is {x[i, d]:.9g}, outside of "
                f"{self.lower[d]:.9g} to {self.upper[d]:.9g}; use np.clip(x, setup.lower, setup.upper)"
            )
        return x

    def tell(self, generation: Any) -> None:
        count = int(generation.count)
        x, ranks = _copied(generation.x, count, self.dim), _copied(generation.rank, count)
        self._restore()
        self.own.tell(int(generation.number), x, ranks, float(generation.best))
        self._store()


def _copied(pointer: Any, *shape: int) -> Array:
    flat = np.frombuffer(ffi.buffer(pointer, 8 * int(np.prod(shape))), dtype=np.float64)
    out: Array = flat.reshape(shape).copy()
    return out


def _value(one: Parameter, number: float) -> Any:
    if one.choices:
        return one.choices[int(number)]
    return int(number) if one.whole else float(number)


def _shown(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return f"an array of {value.dtype}, of shape {value.shape}"
    words = repr(value)
    return words if len(words) < 80 else words[:77] + "..."
