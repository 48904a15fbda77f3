"""Entries for the logs of tables, as the writer stores them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from sqlalchemy import Connection

Key = tuple[str, int]  # table, number


class Append(NamedTuple):
    """An entry for a table's log, with the table's new summary."""

    table_id: str
    seq: int
    at: int
    events: str
    row: dict[str, Any]
    guests: Mapping[str, bool] = {}  # everyone it concerns, and whether they have a seat now
    is_listed: bool = False  # or was until now

    @property
    def key(self) -> Key:
        """The table and the number, which no two stored entries share."""
        return self.table_id, self.seq


class StoreEntries(Protocol):
    """Stores the entries whose number is free, in their own transaction if `commit`."""

    def __call__(
        self, connection: Connection, appends: Sequence[Append], *, commit: bool
    ) -> set[Key]:
        """Return which entries were stored."""
