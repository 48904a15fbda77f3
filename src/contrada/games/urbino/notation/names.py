"""The names of squares."""

from __future__ import annotations

COLUMNS, ROWS = "abcdefghi", "123456789"

SQUARE = "[a-i][1-9]"

SQUARE_NAMES = tuple(column + row for row in ROWS for column in COLUMNS)


def square_name(square: int) -> str:
    """Write a square: 0 is a1, 80 is i9."""
    return SQUARE_NAMES[square]


def read_square(name: str) -> int:
    """Read a square from a name that is known to be valid."""
    return ROWS.index(name[1]) * 9 + COLUMNS.index(name[0])
