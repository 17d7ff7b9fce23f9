"""Exceptions, failed points and Ctrl-C."""
import os
import signal
import subprocess
import sys
import threading
import time
import traceback
from typing import Any

import pytest

import jato

BOX = [(-5.0, 5.0)] * 2


def square(x: Any) -> float:
    return float(x @ x)


def half_fails(x: Any) -> float:
    if x[0] < 0:
        raise ArithmeticError("no convergence")
    return square(x)


@pytest.mark.parametrize("workers", [1, 2])
def test_an_exception_reaches_the_caller_with_its_traceback(workers: int) -> None:
    with pytest.raises(ArithmeticError, match="no convergence") as caught:
        jato.minimize(half_fails, BOX, iterations=5, workers=workers)
    assert "half_fails" in "".join(traceback.format_exception(caught.type, caught.value, caught.tb))


def test_an_exception_keeps_its_own_cause() -> None:
    def f(x: Any) -> float:
        try:
            return float({}["missing"])
        except KeyError as error:
            raise ArithmeticError("no convergence") from error

    with pytest.raises(ArithmeticError) as caught:
        jato.minimize(f, BOX)
    assert isinstance(caught.value.__cause__, KeyError)


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("box", [BOX, {"a": (0.0, 1.0)}])
def test_none_is_no_value(workers: int, box: Any) -> None:
    calls = []

    def forgets_to_return(x: Any) -> None:
        calls.append(1)

    with pytest.raises(TypeError, match="returned None; it must return a number"):
        jato.minimize(forgets_to_return, box, workers=workers)
    assert len(calls) <= 1  # at the first call; that of a worker is elsewhere
    with pytest.raises(TypeError, match="returned None"):
        jato.minimize(forgets_to_return, box, workers=workers, vectorized=True)


@pytest.mark.parametrize("workers", [1, 2])
def test_or_it_makes_a_failed_point(workers: int) -> None:
    result = jato.minimize(half_fails, BOX, iterations=50, workers=workers, on_error="worst")
    assert result.success and result.x[0] >= 0 and result.fun == square(result.x)
    assert result.failures["refused"] > 0
    assert "no convergence" in result.messages[0]


@pytest.mark.parametrize("workers", [1, 2])
def test_or_it_stops_the_run(workers: int) -> None:
    result = jato.minimize(half_fails, BOX, iterations=50, workers=workers, on_error="stop")
    assert result.stop == "failure" and not result.success


@pytest.mark.parametrize("workers", [1, 2])
def test_failed_is_always_a_failed_point(workers: int) -> None:
    def f(x: Any) -> float:
        if x[0] < 0:
            raise jato.Failed("no mesh")
        return square(x)

    result = jato.minimize(f, BOX, iterations=20, workers=workers)
    assert result.success and "no mesh" in result.messages[0]


@pytest.mark.parametrize("workers", [1, 2])
def test_a_run_in_which_everything_fails_ends(workers: int) -> None:
    def f(x: Any) -> float:
        raise jato.Failed("no licence")

    result = jato.minimize(f, BOX, algorithm="pso", particles=20, workers=workers)
    assert result.stop == "failure" and not result.success and result.nfev == 20
    assert "all 20 evaluations of the first generation failed" in result.message
    assert "no licence" in result.messages[0]
    result = jato.minimize(f, BOX, algorithm="pso", workers=workers, failures_in_row=25)
    assert "in a row failed" in result.message


def test_failed_points_are_tried_again() -> None:
    seen: "set[bytes]" = set()

    def fails_once(x: Any) -> float:
        if x.tobytes() not in seen:
            seen.add(x.tobytes())
            raise OSError("licence server")
        return square(x)

    result = jato.minimize(fails_once, BOX, iterations=5, on_error="worst", retries=1)
    plain = jato.minimize(square, BOX, iterations=5)
    assert result.digest == plain.digest and not result.failures


def test_a_vectorised_exception_refuses_the_whole_call() -> None:
    calls = []

    def f(x: Any) -> Any:
        calls.append(1)
        if len(calls) == 2:
            raise ArithmeticError("all of them")
        return (x * x).sum(axis=1)

    result = jato.minimize(f, BOX, iterations=5, particles=10, vectorized=True, on_error="worst")
    assert result.failures == {"refused": 10}


def interrupt_soon(seconds: float = 0.5) -> None:
    threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT)).start()


def slow(x: Any) -> float:
    time.sleep(0.001)
    return square(x)


def stuck(x: Any) -> float:
    time.sleep(100)
    return square(x)


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_ends_the_run_with_what_was_found(workers: int) -> None:
    interrupt_soon()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt) as caught:
        jato.minimize(slow, BOX, iterations=10**6, workers=workers, particles=8)
    assert time.monotonic() - began < 60
    assert caught.value.partial.fun == square(caught.value.partial.x)


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_can_return(workers: int) -> None:
    interrupt_soon()
    result = jato.minimize(slow, BOX, iterations=10**6, workers=workers, on_interrupt="return")
    assert result.message == "interrupted" and result.fun == square(result.x)


def test_ctrl_c_reaches_functions_that_take_long_and_c_that_asks_nobody() -> None:
    for work in (
        lambda: jato.minimize(stuck, BOX),
        lambda: jato.minimize(stuck, BOX, workers=2),
        lambda: jato.minimize(jato.problem("rastrigin", 30), iterations=10**9),
    ):
        interrupt_soon()
        began = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            work()
        assert time.monotonic() - began < 60


@pytest.mark.parametrize("kind", ["workers", "problem"])
def test_ctrl_c_keeps_the_run_where_it_is_saved(kind: str, tmp_path: Any) -> None:
    path = tmp_path / "run.h5"
    f, bounds, options = {
        "workers": (slow, BOX, {"workers": 2, "particles": 10}),
        "problem": (jato.problem("rastrigin", 30), None, {}),
    }[kind]
    interrupt_soon()
    found = jato.minimize(f, bounds, save=path, iterations=10**9, on_interrupt="return", **options)
    on = jato.minimize(f, bounds, save=path, iterations=found.nit + 5, resume=True, **options)
    assert on.nit == found.nit + 5
    assert on.digest == jato.minimize(f, bounds, iterations=on.nit, **options).digest


def test_ctrl_c_of_a_terminal_ends_the_program_quietly() -> None:
    """The whole process group gets the signal, as from a terminal; no worker prints anything."""
    code = "import jato, time; jato.minimize(lambda x: time.sleep(9), [(0, 1)], workers=2)"
    program = subprocess.Popen(
        [sys.executable, "-c", code], stderr=subprocess.PIPE, start_new_session=True
    )
    time.sleep(1.5)
    os.killpg(program.pid, signal.SIGINT)
    said = program.communicate(timeout=5)[1].decode()
    assert said.count("Traceback") == 1 and said.strip().endswith("KeyboardInterrupt")
