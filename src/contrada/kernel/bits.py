"""Bit counting on 64-bit words: one machine instruction when compiled."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic

from contrada.kernel.jit import compiled, constants, overloads

Word = np.uint64
ZERO, ONE = constants(0, 1)  # for compiled code to count from and to shift


def count_ones(word: Word) -> int:
    """Count the bits that are set."""
    return int(word).bit_count()


def lowest_one(word: Word) -> int:
    """Return the index of the lowest bit set; 64 if there is none."""
    value = int(word)
    return (value & -value).bit_length() - 1 if value else 64


def highest_one(word: Word) -> int:
    """Return the index of the highest bit set; -1 if there is none."""
    return int(word).bit_length() - 1


@compiled
def whole(value: Any) -> int:
    """Widen a small integer of a record, so that callees are compiled for only one type."""
    return np.int64(value)  # type: ignore[return-value]


@intrinsic  # type: ignore[untyped-decorator]
def _ctpop(_typing: Any, _word: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.uint64(types.uint64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _cttz(_typing: Any, _word: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], context.get_constant(types.boolean, 0))

    return types.uint64(types.uint64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _ctlz(_typing: Any, _word: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], context.get_constant(types.boolean, 0))

    return types.uint64(types.uint64), generate


@overloads(count_ones)
def _count_ones(word: Any) -> Any:
    return lambda word: np.int64(_ctpop(np.uint64(word)))


@overloads(lowest_one)
def _lowest_one(word: Any) -> Any:
    return lambda word: np.int64(_cttz(np.uint64(word)))


@overloads(highest_one)
def _highest_one(word: Any) -> Any:
    return lambda word: np.int64(63) - np.int64(_ctlz(np.uint64(word)))
