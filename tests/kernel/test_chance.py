"""Random numbers: the published sequence, fair draws, fair shuffles, all from the seed."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numba
import numpy as np
import pytest

from contrada.kernel import chance

pytestmark = [pytest.mark.uncompiled, pytest.mark.bounds]

next_word = numba.njit(lambda generator: chance.next_word(generator))
below = numba.njit(lambda generator, limit: chance.below(generator, limit))
draw_seed = numba.njit(lambda generator: chance.draw_seed(generator))
shuffle = numba.njit(lambda generator, items, size: chance.shuffle(generator, items, size))
draw = numba.njit(lambda generator, items, size: chance.draw(generator, items, size))


def fair(counts: Counter[object], kinds: int) -> bool:
    """Whether counts are as even as chance would make them, by chi-squared."""
    expected = counts.total() / kinds
    assert len(counts) == kinds
    squared = sum((count - expected) ** 2 / expected for count in counts.values())
    return bool(squared < kinds + 6 * (2 * kinds) ** 0.5)


def test_the_published_sequence_of_splitmix64() -> None:
    generator = chance.generator(1234567)
    assert [int(next_word(generator)) for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


@pytest.mark.parametrize("limit", [1, 2, 6, 28, 81])
def test_below_is_fair(limit: int) -> None:
    generator = chance.generator(limit)
    counts: Counter[object] = Counter(int(below(generator, limit)) for _ in range(200 * limit))
    assert set(counts) == set(range(limit))
    assert fair(counts, limit)


def test_below_is_fair_near_the_largest_limit() -> None:
    limit = 3 << 30  # a quarter of the draws would fall twice into the first third
    generator = chance.generator(0)
    thirds: Counter[object] = Counter(int(below(generator, limit)) >> 30 for _ in range(3000))
    assert fair(thirds, 3)


def test_every_order_is_equally_likely() -> None:
    generator = chance.generator(3)
    counts: Counter[object] = Counter()
    for _ in range(2400):
        items = np.arange(5)
        shuffle(generator, items, 4)
        assert items[4] == 4, "what is beyond the size stays"
        counts[tuple(items[:4].tolist())] += 1
    assert set(counts) == set(permutations(range(4)))
    assert fair(counts, 24)


def test_drawing_takes_each_item_once() -> None:
    generator = chance.generator(9)
    counts: Counter[object] = Counter()
    for _ in range(600):
        items = np.arange(3)
        drawn = [int(draw(generator, items, size)) for size in (3, 2, 1)]
        assert sorted(drawn) == [0, 1, 2]
        counts[tuple(drawn)] += 1
    assert fair(counts, 6)


def test_seeds_drawn_are_seeds() -> None:
    generator = chance.generator(1)
    seeds = [int(draw_seed(generator)) for _ in range(1000)]
    assert all(0 <= seed <= chance.MOST_SEED for seed in seeds)
    assert len(set(seeds)) == 1000
