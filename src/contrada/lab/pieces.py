"""Tasks in pieces: enough at once to be worth sending, and few enough to be lost with a worker."""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

from contrada.errors import ContradaError

LONGEST = 0.5  # seconds that a piece should take, unless it is a single task

Task = TypeVar("Task")
Done = TypeVar("Done")


class EngineError(ContradaError):
    """Work cannot go on where it runs."""


class Piece(NamedTuple, Generic[Task]):
    """Some tasks in a row, and the number of the first."""

    first: int
    tasks: Sequence[Task]


class Answer(NamedTuple, Generic[Done]):
    """What came of the tasks of a piece, in order; after a failure, of those before it."""

    results: list[Done]
    seconds: float
    failure: ContradaError | None = None

    def numbered(self, piece: Piece[Task]) -> Iterator[tuple[int, Done]]:
        """Yield each result with the number of its task; raise the failure at the end."""
        yield from enumerate(self.results, piece.first)
        if self.failure:
            raise self.failure


class Pieces(Generic[Task]):
    """Hands out tasks. Pieces grow until they take about as long as they should.

    How tasks are cut into pieces never changes what comes of them.
    """

    def __init__(self, tasks: Sequence[Task]) -> None:
        self._tasks = tasks
        self._given = 0
        self._returned: list[Piece[Task]] = []
        self._pace = LONGEST  # seconds for a task

    def take(self, workers: int) -> Piece[Task] | None:
        """Return the next piece for one of these workers, or None if nothing is left."""
        if self._returned:
            return self._returned.pop()
        left = len(self._tasks) - self._given
        if not left:
            return None
        fair = -(-left // (2 * workers))  # so that all workers end at about the same time
        size = max(1, min(fair, int(LONGEST / self._pace)))
        first, self._given = self._given, self._given + size
        return Piece(first, self._tasks[first : first + size])

    def give_back(self, piece: Piece[Task]) -> None:
        """Hand out a piece again, because it was lost."""
        self._returned.append(piece)

    def learn(self, answer: Answer[Done]) -> None:
        """Remember how long a task takes."""
        if answer.results:
            self._pace = max(answer.seconds / len(answer.results), 1e-9)


def answer(work: Callable[[Task], Done], tasks: Sequence[Task]) -> Answer[Done]:
    """Do the tasks of a piece."""
    results: list[Done] = []
    begun, failure = time.perf_counter(), None
    try:
        for task in tasks:
            results.append(work(task))  # noqa: PERF401 - what came before a failure counts
    except ContradaError as wrong:
        failure = _portable(wrong)
    return Answer(results, time.perf_counter() - begun, failure)


def _portable(wrong: ContradaError) -> ContradaError:
    """Return an error that can be sent to another process; some take more than a sentence."""
    try:
        pickle.loads(pickle.dumps(wrong))  # noqa: S301 - our own
    except TypeError:
        return ContradaError(str(wrong))
    return wrong
