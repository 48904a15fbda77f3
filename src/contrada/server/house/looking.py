"""What the host of the house sees: its tables, guests and chat, read from the database."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, Select, func, or_, select

from contrada.server.db import schema
from contrada.server.db.engine import Database
from contrada.server.db.places import Place, past
from contrada.server.tables.summaries import read_summary
from contrada.server.wire.events import Said, read_events
from contrada.server.wire.house import HostChatLine, HostGuest, HostSeat, HostTable
from contrada.server.wire.values import Status

MOST_SHOWN = 50
MOST_LINES = 200
TABLES_WITH_CHAT = 50  # that changed last
_ESCAPE = "\\"


class Looking:
    """Reads lists; every method may raise `StoreError`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def counts(self) -> dict[str, int]:
        """Count tables by status, and guests."""
        by_status = select(schema.tables.c.status, func.count()).group_by(schema.tables.c.status)
        guests = select(func.count()).select_from(schema.guests)

        def work(connection: Connection) -> dict[str, int]:
            found = dict.fromkeys(("open", "playing", "over", "closed"), 0)
            found |= {row[0]: row[1] for row in connection.execute(by_status)}
            return {**found, "guests": connection.execute(guests).scalar_one()}

        return await self._database.read(work)

    # --- Tables ---

    async def tables(self, status: Status | None, after: Place | None) -> list[HostTable]:
        """Return tables, those that changed last first, and one more if there are more."""
        rows = schema.tables.c
        query = select(rows.summary).order_by(rows.changed.desc(), rows.id).limit(MOST_SHOWN + 1)
        if status is not None:
            query = query.where(rows.status == status)
        query = query.where(*past(after))
        texts = await self._database.read(lambda c: list(c.execute(query).scalars()))
        return [_table(text) for text in texts]

    # --- Guests ---

    async def guests(
        self, wanted: str, after: Place | None, here: Collection[str]
    ) -> list[HostGuest]:
        """Return guests, the latest first, and one more if there are more."""
        query = _guests().limit(MOST_SHOWN + 1)
        guests = schema.guests.c
        if wanted:
            pattern = wanted.replace(_ESCAPE, _ESCAPE * 2).replace("%", r"\%").replace("_", r"\_")
            matches = func.lower(guests.name).like(f"%{pattern.lower()}%", escape=_ESCAPE)
            query = query.where(or_(guests.id == wanted, matches, guests.name == wanted))
        query = query.where(*past(after, guests.created, guests.id))
        rows = await self._database.read(lambda c: list(c.execute(query)))
        return [_guest(row, here) for row in rows]

    async def name_of(self, guest: str) -> str | None:
        """Return the name of a guest, if there is one."""
        query = select(schema.guests.c.name).where(schema.guests.c.id == guest)
        return await self._database.read(lambda c: c.execute(query).scalar())

    # --- Chat ---

    async def chat(self, table_id: str | None = None) -> list[HostChatLine]:
        """Return what was said at a table, or lately at those that changed last."""
        log, rows = schema.entries.c, schema.tables.c
        if table_id is None:
            latest = select(rows.id).order_by(rows.changed.desc()).limit(TABLES_WITH_CHAT)
            which = log.table_id.in_(latest)
        else:
            which = log.table_id.in_([table_id])
        query = (
            select(log.table_id, log.at, log.events)
            .where(which, log.events.contains('"said"', autoescape=True))
            .order_by(log.at.desc(), log.table_id)
            .limit(MOST_LINES)
        )
        entries = await self._database.read(lambda c: list(c.execute(query)))
        lines = [line for row in entries for line in _lines(row)]
        return sorted(lines, key=lambda line: line.at)


def _guests() -> Select[Any]:
    guests, tokens, sitting = schema.guests.c, schema.tokens.c, schema.sitting.c
    used = select(func.max(tokens.used)).where(tokens.guest == guests.id).scalar_subquery()
    tables = select(func.count()).where(sitting.guest == guests.id).scalar_subquery()
    return (
        select(guests.id, guests.name, guests.created, used.label("used"), tables.label("tables"))
        .where(guests.name != "")
        .order_by(guests.created.desc(), guests.id)
    )


def _guest(row: Any, here: Collection[str]) -> HostGuest:
    return HostGuest(
        id=row.id,
        name=row.name,
        created=row.created,
        used=row.used,
        tables=row.tables,
        here=row.id in here,
        banned=False,
        muted=False,
    )


def _table(text: str) -> HostTable:
    found = read_summary(text)
    return HostTable(
        id=found.id,
        game=found.game,
        status=found.status,
        listed=found.listed,
        host=found.host,
        created=found.created,
        changed=found.changed,
        seats=[HostSeat(each.kind, each.name, each.level, each.guest) for each in found.seats],
    )


def _lines(row: Any) -> list[HostChatLine]:
    return [
        HostChatLine(row.table_id, row.at, event.guest, event.name, event.text)
        for event in read_events(row.events)
        if isinstance(event, Said) and event.text
    ]
