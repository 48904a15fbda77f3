"""Compiling with less work: only what Python calls becomes machine code, and Numba stays whole."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numba
import numpy as np
import pytest

from contrada.kernel import jit, short_cuts
from tests.kernel import tiny

pytestmark = pytest.mark.skipif(jit.is_disabled(), reason="nothing is compiled")


@pytest.fixture(autouse=True)
def a_cache_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(jit.CACHE_VARIABLE, str(tmp_path))
    forget()
    yield
    forget()


def forget() -> None:
    for function in (tiny.double, tiny.quadruple):
        assert isinstance(function, jit.Compiled)
        function.forget()


def without_machine_code() -> set[str]:
    return {str(library.name) for library in short_cuts._without_machine_code}


def test_only_entry_points_become_machine_code() -> None:
    tiny.load()
    assert tiny.quadruple(5) == 20
    assert "double" in without_machine_code()
    assert "quadruple" not in without_machine_code()


def test_another_version_of_numba_compiles_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(short_cuts, "TRIED_WITH", ("another",))
    before = list(short_cuts._without_machine_code)
    tiny.load()
    assert tiny.quadruple(5) == 20
    assert all(library in before for library in short_cuts._without_machine_code)


def test_other_functions_compile_as_ever_afterwards() -> None:
    tiny.load()

    sums = numba.njit(lambda size: np.arange(size).cumsum())
    assert sums(4).tolist() == [0, 1, 3, 6]
