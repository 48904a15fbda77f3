"""Work on Ray: on a cluster of machines, or in Ray's processes on this one.

Each piece of work is one task of Ray. When a worker or a node is lost, only its pieces are done
again. Results are those of one machine, because every worker must have the same Contrada.
"""

from __future__ import annotations

import hashlib
import logging
import os
import pickle
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from importlib import resources
from typing import Any, TypeVar

from contrada.bots.entrants import described
from contrada.errors import ContradaError, OptionError
from contrada.games import components
from contrada.lab import pieces
from contrada.lab.pieces import Answer, EngineError, Piece, Pieces

RAY = "ray"
SCHEME = "ray://"
ADDRESS = "RAY_ADDRESS"  # Ray sets it inside a job
# Ray tries 20 times to join a cluster, each for more than 40 s. A second chance is enough.
DEFAULTS = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_NUM_REDIS_GET_RETRIES": "2"}
TRIES = 4  # how often a piece is lost before it is to blame itself
STORE = 100 << 20  # bytes for results in flight on this machine; Ray would take a third of it
PATIENCE = 5.0  # seconds between two looks at how many cores there are

Task = TypeVar("Task")
Done = TypeVar("Done")


class Cluster:
    """Does work on a Ray cluster, or with Ray on this machine if no address is given."""

    def __init__(self, address: str | None = None, workers: int | None = None) -> None:
        if workers is not None and workers < 1:
            raise OptionError(f"there must be 1 worker or more, not {workers}")
        self._address = address
        self._workers = workers
        self.lost: Counter[int] = Counter()  # how often each piece was lost, by its first task

    def run(
        self, work: Callable[[Task], Done], tasks: Sequence[Task]
    ) -> Generator[tuple[int, Done], None, None]:
        """Yield the number and the result of each task as soon as it is done."""
        ray = _ray()
        with _joined(ray, self._address, self._workers):
            yield from self._done(ray, work, tasks)

    def _done(
        self, ray: Any, work: Callable[[Task], Done], tasks: Sequence[Task]
    ) -> Iterator[tuple[int, Done]]:
        order = ray.remote(num_cpus=1, max_retries=0)(_answer)
        packed, waiting = pickle.dumps(work), Pieces(tasks)
        busy: dict[Any, Piece[Task]] = {}
        places = _Places(ray, self._workers)
        try:
            while True:
                while len(busy) < places.count() and (piece := waiting.take(places.count())):
                    busy[order.remote(edition(), packed, piece.tasks)] = piece
                if not busy:
                    return
                (ready, *_), _ = ray.wait(list(busy), num_returns=1)
                piece, found = busy.pop(ready), _received(ray, ready)
                if isinstance(found, Exception):
                    self._lose(piece, found)
                    waiting.give_back(piece)
                    continue
                waiting.learn(found)
                yield from found.numbered(piece)
        finally:
            for reference in busy:
                ray.cancel(reference, force=True)

    def _lose(self, piece: Piece[Task], wrong: Exception) -> None:
        self.lost[piece.first] += 1
        if self.lost[piece.first] == TRIES:
            raise EngineError(
                f"{TRIES} workers in a row were lost with the same work, the last one by "
                f"{described(wrong)}"
            )


class _Places:
    """How many pieces may be under way at once; nodes come and go."""

    def __init__(self, ray: Any, fixed: int | None) -> None:
        self._ray, self._fixed = ray, fixed
        self._known, self._asked = 1, 0.0

    def count(self) -> int:
        """Return the number of workers asked for, or that of the cores in the cluster."""
        if self._fixed:
            return self._fixed
        if time.monotonic() - self._asked > PATIENCE or not self._asked:
            self._known = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
            self._asked = time.monotonic()
        return self._known


def _ray() -> Any:
    """Import Ray, which sends nothing about its use unless its user has said so.

    It reads its variables when it is imported.
    """
    for name, value in DEFAULTS.items():
        os.environ.setdefault(name, value)
    try:
        import ray  # noqa: PLC0415 - not always needed
    except ImportError:
        raise OptionError("Ray is not installed: pip install 'contrada[ray]'") from None
    return ray


@contextmanager
def _joined(ray: Any, address: str | None, workers: int | None) -> Iterator[None]:
    """Connect to a cluster, or start one on this machine, unless the program already has."""
    if ray.is_initialized():
        yield
        return
    place = address or os.environ.get(ADDRESS) or "local"
    settings: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
    if place == "local":
        settings |= {"num_cpus": workers, "include_dashboard": False, "object_store_memory": STORE}
    elif components.VARIABLE in os.environ:
        variables = {components.VARIABLE: os.environ[components.VARIABLE]}
        settings["runtime_env"] = {"env_vars": variables}
    try:
        ray.init(place, **settings)
    except (ConnectionError, RuntimeError, TimeoutError) as wrong:
        raise EngineError(f"there is no Ray cluster at {place}: {described(wrong)}") from None
    try:
        yield
    finally:
        ray.shutdown()


def _received(ray: Any, reference: Any) -> Answer[Any] | Exception:
    """Return an answer, or the error with which its worker was lost."""
    try:
        found = ray.get(reference)
    except ray.exceptions.RayTaskError as wrong:  # neither lost nor an error of ours
        raise EngineError(f"the work failed on a worker: {described(wrong.cause)}") from wrong
    except ray.exceptions.RayError as wrong:
        lost: Exception = wrong
        return lost
    except ConnectionError as wrong:
        raise EngineError(f"the Ray cluster has gone: {described(wrong)}") from None
    assert isinstance(found, Answer)
    return found


# --- On a worker ---------------------------------------------------------------------------------


@cache
def edition() -> str:
    """Return a hash of this Contrada, all of its rules, searches and components included."""
    package = resources.files("contrada")
    found = hashlib.sha256()
    for folder in ("kernel", "games", "bots", "lab"):
        for file in sorted(_files(package / folder), key=str):
            found.update(file.read_bytes())
    return found.hexdigest()[:16]


def _files(folder: Any) -> Iterator[Any]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _files(entry)
        elif entry.name.endswith((".py", ".toml", ".json")):
            yield entry


@lru_cache(1)
def _unpacked(packed: bytes) -> Callable[[Any], Any]:
    """Return the work, which is the same for all pieces: its bots are loaded once."""
    work: Callable[[Any], Any] = pickle.loads(packed)  # noqa: S301 - from the engine that asks
    return work


def _answer(wanted: str, packed: bytes, tasks: Sequence[Any]) -> Answer[Any]:
    """Do a piece of work."""
    if edition() != wanted:
        failure = EngineError("a worker has another version of Contrada: install the same on all")
        return Answer([], 0.0, failure)
    try:
        work = _unpacked(packed)
    except ContradaError as wrong:  # no such components, for instance
        return Answer([], 0.0, EngineError(f"the work cannot be done on a worker: {wrong}"))
    return pieces.answer(work, tasks)
