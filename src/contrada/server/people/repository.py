"""Stores guests: names, hashes of the tokens of devices and links, and who is being erased."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Literal, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, delete, insert, select, update

from contrada.server import times
from contrada.server.db import schema
from contrada.server.db.engine import Database
from contrada.server.db.notify import Topic, say
from contrada.server.notices.channels import remove_channels

MOST_DEVICES = 100  # of one guest; beyond that, the least recently used is signed out
TokenKind = Literal["device", "link", "either"]


class Token(NamedTuple):
    """A stored token, and whose it is."""

    hash: str
    guest: str
    name: str  # of the guest
    kind: TokenKind
    device: str
    created: int
    used: int
    network: str = ""  # where it was last used, as a keyed hash


class GuestRepository:
    """Reads and writes guests; every method may raise `StoreError`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, guest: str, name: str, token_hash: str, device: str = "") -> None:
        """Store a new guest, signed in on a device."""

        def work(connection: Connection) -> None:
            connection.execute(
                insert(schema.guests), {"id": guest, "name": name, "created": times.now()}
            )
            _insert_token(connection, guest, token_hash, "device", device)

        await self._database.do(work)

    # --- Devices and links ---

    async def add_device(self, guest: str, token_hash: str, device: str = "") -> None:
        """Sign a guest in on another device."""
        there = schema.tokens.c
        unused = (
            select(there.hash)
            .where(there.guest == guest, there.kind != "link")
            .order_by(there.used.desc(), there.hash)
            .offset(MOST_DEVICES)
        )

        def work(connection: Connection) -> None:
            _insert_token(connection, guest, token_hash, "device", device)
            old = list(connection.execute(unused).scalars())
            if old:
                _remove_tokens(connection, there.hash.in_(old))

        await self._database.do(work)

    async def renew_link(self, guest: str, token_hash: str) -> None:
        """Store the token of a guest's personal link in place of an older one."""

        def work(connection: Connection) -> None:
            _remove_tokens(connection, _link_of(guest))
            _insert_token(connection, guest, token_hash, "link", "")

        await self._database.do(work)

    async def tokens_of(self, guest: str) -> list[Token]:
        """Return all tokens of a guest, the latest used first."""
        there = schema.tokens.c
        query = _tokens().where(there.guest == guest).order_by(there.used.desc(), there.hash)
        return await self._database.read(lambda c: [Token(*row) for row in c.execute(query)])

    async def with_token(self, token_hash: str) -> Token | None:
        """Return a token by its hash."""
        query = _tokens().where(schema.tokens.c.hash == token_hash)

        def work(connection: Connection) -> Token | None:
            row = connection.execute(query).first()
            return Token(*row) if row else None

        return await self._database.read(work)

    async def missing(self, hashes: Collection[str]) -> set[str]:
        """Return which of these tokens no longer exist."""
        there = schema.tokens.c.hash
        query = select(there).where(there.in_(hashes))
        known = await self._database.read(lambda c: set(c.execute(query).scalars()))
        return {*hashes} - known

    async def note_use(self, token_hash: str, network: str = "") -> None:
        """Note that a token is being used, and from where."""
        there = schema.tokens
        values = {"used": times.now(), **({"network": network} if network else {})}
        change = update(there).where(there.c.hash == token_hash).values(values)
        await self._database.do(lambda connection: connection.execute(change))

    async def remove_devices(self, guest: str, hashes: Collection[str]) -> None:
        """Sign out some of a guest's devices, and tell all processes."""
        there = schema.tokens.c
        which = (there.guest == guest) & there.hash.in_(hashes)
        await self._database.do(lambda connection: _remove_tokens(connection, which))

    # --- Names ---

    async def rename(self, guest: str, name: str) -> None:
        """Store the new name of a guest, and tell all processes."""
        change = update(schema.guests).where(schema.guests.c.id == guest).values(name=name)

        def work(connection: Connection) -> None:
            connection.execute(change)
            say(connection, f"{Topic.NAME} {guest}")

        await self._database.do(work)

    async def since(self, guest: str) -> int | None:
        """Return when a guest was created."""
        query = select(schema.guests.c.created).where(schema.guests.c.id == guest)
        return await self._database.read(lambda connection: connection.execute(query).scalar())

    async def name_of(self, guest: str) -> str | None:
        """Return a guest's name."""
        query = select(schema.guests.c.name).where(schema.guests.c.id == guest)
        return await self._database.read(lambda connection: connection.execute(query).scalar())

    # --- Consent ---

    async def is_named(self, guest: str) -> bool:
        """Whether a guest's name may stand in exported records."""
        query = select(schema.guests.c.named).where(schema.guests.c.id == guest)
        return bool(
            await self._database.read(lambda connection: connection.execute(query).scalar())
        )

    async def set_named(self, guest: str, *, named: bool) -> None:
        """Note whether it may."""
        change = update(schema.guests).where(schema.guests.c.id == guest).values(named=named)
        await self._database.do(lambda connection: connection.execute(change))

    # --- Order ---

    async def order_of(self, guest: str) -> dict[str, Any]:
        """Return whom a guest has blocked and reported, and hashes of their networks."""
        blocks, reports, guests = schema.blocks.c, schema.reports.c, schema.guests.c
        tokens = schema.tokens.c
        blocked = (
            select(guests.id, guests.name)
            .join(schema.blocks, blocks.blocked == guests.id)
            .where(blocks.guest == guest)
        )
        reported = select(reports.at, reports.what, reports.table_id, reports.said, reports.note)
        reported = reported.where(reports.reporter == guest).order_by(reports.at)
        networks = select(tokens.network).where(tokens.guest == guest, tokens.network != "")

        def work(connection: Connection) -> dict[str, Any]:
            return {
                "blocked": [dict(row) for row in connection.execute(blocked).mappings()],
                "reported": [dict(row) for row in connection.execute(reported).mappings()],
                "networks": list(connection.execute(networks.distinct()).scalars()),
            }

        return await self._database.read(work)

    # --- Erasure ---

    async def begin_erasure(self, guest: str) -> None:
        """Delete a guest's tokens and name; a guest without a name is being erased."""

        def work(connection: Connection) -> None:
            connection.execute(delete(schema.tokens).where(schema.tokens.c.guest == guest))
            connection.execute(delete(schema.presence).where(schema.presence.c.guest == guest))
            remove_channels(connection, schema.channels.c.guest == guest)
            quiet = schema.quiet_hours
            connection.execute(delete(quiet).where(quiet.c.guest == guest))
            connection.execute(delete(schema.prepared).where(schema.prepared.c.guest == guest))
            connection.execute(delete(schema.days_off).where(schema.days_off.c.guest == guest))
            forget_in_house(connection, guest)
            nothing = {"name": "", "named": False}
            nameless = update(schema.guests).where(schema.guests.c.id == guest).values(nothing)
            connection.execute(nameless)
            say(connection, f"{Topic.ERASURE} {guest}")

        await self._database.do(work)

    async def being_erased(self) -> list[str]:
        """Return the guests whose erasure has started but not finished."""
        query = select(schema.guests.c.id).where(schema.guests.c.name == "")
        return await self._database.read(lambda c: list(c.execute(query).scalars()))

    async def tables_naming(self, guest: str) -> list[str]:
        """Return the tables whose logs mention a guest."""
        there = schema.sitting.c
        query = select(there.table_id).where(there.guest == guest)
        return await self._database.read(lambda c: list(c.execute(query).scalars()))

    async def remove_from_table(self, table_id: str, guest: str) -> None:
        """Record that a log no longer mentions a guest."""
        there = schema.sitting.c
        removal = delete(schema.sitting).where(there.table_id == table_id, there.guest == guest)
        await self._database.do(lambda connection: connection.execute(removal))

    async def end_erasure(self, guest: str) -> None:
        """Remove the rest of a guest, unless a log mentions them again by now."""
        told_of = select(schema.sitting).where(schema.sitting.c.guest == guest).exists()
        ending = delete(schema.guests).where(schema.guests.c.id == guest, ~told_of)
        await self._database.do(lambda connection: connection.execute(ending))


def forget_in_house(connection: Connection, guest: str) -> None:
    """Delete whom a guest has blocked and what they have reported, and what others said of them."""
    blocks, reports, restraints = schema.blocks, schema.reports, schema.restraints
    either = (blocks.c.guest == guest) | (blocks.c.blocked == guest)
    connection.execute(delete(blocks).where(either))
    about = (reports.c.reporter == guest) | (reports.c.guest == guest)
    connection.execute(delete(reports).where(about))
    # A network stays shut: whoever is kept out could otherwise let themselves in again.
    connection.execute(
        delete(restraints).where(restraints.c.guest == guest, restraints.c.network == "")
    )
    nameless = update(restraints).where(restraints.c.guest == guest).values(name="", guest="")
    connection.execute(nameless)
    # The log of hosts says what they did, not to whom.
    log = schema.host_log
    named = log.c.about.contains(guest, autoescape=True)
    connection.execute(update(log).where(named).values(about="{}"))


def _insert_token(
    connection: Connection, guest: str, token_hash: str, kind: TokenKind, device: str
) -> None:
    row = {"hash": token_hash, "guest": guest, "kind": kind, "device": device}
    connection.execute(insert(schema.tokens), {**row, "created": times.now(), "used": times.now()})


def _remove_tokens(connection: Connection, which: ColumnElement[bool]) -> None:
    removal = delete(schema.tokens).where(which).returning(schema.tokens.c.hash)
    removed = list(connection.execute(removal).scalars())
    if removed:
        remove_channels(connection, schema.channels.c.device.in_(removed))
        say(connection, *(f"{Topic.DEVICE} {each}" for each in removed))


def _link_of(guest: str) -> ColumnElement[bool]:
    there = schema.tokens.c
    return (there.guest == guest) & (there.kind == "link")


def _tokens() -> Select[Any]:
    guests, tokens = schema.guests.c, schema.tokens.c
    return select(
        tokens.hash,
        guests.id,
        guests.name,
        tokens.kind,
        tokens.device,
        tokens.created,
        tokens.used,
        tokens.network,
    ).join(schema.guests, tokens.guest == guests.id)
