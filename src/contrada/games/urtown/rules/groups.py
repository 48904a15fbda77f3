"""The groups of a colour (URTOWN-GROUP-1)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from contrada.games.urtown.rules.state import (
    BOARD,
    NONE_YET,
    colours,
    is_finished,
    of_colour,
    owner,
)
from contrada.kernel.boards import first, flood, is_empty, minus, single, write_joined
from contrada.kernel.decisions import write_squares
from contrada.kernel.jit import compiled
from contrada.kernel.operations import State


@compiled
def count_groups(state: State, colour: int) -> int:
    """Count the groups of a colour."""
    size = NONE_YET
    rest = of_colour(state, colour)
    while not is_empty(rest):
        rest = minus(rest, flood(BOARD, single(first(rest)), rest))
        size += 1
    return size


@compiled
def write_view_lists(
    state: State,
    sets: npt.NDArray[np.uint64],
    squares: npt.NDArray[np.int64],
    ends: npt.NDArray[np.int64],
    rows: npt.NDArray[np.int64],
) -> int:
    """Write each colour's owner, whether it is finished, how many groups it has, and their squares.

    `ends` tells where the squares of each group end. Return how many colours there are.
    """
    size, groups = NONE_YET, NONE_YET
    for colour in range(colours(state)):
        rows[colour, 0] = owner(state, colour)
        rows[colour, 1] = is_finished(state, colour)
        rows[colour, 2] = write_joined(BOARD, of_colour(state, colour), sets)
        for group in range(rows[colour, 2]):
            size = write_squares(squares, size, NONE_YET, (sets[group, 0], sets[group, 1]))
            ends[groups] = size
            groups += 1
    return colours(state)
