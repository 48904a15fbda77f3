"""Sets as bits of a number behave like Python's own sets, and can be written as lists."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contrada.kernel import boards, decisions, sets

pytestmark = [pytest.mark.uncompiled, pytest.mark.bounds]


def call(function: Callable[..., Any]) -> Callable[..., Any]:
    """Let Python call a function that only compiled code can call."""
    return numba.njit(function)  # type: ignore[no-any-return]


has = call(lambda a, number: sets.has(a, number))
first_of = call(lambda a: sets.first_of(a))
without_first = call(lambda a: sets.without_first(a))
size_of = call(lambda a: sets.size_of(a))
write_one = call(lambda to, size, decision: decisions.write_one(to, size, decision))
write_each = call(lambda to, size, kind, a: decisions.write_each(to, size, kind, a))
write_squares = call(lambda to, size, kind, a: decisions.write_squares(to, size, kind, a))

any_set = st.sets(st.integers(0, 62))


def word(numbers: set[int]) -> np.int64:
    return np.int64(sum(1 << number for number in numbers))


@given(any_set, st.integers(0, 62))
def test_a_set_is_its_members(numbers: set[int], other: int) -> None:
    assert sets.members(word(numbers)) == sorted(numbers)  # type: ignore[arg-type]
    assert size_of(word(numbers)) == len(numbers)
    assert has(word(numbers), other) == (other in numbers)


@given(any_set.filter(bool))
def test_the_first_one_is_the_lowest(numbers: set[int]) -> None:
    lowest = min(numbers)
    assert first_of(word(numbers)) == lowest
    assert without_first(word(numbers)) == word(numbers - {lowest})


@given(any_set)
def test_decisions_are_written_in_rising_order(numbers: set[int]) -> None:
    room = np.zeros(200, np.int64)
    size = write_each(room, write_one(room, 0, 7), 100, word(numbers))
    assert room[:size].tolist() == [7, *(100 + number for number in sorted(numbers))]
    size = write_squares(room, size, 300, boards.from_list(list(numbers)))
    assert room[:size].tolist()[1 + len(numbers) :] == [300 + n for n in sorted(numbers)]
