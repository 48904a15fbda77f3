"""Components files: the contents of a game's box, as TOML that an owner of the game can correct.

Each file says which game it is for. Ours are beside the rules. To play with another one, call
`use`, or name it in the environment variable below (several are separated like paths).
Components are compiled into the rules, so a process plays a game with one set of them.
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
    """A components file cannot be used; the sentence names the file and the entry."""


# --- Which file ----------------------------------------------------------------------------------


def use(path: Path) -> str:
    """Play with the components of a file from now on; return the game it is for.

    Processes that this one starts use it, too. Call it before the game's rules are loaded.
    """
    game = game_of(path)
    if os.pathsep in str(path.absolute()):
        raise OptionError(f"the path of a components file cannot contain {os.pathsep!r}: {path}")
    if f"{__package__}.{game}.rules" in sys.modules:
        raise OptionError(f"{game} is already loaded; choose its components before its first use")
    others = [str(other) for other in named() if game_of(other) != game]
    os.environ[VARIABLE] = os.pathsep.join([*others, str(path.absolute())])
    return game


def chosen(ours: Path) -> Path:
    """Return the components file to play with: ours, unless another one is named."""
    game = game_of(ours)
    return next((path for path in named() if game_of(path) == game), ours)


def named() -> list[Path]:
    """Return the files named instead of ours."""
    return [Path(name) for name in os.environ.get(VARIABLE, "").split(os.pathsep) if name]


def game_of(path: Path) -> str:
    """Return the game that a file says it is for."""
    game = _parse(path).get("game")
    if not isinstance(game, str):
        raise ComponentsError(f"{path}: 'game' must say which game it is for")
    return game


def label(contents: object, ours: object) -> str:
    """Name a set of components for records: `ours`, or a short hash of the contents."""
    if contents == ours:
        return OURS
    return hashlib.sha256(repr(contents).encode()).hexdigest()[:8]


# --- Reading -------------------------------------------------------------------------------------


def read(path: Path, build: Callable[[Entry], Contents]) -> Contents:
    """Read a file and build its contents; errors name the file and the entry."""
    data = _parse(path)
    try:
        return build(data)
    except ComponentsError as wrong:
        raise ComponentsError(f"{path}: {wrong}") from None


def _parse(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))  # some editors write a BOM
    except OSError as wrong:
        raise ComponentsError(f"{path} cannot be read: {wrong.strerror}") from None
    except (ValueError, RecursionError) as wrong:  # not UTF-8, not TOML, or an invalid file name
        raise ComponentsError(f"{path} is not valid TOML: {wrong}") from None


def known_keys(entry: Entry, keys: Iterable[str], where: str) -> None:
    """Refuse unknown keys, which are probably misspelt."""
    unknown = sorted(set(entry) - set(keys))
    if unknown:
        raise ComponentsError(f"{where}: unknown key {unknown[0]!r}; expected {sorted(keys)}")


def table(data: Entry, key: str) -> Entry:
    """Return a table, or fail if it is missing."""
    entry = data.get(key)
    if not isinstance(entry, dict):
        raise ComponentsError(f"{key!r} must be a table")
    return entry


def entries(data: Entry, key: str, where: str = "") -> list[Entry]:
    """Return a list of entries, or fail if it is missing."""
    found = data.get(key)
    if not isinstance(found, list) or not all(isinstance(entry, dict) for entry in found):
        raise ComponentsError(f"{where}{key!r} must be a list of entries")
    return found


def number(
    entry: Entry, key: str, where: str, *, least: int, most: int, default: int | None = None
) -> int:
    """Return a number, or fail if it is out of range."""
    value = entry.get(key, default)
    if type(value) is not int or not least <= value <= most:
        raise ComponentsError(f"{where}: {key!r} must be a number from {least} to {most}")
    return value


def truth(entry: Entry, key: str, where: str) -> bool:
    """Return a boolean; False if it is missing."""
    value = entry.get(key, False)
    if type(value) is not bool:
        raise ComponentsError(f"{where}: {key!r} must be true or false")
    return value


def name(entry: Entry, key: str, where: str) -> str:
    """Return a name that the notation can write, or fail."""
    value = entry.get(key)
    if not is_name(value):
        raise ComponentsError(f"{where}: {key!r} must be a name of letters and single spaces")
    return str(value)


def names(data: Entry, key: str, size: int) -> tuple[str, ...]:
    """Return a list of `size` different names, or fail."""
    found = data.get(key)
    if not isinstance(found, list) or len(found) != size or len(set(map(str, found))) != size:
        raise ComponentsError(f"{key!r} must list {size} different names")
    for each in found:
        if not is_name(each):
            raise ComponentsError(f"{key!r}: {each!r} is not a name of letters and single spaces")
    return tuple(found)


def is_name(value: object) -> bool:
    """Whether a value is words of letters, apostrophes and hyphens, separated by single spaces."""
    return isinstance(value, str) and all(
        word[:1].isalpha() and all(sign.isalpha() or sign in "'’-" for sign in word)
        for word in value.split(" ")
    )
