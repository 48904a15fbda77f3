"""A million malformed messages: each gets one refusal or the right code, and nobody else notices.

The long form prints figures: `pytest -m soak -s tests/server/test_malformed.py`. CONTRADA_MESSAGES
says how many messages, and CONTRADA_SEED repeats a run.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import secrets
import time
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from contrada.server.settings import Limits
from contrada.server.wire.refusals import STATUS
from tests.server.conftest import NewDatabase, Start
from tests.server.malformed import CLOSE, FIN, PING, Body, Malformed, framed
from tests.server.people import Company, Data, Somebody
from tests.server.processes import Launched
from tests.server.serving import HOST, PATIENCE, InThread, Server
from tests.server.stored import check_told
from tests.server.test_play import play_on

pytestmark = pytest.mark.anyio
MESSAGES = int(os.environ.get("CONTRADA_MESSAGES", "1000000"))
SEED = os.environ.get("CONTRADA_SEED") or secrets.token_hex(4)
BATCH, PIPELINED = 50, 20
BODIES, BREAKING = 0.05, 0.01  # of all messages
UNDER_LIMITS = 2_000  # messages to a server with the usual limits
GROWTH = 200 << 20  # bytes that a server may grow by; a million messages of 200 bytes are as many
PONG = 0xA
UNHEARD = 1011  # the server has not heard an answer to its ping


class Closed(Exception):
    """A socket was closed with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(f"closed with {code}")
        self.code = code


class Socket:
    """A socket that sends frames by hand, many at once."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._frames: deque[tuple[int, bytes]] = deque()
        self._rest = b""  # of a frame that is not complete
        self._numbers = count(2**53, -1)

    async def next_frame(self) -> tuple[int, bytes] | None:
        """Return the first byte and the content of the next frame; None once all is closed."""
        while True:
            while self._frames:
                first, content = self._frames.popleft()
                if first != FIN | PING:
                    return first, content
                self._writer.write(framed(content, FIN | PONG))
            async with asyncio.timeout(PATIENCE):
                data = await self._reader.read(1 << 16)
            if not data:
                return None
            self._read_frames(self._rest + data)

    def _read_frames(self, data: bytes) -> None:
        start = 0
        while len(data) >= start + 4:
            length, at = data[start + 1], start + 2
            if length == 126:  # no answer is so long that it takes more than two bytes
                length, at = int.from_bytes(data[at : at + 2], "big"), at + 2
            if len(data) < at + length:
                break
            self._frames.append((data[start], data[at : at + length]))
            start = at + length
        self._rest = data[start:]

    async def answers(self, frames: list[bytes]) -> list[Data]:
        """Send messages; return the answers to them, up to that to a ping after them."""
        last = next(self._numbers)
        ping = framed(json.dumps({"type": "ping", "id": last}).encode())
        self._writer.write(b"".join(frames) + ping)
        found: list[Data] = []
        while frame := await self.next_frame():
            if frame[0] == FIN | CLOSE:
                raise Closed(int.from_bytes(frame[1][:2], "big"))
            message = json.loads(frame[1])
            if message["type"] == "pong" and message["id"] == last:
                break
            if message["type"] not in ("games", "time"):
                found.append(message)
        assert len(found) == len(frames), "not each message has one answer"
        return found

    async def code_after(self, data: bytes, *, is_all: bool = False) -> int | None:
        """Send bytes; return the code with which the socket is closed, if there is one."""
        self._writer.write(data)
        if is_all:
            self._writer.write_eof()
        while frame := await self.next_frame():
            if frame[0] == FIN | CLOSE:
                return int.from_bytes(frame[1][:2], "big")
        return None


@asynccontextmanager
async def socket_to(server: Server, token: str = "") -> AsyncIterator[Socket]:
    reader, writer = await asyncio.open_connection(HOST, server.port)
    known = f"Authorization: Bearer {token}\r\n" if token else ""
    writer.write(
        b"GET /api/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
        + known.encode()
        + b"\r\n"
    )
    async with asyncio.timeout(PATIENCE):
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
    socket = Socket(reader, writer)
    try:
        hello = await socket.next_frame()
        assert hello
        assert json.loads(hello[1])["type"] == "hello"
        yield socket
    finally:
        writer.close()


class Attack:
    """Somebody who sends what is malformed, in three ways, and counts what comes back."""

    def __init__(self, server: Server, table: str, token: str, seed: str) -> None:
        self._server, self._token = server, token
        self._malformed = Malformed(random.Random(seed), table)
        self.found: Counter[str] = Counter()

    async def send_messages(self, number: int) -> None:
        """Each message has exactly one answer, in order."""
        left = number
        while left > 0:
            try:
                async with socket_to(self._server, self._token) as socket:
                    while left > 0:
                        frames = [self._malformed.frame() for _ in range(BATCH)]
                        for answer in await socket.answers(frames):
                            self._count(answer)
                        left -= BATCH
            except Closed as closed:
                # On a busy machine, we may not even answer a ping in time.
                if closed.code != UNHEARD:
                    raise
                self.found[f"closed while answers were due: {closed.code}"] += 1

    def _count(self, answer: Data) -> None:
        if answer["type"] == "refused":
            assert answer["sentence"]
            self.found[f"refused: {answer['reason']}"] += 1
        else:  # what was changed at random may still make sense
            self.found[f"answered: {answer['type']}"] += 1

    async def break_sockets(self, number: int) -> None:
        """Each broken frame closes its socket with the right code; noise always ends."""
        for place in range(number):
            async with socket_to(self._server, self._token) as socket:
                if place % 5:
                    data, expected = self._malformed.breaking()
                    assert await socket.code_after(data) == expected, data
                    self.found[f"closed: {expected}"] += 1
                else:
                    code = await socket.code_after(self._malformed.noise(), is_all=True)
                    self.found[f"closed after noise: {code}"] += 1

    async def send_bodies(self, number: int) -> None:
        """Each body has exactly one answer, in order."""
        for _ in range(0, number, PIPELINED):
            bodies = [self._malformed.body() for _ in range(PIPELINED)]
            reader, writer = await asyncio.open_connection(HOST, self._server.port)
            writer.write(b"".join(map(self._request, bodies)))
            for body in bodies:
                status, answer = await _response(reader)
                assert 400 <= status < 500, (body, status, answer)
                assert answer["reason"] in STATUS, (body, answer)
                self.found[f"{status}: {answer['reason']}"] += 1
            writer.close()

    def _request(self, body: Body) -> bytes:
        head = (
            f"{body.method} {body.path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {self._token}"
            f"\r\nContent-Type: application/json\r\nContent-Length: {len(body.content)}\r\n\r\n"
        )
        return head.encode() + body.content


async def _response(reader: asyncio.StreamReader) -> tuple[int, Any]:
    async with asyncio.timeout(PATIENCE):
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = int(head.partition("content-length: ")[2].partition("\r")[0])
        content = await reader.readexactly(length)
    return int(head.split()[1]), json.loads(content)


class Undisturbed:
    """Two people who play one game after the other."""

    def __init__(self, company: Company) -> None:
        self._company = company
        self.table = ""
        self.players: list[Somebody] = []
        self.moves = 0
        self.longest = 0.0  # seconds from a move until both have seen it

    async def sit_down(self) -> None:
        self.table, self.players = await self._company.table()

    async def play(self, attacks: asyncio.Future[Any]) -> None:
        while not attacks.done():
            began = time.monotonic()
            end = await play_on(self.table, self.players, 1, seed=self.moves)
            self.longest = max(self.longest, time.monotonic() - began)
            self.moves += 1
            if end["status"] == "over":
                await self.sit_down()

    def check(self, database: str) -> None:
        for player in self.players:
            assert not [text for text in player.heard if text.startswith('{"type":"refused"')]
        check_told(database, self.table, *self.players)


async def attacked(server: Server, database: str, number: int, senders: int) -> Counter[str]:
    """Let guests and strangers send so many malformed messages while two people play."""
    async with Company(server) as company:
        playing = Undisturbed(company)
        await playing.sit_down()
        target, _ = await company.table()  # where senders have no seat
        guests = [await company.guest(f"Sender {each}") for each in range(senders)]
        tokens = [guest.token if place % 4 else "" for place, guest in enumerate(guests)]
        attacks = [
            Attack(server, target, token, f"{SEED} {place}") for place, token in enumerate(tokens)
        ]
        share = number // senders
        sending = asyncio.gather(
            *(each.send_messages(share) for each in attacks),
            *(each.send_bodies(int(share * BODIES)) for each in attacks),
            *(each.break_sockets(int(share * BREAKING)) for each in attacks),
        )
        await playing.play(sending)
        await sending
        playing.check(database)
        print(f"{playing.moves:,} moves meanwhile, the slowest {playing.longest:.2f} s")
    return sum((each.found for each in attacks), Counter())


def memory(pid: int) -> int:
    """Return how much memory a process has, in bytes."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(status.partition("VmRSS:")[2].split()[0]) << 10


def told(found: Counter[str]) -> str:
    return "\n  ".join(f"{what}: {number:,}" for what, number in sorted(found.items()))


async def test_malformed_messages(on_sqlite: InThread) -> None:
    found = await attacked(on_sqlite, on_sqlite.settings.database, 1600, 4)
    assert found["refused: message"] > 500, told(found)
    assert {"closed: 1002", "422: message"} <= {*found}, told(found)


@pytest.mark.soak
async def test_a_million_malformed_messages(start: Start, new_database: NewDatabase) -> None:
    database = new_database("sqlite")
    server = start(Launched, database)
    assert isinstance(server, Launched)
    warming = await attacked(server, database, 20_000, 8)  # until everything is loaded
    before = memory(server.pid)
    found = await attacked(server, database, MESSAGES, 8)
    after = memory(server.pid)
    print(f"\nseed {SEED}, {found.total():,} malformed messages\n  {told(found)}")
    print(f"memory before {before >> 20} MB, after {after >> 20} MB")
    assert found.total() >= MESSAGES
    assert after - before < GROWTH, f"{warming.total()} and {found.total()}: {before} to {after}"
    assert server.stop() == 0


@pytest.mark.soak
async def test_malformed_messages_under_the_usual_limits(
    start: Start, new_database: NewDatabase
) -> None:
    """They wait for their turn, and none is lost."""
    usual = {name: getattr(Limits(), name) for name in ("messages", "crowds", "requests")}
    database = new_database("sqlite")
    server = start(Launched, database, limits=usual)
    found = await attacked(server, database, UNDER_LIMITS, 4)
    print(f"\nseed {SEED}, under the usual limits\n  {told(found)}")
    assert sum(n for what, n in found.items() if what[0] in "ra") == UNDER_LIMITS
    assert server.stop() == 0
