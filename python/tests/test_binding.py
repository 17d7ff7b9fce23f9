"""The binding is made from the headers, and says all that they say."""
import ast
import re
import subprocess
import sys
from pathlib import Path

import cffi
import pytest

import jato
from jato._library import ffi, lib

REPOSITORY = Path(__file__).resolve().parents[2]
HEADERS = REPOSITORY / "include" / "jato"
sys.path.insert(0, str(REPOSITORY / "python"))
import make_binding  # noqa: E402


def public_functions() -> "list[str]":
    text = "\n".join(path.read_text() for path in sorted(HEADERS.glob("*.h")))
    return re.findall(r"JATO_API[^;]*?\b(jato_\w+)\(", text)


def test_the_headers_parse_and_nothing_of_the_preprocessor_is_left() -> None:
    text = make_binding.declarations(HEADERS / "jato.h")
    assert "JATO_API" not in text and "extern" not in text and "/*" not in text
    cffi.FFI().cdef(text)


def test_numbers_that_are_defined_are_kept() -> None:
    assert "#define JATO_MESSAGES 8" in make_binding.declarations(HEADERS / "jato.h")


@pytest.mark.parametrize("name", public_functions())
def test_every_public_function_is_in_the_library(name: str) -> None:
    assert ffi.typeof(getattr(lib, name)).kind == "function"


def test_the_library_and_the_package_are_of_one_version() -> None:
    text = (REPOSITORY / "python" / "pyproject.toml").read_text()
    assert f'version = "{jato.__version__}"' in text


@pytest.mark.parametrize("path", sorted((REPOSITORY / "python" / "src" / "jato").glob("*.py")))
def test_the_package_is_written_for_python_3_9(path: Path) -> None:
    ast.parse(path.read_text(), feature_version=(3, 9))


def test_a_missing_library_is_named_with_what_to_install(tmp_path: Path) -> None:
    """What the loader says of a library whose own library is gone."""
    gone, library = tmp_path / "libhdf5_gone.so.9", tmp_path / "libjato.so"
    (tmp_path / "empty.c").write_text("int nothing;")
    compile = ["cc", "-shared", "-fPIC", "-Wl,--no-as-needed", str(tmp_path / "empty.c")]
    subprocess.run([*compile, "-o", str(gone), "-Wl,-soname,libhdf5_gone.so.9"], check=True)
    subprocess.run([*compile, "-o", str(library), str(gone)], check=True)
    gone.unlink()
    with pytest.raises(OSError) as caught:
        ffi.dlopen(str(library))
    said = jato._library._why_not_loaded(str(library), caught.value)
    assert said.startswith("jato needs libhdf5_gone.so.9,") and "libhdf5-103-1" in said
