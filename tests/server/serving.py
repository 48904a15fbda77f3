"""Servers for tests, in a thread of this process; `processes` has those that can be killed."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections.abc import Callable, Coroutine
from typing import Any, Protocol, TypeVar

import pytest

from contrada import shuffle
from contrada.kernel.chance import MOST_SEED
from contrada.server import run, times
from contrada.server.services import Services
from contrada.server.settings import Limits, Settings

PATIENCE = 60.0  # seconds until a test gives up; no test asserts a shorter time
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
    replays=PLENTY,
    studies=PLENTY,
    searches=PLENTY,
    analyses=PLENTY,
    exports=PLENTY,
    sockets=1000,
)


def dealing(name: str) -> Callable[[], tuple[int, str]]:
    """Return what deals games as the last time, so that what fails once fails again."""
    chance = random.Random(name)
    return lambda: (chance.randrange(MOST_SEED + 1), chance.randbytes(shuffle.SALT_BYTES).hex())


async def eventually(holds: Callable[[], object]) -> None:
    """Look again and again until something holds, or the test fails."""
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.01)


async def hasten(server: InThread, *waiting: asyncio.Task[Any]) -> None:
    """Let whatever is searched end with what is known by now, until these are done."""

    def are_done() -> bool:
        server.services.pool.stop_searches()
        return all(task.done() for task in waiting)

    await eventually(are_done)


class Time:
    """What the clocks of servers in this process show, since no test waits until it is later."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._ahead, real = 0, times.now
        monkeypatch.setattr(times, "now", lambda: real() + self._ahead)

    def pass_by(self, milliseconds: int) -> None:
        """Let it be later."""
        self._ahead += milliseconds

    def reach(self, moment: int) -> None:
        """Let it be a certain time, or later."""
        self.pass_by(max(0, moment - times.now()))


class Server(Protocol):
    """Something that answers on a port."""

    @property
    def port(self) -> int: ...


def http(server: Server) -> str:
    return f"http://{HOST}:{server.port}"


def ws(server: Server) -> str:
    return f"ws://{HOST}:{server.port}/api/socket"


class InThread:
    """A server in a thread of this process: quick to start, and its parts can be looked at."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._taken = run.listen(HOST, 0)
        self.port: int = self._taken.getsockname()[1]
        self._server = run.make_server(settings)
        self._thread = threading.Thread(target=self._server.run, args=([self._taken],))
        self._thread.start()
        self._until(lambda: self._server.started, PATIENCE)
        self._until(self._has_loaded, COMPILING)

    def _has_loaded(self) -> bool:
        """Whether all games that it prepares are there; it would log them into another test."""
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

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something within the server's own loop."""
        loop = self.services.tasks._repeated[0].get_loop()
        return asyncio.run_coroutine_threadsafe(work, loop).result(PATIENCE)

    def stop(self) -> None:
        self.tell_to_stop()
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "the server does not stop"

    def tell_to_stop(self) -> None:
        """Ask it to stop, and do not wait."""
        self._server.should_exit = True


def stop_all(*servers: InThread) -> None:
    """Stop servers at the same time."""
    for server in servers:
        server.tell_to_stop()
    for server in servers:
        server.stop()
