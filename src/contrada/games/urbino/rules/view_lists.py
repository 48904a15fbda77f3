"""Writes all the lists of a view at once."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from contrada.games.urbino.rules.lots import lots, sees
from contrada.games.urbino.rules.scoring import scorer, worth
from contrada.games.urbino.rules.state import (
    BLACK,
    BOARD,
    HOUSE,
    LOWER,
    NO_SQUARE,
    NONE_YET,
    TOWER,
    UPPER,
    WHITE,
    built,
    standing_of,
)
from contrada.kernel.boards import NOWHERE, Squares, write_joined
from contrada.kernel.decisions import write_squares
from contrada.kernel.jit import compiled, constants
from contrada.kernel.operations import State

(FIRST_DISTRICT,) = constants(2 * 3 + 1 + 2)  # among the lists of `write_view_lists`
(ROW,) = constants(5)  # numbers that describe a district


@compiled
def describe_district(state: State, district: Squares, row: npt.NDArray[np.int64]) -> None:
    """Write both seats' points and monuments in a district, and who scores it."""
    for seat in range(BLACK, WHITE + 1):
        points, monument, _, _, _ = worth(state, seat, district)
        row[seat] = points
        row[2 + seat] = monument
    row[4] = scorer(state, district)


@compiled
def write_sets(state: State, sets: npt.NDArray[np.uint64]) -> int:
    """Write the sets of squares that a view lists; return how many there are.

    Each seat's houses, palaces and towers, the lots, what each architect sees, each district.
    """
    for seat in range(BLACK, WHITE + 1):
        for kind in range(HOUSE, TOWER + 1):
            sets[3 * seat + kind, 0], sets[3 * seat + kind, 1] = standing_of(state, seat, kind)
    sets[6, 0], sets[6, 1] = lots(state)
    for architect in range(LOWER, UPPER + 1):
        seen = NOWHERE if state.architects[architect] == NO_SQUARE else sees(state, architect)
        sets[7 + architect, 0], sets[7 + architect, 1] = seen
    return FIRST_DISTRICT + write_joined(BOARD, built(state), sets[FIRST_DISTRICT:])


@compiled
def write_view_lists(
    state: State, sets: npt.NDArray[np.uint64], numbers: npt.NDArray[np.int64]
) -> int:
    """Write all that a view lists into one array; return how many numbers that are.

    First how many lists of squares there are, and where each begins and the last ends among all
    squares. Then a row for each district. Then the squares.
    """
    lists = write_sets(state, sets)
    row = lists + 2
    first = row + ROW * (lists - FIRST_DISTRICT)
    numbers[0], size = lists, first
    for each in range(lists):
        numbers[1 + each] = size - first
        listed = (sets[each, 0], sets[each, 1])
        size = write_squares(numbers, size, NONE_YET, listed)
        if each >= FIRST_DISTRICT:
            describe_district(state, listed, numbers[row : row + ROW])
            row += ROW
    numbers[1 + lists] = size - first
    return size
