"""Compile rules to machine code and cache the result on disk.

`compiled` marks a function for compilation. `load` turns chosen functions into entry points that
Python can call. They are cached in a directory whose name is a hash of all their sources. Numba's
own cache would only notice a change in the file of the entry point, not in the files of the
functions it calls.
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
# Reference counting of arrays took a fifth of a search, though most functions only pass them on.
_COUNTING, _NOT_COUNTING = {"_nrt": True}, {"_nrt": False}
_OPTIMISATION = 2  # level 3 unrolls our short loops, which makes playouts a third slower
_numba_settings = threading.RLock()
_private_directories: dict[str, Path] = {}


class EntryPoint(NamedTuple):
    """A compiled function that Python calls, and its only signature."""

    function: Callable[..., Any]
    signature: Any


def compiled(function: Function) -> Function:
    """Compile a function when compiled code calls it; it runs without the GIL.

    It must not create arrays, nor call a function that returns one: see `allocating`.
    """
    return function if is_disabled() else Compiled(function)  # type: ignore[return-value]


def allocating(function: Function) -> Function:
    """Compile a function that creates arrays, or calls a function that returns one."""
    if is_disabled():
        return function
    return Compiled(function, _COUNTING)  # type: ignore[return-value]


def inlined(function: Function) -> Function:
    """Compile a function into its callers, however large it is: they are then not inlined."""
    if is_disabled():
        return function
    return Compiled(function, {**_NOT_COUNTING, "forceinline": True})  # type: ignore[return-value]


class Compiled:
    """A compiled function. Compiled code can call it; Python only if it is an entry point.

    The wrapper that lets Python call a function takes time to compile, so only entry points have
    one. Without this class, Numba would crash where it is missing.
    """

    def __init__(
        self, function: Callable[..., Any], settings: Mapping[str, Any] = _NOT_COUNTING
    ) -> None:
        functools.update_wrapper(self, function)
        self._function = function
        self._settings = {"no_cpython_wrapper": True, **_SETTINGS, **settings}
        self.forget()

    def forget(self) -> None:
        """Discard what was compiled."""
        self.dispatcher: Any = numba.njit(**self._settings)(self._function)
        self._entry_point: Callable[..., Any] | None = None

    def __call__(self, *args: Any) -> Any:
        """Call the function from Python."""
        if self._entry_point is None:
            raise TypeError(
                f"{self.dispatcher.__qualname__} is not an entry point, so Python cannot call it"
            )
        return self._entry_point(*args)

    def make_callable(self) -> Any:
        """Make the function an entry point, cached on disk."""
        if self._entry_point is None and self.dispatcher.overloads:
            self.forget()  # what was compiled for others has no wrapper, and Python would crash
        self.dispatcher.targetoptions["no_cpython_wrapper"] = False
        self.dispatcher.enable_caching()
        self._entry_point = self.dispatcher
        return self.dispatcher


@typeof_impl.register(Compiled)  # type: ignore[untyped-decorator]
def _type_of_compiled(function: Compiled, _context: Any) -> Any:
    return types.Dispatcher(function.dispatcher)


def constants(*values: int) -> tuple[int, ...]:
    """Return constants for compiled code.

    Numba compiles a callee again for every literal integer passed to it. These constants count as
    plain integers, so the callee is compiled only once.
    """
    return tuple(np.int64(value) for value in values)  # type: ignore[misc]


def overloads(plain: Callable[..., Any]) -> Callable[[Function], Function]:
    """Let the decorated function choose what compiled code runs when it calls `plain`."""

    def decorate(choose: Function) -> Function:
        # Numba requires the chosen function to have exactly the same parameters, and those of a
        # lambda have no annotations.
        choose.__annotations__ = {}
        return overload(plain, jit_options=_NOT_COUNTING)(choose)  # type: ignore[no-any-return]

    return decorate


def is_disabled() -> bool:
    """Whether `NUMBA_DISABLE_JIT=1` is set, to run plain Python for debugging."""
    return bool(numba.config.DISABLE_JIT)


def load(
    name: str,
    sources: Iterable[Path],
    entry_points: Mapping[str, EntryPoint],
    progress: Progress | None = None,
) -> dict[str, Callable[..., Any]]:
    """Return callable entry points, compiling those that are not in the cache."""
    tell = progress or (lambda _: None)
    if is_disabled():
        return {key: entry.function for key, entry in entry_points.items()}
    directory = _writable(cache_root() / f"{name}-{sources_key(sources)}")
    complete = directory / COMPLETE
    if complete.exists():
        try:
            return _bind_all(directory, entry_points, tell)
        except Exception:  # noqa: BLE001 - a damaged file can raise anything when unpickled
            # Compile everything again, including what was loaded before the damage was found.
            complete.unlink(missing_ok=True)
            for entry in entry_points.values():
                if isinstance(entry.function, Compiled):
                    entry.function.forget()
    # If two processes write a Numba index at the same time, entries get lost.
    with FileLock(directory.with_name(directory.name + ".lock")):
        if not complete.exists():
            _empty(directory)
        ready = _bind_all(directory, entry_points, tell)
        complete.touch()
    _forget_old(directory.parent, name)
    return ready


def is_cached(name: str, sources: Iterable[Path]) -> bool:
    """Whether everything is compiled already."""
    directory = cache_root() / f"{name}-{sources_key(sources)}"
    return is_disabled() or (directory / COMPLETE).exists()


def cache_root() -> Path:
    """Return the cache directory: `$CONTRADA_CACHE`, or one in the user's cache directory."""
    chosen = os.environ.get(CACHE_VARIABLE)
    return Path(chosen) if chosen else user_cache_path("contrada") / "compiled"


def sources_key(sources: Iterable[Path]) -> str:
    """Hash everything that affects the compiler's output."""
    digest = hashlib.sha256()
    versions = (sys.version, numba.__version__, llvmlite.__version__, np.__version__)
    settings = sorted(item for item in os.environ.items() if item[0].startswith("NUMBA_"))
    processor = (binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten())
    digest.update(repr((versions, processor, settings)).encode())
    for source in sorted(sources):
        # Numba finds its files by the path and time of the source, so a copy has its own.
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
        # Enable all caches first: compiling one entry point may compile another that it calls.
        ready = {key: _cached(entry.function) for key, entry in entry_points.items()}
        for key, entry in entry_points.items():
            # Give only the argument types, as callers do: the cache would tell the two apart.
            ready[key].compile(entry.signature.args)
            tell(key)
    for dispatcher in ready.values():
        # Otherwise another argument type would silently compile in the middle of a game.
        dispatcher.disable_compile()
    return ready


def _cached(function: Any) -> Any:
    if isinstance(function, Compiled):
        return function.make_callable()
    # A loop shared by several games: each game compiles its own.
    return numba.njit(cache=True, **_SETTINGS, **_NOT_COUNTING)(function)


@contextmanager
def _numba_set_up(directory: Path) -> Iterator[None]:
    """Change Numba's settings, which are global, while compiling."""
    with _numba_settings:
        before = numba.config.CACHE_DIR, numba.config.OPT
        numba.config.CACHE_DIR, numba.config.OPT = str(directory), _OPTIMISATION
        try:
            with short_cuts.taken():
                yield
        finally:
            numba.config.CACHE_DIR, numba.config.OPT = before


def _writable(directory: Path) -> Path:
    """Return the directory, or a private one for this process if it is not writable."""
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
            # Use compiled code from a cache that is read-only.
            if (instead_of / COMPLETE).is_file():
                shutil.copytree(instead_of, known)
            known.mkdir(exist_ok=True)
            _private_directories[str(instead_of)] = known
        return known


def _forget_old(root: Path, name: str) -> None:
    """Delete all but the latest directories; every change of a source leaves one behind."""
    ages = []
    for path in root.glob(f"{name}-{'[0-9a-f]' * KEY}"):  # not those of a longer name
        with contextlib.suppress(FileNotFoundError):  # another process may delete it first
            if path.is_dir():
                ages.append((path.stat().st_mtime, path))
    for _, old in sorted(ages, reverse=True)[KEPT:]:
        shutil.rmtree(old, ignore_errors=True)
        old.with_name(old.name + ".lock").unlink(missing_ok=True)


def _empty(directory: Path) -> None:
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir(parents=True, exist_ok=True)
