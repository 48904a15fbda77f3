"""The open sockets: their guests, their outboxes, and how many each guest may have."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter, deque
from collections.abc import Coroutine
from typing import Any, Protocol

from prometheus_client import Gauge

from contrada.server.runtime.addresses import charges
from contrada.server.runtime.limits import uncount
from contrada.server.runtime.tasks import log_failure
from contrada.server.wire.answers import Closing
from contrada.server.wire.encoding import frame_of
from contrada.server.wire.guests import Identity
from contrada.server.wire.refusals import Refused

STRANGER = "~"  # begins the ids of those who are no guests
OUTBOX = 512  # messages that a slow client may lag behind
OUTBOX_SIZE = 2 << 20  # bytes of them
SOCKETS = Gauge("contrada_sockets", "Open sockets")


class Line(Protocol):
    """What a connection writes to."""

    @property
    def is_writable(self) -> bool:
        """Whether the client keeps up; if not, what is written waits."""

    def write(self, frames: bytes) -> None:
        """Write whole frames."""


class Connection:
    """One socket, its guest and its outbox."""

    def __init__(
        self,
        guest: Identity | None,
        address: str = "",
        line: Line | None = None,
        device: str = "",
        *,
        is_host: bool = False,
    ) -> None:
        """Open with an empty outbox; `device` is the hash of the token that the guest has here."""
        self.guest = guest
        self.is_host = is_host  # of the house, who may always come in
        self.device = device
        self._stranger = STRANGER + secrets.token_hex(8)
        self.who = guest.id if guest else f"at {address}"  # whose limits it counts towards
        self.address = address
        self._line = line
        self._outbox: deque[bytes] = deque()  # frames that wait until the client has read others
        self._size = 0  # of all that is in it
        self.watching: set[str] = set()
        self.is_visible = True  # until its client says otherwise
        self.fell_behind = asyncio.Event()
        self.all_sent = asyncio.Event()  # and nothing more will come
        self._is_closing = False
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def visitor(self) -> str:
        """The id of who is there: of the guest, or one of this socket's own."""
        return self.guest.id if self.guest else self._stranger

    def send(self, message: Any) -> None:
        """Encode and send a message to this socket only."""
        self.send_frame(frame_of(message))

    def send_frame(self, frame: bytes) -> None:
        """Send an encoded message; disconnect a client that does not keep up."""
        if self._is_closing or self.fell_behind.is_set():
            return
        if self._line and not self._outbox and self._line.is_writable:
            self._line.write(frame)
            return
        if len(self._outbox) >= OUTBOX or self._size + len(frame) > OUTBOX_SIZE:
            self.fell_behind.set()
            return
        self._size += len(frame)
        self._outbox.append(frame)

    def send_waiting(self) -> None:
        """Send what waits in the outbox, as far as the client keeps up."""
        while self._line and self._outbox and self._line.is_writable:
            frame = self._outbox.popleft()
            self._size -= len(frame)
            self._line.write(frame)
        if self._is_closing and not self._outbox:
            self.all_sent.set()

    def close(self) -> None:
        """Close the socket once everything is sent."""
        self._is_closing = True
        self.send_waiting()

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
        charged = charges(connection.who)
        if any(self._of[each] >= self._most * times for each, times in charged):
            raise Refused("limit", "Too many sockets of one guest")
        self._of.update(each for each, _ in charged)
        self._open.add(connection)
        SOCKETS.inc()
        if self._is_closing:  # back too soon: a hello would promise that the server stays
            _announce_closing(connection)

    def remove(self, connection: Connection) -> None:
        """Forget a closed socket."""
        self._open.discard(connection)
        uncount(self._of, connection.who)
        SOCKETS.dec()
        self._left.set()

    def broadcast(self, message: Any) -> None:
        """Send everyone the same message, encoded once."""
        frame = frame_of(message)
        for connection in self._open:
            connection.send_frame(frame)

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

    def all(self) -> list[Connection]:
        """Return all open sockets."""
        return list(self._open)

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
