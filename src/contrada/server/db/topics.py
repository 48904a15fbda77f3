"""The topics that a process may want to hear of: see `interests`."""

from __future__ import annotations

LOBBY = "lobby"
IN_PLAY = "in play"  # what people are playing, at any table


def table(table_id: str) -> str:
    """Return the topic of a table."""
    return f"t {table_id}"


def guest(guest_id: str) -> str:
    """Return the topic of a guest's tables."""
    return f"g {guest_id}"
