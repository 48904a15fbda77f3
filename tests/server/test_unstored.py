"""While something is being stored, nobody is told about it and nothing follows from it."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterable
from typing import Any

import pytest

from contrada import replay
from contrada.server.db.entries import Append
from contrada.server.db.errors import StoreError
from contrada.server.db.store import Store
from contrada.server.db.writer import Writer
from contrada.server.tables import registry
from contrada.server.tables.commands import check_play
from contrada.server.tables.entries import Row, apply_all
from contrada.server.tables.live import LiveTable
from contrada.server.tables.table import Table
from tests.server.people import Company, Somebody
from tests.server.serving import PATIENCE, InThread, eventually
from tests.server.stored import log_of, rebuilt

pytestmark = pytest.mark.anyio


class FailingWrite:
    """Holds the next entry of a table until the test lets storing it fail."""

    def __init__(self, company: Company, table: str, monkeypatch: pytest.MonkeyPatch) -> None:
        assert isinstance(company.server, InThread)
        self.live: LiveTable = company.server.services.registry.loaded[table]
        self.database = company.server.settings.database
        self.is_waiting, self._may_fail, append = False, False, Store.append

        async def failing(store: Store, entry: Append) -> bool:
            if entry.table_id != table:
                return await append(store, entry)
            monkeypatch.setattr(Store, "append", append)
            self.is_waiting = True
            await eventually(lambda: self._may_fail)
            raise StoreError("the disk is full")

        monkeypatch.setattr(Store, "append", failing)

    async def begin(self, who: Somebody, type: str, **fields: Any) -> asyncio.Task[Any]:
        """Let somebody send a message; return the task that waits for the answer."""
        saying = asyncio.create_task(who.say(type, table=self.live.table.id, **fields))
        await eventually(lambda: self.is_waiting)
        return saying

    async def fail(self, saying: asyncio.Task[Any]) -> None:
        self._may_fail = True
        assert (await saying)["reason"] == "busy"


async def test_no_rematch_of_a_game_whose_end_is_not_stored(
    few: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (ada, bruno) = await few.table()
    write = FailingWrite(few, table, monkeypatch)
    resigning = await write.begin(ada, "resign", ply=0)
    wanting = asyncio.create_task(bruno.say("rematch", table=table))
    await eventually(lambda: write.live.lock._waiters)
    await write.fail(resigning)
    answer = await wanting
    assert (answer["type"], answer.get("reason")) == ("refused", "now")
    stored = rebuilt(write.database, table)
    assert (stored.status, stored.rematch) == ("playing", None)


async def test_presence_at_a_table_as_it_is_stored(
    few: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Departures during a write are sent afterwards, with the seats that were stored."""
    host, bruno = await few.person("Ada"), await few.person("Bruno")
    table = await host.make("urtown", "me open open")
    for each in (host, bruno):
        await each.watch(table)
    onlooker = await few.stranger()
    await onlooker.watch(table)
    await host.sees(table, lambda t: t["watchers"] == 2)
    write = FailingWrite(few, table, monkeypatch)
    sitting = await write.begin(bruno, "sit", seat=1)
    heard = len(host.heard)
    await onlooker.do("leave", table=table)
    await host.say("ping")
    assert [json.loads(text)["type"] for text in host.heard[heard:]] == ["pong"]
    await write.fail(sitting)
    await bruno.look(table)
    state = await host.sees(table, lambda t: t["watchers"] == 1)
    assert state["online"] == [True, False, False]


async def test_a_catch_up_that_fails_midway_is_begun_anew(
    few: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert isinstance(few.server, InThread)
    table, (ada, _) = await few.table()
    await ada.do("chat", table=table, text="Hello")
    tables, database = few.server.services.registry, few.server.settings.database
    live = tables.loaded[table]
    behind = Table(table)
    apply_all(behind, log_of(database, table)[:-1])

    def failing(found: Table, rows: Iterable[Row]) -> None:
        monkeypatch.setattr(registry, "apply_all", apply_all)
        found.seq += len(list(rows))
        raise ValueError("midway")

    async def catch_up() -> Table:
        live.table = behind
        monkeypatch.setattr(registry, "apply_all", failing)
        with pytest.raises(ValueError, match="midway"):
            await tables._catch_up(live)
        return await tables.table(table)

    assert [line.text for line in few.server.run(catch_up()).chat] == ["Hello"]


async def test_a_replay_ends_as_its_position_does(
    few: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that ends while it is being replayed has no result yet."""
    table, (ada, _) = await few.table()
    begun, may_go_on, replay_of = threading.Event(), threading.Event(), replay.replay_of

    def waiting(*game: Any, **more: Any) -> replay.Replay:
        begun.set()
        assert may_go_on.wait(PATIENCE)
        return replay_of(*game, **more)

    monkeypatch.setattr(replay, "replay_of", waiting)
    replaying = asyncio.create_task(ada.get(f"/api/tables/{table}/replay"))
    await eventually(begun.is_set)
    await ada.at_ply("resign", table)
    may_go_on.set()
    assert (await replaying)["result"] is None


async def test_a_move_is_told_though_nobody_waits_for_it_any_more(
    few: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asked for it is gone before it is stored; the others hear of it as soon as it is."""
    assert isinstance(few.server, InThread)
    table, (_, bruno) = await few.table()
    tables = few.server.services.registry
    begun, may_go_on, commit = threading.Event(), threading.Event(), Writer._commit

    def waiting(writer: Writer, jobs: Any) -> Any:
        begun.set()
        assert may_go_on.wait(PATIENCE)
        return commit(writer, jobs)

    async def leave() -> None:
        live = tables.loaded[table]
        moving = asyncio.create_task(tables.carry_out(live, lambda t: check_play(t, 0, [40])))
        monkeypatch.setattr(Writer, "_commit", waiting)
        await eventually(begun.is_set)
        moving.cancel()
        await asyncio.gather(moving, return_exceptions=True)
        assert live.is_left_in_doubt
        may_go_on.set()

    few.server.run(leave())
    await bruno.sees(table, lambda state: state["ply"] == 1)
    assert [seq for seq, _, _ in log_of(few.server.settings.database, table)][-1] == 3
