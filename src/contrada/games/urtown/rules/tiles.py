"""Tiles: sets of them as the bits of one word, and the squares that each tile fits."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from contrada.games.urtown.rules.state import LETTER, MONEY, NO_TILES, SQUARES, SYMBOL, TILES
from contrada.kernel import boards
from contrada.kernel.bits import Word
from contrada.kernel.boards import Squares
from contrada.kernel.jit import compiled

_ONE = np.uint64(1)


@compiled
def only(tile: int) -> Word:
    """Return the set of one tile."""
    return _ONE << np.uint64(tile)


@compiled
def holds(tiles: Word, tile: int) -> bool:
    """Whether a tile is in a set of tiles."""
    return bool(tiles & only(tile) != NO_TILES)


def set_of(tiles: Iterable[int]) -> int:
    """Return the set of some tiles (plain Python)."""
    return sum(1 << tile for tile in tiles)


@compiled
def without_first_tile(tiles: Word) -> Word:
    """Return a set of tiles without its lowest one."""
    return tiles & (tiles - _ONE)


def fitting_squares(tile: int) -> list[int]:
    """List the squares a tile fits in rising order (URTOWN-PLACE-1, BOARD-1, -2; plain Python)."""
    if tile < LETTER:
        return [row * 9 + tile for row in range(9)]
    if tile < SYMBOL:
        return [(tile - int(LETTER)) * 9 + column for column in range(9)]
    if tile < MONEY:
        down, across = divmod(tile - int(SYMBOL), 3)
        corner = 27 * down + 3 * across
        return [corner + 9 * row + column for row in range(3) for column in range(3)]
    return list(range(SQUARES))


FITTING = np.array([boards.from_list(fitting_squares(tile)) for tile in range(TILES)], np.uint64)


@compiled
def fitting(tile: int) -> Squares:
    """Return the squares a tile fits."""
    return FITTING[tile, 0], FITTING[tile, 1]
