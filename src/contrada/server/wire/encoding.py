"""JSON, written the same way for sockets, answers and the log."""

from __future__ import annotations

from typing import Any

import msgspec

_encoder = msgspec.json.Encoder()


def encode(document: Any) -> bytes:
    """Write anything as JSON."""
    return _encoder.encode(document)
