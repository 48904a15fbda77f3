"""Sends one request to an address that a stranger has given, and reads little of the answer.

No redirects, a limit on the time and on the size, and never another machine than the one that was
checked: libraries that send requests look the host up again.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Mapping
from contextlib import suppress
from enum import Enum
from functools import cache
from typing import NamedTuple

import h11

from contrada import __version__
from contrada.server.notices.destinations import Destination, read_destination, resolve
from contrada.server.wire.refusals import Refused

PATIENCE = 10.0  # seconds for all of it
READ_AT_ONCE = 4096  # bytes
MOST_READ = 64 * 1024  # bytes of an answer's head
LONGEST_WAIT = 24 * 3600  # seconds that a receiver may ask us to wait


class Outcome(Enum):
    """What became of a notice."""

    DELIVERED = "delivered"
    GONE = "gone"  # nobody will ever be there again
    REFUSED = "refused"  # it makes no sense to try this one again
    FAILED = "failed"  # perhaps later


class Posted(NamedTuple):
    """The outcome, and the seconds after which to try again, if the receiver said so."""

    outcome: Outcome
    retry_after: int = 0


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


async def post(url: str, headers: Mapping[str, str], body: bytes, *, private: bool) -> Posted:
    """Post something; whatever goes wrong is an outcome."""
    try:
        async with asyncio.timeout(PATIENCE):
            destination = read_destination(url, private=private)
            addresses = await resolve(destination, private=private)
            return await _post(destination, addresses[0], headers, body)
    except Refused as refused:  # a server that is unknown now may be known later
        return Posted(Outcome.FAILED if refused.reason == "missing" else Outcome.REFUSED)
    except (OSError, TimeoutError, h11.RemoteProtocolError, asyncio.LimitOverrunError):
        return Posted(Outcome.FAILED)


async def _post(
    destination: Destination, address: str, headers: Mapping[str, str], body: bytes
) -> Posted:
    is_secure = destination.scheme == "https"
    reader, writer = await asyncio.open_connection(
        address,
        destination.port,
        ssl=_tls() if is_secure else None,
        server_hostname=destination.host if is_secure else None,
    )
    try:
        connection = h11.Connection(h11.CLIENT, max_incomplete_event_size=MOST_READ)
        request = h11.Request(
            method="POST", target=destination.path, headers=_all(destination, headers, body)
        )
        for event in (request, h11.Data(data=body), h11.EndOfMessage()):
            writer.write(connection.send(event) or b"")
        await writer.drain()
        return _outcome(await _response(connection, reader))
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()


def _all(
    destination: Destination, headers: Mapping[str, str], body: bytes
) -> list[tuple[str, str]]:
    return [
        ("Host", destination.origin.partition("://")[2]),
        ("User-Agent", f"Contrada/{__version__}"),
        ("Content-Length", str(len(body))),
        ("Connection", "close"),
        *headers.items(),
    ]


async def _response(connection: h11.Connection, reader: asyncio.StreamReader) -> h11.Response:
    """Read the head of the answer; nobody needs the rest."""
    while True:
        event = connection.next_event()
        if isinstance(event, h11.Response):
            return event
        if event is h11.NEED_DATA:
            connection.receive_data(await reader.read(READ_AT_ONCE))
        elif not isinstance(event, h11.InformationalResponse):
            raise h11.RemoteProtocolError("the connection was closed")


def _outcome(response: h11.Response) -> Posted:
    status = response.status_code
    if 200 <= status < 300:
        return Posted(Outcome.DELIVERED)
    if status in (404, 410):
        return Posted(Outcome.GONE)
    if status in (408, 425, 429) or status >= 500:
        after = dict(response.headers).get(b"retry-after", b"")
        wait = int(after) if after.isdigit() and len(after) < 10 else 0
        return Posted(Outcome.FAILED, min(wait, LONGEST_WAIT))
    return Posted(Outcome.REFUSED)  # redirects too: they would lead past the checks
