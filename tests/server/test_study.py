"""Studying any position of a finished game, a record or a text, over real HTTP, with real bots."""

from __future__ import annotations

import asyncio
import json
import random
import threading
from functools import cache
from typing import Any
from urllib.parse import quote

import pytest

import contrada
from contrada import record, replay
from contrada.bots import search_player
from contrada.bots.player import Limits as Thought
from contrada.bots.search_player import SearchPlayer
from contrada.games.contract import Position
from contrada.server.http import study
from contrada.server.runtime import readiness
from contrada.server.search.pool import ADVISER
from contrada.server.search.queue import Kind, Wish
from contrada.server.settings import Limits, Settings
from tests.server.conftest import NewDatabase
from tests.server.knowledge import FACE, MAY_HAVE, PRESENCE, check_advice, check_preview, wired
from tests.server.people import Company, Data, Somebody
from tests.server.serving import PATIENCE, InThread, eventually, hasten

pytestmark = pytest.mark.anyio
SEATS = {name: contrada.game(name).facts.seats[1] for name in contrada.NAMES}
OFTEN = (100_000.0, 100_000)


@cache
def played(game: str, seats: int | None = None, seed: int = 3) -> Position:
    """Play a random game to its end."""
    choose = random.Random(seed)
    position = contrada.game(game).start(seats, seed)
    while not position.is_over:
        position = position.play_one(choose.choice(position.legal()))
    return position


def recorded(position: Position, ply: int | None = None) -> Data:
    return {"kind": "record", "record": record.record_of(position).document(), "ply": ply}


def text_of(position: Position) -> Data:
    options = dict(position.game.options)
    return {
        "kind": "position",
        "game": position.game.name,
        "options": options,
        "text": position.text,
    }


async def finished(company: Company, game: str = "urtown") -> tuple[str, list[Somebody]]:
    """Play some turns at a table of two, then let somebody resign."""
    table, players = await company.table(game)
    for _ in range(6):
        state = await players[0].sees(table, lambda t: t["to_move"] is not None)
        mover = players[state["to_move"]]
        mine = await mover.sees(table, lambda t, ply=state["ply"]: t["legal"] and t["ply"] >= ply)  # type: ignore[misc]
        await mover.play(table, mine["legal"][0])
        await players[0].sees(table, lambda t, ply=state["ply"]: t["ply"] > ply)  # type: ignore[misc]
    await players[1].watch(table)
    await players[1].at_ply("resign", table)
    for each in players:
        await each.sees(table, lambda t: t["status"] == "over")
    return table, players


# --- What is shown -------------------------------------------------------------------------------


@pytest.mark.parametrize("game", contrada.NAMES)
async def test_every_moment_of_a_record(few: Company, game: str) -> None:
    somebody, end = await few.guest(), played(game, SEATS[game])
    line = end.history()
    for ply in range(0, len(line) - 1, max(1, len(line) // 7)):  # the end is not studied
        here = line[ply]
        found = await somebody.post("/api/study", {"source": recorded(end, ply)})
        assert found.keys() == FACE | PRESENCE | {"id", "seq"}  # as of any table
        assert (found["table"], found["ply"], found["seq"]) == ("study", ply, ply)
        assert found["you"] == found["to_move"] == here.to_move
        assert found["view"] == wired(here.view(here.to_move))
        assert found["legal"] == here.legal()
        assert found["then"] == wired(here.then())
        assert (found["log"][-1]["ply"] if found["log"] else 0) == ply
        assert (found["status"], found["can"]) == ("playing", ["play"])
        assert {seat["kind"] for seat in found["seats"]} == {"person"}
        assert found["online"] == [True] * SEATS[game]


@pytest.mark.parametrize("game", contrada.NAMES)
async def test_the_end_of_a_record(few: Company, game: str) -> None:
    somebody, end = await few.guest(), played(game)
    outcome = end.outcome()
    assert outcome is not None
    for source in (recorded(end), recorded(end, len(end.history()) - 1)):
        found = await somebody.post("/api/study", {"source": source})
        assert (found["status"], found["you"], found["legal"]) == ("over", None, None)
        assert found["result"]["places"] == list(outcome.places)
        assert found["result"]["why"] == "rules"
        assert found["sheet"] == [[wired(line.data()) for line in s] for s in end.score_sheet()]
        assert (found["hands"] is not None) == end.game.facts.hidden


async def test_each_mover_sees_their_own_hand_and_a_seat_only_its_own(few: Company) -> None:
    somebody, end = await few.guest(), played("urbania", 3)
    line = end.history()
    ply = next(n for n, here in enumerate(line) if here.to_move == 1 and n > 20)
    for seat in range(3):
        body = {"source": recorded(end, ply), "seat": seat}
        found = await somebody.post("/api/study", body)
        assert found["view"] == wired(line[ply].view(seat))
        assert (found["you"], found["can"]) == (seat, ["play"] if seat == 1 else [])
        assert (found["legal"] is not None) == (seat == 1)
        refused = await somebody.request("POST", "/api/study/preview", {**body, "try": [0]})
        assert (refused.status == 403) == (seat != 1)


@pytest.mark.parametrize("game", contrada.NAMES)
async def test_a_position_by_its_text_and_what_is_tried_there(few: Company, game: str) -> None:
    somebody = await few.guest()
    line = played(game).history()
    here = line[len(line) // 2]
    source, decisions = text_of(here), list[int]()
    for _ in range(4):
        found = await somebody.post("/api/study", {"source": source, "decisions": decisions})
        assert found["can"] == (["play", "undo"] if decisions else ["play"])
        assert (found["ply"], found["legal"]) == (len(decisions), here.legal())
        wanted = here.legal()[-1:]
        preview = await somebody.post(
            "/api/study/preview", {"source": source, "decisions": decisions, "try": wanted}
        )
        assert preview.keys() == MAY_HAVE["preview"]
        assert here.to_move is not None
        check_preview(here, preview, here.to_move)
        here, decisions = here.play_one(*wanted), decisions + wanted


# --- Tables --------------------------------------------------------------------------------------


async def test_a_table_is_studied_once_it_is_over_and_not_disturbed(company: Company) -> None:
    table, (ada, bruno) = await finished(company)
    before = (await ada.look(table))["seq"]
    source = {"kind": "table", "table": table, "ply": None}
    stranger = await company.stranger()
    found = await stranger.post("/api/study", {"source": source})
    assert [seat["name"] for seat in found["seats"]] == ["Ada", "Bruno"]
    assert [line["text"] for line in found["log"]][-1]
    # Bruno has resigned, but whoever studies it may play on.
    assert (found["status"], found["result"], found["can"]) == ("playing", None, ["play"])
    further = found["legal"][:1]
    after = await stranger.post("/api/study", {"source": source, "decisions": further})
    assert after["ply"] == found["ply"] + 1
    start = await stranger.post("/api/study", {"source": {**source, "ply": 0}})
    assert (start["ply"], start["log"]) == (0, [])
    assert (await ada.look(table))["seq"] == before
    assert (await ada.get(f"/api/tables/{table}/replay"))["result"] == wired(
        {
            "places": [1, 2],
            "results": [1.0, 0.0],
            "scores": (await ada.look(table))["result"]["scores"],
            "decided_by": None,
            "why": "resigned",
            "seat": 1,
        }
    )
    assert bruno.id not in str(found)  # whoever studies needs nobody's id


@pytest.mark.parametrize("seats", ["me open", "me 1"])
async def test_a_table_that_is_not_over_is_nobodys_to_study(few: Company, seats: str) -> None:
    ada = await few.guest()
    table = await ada.make("urbino", seats)
    found = await ada.request("POST", "/api/study", {"source": {"kind": "table", "table": table}})
    assert (found.status, found.data["reason"]) == (409, "now")
    assert "over" in found.data["sentence"]


# --- Bots and advice -----------------------------------------------------------------------------


@pytest.mark.parametrize("game", contrada.NAMES)
async def test_a_bot_plays_whole_turns_until_the_end(few: Company, game: str) -> None:
    """Bots play all seats from some point on: each answer is one turn."""
    somebody = await few.guest()
    line = played(game, SEATS[game]).history()
    here, decisions = line[len(line) * 4 // 5], list[int]()
    source = text_of(here)
    for _ in range(3):
        if here.is_over:
            break
        body = {"source": source, "decisions": decisions, "level": 1}
        answer = (await somebody.post("/api/study/bot", body))["decisions"]
        seat = here.to_move
        for decision in answer:
            assert here.to_move == seat
            here = here.play_one(decision)
        assert here.is_over or here.turn_begins
        decisions += answer
        found = await somebody.post("/api/study", {"source": source, "decisions": decisions})
        assert found["to_move"] == here.to_move


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make advice search less than anybody can ask for."""
    monkeypatch.setattr(study, "Limits", lambda _seconds: Thought(iterations=200))


@pytest.mark.usefixtures("brief")
@pytest.mark.parametrize("game", contrada.NAMES)
async def test_advice_about_every_kind_of_position(few: Company, game: str) -> None:
    somebody = await few.guest()
    end = played(game, SEATS[game], seed=21)  # no other test plays this game at a table
    line = end.history()
    for ply in (0, len(line) // 2, len(line) - 2):
        body = {"source": recorded(end, ply)}
        found = await somebody.post("/api/study/advice", body)
        here = line[ply]
        assert here.to_move is not None
        assert len(found["values"]) == SEATS[game]
        assert sum(found["values"]) == pytest.approx(1, abs=0.01)
        assert 1 <= len(found["choices"]) <= 8
        assert {choice["decision"] for choice in found["choices"]} <= {*here.legal()}
        shares = [choice["share"] for choice in found["choices"] if not choice["certain"]]
        assert shares == sorted(shares, reverse=True)
        assert found["choices"][0]["value"] is not None
        check_advice(here, found, here.to_move)


def test_the_search_is_loaded_before_anybody_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[str] = []
    monkeypatch.setattr(search_player, "load", lambda of: loaded.append(of.facts.name))
    readiness._load("urtown")
    assert loaded == ["urtown"]


async def test_the_best_move_is_found(few: Company) -> None:
    """One decision before the end, the search proves every result."""
    somebody, end = await few.guest(), played("urbino", seed=21)
    line = end.history()
    ply = max(n for n, here in enumerate(line[:-1]) if len(here.legal()) > 1)
    body = {"source": recorded(end, ply), "seconds": 0.5}
    found = await somebody.post("/api/study/advice", body)
    best = found["choices"][0]
    assert best["certain"]
    assert best["value"] in (0.0, 0.5, 1.0)


# --- What is wrong -------------------------------------------------------------------------------

URBINO = {"kind": "position", "game": "urbino", "text": contrada.game("urbino").start().text}


@pytest.mark.parametrize(
    ("path", "body", "status", "word"),
    [
        ("", {"source": {"kind": "table", "table": "nowhere"}}, 404, "table"),
        ("", {"source": {"kind": "table", "table": "../x"}}, 422, "table"),
        ("", {"source": {"kind": "dream"}}, 422, "kind"),
        ("", {"source": {"kind": "record", "record": {}}}, 422, "record"),
        ("", {"source": {"kind": "record", "record": {"contrada": 2}}}, 422, "game"),
        ("", {"source": {**URBINO, "text": "nonsense"}}, 422, "Urbino"),
        ("", {"source": {**URBINO, "options": {"monuments": "maybe"}}}, 422, "monuments"),
        ("", {"source": {**URBINO, "game": "chess"}}, 422, "game"),
        ("", {"source": URBINO, "decisions": [-1]}, 422, "decisions"),
        ("", {"source": URBINO, "decisions": ["1"]}, 422, "decisions"),
        ("", {"source": URBINO, "decisions": [10**5]}, 422, "decision"),
        ("", {"source": URBINO, "seat": 2}, 422, "0 to 1"),
        ("", {"source": URBINO, "more": 1}, 422, "more"),
        ("/preview", {"source": URBINO}, 422, "try"),
        ("/preview", {"source": URBINO, "try": [-1]}, 422, "try"),
        ("/bot", {"source": URBINO, "level": 9}, 422, "level"),
        ("/bot", {"source": URBINO}, 422, "level"),
        ("/advice", {"source": URBINO, "seconds": 60}, 422, "seconds"),
    ],
)
async def test_what_is_wrong_is_told_in_a_sentence(
    few: Company, path: str, body: Any, status: int, word: str
) -> None:
    stranger = await few.stranger()
    found = await stranger.request("POST", f"/api/study{path}", body)
    assert found.status == status, found
    assert word in found.data["sentence"]


async def test_the_rules_refuse_as_at_a_table(few: Company) -> None:
    stranger = await few.stranger()
    start = contrada.game("urbino").start()
    illegal = next(d for d in range(start.game.facts.decisions) if d not in start.legal())
    why = start.why_not(illegal)
    assert why is not None
    for path, body in (("", {"decisions": [illegal]}), ("/preview", {"try": [illegal]})):
        found = await stranger.request("POST", f"/api/study{path}", {"source": URBINO, **body})
        assert found.status == 409
        told = {key: found.data[key] for key in ("reason", "rule", "sentence", "decision")}
        assert told == {
            "reason": "rule",
            "rule": why.rule,
            "sentence": why.sentence,
            "decision": illegal,
        }


async def test_nothing_follows_the_end(few: Company) -> None:
    stranger, source = await few.stranger(), recorded(played("urtown"))
    for path, body in (("", {"decisions": [0]}), ("/bot", {"level": 1}), ("/advice", {})):
        found = await stranger.request("POST", f"/api/study{path}", {"source": source, **body})
        assert (found.status, found.data["reason"]) == (409, "now")
    found = await stranger.request("POST", "/api/study/preview", {"source": source, "try": [0]})
    assert found.status == 403
    found = await stranger.request("POST", "/api/study", {"source": {**source, "ply": 5000}})
    assert (found.status, found.data["reason"]) == (422, "message")


# --- How much ------------------------------------------------------------------------------------


@pytest.mark.usefixtures("brief")
async def test_nobody_searches_all_the_time(new_database: NewDatabase) -> None:
    limits = Limits(searches=(0.01, 3), studies=(0.01, 6), requests=OFTEN)
    server = InThread(Settings(database=new_database("sqlite"), limits=limits))
    try:
        async with Company(server) as company:
            one, other = await company.guest(), await company.guest()
            body = {"source": URBINO}
            statuses = [
                (await one.request("POST", "/api/study/advice", body)).status for _ in range(4)
            ]
            assert statuses == [200, 200, 200, 429]
            assert (await other.request("POST", "/api/study/advice", body)).status == 200
            looks = [(await one.request("POST", "/api/study", {"source": URBINO})).status]
            looks += [(await one.request("POST", "/api/study", {"source": URBINO})).status]
            looks += [(await one.request("POST", "/api/study", {"source": URBINO})).status]
            assert looks == [200, 200, 429]
    finally:
        server.stop()


async def test_records_are_replayed_as_often_as_an_address_may(new_database: NewDatabase) -> None:
    """However many guests ask from there; what was replayed before costs nothing."""
    limits = Limits(replays=(0.001, 2), requests=OFTEN)
    server = InThread(Settings(database=new_database("sqlite"), limits=limits))
    try:
        async with Company(server) as company:
            one, other = await company.guest(), await company.guest()
            games = [played("urtown", seed=seed) for seed in range(3)]
            first, second, third = (dict[str, Any](source=recorded(game)) for game in games)
            asked = [(one, "study", first), (other, "analyses", second)]
            asked += [(one, "analyses", third), (other, "study/bot", {**third, "level": 1})]
            asked += [(one, "study", first), (other, "analyses", first)]
            statuses = [
                (await who.request("POST", f"/api/{path}", body)).status
                for who, path, body in asked
            ]
            assert statuses == [200, 200, 429, 429, 200, 200]
            assert (await one.request("POST", "/api/replays", first)).status == 429
    finally:
        server.stop()


async def test_asking_for_an_analysis_is_a_look(new_database: NewDatabase) -> None:
    limits = Limits(studies=(0.001, 2), requests=OFTEN)
    server = InThread(Settings(database=new_database("sqlite"), limits=limits))
    try:
        async with Company(server) as company:
            somebody, body = await company.guest(), {"source": recorded(played("urtown"))}
            asked = [await somebody.request("POST", "/api/analyses", body) for _ in range(3)]
            assert [answer.status for answer in asked] == [200, 200, 429]
    finally:
        server.stop()


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make advice search longer than any test waits."""
    monkeypatch.setattr(study, "Limits", lambda _seconds: Thought(seconds=2 * PATIENCE))


@pytest.mark.usefixtures("patient")
async def test_whoever_hangs_up_keeps_nobody_waiting(new_database: NewDatabase) -> None:
    """With one search at a time, abandoned searches make room for a bot's."""
    server = InThread(Settings(database=new_database("sqlite"), searches=1))
    try:
        async with Company(server) as company:
            ada, bruno = await company.guest(), await company.guest("Bruno")
            for _ in range(4):
                await _ask_and_hang_up(server, ada.token)
            await bruno.post("/api/study/bot", {"source": URBINO, "level": 1})  # or nobody answers
    finally:
        server.stop()


async def test_a_search_of_several_steps_is_dropped_as_a_whole(few: Company) -> None:
    """The next user of the player is not stopped with it."""
    assert isinstance(few.server, InThread)
    pool, here = few.server.services.pool, contrada.game("urbino").start()
    begun, done = threading.Event(), list[int]()

    def work(player: SearchPlayer) -> None:
        begun.set()
        for _ in range(4):
            done.append(player.consider(here, Thought(seconds=PATIENCE)).iterations)

    async def drop() -> None:
        task = asyncio.create_task(
            pool.search(Wish("ada", "", Kind.STUDY), here.game, ADVISER, work)
        )
        await asyncio.to_thread(begun.wait, PATIENCE)
        task.cancel()
        await asyncio.wait([task])

    await asyncio.to_thread(few.server.run, drop())  # no longer than a test waits
    assert len(done) == 4
    found = await (await few.guest()).post("/api/study/advice", {"source": URBINO, "seconds": 0.2})
    assert found["iterations"] > 10


async def _ask_and_hang_up(server: InThread, token: str) -> None:
    searching = server.services.pool._busy
    body = json.dumps({"source": URBINO}).encode()
    _, writer = await asyncio.open_connection("127.0.0.1", server.port)
    head = (
        f"POST /api/study/advice HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    writer.write(head.encode() + body)
    await writer.drain()
    await eventually(lambda: searching)
    writer.close()
    await writer.wait_closed()


@pytest.mark.usefixtures("patient")
async def test_bots_at_tables_play_on_while_people_study(
    new_database: NewDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = InThread(Settings(database=new_database("sqlite"), searches=2))
    try:
        async with Company(server) as company:
            ada = await company.person()
            asking = [
                asyncio.create_task(ada.request("POST", "/api/study/advice", {"source": URBINO}))
                for _ in range(4)
            ]
            await eventually(lambda: server.services.pool._busy)
            table = await ada.make("urtown", "me 1 1")
            await ada.watch(table)
            for _ in range(2):
                state = await ada.sees(table, lambda t: t["to_move"] == 0)
                await ada.play(table, state["legal"][0])
            await ada.sees(table, lambda t: t["to_move"] == 0)
            assert not any(task.done() for task in asking)
            monkeypatch.setattr(study, "Limits", Thought)  # those that wait for their turn
            await hasten(server, *asking)
            assert {(await task).status for task in asking} == {200}
    finally:
        server.stop()


# --- Free boards, and sharing --------------------------------------------------------------------


def start_of(game: str, **wishes: Any) -> Data:
    return {"kind": "start", "game": game, "options": {}, "seed": "77", **wishes}


def shared(what: str, **line: Any) -> str:
    return f"/api/study/{what}?at={quote(json.dumps(line))}"


@pytest.mark.parametrize("game", contrada.NAMES)
async def test_a_game_without_a_record(few: Company, game: str) -> None:
    somebody, most = await few.guest(), SEATS[game]
    begun = contrada.game(game).start(most, 77)
    decision = begun.legal()[0]
    found = await somebody.post(
        "/api/study", {"source": start_of(game, seats=most), "decisions": [decision]}
    )
    here = begun.play_one(decision)
    assert (found["ply"], found["to_move"]) == (1, here.to_move)
    assert found["view"] == wired(here.view(here.to_move))
    assert [seat["guest"] for seat in found["seats"]] == [None] * most


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (start_of("urbino", seats=3), "2"),
        (start_of("urbino", seed="x"), "body.source.seed"),
        (start_of("urbino", options={"monuments": "maybe"}), "monuments"),
        (start_of("chess"), "chess"),
        (
            {
                "kind": "position",
                "game": "urbino",
                "text": "9/9/9/9/3pp4/3H5/9/9/9 f3,d6 w turn 0 base",
            },
            "URBINO-TWIN-2",
        ),
    ],
)
async def test_an_impossible_start_is_refused_in_a_sentence(
    few: Company, source: Data, sentence: str
) -> None:
    somebody = await few.guest()
    refused = await somebody.request("POST", "/api/study", {"source": source})
    assert refused.status in (404, 422)
    assert sentence in refused.data["sentence"]


@pytest.mark.parametrize("game", contrada.NAMES)
async def test_a_position_is_written_as_text(few: Company, game: str) -> None:
    somebody, end = await few.guest(), played(game, SEATS[game])
    here = end.history()[5]
    found = await somebody.post("/api/study/text", {"source": recorded(end, 5)})
    assert found == {
        "position": here.text,
        "moves": here.moves(),
        "decisions": [each.decision for each in here.history()[1:]],
    }


async def test_a_line_is_a_replay_for_other_pages(few: Company) -> None:
    somebody, begun = await few.guest(), contrada.game("urbino").start(2, 77)
    first, second = begun.legal()[3], 7
    path = shared("replay", source=start_of("urbino"), decisions=[first, second])
    found = await somebody.request("GET", path, headers={"Origin": "https://elsewhere.example"})
    assert found.status == 200
    assert found.headers["access-control-allow-origin"] == "*"
    line = begun.play_one(first).play_one(second)
    assert found.data == wired(replay.replay_of(line, line.game.facts.seat_names))


async def test_a_line_has_a_picture(few: Company) -> None:
    somebody = await few.guest()
    path = shared("picture.png", source=start_of("urbino"), decisions=[40])
    found = await somebody.request("GET", path)
    assert (found.status, found.headers["content-type"]) == (200, "image/png")
    assert int(found.headers["content-length"]) > 10_000


@pytest.mark.parametrize("at", ["", "{}", "x", '{"source": {"kind": "table", "table": "nobody"}}'])
async def test_a_wrong_address_is_told_in_a_sentence(few: Company, at: str) -> None:
    somebody = await few.guest()
    for what in ("replay", "picture.png"):
        refused = await somebody.request("GET", f"/api/study/{what}?at={quote(at)}")
        assert refused.status in (404, 422)
        assert refused.data["sentence"]


async def test_a_running_game_is_not_shared(few: Company) -> None:
    table, players = await few.table("urtown")
    for what in ("replay", "picture.png"):
        path = shared(what, source={"kind": "table", "table": table})
        refused = await players[0].request("GET", path)
        assert (refused.status, refused.data["reason"]) == (409, "now")
