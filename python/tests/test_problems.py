"""Problems that libjato evaluates by itself."""
import math
import os
import shutil
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import jato

BOX = [(-5.0, 5.0)] * 2


def test_the_gallery() -> None:
    problem = jato.problem("rastrigin", dim=3)
    assert problem.dim == 3 and problem.minimum == 0 and problem.minimizer is not None
    x = np.array([0.5, -1.5, 2.0])
    assert problem(x) == pytest.approx(30 + sum(v * v - 10 * math.cos(2 * math.pi * v) for v in x))
    assert problem(np.stack([x, 0 * x])).tolist() == [problem(x), 0.0]
    assert "rastrigin" in jato.problems() and "pso" in jato.algorithms()
    assert "reflect" in jato.walls() and any(device["ready"] for device in jato.devices())


def test_the_trace_has_every_iteration_and_stays_short() -> None:
    problem = jato.problem("sphere", 2)
    options: Any = {"algorithm": "pso", "particles": 8, "seed": 3}
    short = jato.minimize(problem, iterations=1000, **options)
    watched = jato.minimize(problem, iterations=1000, callback=lambda now: None, **options)
    assert short.trace["iteration"].tolist() == list(range(1001)) and short.digest == watched.digest
    for column in ("iteration", "evaluations", "best"):
        assert (short.trace[column] == watched.trace[column]).all()
    long = jato.minimize(problem, iterations=10001, **options).trace["iteration"]
    assert long.tolist() == [*range(0, 10001, 8), 10001]


def test_the_trace_ends_where_the_run_does() -> None:
    cut = jato.minimize(jato.problem("sphere", 2), algorithm="pso", particles=8, evaluations=77)
    assert cut.trace["evaluations"][-1] == cut.nfev == 77 and cut.trace["best"][-1] == cut.fun


def test_devices_tell_of_themselves() -> None:
    cpu = next(device["facts"] for device in jato.devices() if device["spec"] == "cpu")
    assert cpu["global_memory_bytes"] == os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    assert cpu["compute_units"] in (1, len(os.sched_getaffinity(0)))
    assert cpu["compute_capability"] is None and cpu["driver"].startswith(os.uname().sysname)


def test_a_problem_is_minimised_with_another_box() -> None:
    result = jato.minimize(jato.problem("sphere", bounds=[(1, 2), (3, 4)]), iterations=200)
    assert result.x.tolist() == pytest.approx([1, 3], rel=1e-3)


def test_a_shift_moves_the_box_around_the_minimum() -> None:
    problem = jato.problem("levy:shift=7", dim=3)
    assert problem.minimum == 0 and problem(problem.minimizer) == pytest.approx(0, abs=1e-30)
    moved, plain = (jato.minimize(jato.problem(n, 3), seed=1) for n in ("sphere:shift=7", "sphere"))
    assert moved.fun < 1e-12 and moved.digest != plain.digest
    with pytest.raises(ValueError, match="cannot be shifted"):
        jato.problem("schwefel:shift=7")
    with pytest.raises(ValueError, match="omit the shift"):
        jato.problem("sphere:shift=7", bounds=BOX)


def test_problems_have_their_own_bounds() -> None:
    with pytest.raises(ValueError, match="own bounds"):
        jato.minimize(jato.problem("sphere", 2), BOX)
    with pytest.raises(ValueError, match="rastrigin"):
        jato.problem("rastrigni")


def test_c_source() -> None:
    source = "JATO_OBJECTIVE(x, n) { return sq(x(0) - data[0]) + sq(x(1)); }"
    problem = jato.problem_from_c(source, BOX, data=[2.0])
    result = jato.minimize(problem, iterations=300)
    assert np.allclose(result.x, [2, 0], atol=1e-6) and problem([2.0, 3.0]) == 9.0


def test_c_expressions_and_what_the_compiler_says() -> None:
    assert jato.problem_from_c("sq(x(0) - 1)", [(-5, 5)])([3.0]) == 4.0
    with pytest.raises(ValueError, match="nonsense"):
        jato.minimize(jato.problem_from_c("nonsense(x(0))", [(-5, 5)]), iterations=1)


def rosenbrock(x: Any) -> Any:
    if x[0] > 4.9:
        raise jato.Failed("out of range")
    return [10 * (x[1] - x[0] ** 2), 1 - x[0]]


def test_residuals() -> None:
    problem = jato.problem_from_residuals(rosenbrock, BOX)
    assert problem([2.0, 3.0]) == 101.0
    try:
        result = jato.minimize(problem, algorithm="lm:restarts=no", seed=3)
    except jato.JatoError as error:
        assert "which has no cminpack" in str(error)
        pytest.skip("no cminpack in this build")
    assert np.allclose(result.x, [1, 1]) and result.nfev < 200
    assert jato.minimize(problem, iterations=200).fun < 1e-3
    with pytest.raises(ValueError, match="one number"):
        jato.minimize(jato.problem("sphere", 2), algorithm="lm", iterations=1)


VARIABLES: Any = {"a": jato.Real(0.01, 10, log=True), "n": jato.Integer(1, 9)}
PROGRAM = f"{sys.executable} -S -c 'import sys; a, n = sys.argv[1:]; print(float(a) + int(n) ** 2)'"


def test_a_program() -> None:
    problem = jato.command(PROGRAM + " {a} {n}", VARIABLES)
    result = jato.minimize(problem, workers=2, particles=8, iterations=4)
    assert result.nfev == 40 and result.fun == result.x["a"] + result.x["n"] ** 2
    assert isinstance(result.x["n"], int)


def test_a_program_in_the_shell_with_constraints_and_failures() -> None:
    line = "test {n} -lt 8 && echo {a} {n}"
    problem = jato.command(line, VARIABLES, shell=True, constraints=["size >= 3"])
    result = jato.minimize(problem, particles=20, iterations=4)
    assert result.failures.get("exit", 0) > 0 and 3 <= result.x["n"] < 8


def test_wrong_names_of_a_program_are_said() -> None:
    with pytest.raises(ValueError, match="kappa"):
        jato.command("./sim {kapa}", {"kappa": (0, 1)})
    with pytest.raises(ValueError, match="environment"):
        jato.command("./sim", {"kappa": (0, 1)}, by=["telepathy"])
    with pytest.raises(ValueError, match="texts and numbers"):
        jato.command("./sim {k}", {"k": jato.Fixed([1])})


def test_a_shared_object(tmp_path: Any) -> None:
    compiler = shutil.which("cc") or shutil.which("gcc")
    source, library = tmp_path / "sim.c", tmp_path / "libsim.so"
    source.write_text("double jato_objective(const double *x, int n)"
                      "{ double s = 0; for (int i = 0; i < n; i++) s += (x[i] - 3) * (x[i] - 3);"
                      " return s; }")
    subprocess.run([str(compiler), "-shared", "-fPIC", "-o", library, source], check=True)
    result = jato.minimize(jato.shared_object(library, BOX), iterations=200)
    assert np.allclose(result.x, 3, atol=1e-4)
