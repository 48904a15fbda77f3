"""Seats of any state with the fields `to_move` and `seats`."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from contrada.kernel.bits import whole
from contrada.kernel.jit import compiled
from contrada.kernel.operations import State


@compiled
def mover(state: State) -> int:
    """Return the seat to move as a plain number."""
    return whole(state.to_move)


@compiled
def by_seats(state: State, numbers: npt.NDArray[np.int64]) -> int:
    """Return the entry for this number of seats; the first entry is for two."""
    return whole(numbers[state.seats - 2])
