"""What decides the game: groups and captured tiles."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from contrada.games.urtown.rules.groups import count_groups
from contrada.games.urtown.rules.state import MOST_COLOURS, NONE_YET, colours_each
from contrada.kernel.bits import count_ones
from contrada.kernel.jit import compiled, constants
from contrada.kernel.operations import State

# Columns of a standing: both are better when smaller, so they are written negative.
SCORE, CAPTURES = constants(0, 1)
MEASURES = 2


@compiled
def captures(state: State, seat: int) -> int:
    """Count the tiles a seat has captured."""
    total = NONE_YET
    for colour in range(MOST_COLOURS):
        total += count_ones(state.captured[seat, colour])
    return total


@compiled
def most_captured_of_one(state: State, seat: int) -> int:
    """Count the captured tiles of the colour captured most (URTOWN-BLOCKERS-1)."""
    if state.seats == 2:
        return captures(state, seat)
    most = NONE_YET
    for colour in range(MOST_COLOURS):
        most = max(most, count_ones(state.captured[seat, colour]))
    return most


@compiled
def standing(state: State, rows: npt.NDArray[np.int64]) -> None:
    """Write each seat's score and captures (URTOWN-SCORE-1, -2, DUO-4, BLOCKERS-1)."""
    for seat in range(state.seats):
        score = NONE_YET
        for colour in range(seat * colours_each(state), (seat + 1) * colours_each(state)):
            score += count_groups(state, colour)
        if state.blockers:
            score += most_captured_of_one(state, seat)
        rows[seat, SCORE] = -score
        rows[seat, CAPTURES] = -captures(state, seat)
