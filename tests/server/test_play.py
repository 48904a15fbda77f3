"""Playing over real sockets: every message of a game, its effect and its refusals."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest

import contrada
from contrada.server import times
from contrada.server.db.errors import StoreError
from contrada.server.tables.presence import Presence
from tests.server.people import Company, Data, Somebody, lasting, until_clock_runs
from tests.server.serving import PATIENCE

pytestmark = pytest.mark.anyio


async def everyone_agrees(table: str, *people: Somebody) -> None:
    """What each client has from deltas is what the server shows in a snapshot."""
    for each in people:
        whole = await each.look(table)
        await each.sees(table, lambda t, seq=whole["seq"]: t["seq"] >= seq)  # type: ignore[misc]
        assert lasting(each.tables[table]) == lasting(whole)


async def play_on(table: str, players: list[Somebody], decisions: int, seed: int = 1) -> Data:
    """Let players decide at random, this many times or until the end."""
    choose = random.Random(seed)
    watching = players[0]
    for _ in range(decisions):
        state = watching.tables[table]
        if state["status"] == "over":
            break
        mover, ply = players[state["to_move"]], state["ply"]
        state = await mover.sees(table, lambda t, ply=ply: t["ply"] >= ply)  # type: ignore[misc]
        await mover.play(table, choose.choice(state["legal"]))
        await watching.sees(table, lambda t, ply=ply: t["ply"] > ply)  # type: ignore[misc]
    return watching.tables[table]


# --- The socket ----------------------------------------------------------------------------------


async def test_hello_and_ping(few: Company) -> None:
    ada, stranger = await few.person("Ada"), await few.stranger()
    assert await ada.say("ping") == {"type": "pong", "id": 1}
    assert (await stranger.say("ping"))["type"] == "pong"
    first, other = (json.loads(each.heard[0]) for each in (ada, stranger))
    assert (first["type"], first["version"]) == ("hello", contrada.__version__)
    assert first["guest"] == {"id": ada.id, "name": "Ada"}
    assert other["guest"] is None


async def test_a_snapshot_has_every_field_of_the_protocol(few: Company) -> None:
    table, (ada, _) = await few.table(clock={"kind": "game", "minutes": 10, "increment": 5})
    assert set(ada.tables[table]) == {
        *(
            "type",
            "id",
            "table",
            "seq",
            "ply",
            "game",
            "options",
            "status",
            "listed",
            "hints",
            "host",
            "host_name",
            "random_seats",
            "you",
        ),
        *("seats", "clock", "seed", "view", "to_move", "legal", "then", "log", "can", "asks"),
        *("declined", "chat", "muted", "result", "sheet", "hands", "rematch", "reopened"),
        *("online", "abandoned_at", "watchers"),
    }
    state = ada.tables[table]
    assert (state["game"], state["status"], state["you"]) == ("urbino", "playing", 0)
    assert state["host"] == ada.id
    assert state["clock"]["setting"] == {"kind": "game", "minutes": 10, "increment": 5}
    assert [seat["name"] for seat in state["seats"]] == ["Ada", "Bruno"]


@pytest.mark.parametrize(("game", "seats"), [("urbino", 2), ("urtown", 3)])
async def test_a_whole_game_with_somebody_watching(few: Company, game: str, seats: int) -> None:
    table, players = await few.table(game, seats)
    watcher = await few.stranger()
    await watcher.watch(table)
    end = await play_on(table, players, 10_000)
    assert (end["status"], end["to_move"], end["legal"]) == ("over", None, None)
    assert end["result"]["why"] == "rules"
    assert len(end["sheet"]) == seats
    assert end["seed"]["seed"] is not None
    await everyone_agrees(table, *players, watcher)
    assert watcher.tables[table]["result"] == end["result"]


async def test_part_of_a_game_on_each_database(company: Company) -> None:
    table, players = await company.table("urbania")
    watcher = await company.person("Zeno")
    await watcher.watch(table)
    await play_on(table, players, 20)
    await everyone_agrees(table, *players, watcher)
    assert players[0].tables[table]["watchers"] == 1


async def test_a_bot_plays_the_other_seat(company: Company) -> None:
    ada = await company.person()
    table = await ada.make("urbino", "1 me")
    await ada.watch(table)
    for _ in range(3):
        state = await ada.sees(table, lambda t: t["legal"])
        await ada.play(table, state["legal"][0])
    state = await ada.sees(table, lambda t: t["legal"] or t["status"] == "over")
    assert {line["seat"] for line in state["log"]} == {0, 1}
    await everyone_agrees(table, ada)


async def test_bots_among_themselves(few: Company) -> None:
    ada = await few.person()
    table = await ada.make("urtown", "1 1")
    await ada.watch(table)
    state = await ada.sees(table, lambda t: t["ply"] > 5)
    assert state["you"] is None
    assert state["legal"] is None


# --- Refusals ------------------------------------------------------------------------------------


async def test_a_refused_decision_says_which_rule_and_where(few: Company) -> None:
    table, (ada, bruno) = await few.table()
    await ada.play(table, 40)
    await bruno.sees(table, lambda t: t["ply"] == 1)
    before = bruno.tables[table]
    answer = await bruno.refused("play", table=table, ply=1, decisions=[40])
    position = contrada.game("urbino").start().play(40)
    why = position.why_not(40)
    assert why is not None
    assert answer == {
        "type": "refused",
        "id": answer["id"],
        "table": table,
        "reason": "rule",
        "sentence": why.sentence,
        "rule": why.rule,
        "case": why.case,
        "values": why.values,
        "squares": list(why.squares),
        "decision": 40,
    }
    assert bruno.tables[table] == before
    assert '"refused"' not in "".join(ada.heard)  # only the mover is told


async def test_a_stale_ply_is_refused_and_the_position_comes_along(few: Company) -> None:
    table, (ada, bruno) = await few.table()
    await ada.play(table, 40)
    await ada.sees(table, lambda t: t["ply"] == 1)
    snapshots = sum('"snapshot"' in text for text in ada.heard)
    answer = await ada.refused("play", table=table, ply=0, decisions=[41])
    assert answer["reason"] == "stale"
    await ada.until(lambda: sum('"snapshot"' in text for text in ada.heard) == snapshots + 1)
    assert ada.tables[table]["ply"] == 1
    # Who does not watch is not shown anything.
    await bruno.do("leave", table=table)
    bruno.heard.clear()
    assert (await bruno.refused("undo", table=table, ply=0))["reason"] == "stale"
    await bruno.say("ping")
    assert len(bruno.heard) == 2


@pytest.mark.parametrize("kind", ["undo", "hint"])
async def test_a_stale_ply_while_the_database_fails(
    few: Company, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """The position cannot be sent along; the socket stays open and says so."""
    table, (ada, _) = await few.table()

    async def failing(*_: Any) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setattr(Presence, "watch", failing)
    assert (await ada.refused(kind, table=table, ply=99))["reason"] == "stale"
    await ada.until(lambda: json.loads(ada.heard[-1]).get("reason") == "busy")
    assert json.loads(ada.heard[-1])["id"] is None  # its message is answered already
    assert (await ada.say("ping"))["type"] == "pong"


@pytest.mark.parametrize(
    ("kind", "fields", "reason"),
    [
        ("play", {"ply": 0, "decisions": [0]}, "seat"),
        ("undo", {"ply": 0}, "seat"),
        ("resign", {"ply": 0}, "seat"),
        ("preview", {"ply": 0, "decisions": [0]}, "seat"),
        ("stand", {}, "seat"),
        ("sit", {"seat": 0}, "now"),
        ("give", {"seat": 1, "level": 1}, "now"),
        ("rematch", {}, "seat"),
        ("mute", {"guest": "x", "muted": True}, "host"),
    ],
)
async def test_who_only_looks_on(
    few: Company, kind: str, fields: dict[str, Any], reason: str
) -> None:
    table, _ = await few.table()
    zeno, stranger = await few.person("Zeno"), await few.stranger()
    assert (await zeno.refused(kind, table=table, **fields))["reason"] == reason
    unknown = await stranger.refused(kind, table=table, **fields)
    assert unknown["reason"] == ("seat" if kind == "preview" else "guest")


@pytest.mark.parametrize("kind", ["watch", "rematch", "stand"])
async def test_a_table_that_is_not_there(few: Company, kind: str) -> None:
    ada = await few.person()
    assert (await ada.refused(kind, table="nowhere"))["reason"] == "missing"


async def test_a_gap_is_mended_by_watching_again(few: Company) -> None:
    table, (ada, bruno) = await few.table()
    await bruno.do("leave", table=table)
    await ada.play(table, 40)
    await bruno.say("ping")
    assert bruno.tables[table]["ply"] == 0  # nobody told him
    state = await bruno.watch(table)
    assert state["ply"] == 1
    await bruno.play(table, 44)
    await ada.sees(table, lambda t: t["ply"] == 2)
    await everyone_agrees(table, ada, bruno)


# --- Previews and undo ---------------------------------------------------------------------------


async def test_a_preview_and_then_the_move(few: Company) -> None:
    table, (ada, bruno) = await few.table()
    heard = len(bruno.heard)
    shown = await ada.say("preview", table=table, ply=0, decisions=[40])
    assert (shown["type"], shown["table"], shown["ply"]) == ("preview", table, 0)
    assert shown["decisions"] == [40]
    assert shown["ends_turn"] is True
    assert shown["reveals"] is False
    assert shown["legal"] is shown["then"] is None
    await bruno.say("ping")
    assert len(bruno.heard) == heard + 1  # nobody else hears of it
    await ada.play(table, 40)
    state = await ada.sees(table, lambda t: t["ply"] == 1)
    assert state["view"] == shown["view"]
    assert (await ada.refused("preview", table=table, ply=1, decisions=[1]))["reason"] == "turn"
    wrong = await bruno.refused("preview", table=table, ply=1, decisions=[40])
    assert (wrong["reason"], wrong["decision"]) == ("rule", 40)
    assert (await bruno.refused("preview", table=table, ply=0, decisions=[4]))["reason"] == "stale"
    several = await bruno.refused("preview", table=table, ply=1, decisions=[4, 4])
    assert several["reason"] == "message"


async def test_undo_within_a_turn(few: Company) -> None:
    table, (ada, bruno) = await few.table()
    players = [ada, bruno]
    await play_on(table, players, 3, seed=2)
    state = ada.tables[table]
    while state["log"] and state["log"][-1]["done"]:  # on until a turn has begun
        state = await play_on(table, players, 1)
    mover = players[state["to_move"]]
    other = players[1 - state["to_move"]]
    state = await mover.sees(table, lambda t: t["ply"] == state["ply"])
    assert "undo" in state["can"]
    ply = state["ply"]
    assert (await other.refused("undo", table=table, ply=ply))["reason"] == "now"
    await mover.at_ply("undo", table)
    for each in players:
        after = await each.sees(table, lambda t: t["ply"] == ply + 1)
        assert len(after["log"]) == len(state["log"]) - 1
    assert (await mover.refused("undo", table=table, ply=ply + 1))["reason"] == "now"
    await everyone_agrees(table, ada, bruno)
    await play_on(table, players, 4)
    await everyone_agrees(table, ada, bruno)


# --- Questions -----------------------------------------------------------------------------------


@pytest.mark.parametrize("yes", [True, False])
async def test_asking_to_take_a_turn_back(few: Company, yes: bool) -> None:
    table, (ada, bruno) = await few.table()
    before = ada.tables[table]["view"]
    await ada.play(table, 40)
    await ada.sees(table, lambda t: t["ply"] == 1)
    await ada.at_ply("ask", table, what="takeback")
    state = await bruno.sees(table, lambda t: t["asks"])
    assert state["asks"] == [{"what": "takeback", "seat": 0, "yes": []}]
    assert "answer" in state["can"]
    await bruno.at_ply("answer", table, what="takeback", yes=yes)
    state = await ada.sees(table, lambda t: not t["asks"])
    assert (state["ply"], state["to_move"]) == ((2, 0) if yes else (1, 1))
    assert (state["view"] == before) is yes
    assert len(state["log"]) == (0 if yes else 1)
    await everyone_agrees(table, ada, bruno)


async def test_a_question_can_be_withdrawn(few: Company) -> None:
    table, (ada, bruno) = await few.table()
    await ada.at_ply("ask", table, what="draw")
    await bruno.sees(table, lambda t: t["asks"])
    await ada.at_ply("withdraw", table, what="draw")
    state = await bruno.sees(table, lambda t: not t["asks"])
    assert state["declined"] == []
    answer = await bruno.refused("answer", table=table, ply=0, what="draw", yes=True)
    assert answer["reason"] == "now"


async def test_bots_let_one_take_back(few: Company) -> None:
    ada = await few.person()
    table = await ada.make("urbino", "me 1")
    await ada.watch(table)
    await ada.play(table, 40)
    state = await ada.sees(table, lambda t: t["legal"] and t["ply"] >= 2)
    await ada.at_ply("ask", table, what="takeback")
    state = await ada.sees(table, lambda t: not t["log"])
    assert (state["to_move"], state["asks"]) == (0, [])
    await ada.play(table, 41)
    await ada.sees(table, lambda t: len(t["log"]) >= 2)
    await everyone_agrees(table, ada)


@pytest.mark.parametrize("yes", [True, False])
async def test_offering_a_draw(few: Company, yes: bool) -> None:
    table, (ada, bruno) = await few.table()
    await bruno.at_ply("ask", table, what="draw")
    await ada.sees(table, lambda t: t["asks"])
    await ada.at_ply("answer", table, what="draw", yes=yes)
    state = await bruno.sees(table, lambda t: not t["asks"])
    assert state["status"] == ("over" if yes else "playing")
    if yes:
        assert state["result"]["why"] == "draw"
        assert state["result"]["results"] == [0.5, 0.5]
    await everyone_agrees(table, ada, bruno)


# --- Ends ----------------------------------------------------------------------------------------


async def test_resigning_with_two_seats(few: Company) -> None:
    table, (ada, bruno) = await few.table("urtown")
    await ada.at_ply("resign", table)
    state = await bruno.sees(table, lambda t: t["status"] == "over")
    assert state["result"]["places"] == [2, 1]
    assert (state["result"]["why"], state["result"]["seat"]) == ("resigned", 0)
    assert len(state["hands"]) == 2
    assert state["seed"]["seed"]
    assert (await bruno.refused("resign", table=table, ply=state["ply"]))["reason"] == "now"
    await everyone_agrees(table, ada, bruno)


async def test_resigning_with_three_seats_lets_a_bot_play_on(few: Company) -> None:
    table, players = await few.table("urtown", 3)
    await players[2].at_ply("resign", table)
    state = await players[2].sees(table, lambda t: t["you"] is None)
    assert state["seats"][2] | {"guest": None} == {
        "kind": "bot",
        "name": "Carla",
        "guest": None,
        "level": 4,
        "out": "resigned",
        "here": False,
        "until": None,
    }
    answer = await players[2].refused("sit", table=table, seat=2)
    assert answer["reason"] == "now"
    choose = random.Random(1)
    while (state := players[0].tables[table])["status"] == "playing":
        mover, seq = state["to_move"], state["seq"]
        if mover != 2:
            state = await players[mover].sees(table, lambda t, seq=seq: t["seq"] >= seq)  # type: ignore[misc]
            await players[mover].play(table, choose.choice(state["legal"]))
        await players[0].sees(table, lambda t, seq=seq: t["seq"] > seq)  # type: ignore[misc]
    assert state["result"]["places"][2] == 3
    assert 2 in {line["seat"] for line in state["log"]}
    await everyone_agrees(table, *players)


async def test_claiming_when_time_has_run_out(
    few: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (ada, bruno) = await few.table(clock={"kind": "game", "minutes": 1})
    ply = (await until_clock_runs(table, [ada, bruno], seat=0))["ply"]
    assert "claim" in bruno.tables[table]["can"]
    assert (await bruno.refused("claim", table=table, ply=ply))["reason"] == "now"
    real = times.now
    monkeypatch.setattr(times, "now", lambda: real() + 60_000)
    assert (await ada.refused("claim", table=table, ply=ply))["reason"] == "now"
    await bruno.at_ply("claim", table)
    state = await ada.sees(table, lambda t: t["status"] == "over")
    assert (state["result"]["why"], state["result"]["seat"]) == ("time", 0)
    assert state["result"]["places"] == [2, 1]
    assert state["clock"]["left"][0] <= 0


async def test_clocks_go_over_the_wire(few: Company) -> None:
    table, (ada, bruno) = await few.table(clock={"kind": "game", "minutes": 1, "increment": 5})
    first = ada.tables[table]["clock"]
    assert (first["left"], first["running"]) == ([60_000, 60_000], None)
    assert first["first_move_by"] == first["at"] + 60_000
    await ada.play(table, 40)
    then = (await bruno.sees(table, lambda t: t["ply"] == 1))["clock"]
    assert (then["running"], then["left"]) == (None, [65_000, 60_000])
    assert then["first_move_by"] == then["at"] + 60_000
    started = await until_clock_runs(table, [ada, bruno])
    await bruno.play(table, bruno.tables[table]["legal"][0])
    after = (await ada.sees(table, lambda t: t["ply"] > started["ply"]))["clock"]
    before = started["clock"]
    assert after["left"][1] in (
        gone := before["left"][1] - (after["at"] - before["at"]),
        gone + 5000,
    )
    assert after["first_move_by"] is None
    await everyone_agrees(table, ada, bruno)


# --- Two sockets of one person -------------------------------------------------------------------


async def test_a_second_device_sees_and_plays_the_same(few: Company) -> None:
    table, (ada, bruno) = await few.table()
    device = await few.again(ada)
    assert (await device.watch(table))["you"] == 0
    await device.play(table, 40)
    for each in (ada, bruno, device):
        await each.sees(table, lambda t: t["ply"] == 1)
    await everyone_agrees(table, ada, bruno, device)


async def test_messages_of_one_socket_are_answered_in_order(few: Company) -> None:
    table, (ada, _) = await few.table()
    for number in range(100, 120):
        await ada.send({"type": "ping", "id": number})
        await ada.send({"type": "chat", "id": number + 100, "table": table, "text": str(number)})
    async with asyncio.timeout(PATIENCE):
        await ada.sees(table, lambda t: len(t["chat"]) == 20)
        await ada.say("ping")
    answers = [json.loads(text) for text in ada.heard if '"pong"' in text or '"done"' in text]
    numbers = [answer["id"] for answer in answers if answer["id"] and answer["id"] >= 100]
    assert numbers == [n for number in range(100, 120) for n in (number, number + 100)]
    said = [line["text"] for line in ada.tables[table]["chat"]]
    assert said == [str(number) for number in range(100, 120)]


async def test_every_message_over_http_too(company: Company) -> None:
    table, (ada, bruno) = await company.table()
    path = f"/api/tables/{table}/messages"

    async def post(who: Somebody, kind: str, **fields: Any) -> tuple[int, Any]:
        found = await who.request("POST", path, {"type": kind, "table": table, **fields})
        return found.status, found.data

    assert await post(ada, "play", ply=0, decisions=[40], id=5) == (200, {"type": "done", "id": 5})
    status, shown = await post(bruno, "watch")
    assert (status, shown["type"], shown["ply"]) == (200, "snapshot", 1)
    assert (await post(bruno, "preview", ply=1, decisions=[44]))[1]["type"] == "preview"
    status, refused = await post(bruno, "play", ply=1, decisions=[40])
    assert (status, refused["reason"], refused["decision"]) == (409, "rule", 40)
    assert refused["rule"].startswith("URBINO-")
    for kind, fields, expected in [
        ("play", {"ply": 0, "decisions": [44]}, (409, "stale")),
        ("play", {"ply": 1, "decisions": []}, (422, "message")),
        ("mute", {"guest": "x", "muted": True}, (403, "host")),
        ("stand", {}, (409, "now")),
        ("ping", {}, (422, "message")),
        ("home", {}, (422, "message")),
        ("leave", {}, (422, "message")),
    ]:
        status, refused = await post(bruno, kind, **fields)
        assert (status, refused["reason"]) == expected, kind
    other = await bruno.request("POST", path, {"type": "stand", "table": "other"})
    assert (other.status, other.data["reason"]) == (422, "message")
    nobody = await (await company.stranger()).request(
        "POST", path, {"type": "stand", "table": table}
    )
    assert (nobody.status, nobody.data["reason"]) == (401, "guest")
    missing = await bruno.request(
        "POST", "/api/tables/nowhere/messages", {"type": "stand", "table": "nowhere"}
    )
    assert (missing.status, missing.data["reason"]) == (404, "missing")
