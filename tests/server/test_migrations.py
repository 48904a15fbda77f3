"""A database of an older version is opened, migrated, listed and played on.

Games with chance that were in play cannot go on, because their shuffles could be worked out.

`databases/0003.db` was written by the version before migration 0004. For each game it has an open
table, a running one and a finished one, between Ada and Bruno; one where Zeno played, who was
erased; a seat reserved for Bruno in a rematch, one that he gave back, and a bot.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import MetaData, create_engine, delete, event, func, insert, select

import contrada
from contrada import record
from contrada.server.db.engine import migrations
from contrada.server.db.places import Place
from contrada.server.db.store import Store
from contrada.server.people.repository import GuestRepository
from contrada.server.settings import Settings
from contrada.server.wire.events import Started, read_events
from tests.server.conftest import KINDS, NewDatabase
from tests.server.people import Company, Data, Somebody
from tests.server.serving import GENEROUS, InThread
from tests.server.stored import log_of, rows

pytestmark = pytest.mark.anyio
OLD = Path(__file__).parent / "databases" / "0003.db"
OLD_VERSION = "0003"


@pytest.fixture(params=KINDS)
def old_database(request: pytest.FixtureRequest, new_database: NewDatabase) -> str:
    """Return a database of each kind as the older version left it."""
    database = new_database(request.param)
    if request.param == "sqlite":
        shutil.copy(OLD, database.removeprefix("sqlite:///"))
    else:
        _copy_rows(f"sqlite:///{OLD}", database)
    _let_in(database)
    return database


def _copy_rows(source: str, database: str) -> None:
    old, new, tables = create_engine(source), create_engine(database), MetaData()
    with old.connect() as reading, new.begin() as writing:
        command.upgrade(migrations(writing), OLD_VERSION)
        tables.reflect(reading)
        for table in tables.sorted_tables:
            found = [dict(row._mapping) for row in reading.execute(select(table))]
            if found and table.name != "alembic_version":
                writing.execute(insert(table), found)
    old.dispose()
    new.dispose()


def _let_in(database: str) -> None:
    """Give everyone a token, which is their name."""
    engine, tables = create_engine(database), MetaData()
    with engine.begin() as connection:
        tables.reflect(connection)
        for guest, name in connection.execute(
            select(tables.tables["guests"].c.id, tables.tables["guests"].c.name)
        ).all():
            hashed = hashlib.sha256(name.encode()).hexdigest()
            token = {"hash": hashed, "guest": guest, "created": 0}
            connection.execute(insert(tables.tables["tokens"]), token)
    engine.dispose()


def summaries(database: str) -> dict[str, dict[str, Any]]:
    """Return what the older version stored about each table for lists."""
    return {
        table: json.loads(text) for table, text in rows(database, "SELECT id, summary FROM tables")
    }


async def test_columns_say_what_the_summaries_say(old_database: str) -> None:
    known = rows(old_database, "SELECT guest, table_id FROM sitting")
    store = Store(old_database)
    found = summaries(old_database)
    for guest in {guest for guest, _ in known}:
        for game in (None, *contrada.NAMES):
            listed = {json.loads(text)["id"] for text in await store.games_of(guest, game)}
            assert listed == {
                table
                for table, summary in found.items()
                if guest in [seat.get("guest") for seat in summary["seats"]]
                and game in (None, summary["game"])
            }
    await store.close()
    assert sorted(rows(old_database, "SELECT guest, table_id FROM sitting")) == sorted(known)
    assert rows(old_database, "SELECT count(*) FROM sitting WHERE NOT seated") != [(0,)]


async def test_pauses_hold_for_all_games_and_the_last_stop_is_known(old_database: str) -> None:
    """The older version noted neither the game nor how long it took to load."""
    engine, tables = create_engine(old_database), MetaData()
    with engine.begin() as connection:
        tables.reflect(connection)
        for name in ("pauses", "processes"):
            connection.execute(delete(tables.tables[name]))
        connection.execute(insert(tables.tables["pauses"]), {"began": 1000, "ended": 2000})
        changed = tables.tables["tables"].c.changed
        stopped = connection.execute(select(func.max(changed))).scalar_one() + 5000
        row = {"id": "stopped", "beat": stopped}
        connection.execute(insert(tables.tables["processes"]), row)
    engine.dispose()
    store = Store(old_database)
    await store.cluster.open("urbino")
    first, (began, ended) = store.cluster.pauses("urbino")
    assert (first, began) == ((1000, 2000), stopped)
    assert ended > stopped
    assert store.cluster.pauses("urbe") == [(1000, 2000)]
    await store.close()
    assert rows(old_database, "SELECT id FROM processes") == []


@pytest.fixture
def server(old_database: str) -> Iterator[InThread]:
    found = InThread(Settings(database=old_database, limits=GENEROUS))
    yield found
    found.stop()


@pytest.fixture
async def old_friends(server: InThread) -> AsyncIterator[tuple[Somebody, Somebody]]:
    """Let Ada and Bruno come back."""
    async with Company(server) as company:
        ids = {
            name: guest
            for guest, name in rows(server.settings.database, "SELECT id, name FROM guests")
        }
        people = [
            await company.again(Somebody(server, company._client, id=ids[name], token=name))
            for name in ("Ada", "Bruno")
        ]
        yield people[0], people[1]


async def test_old_tables_are_listed_and_played_on(
    old_friends: tuple[Somebody, Somebody],
) -> None:
    ada, bruno = old_friends
    hers, his = [(await who.get("/api/me/games?limit=100"))["games"] for who in (ada, bruno)]
    assert (len(hers), len(his)) == (19, 9)  # he gave one seat back
    for status in ("open", "over"):
        assert {each["game"] for each in hers if each["status"] == status} == {*contrada.NAMES}
    (urbino,) = [each["id"] for each in hers if each["status"] == "playing"]
    await _play_on(urbino, ada, bruno)
    (kept,) = [each["id"] for each in his if each["status"] == "open"]
    (given_back,) = [each["id"] for each in hers if len(each["seats"]) == 3]
    await bruno.do("sit", table=kept, seat=1 - (await ada.look(kept))["you"])
    await _play_on(kept, ada, bruno)
    await bruno.do("sit", table=given_back, seat=1)
    assert {kept, given_back} <= {
        each["id"] for each in (await bruno.get("/api/me/games"))["games"]
    }
    assert given_back in {each["id"] for each in (await bruno.get("/api/tables"))["open"]}


async def test_games_that_could_be_worked_out_are_shown_and_cannot_go_on(
    server: InThread, old_friends: tuple[Somebody, Somebody]
) -> None:
    ada, _ = old_friends
    hers = (await ada.get("/api/me/games?limit=100"))["games"]
    stopped = [each for each in hers if each["status"] == "over" and each["places"] is None]
    assert sorted(each["game"] for each in stopped) == ["urbania", "urbania", "urbe", "urtown"]
    for each in stopped:
        table = each["id"]
        shown = await ada.watch(table)
        assert (shown["status"], shown["to_move"], shown["legal"]) == ("over", None, None)
        assert (shown["result"]["why"], shown["result"]["seat"]) == ("stopped", None)
        assert shown["view"]["game"] == each["game"]
        assert len(shown["log"]) == each["turn"]
        assert "rematch" in shown["can"]
        assert "play" not in shown["can"]
        refused = await ada.refused("play", table=table, ply=shown["ply"], decisions=[0])
        assert refused["sentence"].startswith("The game cannot go on: it was dealt by an older")
        assert await ada.post("/api/verify", shown["seed"]) == {"matches": True}
    assert server.run(server.services.store.bot_turns(2**62)) == []
    await ada.do("rematch", table=stopped[0]["id"])
    tallies = (await ada.get("/api/me/results"))["results"]
    assert sum(each["played"] for each in tallies) == len(
        [each for each in hers if each["places"] is not None]
    )


async def test_old_games_can_be_replayed_studied_and_downloaded(
    server: InThread, old_friends: tuple[Somebody, Somebody]
) -> None:
    """They are dealt as they were; their records start from a position, not from a seed."""
    ada, _ = old_friends
    hers = (await ada.get("/api/me/games?limit=100"))["games"]
    for each in hers:
        if each["status"] != "over":
            continue
        shown = await ada.look(each["id"])
        if each["places"] is not None:
            assert list(shown["result"]["scores"]) == each["scores"]
        found = await ada.request("GET", f"/api/tables/{each['id']}/record")
        read = record.loads(found.text)
        assert ("seed" in found.data) == (each["game"] == "urbino")
        assert read.position.view(shown["you"]) == shown["view"]
        assert len(read.position.moves()) == len(shown["log"])
        replayed = await ada.get(f"/api/tables/{each['id']}/replay")
        assert replayed["result"]["why"] == shown["result"]["why"]


async def test_new_games_in_an_old_database_are_secret(
    server: InThread, old_friends: tuple[Somebody, Somebody]
) -> None:
    ada, bruno = old_friends
    hers = (await ada.get("/api/me/games?limit=100"))["games"]
    for game in ("urtown", "urbania", "urbe"):
        table, *_ = [
            each["id"]
            for each in hers
            if (each["game"], each["status"], len(each["seats"])) == (game, "open", 2)
        ]
        await bruno.do("sit", table=table, seat=1)
        await _play_on(table, ada, bruno)
        (started,) = [
            event
            for _, _, events in log_of(server.settings.database, table)
            for event in read_events(events)
            if isinstance(event, Started)
        ]
        assert started.is_secret


async def _play_on(table: str, *people: Somebody) -> None:
    """Let the seat to move make a decision."""
    states = [await who.watch(table) for who in people]
    (mover,) = [who for who, state in zip(people, states, strict=True) if _is_to_move(state)]
    before = mover.tables[table]
    await mover.play(table, before["legal"][0])
    await mover.sees(table, lambda state: state["ply"] > before["ply"])


def _is_to_move(state: Data) -> bool:
    return state["to_move"] is not None and state["to_move"] == state["you"]


async def test_lists_are_found_by_an_index(new_database: NewDatabase) -> None:
    store, plans = Store(new_database("sqlite")), dict[str, str]()

    def explain(connection: Any, cursor: Any, statement: str, values: Any, *_: Any) -> None:
        steps = cursor.connection.execute(f"EXPLAIN QUERY PLAN {statement}", values).fetchall()
        plans[statement] = "; ".join(step[-1] for step in steps)

    event.listen(store.database._engine, "before_cursor_execute", explain)
    by_guest, by_id = "sitting USING COVERING INDEX", "tables USING INDEX sqlite_autoindex_tables"
    for asking, wanted in (
        (store.lobby(), ["tables USING INDEX tables_by_status (status=? AND changed>?)"]),
        (store.bot_turns(1), ["tables USING INDEX tables_by_status (status=? AND changed<?)"]),
        (store.games_of("ada"), ["sitting_by_guest (guest=? AND seated=?)", by_id]),
        (store.listed("open", Place(5, "a"), 20), ["tables_by_status (status=? AND changed>? AND"]),
        (
            store.games_of("ada", "urbe", Place(5, "a"), 20),
            ["sitting_by_guest (guest=? AND seated=?)"],
        ),
        (
            store.tables_of("ada", waiting=True),
            ["tables USING INDEX tables_by_mover (mover=?)", "sitting_by_guest (guest=? AND"],
        ),
        (store.tables_of("ada", waiting=False), ["sitting_by_guest (guest=? AND seated=?)"]),
        (store.positions_in_play("1"), ["tables USING INDEX tables_by_status (status=?)"]),
        (store.without_positions("1", 9), ["tables USING INDEX tables_by_status (status=?)"]),
        (store.running_tables_of("ada"), [by_guest, "(guest=?)", by_id]),
        (store.guests_of({"a"}), ["sitting USING INDEX ix_sitting_table_id (table_id=?)"]),
    ):
        plans.clear()
        await asking
        (plan,) = plans.values()  # a move made between two statements would be in neither or both
        assert not re.search(r"SCAN (?!anon_)", plan), plan  # those are parts cut to a page
        assert all(index in plan for index in wanted), plan
    await store.close()


async def test_whoever_was_signed_in_still_is(old_friends: tuple[Somebody, Somebody]) -> None:
    """Also with a token that was both a device's and a link; that one still signs others in."""
    ada, _ = old_friends
    assert (await ada.get("/api/me"))["name"] == "Ada"
    (here,) = [each for each in (await ada.get("/api/me/devices"))["devices"] if each["here"]]
    assert here["kind"] in ("device", "either")
    entered = await ada.post("/api/sessions", {"token": ada.token})
    assert (entered["id"], entered["token"] != ada.token) == (ada.id, True)
    assert (await ada.get("/api/me"))["name"] == "Ada"


@pytest.mark.parametrize("kind", KINDS)
async def test_later_tokens_may_be_links(new_database: NewDatabase, kind: str) -> None:
    database = new_database(kind)
    engine = create_engine(database)
    with engine.begin() as connection:
        command.upgrade(migrations(connection), "0004")
        tables = MetaData()
        tables.reflect(connection)
        guest = {"id": "ada", "name": "Ada", "created": 5000}
        connection.execute(insert(tables.tables["guests"]), guest)
        for name, created in (("first", 5001), ("later", 90_000)):
            token = {"hash": name, "guest": "ada", "created": created}
            connection.execute(insert(tables.tables["tokens"]), token)
    engine.dispose()
    store = Store(database)
    found = {each.hash: each for each in await GuestRepository(store.database).tokens_of("ada")}
    await store.close()
    assert {each: found[each].kind for each in found} == {"first": "device", "later": "either"}
    assert {each: found[each].used for each in found} == {"first": 5001, "later": 90_000}


async def test_whose_turn_it_is_in_old_tables(old_database: str) -> None:
    await Store(old_database).close()
    for mover, summary in rows(old_database, "SELECT mover, summary FROM tables"):
        told = json.loads(summary)
        seat = None if told["to_move"] is None else told["seats"][told["to_move"]]
        assert mover == ((seat and seat["kind"] == "person" and seat["guest"]) or None)
