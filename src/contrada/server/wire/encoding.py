"""JSON encoding, the same for sockets, answers and the log."""

from __future__ import annotations

from typing import Any, TypeVar, cast

import msgspec

T = TypeVar("T")
_encoder = msgspec.json.Encoder()


def encode(document: Any) -> bytes:
    """Write anything as JSON."""
    return _encoder.encode(document)


def encoded_once(document: T) -> T:
    """Encode now what will be a part of several documents."""
    return cast("T", msgspec.Raw(encode(document)))
