"""The store: each entry once, many in a commit, and what several processes agree on."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from typing import Any

import psycopg
import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.sql import ClauseElement

from contrada.server import times
from contrada.server.db import cluster, notify, schema, topics
from contrada.server.db.engine import migrations
from contrada.server.db.entries import Append
from contrada.server.db.errors import StoreError
from contrada.server.db.notify import Topic
from contrada.server.db.places import Place
from contrada.server.db.store import Rewriting, Store
from contrada.server.notices.outbox import Outbox
from contrada.server.people.repository import GuestRepository
from contrada.server.settings import database_url
from contrada.server.tables.clock import HOUR
from contrada.server.times import now
from tests.server.conftest import KINDS, NewDatabase
from tests.server.garbage import garbage
from tests.server.serving import PATIENCE, Machine, eventually
from tests.server.stored import log_of, pauses, rows

pytestmark = pytest.mark.anyio


def entry(table: str, seq: int, events: str = "[]", **row: Any) -> Append:
    usual = {
        "game": "urbino",
        "status": "open",
        "listed": False,
        "bot_to_move": False,
        "mover": None,
        "changed": now(),
        "summary": f"{table} {seq}",
        "in_play": "",
    }
    seated = dict.fromkeys(row.pop("guests", ()), True) | dict.fromkeys(row.pop("stood", ()), False)
    return Append(table, seq, now(), events, {**usual, **row}, seated)


@pytest.fixture
async def store(database: str) -> AsyncIterator[Store]:
    found = Store(database)
    yield found
    await found.close()


@pytest.fixture
def guests(store: Store) -> GuestRepository:
    return GuestRepository(store.database)


@pytest.fixture
async def two(shared: str) -> AsyncIterator[tuple[Store, Store]]:
    """Open one PostgreSQL twice, as two processes would."""
    first, second = Store(shared), Store(shared)
    yield first, second
    await first.close()
    await second.close()


# --- Entries -------------------------------------------------------------------------------------


async def test_a_place_in_the_log_is_taken_once(store: Store) -> None:
    assert await store.append(entry("a", 1, "[1]"))
    assert not await store.append(entry("a", 1, "[2]"))
    assert await store.append(entry("a", 2, "[3]"))
    assert await store.append(entry("b", 1, "[4]"))
    assert [(seq, events) for seq, _, events in await store.entries("a")] == [
        (1, "[1]"),
        (2, "[3]"),
    ]
    assert [seq for seq, _, _ in await store.entries("a", after=1)] == [2]
    assert await store.entries("c") == []


async def test_of_many_who_want_a_place_at_once_one_gets_it(store: Store) -> None:
    """Even if the same commit stores them."""
    for seq in range(1, 6):
        wanted = [store.append(entry("a", seq, f"[{number}]")) for number in range(10)]
        landed = await asyncio.gather(*wanted)
        assert sum(landed) == 1
        ((_, _, events),) = await store.entries("a", after=seq - 1)
        assert events == f"[{landed.index(True)}]"
        assert (await store.bot_turns(0)) == []


async def test_many_at_once_share_commits(store: Store) -> None:
    landed = await asyncio.gather(
        *(store.append(entry(f"t{number:03}", 1)) for number in range(300))
    )
    assert all(landed)
    for number in range(300):
        assert len(await store.entries(f"t{number:03}")) == 1


async def test_what_lists_say_is_of_the_latest_entry(store: Store) -> None:
    await asyncio.gather(*(store.append(entry("a", seq, listed=True)) for seq in range(1, 9)))
    assert (await store.lobby())["open"] == ["a 8"]
    await store.append(entry("a", 9, listed=True, status="playing", bot_to_move=True, changed=5))
    assert await store.lobby() == {"open": [], "playing": []}  # untouched for long
    assert await store.bot_turns(6) == ["a"]
    assert await store.bot_turns(5) == []


async def test_tables_of_somebody(store: Store) -> None:
    await store.append(entry("a", 1, guests=["ada", "bruno"], changed=1, summary="both"))
    await store.append(entry("b", 1, guests=["ada"], changed=2, summary="alone"))
    await store.append(entry("b", 2, guests=["ada"], changed=3, status="over", summary="alone"))
    assert await store.games_of("ada") == ["alone", "both"]
    assert await store.games_of("ada", most=1) == ["alone"]
    assert await store.games_of("bruno") == ["both"]
    assert await store.games_of("carla") == []
    await store.append(entry("a", 2, stood=["bruno", "carla"], changed=4, summary="he stands up"))
    assert await store.games_of("bruno") == await store.games_of("carla") == []
    assert await store.running_tables_of("ada") == await store.running_tables_of("bruno") == ["a"]
    await store.append(entry("a", 3, guests=["bruno"], changed=5, summary="he sits down again"))
    assert await store.games_of("bruno") == ["he sits down again"]


async def test_who_sits_is_as_of_the_latest_of_entries_stored_together(store: Store) -> None:
    """Even if they stand up and sit down within one commit."""
    sits, stands = {"guests": ["ada"]}, {"stood": ["ada"]}
    entries = [entry("a", seq, "[]", **(sits if seq % 2 else stands)) for seq in range(1, 10)]
    assert all(await asyncio.gather(*(store.append(each) for each in entries)))
    assert await store.games_of("ada") == ["a 9"]


async def test_tables_of_one_game(store: Store) -> None:
    for game in ("urbe", "urbino", "urbe"):
        table = f"{game}{len(await store.games_of('ada'))}"
        await store.append(entry(table, 1, game=game, guests=["ada"], summary=table, changed=1))
    assert await store.games_of("ada", "urbe") == ["urbe0", "urbe2"]
    assert await store.games_of("ada", "urtown") == []


async def test_of_many_running_tables_the_latest_come_first(store: Store) -> None:
    for changed, name in enumerate("cab"):
        await store.append(entry(name, 1, guests=["ada"], changed=changed))
    assert await store.running_tables_of("ada") == ["b", "a", "c"]


async def test_tables_changed_at_the_same_moment_are_all_listed(store: Store) -> None:
    names = ["c", "a", "d", "b"]
    for name in names:
        await store.append(entry(name, 1, guests=["ada"], changed=5, summary=name))
    pages, last = list[str](), None
    while page := await store.games_of("ada", after=last, most=1):
        pages += page
        last = Place(5, pages[-1])
    assert pages == sorted(names)
    assert await store.games_of("ada", after=Place(5)) == []


async def test_what_somebody_else_has_rewritten_stays_so(store: Store) -> None:
    """Two each remove a name from one entry; neither brings the other's back."""
    await store.append(entry("a", 1, "[Ada Bruno]"))
    await store.rewrite("a", [Rewriting(1, "[Ada Bruno]", "[Bruno]")])
    await store.rewrite("a", [Rewriting(1, "[Ada Bruno]", "[Ada]")])
    assert [events for _, _, events in await store.entries("a")] == ["[Bruno]"]


async def test_a_finished_analysis_is_not_undone(store: Store) -> None:
    for document, is_over in ((b"3", False), (b"9", True), (b"5", False)):
        await store.keep_analysis("a", document, is_over=is_over)
    kept = await store.analysis("a")
    assert kept is not None
    assert (kept.document, kept.is_over) == (b"9", True)


def test_logs_of_before_name_hosts_and_those_who_spoke(database: str) -> None:
    made = '[{"kind":"made","game":"urbino","seats":[],"host":"ada","host_name":"Ada"}]'
    said = '[{"kind":"said","guest":"zeno","name":"Zeno","text":"%"},{"kind":"undone","seat":0}]'
    summary = '{"game":"urbino","seats":[{"kind":"person","guest":"bruno"}]}'
    first = entry("a", 1, made, guests=["bruno"], summary=summary)
    asyncio.run(_stored(database, first, entry("a", 2, said, summary=summary)))
    engine = create_engine(database)
    with engine.begin() as connection:
        command.downgrade(migrations(connection), "0002")
    engine.dispose()
    asyncio.run(_stored(database))
    found = rows(database, "SELECT guest, seated FROM sitting ORDER BY guest")
    assert found == [("ada", False), ("bruno", True), ("zeno", False)]


async def _stored(database: str, *appends: Append) -> None:
    store = Store(database)
    for each in appends:
        await store.append(each)
    await store.close()


@pytest.mark.parametrize("kind", KINDS)
def test_migrations_lead_to_the_schema(new_database: NewDatabase, kind: str) -> None:
    """A new database is what the code expects, and an existing one is left alone."""
    database = new_database(kind)
    for _ in range(2):
        asyncio.run(Store(database).close())
    engine = create_engine(database)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []
    engine.dispose()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sqlite:///x.db", "sqlite:///x.db"),
        ("/tmp/x.db", "sqlite:////tmp/x.db"),
        ("postgres://a@b/c", "postgresql+psycopg://a@b/c"),
        ("postgresql://a@b/c", "postgresql+psycopg://a@b/c"),
        ("postgresql+psycopg://a@b/c", "postgresql+psycopg://a@b/c"),
    ],
)
def test_addresses_of_databases(text: str, expected: str) -> None:
    assert database_url(text) == expected


# --- What goes wrong -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wrong", [ValueError("no"), KeyError("no"), SQLAlchemyError("no"), OSError("no")]
)
async def test_one_bad_job_takes_no_other_with_it(store: Store, wrong: Exception) -> None:
    def fail(_connection: Connection) -> None:
        raise wrong

    jobs = [
        store.append(entry("a", 1)),
        _bad(store, fail),
        store.append(entry("b", 1)),
        _bad(store, lambda connection: connection.execute(text("SELECT nothing FROM nowhere"))),
        store.append(entry("c", 1)),
    ]
    found = await asyncio.gather(*jobs, return_exceptions=True)
    assert [found[0], found[2], found[4]] == [True, True, True]
    assert isinstance(found[1], StoreError)
    assert isinstance(found[3], StoreError)
    assert await store.append(entry("a", 2))  # it goes on


async def _bad(store: Store, work: Any) -> Any:
    return await store.database.do(work)


async def test_half_a_character_in_a_name_harms_nobody(guests: GuestRepository) -> None:
    with pytest.raises(StoreError):
        await guests.add("guest", "\ud800", "hash")
    await guests.add("guest", "Ada", "hash")
    found = await guests.with_token("hash")
    assert found is not None
    assert found[:3] == ("hash", "guest", "Ada")


async def test_errors_do_not_quote_what_was_to_be_stored(guests: GuestRepository) -> None:
    await guests.add("guest", "Ada", "hash")
    with pytest.raises(StoreError) as wrong:
        await guests.add("guest", "a-name-to-be-kept", "another-hash")
    assert "a-name-to-be-kept" not in str(wrong.value)
    assert "another-hash" not in str(wrong.value)


async def test_reading_fails_with_the_same_error(store: Store) -> None:
    def wrong(connection: Connection) -> None:
        connection.execute(text("SELECT nothing FROM nowhere"))

    with pytest.raises(StoreError):
        await store.database.read(wrong)
    assert await store.entries("a") == []


async def test_what_is_waiting_is_stored_before_it_closes(database: str) -> None:
    store = Store(database)
    waiting = [asyncio.ensure_future(store.append(entry("a", seq))) for seq in range(1, 101)]
    await asyncio.sleep(0)
    await store.close()
    assert all(await asyncio.gather(*waiting))
    assert len(log_of(database, "a")) == 100


# --- Guests --------------------------------------------------------------------------------------


async def test_guests_and_their_tokens(guests: GuestRepository) -> None:
    await guests.add("g1", "Ada", "h1")
    await guests.add_device("g1", "h2", "Firefox, Linux")
    await guests.renew_link("g1", "h4")
    for found, kind, device in (
        ("h1", "device", ""),
        ("h2", "device", "Firefox, Linux"),
        ("h4", "link", ""),
    ):
        token = await guests.with_token(found)
        assert token is not None
        assert token[:5] == (found, "g1", "Ada", kind, device)
        assert token.created <= token.used
    assert await guests.with_token("h3") is None
    await guests.rename("g1", "Ada L.")
    assert await guests.name_of("g1") == "Ada L."
    assert await guests.name_of("g2") is None


# --- Pauses and signs of life --------------------------------------------------------------------


async def killed(store: Store, database: str) -> None:
    """Close a store without a word, and wait until the others can know."""
    await store.database.close()
    if store.is_shared:
        application_name = notify.application_name(store.cluster.process)
        query = "SELECT 1 FROM pg_stat_activity WHERE application_name = :name"
        await eventually(lambda: not rows(database, query, name=application_name))


async def test_a_pause_is_from_when_the_last_left_until_the_game_can_be_played(
    database: str,
) -> None:
    """Not until the database is open: the games have yet to be loaded, each in its time."""
    first = Store(database)
    for game in ("urbino", "urtown"):
        await first.cluster.open(game)
    assert first.cluster.pauses("urbino") == pauses(database) == []
    await first.close()
    left = now()
    second = Store(database)
    assert second.cluster.pauses("urbino") == []
    loading = now()
    await second.cluster.open("urbino")
    ((began, ended),) = second.cluster.pauses("urbino")
    assert began <= left <= loading <= ended <= now()
    assert second.cluster.pauses("urtown") == pauses(database, "urtown") == []
    await second.cluster.open("urbe")  # nobody has ever played it
    assert pauses(database, "urbe") == []
    await second.cluster.open("urtown")
    ((also_began, later),) = second.cluster.pauses("urtown")
    assert also_began == began
    assert later >= ended
    await second.close()


async def test_loading_that_is_cut_short_is_part_of_the_pause(database: str) -> None:
    first = Store(database)
    await first.cluster.open("urbino")
    await first.close()
    left = now()
    second = Store(database)
    await second.cluster.beat()  # it lives, but the game is not loaded yet
    await killed(second, database)
    third = Store(database)
    await third.cluster.open("urbino")
    ((began, ended),) = third.cluster.pauses("urbino")
    assert began <= left <= ended
    await third.close()


async def test_a_pause_begins_when_somebody_did_something_last(
    database: str, machine: Machine
) -> None:
    """A killed server gave its last sign of life before the last move that it stored."""
    first = Store(database)
    await first.cluster.open("urbino")
    played = now() + 1000
    await first.append(entry("a", 1, status="playing", changed=played))
    await killed(first, database)
    second = Store(database)
    assert now() >= played  # the time never goes back, whatever the machine's clock shows
    await eventually(lambda: now() > played)
    await second.cluster.open("urbino")
    ((began, _),) = second.cluster.pauses("urbino")
    assert began == played
    await second.close()


async def test_pauses_of_all_games_from_before_they_were_noted_for_each(database: str) -> None:
    first = Store(database)
    note = text("INSERT INTO pauses (began, ended) VALUES (1000, 2000)")
    await first.database.do(lambda c: c.execute(note))
    await first.database.do(
        lambda c: c.execute(text("INSERT INTO pauses VALUES ('urbe', 1500, 2500)"))
    )
    await first.cluster.read_pauses()
    assert first.cluster.pauses("urbino") == [(1000, 2000)]
    assert first.cluster.pauses("urbe") == [(1000, 2500)]
    await first.close()


async def test_what_is_left_of_the_dead_is_dropped(
    two: tuple[Store, Store], shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = two
    await second.cluster.note_presence("a", "bruno", True)
    assert await second.cluster.claim("a", 1)
    await first.cluster.remove_dead()
    for name in ("processes", "presence", "claims"):
        assert rows(shared, f"SELECT 1 FROM {name}")
    later = now() + 10 * cluster.LONG_DEAD
    monkeypatch.setattr(cluster, "now", lambda: later)
    assert await first.cluster.beat()
    await first.cluster.remove_dead()
    assert rows(shared, "SELECT id FROM processes") == [(first.cluster.process,)]
    assert rows(shared, "SELECT 1 FROM presence") == rows(shared, "SELECT 1 FROM claims") == []
    assert not await second.cluster.beat()  # it was not dead after all


async def test_who_only_thinks_makes_no_pause_and_hides_none(shared: str, machine: Machine) -> None:
    """Its bots play on while no server is there."""
    first = Store(shared)
    await first.cluster.open("urbino")
    thinker = Store(shared, serves=False)
    assert len(rows(shared, "SELECT id FROM processes")) == 1
    left = now()
    await first.close()
    later = now() + 10 * cluster.FRESH
    await thinker.append(entry("a", 1, status="playing", changed=later))
    await thinker.cluster.keep_time()  # there is none
    second = Store(shared)
    await second.cluster.open("urbino")
    ((began, ended),) = second.cluster.pauses("urbino")
    assert left <= began < later - 8 * cluster.FRESH
    assert ended >= later
    await thinker.cluster.read_pauses()
    assert thinker.cluster.pauses("urbino") == [(began, ended)]
    await thinker.close()
    assert pauses(shared) == [(began, ended)]
    await second.close()


async def test_who_only_thinks_goes_by_the_time_of_the_servers(
    shared: str, machine: Machine
) -> None:
    """Its own machine may have slept, or its clock may be fast."""
    server = Store(shared)
    thinker = Store(shared, serves=False)
    await server.cluster.beat()
    for wrong in (-HOUR, HOUR):
        right = now()
        times.served.start(right + wrong)
        await thinker.cluster.keep_time()
        assert abs(now() - right) < cluster.ALIVE
    times.served.start(now() + 1)
    await server.cluster.keep_time()  # it is the one they go by
    await thinker.close()
    await server.close()


async def test_two_that_begin_at_once_after_one_was_killed(shared: str) -> None:
    """The pause is noted once."""
    first = Store(shared)
    await first.cluster.open("urbino")
    await killed(first, shared)
    both = await asyncio.gather(*(asyncio.to_thread(Store, shared) for _ in range(2)))
    await asyncio.gather(*(each.cluster.open("urbino") for each in both))
    assert len(pauses(shared)) == 1
    for each in both:
        await each.cluster.read_pauses()
        assert each.cluster.pauses("urbino") == pauses(shared)
    await asyncio.gather(*(each.close() for each in both))
    assert rows(shared, "SELECT id FROM processes") == []


async def test_while_one_serves_a_game_there_is_no_pause(
    two: tuple[Store, Store], shared: str
) -> None:
    first, second = two
    await first.cluster.open("urbino")
    await second.cluster.open("urbino")
    third = Store(shared)
    await third.cluster.open("urbino")
    halted = now()
    assert await third.cluster.go_on(halted) >= halted  # others served it meanwhile
    assert pauses(shared) == []
    await third.close()


async def test_a_process_that_has_not_loaded_a_game_does_not_serve_it(shared: str) -> None:
    first, second = Store(shared), Store(shared)
    await first.cluster.open("urbino")
    await killed(first, shared)
    await second.cluster.beat()
    await second.cluster.open("urbino")
    assert len(pauses(shared)) == 1
    await second.close()


async def test_nobody_could_play_if_the_database_was_away_for_all(
    shared: str, machine: Machine
) -> None:
    """Both processes are there again, but neither has given a sign of life meanwhile."""
    two = Store(shared), Store(shared)
    for each in two:
        await each.cluster.open("urbino")
    halted = now()
    machine.halt(8000)
    at = await two[0].cluster.go_on(halted)
    assert pauses(shared) == [(halted, at)]
    assert at - halted >= 8000
    assert await two[1].cluster.go_on(halted) >= halted
    assert pauses(shared) == [(halted, at)]  # the first has served it since
    for each in two:
        await each.close()


async def test_who_joins_takes_over_the_time_of_the_others(shared: str, machine: Machine) -> None:
    """Even if its machine's clock is wrong."""
    first = Store(shared)
    await first.cluster.open("urbino")
    before = now()
    machine.set_clock(HOUR)
    second = Store(shared)
    assert now() < before + HOUR // 2
    await second.cluster.open("urbino")
    assert pauses(shared) == []
    for each in (first, second):
        await each.close()


async def test_who_joins_is_not_behind_the_others(shared: str, machine: Machine) -> None:
    """Their time has run on since their last sign of life."""
    first = Store(shared)
    before, ago = now(), cluster.ALIVE // 2
    earlier = text(f"UPDATE processes SET beat = beat - {ago}, seen = seen - {ago}")
    await first.database.do(lambda c: c.execute(earlier))
    second = Store(shared)
    assert now() > before - ago // 2
    for each in (first, second):
        await each.close()


async def test_a_sign_of_life_is_given_again_if_it_was_lost(store: Store, database: str) -> None:
    await store.database.do(lambda c: c.execute(text("DELETE FROM processes")))
    await store.cluster.beat()
    await store.cluster.beat()
    assert [row[0] for row in rows(database, "SELECT id FROM processes")] == [store.cluster.process]


# --- Bots ----------------------------------------------------------------------------------------


async def test_a_bots_turn_is_claimed_by_one(two: tuple[Store, Store]) -> None:
    first, second = two
    assert await first.cluster.claim("a", 5)
    assert not await second.cluster.claim("a", 5)
    assert not await second.cluster.claim("a", 4)
    assert await first.cluster.claim("a", 5)  # its own
    assert await second.cluster.claim("a", 6)  # the next moment
    assert not await first.cluster.claim("a", 6)
    assert await first.cluster.claim("b", 1)


async def test_two_claim_at_the_same_instant(two: tuple[Store, Store]) -> None:
    for seq in range(1, 30):
        claimed = await asyncio.gather(*(each.cluster.claim("a", seq) for each in two))
        assert sorted(each is not None for each in claimed) == [False, True]


async def test_a_claim_ends_with_its_process(
    two: tuple[Store, Store], shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = two
    third = Store(shared)
    assert await third.cluster.claim("a", 5)
    assert not await first.cluster.claim("a", 5)
    await third.close()
    async with asyncio.timeout(PATIENCE):
        while not await first.cluster.claim("a", 5):  # as soon as the database has noticed
            await asyncio.sleep(0.05)
    monkeypatch.setattr(cluster, "CLAIM", -1)
    assert await first.cluster.claim("b", 5)
    assert await second.cluster.claim("b", 5)  # it took too long


async def test_alone_every_turn_is_ones_own(new_database: NewDatabase) -> None:
    store = Store(new_database("sqlite"))
    assert await store.cluster.claim("a", 1)
    assert await store.cluster.present_elsewhere("a") == {}
    await store.close()


# --- Presence ------------------------------------------------------------------------------------


async def test_presence_elsewhere(
    two: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = two
    await first.cluster.note_presence("a", "ada", True)
    await first.cluster.note_presence("a", "ada", True)
    await second.cluster.note_presence("a", "bruno", True)
    assert await first.cluster.present_elsewhere("a") == {"a": {"bruno": True}}
    assert await second.cluster.present_elsewhere("a") == {"a": {"ada": True}}
    assert await second.cluster.present_elsewhere("b") == {}
    await first.cluster.note_presence("a", "ada", False)
    assert await second.cluster.present_elsewhere("a") == {"a": {"ada": False}}
    await first.cluster.note_presence("a", "ada", None)
    assert await second.cluster.present_elsewhere("a") == {}
    monkeypatch.setattr(cluster, "ALIVE", -10_000)
    assert await first.cluster.present_elsewhere("a") == {}  # no sign of life


async def test_nobody_is_present_through_a_process_that_was_killed(
    shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long its heartbeats are valid."""
    monkeypatch.setattr(cluster, "ALIVE", HOUR)
    first, killed = Store(shared), Store(shared)
    await killed.cluster.note_presence("a", "bruno", True)
    assert await first.cluster.present_elsewhere("a") == {"a": {"bruno": True}}
    await killed.database.close()  # without a word
    async with asyncio.timeout(PATIENCE):
        while await first.cluster.present_elsewhere("a"):  # until the database has noticed
            await asyncio.sleep(0.01)
    await first.close()


async def listening(store: Store) -> list[tuple[str, ...]]:
    """Let a process listen; return what it hears."""
    heard: list[tuple[str, ...]] = []
    ready = asyncio.Event()
    for topic in Topic:
        store.listener.on(topic, lambda *ids, topic=topic: heard.append((topic, *ids)))
    store.listener.on_lost(ready.set)
    store.listener.start()
    async with asyncio.timeout(PATIENCE):
        await ready.wait()
    return heard


async def test_news_of_a_table_are_heard_by_those_who_hold_it(two: tuple[Store, Store]) -> None:
    first, _ = two
    heard = [await listening(each) for each in two]
    for each in two:
        await each.interests.want(topics.table("a"))
    await first.append(entry("a", 1, '[{"secret": 1}]'))
    await first.cluster.note_presence("a", "ada", True)
    await first.append(entry("b", 1))
    await GuestRepository(first.database).rename("g", "Ada L.")
    for each, table in zip(two, ("c", "d"), strict=True):
        await each.append(entry(table, 1))
    await eventually(lambda: all((Topic.NAME, "g") in each for each in heard))
    assert heard[0] == [(Topic.NAME, "g")]  # what it wrote itself it knows
    assert heard[1] == [(Topic.TABLE, "a", "1"), (Topic.PRESENCE, "a"), (Topic.NAME, "g")]


async def test_news_of_a_table_are_heard_where_it_is_in_a_list(two: tuple[Store, Store]) -> None:
    first, second = two
    heard = await listening(second)
    await second.interests.want(topics.LOBBY, topics.guest("ada"))
    await first.append(entry("a", 1)._replace(guests={"ada": True}))
    await first.append(entry("b", 1)._replace(guests={"bruno": True}))
    await first.append(entry("c", 1)._replace(guests={"ada": True}, is_listed=True))
    await first.append(entry("a", 2)._replace(guests={"ada": False}))  # left just now
    await GuestRepository(first.database).rename("g", "Ada L.")
    await eventually(lambda: (Topic.NAME, "g") in heard)
    assert heard[:-1] == [
        (Topic.TABLE, "a", "1"),
        (Topic.TABLE, "c", "1"),
        (Topic.TABLE, "a", "2"),
    ]


async def test_who_no_longer_wants_news_hears_none(two: tuple[Store, Store], shared: str) -> None:
    _, second = two
    topic = topics.table("a")
    for _ in range(2):
        await second.interests.want(topic)
    second.interests.drop(topic)
    await second.interests.tidy()
    assert rows(shared, "SELECT process, topic FROM interests") == [(second.cluster.process, topic)]
    second.interests.drop(topic)
    await second.interests.tidy()
    assert rows(shared, "SELECT topic FROM interests") == []
    await second.interests.want(topic)
    with psycopg.connect(shared.replace("+psycopg", "")) as other:
        other.execute("DELETE FROM interests")  # as a database does that has crashed
    await second.interests.state_again()
    assert rows(shared, "SELECT topic FROM interests") == [(topic,)]


async def test_what_is_being_written_when_news_are_wanted_is_waited_for(
    two: tuple[Store, Store], shared: str
) -> None:
    """It has looked for those who want to hear of it, found nobody, and is not readable yet."""
    _, second = two
    with psycopg.connect(shared.replace("+psycopg", "")) as writing:
        writing.execute("INSERT INTO entries VALUES ('a', 1, 0, '[]')")
        wanting = asyncio.create_task(second.interests.want(topics.table("a")))
        await eventually(lambda: rows(shared, "SELECT 1 FROM interests"))
        assert not wanting.done()
        writing.commit()
        await wanting
    assert await second.entries("a")


async def test_a_statement_that_looked_before_is_waited_for(
    two: tuple[Store, Store], shared: str
) -> None:
    """It stores an entry and tells of it in one step, and has stored nothing yet."""
    first, second = two
    name = notify.application_name(first.cluster.process)
    address = shared.replace("+psycopg", "")
    with psycopg.connect(address, application_name=name) as writing:
        writing.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        writing.execute("SELECT 1 FROM interests")  # from now on it sees what was there
        wanting = asyncio.create_task(second.interests.want(topics.table("a")))
        await eventually(lambda: rows(shared, "SELECT 1 FROM interests"))
        assert not wanting.done()
        writing.execute("INSERT INTO entries VALUES ('a', 1, 0, '[]')")
        writing.commit()
        await wanting
    assert await second.entries("a")


async def test_what_people_play_is_heard_by_those_who_see_to_fair_play(
    two: tuple[Store, Store],
) -> None:
    first, second = two
    heard = [await listening(each) for each in two]
    await first.append(entry("a", 1, in_play="1.0 1 before"))
    for each in two:
        await each.interests.want(topics.IN_PLAY)
    await first.append(entry("b", 1, in_play="1.0 1"))  # an opening
    await first.append(entry("b", 2, in_play="1.0 2 x y"))
    await second.append(entry("b", 3, in_play=""))  # and it is over
    await first.append(entry("b", 4, in_play=""))
    await first.append(entry("a", 2, in_play="1.0 2"))
    await first.append(entry("c", 1, in_play=None))  # by an older version
    await first.keep_positions("c", None, "1.0 1 z")
    await GuestRepository(first.database).rename("g", "Ada L.")
    await eventually(lambda: all((Topic.NAME, "g") in each for each in heard))
    over = [
        (Topic.IN_PLAY, "b", "3"),
        (Topic.IN_PLAY, "a", "2", "1.0", "2"),
        (Topic.IN_PLAY, "c", "1", "1.0", "1", "z"),
        (Topic.NAME, "g"),
    ]
    assert heard[0] == over  # it knows what it wrote itself, and hears that nothing more comes
    assert heard[1] == [(Topic.IN_PLAY, "b", "2", "1.0", "2", "x", "y"), *over]


async def test_the_interests_of_a_dead_process_are_removed(
    two: tuple[Store, Store], shared: str
) -> None:
    first, second = two
    await first.interests.want("t a")
    await second.interests.want("t b")
    with psycopg.connect(shared.replace("+psycopg", "")) as other:
        other.execute("INSERT INTO interests VALUES ('dead', 't c')")
    await first.cluster.remove_dead()
    assert sorted(rows(shared, "SELECT topic FROM interests")) == [("t a",), ("t b",)]


async def test_looking_for_work_leaves_no_garbage(store: Store) -> None:
    """It goes on all the time; statements that are built anew would fill the memory."""
    outbox = Outbox(store.database, "ours")

    async def look() -> None:
        assert await outbox.claim(10) == []
        assert await outbox.missed(now()) == []
        assert await store.bot_turns(now()) == []
        if store.is_shared:
            assert await store.jobs.left_alone(now()) == []

    await look()  # statements are compiled when they are first run
    with garbage() as found:
        await look()
    statements = {str(each) for each in found if isinstance(each, ClauseElement)}
    found.clear()  # servers of other tests leave something, too, but nothing that looks for work
    looking = re.compile(r"notices|bot_to_move|analysis_jobs|:(now|since|at|before)\b")
    assert {each for each in statements if looking.search(each)} == set()
