#!/usr/bin/env python3
"""Makes docs/tutorial.ipynb, a notebook without outputs, from the cells of tutorial.py.

usage: python/make_notebook.py
"""
import json
import re
from pathlib import Path

HERE = Path(__file__).resolve().parent
NOTEBOOK = HERE.parent / "docs" / "tutorial.ipynb"


def cell(number: int, kind: str, text: str):
    text = text.strip("\n")
    if kind == "markdown":
        text = re.sub(r"^# ?", "", text, flags=re.M)
    made = {"cell_type": kind, "id": f"cell-{number}", "metadata": {}, "source": text.splitlines(keepends=True)}
    return made if kind == "markdown" else {**made, "execution_count": None, "outputs": []}


def notebook() -> str:
    """Cells begin with "# %%", those of words with "# %% [markdown]"."""
    parts = re.split(r"^# %%( \[markdown\])?\n", (HERE / "tutorial.py").read_text(encoding="utf-8"), flags=re.M)
    kinds = ["markdown" if mark else "code" for mark in parts[1::2]]
    cells = [cell(number, kind, text) for number, (kind, text) in enumerate(zip(kinds, parts[2::2]), 1)]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    made = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    NOTEBOOK.write_text(notebook(), encoding="utf-8")
