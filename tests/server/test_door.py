"""Half-sent requests, too many connections and clients that do not read keep nobody else out."""

from __future__ import annotations

import asyncio
import json
import resource
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from typing import Any, cast

import pytest
from structlog.testing import capture_logs

from contrada.server.http import protocols
from contrada.server.runtime import door
from contrada.server.runtime.door import Door, Room, Stage, Why
from contrada.server.settings import Limits, Settings
from tests.server.conftest import NewDatabase, Start
from tests.server.people import Company, Somebody
from tests.server.processes import Launched
from tests.server.serving import GENEROUS, HOST, PATIENCE, InThread, eventually
from tests.server.test_play import play_on

HALF = b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Half:"
WHOLE = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
LAST = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
HALF_BODY = b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"
UPGRADE = (
    b"GET /api/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
ADA, BRUNO = "192.0.2.1", "192.0.2.2"

# --- Who goes for whom ---------------------------------------------------------------------------


class Caller:
    """A connection as far as the door knows it."""

    def __init__(self) -> None:
        self.is_sent_away = False

    def abort(self) -> None:
        self.is_sent_away = True


class Hall:
    """A door, and everyone who has passed it."""

    def __init__(self, most: int = 1000, *, proxies: tuple[str, ...] = (), **limits: int) -> None:
        connections, half_sent = limits.get("connections", 10), limits.get("half_sent", 5)
        settings = Settings(
            database="",
            proxies=proxies,
            connections=connections,
            limits=Limits(half_sent=half_sent),
        )
        self.door = Door(settings, most)

    def come(self, address: str, stage: Stage = Stage.HALF_SENT) -> Caller | None:
        """Let somebody come; return nobody if they are refused."""
        caller = Caller()
        if self.door.enter(cast("asyncio.Transport", caller), address) is not None:
            return None
        self.door.move(cast("asyncio.Transport", caller), stage)
        return caller

    def several(self, number: int, address: str, stage: Stage = Stage.HALF_SENT) -> list[Caller]:
        """Let several come who are let in."""
        found = [self.come(address, stage) for _ in range(number)]
        assert None not in found
        return cast("list[Caller]", found)

    def go(self, caller: Caller) -> None:
        self.door.leave(cast("asyncio.Transport", caller))


pytestmark = pytest.mark.anyio  # the door logs later what it has counted


def sent_away(callers: list[Caller]) -> list[bool]:
    return [caller.is_sent_away for caller in callers]


async def test_the_longest_half_sent_goes_for_a_newcomer() -> None:
    hall = Hall(half_sent=3)
    callers = hall.several(5, ADA)
    assert sent_away(callers) == [True, True, False, False, False]
    assert len(hall.door) == 3


async def test_other_addresses_lose_nothing() -> None:
    hall = Hall(half_sent=3)
    bruno = hall.several(3, BRUNO)
    hall.several(50, ADA)
    assert sent_away(bruno) == [False] * 3


@pytest.mark.parametrize("stage", [Stage.IDLE, Stage.HALF_SENT])
async def test_at_the_limit_of_an_address_those_who_wait_go(stage: Stage) -> None:
    hall = Hall(connections=4, half_sent=4)
    in_use = hall.several(3, ADA, Stage.IN_USE)
    (waiting,) = hall.several(1, ADA, stage)
    assert hall.come(ADA, Stage.IN_USE)
    assert waiting.is_sent_away
    assert hall.come(ADA) is None
    assert sent_away(in_use) == [False] * 3
    hall.go(in_use[0])
    assert hall.come(ADA)


async def test_half_sent_goes_before_idle() -> None:
    hall = Hall(connections=2)
    idle, half_sent = *hall.several(1, ADA, Stage.IDLE), *hall.several(1, ADA)
    assert hall.come(ADA, Stage.IN_USE)
    assert (idle.is_sent_away, half_sent.is_sent_away) == (False, True)


async def test_no_address_has_more_than_half() -> None:
    hall = Hall(most=10, connections=1000)
    hall.several(5, ADA, Stage.IN_USE)
    assert hall.come(ADA) is None
    assert hall.come(BRUNO)


async def test_a_full_server_closes_what_waits_longest_and_then_refuses() -> None:
    hall = Hall(most=6)
    (waiting,) = hall.several(1, BRUNO)
    for number in range(5):
        hall.several(1, f"198.51.100.{number}", Stage.IN_USE)
    assert hall.come(ADA, Stage.IN_USE)
    assert waiting.is_sent_away
    assert hall.come(ADA) is None


async def test_proxies_may_have_any_number() -> None:
    hall = Hall(proxies=(ADA,), connections=3, half_sent=2)
    assert sent_away(hall.several(50, ADA)) == [False] * 50


async def test_a_network_counts_as_one_address_and_a_site_as_several() -> None:
    hall = Hall(connections=3)
    hall.several(3, "2001:db8::1", Stage.IN_USE)
    assert hall.come("2001:db8::2") is None
    for network in range(1, 8):
        hall.several(3, f"2001:db8:0:{network:x}::1", Stage.IN_USE)
    assert hall.come("2001:db8:0:ffff::1") is None
    assert hall.come("2001:db8:1::1")


async def test_who_has_left_is_forgotten() -> None:
    hall = Hall(connections=3)
    for address in (ADA, "2001:db8::1"):
        for caller in hall.several(3, address, Stage.IN_USE):
            hall.go(caller)
            hall.go(caller)  # once more does no harm
    assert (len(hall.door), hall.door._of, hall.door._visits) == (0, {}, {})


async def test_one_line_for_many() -> None:
    hall = Hall(half_sent=3)
    with capture_logs() as logged:
        hall.several(500, ADA)
    (line,) = logged
    assert (line["event"], line["why"]) == ("connections closed", Why.HALF_SENT.value)
    assert (line["address"], line["closed"], line["log_level"]) == (ADA, 1, "warning")
    with capture_logs() as logged:
        hall.door._tally._log()  # a minute later
    (line,) = logged
    assert line["closed"] == 500 - 3 - 1


@pytest.mark.parametrize(
    ("descriptors", "expected"),
    [
        (256, Room(80, 32)),
        (1024, Room(348, 128)),
        (4096, Room(1692, 512)),
        (65_536, Room(31_644, 2048)),
        (10**9, Room(31_644, 2048)),
    ],
)
def test_descriptors_are_kept_for_the_rest(
    monkeypatch: pytest.MonkeyPatch, descriptors: int, expected: Room
) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _kind: (descriptors, descriptors))
    found = door.room()
    assert found == expected
    used = found.most * door.FOR_EACH + found.backlog
    assert descriptors - used >= min(door.RESERVE, descriptors // 4)


@pytest.mark.parametrize(
    ("soft", "hard", "expected"),
    [(1024, 4096, 4096), (1024, 10**6, 65_536), (256, -1, 65_536), (65_536, -1, None)],
)
def test_the_limit_of_descriptors_is_raised(
    monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, expected: int | None
) -> None:
    calls: list[Any] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _kind: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda _kind, new: calls.append(new))
    door.raise_descriptors()
    assert calls == ([(expected, hard)] if expected else [])


# --- A server with little patience ---------------------------------------------------------------


class Raw:
    """A connection that sends what no client would."""

    def __init__(self, port: int, address: str = HOST) -> None:
        self._socket = socket.create_connection((HOST, port), PATIENCE, (address, 0))

    def send(self, data: bytes) -> Raw:
        self._socket.sendall(data)
        return self

    def status(self) -> int:
        """Read the status of the next answer."""
        line = b""
        while not line.endswith(b"\r\n"):
            more = self._socket.recv(1)
            assert more, "closed without an answer"
            line += more
        return int(line.split()[1])

    def rest(self) -> bytes:
        """Read all that comes until the server closes."""
        found = b""
        with suppress(ConnectionResetError):
            while more := self._socket.recv(65_536):
                found += more
        return found

    def close(self) -> None:
        self._socket.close()


@pytest.fixture(scope="module")
def hasty(new_database: NewDatabase) -> Iterator[InThread]:
    """Start a server that waits for nothing long, and lets few connections in."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("HEADERS", "BODY", "DEAF", "IDLE"):
            patch.setattr(protocols, name, 0.3)
        settings = Settings(
            database=new_database("sqlite"), limits=GENEROUS, games=("urbino",), connections=8
        )
        server = InThread(settings)
        yield server
        server.stop()


@pytest.fixture
def call(hasty: InThread) -> Iterator[Callable[..., Raw]]:
    """Make connections that end with the test."""
    with ExitStack() as stack:

        def made(address: str = HOST) -> Raw:
            found = Raw(hasty.port, address)
            stack.callback(found.close)
            return found

        yield made


Call = Callable[..., Raw]


@pytest.mark.parametrize("start", [b"G", HALF, b"GET / HTTP/1.1\r\n"])
def test_headers_that_never_end(call: Call, start: bytes) -> None:
    half = call().send(start)
    assert half.status() == 408
    assert b'"reason":"message"' in half.rest()


def test_a_body_that_never_ends(call: Call) -> None:
    half = call().send(HALF_BODY)
    assert half.status() == 408
    half.rest()


def test_dripping_does_not_help(call: Call) -> None:
    """Each byte would be in time."""
    drip = call().send(HALF)
    drip._socket.settimeout(0.05)
    for _ in range(int(PATIENCE / 0.05)):
        try:
            found = drip._socket.recv(100)
        except TimeoutError:
            with suppress(OSError):
                drip.send(b"x")
            continue
        assert found.startswith(b"HTTP/1.1 408")
        return
    pytest.fail("it is never closed")


@pytest.mark.parametrize(
    ("before", "status"),
    [
        (b"", None),  # browsers connect in advance; that needs no answer
        (b"\r\n\r\n", None),
        (WHOLE, 200),
        (WHOLE + b"\r\n", 200),
    ],
)
def test_idle_connections_are_closed(call: Call, before: bytes, status: int | None) -> None:
    idle = call().send(before)
    if status:
        assert idle.status() == status
        if before.endswith(b"\r\n\r\n\r\n"):
            idle.send(b"\r\n")  # after the answer, too: uvicorn would wait for ever
        assert idle.rest()
    else:
        assert idle.rest() == b""


def test_the_rest_of_a_body_that_was_refused(call: Call) -> None:
    """It comes when uvicorn has answered, and no longer waits for anything."""
    body = b"POST /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n{"
    late = call().send(body)
    assert late.status() == 405
    late.send(b"...")
    late.rest()


def test_the_next_request_has_its_own_time(call: Call) -> None:
    again = call().send(WHOLE)
    assert again.status() == 200
    again.send(HALF)
    assert b"HTTP/1.1 408" in again.rest()


async def test_who_does_not_read_the_answer_is_let_go(call: Call, hasty: InThread) -> None:
    """Answers that nobody reads would fill our memory, and keep files open."""
    everyone: Door = cast("Any", hasty._server.config.http_protocol_class).args[0]
    await eventually(lambda: len(everyone) == 0)
    deaf = call()
    await eventually(lambda: len(everyone) == 1)
    deaf._socket.setblocking(False)
    while len(everyone):  # all the while we ask for more, and read nothing
        with suppress(BlockingIOError, ConnectionError):
            deaf._socket.send(b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 10)
        await asyncio.sleep(0.01)


async def test_sockets_count_and_are_not_closed_for_others(call: Call, hasty: InThread) -> None:
    sockets = [call().send(UPGRADE) for _ in range(8)]
    assert [each.status() for each in sockets] == [101] * 8
    refused = call()
    assert refused.status() == 429
    assert json.loads(refused.rest().partition(b"\r\n\r\n")[2])["reason"] == "limit"
    assert call("127.0.0.2").send(LAST).status() == 200
    sockets[0].close()
    connections = hasty.services.connections
    await eventually(lambda: len(connections._open) < 8)
    assert call().send(LAST).status() == 200


def test_half_sent_requests_give_way_to_people_at_the_same_address(call: Call) -> None:
    for _ in range(30):
        call().send(HALF)
    assert call().send(LAST).status() == 200


# --- An IPv6 listener ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def dual(new_database: NewDatabase) -> Iterator[InThread]:
    """Start a server that listens to IPv4 and IPv6, behind a proxy with an IPv4 address."""
    try:
        socket.create_server(("::", 0), family=socket.AF_INET6, dualstack_ipv6=True).close()
    except (OSError, ValueError):
        pytest.skip("this machine has no IPv6")
    settings = Settings(
        database=new_database("sqlite"),
        limits=Limits(guests=(0.001, 2)),
        games=("urbino",),
        proxies=("127.0.0.9",),
    )
    server = InThread(settings, "::")
    yield server
    server.stop()


def new_guest(server: InThread, address: str, forwarded: str = "") -> int:
    """Make a guest from an address, perhaps through a proxy; return the status."""
    via = f"X-Forwarded-For: {forwarded}\r\n" if forwarded else ""
    head = f"POST /api/guests HTTP/1.1\r\nHost: x\r\n{via}Connection: close\r\nContent-Length: 2"
    newcomer = Raw(server.port, address).send(f"{head}\r\n\r\n{{}}".encode())
    status = newcomer.status()
    newcomer.close()
    return status


def test_ipv4_clients_of_an_ipv6_listener_have_limits_of_their_own(dual: InThread) -> None:
    assert [new_guest(dual, "127.0.0.2") for _ in range(3)] == [201, 201, 429]
    assert new_guest(dual, "127.0.0.3") == 201
    for client in ("203.0.113.1", "::ffff:203.0.113.2"):  # and the proxy is known as one
        statuses = [new_guest(dual, "127.0.0.9", client) for _ in range(3)]
        assert statuses == [201, 201, 429]


def test_networks_of_one_site_share_a_limit(dual: InThread) -> None:
    sites = [f"2001:db8:5:{number:x}::1" for number in range(17)]
    statuses = [new_guest(dual, "127.0.0.9", client) for client in sites]
    assert statuses == [201] * 16 + [429]
    assert new_guest(dual, "127.0.0.9", "2001:db8:6::1") == 201


# --- The attack ----------------------------------------------------------------------------------


async def attack(start: Start, database: str, descriptors: int, connections: int) -> None:
    """Open connections that never finish their headers; people go on as if nothing was."""
    process = start(Launched, database, descriptors=descriptors)
    async with Company(process) as company:
        table, players = await company.table()
        half_sent = [await _half_sent(process.port) for _ in range(connections)]
        await play_on(table, players, 4)
        for address in (HOST, "127.0.0.2", "127.0.0.3"):
            found = await asyncio.to_thread(_ask, process.port, address)
            assert found.startswith(b"HTTP/1.1 200"), address
        zeno = await company.person("Zeno")
        await zeno.watch(table)
        await play_on(table, players, 4)
        await _is_ready(zeno)
        for each in half_sent:
            each.close()
    lines = [line for line in process.lines() if line["event"] == "connections closed"]
    assert lines[0]["address"] == HOST
    assert len(lines) <= 1 + connections // 100  # a minute may have passed
    assert process.stop() == 0


async def _half_sent(port: int) -> socket.socket:
    found = socket.socket()
    found.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(found, (HOST, port))
    with suppress(ConnectionError):  # it may be closed already
        await loop.sock_sendall(found, HALF)
    return found


def _ask(port: int, address: str) -> bytes:
    visitor = Raw(port, address).send(LAST)
    found = visitor.rest()
    visitor.close()
    return found


async def _is_ready(who: Somebody) -> None:
    assert (await who.request("GET", "/readyz")).status == 200


async def test_half_sent_requests_keep_nobody_out(start: Start, new_database: NewDatabase) -> None:
    """More than there are descriptors."""
    await attack(start, new_database("sqlite"), descriptors=256, connections=400)


@pytest.mark.soak
@pytest.mark.parametrize("descriptors", [1024, 20_000])
async def test_1300_half_sent_requests_keep_nobody_out(
    start: Start, new_database: NewDatabase, descriptors: int
) -> None:
    await attack(start, new_database("sqlite"), descriptors=descriptors, connections=1300)
