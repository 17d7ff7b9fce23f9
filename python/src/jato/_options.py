"""The options of a run, from keywords to C."""
from __future__ import annotations

import os
from dataclasses import dataclass, fields
from typing import Any, Optional, Union

from ._library import InputError, encode, ffi, lib

Path = Union[str, "os.PathLike[str]"]


@dataclass
class Options:
    """What every kind of run takes. None: as libjato has it; docs/guide-python.md has the list."""

    algorithm: Optional[str] = None
    device: Optional[str] = None
    walls: Optional[str] = None
    precision: str = "double"
    particles: Optional[int] = None
    seed: Optional[int] = None
    iterations: Optional[int] = None
    evaluations: Optional[int] = None
    stall: Optional[int] = None
    seconds: Optional[float] = None
    target: Optional[float] = None
    order: Optional[str] = None
    timeout: Optional[float] = None
    retries: int = 0
    save: Optional[Path] = None
    checkpoint: Optional[float] = None
    keep: Optional[int] = None
    frames: Optional[int] = None
    cache: Optional[Path] = None
    compiler: Optional[str] = None

    @classmethod
    def names(cls) -> list[str]:
        return [field.name for field in fields(cls)]

    def to_c(self, base: Any = None) -> tuple[Any, list[Any]]:
        """(jato_options *, what has to live as long). base: options to begin with, of a file."""
        keep: list[Any] = [base]
        out = ffi.new("jato_options *", lib.jato_options_default() if base is None else base)
        for name in ("algorithm", "device", "walls", "order", "save", "cache", "compiler"):
            value = getattr(self, name)
            if value is not None:
                keep.append(ffi.new("char[]", encode(value)))
                setattr(out, name, keep[-1])
        counts = ("particles", "seed", "iterations", "evaluations", "stall", "retries", "keep", "frames")
        for name in counts:
            value = getattr(self, name)
            if value is not None:
                setattr(out, name, _count(name, value))
        for name in ("seconds", "target", "timeout", "checkpoint"):
            value = getattr(self, name)
            if value is not None:
                setattr(out, name, float(value))
        if base is None:
            out.precision = self._precision()
        return out, keep

    def _precision(self) -> int:
        if self.precision not in ("double", "float"):
            raise InputError(f'precision {self.precision!r}: it is "double" or "float"')
        return int(lib.JATO_DOUBLE if self.precision == "double" else lib.JATO_FLOAT)


def _count(name: str, value: Any) -> int:
    """A whole number; 1e6 is one too."""
    whole = int(value)
    if whole != value or whole < 0:
        raise InputError(f"{name} is {value!r}; it is a whole number, 0 or more")
    return whole
