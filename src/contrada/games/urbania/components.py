"""The tiles, cards, projects and track icons of Urbania, read from a file and checked.

`components.toml` beside this module is ours: a reconstruction. An owner of the box can correct a
copy and play with that; see `contrada.games.components`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from contrada.games import components
from contrada.games.components import ComponentsError, Entry, entries, known_keys, names, number

OURS = Path(__file__).with_name("components.toml")

SUITS = 6
TYPES = SUITS + 1  # the last is residential, which has no suit
TILES_OF_TYPE = (6,) * SUITS + (13,)
CARDS_OF_SUIT = 10
DISTRICTS = ("NW", "NE", "SW", "SE")
NEIGHBOURHOOD, BUILDING, SINGLE, PAIR = range(4)


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
    """A project card: what it scores (one or two numbers) and its factor."""

    kind: int
    first: int
    second: int
    points: int


@dataclass(frozen=True)
class Components:
    """Everything in the box that the rules need to know."""

    types: tuple[str, ...]
    colours: tuple[str, ...]
    specialists: tuple[str, ...]
    tiles: tuple[Tile, ...]
    cards: tuple[Card, ...]
    projects: tuple[Project, ...]
    card_icons: tuple[int, ...]


def read(path: Path) -> Components:
    """Read a components file; an error names the entry that is wrong."""
    return components.read(path, _build)


def _build(data: Entry) -> Components:
    keys = ("game", "types", "colours", "specialists", "tiles", "cards", "projects", "track")
    known_keys(data, keys, "the file")
    types, colours = names(data, "types", TYPES), names(data, "colours", TYPES)
    specialists = names(data, "specialists", SUITS)
    every = [*types, *DISTRICTS, *specialists]
    if doubles := [name for name in every if every.count(name) > 1]:
        raise ComponentsError(f"{doubles[0]!r} is the name of two things")
    if wordy := [name for name in colours if " " in name]:
        raise ComponentsError(f"'colours': {wordy[0]!r} must be one word")
    return Components(
        types,
        colours,
        specialists,
        _tiles(data, types),
        _cards(data),
        _projects(data),
        _icons(data),
    )


def _tiles(data: Entry, types: tuple[str, ...]) -> tuple[Tile, ...]:
    tiles = []
    for place, entry in enumerate(entries(data, "tiles"), 1):
        where = f"tiles entry {place}"
        known_keys(entry, ("types", "faces"), where)
        of_types = entry.get("types")
        if not isinstance(of_types, list) or not of_types:
            raise ComponentsError(f"{where}: 'types' must list types")
        for name in of_types:
            if name not in types:
                raise ComponentsError(f"{where}: there is no type {name!r}")
            for face_place, face in enumerate(entries(entry, "faces", f"{where}: "), 1):
                tiles += _copies_of_tile(types.index(name), face, f"{where}, face {face_place}")
    found = Counter(tile.type for tile in tiles)
    for kind, wanted in enumerate(TILES_OF_TYPE):
        if found[kind] != wanted:
            raise ComponentsError(f"there are {found[kind]} {types[kind]} tiles, not {wanted}")
    return tuple(tiles)


def _copies_of_tile(kind: int, face: Entry, where: str) -> list[Tile]:
    known_keys(face, ("workers", "points", "card", "count"), where)
    tile = Tile(
        kind,
        number(face, "workers", where, least=1, most=9),
        number(face, "points", where, least=0, most=20),
        components.truth(face, "card", where),
    )
    return [tile] * number(face, "count", where, least=1, most=13, default=1)


def _cards(data: Entry) -> tuple[Card, ...]:
    signs: list[tuple[int, int, int, int]] = []
    counts: list[int] = []
    keys = ("workers", "rainbow_workers", "coins", "rainbow_coins")
    for place, entry in enumerate(entries(data, "cards"), 1):
        where = f"cards entry {place}"
        known_keys(entry, (*keys, "count"), where)
        workers, rainbow_workers, coins, rainbow_coins = (
            number(entry, key, where, least=0, most=4, default=0) for key in keys
        )
        face = (workers, rainbow_workers, coins, rainbow_coins)
        if not any(face):
            raise ComponentsError(f"{where}: a card shows workers or coins")
        if (
            workers and rainbow_workers
        ):  # the colour of a residential payment would be open to doubt
            raise ComponentsError(f"{where}: workers are of the suit's colour or rainbow, not both")
        if face in signs:
            same = signs.index(face) + 1
            raise ComponentsError(f"{where} shows the same as entry {same}; give that a count")
        signs.append(face)
        counts.append(number(entry, "count", where, least=1, most=10, default=1))
    if sum(counts) != CARDS_OF_SUIT:
        raise ComponentsError(f"a suit has {sum(counts)} cards, not {CARDS_OF_SUIT}")
    faces = list(zip(signs, counts, strict=True))
    return tuple(Card(suit, *face, count) for suit in range(SUITS) for face, count in faces)


def _projects(data: Entry) -> tuple[Project, ...]:
    entry = components.table(data, "projects")
    keys = ("neighbourhood", "building", "single", "pair")
    known_keys(entry, keys, "projects")
    factors = [number(entry, key, "projects", least=1, most=20) for key in keys]
    return (
        *(Project(NEIGHBOURHOOD, place, place, factors[0]) for place in range(len(DISTRICTS))),
        *(Project(BUILDING, kind, kind, factors[1]) for kind in range(SUITS)),
        *(Project(SINGLE, one, one, factors[2]) for one in range(SUITS)),
        *(Project(PAIR, one, other, factors[3]) for one, other in combinations(range(SUITS), 2)),
    )


def _icons(data: Entry) -> tuple[int, ...]:
    entry = components.table(data, "track")
    known_keys(entry, ("card_icons",), "track")
    icons = entry.get("card_icons")
    if not isinstance(icons, list) or not all(type(i) is int and 2 <= i <= 9 for i in icons):
        raise ComponentsError("track: 'card_icons' must list spaces from 2 to 9")
    if len(set(icons)) != len(icons):
        raise ComponentsError("track: 'card_icons' must list each space once")
    return tuple(sorted(icons))
