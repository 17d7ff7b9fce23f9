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


def test_x_has_the_type_that_the_bounds_give(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), str(script)]
    told = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False).stdout
    assert "float64" in told.splitlines()[0] and "ndarray" in told.splitlines()[0], told
    assert 'Revealed type is "dict[str, Any]"' in told.replace("builtins.", ""), told
    assert 'Revealed type is "float"' in told.replace("builtins.", ""), told
    wrong = [line for line in told.splitlines() if " error: " in line]
    assert wrong and all(line.startswith("script.py:9:") for line in wrong), told


def test_type_checkers_know_every_keyword_of_minimize() -> None:
    taken = inspect.signature(jato.minimize).parameters.values()
    own = {one.name for one in taken if one.kind is inspect.Parameter.KEYWORD_ONLY}
    assert set(Keywords.__annotations__) - set(SettingsKeywords.__annotations__) == own
