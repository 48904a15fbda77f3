"""Sets of squares behave like Python's own sets, on boards of several shapes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contrada.kernel import boards
from contrada.kernel.boards import Board, Squares, from_list, to_list

SHAPES = [(9, 9), (7, 7), (4, 4), (2, 40), (27, 3)]
BOARDS = {shape: boards.board(*shape) for shape in SHAPES}
STEPS = {
    boards.EAST: (0, 1),
    boards.NORTH: (1, 0),
    boards.NORTH_EAST: (1, 1),
    boards.NORTH_WEST: (1, -1),
    boards.WEST: (0, -1),
    boards.SOUTH: (-1, 0),
    boards.SOUTH_WEST: (-1, -1),
    boards.SOUTH_EAST: (-1, 1),
}
STRAIGHT = (boards.EAST, boards.NORTH, boards.WEST, boards.SOUTH)

pytestmark = [pytest.mark.uncompiled, pytest.mark.bounds]


def call(function: Callable[..., Any]) -> Callable[..., Any]:
    """Let Python call a function that only compiled code can call."""
    return numba.njit(function)  # type: ignore[no-any-return]


union = call(lambda a, b: boards.union(a, b))
intersection = call(lambda a, b: boards.intersection(a, b))
minus = call(lambda a, b: boards.minus(a, b))
meet = call(lambda a, b: boards.meet(a, b))
contains = call(lambda a, square: boards.contains(a, square))
count = call(lambda a: boards.count(a))
is_empty = call(lambda a: boards.is_empty(a))
first = call(lambda a: boards.first(a))
last = call(lambda a: boards.last(a))
nth = call(lambda a, index: boards.nth(a, index))
without_first = call(lambda a: boards.without_first(a))
single = call(lambda square: boards.single(square))
shift = call(lambda on, a, direction: boards.shift(on, a, direction))
neighbours = call(lambda on, a: boards.neighbours(on, a))
flood = call(lambda on, a, within: boards.flood(on, a, within))
write_joined = call(lambda on, squares, sets: boards.write_joined(on, squares, sets))
open_rays = call(lambda on, square, blockers: boards.open_rays(on, square, blockers))
sweep = call(lambda on, a, direction, free: boards.sweep(on, a, direction, free))
opposite = call(lambda direction: boards.opposite(direction))
are_joined = call(lambda on, a, within: boards.are_joined(on, a, within))
behind = call(lambda on, eye, blocker: boards.behind(on, eye, blocker))

any_set = st.sets(st.integers(0, 80))
shapes = st.sampled_from(SHAPES)


def as_set(squares: Squares) -> set[int]:
    return set(to_list(squares))


def step(shape: tuple[int, int], square: int, direction: int) -> int | None:
    width, height = shape
    row, column = square // width + STEPS[direction][0], square % width + STEPS[direction][1]
    return row * width + column if 0 <= row < height and 0 <= column < width else None


def inside(shape: tuple[int, int], squares: set[int]) -> set[int]:
    return {square for square in squares if square < shape[0] * shape[1]}


def stepped(shape: tuple[int, int], squares: set[int], directions: tuple[int, ...]) -> set[int]:
    reached = {step(shape, square, direction) for square in squares for direction in directions}
    return {square for square in reached if square is not None}


def line(shape: tuple[int, int], square: int, direction: int, stops: set[int]) -> Iterator[int]:
    at = step(shape, square, direction)
    while at is not None and at not in stops:
        yield at
        at = step(shape, at, direction)


@given(a=any_set, b=any_set)
def test_like_pythons_sets(a: set[int], b: set[int]) -> None:
    one, other = from_list(a), from_list(b)
    assert as_set(one) == a
    assert as_set(union(one, other)) == a | b
    assert as_set(intersection(one, other)) == a & b
    assert as_set(minus(one, other)) == a - b
    assert meet(one, other) == bool(a & b)
    assert is_empty(one) == (not a)
    assert count(one) == len(a)


@given(a=any_set.filter(bool), square=st.integers(0, 80))
def test_first_last_nth_and_contains(a: set[int], square: int) -> None:
    one, ordered = from_list(a), sorted(a)
    assert first(one) == ordered[0]
    assert last(one) == ordered[-1]
    assert [nth(one, index) for index in range(len(a))] == ordered
    assert to_list(without_first(one)) == ordered[1:]
    assert contains(one, square) == (square in a)
    assert as_set(single(square)) == {square}


@given(shape=shapes, a=any_set, direction=st.sampled_from(sorted(STEPS)))
def test_shift(shape: tuple[int, int], a: set[int], direction: int) -> None:
    squares = inside(shape, a)
    moved = shift(BOARDS[shape], from_list(squares), direction)
    assert as_set(moved) == stepped(shape, squares, (direction,))


@given(shape=shapes, a=any_set)
def test_neighbours(shape: tuple[int, int], a: set[int]) -> None:
    squares = inside(shape, a)
    found = neighbours(BOARDS[shape], from_list(squares))
    assert as_set(found) == stepped(shape, squares, STRAIGHT)


@given(shape=shapes, within=any_set, start=st.integers(0, 80))
def test_flood(shape: tuple[int, int], within: set[int], start: int) -> None:
    ground = inside(shape, within)
    reached = {start} & ground
    while more := (stepped(shape, reached, STRAIGHT) & ground) - reached:
        reached |= more
    assert as_set(flood(BOARDS[shape], from_list({start}), from_list(ground))) == reached


@given(shape=shapes, squares=any_set)
@settings(max_examples=200)
def test_write_joined(shape: tuple[int, int], squares: set[int]) -> None:
    ground = inside(shape, squares)
    sets = np.zeros((81, 2), np.uint64)
    size = write_joined(BOARDS[shape], from_list(ground), sets)
    written = [as_set((low, high)) for low, high in sets[:size]]
    assert sorted(square for joined in written for square in joined) == sorted(ground)
    for joined in written:
        assert as_set(flood(BOARDS[shape], from_list({min(joined)}), from_list(ground))) == joined


@given(shape=shapes, blockers=any_set, start=st.integers(0, 80))
@settings(max_examples=200)
def test_open_rays(shape: tuple[int, int], blockers: set[int], start: int) -> None:
    square = start % (shape[0] * shape[1])
    stops = inside(shape, blockers) - {square}
    seen = {each for direction in STEPS for each in line(shape, square, direction, stops)}
    assert as_set(open_rays(BOARDS[shape], square, from_list(stops))) == seen


@given(shape=shapes, blockers=any_set, starts=any_set, direction=st.sampled_from(sorted(STEPS)))
@settings(max_examples=200)
def test_sweep(
    shape: tuple[int, int], blockers: set[int], starts: set[int], direction: int
) -> None:
    squares, stops = inside(shape, starts), inside(shape, blockers)
    seen = {each for square in squares for each in line(shape, square, direction, stops)}
    free = from_list(inside(shape, set(range(81))) - stops)
    assert as_set(sweep(BOARDS[shape], from_list(squares), direction, free)) == seen


@pytest.mark.parametrize("direction", sorted(STEPS))
def test_opposite_leads_back(direction: int) -> None:
    up, right = STEPS[direction]
    assert STEPS[opposite(direction)] == (-up, -right)


@given(shape=shapes, within=any_set, chosen=any_set)
@settings(max_examples=200)
def test_are_joined(shape: tuple[int, int], within: set[int], chosen: set[int]) -> None:
    ground = inside(shape, within)
    squares = ground & chosen
    if squares:
        board, ways = BOARDS[shape], from_list(ground)
        group = as_set(flood(board, from_list({min(squares)}), ways))
        assert are_joined(board, from_list(squares), ways) == (squares <= group)


@pytest.mark.parametrize("shape", SHAPES)
def test_behind_is_what_a_blocker_hides(shape: tuple[int, int]) -> None:
    board: Board = BOARDS[shape]
    size = shape[0] * shape[1]
    for eye in range(0, size, 5):
        everything = as_set(open_rays(board, eye, boards.NOWHERE))
        for blocker in set(range(size)) - {eye}:
            seen = as_set(open_rays(board, eye, from_list({blocker})))
            hidden = as_set(behind(board, eye, blocker))
            assert hidden == everything - seen - {blocker}


@pytest.mark.parametrize(("width", "height"), [(1, 9), (0, 0), (9, 10), (82, 1)])
def test_boards_that_cannot_be(width: int, height: int) -> None:
    with pytest.raises(ValueError, match="at least 2 columns"):
        boards.board(width, height)
