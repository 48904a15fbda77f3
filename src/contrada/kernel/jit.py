"""Compile rules to machine code and keep the result on disk, never stale.

`compiled` marks a function for compilation. `load` turns chosen functions into entry points that
Python may call, taking them from a cache directory whose name is a hash of everything they were
made from: Numba itself only notices a change in the file of the entry point, not in the files of
the functions it calls.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import hashlib
import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import llvmlite
import numba
import numpy as np
from filelock import FileLock
from llvmlite import binding
from numba import types
from numba.extending import overload, typeof_impl
from platformdirs import user_cache_path

from contrada.kernel import short_cuts

Function = TypeVar("Function", bound=Callable[..., Any])
Progress = Callable[[str], None]

CACHE_VARIABLE = "CONTRADA_CACHE"
COMPLETE = "complete"
KEPT = 12
KEY = 20  # digits of a hash
_SETTINGS = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
# Counting references to arrays, which nearly all functions just pass on, took a fifth of a search.
_COUNTING, _NOT_COUNTING = {"_nrt": True}, {"_nrt": False}
_OPTIMISATION = 2  # level 3 unrolls our short loops and makes playouts slower by a third
_numba_settings = threading.RLock()
_private_directories: dict[str, Path] = {}


class EntryPoint(NamedTuple):
    """A compiled function that Python calls, with the one signature it is called with."""

    function: Callable[..., Any]
    signature: Any


def compiled(function: Function) -> Function:
    """Compile `function` where compiled code calls it; it runs without the GIL.

    It may not make arrays, nor call what returns some: see `allocating`.
    """
    return function if is_disabled() else Compiled(function)  # type: ignore[return-value]


def allocating(function: Function) -> Function:
    """Compile a function that makes arrays, or calls another one that returns some."""
    if is_disabled():
        return function
    return Compiled(function, _COUNTING)  # type: ignore[return-value]


class Compiled:
    """A compiled function. Compiled code may call it, Python only if `load` has bound it.

    The wrapper that lets Python call a function costs a part of its compilation, so only entry
    points have one; Numba alone would crash where one is missing.
    """

    def __init__(
        self, function: Callable[..., Any], settings: Mapping[str, Any] = _NOT_COUNTING
    ) -> None:
        functools.update_wrapper(self, function)
        self._function = function
        self._settings = {"no_cpython_wrapper": True, **_SETTINGS, **settings}
        self.forget()

    def forget(self) -> None:
        """Be as if never compiled."""
        self.dispatcher: Any = numba.njit(**self._settings)(self._function)
        self._entry_point: Callable[..., Any] | None = None

    def __call__(self, *args: Any) -> Any:
        """Call it from Python."""
        if self._entry_point is None:
            raise TypeError(
                f"{self.dispatcher.__qualname__} is no entry point that Python may call"
            )
        return self._entry_point(*args)

    def make_callable(self) -> Any:
        """Let Python call it once it is compiled, and keep what is compiled on disk."""
        self.dispatcher.targetoptions["no_cpython_wrapper"] = False
        self.dispatcher.enable_caching()
        self._entry_point = self.dispatcher
        return self.dispatcher


@typeof_impl.register(Compiled)  # type: ignore[untyped-decorator]
def _type_of_compiled(function: Compiled, _context: Any) -> Any:
    return types.Dispatcher(function.dispatcher)


def constants(*values: int) -> tuple[int, ...]:
    """Return numbers that names in compiled code stand for.

    Numba compiles a callee once more for every literal integer passed to it; these count as plain
    integers and cost one compilation in all.
    """
    return tuple(np.int64(value) for value in values)  # type: ignore[misc]


def overloads(plain: Callable[..., Any]) -> Callable[[Function], Function]:
    """Let the decorated function choose what compiled code runs where it calls `plain`."""

    def decorate(choose: Function) -> Function:
        # Numba wants the chosen function's parameters written exactly alike, and a lambda's have
        # no annotations.
        choose.__annotations__ = {}
        return overload(plain, jit_options=_NOT_COUNTING)(choose)  # type: ignore[no-any-return]

    return decorate


def is_disabled() -> bool:
    """Whether `NUMBA_DISABLE_JIT=1` asks for plain Python, for debugging."""
    return bool(numba.config.DISABLE_JIT)


def load(
    name: str,
    sources: Iterable[Path],
    entry_points: Mapping[str, EntryPoint],
    progress: Progress | None = None,
) -> dict[str, Callable[..., Any]]:
    """Return the entry points ready to call, compiling what the cache does not hold."""
    tell = progress or (lambda _: None)
    if is_disabled():
        return {key: entry.function for key, entry in entry_points.items()}
    directory = _writable(cache_root() / f"{name}-{sources_key(sources)}")
    complete = directory / COMPLETE
    if complete.exists():
        try:
            return _bind_all(directory, entry_points, tell)
        except Exception:  # noqa: BLE001 - a damaged file can break anywhere in unpickling
            # Forget everything and compile anew, also what was loaded before the damage showed.
            complete.unlink(missing_ok=True)
            for entry in entry_points.values():
                if isinstance(entry.function, Compiled):
                    entry.function.forget()
    # Two processes writing one Numba index at once lose entries, hence one at a time.
    with FileLock(directory.with_name(directory.name + ".lock")):
        if not complete.exists():
            _empty(directory)
        ready = _bind_all(directory, entry_points, tell)
        complete.touch()
    _forget_old(directory.parent, name)
    return ready


def is_cached(name: str, sources: Iterable[Path]) -> bool:
    """Whether `load` would find everything compiled."""
    directory = cache_root() / f"{name}-{sources_key(sources)}"
    return is_disabled() or (directory / COMPLETE).exists()


def cache_root() -> Path:
    """Where compiled code is kept: `$CONTRADA_CACHE`, or the user's cache directory."""
    chosen = os.environ.get(CACHE_VARIABLE)
    return Path(chosen) if chosen else user_cache_path("contrada") / "compiled"


def sources_key(sources: Iterable[Path]) -> str:
    """Hash of all that decides what the compiler produces."""
    digest = hashlib.sha256()
    versions = (sys.version, numba.__version__, llvmlite.__version__, np.__version__)
    settings = sorted(item for item in os.environ.items() if item[0].startswith("NUMBA_"))
    processor = (binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten())
    digest.update(repr((versions, processor, settings)).encode())
    for source in sorted(sources):
        # Numba looks for its files by the source's path and time, so a copy of it is another case.
        stamp = f"{source.resolve()} {source.stat().st_mtime_ns}"
        digest.update(stamp.encode() + b"\0" + source.read_bytes() + b"\0")
    return digest.hexdigest()[:KEY]


def package_sources(init: str) -> tuple[Path, ...]:
    """Return the files of a package, given the `__file__` of the package."""
    return tuple(sorted(Path(init).parent.glob("*.py")))


def _bind_all(
    directory: Path, entry_points: Mapping[str, EntryPoint], tell: Progress
) -> dict[str, Callable[..., Any]]:
    with _numba_set_up(directory):
        # First all get a cache: compiling one may compile another that it calls, once and for all.
        ready = {key: _cached(entry.function) for key, entry in entry_points.items()}
        for key, entry in entry_points.items():
            # By arguments alone, as callers compile it: the cache tells the two ways apart.
            ready[key].compile(entry.signature.args)
            tell(key)
    for dispatcher in ready.values():
        # Another argument type would mean a silent compilation in the middle of a game.
        dispatcher.disable_compile()
    return ready


def _cached(function: Any) -> Any:
    if isinstance(function, Compiled):
        return function.make_callable()
    # A loop that several games share: each gets a compiled one of its own.
    return numba.njit(cache=True, **_SETTINGS, **_NOT_COUNTING)(function)


@contextmanager
def _numba_set_up(directory: Path) -> Iterator[None]:
    """Settings of Numba are global: change them while compiling, then put them back."""
    with _numba_settings:
        before = numba.config.CACHE_DIR, numba.config.OPT
        numba.config.CACHE_DIR, numba.config.OPT = str(directory), _OPTIMISATION
        try:
            with short_cuts.taken():
                yield
        finally:
            numba.config.CACHE_DIR, numba.config.OPT = before


def _writable(directory: Path) -> Path:
    """`directory`, or a private one of this process if it cannot be written to."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=directory), tempfile.TemporaryFile(dir=directory.parent):
            return directory
    except OSError:
        return _private_directory(directory)


def _private_directory(instead_of: Path) -> Path:
    with _numba_settings:
        known = _private_directories.get(str(instead_of))
        if known is None:
            parent = Path(tempfile.mkdtemp(prefix="contrada-"))
            atexit.register(shutil.rmtree, parent, ignore_errors=True)
            known = parent / instead_of.name
            # Compiled code that may be read but not added to is still worth having.
            if (instead_of / COMPLETE).is_file():
                shutil.copytree(instead_of, known)
            known.mkdir(exist_ok=True)
            _private_directories[str(instead_of)] = known
        return known


def _forget_old(root: Path, name: str) -> None:
    """Every change of a source leaves a directory behind; keep the latest few."""
    ages = []
    for path in root.glob(f"{name}-{'[0-9a-f]' * KEY}"):  # not those of a longer name
        with contextlib.suppress(FileNotFoundError):  # another process forgets, too
            if path.is_dir():
                ages.append((path.stat().st_mtime, path))
    for _, old in sorted(ages, reverse=True)[KEPT:]:
        shutil.rmtree(old, ignore_errors=True)
        old.with_name(old.name + ".lock").unlink(missing_ok=True)


def _empty(directory: Path) -> None:
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir(parents=True, exist_ok=True)
