"""Simulators from Python: published rows, a picture that comes back, errors."""
import numpy as np
import pytest

import jato


def plain_step(cells: np.ndarray) -> np.ndarray:
    """Code 976 by numpy: 1 where a block of nine has four ones, or six and more."""
    total = sum(
        np.roll(cells.astype(int), (y, x), (0, 1)) for y in (-1, 0, 1) for x in (-1, 0, 1)
    )
    return (total == 4) | (total >= 6)


def test_rule_30_from_one_cell() -> None:
    rows = jato.simulate("elementary:rule=30,width=21", 10)
    assert rows.shape == (11, 21) and rows.dtype == np.bool_
    known = [1, 7, 25, 111, 401, 1783, 6409, 28479, 102849, 456263, 1641433]
    for y, number in enumerate(known):
        cells = rows[y, 10 - y : 10 + y + 1]
        assert int("".join("01"[int(cell)] for cell in cells), 2) == number


def test_a_torus_goes_on_as_numpy_has_it() -> None:
    start = np.random.default_rng(1).random((37, 70)) < 0.5
    with jato.Simulation("totalistic:code=976", start=start) as simulation:
        assert simulation.shape == (37, 70)
        wanted = start
        for step in range(5):
            assert (simulation.picture() == wanted).all()
            simulation.step()
            wanted = plain_step(wanted)
            assert simulation.steps == step + 1


def test_a_picture_comes_back() -> None:
    start = (np.arange(101 * 101) * 167 % 256).astype(np.uint8).reshape(101, 101)
    assert (jato.simulate("catmap", 25, start=start) == start).all()
    assert not (jato.simulate("catmap", 24, start=start) == start).all()


def test_kernels_are_counted_and_timed() -> None:
    with jato.Simulation("totalistic", timed=True) as simulation:
        simulation.step(7)
        step = simulation.kernels()["jk_packed_step"]
        assert step["calls"] == 7
        assert 0 < step["least"] <= step["most"] <= step["total"]
        digest = simulation.digest
    with jato.Simulation("totalistic:kernel=bytes") as simulation:
        simulation.step(7)
        assert simulation.digest == digest


def test_bodies_on_an_eight_come_back() -> None:
    """The period of Simo, Chenciner and Montgomery."""
    steps = 4000
    spec = f"gravity:start=eight,integrator=verlet,precision=double,dt={6.32591398 / steps!r}"
    with jato.Simulation(spec) as simulation:
        before = simulation.arrays()["positions"]
        assert before.shape == (3, 3)
        simulation.step(steps)
        assert np.abs(simulation.arrays()["positions"] - before).max() < 1e-4
    with jato.Simulation("totalistic") as simulation:
        assert simulation.arrays() == {}


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(jato.InputError, match="did you mean"):
        jato.Simulation("elementery")
    with pytest.raises(jato.InputError, match="dtype"):
        jato.simulate("catmap", 1, start=np.zeros((3, 3)))
    with pytest.raises(jato.InputError, match="3 x 2"):
        jato.simulate("catmap", 1, start=np.zeros((2, 3), dtype=np.uint8))
    with jato.Simulation("totalistic") as simulation:
        simulation.close()
        with pytest.raises(jato.InputError, match="closed"):
            simulation.step()


def test_simulators_are_listed() -> None:
    assert {"elementary", "totalistic", "catmap"} <= jato.simulators().keys()
