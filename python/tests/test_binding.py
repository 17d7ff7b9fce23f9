"""The binding is made from the headers, and says all that they say."""
import ast
import re
import subprocess
import sys
from pathlib import Path

import cffi
import pytest

import jato
from jato._library import ffi, lib, simulators_library

REPOSITORY = Path(__file__).resolve().parents[2]
HEADERS = REPOSITORY / "include" / "jato"
SIMULATORS = REPOSITORY / "sim" / "include" / "jato"
sys.path.insert(0, str(REPOSITORY / "python"))
import make_binding  # noqa: E402


def public_functions(headers: Path) -> "list[str]":
    text = "\n".join(path.read_text() for path in sorted(headers.glob("*.h")))
    return re.findall(r"JATO_API[^;]*?\b(jato_\w+)\(", text)


def test_the_headers_parse_and_nothing_of_the_preprocessor_is_left() -> None:
    seen: "set[Path]" = set()
    text = "".join(make_binding.declarations(REPOSITORY / header, seen) for header in make_binding.HEADERS)
    assert "JATO_API" not in text and "extern" not in text and "/*" not in text
    cffi.FFI().cdef(text)


def test_numbers_that_are_defined_are_kept() -> None:
    assert "#define JATO_MESSAGES 8" in make_binding.declarations(HEADERS / "jato.h")


@pytest.mark.parametrize("name", public_functions(HEADERS))
def test_every_public_function_is_in_the_library(name: str) -> None:
    assert ffi.typeof(getattr(lib, name)).kind == "function"


@pytest.mark.parametrize("name", public_functions(SIMULATORS))
def test_every_public_function_of_the_simulators_is_in_their_library(name: str) -> None:
    assert ffi.typeof(getattr(simulators_library(), name)).kind == "function"


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


def test_a_package_without_its_library_takes_that_of_the_system(tmp_path: Path) -> None:
    """Debian's package has no library inside; where the system has none either, the message says so."""
    package = tmp_path / "jato"
    package.mkdir()
    source = Path(jato._library.__file__).parent
    for name in ("_library.py", "_binding.py"):
        (package / name).write_text((source / name).read_text())
    (package / "__init__.py").write_text("")
    code = "import jato._library; print(jato._library.__version__)"

    def run(folder: Path) -> "subprocess.CompletedProcess[str]":
        environment = {"PYTHONPATH": str(tmp_path),
                       "LD_LIBRARY_PATH": f"{folder}:{source.parent / 'jato.libs'}"}
        return subprocess.run([sys.executable, "-c", code], env=environment, cwd=tmp_path,
                              capture_output=True, text=True)

    without = run(tmp_path)
    assert "libjato.so.0.2 is missing: install jato from its wheel" in without.stderr
    found = tmp_path / "found"
    found.mkdir()
    (found / "libjato.so.0.2").symlink_to(source / "libjato.so")
    assert run(found).stdout.strip() == jato.__version__, run(found).stderr
