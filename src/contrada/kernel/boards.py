"""Sets of squares on boards of up to 81 squares, as bits in two 64-bit words.

Square `row * width + column` is bit `square` of the pair (low word first). A set is a plain tuple
of two `np.uint64`, so it fits in registers and compares with `==`. Directions come in opposite
pairs: the first four lead to higher squares, the last four to lower ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from contrada.kernel.bits import count_ones, highest_one, lowest_one
from contrada.kernel.jit import compiled, constants

Squares = tuple[np.uint64, np.uint64]

MOST_SQUARES = 81
EAST, NORTH, NORTH_EAST, NORTH_WEST, WEST, SOUTH, SOUTH_WEST, SOUTH_EAST = constants(*range(8))
NOT_IN_LINE = 8  # stands for no direction; its rays are empty
_STEPS = ((0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1))  # row, column

(_NONE_YET,) = constants(0)
_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_WORD = np.uint64(64)
NOWHERE: Squares = (_ZERO, _ZERO)


class Board(NamedTuple):
    """The geometry of a rectangular board; rules use it as a constant."""

    width: int
    height: int
    everywhere: Squares
    steps: npt.NDArray[np.int64]  # [direction]: difference between a square and the next
    stays: npt.NDArray[np.uint64]  # [direction]: the squares that have a next one
    beside: npt.NDArray[np.uint64]  # [square]: its orthogonal neighbours
    rays: npt.NDArray[np.uint64]  # [direction, square]: the squares from there to the edge
    toward: npt.NDArray[np.int64]  # [from, to]: the direction that leads there, or NOT_IN_LINE


def board(width: int, height: int) -> Board:
    """Compute the tables of a board (plain Python)."""
    if not (width >= 2 and height >= 1 and width * height <= MOST_SQUARES):
        raise ValueError(
            f"a board needs at least 2 columns and at most {MOST_SQUARES} squares, "
            f"not {width} x {height}"
        )
    squares = range(width * height)
    steps = np.array([abs(up * width + right) for up, right in _STEPS], np.int64)
    stays = np.zeros((len(_STEPS), 2), np.uint64)
    beside = np.zeros((len(squares), 2), np.uint64)
    rays = np.zeros((len(_STEPS) + 1, len(squares), 2), np.uint64)
    toward = np.full((len(squares), len(squares)), NOT_IN_LINE, np.int64)
    for direction, (up, right) in enumerate(_STEPS):
        for square in squares:
            passed = list(_walk(square, up, right, width, height))
            rays[direction, square] = from_list(passed)
            toward[square, passed] = direction
            if passed and not (up and right):
                beside[square] |= np.array(from_list(passed[:1]))
        stays[direction] = from_list(s for s in squares if rays[direction, s].any())
    return Board(width, height, from_list(squares), steps, stays, beside, rays, toward)


def _walk(square: int, up: int, right: int, width: int, height: int) -> Iterator[int]:
    row, column = divmod(square, width)
    row, column = row + up, column + right
    while 0 <= row < height and 0 <= column < width:
        yield row * width + column
        row, column = row + up, column + right


def from_list(squares: Iterable[int]) -> Squares:
    """Return the set of these squares (plain Python)."""
    bits = 0
    for square in squares:
        bits |= 1 << square
    return np.uint64(bits & (2**64 - 1)), np.uint64(bits >> 64)


def to_list(squares: Squares) -> list[int]:
    """Return the squares of a set in rising order (plain Python)."""
    rest = int(squares[0]) | int(squares[1]) << 64
    found = []
    while rest:
        lowest = rest & -rest
        found.append(lowest.bit_length() - 1)
        rest ^= lowest
    return found


@compiled
def single(square: int) -> Squares:
    """Return the set of one square."""
    if square < 64:
        return _ONE << np.uint64(square), _ZERO
    return _ZERO, _ONE << np.uint64(square - 64)


@compiled
def union(a: Squares, b: Squares) -> Squares:
    """Return the squares in either set."""
    return a[0] | b[0], a[1] | b[1]


@compiled
def intersection(a: Squares, b: Squares) -> Squares:
    """Return the squares in both sets."""
    return a[0] & b[0], a[1] & b[1]


@compiled
def minus(a: Squares, b: Squares) -> Squares:
    """Return the squares in the first set but not in the second."""
    return a[0] & ~b[0], a[1] & ~b[1]


@compiled
def is_empty(squares: Squares) -> bool:
    """Whether a set is empty."""
    return bool((squares[0] | squares[1]) == _ZERO)


@compiled
def meet(a: Squares, b: Squares) -> bool:
    """Whether two sets have a square in common."""
    return bool(((a[0] & b[0]) | (a[1] & b[1])) != _ZERO)


@compiled
def contains(squares: Squares, square: int) -> bool:
    """Whether a square is in a set."""
    word = squares[0] if square < 64 else squares[1]
    return bool((word >> np.uint64(square & 63)) & _ONE != _ZERO)


@compiled
def count(squares: Squares) -> int:
    """Count the squares of a set."""
    return count_ones(squares[0]) + count_ones(squares[1])


@compiled
def first(squares: Squares) -> int:
    """Return the lowest square of a set that is not empty."""
    if squares[0] != _ZERO:
        return lowest_one(squares[0])
    return 64 + lowest_one(squares[1])


@compiled
def last(squares: Squares) -> int:
    """Return the highest square of a set that is not empty."""
    if squares[1] != _ZERO:
        return 64 + highest_one(squares[1])
    return highest_one(squares[0])


@compiled
def without_first(squares: Squares) -> Squares:
    """Return the set without its lowest square: `while not is_empty(s): first(s); ...`."""
    if squares[0] != _ZERO:
        return squares[0] & (squares[0] - _ONE), squares[1]
    return _ZERO, squares[1] & (squares[1] - _ONE)


@compiled
def nth(squares: Squares, index: int) -> int:
    """Return the square at this index in rising order."""
    rest = squares
    for _ in range(index):
        rest = without_first(rest)
    return first(rest)


@compiled
def _up(squares: Squares, places: int) -> Squares:
    by, carry = np.uint64(places), _WORD - np.uint64(places)
    return squares[0] << by, (squares[1] << by) | (squares[0] >> carry)


@compiled
def _down(squares: Squares, places: int) -> Squares:
    by, carry = np.uint64(places), _WORD - np.uint64(places)
    return (squares[0] >> by) | (squares[1] << carry), squares[1] >> by


@compiled
def shift(on: Board, squares: Squares, direction: int) -> Squares:
    """Move every square one step; those that would leave the board are dropped."""
    kept = intersection(squares, (on.stays[direction, 0], on.stays[direction, 1]))
    if direction < WEST:
        return _up(kept, on.steps[direction])
    return _down(kept, on.steps[direction])


@compiled
def neighbours(on: Board, squares: Squares) -> Squares:
    """Return the orthogonal neighbours of the squares, including those in the set itself."""
    sideways = union(shift(on, squares, EAST), shift(on, squares, WEST))
    return union(sideways, union(shift(on, squares, NORTH), shift(on, squares, SOUTH)))


@compiled
def next_to(on: Board, square: int) -> Squares:
    """Return the orthogonal neighbours of a square."""
    return on.beside[square, 0], on.beside[square, 1]


@compiled
def is_joined(on: Board, squares: Squares) -> bool:
    """Whether the squares are orthogonally connected; the empty set is."""
    return is_empty(squares) or flood(on, single(first(squares)), squares) == squares


@compiled
def flood(on: Board, start: Squares, within: Squares) -> Squares:
    """Return all squares in `within` that are orthogonally connected to `start`."""
    reached = intersection(start, within)
    while True:
        grown = union(reached, intersection(neighbours(on, reached), within))
        if grown == reached:
            return reached
        reached = grown


@compiled
def are_joined(on: Board, squares: Squares, within: Squares) -> bool:
    """Whether squares, at least one, are orthogonally connected within a set that contains them."""
    reached = single(first(squares))
    while not is_empty(minus(squares, reached)):
        grown = union(reached, intersection(neighbours(on, reached), within))
        if grown == reached:
            return False
        reached = grown
    return True


@compiled
def write_joined(on: Board, squares: Squares, sets: npt.NDArray[np.uint64]) -> int:
    """Write the orthogonally connected groups of the squares; return how many there are."""
    size = _NONE_YET
    rest = squares
    while not is_empty(rest):
        joined = flood(on, single(first(rest)), rest)
        rest = minus(rest, joined)
        sets[size, 0], sets[size, 1] = joined
        size += 1
    return size


@compiled
def opposite(direction: int) -> int:
    """Return the direction that leads back."""
    return direction + WEST if direction < WEST else direction - WEST


@compiled
def ray(on: Board, square: int, direction: int) -> Squares:
    """Return the squares between `square` and the edge in one direction."""
    return on.rays[direction, square, 0], on.rays[direction, square, 1]


@compiled
def open_rays(on: Board, square: int, blockers: Squares) -> Squares:
    """Return the squares seen in the eight directions, up to but not including a blocker."""
    seen = NOWHERE
    for direction in range(8):
        line = ray(on, square, direction)
        stops = intersection(line, blockers)
        if not is_empty(stops):
            stop = first(stops) if direction < WEST else last(stops)
            line = minus(minus(line, ray(on, stop, direction)), single(stop))
        seen = union(seen, line)
    return seen


@compiled
def sweep(on: Board, starts: Squares, direction: int, unblocked: Squares) -> Squares:
    """Return the squares seen from any of the starts in one direction, up to what blocks."""
    seen = NOWHERE
    front = intersection(shift(on, starts, direction), unblocked)
    while not is_empty(front):
        seen = union(seen, front)
        front = intersection(shift(on, front, direction), unblocked)
    return seen


@compiled
def behind(on: Board, eye: int, blocker: int) -> Squares:
    """Return the squares that a blocker hides from an eye; none if they are not in line."""
    return ray(on, blocker, on.toward[eye, blocker])


@compiled
def between(on: Board, square: int, other: int) -> Squares:
    """Return the squares between two squares; none if they are not in line."""
    there, back = on.toward[square, other], on.toward[other, square]
    return intersection(ray(on, square, there), ray(on, other, back))
