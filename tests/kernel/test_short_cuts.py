"""Compiling with less work: only entry points become machine code, and Numba still works."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

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


def check_everything_becomes_machine_code() -> None:
    before = list(short_cuts._without_machine_code)
    tiny.load()
    assert tiny.quadruple(5) == 20
    assert all(library in before for library in short_cuts._without_machine_code)


def test_another_version_of_numba_goes_without(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba, "__version__", "0.69.0")
    check_everything_becomes_machine_code()


@pytest.mark.parametrize("name", ["core.codegen.Gone._finalized", "core.cpu.CPUContext.gone"])
def test_a_numba_that_lacks_a_name_goes_without(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(short_cuts, "NAMES", (*short_cuts.NAMES, name))
    check_everything_becomes_machine_code()


def test_a_numba_whose_libraries_lack_a_part_goes_without(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(short_cuts, "PARTS", (*short_cuts.PARTS, "_gone"))
    check_everything_becomes_machine_code()


@pytest.mark.parametrize("part", ["_compiled_object", "_final_module", "_codegen"])
def test_a_library_that_lacks_a_part_is_left_to_numba(part: str) -> None:
    left_to_numba: list[object] = []
    library_class = SimpleNamespace(
        _optimize_final_module=left_to_numba.append, _finalize_final_module=left_to_numba.append
    )
    library = SimpleNamespace(_object_caching_enabled=True, **dict.fromkeys(short_cuts.PARTS))
    delattr(library, part)
    short_cuts._optimiser(library_class)(library)
    short_cuts._code_maker(library_class)(library)
    assert left_to_numba == [library, library]


def test_a_numba_that_has_lost_a_method_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    assert short_cuts._is_known()
    monkeypatch.delattr("numba.core.codegen.CPUCodeLibrary._verify_declare_only_symbols")
    assert not short_cuts._is_known()


def test_numba_is_itself_again_afterwards() -> None:
    before = [getattr(owner, name) for owner, name, _ in short_cuts._replacements()]
    with short_cuts.taken():
        within = [getattr(owner, name) for owner, name, _ in short_cuts._replacements()]
    after = [getattr(owner, name) for owner, name, _ in short_cuts._replacements()]
    assert before == after
    assert not set(before) & set(within)


def test_other_functions_compile_as_ever_afterwards() -> None:
    tiny.load()

    sums = numba.njit(lambda size: np.arange(size).cumsum())
    assert sums(4).tolist() == [0, 1, 3, 6]
