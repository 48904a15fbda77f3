"""Frames of the socket: however they are cut and mixed, each message arrives once and in order."""

from __future__ import annotations

import asyncio
import json
import os
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from websockets.server import ServerProtocol

from contrada.server.http.protocols import HttpProtocol
from contrada.server.run import SOCKET_SIZE
from contrada.server.runtime.connections import Connection
from contrada.server.runtime.garbage import GarbageCollector
from contrada.server.runtime.protocol import SocketProtocol
from contrada.server.wire.encoding import frame_of
from contrada.server.wire.refusals import Refused
from tests.server.garbage import garbage
from tests.server.serving import HOST, PATIENCE, InThread, eventually

pytestmark = pytest.mark.anyio
TEXT, CONT, BINARY, CLOSE, PING, PONG = 0x1, 0x0, 0x2, 0x8, 0x9, 0xA
FIN = 0x80


class Line:
    """A socket whose frames a test writes by hand."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    async def write(self, *pieces: bytes) -> None:
        for piece in pieces:
            self._writer.write(piece)
            await self._writer.drain()
            await asyncio.sleep(0)  # so that each is likely to be sent alone

    async def read(self) -> tuple[int, bytes]:
        """Return the first byte of the next frame and what it contains."""
        async with asyncio.timeout(PATIENCE):
            first, length = await self._reader.readexactly(2)
            if length == 126:
                (length,) = struct.unpack("!H", await self._reader.readexactly(2))
            return first, await self._reader.readexactly(length)

    async def hear(self) -> dict[str, object]:
        """Return the next message."""
        first, content = await self.read()
        assert first == FIN | TEXT, content
        found: dict[str, object] = json.loads(content)
        return found

    async def closed_with(self) -> int:
        """Return why the server closes the socket."""
        while True:
            first, content = await self.read()
            if first == FIN | CLOSE:
                return int.from_bytes(content[:2], "big")


@asynccontextmanager
async def line_to(server: InThread) -> AsyncIterator[Line]:
    reader, writer = await asyncio.open_connection(HOST, server.port)
    writer.write(
        b"GET /api/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    async with asyncio.timeout(PATIENCE):
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
    line = Line(reader, writer)
    assert (await line.hear())["type"] == "hello"
    yield line
    writer.close()


def frame(content: bytes, first: int = FIN | TEXT, *, masked: bool = True) -> bytes:
    size, mask = len(content), os.urandom(4)
    if size < 126:
        head = bytes((first, 0x80 * masked | size))
    elif size < 1 << 16:
        head = struct.pack("!BBH", first, 0x80 * masked | 126, size)
    else:
        head = struct.pack("!BBQ", first, 0x80 * masked | 127, size)
    if not masked:
        return head + content
    return head + mask + bytes(byte ^ mask[k % 4] for k, byte in enumerate(content))


def ping(number: int, size: int = 0) -> bytes:
    return json.dumps({"type": "ping", "id": number}).encode() + b" " * size


async def test_messages_cut_anywhere(on_sqlite: InThread) -> None:
    whole = b"".join(frame(ping(number, 60 * number)) for number in range(5))
    async with line_to(on_sqlite) as line:
        for cut in (1, 2, 3, 7, 8, 40, len(whole) - 1):
            await line.write(whole[:cut], whole[cut:])
            assert [(await line.hear())["id"] for _ in range(5)] == list(range(5))
        await line.write(*(whole[k : k + 1] for k in range(len(whole))))
        assert [(await line.hear())["id"] for _ in range(5)] == list(range(5))


async def test_fragments_and_pings_between_messages(on_sqlite: InThread) -> None:
    text = ping(2)
    async with line_to(on_sqlite) as line:
        await line.write(
            frame(ping(1))
            + frame(text[:5], TEXT)
            + frame(b"there?", FIN | PING)
            + frame(text[5:9], CONT)
            + frame(text[9:], FIN | CONT)
            + frame(ping(3))
        )
        heard = [await line.read() for _ in range(4)]
        assert (FIN | PONG, b"there?") in heard
        texts = [json.loads(content) for first, content in heard if first == FIN | TEXT]
        assert [each["id"] for each in texts] == [1, 2, 3]


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (frame(b'{"type": "\xff"}'), 1007),
        (frame(ping(1), masked=False), 1002),
        (frame(b" " * (SOCKET_SIZE + 1)), 1009),
        (frame(b" " * (SOCKET_SIZE + 1))[:8], 1009),
        (frame(ping(1), 0xC1), 1002),  # a bit that means nothing here
        (frame(b"{", TEXT) + frame(ping(1)), 1002),  # a message within a message
        (frame(b"}", FIN | CONT), 1002),
        (frame((1000).to_bytes(2, "big"), FIN | CLOSE), 1000),
    ],
    ids=["utf-8", "unmasked", "long", "long-head", "reserved", "within", "continued", "close"],
)
async def test_what_breaks_the_protocol_closes_the_socket(
    on_sqlite: InThread, bad: bytes, code: int
) -> None:
    async with line_to(on_sqlite) as line:
        await line.write(frame(ping(1)))
        assert (await line.hear())["id"] == 1
        await line.write(bad + frame(ping(2)) * 3)
        assert await line.closed_with() == code


async def test_bytes_are_refused_and_the_socket_stays(on_sqlite: InThread) -> None:
    async with line_to(on_sqlite) as line:
        await line.write(frame(ping(1), FIN | BINARY) + frame(ping(2)))
        assert (await line.hear())["reason"] == "message"
        assert (await line.hear())["id"] == 2


@pytest.mark.parametrize(
    "ending",
    [b"", frame((1000).to_bytes(2, "big"), FIN | CLOSE), frame(b"}", FIN | CONT)],
    ids=["gone", "closed", "broken"],
)
async def test_a_closed_socket_leaves_no_garbage(
    on_sqlite: InThread, ending: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is seldom collected, so that nobody has to wait for it; until then it fills the memory."""
    monkeypatch.setattr(GarbageCollector, "run", lambda _self, *, is_quiet: is_quiet)
    state = on_sqlite._server.server_state
    before = len(state.connections), len(state.tasks)
    with garbage() as found:
        async with line_to(on_sqlite) as line:
            await line.write(frame(b'{"type": "watch", "table": "nowhere"}'))
            assert (await line.hear())["reason"] == "missing"
            await line.write(ending)
        await eventually(lambda: (len(state.connections), len(state.tasks)) <= before)
        await asyncio.sleep(0.1)  # until the last callbacks have run
    left = [type(each) for each in found if isinstance(each, OF_A_SOCKET)]
    found.clear()
    assert left == []


OF_A_SOCKET = (Connection, SocketProtocol, HttpProtocol, ServerProtocol, Refused)


@pytest.mark.parametrize("size", [0, 123, 124, 125, 70_000])
def test_frames_say_how_long_they_are(size: int) -> None:
    content = b'"' + b"x" * size + b'"'
    expected = frame(content, masked=False)
    assert frame_of("x" * size) == expected
