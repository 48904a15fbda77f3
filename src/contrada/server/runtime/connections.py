"""The open sockets: their guests, their outboxes, and how many each guest may have."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Coroutine
from typing import Any

from prometheus_client import Gauge

from contrada.server.runtime.tasks import log_failure
from contrada.server.wire.answers import Closing
from contrada.server.wire.encoding import encode
from contrada.server.wire.guests import Identity
from contrada.server.wire.refusals import Refused

OUTBOX = 512  # messages that a slow client may lag behind
OUTBOX_SIZE = 2 << 20  # characters of them
SOCKETS = Gauge("contrada_sockets", "Open sockets")


class Connection:
    """One socket, its guest and its outbox."""

    def __init__(self, guest: Identity | None, address: str = "", device: str = "") -> None:
        """Open with an empty outbox; `device` is the hash of the token that the guest has here."""
        self.guest = guest
        self.device = device
        self.who = guest.id if guest else f"at {address}"  # whose limits it counts towards
        self.address = address
        self._outbox: asyncio.Queue[str | None] = asyncio.Queue()
        self._size = 0  # of all that is in it
        self.watching: set[str] = set()
        self.fell_behind = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()

    def send(self, message: Any) -> None:
        """Encode and send a message to this socket only."""
        self.send_text(encode(message).decode())

    def send_text(self, text: str) -> None:
        """Send an encoded message; disconnect a client that does not keep up."""
        if self.fell_behind.is_set():
            return
        if self._outbox.qsize() >= OUTBOX or self._size + len(text) > OUTBOX_SIZE:
            self.fell_behind.set()
            return
        self._size += len(text)
        self._outbox.put_nowait(text)

    async def next_text(self) -> str | None:
        """Wait for the next message to send; None when there will be no more."""
        text = await self._outbox.get()
        self._size -= len(text or "")
        return text

    def close(self) -> None:
        """Close the socket once everything is sent."""
        self._outbox.put_nowait(None)

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Start a task for this socket while it goes on receiving messages."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(log_failure)

    def cancel_tasks(self) -> None:
        """Cancel this socket's tasks, because nobody waits for them any more."""
        for task in self._tasks:
            task.cancel()


class Connections:
    """All sockets, counted by guest; reaches all of them or those of one guest."""

    def __init__(self, most: int) -> None:
        """Set how many sockets a guest, or an address without one, may have."""
        self._most = most
        self._open: set[Connection] = set()
        self._of: Counter[str] = Counter()
        self._left = asyncio.Event()  # somebody, just now
        self._is_closing = False

    def add(self, connection: Connection) -> None:
        """Register a socket, or refuse it if there are too many."""
        if self._of[connection.who] >= self._most:
            raise Refused("limit", "Too many sockets of one guest")
        self._of[connection.who] += 1
        self._open.add(connection)
        SOCKETS.inc()
        if self._is_closing:  # back too soon: a hello would promise that the server stays
            _announce_closing(connection)

    def remove(self, connection: Connection) -> None:
        """Forget a closed socket."""
        self._open.discard(connection)
        self._of[connection.who] -= 1
        if not self._of[connection.who]:
            del self._of[connection.who]
        SOCKETS.dec()
        self._left.set()

    def broadcast(self, message: Any) -> None:
        """Send everyone the same message, encoded once."""
        text = encode(message).decode()
        for connection in self._open:
            connection.send_text(text)

    def announce_closing(self) -> None:
        """Tell everyone, including new arrivals, that the server is about to stop."""
        self._is_closing = True
        for connection in self._open:
            _announce_closing(connection)

    async def until_all_left(self) -> None:
        """Wait until every socket is closed."""
        while self._open:
            self._left.clear()
            await self._left.wait()

    # --- The sockets of one guest ---

    def guests(self) -> set[str]:
        """Return the ids of the connected guests."""
        return {connection.guest.id for connection in self._open if connection.guest}

    def rename(self, renamed: Identity) -> None:
        """Change a guest's name on all their sockets."""
        for connection in self._of_guest(renamed.id):
            connection.guest = renamed

    def close_all_of(self, guest: str) -> None:
        """Close all sockets of a guest who is being erased."""
        for connection in self._of_guest(guest):
            connection.close()

    def devices(self) -> set[str]:
        """Return the devices of the connected guests."""
        return {connection.device for connection in self._open if connection.device}

    def close_device(self, device: str) -> None:
        """Close all sockets of a device that has been signed out."""
        for connection in [each for each in self._open if each.device == device]:
            connection.close()

    def _of_guest(self, guest: str) -> list[Connection]:
        return [c for c in self._open if c.guest and c.guest.id == guest]


def _announce_closing(connection: Connection) -> None:
    connection.send(Closing())
    connection.close()
