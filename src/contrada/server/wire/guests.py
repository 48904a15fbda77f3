"""Guests on the wire: an id and a name."""

from __future__ import annotations

from msgspec import Struct


class Identity(Struct, forbid_unknown_fields=True, frozen=True):
    """A guest's id and name."""

    id: str
    name: str


def one_line(text: str) -> str:
    """Return a text without line breaks and control characters."""
    return " ".join("".join(mark if mark.isprintable() else " " for mark in text).split())
