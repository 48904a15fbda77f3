"""Decrees as sets of coloured cells (URBE-DECREE)."""

from __future__ import annotations

import numpy as np

from contrada.games.urbe.components import GUILDS
from contrada.games.urbe.rules.city import CELLS
from contrada.games.urbe.rules.state import (
    COMPONENTS,
    DECREES_EACH,
    NOTHING,
    TILE_COLOUR,
    TILE_POWER,
    TOWN_HALL,
    cells,
    is_grey,
)
from contrada.kernel.bits import ZERO, whole
from contrada.kernel.jit import compiled
from contrada.kernel.operations import State
from contrada.kernel.sets import first_of, without_first

Grid = tuple[tuple[int | None, ...], ...]


def _turns_and_mirrorings(grid: Grid) -> set[Grid]:
    """URBE-DECREE-2: the eight ways to turn and mirror a grid, without repeats."""
    found = set()
    for _ in range(4):
        grid = tuple(zip(*grid[::-1], strict=True))
        found |= {grid, grid[::-1]}
    return found


def _placements(grid: Grid) -> list[int]:
    """Return all placements of a decree's grid: bit 16 * colour + cell is a cell it needs."""
    found = set()
    for turned in _turns_and_mirrorings(grid):
        for down in range(4 - len(turned) + 1):
            for right in range(4 - len(turned[0]) + 1):
                needed = 0
                for row, line in enumerate(turned, down):
                    for column, colour in enumerate(line, right):
                        if colour is not None:
                            needed |= 1 << CELLS * colour + row * 4 + column
                found.add(needed)
    return sorted(found)


_each = [_placements(decree.grid) for decree in COMPONENTS.decrees]
PLACEMENTS = np.array([placement for each in _each for placement in each], np.uint64)
# [decree]: its placements begin here and end where those of the next one begin
DECREE_FROM = np.cumsum([0, *map(len, _each)])
DECREE_VP = np.array([decree.vp for decree in COMPONENTS.decrees], np.int64)
NO_BITS, ONE_BIT = np.uint64(0), np.uint64(1)
TOWN_HALL_BITS = np.uint64(sum(1 << CELLS * colour for colour in range(GUILDS)))


@compiled
def colours(state: State, seat: int) -> np.uint64:
    """Return a city as decrees see it: bit 16 * colour + cell; a town hall has every colour."""
    found = NO_BITS
    rest = cells(state, seat)
    while rest != 0:
        cell = first_of(rest)
        rest = without_first(rest)
        tile = whole(state.cities[seat, cell])
        if TILE_POWER[tile] == TOWN_HALL:
            found |= TOWN_HALL_BITS << np.uint64(cell)
        elif not is_grey(tile):
            found |= ONE_BIT << np.uint64(CELLS * TILE_COLOUR[tile] + cell)
    return found


@compiled
def placement_met(coloured: np.uint64, decree: int) -> int:
    """Return the first placement of a decree that these cells fulfil, or NOTHING."""
    for placement in range(DECREE_FROM[decree], DECREE_FROM[decree + 1]):
        if PLACEMENTS[placement] & ~coloured == NO_BITS:
            return whole(placement)
    return NOTHING


@compiled
def met_by(state: State, seat: int, decree: int) -> int:
    """Return the first placement of a decree that a city fulfils, or NOTHING (URBE-DECREE-2)."""
    return placement_met(colours(state, seat), decree)


def cells_meeting(state: State, seat: int, decree: int) -> list[int]:
    """List the cells of a city that fulfil a decree; empty if none do (plain Python)."""
    placement = int(met_by(state, seat, decree))
    return cells_of_placement(placement) if placement != NOTHING else []


def cells_of_placement(placement: int) -> list[int]:
    """List the cells that a placement of a decree needs (plain Python)."""
    needed = int(PLACEMENTS[placement])
    return [
        cell
        for cell in range(CELLS)
        if any(needed >> CELLS * colour + cell & 1 for colour in range(GUILDS))
    ]


@compiled
def decrees_met(state: State, seat: int) -> tuple[int, int]:
    """Return how many decrees a seat has fulfilled, and their points."""
    met, points = ZERO, ZERO
    coloured = colours(state, seat)
    for which in range(DECREES_EACH):
        decree = whole(state.decrees[seat, which])
        if decree != NOTHING and placement_met(coloured, decree) != NOTHING:
            met += 1
            points += DECREE_VP[decree]
    return met, points


@compiled
def decree_points(state: State, seat: int) -> int:
    """Return the points of the fulfilled decrees (URBE-SCORE-1)."""
    return decrees_met(state, seat)[1]
