"""Stores guests: names, hashes of tokens, and who is being erased."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select, update

from contrada.server.db import schema
from contrada.server.db.engine import Database
from contrada.server.db.notify import Topic, say
from contrada.server.times import now


class GuestRepository:
    """Reads and writes guests; every method may raise `StoreError`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, guest: str, name: str, token_hash: str) -> None:
        """Store a new guest."""

        def work(connection: Connection) -> None:
            connection.execute(insert(schema.guests), {"id": guest, "name": name, "created": now()})
            _insert_token(connection, guest, token_hash)

        await self._database.do(work)

    async def add_token(self, guest: str, token_hash: str) -> None:
        """Store another token of a guest."""
        await self._database.do(lambda connection: _insert_token(connection, guest, token_hash))

    async def with_token(self, token_hash: str) -> tuple[str, str, str] | None:
        """Return the id and name of a token's guest, and the token's hash."""
        guests, tokens = schema.guests.c, schema.tokens.c
        query = (
            select(guests.id, guests.name, tokens.hash)
            .join(schema.tokens, tokens.guest == guests.id)
            .where(tokens.hash == token_hash)
        )

        def work(connection: Connection) -> tuple[str, str, str] | None:
            row = connection.execute(query).first()
            return (row.id, row.name, row.hash) if row else None

        return await self._database.read(work)

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

    # --- Erasure ---

    async def begin_erasure(self, guest: str) -> None:
        """Delete a guest's tokens and name; a guest without a name is being erased."""

        def work(connection: Connection) -> None:
            connection.execute(delete(schema.tokens).where(schema.tokens.c.guest == guest))
            connection.execute(delete(schema.presence).where(schema.presence.c.guest == guest))
            nameless = update(schema.guests).where(schema.guests.c.id == guest).values(name="")
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


def _insert_token(connection: Connection, guest: str, token_hash: str) -> None:
    row = {"hash": token_hash, "guest": guest, "created": now()}
    connection.execute(insert(schema.tokens), row)
