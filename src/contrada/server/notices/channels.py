"""Stores where guests are told of their turns, and when they want to be left alone."""

from __future__ import annotations

import secrets
from typing import Any, Literal, NamedTuple

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from contrada.server.db import schema
from contrada.server.db.engine import Database
from contrada.server.times import now

ChannelKind = Literal["push", "webhook", "mail"]
UTC = "UTC"


class Channel(NamedTuple):
    """A place where a guest is told of their turns; the schema explains the fields."""

    id: str
    guest: str
    kind: ChannelKind
    address: str
    form: str
    keys: str
    device: str
    origin: str
    language: str
    confirmed: bool
    hour: int
    created: int
    told: int
    failed: int
    due: int


class QuietHours(NamedTuple):
    """The hours in which a guest wants no notices, and their time zone."""

    zone: str = UTC
    begins: int | None = None
    ends: int | None = None


def new_channel(guest: str, kind: ChannelKind, address: str, **more: Any) -> Channel:
    """Return a channel that has told nothing yet."""
    usual: dict[str, Any] = dict.fromkeys(("form", "keys", "device", "origin"), "")
    usual |= {"language": "en", "confirmed": True, "hour": 0, "told": 0, "failed": 0, "due": 0}
    made = {"id": secrets.token_urlsafe(12), "created": now()}
    return Channel(guest=guest, kind=kind, address=address, **{**usual, **made, **more})


class ChannelRepository:
    """Reads and writes channels; every method may raise `StoreError`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, channel: Channel) -> None:
        """Store a channel in place of the one that it renews."""
        there = schema.channels.c
        same = (there.guest == channel.guest) & (there.kind == channel.kind)
        if channel.kind == "push":  # a browser has one, even if it is somebody else by now
            same &= there.device == channel.device
            same |= (there.address == channel.address) & (there["keys"] == channel.keys)

        def work(connection: Connection) -> None:
            remove_channels(connection, same)
            connection.execute(insert(schema.channels), channel._asdict())

        await self._database.do(work)

    async def of(self, guest: str) -> list[Channel]:
        """Return the channels of a guest, the oldest first."""
        there = schema.channels.c
        return await self._read(there.guest == guest)

    async def with_id(self, channel: str) -> Channel | None:
        """Return a channel."""
        return next(iter(await self._read(schema.channels.c.id == channel)), None)

    async def due_digests(self, at: int) -> list[Channel]:
        """Return the addresses that a digest may be sent to now."""
        there = schema.channels.c
        return await self._read((there.kind == "mail") & there.confirmed & (there.due <= at))

    async def _read(self, which: ColumnElement[bool]) -> list[Channel]:
        query = select(schema.channels).where(which).order_by(schema.channels.c.created)
        return await self._database.read(lambda c: [Channel(*row) for row in c.execute(query)])

    async def remove(self, guest: str, kind: ChannelKind, channel: str | None = None) -> bool:
        """Remove a guest's channel, or all of a kind; return whether there was one."""
        there = schema.channels.c
        which = (there.guest == guest) & (there.kind == kind)
        if channel is not None:
            which &= there.id == channel
        return await self._database.do(lambda connection: remove_channels(connection, which))

    async def remove_one(self, channel: str) -> None:
        """Remove a channel that leads nowhere any more, or that its receiver has stopped."""
        which = schema.channels.c.id == channel
        await self._database.do(lambda connection: remove_channels(connection, which))

    async def change(self, channel: Channel, **values: Any) -> bool:
        """Change a channel unless somebody has since; return whether that was so."""
        there = schema.channels
        same = (there.c.id == channel.id, there.c.due == channel.due)
        changing = update(there).where(*same).values(**values)
        return await self._database.do(lambda c: bool(c.execute(changing).rowcount))

    # --- Quiet hours ---

    async def quiet_hours(self, guest: str) -> QuietHours:
        """Return when a guest wants no notices."""
        there = schema.quiet_hours.c
        query = select(there.zone, there.begins, there.ends).where(there.guest == guest)

        def work(connection: Connection) -> QuietHours:
            row = connection.execute(query).first()
            return QuietHours(*row) if row else QuietHours()

        return await self._database.read(work)

    async def set_quiet_hours(self, guest: str, hours: QuietHours) -> None:
        """Store when a guest wants no notices."""
        there = schema.quiet_hours

        def work(connection: Connection) -> None:
            connection.execute(delete(there).where(there.c.guest == guest))
            connection.execute(insert(there), {"guest": guest, **hours._asdict()})

        await self._database.do(work)


def remove_channels(connection: Connection, which: ColumnElement[bool]) -> bool:
    """Remove channels and what was to be told there; return whether there were any."""
    removal = delete(schema.channels).where(which).returning(schema.channels.c.id)
    removed = list(connection.execute(removal).scalars())
    if removed:
        there = schema.notices
        connection.execute(delete(there).where(there.c.channel.in_(removed)))
    return bool(removed)
