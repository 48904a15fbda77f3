"""What is left behind for Python's garbage collector, which rarely runs while people play."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def garbage() -> Iterator[list[object]]:
    """Return what is not freed meanwhile without being looked for."""
    gc.collect()
    gc.disable()
    try:
        yield gc.garbage
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
    finally:
        gc.set_debug(0)
        gc.enable()
