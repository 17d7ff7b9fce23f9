"""Many runs in one call."""
import _thread
import threading
import time
from typing import Any

import pytest

import jato


def test_each_run_is_as_alone() -> None:
    problem = jato.problem("rastrigin:shift=2", dim=4)
    settings: Any = {"algorithm": "pso", "iterations": 50, "particles": 20}
    many = jato.minimize_many(problem, seeds=range(5, 12), **settings)
    assert [run.seed for run in many] == list(range(5, 12))
    for run in many:
        alone = jato.minimize(problem, seed=run.seed, **settings)
        assert (run.digest, run.fun, run.nfev) == (alone.digest, alone.fun, alone.nfev)
        assert run.x.tolist() == alone.x.tolist()


def test_one_problem_for_each_data_set() -> None:
    problems = [jato.problem("target", dim=2, bounds=[(low, low + 9)] * 2) for low in (-4, 0, 1)]
    many = jato.minimize_many(problems, iterations=30)
    assert [run.seed for run in many] == [1, 2, 3]
    for problem, run in zip(problems, many):
        alone = jato.minimize(problem, iterations=30, seed=run.seed)
        assert run.digest == alone.digest


def test_refusals() -> None:
    problem = jato.problem("sphere", dim=2)
    with pytest.raises(jato.InputError, match="seed is about one run"):
        jato.minimize_many(problem, seeds=[1], seed=3)
    with pytest.raises(jato.InputError, match="seeds=range"):
        jato.minimize_many(problem)
    with pytest.raises(jato.InputError, match="2 problems need as many seeds; there are 1"):
        jato.minimize_many([problem, problem], seeds=[1])
    with pytest.raises(jato.InputError, match="not a jato problem"):
        jato.minimize_many([sum])  # type: ignore[list-item]
    assert jato.minimize_many(problem, seeds=[]) == []


def test_ctrl_c_ends_the_runs() -> None:
    began = time.monotonic()
    threading.Timer(0.5, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        jato.minimize_many(jato.problem("sphere", dim=5), seeds=range(4), seconds=60, iterations=10**9)
    assert time.monotonic() - began < 20
