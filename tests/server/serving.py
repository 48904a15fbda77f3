"""Servers in a thread of this process; `processes` has those that can be killed."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections.abc import Callable, Coroutine
from typing import Any, ClassVar, Protocol, TypeVar

import pytest

from contrada import shuffle
from contrada.kernel.chance import MOST_SEED
from contrada.server import run, times
from contrada.server.services import Services
from contrada.server.settings import Limits, Settings
from contrada.server.times import ServedTime
from tests.logged import OVERHEARD

PATIENCE = 180.0  # seconds until a test gives up; no test asserts a shorter time
COMPILING = 600.0  # the same if rules have changed and are compiled first
HOST = "127.0.0.1"
T = TypeVar("T")

PLENTY = (100_000.0, 100_000)
GENEROUS = Limits(
    messages=PLENTY,
    previews=PLENTY,
    crowds=PLENTY,
    chat=PLENTY,
    tables=PLENTY,
    guests=PLENTY,
    names=PLENTY,
    requests=PLENTY,
    files=PLENTY,
    pictures=PLENTY,
    replays=PLENTY,
    studies=PLENTY,
    searches=PLENTY,
    analyses=PLENTY,
    exports=PLENTY,
    channels=PLENTY,
    mails=PLENTY,
    notices=PLENTY,
    sockets=1000,
)


def dealing(name: str) -> Callable[[], tuple[int, str]]:
    """Return a function that deals the same games each time, so that failures can be repeated."""
    chance = random.Random(name)
    return lambda: (chance.randrange(MOST_SEED + 1), chance.randbytes(shuffle.SALT_BYTES).hex())


async def eventually(holds: Callable[[], object]) -> None:
    """Check again and again until something is true, or fail the test."""
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.01)


async def hasten(server: InThread, *waiting: asyncio.Task[Any]) -> None:
    """Make searches end with what they have found so far, until these are done."""

    def are_done() -> bool:
        server.services.pool.stop_searches()
        return all(task.done() for task in waiting)

    await eventually(are_done)


class Time:
    """The clock of servers in this process, so that no test has to wait."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._ahead, real = 0, times.now
        monkeypatch.setattr(times, "now", lambda: real() + self._ahead)

    def pass_by(self, milliseconds: int) -> None:
        """Move the clock forward."""
        self._ahead += milliseconds

    def reach(self, moment: int) -> None:
        """Move the clock to a certain time, unless it is later already."""
        self.pass_by(max(0, moment - times.now()))


class Machine:
    """A machine whose clock can be set, and which can be halted, for what runs on it.

    That is this test and the servers that it starts; those that already run have their own time.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._set = self._halted = 0
        usual = times.served
        ours = ServedTime(
            lambda: usual.wall() + self._set + self._halted,
            lambda: usual.monotonic() + self._halted,
        )
        monkeypatch.setattr(times, "served", _Apart(ours, usual))

    def set_clock(self, milliseconds: int) -> None:
        """Set the clock forward or back; after a sleep it is ahead too."""
        self._set += milliseconds

    def halt(self, milliseconds: int) -> None:
        """Let nothing run for a while."""
        self._halted += milliseconds


class _Apart:
    """Stands in for the time of this process, which servers in other threads share."""

    def __init__(self, ours: ServedTime, usual: ServedTime) -> None:
        self._ours, self._usual = ours, usual
        self._others = {thread for server in InThread.running for thread in server.threads}

    def __getattr__(self, name: str) -> Any:
        is_theirs = threading.current_thread() in self._others
        return getattr(self._usual if is_theirs else self._ours, name)


class Server(Protocol):
    """Something that answers on a port."""

    @property
    def port(self) -> int: ...


def http(server: Server) -> str:
    return f"http://{HOST}:{server.port}"


def ws(server: Server) -> str:
    return f"ws://{HOST}:{server.port}/api/socket"


class InThread:
    """A server in a thread of this process: quick to start, with parts that tests can look at."""

    running: ClassVar[list[InThread]] = []

    def __init__(self, settings: Settings, host: str = HOST) -> None:
        self.settings = settings
        OVERHEARD.listen()
        self._taken = run.listen(host, 0)
        self.port: int = self._taken.getsockname()[1]
        self._server = run.make_server(settings)
        self.host_link = self._server.host_link.token
        self._thread = threading.Thread(target=self._server.run, args=([self._taken],))
        self._thread.start()
        self._until(lambda: self._server.started, PATIENCE)
        self._until(self._has_loaded, COMPILING)
        self.running.append(self)

    def _has_loaded(self) -> bool:
        """Whether all games that it prepares are loaded; later it would log into another test."""
        readiness = self.services.readiness
        is_compiling = "compiling" in readiness.states.values()
        return not is_compiling and all(task.done() for task in list(readiness._loading.values()))

    def _until(self, holds: Callable[[], bool], patience: float) -> None:
        deadline = time.monotonic() + patience
        while not holds():
            assert self._thread.is_alive(), "the server did not start"
            assert time.monotonic() < deadline, "the server did not start in time"
            time.sleep(0.01)

    @property
    def services(self) -> Services:
        app: Any = self._server.config.app
        return app.state.services  # type: ignore[no-any-return]

    @property
    def threads(self) -> set[threading.Thread]:
        """The threads that ask for the time."""
        return {self._thread, self.services.store.database.writer._thread}

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run something in the server's own event loop."""
        loop = self.services.tasks._repeated[0].get_loop()
        return asyncio.run_coroutine_threadsafe(work, loop).result(PATIENCE)

    def stop(self) -> None:
        self.tell_to_stop()
        self._thread.join(PATIENCE)
        if self in self.running:
            self.running.remove(self)
        assert not self._thread.is_alive(), "the server does not stop"
        OVERHEARD.check(is_last=True)

    def tell_to_stop(self) -> None:
        """Ask it to stop, without waiting."""
        self._server.should_exit = True


def stop_all(*servers: InThread) -> None:
    """Stop servers at the same time."""
    for server in servers:
        server.tell_to_stop()
    for server in servers:
        server.stop()
