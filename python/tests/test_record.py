"""Run files: saved, resumed, read."""
import pathlib
from typing import Any

import numpy as np
import pandas
import pytest

import jato

BOX = [(-5.0, 5.0)] * 2


def square(x: Any) -> float:
    return float(x @ x)


@pytest.fixture
def saved(tmp_path: Any) -> Any:
    path = tmp_path / "run.h5"
    result = jato.minimize(square, BOX, iterations=30, particles=20, seed=5, save=path)
    return path, result


def test_a_file_holds_the_run(saved: Any) -> None:
    path, result = saved
    with jato.open_run(path) as run:
        assert run.best == result.fun and run.x.tolist() == result.x.tolist()
        assert (run.nit, run.nfev, run.seed, run.digest) == (30, 620, 5, result.digest)
        assert run.stop == "iterations" and run.dim == 2 and run.lower.tolist() == [-5, -5]
        values, places = run.particles("value"), run.particles("own")
        assert values.shape == (20,) and places.shape == (20, 2)
        assert np.allclose([square(x) for x in places], values)
        assert run.particles("position", first=3, count=2).shape == (2, 2)
        with pytest.raises(ValueError, match="velocity"):
            run.particles("speed")
        with pytest.raises(ValueError):
            run.problem  # a Python function is not in the file


def test_the_trace_is_ready_for_pandas(saved: Any) -> None:
    path, result = saved
    with jato.open_run(path) as run:
        table = pandas.DataFrame(run.trace)
        assert list(table.iteration) == list(range(31)) and table.best.iloc[-1] == result.fun
        assert [square(x) for x in run.trace_x] == list(table.best)


def test_the_trace_of_auto_says_who_found_the_best(saved: Any, tmp_path: Any) -> None:
    path = tmp_path / "auto.h5"
    jato.minimize(lambda x: square(x - 1) + 3 * float(x[0] * x[1]) ** 2, BOX, evaluations=60, seed=1, save=path)
    with jato.open_run(path) as run:
        found = list(run.trace["submethod"])
        assert found[0] == "lines" and found[-1] == "descent"
    with jato.open_run(saved[0]) as run:
        assert set(run.trace["submethod"]) == {""}


def test_a_run_goes_on_as_if_it_had_not_ended(saved: Any) -> None:
    path, _ = saved
    whole = jato.minimize(square, BOX, iterations=60, particles=20, seed=5)
    on = jato.minimize(square, BOX, iterations=60, save=path, resume=True)
    assert on.nit == 60 and on.digest == whole.digest
    with jato.open_run(path) as run:
        assert run.nit == 60


def test_nothing_is_overwritten_by_accident(saved: Any) -> None:
    path, _ = saved
    with pytest.raises(FileExistsError, match="resume=True"):
        jato.minimize(square, BOX, save=path)
    with pytest.raises(ValueError, match="seed 5"):
        jato.minimize(square, BOX, save=path, resume=True, seed=6)
    path.rename(f"{path}.3")
    with pytest.raises(FileExistsError, match="resume=True"):
        jato.minimize(square, BOX, save=path)


def test_resume_begins_where_there_is_nothing(tmp_path: Any) -> None:
    path = tmp_path / "new.h5"
    assert jato.minimize(square, BOX, iterations=5, save=path, resume=True).nit == 5
    assert path.exists()


def test_the_problem_of_a_file_can_be_made_again(tmp_path: Any) -> None:
    path = tmp_path / "gallery.h5"
    result = jato.minimize(jato.problem("rastrigin", 4), iterations=20, save=path)
    with jato.open_run(path) as run:
        problem = run.problem
        assert problem.name == "rastrigin" and problem(result.x) == pytest.approx(result.fun)


def test_files_that_are_none_are_said(tmp_path: Any) -> None:
    with pytest.raises(OSError):
        jato.open_run(tmp_path / "missing.h5")
    (tmp_path / "text.h5").write_text("no run")
    with pytest.raises(jato.JatoError):
        jato.open_run(tmp_path / "text.h5")


def test_files_that_crash_hdf5_are_refused() -> None:
    corpus = pathlib.Path(__file__).parents[2] / "tests/fuzz/corpus/metadata"
    crashing = sorted(corpus.glob("crash_*.h5"))
    assert len(crashing) >= 23
    for path in crashing:
        with pytest.raises(jato.FileError, match="the run file's"):
            jato.open_run(path)


def test_workers_save_and_go_on(tmp_path: Any) -> None:
    path = tmp_path / "workers.h5"
    jato.minimize(square, BOX, iterations=5, particles=10, workers=2, save=path)
    on = jato.minimize(square, BOX, iterations=9, workers=3, save=path, resume=True)
    assert on.digest == jato.minimize(square, BOX, iterations=9, particles=10).digest


def test_saving_takes_no_file_of_somebody_else(tmp_path: Any) -> None:
    path = tmp_path / "model"
    with jato.Run(BOX, particles=4, iterations=10, seed=1) as run:
        for ending in (".new", ".1", ""):
            other = tmp_path / f"model{ending}"
            other.write_text("my notes")
            with pytest.raises(OSError, match="move it away"):
                run.save(path)
            assert other.read_text() == "my notes"
            other.unlink()
        run.save(path)
        run.save(path)
    before = [(tmp_path / name).read_bytes() for name in ("model", "model.1")]
    with jato.Run(BOX, particles=4, iterations=10, seed=2) as run:
        with pytest.raises(OSError, match="is the file of another run"):
            run.save(path)
    assert [(tmp_path / name).read_bytes() for name in ("model", "model.1")] == before


def test_a_journal_without_its_run_is_taken_up(tmp_path: Any) -> None:
    calls = []

    def counted(x: Any) -> float:
        calls.append(1)
        return square(x)

    def go(**options: Any) -> Any:
        calls.clear()
        return jato.minimize(counted, BOX, iterations=5, particles=8, save=path, **options)

    path, journal = tmp_path / "run.h5", tmp_path / "run.h5.journal"
    journal.write_text("my diary")
    for resume in (False, True):
        with pytest.raises(OSError, match="is something else"):
            go(resume=resume)
        assert journal.read_text() == "my diary"
    journal.unlink()
    whole, made = go(seed=None), len(calls)
    path.unlink()
    kept = journal.read_bytes()
    with pytest.raises(OSError, match="resume=True"):
        go()
    assert journal.read_bytes() == kept and not calls
    with pytest.warns(RuntimeWarning, match="had no checkpoint"):
        again = go(seed=None, resume=True)
    assert (again.digest, again.nfev) == (whole.digest, whole.nfev)
    assert len(calls) <= made
