"""What no server may log, whatever the test: exceptions that nobody retrieved, and tracebacks.

Every server that a test starts has its log searched when it stops. A test that makes a server fail
on purpose forgives what it expects, by a text of it.
"""

from __future__ import annotations

import gc
import logging
import sys
from collections.abc import Collection, Iterator, MutableMapping
from typing import Any

import structlog

NEVER = (
    "exception was never retrieved",
    "Task was destroyed but it is pending",
    "was never awaited",
)
TRACEBACKS = ("Traceback (most recent call last)", "Exception Group Traceback")


def complaints(log: str, forgiven: Collection[str] = ()) -> list[str]:
    """Return the parts of a log that nobody wants to see."""
    return [part for part in _parts(log) if _is_complaint(part, forgiven)]


def _is_complaint(part: str, forgiven: Collection[str]) -> bool:
    if any(phrase in part for phrase in NEVER):
        return True
    return any(phrase in part for phrase in TRACEBACKS) and not any(
        text in part for text in forgiven
    )


def _parts(log: str) -> Iterator[str]:
    """Yield each line of JSON, and what lies between such lines in one piece."""
    loose: list[str] = []
    for line in [*log.splitlines(), "{"]:
        if not line.startswith("{"):
            loose.append(line)
            continue
        if loose:
            yield "\n".join(loose)
            loose = []
        yield line


class Overheard(logging.Handler):
    """What servers in threads of this process log, with our logger or with Python's."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._heard: list[str] = []
        self._forgiven: set[str] = set()

    def listen(self) -> None:
        """Hear everything from now on; the logs may have been configured anew."""
        root, processors = logging.getLogger(), structlog.get_config()["processors"]
        if self not in root.handlers:
            root.addHandler(self)
        if self.hear not in processors:
            structlog.configure(
                processors=[self.hear, *processors],
                # Not among what a command prints in a test, while a server in a thread logs.
                logger_factory=structlog.PrintLoggerFactory(sys.__stderr__),
            )

    def emit(self, record: logging.LogRecord) -> None:
        self._heard.append(self.format(record))

    def hear(
        self, logger: Any, method: str, event: MutableMapping[str, Any]
    ) -> MutableMapping[str, Any]:
        """Listen as one of structlog's processors."""
        told = structlog.processors.format_exc_info(logger, method, dict(event))
        self._heard.append(f"{told.get('event')}\n{told.get('exception', '')}")
        return event

    def forgive(self, *texts: str) -> None:
        """Expect tracebacks with one of these texts, until the test is over."""
        self._forgiven.update(texts)

    def begin_anew(self) -> None:
        """Forget what was expected."""
        self._forgiven.clear()

    def check(self, *, is_last: bool = False) -> None:
        """Fail if something was heard that nobody expects; at the end look into every corner."""
        if is_last:
            gc.collect()
            gc.freeze()  # what is left stays until the end of the run; see tests/conftest.py
        heard, self._heard = self._heard, []
        found = [part for part in heard if _is_complaint(part, self._forgiven)]
        assert found == [], "a server logged what no server may log"


OVERHEARD = Overheard()
