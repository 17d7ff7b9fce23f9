"""Variables with names, kinds and scales; constraints."""
from typing import Any

import numpy as np
import pytest

import jato

SPACE: Any = {
    "rate": jato.Real(1e-4, 1.0, log=True, initial=0.1),
    "layers": jato.Integer(1, 20),
    "kind": jato.Category(["relu", "tanh", None]),
    "bias": jato.Real(-1, 1),
    "data": jato.Fixed({"rows": 3}),
}


def loss(v: Any) -> float:
    kind = {"relu": 0.5, "tanh": 0.0, None: 2.0}[v["kind"]]
    return float(np.log10(v["rate"] / 0.01) ** 2 + (v["layers"] - 7) ** 2 + kind + v["bias"] ** 2)


def test_the_function_gets_what_was_declared_and_the_result_says_the_same() -> None:
    seen = []
    result = jato.minimize(lambda v: seen.append(v) or loss(v), SPACE, iterations=150)
    first = seen[0]
    assert list(first) == list(SPACE)
    assert type(first["rate"]) is float and type(first["layers"]) is int
    assert first["rate"] == pytest.approx(0.1) and first["data"] is SPACE["data"].value
    assert {v["kind"] for v in seen} == {"relu", "tanh", None}
    assert all(1e-4 <= v["rate"] <= 1 and 1 <= v["layers"] <= 20 for v in seen)
    assert result.x["layers"] == 7 and result.x["kind"] == "tanh"
    assert result.x["rate"] == pytest.approx(0.01, rel=1e-3)
    assert result.params == result.x and result.fun == loss(result.x)


def test_a_logarithmic_scale_shares_the_search_among_decades() -> None:
    seen = []
    space = {"k": jato.Real(1e-3, 1, log=True)}
    jato.minimize(lambda v: seen.append(v["k"]) or 1.0, space, iterations=1, particles=3000)
    share = np.histogram(np.log10(seen[:3000]), bins=[-3, -2, -1, 0])[0] / 3000
    assert np.allclose(share, 1 / 3, atol=0.05)


def test_vectorised_functions_get_columns() -> None:
    def columns(v: Any) -> Any:
        assert v["layers"].dtype == np.int64 and v["data"] is SPACE["data"].value
        kind = np.array([{"relu": 0.5, "tanh": 0.0, None: 2.0}[k] for k in v["kind"]])
        return np.log10(v["rate"] / 0.01) ** 2 + (v["layers"] - 7) ** 2 + kind + v["bias"] ** 2

    many = jato.minimize(columns, SPACE, iterations=30, vectorized=True)
    assert many.digest == jato.minimize(loss, SPACE, iterations=30).digest


def test_x0_by_name() -> None:
    seen = []
    x0 = {"kind": None, "layers": 3}
    jato.minimize(lambda v: seen.append(v) or 0.0, SPACE, x0=x0, iterations=1)
    assert seen[0]["kind"] is None and seen[0]["layers"] == 3


def test_choices_and_fixed_values_may_be_any_objects() -> None:
    small, large = np.zeros((30, 30)), np.ones((30, 30))
    space = {"a": jato.Category([large, small, large]), "b": jato.Fixed(np.eye(30)), "c": (0, 1)}
    result = jato.minimize(lambda v: v["a"].sum() + v["b"].sum() + v["c"], space, iterations=50)
    assert result.x["a"] is small and result.fun == pytest.approx(30, abs=1e-3)


@pytest.mark.parametrize(
    "space, words",
    [
        ({"a": 3}, "jato.Real"),
        ({"a": jato.Real(2, 1)}, "a"),
        ({"a": jato.Real(0, 1, log=True)}, "log"),
        ({"a b": (0, 1)}, "name"),
        ({"a": jato.Category(["x"], initial="y")}, "not a choice"),
        ({}, "no variables"),
    ],
)
def test_what_cannot_be_is_named(space: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        jato.minimize(lambda v: 0.0, space)


# min x + y with x y >= 4 on (0, 5)^2 is 4 at (2, 2).
WAYS: "dict[str, Any]" = {
    "text": (lambda x: (x[0] + x[1], [x[0] * x[1]]), ["area >= 4"]),
    "names": (lambda x: (x[0] + x[1], {"area": x[0] * x[1]}), [jato.Constraint("area", at_least=4)]),
    "function": (lambda x: x[0] + x[1], jato.Constraint(at_most=0, fun=lambda x: 4 - x[0] * x[1])),
    "scipy": (lambda x: x[0] + x[1], {"type": "ineq", "fun": lambda x: x[0] * x[1] - 4}),
}


@pytest.mark.parametrize("way", WAYS)
def test_every_way_to_say_a_constraint(way: str) -> None:
    f, constraints = WAYS[way]
    result = jato.minimize(f, [(0, 5)] * 2, constraints=constraints, iterations=400, seed=1)
    assert result.maxcv == 0 and result.x[0] * result.x[1] >= 4
    assert result.fun == pytest.approx(4, rel=1e-4)


def test_equalities_and_vectorised_constraints() -> None:
    def f(x: Any) -> Any:
        return (x**2).sum(axis=1), {"sum": x.sum(axis=1)}

    rule = jato.Constraint("sum", equals=2, tolerance=0.05)
    result = jato.minimize(f, [(-5, 5)] * 2, constraints=rule, iterations=400, vectorized=True)
    assert abs(result.x.sum() - 2) <= 0.05
    assert result.fun == pytest.approx(1.95**2 / 2, rel=1e-3)  # where the sum is as small as it may


def test_nothing_feasible_is_no_success() -> None:
    result = jato.minimize(lambda x: (x[0], x[0]), [(0, 1)], constraints=["c >= 2"], iterations=30)
    assert not result.success and "feasible" in result.message
    assert result.maxcv == pytest.approx(1, rel=1e-4)


def test_constraints_that_are_missing_or_too_many_are_said() -> None:
    with pytest.raises(TypeError, match="value, constraints"):
        jato.minimize(lambda x: x[0], [(0, 1)], constraints=["c >= 2"])
    with pytest.raises(ValueError, match="2 numbers for 1"):
        jato.minimize(lambda x: (x[0], [1, 2]), [(0, 1)], constraints=["c >= 2"])
    with pytest.raises(ValueError, match="name <= number"):
        jato.minimize(lambda x: x[0], [(0, 1)], constraints=["c > 2"])
