"""Records, replays and shuffles: what you can get of a game, when, and as seen by whom."""

from __future__ import annotations

import json
from typing import Any

import pytest

import contrada
from contrada import record, replay
from tests.contract import checks
from tests.server.people import Company, Somebody
from tests.server.test_play import play_on

pytestmark = pytest.mark.anyio


def views(found: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the complete view of each step of a replay."""
    seen: dict[str, Any] = {}
    whole = []
    for step in found["steps"]:
        seen = {**seen, **step["view"]}
        whole.append(seen)
    return whole


async def test_the_record_of_a_running_game_without_secrets(company: Company) -> None:
    table, players = await company.table()
    early = await players[0].request("GET", f"/api/tables/{table}/record")
    assert early.data["turns"] == []
    await play_on(table, players, 10)
    found = await (await company.stranger()).request("GET", f"/api/tables/{table}/record")
    assert found.headers["content-disposition"] == f'attachment; filename="urbino-{table}.json"'
    read = record.loads(found.text)
    assert read.names == ("Ada", "Bruno")
    assert read.position.view() == players[0].tables[table]["view"]
    assert read.position.outcome() is None


@pytest.mark.parametrize("game", ["urtown", "urbania", "urbe"])
async def test_the_record_of_a_game_with_secrets_comes_at_the_end(few: Company, game: str) -> None:
    table, (ada, bruno) = await few.table(game)
    for who in (ada, await few.stranger()):
        wrong = await who.request("GET", f"/api/tables/{table}/record")
        assert (wrong.status, wrong.data["reason"]) == (409, "now")
    await ada.at_ply("resign", table)
    end = await bruno.sees(table, lambda t: t["status"] == "over")
    found = await ada.request("GET", f"/api/tables/{table}/record")
    read = record.loads(found.text)
    assert found.data["seed"] == end["seed"]["seed"]
    assert read.position.view(0) == end["hands"][0]


async def test_a_whole_game_recorded_and_read_back(few: Company) -> None:
    table, players = await few.table("urtown")
    end = await play_on(table, players, 1000)
    found = await few.people[0].request("GET", f"/api/tables/{table}/record")
    read = record.loads(found.text)
    outcome = read.position.outcome()
    assert outcome is not None
    assert list(outcome.places) == end["result"]["places"]
    assert found.data["turns"] == read.position.moves()
    for seat in (None, 0, 1):
        path = f"/api/tables/{table}/replay" + ("" if seat is None else f"?seat={seat}")
        seen = await (await few.stranger()).get(path)
        expected = json.loads(json.dumps(replay.replay_of(read.position, read.names, seat)))
        assert seen == {**expected, "result": end["result"]}
        assert expected["result"].items() <= seen["result"].items()


async def test_the_replay_of_a_running_game_is_ones_own_or_everyones(company: Company) -> None:
    table, players = await company.table("urtown")
    ada, bruno = players
    stranger, zeno = await company.stranger(), await company.person("Zeno")
    state = await play_on(table, players, 6)
    path = f"/api/tables/{table}/replay"
    for who, seat in ((ada, 0), (bruno, 1)):
        mine = await who.get(f"{path}?seat={seat}")
        state = await who.sees(table, lambda t, seq=state["seq"]: t["seq"] >= seq)  # type: ignore[misc]
        assert views(mine)[-1] == state["view"]
        assert mine["seat"] == seat
        public = await who.get(path)
        assert (public["seat"], public["result"]) == (None, None)
        other = await who.request("GET", f"{path}?seat={1 - seat}")
        assert (other.status, other.data["reason"]) == (403, "seat")
    for who in (stranger, zeno):
        assert views(await who.get(path))[-1] == (await who.look(table))["view"]
        for seat in (0, 1):
            assert (await who.request("GET", f"{path}?seat={seat}")).status == 403


async def test_what_there_is_no_replay_of(company: Company) -> None:
    ada = await company.guest()
    table = await ada.make("urtown", "me open")
    for part in ("record", "replay"):
        early = await ada.request("GET", f"/api/tables/{table}/{part}")
        assert (early.status, early.data["reason"]) == (409, "now")
        missing = await ada.request("GET", f"/api/tables/nowhere/{part}")
        assert (missing.status, missing.data["reason"]) == (404, "missing")
    table, _ = await company.table()
    for seat in ("2", "9"):
        wrong = await ada.request("GET", f"/api/tables/{table}/replay?seat={seat}")
        assert (wrong.status, wrong.data["sentence"]) == (422, "Seats here are 0 to 1")
    for seat in ("-1", "10", "x", "1.5"):
        wrong = await ada.request("GET", f"/api/tables/{table}/replay?seat={seat}")
        assert (wrong.status, wrong.data["reason"]) == (422, "message")


# --- Uploads -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", contrada.NAMES)
async def test_a_record_is_replayed(few: Company, game: str) -> None:
    position = checks.random_game(contrada.game(game), 2, 3)[-1]
    written = record.Record(position, ("Ada", "Bruno"), title="A club evening")
    stranger = await few.stranger()
    found = await stranger.post("/api/replays", written.document())
    expected = replay.replay_of(position, ("Ada", "Bruno"), title="A club evening")
    assert found == json.loads(json.dumps(expected))


GOOD = record.Record(contrada.game("urbino").start().play("e5"), ("Ada", "Bruno")).document()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "it is empty"),
        (b"{", "line 1, column 2 is not valid JSON"),
        (b"[]", "a record must be a JSON object"),
        (b"\xff\xfe", "That is not text in UTF-8"),
        (json.dumps({**GOOD, "contrada": 3}).encode(), "not a record of this version"),
        (json.dumps({**GOOD, "contrada": 1}).encode(), "it was written by an older version"),
        (json.dumps({**GOOD, "game": "chess"}).encode(), "there is no game"),
        (json.dumps({**GOOD, "turns": ["e5", "e5"]}).encode(), "ply 2: "),
        (json.dumps({**GOOD, "seed": "-1"}).encode(), "'seed' must be a whole number in quotes"),
        (json.dumps({**GOOD, "seed": str(2**128)}).encode(), "a seed is a number"),
        (json.dumps({**GOOD, "seats": ["A"]}).encode(), "Urbino has 2 seats, not 1"),
        (b'{"a":' * 100_000, "the brackets are nested too deeply"),
        (b"[" * 100_000, "the brackets are nested too deeply"),
        (b'{"contrada": 1' + b"0" * 10_000 + b"}", "a number in it is too long"),
        (b'{"contrada": NaN}', "NaN is not a number"),
    ],
)
async def test_what_is_no_record(few: Company, content: bytes, sentence: str) -> None:
    stranger = await few.stranger()
    found = await stranger.request("POST", "/api/replays", content=content)
    assert (found.status, found.data["reason"]) == (422, "message")
    assert found.data["sentence"].startswith(sentence), found.data["sentence"]
    assert len(found.data["sentence"]) < 600


async def test_a_mark_before_the_text_means_nothing(few: Company) -> None:
    content = b"\xef\xbb\xbf" + json.dumps(GOOD).encode()
    found = await (await few.stranger()).request("POST", "/api/replays", content=content)
    assert found.status == 200


# --- Shuffles ------------------------------------------------------------------------------------


async def test_a_shuffle_is_verified(few: Company) -> None:
    table, (ada, bruno) = await few.table("urtown")
    promised = ada.tables[table]["seed"]
    assert promised["salt"] is promised["seed"] is None
    await bruno.at_ply("resign", table)
    shown = (await ada.sees(table, lambda t: t["status"] == "over"))["seed"]
    assert shown["commitment"] == promised["commitment"]
    stranger = await few.stranger()
    assert await verified(stranger, shown)
    assert not await verified(stranger, {**shown, "seed": str(int(shown["seed"]) ^ 1)})
    assert not await verified(stranger, {**shown, "salt": shown["salt"][::-1] + "0"})
    assert not await verified(stranger, {**shown, "seed": "9" * 39})
    for change in (
        {"commitment": "x"},
        {"seed": "-1"},
        {"seed": 1},
        {"seed": "9" * 40},
        {"salt": ""},
        {"more": 1},
    ):
        wrong = await stranger.request("POST", "/api/verify", {**shown, **change})
        assert (wrong.status, wrong.data["reason"]) == (422, "message")


async def verified(who: Somebody, shown: dict[str, str]) -> bool:
    found = await who.post("/api/verify", shown)
    assert set(found) == {"matches"}
    return bool(found["matches"])
