"""Requests to addresses that strangers give: only to public machines, and never for long."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import pytest

from contrada.server.notices import destinations, posting
from contrada.server.notices.destinations import is_public, read_destination, resolve
from contrada.server.notices.posting import Outcome, Posted, post
from contrada.server.wire.refusals import Refused
from tests.server.serving import HOST

pytestmark = pytest.mark.anyio

PRIVATE = [
    *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1"),
    *("0.0.0.0", "224.0.0.1", "255.255.255.255", "192.0.2.1", "198.18.0.1"),
    *("::1", "::", "fe80::1%eth0", "fc00::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1"),
    *("64:ff9b::7f00:1", "2002:7f00:1::", "2001:0:7f00:1::1", "2001:db8::1"),
]
PUBLIC = ["1.1.1.1", "93.184.215.14", "2606:4700:4700::1111", "::ffff:1.1.1.1"]


@pytest.mark.parametrize("address", PRIVATE)
def test_not_everyone_can_reach(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_everyone_can_reach(address: str) -> None:
    assert is_public(address)


WRONG = [
    ("http://example.org/x", "begin with https://"),
    ("ftp://example.org/x", "begin with https://"),
    ("file:///etc/passwd", "no address of the web"),
    ("https://", "no address of the web"),
    ("example.org", "no address of the web"),
    ("https://user:secret@example.org/", "user name or password"),
    ("https://example.org:99999/", "no address of the web"),
    ("https://[::1/", "no address of the web"),
    ("https://example.org/a b", "no address of the web"),
    ("https://example.org/\r\nHost: x", "no address of the web"),
    ("https://exämple.org/", "no address of the web"),
    ("https://example.org/" + "x" * 2000, "no address of the web"),
]


@pytest.mark.parametrize(("url", "why"), WRONG)
def test_what_is_no_destination(url: str, why: str) -> None:
    with pytest.raises(Refused, match=why) as wrong:
        read_destination(url, private=False)
    assert wrong.value.reason == "message"


def test_a_destination() -> None:
    found = read_destination("https://Example.org/push/x?a=1#b", private=False)
    assert found == ("https", "example.org", 443, "/push/x?a=1")
    assert found.origin == "https://example.org"
    assert read_destination("http://[::1]:8000", private=True).origin == "http://[::1]:8000"


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "2130706433", "0x7f.1"])
async def test_no_way_into_the_network_of_the_server(host: str) -> None:
    destination = read_destination(f"https://{host}/", private=False)
    with pytest.raises(Refused, match=r"public internet|no server") as wrong:
        await resolve(destination, private=False)
    assert wrong.value.reason in ("message", "missing")


async def test_one_private_address_among_public_ones_is_enough(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def lookup(*_arguments: Any, **_more: Any) -> list[Any]:
        return [(0, 0, 0, "", (address, 443)) for address in ("1.1.1.1", "10.0.0.1")]

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", lookup, raising=False)
    destination = read_destination("https://example.org/", private=False)
    with pytest.raises(Refused, match="public internet"):
        await resolve(destination, private=False)


# --- Sending -------------------------------------------------------------------------------------


class Slow:
    """A server that answers with some bytes, again and again if it is told to."""

    def __init__(self, answer: bytes, *, endless: bool = False) -> None:
        self._answer, self._endless = answer, endless
        self.heard = b""

    async def __aenter__(self) -> Slow:
        self._server = await asyncio.start_server(self._serve, HOST, 0)
        self.url = f"http://{HOST}:{self._server.sockets[0].getsockname()[1]}/x"
        return self

    async def __aexit__(self, *_wrong: object) -> None:
        self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.heard += await reader.readuntil(b"\r\n\r\n")
        try:
            writer.write(self._answer)
            while self._endless:
                writer.write(b"X-More: " + b"x" * 1000 + b"\r\n")
                await writer.drain()
                await asyncio.sleep(0)
            await writer.drain()
            await reader.read()  # until they hang up
        except OSError:
            pass
        finally:
            writer.close()


async def sent(url: str) -> Posted:
    return await post(url, {"X-A": "b"}, b"{}", private=True)


OUTCOMES = [
    (b"HTTP/1.1 201 Created\r\n\r\n", Posted(Outcome.DELIVERED)),
    (b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n", Posted(Outcome.DELIVERED)),
    (b"HTTP/1.1 410 Gone\r\n\r\n", Posted(Outcome.GONE)),
    (b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\n\r\n", Posted(Outcome.REFUSED)),
    (b"HTTP/1.1 400 Bad Request\r\n\r\n", Posted(Outcome.REFUSED)),
    (b"HTTP/1.1 429 Slow Down\r\nRetry-After: 120\r\n\r\n", Posted(Outcome.FAILED, 120)),
    (b"HTTP/1.1 503 Busy\r\nRetry-After: 999999999\r\n\r\n", Posted(Outcome.FAILED, 86400)),
    (b"HTTP/1.1 503 Busy\r\nRetry-After: soon\r\n\r\n", Posted(Outcome.FAILED)),
    (b"SSH-2.0-OpenSSH\r\n\r\n", Posted(Outcome.FAILED)),
]


@pytest.mark.parametrize(("answer", "expected"), OUTCOMES, ids=lambda each: str(each)[:30])
async def test_what_becomes_of_a_request(answer: bytes, expected: Posted) -> None:
    async with Slow(answer) as server:
        assert await sent(server.url) == expected
        head = server.heard.decode().lower()
        assert head.startswith("post /x http/1.1\r\nhost: 127.0.0.1:")
        assert "\r\nx-a: b\r\n" in head


async def test_nobody_keeps_us_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posting, "PATIENCE", 0.05)
    async with Slow(b"HTTP/1.1 200 ") as server:
        assert await sent(server.url) == Posted(Outcome.FAILED)


async def test_nobody_fills_our_memory() -> None:
    async with Slow(b"HTTP/1.1 200 OK\r\n", endless=True) as server:
        assert await sent(server.url) == Posted(Outcome.FAILED)


async def test_nobody_is_there() -> None:
    with socket.create_server((HOST, 0)) as free:
        port = free.getsockname()[1]
    assert await sent(f"http://{HOST}:{port}/") == Posted(Outcome.FAILED)
    assert await post("http://10.0.0.1/", {}, b"", private=False) == Posted(Outcome.REFUSED)
    assert await post("https://127.0.0.1/", {}, b"", private=False) == Posted(Outcome.REFUSED)


@pytest.fixture
async def looked_up(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Count how often a host is looked up."""
    found: list[str] = []
    loop, real = asyncio.get_running_loop(), asyncio.get_running_loop().getaddrinfo

    async def lookup(host: Any, port: Any, **more: Any) -> Any:
        found.append(host)
        return await real(host if host != "example.test" else HOST, port, **more)

    monkeypatch.setattr(loop, "getaddrinfo", lookup, raising=False)
    return found


async def test_a_host_is_looked_up_once_and_then_held_on_to(looked_up: list[str]) -> None:
    """Otherwise the second answer could be another machine than the one that was checked."""
    async with Slow(b"HTTP/1.1 200 OK\r\n\r\n") as server:
        url = server.url.replace(HOST, "example.test")
        assert await sent(url) == Posted(Outcome.DELIVERED)
    assert looked_up.count("example.test") == 1
    assert destinations.PORTS["https"] == 443
