"""What the colours, tiles and squares of Urtown are called."""

from __future__ import annotations

COLOURS = ("red", "blue", "yellow", "green", "violet")
COLOUR_LETTERS = "rbygv"
SYMBOLS = ("man", "ring", "woman", "lamp", "skyline", "saxophone", "car", "cards", "champagne")
TILE_NAMES = (*"123456789", *"ABCDEFGHI", *SYMBOLS, "$")
TILE_SIGNS = "123456789ABCDEFGHImrwlkscdp$"
ROWS, COLUMNS = "ABCDEFGHI", "123456789"
CAPTURES = ("whole", "literal")
SCORINGS = ("urtown", "blockers")

NOTHING = "-"

SQUARE_NAMES = tuple(row + column for row in ROWS for column in COLUMNS)


def square_name(square: int) -> str:
    """Write a square: 0 is A1, 80 is I9."""
    return SQUARE_NAMES[square]


def read_square(name: str) -> int:
    """Read a square that is known to be written as one."""
    return SQUARE_NAMES.index(name)
