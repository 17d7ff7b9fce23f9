#!/usr/bin/env python3
"""Makes jato's binding for cffi from the public headers, so that nothing is copied by hand.

What is left of the headers without comments, inline functions, the preprocessor and JATO_API is what
cffi reads. The binding is cffi's out-of-line ABI mode: a Python file without
compiled code, which is good for every version of Python.

usage: make_binding.py OUT FOLDER      OUT: the file to write; FOLDER: that of the repository
"""
import re
import sys
from pathlib import Path

# Those of libjato and of libjato_sim, in the folder of the repository.
HEADERS = ("include/jato/jato.h", "include/jato/method.h", "sim/include/jato/simulate.h")
INCLUDE = re.compile(r'#\s*include\s+"([^"]+)"')
NUMBER = re.compile(r"#\s*define\s+\w+\s+\d+\s*$")


def declarations(header: Path, seen: "set[Path] | None" = None) -> str:
    """The declarations of a header and of those it includes, each once, in the order of C."""
    seen = set() if seen is None else seen
    if header in seen:
        return ""
    seen.add(header)
    text = re.sub(r"/\*.*?\*/", " ", header.read_text(encoding="utf-8"), flags=re.DOTALL)
    text = re.sub(r"^extern JATO_API .*?;", "", text, flags=re.DOTALL | re.MULTILINE)  # of shared objects
    text = re.sub(r"^#ifdef __cplusplus$.*?^#endif$", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"^JATO_C_(BEGIN|END)$", "", text, flags=re.MULTILINE)
    text = re.sub(r"^static inline .*?^}$", "", text, flags=re.DOTALL | re.MULTILINE)  # not in the library
    text = re.sub(r"\\\n", " ", text)  # a line that goes on
    kept = []
    for line in text.splitlines():
        include = INCLUDE.match(line)
        if include:
            kept.append(declarations(header.parent / include.group(1), seen))
        elif NUMBER.match(line) or not line.startswith("#"):
            kept.append(re.sub(r"\bJATO_API\b", "", line).rstrip())
    return "\n".join(line for line in kept if line) + "\n"


def make(out: Path, repository: Path) -> None:
    """Writes the binding of both libraries' headers to the file `out`."""
    import cffi

    builder, seen = cffi.FFI(), set()
    for header in HEADERS:
        builder.cdef(declarations(repository / header, seen))
    builder.set_source("jato." + out.stem, None)
    builder.emit_python_code(str(out))


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1].startswith("-"):
        print(__doc__)
        sys.exit(0 if sys.argv[1:2] in (["-h"], ["--help"]) else 2)
    make(Path(sys.argv[1]), Path(sys.argv[2]))
