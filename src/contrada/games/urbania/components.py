"""The tiles, cards, projects and track icons of Urbania, read from a file and checked.

`components.toml` beside this module is ours: a reconstruction. An owner of the box can correct a
copy and name it by the environment variable below; a process plays with one set of components,
because they are compiled into the rules.
"""

from __future__ import annotations

import os
import tomllib
from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from contrada.errors import ContradaError

OURS = Path(__file__).with_name("components.toml")
VARIABLE = "CONTRADA_URBANIA_COMPONENTS"

SUITS = 6
TYPES = SUITS + 1  # the last is residential, which has no suit
TILES_OF_TYPE = (6,) * SUITS + (13,)
CARDS_OF_SUIT = 10
DISTRICTS = ("NW", "NE", "SW", "SE")
NEIGHBOURHOOD, BUILDING, SINGLE, PAIR = range(4)


class ComponentsError(ContradaError):
    """A components file that cannot be used; the text names the entry."""


@dataclass(frozen=True)
class Tile:
    """A building tile."""

    type: int
    workers: int
    points: int
    card: bool


@dataclass(frozen=True)
class Card:
    """A kind of resource card."""

    suit: int
    workers: int
    rainbow_workers: int
    coins: int
    rainbow_coins: int
    count: int


@dataclass(frozen=True)
class Project:
    """A project card: what it looks at (one or two numbers) and its factor."""

    kind: int
    first: int
    second: int
    points: int


@dataclass(frozen=True)
class Components:
    """Everything in the box that the rules need to know."""

    path: Path
    types: tuple[str, ...]
    colours: tuple[str, ...]
    specialists: tuple[str, ...]
    tiles: tuple[Tile, ...]
    cards: tuple[Card, ...]
    projects: tuple[Project, ...]
    card_icons: tuple[int, ...]


def chosen_path() -> Path:
    """Return the file to play with: ours, unless another is named."""
    named = os.environ.get(VARIABLE)
    return Path(named) if named else OURS


def read(path: Path) -> Components:
    """Read a components file; an error names the entry that is wrong."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as wrong:
        raise ComponentsError(f"{path} cannot be read: {wrong.strerror}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as wrong:
        raise ComponentsError(f"{path} is no TOML: {wrong}") from None
    try:
        return _build(path, data)
    except ComponentsError as wrong:
        raise ComponentsError(f"{path}: {wrong}") from None


def _build(path: Path, data: dict[str, Any]) -> Components:
    types = _names(data, "types", TYPES)
    return Components(
        path,
        types,
        _names(data, "colours", TYPES),
        _names(data, "specialists", SUITS),
        _tiles(data, types),
        _cards(data),
        _projects(data),
        _icons(data),
    )


def _names(data: dict[str, Any], key: str, size: int) -> tuple[str, ...]:
    names = data.get(key)
    if not isinstance(names, list) or len(names) != size or len(set(map(str, names))) != size:
        raise ComponentsError(f"{key!r} must list {size} different names")
    if not all(isinstance(name, str) and name for name in names):
        raise ComponentsError(f"{key!r} must list texts")
    return tuple(names)


def _number(entry: Any, key: str, where: str, *, least: int, most: int, default: int | None) -> int:
    value = entry.get(key, default) if isinstance(entry, dict) else None
    if type(value) is not int or not least <= value <= most:
        raise ComponentsError(f"{where}: {key!r} must be a number from {least} to {most}")
    return value


def _known_keys(entry: dict[str, Any], keys: set[str], where: str) -> None:
    unknown = sorted(set(entry) - keys)
    if unknown:
        raise ComponentsError(f"{where}: there is no {unknown[0]!r}; expected {sorted(keys)}")


def _list(data: dict[str, Any], key: str, where: str) -> list[dict[str, Any]]:
    entries = data.get(key)
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise ComponentsError(f"{where} must be a list of entries")
    return entries


def _tiles(data: dict[str, Any], types: tuple[str, ...]) -> tuple[Tile, ...]:
    tiles = []
    for number, entry in enumerate(_list(data, "tiles", "'tiles'"), 1):
        where = f"tiles entry {number}"
        _known_keys(entry, {"types", "faces"}, where)
        for name in entry.get("types", []):
            if name not in types:
                raise ComponentsError(f"{where}: there is no type {name!r}")
            for place, face in enumerate(_list(entry, "faces", f"{where}: 'faces'"), 1):
                tiles += _copies_of_tile(types.index(name), face, f"{where}, face {place}")
    found = Counter(tile.type for tile in tiles)
    for kind, wanted in enumerate(TILES_OF_TYPE):
        if found[kind] != wanted:
            raise ComponentsError(f"there are {found[kind]} {types[kind]} tiles, not {wanted}")
    return tuple(tiles)


def _copies_of_tile(kind: int, face: dict[str, Any], where: str) -> list[Tile]:
    _known_keys(face, {"workers", "points", "card", "count"}, where)
    card = face.get("card", False)
    if type(card) is not bool:
        raise ComponentsError(f"{where}: 'card' must be true or false")
    tile = Tile(
        kind,
        _number(face, "workers", where, least=1, most=9, default=None),
        _number(face, "points", where, least=0, most=20, default=None),
        card,
    )
    return [tile] * _number(face, "count", where, least=1, most=13, default=1)


def _cards(data: dict[str, Any]) -> tuple[Card, ...]:
    faces = []
    for number, entry in enumerate(_list(data, "cards", "'cards'"), 1):
        where = f"cards entry {number}"
        keys = ("workers", "rainbow_workers", "coins", "rainbow_coins")
        _known_keys(entry, {*keys, "count"}, where)
        signs = [_number(entry, key, where, least=0, most=5, default=0) for key in keys]
        if not any(signs):
            raise ComponentsError(f"{where}: a card shows workers or coins")
        faces.append((*signs, _number(entry, "count", where, least=1, most=10, default=1)))
    total = sum(face[-1] for face in faces)
    if total != CARDS_OF_SUIT:
        raise ComponentsError(f"a suit has {total} cards, not {CARDS_OF_SUIT}")
    return tuple(Card(suit, *face) for suit in range(SUITS) for face in faces)


def _projects(data: dict[str, Any]) -> tuple[Project, ...]:
    entry = data.get("projects")
    if not isinstance(entry, dict):
        raise ComponentsError("'projects' must be a table")
    keys = ("neighbourhood", "building", "single", "pair")
    _known_keys(entry, set(keys), "projects")
    factors = [_number(entry, key, "projects", least=1, most=20, default=None) for key in keys]
    return (
        *(Project(NEIGHBOURHOOD, place, place, factors[0]) for place in range(len(DISTRICTS))),
        *(Project(BUILDING, kind, kind, factors[1]) for kind in range(SUITS)),
        *(Project(SINGLE, one, one, factors[2]) for one in range(SUITS)),
        *(Project(PAIR, one, other, factors[3]) for one, other in combinations(range(SUITS), 2)),
    )


def _icons(data: dict[str, Any]) -> tuple[int, ...]:
    entry = data.get("track")
    icons = entry.get("card_icons") if isinstance(entry, dict) else None
    if not isinstance(icons, list) or not all(type(i) is int and 2 <= i <= 9 for i in icons):
        raise ComponentsError("track: 'card_icons' must list spaces from 2 to 9")
    return tuple(icons)
