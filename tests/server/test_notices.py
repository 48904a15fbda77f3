"""Notices of turns: one a turn, to who wants them, about nothing hidden."""

from __future__ import annotations

import json
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from typing import Any

import pytest

from contrada.server import services as services_module
from contrada.server import times
from contrada.server.notices import courier, digests, turns
from contrada.server.runtime.limits import RateLimit
from contrada.server.settings import Settings
from tests.server.conftest import KINDS, NewDatabase, Start
from tests.server.people import Company, Data, Somebody
from tests.server.processes import Launched, Process
from tests.server.receivers import Browser, MailServer, Receiver, Request, signed_claims
from tests.server.serving import GENEROUS, PATIENCE, InThread, Time, eventually, stop_all
from tests.server.stored import rows

pytestmark = pytest.mark.anyio
DAYS = {"kind": "turn", "hours": 48}
PAGE = "https://games.example.org"


@pytest.fixture(scope="module")
def receiver() -> Iterator[Receiver]:
    found = Receiver()
    yield found
    found.close()


@pytest.fixture(scope="module")
def post_office() -> Iterator[MailServer]:
    found = MailServer()
    yield found
    found.close()


@pytest.fixture(scope="module")
def telling(
    new_database: NewDatabase, post_office: MailServer
) -> Iterator[Callable[[str], InThread]]:
    """Start a server on each kind of database, once; it tells of turns without delay."""
    servers: dict[str, InThread] = {}

    def server_on(kind: str) -> InThread:
        if kind not in servers:
            settings = Settings(
                database=new_database(kind),
                limits=GENEROUS,
                games=("urbino",),
                private_notices=True,
                smtp=post_office.url,
                mail_from="Contrada <town@example.org>",
                public_url=PAGE,
            )
            servers[kind] = InThread(settings)
        return servers[kind]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(turns, "PAUSE", 0.01)
        patch.setattr(turns, "LOOK_AGAIN", 3600.0)  # tests ask for it
        patch.setattr(turns, "GRACE", 0)
        patch.setattr(courier, "LOOK", 0.02)
        patch.setattr(digests, "LOOK", 0.02)
        patch.setattr(services_module, "TICK", 0.05)
        yield server_on
        stop_all(*servers.values())


@pytest.fixture(params=KINDS)
def server(request: pytest.FixtureRequest, telling: Callable[[str], InThread]) -> InThread:
    return telling(request.param)


@pytest.fixture
async def company(server: InThread) -> AsyncIterator[Company]:
    async with Company(server) as found:
        yield found


@pytest.fixture
async def few(telling: Callable[[str], InThread]) -> AsyncIterator[Company]:
    async with Company(telling("sqlite")) as found:
        yield found


class Pair:
    """Two people at a table over days: Ada plays, and Bruno, who has gone, is to be told."""

    def __init__(self, company: Company, ada: Somebody, bruno: Somebody, table: str) -> None:
        self.company, self.ada, self.bruno, self.table = company, ada, bruno, table

    @classmethod
    async def meet(cls, company: Company, **more: Any) -> Pair:
        ada, bruno = await company.person("Ada"), await company.guest("Bruno")
        return await cls.again(company, ada, bruno, **more)

    @classmethod
    async def again(cls, company: Company, ada: Somebody, bruno: Somebody, **more: Any) -> Pair:
        table = await ada.make("urbino", "me open", **{"clock": DAYS, **more})
        await ada.watch(table)
        await bruno.post(
            f"/api/tables/{table}/messages", {"type": "sit", "table": table, "seat": 1}
        )
        await ada.sees(table, lambda t: t["status"] == "playing")
        return cls(company, ada, bruno, table)

    async def move(self) -> None:
        """Let Ada play, so that it is Bruno's turn."""
        seen = await self.ada.sees(self.table, lambda t: t["to_move"] == t["you"])
        while seen["to_move"] == seen["you"]:
            ply = seen["ply"]
            await self.ada.play(self.table, seen["legal"][0])
            seen = await self.ada.sees(self.table, partial(_is_past, ply))

    async def reply(self) -> None:
        """Let Bruno play from somewhere else, as a program would."""
        seen = await self.bruno.look(self.table)
        while seen["to_move"] == seen["you"]:
            play = {"type": "play", "table": self.table, "ply": seen["ply"]}
            play["decisions"] = [seen["legal"][0]]
            await self.bruno.post(f"/api/tables/{self.table}/messages", play)
            seen = await self.bruno.look(self.table)

    async def until_done(self) -> None:
        """Wait until nothing is left to be told about the table."""
        await until_all_done(database_of(self.company), self.table)


def _is_past(ply: int, table: Data) -> bool:
    return bool(table["ply"] > ply)


def database_of(company: Company) -> str:
    assert isinstance(company.server, InThread)
    return company.server.settings.database


async def until_all_done(database: str, table: str) -> None:
    """Wait until there is a notice about a table, and nothing is left to be told."""
    query = "SELECT count(*), count(due) FROM notices WHERE table_id = :table"

    def is_done() -> bool:
        ((number, due),) = rows(database, query, table=table)
        return bool(number and not due)

    await eventually(is_done)


async def settings_of(who: Somebody) -> Data:
    found: Data = await who.get("/api/me/notices")
    return found


async def put(who: Somebody, what: str, body: Data, status: int = 200) -> Data:
    found = await who.request("PUT", f"/api/me/notices/{what}", body)
    assert found.status == status, found.text
    answer: Data = found.data
    return answer


async def browser_of(who: Somebody, receiver: Receiver, **more: Any) -> Browser:
    found = Browser(receiver, who.id)
    await put(who, "push", found.subscription(**more))
    return found


# --- Browsers ------------------------------------------------------------------------------------


async def test_a_browser_is_told_once_a_turn_in_words_it_alone_can_read(
    company: Company, receiver: Receiver
) -> None:
    pair = await Pair.meet(company)
    browser = await browser_of(pair.bruno, receiver)
    await pair.move()
    (told,) = await browser.until_told()
    assert told["title"] == "Your turn: Urbino with Ada"
    assert told["text"] == "2 days left."
    assert (told["table"], told["url"]) == (pair.table, f"/t/{pair.table}")
    assert told["waiting"] == 1
    (request,) = browser.raw()
    assert b"Urbino" not in request.body
    claims = signed_claims(request, (await settings_of(pair.bruno))["key"])
    assert claims["aud"] == receiver.origin
    assert claims["sub"] == "mailto:town@example.org"
    await pair.until_done()
    await pair.ada.do("chat", table=pair.table, text="Hello?")  # it is still the same turn
    await pair.reply()
    await pair.move()
    first, second = await browser.until_told(2)
    assert first["id"] != second["id"]
    (one,) = browser.shown()  # a later notice about a table replaces the one before
    assert one["id"] == second["id"]


async def test_who_looks_at_the_table_is_told_nothing(company: Company, receiver: Receiver) -> None:
    pair = await Pair.meet(company)
    browser = await browser_of(pair.bruno, receiver)
    watching = await company.again(pair.bruno)
    await watching.watch(pair.table)
    await pair.ada.sees(pair.table, lambda t: t["online"][1])
    await pair.move()
    await pair.until_done()
    await watching.disconnect()
    company.server.run(company.server.services.notices.turns.find_missed())  # type: ignore[attr-defined]
    await pair.until_done()
    assert browser.raw() == []


async def test_who_has_the_table_in_the_background_is_told(
    company: Company, receiver: Receiver
) -> None:
    pair = await Pair.meet(company)
    browser = await browser_of(pair.bruno, receiver)
    watching = await company.again(pair.bruno)
    await watching.watch(pair.table)
    await watching.do("visible", visible=False)
    await pair.ada.sees(pair.table, lambda t: t["online"][1])
    await pair.move()
    (told,) = await browser.until_told()
    assert told["table"] == pair.table
    assert pair.ada.tables[pair.table]["online"][1]  # the others need not know


async def test_who_looks_again_in_time_is_told_nothing(
    few: Company, receiver: Receiver, monkeypatch: pytest.MonkeyPatch, time: Time
) -> None:
    monkeypatch.setattr(turns, "GRACE", 3600_000)
    pair = await Pair.meet(few)
    browser = await browser_of(pair.bruno, receiver)
    watching = await few.again(pair.bruno)
    await watching.do("visible", visible=False)
    await watching.watch(pair.table)
    await pair.move()
    waits = "SELECT channel FROM notices WHERE table_id = :table"
    await eventually(lambda: rows(database_of(few), waits, table=pair.table))
    await watching.do("visible", visible=True)
    time.pass_by(3600_000)
    await pair.until_done()
    assert browser.raw() == []


async def test_who_comes_in_time_is_told_nothing(
    few: Company, receiver: Receiver, monkeypatch: pytest.MonkeyPatch, time: Time
) -> None:
    monkeypatch.setattr(turns, "GRACE", 3600_000)
    pair = await Pair.meet(few)
    browser = await browser_of(pair.bruno, receiver)
    await pair.move()
    database = database_of(few)
    waits = "SELECT channel FROM notices WHERE table_id = :table"
    await eventually(lambda: rows(database, waits, table=pair.table))
    watching = await few.again(pair.bruno)
    await watching.watch(pair.table)
    time.pass_by(3600_000)
    await pair.until_done()
    other = await Pair.again(few, pair.ada, pair.bruno)
    await other.move()
    await eventually(lambda: rows(database, waits, table=other.table))
    await other.reply()  # before anybody was told
    time.pass_by(3600_000)
    await other.until_done()
    assert browser.raw() == []


async def test_a_notice_that_a_dead_process_did_not_get_round_to_is_found(
    company: Company, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair = await Pair.meet(company)
    browser = await browser_of(pair.bruno, receiver)
    notices = company.server.services.notices  # type: ignore[attr-defined]
    registry = company.server.services.registry  # type: ignore[attr-defined]
    with monkeypatch.context() as patch:
        deaf = [each for each in registry.on_change if each != notices.turns.table_changed]
        patch.setattr(registry, "on_change", deaf)
        await pair.move()
    for _ in range(2):
        company.server.run(notices.turns.find_missed())  # type: ignore[attr-defined]
    await browser.until_told()
    await pair.until_done()


async def test_a_bot_that_waits_is_no_reason_to_tell_anybody(
    few: Company, receiver: Receiver
) -> None:
    pair = await Pair.meet(few)
    browser = await browser_of(pair.bruno, receiver)
    alone = await pair.bruno.make("urbino", "1 me")
    watching = await few.again(pair.bruno)
    await watching.watch(alone)
    await watching.sees(alone, lambda t: t["to_move"] == t["you"])
    await watching.disconnect()
    await pair.move()
    await browser.until_told()
    database = database_of(few)
    assert rows(database, "SELECT * FROM notices WHERE table_id = :table", table=alone) == []


async def test_each_device_is_told_until_it_is_signed_out(few: Company, receiver: Receiver) -> None:
    pair = await Pair.meet(few)
    first = await browser_of(pair.bruno, receiver)
    link = (await pair.bruno.post("/api/me/links", {}))["token"]
    token = (await pair.bruno.post("/api/sessions", {"token": link}))["token"]
    phone = Somebody(few.server, few._client, id=pair.bruno.id, token=token)
    second = Browser(receiver, f"{pair.bruno.id}-phone")
    await put(phone, "push", second.subscription(language="it"))
    await put(phone, "push", second.subscription(language="ru"))
    listed = (await settings_of(phone))["push"]
    assert [each["here"] for each in listed] == [False, True]
    await pair.move()
    await first.until_told()
    (told,) = await second.until_told()
    assert told["title"] == "Ваш ход: Урбино. За столом: Ada"
    assert told["text"] == "Осталось 2 дня."
    await pair.until_done()
    database = database_of(few)
    told_at = "SELECT told FROM channels WHERE guest = :guest AND told = 0"
    await eventually(lambda: not rows(database, told_at, guest=pair.bruno.id))
    assert all(each["told"] for each in (await settings_of(phone))["push"])
    assert (await phone.request("DELETE", "/api/sessions")).status == 204
    assert len((await settings_of(pair.bruno))["push"]) == 1
    await pair.reply()
    await pair.move()
    await first.until_told(2)
    await pair.until_done()
    assert len(second.raw()) == 1
    (here,) = (await settings_of(pair.bruno))["push"]
    gone = await pair.bruno.request("DELETE", f"/api/me/notices/push/{here['id']}")
    assert gone.data["push"] == []
    gone = await pair.bruno.request("DELETE", f"/api/me/notices/push/{here['id']}")
    assert (gone.status, gone.data["reason"]) == (404, "missing")


async def test_a_browser_that_somebody_else_uses_tells_them_alone(
    few: Company, receiver: Receiver
) -> None:
    ada, bruno = await few.guest("Ada"), await few.guest("Bruno")
    browser = await browser_of(ada, receiver)
    await put(bruno, "push", browser.subscription())
    assert (await settings_of(ada))["push"] == []
    assert len((await settings_of(bruno))["push"]) == 1


@pytest.mark.parametrize("status", [404, 410])
async def test_a_browser_that_is_gone_is_forgotten(
    few: Company, receiver: Receiver, status: int
) -> None:
    pair = await Pair.meet(few)
    browser = await browser_of(pair.bruno, receiver)
    receiver.statuses[browser.path] = [status]
    await pair.move()
    await eventually(browser.raw)
    database = database_of(few)
    left = "SELECT id FROM channels WHERE guest = :guest"
    await eventually(lambda: not rows(database, left, guest=pair.bruno.id))
    assert rows(database, "SELECT * FROM notices WHERE table_id = :t", t=pair.table) == []


def _is_stored(database: str, table: str, tries: list[tuple[int]]) -> bool:
    query = "SELECT tries FROM notices WHERE table_id = :table"
    return rows(database, query, table=table) == tries


def _failed_at(database: str, guest: str) -> int:
    ((failed,),) = rows(database, "SELECT failed FROM channels WHERE guest = :guest", guest=guest)
    return int(failed)


async def test_what_fails_is_tried_again_and_not_for_ever(
    few: Company, receiver: Receiver, time: Time
) -> None:
    pair = await Pair.meet(few)
    browser = await browser_of(pair.bruno, receiver)
    tries = len(courier.BACK_OFF) + 1
    receiver.statuses[browser.path] = [503] * (tries + 1)
    await pair.move()
    database = database_of(few)
    for number, wait in enumerate(courier.BACK_OFF, 1):
        expected = [(number,)]
        await eventually(partial(_is_stored, database, pair.table, expected))
        assert len(browser.raw()) == number
        time.pass_by(wait + 1000)
    await pair.until_done()
    assert len(browser.raw()) == tries
    # What came of a notice is stored just after the notice is gone.
    await eventually(lambda: _failed_at(database, pair.bruno.id) > 0)
    receiver.statuses[browser.path] = []
    await pair.reply()
    await pair.move()
    await pair.until_done()
    await eventually(lambda: len(browser.raw()) == tries + 1)
    await eventually(lambda: _failed_at(database, pair.bruno.id) == 0)


async def test_nobody_is_told_at_night(few: Company, receiver: Receiver, time: Time) -> None:
    pair = await Pair.meet(few)
    browser = await browser_of(pair.bruno, receiver)
    hour = times.now() // 3_600_000 % 24
    quiet = {"zone": "UTC", "begins": hour, "ends": (hour + 2) % 24}
    assert (await put(pair.bruno, "quiet", quiet))["quiet"] == quiet
    await pair.move()
    database = database_of(few)
    query = "SELECT due FROM notices WHERE table_id = :table AND due > :now"
    await eventually(lambda: rows(database, query, table=pair.table, now=times.now() + 60_000))
    assert browser.raw() == []
    time.pass_by(2 * 3_600_000)
    await browser.until_told()


WRONG_KEYS = [
    {"p256dh": "AAAA", "auth": "c2l4dGVlbiBieXRlcy4uIQ"},
    {"p256dh": "!", "auth": "c2l4dGVlbiBieXRlcy4uIQ"},
    {"p256dh": "BA" + "A" * 85, "auth": "c2l4dGVlbiBieXRlcy4uIQ"},
]


@pytest.mark.parametrize("keys", WRONG_KEYS)
async def test_what_is_no_subscription(few: Company, receiver: Receiver, keys: Data) -> None:
    ada = await few.guest()
    wrong = {"endpoint": f"{receiver.origin}/x", "keys": keys}
    assert (await put(ada, "push", wrong, 422))["reason"] == "message"
    stranger = Somebody(few.server, few._client)
    assert (await put(stranger, "push", wrong, 401))["reason"] == "guest"


# --- Webhooks ------------------------------------------------------------------------------------


async def test_a_webhook_is_told_in_plain_json(company: Company, receiver: Receiver) -> None:
    pair = await Pair.meet(company)
    path = f"/hook/{pair.bruno.id}?a=1"
    found = await put(pair.bruno, "webhook", {"url": receiver.origin + path})
    assert found["webhook"]["form"] == "json"
    assert (await pair.bruno.post("/api/me/notices/webhook/test", {})) == {"delivered": True}
    await pair.move()
    await eventually(lambda: len(receiver.at(path)) == 2)
    test, told = [json.loads(each.body) for each in receiver.at(path)]
    assert (test["id"], test["type"]) == ("test", "turn")
    assert told == {
        "type": "turn",
        "id": told["id"],
        "title": "Your turn: Urbino with Ada",
        "text": "2 days left.",
        "table": pair.table,
        "game": "urbino",
        "waiting": 1,
        "url": f"{PAGE}/t/{pair.table}",
    }
    await pair.until_done()
    assert (await pair.bruno.request("DELETE", "/api/me/notices/webhook")).data["webhook"] is None
    again = await pair.bruno.request("POST", "/api/me/notices/webhook/test", {})
    assert (again.status, again.data["reason"]) == (404, "missing")


async def test_discord_gets_a_message_that_calls_nobody(few: Company, receiver: Receiver) -> None:
    ada, bruno = await few.person("@everyone **A**"), await few.guest("Bruno")
    pair = await Pair.again(few, ada, bruno, clock=None)
    path = f"/discord/{bruno.id}"
    await put(bruno, "webhook", {"url": receiver.origin + path, "form": "discord"})
    await pair.move()
    await eventually(lambda: receiver.at(path))
    (told,) = [json.loads(each.body) for each in receiver.at(path)]
    assert told["allowed_mentions"] == {"parse": []}
    title, text, link = told["content"].split("\n")
    assert title == r"**Your turn\: Urbino with \@everyone \*\*A\*\***"
    assert text == r"Take your time\: there is no clock."
    assert link == f"{PAGE}/t/{pair.table}"


async def test_a_redirect_is_not_followed(few: Company, receiver: Receiver) -> None:
    ada = await few.guest()
    path = f"/moved/{ada.id}"
    await put(ada, "webhook", {"url": receiver.origin + path})
    receiver.statuses[path] = [307]
    assert (await ada.post("/api/me/notices/webhook/test", {})) == {"delivered": False}
    assert receiver.at("/elsewhere") == []


# --- Mail ----------------------------------------------------------------------------------------


def link_in(text: str, purpose: str) -> str:
    """Return the token of a link in a mail."""
    (line,) = [each for each in text.splitlines() if f"/mail#{purpose}=" in each]
    address, _, token = line.partition(f"/mail#{purpose}=")
    assert address == PAGE
    return token


async def confirmed(who: Somebody, post_office: MailServer, **more: Any) -> str:
    """Let somebody get mail, and confirm the address as the mail asks."""
    address = f"{who.id.lower()}@example.org"
    found = await put(who, "mail", {"address": address, **more})
    assert found["mail"]["confirmed"] is False
    (asked,) = await post_office.until_sent(address)
    token = link_in(asked.get_content(), "confirm")
    done = await who.request("POST", "/api/mail/confirm", {"token": token})
    assert done.status == 204, done.text
    assert (await settings_of(who))["mail"]["confirmed"] is True
    return address


async def test_a_digest_comes_once_a_day_and_one_click_stops_it(
    company: Company, post_office: MailServer, time: Time
) -> None:
    pair = await Pair.meet(company)
    other = await Pair.again(company, await company.person("Carla"), pair.bruno)
    address = await confirmed(pair.bruno, post_office, hour=18, zone="Europe/Rome")
    for each in (pair, other):
        await each.move()
    assert len(post_office.to(address)) == 1  # the question
    database = database_of(company)
    due = "SELECT due FROM channels WHERE address = :address"
    ((first,),) = rows(database, due, address=address)
    time.reach(first)
    _, digest = await post_office.until_sent(address, 2)
    assert digest["Subject"] == "Contrada: your turn at 2 tables"
    assert digest["From"] == "Contrada <town@example.org>"
    text = digest.get_content()
    for each, name in ((pair, "Ada"), (other, "Carla")):
        assert f"Your turn: Urbino with {name}" in text
        assert f"{PAGE}/t/{each.table}" in text
    await eventually(lambda: rows(database, due, address=address) == [(first + 24 * 3600_000,)])
    time.pass_by(24 * 3600_000)  # nothing new: nothing is sent
    await eventually(lambda: rows(database, due, address=address) == [(first + 48 * 3600_000,)])
    assert len(post_office.to(address)) == 2
    token = link_in(text, "stop")
    assert digest["List-Unsubscribe"] == f"<{PAGE}/api/mail/stop?token={token}>"
    assert digest["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    stranger = Somebody(company.server, company._client)  # as a program that reads mail
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    click = (f"/api/mail/stop?token={token}", None, form, b"List-Unsubscribe=One-Click")
    for _ in range(2):
        assert (await stranger.request("POST", *click)).status == 204
    assert (await settings_of(pair.bruno))["mail"] is None


async def test_no_mail_before_the_address_is_confirmed(
    few: Company, post_office: MailServer, time: Time
) -> None:
    pair = await Pair.meet(few)
    address = f"{pair.bruno.id.lower()}@example.org"
    await put(pair.bruno, "mail", {"address": address, "language": "it"})
    (asked,) = await post_office.until_sent(address)
    assert asked["Subject"] == "Contrada: questo indirizzo è tuo?"
    assert "Bruno" not in asked.get_content()
    await pair.move()
    time.pass_by(25 * 3600_000)
    other = await Pair.again(few, await few.person("Carla"), await few.guest("Dino"))
    told = await confirmed(other.bruno, post_office)
    await other.move()
    time.pass_by(25 * 3600_000)
    await post_office.until_sent(told, 2)
    assert len(post_office.to(address)) == 1
    for purpose in ("confirm", "stop"):
        wrong = "abc.def" if purpose == "confirm" else link_in(asked.get_content(), "confirm")
        path = "/api/mail/confirm" if purpose == "confirm" else f"/api/mail/stop?token={wrong}"
        found = await pair.ada.request("POST", path, {"token": wrong})
        assert (found.status, found.data["reason"]) == (404, "missing")


async def test_a_digest_that_fails_is_tried_again(
    few: Company, post_office: MailServer, time: Time
) -> None:
    pair = await Pair.meet(few)
    address = await confirmed(pair.bruno, post_office)
    await pair.move()
    database = database_of(few)
    query = "SELECT due, failed FROM channels WHERE address = :address"
    ((first, _),) = rows(database, query, address=address)
    post_office.refuses = True
    time.reach(first)
    await eventually(lambda: rows(database, query, address=address)[0][1])
    ((again, _),) = rows(database, query, address=address)
    assert again < first + 2 * digests.TRY_AGAIN
    post_office.refuses = False
    time.reach(again)
    await post_office.until_sent(address, 2)
    await eventually(lambda: rows(database, query, address=address)[0][1] == 0)


WRONG_ADDRESSES = ["x", "@example.org", "a@b", "a@example.org, b@example.org", "a b@example.org"]
WRONG_ADDRESSES += ["a@example.org\r\nBcc: b@example.org", "<a@example.org>", "ä@example.org"]


@pytest.mark.parametrize("address", WRONG_ADDRESSES)
async def test_what_is_no_mail_address(few: Company, address: str) -> None:
    found = await put(await few.guest(), "mail", {"address": address}, 422)
    assert found["sentence"] == "body.address: that is no mail address"


async def test_nobody_is_flooded_with_questions(
    few: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = few.server.services.limits  # type: ignore[attr-defined]
    monkeypatch.setattr(limits, "mails", RateLimit(0.0001, 2))
    people = [await few.guest() for _ in range(3)]
    target = f"victim-{people[0].id.lower()}@example.org"
    await put(people[0], "mail", {"address": target})
    await put(people[1], "mail", {"address": target.upper().replace("EXAMPLE.ORG", "example.org")})
    found = await put(people[2], "mail", {"address": target}, 429)
    assert found["reason"] == "limit"


# --- Export, erasure, and what is shared ---------------------------------------------------------


async def test_export_tells_and_erasure_deletes_where_somebody_is_told(
    company: Company, receiver: Receiver, post_office: MailServer
) -> None:
    pair = await Pair.meet(company)
    browser = await browser_of(pair.bruno, receiver)
    await put(pair.bruno, "webhook", {"url": f"{receiver.origin}/mine/{pair.bruno.id}"})
    address = await confirmed(pair.bruno, post_office)
    await pair.move()
    await browser.until_told()
    exported = (await pair.bruno.get("/api/me/export"))["notices"]
    assert sorted(each["kind"] for each in exported["channels"]) == ["mail", "push", "webhook"]
    assert address in str(exported)
    assert (await pair.bruno.request("DELETE", "/api/me", {"confirm": "delete"})).status == 204
    database = database_of(company)
    for table in ("channels", "quiet_hours"):
        query = f"SELECT * FROM {table} WHERE guest = :guest"
        assert rows(database, query, guest=pair.bruno.id) == []
    assert rows(database, "SELECT * FROM notices WHERE table_id = :t", t=pair.table) == []


async def test_the_key_is_made_once_and_never_sent(server: InThread) -> None:
    database = server.settings.database
    query = "SELECT value FROM shared_values WHERE name = 'vapid'"
    ((pem,),) = rows(database, query)
    assert "PRIVATE KEY" in pem
    async with Company(server) as company:
        ada = await company.guest()
        first = (await settings_of(ada))["key"]
        secret = "".join(pem.splitlines()[1:-1])
        await ada.get("/api/me/export")
        assert not any(secret in text or "PRIVATE" in text for _, text in ada.answered)
    if server.services.store.is_shared:
        other = InThread(Settings(database=database, limits=GENEROUS, games=("urbino",)))
        async with Company(other) as company:
            ada = await company.guest()
            found = await settings_of(ada)
            assert (found["key"], found["sends_mail"]) == (first, False)
            refused = await put(ada, "mail", {"address": "a@example.org"}, 404)
            assert refused["sentence"] == "This server sends no mail"
        other.stop()


# --- Several processes ---------------------------------------------------------------------------

QUICK = {
    "notices.turns.PAUSE": 0.01,
    "notices.turns.LOOK_AGAIN": 0.2,
    "notices.turns.GRACE": 1000,
    "notices.courier.LOOK": 0.05,
}


def process_of(server: Process) -> str:
    """Return the name of a server in the database."""
    (line,) = [line for line in server.lines() if line["event"] == "serving"]
    return str(line["process"])


async def test_exactly_one_notice_if_one_of_three_processes_is_killed(
    shared: str, start: Start, receiver: Receiver
) -> None:
    servers = start.together(
        Launched, shared, 3, settings={"private_notices": True}, constants=QUICK
    )
    async with Company(servers[0]) as company:
        pair = await Pair.meet(company)
        browser = await browser_of(pair.bruno, receiver)
        arrived, killed = threading.Event(), threading.Event()

        def holds_the_first(request: Request) -> bool:
            """Let the first request hang until the process that sent it is dead."""
            if request.path != browser.path or arrived.is_set():
                return True
            arrived.set()
            killed.wait(PATIENCE)
            return False

        receiver.accepts = holds_the_first
        await pair.move()
        await eventually(arrived.is_set)
        query = "SELECT process FROM notices WHERE process IS NOT NULL AND table_id = :table"
        ((sender,),) = rows(shared, query, table=pair.table)
        (sending,) = [each for each in servers if process_of(each) == sender]
        sending.kill()
        killed.set()
        left = [each for each in servers if each is not sending]
        (told,) = await browser.until_told()
        assert told["table"] == pair.table
        await until_all_done(shared, pair.table)

        # The next dies right after the move, before anybody could have been told.
        carla = await company.person("Carla", left[0])
        bruno = Somebody(left[1], company._client, id=pair.bruno.id, token=pair.bruno.token)
        other = await Pair.again(company, carla, bruno)
        await other.move()
        left[0].kill()
        await eventually(lambda: len(browser.shown()) == 2)
        await until_all_done(shared, other.table)
        assert sorted(each["table"] for each in browser.shown()) == sorted(
            [pair.table, other.table]
        )
        assert len({each["id"] for each in browser.told()}) == 2
