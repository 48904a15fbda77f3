"""Two compiled functions and how to load them, for tests of the cache in processes of their own."""

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


if __name__ == "__main__":
    ready = load()
    hits = sum(ready["quadruple"].stats.cache_hits.values())  # type: ignore[attr-defined]
    sys.stdout.write(f"{quadruple(int(sys.argv[1]))} {hits}\n")
