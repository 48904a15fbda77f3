"""Runs the command line: as a process, at a terminal, or inside the test."""

from __future__ import annotations

import errno
import fcntl
import io
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Protocol

import pytest

from contrada.cli.main import run

ABSTRACT_PLAY = Path(__file__).parents[1] / "games" / "urbino" / "abstractplay.jsonl"
PATIENCE = 120  # seconds until a test gives up on a program that hangs
A_MOMENT = 0.01  # seconds between two looks at a program that is about to wait
ESCAPES = re.compile(r"\x1b(\[[0-9;?]*[A-Za-z]|[=>])|\x07")


@dataclass(frozen=True)
class Answer:
    """The status and output of a command."""

    status: object
    out: str
    err: str

    @property
    def sentence(self) -> str:
        """The only sentence of an error; nothing else may be printed."""
        assert (self.status, self.out) == (2, ""), self
        assert self.err.startswith("contrada: "), self
        assert self.err.endswith("\n"), self
        assert self.err.count("\n") == 1, self
        assert "Traceback" not in self.err
        return self.err.removeprefix("contrada: ").rstrip("\n")


class Command(Protocol):
    """Runs a command inside this process."""

    def __call__(self, *arguments: str | Path, typing: str | None = "") -> Answer: ...


def within(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Return a runner of commands inside this process."""

    def command(*arguments: str | Path, typing: str | None = "") -> Answer:
        monkeypatch.setattr(sys, "stdin", None if typing is None else io.StringIO(typing))
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            run([str(argument) for argument in arguments])
        printed = capsys.readouterr()
        return Answer(ended.value.code, printed.out, printed.err)

    return command


def process(
    *arguments: str | Path, typing: str = "", changes: Mapping[str, str] | None = None
) -> Answer:
    """Run a command in a real process."""
    ran = subprocess.run(
        [sys.executable, "-m", "contrada", *map(str, arguments)],
        input=typing,
        capture_output=True,
        encoding="utf-8",
        errors="surrogateescape",
        env={**os.environ, **(changes or {})},
        timeout=PATIENCE,
        check=False,
    )
    return Answer(ran.returncode, ran.stdout, ran.stderr)


class Terminal:
    """A program at a terminal of 80 by 50 characters, and somebody who types."""

    def __init__(self, *arguments: str | Path, out: int | None = None) -> None:
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 80, 0, 0))
        self._program = subprocess.Popen(
            [sys.executable, "-m", "contrada", *map(str, arguments)],
            stdin=theirs,
            stdout=theirs if out is None else out,
            stderr=theirs,
            env={**os.environ, "TERM": "xterm-256color"},
            preexec_fn=_own_terminal,  # noqa: PLW1509 - the test has no threads
        )
        os.close(theirs)
        self.raw = ""

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.close(self._ours)
        if self._program.poll() is None:
            self._program.send_signal(signal.SIGKILL)
        self._program.wait()

    def type(self, keys: str, until: str = "> $") -> str:
        """Type, wait for the text that ends the answer, and return the answer as it looks."""
        os.write(self._ours, keys.encode())
        return self.see(until)

    def line(self, text: str, until: str = "> $") -> str:
        """Type a line."""
        return self.type(text + "\n", until)

    def interrupt(self, until: str) -> str:
        """Press Ctrl-C."""
        return self.type("\x03", until)

    def await_a_key(self) -> None:
        """Wait until the program reads a key: Python loses a Ctrl-C that comes just before."""
        state, deadline = Path(f"/proc/{self._program.pid}/stat"), time.monotonic() + PATIENCE
        while state.exists() and state.read_text().rpartition(")")[2].split()[0] != "S":
            assert time.monotonic() < deadline, "the program never waits"
            time.sleep(A_MOMENT)

    def see(self, until: str = "> $") -> str:
        """Wait for a pattern at the end; return everything new up to it."""
        seen, deadline = "", time.monotonic() + PATIENCE
        while not re.search(until, plain(seen)):
            part = self._read(deadline)
            assert part is not None, f"waited for {until!r}, got:\n{plain(seen)}"
            seen += part
        return plain(seen)

    def end(self) -> tuple[str, int]:
        """Wait until the program ends; return the rest of its output, and its status."""
        seen, deadline = "", time.monotonic() + PATIENCE
        while (part := self._read(deadline)) is not None:
            seen += part
        return plain(seen), self._program.wait(PATIENCE)

    def _read(self, deadline: float) -> str | None:
        ready, _, _ = select.select([self._ours], [], [], max(0, deadline - time.monotonic()))
        if not ready:
            return None
        try:
            part = os.read(self._ours, 1 << 16).decode(errors="replace")
        except OSError as error:
            if error.errno == errno.EIO:  # the program has ended
                return None
            raise
        self.raw += part
        return part or None


def _own_terminal() -> None:
    """Let the keys that interrupt reach the program."""
    os.setsid()
    # Started in the background by a shell, a test run ignores Ctrl-C, and so would its programs.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def plain(text: str) -> str:
    """Remove colours and cursor movements."""
    return ESCAPES.sub("", text).replace("\r\n", "\n").replace("\r", "")
