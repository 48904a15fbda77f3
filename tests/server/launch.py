"""The process that a test launches: a server with limits and times that suit the test."""

from __future__ import annotations

import gc
import importlib
import itertools
import os
import resource
import signal
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

from contrada import shuffle
from contrada.server import run
from contrada.server.settings import Settings
from tests.server.serving import GENEROUS, HOST, dealing


class Death(NamedTuple):
    """The moment at which a server kills itself, as if somebody had pulled the plug."""

    where: str  # a function of the server
    time: int  # the how manieth call of it
    after: float | None = 0.0  # seconds after that call has begun; None is when it has ended


class Wishes(NamedTuple):
    """How a server differs from the usual one in tests."""

    database: str
    settings: Mapping[str, Any]
    limits: Mapping[str, Any]
    constants: Mapping[str, float]
    ahead: int = 0  # milliseconds that the machine's clock is ahead
    descriptors: int | None = None  # that it may have
    death: Death | None = None


def main(wishes: Wishes, log: Path, test: Connection) -> None:
    """Serve, and tell the test the address."""
    settings = _prepare(wishes, log, test)
    taken = run.listen(HOST, 0)
    test.send(taken.getsockname()[1])
    run.serve(settings, taken, "debug")
    gc.collect()  # what nobody retrieved is logged at the latest now


def think(wishes: Wishes, log: Path, test: Connection) -> None:
    """Think for servers, and tell the test as soon as that begins."""
    settings = _prepare(wishes, log, test)
    run.think(settings, "debug", lambda: test.send(0))
    gc.collect()


def _prepare(wishes: Wishes, log: Path, test: Connection) -> Settings:
    """Return the settings; errors and the log go to a file."""
    threading.Thread(target=_end_with_the_test, args=(test,), daemon=True).start()
    with log.open("ab") as errors:
        os.dup2(errors.fileno(), 2)
    set_constants(wishes.constants)
    _set_clock(wishes.ahead)
    if wishes.descriptors:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wishes.descriptors, wishes.descriptors))
    if wishes.death:
        _die(wishes.death)
    shuffle.fresh = dealing("launched")
    wanted = {"games": ("urbino",), **wishes.settings}  # the others when somebody plays them
    limits = replace(GENEROUS, **wishes.limits)
    return Settings(database=wishes.database, limits=limits, **wanted)


def _die(death: Death) -> None:
    """Let a call of a function be the last thing that this process does."""
    module, *inner, name = death.where.split("/")
    owner = importlib.import_module(f"contrada.server.{module}")
    for each in inner:
        owner = getattr(owner, each)
    usual, calls = getattr(owner, name), itertools.count(1)

    def fatal(*args: Any, **kwargs: Any) -> Any:
        if next(calls) != death.time:
            return usual(*args, **kwargs)
        if death.after:
            threading.Timer(death.after, _pull_the_plug).start()
        elif death.after is not None:
            _pull_the_plug()
        found = usual(*args, **kwargs)
        if death.after is None:
            _pull_the_plug()
        return found

    setattr(owner, name, fatal)


def _pull_the_plug() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _set_clock(ahead: int) -> None:
    read = time.time_ns
    time.time_ns = lambda: read() + ahead * 1_000_000


def _end_with_the_test(test: Connection) -> None:
    """Stop when the test's end closes: if it is killed, nobody else would stop us."""
    with suppress(EOFError, OSError):
        test.recv()
    os._exit(1)


def set_constants(constants: Mapping[str, float]) -> None:
    for name, value in constants.items():
        module, _, constant = name.rpartition(".")
        found = importlib.import_module(f"contrada.server.{module}")
        assert hasattr(found, constant), f"there is no {name}"
        setattr(found, constant, value)
