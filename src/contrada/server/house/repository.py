"""Stores what keeps order: restraints, reports, blocks, invitations, and the log of hosts' acts."""

from __future__ import annotations

import json
import secrets
from collections.abc import Collection
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, delete, func, insert, or_, select, update

from contrada.server import times
from contrada.server.db import schema
from contrada.server.db.engine import Database
from contrada.server.db.notify import Topic, say
from contrada.server.db.places import Place, past
from contrada.server.wire.guests import Identity
from contrada.server.wire.house import HostAct, Invitation, Report, ReportKind, RestraintKind

MOST_REPORTS = 200  # that are shown: those that wait come first
MOST_ACTS = 200  # of hosts that are shown at once
MOST_WAITING = 50  # reports of one guest that the host has not dealt with
MOST_BLOCKED = 500  # by one guest
ACTS: dict[RestraintKind, str] = {"ban": "banned", "mute": "muted"}


class Restrained(NamedTuple):
    """Somebody who is kept out or kept quiet: a guest, or all who come from a network."""

    id: str
    kind: RestraintKind
    guest: str
    network: str  # empty: it is the guest
    name: str
    why: str
    created: int
    until: int | None

    @property
    def holds(self) -> bool:
        """Whether it has not run out."""
        return self.until is None or self.until > times.now()


def new_id() -> str:
    """Return an id that nobody can guess."""
    return secrets.token_urlsafe(9)


class HouseRepository:
    """Reads and writes these; every method may raise `StoreError`.

    Whatever hosts do is logged in the same transaction, and other processes are told.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def _act(self, change: Any, what: str, **about: Any) -> Any:
        """Carry out what a host does, log it, and tell all processes."""

        def work(connection: Connection) -> Any:
            result = connection.execute(change).rowcount
            if result:
                _log(connection, what, about)
                say(connection, f"{Topic.HOUSE}")
            return result

        return await self._database.do(work)

    async def note(self, what: str, **about: Any) -> None:
        """Log what a host has done, and tell all processes."""

        def work(connection: Connection) -> None:
            _log(connection, what, about)
            say(connection, f"{Topic.HOUSE}")

        await self._database.do(work)

    # --- The host's browsers ---

    async def add_session(self, token_hash: str) -> None:
        """Store a browser that the host link was opened in."""
        row = {"hash": token_hash, "created": times.now()}
        await self._act(insert(schema.host_sessions).values(row), "signed_in")

    async def session(self, token_hash: str) -> int | None:
        """Return since when a browser is a host's."""
        there = schema.host_sessions.c
        query = select(there.created).where(there.hash == token_hash)
        return await self._database.read(lambda c: c.execute(query).scalar())

    async def remove_session(self, token_hash: str) -> None:
        """End one browser's time as a host's."""
        there = schema.host_sessions
        await self._act(delete(there).where(there.c.hash == token_hash), "signed_out")

    async def remove_sessions(self) -> None:
        """End all of them, because the link is renewed."""

        def work(connection: Connection) -> None:
            connection.execute(delete(schema.host_sessions))
            _log(connection, "renewed_link", {})

        await self._database.do(work)

    # --- Restraints ---

    async def restraints(self) -> list[Restrained]:
        """Return all that hold, the latest first."""
        there = schema.restraints.c
        query = (
            select(*schema.restraints.columns)
            .where(or_(there.until.is_(None), there.until > times.now()))
            .order_by(there.created.desc(), there.id)
        )
        return await self._database.read(lambda c: [Restrained(*row) for row in c.execute(query)])

    async def restrain(self, found: Restrained) -> None:
        """Keep somebody out, or quiet."""
        about = {"guest": found.guest, "name": found.name, "until": found.until, "why": found.why}
        what = "banned_network" if found.network else ACTS[found.kind]
        await self._act(insert(schema.restraints).values(found._asdict()), what, **about)

    async def release(self, which: str) -> bool:
        """Let somebody in again, or let them speak; return whether they were restrained."""
        there = schema.restraints
        found = select(there.c.guest, there.c.name).where(there.c.id == which)

        def work(connection: Connection) -> bool:
            row = connection.execute(found).first()
            if row:
                connection.execute(delete(there).where(there.c.id == which))
                _log(connection, "released", {"guest": row.guest, "name": row.name})
                say(connection, f"{Topic.HOUSE}")
            return row is not None

        return await self._database.do(work)

    async def networks_of(self, guest: str) -> list[str]:
        """Return from which networks a guest has come lately, as hashes."""
        there = schema.tokens.c
        query = select(there.network).where(there.guest == guest, there.network != "").distinct()
        return await self._database.read(lambda c: list(c.execute(query).scalars()))

    # --- Reports ---

    async def add_report(
        self, reporter: str, what: ReportKind, table: str, guest: Identity, said: str, note: str
    ) -> bool:
        """Store a report; return whether there was room for it."""
        there = schema.reports
        row = {
            "id": new_id(),
            "at": times.now(),
            "what": what,
            "table_id": table,
            "guest": guest.id,
            "name": guest.name,
            "reporter": reporter,
            "said": said,
            "note": note,
        }
        waiting = select(func.count()).where(
            there.c.reporter == reporter, there.c.handled.is_(None)
        )

        def work(connection: Connection) -> bool:
            if connection.execute(waiting).scalar_one() >= MOST_WAITING:
                return False
            connection.execute(insert(there), row)
            return True

        return await self._database.do(work)

    async def reports(self) -> list[Report]:
        """Return reports, those that wait first, then the latest."""
        there, reporter = schema.reports, schema.guests.alias()
        query = (
            select(there, reporter.c.name.label("reporter_name"))
            .join(reporter, reporter.c.id == there.c.reporter, isouter=True)
            .order_by(there.c.handled.is_not(None), there.c.at.desc(), there.c.id)
            .limit(MOST_REPORTS)
        )

        def work(connection: Connection) -> list[Report]:
            return [
                Report(
                    *(row.id, row.at, row.what, row.table_id, row.guest, row.name, row.reporter),
                    *(row.reporter_name or "", row.said, row.note, row.handled),
                )
                for row in connection.execute(query)
            ]

        return await self._database.read(work)

    async def count_waiting(self) -> int:
        """Count the reports that wait for the host."""
        query = select(func.count()).where(schema.reports.c.handled.is_(None))
        return await self._database.read(lambda c: c.execute(query).scalar_one())

    async def handle_report(self, which: str, *, done: bool) -> bool:
        """Note that a report has been dealt with, or that it has not."""
        there = schema.reports
        change = update(there).where(there.c.id == which)
        change = change.values(handled=times.now() if done else None)
        what = "handled_report" if done else "reopened_report"
        return bool(await self._act(change, what, report=which))

    # --- Blocks ---

    async def block(self, guest: str, blocked: str) -> bool:
        """Keep somebody away from a guest; return whether there was room."""
        there = schema.blocks
        mine = there.c.guest == guest
        known = select(there).where(mine, there.c.blocked == blocked)
        count = select(func.count()).where(mine)
        row = {"guest": guest, "blocked": blocked, "created": times.now()}

        def work(connection: Connection) -> bool:
            if connection.execute(known).first():
                return True
            if connection.execute(count).scalar_one() >= MOST_BLOCKED:
                return False
            connection.execute(insert(there), row)
            return True

        return await self._database.do(work)

    async def unblock(self, guest: str, blocked: str) -> None:
        """Let somebody near a guest again."""
        there = schema.blocks
        which = (there.c.guest == guest) & (there.c.blocked == blocked)
        await self._database.do(lambda c: c.execute(delete(there).where(which)))

    async def blocked_by(self, guest: str) -> list[Identity]:
        """Return whom a guest has blocked."""
        there, guests = schema.blocks.c, schema.guests.c
        query = (
            select(guests.id, guests.name)
            .join(schema.blocks, there.blocked == guests.id)
            .where(there.guest == guest)
            .order_by(there.created.desc(), guests.id)
        )
        return await self._database.read(lambda c: [Identity(*row) for row in c.execute(query)])

    async def blocks_between(self, blocked: str, others: Collection[str]) -> bool:
        """Whether any of these guests has blocked somebody."""
        if not others:
            return False
        there = schema.blocks.c
        query = select(there.guest).where(there.blocked == blocked, there.guest.in_(others))
        return await self._database.read(lambda c: c.execute(query).first() is not None)

    # --- Invitations ---

    async def add_invitation(self, found: Invitation, token_hash: str) -> None:
        """Store a new link."""
        row = {name: getattr(found, name) for name in Invitation.__struct_fields__}
        change = insert(schema.invitations).values({**row, "hash": token_hash})
        await self._act(change, "invited", note=found.note, uses=found.uses, until=found.until)

    async def invitations(self) -> list[Invitation]:
        """Return all links, the latest first."""
        there = schema.invitations.c
        query = select(
            there.id, there.note, there.uses, there.used, there.created, there.until
        ).order_by(there.created.desc(), there.id)
        return await self._database.read(lambda c: [Invitation(*row) for row in c.execute(query)])

    async def remove_invitation(self, which: str) -> bool:
        """End a link."""
        there = schema.invitations
        change = delete(there).where(there.c.id == which)
        return bool(await self._act(change, "uninvited", invitation=which))

    async def use_invitation(self, token_hash: str) -> bool:
        """Use a link up by one; return whether it was good."""
        there = schema.invitations.c
        good = (
            (there.hash == token_hash)
            & or_(there.uses.is_(None), there.used < there.uses)
            & or_(there.until.is_(None), there.until > times.now())
        )
        change = update(schema.invitations).where(good).values(used=there.used + 1)
        return bool(await self._database.do(lambda c: c.execute(change).rowcount))

    # --- The log ---

    async def log(self, after: Place | None = None) -> list[HostAct]:
        """Return what hosts have done, the latest first, and one more act if there are more."""
        there = schema.host_log.c
        query = select(there.id, there.at, there.what, there.about)
        query = query.where(*past(after, there.at, there.id))
        query = query.order_by(there.at.desc(), there.id).limit(MOST_ACTS + 1)
        return await self._database.read(
            lambda c: [
                HostAct(row.id, row.at, row.what, json.loads(row.about)) for row in c.execute(query)
            ]
        )

    # --- Clearing ---

    async def clear(self, *, networks: int, reports: int, log: int) -> None:
        """Delete what is older than these times; 0 keeps it."""
        invitations, restraints = schema.invitations.c, schema.restraints.c
        used_up = invitations.used >= invitations.uses
        removals = [
            _deletion(schema.restraints, restraints.until < times.now()),
            _deletion(schema.invitations, or_(invitations.until < times.now(), used_up)),
            _deletion(schema.reports, schema.reports.c.handled < reports),
            _deletion(schema.host_log, schema.host_log.c.at < log),
        ]
        tokens = schema.tokens
        old = (tokens.c.network != "") & (tokens.c.used < networks)
        forgetting = update(tokens).where(old).values(network="")

        def work(connection: Connection) -> None:
            for removal in removals:
                connection.execute(removal)
            connection.execute(forgetting)

        await self._database.do(work)


def _deletion(table: Any, which: ColumnElement[bool]) -> Any:
    return delete(table).where(which)


def _log(connection: Connection, what: str, about: dict[str, Any]) -> None:
    row = {"id": new_id(), "at": times.now(), "what": what, "about": json.dumps(about)}
    connection.execute(insert(schema.host_log), row)
