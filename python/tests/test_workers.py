"""Worker processes: same results, no hang, nothing left behind."""
import math
import os
import signal
import subprocess
import sys
import time
from multiprocessing import forkserver, resource_tracker
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
    resource_tracker.ensure_running()  # multiprocessing's own processes, which stay
    forkserver.ensure_running()
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


def die(x: Any) -> float:
    os._exit(3)


METHODS = ["fork", "spawn", "forkserver"]


@pytest.mark.parametrize("method", METHODS)
def test_every_start_method_gives_the_same_bits(method: str) -> None:
    options: Any = {"iterations": 3, "particles": 8}
    alone = jato.minimize(math.dist, BOX, args=((0, 0),), **options)
    options.update(workers=2, start_method=method)
    assert jato.minimize(math.dist, BOX, args=((0, 0),), **options).digest == alone.digest
    space: Any = {"a": jato.Category([1, 2]), "b": jato.Fixed(5), "c": (0, 1)}
    assert jato.minimize(len, space, **options).fun == 3


@pytest.mark.parametrize("method", METHODS)
def test_every_start_method_replaces_workers(method: str) -> None:
    options: Any = {"workers": 1, "timeout": 60, "particles": 2, "evaluations": 2}
    options.update(algorithm="pso", failures_in_row=9, start_method=method)
    result = jato.minimize(die, BOX, **options)
    assert result.failures["worker"] == result.nfev == 2


def never_begun(folder: Any, code: str, method: str) -> str:
    """What a script prints if its workers end before they can start."""
    script = folder / "script.py"
    script.write_text(f"import os, sys, jato\n{code}\n")
    words = [sys.executable, str(script), method]
    said = subprocess.run(words, stdout=-1, stderr=-1, text=True, timeout=60)
    assert said.returncode == 1
    return [line for line in said.stderr.splitlines() if "WorkerError" in line][-1]


MINIMIZE = "jato.minimize(abs, [(-1, 1)], workers=2, start_method=sys.argv[1])"


@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_a_script_without_a_guard_is_told_of_it(tmp_path: Any, method: str) -> None:
    said = never_begun(tmp_path, MINIMIZE, method)
    assert "it exited with status 1" in said and "__main__" in said and method in said


def test_workers_that_cannot_start_are_told_of_as_they_are(tmp_path: Any) -> None:
    # No module is imported again by a fork, and none is to blame for a signal.
    guarded = 'if __name__ == "__main__":\n    '
    said = never_begun(tmp_path, f"os.setsid = lambda: os._exit(7)\n{MINIMIZE}", "fork")
    assert said.endswith("a worker ended before it could start: it exited with status 7")
    code = f"os.setsid = lambda: os.kill(os.getpid(), 9)\n{guarded}{MINIMIZE}"
    said = never_begun(tmp_path, code, "spawn")
    assert said.endswith("a worker ended before it could start by signal 9")


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


def is_running(pid: str) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.mark.parametrize("method", METHODS)
def test_workers_end_with_a_parent_that_is_killed(tmp_path: Any, method: str) -> None:
    numbers = tmp_path / "numbers"
    numbers.mkdir()
    script = tmp_path / "script.py"
    script.write_text(f"""
import jato, os, time
def f(x):
    open(r"{numbers}/" + str(os.getpid()), "w").close()
    time.sleep(1000)
if __name__ == "__main__":
    jato.minimize(f, [(0, 1)], workers=2, start_method="{method}")
""")
    parent = subprocess.Popen([sys.executable, str(script)])
    deadline = time.monotonic() + 60
    while len(os.listdir(numbers)) < 2 and time.monotonic() < deadline:
        time.sleep(0.05)
    parent.kill()
    parent.wait()
    pids = os.listdir(numbers)
    assert len(pids) == 2
    while any(map(is_running, pids)) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not any(map(is_running, pids))


def test_constraints_and_names_travel() -> None:
    def f(v: Any) -> Any:
        return v["a"] + v["n"], {"product": v["a"] * v["n"]}

    space = {"a": (0.0, 5.0), "n": jato.Integer(1, 5)}
    options: Any = {"constraints": ["product >= 4"], "iterations": 60}
    two = jato.minimize(f, space, workers=2, **options)
    assert two.digest == jato.minimize(f, space, **options).digest
    assert two.x["n"] in (1, 2, 3, 4, 5) and two.maxcv == 0 and np.isfinite(two.fun)
