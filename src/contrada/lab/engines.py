"""Where the work of the lab runs: here, in processes on this machine, or on a Ray cluster.

An engine is given tasks that do not depend on each other. Where it runs them changes the order in
which they are done, and nothing else. `shards` cuts work into parts for batch systems.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Protocol, TypeVar

from contrada.errors import OptionError
from contrada.lab.cluster import RAY, SCHEME, Cluster
from contrada.lab.processes import Processes

Task = TypeVar("Task")
Done = TypeVar("Done")


class Engine(Protocol):
    """A place where work runs."""

    def run(
        self, work: Callable[[Task], Done], tasks: Sequence[Task]
    ) -> Generator[tuple[int, Done], None, None]:
        """Yield the number and the result of each task as soon as it is done.

        Closing the generator ends the work. `work` and tasks are sent to other processes, so they
        must be picklable.
        """


def engine(on: str | None = None, workers: int | None = None) -> Engine:
    """Return where to run, from text such as `ray` or `ray://HOST:PORT`.

    Without a text, work runs in processes on this machine, 1 if `workers` is None. On Ray, None
    means as many as the cluster has cores.
    """
    if on is None:
        return Processes(1 if workers is None else workers)
    if on == RAY:
        return Cluster(workers=workers)
    if on.startswith(SCHEME) and len(on) > len(SCHEME):
        return Cluster(on, workers)
    raise OptionError(f"work can run on {RAY} or {SCHEME}HOST:PORT, not on {on!r}")
