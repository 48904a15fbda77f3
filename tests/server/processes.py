"""Servers in processes of their own, which tests can kill."""

from __future__ import annotations

import json
import multiprocessing
import os
import re
import signal
import socket
import subprocess
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.logged import complaints
from tests.server import launch
from tests.server.serving import COMPILING, HOST, PATIENCE, http


class Process(ABC):
    """A server as a process of its own, with its log."""

    def __init__(self, log: Path) -> None:
        self.log = log
        log.touch()  # it may be killed before it writes anything
        self.port = 0
        self._is_told = False
        self._forgiven: set[str] = set()

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

    def listening(self) -> Process:
        """Wait until clients can connect; they are answered a little later."""
        self.port = self._read_port()
        return self

    def answering(self) -> Process:
        """Wait until it answers; games may not be compiled yet."""
        self.listening()
        # The port is open before the server reads from it.
        assert self._ask("/healthz").startswith(b"HTTP/1.1 200")
        return self

    def _ask(self, path: str) -> bytes:
        with socket.create_connection((HOST, self.port), PATIENCE) as asking:
            asking.settimeout(PATIENCE)
            request = f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
            asking.sendall(request.encode())
            with asking.makefile("rb") as answer:
                return answer.read()

    def kill(self) -> None:
        """Kill it, like a power cut."""
        self._send(signal.SIGKILL)
        self._end()
        self.check_log()

    def await_death(self) -> None:
        """Wait until it has killed itself, as it was asked to."""
        self._end()
        self.check_log()

    def stop(self) -> int:
        """Ask it to stop, if nobody has; return its status."""
        self.tell_to_stop()
        status = self._end()
        self.check_log()
        return status

    def tell_to_stop(self, by: signal.Signals = signal.SIGTERM) -> None:
        """Ask it to stop, once, without waiting."""
        if not self._is_told:
            self._send(by)
        self._is_told = True

    def end(self) -> None:
        """Leave nothing behind, whatever the test did."""
        if self._is_running():
            self._send(signal.SIGKILL)
            self._end()

    def forgive(self, *texts: str) -> None:
        """Expect tracebacks with one of these texts in its log."""
        self._forgiven.update(texts)

    def check_log(self) -> None:
        """Fail if it has logged what no server may log."""
        found = complaints(self.log.read_text(), self._forgiven)
        assert found == [], "the server logged what no server may log"

    def lines(self) -> list[dict[str, Any]]:
        """Return what it has logged."""
        return [json.loads(line) for line in self.log.read_text().splitlines() if line.strip()]

    @abstractmethod
    def _read_port(self) -> int:
        """Wait until the server says where it listens."""

    @abstractmethod
    def _send(self, wanted: signal.Signals) -> None: ...

    @abstractmethod
    def _is_running(self) -> bool: ...

    @abstractmethod
    def _end(self) -> int:
        """Wait until it has ended, and return its status."""


class Spawned(Process):
    """A server that begins with nothing loaded, and prints its address first."""

    def __init__(self, log: Path, *arguments: str) -> None:
        super().__init__(log)
        with log.open("ab") as errors:
            self._process = subprocess.Popen(
                self._command(*arguments),
                stdin=subprocess.PIPE,  # at its end `cold` knows that the test is gone
                stdout=subprocess.PIPE,
                stderr=errors,
                env=self._environment(),
                text=True,
            )

    def _command(self, *arguments: str) -> list[str]:
        return [sys.executable, "-m", *arguments]

    def _environment(self) -> dict[str, str]:
        return {**os.environ, "PYTHONUNBUFFERED": "1"}

    def _read_port(self) -> int:
        """Read the address that the server prints first."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        found = re.search(r":(\d+)/", line)
        assert found, f"{line!r} {self.log.read_text()}"
        return int(found[1])

    def _send(self, wanted: signal.Signals) -> None:
        self._process.send_signal(wanted)

    def _is_running(self) -> bool:
        return self._process.poll() is None

    def _end(self) -> int:
        status = self._process.wait(PATIENCE)
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            pipe.close()
        return status


class ByCommandLine(Spawned):
    """A server started from the command line."""

    def __init__(self, database: str, log: Path) -> None:
        super().__init__(log, "contrada", "serve", "--port=0", "--database", database)


class Cold(Spawned):
    """A server that has yet to compile its games, with compilers that a test holds back."""

    def __init__(
        self,
        database: str,
        log: Path,
        *,
        gate: Sequence[str],
        settings: Mapping[str, Any] | None = None,
        constants: Mapping[str, float] | None = None,
    ) -> None:
        wishes = {"settings": settings or {}, "constants": constants or {}, "gate": gate}
        super().__init__(log, "tests.server.cold", json.dumps({"database": database, **wishes}))


class Launched(Process):
    """A server with other limits, or quicker heartbeats.

    It is forked from a process that has loaded everything that takes long: see `launch` and
    `loaded`.
    """

    does = staticmethod(launch.main)

    def __init__(
        self,
        database: str,
        log: Path,
        *,
        settings: Mapping[str, Any] | None = None,
        limits: Mapping[str, Any] | None = None,
        constants: Mapping[str, float] | None = None,
        ahead: int = 0,
        descriptors: int | None = None,
        death: launch.Death | None = None,
    ) -> None:
        super().__init__(log)
        forking = multiprocessing.get_context("forkserver")
        forking.set_forkserver_preload(["tests.server.loaded"])
        self._ours, theirs = forking.Pipe()
        usual = (database, settings or {}, limits or {}, constants or {})
        wishes = launch.Wishes(*usual, ahead, descriptors, death)
        self._process = forking.Process(target=self.does, args=(wishes, log, theirs), daemon=True)
        self._process.start()
        theirs.close()

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    def _read_port(self) -> int:
        try:
            return int(self._ours.recv())
        except EOFError:
            raise AssertionError(f"it did not start: {self.log.read_text()}") from None

    def _send(self, wanted: signal.Signals) -> None:
        os.kill(self.pid, wanted)

    def _is_running(self) -> bool:
        return self._process.is_alive()

    def _end(self) -> int:
        self._process.join(PATIENCE)
        self._ours.close()
        assert self._process.exitcode is not None, "it does not end"
        return self._process.exitcode


class Thinking(Launched):
    """A process that serves nobody and thinks for servers."""

    does = staticmethod(launch.think)

    def ready(self) -> Process:
        """Wait until it thinks."""
        self._read_port()
        return self
