"""Setting up: an empty board, full supplies (URBINO-SETUP-1)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from contrada.games.urbino.rules.state import ARCHITECT, BLACK, NO_SQUARE, SUPPLY
from contrada.kernel.chance import Generator
from contrada.kernel.jit import compiled
from contrada.kernel.operations import State


@compiled
def start(
    state: State,
    seats: int,  # noqa: ARG001
    options: npt.NDArray[np.int64],
    generator: Generator,  # noqa: ARG001
) -> None:
    """Set up an empty board (URBINO-SETUP-1)."""
    state.buildings[:] = 0
    state.architects[:] = NO_SQUARE
    for seat in range(2):
        for kind in range(3):
            state.supply[seat, kind] = SUPPLY[kind]
    state.due = ARCHITECT
    state.to_move = BLACK
    state.skips = 0
    state.monuments = options[0]
