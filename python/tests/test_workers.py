"""Worker processes: same results, no hang, nothing left behind."""
import math
import os
import signal
import subprocess
import sys
import time
from multiprocessing import resource_tracker
from typing import Any

import numpy as np
import pytest

import jato

BOX = [(-5.0, 5.0)] * 2


def square(x: Any) -> float:
    return float(x @ x)


def columns(x: Any) -> Any:
    return (x * x).sum(axis=1)


def children() -> "set[int]":
    with open(f"/proc/self/task/{os.getpid()}/children") as found:
        return set(map(int, found.read().split()))


@pytest.fixture(autouse=True)
def nothing_stays() -> Any:
    resource_tracker.ensure_running()  # multiprocessing's own process, which stays
    descriptors = len(os.listdir("/proc/self/fd"))
    before = children()
    yield
    assert children() <= before, "a worker was left behind"
    assert len(os.listdir("/proc/self/fd")) <= descriptors, "descriptors were left open"


@pytest.mark.parametrize("order", ["iteration", "particle"])
def test_any_number_of_workers_gives_the_same_bits(order: str) -> None:
    options: Any = {"iterations": 12, "particles": 20, "order": order}
    digests = {jato.minimize(square, BOX, workers=n, **options).digest for n in (1, 2, 5)}
    assert len(digests) == 1


def test_vectorised_functions_are_given_their_share() -> None:
    options: Any = {"iterations": 12, "particles": 21, "vectorized": True}
    digests = {jato.minimize(columns, BOX, workers=n, **options).digest for n in (1, 2, 4)}
    assert len(digests) == 1


def test_arrival_order_works() -> None:
    result = jato.minimize(square, BOX, workers=3, iterations=30, order="arrival")
    assert result.fun == square(result.x) and result.fun < 1


def test_spawned_workers() -> None:
    options: Any = {"iterations": 3, "particles": 8}
    spawned = jato.minimize(math.dist, BOX, args=((0, 0),), workers=2, start_method="spawn", **options)
    assert spawned.digest == jato.minimize(math.dist, BOX, args=((0, 0),), **options).digest
    space: Any = {"a": jato.Category([1, 2]), "b": jato.Fixed(5), "c": (0, 1)}
    assert jato.minimize(len, space, workers=2, start_method="spawn", **options).fun == 3


def test_a_worker_that_dies_costs_one_evaluation() -> None:
    def dies(x: Any) -> float:
        if x[0] > 4:
            os.kill(os.getpid(), signal.SIGKILL)
        if x[0] < -4:
            os._exit(3)
        return square(x)

    result = jato.minimize(dies, BOX, workers=2, iterations=5, particles=30)
    assert result.nfev == 180 and result.failures["worker"] > 0
    assert any("signal 9" in text or "status 3" in text for text in result.messages)
    assert result.fun == square(result.x)


def test_time_outs_end_the_worker_and_what_it_started(tmp_path: Any) -> None:
    pids = tmp_path / "pids"

    def hangs(x: Any) -> float:
        if x[0] > 4:
            child = subprocess.Popen(["sleep", "1000"])
            with open(pids, "a") as out:
                out.write(f"{child.pid}\n")
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            time.sleep(1000)
        return square(x)

    began = time.monotonic()
    result = jato.minimize(hangs, BOX, workers=2, iterations=2, particles=20, timeout=0.3)
    late = result.failures["timeout"]
    assert late > 0 and time.monotonic() - began < 0.3 * late + 3
    time.sleep(0.2)
    for pid in map(int, pids.read_text().split()):
        assert not os.path.exists(f"/proc/{pid}") or "Z" in open(f"/proc/{pid}/stat").read()


def test_a_time_limit_alone_takes_one_worker() -> None:
    mine = os.getpid()

    def f(x: Any) -> float:
        assert os.getpid() != mine
        return square(x)

    assert jato.minimize(f, BOX, iterations=3, timeout=5).success


def test_a_grandchild_that_lives_on_does_not_hide_a_death() -> None:
    def forks_and_dies(x: Any) -> float:
        if x[0] > 4.5:
            if os.fork() == 0:
                time.sleep(1000)
            os._exit(1)
        return square(x)

    began = time.monotonic()
    result = jato.minimize(forks_and_dies, BOX, workers=2, iterations=3, particles=30, seed=2)
    assert result.failures["worker"] > 0 and time.monotonic() - began < 20


class Odd(Exception):
    """Cannot be made again from its arguments."""

    def __init__(self, a: int, b: int) -> None:
        super().__init__(f"{a} and {b}")


def test_exceptions_that_cannot_travel_say_what_they_said() -> None:
    def f(x: Any) -> float:
        raise Odd(1, 2)

    with pytest.raises(jato.WorkerError, match="1 and 2"):
        jato.minimize(f, BOX, workers=2)


def test_workers_may_have_children_of_their_own() -> None:
    def f(x: Any) -> float:
        return float(subprocess.run(["echo", str(square(x))], stdout=-1, check=True).stdout)

    result = jato.minimize(f, BOX, workers=2, iterations=1, particles=6)
    assert result.fun == square(result.x)


def test_sleeping_objectives_run_side_by_side() -> None:
    def sleeps(x: Any) -> float:
        time.sleep(0.25)  # long enough that a busy machine does not matter
        return square(x)

    result = jato.minimize(sleeps, BOX, workers=12, iterations=4, particles=24)
    assert result.nfev * 0.25 / result.seconds > 12 * 0.6


def test_workers_end_with_a_parent_that_is_killed(tmp_path: Any) -> None:
    code = f"""
import jato, os, time
def f(x):
    open(r"{tmp_path}/" + str(os.getpid()), "w").close()
    time.sleep(1000)
jato.minimize(f, [(0, 1)], workers=2)
"""
    parent = subprocess.Popen([sys.executable, "-c", code])
    deadline = time.monotonic() + 20
    while len(os.listdir(tmp_path)) < 2 and time.monotonic() < deadline:
        time.sleep(0.05)
    parent.kill()
    parent.wait()
    time.sleep(0.3)
    assert len(os.listdir(tmp_path)) == 2
    for pid in os.listdir(tmp_path):
        assert not os.path.exists(f"/proc/{pid}") or "Z" in open(f"/proc/{pid}/stat").read()


def test_constraints_and_names_travel() -> None:
    def f(v: Any) -> Any:
        return v["a"] + v["n"], {"product": v["a"] * v["n"]}

    space = {"a": (0.0, 5.0), "n": jato.Integer(1, 5)}
    options: Any = {"constraints": ["product >= 4"], "iterations": 60}
    two = jato.minimize(f, space, workers=2, **options)
    assert two.digest == jato.minimize(f, space, **options).digest
    assert two.x["n"] in (1, 2, 3, 4, 5) and two.maxcv == 0 and np.isfinite(two.fun)
