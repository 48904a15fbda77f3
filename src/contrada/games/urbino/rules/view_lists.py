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

(FIRST_DISTRICT,) = constants(2 * 3 + 1 + 2)  # among the sets of `write_view_lists`


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
    state: State,
    sets: npt.NDArray[np.uint64],
    squares: npt.NDArray[np.int64],
    ends: npt.NDArray[np.int64],
    districts: npt.NDArray[np.int64],
) -> int:
    """Write all that a view lists, at once; return how many lists of squares there are.

    `ends` tells where the squares of each set end, `districts` has a row for each of them.
    """
    size, lists = NONE_YET, write_sets(state, sets)
    for each in range(lists):
        listed = (sets[each, 0], sets[each, 1])
        size = write_squares(squares, size, NONE_YET, listed)
        ends[each] = size
        if each >= FIRST_DISTRICT:
            describe_district(state, listed, districts[each - FIRST_DISTRICT])
    return lists
