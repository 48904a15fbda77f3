"""Names of bots: builders of Italian towns, so that several at a table are told apart."""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

from contrada.server.wire.lookalikes import looks

NAMES = (
    "Laurana",
    "Bramante",
    "Alberti",
    "Palladio",
    "Vignola",
    "Serlio",
    "Giotto",
    "Bernini",
    "Sangallo",
    "Peruzzi",
    "Arnolfo",
    "Maderno",
)


def free_name(table_id: str, taken: Sequence[str]) -> str:
    """Return a bot's name that nobody at the table has; it depends on nothing but these two."""
    first = crc32(table_id.encode())
    names = [NAMES[(first + step) % len(NAMES)] for step in range(len(NAMES))]
    known = frozenset[str]().union(*map(looks, filter(None, taken)))
    return next(name for name in names if not looks(name) & known)  # fewer seats than names


def recorded(name: str, level: int | None) -> str:
    """Return the name of a bot in records: `Laurana (bot 4)`."""
    return f"{name} (bot {level})"
