"""The notebooks run: small in this process, and at full size in a kernel of their own."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output

FOLDER = Path(__file__).parents[2] / "docs" / "notebooks"
# What makes each small, and what its outputs show even then.
SMALL: dict[str, tuple[dict[str, str], tuple[str, ...]]] = {
    "urbino-opening": (
        {"GAMES": "56", "ITERATIONS": "50"},
        ("<svg", "first builder wins_low", "iterations in"),
    ),
    "urtown-agent": (
        {"LESSONS": "2", "MATCHES": "1"},
        ("'groups'", "wins_low", "Newcomer", "widget-view"),
    ),
    "urbania-components": (
        {"GAMES": "2", "PLAYER": "random"},
        ("single = 8", "Wins by seat", "dear projects"),
    ),
}


def cells(name: str) -> list[dict[str, Any]]:
    text = (FOLDER / f"{name}.ipynb").read_text(encoding="utf-8")
    found: list[dict[str, Any]] = json.loads(text)["cells"]
    return found


def test_every_notebook_is_tested_and_has_no_outputs() -> None:
    assert {path.stem for path in FOLDER.glob("*.ipynb")} == set(SMALL)
    for name in SMALL:
        for cell in cells(name):
            if cell["cell_type"] == "code":
                assert (cell["outputs"], cell["execution_count"]) == ([], None)
                ast.parse("".join(cell["source"]))


@pytest.fixture
def shell() -> Iterator[InteractiveShell]:
    InteractiveShell.clear_instance()
    yield InteractiveShell.instance()
    InteractiveShell.clear_instance()


@pytest.mark.parametrize("name", SMALL)
def test_a_notebook_runs(
    name: str, shell: InteractiveShell, monkeypatch: pytest.MonkeyPatch
) -> None:
    wishes, wanted = SMALL[name]
    for setting, value in wishes.items():
        monkeypatch.setenv(f"CONTRADA_NOTEBOOK_{setting}", value)
    if name == "urbania-components":
        # For the processes it starts: compiling for other components would take a minute. The other
        # notebooks compile in this process, where Numba would read the setting, too.
        monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    monkeypatch.setenv("PYTHONWARNINGS", "ignore")
    said = ""
    for cell in cells(name):
        if cell["cell_type"] == "code":
            with capture_output(display=False) as caught:
                done = shell.run_cell("".join(cell["source"]))  # type: ignore[no-untyped-call]
            done.raise_error()
            assert shell.display_formatter is not None
            shown, _ = shell.display_formatter.format(done.result)  # type: ignore[no-untyped-call]
            said += caught.stdout + str(shown)
    assert [each for each in wanted if each not in said] == []


@pytest.mark.soak
@pytest.mark.parametrize("name", SMALL)
def test_a_notebook_runs_at_full_size(name: str) -> None:
    import nbformat  # noqa: PLC0415 - with its kernels, only needed here
    from nbclient import NotebookClient  # noqa: PLC0415

    book = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(book, timeout=None, kernel_name="python3").execute()
