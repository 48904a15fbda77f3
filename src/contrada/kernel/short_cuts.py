"""Spare Numba work that our functions have no use for: over a third of its time to compile.

Numba optimises every function, twice, and makes machine code of it, though most of ours only ever
become part of others and are optimised there once more; the first time is to find reference counts
that cancel out, and ours have none. Leaving that out reaches into Numba, so it is done for the
versions that it was tried with; with any other one everything works as well and takes longer.
"""

# ruff: noqa: SLF001 - what is left out is Numba's own business

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch
from weakref import WeakSet

import numba
from numba import _dynfunc
from numba.core.codegen import CPUCodeLibrary
from numba.core.cpu import CPUContext

TRIED_WITH = ("0.68.",)
FOR_PYTHON = "_ZN7cpython"  # how names of functions begin that Python calls

_without_machine_code: WeakSet[Any] = WeakSet()
_make_machine_code = CPUCodeLibrary._finalize_final_module
_get_executable = CPUContext.get_executable


@contextmanager
def taken() -> Iterator[None]:
    """Compile with short cuts; whoever enters holds back others that compile."""
    with ExitStack() as stack:
        if numba.__version__.startswith(TRIED_WITH):
            for where, name, instead in (
                (CPUCodeLibrary, "_optimize_final_module", _optimise_entry_points),
                (CPUCodeLibrary, "_finalize_final_module", _make_code_of_entry_points),
                (CPUContext, "get_executable", _executable_of_entry_points),
            ):
                stack.enter_context(patch.object(where, name, instead))
        yield


def _is_part_of_others(library: Any) -> bool:
    """Whether this is a function, compiled just now, that Python does not call."""
    if not library._object_caching_enabled or library._compiled_object is not None:
        return False  # a part of Numba itself, or taken from the cache
    functions = library._final_module.functions
    return not any(f.name.startswith(FOR_PYTHON) and not f.is_declaration for f in functions)


def _optimise_entry_points(library: Any) -> None:
    if not _is_part_of_others(library):
        passes, builder = library._codegen._module_pass_manager()
        passes.run(library._final_module, builder)


def _make_code_of_entry_points(library: Any) -> None:
    if not _is_part_of_others(library):
        _make_machine_code(library)
        return
    library._finalize_dynamic_globals()
    library._verify_declare_only_symbols()
    library._finalized = True
    _without_machine_code.add(library)


def _executable_of_entry_points(context: Any, library: Any, about: Any, environment: Any) -> Any:
    library._ensure_finalized()
    if library not in _without_machine_code:
        return _get_executable(context, library, about, environment)
    # Only a name for what is compiled into others: nobody may call it, and nobody can.
    name = about.qualname.rpartition(".")[2]
    nowhere = 0
    return _dynfunc.make_function(
        about.lookup_module(), name, about.qualname, nowhere, environment, (library,)
    )
