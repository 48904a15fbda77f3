"""The tiles, coins, decrees and characters of Urbe, read from a file and checked.

`components.toml` beside this module is ours: a reconstruction. An owner of the box can correct a
copy and play with that; see `contrada.games.components`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from contrada.games import components
from contrada.games.components import (
    ComponentsError,
    Entry,
    entries,
    known_keys,
    name,
    names,
    number,
    table,
)

OURS = Path(__file__).with_name("components.toml")

GUILDS = 4  # and colours: guild i has colour i
GREY = GUILDS  # stands where a coloured tile has its colour
TILES_OF_COLOUR = 17
CARDS = 8  # coins of a guild
STARTING, ADVANCED = 10, 20  # decrees
GRID = 4  # rows and columns of a city
ANYTHING = "."  # in the grid of a decree
POWERS = {
    "castle": 2,
    "townhall": 2,
    "bridge": 2,
    "church": 2,
    "watchtower": 2,
    "warehouse": 2,
    "herald": 1,
    "cathedral": 1,
}  # how many grey tiles have each
SIDES = ("A", "B")
USEFUL = (
    "keeper",
    "almoner",
    "surveyor",
    "painter",
    "castellan",
    "chancellor",
    "treasurer",
    "mason",
)
ACTING = ("treasurer", "mason")  # these do something once; the others score
SEATS = (2, 3, 4)
MOST_MARKET = 12


@dataclass(frozen=True)
class Tile:
    """A city tile; the icons are guilds."""

    id: str
    name: str
    colour: int
    vp: int
    icons: tuple[int, ...]
    power: str  # of a grey tile
    kind: str  # what a power is called


@dataclass(frozen=True)
class Coin:
    """A coin card."""

    id: str
    flags: tuple[int, ...]
    guilds: tuple[int, ...]


@dataclass(frozen=True)
class Decree:
    """A decree; each place of its grid is a colour, or None for anything or nothing."""

    id: str
    name: str
    kind: str
    starting: bool
    vp: int
    grid: tuple[tuple[int | None, ...], ...]


@dataclass(frozen=True)
class Side:
    """One side of a character: VP for each tile of its colour whose own VP are among `counts`."""

    name: str
    vp: int
    counts: tuple[int, ...]


@dataclass(frozen=True)
class Useful:
    """One of the Useful Eight."""

    id: str
    name: str
    vp: int
    text: str


@dataclass(frozen=True)
class Setup:
    """What depends on the number of seats (two, three, four), and the two kinds of fountain."""

    grey_used: tuple[int, ...]
    market: tuple[int, ...]
    rounds: tuple[int, ...]
    meeples: tuple[int, ...]
    fountains: tuple[int, int]  # on the back of starting and of advanced decrees


@dataclass(frozen=True)
class Components:
    """Everything in the box that the rules need to know."""

    colours: tuple[str, ...]
    guilds: tuple[str, ...]
    setup: Setup
    tiles: tuple[Tile, ...]
    coins: tuple[tuple[Coin, ...], ...]  # [guild]
    decrees: tuple[Decree, ...]
    characters: tuple[tuple[Side, ...], ...]  # [guild]
    useful: tuple[Useful, ...]


def renamed(contents: Components, ours: Components) -> frozenset[str]:
    """Return what a file renames, as in `tile.P01`: pages have no words for it."""
    names = _names(ours)
    return frozenset(key for key, name in _names(contents).items() if names.get(key) != name)


def _names(contents: Components) -> dict[str, tuple[str, ...]]:
    return {
        **{f"tile.{tile.id}": (tile.name,) for tile in contents.tiles},
        **{f"decree.{decree.id}": (decree.name,) for decree in contents.decrees},
        **{f"useful.{useful.id}": (useful.name, useful.text) for useful in contents.useful},
        **{
            f"character.{guild}.{letter}": (side.name,)
            for guild, sides in zip(contents.guilds, contents.characters, strict=True)
            for letter, side in zip(SIDES, sides, strict=True)
        },
    }


def read(path: Path) -> Components:
    """Read a components file; an error names the entry that is wrong."""
    return components.read(path, _build)


def _build(data: Entry) -> Components:
    keys = ("game", "colours", "guilds", "setup", "tile", "coin", "decree", "character", "useful")
    known_keys(data, keys, "the file")
    colours = names(data, "colours", GUILDS)
    if len({colour[0].upper() for colour in colours}) < GUILDS or "grey" in colours:
        raise ComponentsError("'colours' must have different first letters, and grey is none")
    guilds = names(data, "guilds", GUILDS)
    if wordy := [name for name in (*colours, *guilds) if " " in name]:
        raise ComponentsError(f"a colour or guild is one word, not {wordy[0]!r}")
    return Components(
        colours,
        guilds,
        _setup(table(data, "setup")),
        _tiles(data, colours, guilds),
        _coins(data, colours, guilds),
        _decrees(data, colours),
        _characters(data, colours, guilds),
        _useful(data),
    )


# --- Setup ---------------------------------------------------------------------------------------


def _setup(entry: Entry) -> Setup:
    known_keys(entry, ("grey_used", "market", "rounds", "meeples", "fountain"), "setup")
    setup = Setup(
        # With fewer than two, four seats could run out of tiles for the last market.
        _by_seats(entry, "grey_used", least=2, most=sum(POWERS.values())),
        _by_seats(entry, "market", least=9, most=MOST_MARKET),
        _by_seats(entry, "rounds", least=1, most=CARDS),
        _by_seats(entry, "meeples", least=1, most=2),
        _fountains(table(entry, "fountain")),
    )
    for seats, rounds, meeples in zip(SEATS, setup.rounds, setup.meeples, strict=True):
        if rounds * meeples != CARDS:
            raise ComponentsError(
                f"setup: {rounds} rounds with {meeples} meeples for {seats} seats "
                f"do not play {CARDS} cards"
            )
    return setup


def _by_seats(entry: Entry, key: str, *, least: int, most: int) -> tuple[int, ...]:
    found = entry.get(key)
    if not isinstance(found, list) or len(found) != len(SEATS):
        raise ComponentsError(f"setup: {key!r} must list a number for two, three and four seats")
    return tuple(number({key: each}, key, "setup", least=least, most=most) for each in found)


def _fountains(entry: Entry) -> tuple[int, int]:
    known_keys(entry, ("starting", "advanced"), "setup.fountain")
    starting = number(entry, "starting", "setup.fountain", least=1, most=20)
    return starting, number(entry, "advanced", "setup.fountain", least=1, most=starting)


# --- Tiles and coins -----------------------------------------------------------------------------


def _tiles(data: Entry, colours: Sequence[str], guilds: Sequence[str]) -> tuple[Tile, ...]:
    tiles = [
        _tile(entry, (*colours, "grey"), guilds, f"tile entry {place}")
        for place, entry in enumerate(entries(data, "tile"), 1)
    ]
    _all_different("tile", "id", [tile.id for tile in tiles])
    _all_different("tile", "name", [tile.name for tile in tiles])
    found = Counter(tile.colour for tile in tiles)
    for colour, word in enumerate(colours):
        if found[colour] != TILES_OF_COLOUR:
            raise ComponentsError(f"there are {found[colour]} {word} tiles, not {TILES_OF_COLOUR}")
    powers = Counter(tile.power for tile in tiles if tile.colour == GREY)
    for power, wanted in POWERS.items():
        if powers[power] != wanted:
            raise ComponentsError(f"there are {powers[power]} {power} tiles, not {wanted}")
    if any(tile.colour == GREY for tile in tiles[: GUILDS * TILES_OF_COLOUR]):
        raise ComponentsError("grey tiles must come after all others")
    return tuple(tiles)


def _tile(entry: Entry, colours: Sequence[str], guilds: Sequence[str], where: str) -> Tile:
    colour = _one_of(entry, "colour", colours, where)
    grey = colour == GREY
    keys = ("id", "name", "colour", "vp", "guilds")
    known_keys(entry, (*keys, "power", "kind") if grey else keys, where)
    tile = Tile(
        _id(entry, where),
        name(entry, "name", where),
        colour,
        number(entry, "vp", where, least=1, most=20),
        _several_of(entry, "guilds", guilds, where),
        tuple(POWERS)[_one_of(entry, "power", tuple(POWERS), where)] if grey else "",
        name(entry, "kind", where) if grey else "",
    )
    if tile.icons and (grey or tile.vp == 1):
        what = "a grey tile" if grey else "a tile of 1 VP"
        raise ComponentsError(f"{where}: {what} has no guild icon")
    return tile


def _coins(
    data: Entry, colours: Sequence[str], guilds: Sequence[str]
) -> tuple[tuple[Coin, ...], ...]:
    coins: list[list[Coin]] = [[] for _ in guilds]
    ids: list[str] = []
    for place, entry in enumerate(entries(data, "coin"), 1):
        where = f"coin entry {place}"
        known_keys(entry, ("id", "guild", "flags", "guilds"), where)
        coin = Coin(
            _id(entry, where),
            _several_of(entry, "flags", colours, where),
            _several_of(entry, "guilds", guilds, where),
        )
        if not coin.flags or not coin.guilds:
            raise ComponentsError(f"{where}: a coin shows flags and guilds")
        coins[_one_of(entry, "guild", guilds, where)].append(coin)
        ids.append(coin.id)
    _all_different("coin", "id", ids)
    for guild, cards in zip(guilds, coins, strict=True):
        if len(cards) != CARDS:
            raise ComponentsError(f"there are {len(cards)} coins of the {guild}, not {CARDS}")
        if len({(card.flags, card.guilds) for card in cards}) != CARDS:
            raise ComponentsError(f"two coins of the {guild} show the same")
    return tuple(tuple(cards) for cards in coins)


# --- Decrees and characters ----------------------------------------------------------------------


def _decrees(data: Entry, colours: Sequence[str]) -> tuple[Decree, ...]:
    decrees = [
        _decree(entry, colours, f"decree entry {place}")
        for place, entry in enumerate(entries(data, "decree"), 1)
    ]
    _all_different("decree", "id", [decree.id for decree in decrees])
    _all_different("decree", "name", [decree.name for decree in decrees])
    starting = sum(decree.starting for decree in decrees)
    for found, wanted, pile in (
        (starting, STARTING, "starting"),
        (len(decrees) - starting, ADVANCED, "advanced"),
    ):
        if found != wanted:
            raise ComponentsError(f"there are {found} {pile} decrees, not {wanted}")
    if not all(decree.starting for decree in decrees[:STARTING]):
        raise ComponentsError("starting decrees must come before advanced ones")
    return tuple(decrees)


def _decree(entry: Entry, colours: Sequence[str], where: str) -> Decree:
    known_keys(entry, ("id", "pile", "kind", "vp", "grid", "name"), where)
    return Decree(
        _id(entry, where),
        name(entry, "name", where),
        name(entry, "kind", where),
        _one_of(entry, "pile", ("starting", "advanced"), where) == 0,
        number(entry, "vp", where, least=1, most=50),
        _grid(entry, colours, where),
    )


def _grid(entry: Entry, colours: Sequence[str], where: str) -> tuple[tuple[int | None, ...], ...]:
    rows = entry.get("grid")
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise ComponentsError(f"{where}: 'grid' must be a list of rows")
    if not 1 <= len(rows) <= GRID or not all(1 <= len(row) <= GRID for row in rows):
        raise ComponentsError(f"{where}: 'grid' must have 1 to {GRID} rows and columns")
    if len({len(row) for row in rows}) > 1:
        raise ComponentsError(f"{where}: the rows of 'grid' must be equally long")
    letters = [colour[0].upper() for colour in colours]
    for letter in "".join(rows):
        if letter not in (*letters, ANYTHING):
            raise ComponentsError(
                f"{where}: 'grid' has {letter!r}; expected {', '.join(letters)} or {ANYTHING}"
            )
    if not set("".join(rows)) - {ANYTHING}:
        raise ComponentsError(f"{where}: 'grid' asks for nothing")
    return tuple(
        tuple(None if letter == ANYTHING else letters.index(letter) for letter in row)
        for row in rows
    )


def _characters(
    data: Entry, colours: Sequence[str], guilds: Sequence[str]
) -> tuple[tuple[Side, ...], ...]:
    found = entries(data, "character")
    if len(found) != GUILDS:
        raise ComponentsError(f"there are {len(found)} characters, not {GUILDS}")
    characters = []
    for place, entry in enumerate(found):
        where = f"character entry {place + 1}"
        known_keys(entry, ("guild", "colour", *SIDES), where)
        for key, wanted in (("guild", guilds[place]), ("colour", colours[place])):
            if entry.get(key) != wanted:
                raise ComponentsError(f"{where}: {key!r} must be {wanted!r}")
        characters.append(tuple(_side(entry, side, where) for side in SIDES))
    return tuple(characters)


def _side(character: Entry, key: str, where: str) -> Side:
    entry = character.get(key)
    if not isinstance(entry, dict):
        raise ComponentsError(f"{where}: {key!r} must be a table")
    where = f"{where}, side {key}"
    known_keys(entry, ("name", "vp", "counts"), where)
    counts = entry.get("counts")
    if not isinstance(counts, list) or not counts or not all(type(vp) is int for vp in counts):
        raise ComponentsError(f"{where}: 'counts' must be a list of VP")
    vp = number(entry, "vp", where, least=1, most=20)
    return Side(name(entry, "name", where), vp, tuple(sorted(set(counts))))


def _useful(data: Entry) -> tuple[Useful, ...]:
    found = entries(data, "useful")
    if len(found) != len(USEFUL):
        raise ComponentsError(f"there are {len(found)} useful characters, not {len(USEFUL)}")
    characters = []
    for place, (entry, wanted) in enumerate(zip(found, USEFUL, strict=True), 1):
        where = f"useful entry {place}"
        known_keys(entry, ("id", "vp", "name", "text"), where)
        if entry.get("id") != wanted:
            raise ComponentsError(f"{where}: 'id' must be {wanted!r}")
        vp = number(entry, "vp", where, least=0, most=20)
        if vp and wanted in ACTING:
            raise ComponentsError(f"{where}: the {wanted} scores nothing, so 'vp' must be 0")
        characters.append(Useful(wanted, name(entry, "name", where), vp, _text(entry, where)))
    _all_different("useful", "name", [character.name for character in characters])
    return tuple(characters)


# --- Small things --------------------------------------------------------------------------------


def _id(entry: Entry, where: str) -> str:
    value = entry.get("id")
    if not isinstance(value, str) or not value.replace("-", "").isalnum():
        raise ComponentsError(f"{where}: 'id' must be letters, digits and hyphens")
    return value


def _text(entry: Entry, where: str) -> str:
    value = entry.get("text")
    if not isinstance(value, str) or not value.isprintable():
        raise ComponentsError(f"{where}: 'text' must be a line of text")
    return value


def _one_of(entry: Entry, key: str, known: Sequence[str], where: str) -> int:
    value = entry.get(key)
    if value not in known:
        raise ComponentsError(f"{where}: {key!r} must be one of {', '.join(known)}, not {value!r}")
    return known.index(value)


def _several_of(entry: Entry, key: str, known: Sequence[str], where: str) -> tuple[int, ...]:
    found = entry.get(key)
    if not isinstance(found, list) or not all(value in known for value in found):
        raise ComponentsError(f"{where}: {key!r} must list some of {', '.join(known)}")
    if len(set(found)) != len(found):
        raise ComponentsError(f"{where}: {key!r} must list each once")
    return tuple(sorted(known.index(value) for value in found))


def _all_different(what: str, key: str, values: Sequence[str]) -> None:
    for place, value in enumerate(values, 1):
        if value in values[: place - 1]:
            raise ComponentsError(f"{what} entry {place}: {key!r} {value!r} is there already")
