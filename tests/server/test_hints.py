"""Hints: only for a single person among bots, by what their seat may see."""

from __future__ import annotations

import asyncio
import json

import pytest

import contrada
from contrada.bots.player import Limits
from contrada.server.search import hints
from contrada.server.tables.table import Table
from contrada.server.wire import events
from tests.server.knowledge import Moments, check_advice, check_fields
from tests.server.people import Company, Data
from tests.server.serving import PATIENCE, InThread, eventually, hasten
from tests.server.sessions import Session
from tests.server.stored import log_of, rebuilt

pytestmark = pytest.mark.anyio
SHORT = Limits(iterations=100)


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten searches for hints."""
    monkeypatch.setattr(hints, "HINT", SHORT)


# --- Which tables have them ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "wish", "there"),
    [
        ("me 1", None, True),
        ("1 me", None, True),
        ("me 1", True, True),
        ("me 1", False, False),
        ("me open", None, False),
        ("open 1", None, False),
        ("1 1", None, False),
    ],
)
async def test_hints_are_for_one_person_among_bots(
    few: Company, seats: str, wish: bool | None, there: bool
) -> None:
    ada = await few.guest()
    table = await ada.make("urbino", seats, **({} if wish is None else {"hints": wish}))
    assert (await ada.look(table))["hints"] is there
    mine = (await ada.get("/api/me/tables"))["tables"]
    assert [each["hints"] for each in mine] == ([there] if "me" in seats else [])


@pytest.mark.parametrize("seats", ["me open", "open 1", "1 1"])
async def test_no_hints_are_promised_to_others(few: Company, seats: str) -> None:
    ada = await few.guest()
    wishes = [{"kind": "bot", "level": 1} if s == "1" else {"kind": s} for s in seats.split()]
    body = {"game": "urbino", "seats": wishes, "hints": True}
    found = await ada.request("POST", "/api/tables", body)
    assert (found.status, found.data["reason"]) == (422, "message")
    assert "bot" in found.data["sentence"]


def test_a_log_of_before_there_were_hints() -> None:
    old = (
        '[{"kind":"made","game":"urbino","options":{"monuments":false},"seats":[{"kind":"person",'
        '"name":"Ada","guest":"ada"},{"kind":"bot","level":1}],"listed":false,"host":"ada",'
        '"host_name":"Ada"}]'
    )
    table = Table("table")
    table.apply(1, 1, events.read_events(old))
    assert table.made.hints is False
    assert events.write_events(events.read_events(old)) == old


def test_nobody_else_at_the_table_may_be_a_person() -> None:
    """Whatever the log says, a seat that somebody may return to is not a bot's."""
    session = Session(seats="ada bruno", hints=True)
    assert not any(session.table.may_hint(seat) for seat in (0, 1))
    session.add(events.Given(1, 1))
    assert session.table.seats[1].kind == "bot"
    assert not any(session.table.may_hint(seat) for seat in (0, 1))


async def test_a_rematch_has_hints_if_the_game_had(few: Company) -> None:
    for wish in (True, False):
        ada = await few.person()
        table = await ada.make("urbino", "me 1", hints=wish)
        await ada.watch(table)
        await ada.at_ply("resign", table)
        again = (await ada.do("rematch", table=table))["table"]
        assert (await ada.look(again))["hints"] is wish


# --- Asking --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", contrada.NAMES)
async def test_hints_through_a_game_leak_nothing(few: Company, game: str) -> None:
    ada, zeno = await few.person("Ada"), await few.person("Zeno")
    seats = contrada.game(game).facts.seats[0]
    table = await ada.make(game, "me" + " 1" * (seats - 1))
    asked: list[tuple[int, Data]] = []
    for each in (ada, zeno):
        await each.watch(table)
    for _ in range(40):
        state = await ada.sees(table, lambda t: t["status"] == "over" or t["to_move"] == 0)
        if state["status"] == "over":
            break
        assert "hint" in state["can"]
        answer = await ada.say("hint", table=table, ply=state["ply"])
        assert (answer["type"], answer["table"], answer["ply"]) == ("hint", table, state["ply"])
        check_fields(answer)
        asked.append((state["log"][-1]["ply"] if state["log"] else 0, answer["advice"]))
        await ada.play(table, answer["advice"]["choices"][0]["decision"])
        await ada.sees(table, lambda t, ply=state["ply"]: t["ply"] > ply)  # type: ignore[misc]
    assert isinstance(few.server, InThread)
    database = few.server.settings.database
    position = rebuilt(database, table).position
    assert position is not None
    for plies, advice in asked:
        check_advice(position.history()[plies], advice, 0)
    assert Moments(table, log_of(database, table)).check([ada, zeno]) > 10
    assert not any('"hint","id"' in text for text in zeno.heard)
    assert all("hint" not in state["can"] for state in zeno.history)


async def test_over_http_too(company: Company) -> None:
    ada = await company.guest()
    table = await ada.make("urbino", "me 1")
    state = await ada.look(table)
    body = {"type": "hint", "table": table, "ply": state["ply"]}
    answer = await ada.post(f"/api/tables/{table}/messages", body)
    assert answer["type"] == "hint"
    assert {choice["decision"] for choice in answer["advice"]["choices"]} <= {*state["legal"]}


async def test_who_gets_none(few: Company) -> None:
    ada, zeno, stranger = await few.person(), await few.person("Zeno"), await few.stranger()
    table = await ada.make("urbino", "me 1")
    state = await ada.watch(table)
    for who in (zeno, stranger):
        await who.watch(table)
        assert (await who.refused("hint", table=table, ply=state["ply"]))["reason"] == "seat"
    assert (await ada.refused("hint", table=table, ply=99))["reason"] == "stale"
    assert (await ada.refused("hint", table="nowhere", ply=0))["reason"] == "missing"
    await ada.at_ply("resign", table)
    over = await ada.sees(table, lambda t: t["status"] == "over")
    assert "hint" not in over["can"]
    assert (await ada.refused("hint", table=table, ply=over["ply"]))["reason"] == "now"


async def test_none_where_it_was_agreed_so(few: Company) -> None:
    ada = await few.person()
    table = await ada.make("urbino", "me 1", hints=False)
    state = await ada.watch(table)
    assert "hint" not in state["can"]
    assert (await ada.refused("hint", table=table, ply=state["ply"]))["reason"] == "now"
    table, (host, bruno) = await few.table("urbino")
    for who in (host, bruno):
        mine = who.tables[table]
        assert "hint" not in mine["can"]
        reason = "now" if mine["to_move"] == mine["you"] else "turn"
        assert (await who.refused("hint", table=table, ply=mine["ply"]))["reason"] == reason


async def test_one_can_play_while_a_hint_is_searched(
    few: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hints, "HINT", Limits(seconds=PATIENCE))
    assert isinstance(few.server, InThread)
    pool = few.server.services.pool
    ada = await few.person()
    table = await ada.make("urbino", "me 1")
    state = await ada.watch(table)
    asked = asyncio.create_task(ada.say("hint", table=table, ply=state["ply"]))
    await eventually(lambda: pool._busy)
    await ada.play(table, state["legal"][0])
    await hasten(few.server, asked)
    answer = await asked
    assert (answer["type"], answer["ply"]) == ("hint", state["ply"])
    kinds = [json.loads(text)["type"] for text in ada.heard]
    assert kinds.index("done") < kinds.index("hint")


async def test_a_socket_that_closes_drops_its_search(
    few: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hints, "HINT", Limits(seconds=2 * PATIENCE))
    ada = await few.person()
    table = await ada.make("urbino", "me 1")
    state = await ada.watch(table)
    await ada.send({"type": "hint", "table": table, "ply": state["ply"], "id": 1000})
    assert isinstance(few.server, InThread)
    pool = few.server.services.pool
    await eventually(lambda: pool._busy)
    await ada.disconnect()
    await eventually(lambda: not pool._busy)
