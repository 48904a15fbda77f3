"""What observations are made of: named fields of one flat tensor, and how to fill them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import prod

import numpy as np
import numpy.typing as npt

from contrada.kernel.bits import ONE, Word, lowest_one
from contrada.kernel.boards import Squares
from contrada.kernel.jit import compiled, constants

Tensor = npt.NDArray[np.int16]
(BITS,) = constants(64)  # of a word
_ONE = np.uint64(1)


@dataclass(frozen=True)
class Field:
    """A part of an observation: its name and shape, the range of its numbers, what they say."""

    name: str
    shape: tuple[int, ...]
    high: int
    about: str
    low: int = 0
    category: bool = False  # the numbers are names: 3 is not more than 2

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)


def starts(fields: Iterable[Field]) -> list[int]:
    """Return where each field starts in the tensor, and at last where they end."""
    found = [0]
    for field in fields:
        found.append(found[-1] + field.size)
    return found


@compiled
def turned(seat: int, viewer: int, seats: int) -> int:
    """Return how many seats after the viewer a seat comes; 0 is the viewer."""
    return seat - viewer if seat >= viewer else seat - viewer + seats


@compiled
def turned_or_none(seat: int, viewer: int, seats: int) -> int:
    """Return 1 more than `turned`, or 0 for nobody."""
    return turned(seat, viewer, seats) + 1 if seat >= 0 else 0


# Indices are unsigned below: for a signed one, compiled code asks whether it counts from the end.


@compiled
def mark_word(tensor: Tensor, start: int, word: Word, value: int) -> None:
    """Write a value for each bit of a word."""
    while word != 0:
        tensor[np.uint64(start + lowest_one(word))] = value
        word &= word - _ONE


@compiled
def mark_squares(tensor: Tensor, start: int, squares: Squares) -> None:
    """Write 1 for each square of a set."""
    low, high = squares
    mark_word(tensor, start, low, ONE)
    mark_word(tensor, start + BITS, high, ONE)


@compiled
def mark_each(tensor: Tensor, start: int, numbers: int, value: int) -> None:
    """Write a value for each number of a set."""
    mark_word(tensor, start, np.uint64(numbers), value)


@compiled
def copy_row(
    tensor: Tensor, start: int, row: npt.NDArray[np.int8], first: int, size: int, plus: int
) -> None:
    """Copy some numbers of a row, adding the same to each."""
    for place in range(size):
        tensor[np.uint64(start + place)] = row[np.uint64(first + place)] + plus
