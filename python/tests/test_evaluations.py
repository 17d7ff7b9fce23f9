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
    assert list(rows) == ["number", "attempt", "worker", "fate", "start", "seconds", "value", "x0", "x1"]
    assert [(a, b) for a, b in zip(rows["x0"], rows["x1"])] == seen
    assert rows["value"].tolist() == [f(np.array(x)) for x in seen[: len(rows["value"])]]
    assert rows["value"].min() == result.fun
    assert set(rows["fate"]) == {"ok"}
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
    failed = rows["fate"] == "refused"
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


def test_nothing_is_left_behind(tmp_path: Any) -> None:
    before = set(glob.glob(os.path.join(tempfile.gettempdir(), "jato-*.journal")))
    jato.minimize(lambda x: float(x[0]), [(0, 1)], evaluations=50)
    assert set(glob.glob(os.path.join(tempfile.gettempdir(), "jato-*.journal"))) == before
