"""Work spread over processes."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

Task = TypeVar("Task")
Done = TypeVar("Done")


class Doing(NamedTuple):
    """What a long job is doing, and how far it is."""

    what: str
    done: int
    total: int


def mapped(work: Callable[[Task], Done], tasks: Sequence[Task], workers: int = 1) -> Iterator[Done]:
    """Yield the result of each task, in order, using this many processes."""
    if workers == 1:
        yield from map(work, tasks)
        return
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        yield from pool.imap(work, tasks)
