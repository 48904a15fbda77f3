"""Points, monuments (URBINO-SCORE, MONUMENT) and the standing."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from contrada.games.urbino.rules.state import (
    BLACK,
    BOARD,
    HOUSE,
    NOBODY,
    PALACE,
    TOWER,
    WHITE,
    built,
    of_seat,
    standing_of,
)
from contrada.kernel.boards import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    Squares,
    count,
    first,
    flood,
    intersection,
    is_empty,
    meet,
    minus,
    shift,
    single,
    union,
)
from contrada.kernel.jit import compiled, constants
from contrada.kernel.operations import State

POINTS = np.array([1, 2, 3], np.int64)  # URBINO-SCORE-1

# URBINO-MONUMENT-1, from the cheapest to the dearest; each doubles its three buildings.
NO_MONUMENT, TOWN_WALL, DUCAL_PALACE, CATHEDRAL = constants(*range(4))
MONUMENT_EXTRA = np.array([0, 3, 5, 8], np.int64)

# Columns of a standing, compared in this order: URBINO-SCORE-5, MONUMENT-5, SCORE-6.
SCORE, CATHEDRALS, DUCAL_PALACES, TOWN_WALLS, TOWERS, PALACES, HOUSES = constants(*range(7))
MEASURES = 7


@compiled
def in_line(middle: Squares, ends: Squares) -> bool:
    """Whether some square of `middle` has `ends` on both sides, across or up and down."""
    across = intersection(shift(BOARD, ends, EAST), shift(BOARD, ends, WEST))
    along = intersection(shift(BOARD, ends, NORTH), shift(BOARD, ends, SOUTH))
    return meet(middle, union(across, along))


@compiled
def dearest_of(houses: Squares, palaces: Squares, towers: Squares) -> int:
    """Return the dearest monument among the buildings of a block (URBINO-MONUMENT-1 to -3)."""
    if in_line(palaces, towers):
        return CATHEDRAL
    if in_line(houses, palaces):
        return DUCAL_PALACE
    return TOWN_WALL if in_line(houses, houses) else NO_MONUMENT


@compiled
def dearest_monument(state: State, seat: int, block: Squares) -> int:
    """Return the monument scored in a block, if the game is played with monuments."""
    if not state.monuments:
        return NO_MONUMENT
    houses = intersection(block, standing_of(state, seat, HOUSE))
    palaces = intersection(block, standing_of(state, seat, PALACE))
    towers = intersection(block, standing_of(state, seat, TOWER))
    return dearest_of(houses, palaces, towers)


@compiled
def worth(state: State, seat: int, district: Squares) -> tuple[int, int, int, int, int]:
    """Return what decides a district, in order: points, monument, towers, palaces, houses."""
    houses = count(intersection(district, standing_of(state, seat, HOUSE)))
    palaces = count(intersection(district, standing_of(state, seat, PALACE)))
    towers = count(intersection(district, standing_of(state, seat, TOWER)))
    monument = dearest_monument(state, seat, intersection(district, of_seat(state, seat)))
    plain = houses * POINTS[HOUSE] + palaces * POINTS[PALACE] + towers * POINTS[TOWER]
    return plain + MONUMENT_EXTRA[monument], monument, towers, palaces, houses


@compiled
def scorer(state: State, district: Squares) -> int:
    """Return who scores a district, or NOBODY (URBINO-SCORE-2 to -4, MONUMENT-4)."""
    shared = meet(district, of_seat(state, BLACK)) and meet(district, of_seat(state, WHITE))
    black, white = worth(state, BLACK, district), worth(state, WHITE, district)
    if not shared or black == white:
        return NOBODY
    return BLACK if black > white else WHITE


@compiled
def add_district(state: State, seat: int, district: Squares, row: npt.NDArray[np.int64]) -> None:
    """Add a district that the seat scores to its row of the standing."""
    points, monument, towers, palaces, houses = worth(state, seat, district)
    row[SCORE] += points
    row[CATHEDRALS] += monument == CATHEDRAL
    row[DUCAL_PALACES] += monument == DUCAL_PALACE
    row[TOWN_WALLS] += monument == TOWN_WALL
    row[TOWERS] += towers
    row[PALACES] += palaces
    row[HOUSES] += houses


@compiled
def standing(state: State, rows: npt.NDArray[np.int64]) -> None:
    """Write each seat's sum and what breaks a tie (URBINO-SCORE-5, -6, MONUMENT-5)."""
    rows[:] = 0
    rest = built(state)
    while not is_empty(rest):
        district = flood(BOARD, single(first(rest)), rest)
        rest = minus(rest, district)
        seat = scorer(state, district)
        if seat != NOBODY:
            add_district(state, seat, district, rows[seat])
