"""What the people who run a server may do at its tables: end a game, and erase a guest.

With PostgreSQL, running servers hear of it and tell everyone.
"""

from __future__ import annotations

import asyncio

from contrada import games
from contrada.errors import OptionError
from contrada.server.db.store import Store
from contrada.server.people.erasure import Erasure
from contrada.server.people.repository import GuestRepository
from contrada.server.runtime.connections import Connections
from contrada.server.runtime.readiness import Readiness
from contrada.server.runtime.tasks import BackgroundTasks
from contrada.server.settings import Settings
from contrada.server.tables.registry import TableRegistry
from contrada.server.tables.table import Change, Table
from contrada.server.wire.events import Closed, Ended
from contrada.server.wire.refusals import Refused


class _Prepared(Readiness):
    """Nobody else waits for this process, so it loads a game when a table needs it."""

    async def need(self, name: str) -> None:
        """Load the game."""
        if name in games.NAMES:
            await asyncio.to_thread(games.game, name)


class _Host:
    """The parts of a server that change tables, without those that serve anybody."""

    def __init__(self, url: str) -> None:
        self.store, self.tasks = Store(url, serves=False), BackgroundTasks()
        self.connections = Connections(Settings.limits.sockets)
        patience = Settings.abandoned_after
        self.registry = TableRegistry(self.store, _Prepared(), self.tasks, patience)

    async def close(self) -> None:
        await self.tasks.close()
        await self.store.close()


def end(url: str, table_id: str) -> str:
    """End a game, or close a table before its game; return which."""
    return asyncio.run(_end(url, table_id))


async def _end(url: str, table_id: str) -> str:
    host, said = _Host(url), list[str]()

    def decide(table: Table) -> Change:
        if table.status not in ("open", "playing"):
            raise OptionError(f"the game at table {table_id} is over already")
        said.append(f"the game of {table.game.facts.title}" if table.position else "the open table")
        return Change([Ended() if table.status == "playing" else Closed()])

    try:
        await host.registry.change(table_id, decide)
    except Refused as wrong:
        raise OptionError(f"table {table_id}: {wrong}") from None
    finally:
        await host.close()
    return said[-1]


def forget(url: str, guest: str) -> bool:
    """Erase a guest; return whether it is done, or goes on when a server runs."""
    return asyncio.run(_forget(url, guest))


async def _forget(url: str, guest: str) -> bool:
    host = _Host(url)
    guests = GuestRepository(host.store.database)
    erasure = Erasure(host.registry, host.store, guests, host.connections, host.tasks)
    try:
        await guests.begin_erasure(guest)
        await erasure.erase(guest)
        return guest not in await guests.being_erased()
    finally:
        await host.close()
