"""What a process does that a test has launched: serve, with limits and times that suit it."""

from __future__ import annotations

import importlib
import os
import threading
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


class Wishes(NamedTuple):
    """How a server is to differ from what is usual in tests."""

    database: str
    settings: Mapping[str, Any]
    limits: Mapping[str, Any]
    constants: Mapping[str, float]


def main(wishes: Wishes, log: Path, test: Connection) -> None:
    """Serve, and tell the test where."""
    settings = _prepare(wishes, log, test)
    taken = run.listen(HOST, 0)
    test.send(taken.getsockname()[1])
    run.serve(settings, taken, "debug")


def think(wishes: Wishes, log: Path, test: Connection) -> None:
    """Think for servers, and tell the test as soon as that begins."""
    settings = _prepare(wishes, log, test)
    run.think(settings, "debug", lambda: test.send(0))


def _prepare(wishes: Wishes, log: Path, test: Connection) -> Settings:
    """Return the settings; errors and the log go to a file."""
    threading.Thread(target=_end_with_the_test, args=(test,), daemon=True).start()
    with log.open("ab") as errors:
        os.dup2(errors.fileno(), 2)
    set_constants(wishes.constants)
    shuffle.fresh = dealing("launched")
    wanted = {"games": ("urbino",), **wishes.settings}  # the others when somebody plays them
    limits = replace(GENEROUS, **wishes.limits)
    return Settings(database=wishes.database, limits=limits, **wanted)


def _end_with_the_test(test: Connection) -> None:
    """A test that is killed closes its end, and nobody else would stop us."""
    with suppress(EOFError, OSError):
        test.recv()
    os._exit(1)


def set_constants(constants: Mapping[str, float]) -> None:
    for name, value in constants.items():
        module, _, constant = name.rpartition(".")
        found = importlib.import_module(f"contrada.server.{module}")
        assert hasattr(found, constant), f"there is no {name}"
        setattr(found, constant, value)
