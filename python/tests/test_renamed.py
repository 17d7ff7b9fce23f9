"""Keywords that were renamed are answered with their new names: src/options/renamed.def has them."""
import re
from pathlib import Path

import pytest

import jato

TABLE = Path(__file__).resolve().parents[2] / "src" / "options" / "renamed.def"
ROWS = re.findall(r'^ROW\((\w+), "([^"]+)", "([^"]+)"\)$', TABLE.read_text(), re.M)


@pytest.mark.parametrize("old, new", [(old, new) for kind, old, new in ROWS if kind == "SETTING"])
def test_a_setting(old: str, new: str) -> None:
    with pytest.raises(TypeError, match=f"{old} was renamed: use {new}"):
        jato.minimize(lambda x: x[0], [(0, 1)], **{old: 1})


@pytest.mark.parametrize("old, new", [(old, new) for kind, old, new in ROWS if kind == "PYTHON"])
def test_a_keyword(old: str, new: str) -> None:
    function, _, name = old.partition(".")
    calls = {"command": lambda **given: jato.command("true", [(0, 1)], **given),
             "tell": lambda **given: jato.Run.tell(None, 0, **given)}  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=f"{name} was renamed: use {new}"):
        calls[function](**{name: "x"})


def test_other_keywords_are_unknown_as_ever() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument"):
        jato.command("true", [(0, 1)], stay=True)  # type: ignore[call-arg]
