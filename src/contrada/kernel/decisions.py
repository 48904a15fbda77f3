"""Appends decisions to the array that `legal` fills; each function returns the new size."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from contrada.kernel import boards, sets
from contrada.kernel.boards import Squares
from contrada.kernel.jit import compiled

Decisions = npt.NDArray[np.int64]


@compiled
def write_one(decisions: Decisions, size: int, decision: int) -> int:
    """Append one decision."""
    decisions[size] = decision
    return size + 1


@compiled
def write_each(decisions: Decisions, size: int, kind: int, numbers: int) -> int:
    """Append a decision of this kind for each number of a set."""
    while numbers != 0:
        decisions[size] = kind + sets.first_of(numbers)
        numbers = sets.without_first(numbers)
        size += 1
    return size


@compiled
def write_squares(decisions: Decisions, size: int, kind: int, squares: Squares) -> int:
    """Append a decision of this kind for each square of a set."""
    rest = squares
    while not boards.is_empty(rest):
        decisions[size] = kind + boards.first(rest)
        rest = boards.without_first(rest)
        size += 1
    return size
