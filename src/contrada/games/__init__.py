"""The list of games. Each has its own folder, with the same file names in all of them."""

from __future__ import annotations

from importlib import import_module, resources
from types import ModuleType
from typing import Any

from contrada.errors import OptionError
from contrada.games import pickling
from contrada.games.contract import Definition, Game, Position, compiled_sources, load
from contrada.kernel import jit

NAMES = ("urbino", "urtown", "urbania", "urbe")


def definition(name: str) -> Definition:
    """Return a game's definition without compiling its rules."""
    found: Definition = _package(name).DEFINITION
    return found


def _package(name: str) -> ModuleType:
    if name not in NAMES:
        raise OptionError(f"there is no game {name!r}; known: {', '.join(NAMES)}")
    return import_module(f"contrada.games.{name}")


def read(name: str, file: str) -> str:
    """Return the text of a file in a game's folder."""
    return resources.files(_package(name)).joinpath(file).read_text(encoding="utf-8")


def game(name: str, /, **options: bool | str) -> Game:
    """Return a game, with its rules compiled or loaded from the cache."""
    found = definition(name)
    chosen = Game(found, **options)
    load(found)
    return chosen


def is_compiled(name: str) -> bool:
    """Whether the compiled rules are in the cache."""
    return jit.is_cached(name, compiled_sources(definition(name)))


def restore_game(*stored: Any) -> Game:
    """Return a game from what a pickle contains; `pickle` calls this."""
    return pickling.read_game(game, stored)


def restore_position(*stored: Any) -> Position:
    """Return a position from what a pickle contains; `pickle` calls this."""
    return pickling.read_position(stored)


pickling.register(restore_game, restore_position)
