"""Skip work in Numba that our functions do not need; saves about a third of the compile time.

Numba optimises every function twice and turns it into machine code. Most of our functions are only
inlined into others, and optimised there again. The first of the two optimisations looks for
reference counts that cancel out, and ours have none.

To skip this, three methods of Numba are replaced while rules are compiled, but only in versions
that this was tested with, and only if all names exist. Any other version compiles as usual:
everything works, but takes longer. `NAMES` are checked beforehand. `PARTS` exist on a library only
once it is created, so they are checked there.
"""

# ruff: noqa: SLF001 - this replaces private parts of Numba

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from operator import attrgetter
from typing import Any, NamedTuple
from weakref import WeakSet

import numba

TRIED_WITH = ("0.68.",)
FOR_PYTHON = "_ZN7cpython"  # prefix of the functions that Python calls

LIBRARY, CONTEXT = "core.codegen.CPUCodeLibrary", "core.cpu.CPUContext"
MAKE_FUNCTION = "_dynfunc.make_function"
NAMES = (
    f"{LIBRARY}._object_caching_enabled",
    f"{LIBRARY}._finalized",
    f"{LIBRARY}._ensure_finalized",
    f"{LIBRARY}._finalize_dynamic_globals",
    f"{LIBRARY}._verify_declare_only_symbols",
    f"{LIBRARY}._optimize_final_module",
    f"{LIBRARY}._finalize_final_module",
    "core.codegen.CPUCodegen._module_pass_manager",
    f"{CONTEXT}.get_executable",
    MAKE_FUNCTION,
)
PARTS = ("_compiled_object", "_final_module", "_codegen")  # of a library

_without_machine_code: WeakSet[Any] = WeakSet()


class Replacement(NamedTuple):
    """A method of Numba and its replacement."""

    owner: Any
    name: str
    instead: Callable[..., Any]


@contextmanager
def taken() -> Iterator[None]:
    """Compile with short cuts; the caller must keep other threads from compiling."""
    with ExitStack() as stack:
        for owner, name, instead in _replacements() if _is_known() else ():
            stack.callback(setattr, owner, name, getattr(owner, name))
            setattr(owner, name, instead)
        yield


def _is_known() -> bool:
    """Whether this version of Numba is known to work as described above."""
    if not numba.__version__.startswith(TRIED_WITH):
        return False
    try:
        attrgetter(*NAMES)(numba)
    except AttributeError:
        return False
    return True


def _replacements() -> list[Replacement]:
    library, context = attrgetter(LIBRARY, CONTEXT)(numba)
    return [
        Replacement(library, "_optimize_final_module", _optimiser(library)),
        Replacement(library, "_finalize_final_module", _code_maker(library)),
        Replacement(context, "get_executable", _executable_finder(context)),
    ]


def _has_parts(library: Any) -> bool:
    return all(hasattr(library, name) for name in PARTS)


def _is_part_of_others(library: Any) -> bool:
    """Whether this is a newly compiled function that Python does not call."""
    if not _has_parts(library):
        return False
    if not library._object_caching_enabled or library._compiled_object is not None:
        return False  # part of Numba itself, or loaded from the cache
    functions = library._final_module.functions
    return not any(f.name.startswith(FOR_PYTHON) and not f.is_declaration for f in functions)


def _optimiser(library_class: Any) -> Callable[[Any], None]:
    optimise_twice = library_class._optimize_final_module

    def optimise_entry_points(library: Any) -> None:
        if not _has_parts(library):
            optimise_twice(library)
        elif not _is_part_of_others(library):
            passes, builder = library._codegen._module_pass_manager()
            passes.run(library._final_module, builder)

    return optimise_entry_points


def _code_maker(library_class: Any) -> Callable[[Any], None]:
    make_machine_code = library_class._finalize_final_module

    def make_code_of_entry_points(library: Any) -> None:
        if not _is_part_of_others(library):
            make_machine_code(library)
            return
        library._finalize_dynamic_globals()
        library._verify_declare_only_symbols()
        library._finalized = True
        _without_machine_code.add(library)

    return make_code_of_entry_points


def _executable_finder(context_class: Any) -> Callable[..., Any]:
    get_executable = context_class.get_executable
    make_function = attrgetter(MAKE_FUNCTION)(numba)

    def executable_of_entry_points(context: Any, library: Any, about: Any, environment: Any) -> Any:
        library._ensure_finalized()
        if library not in _without_machine_code:
            return get_executable(context, library, about, environment)
        # Only a placeholder: the function is inlined into others, and never called by itself.
        name = about.qualname.rpartition(".")[2]
        nowhere = 0
        return make_function(
            about.lookup_module(), name, about.qualname, nowhere, environment, (library,)
        )

    return executable_of_entry_points
