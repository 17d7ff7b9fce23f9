"""Maximising f: the run that minimises -f, with the sign of f."""
import math
from pathlib import Path
from typing import Any

import pytest

import jato

BOUNDS = [(-3.0, 5.0), (-3.0, 5.0)]


def hill(x: Any) -> float:
    return float(5 - (x[0] - 1) ** 2 - abs(x[1] + 2))


def turned(x: Any) -> float:
    return -hill(x)


@pytest.mark.parametrize("algorithm", ["auto", "pso", "cmaes", "shade"])
@pytest.mark.parametrize("workers", [1, 2])
def test_the_same_points_as_of_the_negative(algorithm: str, workers: int) -> None:
    settings: Any = {"algorithm": algorithm, "evaluations": 120, "seed": 3, "workers": workers}
    most, least = jato.maximize(hill, BOUNDS, **settings), jato.minimize(turned, BOUNDS, **settings)
    assert most.x.tolist() == least.x.tolist()
    assert (most.digest, most.fun) == (least.digest, -least.fun)
    assert most.trace["best"].tolist() == (-least.trace["best"]).tolist()
    assert sorted(most.evaluations["x0"]) == sorted(least.evaluations["x0"])
    assert max(most.evaluations["value"]) == most.fun


def test_target_and_progress() -> None:
    seen: list[float] = []
    result = jato.maximize(
        hill, BOUNDS, algorithm="pso", target=4.5, callback=lambda now: seen.append(now.fun)
    )
    assert result.stop == "target" and result.fun >= 4.5
    assert seen == sorted(seen)


def test_a_problem_of_libjato_and_many_runs() -> None:
    problem = jato.problem("rastrigin", dim=2)
    settings: Any = {"algorithm": "pso", "iterations": 20}
    alone = jato.maximize(problem, seed=4, **settings)
    assert alone.fun > 40
    [one] = jato.minimize_many(problem, seeds=[4], maximize=True, **settings)
    assert (one.digest, one.fun) == (alone.digest, alone.fun)


def test_ask_and_tell() -> None:
    with jato.Run(BOUNDS, maximize=True, algorithm="pso", evaluations=200, seed=2) as run:
        while trials := run.ask():
            for trial in trials:
                run.tell(trial, hill(trial.x))
        result = run.result()
    assert result.fun == jato.maximize(hill, BOUNDS, algorithm="pso", evaluations=200, seed=2).fun


def test_run_files_keep_the_goal(tmp_path: Path) -> None:
    path = tmp_path / "run.h5"
    settings: Any = {"algorithm": "pso", "seed": 2, "save": path, "resume": True}
    jato.maximize(hill, BOUNDS, iterations=5, **settings)
    with jato.open_run(path) as file:
        assert file.best == file.particles("value").max() == file.trace["best"][-1]
    whole = jato.maximize(hill, BOUNDS, iterations=9, **settings)
    again = jato.maximize(hill, BOUNDS, iterations=9, algorithm="pso", seed=2)
    assert (whole.digest, whole.fun) == (again.digest, again.fun)


def test_without_a_value_it_is_minus_infinity() -> None:
    result = jato.maximize(lambda x: math.nan, BOUNDS, algorithm="pso", iterations=2)
    assert result.fun == -math.inf and not result.success


def test_compare_is_that_of_the_turned_objective() -> None:
    def corners(objective: Any, lower: Any, upper: Any, budget: int, seed: int) -> None:
        assert [objective(point) for point in (lower, upper, (lower + upper) / 2)] == [12, 18, -2]

    methods: Any = {"swarm": "pso", "random": "random", "corners": corners}
    settings: Any = {"seeds": 3, "evaluations": 200}
    up = jato.compare(hill, methods, BOUNDS, target=3.9, maximize=True, **settings)
    down = jato.compare(turned, methods, BOUNDS, target=-3.9, **settings)
    assert up.maximize and not down.maximize and up.reference == -down.reference
    assert (up.targets() == -down.targets()).all()
    for high, low in zip(up.methods, down.methods):
        assert (high.name, high.median, high.p) == (low.name, -low.median, low.p)
        assert (high.success_rate, high.ert) == (low.success_rate, low.ert)
        assert all((one == other).all() for one, other in zip(up.runtimes(high.name), down.runtimes(low.name)))
        for one, other in zip(up.runs[high.name], down.runs[low.name]):
            assert [(n, -value) for n, value in one.trace] == other.trace
    assert "targets below the best value seen" in up.plot().get_title()
