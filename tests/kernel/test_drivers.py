"""Compiled playouts and Python positions agree on who wins."""

from __future__ import annotations

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contrada.kernel import drivers

pytestmark = [pytest.mark.uncompiled, pytest.mark.bounds]

share_the_win = numba.njit(lambda rows, results: drivers.share_the_win(rows, results))
# Few values, so that rows tie in one measure, in several, or in all.
standings = st.integers(2, 5).flatmap(
    lambda seats: st.lists(st.tuples(*[st.integers(-1, 1)] * 3), min_size=seats, max_size=seats)
)


@given(rows=standings)
def test_the_greatest_row_wins_and_equal_ones_share(rows: list[tuple[int, int, int]]) -> None:
    results = np.empty(len(rows), np.float64)
    share_the_win(np.array(rows, np.int64), results)
    best = max(rows)
    expected = [1 / rows.count(best) if row == best else 0.0 for row in rows]
    assert results.tolist() == expected
