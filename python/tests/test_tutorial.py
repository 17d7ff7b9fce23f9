"""The tutorial as a notebook: it is that of tutorial.py, and every cell of it runs."""
import importlib.util
from pathlib import Path
from typing import Any

import nbclient
import nbformat
import pytest

PYTHON = Path(__file__).resolve().parent.parent
NOTEBOOK = PYTHON.parent / "docs" / "tutorial.ipynb"


def test_the_notebook_is_made_of_the_tutorial() -> None:
    spec = importlib.util.spec_from_file_location("make_notebook", PYTHON / "make_notebook.py")
    assert spec is not None and spec.loader is not None
    maker: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(maker)
    assert NOTEBOOK.read_text(encoding="utf-8") == maker.notebook(), "run python/make_notebook.py"


def test_every_cell_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MPLBACKEND", raising=False)  # a notebook draws into itself
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(notebook)
    client = nbclient.NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    )
    client.execute()
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert len(code) > 10 and all(cell.execution_count for cell in code)
    assert any("image/png" in output.get("data", {}) for cell in code for output in cell.outputs)
