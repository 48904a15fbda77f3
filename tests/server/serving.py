"""Servers for tests: one in a thread of this process, or one in a process that can be killed."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

from contrada import shuffle
from contrada.kernel.chance import MOST_SEED
from contrada.server import run
from contrada.server.analyses import Analyses
from contrada.server.hub import Hub
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
    requests=PLENTY,
    files=PLENTY,
    replays=PLENTY,
    studies=PLENTY,
    searches=PLENTY,
    analyses=PLENTY,
    exports=PLENTY,
    sockets=1000,
)
SOON_ABANDONED = 100  # milliseconds


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
        for player in list(server.hub.thinking._busy):
            player.stop()
        return all(task.done() for task in waiting)

    await eventually(are_done)


class Server(Protocol):
    """Something that answers on a port."""

    @property
    def port(self) -> int: ...


def http(server: Server) -> str:
    return f"http://{HOST}:{server.port}"


def ws(server: Server) -> str:
    return f"ws://{HOST}:{server.port}/api/socket"


class InThread:
    """A server in a thread of this process: quick to start, and its hub can be looked at."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._taken = run.listen(HOST, 0)
        self.port: int = self._taken.getsockname()[1]
        self._server = run.make_server(settings)
        self._thread = threading.Thread(target=self._server.run, args=([self._taken],))
        self._thread.start()
        self._until(lambda: self._server.started, PATIENCE)
        self._until(lambda: "compiling" not in self.hub.readiness.states.values(), COMPILING)

    def _until(self, holds: Callable[[], bool], patience: float) -> None:
        deadline = time.monotonic() + patience
        while not holds():
            assert self._thread.is_alive(), "the server did not start"
            assert time.monotonic() < deadline, "the server did not start in time"
            time.sleep(0.01)

    @property
    def hub(self) -> Hub:
        app: Any = self._server.config.app
        return app.state.hub  # type: ignore[no-any-return]

    @property
    def analyses(self) -> Analyses:
        app: Any = self._server.config.app
        return app.state.analyses  # type: ignore[no-any-return]

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something within the server's own loop."""
        loop = self.hub._errands._repeated[0].get_loop()
        return asyncio.run_coroutine_threadsafe(work, loop).result(PATIENCE)

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "the server does not stop"


class Process:
    """A server as a process of its own, whose log is kept."""

    def __init__(self, arguments: list[str], log: Path) -> None:
        self.log = log
        with log.open("ab") as errors:
            self._process = subprocess.Popen(
                [sys.executable, *arguments],
                stdin=subprocess.PIPE,  # at its end `launch` knows that the test is gone
                stdout=subprocess.PIPE,
                stderr=errors,
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
                cwd=Path(__file__).parents[2],
                text=True,
            )
        self.port = 0
        self._is_told = False

    @property
    def url(self) -> str:
        return http(self)

    def ready(self) -> Process:
        """Wait until it answers, and games can be played."""
        self.answering()
        deadline = time.monotonic() + COMPILING
        while b'"compiling"' in self._ask("/api/games"):
            assert time.monotonic() < deadline, "the games were not compiled in time"
            time.sleep(0.1)
        return self

    def answering(self) -> Process:
        """Wait until it answers; it may not have compiled the games yet."""
        self.port = self._read_port()
        # The port is open before the server reads from it.
        assert self._ask("/healthz").startswith(b"HTTP/1.1 200")
        return self

    def _read_port(self) -> int:
        """Read the address that the server prints first."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        found = re.search(r":(\d+)/", line)
        assert found, f"{line!r} {self.log.read_text()}"
        return int(found[1])

    def _ask(self, path: str) -> bytes:
        with socket.create_connection((HOST, self.port), PATIENCE) as asking:
            asking.settimeout(PATIENCE)
            request = f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
            asking.sendall(request.encode())
            with asking.makefile("rb") as answer:
                return answer.read()

    def kill(self) -> None:
        """End it as a power cut would."""
        self._process.send_signal(signal.SIGKILL)
        self._end()

    def stop(self) -> int:
        """Ask it to stop, if nobody has; return its status."""
        self.tell_to_stop()
        return self._end()

    def tell_to_stop(self, by: signal.Signals = signal.SIGTERM) -> None:
        """Ask it to stop, once, and do not wait."""
        if not self._is_told:
            self._process.send_signal(by)
        self._is_told = True

    def _end(self) -> int:
        status = self._process.wait(PATIENCE)
        self._close_pipes()
        return status

    def _close_pipes(self) -> None:
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe:
                pipe.close()

    def end(self) -> None:
        """Leave nothing behind, whatever the test did."""
        if self._process.poll() is None:
            self.kill()
        self._close_pipes()

    def lines(self) -> list[dict[str, Any]]:
        """Return what it has logged."""
        return [json.loads(line) for line in self.log.read_text().splitlines() if line.strip()]


def by_command_line(database: str, log: Path) -> Process:
    """Start a server as people do."""
    return Process(["-m", "contrada", "serve", "--port", "0", "--database", database], log)


def launched(
    database: str,
    log: Path,
    *,
    settings: Mapping[str, Any] | None = None,
    limits: Mapping[str, Any] | None = None,
    constants: Mapping[str, float] | None = None,
    gate: Sequence[str] = (),
) -> Process:
    """Start a server with other limits, quicker signs of life, or compilers that are held back."""
    wishes = {
        "database": database,
        "settings": dict(settings or {}),
        "limits": dict(limits or {}),
        "constants": dict(constants or {}),
        "gate": list(gate),
    }
    return Process(["-m", "tests.server.launch", json.dumps(wishes)], log)
