"""Appends decisions to the array that `legal` fills; each function returns the new size."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from contrada.kernel import sets
from contrada.kernel.bits import Word, lowest_one
from contrada.kernel.boards import Squares
from contrada.kernel.jit import compiled, constants

Decisions = npt.NDArray[np.int64]
(BITS,) = constants(64)  # of a word
_ONE = np.uint64(1)


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
def write_word(decisions: Decisions, size: int, kind: int, word: Word) -> int:
    """Append a decision of this kind for each bit of a word."""
    while word != 0:
        # Unsigned: for a signed index, compiled code asks whether it counts from the end.
        decisions[np.uint64(size)] = kind + lowest_one(word)
        word &= word - _ONE
        size += 1
    return size


@compiled
def write_squares(decisions: Decisions, size: int, kind: int, squares: Squares) -> int:
    """Append a decision of this kind for each square of a set."""
    low, high = squares
    return write_word(decisions, write_word(decisions, size, kind, low), kind + BITS, high)
