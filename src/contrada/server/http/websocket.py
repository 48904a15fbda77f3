"""The socket: reads messages at a limited rate, answers each, and sends updates."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from contrada import __version__
from contrada.server import times
from contrada.server.db.errors import StoreError
from contrada.server.http.dependencies import REFUSED, address_of, device_of
from contrada.server.runtime.connections import Connection
from contrada.server.services import Services
from contrada.server.wire import messages
from contrada.server.wire.answers import Hello
from contrada.server.wire.encoding import encode
from contrada.server.wire.guests import Identity
from contrada.server.wire.messages import read_message
from contrada.server.wire.refusals import Refused

NOT_ALLOWED, RESTARTING, COME_BACK = 1008, 1012, 1013  # why a socket is closed
LAST_WORD = 1.0  # seconds for telling a client that it has fallen behind
BUSY = Refused("busy", "The server cannot store that now; nothing has happened, try again")
log = structlog.get_logger()


async def serve(socket: WebSocket, services: Services, guest: Identity | None) -> None:
    """Serve one client until it disconnects."""
    await socket.accept()
    connection = Connection(guest, address_of(socket), device_of(socket) if guest else "")
    try:
        services.connections.add(connection)
    except Refused as refused:
        await socket.send_text(encode(refused.answer(None)).decode())
        await socket.close(NOT_ALLOWED)
        return
    connection.send(Hello(guest, __version__, times.now(), services.readiness.states))
    sending = asyncio.create_task(_send(socket, connection))
    receiving = asyncio.create_task(_receive(socket, services, connection))
    falling_behind = asyncio.create_task(_fall_behind(socket, connection))
    try:
        await asyncio.wait([receiving, falling_behind], return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (sending, receiving, falling_behind):
            task.cancel()
        services.connections.remove(connection)
        services.dispatcher.unsubscribe(connection)
        connection.cancel_tasks()
    if receiving.done() and not receiving.cancelled():
        receiving.result()  # errors there go to the log


async def _send(socket: WebSocket, connection: Connection) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        while (text := await connection.next_text()) is not None:
            await socket.send_text(text)
        await socket.close(RESTARTING)


async def _fall_behind(socket: WebSocket, connection: Connection) -> None:
    """Wait until the client falls behind; one that reads nothing cannot even be told."""
    await connection.fell_behind.wait()
    with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
        async with asyncio.timeout(LAST_WORD):
            await socket.close(COME_BACK)


async def _receive(socket: WebSocket, services: Services, connection: Connection) -> None:
    longest = services.settings.limits.message_size
    while socket.application_state is WebSocketState.CONNECTED:
        try:
            received = await socket.receive()
        except RuntimeError:  # Starlette's word for a socket that was closed from our side
            return
        if received["type"] == "websocket.disconnect":
            return
        text = received.get("text")
        # Nothing more is read meanwhile, so a client that sends too much only delays itself.
        await asyncio.sleep(_delay(services, connection))
        await _answer(services, connection, text, longest)


def _delay(services: Services, connection: Connection) -> float:
    """Return how many seconds to wait before reading the client's next message."""
    limits = services.limits
    return max(limits.messages.delay(connection.who), limits.crowds.delay(connection.address))


async def _answer(
    services: Services, connection: Connection, text: str | None, longest: int
) -> None:
    message_id = None
    try:
        if text is None:
            raise Refused("message", "Messages are text, not bytes")
        if len(text) > longest:
            raise Refused("limit", f"A message has at most {longest} characters")
        message_id = messages.id_of(text)
        message = read_message(text)
    except Refused as refused:
        _refuse(connection, refused, message_id, None)
        return
    if isinstance(message, messages.Hint):  # slow; other messages are read meanwhile
        connection.start(_respond(services, connection, message))
    else:
        await _respond(services, connection, message)


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
    except StoreError as wrong:
        log.error("store failed", error=str(wrong), table=table)
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
    except StoreError as wrong:
        log.error("store failed", error=str(wrong), table=table)
        _refuse(connection, BUSY, None, table)
