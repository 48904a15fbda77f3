"""The socket: reads messages at a bounded rate, answers each, and sends what the hub has to say."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from contrada import __version__
from contrada.server.db.store import StoreError
from contrada.server.http.dependencies import REFUSED, address_of
from contrada.server.hub import Hub
from contrada.server.people.identity import Identity
from contrada.server.runtime.connections import Connection
from contrada.server.tables import clock
from contrada.server.wire import messages
from contrada.server.wire.answers import Done, Guest, Hello, Pong
from contrada.server.wire.encoding import encode
from contrada.server.wire.messages import read_message
from contrada.server.wire.refusals import Refused
from contrada.server.wire.snapshots import PreviewAnswer
from contrada.server.wire.study import HintAnswer

TOO_SLOW, RESTARTING = 1013, 1012
TOO_MANY = 1008
Answer = Done | Pong | PreviewAnswer | HintAnswer
LAST_WORD = 1.0  # seconds to tell somebody who does not keep up
log = structlog.get_logger()


async def serve(socket: WebSocket, hub: Hub, guest: Identity | None) -> None:
    """Talk with one client until it goes."""
    await socket.accept()
    connection = Connection(guest, address_of(socket))
    try:
        hub.enter(connection)
    except Refused as refused:
        await socket.send_text(encode(refused.answer(None)).decode())
        await socket.close(TOO_MANY)
        return
    you = Guest(guest.id, guest.name) if guest else None
    connection.send(Hello(you, __version__, clock.now(), hub.readiness.states))
    sending = asyncio.create_task(_send(socket, connection))
    receiving = asyncio.create_task(_receive(socket, hub, connection))
    falling_behind = asyncio.create_task(_fall_behind(socket, connection))
    try:
        await asyncio.wait([receiving, falling_behind], return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (sending, receiving, falling_behind):
            task.cancel()
        hub.exit(connection)
        connection.drop_errands()
    if receiving.done() and not receiving.cancelled():
        receiving.result()  # what went wrong there is for the log


async def _send(socket: WebSocket, connection: Connection) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        while (text := await connection.next_text()) is not None:
            await socket.send_text(text)
        await socket.close(RESTARTING)


async def _fall_behind(socket: WebSocket, connection: Connection) -> None:
    """Wait until somebody does not keep up; who does not read at all cannot even be told."""
    await connection.fell_behind.wait()
    with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
        async with asyncio.timeout(LAST_WORD):
            await socket.close(TOO_SLOW)


async def _receive(socket: WebSocket, hub: Hub, connection: Connection) -> None:
    longest = hub.settings.limits.message_size
    while socket.application_state is WebSocketState.CONNECTED:
        try:
            received = await socket.receive()
        except RuntimeError:  # Starlette's word for a socket that was closed from our side
            return
        if received["type"] == "websocket.disconnect":
            return
        text = received.get("text")
        # Not read any further meanwhile: whoever sends too much waits. The others come in between.
        await asyncio.sleep(hub.wait_for(connection))
        await _answer(hub, connection, text, longest)


async def _answer(hub: Hub, connection: Connection, text: str | None, longest: int) -> None:
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
    if isinstance(message, messages.Hint):  # takes long; what is said meanwhile is heard
        connection.beside(_respond(hub, connection, message))
    else:
        await _respond(hub, connection, message)


async def _respond(hub: Hub, connection: Connection, message: messages.Anything) -> None:
    table = getattr(message, "table", None)
    is_stale = False
    try:
        answer = await _follow(hub, connection, message)
        if answer is not None:
            connection.send(answer)
    except Refused as refused:
        _refuse(connection, refused, message.id, table)
        is_stale = refused.reason == "stale"
    except StoreError as wrong:
        log.error("store failed", error=str(wrong), table=table)
        _refuse(connection, BUSY, message.id, table)
    if is_stale and table in connection.watching:
        await _show_again(hub, connection, str(table))


def _refuse(
    connection: Connection, refused: Refused, message_id: int | None, table: str | None
) -> None:
    REFUSED.labels(refused.reason).inc()
    connection.send(refused.answer(message_id, table))


async def _show_again(hub: Hub, connection: Connection, table: str) -> None:
    """Show a table to somebody who knew an older state; the message itself is answered already."""
    try:
        await hub.watch(connection, table)
    except StoreError as wrong:
        log.error("store failed", error=str(wrong), table=table)
        _refuse(connection, BUSY, None, table)


BUSY = Refused("busy", "The server cannot store that now; nothing has happened, try again")


async def _follow(hub: Hub, connection: Connection, message: messages.Anything) -> Answer | None:
    match message:
        case messages.Ping():
            return Pong(message.id)
        case messages.Watch():
            await hub.watch(connection, message.table, message.id)
            return None
        case messages.Leave():
            hub.leave(connection, message.table)
        case messages.Home():
            hub.enter_home(connection, message.id)
            return None
        case messages.LeaveHome():
            hub.leave_home(connection)
        case messages.Preview():
            return await hub.preview(connection.guest, message)
        case messages.Hint():
            return await hub.hint(connection.guest, message)
        case _:
            if connection.guest is None:
                raise Refused("who", "Tell who you are first: POST /api/guests")
            return await hub.act(connection.guest, message)
    return Done(message.id)
