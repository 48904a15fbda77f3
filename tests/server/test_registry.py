"""The tables in memory: those in use are there, and the others are in the log."""

from __future__ import annotations

import pytest

from contrada.games.contract import Position
from contrada.server import services
from contrada.server.db.entries import Append
from contrada.server.db.store import Store
from contrada.server.settings import Settings
from contrada.server.tables import registry
from tests.server.conftest import NewDatabase
from tests.server.people import Company
from tests.server.serving import GENEROUS, InThread, eventually

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("number", [1, 2])
async def test_the_rules_apply_each_decision_of_a_move_once(
    few: Company, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """From the message to the store; views for each seat are worked out later."""
    assert isinstance(few.server, InThread)
    table, players = await few.table("urbino")
    for who, decision in zip(players, (40, 44), strict=True):  # the architects
        await who.sees(table, lambda state: state["to_move"] == state["you"])
        await who.play(table, decision)
    await players[0].sees(table, lambda state: state["to_move"] == state["you"])
    here = few.server.services.registry.loaded[table].table.position
    assert here is not None
    decisions, line = [], [here]
    for _ in range(number):
        decisions.append(line[-1].legal()[0])
        line.append(line[-1].play_one(decisions[-1]))
    applied, until_stored = list[int](), list[int]()
    after, append = Position._after, Store.append

    def counted(self: Position, decision: int) -> Position:
        if self in line:  # not of a game of another test
            applied.append(decision)
        return after(self, decision)

    async def noted(self: Store, entry: Append) -> bool:
        if entry.table_id == table:
            until_stored.extend(applied)
        return await append(self, entry)

    monkeypatch.setattr(Position, "_after", counted)
    monkeypatch.setattr(Store, "append", noted)
    await players[0].play(table, *decisions)
    assert until_stored == decisions


async def test_a_table_that_nobody_looks_at_leaves_the_memory(
    new_database: NewDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "LEFT_OVER", 0.05)
    monkeypatch.setattr(registry, "IDLE", 0.2)  # or it leaves while somebody comes
    settings = Settings(database=new_database("sqlite"), limits=GENEROUS, games=("urbino",))
    server = InThread(settings)
    try:
        async with Company(server) as company:
            table, players = await company.table()
            other = await players[0].make("urbino", "me open")
            await eventually(lambda: other not in server.services.registry.loaded)
            assert table in server.services.registry.loaded  # the two look at it
            await players[0].play(table, 40)
            for each in players:
                await each.do("leave", table=table)
            await eventually(lambda: table not in server.services.registry.loaded)
            assert (await players[1].watch(table))["ply"] == 1
            await players[1].play(table, 44)
            await players[1].sees(table, lambda t: t["ply"] == 2)
    finally:
        server.stop()
