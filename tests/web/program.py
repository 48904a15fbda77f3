"""`python -m tests.web.program SEED SETTINGS serve …`: the command line, with games that are dealt
and bots that think the same each time, and with short analyses. It stops when whoever started it is
gone.

SETTINGS are those of the server that the command line does not know, as JSON; `page` is a folder
with another page.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
import random
import signal
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import msgspec

from contrada import shuffle
from contrada.cli import serve
from contrada.cli.main import run
from contrada.games.contract import Position
from contrada.server.http import page
from contrada.server.search import analyses, pool
from contrada.server.settings import Limits, Settings
from contrada.server.tables import commands, maker
from contrada.server.wire.events import Started

SALT = "0123456789abcdef"
secret_start = commands.start


def repeat_luck(seed: int) -> None:
    """Deal every game from this seed; seats and bots depend only on it and on the position."""

    def seed_of(position: Position) -> int:
        digest = hashlib.sha256(bytes(position) + seed.to_bytes(8, "big")).digest()
        return int.from_bytes(digest[:7], "big")

    shuffle.fresh = lambda: (seed, SALT)
    for module in (commands, maker):
        vars(module)["start"] = fast_start
    pool.fresh_seed = seed_of
    vars(commands)["random"] = SimpleNamespace(SystemRandom=lambda: random.Random(seed))


def fast_start(seats: int, *, random_seats: bool) -> Started:
    """Start a game as logs from before secret shuffles do, with a number for its seed.

    The turns that lead to the positions of these tests are written for these deals.
    """
    started = secret_start(seats, random_seats=random_seats)
    return msgspec.structs.replace(started, seed=int(started.seed))


def analyse_briefly() -> None:
    """Spend no longer on a decision of a short game than on one of a long game."""
    vars(analyses)["LONGEST"] = analyses.SHORTEST


def end_with_the_test() -> None:
    """Stop when our input closes: if the test is killed, nobody else would stop us."""
    os.read(sys.stdin.fileno(), 1)  # unbuffered, or Python could not end while we wait here
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    seed, settings = int(sys.argv.pop(1)), json.loads(sys.argv.pop(1))
    vars(page)["PAGE"] = Path(settings.pop("page", page.PAGE))
    repeat_luck(seed)
    analyse_briefly()
    # All people of the tests come from one address, and faster than people do.
    limits = Limits(guests=(100.0, 1000), tables=(100.0, 1000))
    vars(serve)["Settings"] = functools.partial(Settings, **{"limits": limits, **settings})
    threading.Thread(target=end_with_the_test, daemon=True).start()
    run()
