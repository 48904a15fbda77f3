"""Tables of another version: an option that no longer exists is refused in one sentence."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import create_engine, text

from contrada.server.settings import Settings
from tests.server.conftest import KINDS, NewDatabase
from tests.server.people import Company, Data, Somebody
from tests.server.serving import GENEROUS, InThread
from tests.server.stored import log_of, rows
from tests.server.test_me import NAME, SAID, forget, traces

pytestmark = pytest.mark.anyio
SENTENCE = (
    "This table was made by another version of Contrada: option 'capture' of Urtown must be one of "
    "'whole', 'singletons', not 'literal': "
)


@pytest.fixture(params=KINDS)
async def company(
    request: pytest.FixtureRequest, new_database: NewDatabase
) -> AsyncIterator[Company]:
    settings = Settings(
        database=new_database(request.param), limits=GENEROUS, games=("urbino", "urtown")
    )
    server = InThread(settings)
    try:
        async with Company(server) as found:
            yield found
    finally:
        server.stop()


async def outdated_table(company: Company) -> tuple[str, Somebody, Somebody]:
    """Two people and a bot at a table of Urtown, stored as an older version wrote it."""
    she, bruno = await company.person(NAME), await company.person("Bruno")
    table = await she.make("urtown", "me open 1", options={"capture": "singletons"}, listed=True)
    for who in (she, bruno):
        await who.watch(table)
    await bruno.do("sit", table=table, seat=1)
    await she.sees(table, lambda t: t["status"] == "playing" and not _is_bots_turn(t))
    for who in (she, bruno):
        await who.do("chat", table=table, text=SAID)
        await who.do("leave", table=table)
    assert isinstance(company.server, InThread)
    _make_older(company.server.settings.database, table)
    company.server.services.registry.loaded.clear()
    return table, she, bruno


def _is_bots_turn(table: Data) -> bool:
    """Whether something may still be written without anybody's doing."""
    return bool(table["seats"][table["to_move"]]["kind"] == "bot")


def _make_older(database: str, table: str) -> None:
    """Write what the version before the option was renamed wrote."""
    engine = create_engine(database)
    with engine.begin() as connection:
        for column, where in (("events", "entries WHERE table_id"), ("summary", "tables WHERE id")):
            name = where.partition(" ")[0]
            found = connection.execute(text(f"SELECT {column} FROM {where} = :t"), {"t": table})
            for (before,) in found.all():
                connection.execute(
                    text(f"UPDATE {name} SET {column} = :after WHERE {column} = :before"),
                    {"before": before, "after": before.replace("singletons", "literal")},
                )
    engine.dispose()


async def test_it_cannot_be_opened(company: Company) -> None:
    """By page, socket or record; the socket stays open and everything else works."""
    table, she, bruno = await outdated_table(company)
    for path in ("", "/record", "/replay"):
        found = await she.request("GET", f"/api/tables/{table}{path}")
        assert (found.status, found.data["reason"]) == (404, "missing")
        assert found.data["sentence"].startswith(SENTENCE)
    for message in ("watch", "rematch"):
        refused = await bruno.refused(message, table=table)
        assert refused["sentence"].startswith(SENTENCE)
    assert isinstance(company.server, InThread)
    company.server.run(company.server.services.bots.find_left_alone())
    other = await bruno.make("urbino", "me 1")
    assert (await bruno.watch(other))["status"] == "playing"
    listed = await she.get("/api/me/games")
    assert [each["options"]["capture"] for each in listed["games"]] == ["literal"]


async def test_those_who_sat_there_are_free(company: Company) -> None:
    """They can change their name, see what is stored about them, and be erased."""
    table, she, bruno = await outdated_table(company)
    assert isinstance(company.server, InThread)
    database = company.server.settings.database
    assert (await bruno.request("PATCH", "/api/me", {"name": "Benno"})).status == 200
    export = json.loads((await bruno.request("GET", "/api/me/export")).text)
    (kept,) = export["games"]
    assert (kept["table"]["id"], kept["record"]) == (table, None)
    assert [each["text"] for each in kept["said"]] == [SAID]
    await forget(she, NAME)
    assert traces(database, NAME) == []
    assert str(log_of(database, table)).count(SAID) == 1  # his
    ((summary,),) = rows(database, "SELECT summary FROM tables WHERE id = :table", table=table)
    assert [seat["name"] for seat in json.loads(summary)["seats"]][:2] == ["—", "Bruno"]
