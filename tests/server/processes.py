"""Servers for tests in processes of their own, which can be killed."""

from __future__ import annotations

import json
import multiprocessing
import os
import re
import signal
import socket
import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.server import launch
from tests.server.serving import HOST, PATIENCE


class Process(ABC):
    """A server as a process of its own, whose log is kept."""

    def __init__(self, log: Path) -> None:
        self.log = log
        self.port = 0
        self._is_told = False

    def ready(self) -> Process:
        """Wait until it answers."""
        self.port = self._read_port()
        self._wait_until_it_answers()
        return self

    def _wait_until_it_answers(self) -> None:
        """The port is open before the server reads from it."""
        with socket.create_connection((HOST, self.port), PATIENCE) as asking:
            asking.settimeout(PATIENCE)
            asking.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            answer = asking.recv(100)
        assert answer.startswith(b"HTTP/1.1 200"), answer

    def kill(self) -> None:
        """End it as a power cut would."""
        self._send(signal.SIGKILL)
        self._end()

    def stop(self) -> int:
        """Ask it to stop, if nobody has; return its status."""
        self.tell_to_stop()
        return self._end()

    def tell_to_stop(self, by: signal.Signals = signal.SIGTERM) -> None:
        """Ask it to stop, once, and do not wait."""
        if not self._is_told:
            self._send(by)
        self._is_told = True

    def end(self) -> None:
        """Leave nothing behind, whatever the test did."""
        if self._is_running():
            self.kill()

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


class ByCommandLine(Process):
    """A server as people start it."""

    def __init__(self, database: str, log: Path) -> None:
        super().__init__(log)
        with log.open("ab") as errors:
            self._process = subprocess.Popen(
                [*(sys.executable, "-m", "contrada", "serve"), "--port=0", "--database", database],
                stdout=subprocess.PIPE,
                stderr=errors,
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
                text=True,
            )

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
        assert self._process.stdout is not None
        self._process.stdout.close()
        return status


class Launched(Process):
    """A server with other limits, or quicker signs of life.

    It is forked from a process that has loaded what takes long: see `launch` and `loaded`.
    """

    def __init__(
        self,
        database: str,
        log: Path,
        *,
        settings: Mapping[str, Any] | None = None,
        limits: Mapping[str, Any] | None = None,
        constants: Mapping[str, float] | None = None,
    ) -> None:
        super().__init__(log)
        forking = multiprocessing.get_context("forkserver")
        forking.set_forkserver_preload(["tests.server.loaded"])
        self._ours, theirs = forking.Pipe()
        wishes = launch.Wishes(database, settings or {}, limits or {}, constants or {})
        self._process = forking.Process(target=launch.main, args=(wishes, log, theirs), daemon=True)
        self._process.start()
        theirs.close()

    def _read_port(self) -> int:
        try:
            return int(self._ours.recv())
        except EOFError:
            raise AssertionError(f"it did not start: {self.log.read_text()}") from None

    def _send(self, wanted: signal.Signals) -> None:
        assert self._process.pid is not None
        os.kill(self._process.pid, wanted)

    def _is_running(self) -> bool:
        return self._process.is_alive()

    def _end(self) -> int:
        self._process.join(PATIENCE)
        self._ours.close()
        assert self._process.exitcode is not None, "it does not end"
        return self._process.exitcode
