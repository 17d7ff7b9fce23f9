"""The options of a run, from keywords to C: every keyword is a setting of libjato."""
from __future__ import annotations

import functools
import os
import secrets
from typing import Any, Callable, Mapping, TypeVar, cast

from ._library import InputError, check, encode, ffi, lib, new_error, text
from ._method import Method
from ._settings import ABOUT, Path, Settings, SettingsKeywords

__all__ = ["Options", "Path", "SettingsKeywords", "answer_old_names", "describe"]


def new_options() -> Any:
    """jato_options * with the defaults."""
    out = ffi.new("jato_options *")
    lib.jato_options_init(out, ffi.sizeof("jato_options"))
    return out


class FreshSeed(int):
    """A random seed, not chosen by the user; a resumed run keeps its own."""


class Options(Settings):
    """The options of every kind of run; None means the default. docs/settings.md lists them."""

    @classmethod
    def read(cls, settings: Mapping[str, Any]) -> Options:
        """From keywords; an unknown one raises TypeError, as Python does, with the nearest name. A
        seed that is given as None is a fresh one."""
        for name in settings:
            if name not in cls.names():
                error = new_error()
                lib.jato_options_set(new_options(), name.encode(), b"1", error)
                why = text(error.text) or f"unknown setting {name}"
                raise TypeError(f"{why} (an unexpected keyword argument)")
        out = cls(**settings)
        if "seed" in settings and out.seed is None:
            out.seed = FreshSeed(secrets.randbits(32))
        return out

    def given(self) -> dict[str, Any]:
        """The settings that are not left to their defaults, as keywords."""
        return {name: value for name, value in vars(self).items() if value is not None}

    def number(self, name: str) -> Any:
        """A setting as libjato reads it, "10k" or 10000; None if it is not given."""
        return None if getattr(self, name) is None else getattr(self.to_c()[0], name)

    def to_c(self, base: Any = None) -> tuple[Any, list[Any]]:
        """(jato_options *, what must live as long). base: options to start from, a copy of those of a file."""
        keep: list[Any] = [base]
        out = new_options() if base is None else base
        error = new_error()
        for name in self.names():
            value = getattr(self, name)
            if value is None or (base is not None and name == "precision"):
                continue
            if base is not None and isinstance(value, FreshSeed):
                continue
            if isinstance(value, Method):
                if base is not None and not value._given and text(base.algorithm).startswith("plugin:method="):
                    continue  # the file has its parameters
                value = value._spec("plugin")
            if name == "warm_start" and not isinstance(value, (str, os.PathLike)):
                continue  # which becomes a file when the run is created
            keep.append(ffi.new("char[]", encode(_text(name, value))))
            check(lib.jato_options_set(out, name.encode(), keep[-1], error), error)
        return out, keep


_ABOUT_SEED = "the same seed gives the same run; None means a fresh one, which the result has (default: 1)"
_Function = TypeVar("_Function", bound=Callable[..., Any])


def describe(function: _Function) -> _Function:
    """Adds the settings to the docstring of a function that takes them, where numpydoc has them."""
    words = function.__doc__
    if words is not None:  # there is none with python -OO
        lines = ["Other Parameters", "----------------"]
        for name, about in {**ABOUT, "seed": _ABOUT_SEED}.items():
            lines += [f"{name} : optional", f"    {about}"]
        section = "".join(f"    {line}\n" for line in lines)
        before, heading, rest = words.partition("    Raises\n")
        function.__doc__ = f"{before}{section}\n{heading}{rest}"
    return function


def answer_old_names(function: _Function) -> _Function:
    """Answers keywords that were renamed with their new names."""
    @functools.wraps(function)
    def call(*arguments: Any, **keywords: Any) -> Any:
        try:
            return function(*arguments, **keywords)
        except TypeError:
            for name in keywords:
                old = f"{function.__name__}.{name}"
                new = text(lib.jato_renamed(lib.JATO_NAME_PYTHON, old.encode()))
                if new:
                    raise TypeError(f"{function.__name__}(): {name} was renamed: use {new}") from None
            raise

    return cast(_Function, call)


def _text(name: str, value: Any) -> Any:
    """A value as text for libjato: strings as they are; 1e6 counts as a whole number."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (str, os.PathLike)):
        return value
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise InputError(f"{name} is {value!r}; it must be a number or a string") from None
    return str(int(value)) if number.is_integer() else repr(number)
