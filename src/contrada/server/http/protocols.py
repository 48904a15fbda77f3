"""Uvicorn's protocols, with what they lack: timeouts for requests, and a count by address.

Decision 0023 says why uvicorn stays.
"""

from __future__ import annotations

import asyncio
from collections import deque
from functools import partial
from typing import Any

from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)

from contrada.server.runtime.addresses import plain
from contrada.server.runtime.door import Door, Stage, Why
from contrada.server.runtime.protocol import SocketProtocol
from contrada.server.wire.encoding import encode
from contrada.server.wire.refusals import STATUS, Refused

# Seconds from the first byte, so that sending a byte now and then does not help.
HEADERS = 10.0
BODY = 60.0  # enough for a megabyte over a slow phone connection
DEAF = 60.0  # for a client to read some of its answer
IDLE = 5
IDLE_PROXY = 130  # longer than proxies keep a connection: they must be the ones to close it
TIMEOUT, NO_TEXT = 408, 1007

Client = tuple[str, int] | None
NO_ROOM = Refused("limit", "Too many connections from your address; close some, or try again")
FULL = Refused("busy", "Too many people are here now; try again in a moment")


def protocols(door: Door) -> dict[str, Any]:
    """Return the protocols for HTTP and for sockets, as uvicorn takes them."""
    return {"http": partial(HttpProtocol, door), "ws": partial(CountedSocket, door)}


def answer(status: int, refused: Refused) -> bytes:
    """Return a complete answer to a request that was not read to its end."""
    body = encode(refused.answer(None))
    length = f"content-length: {len(body)}\r\n".encode()
    fixed = b"content-type: application/json\r\nretry-after: 5\r\nconnection: close\r\n"
    return b"".join([STATUS_LINE[status], fixed, length, b"\r\n", body])


def _plain(client: Client) -> Client:
    return (plain(client[0]), client[1]) if client else None


class HttpProtocol(HttpToolsProtocol):
    """A connection that has to send its requests in time."""

    def __init__(self, door: Door, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._door = door
        self._awaits: Why | None = Why.HEADERS  # the part of the request that is missing
        self._is_new_part = False  # what we have just received begins it
        self._has_begun = False  # whether any of the request has arrived
        self._timer: asyncio.TimerHandle | None = None
        self._reading: asyncio.TimerHandle | None = None
        self._unanswered: deque[RequestResponseCycle] = deque()

    # --- From the first byte to the last ---

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let the client in, or refuse it."""
        super().connection_made(transport)
        self.client = _plain(self.client)
        why = self._door.enter(transport, self._address)
        if why is not None:
            refused = FULL if why is Why.FULL else NO_ROOM
            self._close_with(STATUS[refused.reason], refused)
            return
        is_proxy = self._address in self._door.proxies
        self.timeout_keep_alive = IDLE_PROXY if is_proxy else IDLE
        self._start_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for others."""
        self._door.leave(self.transport)
        self._stop_timer()
        self._stop_waiting_for_reader()
        # Uvicorn tells only the latest request; an earlier one would write to a closed connection.
        for cycle in self._unanswered:
            cycle.disconnected = True
            cycle.message_event.set()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on, and see whether the request is complete."""
        if self.transport.is_closing():  # already refused, but the parser does not know
            return
        super().data_received(data)
        if self._is_new_part:
            self._is_new_part = False
            self._start_timer()
        elif self._is_idle:
            self._stay_idle()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        if self._is_idle:
            self._door.move(self.transport, Stage.IDLE)

    def handle_websocket_upgrade(self) -> None:
        """Leave the connection to the socket, which is counted until it is closed."""
        self._expect(None)
        self._is_new_part = False
        self._stop_timer()
        self._door.move(self.transport, Stage.IN_USE)
        super().handle_websocket_upgrade()
        # It refers to us, so that neither would be freed without being looked for.
        self.parser = None  # type: ignore[assignment]

    # --- What the parser has found ---

    def on_message_begin(self) -> None:
        """Expect headers."""
        super().on_message_begin()
        self._has_begun = True
        self._expect(Why.HEADERS)

    def on_headers_complete(self) -> None:
        """Expect a body, which may be empty."""
        super().on_headers_complete()
        while self._unanswered and self._unanswered[0].response_complete:
            self._unanswered.popleft()
        if self.cycle is not None:  # or it becomes a socket
            self._unanswered.append(self.cycle)
        self._expect(Why.BODY)

    def on_message_complete(self) -> None:
        """Expect nothing until we have answered."""
        super().on_message_complete()
        self._has_begun = False
        self._expect(None)

    def _expect(self, part: Why | None) -> None:
        self._awaits, self._is_new_part = part, True

    # --- Time ---

    @property
    def _is_idle(self) -> bool:
        """Whether all requests are answered, and no other has begun."""
        is_answered = self.cycle is not None and self.cycle.response_complete
        return self._awaits is None and is_answered and not self.pipeline

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def _start_timer(self) -> None:
        """Give the client time for the part that is missing, or none if nothing is."""
        self._stop_timer()
        if self._awaits is not None:
            self._door.move(self.transport, Stage.HALF_SENT)
            seconds = HEADERS if self._awaits is Why.HEADERS else BODY
            self._timer = self.loop.call_later(seconds, self._is_late)
        elif self._is_idle:
            self._stay_idle()
        else:
            self._door.move(self.transport, Stage.IN_USE)

    def _stay_idle(self) -> None:
        """Wait for the next request after bytes that began none: uvicorn would wait for ever.

        They are blank lines, or the rest of a body that was refused unread.
        """
        self._door.move(self.transport, Stage.IDLE)
        if self.timeout_keep_alive_task is None:
            self.timeout_keep_alive_task = self.loop.call_later(
                self.timeout_keep_alive, self.timeout_keep_alive_handler
            )

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _is_late(self) -> None:
        if self.flow.read_paused:  # we are the ones who do not read
            self._start_timer()
            return
        if not self._has_begun:  # browsers open connections that they may never use
            self.transport.close()
            return
        assert self._awaits is not None
        self._door.note(self._address, self._awaits)
        if self._may_answer:
            late = Refused("message", f"{self._awaits.value.capitalize()}; send the request again")
            self._close_with(TIMEOUT, late)
        else:
            self.transport.close()

    @property
    def _may_answer(self) -> bool:
        """Whether the client would read an answer now as the answer to its late request."""
        if self.cycle is None:
            return True
        is_headers = self._awaits is Why.HEADERS
        return self.cycle.response_complete if is_headers else not self.cycle.response_started

    def _close_with(self, status: int, refused: Refused) -> None:
        self.transport.write(answer(status, refused))
        self.transport.close()

    # --- Clients that do not read ---

    def pause_writing(self) -> None:
        """Wait a while for the client to read something."""
        super().pause_writing()
        self._reading = self.loop.call_later(DEAF, self._is_deaf)

    def resume_writing(self) -> None:
        """Go on sending."""
        self._stop_waiting_for_reader()
        super().resume_writing()

    def _stop_waiting_for_reader(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def _is_deaf(self) -> None:
        self._door.note(self._address, Why.DEAF)
        self.transport.abort()


class CountedSocket(SocketProtocol):
    """A socket, which counts as a connection of its address."""

    def __init__(self, door: Door, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._door = door

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take over a connection that the door has let in."""
        super().connection_made(transport)
        self.client = _plain(self.client)

    def send_receive_event_to_app(self) -> None:
        """Pass a message on; if it is not valid text, close the socket without a traceback."""
        if self.curr_msg_data_type == "text" and not _is_text(self.frames):
            self.frames = []
            self.conn.send_close(NO_TEXT)
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for others."""
        self._door.leave(self.transport)
        super().connection_lost(exc)


def _is_text(frames: list[bytes]) -> bool:
    try:
        b"".join(frames).decode()
    except UnicodeDecodeError:
        return False
    return True
