"""Bots at tables: each decides by what its seat may see, and few search at once."""

from __future__ import annotations

import asyncio
import gc
from typing import Any

import pytest

import contrada
from contrada.bots.search_player import SearchPlayer
from contrada.games.contract import Position
from contrada.server.settings import Settings
from tests.server.conftest import NewDatabase
from tests.server.people import Company
from tests.server.serving import GENEROUS, InThread, eventually
from tests.server.stored import rebuilt
from tests.server.test_study import URBINO

pytestmark = pytest.mark.anyio
UNCERTAIN = [name for name in contrada.NAMES if contrada.game(name).facts.uncertain]


@pytest.mark.parametrize("game", UNCERTAIN)
async def test_a_bot_considers_what_its_seat_may_see_and_nothing_else(
    new_database: NewDatabase, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    considered, choose = list[Position](), SearchPlayer.choose
    database = new_database("sqlite")
    server = InThread(Settings(database=database, limits=GENEROUS, games=(game,)))

    def noted(self: SearchPlayer, position: Position, *more: Any) -> int:
        if self in server.services.pool._busy:  # not at another server of the tests
            considered.append(position)
        return choose(self, position, *more)

    monkeypatch.setattr(SearchPlayer, "choose", noted)
    try:
        async with Company(server) as company:
            table = await (await company.guest()).make(game, "1 1")
            await eventually(lambda: len(considered) >= 12)
    finally:
        server.stop()
    line = rebuilt(database, table).position
    assert line is not None
    played = [here for here in line.history() if not here.is_over and len(here.legal()) > 1]
    for seen, here in zip(considered[:12], played, strict=False):
        assert seen.view(seen.to_move) == here.view(here.to_move)
    assert any(
        seen.text != here.text for seen, here in zip(considered[:12], played, strict=False)
    ), "what is hidden was dealt anew"


async def test_nobody_is_woken_when_the_server_stops(new_database: NewDatabase) -> None:
    """Bots wake each other while everything ends; late ones would make the loop complain."""
    server = InThread(Settings(database=new_database("sqlite"), limits=GENEROUS))
    complaints = list[Any]()

    async def listen() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _loop, context: complaints.append(context))

    server.run(listen())
    async with Company(server) as company:
        ada = await company.guest()
        for _ in range(4):
            await ada.make("urbino", "1 1")
        await eventually(lambda: server.services.pool._busy)
    server.stop()
    gc.collect()  # or whoever is never asked complains later
    assert complaints == []


async def test_only_so_many_search_at_once(
    new_database: NewDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bots and people who study share the places; waiting takes no memory."""
    settings = Settings(
        database=new_database("sqlite"), limits=GENEROUS, games=("urbino",), searches=2
    )
    server = InThread(settings)
    busy, consider = list[int](), SearchPlayer.consider

    def noted(self: SearchPlayer, *what: Any) -> Any:
        if self in server.services.pool._busy:  # not at another server of the tests
            busy.append(len(server.services.pool._busy))
        return consider(self, *what)

    monkeypatch.setattr(SearchPlayer, "consider", noted)
    try:
        async with Company(server) as company:
            ada = await company.person()
            for _ in range(5):
                await ada.make("urbino", "1 1")
            body = {"source": URBINO, "seconds": 0.2}
            advice = [ada.request("POST", "/api/study/advice", body) for _ in range(4)]
            assert {found.status for found in await asyncio.gather(*advice)} == {200}
            await eventually(lambda: len(busy) > 100)
    finally:
        server.stop()
    assert set(busy) <= {1, 2, 3}  # one more for quick levels
