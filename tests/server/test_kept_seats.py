"""A seat is kept for somebody who learns the game first, for a while and once."""

from __future__ import annotations

import pytest

from contrada.server import times
from contrada.server.tables.commands import KEPT_FOR, lapse
from contrada.server.wire.events import Forgotten, Freed, Kept
from contrada.server.wire.refusals import Refused
from tests.server.people import Company
from tests.server.serving import InThread, Time
from tests.server.sessions import Session, message
from tests.server.stored import check_told

anyio = pytest.mark.anyio


def kept(seats: str = "ada open", game: str = "urbino") -> Session:
    session = Session(game, seats, seed=None)
    session.say("bruno", message("keep", session.table, seat=1))
    return session


def test_only_who_it_is_kept_for_sits_down() -> None:
    session = kept()
    seat = session.table.seats[1]
    assert (seat.kind, seat.guest, seat.name) == ("kept", "bruno", "Bruno")
    assert seat.until == session.now + KEPT_FOR
    assert session.again().seats == session.table.seats
    with pytest.raises(Refused, match="That seat is taken"):
        session.say("carla", message("sit", session.table, seat=1))
    session.say("bruno", message("sit", session.table, seat=1))
    assert session.table.status == "playing"
    assert [each.until for each in session.table.seats] == [None, None]


def test_a_game_does_not_start_without_them() -> None:
    session = kept("ada open open", "urtown")
    session.say("carla", message("sit", session.table, seat=2))
    assert session.table.status == "open"


def test_the_host_can_give_the_seat_to_a_bot() -> None:
    session = kept()
    session.say("ada", message("give", session.table, seat=1, level=1))
    assert session.table.status == "playing"
    assert session.table.deadline is None


def test_the_seat_is_free_when_the_time_is_over() -> None:
    session = kept("ada open open", "urtown")
    session.now += 1000
    session.say("carla", message("keep", session.table, seat=2))
    session.now += KEPT_FOR - 1001
    assert lapse(session.table, session.now).events == []
    session.now += 1
    assert lapse(session.table, session.now).events == [Freed(1)]
    session.add(Freed(1))
    assert [seat.kind for seat in session.table.seats] == ["person", "open", "kept"]
    session.say("dario", message("sit", session.table, seat=1))


@pytest.mark.parametrize(
    ("seats", "who", "number", "reason"),
    [
        ("ada open open", "ada", 1, "now"),  # has a seat
        ("ada open kept-bruno", "bruno", 1, "now"),  # has one already
        ("ada open open", "bruno", 0, "now"),  # somebody sits there
        ("ada kept-carla open", "bruno", 1, "now"),
        ("ada open open", "bruno", 3, "message"),
    ],
)
def test_what_cannot_be_kept(seats: str, who: str, number: int, reason: str) -> None:
    session = Session("urtown", seats, seed=None)
    with pytest.raises(Refused) as wrong:
        session.say(who, message("keep", session.table, seat=number))
    assert wrong.value.reason == reason


def test_a_seat_is_kept_once_for_each_guest() -> None:
    session = kept()
    again = message("keep", session.table, seat=1)
    assert session.say("bruno", again) == []  # the answer was lost
    session.add(Freed(1))
    with pytest.raises(Refused) as wrong:
        session.say("bruno", again)
    assert wrong.value.reason == "limit"


def test_an_erased_guest_needs_no_seat() -> None:
    session = kept()
    session.add(Forgotten("bruno"))
    assert session.table.seats[1].kind == "open"
    session.add(Kept(1, "carla", "Carla", session.now + KEPT_FOR))
    assert session.table.deadline == session.now + KEPT_FOR


@anyio
async def test_everyone_sees_how_long_a_seat_is_kept(
    server: InThread, company: Company, time: Time
) -> None:
    ada, bruno = await company.person("Ada"), await company.person("Bruno")
    table = await ada.make("urbino", "me open")
    for each in (ada, bruno):
        await each.watch(table)
    assert "keep" in bruno.tables[table]["can"]
    await bruno.do("keep", table=table, seat=1)
    seen = await ada.sees(table, lambda t: t["seats"][1]["kind"] == "kept")
    assert (seen["seats"][1]["name"], seen["you"]) == ("Bruno", 0)
    assert seen["seats"][1]["until"] > times.now()
    listed = (await bruno.get("/api/me/games"))["games"]
    assert table in [each["id"] for each in listed]  # the way back
    time.pass_by(KEPT_FOR)
    seen = await ada.sees(table, lambda t: t["seats"][1]["kind"] == "open")
    assert seen["seats"][1]["until"] is None
    check_told(server.settings.database, table, ada, bruno)
