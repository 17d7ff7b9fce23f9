"""What a type checker infers about a result."""
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import jato
from jato._minimize import Keywords
from jato._settings import SettingsKeywords

pytest.importorskip("mypy")

SCRIPT = """
import jato

plain = jato.minimize(lambda x: x @ x, [(-1, 1)] * 2, workers=2, iterations=5)
named = jato.minimize(lambda v: v["a"], {"a": (0, 1)}, seed=None)
reveal_type(plain.x)
reveal_type(named.x)
reveal_type(plain.fun)
jato.minimize(lambda x: x @ x, [(-1, 1)] * 2, iteration=5)
"""

METHOD = """
import jato
import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

class Walker(jato.Method):
    name = "walker"
    points = 12
    parameters = [jato.Parameter("step", 0.3, low=1e-6, high=1)]
    state = {"centre": "box", "step": (0, np.inf), "calls": range(10)}

    def create(self, setup: jato.MethodSetup) -> None:
        self.setup, self.centre, self.step, self.calls = setup, setup.lower, setup.parameters["step"], 0

    def ask(self, generation: int) -> Array:
        return self.centre + self.setup.draws.uniform(1, generation, np.arange(12)[:, None], 0)

    def tell(self, generation: int, x: Array, ranks: Array, best: float) -> None:
        self.centre = x[np.argmin(ranks)]

jato.minimize(lambda x: x @ x, [(-1, 1)] * 2, algorithm=Walker(step=0.2))
jato.compare(lambda x: x @ x, [Walker(), "pso"], [(-1, 1)] * 2)
jato.minimize(lambda x: x @ x, [(-1, 1)] * 2, algorithm=5)
"""


def check(tmp_path: Path, words: str) -> str:
    script = tmp_path / "script.py"
    script.write_text(words)
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), str(script)]
    return subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False).stdout


def test_a_method_is_an_algorithm(tmp_path: Path) -> None:
    told = check(tmp_path, METHOD)
    wrong = [line for line in told.splitlines() if " error: " in line]
    last = len(METHOD.splitlines())
    assert wrong and all(line.startswith(f"script.py:{last}:") for line in wrong), told


def test_x_has_the_type_that_the_bounds_give(tmp_path: Path) -> None:
    told = check(tmp_path, SCRIPT)
    assert "float64" in told.splitlines()[0] and "ndarray" in told.splitlines()[0], told
    assert 'Revealed type is "dict[str, Any]"' in told.replace("builtins.", ""), told
    assert 'Revealed type is "float"' in told.replace("builtins.", ""), told
    wrong = [line for line in told.splitlines() if " error: " in line]
    assert wrong and all(line.startswith("script.py:9:") for line in wrong), told


def test_type_checkers_know_every_keyword_of_minimize() -> None:
    taken = inspect.signature(jato.minimize).parameters.values()
    own = {one.name for one in taken if one.kind is inspect.Parameter.KEYWORD_ONLY}
    assert set(Keywords.__annotations__) - set(SettingsKeywords.__annotations__) == own
