"""Random numbers: the fast sequence as published, fair draws and shuffles from both streams."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
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
take_over = numba.njit(lambda generator, other: chance.take_over(generator, other))
start_fast = numba.njit(lambda generator, word: chance.start_fast(generator, word))
forget_key = numba.njit(lambda generator, other: chance.forget_key(generator, other))

Stream = Callable[[int], chance.Generator]
streams = pytest.mark.parametrize("stream", [chance.fast, chance.secret])


def fair(counts: Counter[object], kinds: int) -> bool:
    """Whether counts are as even as chance would make them, by chi-squared."""
    expected = counts.total() / kinds
    assert len(counts) == kinds
    squared = sum((count - expected) ** 2 / expected for count in counts.values())
    return bool(squared < kinds + 6 * (2 * kinds) ** 0.5)


def test_the_published_sequence_of_splitmix64() -> None:
    generator = chance.fast(1234567)
    assert [int(next_word(generator)) for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


@streams
@pytest.mark.parametrize("limit", [1, 2, 6, 28, 81])
def test_below_is_fair(limit: int, stream: Stream) -> None:
    generator = stream(limit)
    counts: Counter[object] = Counter(int(below(generator, limit)) for _ in range(200 * limit))
    assert set(counts) == set(range(limit))
    assert fair(counts, limit)


@streams
def test_below_is_fair_near_the_largest_limit(stream: Stream) -> None:
    limit = 3 << 30  # a quarter of the draws would fall twice into the first third
    generator = stream(0)
    thirds: Counter[object] = Counter(int(below(generator, limit)) >> 30 for _ in range(3000))
    assert fair(thirds, 3)


@streams
def test_every_order_is_equally_likely(stream: Stream) -> None:
    generator = stream(3)
    counts: Counter[object] = Counter()
    for _ in range(2400):
        items = np.arange(5)
        shuffle(generator, items, 4)
        assert items[4] == 4, "what is beyond the size stays"
        counts[tuple(items[:4].tolist())] += 1
    assert set(counts) == set(permutations(range(4)))
    assert fair(counts, 24)


@streams
def test_drawing_takes_each_item_once(stream: Stream) -> None:
    generator = stream(9)
    counts: Counter[object] = Counter()
    for _ in range(600):
        items = np.arange(3)
        drawn = [int(draw(generator, items, size)) for size in (3, 2, 1)]
        assert sorted(drawn) == [0, 1, 2]
        counts[tuple(drawn)] += 1
    assert fair(counts, 6)


def test_seeds_drawn_are_seeds() -> None:
    generator = chance.fast(1)
    seeds = [int(draw_seed(generator)) for _ in range(1000)]
    assert all(0 <= seed < 2**63 for seed in seeds)
    assert len(set(seeds)) == 1000


def words_of(generator: chance.Generator) -> list[int]:
    return [int(next_word(generator)) for _ in range(10)]


def test_every_seed_deals_something_else() -> None:
    seeds = [0, 1, 7, 2**62, 2**63, 2**64 - 1, 2**64, 2**64 + 7, 2**127, chance.MOST_SEED - 1]
    assert len({tuple(words_of(chance.secret(seed))) for seed in seeds}) == len(seeds)


def test_fast_generators_take_long_seeds_too() -> None:
    seeds = [0, 1, 7, 2**63, 2**64 - 1, 2**64 + 7, 2**127 + 5]
    assert len({tuple(words_of(chance.fast(seed))) for seed in seeds}) == len(seeds)


@streams
def test_taking_over_goes_on_where_the_other_was(stream: Stream) -> None:
    one, other = stream(5), chance.fast(0)
    next_word(one)
    take_over(other, one)
    assert words_of(other) == words_of(one)


def test_nothing_is_left_of_a_key() -> None:
    generator, plain = chance.secret(5), chance.fast(77)
    next_word(generator)
    start_fast(generator, np.uint64(77))
    assert generator.tobytes() == plain.tobytes()
    assert chance.key_of(generator) == bytes(32)
    assert words_of(generator) == words_of(plain)


def test_a_key_is_forgotten_once() -> None:
    """What comes then depends on the other generator alone; a fast one stays as it is."""
    first, second = chance.secret(1), chance.secret(2)
    for generator in (first, second):
        forget_key(generator, chance.fast(3))
    assert first.tobytes() == second.tobytes()
    assert int(first[chance.PLACE]) == words_of(chance.fast(3))[0]
    before = first.tobytes()
    forget_key(first, chance.fast(4))
    assert first.tobytes() == before
