"""The load for `bench/server.py`: tables with two players, each on their own socket.

The client is as small as it can be, so that the load is not what limits a measurement.
"""

from __future__ import annotations

import asyncio
import gc
import json
import random
import struct
import sys
import time
from dataclasses import dataclass, field
from typing import Any, cast

import msgspec
import uvloop

EVERY = 2.0  # seconds between two moves of a table
AT_ONCE = 50  # connections being opened
TEXT, PING, PONG, CLOSE = 0x81, 0x89, 0x8A, 0x88  # first bytes of frames
UNMASKED = b"\0\0\0\0"  # a mask that changes nothing


# --- The client ----------------------------------------------------------------------------------


class Fields(msgspec.Struct):
    """The fields of a table that a player needs."""

    ply: int | None = None
    legal: list[int] | None = None
    status: str | None = None


class Heard(Fields):
    """A message from the server: a snapshot has the fields itself, a delta has them in `set`."""

    type: str = ""
    table: str | None = None
    seq: int = 0
    since: int | None = None
    set: Fields | None = None


read = msgspec.json.Decoder(Heard).decode


class Seat(asyncio.Protocol):
    """The socket of one seat; passes every message to its table."""

    def __init__(self, number: int, table: Table) -> None:
        self.number, self._table = number, table
        self._unread = b""
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.seq = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Remember the transport."""
        self.transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        """Read frames; a server does not mask them."""
        data = self._unread + data if self._unread else data
        if not self.opened.done():
            head, end, data = data.partition(b"\r\n\r\n")
            assert end
            assert head.startswith(b"HTTP/1.1 101"), head
            self.opened.set_result(None)
        start = 0
        while len(data) - start >= 2:
            size, before = data[start + 1], 2
            if size >= 126:
                before = 4 if size == 126 else 10
                size = int.from_bytes(data[start + 2 : start + before], "big")
            end_of_frame = start + before + size
            if end_of_frame > len(data) or len(data) - start < before:
                break
            self._hear(data[start], data[start + before : end_of_frame])
            start = end_of_frame
        self._unread = data[start:]

    def _hear(self, kind: int, content: bytes) -> None:
        if kind == TEXT:
            self._table.hear(self, read(content))
        elif kind == PING:
            self._write(PONG, content)

    def send(self, message: Any) -> None:
        """Send a message."""
        self._write(TEXT, msgspec.json.encode(message))

    def _write(self, kind: int, content: bytes) -> None:
        size = len(content)
        head = struct.pack("!BB", kind, 0x80 | size)
        if size >= 126:
            head = struct.pack("!BBH", kind, 0x80 | 126, size)
        self.transport.write(head + UNMASKED + content)


async def post(address: str, path: str, body: Any, token: str = "") -> Any:
    """Send one request over a new connection."""
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


# --- A table -------------------------------------------------------------------------------------


@dataclass
class Move:
    """A move on its way: when it was sent, and which seats have not received it yet."""

    sent: float
    ply: int
    waiting: set[int] = field(default_factory=lambda: {0, 1})


@dataclass
class Figures:
    """What was measured over a period."""

    latencies: list[float] = field(default_factory=list)
    gaps: int = 0  # in what a client was told
    refused: int = 0
    unanswered: int = 0
    core: float = 0.0  # the share of a core that the load itself took

    def __add__(self, other: Figures) -> Figures:
        """Combine the figures of two processes."""
        return Figures(
            self.latencies + other.latencies,
            self.gaps + other.gaps,
            self.refused + other.refused,
            self.unanswered + other.unanswered,
            self.core + other.core,
        )


class Table:
    """Both seats of a table."""

    def __init__(self, address: str, number: int) -> None:
        self._address, self._random = address, random.Random(number)
        self.figures = Figures()
        self.told = 0  # the highest ply that both seats have been told of
        self.id = ""
        self.finished: dict[str, int] = {}
        self._legal: list[int] | None = None
        self._mover = self._ply = 0
        self._move: Move | None = None
        self._seats: list[Seat] = []
        self._tokens: list[str] = []
        self._tasks: set[asyncio.Task[None]] = set()

    async def sit_down(self) -> None:
        """Open both sockets and make a table."""
        for number in range(2):
            token = (await post(self._address, "/api/guests", {}))["token"]
            self._tokens.append(token)
            self._seats.append(await self._connect(number, token))
        await self._begin()

    async def _connect(self, number: int, token: str) -> Seat:
        host, port = self._address.removeprefix("http://").split(":")
        loop = asyncio.get_running_loop()
        _, seat = await loop.create_connection(lambda: Seat(number, self), host, int(port))
        seat.transport.write(
            f"GET /api/socket HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            f"Sec-WebSocket-Version: 13\r\nAuthorization: Bearer {token}\r\n\r\n".encode()
        )
        await seat.opened
        return seat

    async def _begin(self) -> None:
        body = {"game": "urbino", "seats": [{"kind": "me"}, {"kind": "open"}]}
        made = await post(self._address, "/api/tables", body, self._tokens[0])
        if self.id:
            self.finished[self.id] = self.told
        self.id, self.told, self._legal = made["id"], 0, None
        sit = {"type": "sit", "table": self.id, "seat": 1}
        await post(self._address, f"/api/tables/{self.id}/messages", sit, self._tokens[1])
        for seat in self._seats:
            seat.send({"type": "watch", "table": self.id})

    def hear(self, seat: Seat, message: Heard) -> None:
        """Handle a message to one of the seats."""
        if message.type == "refused":
            self.figures.refused += 1
        if message.table != self.id or message.type not in ("snapshot", "delta"):
            return
        fields = message.set or message
        if message.type == "delta":
            self.figures.gaps += (message.since or message.seq - 1) != seat.seq
            if fields.status == "over" and seat.number == 0:
                task = asyncio.get_running_loop().create_task(self._begin())
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
        seat.seq = message.seq
        if fields.legal:
            self._legal, self._mover = fields.legal, seat.number
        if fields.ply is not None:
            self._ply = max(fields.ply, self._ply) if message.type == "delta" else fields.ply
            self._note(seat.number, fields.ply)

    def _note(self, seat: int, ply: int) -> None:
        move = self._move
        if move and ply > move.ply:
            move.waiting.discard(seat)
            if not move.waiting:
                self.figures.latencies.append(time.perf_counter() - move.sent)
                self.told, self._move = ply, None

    async def play(self, until: float) -> None:
        """Move every two seconds, starting at a random moment of the first two."""
        await asyncio.sleep(self._random.random() * EVERY)
        while time.perf_counter() < until:
            begun = time.perf_counter()
            self.move()
            await asyncio.sleep(max(0.0, EVERY - (time.perf_counter() - begun)))

    def move(self) -> bool:
        """Send a move, unless there is none to make; return whether one was sent."""
        if not self._legal or self._move is not None:
            return False
        decision, self._legal = self._random.choice(self._legal), None
        self._move = Move(time.perf_counter(), self._ply)
        body = {"type": "play", "table": self.id, "ply": self._ply, "decisions": [decision]}
        self._seats[self._mover].send(body)
        return True

    @property
    def is_waiting(self) -> bool:
        """Whether a move has not reached both seats yet."""
        return self._move is not None


# --- All tables of a process ---------------------------------------------------------------------


class Crowd:
    """Many tables, played by this process."""

    def __init__(self, address: str, first: int = 0) -> None:
        self._address, self._first = address, first
        self._tables: list[Table] = []

    async def grow(self, size: int) -> None:
        """Open more tables until there are this many."""
        opening = asyncio.Semaphore(AT_ONCE)

        async def open_one(number: int) -> Table:
            async with opening:
                table = Table(self._address, self._first + number)
                await table.sit_down()
                return table

        more = range(len(self._tables), size)
        self._tables += await asyncio.gather(*(open_one(number) for number in more))
        gc.collect()
        gc.freeze()  # or what is measured is how long this process looks for garbage
        gc.disable()

    async def play(self, seconds: float) -> Figures:
        """Play for a while, wait a second for the last answers, and return the figures."""
        for each in self._tables:
            each.figures = Figures()
        used, begun = time.process_time(), time.perf_counter()
        await asyncio.gather(*(each.play(begun + seconds) for each in self._tables))
        await asyncio.sleep(1)
        seen = Figures(core=(time.process_time() - used) / (time.perf_counter() - begun))
        for each in self._tables:
            seen.latencies += each.figures.latencies
            seen.gaps += each.figures.gaps
            seen.refused += each.figures.refused
            seen.unanswered += each.is_waiting
        return seen

    async def told(self) -> dict[str, int]:
        """Return the latest ply of each table that has reached both seats."""
        told: dict[str, int] = {}
        for each in self._tables:
            told |= {each.id: each.told, **each.finished}
        return told


class OtherProcess:
    """A crowd in another process, to compare its figures with ours."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        """Use a process that was started with `start`."""
        self._process = process

    @classmethod
    async def start(cls, address: str, first: int) -> OtherProcess:
        """Start the process; it runs on the cores of this one."""
        program = f"from bench.load import serve; serve({address!r}, {first})"
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-c", program),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=1 << 28,
        )
        return cls(process)

    async def _ask(self, *question: Any) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(question).encode() + b"\n")
        return json.loads(await self._process.stdout.readline())

    async def grow(self, size: int) -> None:
        """Open more tables until there are this many."""
        await self._ask("grow", size)

    async def play(self, seconds: float) -> Figures:
        """Play for a while and return the figures."""
        return Figures(**await self._ask("play", seconds))

    async def told(self) -> dict[str, int]:
        """Return the latest ply of each table that has reached both seats."""
        found: dict[str, int] = await self._ask("told")
        return found

    async def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        await self._process.wait()


async def _serve(address: str, first: int) -> None:
    crowd, loop = Crowd(address, first), asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        question, *values = json.loads(line)
        answer = await getattr(crowd, question)(*values)
        print(json.dumps(vars(answer) if isinstance(answer, Figures) else answer), flush=True)


def serve(address: str, first: int) -> None:
    """Carry out the commands of the main process, one per line."""
    uvloop.run(_serve(address, first))
