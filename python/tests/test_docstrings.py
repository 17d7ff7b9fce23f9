"""What the package says of itself: a numpydoc docstring for every public name, whose examples run."""
import doctest
import inspect
import re
from pathlib import Path
from typing import Any, Iterator

import numpy as np
import pytest

import jato

pytest.importorskip("matplotlib")  # some examples plot
pytest.importorskip("scipy")


def members(kind: type) -> Iterator[tuple[str, Any]]:
    """The public functions and properties that a class defines itself."""
    for name, member in vars(kind).items():
        if not name.startswith("_") and (inspect.isfunction(member) or isinstance(member, property)):
            yield f"{kind.__name__}.{name}", member


def public() -> dict[str, Any]:
    """Every public name with its object; classes with their members."""
    found: dict[str, Any] = {}
    for name in jato.__all__:
        one = getattr(jato, name)
        if callable(one):
            found[name] = one
        if inspect.isclass(one):
            found.update(members(one))
    return found


NAMES = public()


def sections(words: str) -> dict[str, str]:
    """Headings and what is below each."""
    parts = re.split(r"^([A-Z][A-Za-z ]+)\n-{3,}\n", words, flags=re.M)
    return dict(zip(parts[1::2], parts[2::2]))


def parameters_of(words: str) -> list[str]:
    """The names that a section describes: "low, high : float" has two."""
    found = re.findall(r"^(\*{0,2}\w[\w, *]*?)(?: : .*)?$", words, re.M)
    return [name.strip() for names in found for name in names.split(",")]


def test_words_for_a_list_of_parameters() -> None:
    assert parameters_of("low, high : float\n    The bounds.\nlog : bool\n**rest\n") == [
        "low", "high", "log", "**rest"
    ]


def is_an_exception(one: Any) -> bool:
    return inspect.isclass(one) and issubclass(one, BaseException)


@pytest.mark.parametrize("name", NAMES)
def test_every_public_name_is_described(name: str) -> None:
    one = NAMES[name]
    words = inspect.getdoc(one) or ""
    assert words and words[0].isupper(), f"{name} has no docstring"
    assert one.__doc__ is not None, f"{name} has the docstring of something else"
    if isinstance(one, property) or is_an_exception(one):
        return
    there = sections(words)
    assert "Examples" in there, f"{name} has no Examples"
    signature = inspect.signature(one.__init__ if inspect.isclass(one) else one)
    taken = [str(p).split(":")[0].split("=")[0].strip() for p in signature.parameters.values()]
    taken = [parameter for parameter in taken if parameter != "self"]
    if inspect.isclass(one) and "Parameters" not in there:  # the package makes them
        assert "Attributes" in there, f"{name} has neither Parameters nor Attributes"
        return
    described = parameters_of(there.get("Parameters", ""))
    assert sorted(described) == sorted(taken), f"{name} takes {taken} and describes {described}"
    if not inspect.isclass(one) and signature.return_annotation != "None":
        assert "Returns" in there, f"{name} does not say what it returns"


def test_the_attributes_of_a_result_are_described() -> None:
    described = parameters_of(sections(inspect.getdoc(jato.OptimizeResult) or "")["Attributes"])
    assert sorted(described) == sorted(jato.minimize(jato.problem("sphere", 2), iterations=1))


def test_settings_are_described_where_they_are_taken() -> None:
    for function in (jato.minimize, jato.minimize_many):
        there = sections(inspect.getdoc(function) or "")
        assert "iterations" in parameters_of(there["Other Parameters"])


@pytest.mark.parametrize("name", NAMES)
def test_examples_do_what_they_show(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = NAMES[name]
    examples = doctest.DocTestParser().get_doctest(
        inspect.getdoc(one) or "", {"jato": jato, "np": np}, name, None, 0
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    told: list[str] = []
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    outcome = doctest.DocTestRunner(optionflags=flags, verbose=False).run(examples, out=told.append)
    assert outcome.failed == 0, "".join(told)
