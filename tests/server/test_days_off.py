"""Days off: correspondence clocks stand still, nobody can claim meanwhile, and days are counted."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Any

import pytest

from contrada.server import times
from contrada.server.db.notify import Topic
from contrada.server.people.days_off import DAY, ending, most, taking, used
from contrada.server.settings import Settings
from contrada.server.tables.clock import HOUR, MINUTE, Clock
from contrada.server.times import Pause
from contrada.server.wire.clocks import GameClock, TurnClock
from tests.server.conftest import NewDatabase, Pair, Start
from tests.server.people import Answer, Company, Data, Somebody
from tests.server.processes import Launched
from tests.server.serving import GENEROUS, InThread, Time
from tests.server.stored import rows

anyio = pytest.mark.anyio
ADA, BRUNO = 0, 1
TWO_DAYS = {"kind": "turn", "hours": 48}
ALLOWED = Settings.days_off
JANUARY = round(datetime(2027, 1, 1, tzinfo=UTC).timestamp() * 1000)


# --- Counting ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stretch", "days"),
    [
        ((JANUARY, JANUARY + 3 * DAY), {2027: 3}),
        ((JANUARY, JANUARY + 1), {2027: 1}),
        ((JANUARY, JANUARY + DAY + 1), {2027: 2}),
        ((JANUARY - DAY, JANUARY + DAY), {2026: 1, 2027: 1}),
        ((JANUARY - 1, JANUARY - 1 + 2 * DAY), {2026: 1, 2027: 1}),
    ],
)
def test_a_day_that_has_begun_counts_for_the_year_in_which_it_begins(
    stretch: Pause, days: dict[int, int]
) -> None:
    assert used([stretch]) == days


@pytest.mark.parametrize(
    ("had", "now", "can_take"),
    [
        ([], JANUARY, 5),
        ([(JANUARY, JANUARY + 2 * DAY)], JANUARY + DAY, 3),  # during the stretch
        ([(JANUARY, JANUARY + 2 * DAY)], JANUARY + 9 * DAY, 3),  # after it
        ([(JANUARY, JANUARY + 5 * DAY)], JANUARY + 9 * DAY, 0),
        ([(JANUARY, JANUARY + 7 * DAY)], JANUARY + 9 * DAY, 0),  # when more were allowed
        ([], JANUARY - 2 * DAY, 7),  # two of the old year and all of the new one
        ([(JANUARY - 40 * DAY, JANUARY - 35 * DAY)], JANUARY - 2 * DAY, 0),
        ([(JANUARY - 3 * DAY, JANUARY + 2 * DAY)], JANUARY - DAY, 3),
    ],
)
def test_how_many_days_can_be_taken(had: list[Pause], now: int, can_take: int) -> None:
    assert most(had, now, 5) == can_take
    assert taking(had, now, can_take + 1, 5) is None
    if can_take:
        taken = taking(had, now, can_take, 5)
        assert taken is not None
        assert max(used([*(each for each in had if each[0] != taken[0]), taken]).values()) <= 5


def test_days_that_have_not_begun_are_given_back() -> None:
    stretch = taking([], JANUARY, 5, 5)
    assert stretch == (JANUARY, JANUARY + 5 * DAY)
    ended = ending([stretch], JANUARY + DAY + HOUR)
    assert ended == (JANUARY, JANUARY + DAY + HOUR)
    assert most([ended], JANUARY + 2 * DAY, 5) == 3
    assert ending([ended], JANUARY + 2 * DAY) is None


def test_days_that_end_at_once_cost_a_day_each() -> None:
    had: list[Pause] = []
    for _ in range(5):
        taken = taking(had, JANUARY, 1, 5)
        assert taken is not None
        ended = ending([*had, taken], JANUARY)
        assert ended is not None
        had.append(ended)
    assert taking(had, JANUARY, 1, 5) is None


def test_a_year_of_days_off_has_an_end() -> None:
    assert most([], JANUARY, 366) == 732


# --- Clocks --------------------------------------------------------------------------------------


def clock(
    setting: TurnClock | GameClock, *days_off: Pause, pauses: tuple[Pause, ...] = ()
) -> Clock:
    """Return a clock where seat 1 has days off."""
    found = Clock(setting, 2, pauses, days_off=lambda seat: days_off if seat == 1 else ())
    found.run(1, 0)
    return found


def test_a_clock_of_hours_stands_still_for_the_seat_with_days_off() -> None:
    running = clock(TurnClock(48), (HOUR, HOUR + DAY))
    assert running.left_at(1, HOUR + DAY) == 47 * HOUR
    assert running.left_at(1, 2 * HOUR + DAY) == 46 * HOUR
    assert running.runs_out_at(1) == 48 * HOUR + DAY
    assert [running.off_until(1, at) for at in (0, HOUR, HOUR + DAY)] == [None, HOUR + DAY, None]
    assert running.off_until(0, HOUR) is None
    running.run(0, HOUR)  # the days off of the other seat do not help this one
    assert running.left_at(0, 3 * HOUR) == 46 * HOUR


def test_a_clock_of_minutes_runs_on() -> None:
    assert clock(GameClock(10), (0, DAY)).left_at(1, MINUTE) == 9 * MINUTE


def test_days_off_and_a_pause_at_the_same_time_count_once() -> None:
    running = clock(TurnClock(48), (HOUR, 3 * HOUR), pauses=((2 * HOUR, 4 * HOUR),))
    assert running.left_at(1, 5 * HOUR) == 46 * HOUR


# --- At the server -------------------------------------------------------------------------------


async def days_off(who: Somebody) -> Data:
    found: Data = await who.get("/api/me/days-off")
    return found


async def takes(who: Somebody, days: int) -> Answer:
    return await who.request("POST", "/api/me/days-off", {"days": days})


async def claim(who: Somebody, table: str) -> Data:
    return await who.say("claim", table=table, ply=who.tables[table]["ply"])


def left(table: Data, seat: int) -> int:
    """Return what a seat has left as docs/protocol.md has clients count it."""
    shown = table["clock"]
    now = max(times.now(), shown.get("off", {seat: None})[seat] or 0)
    return int(shown["left"][seat] - (now - shown["at"] if shown["running"] == seat else 0))


@anyio
async def test_no_claim_wins_while_the_other_has_days_off(company: Company, time: Time) -> None:
    table, (ada, bruno) = await company.table(clock=TWO_DAYS)
    time.pass_by(47 * HOUR)
    taken = (await takes(ada, 3)).data
    assert (taken["days"], taken["used"]) == (ALLOWED, 3)
    assert abs(taken["until"] - times.now() - 3 * DAY) < HOUR
    shown = await bruno.sees(table, lambda t: "off" in t["clock"])
    assert shown["clock"]["off"] == [taken["until"], None]
    assert 0 < left(shown, ADA) <= HOUR
    time.reach(taken["until"] - MINUTE)
    assert 0 < left(await bruno.look(table), ADA) <= HOUR
    assert (await claim(bruno, table))["reason"] == "now"
    time.reach(taken["until"] + HOUR + MINUTE)
    assert "off" not in (await bruno.look(table))["clock"]
    assert (await days_off(ada))["until"] is None
    assert (await claim(bruno, table))["type"] == "done"


@anyio
async def test_all_tables_stand_still_and_moves_end_nothing(few: Company, time: Time) -> None:
    first, (ada, bruno) = await few.table(clock=TWO_DAYS)
    second = await ada.make("urbino", "me open", clock=TWO_DAYS)
    quick = await ada.make("urbino", "me open", clock={"kind": "game", "minutes": 10})
    taken = (await takes(ada, 2)).data
    for table in (second, quick):  # begun during the days off
        await bruno.watch(table)
        await bruno.do("sit", table=table, seat=1)
    await ada.watch(first)
    await ada.play(first, 40)  # she may play if she likes
    shown = await bruno.sees(first, lambda t: t["to_move"] == BRUNO)
    assert shown["clock"]["off"] == [taken["until"], None]
    shown = await bruno.sees(second, lambda t: t["status"] == "playing")
    assert shown["clock"]["off"] == [taken["until"], None]
    assert "off" not in (await bruno.sees(quick, lambda t: t["status"] == "playing"))["clock"]
    time.pass_by(DAY)
    assert left(await bruno.look(second), ADA) == 48 * HOUR
    assert (await days_off(ada))["until"] == taken["until"]


@anyio
async def test_days_off_end_early_and_the_day_that_has_begun_is_used(
    few: Company, time: Time
) -> None:
    table, (ada, bruno) = await few.table(clock=TWO_DAYS)
    await takes(ada, 5)
    time.pass_by(DAY + HOUR)
    ended = await ada.request("DELETE", "/api/me/days-off")
    assert (ended.data["until"], ended.data["used"]) == (None, 2)
    shown = await bruno.sees(table, lambda t: "off" not in t["clock"])
    time.pass_by(47 * HOUR)
    assert 0 < left(shown, ADA) <= HOUR
    again = await ada.request("DELETE", "/api/me/days-off")
    assert (again.status, again.data["reason"]) == (409, "now")


@anyio
async def test_nobody_takes_more_than_they_have(few: Company) -> None:
    ada = await few.guest()
    found = await days_off(ada)
    assert (found["days"], found["used"], found["until"]) == (ALLOWED, 0, None)
    first, more = await takes(ada, 1), await takes(ada, 2)
    assert more.data["until"] == first.data["until"] + 2 * DAY  # one stretch, which is longer now
    refused = await takes(ada, more.data["most"] + 1)
    assert (refused.status, refused.data["reason"]) == (409, "now")
    for wrong in (0, -1, 733, 1.5, "2"):
        assert (await ada.request("POST", "/api/me/days-off", {"days": wrong})).status == 422
    assert (await days_off(ada))["until"] == more.data["until"]
    stranger = await few.stranger()
    assert (await takes(stranger, 1)).status == 401


@anyio
async def test_a_host_can_switch_them_off(new_database: NewDatabase) -> None:
    settings = Settings(
        database=new_database("sqlite"), limits=GENEROUS, games=("urbino",), days_off=0
    )
    server = InThread(settings)
    try:
        async with Company(server) as company:
            ada = await company.guest()
            assert (await days_off(ada))["days"] == 0
            refused = await takes(ada, 1)
            assert (refused.status, refused.data["reason"]) == (409, "now")
    finally:
        server.stop()


@anyio
async def test_days_off_are_exported_and_erased_with_the_guest(
    server: InThread, company: Company
) -> None:
    ada = await company.guest()
    until = (await takes(ada, 2)).data["until"]
    exported = await ada.get("/api/me/export")
    assert exported["days_off"] == [{"began": until - 2 * DAY, "ended": until}]
    await ada.request("DELETE", "/api/me", {"confirm": "delete"})
    query = "SELECT began FROM days_off WHERE guest = :guest"
    assert rows(server.settings.database, query, guest=ada.id) == []


# --- Several processes, and kills ----------------------------------------------------------------


@anyio
async def test_another_process_hears_of_days_off(pair: Pair) -> None:
    first, second = pair
    async with Company(first) as company:
        table, (ada, bruno) = await company.table(clock=TWO_DAYS)
        other = await company.again(bruno, second)
        await other.watch(table)
        until = (await takes(ada, 2)).data["until"]
        for each in (bruno, other):
            await each.sees(table, lambda t: t["clock"].get("off") == [until, None])


@anyio
async def test_a_claim_is_refused_where_the_news_has_not_arrived(
    pair: Pair, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = pair
    deaf: Any = second.services.store.listener._handlers
    monkeypatch.setitem(deaf, Topic.DAYS_OFF, [])
    async with Company(first) as company:
        table, (ada, bruno) = await company.table(clock=TWO_DAYS)
        other = await company.again(bruno, second)
        await other.watch(table)
        time.pass_by(47 * HOUR)
        await takes(ada, 2)
        time.pass_by(2 * HOUR)
        assert (await claim(other, table))["reason"] == "now"
        await other.sees(table, lambda t: "off" in t["clock"])  # now it has heard


@anyio
async def test_two_processes_give_nobody_more_than_they_have(pair: Pair) -> None:
    async with Company(pair[0]) as company:
        ada = await company.guest()
        twice = Somebody(pair[1], ada._client, id=ada.id, token=ada.token)
        asked = [takes(who, 1) for who in [ada, twice] * 2 * ALLOWED]
        answers = await asyncio.gather(*asked)
        found = await days_off(twice)
        assert found["most"] == 0
        taken = [each for each in answers if each.status == 200]
        assert {each.status for each in answers} == {200, 409}
        assert len(taken) in (ALLOWED, 2 * ALLOWED)  # of two years, around New Year
        assert found["until"] == max(each.data["until"] for each in taken)


@anyio
async def test_days_off_outlive_the_process(database: str, start: Start) -> None:
    first = start(Launched, database)
    async with Company(first) as company:
        table, (ada, bruno) = await company.table(clock=TWO_DAYS)
        taken = (await takes(ada, 2)).data
        first.kill()
        await asyncio.gather(ada.until_closed(), bruno.until_closed())
        second = start(Launched, database)
        ada.server = bruno.server = second
        assert await days_off(ada) == taken
        shown = await bruno.look(table)
        assert shown["clock"]["off"] == [taken["until"], None]
        assert left(shown, ADA) <= 48 * HOUR
