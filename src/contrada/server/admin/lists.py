"""What a database holds, as lists and figures for the people who run its server."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, text

from contrada.server.admin.connecting import contents
from contrada.server.settings import SECOND
from contrada.server.tables.summaries import read_summary
from contrada.server.times import now
from contrada.server.wire.answers import StoredSummary

DAY = 24 * 3600 * SECOND
_LATEST = text("SELECT id, changed, summary FROM tables ORDER BY changed DESC, id")
_SUMMARIES = text("SELECT summary FROM tables")
_CHANGED = text("SELECT count(*) FROM tables WHERE changed > :since")
_NEW = text("SELECT count(*) FROM guests WHERE created > :since")
_NAMED = text("SELECT id, name, created FROM guests WHERE id = :who OR name = :who ORDER BY id")


class Guest(NamedTuple):
    """A guest, as `contrada admin forget` finds them."""

    id: str
    name: str
    created: int


def tables(
    connection: Connection, status: str | None, game: str | None, most: int
) -> list[StoredSummary]:
    """Return the tables that changed last."""
    found: list[StoredSummary] = []
    for _, _, summary in connection.execute(_LATEST):
        table = _read(summary)
        if table and status in (None, table.status) and game in (None, table.game):
            found.append(table)
        if len(found) == most:
            break
    return found


def _read(summary: str) -> StoredSummary | None:
    try:
        return read_summary(summary)
    except msgspec.MsgspecError:  # `check` reports it
        return None


def stats(connection: Connection) -> dict[str, Any]:
    """Count tables by game and status, guests, and what was new lately."""
    held, today = contents(connection), now()
    by_game: dict[str, Counter[str]] = {}
    for table in _each(connection):
        by_game.setdefault(table.game, Counter())[table.status] += 1
    since = {days: {"since": today - days * DAY} for days in (1, 7, 30)}
    return {
        **held._asdict(),
        "games": {game: dict(sorted(found.items())) for game, found in sorted(by_game.items())},
        "tables_played_at": {
            str(days): connection.execute(_CHANGED, values).scalar_one()
            for days, values in since.items()
        },
        "new_guests": {
            str(days): connection.execute(_NEW, values).scalar_one()
            for days, values in since.items()
        },
    }


def _each(connection: Connection) -> Iterator[StoredSummary]:
    for (summary,) in connection.execute(_SUMMARIES):
        table = _read(summary)
        if table:
            yield table


def guests_called(connection: Connection, who: str) -> list[Guest]:
    """Return the guests with an id or a name."""
    return [Guest(*row) for row in connection.execute(_NAMED, {"who": who})]
