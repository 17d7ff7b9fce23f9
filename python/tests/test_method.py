"""Search methods of the caller's, written in Python."""
import gc
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jato

REPOSITORY = Path(__file__).resolve().parents[2]
BOX = [(-5.0, 5.0), (-5.0, 4.0), (-1.0, 1.0)]


def bowl(x: Any) -> float:
    return float((x - 0.3) @ (x - 0.3))


class Climber(jato.Method):
    """Points around the best one: the arithmetic of examples/plugin/climber.c."""

    source = "Rechenberg 1973"
    parameters = [
        jato.Parameter("step", 0.3, low=1e-6, high=1, help="first step, as a share of the box"),
        jato.Parameter("growth", 1.25, low=1, high=10),
        jato.Parameter("shrinking", 0.8, low=0.01, high=1),
    ]
    state = {"centre": "box", "rank": (-np.inf, np.inf), "step": (0, np.inf)}

    def create(self, setup: jato.MethodSetup) -> None:
        self.setup, self.step = setup, setup.parameters["step"]
        self.centre = setup.initial[0] if len(setup.initial) else 0.5 * (setup.lower + setup.upper)
        self.rank = np.inf

    def ask(self, generation: int) -> Any:
        s = self.setup
        z = s.draws.normal(s.seed, generation, np.arange(s.points)[:, None], np.arange(s.dim))
        return np.clip(self.centre + self.step * (s.upper - s.lower) * z, s.lower, s.upper)

    def tell(self, generation: int, x: Any, ranks: Any, best: float) -> None:
        i = int(np.argmin(ranks))
        better = ranks[i] < self.rank
        if better:
            self.centre, self.rank = x[i], ranks[i]
        self.step *= self.setup.parameters["growth" if better else "shrinking"]


class Odd(jato.Method):
    """Rolls its points on by an array, a count and a number; each test breaks one of its parts."""

    parameters = [jato.Parameter("way", "up", choices=["up", "down"]),
                  jato.Parameter("often", 2, low=1, high=5, whole=True)]
    state: Any = {"table": (-10.0, 10.0), "calls": range(1001), "sum": "any"}
    points = 6

    def __init__(self, ask: Any = None, tell: Any = None, state: Any = None, **values: Any) -> None:
        super().__init__(**values)
        self.given_ask, self.given_tell = ask, tell
        if state is not None:
            self.state = state

    def create(self, setup: jato.MethodSetup) -> None:
        self.setup = setup
        self.table, self.calls, self.sum = np.zeros((2, setup.dim, 2)), 0, float("nan")

    def ask(self, generation: int) -> Any:
        s = self.setup
        u = s.draws.uniform(s.seed, generation, np.arange(s.points)[:, None], np.arange(s.dim) + self.calls)
        return s.lower + u * (s.upper - s.lower) if self.given_ask is None else self.given_ask(self)

    def tell(self, generation: int, x: Any, ranks: Any, best: float) -> None:
        self.calls += self.setup.parameters["often"]
        self.sum = self.table[0, 0, 0] + ranks[0]
        self.table[1, :, 1] = x[0] / 2
        if self.given_tell is not None:
            self.given_tell(self)


def run(method: Any, **settings: Any) -> Any:
    return jato.minimize(bowl, BOX, algorithm=method, **{"particles": 8, "evaluations": 400, **settings})


# ---- What it finds --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def climber_in_c(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """examples/plugin/climber.c as a shared object."""
    if shutil.which("cc") is None:
        pytest.skip("no C compiler")
    out: Path = tmp_path_factory.mktemp("plugin") / "climber.so"
    subprocess.run(
        ["cc", "-O2", "-ffp-contract=off", "-shared", "-fPIC", f"-I{REPOSITORY / 'include'}", "-o", str(out),
         str(REPOSITORY / "examples" / "plugin" / "climber.c"), "-lm"], check=True)
    return out


def points_of(algorithm: Any) -> Any:
    seen = []

    def f(x: Any) -> float:
        seen.append(x.copy())
        return bowl(x)

    result = jato.minimize(f, BOX, algorithm=algorithm, particles=8, evaluations=400, seed=11, x0=[1, 2, 0.5])
    return np.array(seen), result


def test_the_same_arithmetic_gives_the_points_of_the_method_in_c(climber_in_c: Path) -> None:
    try:
        theirs, other = points_of(f"plugin:path={climber_in_c},step=0.2")
    except jato.JatoError as error:
        if "libsodium" in str(error):
            pytest.skip("built without libsodium")
        raise
    ours, result = points_of(Climber(step=0.2))
    assert ours.tobytes() == theirs.tobytes()
    assert (result.fun, result.nfev, result.x.tobytes()) == (other.fun, other.nfev, other.x.tobytes())


def test_a_method_has_a_name_parameters_and_their_values() -> None:
    result = run(Climber(step=0.2))
    assert result.algorithm == "plugin:method=climber,step=0.2,growth=1.25,shrinking=0.8"
    assert result.fun < 1e-2 and result.nfev == 400
    assert repr(Climber(step=0.2)) == "Climber(step=0.2)"
    odd = Odd(way="down", tell=lambda self: values.append(self.setup.parameters))
    values: list[Any] = []
    assert run(odd).algorithm == "plugin:method=odd,way=down,often=2"
    assert values[0] == {"way": "down", "often": 2} and isinstance(values[0]["often"], int)


def test_draws_are_those_of_c_and_broadcast() -> None:
    setups = []
    run(Odd(tell=lambda self: setups.append(self.setup)))
    draws = setups[0].draws
    for draw, pure in ((draws.uniform, draws._table.uniform), (draws.normal, draws._table.normal)):
        table = draw(7, 3, np.arange(5)[:, None], np.arange(4))
        assert table.shape == (5, 4) and len(np.unique(table)) == 20
        assert table[2, 3] == pure(7, 3, 2, 3) and draw(2**64 - 1, 0, 1, 2) == pure(2**64 - 1, 0, 1, 2)
    many = draws.uniform(1, 0, np.arange(4000), 0)
    assert many.min() >= 0 and many.max() < 1 and abs(many.mean() - 0.5) < 0.02


def test_the_objects_of_runs_are_copies() -> None:
    method = Climber()
    first, second = run(method, seed=3), run(method, seed=3)
    assert first.digest == second.digest and not hasattr(method, "centre")


def test_particles_that_nobody_chose_are_those_of_the_method() -> None:
    assert jato.minimize(bowl, BOX, algorithm=Odd(), evaluations=60).nit == 9


def test_named_variables_and_maximize() -> None:
    found = jato.maximize(lambda v: -v["a"] ** 2 - v["n"], {"a": (-2, 2), "n": jato.Integer(1, 9)},
                          algorithm=Climber(), evaluations=2000)
    assert found.x["n"] == 1 and abs(found.fun + 1) < 1e-3


@pytest.mark.parametrize("workers", [1, 2])
def test_workers_give_the_same_result(workers: int) -> None:
    assert run(Climber(), workers=workers).digest == run(Climber()).digest


def test_problems_of_libjato_and_many_runs_in_threads() -> None:
    sphere = jato.problem("sphere", 3)
    settings: Any = {"algorithm": Climber(), "particles": 8, "evaluations": 400}
    runs = jato.minimize_many(sphere, seeds=range(1, 9), device="cpu:threads=4", **settings)
    for one in runs:
        assert one.digest == jato.minimize(sphere, seed=one.seed, **settings).digest


def test_compare_with_other_methods() -> None:
    found = jato.compare(bowl, [Climber(step=0.2), "random"], BOX, seeds=3, evaluations=400)
    assert [one.name for one in found.methods] == ["climber:step=0.2", "random"]
    named = jato.compare(bowl, {"mine": Climber(), "pso": "pso"}, BOX, seeds=2, evaluations=200)
    assert {one.name for one in named.methods} == {"mine", "pso"}


def test_ask_and_tell() -> None:
    with jato.Run(BOX, algorithm=Climber(), particles=8, evaluations=400) as asked:
        while not asked.done:
            for trial in asked.ask():
                asked.tell(trial, bowl(trial.x))
        assert asked.result().fun == run(Climber()).fun


def test_nothing_is_kept_of_runs_that_are_over() -> None:
    alive = []

    class Counted(Climber):
        name = "climber"

        def create(self, setup: jato.MethodSetup) -> None:
            super().create(setup)
            alive.append(1)

        def __del__(self) -> None:
            alive.append(-1)

    method = Counted()
    for seed in range(4):
        run(method, seed=seed)
    gc.collect()
    assert sum(alive) == 0


# ---- Run files ------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", [Climber(step=0.2), Odd(way="down")])
@pytest.mark.parametrize("cut", [8, 160, 161, 399])
def test_a_resumed_run_has_the_digest_of_an_uninterrupted_one(tmp_path: Path, method: Any, cut: int) -> None:
    save = tmp_path / "run.h5"
    run(method, evaluations=cut, save=save)
    resumed = run(type(method)(), save=save, resume=True)
    assert (resumed.digest, resumed.nfev) == (run(method).digest, 400)


@pytest.mark.filterwarnings("ignore:.* is newer than ")  # it may be killed while it saves
def test_a_killed_run_is_resumed(tmp_path: Path) -> None:
    save = tmp_path / "run.h5"
    child = os.fork()
    if child == 0:
        def f(x: Any) -> float:
            calls.append(1)
            time.sleep(0.001)
            if len(calls) > 250 and save.exists():
                os.kill(os.getpid(), signal.SIGKILL)
            return bowl(x)

        calls: list[int] = []
        try:
            jato.minimize(f, BOX, algorithm=Climber(), particles=8, evaluations=400, save=save, checkpoint="1ms")
        finally:
            os._exit(1)
    assert os.WTERMSIG(os.waitpid(child, 0)[1]) == signal.SIGKILL
    left: list[Any] = []

    def counted(x: Any) -> float:
        left.append(x)
        return bowl(x)

    resumed = jato.minimize(counted, BOX, algorithm=Climber(), particles=8, evaluations=400, save=save, resume=True)
    assert resumed.digest == run(Climber()).digest and len(left) < 400


def test_ask_and_tell_are_resumed(tmp_path: Path) -> None:
    save = tmp_path / "run.h5"
    with jato.Run(BOX, algorithm=Climber(), particles=8, evaluations=400, save=save) as first:
        for trial in first.ask(5):
            first.tell(trial, bowl(trial.x))
        first.save(save)
    with jato.Run(BOX, algorithm=Climber(), particles=8, evaluations=400, save=save, resume=True) as rest:
        while not rest.done:
            for trial in rest.ask():
                rest.tell(trial, bowl(trial.x))
        assert rest.result().fun == run(Climber()).fun


def test_a_file_is_refused_without_its_method_and_with_another(tmp_path: Path) -> None:
    save = tmp_path / "run.h5"
    run(Climber(step=0.2), evaluations=80, save=save)
    with pytest.raises(jato.InputError, match=r"climber is part of the program .* algorithm= in Python"):
        run(None, save=save, resume=True)
    with pytest.raises(jato.InputError, match="made with the method climber, and odd is given"):
        run(Odd(), save=save, resume=True)
    with pytest.raises(jato.InputError, match=r"step=0.2.*, not plugin:method=climber,step=0.4"):
        run(Climber(step=0.4), save=save, resume=True)
    with jato.open_run(save) as shown:
        assert shown.algorithm.startswith("plugin:method=climber,step=0.2") and shown.nfev == 80
    other = tmp_path / "pso.h5"
    run("pso", evaluations=80, save=other)
    with pytest.raises(jato.InputError, match="made with algorithm pso"):
        run(Climber(), save=other, resume=True)


def test_the_program_shows_a_file_and_says_who_has_its_method(tmp_path: Path) -> None:
    save = tmp_path / "run.h5"
    jato.minimize(jato.problem("sphere", 3), algorithm=Climber(), evaluations=80, save=save)
    start = [sys.executable, "-c", "import jato._program as p; p.main()"]
    shown = subprocess.run([*start, "show", str(save)], capture_output=True, text=True)
    assert shown.returncode == 0 and "method=climber" in shown.stdout
    for command in ("verify", "resume"):
        refused = subprocess.run([*start, command, str(save)], capture_output=True, text=True)
        assert refused.returncode != 0
        assert "the method climber is part of the program that began this run" in " ".join(refused.stderr.split())


# ---- Exceptions and mistakes ----------------------------------------------------------------------


def fail(self: Any) -> Any:
    raise ArithmeticError("no more ideas")


@pytest.mark.parametrize("method", [Odd(ask=fail), Odd(tell=fail), Odd(state={"calls": range(3)}, tell=fail)])
def test_an_exception_of_a_method_ends_the_run(method: Any) -> None:
    with pytest.raises(ArithmeticError, match="no more ideas") as caught:
        run(method)
    assert "fail" in [entry.name for entry in caught.traceback]
    with pytest.raises(ArithmeticError):
        jato.minimize(jato.problem("sphere", 3), algorithm=method)
    with pytest.raises(ArithmeticError):
        jato.minimize_many(jato.problem("sphere", 3), seeds=[1, 2], algorithm=method)
    with pytest.raises(ArithmeticError), jato.Run(BOX, algorithm=method, particles=8) as asked:
        for trial in asked.ask():
            asked.tell(trial, 1.0)


def test_an_exception_of_create_reaches_the_caller() -> None:
    class Broken(Odd):
        def create(self, setup: jato.MethodSetup) -> None:
            raise LookupError("no table")

    with pytest.raises(LookupError, match="no table"):
        run(Broken())


def test_ctrl_c_in_a_method_ends_the_run_and_leaves_what_was_found(tmp_path: Path) -> None:
    def interrupt(self: Any) -> None:
        if self.calls > 20:
            raise KeyboardInterrupt

    for f, bounds in ((bowl, BOX), (jato.problem("sphere", 3), None)):
        for save in (None, tmp_path / f"{'box' if bounds else 'problem'}.h5"):
            with pytest.raises(KeyboardInterrupt) as caught:
                jato.minimize(f, bounds, algorithm=Odd(tell=interrupt), particles=8, evaluations=400, save=save)
            assert caught.value.partial.nfev >= 80  # type: ignore[attr-defined]


def inside(self: Any) -> Any:
    return np.zeros((2, 3))


def changes(self: Any) -> Any:
    self.table[0, 0, 0] += 1
    return inside(self)


@pytest.mark.parametrize("ask, words", [
    (lambda self: None, "ask returned None in generation 0; it returns an array of numbers, a row of 3"),
    (lambda self: np.zeros(3), r"an array of float64, of shape \(3,\)"),
    (lambda self: np.zeros((3, 2)), r"of shape \(3, 2\)"),
    (lambda self: np.zeros((0, 3)), r"of shape \(0, 3\)"),
    (lambda self: [[1, 2, 3], [4]], r"ask returned \[\[1, 2, 3\], \[4\]\]"),
    (lambda self: "three", "ask returned 'three'"),
    (lambda self: [[0, 0, 0], [0, 0, np.nan]], "coordinate 2 of point 1 in generation 0 is nan, outside of -1 to 1; use np.clip"),
    (lambda self: [[0, 0, 0], [0, 0, 1.5]], "coordinate 2 of point 1 in generation 0 is 1.5, outside of -1 to 1"),
    (changes, "ask changes table, so that a resumed run would go on from other points; change it in tell"),
])
def test_wrong_points_are_refused_in_words(ask: Any, words: str) -> None:
    with pytest.raises(jato.InputError, match=f"odd: .*{words}"):
        run(Odd(ask=ask))


def put(name: str, value: Any) -> Any:
    return lambda self: setattr(self, name, value)


@pytest.mark.parametrize("tell, words", [
    (put("table", np.zeros(3)), r"table had the shape \(2, 3, 2\) after create and has \(3,\) now"),
    (put("table", [1.0]), r"table is \[1.0\]; state holds numbers and arrays of float64"),
    (put("table", None), "table is None"),
    (put("table", np.zeros((2, 3, 2), complex)), "table is an array of complex128"),
    (put("calls", 0.5), "calls is 0.5; state holds numbers and arrays of uint64, whole numbers from 0 on"),
    (put("calls", -1), "calls is -1"),
    (put("calls", 2000), "its state breaks its own bounds.*holds 2000"),
    (put("table", np.full((2, 3, 2), np.nan)), "its state breaks its own bounds.*holds nan"),
])
def test_wrong_states_are_refused_in_words(tell: Any, words: str) -> None:
    with pytest.raises(jato.InputError, match=words):
        run(Odd(tell=tell))


@pytest.mark.parametrize("method, words", [
    (Odd(state={"nothing": "any"}), "create sets no attribute nothing"),
    (Odd(state={"ask": "any"}), "state cannot hold ask, which jato.Method has"),
    (Odd(state={"sum": "bax"}), 'is \'bax\'; it is \\(low, high\\), range\\(least, most'),
    (Odd(state={"table": "box"}), "has not a column for each coordinate"),
    (Odd(way="left"), "way"),
    (Odd(oftn=1), 'did you mean "often"'),
    (Climber(step=2), "out of range"),
])
def test_wrong_declarations_are_refused_in_words(method: Any, words: str) -> None:
    with pytest.raises(jato.InputError, match=words):
        run(method)


def test_a_class_in_place_of_an_object_is_refused() -> None:
    with pytest.raises(jato.InputError, match="Climber"):
        run(Climber)
