#!/usr/bin/env python3
"""Makes the package's keywords, with their types and meanings, from libjato's settings.

usage: make_settings.py LIBRARY BINDING OUT
  LIBRARY: libjato.so; BINDING: what make_binding.py has written; OUT: the file to write
"""
import importlib.util
import sys
from pathlib import Path

# Python has words of its own for these: workers are processes of Python, and on_error says more.
OTHERWISE = {"workers", "on_failure"}

# What Python takes beside text, for type checkers.
MORE = {"algorithm": "Union[str, Method]"}

HEAD = '''"""The settings of a run as keywords. Made from libjato's table by make_settings.py."""
from __future__ import annotations

import os
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Optional, TypedDict, Union

if TYPE_CHECKING:
    from ._method import Method

Path = Union[str, "os.PathLike[str]"]

'''

NAMES = '''
    @classmethod
    def names(cls) -> list[str]:
        return [field.name for field in fields(cls)]

'''


def load(binding: Path):
    """cffi's ffi of the binding, which is a file without a package around it."""
    spec = importlib.util.spec_from_file_location("binding", binding)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.ffi


def settings(ffi, library: Path):
    """(name, type, meaning) of each setting that a new run takes."""
    lib = ffi.dlopen(str(library.resolve()))
    types = {
        lib.JATO_SETTING_TEXT: "str",
        lib.JATO_SETTING_FILE: "Path",
        lib.JATO_SETTING_COUNT: "Union[int, str]",
        lib.JATO_SETTING_NUMBER: "float",
        lib.JATO_SETTING_TIME: "Union[float, str]",
        lib.JATO_SETTING_CHOICE: "str",
        lib.JATO_SETTING_FLAG: "bool",
    }
    index = 0
    while (row := lib.jato_setting_at(index)) != ffi.NULL:
        index += 1
        name, text, fallback = (ffi.string(t).decode() for t in (row.name, row.help, row.fallback))
        if row.used & lib.JATO_USED_TO_BEGIN and name not in OTHERWISE:
            meaning = text + (f" (default: {fallback})" if fallback else "")
            yield name, MORE.get(name, types[row.kind]), meaning


def make(library: Path, binding: Path, out: Path) -> None:
    """Writes the keywords to the file `out`."""
    rows = list(settings(load(binding), library))
    lines = [HEAD, "\nclass SettingsKeywords(TypedDict, total=False):\n"]
    lines += [f"    {name}: Optional[{kind}]\n" for name, kind, _ in rows]
    lines += ["\n\n@dataclass\nclass Settings:\n"]
    lines += [f'    {name}: Optional[{kind}] = None\n    """{about}"""\n' for name, kind, about in rows]
    lines += [NAMES, "\nABOUT = {\n"]
    lines += [f"    {name!r}: {about!r},\n" for name, _, about in rows]
    lines += ["}\n"]
    out.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 4 or sys.argv[1].startswith("-"):
        print(__doc__)
        sys.exit(0 if sys.argv[1:2] in (["-h"], ["--help"]) else 2)
    make(Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]))
