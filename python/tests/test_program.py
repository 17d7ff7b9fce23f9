"""The command `jato` that the package installs."""
import csv
import io
import math
import os
import subprocess
import sys
from pathlib import Path

import pytest

import jato
from jato import _program

COMMAND = str(Path(sys.executable).parent / "jato")


def test_the_command_is_the_program_of_the_same_version() -> None:
    assert subprocess.check_output([COMMAND, "--version"], text=True) == f"jato {jato.__version__}\n"


def test_program_and_package_find_the_same_and_read_each_others_files(tmp_path: Path) -> None:
    file = tmp_path / "run.h5"
    arguments = ["minimize", "rosenbrock", "--dim", "4", "--seed", "1", "--save", str(file)]
    printed = subprocess.check_output([COMMAND, *arguments], text=True)
    assert jato.open_run(file).digest in printed


@pytest.mark.parametrize("what", ["trace", "swarm", "evaluations"])
def test_a_parquet_file_holds_what_the_csv_does(tmp_path: Path, what: str) -> None:
    from pyarrow import parquet

    file, table = str(tmp_path / "run.h5"), str(tmp_path / "run.parquet")
    words = ["sphere", "--dim", "2", "--particles", "70k", "--iterations", "3"]
    if what == "evaluations":
        words = ["--shell", "echo {n}; : {kind}", "--var", "n=1:9:int", "--var", "kind=a b,ü", "--evaluations", "40"]
    subprocess.check_call([COMMAND, "minimize", *words, "--seed", "1", "--save", file, "-q"], stdout=subprocess.DEVNULL)
    export = [COMMAND, "export", file, "--what", what]
    rows = list(csv.reader(io.StringIO(subprocess.check_output(export, text=True))))
    with jato.open_run(file) as run:
        run.to_parquet(table, what)
    found = parquet.ParquetFile(table)
    assert found.metadata.num_row_groups == (2 if what == "swarm" else 1)
    assert found.schema_arrow.names == rows[0]
    assert found.metadata.num_rows == len(rows) - 1 > 3
    for name, column in zip(rows[0], zip(*rows[1:])):
        for value, text in zip(found.read([name]).column(0).to_pylist(), column):
            is_same = str(value) == text if isinstance(value, (str, int)) else value == float(text or "nan")
            assert is_same or (text == "" and not math.isfinite(value)), (name, value, text)


def test_its_exit_code_is_that_of_the_program() -> None:
    assert subprocess.run([COMMAND, "minimize", "nothing"], stderr=subprocess.DEVNULL).returncode == 2


def test_a_package_without_the_program_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(_program, "__file__", str(tmp_path / "_program.py"))
    with pytest.raises(SystemExit, match="No such file or directory; install jato from its wheel"):
        _program.main()
    assert not os.path.exists(tmp_path / "bin")
