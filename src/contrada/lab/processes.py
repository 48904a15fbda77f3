"""Work spread over processes on this machine."""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import connection
from multiprocessing.context import SpawnProcess
from typing import Any, NamedTuple, TypeVar, cast

from contrada.errors import OptionError
from contrada.lab import pieces
from contrada.lab.pieces import Answer, EngineError, Piece, Pieces

Task = TypeVar("Task")
Done = TypeVar("Done")
Channel = connection.Connection  # tasks go one way, answers the other
Crew = dict["Channel[Any, Any]", SpawnProcess]


class Processes:
    """Does work in several processes, or right here if there is only one worker."""

    def __init__(self, workers: int = 1) -> None:
        if workers < 1:
            raise OptionError(f"there must be 1 worker or more, not {workers}")
        self._workers = workers

    def run(
        self, work: Callable[[Task], Done], tasks: Sequence[Task]
    ) -> Generator[tuple[int, Done], None, None]:
        """Yield the number and the result of each task as soon as it is done."""
        workers = min(self._workers, len(tasks))
        if workers > 1:
            yield from _by_crew(work, tasks, workers)
            return
        for number, task in enumerate(tasks):
            yield number, work(task)


class Doing(NamedTuple):
    """What a long job is doing, and how far it is."""

    what: str
    done: int
    total: int


def mapped(work: Callable[[Task], Done], tasks: Sequence[Task], workers: int = 1) -> Iterator[Done]:
    """Yield the result of each task, in order, using this many processes."""
    yield from in_order(Processes(workers).run(work, tasks))


def in_order(results: Iterator[tuple[int, Done]]) -> Iterator[Done]:
    """Yield numbered results in the order of their numbers, each as soon as those before it."""
    early: dict[int, Done] = {}
    following = 0
    for number, result in results:
        early[number] = result
        while following in early:
            yield early.pop(following)
            following += 1


def _by_crew(
    work: Callable[[Task], Done], tasks: Sequence[Task], workers: int
) -> Iterator[tuple[int, Done]]:
    """Give each idle worker a piece; all workers end with the work, or if it is abandoned."""
    waiting = Pieces(tasks)
    crew = _hire(work, workers)
    busy: dict[Channel[Any, Any], Piece[Task]] = {}

    def send(channel: Channel[Any, Any]) -> None:
        piece = waiting.take(workers)
        if piece:
            channel.send(piece.tasks)
            busy[channel] = piece

    try:
        for channel in crew:
            send(channel)
        while busy:
            for ready in connection.wait(list(busy)):
                channel = cast("Channel[Any, Any]", ready)
                piece, found = busy.pop(channel), _received(channel, crew[channel])
                waiting.learn(found)
                if not found.failure:
                    send(channel)
                yield from found.numbered(piece)
    finally:
        for channel, process in crew.items():
            channel.close()
            process.terminate()
            process.join()


def _hire(work: Callable[[Task], Done], workers: int) -> Crew:
    """Start worker processes, each with a channel to receive tasks."""
    spawn = multiprocessing.get_context("spawn")
    crew: Crew = {}
    with _keys_ignored():
        for _ in range(workers):
            ours, theirs = spawn.Pipe()
            process = spawn.Process(target=_serve, args=(theirs, work), daemon=True)
            process.start()
            theirs.close()
            crew[ours] = process
    return crew


@contextmanager
def _keys_ignored() -> Iterator[None]:
    """Let processes started now ignore Ctrl-C; this process ends them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _serve(channel: Channel[Any, Any], work: Callable[[Any], Any]) -> None:
    """Do the tasks received from a channel; runs in a worker process."""
    try:
        while True:
            channel.send(pieces.answer(work, channel.recv()))
    except (EOFError, OSError):  # the other end is closed
        return


def _received(channel: Channel[Any, Any], process: SpawnProcess) -> Answer[Any]:
    try:
        found = channel.recv()
    except (EOFError, OSError):
        process.join()
        raise EngineError(
            f"a worker process ended unexpectedly, with status {process.exitcode}"
        ) from None
    assert isinstance(found, Answer)
    return found
