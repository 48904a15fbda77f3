"""The tables in memory: those that somebody uses are there, and the log has the others."""

from __future__ import annotations

import pytest

from contrada.server import services
from contrada.server.settings import Settings
from contrada.server.tables import registry
from tests.server.conftest import NewDatabase
from tests.server.people import Company
from tests.server.serving import GENEROUS, InThread, eventually

pytestmark = pytest.mark.anyio


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
