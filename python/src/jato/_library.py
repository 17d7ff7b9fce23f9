"""libjato and its errors, and libjato_sim. `ffi` and `lib` are cffi's: what they hold is typed by the C
headers."""
from __future__ import annotations

import functools
import importlib
import os
import re
from typing import Any, Callable

# What to install for a library that libjato was linked with and that is not on the machine.
_PACKAGES = {
    "libhdf5": "libhdf5-103-1 (Debian, Ubuntu) or hdf5",
    "libjansson": "libjansson4 (Debian, Ubuntu) or jansson",
    "libyaml": "libyaml-0-2 (Debian, Ubuntu) or libyaml",
    "libpng": "libpng16-16 (Debian, Ubuntu) or libpng",
    "libsodium": "libsodium23 (Debian, Ubuntu) or libsodium",
    "libnlopt": "libnlopt0 (Debian, Ubuntu) or nlopt",
    "libcminpack": "libcminpack1 (Debian, Ubuntu) or cminpack",
    "libgomp": "libgomp1 (Debian, Ubuntu) or libgomp",
}


class JatoError(RuntimeError):
    """An error of libjato; the message says what was asked for, what was found, and what to do.

    Examples
    --------
    >>> try:
    ...     jato.problem("rastrgin")
    ... except jato.JatoError as error:
    ...     print("rastrigin" in str(error))
    True
    """


class InputError(JatoError, ValueError):
    """An invalid value, name or source; also a ``ValueError``."""


class FileError(JatoError, OSError):
    """A run file that could not be read or written; also an ``OSError``."""


class TrustError(JatoError):
    """A run file of somebody else holds what would have to be run; ``trust=True`` allows it."""


class OutOfMemory(JatoError, MemoryError):
    """There is not enough memory; also a ``MemoryError``."""


class Failed(Exception):
    """Raise it in an objective for a point that has no value: it counts as a failed point, even with
    ``on_error="raise"``.

    Examples
    --------
    >>> def f(x):
    ...     if x[0] < 0:
    ...         raise jato.Failed("the mesh folded over")
    ...     return x[0]
    >>> result = jato.minimize(f, [(-1, 4)], iterations=20)
    >>> result.success, result.failures["refused"] > 0
    (True, True)
    """


# Packages of the system have the libraries apart.
_SYSTEM_PACKAGES = {"libjato.so.0.2": "libjato0.2", "libjato_sim.so.0.2": "libjato-sim0.2"}


def _why_not_loaded(path: str, error: OSError) -> str:
    missing = re.search(r"(lib[^\s/:]+): cannot open shared object file", str(error))
    if missing is None:
        return f"{path} could not be loaded: {error}"
    name = missing.group(1)
    if name in _SYSTEM_PACKAGES:
        return (f"{name} is missing: install jato from its wheel, which holds it, or the package "
                f"{_SYSTEM_PACKAGES[name]} (Debian, Ubuntu); tools/build_wheel makes the wheel")
    known = [what for library, what in _PACKAGES.items() if name.startswith(library)]
    advice = f"; install {known[0]}" if known else ""
    return f"jato needs {name}, which is not on this machine{advice}"


def _load(name: str) -> tuple[Any, Any]:
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), f"{name}.so")
    if not os.path.exists(path):
        path = f"{name}.so.0.2"
    binding = importlib.import_module("jato._binding")
    try:
        return binding.ffi, binding.ffi.dlopen(path)
    except OSError as error:
        raise ImportError(_why_not_loaded(path, error)) from error


ffi, lib = _load("libjato")


@functools.lru_cache(maxsize=None)
def simulators_library() -> Any:
    """libjato_sim, which is loaded when it is first used."""
    return _load("libjato_sim")[1]


def text(pointer: Any) -> str:
    """A C text; "" for NULL."""
    return "" if pointer == ffi.NULL else str(ffi.string(pointer).decode("utf-8", "replace"))


def encode(value: str | os.PathLike[str]) -> bytes:
    return os.fsencode(value)


def usual_key() -> bytes:
    """The file of the user's key, which signs run files: that of the program."""
    folder, home = os.environ.get("XDG_CONFIG_HOME", ""), os.environ.get("HOME", "")
    if not folder.startswith("/"):
        folder = os.path.join(home, ".config") if home.startswith("/") else ""
    return encode(os.path.join(folder, "jato", "key")) if folder else b""


__version__ = text(lib.jato_version())

_ERRORS: dict[int, Callable[[str], JatoError]] = {
    lib.JATO_E_ARGUMENT: InputError,
    lib.JATO_E_NAME: InputError,
    lib.JATO_E_SOURCE: InputError,
    lib.JATO_E_FILE: FileError,
    lib.JATO_E_TRUST: TrustError,
    lib.JATO_E_MEMORY: OutOfMemory,
}


def new_sized(kind: str, **members: Any) -> Any:
    """A struct of the C interface that begins with its size."""
    return ffi.new(f"{kind} *", {"size": ffi.sizeof(kind), **members})


def new_sized_array(kind: str, count: int) -> Any:
    """Structs that the library fills, of the size that the first one has."""
    out = ffi.new(f"{kind}[]", count)
    out[0].size = ffi.sizeof(kind)
    return out


def new_error() -> Any:
    return ffi.new("jato_error *")


def check(status: int, error: Any) -> None:
    """Raises what a call that failed has written to `error`."""
    if status != lib.JATO_OK:
        raise _ERRORS.get(status, JatoError)(text(error.text))


def call(function: Any, *arguments: Any) -> None:
    """Calls a function whose last argument is its error, and raises that."""
    error = new_error()
    check(function(*arguments, error), error)


def doubles(array: Any) -> Any:
    """The memory of an array, for C."""
    return ffi.cast("double *", array.ctypes.data)


def needs(module: str, what: str) -> Any:
    """A module that is not part of the package, for what takes it."""
    try:
        return importlib.import_module(module)
    except ImportError:
        name = module.partition(".")[0]
        raise ImportError(f"{what} needs {name}; install it with: pip install {name}") from None


class Handle:
    """A C object that is destroyed when it is closed, or when nothing refers to it any more; by the
    process that made it only: its threads are not in a fork."""

    def __init__(self, pointer: Any, destroy: Callable[[Any], None]) -> None:
        self.pointer = pointer
        self.keeps: Any = None  # what the object calls, until it is destroyed
        self._destroy = destroy
        self._process = os.getpid()

    @property
    def is_open(self) -> bool:
        return bool(self.pointer != ffi.NULL)

    def close(self) -> None:
        if self.pointer != ffi.NULL:
            slot = ffi.new("void *[1]", [self.pointer])
            self.pointer = ffi.NULL
            if os.getpid() == self._process:
                self._destroy(slot)
            self.keeps = None

    def __del__(self) -> None:
        self.close()


def owned(out: Any, destroy: str, library: Any = lib) -> Handle:
    """A handle of *out, which `library.destroy` frees."""
    kind = ffi.typeof(out)
    free = getattr(library, destroy)
    return Handle(out[0], lambda slot: free(ffi.cast(kind, slot)))


def made(destroy: str, function: Any, *arguments: Any, library: Any = lib) -> Handle:
    """A handle of what a function makes, whose last arguments are a place for it and an error."""
    out = ffi.new(f"{destroy.rpartition('_')[0]} **")
    call(function, *arguments, out)
    return owned(out, destroy, library)


def kernels_of(find: Any, pointer: Any) -> dict[str, dict[str, float]]:
    """Calls and seconds by name, of what was called, from a function of (pointer, index, row)."""
    row, out, index = new_sized("jato_kernel_time"), {}, 0
    while find(pointer, index, row):
        if row.calls > 0:
            out[text(row.name)] = {"calls": int(row.calls), "total": row.total,
                                   "least": row.least, "most": row.most}
        index += 1
    return out
