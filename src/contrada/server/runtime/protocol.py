"""The socket below ASGI: handles whole text frames itself and leaves the rest to uvicorn.

A message of ASGI costs more than reading or writing the frame itself. Nearly every frame is a whole
text message, so those are handled here. Handshakes, pings, fragments, closing and whatever breaks
the protocol stay with uvicorn and websockets.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State
from websockets.utils import apply_mask

from contrada.server.wire.encoding import TWO_BYTES, WHOLE_TEXT

if TYPE_CHECKING:
    from websockets.http11 import Request

LINE = "contrada.line"  # the extension of ASGI under which the application finds its protocol
MASKED, LENGTH = 0x80, 0x7F  # the bits of the second byte
MASK = 4  # bytes


class SocketProtocol(WebSocketsSansIOProtocol):
    """One socket. The application finds it in the scope and writes frames to it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._unread = b""  # the start of an incomplete frame
        self.on_writable: Callable[[], object] = _do_nothing

    # --- Reading ---

    def handle_connect(self, event: Request) -> None:
        """Let the application find this protocol."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][LINE] = self  # type: ignore[assignment]

    def data_received(self, data: bytes) -> None:
        """Read text messages, and pass all other frames on to uvicorn, each one whole."""
        if not self.handshake_initiated:
            super().data_received(data)
            return
        if self._unread:
            data = self._unread + data
        start, end = 0, len(data)
        while start < end and self.conn.parser_exc is None:
            head = _frame_head(data, start)
            if head is None:
                break
            before, length = head
            if length > self.config.ws_max_size or not data[start + 1] & MASKED:
                super().data_received(data[start:])  # which refuses it
                return
            size = before + MASK + length
            if start + size > end:
                break
            self._read_frame(data[start : start + size], before)
            start += size
        self._unread = data[start:]

    def _read_frame(self, frame: bytes, mask: int) -> None:
        text = self._whole_text(frame, mask)
        if text is None:
            super().data_received(frame)
        elif not self.close_sent:
            self.queue.put_nowait({"type": "websocket.receive", "text": text})
            if self.queue.qsize() > 1:  # one may wait while another is being answered
                self._stop_reading()

    def _whole_text(self, frame: bytes, mask: int) -> str | None:
        """Return the text of a frame; None if uvicorn has to handle it."""
        if frame[0] != WHOLE_TEXT or self.frames or self.conn.state is not State.OPEN:
            return None
        try:
            return apply_mask(frame[mask + MASK :], frame[mask : mask + MASK]).decode()
        except UnicodeDecodeError:
            return None

    def _stop_reading(self) -> None:
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    async def run_asgi(self) -> None:
        """Run the application; then forget it, or both would keep each other in memory."""
        try:
            await super().run_asgi()
        finally:
            self.on_writable = _do_nothing
            self.scope["extensions"].pop(LINE, None)

    def connection_lost(self, exc: Exception | None) -> None:
        """End the parser, and forget why it failed: both would keep themselves in memory."""
        super().connection_lost(exc)
        self.conn.parser.close()
        self.conn.parser_exc = None

    @property
    def has_more(self) -> bool:
        """Whether another message has been read already."""
        return not self.queue.empty()

    async def next_message(self) -> Mapping[str, Any]:
        """Wait for the client's next message, or for it to disconnect."""
        return await self.receive()

    # --- Writing ---

    @property
    def is_writable(self) -> bool:
        """Whether the client keeps up with what is written."""
        return self.writable.is_set()

    def write(self, frames: bytes) -> None:
        """Write whole frames, unless the socket is being closed."""
        if self.conn.state is State.OPEN and not self.disconnected:
            self.transport.write(frames)

    def resume_writing(self) -> None:
        """Let the application write on."""
        super().resume_writing()
        self.on_writable()


def _do_nothing() -> None:
    """Stand in for an application that has ended."""


def _frame_head(data: bytes, start: int) -> tuple[int, int] | None:
    """Return how many bytes precede the mask of a frame, and how long its content is."""
    there = len(data) - start
    if there < 2:
        return None
    length = data[start + 1] & LENGTH
    if length < TWO_BYTES:
        return 2, length
    before = 4 if length == TWO_BYTES else 10
    if there < before:
        return None
    return before, int.from_bytes(data[start + 2 : start + before], "big")
