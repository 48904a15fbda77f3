"""Random numbers from a generator inside the state, so that a seed determines the whole game.

A generator is one 64-bit word in an array of length one (a field of a state, or separate). It
follows the SplitMix64 sequence, which needs no more memory and is good enough for shuffling.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from contrada.kernel.jit import compiled

Generator = npt.NDArray[np.uint64]
MOST_SEED = 2**63 - 1

_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_HALF = np.uint64(32)


def generator(seed: int) -> Generator:
    """Return a separate generator, outside a state (plain Python)."""
    return np.array([seed], np.uint64)


@compiled
def next_word(generator: Generator) -> np.uint64:
    """Advance the generator and return 64 random bits."""
    generator[0] += _STEP
    word = generator[0]
    word = (word ^ (word >> np.uint64(30))) * _MIX_1
    word = (word ^ (word >> np.uint64(27))) * _MIX_2
    return np.uint64(word ^ (word >> np.uint64(31)))


@compiled
def below(generator: Generator, limit: int) -> int:
    """Return a number from 0 to limit - 1, each equally likely (limit under 2**32)."""
    # Multiply a 32-bit number by the limit and keep the upper half. Reject the few numbers that
    # would make some results likelier.
    size = np.uint64(limit)
    unfair = (np.uint64(1 << 32) - size) % size
    while True:
        product = (next_word(generator) >> _HALF) * size
        if (product & np.uint64(0xFFFFFFFF)) >= unfair:
            return np.int64(product >> _HALF)  # type: ignore[return-value]


@compiled
def draw_seed(generator: Generator) -> int:
    """Return a seed for another generator, from 0 to `MOST_SEED`."""
    return np.int64(next_word(generator) >> np.uint64(1))  # type: ignore[return-value]


@compiled
def shuffle(generator: Generator, items: npt.NDArray[Any], size: int) -> None:
    """Shuffle the first `size` items; every order is equally likely."""
    for place in range(size - 1, 0, -1):
        other = below(generator, place + 1)
        items[place], items[other] = items[other], items[place]


@compiled
def draw(generator: Generator, items: npt.NDArray[Any], size: int) -> Any:
    """Take one of the first `size` items at random, and move the last one into its place."""
    place = below(generator, size)
    drawn = items[place]
    items[place] = items[size - 1]
    return drawn
