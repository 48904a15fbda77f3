"""Places in long lists, from which the next page goes on."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import ColumnElement

from contrada.server.db import schema


class Place(NamedTuple):
    """A place in a list with the latest first: after a row, such as a table, and its time.

    Without an id, it is after all rows of that time.
    """

    at: int
    id: str | None = None


def past(
    after: Place | None,
    at: ColumnElement[int] = schema.tables.c.changed,
    ids: ColumnElement[str] = schema.tables.c.id,
) -> list[ColumnElement[bool]]:
    """Return the condition for what follows a place in a list."""
    if after is None:
        return []
    if after.id is None:
        return [at < after.at]
    just_then = (at == after.at) & (ids > after.id)
    return [(at <= after.at) & ((at < after.at) | just_then)]
