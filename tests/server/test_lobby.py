"""Guests over HTTP, the lobby, and everyone's own tables."""

from __future__ import annotations

import itertools
import json
from typing import Any

import httpx2
import pytest

from contrada.server import lobby
from contrada.server.db import store
from contrada.server.db.errors import StoreError
from contrada.server.db.store import Store
from contrada.server.people import names
from tests.server.people import Company, Somebody
from tests.server.serving import InThread, Time, eventually, http
from tests.server.stored import rows

pytestmark = pytest.mark.anyio


def homes(who: Somebody) -> list[dict[str, Any]]:
    """Return the lists that somebody was sent."""
    return [found for text in who.heard if (found := json.loads(text))["type"] == "home"]


def ids(summaries: list[dict[str, Any]]) -> set[str]:
    return {summary["id"] for summary in summaries}


# --- Guests --------------------------------------------------------------------------------------


async def test_a_guest_and_its_cookie(company: Company) -> None:
    async with httpx2.AsyncClient(base_url=http(company.server), verify=False) as browser:
        assert (await browser.get("/api/me")).status_code == 401
        made = await browser.post("/api/guests", json={"name": " Ada \n L. "})
        assert (made.status_code, made.json()["name"]) == (201, "Ada L.")
        cookie = made.headers["set-cookie"].lower()
        assert {"httponly", "samesite=lax", "path=/"} <= set(cookie.split("; "))
        assert "max-age=31536000" in cookie
        me = await browser.get("/api/me")
        assert me.json() == {"id": made.json()["id"], "name": "Ada L."}
        token = (await browser.post("/api/me/links")).json()["token"]
        gone = await browser.delete("/api/sessions")
        assert gone.status_code == 204
        assert (await browser.get("/api/me")).status_code == 401
        entered = await browser.post("/api/sessions", json={"token": token})
        assert entered.json() == {**me.json(), "token": browser.cookies["contrada"]}
        assert (await browser.get("/api/me")).json() == me.json()
        for ended in (token[:-1], made.json()["token"]):
            wrong = await browser.post("/api/sessions", json={"token": ended})
            assert wrong.status_code == 401


async def test_a_name_is_chosen_for_who_has_none(company: Company) -> None:
    stranger = await company.stranger()
    for body in ({}, {"name": None}, {"name": ""}):
        assert (await stranger.post("/api/guests", body))["name"]
    wrong = await stranger.request("POST", "/api/guests", {"name": " \u200b"})
    assert (wrong.status, wrong.data["reason"]) == (422, "message")


async def test_a_personal_link_is_the_same_person_elsewhere(company: Company) -> None:
    table, (ada, _) = await company.table()
    link = (await ada.post("/api/me/links", {}))["token"]
    token = (await ada.post("/api/sessions", {"token": link}))["token"]
    assert len({token, link, ada.token}) == 3
    device = Somebody(ada.server, ada._client, id=ada.id, token=token)
    company.people.append(device)
    await device.connect()
    assert (await device.get("/api/me"))["id"] == ada.id
    assert (await device.watch(table))["you"] == 0
    await device.play(table, 40)
    await ada.sees(table, lambda t: t["ply"] == 1)


async def test_a_new_name_is_known_at_ones_tables(company: Company) -> None:
    table, (ada, bruno) = await company.table()
    over, (_, second) = await company.table()
    assert over != table
    await second.at_ply("resign", over)
    found = await ada.request("PATCH", "/api/me", {"name": "Ada Lovelace"})
    assert found.data == {"id": ada.id, "name": "Ada Lovelace"}
    state = await bruno.sees(table, lambda t: t["seats"][0]["name"] == "Ada Lovelace")
    await ada.do("chat", table=table, text="It is me")
    state = await bruno.sees(table, lambda t: t["chat"])
    assert state["chat"][0]["name"] == "Ada Lovelace"
    assert (await ada.get("/api/me"))["name"] == "Ada Lovelace"
    mine = (await bruno.get("/api/me/tables"))["tables"]
    assert mine[0]["seats"][0]["name"] == "Ada Lovelace"
    for name in ("", " ", "x" * 25, "x" * 200):
        wrong = await ada.request("PATCH", "/api/me", {"name": name})
        assert (wrong.status, wrong.data["reason"]) == (422, "message")


async def test_a_host_has_the_new_name_without_a_seat(company: Company) -> None:
    ada = await company.person()
    tables = [await ada.make("urbino", seats, listed=True) for seats in ("open open", "me open")]
    await ada.do("stand", table=tables[1])
    await ada.request("PATCH", "/api/me", {"name": "Ada Lovelace"})
    lobby = (await ada.get("/api/tables"))["open"]
    hosts = {each["id"]: each["host"] for each in lobby}
    assert [hosts[table] for table in tables] == ["Ada Lovelace"] * 2


async def test_one_can_follow_ones_running_tables_only(company: Company) -> None:
    table, (ada, bruno) = await company.table()
    await ada.make("urtown", "me open", listed=True)

    def told() -> list[dict[str, Any]]:
        found = [json.loads(text) for text in bruno.heard]
        return [each for each in found if each["type"] in ("home", "running")]

    first = await bruno.say("running")
    assert [(each["id"], each["to_move"], each["you"]) for each in first["tables"]] == [
        (table, 0, 1)
    ]
    assert first["tables"][0]["began"] is not None
    await ada.make("urtown", "me open", listed=True)  # of no interest to Bruno
    await ada.do("resign", table=table, ply=ada.tables[table]["ply"])
    await bruno.until(lambda: not told()[-1].get("tables"))
    assert [each["type"] for each in told()] == ["running"] * 2
    await bruno.say("home")
    assert [each["type"] for each in told()] == ["running", "running", "home"]


async def test_a_table_that_one_has_left_is_ones_own_no_more(company: Company) -> None:
    host, bruno = await company.person(), await company.person("Bruno")
    table = await host.make("urtown", "me open open")
    await bruno.do("sit", table=table, seat=1)
    await bruno.say("home")
    assert ids(homes(bruno)[-1]["yours"]) == {table}
    await bruno.do("stand", table=table)
    await bruno.until(lambda: not homes(bruno)[-1]["yours"])
    assert (await bruno.get("/api/me/tables"))["tables"] == []
    before = await host.look(table)
    await bruno.request("PATCH", "/api/me", {"name": "Bruno B."})
    assert (await host.look(table))["seq"] == before["seq"]


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/me"),
        ("PATCH", "/api/me"),
        ("POST", "/api/me/links"),
        ("GET", "/api/me/tables"),
        ("POST", "/api/tables"),
        ("POST", "/api/tables/x/messages"),
    ],
)
@pytest.mark.parametrize("authorization", ["", "Bearer", "Bearer x", "Basic x", "Bearer é"])
async def test_nobody_in_particular(
    few: Company, method: str, path: str, authorization: str
) -> None:
    stranger = await few.stranger()
    headers = {"Authorization": authorization.encode("latin-1")} if authorization else {}
    body = {"name": "x"} if method == "PATCH" else {}
    found = await stranger.request(method, path, body, headers)  # type: ignore[arg-type]
    assert found.status == 401
    assert found.data["type"] == "refused"


# --- What people say -----------------------------------------------------------------------------


async def test_chat_at_a_table(few: Company) -> None:
    table, (ada, bruno) = await few.table()
    zeno, stranger = await few.person("Zeno"), await few.stranger()
    await zeno.watch(table)
    await stranger.watch(table)
    text = "<b>Ciao</b> & “benvenuti” \N{CASTLE} Привет"
    await zeno.do("chat", table=table, text=f"  {text}\n")
    for each in (ada, bruno, zeno, stranger):
        state = await each.sees(table, lambda t: t["chat"])
        line = state["chat"][0]
        assert (line["text"], line["name"], line["seat"]) == (text, "Zeno", None)
        assert line["guest"] == zeno.id
    await bruno.do("chat", table=table, text="Hello")
    state = await ada.sees(table, lambda t: len(t["chat"]) == 2)
    assert state["chat"][1]["seat"] == 1
    assert (await stranger.refused("chat", table=table, text="x"))["reason"] == "guest"
    assert (await ada.refused("chat", table=table, text="x" * 301))["reason"] == "message"
    assert (await ada.refused("chat", table=table, text="\n"))["reason"] == "message"
    whole = await stranger.look(table)
    assert whole["chat"] == state["chat"]


async def test_the_host_silences_somebody(few: Company) -> None:
    table, (ada, bruno) = await few.table()
    await ada.do("mute", table=table, guest=bruno.id, muted=True)
    state = await bruno.sees(table, lambda t: t["muted"])
    assert state["muted"] == [bruno.id]
    assert (await bruno.refused("chat", table=table, text="But"))["reason"] == "muted"
    assert (await bruno.refused("mute", table=table, guest=ada.id, muted=True))["reason"] == "host"
    await ada.do("mute", table=table, guest=bruno.id, muted=False)
    await bruno.sees(table, lambda t: not t["muted"])
    await bruno.do("chat", table=table, text="Thanks")


# --- The lobby and one's own tables --------------------------------------------------------------


async def test_nobody_is_told_what_they_know(company: Company) -> None:
    """Changes at other people's unlisted tables send nothing to anybody else."""
    table, (ada, bruno) = await company.table()
    stranger = await company.stranger()
    await stranger.say("home")
    await ada.say("home")
    told = len(homes(ada))
    await ada.play(table, 40)
    await ada.until(lambda: len(homes(ada)) > told)
    listed = await bruno.make("urbino", "me open", listed=True)
    await stranger.until(lambda: listed in ids(homes(stranger)[-1]["open"]))
    lists = [[home[name] for name in ("open", "playing", "yours")] for home in homes(stranger)]
    assert all(one != other for one, other in itertools.pairwise(lists))
    assert not any(table in ids(each) for home in lists for each in home)


async def test_the_lobby_lives(company: Company) -> None:
    ada, bruno, stranger = (
        await company.person(),
        await company.person("B"),
        await company.stranger(),
    )
    first = await stranger.say("home")
    assert (first["type"], first["yours"]) == ("home", [])
    table = await ada.make("urbino", "me open", listed=True)
    await stranger.until(lambda: table in ids(homes(stranger)[-1]["open"]))
    found = next(each for each in homes(stranger)[-1]["open"] if each["id"] == table)
    assert (found["host"], found["you"], found["status"]) == ("Ada", None, "open")
    assert "guest" not in json.dumps(found)
    await bruno.do("sit", table=table, seat=1)
    await stranger.until(lambda: table in ids(homes(stranger)[-1]["playing"]))
    assert table not in ids(homes(stranger)[-1]["open"])
    await ada.watch(table)
    await ada.at_ply("resign", table)
    await stranger.until(lambda: table not in ids(homes(stranger)[-1]["playing"]))
    await stranger.do("leave_home")
    heard = len(stranger.heard)
    await ada.make("urbino", "me open", listed=True)
    listed = await stranger.get("/api/tables")
    assert set(listed) == {"open", "playing", "open_next", "playing_next"}
    await stranger.say("ping")
    assert len(stranger.heard) == heard + 1


async def test_what_is_not_listed_is_for_those_who_have_the_link(company: Company) -> None:
    ada, bruno = await company.person(), await company.person("Bruno")
    table = await ada.make("urbino", "me open")
    await bruno.say("home")
    listed = await bruno.get("/api/tables")
    assert table not in ids(listed["open"]) | ids(homes(bruno)[-1]["open"])
    assert (await bruno.look(table))["status"] == "open"


async def test_your_tables_live(company: Company) -> None:
    ada, bruno = await company.person(), await company.person("Bruno")
    await ada.say("home")
    await bruno.say("home")
    table = await ada.make("urbino", "me open")
    await ada.until(lambda: table in ids(homes(ada)[-1]["yours"]))
    assert table not in ids(homes(bruno)[-1]["yours"])
    await bruno.do("sit", table=table, seat=1)
    await bruno.until(lambda: table in ids(homes(bruno)[-1]["yours"]))
    await ada.until(lambda: homes(ada)[-1]["yours"][0]["to_move"] == 0)
    await ada.watch(table)
    await ada.play(table, 40)
    await bruno.until(lambda: homes(bruno)[-1]["yours"][0]["to_move"] == 1)
    assert homes(bruno)[-1]["yours"][0]["you"] == 1


async def test_who_comes_back_is_told_no_old_lists(few: Company) -> None:
    """Nobody was looking at the lobby when a table was listed."""
    ada, stranger = await few.person(), await few.stranger()
    await ada.say("home")
    other = await ada.make("urbino", "me open", listed=True)
    await ada.until(lambda: other in ids(homes(ada)[-1]["open"]))
    await ada.do("leave_home")
    listed = await ada.make("urbino", "me open", listed=True)
    await stranger.say("home")
    await ada.say("home")
    own = await ada.make("urbino", "me open")
    await ada.until(lambda: own in ids(homes(ada)[-1]["yours"]))
    await stranger.say("ping")
    for home in (homes(ada)[-1], homes(stranger)[-1]):
        assert {listed, other} <= ids(home["open"])


async def test_lists_that_cannot_be_read_are_refused(
    few: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = await few.person()

    async def failing(_self: Store) -> Any:
        raise StoreError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(Store, "lobby", failing)
        assert (await ada.refused("home"))["reason"] == "busy"
    await ada.make("urbino", "me open", listed=True)
    await (await few.person("Bruno")).say("home")
    await ada.say("ping")
    assert homes(ada) == []
    assert (await ada.say("home"))["type"] == "home"


async def test_tables_that_wait_for_one_come_first(company: Company, time: Time) -> None:
    ada, bruno = await company.person(), await company.person("Bruno")
    waits = await ada.make("urbino", "me open")
    await bruno.do("sit", table=waits, seat=1)
    other = await ada.make("urbino", "open me")
    await bruno.do("sit", table=other, seat=0)
    time.pass_by(1)  # the order of what changes in the same millisecond is any
    latest = await ada.make("urbino", "me open")
    mine = (await ada.get("/api/me/tables"))["tables"]
    assert [found["id"] for found in mine] == [waits, latest, other]
    assert [found["you"] for found in mine] == [0, 0, 1]


async def all_pages(who: Somebody, path: str, limit: int) -> list[dict[str, Any]]:
    """Read a list to its end, part by part."""
    found, after = list[dict[str, Any]](), ""
    while True:
        page = await who.get(f"{path}?limit={limit}{after}")
        assert page.keys() == {"tables", "next"}
        found += page["tables"]
        if page["next"] is None:
            return found
        assert len(page["tables"]) == limit
        after = f"&after={page['next']}"


@pytest.mark.parametrize("limit", [1, 2, 3, 5, 7, 100])
async def test_ones_tables_are_read_page_by_page(few: Company, time: Time, limit: int) -> None:
    ada = await few.person()
    waiting, others = list[str](), list[str]()
    for number in range(6):
        kept = waiting if number % 2 else others
        kept.insert(0, await ada.make("urbino", "me 1" if number % 2 else "me open"))
        time.pass_by(1)
    found = await all_pages(ada, "/api/me/tables", limit)
    assert [each["id"] for each in found] == [*waiting, *others]


async def test_no_table_is_out_of_reach(company: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists were cut: of thousands of tables people saw a hundred, and not where they could."""
    assert isinstance(company.server, InThread)
    monkeypatch.setattr(lobby, "MOST_LISTED", 3)
    monkeypatch.setattr(store, "MOST_LISTED", 3)
    ada = await company.person()
    waiting = [await ada.make("urbino", "me 1", listed=True) for _ in range(5)]
    tables = [await ada.make("urbino", "me open", listed=True) for _ in range(7)]
    home = await ada.say("home")
    assert [len(home[each]) for each in ("open", "playing", "yours")] == [3, 3, 3]
    assert ids(home["yours"]) < {*waiting}
    rest = await ada.get(f"/api/me/tables?after={home['yours_next']}")
    assert ids([*home["yours"], *rest["tables"]]) == {*waiting, *tables}
    assert len(rest["tables"]) == 9
    lists = await ada.get("/api/tables")
    for status, wanted in (("open", tables), ("playing", waiting)):
        assert {*wanted} <= ids(await all_pages(ada, f"/api/lobby/{status}", 3))
        following = await ada.get(f"/api/lobby/{status}?after={lists[f'{status}_next']}")
        assert {*wanted} <= ids([*lists[status], *following["tables"]])
        assert ids(lists[status]).isdisjoint(ids(following["tables"]))


@pytest.mark.parametrize(
    "path",
    [
        "/api/me/tables?after=x",
        "/api/me/tables?after=2.1.x",
        "/api/me/tables?limit=0",
        "/api/me/tables?limit=101",
        "/api/lobby/open?after=1.x.y",
        "/api/lobby/over",
    ],
)
async def test_what_is_wrong_about_a_part_of_a_list(few: Company, path: str) -> None:
    found = await (await few.guest()).request("GET", path)
    assert (found.status, found.data["reason"]) == (422, "message")


async def test_a_new_name_is_known_at_every_table(
    few: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the latest ones at once, at the others soon."""
    assert isinstance(few.server, InThread)
    monkeypatch.setattr(names, "AT_ONCE", 2)
    ada = await few.guest()
    tables = [await ada.make("urbino", "me open") for _ in range(6)]
    few.server.services.registry.loaded.pop(tables[0])
    assert (await ada.request("PATCH", "/api/me", {"name": "Ada L."})).status == 200
    query = "SELECT count(*) FROM tables WHERE id = :table AND summary LIKE '%Ada L.%'"
    database = few.server.settings.database
    for table in tables:
        await eventually(lambda table=table: rows(database, query, table=table) == [(1,)])  # type: ignore[misc]


# --- Games ---------------------------------------------------------------------------------------


async def test_games_and_decisions(few: Company) -> None:
    import contrada  # noqa: PLC0415

    stranger = await few.stranger()
    found = await stranger.get("/api/games")
    assert [game["name"] for game in found["games"]] == list(contrada.NAMES)
    assert [level["number"] for level in found["levels"]] == list(range(1, 9))
    assert found["version"] == contrada.__version__
    for facts in found["games"]:
        game = contrada.game(facts["name"])
        assert facts["seats"] == list(game.facts.seats)
        answer = await stranger.request("GET", f"/api/games/{facts['name']}/decisions")
        assert answer.headers["cache-control"] == "public, max-age=3600"
        assert answer.data["parts"] == game.parts()
        assert answer.data["implied"] == game.implied
    missing = await stranger.request("GET", "/api/games/chess/decisions")
    assert (missing.status, missing.data["reason"]) == (404, "missing")
