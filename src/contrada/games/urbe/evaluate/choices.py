"""Features of decisions."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from contrada.games.urbe.evaluate.city import write_placings, write_swaps
from contrada.games.urbe.evaluate.columns import (
    CHOICES,
    GAIN,
    KEEPS_ARCHBISHOP,
    KEEPS_TREASURER,
    SIDE_B,
    USEFUL_PROSPECT,
    USEFUL_WORTH,
    WITHOUT_SECOND,
    Table,
)
from contrada.games.urbe.evaluate.market import (
    write_marks,
    write_meeples,
    write_payments,
    write_takes,
)
from contrada.games.urbe.rules.decisions import (
    ARCHBISHOP,
    KEEP_USEFUL,
    NO_ARCHBISHOP,
    NO_SECOND,
    NO_TREASURER,
    SECOND,
    SIDE,
    USE_TREASURER,
)
from contrada.games.urbe.rules.state import (
    CHOOSING_MEEPLE,
    CHOOSING_SIDE,
    CHOOSING_USEFUL,
    MARKING,
    PAYING,
    PLACING,
    SENDING_ARCHBISHOP,
    TAKING_SECOND,
    USING_TREASURER,
)
from contrada.kernel.bits import whole
from contrada.kernel.jit import compiled
from contrada.kernel.operations import State


@compiled
def write_characters(
    state: State, decisions: npt.NDArray[np.int64], size: int, table: Table
) -> None:
    """Write the features of sides and useful characters."""
    for index in range(size):
        if state.due == CHOOSING_SIDE:
            table[index, SIDE_B] = float(decisions[index] - SIDE)
        else:
            table[index, USEFUL_WORTH] = USEFUL_PROSPECT[decisions[index] - KEEP_USEFUL] / GAIN


@compiled
def choices(state: State, decisions: npt.NDArray[np.int64], size: int, table: Table) -> None:
    """Write the features of decisions, all legal for the seat to move."""
    table[:size, : len(CHOICES)] = 0.0
    due = whole(state.due)
    if due <= CHOOSING_USEFUL:
        write_characters(state, decisions, size, table)
    elif due == MARKING:
        write_marks(state, decisions, size, table)
    elif due == SENDING_ARCHBISHOP:
        write_takes(state, decisions, size, ARCHBISHOP, NO_ARCHBISHOP, KEEPS_ARCHBISHOP, table)
    elif due == CHOOSING_MEEPLE:
        write_meeples(state, decisions, size, table)
    elif due == PAYING:
        write_payments(state, decisions, size, table)
    elif due == TAKING_SECOND:
        write_takes(state, decisions, size, SECOND, NO_SECOND, WITHOUT_SECOND, table)
    elif due == USING_TREASURER:
        write_takes(state, decisions, size, USE_TREASURER, NO_TREASURER, KEEPS_TREASURER, table)
    elif due == PLACING:
        write_placings(state, decisions, size, table)
    else:
        write_swaps(state, decisions, size, table)
