"""Your own data: games, results, the export, and erasure."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from contrada import record
from contrada.server.db.entries import Append
from contrada.server.db.errors import StoreError
from contrada.server.db.store import Store
from contrada.server.people import results
from contrada.server.people.erasure import Erasure, scrubbed
from contrada.server.people.repository import GuestRepository
from contrada.server.services import Services
from contrada.server.settings import Limits, Settings
from contrada.server.tables import bots, commands, entries
from contrada.server.tables.table import Table
from contrada.server.tables.views import SnapshotCache, Viewpoint
from contrada.server.wire.answers import StoredSeat, StoredSummary
from contrada.server.wire.events import Renamed, Said, Undone, read_events, write_events
from contrada.server.wire.values import Status
from tests.logged import Overheard
from tests.server.conftest import NewDatabase, Pair
from tests.server.knowledge import SUMMARY, wired
from tests.server.people import Company, Data, Somebody
from tests.server.serving import GENEROUS, InThread, Time, eventually
from tests.server.sessions import random_session
from tests.server.stored import check_told, log_of, rebuilt, rows
from tests.server.test_seats import has_been_gone
from tests.server.test_study import finished

pytestmark = pytest.mark.anyio
NAME = "Ermenegilda"  # found nowhere by chance
SAID = "something-only-she-would-say"


async def resigned(who: Somebody, game: str, seats: str = "me 1") -> str:
    """Lose a game against bots."""
    table = await who.make(game, seats)
    await who.watch(table)
    await who.sees(table, lambda t: t["to_move"] == t["you"])  # or a bot is quicker
    await who.at_ply("resign", table)
    await who.sees(table, lambda t: t["status"] == "over" or t["you"] is None)
    return table


# --- Games ---------------------------------------------------------------------------------------


async def test_my_games_the_latest_first_page_by_page(company: Company, time: Time) -> None:
    ada, other = await company.person(), await company.guest("Bruno")
    await other.make("urbino", "me 1")
    tables = []
    for number in range(5):
        tables.append(await ada.make("urtown" if number % 2 else "urbino", "me open"))
        time.pass_by(1)
    found, before = list[Data](), ""
    for size in (2, 2, 1):
        page = await ada.get(f"/api/me/games?limit=2{before}")
        assert (len(page["games"]), page["more"]) == (size, size == 2)
        found += page["games"]
        before = f"&before={found[-1]['changed']}"
    assert [each["id"] for each in found] == tables[::-1]
    assert all(each.keys() == SUMMARY for each in found)
    assert {each["you"] for each in found} == {0}
    page = await ada.get("/api/me/games?game=urtown")
    assert [each["id"] for each in page["games"]] == [tables[3], tables[1]]


@pytest.mark.parametrize(
    ("query", "word"),
    [("game=chess", "game"), ("limit=0", "limit"), ("limit=101", "limit"), ("before=x", "before")],
)
async def test_what_is_wrong_about_a_page(few: Company, query: str, word: str) -> None:
    found = await (await few.guest()).request("GET", f"/api/me/games?{query}")
    assert (found.status, found.data["reason"]) == (422, "message")
    assert word in found.data["sentence"]


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/me/games"),
        ("GET", "/api/me/results"),
        ("GET", "/api/me/export"),
        ("DELETE", "/api/me"),
    ],
)
async def test_a_stranger_has_nothing(few: Company, method: str, path: str) -> None:
    stranger = await few.stranger()
    body = {"confirm": "delete"} if method == "DELETE" else None
    assert (await stranger.request(method, path, body)).status == 401


# --- Results -------------------------------------------------------------------------------------


def summary(
    places: list[int], *seats: str, game: str = "urbino", status: Status = "over"
) -> StoredSummary:
    """Make a stored summary: seats are guests, levels of bots, or `ada/4`, a bot for somebody."""
    found = []
    for seat in seats:
        guest, _, level = seat.rpartition("/") if "/" in seat else ("", "", seat)
        bot = level.isdigit()
        found.append(
            StoredSeat(
                kind="bot" if bot else "person",
                name="",
                level=int(level) if bot else None,
                guest=guest or (None if bot else level),
            )
        )
    return StoredSummary(
        id="table",
        game=game,
        options={},
        status=status,
        listed=False,
        host="",
        clock=None,
        created=0,
        changed=0,
        to_move=None,
        turn=0,
        places=places,
        scores=None,
        seats=found,
    )


@pytest.mark.parametrize(
    ("summaries", "expected"),
    [
        ([], []),
        ([summary([1, 2], "ada", "4", status="playing")], []),
        ([summary([1, 2], "bruno", "4")], []),
        ([summary([1, 2], "ada", "4")], [("urbino", 4, 2, 1, 1, 0, 0, 1.0)]),
        ([summary([2, 1], "ada", "bruno")], [("urbino", "people", 2, 1, 0, 0, 1, 2.0)]),
        ([summary([1, 1], "ada", "bruno")], [("urbino", "people", 2, 1, 0, 1, 0, 1.0)]),
        ([summary([1, 1, 3], "ada", "2", "5")], [("urbino", 5, 3, 1, 0, 1, 0, 1.0)]),
        ([summary([2, 2, 1], "ada", "2", "2")], [("urbino", 2, 3, 1, 0, 0, 1, 2.0)]),
        # A seat that a bot holds for somebody at the end is lost, and its opponents were people.
        ([summary([1, 2], "ada/4", "3")], [("urbino", 3, 2, 1, 0, 0, 1, 2.0)]),
        ([summary([1, 2], "ada", "bruno/4")], [("urbino", "people", 2, 1, 1, 0, 0, 1.0)]),
        (
            [
                summary([1, 2], "ada", "4"),
                summary([2, 1], "ada", "4"),
                summary([2, 1], "8", "ada"),
                summary([1, 2], "ada", "bruno"),
                summary([1, 2, 3], "ada", "4", "1", game="urtown"),
            ],
            [
                ("urbino", "people", 2, 1, 1, 0, 0, 1.0),
                ("urbino", 4, 2, 2, 1, 0, 1, 1.5),
                ("urbino", 8, 2, 1, 1, 0, 0, 1.0),
                ("urtown", 4, 3, 1, 1, 0, 0, 1.0),
            ],
        ),
    ],
)
def test_results(summaries: list[StoredSummary], expected: list[tuple[Any, ...]]) -> None:
    keys = ("game", "against", "seats", "played", "won", "drawn", "lost", "mean_place")
    found = results.results(summaries, "ada")
    assert [tuple(getattr(row, key) for key in keys) for row in found] == expected


async def test_results_of_real_games(company: Company) -> None:
    table, (ada, bruno) = await finished(company)  # Bruno resigned
    await resigned(ada, "urtown")
    await resigned(ada, "urtown", "me 1 2")
    await ada.make("urtown", "me 1")  # goes on
    drawn, (carla, dino) = await company.table("urbino")
    await carla.at_ply("ask", drawn, what="draw")
    await dino.sees(drawn, lambda t: t["asks"])
    await dino.at_ply("answer", drawn, what="draw", yes=True)
    await carla.sees(drawn, lambda t: t["status"] == "over")
    told = {who: (await who.get("/api/me/results"))["results"] for who in (ada, bruno, carla)}
    counts = ("played", "won", "drawn", "lost", "mean_place")
    found = {
        who: {(r["game"], r["against"], r["seats"]): tuple(r[c] for c in counts) for r in rows}
        for who, rows in told.items()
    }
    assert found[ada][("urtown", "people", 2)] == (1, 1, 0, 0, 1.0)
    assert found[ada][("urtown", 1, 2)] == (1, 0, 0, 1, 2.0)
    assert found[bruno] == {("urtown", "people", 2): (1, 0, 0, 1, 2.0)}
    assert found[carla] == {("urbino", "people", 2): (1, 0, 1, 0, 1.0)}
    assert table in [each["id"] for each in (await ada.get("/api/me/games"))["games"]]


async def test_whoever_lost_the_seat_has_lost(few: Company, time: Time) -> None:
    table, (ada, bruno) = await few.table("urtown")
    await bruno.disconnect()
    await has_been_gone(ada, table, 1, time)
    await ada.do("give", table=table, seat=1, level=1)
    await ada.sees(table, lambda t: t["to_move"] == 0)  # or the bot is quicker
    await ada.at_ply("resign", table)
    await ada.sees(table, lambda t: t["status"] == "over")
    for who in (ada, bruno):
        (row,) = (await who.get("/api/me/results"))["results"]
        assert (row["against"], row["lost"], row["won"]) == ("people", 1, 0)


# --- All of it -----------------------------------------------------------------------------------


async def test_an_export_holds_everything_and_no_secret(company: Company) -> None:
    over, (ada, bruno) = await finished(company)
    await ada.do("chat", table=over, text="Well played")
    await bruno.do("chat", table=over, text="a-word-of-his")
    running = await ada.make("urtown", "me 1")
    answer = await ada.request("GET", "/api/me/export")
    assert answer.status == 200
    assert 'filename="contrada.json"' in answer.headers["content-disposition"]
    found = answer.data
    assert found["contrada_export"] == 1
    assert (found["guest"]["id"], found["guest"]["name"]) == (ada.id, "Ada")
    assert found["results"] == (await ada.get("/api/me/results"))["results"]
    games = {each["table"]["id"]: each for each in found["games"]}
    assert games.keys() == {over, running}
    document = await ada.get(f"/api/tables/{over}/record")
    assert games[over]["record"] == document
    assert record.loads(json.dumps(document)).names == ("Ada", "Bruno")
    assert [line["text"] for line in games[over]["said"]] == ["Well played"]
    assert games[running]["record"] is None
    assert "a-word-of-his" not in answer.text  # what others said is theirs
    assert isinstance(company.server, InThread)
    started = rebuilt(company.server.settings.database, running).seed
    assert started is not None
    for secret in (str(started.seed), started.salt, ada.token, bruno.id):
        assert secret not in answer.text


async def test_an_export_of_nothing(few: Company) -> None:
    found = (await (await few.guest()).request("GET", "/api/me/export")).data
    assert (found["games"], found["results"]) == ([], [])


# --- To be forgotten -----------------------------------------------------------------------------


async def forget(who: Somebody, confirm: str = "delete") -> None:
    """Erase a guest, and wait until it is done."""
    found = await who.request("DELETE", "/api/me", {"confirm": confirm})
    assert found.status == 204, found
    assert 'contrada=""' in found.headers["set-cookie"]
    assert isinstance(who.server, InThread)
    await until_erased(who.server.settings.database, who.id)


async def until_erased(database: str, guest: str) -> None:
    query = "SELECT id FROM guests WHERE id = :guest"
    await eventually(lambda: not rows(database, query, guest=guest))
    assert not rows(database, "SELECT guest FROM sitting WHERE guest = :guest", guest=guest)


def traces(database: str, *words: str) -> list[str]:
    """Return the database tables that still contain a word."""
    queries = {
        "entries": "SELECT events FROM entries",
        "tables": "SELECT summary FROM tables",
        "guests": "SELECT name FROM guests",
    }
    return [
        name
        for name, query in queries.items()
        for word in words
        if any(word in str(row[0]) for row in rows(database, query))
    ]


@pytest.mark.parametrize("confirm", ["", "Delete", "adalgisa", "yes"])
async def test_it_has_to_be_meant(few: Company, confirm: str) -> None:
    who = await few.guest("Adalgisa")
    found = await who.request("DELETE", "/api/me", {"confirm": confirm})
    assert (found.status, found.data["reason"]) == (422, "message")
    assert (await who.request("DELETE", "/api/me")).status == 422
    assert (await who.get("/api/me"))["name"] == "Adalgisa"


async def test_somebody_is_forgotten_everywhere(company: Company) -> None:
    """At finished, running and open tables, one of three, and where she only chatted."""
    assert isinstance(company.server, InThread)
    database = company.server.settings.database
    she, bruno = await company.person(NAME), await company.person("Bruno")
    further = (await she.post("/api/me/links", {}))["token"]
    over, running = await _pair(she, bruno), await _pair(she, bruno)
    await she.do("chat", table=over, text=SAID)
    await she.at_ply("resign", over)
    three = await she.make("urtown", "me open 1")
    await bruno.watch(three)
    await bruno.do("sit", table=three, seat=1)
    waiting = await she.make("urbino", "me open", listed=True)
    theirs = await bruno.make("urbino", "me open", listed=True)
    for who in (she, bruno):
        await who.watch(theirs)
    await she.do("chat", table=theirs, text=SAID)
    hosted = await she.make("urbino", "open open", listed=True)
    document = await bruno.get(f"/api/tables/{over}/record")
    lines = (await bruno.look(over))["log"]
    before = len(bruno.history)

    await forget(she, NAME)

    for token in (she.token, further):
        headers = {"Authorization": f"Bearer {token}"}
        assert (await bruno.request("GET", "/api/me", headers=headers)).status == 401
    assert traces(database, NAME, SAID) == []
    await she.until_closed()
    # The finished game is what it was, but for a name.
    again = await bruno.get(f"/api/tables/{over}/record")
    assert again == {**document, "seats": ["—", "Bruno"]}
    state = await bruno.look(over)
    assert (state["log"], state["chat"]) == (lines, [])
    assert state["seats"][0] == {
        "kind": "person",
        "name": "—",
        "guest": None,
        "level": None,
        "out": "resigned",
        "here": False,
        "until": None,
    }
    # The running ones go on, or are won.
    state = await bruno.sees(running, lambda t: t["status"] == "over")
    assert (state["result"]["why"], state["result"]["places"]) == ("resigned", [2, 1])
    state = await bruno.sees(three, lambda t: t["seats"][0]["kind"] == "bot")
    assert (state["status"], state["host"]) == ("playing", bruno.id)
    assert state["seats"][0]["name"] in bots.NAMES
    # Nobody waits at the open ones.
    lobby = [each["id"] for each in (await bruno.get("/api/tables"))["open"]]
    assert not {waiting, hosted} & {*lobby}
    assert theirs in lobby
    assert (await bruno.look(waiting))["seats"][0]["kind"] == "open"
    assert bruno.tables[theirs]["chat"] == []
    # The others' results are what they were.
    (row,) = (await bruno.get("/api/me/results"))["results"]
    assert (row["against"], row["played"], row["won"]) == ("people", 2, 2)
    for state in bruno.history[before:]:
        if any(seat["guest"] is None for seat in state["seats"][:1]):
            assert NAME not in json.dumps([state["seats"], state["chat"]])
    for table in (over, running, three, theirs):
        assert rebuilt(database, table).seq == len(log_of(database, table))


async def _pair(she: Somebody, bruno: Somebody) -> str:
    table = await she.make("urbino", "me open")
    for who in (she, bruno):
        await who.watch(table)
    await bruno.do("sit", table=table, seat=1)
    for who in (she, bruno):
        await who.sees(table, lambda t: t["status"] == "playing")
    return table


async def test_who_watches_is_told_as_it_is_stored(few: Company) -> None:
    """From then on; earlier messages still had the name."""
    she, bruno = await few.person(NAME), await few.person("Bruno")
    table = await _pair(she, bruno)
    await she.play(table, 40)
    await bruno.sees(table, lambda t: t["ply"] == 1)
    await forget(she)
    await bruno.sees(table, lambda t: t["status"] == "over")
    await bruno.do("chat", table=table, text="Where has everybody gone?")
    await bruno.sees(table, lambda t: t["chat"])
    last = len(bruno.history) - 2
    bruno.history = bruno.history[last:]
    assert isinstance(few.server, InThread)
    check_told(few.server.settings.database, table, bruno)


async def test_a_rematch_with_somebody_who_is_forgotten(few: Company) -> None:
    she, bruno = await few.person(NAME), await few.person("Bruno")
    table = await _pair(she, bruno)
    await she.at_ply("resign", table)
    await forget(she)
    again = (await bruno.do("rematch", table=table))["table"]
    state = await bruno.look(again)
    assert sorted(seat["kind"] for seat in state["seats"]) == ["open", "person"]
    carla = await few.person("Carla")
    seat = next(n for n, each in enumerate(state["seats"]) if each["kind"] == "open")
    await carla.watch(again)
    await carla.do("sit", table=again, seat=seat)
    await carla.sees(again, lambda t: t["status"] == "playing")


@pytest.mark.parametrize(("game", "seats"), [("urbino", 2), ("urtown", 3)])
@pytest.mark.parametrize("guest", ["ada", "zeno"])
def test_a_log_tells_the_same_game_after_it_is_scrubbed(game: str, seats: int, guest: str) -> None:
    """Random games with everything that can happen; one player is erased at the end."""
    *_, session = random_session(game, seats, seed=seats)
    session.add(Renamed(guest, NAME), Said(guest, NAME, SAID))
    session.add(*commands.forget(session.table, guest).events)
    cleaned = {each.seq: each.after for each in scrubbed(session.log, guest)}
    rebuilt_anew = Table("table")
    for seq, at, events in session.log:
        rebuilt_anew.apply(seq, at, read_events(cleaned.get(seq, events)))
    for viewpoint in (Viewpoint(None), Viewpoint(0), Viewpoint(seats - 1, host=True)):
        one, two = (
            wired(SnapshotCache(each).shared(viewpoint)) for each in (session.table, rebuilt_anew)
        )
        assert one == two
    assert cleaned
    after = [(seq, at, cleaned.get(seq, events)) for seq, at, events in session.log]
    assert NAME not in str(after)
    assert SAID not in str(after)
    assert scrubbed(after, guest) == []  # once is enough
    seat = session.table.seats[0 if guest == "ada" else seats - 1]
    assert (seat.name, seat.guest) == ("—", None)
    assert guest not in [session.table.made.host, *(line.guest for line in session.table.chat)]


def test_entries_about_others_stay_as_they_were_written() -> None:
    """Even one that would be written differently today."""
    said = write_events([Said("bruno", "Bruno", SAID)])
    older = said.replace(":", ": ")
    assert read_events(older) == read_events(said)
    assert scrubbed([(1, 0, older)], "ada") == []
    assert [each.before for each in scrubbed([(1, 0, older)], "bruno")] == [older]


async def test_whoever_is_forgotten_does_not_wait_for_it(few: Company) -> None:
    """There may be thousands of tables, but the guest is gone as soon as the answer arrives."""
    assert isinstance(few.server, InThread)
    services, who = few.server.services, await few.guest("Adalgisa")
    few.server.run(services.erasure._one_by_one.acquire())
    try:
        found = await who.request("DELETE", "/api/me", {"confirm": "delete"})
        assert found.status == 204
        assert (await who.request("GET", "/api/me")).status == 401
    finally:
        few.server.run(_release(services.erasure._one_by_one))
    await until_erased(few.server.settings.database, who.id)


async def _release(lock: asyncio.Lock) -> None:
    lock.release()


async def test_tables_do_not_come_back_into_memory_being_erased(few: Company) -> None:
    assert isinstance(few.server, InThread)
    services, database = few.server.services, few.server.settings.database
    she, bruno = await few.person(NAME), await few.person("Bruno")
    old, watched = await _pair(she, bruno), await _pair(she, bruno)
    await bruno.do("leave", table=old)
    del services.registry.loaded[old]
    await forget(she)
    assert old not in [*services.registry.loaded]
    assert rebuilt(database, old).status == "over"
    assert traces(database, NAME) == []
    await bruno.sees(watched, lambda t: t["status"] == "over")


async def test_who_opens_a_table_while_somebody_is_forgotten_there_is_told(
    few: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is read before that entry is written, and shown after it."""
    assert isinstance(few.server, InThread)
    services = few.server.services
    she, bruno = await few.person(NAME), await few.person("Bruno")
    table = await _pair(she, bruno)
    for who in (she, bruno):
        await who.do("leave", table=table)
    del services.registry.loaded[table]
    append = Store.append

    async def after_a_look(store: Store, entry: Append) -> bool:
        await services.registry.live(table)
        return await append(store, entry)

    monkeypatch.setattr(Store, "append", after_a_look)
    await forget(she)
    await bruno.watch(table)
    await bruno.sees(table, lambda t: t["status"] == "over" and t["seats"][0]["name"] == "—")


async def test_two_who_are_forgotten_at_once_stay_so(
    few: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both read an entry that names both; the slower one writes after the other."""
    assert isinstance(few.server, InThread)
    services, other = few.server.services, "Bartolomeo"
    she, he = await few.person(NAME), await few.person(other)
    table = await _pair(she, he)
    await she.at_ply("resign", table)
    await she.do("rematch", table=table)
    again = (await he.do("rematch", table=table))["table"]  # its first entry names both
    she_has_gone, both_have_read = asyncio.Event(), asyncio.Barrier(2)
    changes, rewrite, reads = Erasure._changes, Store.rewrite, set[str]()

    async def read_together(erasure: Erasure, table: str, guest: str) -> Any:
        found = await changes(erasure, table, guest)
        if table == again and guest not in reads:
            reads.add(guest)
            await both_have_read.wait()
        return found

    async def one_after_the_other(store: Store, table: str, wanted: Any) -> None:
        if any(NAME in each.after for each in wanted):  # his, as it was
            await she_has_gone.wait()
        await rewrite(store, table, wanted)

    async def forget_her() -> None:
        await services.erasure.erase(she.id)
        she_has_gone.set()

    async def forget_both() -> None:
        await asyncio.gather(forget_her(), services.erasure.erase(he.id))

    monkeypatch.setattr(Erasure, "_changes", read_together)
    monkeypatch.setattr(Store, "rewrite", one_after_the_other)
    few.server.run(forget_both())
    assert traces(few.server.settings.database, NAME, other) == []


async def test_a_table_that_cannot_be_worked_out_keeps_no_other_waiting(
    new_database: NewDatabase, overheard: Overheard
) -> None:
    overheard.forgive("AssertionError")
    settings = Settings(database=new_database("sqlite"), limits=GENEROUS, games=("urbino",))
    server = InThread(settings)
    try:
        async with Company(server) as company:
            she = await company.guest(NAME)
            broken, *others = [await she.make("urbino", "me open") for _ in range(3)]
            services = server.services
            impossible = write_events([Undone(0)])
            server.run(
                services.store.append(Append(broken, 2, 0, impossible, _row(services, broken)))
            )
            services.registry.loaded.clear()
            assert (await she.request("DELETE", "/api/me", {"confirm": NAME})).status == 204
            query = "SELECT table_id FROM sitting"
            await eventually(lambda: rows(settings.database, query) == [(broken,)])
            for table in others:
                assert NAME not in str(log_of(settings.database, table))
            assert server.run(services.guests.being_erased()) == [she.id]  # it is tried again
    finally:
        server.stop()


def _row(services: Services, table: str) -> Data:
    """Return what is stored for lists about a table."""
    return entries.entry(services.registry.loaded[table].table, 0, []).row


async def test_an_address_forgets_no_more_people_than_it_makes(new_database: NewDatabase) -> None:
    limits = Limits(guests=(0.001, 3))
    server = InThread(Settings(database=new_database("sqlite"), limits=limits, games=("urbino",)))
    try:
        async with Company(server) as company:
            people = [await company.guest() for _ in range(2)]
            found = [
                (await who.request("DELETE", "/api/me", {"confirm": "delete"})).status
                for who in people
            ]
            assert found == [204, 429]
    finally:
        server.stop()


# --- With several servers, and those that die ----------------------------------------------------


async def test_forgotten_through_another_server(pair: Pair) -> None:
    one, other = pair
    async with Company(one) as company:
        she, bruno = await company.person(NAME, one), await company.person("Bruno", other)
        there = await company.again(she, other)
        table = await _pair(she, bruno)
        await there.watch(table)
        await there.do("chat", table=table, text=SAID)
        await bruno.sees(table, lambda t: t["chat"])
        await forget(she)
        await there.until_closed()
        state = await bruno.sees(
            table, lambda t: t["status"] == "over" and t["seats"][0]["guest"] is None
        )
        assert (state["seats"][0]["name"], state["chat"]) == ("—", [])
        assert (await bruno.look(table))["chat"] == []
        assert traces(one.settings.database, NAME, SAID) == []


async def test_a_server_that_died_in_between(database: str) -> None:
    """An erasure that has begun is finished, at the latest by the next server."""
    settings = Settings(database=database, limits=GENEROUS)
    server = InThread(settings)
    try:
        async with Company(server) as company:
            she, bruno = await company.person(NAME), await company.person("Bruno")
            table = await _pair(she, bruno)
            await she.do("chat", table=table, text=SAID)
            server.run(server.services.guests.begin_erasure(she.id))
            assert traces(settings.database, NAME)
    finally:
        server.stop()
    server = InThread(settings)
    try:
        query = "SELECT id FROM guests WHERE name = ''"
        await eventually(lambda: not (traces(database, NAME, SAID) or rows(database, query)))
        assert rebuilt(settings.database, table).status == "over"
    finally:
        server.stop()


async def test_nothing_is_forgotten_if_the_database_fails(
    few: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tokens are deleted first. If that cannot be stored, nothing has happened."""
    who = await few.guest("Adalgisa")

    async def failing(_self: GuestRepository, _guest: str) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setattr(GuestRepository, "begin_erasure", failing)
    found = await who.request("DELETE", "/api/me", {"confirm": "delete"})
    assert (found.status, found.data["reason"]) == (503, "busy")
    monkeypatch.undo()
    assert (await who.get("/api/me"))["name"] == "Adalgisa"
