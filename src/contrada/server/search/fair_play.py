"""Fair play: no search helps with a position that people are playing on this server now.

Every server knows the positions of all running tables between people. It reads them from the
database at the start, follows its own tables as they change, and hears of the others from the
processes that change them (`db.interests`). Looking at such a position is allowed, since it shows
only what is known anyway.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import structlog

from contrada.games.contract import Position
from contrada.server.db import topics
from contrada.server.db.errors import StoreError
from contrada.server.db.store import Store
from contrada.server.runtime.readiness import NotReady
from contrada.server.runtime.tasks import BackgroundTasks
from contrada.server.tables import in_play
from contrada.server.tables.in_play import VERSION, is_between_people, keys_of
from contrada.server.tables.registry import TableRegistry
from contrada.server.tables.summaries import read_summary
from contrada.server.tables.table import Table
from contrada.server.wire.refusals import Refused

AT_ONCE = 100  # tables whose positions are worked out before others have a turn
log = structlog.get_logger()
Known = tuple[int, tuple[str, ...]]  # the number of an entry, and the keys after it


class FairPlay:
    """The positions that get no help."""

    def __init__(self, registry: TableRegistry, store: Store, tasks: BackgroundTasks) -> None:
        self._registry, self._store, self._tasks = registry, store, tasks
        self._known: dict[str, Known] = {}
        self._in_play: Counter[str] = Counter()

    def check(self, line: Iterable[Position]) -> None:
        """Refuse to search a position if people are playing it, or one that led to it."""
        if self._in_play and any(position.public_key in self._in_play for position in line):
            raise Refused(
                "playing",
                "People are playing this position here now;"
                " you can look at it, but there is no help until their game is over",
            )

    # --- What is being played ---

    def table_changed(self, table: Table) -> None:
        """Note a table that has changed here."""
        keys = keys_of(table)
        if keys or table.id in self._known:
            self._note(table.id, (table.seq, keys))
            if not keys and not self._store.is_shared:  # if shared, older news may still arrive
                del self._known[table.id]

    def heard(self, table_id: str, seq: str, version: str = "", _seq: str = "", *keys: str) -> None:
        """Note news of a table, from another process or because its game is over."""
        if keys and version == VERSION:
            self._note(table_id, (int(seq), keys))
        elif int(seq) >= self._known.get(table_id, (0,))[0]:
            self._forget(table_id)

    def _note(self, table_id: str, news: Known) -> None:
        if news[0] > self._known.get(table_id, (0,))[0]:
            self._forget(table_id)
            self._known[table_id] = news
            self._in_play.update(news[1])

    def _forget(self, table_id: str) -> None:
        for key in self._known.pop(table_id, (0, ()))[1]:
            self._in_play[key] -= 1
            if not self._in_play[key]:
                del self._in_play[key]

    # --- From the database ---

    async def start(self) -> None:
        """Ask to be told what is being played elsewhere, then read what is being played now."""
        await self._store.interests.want(topics.IN_PLAY)
        await self.load()

    def catch_up(self) -> None:
        """Read again what is being played, since news may have been missed."""
        self._tasks.start(self.load())

    async def load(self) -> None:
        """Read what is being played at all tables."""
        before = dict(self._known)
        found = dict(await self._store.positions_in_play(VERSION))
        for table_id, known in before.items():
            if table_id not in found and self._known.get(table_id) == known:
                self._forget(table_id)  # its game ended without our hearing of it
        for table_id, text in found.items():
            _, seq, *keys = text.split()
            if keys:
                self._note(table_id, (int(seq), tuple(keys)))

    async def work_out(self) -> None:
        """Work out the positions of tables from an older version, a few at a time."""
        for table_id, summary, was in await self._store.without_positions(VERSION, AT_ONCE):
            table, text = None, f"{VERSION} 0"
            if is_between_people(read_summary(summary).seats):
                try:
                    table = await self._registry.rebuilt(table_id)
                except NotReady:
                    continue  # its game is being compiled
                except Refused:  # then nobody can play it either
                    pass
                except StoreError:  # an outage; it is tried again
                    raise
                except Exception:
                    log.exception("a position cannot be worked out", table=table_id)
                else:
                    text = in_play.stored(table)
            await self._store.keep_positions(table_id, was, text)
            if table:  # only now: `load` forgets what is not stored
                self.table_changed(table)
