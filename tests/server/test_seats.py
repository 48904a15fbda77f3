"""Seats: taking, leaving, reserving and giving them, and who is present."""

from __future__ import annotations

import asyncio

import pytest

from contrada.server import times
from contrada.server.tables.clock import HOUR
from contrada.server.tables.table import STAND_IN
from tests.server.people import Company, Data, Somebody
from tests.server.serving import PATIENCE, Time

pytestmark = pytest.mark.anyio


def kinds(state: Data) -> list[str]:
    return [seat["kind"] for seat in state["seats"]]


async def test_sitting_down_and_standing_up(few: Company) -> None:
    ada, bruno, carla = [await few.person(name) for name in ("Ada", "Bruno", "Carla")]
    table = await ada.make("urtown", "me open open")
    for each in (ada, bruno, carla):
        await each.watch(table)
    assert bruno.tables[table]["can"] == ["sit", "keep", "chat"]
    await bruno.do("sit", table=table, seat=2)
    state = await bruno.sees(table, lambda t: t["you"] == 2)
    assert "stand" in state["can"]
    assert (await bruno.refused("sit", table=table, seat=1))["reason"] == "now"
    await bruno.do("stand", table=table)
    await ada.sees(table, lambda t: kinds(t) == ["person", "open", "open"])
    await carla.do("sit", table=table, seat=2)
    await bruno.do("sit", table=table, seat=1)
    for seat, each in enumerate((ada, bruno, carla)):
        state = await each.sees(table, lambda t: t["status"] == "playing")
        assert state["you"] == seat
    assert (await bruno.refused("stand", table=table))["reason"] == "now"


@pytest.mark.parametrize("random_seats", [False, True])
async def test_sitting_down_again_is_done_and_changes_nothing(
    company: Company, random_seats: bool
) -> None:
    """Of two that were sent because an answer was lost, both are answered as landed."""
    ada, bruno = await company.person("Ada"), await company.person("Bruno")
    table = await ada.make("urbino", "me open", random_seats=random_seats)
    await bruno.watch(table)
    for _ in range(2):
        await bruno.do("sit", table=table, seat=1)
    path, again = f"/api/tables/{table}/messages", {"type": "sit", "table": table, "seat": 1}
    assert (await bruno.post(path, again))["type"] == "done"
    assert (await bruno.look(table))["seq"] == 2
    zeno = await company.person("Zeno")
    assert (await zeno.refused("sit", table=table, seat=1))["reason"] == "now"


async def test_two_want_the_same_seat(company: Company) -> None:
    ada = await company.person()
    for _ in range(5):
        table = await ada.make("urtown", "me open open")
        others = [await company.person(name) for name in ("Bruno", "Carla", "Dino")]
        said = await asyncio.gather(*(o.say("sit", table=table, seat=1) for o in others))
        assert sorted(answer["type"] for answer in said) == ["done", "refused", "refused"]
        assert {a["reason"] for a in said if a["type"] == "refused"} == {"now"}
        seated = await ada.look(table)
        winner = others[[answer["type"] for answer in said].index("done")]
        assert seated["seats"][1]["guest"] == winner.id


async def test_the_host_fills_open_seats_with_bots(few: Company) -> None:
    ada, bruno = await few.person(), await few.person("Bruno")
    table = await ada.make("urtown", "me open open")
    await ada.watch(table)
    answer = await bruno.refused("give", table=table, seat=1, level=1)
    assert answer["reason"] == "host"
    await ada.do("give", table=table, seat=1, level=1)
    await ada.do("give", table=table, seat=2, level=2)
    state = await ada.sees(table, lambda t: t["status"] == "playing")
    assert [seat["level"] for seat in state["seats"]] == [None, 1, 2]
    assert state["online"] == [True, True, True]


async def test_the_host_closes_a_table_before_the_start(company: Company) -> None:
    ada, bruno, carla = [await company.person(name) for name in ("Ada", "Bruno", "Carla")]
    table = await ada.make("urtown", "me open open", listed=True)
    for each in (ada, bruno, carla):
        await each.watch(table)
    await bruno.do("sit", table=table, seat=1)
    assert "close" in (await ada.look(table))["can"]
    assert (await bruno.refused("close", table=table))["reason"] == "host"
    for _ in range(2):  # the answer to the first may have been lost
        await ada.do("close", table=table)
    for each in (ada, bruno, carla):
        state = await each.sees(table, lambda t: t["status"] == "closed")
        assert (state["you"], kinds(state)) == (None, ["open", "open", "open"])
        assert {"sit", "give", "close", "stand"}.isdisjoint(state["can"])
        assert table not in [game["id"] for game in (await each.get("/api/me/games"))["games"]]
    assert (await carla.refused("sit", table=table, seat=1))["reason"] == "now"
    assert (await ada.refused("give", table=table, seat=1, level=1))["reason"] == "now"
    assert table not in [each["id"] for each in (await ada.get("/api/tables"))["open"]]


async def test_a_game_that_has_begun_is_not_closed(few: Company) -> None:
    ada = await few.person()
    table = await ada.make("urbino", "me 1")
    assert (await ada.refused("close", table=table))["reason"] == "now"


async def test_those_who_are_invited_hear_by_whom_and_whether_by_lot(few: Company) -> None:
    ada, bruno = await few.person("Ada"), await few.person("Bruno")
    table = await ada.make("urbino", "open me", random_seats=True)
    state = await bruno.look(table)
    assert (state["host_name"], state["random_seats"]) == ("Ada", True)


async def test_a_table_without_anyone_missing_starts_at_once(few: Company) -> None:
    ada = await few.person()
    table = await ada.make("urbino", "me 1")
    assert (await ada.watch(table))["status"] == "playing"


async def test_presence(company: Company) -> None:
    table, (ada, bruno) = await company.table()
    await ada.sees(table, lambda t: t["online"] == [True, True])
    stranger, device = await company.stranger(), await company.again(bruno)
    await stranger.watch(table)
    await ada.sees(table, lambda t: t["watchers"] == 1)
    await device.watch(table)
    await bruno.disconnect()
    await stranger.do("leave", table=table)
    state = await ada.sees(table, lambda t: t["watchers"] == 0)
    assert state["online"] == [True, True]  # there is still the other device
    await device.disconnect()
    state = await ada.sees(table, lambda t: t["online"] == [True, False])
    assert state["abandoned_at"][0] is None
    assert state["abandoned_at"][1] > 0
    await bruno.connect()
    await bruno.watch(table)
    state = await ada.sees(table, lambda t: t["online"] == [True, True])
    assert state["abandoned_at"] == [None, None]


async def has_been_gone(who: Somebody, table: str, seat: int, time: Time) -> None:
    """Keep the person of a seat away until it counts as abandoned."""
    state = await who.sees(table, lambda t: t["abandoned_at"][seat])
    time.reach(state["abandoned_at"][seat])


async def test_an_abandoned_seat_is_given_to_a_bot_and_taken_back(
    company: Company, time: Time
) -> None:
    table, (ada, bruno) = await company.table()
    assert (await ada.refused("give", table=table, seat=1, level=1))["reason"] == "now"
    await ada.play(table, 40)
    await bruno.disconnect()
    await ada.sees(table, lambda t: t["abandoned_at"][1])
    assert (await ada.refused("give", table=table, seat=1, level=1))["reason"] == "now"
    await has_been_gone(ada, table, 1, time)
    await ada.do("give", table=table, seat=1, level=1)
    state = await ada.sees(table, lambda t: t["legal"] and t["ply"] >= 2)  # the bot has played
    assert state["seats"][1]["kind"] == "bot"
    assert state["seats"][1]["name"] == "Bruno"
    await bruno.connect()
    state = await bruno.watch(table)
    assert state["you"] is None
    assert state["seats"][1]["guest"] == bruno.id  # so the page can offer it
    zeno = await company.person("Zeno")
    assert (await zeno.refused("sit", table=table, seat=1))["reason"] == "now"
    await bruno.do("sit", table=table, seat=1)
    state = await bruno.sees(table, lambda t: t["you"] == 1)
    assert state["seats"][1]["kind"] == "person"
    await ada.play(table, ada.tables[table]["legal"][0])
    await bruno.sees(table, lambda t: t["to_move"] == 1 or t["ply"] > state["ply"])


async def test_who_has_days_for_a_turn_may_be_away(few: Company, time: Time) -> None:
    """Correspondence games: nobody loses a seat for closing the page before their time is up."""
    table, (ada, bruno) = await few.table(clock={"kind": "turn", "hours": 72})
    await ada.play(table, 40)
    await bruno.disconnect()
    state = await ada.sees(table, lambda t: t["online"] == [True, False])
    over = state["abandoned_at"][1]
    assert over - times.now() > 71 * HOUR
    time.pass_by(70 * HOUR)
    assert (await ada.refused("give", table=table, seat=1, level=1))["reason"] == "now"
    time.reach(over)
    await ada.do("give", table=table, seat=1, level=1)
    await ada.sees(table, lambda t: kinds(t) == ["person", "bot"])


async def test_who_has_days_is_not_to_move_and_away(few: Company) -> None:
    table, (ada, bruno) = await few.table(clock={"kind": "turn", "hours": 72})
    await bruno.disconnect()
    state = await ada.sees(table, lambda t: t["online"] == [True, False])
    assert state["abandoned_at"] == [None, None]


async def test_who_plays_without_a_socket_is_there(few: Company, time: Time) -> None:
    """A program that uses only HTTP counts as away a while after its last request."""
    ada, program = await few.person("Ada"), await few.guest("Program")
    table = await ada.make("urbino", "me open")
    await ada.watch(table)
    sit = {"type": "sit", "table": table, "seat": 1}
    await program.post(f"/api/tables/{table}/messages", sit)
    state = await ada.sees(table, lambda t: t["status"] == "playing")
    await ada.play(table, 40)
    began = (await ada.sees(table, lambda t: t["abandoned_at"][1]))["abandoned_at"][1]
    time.pass_by(2)
    state = await program.look(table)
    assert state["abandoned_at"][1] > began
    time.pass_by(2)
    play = {"type": "play", "table": table, "ply": state["ply"], "decisions": state["legal"][:1]}
    await program.post(f"/api/tables/{table}/messages", play)
    await ada.sees(table, lambda t: t["abandoned_at"][1] > state["abandoned_at"][1])
    await has_been_gone(ada, table, 1, time)
    await ada.do("give", table=table, seat=1, level=1)


async def test_others_may_give_a_seat_only_while_the_host_is_away(few: Company, time: Time) -> None:
    table, (ada, bruno, carla) = await few.table("urtown", 3)
    await carla.disconnect()
    await has_been_gone(bruno, table, 2, time)
    assert (await bruno.refused("give", table=table, seat=2, level=1))["reason"] == "now"
    await ada.disconnect()
    await has_been_gone(bruno, table, 0, time)
    await bruno.do("give", table=table, seat=2, level=1)
    await bruno.do("give", table=table, seat=0, level=1)
    state = await bruno.sees(table, lambda t: kinds(t) == ["bot", "person", "bot"])
    assert state["seats"][0]["level"] == 1


async def test_a_rematch_rotates_the_seats_and_keeps_them(company: Company) -> None:
    table, (ada, bruno) = await company.table(clock={"kind": "turn", "hours": 1})
    stranger = await company.stranger()
    await stranger.watch(table)
    assert (await ada.refused("rematch", table=table))["reason"] == "now"
    await ada.at_ply("resign", table)
    assert "table" not in await bruno.do("rematch", table=table)
    state = await ada.sees(table, lambda t: t["asks"])
    assert state["asks"] == [{"what": "rematch", "seat": 1, "yes": []}]
    assert state["rematch"] is None
    again = str((await ada.do("rematch", table=table))["table"])
    for each in (bruno, stranger):
        state = await each.sees(table, lambda t: t["rematch"])
        assert (state["rematch"], state["asks"]) == (again, [])
    state = await ada.watch(again)
    assert [(seat["kind"], seat["name"]) for seat in state["seats"]] == [
        ("person", "Bruno"),
        ("person", "Ada"),
    ]
    assert (state["status"], state["host"], state["you"]) == ("playing", bruno.id, 1)
    assert state["clock"]["setting"] == {"kind": "turn", "hours": 1}
    assert state["seed"]["commitment"] != ada.tables[table]["seed"]["commitment"]


async def test_a_rematch_against_a_bot_starts_at_once(few: Company) -> None:
    ada = await few.person()
    table = await ada.make("urbino", "me 2")
    await ada.watch(table)
    await ada.at_ply("resign", table)
    await ada.sees(table, lambda t: t["status"] == "over")
    again = str((await ada.do("rematch", table=table))["table"])
    state = await ada.watch(again)
    assert [(seat["kind"], seat["level"]) for seat in state["seats"]] == [
        ("bot", 2),
        ("person", None),
    ]
    assert state["status"] == "playing"
    await ada.sees(again, lambda t: t["legal"])


async def test_two_want_a_rematch_at_the_same_instant(company: Company) -> None:
    """There is one next game, both sit at it, and nobody's list has another."""
    for _ in range(5):
        table, (ada, bruno) = await company.table()
        await ada.at_ply("resign", table)
        await bruno.sees(table, lambda t: t["status"] == "over")
        one, other = await asyncio.gather(
            ada.do("rematch", table=table), bruno.do("rematch", table=table)
        )
        again = one.get("table") or other["table"]  # the first one only offered it
        state = await ada.watch(again)
        assert state["status"] == "playing"
        assert {seat["guest"] for seat in state["seats"]} == {ada.id, bruno.id}
        for each in (ada, bruno):
            await each.sees(table, lambda t: t["rematch"] == again)  # noqa: B023
            mine = await each.get("/api/me/tables")
            assert {found["id"] for found in mine["tables"]} == {table, again}


async def test_one_accepts_a_rematch_while_the_other_withdraws_it(company: Company) -> None:
    """Either both get a table, or nobody does."""
    for _ in range(5):
        table, (ada, bruno) = await company.table()
        await ada.at_ply("resign", table)
        await bruno.sees(table, lambda t: t["status"] == "over")
        await ada.do("rematch", table=table)
        ply = (await bruno.sees(table, lambda t: t["asks"]))["ply"]
        yes = {"table": table, "ply": ply, "what": "rematch", "yes": True}
        await asyncio.gather(
            bruno.say("answer", **yes),
            ada.say("withdraw", table=table, ply=ply, what="rematch"),
        )
        mine = [
            {found["id"] for found in (await each.get("/api/me/tables"))["tables"]}
            for each in (ada, bruno)
        ]
        state = await ada.look(table)
        assert mine == [{table, state["rematch"]} - {None}] * 2


async def test_who_resigned_among_three_has_a_seat_in_the_next_game(few: Company) -> None:
    table, (ada, bruno, carla) = await few.table("urtown", 3)
    await carla.at_ply("resign", table)
    await bruno.sees(table, lambda t: t["seats"][2]["out"])
    assert bruno.tables[table]["seats"][2]["level"] == STAND_IN
    await retry_at_ply(bruno, "resign", table)
    await ada.sees(table, lambda t: t["status"] == "over")
    await ada.do("rematch", table=table)
    again = str((await bruno.do("rematch", table=table))["table"])
    state = await carla.watch(again)
    assert kinds(state) == ["kept", "person", "person"]
    await carla.do("sit", table=again, seat=0)
    await carla.sees(again, lambda t: t["status"] == "playing" and t["you"] == 0)


async def retry_at_ply(who: Somebody, kind: str, table: str) -> None:
    """Send a message about a moment that a bot may change at any time."""
    async with asyncio.timeout(PATIENCE):
        while True:
            answer = await who.say(kind, table=table, ply=who.tables[table]["ply"])
            if answer["type"] == "done":
                return
            assert answer["reason"] == "stale"
            await who.say("ping")


async def test_random_seats(few: Company) -> None:
    seen = set()
    ada, bruno = await few.person(), await few.person("Bruno")
    for _ in range(30):
        table = await ada.make("urbino", "me open", random_seats=True)
        await bruno.do("sit", table=table, seat=1)
        seen.add((await ada.look(table))["you"])
    assert seen == {0, 1}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"game": "chess"}, "body.game"),
        ({"game": "urbino", "seats": []}, "body.seats"),
        ({"seats": [{"kind": "me"}]}, "Urbino has 2 seats, not 1"),
        ({"seats": [{"kind": "me"}] * 2}, "You can have one seat at a table"),
        ({"seats": [{"kind": "me"}] * 11}, "body.seats"),
        ({"seats": [{"kind": "me"}, {"kind": "bot"}]}, "A bot has a level, 1 to 8"),
        ({"seats": [{"kind": "me"}, {"kind": "bot", "level": 9}]}, "body.seats.1.level"),
        ({"seats": [{"kind": "me"}, {"kind": "kept"}]}, "body.seats.1.kind"),
        (
            {"options": {"monuments": "yes"}},
            "option 'monuments' of Urbino must be one of False, True",
        ),
        ({"options": {"dragons": True}}, "Urbino has no option 'dragons'"),
        ({"clock": {"kind": "game", "minutes": 0}}, "body.clock.minutes"),
        ({"clock": {"kind": "turn", "hours": 100_000}}, "body.clock.hours"),
        ({"clock": {"kind": "sand"}}, "body.clock"),
        ({"more": 1}, "body.more"),
    ],
)
async def test_tables_that_cannot_be_made(few: Company, change: Data, sentence: str) -> None:
    ada = await few.guest()
    good: Data = {"game": "urbino", "seats": [{"kind": "me"}, {"kind": "open"}]}
    found = await ada.request("POST", "/api/tables", {**good, **change})
    assert (found.status, found.data["reason"]) == (422, "message")
    assert found.data["sentence"].startswith(sentence), found.data["sentence"]


# --- Several at one screen -----------------------------------------------------------------------


async def at_one_screen(ada: Somebody, game: str, *others: Data) -> str:
    """Make a table where Bruno sits beside Ada."""
    seats = [{"kind": "me"}, {"kind": "here", "name": "Bruno"}, *others]
    made = await ada.post("/api/tables", {"game": game, "seats": seats})
    await ada.watch(made["id"])
    return str(made["id"])


async def plays_a_turn(ada: Somebody, table: str) -> Data:
    """Decide until somebody else is to move, or the same player again."""
    seat, turns = ada.tables[table]["to_move"], len(ada.tables[table]["log"])
    while True:
        state = await ada.sees(table, lambda t: "play" in t["can"])
        if state["to_move"] != seat or len(state["log"]) > turns + 1:
            return state
        ply = state["ply"]
        await ada.do("play", table=table, ply=ply, decisions=state["legal"][:1])
        state = await ada.sees(table, lambda t, ply=ply: t["ply"] > ply)  # type: ignore[misc]


async def test_two_at_one_screen_see_what_their_own_seat_sees(few: Company) -> None:
    ada = await few.person("Ada")
    table = await at_one_screen(ada, "urtown")
    for _ in range(6):
        state = ada.tables[table]
        seat = state["to_move"]
        assert (state["you"], state["seats"][seat]["guest"]) == (seat, ada.id)
        for colour in state["view"]["colours"]:
            assert (colour["rack"] is not None) == (colour["owner"] == seat)
        after = await plays_a_turn(ada, table)
        assert after["you"] == 1 - seat
    assert [seat["name"] for seat in state["seats"]] == ["Ada", "Bruno"]


async def test_beside_a_bot_the_eyes_stay_with_who_has_moved(few: Company) -> None:
    ada = await few.person("Ada")
    table = await at_one_screen(ada, "urtown", {"kind": "bot", "level": 1})
    seen = set()
    for _ in range(5):
        state = await ada.sees(table, lambda t: t["to_move"] in (0, 1))
        assert state["you"] == state["to_move"]
        seen.add(state["you"])
        await plays_a_turn(ada, table)
    assert seen == {0, 1}


async def test_those_at_one_screen_need_nobody_to_agree(few: Company) -> None:
    ada = await few.person("Ada")
    table = await at_one_screen(ada, "urbino")
    first = ada.tables[table]["to_move"]
    state = await plays_a_turn(ada, table)
    await ada.do("ask", table=table, ply=state["ply"], what="takeback")
    state = await ada.sees(table, lambda t: not t["log"])
    assert (state["to_move"], state["asks"]) == (first, [])
    await ada.do("ask", table=table, ply=state["ply"], what="draw")
    state = await ada.sees(table, lambda t: t["status"] == "over")
    assert state["result"]["why"] == "draw"


async def test_another_name_and_another_game_leave_the_other_as_is(few: Company) -> None:
    ada = await few.person("Ada")
    table = await at_one_screen(ada, "urbino")
    await ada.request("PATCH", "/api/me", {"name": "Adele"})
    state = await ada.sees(table, lambda t: t["seats"][0]["name"] == "Adele")
    assert state["seats"][1]["name"] == "Bruno"
    await ada.at_ply("resign", table)
    await ada.sees(table, lambda t: t["status"] == "over")
    again = (await ada.do("rematch", table=table))["table"]
    state = await ada.watch(again)
    assert state["status"] == "playing"
    assert [seat["name"] for seat in state["seats"]] == ["Bruno", "Adele"]
    results = await ada.get("/api/me/results")
    assert results["results"] == []  # nobody has won against themselves


async def test_a_rematch_brings_all_of_a_screen_back(few: Company) -> None:
    """Even if the one who only sits beside comes first."""
    ada, carla = await few.person("Ada"), await few.person("Carla")
    seats = [{"kind": "here", "name": "Bruno"}, {"kind": "me"}, {"kind": "open"}]
    table = (await ada.post("/api/tables", {"game": "urtown", "seats": seats}))["id"]
    for who in (ada, carla):
        await who.watch(table)
    await carla.do("sit", table=table, seat=2)
    for _ in range(2):  # with two at a screen, two have to leave before it is over
        await ada.sees(table, lambda t: t["status"] == "playing")
        await retry_at_ply(ada, "resign", table)
    await carla.sees(table, lambda t: t["status"] == "over")
    await carla.do("rematch", table=table)
    again = (await ada.do("rematch", table=table))["table"]
    state = await carla.watch(again)
    assert [seat["name"] for seat in state["seats"]] == ["Carla", "Bruno", "Ada"]
    assert state["status"] == "playing"


async def test_whoever_is_forgotten_leaves_with_all_their_seats(few: Company) -> None:
    ada, carla = await few.person("Ada"), await few.person("Carla")
    table = await at_one_screen(ada, "urtown", {"kind": "open"})
    await carla.watch(table)
    await carla.do("sit", table=table, seat=2)
    await carla.sees(table, lambda t: t["status"] == "playing")
    await ada.request("DELETE", "/api/me", {"confirm": "delete"})
    state = await carla.sees(table, lambda t: t["status"] == "over")
    assert state["result"]["places"][2] == 1
    assert not {"Ada", "Bruno"} & {seat["name"] for seat in state["seats"]}


async def test_somebody_at_the_screen_has_a_name(few: Company) -> None:
    ada = await few.person("Ada")
    seats = [{"kind": "me"}, {"kind": "here", "name": " "}]
    found = await ada.request("POST", "/api/tables", {"game": "urbino", "seats": seats})
    assert (found.status, found.data["reason"]) == (422, "message")
