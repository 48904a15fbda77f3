"""Sets of small numbers as the bits of an integer; sets of squares are in `boards`."""

from __future__ import annotations

import numpy as np

from contrada.kernel.bits import count_ones, lowest_one
from contrada.kernel.jit import compiled


@compiled
def has(numbers: int, number: int) -> bool:
    """Whether a number is in a set."""
    return (numbers >> number) & 1 != 0


@compiled
def first_of(numbers: int) -> int:
    """Return the lowest number of a set that is not empty."""
    return lowest_one(np.uint64(numbers))


@compiled
def without_first(numbers: int) -> int:
    """Return a set without its lowest number."""
    return numbers & (numbers - 1)


@compiled
def size_of(numbers: int) -> int:
    """Count the numbers of a set."""
    return count_ones(np.uint64(numbers))


def members(numbers: int) -> list[int]:
    """List the numbers of a set in rising order (plain Python)."""
    rest = int(numbers)
    return [number for number in range(rest.bit_length()) if rest >> number & 1]
