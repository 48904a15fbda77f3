"""How the entries of a commit are stored: in as few steps as each database allows.

Every step of a driver gives up Python's lock, and the writing thread may have to wait for it again
while the event loop works. So all rows of a commit go into one statement: SQLite gets each value as
a parameter, PostgreSQL gets all of them as one JSON array.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any

import msgspec
from sqlalchemy import Boolean, Column, Connection, Table
from sqlalchemy.dialects import postgresql

from contrada.server.db import schema, topics
from contrada.server.db.entries import Append, Key, StoreEntries
from contrada.server.db.notify import IS_ANOTHER, Topic, channel_of

NEWS_AT_ONCE = 40  # a notification has at most 8,000 bytes, and a piece of news up to 180
ROWS_AT_ONCE = 90  # in one statement of SQLite, whose older versions take 999 values


def _entries(appends: Sequence[Append]) -> str:
    """Return rows from which both the log and the tables take their columns."""
    given = [
        {"table_id": a.table_id, "id": a.table_id, "seq": a.seq, "at": a.at, "events": a.events}
        | {"is_listed": a.is_listed}
        | a.row
        for a in appends
    ]
    return msgspec.json.encode(given).decode()


def _sitting(appends: Sequence[Append]) -> str:
    return msgspec.json.encode(
        [
            {"guest": guest, "table_id": a.table_id, "seated": seated, "seq": a.seq}
            for a in appends
            for guest, seated in sorted(a.guests.items())
        ]
    ).decode()


def _names(table: Table, prefix: str = "") -> str:
    return ", ".join(f'{prefix}"{column.name}"' for column in table.c)


def _or_replace(table: Table) -> str:
    """Return the clause that makes an insertion replace the row with the same key."""
    key = ", ".join(f'"{column.name}"' for column in table.primary_key)
    others = [column.name for column in table.c if not column.primary_key]
    replaced = ", ".join(f'"{name}" = excluded."{name}"' for name in others)
    return f"ON CONFLICT ({key}) DO UPDATE SET {replaced}"


# --- SQLite --------------------------------------------------------------------------------------


@cache
def _inserting(table: Table, rows: int, conflict: str) -> str:
    """Return a statement with a parameter for each value.

    Drivers keep statements by their text, so there is one for each number of rows.
    """
    row = f"({', '.join('?' * len(table.c))})"
    given = ", ".join([row] * rows)
    return (
        f'INSERT INTO "{table.name}" ({_names(table)}) '  # noqa: S608 - names of our own
        f"VALUES {given} {conflict}"
    )


def _insert(driver: Any, table: Table, rows: Sequence[Sequence[Any]], conflict: str) -> int:
    """Insert rows with all columns of a table in order; return how many were written."""
    written = 0
    for start in range(0, len(rows), ROWS_AT_ONCE):
        some = rows[start : start + ROWS_AT_ONCE]
        values = tuple(chain.from_iterable(some))
        written += driver.execute(_inserting(table, len(some), conflict), values).rowcount
    return written


def _insert_entries(driver: Any, appends: Sequence[Append]) -> int:
    rows = [(a.table_id, a.seq, a.at, a.events) for a in appends]
    return _insert(driver, schema.entries, rows, "ON CONFLICT DO NOTHING")


_TABLES_REPLACE, _SITTING_REPLACES = _or_replace(schema.tables), _or_replace(schema.sitting)
_SHOWN = [column.name for column in schema.tables.c if column.name != "id"]


def _store_in_sqlite(
    connection: Connection, appends: Sequence[Append], *, commit: bool
) -> set[Key]:
    if not appends:
        return set()
    driver: Any = connection.connection.driver_connection
    if _insert_entries(driver, appends) < len(appends):
        driver.rollback()  # some numbers are taken: find out which
        appends = [a for a in appends if _insert_entries(driver, [a])]
    shown = [(a.table_id, *map(a.row.get, _SHOWN)) for a in appends]
    _insert(driver, schema.tables, shown, _TABLES_REPLACE)
    seated = [
        (guest, a.table_id, is_seated)
        for a in appends
        for guest, is_seated in sorted(a.guests.items())
    ]
    _insert(driver, schema.sitting, seated, _SITTING_REPLACES)
    if commit:
        driver.commit()
    return {a.key for a in appends}


# --- PostgreSQL ----------------------------------------------------------------------------------


def _given(*columns: Column[Any]) -> str:
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    types = {column.name: column.type.compile(dialect) for column in columns}
    listed = ", ".join(f'"{name}" {kind}' for name, kind in types.items())
    return f"SELECT * FROM json_to_recordset(%s) AS given({listed})"  # noqa: S608 - as above


def _news_of(topic: str) -> str:
    return f"SELECT seq, '{Topic.TABLE} ' || table_id || ' ' || seq AS news, {topic} AS topic"


def _has_keys(in_play: str) -> str:
    """Whether something is being played that gets no help: see `tables.in_play`."""
    return f"split_part(coalesce({in_play}, ''), ' ', 3) <> ''"


# One statement is one transaction and one answer to wait for. Each part of it sees the database as
# it was before. Everyone in `sitting` has the table in their lists, or had it until now.
_SHARED_ENTRIES = f"""
WITH given AS ({_given(*schema.entries.c, *schema.tables.c, Column("is_listed", Boolean))}),
landed AS (
    INSERT INTO entries ({_names(schema.entries)})
    SELECT {_names(schema.entries)} FROM given ORDER BY table_id, seq
    ON CONFLICT DO NOTHING RETURNING table_id, seq
),
shown AS (
    INSERT INTO tables ({_names(schema.tables)})
    SELECT DISTINCT ON (id) {_names(schema.tables)} FROM given JOIN landed USING (table_id, seq)
    ORDER BY id, seq DESC
    {_or_replace(schema.tables)}
){{sitting}},
played AS (
    SELECT table_id, seq, coalesce(given.in_play, '') AS in_play,
        {_has_keys("given.in_play")} AS goes_on,
        {_has_keys("tables.in_play")}
            OR bool_or({_has_keys("given.in_play")}) OVER (PARTITION BY table_id) AS matters
    FROM landed JOIN given USING (table_id, seq) LEFT JOIN tables ON tables.id = table_id
),
news AS (
    {_news_of("'t ' || table_id")}, false AS is_for_us FROM landed
    UNION ALL {_news_of("'g ' || guest")}, false FROM landed JOIN sitting USING (table_id)
    {{seated}}
    UNION ALL {_news_of(f"'{topics.LOBBY}'")}, false
    FROM landed JOIN given USING (table_id, seq) WHERE is_listed
    UNION ALL SELECT seq, '{Topic.IN_PLAY} ' || table_id || ' ' || seq || ' ' || in_play,
        '{topics.IN_PLAY}', NOT goes_on -- the last of it, after which we can forget the table
    FROM played WHERE matters
),
told AS MATERIALIZED (
    SELECT pg_notify('{channel_of("")}' || process, string_agg(news, E'\\n' ORDER BY seq))
    FROM (
        SELECT *,
            (row_number() OVER (PARTITION BY process ORDER BY seq) - 1) / {NEWS_AT_ONCE} AS part
        FROM (
            SELECT DISTINCT process, seq, news FROM news JOIN interests USING (topic)
            WHERE is_for_us OR {IS_ANOTHER}
        ) AS wanted
    ) AS parts
    GROUP BY process, part
)
SELECT array_agg(table_id), array_agg(seq), (SELECT count(*) FROM told) FROM landed
"""  # noqa: S608
_SHARED_SITTING = f""",
seated AS (
    INSERT INTO sitting ({_names(schema.sitting)})
    SELECT DISTINCT ON (guest, table_id) {_names(schema.sitting)}
    FROM ({_given(*schema.sitting.c, schema.entries.c.seq)}) AS given
    JOIN landed USING (table_id, seq)
    ORDER BY guest, table_id, seq DESC
    {_or_replace(schema.sitting)} RETURNING guest, table_id
)"""  # noqa: S608
_SEATED_NOW = f"""
    UNION ALL {_news_of("'g ' || guest")}, false FROM landed JOIN seated USING (table_id)
"""
_SHARED_PLAYED = _SHARED_ENTRIES.format(sitting="", seated="")
_SHARED_SEATED = _SHARED_ENTRIES.format(sitting=_SHARED_SITTING, seated=_SEATED_NOW)


def _store_in_postgresql(
    connection: Connection, appends: Sequence[Append], *, commit: bool
) -> set[Key]:
    if not appends:
        return set()
    driver: Any = connection.connection.driver_connection
    if commit:
        driver.autocommit = True
    rows = _entries(appends)
    if any(a.guests for a in appends):
        found = driver.execute(_SHARED_SEATED, (rows, _sitting(appends)))
    else:
        found = driver.execute(_SHARED_PLAYED, (rows,))
    tables, numbers, _ = found.fetchone()
    if commit:
        driver.autocommit = False
    return set(zip(tables or [], numbers or [], strict=True))


STORING: Mapping[str, StoreEntries] = {
    "sqlite": _store_in_sqlite,
    "postgresql": _store_in_postgresql,
}
