"""Random numbers from a generator inside the state, so that a seed determines the whole game.

A generator is an array of words: a field of a state, or separate. It follows one of two streams.

- The secret stream is ChaCha20 (RFC 8439), with a key made from the seed. Everything dealt in a
  real game comes from it: whatever part of it lies open, the rest cannot be worked out.
- The fast stream is SplitMix64. Playouts and searches use it. Anyone can work it out from a few
  draws, so it never starts from anything that comes from a key.

docs/decisions/0022-secret-shuffles.md tells why.
"""

from __future__ import annotations

import functools
import hashlib
from typing import Any

import numpy as np
import numpy.typing as npt

from contrada.kernel.jit import compiled, inlined, is_disabled

Generator = npt.NDArray[np.uint64]
Block = tuple[
    np.uint64, np.uint64, np.uint64, np.uint64, np.uint64, np.uint64, np.uint64, np.uint64
]

SEED_BYTES = 16
MOST_SEED = 2 ** (8 * SEED_BYTES) - 1

# The words of a generator: where it is (SplitMix64's own word, or how many words ChaCha20 has
# given), which stream it follows, and the key, which is 0 in the fast stream.
PLACE, STREAM, KEY = 0, 1, 2
KEY_WORDS = 4
SIZE = KEY + KEY_WORDS
FIELD = np.dtype((np.uint64, (SIZE,)))  # in a state
FAST, SECRET = np.uint64(0), np.uint64(1)

_ZERO, _ONE, _HALF = np.uint64(0), np.uint64(1), np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)


# --- New generators (plain Python) ---------------------------------------------------------------


def secret(seed: int) -> Generator:
    """Return a generator that deals a real game; nobody can work it out without the seed."""
    key = hashlib.sha256(b"contrada deal " + seed.to_bytes(SEED_BYTES, "big")).digest()
    return secret_at(key, 0)


def secret_at(key: bytes, place: int) -> Generator:
    """Return a generator with this key that has given a number of words already."""
    return np.array([place, SECRET, *np.frombuffer(key, "<u8")], np.uint64)


def fast(seed: int) -> Generator:
    """Return a generator for playouts and searches, which keep no secret."""
    folded = (seed ^ seed >> 64) % 2**64
    return np.array([folded, FAST, *[0] * KEY_WORDS], np.uint64)


def key_of(generator: Generator) -> bytes:
    """Return the key of a secret generator; zeros if it is a fast one."""
    return generator[KEY:].astype("<u8").tobytes()


# --- ChaCha20 ------------------------------------------------------------------------------------

_CONSTANTS = tuple(np.uint64(word) for word in np.frombuffer(b"expand 32-byte k", "<u4"))
_TURN_1, _TURN_2, _TURN_3, _TURN_4 = (np.uint64(bits) for bits in (16, 12, 8, 7))
_DOUBLE_ROUNDS = 10
_WORDS_EACH = np.uint64(8)  # of a block


@compiled
def _turned(word: np.uint64, bits: np.uint64) -> np.uint64:
    """Rotate the 32 low bits of a word to the left."""
    return np.uint64(((word << bits) | (word >> (_HALF - bits))) & _LOW)


@compiled
def _quarter_round(
    a: np.uint64, b: np.uint64, c: np.uint64, d: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    a = (a + b) & _LOW
    d = _turned(d ^ a, _TURN_1)
    c = (c + d) & _LOW
    b = _turned(b ^ c, _TURN_2)
    a = (a + b) & _LOW
    d = _turned(d ^ a, _TURN_3)
    c = (c + d) & _LOW
    b = _turned(b ^ c, _TURN_4)
    return a, b, c, d


@compiled
def _joined(low: np.uint64, low_too: np.uint64, high: np.uint64, high_too: np.uint64) -> np.uint64:
    """Add two pairs of 32-bit words, and join the sums to one word."""
    return np.uint64(((low + low_too) & _LOW) | ((high + high_too) & _LOW) << _HALF)


@inlined  # so that `_next_secret_word` is large and stays out of the fast stream's way
def chacha20(
    key_0: np.uint64,
    key_1: np.uint64,
    key_2: np.uint64,
    key_3: np.uint64,
    counter: np.uint64,
    nonce: np.uint64,
) -> Block:
    """Return one block of the ChaCha20 stream, as little-endian words of 64 bits.

    Counter and nonce have 64 bits each, as first published. RFC 8439 takes the upper half of the
    counter for the nonce.
    """
    c_0, c_1, c_2, c_3 = _CONSTANTS
    k_0, k_1, k_2, k_3 = key_0 & _LOW, key_0 >> _HALF, key_1 & _LOW, key_1 >> _HALF
    k_4, k_5, k_6, k_7 = key_2 & _LOW, key_2 >> _HALF, key_3 & _LOW, key_3 >> _HALF
    n_0, n_1, n_2, n_3 = counter & _LOW, counter >> _HALF, nonce & _LOW, nonce >> _HALF
    x_0, x_1, x_2, x_3 = c_0, c_1, c_2, c_3
    x_4, x_5, x_6, x_7 = k_0, k_1, k_2, k_3
    x_8, x_9, x_10, x_11 = k_4, k_5, k_6, k_7
    x_12, x_13, x_14, x_15 = n_0, n_1, n_2, n_3
    for _ in range(_DOUBLE_ROUNDS):
        x_0, x_4, x_8, x_12 = _quarter_round(x_0, x_4, x_8, x_12)
        x_1, x_5, x_9, x_13 = _quarter_round(x_1, x_5, x_9, x_13)
        x_2, x_6, x_10, x_14 = _quarter_round(x_2, x_6, x_10, x_14)
        x_3, x_7, x_11, x_15 = _quarter_round(x_3, x_7, x_11, x_15)
        x_0, x_5, x_10, x_15 = _quarter_round(x_0, x_5, x_10, x_15)
        x_1, x_6, x_11, x_12 = _quarter_round(x_1, x_6, x_11, x_12)
        x_2, x_7, x_8, x_13 = _quarter_round(x_2, x_7, x_8, x_13)
        x_3, x_4, x_9, x_14 = _quarter_round(x_3, x_4, x_9, x_14)
    return (
        _joined(x_0, c_0, x_1, c_1),
        _joined(x_2, c_2, x_3, c_3),
        _joined(x_4, k_0, x_5, k_1),
        _joined(x_6, k_2, x_7, k_3),
        _joined(x_8, k_4, x_9, k_5),
        _joined(x_10, k_6, x_11, k_7),
        _joined(x_12, n_0, x_13, n_1),
        _joined(x_14, n_2, x_15, n_3),
    )


# A state keeps no block: it would take more room than everything else about chance, in every copy
# of every search. Compiled, a block is made in no time. Plain Python needs a fifth of a millisecond
# and remembers the latest ones.
_block = functools.lru_cache(8)(chacha20) if is_disabled() else chacha20


@compiled
def _next_secret_word(generator: Generator) -> np.uint64:
    place = generator[PLACE]
    generator[PLACE] = place + _ONE
    words = _block(
        generator[KEY],
        generator[KEY + 1],
        generator[KEY + 2],
        generator[KEY + 3],
        place // _WORDS_EACH,
        _ZERO,
    )
    return words[np.int64(place % _WORDS_EACH)]


# --- Drawing -------------------------------------------------------------------------------------

_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)


@compiled
def next_word(generator: Generator) -> np.uint64:
    """Advance the generator and return 64 random bits."""
    if generator[STREAM] == SECRET:
        return _next_secret_word(generator)
    generator[PLACE] += _STEP
    word = generator[PLACE]
    word = (word ^ (word >> np.uint64(30))) * _MIX_1
    word = (word ^ (word >> np.uint64(27))) * _MIX_2
    return np.uint64(word ^ (word >> np.uint64(31)))


@compiled
def take_over(generator: Generator, other: Generator) -> None:
    """Go on where another generator is; the other one must not be used again."""
    for place in range(SIZE):
        generator[place] = other[place]


@compiled
def start_fast(generator: Generator, word: np.uint64) -> None:
    """Forget everything, the key above all, and follow the fast stream from a word."""
    generator[PLACE] = word
    generator[STREAM] = FAST
    for place in range(KEY, SIZE):
        generator[place] = _ZERO


@compiled
def forget_key(generator: Generator, other: Generator) -> None:
    """If the generator is secret, make it a fast one that starts from a word of another."""
    if generator[STREAM] == SECRET:
        start_fast(generator, next_word(other))


@compiled
def below(generator: Generator, limit: int) -> int:
    """Return a number from 0 to limit - 1, each equally likely (limit under 2**32)."""
    # Multiply a 32-bit number by the limit and keep the upper half. Reject the few numbers that
    # would make some results likelier.
    size = np.uint64(limit)
    unfair = (np.uint64(1 << 32) - size) % size
    while True:
        product = (next_word(generator) >> _HALF) * size
        if (product & _LOW) >= unfair:
            return np.int64(product >> _HALF)  # type: ignore[return-value]


@compiled
def draw_seed(generator: Generator) -> np.uint64:
    """Return a seed for a fast generator."""
    return np.uint64(next_word(generator) >> _ONE)


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
