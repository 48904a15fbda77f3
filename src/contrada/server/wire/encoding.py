"""JSON, written the same way for sockets, answers and the log."""

from __future__ import annotations

from typing import Any, TypeVar, cast

import msgspec

T = TypeVar("T")
_encoder = msgspec.json.Encoder()


def encode(document: Any) -> bytes:
    """Write anything as JSON."""
    return _encoder.encode(document)


def encoded_once(document: T) -> T:
    """Return what stands for a part of several documents, and is written only now."""
    return cast("T", msgspec.Raw(encode(document)))
