"""Records out and in, lists, ending games and erasing guests, on each database."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from contrada import record
from contrada.errors import OptionError
from contrada.server.admin import acts, lists
from contrada.server.admin.backup import restore
from contrada.server.admin.check import check
from contrada.server.admin.connecting import alone, one_moment
from contrada.server.admin.records import finished, import_records
from contrada.server.db.engine import bring_up_to_date
from contrada.server.settings import Settings
from tests.cli.running import ABSTRACT_PLAY
from tests.server.conftest import KINDS, NewDatabase
from tests.server.people import Company
from tests.server.serving import GENEROUS, InThread
from tests.server.stored import log_of, rows
from tests.server.test_me import traces
from tests.server.test_migrations import OLD

pytestmark = pytest.mark.anyio
RUNNING, OPEN = "nWhylZvWayYdEQDx", "1aZjJdvoPaOomMoD"  # tables of Urbino


@pytest.fixture(params=KINDS)
def database(request: pytest.FixtureRequest, new_database: NewDatabase) -> str:
    """Return a database of each kind with many tables, which no server uses."""
    found = new_database(request.param)
    restore(OLD, found)
    return found


def damage(database: str) -> list[Any]:
    with one_moment(database) as connection:
        return [each for each in check(connection) if each]


# --- Records -------------------------------------------------------------------------------------


def test_people_are_numbers_in_records(database: str, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    with one_moment(database) as connection:
        assert record.write(out, finished(connection)) == 8
    text = out.read_text(encoding="utf-8")
    assert not [name for name in ("Ada", "Bruno", "Zeno", "guest") if name in text]
    found = [json.loads(line) for line in text.splitlines()]
    assert {name for each in found for name in each["seats"]} == {
        *("Player 1", "Player 2", "Somebody"),
        *(name for each in found for name in each["seats"] if "(bot " in name),
    }
    ada, bruno = (
        rows(database, "SELECT id FROM guests WHERE name = :n", n=name)[0][0]
        for name in ("Ada", "Bruno")
    )
    with alone(database) as connection:
        bring_up_to_date(connection)
        connection.exec_driver_sql("UPDATE guests SET named = true WHERE name = 'Ada'")
    with one_moment(database) as connection:  # Ada has agreed to be named
        named = {name for each in finished(connection) for name in each.names}
    assert {"Ada", "Player 1"} <= named
    assert "Player 2" not in named
    (log,) = [each for each in found if each["comments"] == {"3": "Player 2 resigned."}][:1]
    assert log["seats"] == ["Player 1", "Player 2"]
    assert ada != bruno
    assert len(list(record.read(out))) == 8  # each of them replays


def test_records_become_tables_once(
    new_database: NewDatabase, tmp_path: Path, database: str
) -> None:
    games = list(record.read(ABSTRACT_PLAY, "abstractplay"))[:3]
    unfinished = record.record_of(games[0].position.history()[4])
    moved = record.record_of(games[0].game.position(games[0].position.text))
    with alone(database) as connection:
        bring_up_to_date(connection)
        found = import_records(connection, [*games, games[0], unfinished, moved])
    assert (len(found.tables), found.known, found.unfinished, found.without_seed) == (3, 1, 1, 1)
    assert damage(database) == []
    with one_moment(database) as connection:
        exported = [each for each in finished(connection) if set(each.names) == {"Somebody"}]
    assert [each.position.moves() for each in exported] == [each.position.moves() for each in games]
    server = InThread(Settings(database=database, limits=GENEROUS, games=("urbino",)))
    try:
        told = server.run(server.services.registry.table(found.tables[0]))
        assert told.end is not None
        assert told.end.scores == games[0].position.scores()
        assert told.names() == games[0].names
    finally:
        server.stop()


# --- Lists ---------------------------------------------------------------------------------------


def test_lists_and_figures(database: str) -> None:
    with one_moment(database) as connection:
        every = lists.tables(connection, None, None, 50)
        assert len(every) == 19
        assert [each.changed for each in every] == sorted((e.changed for e in every), reverse=True)
        some = lists.tables(connection, "over", "urbe", 1)
        assert [(each.status, each.game) for each in some] == [("over", "urbe")]
        counted = lists.stats(connection)
        assert (counted["tables"], counted["guests"], counted["entries"]) == (19, 2, 86)
        assert counted["games"]["urbino"] == {"open": 2, "over": 2, "playing": 1}
        assert [each.name for each in lists.guests_called(connection, "Ada")] == ["Ada"]
        assert lists.guests_called(connection, "Nobody") == []


# --- Ending and erasing --------------------------------------------------------------------------


def test_games_and_tables_are_ended(database: str) -> None:
    assert acts.end(database, RUNNING) == "the game of Urbino"
    assert acts.end(database, OPEN) == "the open table"
    assert log_of(database, RUNNING)[-1][2] == '[{"kind":"ended"}]'
    assert log_of(database, OPEN)[-1][2] == '[{"kind":"closed"}]'
    for table, expected in ((RUNNING, "is over already"), ("none", "There is no such table")):
        with pytest.raises(OptionError, match=expected):
            acts.end(database, table)
    assert damage(database) == []


def test_a_guest_is_erased(database: str) -> None:
    ((ada,),) = rows(database, "SELECT id FROM guests WHERE name = 'Ada'")
    assert acts.forget(database, ada)
    assert rows(database, "SELECT name FROM guests") == [("Bruno",)]
    assert traces(database, "Ada") == []
    assert damage(database) == []


async def test_players_are_told_at_once(shared: str) -> None:
    """The servers that run on a PostgreSQL hear of both."""
    server = InThread(Settings(database=shared, limits=GENEROUS, games=("urbino",)))
    try:
        async with Company(server) as company:
            table, (ada, bruno) = await company.table()
            await asyncio.to_thread(acts.end, shared, table)
            for each in (ada, bruno):
                seen = await each.sees(table, lambda t: t["status"] == "over")
                assert seen["result"]["why"] == "ended"
                assert seen["result"]["places"] == [1, 1]
            ((mine,),) = [(await ada.get("/api/me/games"))["games"]]
            assert mine["places"] is None
            assert await asyncio.to_thread(acts.forget, shared, ada.id)
            await ada.until_closed()
            await bruno.sees(table, lambda t: "Ada" not in [s["name"] for s in t["seats"]])
    finally:
        server.stop()


def test_a_file_that_a_server_uses_is_left_alone(on_sqlite: InThread) -> None:
    for act in (acts.end, acts.forget):
        with pytest.raises(OptionError, match="another server keeps its games in"):
            act(on_sqlite.settings.database, "any")
