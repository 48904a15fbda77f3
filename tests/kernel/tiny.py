"""Two compiled functions and how to load them, to test the cache in separate processes."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba import types

from contrada.kernel import jit
from contrada.kernel.jit import EntryPoint, compiled


@compiled
def double(number: int) -> int:
    return number + number


@compiled
def quadruple(number: int) -> int:
    return double(double(number))


def load() -> dict[str, Callable[..., Any]]:
    entry_points = {"quadruple": EntryPoint(quadruple, types.int64(types.int64))}
    return jit.load("tiny", [Path(__file__)], entry_points)


def answer_and_hits(number: int) -> tuple[int, int]:
    """Return the results, and how many functions came from the cache."""
    ready = load()
    hits = ready["quadruple"].stats.cache_hits  # type: ignore[attr-defined]
    return quadruple(number), sum(hits.values())


if __name__ == "__main__":
    sys.stdout.write("{} {}\n".format(*answer_and_hits(int(sys.argv[1]))))
