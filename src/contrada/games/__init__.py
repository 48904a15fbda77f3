"""The games there are; each lives in a folder of its own with the same file names."""

from __future__ import annotations

from importlib import import_module

from contrada.errors import OptionError
from contrada.games.contract import Definition, Game, compiled_sources, load
from contrada.kernel import jit

NAMES = ("urbino", "urtown", "urbania", "urbe")


def definition(name: str) -> Definition:
    """Return what a game provides, without compiling it."""
    if name not in NAMES:
        raise OptionError(f"there is no game {name!r}; there is: {', '.join(NAMES)}")
    found: Definition = import_module(f"contrada.games.{name}").DEFINITION
    return found


def game(name: str, /, **options: bool | str) -> Game:
    """Return a game ready to play, its rules compiled or taken from the cache."""
    found = definition(name)
    chosen = Game(found, **options)
    load(found)
    return chosen


def is_compiled(name: str) -> bool:
    """Whether `game` will find the compiled rules in the cache."""
    return jit.is_cached(name, compiled_sources(definition(name)))
