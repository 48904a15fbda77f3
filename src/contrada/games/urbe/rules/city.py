"""The city: 16 cells, 24 borders and 16 places outside are its 56 locations."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from contrada.kernel.bits import ONE, ZERO
from contrada.kernel.jit import compiled, constants
from contrada.kernel.sets import first_of, has, without_first

CELLS, BORDERS, OUTSIDES = 16, 24, 16
BORDER, OUTSIDE, LOCATIONS = constants(CELLS, CELLS + BORDERS, CELLS + BORDERS + OUTSIDES)
(ALL_CELLS,) = constants((1 << CELLS) - 1)
(NOT_LEFT, NOT_RIGHT) = constants(0xEEEE, 0x7777)  # cells that have one to their left, right
(CENTRE,) = constants(1 << 5 | 1 << 6 | 1 << 9 | 1 << 10)
(CORNERS,) = constants(1 << 0 | 1 << 3 | 1 << 12 | 1 << 15)
EDGE = ALL_CELLS & ~CENTRE  # of the grid
BORDER_CELLS = np.array(
    [
        *(0b11 << row * 4 + column for row in range(4) for column in range(3)),
        *(0b10001 << row * 4 + column for row in range(3) for column in range(4)),
    ],
    np.int64,
)
OUTSIDE_CELL = np.array(
    [*range(4), *range(3, 16, 4), *range(12, 16), *range(0, 16, 4)], np.int64
)  # the cell on the edge next to each place outside
SQUARES = 9
SQUARE_CELLS = np.array(
    [0b110011 << row * 4 + column for row in range(3) for column in range(3)], np.int64
)
LINES = np.array(
    [*(0b1111 << 4 * row for row in range(4)), *(0x1111 << column for column in range(4))],
    np.int64,
)
_PAIRS = list(combinations(range(CELLS), 2))
PAIRS = len(_PAIRS)
PAIR_CELLS = np.array(_PAIRS, np.int64)  # [pair]: two cells, the lower one first


@compiled
def touching(some: int) -> int:
    """Return the cells that touch some of these horizontally or vertically."""
    sideways = ((some << 1) & NOT_LEFT) | ((some >> 1) & NOT_RIGHT)
    return sideways | ((some << 4) & ALL_CELLS) | (some >> 4)


@compiled
def beside_watchtowers(placed: int) -> int:
    """Return the cells that touch a watchtower."""
    found = ZERO
    rest = placed >> OUTSIDE
    while rest != 0:
        found |= ONE << OUTSIDE_CELL[first_of(rest)]
        rest = without_first(rest)
    return found


@compiled
def open_cells(placed: int) -> int:
    """Return the cells where a tile can be placed (URBE-PLACE-1, -2)."""
    filled = placed & ALL_CELLS
    if filled == 0 and placed >> OUTSIDE == 0:
        return ALL_CELLS
    return (touching(filled) | beside_watchtowers(placed)) & ~filled


@compiled
def open_borders(placed: int) -> int:
    """Return the borders, as locations, where a bridge can be placed (GREY-BRIDGE)."""
    found = ZERO
    for border in range(BORDERS):
        if BORDER_CELLS[border] & ~placed == 0:
            found |= ONE << (BORDER + border)
    return found & ~placed


@compiled
def open_outsides(placed: int) -> int:
    """Return the places outside, as locations, for a watchtower (GREY-WATCHTOWER)."""
    filled = placed & ALL_CELLS
    alone = filled == 0 and placed >> OUTSIDE == 0
    found = ZERO
    for place in range(OUTSIDES):
        if alone or has(filled, OUTSIDE_CELL[place]):
            found |= ONE << (OUTSIDE + place)
    return found & ~placed
