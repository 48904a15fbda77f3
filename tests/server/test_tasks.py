"""Background tasks, run once or repeatedly, go on whatever fails in between."""

from __future__ import annotations

import asyncio
import gc
from typing import Any

import pytest

from contrada.server.db.errors import StoreError
from contrada.server.db.store import Store
from contrada.server.runtime.connections import Connection
from contrada.server.runtime.tasks import BackgroundTasks
from tests.logged import Overheard
from tests.server.people import Company
from tests.server.serving import PATIENCE, InThread
from tests.server.test_lobby import homes, ids

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("wrong", [StoreError("the disk is full"), ValueError("no such seat")])
async def test_what_is_repeated_goes_on_after_a_failure(
    few: Company, monkeypatch: pytest.MonkeyPatch, overheard: Overheard, wrong: Exception
) -> None:
    overheard.forgive("no such seat")
    ada = await few.person()
    await ada.say("home")
    lobby, failed = Store.lobby, asyncio.Event()
    ours = asyncio.get_running_loop()

    async def failing(_self: Store) -> Any:
        monkeypatch.setattr(Store, "lobby", lobby)
        ours.call_soon_threadsafe(failed.set)
        raise wrong

    monkeypatch.setattr(Store, "lobby", failing)
    await ada.make("urbino", "me open", listed=True)
    async with asyncio.timeout(PATIENCE):
        await failed.wait()
    table = await ada.make("urbino", "me open")
    await ada.until(lambda: table in ids(homes(ada)[-1]["yours"]))


@pytest.mark.parametrize("wrong", [StoreError("the disk is full"), ValueError("no such seat")])
@pytest.mark.parametrize("is_for_a_socket", [False, True])
def test_a_task_that_fails_is_logged_by_us(
    on_sqlite: InThread, overheard: Overheard, wrong: Exception, is_for_a_socket: bool
) -> None:
    """Otherwise the loop would complain that nobody retrieved the exception."""
    overheard.forgive("no such seat")
    complaints = list[Any]()

    async def failing() -> None:
        raise wrong

    async def send() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _loop, context: complaints.append(context))
        tasks = Connection(None) if is_for_a_socket else BackgroundTasks()
        tasks.start(failing())
        await asyncio.sleep(0.01)
        del tasks
        gc.collect()
        loop.set_exception_handler(None)

    on_sqlite.run(send())
    assert complaints == []
