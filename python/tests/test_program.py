"""The command `jato` that the package installs."""
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


def test_its_exit_code_is_that_of_the_program() -> None:
    assert subprocess.run([COMMAND, "minimize", "nothing"], stderr=subprocess.DEVNULL).returncode == 2


def test_a_package_without_the_program_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(_program, "__file__", str(tmp_path / "_program.py"))
    with pytest.raises(SystemExit, match="No such file or directory; install jato from its wheel"):
        _program.main()
    assert not os.path.exists(tmp_path / "bin")
