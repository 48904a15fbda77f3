"""Where the server's processor time goes: decode, rules, views, encode, commit, send and the rest.

It also notes the longest pauses: how late the event loop was for a timer, the longest commit and
the longest collection of garbage. For the latest that the loop was, it tells what the loop did
meanwhile, part by part. *Waiting* is when its thread did not run at all: the writing thread had
Python's lock, or another process the core.

This runs inside the server that `bench/server.py --parts` starts. It reads the processor time of
the thread whenever a part begins or ends, which itself takes tens of microseconds of each move.
"""

from __future__ import annotations

import gc
import json
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from contrada.games.contract import Position
from contrada.server import dispatch
from contrada.server.db.writer import Writer
from contrada.server.http import websocket
from contrada.server.runtime.protocol import SocketProtocol
from contrada.server.services import Services
from contrada.server.tables import registry
from contrada.server.tables.live import LiveTable
from contrada.server.tables.table import Table
from contrada.server.wire import encoding

BEAT = 0.005  # seconds between two looks at how late the loop is
PARTS = ("decode", "rules", "views", "encode", "commit", "send", "rest")
MEASURED: dict[str, list[tuple[Any, str]]] = {
    "decode": [(SocketProtocol, "data_received"), (websocket, "_read")],
    "rules": [(dispatch, "decide"), (Table, "apply"), (Position, "legal"), (Position, "then")],
    "views": [(LiveTable, "tell"), (LiveTable, "tell_presence")],
    "commit": [(registry, "entry"), (Writer, "append")],
    "send": [(SocketProtocol, "write")],
}


class Stopwatch:
    """Adds up the processor time of one thread by part; time in an inner part counts only there."""

    def __init__(self) -> None:
        self.spent: Counter[str] = Counter()
        self._thread = threading.get_ident()
        self._part, self._since = "rest", time.thread_time_ns()

    def turn_to(self, part: str) -> str:
        """Start counting for a part; return the one counted for before."""
        at = time.thread_time_ns()
        self.spent[self._part] += at - self._since
        before, self._part, self._since = self._part, part, at
        return before

    def measure(self, owner: Any, name: str, part: str) -> None:
        """Wrap a function so that its time counts for a part."""
        function: Callable[..., Any] = getattr(owner, name)

        def measured(*args: Any, **kwargs: Any) -> Any:
            if threading.get_ident() != self._thread:
                return function(*args, **kwargs)
            before = self.turn_to(part)
            try:
                return function(*args, **kwargs)
            finally:
                self.turn_to(before)

        setattr(owner, name, measured)


class Pauses:
    """The longest pauses since they were last asked for, in seconds."""

    def __init__(self, watch: Stopwatch) -> None:
        """Start with none; `watch` tells what the loop did during one of its own."""
        self._watch = watch
        self._longest: dict[str, float] = {}
        self._during: dict[str, float] = {}  # what the loop did in the longest of its pauses
        self._due = 0.0
        self._spent: Counter[str] = Counter()  # when the latest beat ended
        self._collecting = 0.0

    def note(self, what: str, lasted: float) -> None:
        """Note how long something lasted."""
        self._longest[what] = max(self._longest.get(what, 0.0), lasted)

    def take(self) -> dict[str, dict[str, float]]:
        """Return the longest pauses, and what the loop did in its own; then start again."""
        found = {"longest": self._longest, "during": self._during}
        self._longest, self._during = {}, {}
        return found

    async def beat(self) -> None:
        """Note how late the event loop is, again and again, every `BEAT`."""
        late = time.perf_counter() - self._due
        self._watch.turn_to(self._watch.turn_to("rest"))
        spent = Counter(self._watch.spent)
        if self._due and late > self._longest.get("loop", 0.0):
            self._longest["loop"] = late
            at_work = {part: (spent[part] - self._spent[part]) / 1e9 for part in PARTS}
            waiting = max(0.0, late - sum(at_work.values()))  # at least
            self._during = {**at_work, "waiting": waiting}
        self._spent, self._due = spent, time.perf_counter() + BEAT

    def measure_collections(self) -> None:
        """Note how long Python looks for garbage."""

        def collecting(phase: str, _about: dict[str, int]) -> None:
            if phase == "start":
                self._collecting = time.perf_counter()
            else:
                self.note("garbage", time.perf_counter() - self._collecting)

        gc.callbacks.append(collecting)

    def measure_commits(self) -> None:
        """Note how long commits take, from the first statement to the disk."""
        commit = Writer._transact  # noqa: SLF001

        def measured(*args: Any) -> Any:
            begun = time.perf_counter()
            try:
                return commit(*args)
            finally:
                self.note("commit", time.perf_counter() - begun)

        setattr(Writer, commit.__name__, measured)


class _Encoder:
    """Replaces the encoder of all messages, whose method is compiled and cannot be replaced."""

    def __init__(self) -> None:
        self.encode = encoding._encoder.encode  # noqa: SLF001


def install(report: str) -> None:
    """Start measuring; write the figures so far whenever SIGUSR1 arrives."""
    watch = Stopwatch()
    pauses = Pauses(watch)
    pauses.measure_commits()
    pauses.measure_collections()
    start = Services.start

    async def started(services: Services) -> None:
        await start(services)
        services.tasks.repeat(BEAT, pauses.beat)

    setattr(Services, start.__name__, started)
    for part, functions in MEASURED.items():
        for owner, name in functions:
            watch.measure(owner, name, part)
    encoder: Any = _Encoder()
    watch.measure(encoder, "encode", "encode")
    encoding._encoder = encoder  # noqa: SLF001

    def write(_signal: int, _frame: object) -> None:
        watch.turn_to(watch.turn_to("rest"))
        spent = {part: watch.spent[part] / 1e9 for part in PARTS}
        for thread in threading.enumerate():
            if thread is not threading.main_thread() and thread.ident is not None:
                clock = time.pthread_getcpuclockid(thread.ident)
                part = "commit" if thread.name == "writer" else "rest"
                spent[part] += time.clock_gettime(clock)
        whole = Path(f"{report}.new")
        whole.write_text(json.dumps({"spent": spent, "pauses": pauses.take()}), encoding="ascii")
        whole.rename(report)

    signal.signal(signal.SIGUSR1, write)
