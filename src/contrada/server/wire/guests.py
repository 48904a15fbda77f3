"""Guests on the wire: an id, and a name that fits on a line."""

from __future__ import annotations

from msgspec import Struct

from contrada.server.wire.refusals import Refused
from contrada.server.wire.values import LONGEST_NAME


class Identity(Struct, forbid_unknown_fields=True, frozen=True):
    """A guest's id and name."""

    id: str
    name: str


def clean_name(name: str) -> str:
    """Return a name that fits on a line, or refuse it."""
    cleaned = one_line(name)
    if not 1 <= len(cleaned) <= LONGEST_NAME:
        raise Refused("message", f"A name has 1 to {LONGEST_NAME} characters that can be seen")
    return cleaned


def one_line(text: str) -> str:
    """Return a text without line breaks and control characters."""
    return " ".join("".join(mark if mark.isprintable() else " " for mark in text).split())
