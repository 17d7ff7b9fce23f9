"""Every evaluation of a run is kept, and no point is evaluated twice."""
import glob
import os
import tempfile
from typing import Any

import numpy as np
import pytest

import jato


def test_each_evaluation_is_a_row() -> None:
    seen: list[tuple[float, ...]] = []

    def f(x: Any) -> float:
        seen.append(tuple(x))
        return float(np.sum((x - 1) ** 2))

    result = jato.minimize(f, [(-5, 5)] * 2, algorithm="pso", particles=10, iterations=9, seed=1)
    rows = result.evaluations
    assert list(rows) == ["number", "attempt", "worker", "status", "start", "seconds", "value", "x0", "x1"]
    assert [(a, b) for a, b in zip(rows["x0"], rows["x1"])] == seen
    assert rows["value"].tolist() == [f(np.array(x)) for x in seen[: len(rows["value"])]]
    assert rows["value"].min() == result.fun
    assert set(rows["status"]) == {"ok"}
    assert (rows["seconds"] >= 0).all() and (np.diff(rows["start"]) > -1e-3).all()


@pytest.mark.parametrize("workers", [1, 2])
def test_names_choices_constraints_and_failures(workers: int) -> None:
    space = {"n": jato.Integer(1, 6), "wood": jato.Category(["oak", "ash"]), "k": jato.Fixed(4)}
    result = jato.minimize(
        _beam, space, constraints=["sag <= 45"], algorithm="pso", particles=6, iterations=8, seed=2,
        workers=workers,
    )
    rows = result.evaluations
    assert set(rows["wood"]) == {"oak", "ash"} and set(rows["k"]) == {4}
    failed = rows["status"] == "refused"
    assert failed.any() and (rows["n"][failed] == 6).all() and np.isnan(rows["value"][failed]).all()
    assert (rows["sag"][~failed] == 10 * rows["n"][~failed]).all()
    assert result.constraints == {"sag": 10.0 * result.params["n"]}


def _beam(point: dict[str, Any]) -> Any:
    if point["n"] == 6:
        raise jato.Failed("too thin")
    return -float(point["n"]), [10.0 * point["n"]]


def test_no_point_is_evaluated_twice() -> None:
    calls: list[int] = []

    def f(point: dict[str, int]) -> float:
        calls.append(point["n"])
        return (point["n"] - 3) ** 2

    def run(**more: Any) -> jato.OptimizeResult:
        calls.clear()
        return jato.minimize(
            f, {"n": jato.Integer(1, 5)}, algorithm="pso", particles=10, iterations=20, seed=1, **more
        )

    once = run()
    assert sorted(set(calls)) == sorted(calls) and once.reused == 210 - len(calls)
    again = run(repeat_points=True)
    assert len(calls) == 210 and again.reused == 0 and again.digest == once.digest


def _count(point: dict[str, Any]) -> float:
    with open(point["log"], "a", encoding="utf-8") as log:
        log.write(f"{point['n']}\n")
    return float((point["n"] - 3) ** 2)


def test_no_worker_evaluates_a_point_twice(tmp_path: Any) -> None:
    def run(name: str, **more: Any) -> tuple[jato.OptimizeResult, list[str]]:
        log = tmp_path / name
        space = {"n": jato.Integer(1, 5), "log": jato.Fixed(str(log))}
        result = jato.minimize(
            _count, space, algorithm="pso", particles=10, iterations=20, seed=1, **more
        )
        return result, log.read_text().split()

    whole, calls = run("all", workers=2, repeat_points=True)
    assert len(calls) == 210 and whole.reused == 0
    for workers in (1, 2, 3):
        for order in ("iteration", "particle"):
            once, calls = run(f"{workers}{order}", workers=workers, order=order)
            assert sorted(set(calls)) == sorted(calls) and once.reused == 210 - len(calls)
            assert order == "particle" or once.digest == whole.digest


@pytest.mark.parametrize("workers", [1, 2])
def test_a_run_begins_with_what_is_known(workers: int, tmp_path: Any) -> None:
    space = {"n": jato.Integer(1, 6), "wood": jato.Category(["oak", "ash"]), "k": jato.Fixed(4)}

    def run(**more: Any) -> jato.OptimizeResult:
        return jato.minimize(
            _beam, space, constraints=["sag <= 45"], algorithm="de", particles=8, iterations=2,
            workers=workers, **more,
        )

    old = run(seed=1)
    known = {(n, wood) for n, wood, status in
             zip(*(old.evaluations[name] for name in ("n", "wood", "status"))) if status == "ok"}
    new = run(seed=2, warm_start=old, save=tmp_path / "new.h5")
    rows = new.evaluations
    own = rows["status"] != "given"
    assert new.given == len(known) == (~own).sum() and new.fun <= old.fun
    assert not known & set(zip(rows["n"][own], rows["wood"][own]))
    table = {"n": [4], "wood": ["ash"], "sag": [40.0], "value": [-4.0]}
    assert run(seed=2, warm_start=table).given == 1
    assert run(seed=2, warm_start=tmp_path / "new.h5").given >= new.given
    with pytest.raises(jato.JatoError, match='column "m"'):
        run(warm_start={"m": [1], **table})
    with pytest.raises(jato.JatoError, match="equally long"):
        run(warm_start={**table, "n": [1, 2]})
    with pytest.raises(jato.JatoError, match="dict of columns"):
        run(warm_start=7)


def test_nothing_is_left_behind(tmp_path: Any) -> None:
    before = set(glob.glob(os.path.join(tempfile.gettempdir(), "jato-*.journal")))
    jato.minimize(lambda x: float(x[0]), [(0, 1)], evaluations=50)
    assert set(glob.glob(os.path.join(tempfile.gettempdir(), "jato-*.journal"))) == before
