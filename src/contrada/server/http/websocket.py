"""The socket: reads messages at a limited rate, answers each, and sends updates."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from contrada import __version__
from contrada.server import times
from contrada.server.db.errors import StoreError
from contrada.server.http.dependencies import REFUSED, address_of, device_of
from contrada.server.runtime.connections import Connection
from contrada.server.runtime.protocol import LINE, SocketProtocol
from contrada.server.runtime.tasks import log_failure
from contrada.server.services import Services
from contrada.server.wire import messages
from contrada.server.wire.answers import Hello
from contrada.server.wire.guests import Identity
from contrada.server.wire.messages import read_message
from contrada.server.wire.refusals import BUSY, Refused

NOT_ALLOWED, RESTARTING, COME_BACK = 1008, 1012, 1013  # why a socket is closed
LAST_WORD = 1.0  # seconds for telling a client that it has fallen behind


async def serve(
    socket: WebSocket, services: Services, guest: Identity | None, *, is_a_host: bool = False
) -> None:
    """Serve one client until it disconnects."""
    await socket.accept()
    line: SocketProtocol = socket.scope["extensions"][LINE]
    device = device_of(socket) if guest else ""
    connection = Connection(guest, address_of(socket), line, device, is_host=is_a_host)
    line.on_writable = connection.send_waiting
    try:
        _check_welcome(services, connection)
        services.connections.add(connection)
    except Refused as refused:
        connection.send(refused.answer(None))
        await socket.close(NOT_ALLOWED)
        return
    paused = times.served.is_halted
    connection.send(Hello(guest, __version__, times.now(), services.readiness.states, paused))
    receiving = asyncio.create_task(_receive(line, services, connection))
    closing = asyncio.create_task(_close(socket, connection))
    falling_behind = asyncio.create_task(_fall_behind(socket, connection))
    tasks = (closing, receiving, falling_behind)
    for task in tasks:
        task.add_done_callback(log_failure)
    try:
        # If a client has sent too much too fast, the rest is not read once the socket is closed.
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        services.connections.remove(connection)
        services.dispatcher.unsubscribe(connection)
        connection.cancel_tasks()


def _check_welcome(services: Services, connection: Connection) -> None:
    refused = services.house.why_not(connection)
    if refused:
        raise refused


async def _close(socket: WebSocket, connection: Connection) -> None:
    """Wait until the last message is sent."""
    await connection.all_sent.wait()
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.close(RESTARTING)


async def _fall_behind(socket: WebSocket, connection: Connection) -> None:
    """Wait until the client falls behind; one that reads nothing cannot even be told."""
    await connection.fell_behind.wait()
    with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
        async with asyncio.timeout(LAST_WORD):
            await socket.close(COME_BACK)


async def _receive(line: SocketProtocol, services: Services, connection: Connection) -> None:
    longest = services.settings.limits.message_size
    while True:
        received = await line.next_message()
        if received["type"] == "websocket.disconnect":
            return
        # Nothing more is read meanwhile, so a client that sends too much only delays itself.
        delay = _delay(services, connection)
        if delay or line.has_more:  # let others have a turn
            await asyncio.sleep(delay)
        await _answer(services, connection, received.get("text"), longest)


def _delay(services: Services, connection: Connection) -> float:
    """Return how many seconds to wait before reading the client's next message."""
    limits = services.limits
    return max(limits.messages.delay(connection.who), limits.crowds.delay(connection.address))


async def _answer(
    services: Services, connection: Connection, text: str | None, longest: int
) -> None:
    try:
        message = _read(text, longest)
    except Refused as refused:
        message_id = messages.id_of(text) if text and len(text) <= longest else None
        _refuse(connection, refused, message_id, None)
        return
    if isinstance(message, messages.Hint):  # slow; other messages are read meanwhile
        connection.start(_respond(services, connection, message))
    else:
        await _respond(services, connection, message)


def _read(text: str | None, longest: int) -> messages.Anything:
    if text is None:
        raise Refused("message", "Messages are text, not bytes")
    if len(text) > longest:
        raise Refused("limit", f"A message has at most {longest} characters")
    return read_message(text)


async def _respond(services: Services, connection: Connection, message: messages.Anything) -> None:
    table = getattr(message, "table", None)
    is_stale = False
    try:
        answer = await services.dispatcher.handle(connection.guest, message, connection)
        if answer is not None:
            connection.send(answer)
    except Refused as refused:
        _refuse(connection, refused, message.id, table)
        is_stale = refused.reason == "stale"
    except StoreError:  # already logged
        _refuse(connection, BUSY, message.id, table)
    if is_stale:
        await _show_again(services, connection, str(table))


def _refuse(
    connection: Connection, refused: Refused, message_id: int | None, table: str | None
) -> None:
    REFUSED.labels(refused.reason).inc()
    connection.send(refused.answer(message_id, table))


async def _show_again(services: Services, connection: Connection, table: str) -> None:
    """Send the whole table to a client with an older state; its message is already answered."""
    try:
        await services.dispatcher.show_again(connection, table)
    except StoreError:
        _refuse(connection, BUSY, None, table)
