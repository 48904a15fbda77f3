"""A flood from one client is held back, and the others go on playing."""

from __future__ import annotations

import asyncio
import functools
import itertools
import json
import socket
import statistics
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn

import contrada
from contrada import record
from contrada.server import run
from contrada.server.http import websocket as socket_module
from contrada.server.runtime import connections
from contrada.server.settings import Limits, Settings
from tests.contract import checks
from tests.server.conftest import NewDatabase
from tests.server.people import Company, Data, Somebody
from tests.server.serving import GENEROUS, HOST, PATIENCE, InThread, eventually
from tests.server.test_play import play_on

pytestmark = pytest.mark.anyio
RATE, BURST = Limits().messages
REPLAYS = 6  # instead of 20: each takes as long as many moves


@pytest.fixture
def usual(new_database: NewDatabase) -> Iterator[InThread]:
    """Start a server with the real limits, except for fewer replays at once."""
    limits = Limits(replays=(1.0, REPLAYS))
    server = InThread(Settings(database=new_database("sqlite"), limits=limits))
    yield server
    server.stop()


@asynccontextmanager
async def flooding(*floods: Any) -> AsyncIterator[None]:
    """Run something in the background."""
    tasks = [asyncio.create_task(flood) for flood in floods]
    yield
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def shout(who: Somebody, table: str) -> None:
    """Send these messages as fast as the socket takes them."""
    for number in itertools.cycle(range(6)):
        if not number:
            await asyncio.sleep(0.002)  # the test has other things to do as well
        await who.send(
            [
                '{"type": "ping"}',
                json.dumps({"type": "watch", "table": table}),
                json.dumps({"type": "chat", "table": table, "text": "LOUD"}),
                json.dumps({"type": "play", "table": table, "ply": 0, "decisions": [0]}),
                "{" * 100,
                '{"type": "home"}',
            ][number]
        )


async def play_among(
    table: str, players: list[Somebody], decisions: int, handled: Callable[[], int]
) -> tuple[Data, float]:
    """Let players decide; also return how much of the flood was handled during a move."""
    meanwhile: list[int] = []
    for number in range(decisions):
        before = handled()
        end = await play_on(table, players, 1, seed=number)
        meanwhile.append(handled() - before)
    return end, statistics.median(meanwhile)


def answers(sockets: list[Somebody]) -> int:
    """Count the messages that were answered; `watch` and `home` bring updates instead."""
    kinds = tuple(f'{{"type":"{kind}"' for kind in ("pong", "refused", "done"))
    return sum(text.startswith(kinds) for each in sockets for text in each.heard)


async def test_a_loud_client_is_made_to_wait_and_others_play_on(usual: InThread) -> None:
    async with Company(usual) as company:
        table, players = await company.table()
        loud = await company.person("Loud")
        sockets = [loud, *[await company.again(loud) for _ in range(3)]]
        begun = time.monotonic()
        async with flooding(*(shout(each, table) for each in sockets)):
            end, meanwhile = await play_among(table, players, 30, lambda: answers(sockets))
            await loud.until(lambda: answers(sockets) > BURST)
        for each in sockets:
            await each.hang_up()
        lasted = time.monotonic() - begun
        assert end["ply"] >= 30 or end["status"] == "over"
        assert meanwhile < BURST  # nobody waits until the flood is through
        # Each message has one answer; all sockets share the rate.
        assert answers(sockets) <= BURST + RATE * lasted + len(sockets)
        assert "LOUD" in {line["text"] for line in players[0].tables[table]["chat"]}
        assert len(players[0].tables[table]["chat"]) <= Limits().chat[1] + lasted


async def test_requests_in_plenty_are_refused_and_others_play_on(usual: InThread) -> None:
    """Even slow ones: replays of the longest games."""
    position = checks.random_game(contrada.game("urbania"), 5, 1)[-1]
    document = json.dumps(record.record_of(position).document()).encode()
    answers: Counter[int] = Counter()

    async with Company(usual) as company:
        table, players = await company.table()
        loud = await company.guest("Loud")

        async def ask() -> int:
            found = await loud.request("POST", "/api/replays", content=document)
            answers[found.status] += 1
            await asyncio.sleep(0.05)
            return found.status

        async def ask_on() -> None:
            while True:
                await ask()

        async with flooding(*(ask_on() for _ in range(4 * REPLAYS))):
            end, meanwhile = await play_among(table, players, 30, lambda: answers[200])
            await eventually(lambda: answers[200] and answers[429])
        # They wait in line, also for who has gone: when one more is through, all are, and the
        # server can stop.
        while await ask() != 200:
            pass
        assert end["ply"] >= 30 or end["status"] == "over"
        assert meanwhile < REPLAYS
        assert set(answers) <= {200, 429}


async def test_who_does_not_listen_is_let_go(
    new_database: NewDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client that reads nothing delays nobody, and its queue does not grow for ever."""
    monkeypatch.setattr(connections, "OUTBOX", 20)
    monkeypatch.setattr(socket_module, "LAST_WORD", 0.1)
    # Or the system, or a ping that is not answered, would do it after a while.
    monkeypatch.setattr(run, "DEAF_FOR", int(4000 * PATIENCE))
    monkeypatch.setattr(uvicorn, "Config", functools.partial(uvicorn.Config, ws_ping_interval=None))
    monkeypatch.setattr(run, "listen", _listening_with_little_room)
    server = InThread(Settings(database=new_database("sqlite"), limits=GENEROUS))
    try:
        async with Company(server) as company:
            table, players = await company.table()
            deaf = await asyncio.to_thread(_open_deaf_socket, server.port)
            connection = await _of_a_stranger(server)
            text = json.dumps({"type": "watch", "table": table}).encode()
            frame = b"\x81" + bytes([0x80 | len(text)]) + b"\0\0\0\0" + text
            loop = asyncio.get_running_loop()
            sending = asyncio.create_task(loop.sock_sendall(deaf, frame * 300))
            await eventually(connection.fell_behind.is_set)
            await play_on(table, players, 20)
            assert len(connection._outbox) <= connections.OUTBOX
            await eventually(lambda: connection not in server.services.connections._open)
            assert connection not in server.services.registry.loaded[table].listeners
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)
            deaf.close()
    finally:
        server.stop()


def _listening_with_little_room(host: str, port: int, listen: Any = run.listen) -> socket.socket:
    """Shrink the system's buffers, so that the server notices soon."""
    taken: socket.socket = listen(host, port)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    return taken


def _open_deaf_socket(port: int) -> socket.socket:
    """Open a socket by hand, because no client would leave it unread."""
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
    deaf.connect((HOST, port))
    deaf.sendall(
        b"GET /api/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    assert deaf.recv(12) == b"HTTP/1.1 101"  # from now on it reads nothing
    deaf.setblocking(False)
    return deaf


async def _of_a_stranger(server: InThread) -> connections.Connection:
    """Return the only connection without a guest."""

    def strangers() -> list[connections.Connection]:
        return [each for each in list(server.services.connections._open) if each.guest is None]

    await eventually(strangers)
    return strangers()[0]
