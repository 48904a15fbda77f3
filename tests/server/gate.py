"""`python -m tests.server.gate FOLDER CACHE GAME`: a compiler that waits for the test.

It compiles nothing, but copies what is in CACHE, so that a test need not take a minute.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from contrada import games
from contrada.bots import search_player
from contrada.games.contract import Definition, compiled_sources
from contrada.kernel import jit
from contrada.server.runtime import compiling


class Gate:
    """The gates of all games, as a test sees them."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Start with all gates closed, and an empty cache for whatever is started from now on."""
        self._folder, self._cache = folder / "gate", jit.cache_root()
        self._folder.mkdir()
        monkeypatch.setenv(jit.CACHE_VARIABLE, str(folder / "cache"))

    @property
    def wish(self) -> list[str]:
        """The setting that makes `launch` start such compilers."""
        return [str(self._folder), str(self._cache)]

    def open(self, game: str) -> None:
        """Let a game be compiled."""
        self._say(game, "")

    def break_down(self, game: str, why: str) -> None:
        """Make the compilation of a game fail."""
        self._say(game, why)

    def _say(self, game: str, word: str) -> None:
        written = self._folder / "word"
        written.write_text(word, encoding="utf-8")
        written.rename(self._folder / game)  # whole, or not there

    def compiler_of(self, game: str) -> int | None:
        """Return the process that waits to compile a game, if there is one."""
        note = self._folder / f"{game}.pid"
        return int(note.read_text(encoding="utf-8") or 0) or None if note.exists() else None


def command(folder: str, cache: str, name: str) -> list[str]:
    return [sys.executable, "-m", __name__, folder, cache, name]


def hold_back(wish: list[str]) -> None:
    """Make the server in this process start such compilers."""
    compiling.command = partial(command, *wish)


def pretend(folder: Path, cache: Path, definition: Definition) -> dict[str, Any]:
    """Replaces `search_player.load`."""
    name = definition.facts.name
    (folder / f"{name}.pid").write_text(str(os.getpid()), encoding="utf-8")
    while not (folder / name).exists():
        time.sleep(0.02)
    if why := (folder / name).read_text(encoding="utf-8"):
        sys.exit(why)
    copy_compiled(definition, cache)
    return {}


def copy_compiled(definition: Definition, cache: Path) -> None:
    bundles = {
        definition.facts.name: compiled_sources(definition),
        search_player.bundle(definition): search_player.sources(definition),
    }
    for bundle, sources in bundles.items():
        name = f"{bundle}-{jit.sources_key(sources)}"
        shutil.copytree(cache / name, jit.cache_root() / name)


def main(folder: str, cache: str, name: str) -> None:
    held = os.environ[jit.CACHE_VARIABLE]
    os.environ[jit.CACHE_VARIABLE] = cache
    if not search_player.is_compiled(games.definition(name)):
        search_player.load(games.definition(name))
    os.environ[jit.CACHE_VARIABLE] = held
    search_player.load = partial(pretend, Path(folder), Path(cache))
    compiling.POLITE = 0  # on a busy machine, the test would wait for this process too long
    compiling.main(name)


if __name__ == "__main__":
    main(*sys.argv[1:])
