"""jato.compare. Statistics are compared with SciPy 1.17.1 (mannwhitneyu, rankdata), numpy.quantile
and statsmodels 0.15.0 (multipletests, holm): the values of tests/unit/analysis/test_samples.c."""
import math
from typing import Any

import numpy as np
import pytest

import jato
from jato._comparison import ComparedRun, Comparison
from jato._library import ffi, lib

BOX = [(-5.0, 5.0)] * 3


def bowl(x: Any) -> Any:
    return float(((x - 1.0) ** 2).sum())


def numbers(values: Any) -> Any:
    return ffi.new("double[]", [float(value) for value in values])


def rank_sum(a: Any, b: Any) -> tuple[float, bool]:
    test = ffi.new("jato_rank_test *")
    assert lib.jato_rank_sum_test(numbers(a), len(a), numbers(b), len(b), test, ffi.NULL) == lib.JATO_OK
    return test.p, test.exact


def ranks(values: Any) -> list[float]:
    found = numbers(values)
    assert lib.jato_rank_values(numbers(values), len(values), found, ffi.NULL) == lib.JATO_OK
    return list(found)


def quantile(values: Any, q: float) -> float:
    return float(lib.jato_quantile(numbers(sorted(values)), len(values), q))


def holm(p: Any) -> list[float]:
    corrected = numbers(p)
    assert lib.jato_holm(corrected, len(p), ffi.NULL) == lib.JATO_OK
    return list(corrected)


def test_exact_rank_sums_are_scipys() -> None:
    a = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30]
    b = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06001, 3.14, 1.28]
    assert rank_sum(a, b) == (pytest.approx(0.13591114767585355, rel=1e-12), True)
    assert rank_sum(b, a)[0] == rank_sum(a, b)[0]
    c = [0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46]
    assert rank_sum(c, [1.15, 0.88, 0.90, 0.74, 1.21])[0] == pytest.approx(0.2544122544122544, rel=1e-12)
    low = list(range(25))
    assert rank_sum(low, [i + 7.5 for i in low])[0] == pytest.approx(0.0016129849141765253, rel=1e-12)
    assert rank_sum(low[:15], range(100, 115))[0] == pytest.approx(1.28934500757877e-08, rel=1e-12)


def test_approximate_rank_sums_are_scipys() -> None:
    tied = rank_sum([1, 2, 2, 3, 4, 4, 4], [2, 4, 5, 6, 7, 7])
    assert tied == (pytest.approx(0.04109920575522472, rel=1e-12), False)
    low = list(range(30))
    many = rank_sum(low, [i + 7.5 for i in low])
    assert many == (pytest.approx(0.003670893392450653, rel=1e-12), False)
    assert rank_sum([1, 1, 1], [1, 1, 1]) == (1.0, False)
    assert rank_sum([1], [2])[0] == rank_sum([1], [])[0] == 1.0


def test_ranks_quantiles_and_holm() -> None:
    assert ranks([3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5]) == [4.5, 1.5, 6, 1.5, 8, 11, 3, 10, 8, 4.5, 8]
    values = [3.5, 1.25, 8, -2, 6.5, 0.75, 11]
    assert [quantile(values, q) for q in (0.25, 0.5, 0.75)] == [1.0, 3.5, 7.25]
    assert [quantile(values[:4], q) for q in (0.25, 0.5, 0.75)] == [0.4375, 2.375, 4.625]
    assert quantile([1, 2, math.inf, math.inf], 0.75) == math.inf
    assert holm([0.01, 0.04, 0.03, 0.005, 0.8]) == pytest.approx([0.04, 0.09, 0.09, 0.025, 0.8])
    assert holm([0.02, 0.5, 0.02, 0.9]) == pytest.approx([0.08, 1, 0.08, 1])


def test_runs_are_those_of_minimize() -> None:
    problem = jato.problem("sphere:shift=3", 3)
    found = jato.compare(problem, ["cmaes", "pso"], seeds=[2, 7], evaluations=900)
    for spec in ("cmaes", "pso"):
        for run in found.runs[spec]:
            alone = jato.minimize(problem, algorithm=spec, seed=run.seed, evaluations=900)
            assert (run.fun, run.nfev, run.stop) == (alone.fun, alone.nfev, alone.stop)
            assert run.trace[-1][1] == run.fun
            assert all(a[0] < b[0] and a[1] > b[1] for a, b in zip(run.trace, run.trace[1:]))
    assert found.minimum_known and found.reference == 0.0


def test_numbers_by_hand() -> None:
    def runs(*found: tuple[int, float]) -> list[ComparedRun]:
        return [ComparedRun(i, best, n, "", [(n, best)]) for i, (n, best) in enumerate(found, 1)]

    table = Comparison(
        {"a": runs((10, 0.0), (30, 0.0), (100, 5.0)), "b": runs((100, 1.0), (100, 2.0), (100, 9.0))},
        2, 100, 0.5, None,
    )
    a, b = table["a"], table["b"]
    assert [one.name for one in table.methods] == ["a", "b"]
    assert (a.success_rate, a.ert) == (pytest.approx(2 / 3), 140 / 2)
    assert (b.success_rate, b.ert) == (0.0, math.inf)
    # In order: 10, 30, then the values 1, 2, 5, 9.
    assert (a.mean_rank, b.mean_rank) == (pytest.approx((1 + 2 + 5) / 3), pytest.approx((3 + 4 + 6) / 3))
    assert (a.median, a.quartiles, b.median, b.quartiles) == (0.0, (0.0, 2.5), 2.0, (1.5, 5.5))
    assert a.p is None and b.exact and b.p == pytest.approx(0.4)  # U is 7 of 9: 2 (2 + 1 + 1) / 20
    assert table.reference == 0.0 and not table.minimum_known
    # 5, above the reference, is below some of the 51 targets from 100 to 0.5 only.
    above = table.targets() - table.reference
    assert above[0] == pytest.approx(100) and above[-1] == pytest.approx(0.5) and len(above) == 51
    at, share = table.runtimes("a")
    assert share[-1] == pytest.approx((2 * 51 + (above >= 5).sum()) / (3 * 51))
    assert at[0] == 5.0 and at[-1] == 50.0
    assert "best" in repr(table) and "inf" in repr(table)


def random_search(f: Any, lower: Any, upper: Any, budget: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    while True:
        try:
            f(rng.uniform(lower, upper))
        except Exception:  # the end of the budget is none
            pass


def test_a_foreign_method_is_counted_and_cut() -> None:
    calls = []
    found = jato.compare(
        lambda x: calls.append(1) or bowl(x), {"mine": random_search}, BOX, seeds=2, evaluations=50
    )
    assert len(calls) == 100
    assert all(run.nfev == 50 and run.stop == "evaluations" for run in found.runs["mine"])


def test_a_foreign_method_ends_at_the_target() -> None:
    found = jato.compare(
        bowl, {"mine": random_search, "cmaes": "cmaes"}, BOX, seeds=4, evaluations=2000, target=1.0
    )
    assert found["cmaes"].success_rate == 1.0
    for run in found.runs["mine"]:
        assert (run.stop == "target") == (run.fun <= 1.0)
        assert run.reached(1.0) in (None, run.nfev)


def test_a_foreign_method_that_returns_early_counts_with_what_it_used() -> None:
    def one_point(f: Any, lower: Any, upper: Any, budget: int, seed: int) -> None:
        f(np.full(3, 9.0))  # outside of the box: no result
        f((lower + upper) / 2)

    found = jato.compare(bowl, {"one": one_point}, BOX, seeds=3)
    assert [(run.nfev, run.fun, run.stop) for run in found.runs["one"]] == [(2, 3.0, "returned")] * 3
    assert found.evaluations == 3000


def test_a_point_without_a_value_is_worst_for_a_foreign_method() -> None:
    def f(x: Any) -> float:
        if x[0] < 0:
            raise jato.Failed
        return bowl(x)

    found = jato.compare(f, {"mine": random_search}, BOX, seeds=1, evaluations=200)
    assert found.runs["mine"][0].nfev == 200 and math.isfinite(found["mine"].median)


def test_scipy_beside_jato() -> None:
    optimize = pytest.importorskip("scipy.optimize")

    def evolution(f: Any, lower: Any, upper: Any, budget: int, seed: int) -> None:
        optimize.differential_evolution(f, list(zip(lower, upper)), seed=seed, maxiter=10**6, tol=0)

    found = jato.compare(
        jato.problem("sphere:shift=1", 2), {"SciPy": evolution, "random": "random"}, seeds=5,
        evaluations=600,
    )
    assert found["SciPy"].mean_rank < found["random"].mean_rank
    assert not found["random"].among_best


def test_constraints_and_names_with_methods_of_jato() -> None:
    found = jato.compare(
        lambda x: (x["a"], [x["a"]]), ["pso", "random"], {"a": (0.0, 1.0)},
        constraints=[jato.Constraint(at_least=0.5)], seeds=2, evaluations=200,
    )
    assert all(0.5 <= run.fun < 0.6 for runs in found.runs.values() for run in runs)


@pytest.mark.parametrize(
    "methods, settings, words",
    [
        ([], {}, "needs methods"),
        ("pso", {}, "a list of specs"),
        ({"a": 3}, {}, "it is a spec"),
        (["pso"], {"iterations": 3}, "by evaluations"),
        (["pso"], {"seed": 3}, "no seed"),
        (["psso"], {}, 'did you mean "pso"'),
        ({"mine": random_search}, {"vectorized": True}, "plain objective"),
    ],
)
def test_what_is_refused(methods: Any, settings: Any, words: str) -> None:
    with pytest.raises(jato.InputError, match=words):
        jato.compare(bowl, methods, BOX, seeds=1, **settings)


def test_ctrl_c_leaves_what_was_done() -> None:
    count = 0

    def f(x: Any) -> float:
        nonlocal count
        count += 1
        if count > 250:
            raise KeyboardInterrupt
        return bowl(x)

    with pytest.raises(KeyboardInterrupt) as caught:
        jato.compare(f, {"mine": random_search}, BOX, seeds=9, evaluations=100)
    assert caught.value.partial["mine"].runs == 2  # type: ignore[attr-defined]


def test_the_picture() -> None:
    pytest.importorskip("matplotlib")
    found = jato.compare(bowl, ["pso", "random"], BOX, seeds=2, evaluations=300)
    axes = found.plot()
    assert [line.get_label() for line in axes.lines] == ["pso", "random"]
    assert "best value seen" in axes.get_title()
