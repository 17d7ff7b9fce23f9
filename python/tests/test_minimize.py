"""jato.minimize of Python functions in this process."""
import math
import warnings
from typing import Any

import numpy as np
import pytest

import jato

BOX = [(-5.0, 5.0)] * 3


def bowl(x: Any) -> Any:
    return ((x - 1.0) ** 2).sum(axis=-1)


def test_a_bowl_is_solved_where_its_minimum_is() -> None:
    result = jato.minimize(bowl, BOX, iterations=300)
    assert np.allclose(result.x, 1.0, atol=1e-6)
    assert result.fun == bowl(result.x)
    assert result.success and result.nit == 300 and result.stop == "iterations"


def test_the_counts_are_those_of_the_calls() -> None:
    calls = []
    result = jato.minimize(lambda x: calls.append(x) or bowl(x), BOX, iterations=7, particles=10)
    assert result.nfev == len(calls) == 80
    assert result.fun == min(bowl(x) for x in calls)


def test_vectorised_is_the_same_run_with_one_call_an_iteration() -> None:
    shapes = []

    def f(x: Any) -> Any:
        shapes.append(x.shape)
        return bowl(x)

    one = jato.minimize(bowl, BOX, iterations=20, particles=1500, seed=3)
    many = jato.minimize(f, BOX, iterations=20, particles=1500, seed=3, vectorized=True)
    assert many.digest == one.digest and many.fun == one.fun
    assert shapes == [(1500, 3)] * 21


def test_seeds_decide_the_run() -> None:
    a, b, c = (jato.minimize(bowl, BOX, iterations=9, seed=seed) for seed in (4, 4, 5))
    assert a.digest == b.digest != c.digest
    assert a.seed == 4


def test_vectorised_points_are_read_only_memory_of_the_library() -> None:
    def writes(x: Any) -> Any:
        x[0, 0] = 1.0

    with pytest.raises(ValueError, match="read-only"):
        jato.minimize(writes, BOX, iterations=2, vectorized=True, x0=[0, 0, 0], particles=2)


def test_an_argument_that_was_kept_is_warned_of_and_stays_readable() -> None:
    kept = []
    with pytest.warns(RuntimeWarning, match="keep a copy"):
        jato.minimize(lambda x: kept.append(x) or bowl(x), BOX, iterations=9, vectorized=True)
    assert all(np.isfinite(x).all() for x in kept)


def test_nobody_is_warned_without_reason() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        jato.minimize(bowl, BOX, iterations=9, vectorized=True)
        jato.minimize(lambda x: x[:, 0], BOX, iterations=9, vectorized=True)


def test_points_one_by_one_may_be_kept_and_changed() -> None:
    kept = []

    def f(x: Any) -> Any:
        value = bowl(x)
        kept.append((x.copy(), x))
        x *= 1.0
        return value

    jato.minimize(f, BOX, iterations=9)
    assert all((copy == x).all() for copy, x in kept)


@pytest.mark.parametrize("answer", [3, 3.0, np.float32(3), np.array(3.0), np.array([3.0]), [3.0]])
def test_every_way_to_say_a_number(answer: Any) -> None:
    assert jato.minimize(lambda x: answer, BOX, iterations=1).fun == 3.0


def test_answers_of_the_wrong_shape_are_refused_with_the_shape() -> None:
    with pytest.raises(TypeError, match="one number"):
        jato.minimize(lambda x: [1.0, 2.0], BOX, iterations=1)
    with pytest.raises(ValueError, match=r"shape \(64,\)"):
        jato.minimize(lambda x: x, BOX, iterations=1, particles=64, vectorized=True)


def test_limits() -> None:
    assert jato.minimize(bowl, BOX, target=1e-3).stop == "target"
    assert jato.minimize(bowl, BOX, target=1e-3).fun <= 1e-3
    result = jato.minimize(bowl, BOX, evaluations=1000)
    assert result.stop == "evaluations" and result.nfev <= 1000
    assert jato.minimize(lambda x: 1.0, BOX, stall=5).stop == "stall"
    result = jato.minimize(bowl, BOX, seconds=0.1)
    assert result.stop == "time" and 0.1 <= result.seconds < 60


def test_values_that_are_not_finite_are_never_the_best() -> None:
    def f(x: Any) -> float:
        return [math.nan, -math.inf, math.inf, bowl(x)][int(x[0] * 100) % 4]

    result = jato.minimize(f, BOX, iterations=50)
    assert math.isfinite(result.fun) and result.fun == bowl(result.x)
    assert result.nonfinite == result.failures["nonfinite"] > 0


def test_nothing_finite_is_no_success() -> None:
    result = jato.minimize(lambda x: math.nan, BOX, iterations=5)
    assert not result.success and "finite" in result.message


def test_x0_is_evaluated_first() -> None:
    seen = []
    jato.minimize(lambda x: seen.append(x) or bowl(x), BOX, iterations=1, x0=[1, 2, 3])
    assert seen[0].tolist() == [1, 2, 3]


def test_args_are_handed_on() -> None:
    result = jato.minimize(lambda x, a, b: bowl(x) * a + b, BOX, args=(2, 7), iterations=200)
    assert result.fun == pytest.approx(7)


def test_the_callback_sees_every_iteration_and_can_stop() -> None:
    seen = []

    def callback(now: jato.Progress) -> bool:
        seen.append((now.nit, now.nfev, now.fun, bowl(now.x), now.diversity))
        return now.nit == 4

    result = jato.minimize(bowl, BOX, iterations=50, particles=10, callback=callback)
    assert [row[0] for row in seen] == list(range(seen[0][0], 5))
    assert all(row[1] == 10 * (row[0] + 1) and row[2] == row[3] and row[4] > 0 for row in seen)
    assert result.stop == "callback" and result.nit == 4


def test_the_callback_can_raise() -> None:
    def callback(now: jato.Progress) -> None:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        jato.minimize(bowl, BOX, iterations=50, callback=callback)

    def stops(now: jato.Progress) -> None:
        raise StopIteration

    assert jato.minimize(bowl, BOX, iterations=50, callback=stops).stop == "callback"


def test_progress_is_shown(capsys: Any) -> None:
    jato.minimize(bowl, BOX, iterations=50, progress=True)
    assert "50/50" in capsys.readouterr().err


@pytest.mark.parametrize(
    "wrong, words",
    [
        ({"algorithm": "psso"}, "pso"),
        ({"walls": "reflekt"}, "reflect"),
        ({"particles": 1.5}, "whole"),
        ({"on_error": "ignore"}, "worst"),
        ({"precision": "half"}, "float"),
        ({"workers": 0}, "-1"),
        ({"resume": True}, "save"),
        ({"x0": [1.0]}, "x0"),
    ],
)
def test_what_cannot_be_says_what_can(wrong: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        jato.minimize(bowl, BOX, iterations=1, **wrong)


def test_values_arrive_where_generations_grow() -> None:
    """A gradient has more points than what came before: the library takes new memory for them."""
    for dim in range(11, 31):
        seen = []

        def table(x: Any) -> Any:
            seen.append(bowl(x) + 3.0)
            return seen[-1]

        result = jato.minimize(
            table, [(-5.0, 7.0)] * dim, algorithm="quasi_newton", evaluations=800, vectorized=True
        )
        assert result.fun == min(values.min() for values in seen)


def test_bounds_are_checked() -> None:
    with pytest.raises(ValueError):
        jato.minimize(bowl, [(1, 0)])
    with pytest.raises(ValueError, match="low, high"):
        jato.minimize(bowl, [1, 2, 3])
    with pytest.raises(ValueError, match="bounds"):
        jato.minimize(bowl)


def test_float_swarms_and_other_algorithms() -> None:
    result = jato.minimize(bowl, BOX, iterations=100, precision="float", algorithm="pso:topology=ring")
    assert result.fun < 1e-3 and "topology=ring" in result.algorithm


def test_the_result_is_a_dict_and_has_a_trace() -> None:
    result = jato.minimize(bowl, BOX, iterations=30)
    assert result["fun"] == result.fun and "fun" in dir(result)
    with pytest.raises(AttributeError, match="no 'nope'"):
        result.nope
    trace = result.trace
    assert trace["iteration"].tolist() == list(range(31)) and trace["best"][-1] == result.fun
    assert (np.diff(trace["best"]) <= 0).all() and (np.diff(trace["evaluations"]) > 0).all()


def test_generations_may_grow() -> None:
    for seed in range(4):  # memory of one run comes back in another
        best = [math.inf]

        def table(x: Any, best: list = best) -> Any:
            f = (x * x - 10 * np.cos(7 * x)).sum(axis=1)
            best[0] = min(best[0], f.min())
            return f

        result = jato.minimize(table, [(-5.0, 5.0)] * 20, vectorized=True, particles=6, seed=seed,
                               evaluations=20000, algorithm="cmaes:restarts=ipop,tolfun=1e-3")
        assert result.fun == best[0] and result.nfev == 20000


def test_a_method_with_nothing_left_to_try_says_why() -> None:
    result = jato.minimize(lambda x: x[0] * x[1] + x[0] ** 2, [(-1, 2)] * 2, algorithm="lines", seed=1)
    assert result.stop == "converged"
    assert "not separable" in result.message


def test_the_profile_counts_what_was_called() -> None:
    calls = []

    def f(x: Any) -> Any:
        calls.append(len(x))
        return bowl(x)

    told = jato.minimize(f, BOX, iterations=7, particles=10, seed=1, vectorized=True, profile=True,
                         algorithm="pso")
    plain = jato.minimize(f, BOX, iterations=7, particles=10, seed=1, vectorized=True, algorithm="pso")
    assert told.digest == plain.digest and plain.profile == {}
    assert told.profile["evaluate"]["calls"] == len(calls) / 2 == 8
    assert told.profile["place"]["calls"] == 1 and told.profile["move"]["calls"] == 7
    assert 0 < told.profile["move"]["least"] <= told.profile["move"]["most"] <= told.profile["move"]["total"]


@pytest.mark.parametrize("workers", [1, 2])
def test_no_seed_is_a_fresh_one_that_the_result_has(workers: int) -> None:
    def run(**seed: Any) -> Any:
        return jato.minimize(bowl, BOX, particles=8, iterations=3, workers=workers, **seed)

    one, other = run(seed=None), run(seed=None)
    assert one.seed != other.seed and one.digest != other.digest
    assert run(seed=one.seed).digest == one.digest
    assert run().seed == 1  # what is not given is the default, as ever


def test_a_resumed_run_keeps_its_seed(tmp_path: Any) -> None:
    save = tmp_path / "run.h5"
    first = jato.minimize(bowl, BOX, iterations=3, seed=None, save=save)
    on = jato.minimize(bowl, BOX, iterations=6, seed=None, save=save, resume=True)
    assert on.seed == first.seed and on.nit == 6


def lifted(x: Any) -> float:
    return float(1 + (x[0] - 1) ** 2 + 3 * (x[1] + 2) ** 2)


def test_a_population_that_has_come_together_ends_with_any_number_of_workers() -> None:
    asked: dict[str, Any] = {"algorithm": "pso", "iterations": 1000, "seed": 1}
    here = jato.minimize(lifted, [(-5, 5)] * 2, **asked)
    assert "all points lie within 1e-6 of the range" in here.message
    assert here.nit < 1000 and here.nit % 16 == 0 and here.fun == 1
    assert jato.minimize(lifted, [(-5, 5)] * 2, workers=2, **asked).digest == here.digest
    assert jato.minimize(lifted, [(-5, 5)] * 2, no_converge=True, **asked).nit == 1000
