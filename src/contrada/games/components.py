"""Components files: what lies in the box of a game, as TOML that an owner of the box may correct.

Each file says which game it is for. Ours lie beside the rules; others are named by `use`, or by
the environment variable below (several with the system's path separator between them). Components
are compiled into the rules, so a process plays a game with one set of them.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tomllib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from contrada.errors import ContradaError, OptionError

VARIABLE = "CONTRADA_COMPONENTS"
OURS = "ours"

Entry = Mapping[str, Any]
Contents = TypeVar("Contents")


class ComponentsError(ContradaError):
    """A components file that cannot be used; the text names the file and the entry."""


# --- Which file ----------------------------------------------------------------------------------


def use(path: Path) -> str:
    """Play with the components of a file from now on; return the game it is for.

    Processes started by this one follow. It is too late once the game's rules are loaded.
    """
    game = game_of(path)
    if os.pathsep in str(path.absolute()):
        raise OptionError(f"a file of components cannot have {os.pathsep!r} in its name, as {path}")
    if f"{__package__}.{game}.rules" in sys.modules:
        raise OptionError(f"{game} is loaded already; name its components before it is first used")
    others = [str(other) for other in named() if game_of(other) != game]
    os.environ[VARIABLE] = os.pathsep.join([*others, str(path.absolute())])
    return game


def chosen(ours: Path) -> Path:
    """Return the file to play a game with: ours, unless another is named for it."""
    game = game_of(ours)
    return next((path for path in named() if game_of(path) == game), ours)


def named() -> list[Path]:
    """Return the files to play with instead of ours."""
    return [Path(name) for name in os.environ.get(VARIABLE, "").split(os.pathsep) if name]


def game_of(path: Path) -> str:
    """Return the game that a file says it is for."""
    game = _parse(path).get("game")
    if not isinstance(game, str):
        raise ComponentsError(f"{path}: 'game' must say which game it is for")
    return game


def label(contents: object, ours: object) -> str:
    """Name a set of components for records: ours, or a short mark of what is in it."""
    if contents == ours:
        return OURS
    return hashlib.sha256(repr(contents).encode()).hexdigest()[:8]


# --- Reading -------------------------------------------------------------------------------------


def read(path: Path, build: Callable[[Entry], Contents]) -> Contents:
    """Read a file and build its contents; an error names the file and the entry."""
    data = _parse(path)
    try:
        return build(data)
    except ComponentsError as wrong:
        raise ComponentsError(f"{path}: {wrong}") from None


def _parse(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))  # some editors put a mark first
    except OSError as wrong:
        raise ComponentsError(f"{path} cannot be read: {wrong.strerror}") from None
    except (ValueError, RecursionError) as wrong:  # no UTF-8, no TOML, or a name no file can have
        raise ComponentsError(f"{path} is no TOML: {wrong}") from None


def known_keys(entry: Entry, keys: Iterable[str], where: str) -> None:
    """Refuse a key that nobody would read: it is misspelt."""
    unknown = sorted(set(entry) - set(keys))
    if unknown:
        raise ComponentsError(f"{where}: there is no {unknown[0]!r}; expected {sorted(keys)}")


def table(data: Entry, key: str) -> Entry:
    """Return a table of the file."""
    entry = data.get(key)
    if not isinstance(entry, dict):
        raise ComponentsError(f"{key!r} must be a table")
    return entry


def entries(data: Entry, key: str, where: str = "") -> list[Entry]:
    """Return a list of entries."""
    found = data.get(key)
    if not isinstance(found, list) or not all(isinstance(entry, dict) for entry in found):
        raise ComponentsError(f"{where}{key!r} must be a list of entries")
    return found


def number(
    entry: Entry, key: str, where: str, *, least: int, most: int, default: int | None = None
) -> int:
    """Return a number within its range."""
    value = entry.get(key, default)
    if type(value) is not int or not least <= value <= most:
        raise ComponentsError(f"{where}: {key!r} must be a number from {least} to {most}")
    return value


def truth(entry: Entry, key: str, where: str) -> bool:
    """Return a truth value; false if it is left out."""
    value = entry.get(key, False)
    if type(value) is not bool:
        raise ComponentsError(f"{where}: {key!r} must be true or false")
    return value


def name(entry: Entry, key: str, where: str) -> str:
    """Return a name: words of letters, as the notation can write them."""
    value = entry.get(key)
    if not is_name(value):
        raise ComponentsError(f"{where}: {key!r} must be a name, in letters and single spaces")
    return str(value)


def names(data: Entry, key: str, size: int) -> tuple[str, ...]:
    """Return a list of so many different names."""
    found = data.get(key)
    if not isinstance(found, list) or len(found) != size or len(set(map(str, found))) != size:
        raise ComponentsError(f"{key!r} must list {size} different names")
    for each in found:
        if not is_name(each):
            raise ComponentsError(f"{key!r}: {each!r} is no name, in letters and single spaces")
    return tuple(found)


def is_name(value: object) -> bool:
    """Whether it is words of letters, apostrophes and hyphens with single spaces between them."""
    return isinstance(value, str) and all(
        word[:1].isalpha() and all(sign.isalpha() or sign in "'’-" for sign in word)
        for word in value.split(" ")
    )
