"""Run files from other people: looking runs nothing, and what they hold is run only if it is trusted."""
import gc
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import jato

RUN = {"algorithm": "pso", "particles": 4, "seed": 1}
OBJECT = """#include <stdlib.h>
__attribute__((constructor)) static void enter(void) { (void)!system("touch MARKER"); }
double jato_objective(const double *x, int n) { return n > 0 ? x[0] * x[0] : 0; }
"""


class Stage(NamedTuple):
    path: Path  # the run file
    marker: Path  # there as soon as something of the file was run
    shown: str  # what a refusal must name


def enter(monkeypatch: Any, who: Path) -> None:
    """Makes the process one of this user's: the home has the key, and the folder counts, too."""
    who.mkdir(exist_ok=True)
    monkeypatch.setenv("HOME", str(who))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.chdir(who)


def problem_of(kind: str, place: Path, marker: Path) -> Any:
    if kind == "command":
        return jato.command(f"sh -c 'touch {marker}; echo {{a}}'", {"a": (0, 1)})
    if kind == "shell":
        return jato.command(f"touch {marker}; echo {{a}}", {"a": (0, 1)}, shell=True)
    compiler, source, shared = shutil.which("cc"), place / "evil.c", place / "evil.so"
    assert compiler is not None, "C source cannot be run either without a compiler"
    source.write_text(OBJECT.replace("MARKER", str(marker)))
    subprocess.run([compiler, "-shared", "-fPIC", "-o", shared, source], check=True)
    return jato.shared_object(shared, {"a": (0, 1)})


@pytest.fixture(params=["command", "shell", "object"])
def stage(request: Any, tmp_path: Path, monkeypatch: Any) -> Stage:
    """A run file that another user made and runs; then we open it with our own key."""
    path, marker = tmp_path / "run.h5", tmp_path / "marker"
    enter(monkeypatch, tmp_path / "theirs")
    jato.minimize(problem_of(request.param, tmp_path, marker), iterations=3, save=path, **RUN)
    assert marker.exists(), "their own problem was not run"
    marker.unlink()
    enter(monkeypatch, tmp_path / "ours")
    return Stage(path, marker, "evil.so" if request.param == "object" else "touch")


def test_looking_runs_nothing(stage: Stage) -> None:
    with jato.open_run(stage.path) as run:
        assert run.nit == 3 and len(run.trace["best"]) == 4 and run.dim == 1
        assert run.particles("own").shape == (4, 1)
    assert not stage.marker.exists()


def test_resuming_is_refused_and_runs_nothing(stage: Stage) -> None:
    before = stage.path.read_bytes()
    for trust in ({}, {"trust": False}):
        with jato.open_run(stage.path, **trust) as run:
            with pytest.raises(jato.TrustError, match=stage.shown):
                jato.minimize(run.problem, iterations=6, save=stage.path, resume=True)
    assert not stage.marker.exists()
    assert stage.path.read_bytes() == before
    assert sorted(os.listdir(stage.path.parent / "ours")) == []  # no key was needed, and none made


def test_what_is_trusted_is_run(stage: Stage) -> None:
    with jato.open_run(stage.path, trust=True) as run:
        result = jato.minimize(run.problem, iterations=6, save=stage.path, resume=True)
    assert result.nit == 6 and stage.marker.exists()


def test_trust_is_needed_once(stage: Stage, monkeypatch: Any) -> None:
    with jato.open_run(stage.path, trust=True) as run:
        jato.minimize(run.problem, iterations=6, save=stage.path, resume=True)
    with jato.open_run(stage.path) as run:  # it is ours since we saved it
        assert jato.minimize(run.problem, iterations=8, save=stage.path, resume=True).nit == 8
    monkeypatch.chdir(stage.path.parent)  # but paths in it may mean something else elsewhere
    stage.marker.unlink()
    with jato.open_run(stage.path) as run:
        with pytest.raises(jato.TrustError):
            run.problem
    assert not stage.marker.exists()


def test_a_key_is_made_under_its_name_alone(tmp_path: Path, monkeypatch: Any) -> None:
    """The key's name and the callback for notices must live as long as the run that uses them."""
    enter(monkeypatch, tmp_path / "ours")
    key = tmp_path / "ours/.config/jato/key"
    for number in range(30):
        problem = jato.command("echo {a}", {"a": (0, 1)})
        gc.collect()
        jato.minimize(problem, iterations=1, save=tmp_path / f"{number}.h5", **RUN)
        assert [path.name for path in key.parent.iterdir()] == ["key"]
    key.chmod(0o644)
    with pytest.warns(RuntimeWarning, match="mode 644"):
        jato.minimize(problem, iterations=1, save=tmp_path / "open.h5", **RUN)
