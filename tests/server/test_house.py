"""The house: its host keeps order, on both kinds of database, and nobody else can."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import httpx2
import pytest
from sqlalchemy import create_engine, select, update
from websockets.asyncio.client import connect

from contrada.server.db import schema
from contrada.server.house import looking, repository
from contrada.server.http import host as host_routes
from contrada.server.http.gate import EVERYBODY, STRANGERS
from contrada.server.settings import SECOND, Settings
from tests.server.conftest import KINDS, NewDatabase, Pair
from tests.server.people import Answer, Company, Data, Somebody
from tests.server.serving import GENEROUS, HOST, PATIENCE, InThread, Time, http, ws
from tests.server.stored import rows

pytestmark = pytest.mark.anyio

HOUR, DAY = 3600 * SECOND, 24 * 3600 * SECOND
PASSWORD = "piazza grande"
WORDS = Path(__file__).parents[2] / "web" / "src" / "host" / "words.en.ts"


class Host:
    """Whoever has opened the host link, in a browser of their own."""

    def __init__(self, company: Company, server: InThread, cookie: str) -> None:
        self._company, self._server, self.cookie = company, server, cookie

    @classmethod
    async def enter(cls, company: Company, server: InThread, token: str = "") -> Host:
        answer = await sign_in(company, server, token or link_of(server))
        assert answer.status == 204, answer
        return cls(company, server, answer.headers["set-cookie"].partition(";")[0])

    async def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        somebody = Somebody(self._server, self._company._client)
        known = {"Cookie": self.cookie, **{k.replace("_", "-"): v for k, v in headers.items()}}
        return await somebody.request(method, f"/api/host{path}", body, known)

    async def gets(self, path: str) -> Any:
        answer = await self.ask("GET", path)
        assert answer.status == 200, answer
        return answer.data

    async def does(self, method: str, path: str, body: Any = None) -> Any:
        answer = await self.ask(method, path, body)
        assert answer.status in (200, 201, 204), answer
        return answer.data if answer.text else None

    async def decides(self, **parts: Any) -> None:
        """Change some parts of the settings."""
        settings = (await self.gets(""))["settings"]
        for part, values in parts.items():
            settings[part] |= values
        await self.does("PUT", "/settings", settings)

    async def restrains(self, who: Somebody, kind: str = "ban", **more: Any) -> list[Data]:
        wanted = {"guest": who.id, "kind": kind, **more}
        found: list[Data] = (await self.does("POST", "/restraints", wanted))["restraints"]
        return found

    async def releases_all(self) -> None:
        for each in (await self.gets("/restraints"))["restraints"]:
            await self.does("DELETE", f"/restraints/{each['id']}")


def link_of(server: InThread) -> str:
    return server.host_link


async def sign_in(company: Company, server: InThread, token: str, **headers: str) -> Answer:
    somebody = Somebody(server, company._client)
    return await somebody.request("POST", "/api/host/sessions", {"token": token}, headers)


@pytest.fixture(scope="module")
def houses(new_database: NewDatabase) -> Iterator[Callable[[str], InThread]]:
    """Start a server on each kind of database, whose rules these tests change."""
    servers: dict[str, InThread] = {}

    def of(kind: str) -> InThread:
        if kind not in servers:
            servers[kind] = InThread(
                Settings(database=new_database(kind), limits=GENEROUS, games=("urtown",))
            )
        return servers[kind]

    yield of
    for server in servers.values():
        server.stop()


@pytest.fixture(params=KINDS)
def house(request: pytest.FixtureRequest, houses: Callable[[str], InThread]) -> InThread:
    return houses(request.param)


@pytest.fixture
async def company(house: InThread) -> AsyncIterator[Company]:
    async with Company(house) as found:
        yield found


@pytest.fixture
async def host(company: Company, house: InThread) -> AsyncIterator[Host]:
    """Let the host in; afterwards the house is as it was."""
    found = await Host.enter(company, house)
    before = (await found.gets(""))["settings"]
    yield found
    await found.releases_all()
    await found.does("DELETE", "/announcement")
    await found.does("PUT", "/settings", before)


async def at_table(company: Company) -> tuple[str, Somebody, Somebody]:
    table, (ada, bruno) = await company.table("urtown")
    return table, ada, bruno


# --- The way in ----------------------------------------------------------------------------------


async def test_the_link_makes_a_host_of_a_browser(company: Company, house: InThread) -> None:
    assert (await sign_in(company, house, "guessed")).status == 401
    answer = await sign_in(company, house, link_of(house))
    cookie = answer.headers["set-cookie"].lower()
    assert answer.status == 204
    assert {"httponly", "samesite=strict", "path=/api"} <= {*cookie.split("; ")}
    assert link_of(house).lower() not in cookie, "the link itself is no cookie"
    host = await Host.enter(company, house)
    assert (await host.gets(""))["settings"]["admission"]["password"] == ""
    await host.does("DELETE", "/sessions")
    assert (await host.ask("GET", "")).status == 401


async def test_no_other_page_can_act_for_the_host(host: Host) -> None:
    wanted = {"text": "Closed today"}
    answer = await host.ask("PUT", "/announcement", wanted, Origin="https://elsewhere.example")
    assert (answer.status, answer.data["reason"]) == (403, "origin")


async def test_a_renewed_link_signs_all_other_browsers_out(
    company: Company, house: InThread
) -> None:
    first, second = await Host.enter(company, house), await Host.enter(company, house)
    answer = await first.ask("POST", "/link")
    renewed = answer.data["token"]
    first.cookie = answer.headers["set-cookie"].partition(";")[0]
    assert (await first.ask("GET", "")).status == 200
    assert (await second.ask("GET", "")).status == 401
    assert (await sign_in(company, house, link_of(house))).status == 401
    house.host_link = renewed
    assert (await sign_in(company, house, renewed)).status == 204


async def operations(company: Company) -> list[tuple[str, str]]:
    """Return every method and path that the server describes, with some id in it."""
    anybody = Somebody(company.server, company._client)
    paths = (await anybody.get("/api/openapi.json"))["paths"]
    return [(method.upper(), path) for path, found in sorted(paths.items()) for method in found]


def filled(path: str) -> str:
    return (
        path.replace("{game}", "urtown")
        .replace("{status}", "open")
        .replace("{", "")
        .replace("}", "")
    )


async def test_nobody_else_gets_through_to_any_route_of_the_host(
    company: Company, house: InThread
) -> None:
    ada = await company.guest("Ada")
    asked = 0
    for method, path in await operations(company):
        if not path.startswith("/api/host") or (method, path) == ("POST", "/api/host/sessions"):
            continue
        asked += 1
        for headers in (
            {"Cookie": ""},
            {"Cookie": "contrada_host=guessed"},
            {"Cookie": f"contrada_host={ada.token}"},
            {"Cookie": f"contrada_host={link_of(house)}"},  # it has to be exchanged
            {"Authorization": f"Bearer {link_of(house)}"},
        ):
            answer = await ada.request(method, filled(path), {}, headers)
            assert (answer.status, answer.data["reason"]) == (401, "guest"), (method, path)
    assert asked >= 18


# --- The log -------------------------------------------------------------------------------------


async def test_whatever_a_host_does_is_logged(
    company: Company, house: InThread, host: Host
) -> None:
    """Each request that changes something has a line in the log, and the page has words for it."""
    table, ada, bruno = await at_table(company)
    await ada.request("POST", "/api/reports", {"guest": bruno.id, "what": "guest", "table": table})
    requests: list[tuple[str, str, Any]] = [
        ("POST", "/restraints", {"guest": bruno.id, "kind": "mute"}),
        ("DELETE", "/restraints/{restraint_id}", None),
        ("POST", "/restraints", {"guest": bruno.id, "kind": "ban", "address": True}),
        ("PUT", "/reports/{report_id}", None),
        ("DELETE", "/reports/{report_id}", None),
        ("PUT", "/announcement", {"text": "Tea at five"}),
        ("DELETE", "/announcement", None),
        ("POST", "/invitations", {}),
        ("DELETE", "/invitations/{invitation_id}", None),
        ("PUT", "/settings", (await host.gets(""))["settings"]),
        ("POST", "/tables/{table_id}/end", None),
        ("POST", "/sessions", {"token": link_of(house)}),
        ("DELETE", "/sessions", None),
        ("POST", "/link", None),
    ]
    changing = [each for each in await operations(company) if each[0] != "GET"]
    assert {(method, f"/api/host{path}") for method, path, _ in requests} == {
        (method, path) for method, path in changing if path.startswith("/api/host")
    }
    words = {*re.findall(r'"act\.(\w+)"', WORDS.read_text(encoding="utf-8"))}
    silent, said, known = [], set[str](), acts_of(house)
    for method, path, body in requests:
        ids = {"table_id": table}
        for kind in re.findall(r"{(restraint|report|invitation)_id}", path):
            ids[f"{kind}_id"] = (await host.gets(f"/{kind}s"))[f"{kind}s"][0]["id"]
        answer = await host.ask(method, path.format(**ids), body)
        assert answer.status in (200, 201, 204), (method, path, answer)
        new = acts_of(house).items() - known.items()
        silent += [] if new else [(method, path)]
        said |= {what for _, what in new}
        known = acts_of(house)
        if path == "/sessions":
            host.cookie = (await Host.enter(company, house)).cookie
            known = acts_of(house)
        elif path == "/link":
            house.host_link = answer.data["token"]
            host.cookie = answer.headers["set-cookie"].partition(";")[0]
    assert silent == []
    assert said == words


def acts_of(house: InThread) -> dict[str, str]:
    """Return what is in the log, by id."""
    return dict(rows(house.settings.database, "SELECT id, what FROM host_log"))


# --- Order ---------------------------------------------------------------------------------------


async def test_tables_are_listed_and_ended(company: Company, host: Host) -> None:
    table, ada, bruno = await at_table(company)
    waiting = await ada.make("urtown", "me open")
    found = (await host.gets("/tables?status=playing"))["tables"]
    (shown,) = [each for each in found if each["id"] == table]
    assert [seat["guest"] for seat in shown["seats"]] == [ada.id, bruno.id]
    await host.does("POST", f"/tables/{table}/end")
    await host.does("POST", f"/tables/{waiting}/end")
    over = await ada.sees(table, lambda t: t["status"] == "over")
    assert over["result"]["why"] == "ended"
    assert (await ada.look(waiting))["status"] == "closed"
    assert (await host.ask("POST", f"/tables/{table}/end")).status == 409
    assert (await host.ask("POST", "/tables/nowhere/end")).status == 404
    acts = (await host.gets("/log"))["acts"]
    assert [act["about"] for act in acts if act["what"] == "ended_table"][:2] == [
        {"table": waiting},
        {"table": table},
    ]


async def test_lists_go_on_where_a_page_ends(
    company: Company, host: Host, house: InThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if all of it happened at the same moment."""
    for module in (host_routes, looking):
        monkeypatch.setattr(module, "MOST_SHOWN", 2)
    for module in (host_routes, repository):
        monkeypatch.setattr(module, "MOST_ACTS", 2)
    guests = [await company.guest("Ada") for _ in range(5)]
    tables = [await guests[0].make("urtown", "me open") for _ in range(5)]
    for table in tables:
        await host.does("POST", f"/tables/{table}/end")
    at_one_moment(house.settings.database, tables)
    assert {*tables} <= {*await all_pages(host, "tables", "changed")}
    assert {guest.id for guest in guests} <= {*await all_pages(host, "guests", "created")}
    assert len(await all_pages(host, "log", "at", "acts")) >= 5


def at_one_moment(database: str, ids: list[str]) -> None:
    """Let all that is stored have happened at once."""
    engine = create_engine(database)
    with engine.begin() as connection:
        connection.execute(update(schema.guests).values(created=1))
        connection.execute(update(schema.host_log).values(at=1))
        here = schema.tables.c
        for row in connection.execute(select(here.id, here.summary)).all():
            summary = json.dumps({**json.loads(row.summary), "changed": 1})
            which = update(schema.tables).where(here.id == row.id)
            connection.execute(which.values(changed=1, summary=summary))
    engine.dispose()


async def all_pages(host: Host, path: str, time: str, name: str = "") -> list[str]:
    """Return the ids in a list, page by page; none comes twice."""
    ids, query, more = list[str](), "", True
    while more:
        found = await host.gets(f"/{path}{query}")
        page = found[name or path]
        assert 1 <= len(page) <= 2
        ids += [each["id"] for each in page]
        query, more = f"?before={page[-1][time]}&last={page[-1]['id']}", found["more"]
    assert len(ids) == len({*ids})
    return ids


async def test_guests_are_found_by_name_and_id(company: Company, host: Host) -> None:
    ada = await company.person("Ada_100%")
    for find in ("da_100%", ada.id):
        found = (await host.gets(f"/guests?find={find.replace('%', '%25')}"))["guests"]
        assert [each["id"] for each in found] == [ada.id]
        assert found[0]["here"]
    assert (await host.gets("/guests?find=dab100"))["guests"] == []


async def test_players_report_and_the_host_reads_mutes_and_is_done(
    company: Company, host: Host
) -> None:
    table, ada, bruno = await at_table(company)
    await bruno.do("chat", table=table, text="You play like a brick")
    line = (await ada.sees(table, lambda t: t["chat"]))["chat"][0]
    report = {"guest": bruno.id, "what": "chat", "table": table, "at": line["at"], "note": "Rude"}
    assert (await ada.request("POST", "/api/reports", report)).status == 204
    made_up = {**report, "at": line["at"] + 1}
    assert (await ada.request("POST", "/api/reports", made_up)).status == 404
    carla = await company.guest("Carla")
    not_there = {**report, "what": "guest", "guest": carla.id}
    assert (await ada.request("POST", "/api/reports", not_there)).status == 404
    (found,) = [each for each in (await host.gets("/reports"))["reports"] if each["table"] == table]
    assert (found["said"], found["name"], found["note"]) == (
        "You play like a brick",
        "Bruno",
        "Rude",
    )
    assert found["reporter_name"] == "Ada"
    for path in (f"/tables/{table}/chat", "/chat"):
        lines = (await host.gets(path))["lines"]
        assert ("Bruno", "You play like a brick") in [(one["name"], one["text"]) for one in lines]

    await host.restrains(bruno, "mute", hours=1)
    refused = await bruno.refused("chat", table=table, text="And another thing")
    assert refused["reason"] == "muted"
    await ada.do("chat", table=table, text="Quiet at last")
    await host.does("PUT", f"/reports/{found['id']}")
    reports = (await host.gets("/reports"))["reports"]
    assert next(each for each in reports if each["id"] == found["id"])["handled"]


async def test_a_banned_guest_is_sent_away_until_the_end_of_the_ban(
    company: Company, host: Host, time: Time
) -> None:
    bruno, ada = await company.person("Bruno"), await company.person("Ada")
    await host.restrains(bruno, hours=2, why="Shouting")
    await bruno.until_closed()
    said = json.loads(bruno.heard[-1])
    assert (said["type"], said["reason"], said["values"]["why"]) == (
        "refused",
        "banned",
        "Shouting",
    )
    for method, path in await operations(company):
        if path.startswith("/api/host") or (method, path) in EVERYBODY:
            continue
        answer = await bruno.request(method, filled(path), {})
        assert (answer.status, answer.data["reason"]) == (403, "banned"), (method, path)
    assert (await bruno.request("GET", "/api/me/export")).status == 200  # their data are theirs
    assert (await ada.request("GET", "/api/me")).status == 200
    time.pass_by(2 * HOUR + SECOND)
    assert (await bruno.request("GET", "/api/me")).status == 200


async def test_an_address_is_banned_with_all_who_come_from_there(
    company: Company, house: InThread, host: Host
) -> None:
    bruno, ada = await company.person("Bruno"), await company.person("Ada")
    restraints = await host.restrains(bruno, address=True)
    assert {each["address"] for each in restraints} == {True, False}
    await ada.until_closed()  # who comes from the same place, as all tests do
    stranger = Somebody(house, company._client)
    for method, path in (("GET", "/api/games"), ("POST", "/api/guests"), ("GET", "/api/tables")):
        answer = await stranger.request(method, path, {})
        assert (answer.status, answer.data["reason"]) == (403, "banned")
    assert (await stranger.request("GET", "/api/house")).status == 200
    assert (await host.ask("GET", "")).status == 200  # or nobody could open the door again
    await host.releases_all()
    assert (await ada.request("GET", "/api/me")).status == 200


async def test_everybody_hears_an_announcement(company: Company, host: Host, time: Time) -> None:
    ada = await company.person("Ada")
    await host.does("PUT", "/announcement", {"text": " Tea at\nfive ", "hours": 1})
    await ada.until(lambda: '"type":"house"' in ada.heard[-1])
    assert json.loads(ada.heard[-1])["announcement"]["text"] == "Tea at five"
    assert (await ada.get("/api/house"))["announcement"]["text"] == "Tea at five"
    time.pass_by(HOUR)
    assert (await ada.get("/api/house"))["announcement"] is None


async def test_a_blocked_guest_can_neither_speak_nor_sit_down_near_who_blocked_them(
    company: Company, host: Host
) -> None:
    table, ada, bruno = await at_table(company)
    waiting = await ada.make("urtown", "me open")
    blocked = await ada.request("PUT", f"/api/me/blocks/{bruno.id}")
    assert blocked.data == {"blocked": [{"id": bruno.id, "name": "Bruno"}]}
    assert (await bruno.refused("chat", table=table, text="Hello"))["reason"] == "blocked"
    assert (await bruno.refused("sit", table=waiting, seat=1))["reason"] == "blocked"
    await bruno.at_ply("resign", table)
    assert (await bruno.refused("rematch", table=table))["reason"] == "blocked"
    await ada.do("chat", table=table, text="Goodbye")  # it holds in one direction only
    exported = (await ada.request("GET", "/api/me/export")).data
    assert exported["blocked"] == [{"id": bruno.id, "name": "Bruno"}]
    assert (await ada.request("DELETE", f"/api/me/blocks/{bruno.id}")).data == {"blocked": []}
    await bruno.do("chat", table=table, text="Sorry")
    assert (await ada.request("PUT", f"/api/me/blocks/{ada.id}")).status == 409
    assert (await ada.request("PUT", "/api/me/blocks/nobody")).status == 404


async def test_limits_hold_at_once(company: Company, host: Host) -> None:
    table, ada, _ = await at_table(company)
    await host.decides(limits={"chat": 0})
    assert (await ada.refused("chat", table=table, text="Hello"))["reason"] == "limit"
    await host.decides(limits={"chat": None})
    await ada.do("chat", table=table, text="Hello")


async def test_only_what_is_offered_can_be_played(company: Company, host: Host) -> None:
    ada = await company.guest()
    await host.decides(
        games={"offered": ["urtown", "urbino"], "options": {"urbino": {"monuments": [True]}}}
    )
    facts = {each["name"]: each for each in (await ada.get("/api/games"))["games"]}
    assert [name for name, each in facts.items() if each["offered"]] == ["urbino", "urtown"]
    assert facts["urbino"]["options"][0]["values"] == [True]
    wanted = {"game": "urbe", "seats": [{"kind": "me"}, {"kind": "open"}]}
    assert (await ada.request("POST", "/api/tables", wanted)).status == 422
    plain = {**wanted, "game": "urbino", "options": {"monuments": False}}
    assert (await ada.request("POST", "/api/tables", plain)).status == 422


async def test_settings_that_make_no_sense_are_refused(host: Host) -> None:
    settings = (await host.gets(""))["settings"]
    settings["club"]["colour"] = "#ffff66"
    answer = await host.ask("PUT", "/settings", settings)
    assert answer.status == 422
    assert "too light" in answer.data["sentence"]


# --- Who may come in -----------------------------------------------------------------------------


async def refused_at_the_door(house: InThread) -> Data:
    """Open the socket as a stranger; return what is said before it is closed."""
    async with connect(ws(house)) as socket:
        said: Data = json.loads(await socket.recv())
        await socket.wait_closed()
        return said


async def test_a_closed_house_refuses_strangers_on_every_route(
    company: Company, house: InThread, host: Host
) -> None:
    ada, looking = await company.person("Ada"), await company.stranger()
    await host.decides(admission={"who": "password", "password": PASSWORD})
    await looking.until_closed()
    assert json.loads(looking.heard[-1])["reason"] == "admission"
    stranger, asked = Somebody(house, company._client), 0
    for method, path in await operations(company):
        if path.startswith("/api/host") or (method, path) in EVERYBODY | STRANGERS:
            continue
        asked += 1
        for headers in ({}, {"Authorization": "Bearer guessed"}, {"Cookie": "contrada=guessed"}):
            answer = await stranger.request(method, filled(path), {}, headers)
            assert (answer.status, answer.data["reason"]) == (401, "admission"), (method, path)
    assert asked > 30
    assert (await refused_at_the_door(house))["reason"] == "admission"
    assert (await ada.request("GET", "/api/me")).status == 200  # those who are in stay in
    assert (await stranger.get("/api/house"))["who"] == "password"


SECRET = "Zanzibar"  # who plays here, which no stranger may know
GUESSES: list[dict[str, str]] = [
    {},
    {"Authorization": "Bearer guessed"},
    {"Authorization": "Basic aG9zdDpob3N0"},
    {"Cookie": "contrada=guessed; contrada_host=guessed"},
    {"X-Forwarded-For": HOST, "X-Real-IP": HOST},
    {"X-Original-URL": "/api/house", "X-Rewrite-URL": "/api/house"},
    {"X-HTTP-Method-Override": "GET", "Sec-Fetch-Site": "same-origin"},
    {"User-Agent": "facebookexternalhit/1.1", "Accept": "text/html"},
]


def disguised(path: str, choose: random.Random) -> str:
    """Write a path in some way that a careless server might take for the same, or another."""
    at = choose.randrange(1, len(path))
    return choose.choice(
        (
            path,
            f"{path}/",
            f"/{path}",
            f"//{HOST}{path}",
            f"/api/house/..{path}",
            f"/docs/%2e%2e{path}",
            f"/.{path}",
            path.upper(),
            path.replace("/", "//"),
            path.replace("/", "%2f", 2)[3:],
            f"{path[:at]}%{ord(path[at]):02x}{path[at + 1 :]}",
            f"{path};/api/house",
            f"{path}?password={SECRET}&token=guessed",
            f"{path}%00",
            f"{path}/../../house",
        )
    )


def asked_raw(house: InThread, method: str, path: str, headers: dict[str, str]) -> Answer:
    """Ask for a path just as it is written; the usual client would tidy it up."""
    with closing(HTTPConnection(HOST, house.port, PATIENCE)) as asking:
        content = {"Content-Type": "application/json", **headers}
        asking.request(method, path if path[0] == "/" else f"/{path}", b"{}", content)
        answer = asking.getresponse()
        text = answer.read().decode("utf-8", "replace")
        return Answer(answer.status, httpx2.Headers(answer.getheaders()), text)


@pytest.mark.parametrize("rounds", [2, pytest.param(100, marks=pytest.mark.soak)])
async def test_strangers_find_no_way_round_the_door(
    rounds: int, company: Company, house: InThread, host: Host
) -> None:
    """Whatever they ask for, and however they write it, they hear and change nothing."""
    ada, bruno = await company.person(SECRET), await company.person("Bruno")
    table = await ada.make("urtown", "me open", listed=True)
    await bruno.do("sit", table=table, seat=1)
    database, choose = house.settings.database, random.Random(rounds)
    wanted = [
        (method, filled(path.replace("{table_id}", table)))
        for method, path in await operations(company)
    ]
    wanted += [("GET", f"/t/{table}{page}") for page in ("", "/replay", "/study")]
    assert SECRET in asked_raw(house, *wanted[-1], {}).text  # while everyone may come in
    await host.decides(admission={"who": "password", "password": PASSWORD})
    before = [rows(database, f"SELECT count(*) FROM {each}") for each in ("guests", "entries")]
    for _ in range(rounds):
        for usual, plain in wanted:
            method = choose.choice((usual, usual, "GET", "HEAD", "POST", "OPTIONS", "TRACE"))
            path = disguised(plain, choose)
            asked = method, path, choose.choice(GUESSES)
            answer = await asyncio.to_thread(asked_raw, house, *asked)
            assert SECRET not in answer.text, asked
            if answer.status < 300 and not is_for_everybody(method, path):
                assert is_the_page(answer), (asked, answer)
    now = [rows(database, f"SELECT count(*) FROM {each}") for each in ("guests", "entries")]
    assert now == before


def is_for_everybody(method: str, path: str) -> bool:
    plain = unquote(path.partition("?")[0])
    return (method, plain if plain[0] == "/" else f"/{plain}") in EVERYBODY


def is_the_page(answer: Answer) -> bool:
    return answer.headers["content-type"].startswith("text/html")


async def test_a_password_lets_in(company: Company, house: InThread, host: Host) -> None:
    await host.decides(admission={"who": "password", "password": PASSWORD})
    stranger = Somebody(house, company._client)
    for body in ({}, {"password": "wrong"}, {"invitation": PASSWORD}):
        answer = await stranger.request("POST", "/api/guests", body)
        assert (answer.status, answer.data["reason"]) == (401, "admission")
    made = await stranger.request("POST", "/api/guests", {"password": PASSWORD})
    assert made.status == 201
    await host.decides(club={"name": "Circolo"})  # the password stays
    assert (await stranger.request("POST", "/api/guests", {"password": PASSWORD})).status == 201
    told = json.dumps([await host.gets(""), await host.gets("/log"), house.settings.database])
    assert PASSWORD not in told


async def test_an_invitation_has_a_number_of_uses_and_an_end(
    company: Company, house: InThread, host: Host, time: Time
) -> None:
    await host.decides(admission={"who": "invited"})
    stranger = Somebody(house, company._client)

    async def come(token: str) -> int:
        return (await stranger.request("POST", "/api/guests", {"invitation": token})).status

    twice = await host.does("POST", "/invitations", {"uses": 2, "note": "Twins"})
    found = await asyncio.gather(*(come(twice["token"]) for _ in range(5)))
    assert sorted(found) == [201, 201, 401, 401, 401]
    short = await host.does("POST", "/invitations", {"days": 1})
    assert await come(short["token"]) == 201
    time.pass_by(DAY)
    assert await come(short["token"]) == 401
    open_end = await host.does("POST", "/invitations", {})
    await host.does("DELETE", f"/invitations/{open_end['id']}")
    assert await come(open_end["token"]) == 401
    listed = (await host.gets("/invitations"))["invitations"]
    assert {each["note"]: each["used"] for each in listed}["Twins"] == 2
    assert all("token" not in each for each in listed)


# --- Clearing ------------------------------------------------------------------------------------


async def test_what_nobody_uses_is_cleared(
    company: Company, house: InThread, host: Host, time: Time
) -> None:
    table, ada, bruno = await at_table(company)
    waiting = await ada.make("urtown", "me open")
    gone, _ = await company.guest("Gone"), await company.guest("Here")
    await host.decides(keeping={"open_tables": 30, "running_tables": 40, "guests": 50})
    clearing = house.services._clearing

    time.pass_by(29 * DAY)
    house.run(clearing.look())
    assert (await bruno.look(waiting))["status"] == "open"
    time.pass_by(2 * DAY)
    house.run(clearing.look())
    assert [(await bruno.look(each))["status"] for each in (waiting, table)] == [
        "closed",
        "playing",
    ]
    time.pass_by(10 * DAY)
    house.run(clearing.look())
    assert (await bruno.look(table))["result"]["why"] == "ended"
    time.pass_by(45 * DAY)  # Bruno has looked meanwhile, nobody else has
    house.run(clearing.look())
    assert (await gone.request("GET", "/api/me")).status == 401
    assert (await bruno.request("GET", "/api/me")).status == 200


# --- Several processes ---------------------------------------------------------------------------


async def test_acts_reach_the_other_servers(pair: Pair) -> None:
    one, other = pair
    async with Company(one) as company:
        host = await Host.enter(company, one, link_of(one))
        bruno, ada = await company.person("Bruno", other), await company.person("Ada", other)
        try:
            await host.does("PUT", "/announcement", {"text": "Welcome"})
            await ada.until(lambda: any('"Welcome"' in text for text in ada.heard))
            await host.restrains(bruno)
            await bruno.until_closed()
            assert (await bruno.request("GET", "/api/me")).status == 403
            assert http(other) != http(one)
        finally:
            await host.does("DELETE", "/announcement")
            await host.releases_all()
