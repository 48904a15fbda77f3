"""The names of Urtown's colours, tiles and squares, in notation and in sentences."""

from __future__ import annotations

from pathlib import Path

from contrada.errors import Value
from contrada.games.english import English
from contrada.games.urtown import rules

english = English(Path(__file__).parents[1] / "english.toml")

COLOURS = ("red", "blue", "yellow", "green", "violet")
COLOUR_LETTERS = "rbygv"
SYMBOLS = ("man", "ring", "woman", "lamp", "skyline", "saxophone", "car", "cards", "champagne")
TILE_NAMES = (*"123456789", *"ABCDEFGHI", *SYMBOLS, "$")
TILE_SIGNS = "123456789ABCDEFGHImrwlkscdp$"
ROWS, COLUMNS = "ABCDEFGHI", "123456789"
CAPTURES = ("whole", "singletons")
SCORINGS = ("urtown", "blockers")

NOTHING = "-"

SQUARE_NAMES = tuple(row + column for row in ROWS for column in COLUMNS)


def square_name(square: int) -> str:
    """Write a square: 0 is A1, 80 is I9."""
    return SQUARE_NAMES[square]


def tile_value(tile: int) -> tuple[str, dict[str, Value]]:
    """Return the kind of a tile, and the value that names it in sentences."""
    if tile >= rules.SYMBOL:
        return "symbol", {"symbol": TILE_NAMES[tile]}
    return "letter" if tile >= rules.LETTER else "number", {"tile": TILE_NAMES[tile]}


def read_square(name: str) -> int:
    """Read a square from a name that is known to be valid."""
    return SQUARE_NAMES.index(name)
