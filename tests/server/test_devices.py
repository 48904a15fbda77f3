"""Devices and personal links: whoever signs out is out, and so is whoever is signed out."""

from __future__ import annotations

import httpx2
import pytest
from sqlalchemy import Delete, delete

from contrada.server.db import schema
from contrada.server.db.engine import Database
from contrada.server.db.notify import Listener
from contrada.server.people import identity, repository, tokens
from contrada.server.people.devices import name_of
from tests.server.conftest import Pair
from tests.server.people import Company, Data, Somebody
from tests.server.serving import Server, Time, eventually, http

pytestmark = pytest.mark.anyio
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
PHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15"
    " (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1"
)


def browser(server: Server, user_agent: str = FIREFOX) -> httpx2.AsyncClient:
    """Return something with a cookie jar, as a browser."""
    return httpx2.AsyncClient(
        base_url=http(server), verify=False, headers={"User-Agent": user_agent}
    )


async def devices(who: Somebody) -> list[Data]:
    found: list[Data] = (await who.get("/api/me/devices"))["devices"]
    return found


async def entered(company: Company, one: Somebody, server: Server | None = None) -> Somebody:
    """Sign somebody in on another device, by their personal link."""
    link = (await one.post("/api/me/links", {}))["token"]
    token = (await one.post("/api/sessions", {"token": link}))["token"]
    found = Somebody(server or one.server, company._client, id=one.id, token=token)
    company.people.append(found)
    return found


async def test_signing_out_ends_the_token(company: Company) -> None:
    async with browser(company.server) as one:
        token = (await one.post("/api/guests", json={"name": "Ada"})).json()["token"]
        thief = Somebody(company.server, company._client, token=token)
        company.people.append(thief)
        await thief.connect()
        assert (await one.delete("/api/sessions")).status_code == 204
        assert (await one.get("/api/me")).status_code == 401
        assert (await thief.request("GET", "/api/me")).status == 401
        assert (await thief.request("POST", "/api/sessions", {"token": token})).status == 401
        await thief.until_closed()
        assert (await one.delete("/api/sessions")).status_code == 204  # nobody is signed in


async def test_each_device_is_listed_and_can_be_signed_out(company: Company) -> None:
    ada = await company.person("Ada")
    phone = await (await entered(company, ada)).connect()
    async with browser(company.server, PHONE) as third:
        link = (await ada.post("/api/me/links", {}))["token"]
        assert (await third.post("/api/sessions", json={"token": link})).status_code == 200
        listed = await devices(ada)
        assert [each["kind"] for each in listed].count("device") == 3
        assert [each["kind"] for each in listed].count("link") == 1
        (here,) = [each for each in listed if each["here"]]
        (there,) = [each for each in await devices(phone) if each["here"]]
        (named,) = [each for each in listed if each["name"]]
        assert named["name"] == "Safari, iPhone"
        assert len({here["id"], there["id"], named["id"]}) == 3
        for secret in (ada.token, phone.token, link):
            assert tokens.hash_of(secret) not in str(listed)
        ended = await ada.request("DELETE", f"/api/me/devices/{there['id']}")
        assert ended.status == 204
        await phone.until_closed()
        assert (await phone.request("GET", "/api/me")).status == 401
        assert (await third.get("/api/me")).status_code == 200
        assert (await ada.request("DELETE", f"/api/me/devices/{there['id']}")).status == 404
        assert (await ada.request("DELETE", "/api/me/devices")).status == 204
        assert (await third.get("/api/me")).status_code == 401
        assert [each["here"] for each in await devices(ada)] == [True]
        assert (await ada.request("POST", "/api/sessions", {"token": link})).status == 401


async def test_nobody_signs_out_somebody_else(company: Company) -> None:
    ada, bruno = await company.guest("Ada"), await company.guest("Bruno")
    ((hers,), _) = await devices(ada), await devices(bruno)
    found = await bruno.request("DELETE", f"/api/me/devices/{hers['id']}")
    assert (found.status, found.data["reason"]) == (404, "missing")
    assert (await bruno.request("DELETE", "/api/me/devices")).status == 204
    assert (await ada.get("/api/me"))["name"] == "Ada"


async def test_a_renewed_link_leaves_the_leaked_one_useless(company: Company) -> None:
    ada = await company.guest("Ada")
    leaked = (await ada.post("/api/me/links", {}))["token"]
    assert (await ada.request("GET", "/api/me", headers=bearer(leaked))).status == 401
    phone = (await ada.post("/api/sessions", {"token": leaked}))["token"]
    fresh = (await ada.post("/api/me/links", {}))["token"]
    assert (await ada.request("POST", "/api/sessions", {"token": leaked})).status == 401
    assert (await ada.request("POST", "/api/sessions", {"token": fresh})).status == 200
    assert (await ada.request("GET", "/api/me", headers=bearer(phone))).status == 200
    (link,) = [each for each in await devices(ada) if each["kind"] == "link"]
    assert (await ada.request("DELETE", f"/api/me/devices/{link['id']}")).status == 204
    assert (await ada.request("POST", "/api/sessions", {"token": fresh})).status == 401


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


async def test_a_browser_that_becomes_somebody_else_keeps_no_second_key(few: Company) -> None:
    ada, bruno = await few.guest("Ada"), await few.guest("Bruno")
    hers, his = [(await who.post("/api/me/links", {}))["token"] for who in (ada, bruno)]
    async with browser(few.server) as one:
        await one.post("/api/sessions", json={"token": hers})
        former = one.cookies["contrada"]
        await one.post("/api/sessions", json={"token": his})
        assert (await one.get("/api/me")).json()["name"] == "Bruno"
    assert (await ada.request("GET", "/api/me", headers=bearer(former))).status == 401
    assert len(await devices(ada)) == 2  # her own, and the link


async def test_a_device_that_was_not_used_for_longest_goes_first(
    few: Company, monkeypatch: pytest.MonkeyPatch, time: Time
) -> None:
    monkeypatch.setattr(repository, "MOST_DEVICES", 3)
    ada = await few.guest("Ada")
    tokens = []
    for _ in range(3):
        time.pass_by(2 * identity.USED_AGAIN)
        assert (await ada.get("/api/me"))["name"] == "Ada"  # in use
        time.pass_by(1)
        tokens.append((await ada.post("/api/sessions", {"token": ada.token}))["token"])
    states = [(await ada.request("GET", "/api/me", headers=bearer(each))).status for each in tokens]
    assert states == [401, 200, 200]
    assert (await ada.get("/api/me"))["name"] == "Ada"


async def test_a_device_is_signed_out_at_all_servers(pair: Pair) -> None:
    one, other = pair
    async with Company(one) as company:
        ada = await company.person("Ada", one)
        phone = await (await entered(company, ada, other)).connect()
        lost = await (await entered(company, ada, other)).connect()
        (there,) = [each for each in await devices(phone) if each["here"]]
        assert (await ada.request("DELETE", f"/api/me/devices/{there['id']}")).status == 204
        await phone.until_closed()
        # The same if the news is lost: then the other server looks.
        services = other.services
        gone = tokens.hash_of(lost.token)
        await eventually(lambda: gone in services.connections.devices())
        removal = delete(schema.tokens).where(schema.tokens.c.hash == gone)
        one.run(_do(one.services.store.database, removal))
        other.run(_lose(services.store.listener))
        await lost.until_closed()


async def _do(database: Database, change: Delete) -> None:
    await database.do(lambda connection: connection.execute(change))


async def _lose(listener: Listener) -> None:
    listener.lose()


async def test_an_export_lists_the_devices(few: Company) -> None:
    ada = await few.guest("Ada")
    await ada.post("/api/me/links", {})
    found = (await ada.request("GET", "/api/me/export")).data["devices"]
    assert sorted(each["kind"] for each in found) == ["device", "link"]


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        (FIREFOX, "Firefox, Linux"),
        (PHONE, "Safari, iPhone"),
        (
            "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140",
            "Edge, Windows",
        ),
        (
            "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36",
            "Chrome, Android",
        ),
        ("python-httpx/0.28", ""),
        ("", ""),
    ],
)
def test_names_of_devices(user_agent: str, name: str) -> None:
    assert name_of(user_agent) == name
