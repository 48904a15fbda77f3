"""JSON encoding, the same for sockets, answers and the log; and the frames of sockets."""

from __future__ import annotations

import struct
from typing import Any, TypeVar, cast

import msgspec

T = TypeVar("T")
_encoder = msgspec.json.Encoder()
WHOLE_TEXT = 0x81  # the first byte of a frame that is a text message of its own
TWO_BYTES, EIGHT_BYTES = 126, 127  # lengths that say how long the length is


def encode(document: Any) -> bytes:
    """Write anything as JSON."""
    return _encoder.encode(document)


def frame_of(document: Any) -> bytes:
    """Write anything as JSON, in a frame for a socket.

    Servers do not mask frames, so the same one can go to everyone.
    """
    text = _encoder.encode(document)
    size = len(text)
    if size < TWO_BYTES:
        return bytes((WHOLE_TEXT, size)) + text
    if size < 1 << 16:
        return struct.pack("!BBH", WHOLE_TEXT, TWO_BYTES, size) + text
    return struct.pack("!BBQ", WHOLE_TEXT, EIGHT_BYTES, size) + text


def encoded_once(document: T) -> T:
    """Encode now what will be a part of several documents."""
    return cast("T", msgspec.Raw(encode(document)))
